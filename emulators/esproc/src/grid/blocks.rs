//! Blocks of cells, and which cell comes behind which.
//!
//! The block of a cell is what stands right of its column, in its row and in the rows below it
//! whose cells up to that column are blank. All ways of the flow follow from that, and are found
//! here once; the machine only jumps.
//!
//! Source: SPLWare/esProc, `PgmCellSet`: `getCodeBlockEndRow`, `setNext`, `toElseCmd`.

use super::{Command, Form, Grid};

/// Where the flow goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Next {
    /// To a cell.
    Cell(usize),
    /// To the next turn of the loop of this `for` cell.
    Again(usize),
    /// Out of the function of this `func` cell.
    Return(usize),
    /// To the end of the script.
    End,
}

/// Where the flow goes when the condition of an `if` is false.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Otherwise {
    /// On, past the block or behind the `else` of this cell.
    On(Next, Option<usize>),
    /// To the condition of this `elseif`.
    ElseIf(usize),
}

/// The forms of all cells and the blocks they make.
#[derive(Debug, Clone)]
pub(crate) struct Blocks {
    width: usize,
    height: usize,
    forms: Vec<Form>,
    /// By row, the first column that is not blank.
    first: Vec<usize>,
    /// By cell, the innermost `for` or `func` it stands in.
    inside: Vec<Option<usize>>,
}

impl Blocks {
    pub(crate) fn of(grid: &Grid) -> Self {
        let forms: Vec<Form> = grid.cells.iter().map(|cell| Form::of(&cell.text).0).collect();
        let (width, height) = (grid.width, grid.height());
        let filled = |row: &[Form]| row.iter().position(|form| *form != Form::Blank);
        let rows = forms.chunks(width.max(1));
        let first = rows.map(|row| filled(row).unwrap_or(usize::MAX)).collect();
        let mut blocks = Blocks { width, height, forms, first, inside: Vec::new() };
        blocks.find_inside();
        blocks
    }

    /// The form of a cell.
    pub(crate) fn form(&self, cell: usize) -> Form {
        self.forms[cell]
    }

    /// How many cells there are.
    pub(crate) fn len(&self) -> usize {
        self.forms.len()
    }

    fn row(&self, cell: usize) -> usize {
        cell / self.width
    }

    fn column(&self, cell: usize) -> usize {
        cell % self.width
    }

    /// The last row of the block of a cell.
    pub(crate) fn end_row(&self, cell: usize) -> usize {
        let (row, column) = (self.row(cell), self.column(cell));
        let below = self.first[row + 1..].iter().position(|&first| first <= column);
        below.map_or(self.height - 1, |rows| row + rows)
    }

    /// The `for` cells around a cell, the innermost first, as far as its function goes.
    pub(crate) fn loops(&self, cell: usize) -> impl Iterator<Item = usize> {
        let is_for = |&cell: &usize| self.forms[cell] == Form::Command(Command::For);
        std::iter::successors(self.inside[cell], |&at| self.inside[at]).take_while(is_for)
    }

    /// The function a cell stands in.
    pub(crate) fn function(&self, cell: usize) -> Option<usize> {
        let is_func = |&cell: &usize| self.forms[cell] == Form::Command(Command::Func);
        std::iter::successors(self.inside[cell], |&at| self.inside[at]).find(is_func)
    }

    fn find_inside(&mut self) {
        let mut open: Vec<(usize, usize)> = Vec::new();
        for cell in 0..self.forms.len() {
            let row = self.row(cell);
            while open.last().is_some_and(|&(_, end)| end < row) {
                open.pop();
            }
            // Blanks left of a block belong to whatever is around it.
            let column = self.column(cell);
            let around = open.iter().rev().find(|(at, _)| self.column(*at) < column);
            self.inside.push(around.map(|&(at, _)| at));
            if matches!(self.forms[cell], Form::Command(Command::For | Command::Func)) {
                open.push((cell, self.end_row(cell)));
            }
        }
    }

    /// The first cell that does something.
    pub(crate) fn first(&self) -> Next {
        self.from(0, 0, None)
    }

    /// Where the flow goes from a cell that is done: right, and on to the next rows.
    pub(crate) fn after(&self, cell: usize) -> Next {
        self.from(self.row(cell), self.column(cell) + 1, self.inside[cell])
    }

    /// Where the flow goes past the block of a cell.
    pub(crate) fn past(&self, cell: usize) -> Next {
        self.from(self.end_row(cell) + 1, 0, self.inside[cell])
    }

    /// Where the flow goes into the block of a cell.
    pub(crate) fn into(&self, cell: usize) -> Next {
        self.from(self.row(cell), self.column(cell) + 1, Some(cell))
    }

    /// The first cell from a place on that does something, as long as the blocks around allow.
    fn from(&self, mut row: usize, mut column: usize, inside: Option<usize>) -> Next {
        let around = inside.map(|around| (around, self.end_row(around)));
        loop {
            if column >= self.width {
                (row, column) = (row + 1, 0);
            }
            if let Some((around, _)) = around.filter(|&(_, end)| row > end) {
                return match self.forms[around] {
                    Form::Command(Command::Func) => Next::Return(around),
                    _ => Next::Again(around),
                };
            }
            if row >= self.height {
                return Next::End;
            }
            let cell = row * self.width + column;
            match self.forms[cell] {
                form if form.is_passed() => column += 1,
                Form::NoteBlock => (row, column) = (self.end_row(cell) + 1, 0),
                _ => return Next::Cell(cell),
            }
        }
    }

    /// Where the flow goes when the condition of an `if` or `elseif` is false.
    pub(crate) fn otherwise(&self, cell: usize) -> Otherwise {
        if let Some(found) = self.else_beside(cell) {
            return self.branch(found);
        }
        let next_row = self.end_row(cell) + 1;
        let column = self.first.get(next_row).copied();
        let below = next_row * self.width + self.column(cell);
        let is_else = |form| matches!(form, Form::Command(Command::Else | Command::ElseIf));
        match column {
            Some(column) if column == self.column(cell) && is_else(self.forms[below]) => {
                self.branch(below)
            }
            _ => Otherwise::On(self.past(cell), None),
        }
    }

    fn branch(&self, cell: usize) -> Otherwise {
        match self.forms[cell] {
            Form::Command(Command::ElseIf) => Otherwise::ElseIf(cell),
            _ => Otherwise::On(self.after(cell), Some(cell)),
        }
    }

    /// The `else` or `elseif` right of an `if`, in the same row.
    fn else_beside(&self, cell: usize) -> Option<usize> {
        let row_end = (self.row(cell) + 1) * self.width;
        let mut level = 0;
        for at in cell + 1..row_end {
            match self.forms[at] {
                Form::Command(Command::Else | Command::ElseIf) if level == 0 => return Some(at),
                Form::Command(Command::Else) => level -= 1,
                Form::Command(Command::If) => level += 1,
                _ => {}
            }
        }
        None
    }
}

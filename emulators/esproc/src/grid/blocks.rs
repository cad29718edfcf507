//! Blocks of cells, and the order of cells.
//!
//! The block of a cell is the cells to the right of its column, in its row and in the following
//! rows whose cells up to that column are blank. The blocks determine the whole control flow, which
//! is computed here once; the machine only jumps.
//!
//! Source: SPLWare/esProc, `PgmCellSet`: `getCodeBlockEndRow`, `setNext`, `toElseCmd`.

use super::{Command, Form, Grid};

/// Continuation of the flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FlowTarget {
    /// At a cell.
    Cell(usize),
    /// At the next iteration of this `for` cell.
    Again(usize),
    /// Return from the function of this `func` cell.
    Return(usize),
    /// End of the script.
    End,
}

/// Continuation of the flow if the condition of an `if` is false.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FalseBranch {
    /// After the block, or after the `else` of this cell.
    On(FlowTarget, Option<usize>),
    /// At the condition of this `elseif`.
    ElseIf(usize),
}

/// Forms of all cells, and their blocks.
#[derive(Debug, Clone)]
pub(crate) struct Blocks {
    width: usize,
    height: usize,
    forms: Vec<Form>,
    /// First column that is not blank, by row.
    first: Vec<usize>,
    /// Innermost `for` or `func` around each cell.
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

    /// Form of a cell.
    pub(crate) fn form(&self, cell: usize) -> Form {
        self.forms[cell]
    }

    /// Number of cells.
    pub(crate) fn len(&self) -> usize {
        self.forms.len()
    }

    fn row(&self, cell: usize) -> usize {
        cell / self.width
    }

    fn column(&self, cell: usize) -> usize {
        cell % self.width
    }

    /// Last row of the block of a cell.
    pub(crate) fn end_row(&self, cell: usize) -> usize {
        let (row, column) = (self.row(cell), self.column(cell));
        let below = self.first[row + 1..].iter().position(|&first| first <= column);
        below.map_or(self.height - 1, |rows| row + rows)
    }

    /// `for` cells around a cell, innermost first, within its function.
    pub(crate) fn loops(&self, cell: usize) -> impl Iterator<Item = usize> {
        let is_for = |&cell: &usize| self.forms[cell] == Form::Command(Command::For);
        std::iter::successors(self.inside[cell], |&at| self.inside[at]).take_while(is_for)
    }

    /// Function that contains a cell.
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
            // Blank cells left of a block belong to the enclosing block.
            let column = self.column(cell);
            let around = open.iter().rev().find(|(at, _)| self.column(*at) < column);
            self.inside.push(around.map(|&(at, _)| at));
            if matches!(self.forms[cell], Form::Command(Command::For | Command::Func)) {
                open.push((cell, self.end_row(cell)));
            }
        }
    }

    /// First cell that does something.
    pub(crate) fn first(&self) -> FlowTarget {
        self.from(0, 0, None)
    }

    /// Continuation after a cell: to the right, then in the next rows.
    pub(crate) fn after(&self, cell: usize) -> FlowTarget {
        self.from(self.row(cell), self.column(cell) + 1, self.inside[cell])
    }

    /// Continuation after the block of a cell.
    pub(crate) fn past(&self, cell: usize) -> FlowTarget {
        self.from(self.end_row(cell) + 1, 0, self.inside[cell])
    }

    /// Continuation in the block of a cell.
    pub(crate) fn into(&self, cell: usize) -> FlowTarget {
        self.from(self.row(cell), self.column(cell) + 1, Some(cell))
    }

    /// First cell from a position that does something, within the enclosing blocks.
    fn from(&self, mut row: usize, mut column: usize, inside: Option<usize>) -> FlowTarget {
        let around = inside.map(|around| (around, self.end_row(around)));
        loop {
            if column >= self.width {
                (row, column) = (row + 1, 0);
            }
            if let Some((around, _)) = around.filter(|&(_, end)| row > end) {
                return match self.forms[around] {
                    Form::Command(Command::Func) => FlowTarget::Return(around),
                    _ => FlowTarget::Again(around),
                };
            }
            if row >= self.height {
                return FlowTarget::End;
            }
            let cell = row * self.width + column;
            match self.forms[cell] {
                form if form.is_passed() => column += 1,
                Form::NoteBlock => (row, column) = (self.end_row(cell) + 1, 0),
                _ => return FlowTarget::Cell(cell),
            }
        }
    }

    /// Continuation if the condition of an `if` or `elseif` is false.
    pub(crate) fn otherwise(&self, cell: usize) -> FalseBranch {
        if let Some(found) = self.else_in_same_row(cell) {
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
            _ => FalseBranch::On(self.past(cell), None),
        }
    }

    fn branch(&self, cell: usize) -> FalseBranch {
        match self.forms[cell] {
            Form::Command(Command::ElseIf) => FalseBranch::ElseIf(cell),
            _ => FalseBranch::On(self.after(cell), Some(cell)),
        }
    }

    /// `else` or `elseif` to the right of an `if`, in the same row.
    fn else_in_same_row(&self, cell: usize) -> Option<usize> {
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

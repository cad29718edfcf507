//! `links`: Knuth's Algorithm X, an exact cover by search.
//!
//! Columns are conditions that must be true exactly once, in this order: each cell has a digit,
//! each digit is in each row, in each column, in each box; cells row by row, and units by their
//! number and then by digit. A row is a digit in a cell and has four columns. Columns that givens
//! fill are left out, and so are rows that need one of these.
//!
//! ```text
//! search: event Node
//!         no column is left: return solved
//!         of the columns left take the one with the fewest rows left, the first of equals
//!         cover it
//!         for each of its rows left, by cell and then by digit
//!             event Place: its digit in its cell
//!             cover its other columns
//!             search; if solved return solved
//!             uncover them
//!             event Undo
//!         uncover the column
//!         return not solved
//! ```
//!
//! To cover a column is to remove it and all its rows. Solvers do this with dancing links (D. E.
//! Knuth, "Dancing links", 2000); this reference model counts the covered columns of each row.

use super::units::Units;
use super::{Event, ModelOutcome};
use crate::{Grid, Puzzle, Size};

/// A digit in a cell.
struct Row {
    cell: usize,
    digit: u8,
    columns: [usize; 4],
    /// Number of covered columns; the row is available while this is 0.
    covered: u8,
}

#[derive(Clone, Default)]
struct Column {
    /// Whether it exists and is not covered.
    left: bool,
    /// All its rows, by cell and then by digit.
    rows: Vec<usize>,
    /// Number of rows left.
    size: usize,
}

/// A column at some depth of the search.
struct ColumnLevel {
    column: usize,
    /// Index of the next row to try.
    next: usize,
    /// The row that was chosen.
    row: usize,
}

/// The rows and columns, and what is covered.
struct Matrix {
    rows: Vec<Row>,
    columns: Vec<Column>,
}

/// The columns of a digit in a cell.
fn columns_of(size: Size, cell: usize, bit: usize) -> [usize; 4] {
    let (side, cells) = (size.side(), size.cells());
    let unit = |kind: usize, number: usize| kind * cells + number * side + bit;
    [cell, unit(1, size.row(cell)), unit(2, size.column(cell)), unit(3, size.box_of(cell))]
}

/// Runs the algorithm and passes every event to `on_event`, in order.
///
/// Enters at most `budget_nodes` nodes; an exactly sufficient budget still solves.
pub fn run(puzzle: &Puzzle, budget_nodes: u64, on_event: &mut impl FnMut(Event)) -> ModelOutcome {
    let mut matrix = Matrix::of(puzzle);
    let mut grid: Grid = puzzle.givens().clone();
    let mut levels: Vec<ColumnLevel> = Vec::new();
    for _ in 0..budget_nodes {
        on_event(Event::Node);
        let Some(column) = matrix.fewest() else { return ModelOutcome::Solved(grid) };
        matrix.cover(column);
        levels.push(ColumnLevel { column, next: 0, row: 0 });
        loop {
            let Some(level) = levels.last_mut() else { return ModelOutcome::NoSolution };
            if let Some(row) = matrix.choose(level) {
                let Row { cell, digit, .. } = matrix.rows[row];
                grid.set(cell, digit);
                on_event(Event::Place { cell: cell as u16, digit });
                break;
            }
            matrix.uncover(level.column);
            levels.pop();
            if let Some(level) = levels.last() {
                let cell = matrix.rows[level.row].cell;
                matrix.give_up(level);
                grid.set(cell, 0);
                on_event(Event::Undo { cell: cell as u16 });
            }
        }
    }
    ModelOutcome::Budget
}

impl Matrix {
    fn of(puzzle: &Puzzle) -> Self {
        let (size, units) = (puzzle.size(), Units::of(puzzle));
        let column = Column { left: true, ..Column::default() };
        let mut matrix = Matrix { rows: Vec::new(), columns: vec![column; 4 * size.cells()] };
        for (cell, &given) in puzzle.cells().iter().enumerate() {
            if let Some(bit) = usize::from(given).checked_sub(1) {
                for column in columns_of(size, cell, bit) {
                    matrix.columns[column].left = false;
                }
                continue;
            }
            let candidates = units.candidates(cell);
            for bit in (0..size.side()).filter(|bit| candidates >> bit & 1 != 0) {
                let columns = columns_of(size, cell, bit);
                for column in columns {
                    matrix.columns[column].rows.push(matrix.rows.len());
                    matrix.columns[column].size += 1;
                }
                matrix.rows.push(Row { cell, digit: bit as u8 + 1, columns, covered: 0 });
            }
        }
        matrix
    }

    /// The column with the fewest rows left.
    fn fewest(&self) -> Option<usize> {
        let left = (0..self.columns.len()).filter(|&column| self.columns[column].left);
        left.min_by_key(|&column| self.columns[column].size)
    }

    fn cover(&mut self, column: usize) {
        self.columns[column].left = false;
        for at in 0..self.columns[column].rows.len() {
            let row = &mut self.rows[self.columns[column].rows[at]];
            row.covered += 1;
            if row.covered == 1 {
                row.columns.iter().for_each(|&column| self.columns[column].size -= 1);
            }
        }
    }

    fn uncover(&mut self, column: usize) {
        for at in 0..self.columns[column].rows.len() {
            let row = &mut self.rows[self.columns[column].rows[at]];
            row.covered -= 1;
            if row.covered == 0 {
                row.columns.iter().for_each(|&column| self.columns[column].size += 1);
            }
        }
        self.columns[column].left = true;
    }

    /// Chooses the next available row of a covered column and covers its other columns.
    fn choose(&mut self, level: &mut ColumnLevel) -> Option<usize> {
        let rows = &self.columns[level.column].rows;
        let offset = rows[level.next..].iter().position(|&row| self.rows[row].covered == 1)?;
        level.row = rows[level.next + offset];
        level.next += offset + 1;
        for column in self.rows[level.row].columns {
            if column != level.column {
                self.cover(column);
            }
        }
        Some(level.row)
    }

    /// Uncovers the other columns of the chosen row.
    fn give_up(&mut self, level: &ColumnLevel) {
        for column in self.rows[level.row].columns.into_iter().rev() {
            if column != level.column {
                self.uncover(column);
            }
        }
    }
}

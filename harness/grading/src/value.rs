//! Arguments of functions as values.

mod answer;
mod layout;
mod real;
mod structure;

use std::fmt;

pub use answer::Answer;
pub(crate) use layout::{GUARD_UNITS, signed};
pub use layout::{Layout, Object, PlacedArgument};
pub use structure::{Branch, ChainEnd, Structure};

/// Arguments of a function.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A cell by its candidates, bit d-1 for digit d.
    Cell(u16),
    /// The cells of a board, row by row.
    Board(Vec<u16>),
    /// A cell of the board before it, by its index.
    Place(usize),
    /// A number.
    Number(Number),
    /// The numbers of an array.
    Array(Vec<Number>),
    /// The numbers of a matrix, by rows.
    Matrix(Vec<Vec<Number>>),
    /// A text.
    Text(String),
    /// Texts of a table.
    Texts(Vec<String>),
    /// The values of a linked list.
    List(Vec<i64>),
    /// A binary tree.
    Tree(Branch),
}

/// A number, exact or of floating point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Number {
    /// An integer.
    Int(i64),
    /// A floating-point number.
    Real(f64),
}

impl Number {
    /// It as a floating-point number.
    #[must_use]
    pub fn real(self) -> f64 {
        match self {
            Number::Int(number) => number as f64,
            Number::Real(number) => number,
        }
    }

    /// It as an integer.
    #[must_use]
    pub fn int(self) -> i64 {
        match self {
            Number::Int(number) => number,
            Number::Real(number) => number as i64,
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Int(number) => write!(f, "{number}"),
            Number::Real(number) => write!(f, "{number:?}"),
        }
    }
}

impl Value {
    /// The length, the rows or the columns of a value that has them.
    #[must_use]
    pub fn size(&self, side: crate::assignment::Side) -> i64 {
        use crate::assignment::Side;
        let size = match (self, side) {
            (Value::Array(all), _) => all.len(),
            (Value::Matrix(rows), Side::Columns) => rows.first().map_or(0, Vec::len),
            (Value::Matrix(rows), _) => rows.len(),
            (Value::Text(text), _) => text.len(),
            (Value::Texts(texts), _) => texts.len(),
            (Value::List(values), _) => values.len(),
            (Value::Tree(tree), _) => tree.count(),
            _ => 0,
        };
        size as i64
    }
}

/// A cell of which nothing is known.
pub const OPEN: u16 = 0x1ff;

/// Cells of a board.
pub const CELLS: usize = 81;

/// A cell as its nine characters.
#[must_use]
pub fn show_cell(cell: u16) -> String {
    let digit = |at: u32| char::from_digit(at + 1, 10).unwrap_or('.');
    (0..9).map(|at| if cell >> at & 1 == 1 { digit(at) } else { '.' }).collect()
}

/// The digit of a solved cell; 0 of any other.
#[must_use]
pub fn only(cell: u16) -> u8 {
    if cell.is_power_of_two() { cell.trailing_zeros() as u8 + 1 } else { 0 }
}

/// The cell of nine characters; `None` if a digit is not in its place.
#[must_use]
pub fn read_cell(text: &str) -> Option<u16> {
    if text.len() != 9 {
        return None;
    }
    text.bytes().enumerate().try_fold(0, |cell, (at, byte)| match byte {
        b'.' => Some(cell),
        byte if usize::from(byte) == at + usize::from(b'1') => Some(cell | 1 << at),
        _ => None,
    })
}

/// The board of 81 characters: a solved cell for a digit, an open one for `.` or `0`.
#[must_use]
pub fn read_board(text: &str) -> Option<Vec<u16>> {
    let cell = |c: char| match c {
        '.' | '0' => Some(OPEN),
        c => c.to_digit(10).map(|digit| 1 << (digit - 1)),
    };
    let cells: Option<Vec<u16>> = text.chars().map(cell).collect();
    cells.filter(|cells| cells.len() == CELLS)
}

/// Values as a row of the file has them: `[1, 2]`.
fn bracketed<T: ToString>(values: impl IntoIterator<Item = T>) -> String {
    let values: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
    format!("[{}]", values.join(", "))
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Cell(cell) => write!(f, "\"{}\"", show_cell(*cell)),
            Value::Board(cells) => {
                let solved = cells.iter().filter(|&&cell| only(cell) > 0).count();
                write!(f, "a board with {solved} cells solved")
            }
            Value::Place(index) => {
                write!(f, "its cell in row {}, column {}", index / 9 + 1, index % 9 + 1)
            }
            Value::Number(number) => write!(f, "{number}"),
            Value::Array(numbers) => f.write_str(&bracketed(numbers)),
            Value::Matrix(rows) => f.write_str(&bracketed(rows.iter().map(bracketed))),
            Value::Text(text) => write!(f, "{text:?}"),
            Value::Texts(texts) => write!(f, "{texts:?}"),
            Value::List(values) => f.write_str(&bracketed(values)),
            Value::Tree(tree) => write!(f, "{tree}"),
        }
    }
}

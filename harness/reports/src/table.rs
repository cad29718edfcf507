//! A table as data: what it says, whatever it is written in.

/// A table.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// What it is of, in a few words.
    pub caption: String,
    /// Its columns; the first one names the row.
    pub columns: Vec<Column>,
    /// Its rows, each with a cell for every column.
    pub rows: Vec<Vec<Cell>>,
    /// What its columns mean, and what else is to be known, in sentences.
    pub notes: Vec<String>,
}

/// A column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// What stands above it.
    pub name: String,
    /// Whether its cells are words, which begin at the left; numbers end at the right.
    pub is_words: bool,
}

impl Column {
    /// A column of words.
    #[must_use]
    pub fn words(name: &str) -> Self {
        Column { name: name.to_owned(), is_words: true }
    }

    /// A column of numbers.
    #[must_use]
    pub fn number(name: &str) -> Self {
        Column { name: name.to_owned(), is_words: false }
    }
}

/// A cell.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// Words, which may hold anything: who writes them out makes them plain.
    Words(String),
    /// A whole number.
    Count(u64),
    /// A number with so many places behind the point.
    Number(f64, usize),
    /// Percent, with one place behind the point.
    Percent(f64),
    /// There is none.
    Nothing,
}

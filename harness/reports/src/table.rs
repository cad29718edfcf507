//! A table as data: what it says, whatever it is written in.

use machines::escape::grouped;

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
    /// There is none.
    Nothing,
}

impl Cell {
    /// As all formats for people have it.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Cell::Words(words) => asmkit::plain_name(words),
            Cell::Count(count) => grouped(*count),
            Cell::Number(number, places) => {
                let text = format!("{number:.places$}");
                let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
                match whole.parse() {
                    Ok(whole) => grouped(whole) + rest,
                    Err(_) => text,
                }
            }
            Cell::Nothing => "-".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_groups_and_places() {
        assert_eq!(Cell::Count(1234567).text(), "1,234,567");
        assert_eq!(Cell::Number(1234.567, 1).text(), "1,234.6");
        assert_eq!(Cell::Number(0.5, 3).text(), "0.500");
        assert_eq!(Cell::Number(-1.25, 1).text(), "-1.2");
        assert_eq!(Cell::Words("a\u{1b}b".to_owned()).text(), "a?b");
    }
}

//! A table as data, independent of the output format.

use targets::escape::grouped;

/// A table.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// Caption.
    pub caption: String,
    /// Columns; the first one names the row.
    pub columns: Vec<Column>,
    /// Rows with one cell per column.
    pub rows: Vec<Vec<Cell>>,
    /// Notes, such as the meaning of columns.
    pub notes: Vec<String>,
}

/// A column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Heading.
    pub name: String,
    /// Whether its cells are text, aligned left; numbers are aligned right.
    pub is_words: bool,
}

impl Column {
    /// Column of text.
    #[must_use]
    pub fn words(name: &str) -> Self {
        Column { name: name.to_owned(), is_words: true }
    }

    /// Column of numbers.
    #[must_use]
    pub fn number(name: &str) -> Self {
        Column { name: name.to_owned(), is_words: false }
    }
}

/// A cell.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// Untrusted text, escaped when it is written.
    Words(String),
    /// A whole number.
    Count(u64),
    /// Number, and its decimal places.
    Number(f64, usize),
    /// No value.
    Nothing,
}

impl Cell {
    /// Text of the cell in formats for people.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Cell::Words(words) => asmkit::plain_name(words),
            Cell::Count(count) => grouped(*count),
            Cell::Number(number, places) => {
                let text = format!("{number:.places$}");
                let (sign, text) = text.split_at(usize::from(text.starts_with('-')));
                let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
                let whole = whole.parse().map_or_else(|_| whole.to_owned(), grouped);
                format!("{sign}{whole}{rest}")
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
        assert_eq!(Cell::Number(-1728.0, 0).text(), "-1,728");
        assert_eq!(Cell::Number(f64::INFINITY, 1).text(), "inf");
        assert_eq!(Cell::Words("a\u{1b}b".to_owned()).text(), "a?b");
    }
}

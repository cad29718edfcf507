//! Errors in the text of a puzzle, with line and column.

use std::fmt;
use std::io;

use crate::counted::counted;
use crate::dupree::FEWEST_GIVENS;
use crate::{Size, symbol};

/// An error in a text, with its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1; one past the last if something is missing.
    pub column: usize,
    /// Kind of error.
    pub kind: ParseErrorKind,
}

/// Kind of an error in the text of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseErrorKind {
    /// There are no cells.
    Empty,
    /// The bytes are not UTF-8.
    NotText {
        /// The first byte that cannot be read.
        byte: u8,
    },
    /// The first bytes are those of a file that is not text.
    Foreign(
        /// Kind of file, and what to do.
        &'static str,
    ),
    /// A puzzle with other rules.
    OtherRules(
        /// Kind of puzzle, and what is not read.
        &'static str,
    ),
    /// A square puzzle of a size that is not read.
    OtherSize {
        /// Cells of a row.
        side: usize,
    },
    /// A character is neither digit, nor blank cell, nor border.
    BadCharacter {
        /// The character.
        found: char,
    },
    /// A digit does not occur in a puzzle of this size.
    TooLarge {
        /// The digit.
        value: u8,
        /// The size.
        size: Size,
    },
    /// The number of cells in a line is not that of a whole puzzle.
    CellCount {
        /// Number of cells in the line.
        found: usize,
        /// The nearest size.
        size: Size,
    },
    /// A row is shorter or longer than the others.
    RowWidth {
        /// Number of cells in the row.
        found: usize,
        /// The size of the first row, or the nearest size.
        size: Size,
    },
    /// The rows end too early.
    RowCount {
        /// Number of rows.
        found: usize,
        /// The size of the first row.
        size: Size,
    },
    /// A line is too long for a puzzle.
    LongLine {
        /// Largest number of bytes in a line.
        limit: usize,
    },
    /// Something else was expected.
    Expected(
        /// The expected text.
        &'static str,
    ),
    /// A line is shorter than the 81 characters that DuPree's solver needs.
    ShortLine {
        /// Number of characters.
        found: usize,
    },
    /// A puzzle has fewer than the 17 givens that DuPree's solver needs.
    FewGivens {
        /// Number of givens.
        found: usize,
    },
    /// Candidates, where only givens are accepted.
    Candidates,
    /// The stream failed.
    Unreadable(io::ErrorKind),
    /// More rows or another puzzle follow, but one puzzle was expected.
    Second,
}

impl ParseErrorKind {
    /// Whether nothing after it can be read.
    pub(super) fn ends_reading(self) -> bool {
        matches!(self, Self::Unreadable(_) | Self::Foreign(_))
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.kind)
    }
}

impl fmt::Display for ParseErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "no puzzle: expected digits and blank cells"),
            Self::NotText { byte } => write!(f, "byte 0x{byte:02x} is not UTF-8 text"),
            Self::Foreign(what) | Self::OtherRules(what) => write!(f, "this is {what}"),
            Self::OtherSize { side } => {
                write!(f, "{side}x{side}: only 4x4, 9x9, 16x16 and 25x25 puzzles are read")
            }
            Self::BadCharacter { found } => {
                let found = found.escape_default();
                write!(f, "`{found}` is not a digit, blank cell or border")
            }
            Self::TooLarge { value: value @ 10..=25, size } => {
                let (symbol, largest) = (symbol(*value), size.side());
                write!(
                    f,
                    "{value} (`{symbol}`) is too large: a {size} puzzle goes up to {largest}"
                )?;
                // Beyond 9 the largest digit is a letter, too.
                match u8::try_from(largest) {
                    Ok(largest @ 10..) => write!(f, " (`{}`)", crate::symbol(largest)),
                    _ => Ok(()),
                }
            }
            Self::TooLarge { value, size } => {
                write!(f, "{value} is too large: a {size} puzzle goes up to {}", size.side())
            }
            Self::CellCount { found, size } => {
                write!(f, "{}: a {size} puzzle has {}", counted(found, "cell"), size.cells())
            }
            Self::RowWidth { found, size } => {
                let found = counted(found, "cell");
                write!(f, "{found} in this row: a {size} puzzle has {}", size.side())
            }
            Self::RowCount { found, size } => {
                write!(f, "{}: a {size} puzzle has {}", counted(found, "row"), size.side())
            }
            Self::LongLine { limit } => {
                write!(f, "the line is longer than {limit} bytes, the limit for a puzzle")
            }
            Self::Expected(what) => write!(f, "expected {what}"),
            Self::ShortLine { found } => {
                write!(f, "{}: DuPree's solver needs 81", counted(found, "character"))
            }
            Self::FewGivens { found } => {
                write!(
                    f,
                    "{}: DuPree's solver needs at least {FEWEST_GIVENS}",
                    counted(found, "given")
                )
            }
            Self::Candidates => write!(f, "candidates are not accepted here, only givens"),
            Self::Unreadable(kind) => write!(f, "the input cannot be read: {kind}"),
            Self::Second => write!(f, "expected one puzzle, found more text after it"),
        }
    }
}

impl std::error::Error for ParseError {}

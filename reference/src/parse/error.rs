//! Why a text is no puzzle, and where.

use std::fmt;
use std::io;

use crate::counted::counted;
use crate::dupree::FEWEST_GIVENS;
use crate::{Size, symbol};

/// What is wrong with a text, and the place where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The line, from 1.
    pub line: usize,
    /// The character within the line, from 1; one past the last when something is missing.
    pub column: usize,
    /// What is wrong.
    pub kind: ParseErrorKind,
}

/// What is wrong with a text that should be a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseErrorKind {
    /// There is no cell at all.
    Empty,
    /// The bytes are not UTF-8.
    NotText {
        /// The first byte that cannot be read.
        byte: u8,
    },
    /// The first bytes are those of something that is no text with a puzzle.
    Foreign(
        /// What it is.
        &'static str,
    ),
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
    /// A line of cells is not as long as a whole puzzle.
    CellCount {
        /// The cells of the line.
        found: usize,
        /// The size that comes nearest.
        size: Size,
    },
    /// A row is shorter or longer than the others.
    RowWidth {
        /// The cells of the row.
        found: usize,
        /// The size the first row gave, or the nearest one.
        size: Size,
    },
    /// The rows end too early.
    RowCount {
        /// The rows there are.
        found: usize,
        /// The size the first row gave.
        size: Size,
    },
    /// A line is longer than any puzzle's.
    LongLine {
        /// Most bytes a line may have.
        limit: usize,
    },
    /// Something else had to stand here.
    Expected(
        /// What would be right.
        &'static str,
    ),
    /// A line is shorter than the 81 characters DuPree's solver reads.
    ShortLine {
        /// Its characters.
        found: usize,
    },
    /// A puzzle has fewer than the 17 givens DuPree's solver asks for.
    FewGivens {
        /// Its givens.
        found: usize,
    },
    /// Candidates, where only givens are taken.
    Candidates,
    /// The stream itself failed.
    Unreadable(io::ErrorKind),
    /// More rows or another puzzle follow where one puzzle was asked for.
    Second,
}

impl ParseErrorKind {
    /// Whether nothing behind it can be read.
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
            Self::Foreign(what) => write!(f, "this is {what}"),
            Self::BadCharacter { found } => {
                let found = found.escape_default();
                write!(f, "`{found}` is not a digit, blank cell or border")
            }
            Self::TooLarge { value: value @ 10..=25, size } => {
                let (symbol, largest) = (symbol(*value), size.side());
                write!(f, "{value} (`{symbol}`) is too large: a {size} puzzle goes up to {largest}")
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

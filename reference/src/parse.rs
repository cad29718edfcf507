//! Reading puzzles: one detector for every format.
//!
//! A puzzle is one line with all its cells, one line per row, or lines in a foreign format;
//! docs/formats.md shows each. A line is read in the one of these ways that yields the right number
//! of cells:
//!
//! - adjacent symbols, spaces ignored: `53..7....`, `53. .7. ...`;
//! - adjacent symbols, a space is an empty cell;
//! - symbols or decimal numbers separated by spaces, tabs, commas or semicolons: `5 3 _ _ 7`,
//!   `12,0,3`, `5;3;;;7`;
//! - symbols, numbers or nothing between bars: `| . . 7 | ... |`, `||   | 2 || 9 |`.
//!
//! Rules (`+---+`, `*-----*`, `||===|===||`), empty lines and text after a `#` are skipped. A
//! one-line puzzle also ends at a tab, a comma or, from 81 cells on, a space. A heading `Grid 01`
//! starts a puzzle. Brackets, braces and quotes, which programs write around values, are space.
//! Lines end at `\n`, `\r\n` or `\r`.
//!
//! Where two interpretations are possible, that page says which one is always taken. If nothing
//! else reads a line, it may have a puzzle among words, or in its first 81 characters as DuPree's
//! solver counts them; words above a grid are its note. For [`puzzles`] and [`Puzzle::parse`] such
//! lines are errors.

mod csv;
mod detect;
mod error;
mod fast;
mod format;
mod json;
mod library;
mod line;
mod loose;
mod marks;
mod markup;
mod piece;
mod reader;
mod refused;
mod rows;
mod sections;
mod source;
mod window;

pub use error::{ParseError, ParseErrorKind};
pub use format::{Format, UnknownFormat};
pub use reader::{ParsedPuzzle, ReadError, Reader};
pub use window::foreign;

use std::io::Cursor;

use crate::{Grid, Puzzle};
use rows::Shape;

/// Iterator over the puzzles of a text, each with its first line, from 1; see [`puzzles`].
#[derive(Clone, Debug)]
pub struct Puzzles {
    reader: Reader<Cursor<String>>,
}

/// Reads every puzzle of a text: one-line puzzles, drawn ones, or a mixture.
///
/// As [`Reader`] without a format, with two differences: the rules that accept any line are not
/// used, and candidates are errors, since they would be lost.
///
/// ```
/// let text = "# two of 4x4\n...3..4114..3...\n1..4..1..3..4..3\n";
/// let lines: Vec<usize> = reference::puzzles(text).map(|found| found.unwrap().0).collect();
/// assert_eq!(lines, [2, 3]);
/// ```
pub fn puzzles(text: &str) -> Puzzles {
    Puzzles { reader: Reader::strict(Cursor::new(text.to_owned()), Shape::Any) }
}

/// As [`puzzles`], for bytes that may not be text.
///
/// # Errors
///
/// If the bytes are not UTF-8; other errors are reported for each puzzle.
pub fn puzzles_bytes(bytes: &[u8]) -> Result<Puzzles, ParseError> {
    text(bytes).map(puzzles)
}

impl Iterator for Puzzles {
    type Item = Result<(usize, Puzzle), ParseError>;

    fn next(&mut self) -> Option<Self::Item> {
        let found = self.reader.next()?;
        Some(found.map_err(|error| error.error).and_then(givens))
    }
}

/// Line and puzzle, or an error if candidates would be lost.
fn givens(found: ParsedPuzzle) -> Result<(usize, Puzzle), ParseError> {
    match found.candidates {
        None => Ok((found.line, found.puzzle)),
        Some(_) => {
            let kind = ParseErrorKind::Candidates;
            Err(ParseError { line: found.line, column: 1, kind })
        }
    }
}

/// The only grid of a text.
pub(crate) fn one(text: &str) -> Result<Grid, ParseError> {
    let reader = Reader::strict(Cursor::new(text.to_owned()), Shape::Single);
    let dashed = reader.clone().with_dashes_as_cells();
    only(reader).or_else(|error| only(dashed).map_err(|_| error))
}

fn only(mut reader: Reader<Cursor<String>>) -> Result<Grid, ParseError> {
    let empty = ParseError { line: 1, column: 1, kind: ParseErrorKind::Empty };
    let found = reader.next().unwrap_or(Err(ReadError { error: empty, text: String::new() }));
    let (_, puzzle) = givens(found.map_err(|error| error.error)?)?;
    if let Some(line) = reader.next_start() {
        return Err(line.unfit().unwrap_or_else(|| line.error(1, ParseErrorKind::Second)));
    }
    match reader.next() {
        None => Ok(puzzle.givens().clone()),
        Some(Ok(second)) => {
            Err(ParseError { line: second.line, column: 1, kind: ParseErrorKind::Second })
        }
        Some(Err(error)) => Err(error.error),
    }
}

/// Converts bytes to text.
pub(crate) fn text(bytes: &[u8]) -> Result<&str, ParseError> {
    std::str::from_utf8(bytes).map_err(|error| {
        let (before, rest) = bytes.split_at(error.valid_up_to());
        let before = String::from_utf8_lossy(before).replace("\r\n", "\n").replace('\r', "\n");
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        ParseError {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            kind: ParseErrorKind::NotText { byte: rest.first().copied().unwrap_or(0) },
        }
    })
}

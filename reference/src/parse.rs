//! Reading puzzles: one detector for every format.
//!
//! A text is lines; a puzzle is either one line with all its cells or as many lines as it has rows.
//! A line gives its cells in one of these ways, whichever makes the count right:
//!
//! - symbols side by side, spaces left out: `53..7....`, `53. .7. ...`;
//! - symbols side by side, a space being an empty cell;
//! - symbols or decimal numbers with spaces, tabs or commas between: `5 3 _ _ 7`, `12,0,3`;
//! - symbols, numbers or nothing between bars: `| . . 7 | ... |`, `||   | 2 || 9 |`.
//!
//! Lines of rules (`+---+`, `*-----*`, `||===|===||`), empty lines and whatever follows a `#` are
//! passed over; a one-line puzzle also ends at a tab, a comma or, from 81 cells on, a space. A
//! heading `Grid 01` starts a puzzle.
//!
//! Three things cannot be told apart by looking. Sixteen lines of sixteen symbols are one 16x16
//! puzzle, but sixteen 4x4 puzzles where [`puzzles`] sees no digit above 4. A line of nothing but
//! `-` is a rule unless `-` stands for empty cells elsewhere, or nothing else makes the text one
//! grid. A line of nothing but spaces is no first row.

mod error;
mod line;
mod rows;

pub use error::{ParseError, ParseErrorKind};

use crate::{Grid, Puzzle};
use line::Line;
use rows::Reader;

/// The puzzles of a text, each with the number of its first line, from 1; see [`puzzles`].
#[derive(Clone, Debug)]
pub struct Puzzles {
    reader: Reader,
}

/// Reads every puzzle of a text: one-line puzzles, drawn ones, or several kinds in turn.
///
/// After a broken one-line puzzle the next line is read, after a broken drawing what follows the
/// next empty line or heading.
///
/// ```
/// let text = "# two of 4x4\n...3..4114..3...\n1..4..1..3..4..3\n";
/// let lines: Vec<usize> = reference::puzzles(text).map(|found| found.unwrap().0).collect();
/// assert_eq!(lines, [2, 3]);
/// ```
pub fn puzzles(text: &str) -> Puzzles {
    Puzzles { reader: Reader::new(lines(text), false) }
}

/// As [`puzzles`], for bytes that may not be text.
///
/// # Errors
///
/// When the bytes are not UTF-8; what else is wrong is said puzzle by puzzle.
pub fn puzzles_bytes(bytes: &[u8]) -> Result<Puzzles, ParseError> {
    text(bytes).map(puzzles)
}

impl Iterator for Puzzles {
    type Item = Result<(usize, Puzzle), ParseError>;

    fn next(&mut self) -> Option<Self::Item> {
        let found = self.reader.next_grid()?;
        Some(found.map(|(line, grid)| (line, grid.into())))
    }
}

/// The only grid of a text.
pub(crate) fn one(text: &str) -> Result<Grid, ParseError> {
    let reader = Reader::new(lines(text), true);
    let dashed = reader.clone().with_dashes_as_cells();
    only(reader).or_else(|error| only(dashed).map_err(|_| error))
}

fn only(mut reader: Reader) -> Result<Grid, ParseError> {
    let empty = ParseError { line: 1, column: 1, kind: ParseErrorKind::Empty };
    let (_, grid) = reader.next_grid().unwrap_or(Err(empty))?;
    match reader.next_start() {
        None => Ok(grid),
        Some(line) => Err(line.unfit().unwrap_or_else(|| line.error(1, ParseErrorKind::Second))),
    }
}

/// The text of bytes, for the parsers that read text.
pub(crate) fn text(bytes: &[u8]) -> Result<&str, ParseError> {
    std::str::from_utf8(bytes).map_err(|error| {
        let (before, rest) = bytes.split_at(error.valid_up_to());
        let before = String::from_utf8_lossy(before);
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        ParseError {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            kind: ParseErrorKind::NotText { byte: rest.first().copied().unwrap_or(0) },
        }
    })
}

/// The lines of a text, without a byte order mark and the padding of old file systems.
fn lines(text: &str) -> Vec<Line> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let text = text.trim_end_matches(['\0', '\x03', '\x0c', '\x1a', '\r', '\n']);
    text.split('\n')
        .enumerate()
        .map(|(index, line)| Line::new(index + 1, line.strip_suffix('\r').unwrap_or(line)))
        .collect()
}

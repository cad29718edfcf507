//! Rules that pass over most of what they see: Norvig's and that of DuPree's solver.

use super::error::{ParseError, ParseErrorKind};
use super::line::Line;
use super::piece::Piece;
use super::rows;
use crate::{Grid, Size, dupree};

/// Cells of the one size these rules know.
const CELLS: usize = Size::Nine.cells();

/// Reads a line as version 1.20 of DuPree's solver does, byte by byte: see [`dupree::cells`].
pub(super) fn dupree_line(number: usize, line: &[u8]) -> Result<Grid, ParseError> {
    let error = |kind| {
        let column = String::from_utf8_lossy(line).chars().count() + 1;
        ParseError { line: number, column, kind }
    };
    let Some(cells) = dupree::cells(line) else {
        return Err(error(ParseErrorKind::ShortLine { found: line.len() }));
    };
    match cells.iter().filter(|&&digit| digit != 0).count() {
        dupree::FEWEST_GIVENS.. => Ok(rows::grid_of(cells.to_vec())),
        found => Err(error(ParseErrorKind::FewGivens { found })),
    }
}

/// Whether a line nothing else reads may be meant for that rule.
///
/// Its 81 characters have to be plain and end there or at something that parts fields, lest a puzzle
/// behind a number or a name be read from the wrong place. Rows of drawings and of words are none.
pub(super) fn may_be_dupree(line: &Line) -> bool {
    let text = line.raw.trim_end();
    let ends = |next: &u8| matches!(next, b' ' | b'\t' | b',' | b';' | b':' | b'#' | b'|');
    let is_plain = |byte: &u8| matches!(byte, b' '..=b'~') && *byte != b'|';
    text.as_bytes().get(CELLS).is_none_or(ends)
        && text.bytes().take(CELLS).all(|byte| is_plain(&byte))
        && Size::from_side(line.words_between_bars().len()).is_none()
}

/// Reads digits and dots until there are 81.
///
/// Lines without any part puzzles, so a puzzle that is too short or too long is noticed.
pub(super) fn norvig(lines: &[Line]) -> Result<Piece, ParseError> {
    let mut grid = Grid::empty(Size::Nine);
    let mut found = 0;
    let mut last = None;
    for (index, line) in lines.iter().enumerate() {
        if let Some(fault) = line.fault {
            return Err(fault);
        }
        let kept: Vec<char> =
            line.raw.chars().filter(|&c| c == '.' || c.is_ascii_digit()).collect();
        if kept.is_empty() && found > 0 {
            break;
        }
        for (symbol, cell) in kept.iter().zip(found..CELLS) {
            grid.set(cell, symbol.to_digit(10).unwrap_or(0) as u8);
        }
        found += kept.len();
        last = Some(line);
        if found == CELLS {
            return Ok(Piece::of(grid, index + 1));
        }
        if found > CELLS {
            break;
        }
    }
    let kind = ParseErrorKind::CellCount { found, size: Size::Nine };
    let place = last.map_or((1, 1), |line| (line.number, line.raw.chars().count() + 1));
    Err(ParseError { line: place.0, column: place.1, kind })
}

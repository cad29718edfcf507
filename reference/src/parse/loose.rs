//! Tolerant rules: Norvig's, that of DuPree's solver, and a puzzle among words.

use super::error::{ParseError, ParseErrorKind};
use super::line::{Line, some_text};
use super::piece::Piece;
use super::rows;
use crate::{Grid, Size, dupree, is_blank, value};

/// Number of cells of the only size of these rules.
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

/// Whether that rule may read a line that nothing else reads.
///
/// Its 81 characters must be plain and be followed by the end or a separator of fields; otherwise a
/// puzzle after a number or a name might be read from the wrong column. Rows of drawings and of
/// words are excluded.
pub(super) fn may_be_dupree(line: &Line) -> bool {
    let text = line.raw.trim_end();
    let ends = |next: &u8| matches!(next, b' ' | b'\t' | b',' | b';' | b':' | b'#' | b'|');
    let is_plain = |byte: &u8| matches!(byte, b' '..=b'~') && *byte != b'|';
    text.as_bytes().get(CELLS).is_none_or(ends)
        && text.bytes().take(CELLS).all(|byte| is_plain(&byte))
        && Size::from_side(line.words_between_bars().len()).is_none()
}

/// Reads the first word of a line that is a 9x9 puzzle, at any column.
///
/// Words are adjacent symbols and letters. This one has digits and one symbol for empty cells, and
/// at least the number of givens that DuPree's solver needs. The text around it is the note.
pub(super) fn parted(line: &Line) -> Option<Piece> {
    let is_part = |c: char| c.is_alphanumeric() || is_blank(c) && c != ' ';
    let text = line.text();
    if text.contains(|c: char| c.is_control() && c != '\t') {
        return None;
    }
    let words = text.split(|c| !is_part(c)).filter(|word| word.len() == CELLS);
    let (word, digits) = words.filter_map(|word| Some((word, cells(word)?))).next()?;
    let (before, after) = text.split_once(word)?;
    let said = |part: &str| part.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    let note = some_text(&format!("{} {}", said(before), said(after)));
    Some(Piece::of(rows::grid_of(digits), 1).with_note(note))
}

/// The cells of a word with enough givens.
fn cells(word: &str) -> Option<Vec<u8>> {
    let blank = word.chars().find(|c| !matches!(c, '1'..='9'));
    let fits = |c| matches!(c, '1'..='9') || Some(c) == blank && is_blank(c);
    let digits = || word.chars().filter_map(value).collect::<Vec<u8>>();
    let has_enough = |cells: &Vec<u8>| {
        cells.iter().filter(|&&digit| digit != 0).count() >= dupree::FEWEST_GIVENS
    };
    word.chars().all(fits).then(digits).filter(has_enough)
}

/// Reads digits and dots until there are 81.
///
/// Lines without any separate puzzles, so a puzzle that is too short or too long is detected.
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

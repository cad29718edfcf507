//! Formats with candidates: drawn grids of pencil marks, .sdx, Sukaku lines.

use super::error::{ParseError, ParseErrorKind};
use super::line::{Cell, Line};
use super::piece::Piece;
use super::rows::{self, Spacing};
use crate::{Candidates, Grid, Size, is_blank, value};

/// Meaning of a word in a grid of candidates.
#[derive(Clone, Copy)]
struct Mark {
    mask: u32,
    /// The digit was placed by a player: .sdx writes `u5`.
    is_placed: bool,
}

/// Reads a row of words for every row of cells; each word has the candidates of a cell.
///
/// A word of one digit is a given. Unless `lax`, some word must have more digits, since any other
/// grid has one symbol per cell; blank symbols, which have no candidate, are errors.
pub(super) fn take(lines: &[Line], lax: bool) -> Result<Piece, ParseError> {
    let first = lines.first().map_or(0, |line| line.words_between_bars().len());
    let size = Size::from_side(first);
    match size {
        Some(size) => take_rows(lines, size, lax),
        None => {
            let size = rows::nearest(first, Size::side);
            let kind = ParseErrorKind::RowWidth { found: first, size };
            Err(lines
                .first()
                .map_or(ParseError { line: 1, column: 1, kind }, |line| at_end(line, kind)))
        }
    }
}

fn take_rows(lines: &[Line], size: Size, lax: bool) -> Result<Piece, ParseError> {
    let mut marks = Vec::with_capacity(size.cells());
    let mut spacing = Spacing::new(size);
    let mut last = 0;
    for (index, line) in lines.iter().enumerate() {
        let is_over = spacing.rows == size.side() || line.is_heading();
        if is_over || line.is_blank() && !spacing.allows_blank() {
            break;
        }
        if !line.is_empty() && !line.is_rule() {
            marks.extend(row(line, size, lax)?);
            spacing.row();
            last = index;
        }
    }
    if marks.len() < size.cells() {
        let kind = ParseErrorKind::RowCount { found: marks.len() / size.side(), size };
        return Err(at_end(&lines[last], kind));
    }
    if !lax && marks.iter().all(|mark| mark.mask.is_power_of_two()) {
        return Err(lines[0].error(1, ParseErrorKind::Expected("a cell with several candidates")));
    }
    let frame = lines.get(last + 1).is_some_and(Line::is_rule);
    Ok(of_marks(size, &marks, last + 1 + usize::from(frame)))
}

fn row(line: &Line, size: Size, lax: bool) -> Result<Vec<Mark>, ParseError> {
    if let Some(fault) = line.fault {
        return Err(fault);
    }
    let words = line.words_between_bars();
    if words.len() != size.side() {
        let kind = ParseErrorKind::RowWidth { found: words.len(), size };
        return Err(at_end(line, kind));
    }
    words.into_iter().map(|(column, word)| mark(line, column, word, size, lax)).collect()
}

fn mark(
    line: &Line,
    column: usize,
    word: &[char],
    size: Size,
    lax: bool,
) -> Result<Mark, ParseError> {
    let (is_placed, word, column) = match word {
        ['u', digits @ ..] => (true, digits, column + 1),
        ['(', digits @ .., ')'] => (false, digits, column + 1),
        digits => (false, digits, column),
    };
    if lax && word.len() == 1 && is_blank(word[0]) {
        return Ok(Mark { mask: 0, is_placed });
    }
    let mut mask = 0;
    for (offset, &symbol) in word.iter().enumerate() {
        let bad = ParseErrorKind::BadCharacter { found: symbol };
        let digit = value(symbol).filter(|&digit| digit != 0);
        let digit = digit.ok_or_else(|| line.error(column + offset, bad))?;
        mask |= bit(line, Cell { column: column + offset, value: digit }, size)?;
    }
    if is_placed && !u32::is_power_of_two(mask) {
        return Err(line.error(column, ParseErrorKind::Expected("the one digit placed here")));
    }
    Ok(Mark { mask, is_placed })
}

/// Bit of a digit, if the size has it.
fn bit(line: &Line, cell: Cell, size: Size) -> Result<u32, ParseError> {
    if usize::from(cell.value) > size.side() {
        return Err(line.error(cell.column, ParseErrorKind::TooLarge { value: cell.value, size }));
    }
    Ok(1 << (cell.value - 1))
}

fn of_marks(size: Size, marks: &[Mark], lines: usize) -> Piece {
    let mut givens = Grid::empty(size);
    for (cell, mark) in marks.iter().enumerate() {
        if mark.mask.is_power_of_two() && !mark.is_placed {
            givens.set(cell, mark.mask.trailing_zeros() as u8 + 1);
        }
    }
    let candidates = Candidates::of_checked(size, marks.iter().map(|mark| mark.mask).collect());
    Piece::of(givens, lines).with_candidates(candidates)
}

/// Reads a line with one symbol per digit for each cell: 729 for 9x9.
///
/// A digit is a candidate of its cell at any position among them; blank symbols fill the rest.
/// Returns `None` for other lines.
pub(super) fn sukaku(line: &Line) -> Option<Result<Piece, ParseError>> {
    let symbols = line.symbols_of_line()?;
    let size = Size::ALL.into_iter().find(|size| size.cells() * size.side() == symbols.len())?;
    let marks: Result<Vec<Mark>, ParseError> = symbols
        .chunks(size.side())
        .map(|cell| {
            let digits = cell.iter().filter(|digit| digit.value != 0);
            let mask = digits
                .map(|&digit| bit(line, digit, size))
                .try_fold(0, |mask, bit| Ok(mask | bit?));
            Ok(Mark { mask: mask?, is_placed: false })
        })
        .collect();
    Some(marks.map(|marks| of_marks(size, &marks, 1)))
}

fn at_end(line: &Line, kind: ParseErrorKind) -> ParseError {
    line.unfit().unwrap_or_else(|| line.error(line.end(), kind))
}

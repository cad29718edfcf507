//! Formats with one line of fields: HoDoKu's library, gsf's taxonomy.

use super::error::{ParseError, ParseErrorKind};
use super::line::{Line, some_text};
use super::piece::Piece;
use crate::{Candidates, Grid, Size, value};

/// A field of a line and its first column, from 1.
pub(super) type Field<'t> = (usize, &'t str);

/// Whether the line looks like HoDoKu's: fields between colons, or cells with `+` before them.
pub(super) fn is_hodoku(line: &Line) -> bool {
    let text = line.text().trim();
    let colons = text.matches(':').count();
    text.starts_with(':') && colons >= 4 && !line.is_rule()
        || (colons == 1 || text.contains('+'))
            && text.split(':').next().is_some_and(|grid| cells_in(grid) == Size::Nine.cells())
}

fn cells_in(grid: &str) -> usize {
    if !grid.chars().all(|c| c == '+' || c == '.' || c.is_ascii_digit()) {
        return 0;
    }
    grid.chars().filter(|&c| c != '+').count()
}

/// Reads `:technique:candidates:cells:deleted candidates:...`, or from the cells on.
///
/// `+` precedes a digit that was placed and is not a given; a deleted candidate is three digits:
/// digit, row, column. The fields after them, results of a technique, are skipped.
pub(super) fn hodoku(line: &Line) -> Result<Piece, ParseError> {
    let fields = fields(line.text(), ':');
    let start = if line.text().trim_start().starts_with(':') { 3 } else { 0 };
    let missing = || {
        line.error(line.text().chars().count() + 1, ParseErrorKind::Expected("the field of cells"))
    };
    let cells = fields.get(start).ok_or_else(missing)?;
    let (grid, placed) = library_cells(line, *cells)?;
    let mut masks = Candidates::of(&grid.clone().into()).masks().to_vec();
    for (cell, digit) in placed.iter().enumerate().filter(|(_, digit)| **digit != 0) {
        masks[cell] = 1 << (digit - 1);
    }
    let deleted = fields.get(start + 1).copied().unwrap_or((1, ""));
    let any = delete(line, deleted, &mut masks)? || placed.iter().any(|&digit| digit != 0);
    let candidates = any.then(|| Candidates::of_checked(Size::Nine, masks));
    let technique = fields.get(1).filter(|_| start == 3).map_or("", |field| field.1.trim());
    let note = match fields.get(2).filter(|_| start == 3).map(|field| field.1.trim()) {
        _ if technique == "0000" || technique.is_empty() => None,
        Some(digits) => some_text(&format!("{technique} {digits}")),
        None => Some(technique.to_owned()),
    };
    Ok(Piece::of(grid, 1).with_candidates(candidates).with_note(note))
}

/// Givens, and placed digits.
fn library_cells(line: &Line, (start, text): Field) -> Result<(Grid, [u8; 81]), ParseError> {
    let mut grid = Grid::empty(Size::Nine);
    let mut placed = [0; 81];
    let (mut cell, mut is_placed) = (0, false);
    for (offset, symbol) in text.chars().enumerate().filter(|(_, c)| !c.is_whitespace()) {
        if symbol == '+' {
            is_placed = true;
            continue;
        }
        let bad = ParseErrorKind::BadCharacter { found: symbol };
        let digit = value(symbol).ok_or_else(|| line.error(start + offset, bad))?;
        if digit > 9 {
            let kind = ParseErrorKind::TooLarge { value: digit, size: Size::Nine };
            return Err(line.error(start + offset, kind));
        }
        match cell {
            81.. => {}
            _ if is_placed => placed[cell] = digit,
            _ => grid.set(cell, digit),
        }
        is_placed = false;
        cell += 1;
    }
    match cell {
        81 => Ok((grid, placed)),
        found => {
            let kind = ParseErrorKind::CellCount { found, size: Size::Nine };
            Err(line.error(start + text.chars().count(), kind))
        }
    }
}

/// Removes the deleted candidates from the masks; returns whether there were any.
fn delete(line: &Line, (start, text): Field, masks: &mut [u32]) -> Result<bool, ParseError> {
    let mut any = false;
    for (offset, word) in fields(text, ' ').into_iter().filter(|field| !field.1.is_empty()) {
        let digit_of =
            |c: char| c.to_digit(10).filter(|&digit| digit != 0).map(|digit| digit as usize);
        let digits: Option<Vec<usize>> = word.chars().map(digit_of).collect();
        let Some(&[digit, row, column]) = digits.as_deref() else {
            let kind =
                ParseErrorKind::Expected("three digits: a candidate, its row and its column");
            return Err(line.error(start + offset - 1, kind));
        };
        masks[(row - 1) * 9 + column - 1] &= !(1 << (digit - 1));
        any = true;
    }
    Ok(any)
}

/// Whether the line has the fields of gsf's taxonomy, with a puzzle in the fifth.
pub(super) fn is_gsf(line: &Line) -> bool {
    let fields = fields(line.text(), ',');
    fields.len() >= 7 && cells_in(fields[4].1.trim()) == Size::Nine.cells()
}

/// Reads a line of fields separated by commas: the fifth is a puzzle, the sixth its name.
pub(super) fn gsf(line: &Line) -> Result<Piece, ParseError> {
    let fields = fields(line.text(), ',');
    let missing = || {
        let column = line.text().chars().count() + 1;
        line.error(column, ParseErrorKind::Expected("seven fields, the fifth of them a puzzle"))
    };
    let field = fields.get(4).filter(|_| fields.len() >= 7).ok_or_else(missing)?;
    let (grid, _) = library_cells(line, *field)?;
    Ok(Piece::of(grid, 1).with_note(some_text(fields[5].1)))
}

/// Splits a text at separators; each part has its first column.
pub(super) fn fields(text: &str, separator: char) -> Vec<Field<'_>> {
    let mut column = 1;
    let place = |field| {
        let start = column;
        column += str::chars(field).count() + 1;
        (start, field)
    };
    text.split(separator).map(place).collect()
}

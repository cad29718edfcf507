//! Formats with several parts: .sdk with its sections, .ss with its blocks.

use super::error::{ParseError, ParseErrorKind};
use super::line::Line;
use super::marks;
use super::piece::Piece;
use super::rows::{Rows, Shape};
use crate::{Candidates, Grid, Puzzle, Size};

/// Meanings of the letter of a `#` line in .sdk.
///
/// Source: "SudoCue - File Formats", Sudoku Puzzle (.sdk).
const TAGS: [(char, &str); 7] = [
    ('A', "author"),
    ('D', "description"),
    ('C', "comment"),
    ('B', "published"),
    ('S', "source"),
    ('L', "level"),
    ('U', "url"),
];

/// Text of a .sdk comment with its letter spelt out; `None` if it does not start with one.
///
/// A lower-case letter directly after makes it a word (`#Source`), except in addresses.
pub(super) fn tagged(comment: &str) -> Option<String> {
    let mut letters = comment.chars();
    let letter = letters.next()?;
    let (_, name) = TAGS.into_iter().find(|(tag, _)| *tag == letter)?;
    let text = letters.as_str();
    let is_word = text.starts_with(|c: char| c.is_ascii_lowercase()) && !text.starts_with("http");
    (!is_word).then(|| format!("{name}: {}", text.trim()))
}

/// Reads `[Puzzle]` and its rows, or only the rows, and the sections after them.
///
/// The digits of `[State]` are placed. Pencil marks are a player's notes, which need not be
/// complete, and are skipped, like colours.
pub(super) fn sdk(lines: &[Line]) -> Result<Piece, ParseError> {
    let mut next = 0;
    if let Some(name) = lines.first().and_then(Line::section) {
        if !name.eq_ignore_ascii_case("puzzle") {
            return Err(
                lines[0].error(1, ParseErrorKind::Expected("[Puzzle] before other sections"))
            );
        }
        next = past_empty(lines, 1);
    }
    let (grid, end) = rows(lines, next, None)?;
    after_rows(lines, grid, end)
}

/// Reads the sections after the rows of a puzzle.
pub(super) fn after_rows(lines: &[Line], grid: Grid, end: usize) -> Result<Piece, ParseError> {
    let size = grid.size();
    let mut piece = Piece::of(grid, end);
    while let Some((name, at)) = section_after(lines, piece.lines) {
        piece.lines = at + 1;
        if name.eq_ignore_ascii_case("state") {
            let (state, end) = rows(lines, past_empty(lines, at + 1), Some(size))?;
            piece.candidates = Some(placed(&piece.puzzle, &state, &lines[at])?);
            piece.lines = end;
        } else {
            piece.lines += content(&lines[at + 1..], size);
        }
    }
    Ok(piece)
}

/// Number of lines to skip for a broken puzzle: up to its error, its other rows, its sections.
pub(super) fn lines_to_skip(lines: &[Line], up_to_error: usize) -> usize {
    let mut end = up_to_error + content(&lines[up_to_error..], Size::TwentyFive);
    while let Some((_, at)) = section_after(lines, end) {
        end = at + 1 + content(&lines[at + 1..], Size::TwentyFive);
    }
    end
}

/// The next nonempty line, if it starts a section of the same puzzle.
pub(super) fn section_after(lines: &[Line], from: usize) -> Option<(&str, usize)> {
    let at = past_empty(lines, from);
    let name = lines.get(at)?.section()?;
    (!name.eq_ignore_ascii_case("puzzle")).then_some((name, at))
}

fn past_empty(lines: &[Line], from: usize) -> usize {
    let empty = lines.iter().skip(from).take_while(|line| line.is_empty()).count();
    from + empty
}

/// Number of lines of a section that is skipped.
fn content(lines: &[Line], size: Size) -> usize {
    let belongs = |line: &&Line| !line.is_empty() && line.section().is_none();
    lines.iter().take(size.side()).take_while(belongs).count()
}

fn rows(lines: &[Line], from: usize, size: Option<Size>) -> Result<(Grid, usize), ParseError> {
    let rows = Rows::new(lines.get(from..).unwrap_or(&[]), Shape::Rows);
    let taken = size.map_or_else(|| rows.take(), |size| rows.take_rows(size));
    let taken = taken.map_err(|failure| match lines.last() {
        Some(last) if from >= lines.len() => {
            last.error(last.end(), ParseErrorKind::Expected("the rows of a puzzle"))
        }
        _ => failure.error,
    })?;
    Ok((taken.grid, from + taken.lines))
}

/// Candidates of a puzzle with some cells filled.
fn placed(puzzle: &Puzzle, state: &Grid, line: &Line) -> Result<Candidates, ParseError> {
    let mut masks = Candidates::of(puzzle).masks().to_vec();
    for (mask, &digit) in masks.iter_mut().zip(state.cells()).filter(|(_, digit)| **digit != 0) {
        *mask &= 1 << (digit - 1);
        if *mask == 0 {
            return Err(line.error(1, ParseErrorKind::Expected("a state that keeps the givens")));
        }
    }
    Ok(Candidates::of_checked(puzzle.size(), masks))
}

/// Reads the parts after a grid in .ss: an optional grid with placed digits, and pencil marks.
///
/// Returns `None` if no marks follow that keep every given: a grid without marks is the next
/// puzzle. `lax` applies to the marks, as in [`marks::take`].
pub(super) fn ss(lines: &[Line], grid: &Grid, end: usize, lax: bool) -> Option<Piece> {
    let skip_rules = |from: usize| {
        let skipped = |line: &&Line| line.is_empty() || line.is_rule();
        let start = from + lines.iter().skip(from).take_while(skipped).count();
        (start, lines.get(start..).unwrap_or(&[]))
    };
    let (start, rest) = skip_rules(end);
    let filled = Rows::new(rest, Shape::Rows).take_rows(grid.size()).ok();
    let filled = filled.map(|taken| (taken.grid, start + taken.lines));
    let filled = filled.filter(|(filled, _)| keeps(grid, filled));
    let (start, rest) = skip_rules(filled.as_ref().map_or(end, |(_, end)| *end));
    let marked = marks::take(rest, lax).ok()?;
    let candidates = marked.candidates.filter(|candidates| {
        candidates.size() == grid.size() && keeps(grid, candidates.singles().givens())
    })?;
    Some(Piece::of(grid.clone(), start + marked.lines).with_candidates(candidates))
}

/// Whether the other grid has every given.
fn keeps(puzzle: &Grid, other: &Grid) -> bool {
    let same = |(&given, &digit)| given == 0 || given == digit;
    puzzle.cells().iter().zip(other.cells()).all(same)
}

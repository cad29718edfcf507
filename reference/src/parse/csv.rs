//! Comma-separated values: a header, and puzzles in one column.

use super::error::{ParseError, ParseErrorKind};
use super::library::Field;
use super::line::{Line, some_text};
use super::piece::Piece;
use super::rows::{Rows, Shape};
use crate::Grid;

/// Names of a column of puzzles.
#[rustfmt::skip]
const NAMES: [&str; 11] = [
    "puzzle", "puzzles", "quiz", "quizzes", "sudoku", "sudokus", "givens", "question", "board",
    "problem", "unsolved",
];

/// Separator of fields, and the column of puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Table {
    pub(super) separator: char,
    /// Column from 0; `None` for the first field that is a puzzle.
    pub(super) column: Option<usize>,
}

impl Table {
    /// A table without a header.
    pub(super) const PLAIN: Self = Self { separator: ',', column: None };

    /// Parses a header, in which one field has the name of a column of puzzles.
    pub(super) fn of_header(line: &Line) -> Option<Self> {
        [',', '\t', ';'].into_iter().find_map(|separator| {
            let fields = split(line, separator).ok()?;
            let is_puzzle = |(_, name): &(usize, String)| {
                NAMES.iter().any(|known| known.eq_ignore_ascii_case(name.trim()))
            };
            let column = Some(fields.iter().position(is_puzzle)?);
            Some(Self { separator, column })
        })
    }

    /// Reads a line of the table; its other fields become the note.
    pub(super) fn record(self, line: &Line) -> Result<Piece, ParseError> {
        let fields = split(line, self.separator)?;
        let (index, grid) = match self.column {
            Some(index) => {
                let missing = || line.error(line.raw.chars().count() + 1, Self::MISSING);
                let (start, text) = fields.get(index).ok_or_else(missing)?;
                (index, puzzle(line, (*start, text))?)
            }
            None => {
                let mut read = fields.iter().enumerate();
                let found = read.find_map(|(index, (start, text))| {
                    puzzle(line, (*start, text)).ok().map(|grid| (index, grid))
                });
                found.ok_or_else(|| line.error(1, Self::MISSING))?
            }
        };
        let others = fields.iter().enumerate().filter(|(other, _)| *other != index);
        let others: Vec<&str> = others.map(|(_, (_, text))| text.trim()).collect();
        Ok(Piece::of(grid, 1).with_note(some_text(&others.join(","))))
    }

    const MISSING: ParseErrorKind = ParseErrorKind::Expected("a field with a puzzle");
}

fn puzzle(line: &Line, (start, text): Field) -> Result<Grid, ParseError> {
    let field = [Line::new(line.number, text)];
    let taken = Rows::new(&field, Shape::Line).take().map_err(|failure| ParseError {
        column: start + failure.error.column - 1,
        ..failure.error
    })?;
    Ok(taken.grid)
}

/// Fields of a line with their columns; a field may be in `"`, with `""` for a quote inside.
fn split(line: &Line, separator: char) -> Result<Vec<(usize, String)>, ParseError> {
    let mut fields = Vec::new();
    let mut chars = line.raw.trim_end_matches(['\0', '\x1a']).chars().zip(1..).peekable();
    loop {
        let column = chars.peek().map_or_else(|| line.raw.chars().count() + 1, |next| next.1);
        let mut field = (column, String::new());
        if let Some((_, quote)) = chars.next_if(|(c, _)| *c == '"') {
            field.0 = quote + 1;
            loop {
                match chars.next() {
                    Some(('"', _)) if chars.next_if(|(c, _)| *c == '"').is_none() => break,
                    Some((c, _)) => field.1.push(c),
                    None => {
                        let kind = ParseErrorKind::Expected("a second `\"` in this line");
                        return Err(line.error(quote, kind));
                    }
                }
            }
        }
        while let Some((c, _)) = chars.next_if(|(c, _)| *c != separator) {
            field.1.push(c);
        }
        fields.push(field);
        if chars.next().is_none() {
            return Ok(fields);
        }
    }
}

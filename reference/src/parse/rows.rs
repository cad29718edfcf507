//! From lines to grids: which lines belong together, and what is wrong when they do not.

use crate::{Grid, ParseError, ParseErrorKind, Size};

use super::line::{Cell, Line};

/// Longest line that may be meant as a row: 25 cells, and some by mistake.
const LONGEST_ROW: usize = 30;

/// Takes grids off the front of a text.
#[derive(Clone, Debug)]
pub(super) struct Reader {
    lines: Vec<Line>,
    next: usize,
    /// The text is meant to be one grid.
    single: bool,
    /// `-` stands for empty cells somewhere, so a line of nothing else may be a row.
    dashes_are_cells: bool,
}

/// A grid that was read, and the index of the line after it.
struct Taken {
    cells: Vec<u8>,
    next: usize,
}

/// Why the lines are no grid of some size.
struct Failure {
    /// Rows that were read before.
    rows: usize,
    error: ParseError,
}

impl Reader {
    pub(super) fn new(lines: Vec<Line>, single: bool) -> Self {
        let drawn = |line: &Line| line.has('|') || line.has('+') || line.has('=');
        let dashes_are_cells = lines.iter().any(|line| line.has('-') && line.has_digit())
            || !lines.iter().any(|line| line.has_digit() || drawn(line));
        Self { lines, next: 0, single, dashes_are_cells }
    }

    /// The same text, where a line of nothing but `-` may be a row.
    pub(super) fn with_dashes_as_cells(self) -> Self {
        Self { dashes_are_cells: true, ..self }
    }

    /// The next grid and the number of its first line.
    pub(super) fn next_grid(&mut self) -> Option<Result<(usize, Grid), ParseError>> {
        let number = self.next_start()?.number;
        match self.take() {
            Ok(taken) => {
                self.next = taken.next;
                // The cells were counted and compared with the largest digit while reading.
                Grid::from_cells(taken.cells).ok().map(|grid| Ok((number, grid)))
            }
            Err(failure) => {
                self.skip(&failure);
                Some(Err(failure.error))
            }
        }
    }

    /// The line the next grid starts with, everything before it passed over.
    pub(super) fn next_start(&mut self) -> Option<&Line> {
        while self.lines.get(self.next).is_some_and(|line| !self.may_start(line)) {
            self.next += 1;
        }
        self.lines.get(self.next)
    }

    fn may_start(&self, line: &Line) -> bool {
        let readable = || Size::ALL.iter().any(|size| reads_as(line, *size));
        !line.is_empty()
            && !line.is_heading()
            && (!line.is_rule() || self.dashes_are_cells && readable())
    }

    /// Reads the lines from here as the largest grid they can be.
    ///
    /// Rows come first, since more lines must agree on them.
    fn take(&self) -> Result<Taken, Failure> {
        let first = &self.lines[self.next];
        let mut worst: Option<Failure> = None;
        for size in Size::ALL.into_iter().rev().filter(|size| first.read(size.side()).is_some()) {
            match self.take_rows(size) {
                Ok(taken) if !self.are_whole_puzzles(&taken) => return Ok(taken),
                Ok(_) => {}
                Err(failure) => worst = Some(further(worst, failure)),
            }
        }
        if !(self.single && worst.as_ref().is_some_and(|failure| failure.rows > 1)) {
            for size in Size::ALL {
                let Some(cells) = first.read(size.cells()) else { continue };
                match digits(first, &cells, size) {
                    Ok(cells) => return Ok(Taken { cells, next: self.next + 1 }),
                    Err(error) => worst = Some(further(worst, Failure { rows: 1, error })),
                }
            }
        }
        Err(worst.unwrap_or_else(|| self.no_reading(first)))
    }

    /// Whether sixteen rows of sixteen are rather sixteen puzzles of 4x4.
    fn are_whole_puzzles(&self, taken: &Taken) -> bool {
        let largest = taken.cells.iter().max().copied().unwrap_or(0);
        let undrawn = |line: &Line| !line.has('|') && !line.has(',');
        !self.single
            && taken.cells.len() == Size::Sixteen.cells()
            && taken.next - self.next == Size::Sixteen.side()
            && usize::from(largest) <= Size::Four.side()
            && self.lines[self.next..taken.next].iter().all(undrawn)
    }

    fn take_rows(&self, size: Size) -> Result<Taken, Failure> {
        let mut cells = Vec::with_capacity(size.cells());
        let mut rows = 0;
        let mut next = self.next;
        while rows < size.side() {
            let line = self.lines.get(next).filter(|line| !line.is_heading());
            let Some(line) = line else { return Err(self.too_few_rows(next, rows, size)) };
            next += 1;
            if self.is_between_rows(line, size) {
                continue;
            }
            let row = line.read(size.side()).ok_or_else(|| self.no_row(line, rows, size))?;
            let row = digits(line, &row, size).map_err(|error| Failure { rows, error })?;
            cells.extend(row);
            rows += 1;
        }
        while self.lines.get(next).is_some_and(|line| line.is_rule() && !self.may_start(line)) {
            next += 1;
        }
        Ok(Taken { cells, next })
    }

    fn is_between_rows(&self, line: &Line, size: Size) -> bool {
        let readable = || line.read(size.side()).is_some();
        (line.is_empty() && !readable())
            || (line.is_rule() && !(self.dashes_are_cells && readable()))
    }

    fn too_few_rows(&self, end: usize, rows: usize, size: Size) -> Failure {
        let last = self.lines[..end].iter().rfind(|line| !line.is_empty());
        let (line, column) = last.map_or((1, 1), |line| (line.number, line.end()));
        let kind = ParseErrorKind::RowCount { found: rows, size };
        Failure { rows, error: ParseError { line, column, kind } }
    }

    /// What is wrong with a line that should have been a row.
    fn no_row(&self, line: &Line, rows: usize, size: Size) -> Failure {
        if is_one_line_puzzle(line) {
            return self.too_few_rows(self.index_of(line), rows, size);
        }
        let kind = ParseErrorKind::RowWidth { found: line.count(), size };
        Failure { rows, error: character_or(line, size.side(), kind) }
    }

    /// What is wrong with a first line that has no length a line may have.
    fn no_reading(&self, line: &Line) -> Failure {
        let found = line.count();
        let following = &self.lines[self.index_of(line) + 1..];
        let following = following.iter().find(|line| !line.is_empty() && !line.is_rule());
        let is_row = |line: &Line| line.has('|') || line.count() <= LONGEST_ROW;
        let (kind, expected) = if is_row(line) && following.is_some_and(is_row) {
            let size = nearest(found, Size::side);
            (ParseErrorKind::RowWidth { found, size }, size.side())
        } else {
            let size = nearest(found, Size::cells);
            (ParseErrorKind::CellCount { found, size }, size.cells())
        };
        Failure { rows: 1, error: character_or(line, expected, kind) }
    }

    fn index_of(&self, line: &Line) -> usize {
        line.number - 1
    }

    /// Goes on after a failure: past the line, and past the rows that belong to it.
    fn skip(&mut self, failure: &Failure) {
        self.next += 1;
        let whole = matches!(failure.error.kind, ParseErrorKind::CellCount { .. });
        let first = &self.lines[self.next - 1];
        if whole || is_one_line_puzzle(first) {
            return;
        }
        if failure.rows <= 1 && first.read(Size::Four.cells()).is_some() {
            return;
        }
        let goes_on = |line: &Line| {
            !line.is_empty()
                && !line.is_heading()
                && (line.has('|') || line.is_rule() || line.count() <= LONGEST_ROW)
        };
        while self.lines.get(self.next).is_some_and(goes_on) {
            self.next += 1;
        }
    }
}

/// Whether a line is too long for a row and as long as a puzzle.
fn is_one_line_puzzle(line: &Line) -> bool {
    Size::ALL[1..].iter().any(|size| line.read(size.cells()).is_some())
}

fn reads_as(line: &Line, size: Size) -> bool {
    line.read(size.side()).is_some() || line.read(size.cells()).is_some()
}

/// The failure that got further; the later one where both got as far.
fn further(before: Option<Failure>, failure: Failure) -> Failure {
    match before {
        Some(before) if before.rows > failure.rows => before,
        _ => failure,
    }
}

/// The digits of cells, none too large for the size.
fn digits(line: &Line, cells: &[Cell], size: Size) -> Result<Vec<u8>, ParseError> {
    match cells.iter().find(|cell| usize::from(cell.value) > size.side()) {
        Some(&Cell { column, value }) => {
            Err(line.error(column, ParseErrorKind::TooLarge { value, size }))
        }
        None => Ok(cells.iter().map(|cell| cell.value).collect()),
    }
}

/// The error of a wrong count, unless a bad character explains it.
fn character_or(line: &Line, expected: usize, kind: ParseErrorKind) -> ParseError {
    let end = line.end();
    let is_packed = line.count() + 1 == end;
    let column = if is_packed { end.min(expected + 1) } else { end };
    line.unfit().unwrap_or_else(|| line.error(column, kind))
}

fn nearest(count: usize, of: impl Fn(Size) -> usize) -> Size {
    let distance = |size: &Size| of(*size).abs_diff(count);
    Size::ALL.into_iter().min_by_key(distance).unwrap_or(Size::Nine)
}

//! Reads grids from lines: which lines belong together, and the errors if they do not.

use super::error::{ParseError, ParseErrorKind};
use super::line::{Cell, Line};
use crate::{Grid, Size};

/// Longest line that may be intended as a row: 25 cells, and some by mistake.
const LONGEST_ROW: usize = 30;

/// Lines that may start with a grid.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rows<'l> {
    lines: &'l [Line],
    /// Accepted shapes.
    shape: Shape,
    /// `-` is an empty cell elsewhere, so a line of only `-` may be a row.
    dashes_are_cells: bool,
}

/// Shape that lines must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// Any shape that fits.
    Any,
    /// One grid is expected, so valid first rows are not read as one-line puzzles.
    Single,
    /// One line per row.
    Rows,
    /// One line per puzzle.
    Line,
}

/// A grid that was read.
pub(super) struct ReadGrid {
    pub(super) grid: Grid,
    /// Number of lines, including rules after it.
    pub(super) lines: usize,
    /// Whether it was in one line.
    pub(super) one_line: bool,
}

/// Reason why the lines are not a grid of some size.
pub(super) struct Failure {
    /// Number of rows read before it.
    rows: usize,
    pub(super) error: ParseError,
}

impl<'l> Rows<'l> {
    pub(super) fn new(lines: &'l [Line], shape: Shape) -> Self {
        let drawn = |line: &Line| line.has('|') || line.has('+') || line.has('=');
        let dashes_are_cells = lines.iter().any(|line| line.has('-') && line.has_digit())
            || !lines.iter().any(|line| line.has_digit() || drawn(line));
        Self { lines, shape, dashes_are_cells }
    }

    /// The same lines, with a line of only `-` accepted as a row.
    pub(super) fn with_dashes_as_cells(self) -> Self {
        Self { dashes_are_cells: true, ..self }
    }

    /// Whether a grid may start in the first line.
    pub(super) fn may_start(&self) -> bool {
        self.lines.first().is_some_and(|line| self.may_be_first(line))
    }

    fn may_be_first(&self, line: &Line) -> bool {
        line.fault.is_some()
            || !line.is_empty()
                && !line.is_heading()
                && (!line.is_rule() || self.dashes_are_cells && line.may_be_cells())
    }

    /// Reads the largest grid that the lines can be.
    ///
    /// Rows come first, since more lines must agree on them.
    pub(super) fn take(&self) -> Result<ReadGrid, Failure> {
        let Some(first) = self.lines.first() else {
            return Err(self.too_few_rows(0, 0, Size::Nine));
        };
        let mut worst: Option<Failure> = None;
        for size in self.sizes_of_rows(first) {
            match self.take_rows(size).or_else(|failure| self.take_letters(size, failure)) {
                Ok(taken) if !self.are_whole_puzzles(&taken) => return Ok(taken),
                Ok(_) => {}
                Err(failure) if self.are_rows_of_sixteen(size, &failure) => {
                    return Err(Failure { rows: size.side(), ..failure });
                }
                Err(failure) => worst = Some(further(worst, failure)),
            }
        }
        let are_rows = worst.as_ref().is_some_and(|failure| failure.rows > 1);
        if self.shape != Shape::Rows && !(self.shape == Shape::Single && are_rows) {
            for size in Size::ALL {
                let Some(cells) = first.read(size.cells()) else { continue };
                let mut read = Digits::of(size);
                match read.add(first, &cells) {
                    Ok(()) => return Ok(ReadGrid { grid: read.grid(), lines: 1, one_line: true }),
                    Err(error) => worst = Some(further(worst, Failure { rows: 1, error })),
                }
            }
        }
        Err(worst.unwrap_or_else(|| self.no_reading(first)))
    }

    /// Sizes whose first row the line may be, largest first.
    fn sizes_of_rows(&self, first: &Line) -> impl Iterator<Item = Size> {
        let may = self.shape != Shape::Line;
        let fits = move |size: &Size| may && first.read(size.side()).is_some();
        Size::ALL.into_iter().rev().filter(fits)
    }

    /// Whether sixteen rows of sixteen cells are sixteen puzzles of 4x4.
    fn are_whole_puzzles(&self, taken: &ReadGrid) -> bool {
        let largest = taken.grid.cells().iter().max().copied().unwrap_or(0);
        let undrawn = |line: &Line| !line.has('|') && !line.has(',');
        self.shape == Shape::Any
            && taken.grid.size() == Size::Sixteen
            && taken.lines == Size::Sixteen.side()
            && usize::from(largest) <= Size::Four.side()
            && self.lines[..taken.lines].iter().all(undrawn)
    }

    /// Reads sixteen rows that have only letters, some of them above `G`: `A` to `P` are 1 to 16.
    fn take_letters(&self, size: Size, failure: Failure) -> Result<ReadGrid, Failure> {
        if size != Size::Sixteen || !failure.is_too_large() {
            return Err(failure);
        }
        self.take_cells(Digits::of_letters(size)).map_err(|_| failure)
    }

    /// Whether the lines are a 16x16 puzzle with a digit that is too large, and not one-line puzzles
    /// of 4x4: most of the rows have digits above 4.
    fn are_rows_of_sixteen(&self, size: Size, failure: &Failure) -> bool {
        if size != Size::Sixteen || !failure.is_too_large() {
            return false;
        }
        let is_large = |cell: &Cell| usize::from(cell.value) > Size::Four.side();
        let rows = self.lines.iter().map_while(|line| line.read(size.side())).take(size.side());
        let large: Vec<bool> = rows.map(|cells| cells.iter().any(is_large)).collect();
        large.len() == size.side() && large.iter().filter(|&&is| is).count() > size.side() / 2
    }

    /// Reads the lines as the rows of one size.
    pub(super) fn take_rows(&self, size: Size) -> Result<ReadGrid, Failure> {
        self.take_cells(Digits::of(size))
    }

    /// The same, with empty digits of that size.
    fn take_cells(&self, mut cells: Digits) -> Result<ReadGrid, Failure> {
        let size = cells.size;
        let mut spacing = Spacing::new(size);
        let mut next = 0;
        while spacing.rows < size.side() {
            let rows = spacing.rows;
            let line = self.lines.get(next).filter(|line| !line.is_heading());
            let Some(line) = line else { return Err(self.too_few_rows(next, rows, size)) };
            next += 1;
            if self.is_between_rows(line, size) {
                if line.is_blank() && !spacing.allows_blank() {
                    return Err(self.too_few_rows(next, rows, size));
                }
                continue;
            }
            let row = line.read(size.side());
            let row = row.ok_or_else(|| self.no_row(next - 1, rows, size))?;
            cells.add(line, &row).map_err(|error| Failure { rows, error })?;
            spacing.row();
        }
        let is_frame = |line: &Line| line.is_rule() && !self.may_be_first(line);
        next += usize::from(self.lines.get(next).is_some_and(is_frame));
        Ok(ReadGrid { grid: cells.grid(), lines: next, one_line: false })
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

    /// Error of a line that is not a row.
    fn no_row(&self, index: usize, rows: usize, size: Size) -> Failure {
        let line = &self.lines[index];
        if is_one_line_puzzle(line) {
            return self.too_few_rows(index, rows, size);
        }
        let kind = ParseErrorKind::RowWidth { found: line.count(), size };
        Failure { rows, error: character_or(line, size.side(), kind) }
    }

    /// Error of a first line with an impossible length.
    fn no_reading(&self, line: &Line) -> Failure {
        let found = line.count();
        let following = self.lines[1..].iter().find(|line| !line.is_empty() && !line.is_rule());
        let is_row = |line: &Line| line.has('|') || line.count() <= LONGEST_ROW;
        let rows = match self.shape {
            Shape::Any | Shape::Single => is_row(line) && following.is_some_and(is_row),
            shape => shape == Shape::Rows,
        };
        let (kind, expected) = if rows {
            let size = nearest(found, Size::side);
            (ParseErrorKind::RowWidth { found, size }, size.side())
        } else {
            let size = nearest(found, Size::cells);
            (ParseErrorKind::CellCount { found, size }, size.cells())
        };
        Failure { rows: 1, error: character_or(line, expected, kind) }
    }

    /// Number of lines to skip after a failure: the first, and the rows that belong to it.
    pub(super) fn lines_to_skip(&self, failure: &Failure) -> usize {
        let Some(first) = self.lines.first() else { return 0 };
        let may_be_row = |line: &Line| line.has('|') || line.count() <= LONGEST_ROW;
        let whole = matches!(failure.error.kind, ParseErrorKind::CellCount { .. })
            || self.shape == Shape::Line
            || !may_be_row(first)
            || first.fault.is_some()
            || is_one_line_puzzle(first)
            || failure.rows <= 1 && first.read(Size::Four.cells()).is_some();
        if whole {
            return 1;
        }
        let goes_on = |line: &&Line| {
            !line.is_empty() && !line.is_heading() && (line.is_rule() || may_be_row(line))
        };
        1 + self.lines[1..].iter().take_while(goes_on).count()
    }
}

/// Positions of empty lines between rows: between boxes, or between all rows.
///
/// An empty line elsewhere ends a grid with too few rows, so that no rows come from the next grid.
pub(super) struct Spacing {
    /// Number of rows so far.
    pub(super) rows: usize,
    order: usize,
    /// Number of rows that have an empty line before them.
    apart: usize,
    is_apart: bool,
}

impl Spacing {
    pub(super) fn new(size: Size) -> Self {
        Self { rows: 0, order: size.order(), apart: 0, is_apart: false }
    }

    /// Records an empty line; false if the grid must end here.
    pub(super) fn allows_blank(&mut self) -> bool {
        self.is_apart = self.rows > 0;
        self.rows.is_multiple_of(self.order) || self.apart + 1 == self.rows
    }

    /// Records a row.
    pub(super) fn row(&mut self) {
        self.rows += 1;
        self.apart += usize::from(std::mem::take(&mut self.is_apart));
    }
}

/// Whether a line is too long for a row and has the length of a puzzle.
fn is_one_line_puzzle(line: &Line) -> bool {
    Size::ALL[1..].iter().any(|size| line.read(size.cells()).is_some())
}

/// The failure with more rows; the later one if both have the same number.
fn further(before: Option<Failure>, failure: Failure) -> Failure {
    match before {
        Some(before) if before.rows > failure.rows => before,
        _ => failure,
    }
}

impl Failure {
    fn is_too_large(&self) -> bool {
        matches!(self.error.kind, ParseErrorKind::TooLarge { .. })
    }
}

/// Value of the letter `A`.
const FIRST_LETTER: u8 = 10;

/// Digits of a grid, as they are read.
struct Digits {
    size: Size,
    /// All digits are letters, from `A` on.
    are_letters: bool,
    digits: Vec<u8>,
    /// Cells written as `0`.
    are_zero: Vec<bool>,
}

impl Digits {
    fn of(size: Size) -> Self {
        let digits = Vec::with_capacity(size.cells());
        Self { size, are_letters: false, digits, are_zero: Vec::new() }
    }

    fn of_letters(size: Size) -> Self {
        Self { are_letters: true, ..Self::of(size) }
    }

    /// Adds the cells of a line; an error if a digit is too large for the size.
    fn add(&mut self, line: &Line, cells: &[Cell]) -> Result<(), ParseError> {
        let Self { size, are_letters, .. } = *self;
        let digit = |cell: &Cell| match cell.value {
            0 => Some(0),
            value if !are_letters => Some(value),
            value => line.is_letter(cell.column).then(|| value - FIRST_LETTER + 1),
        };
        for cell in cells {
            let fits = |&digit: &u8| usize::from(digit) <= size.side();
            let Some(digit) = digit(cell).filter(fits) else {
                let kind = ParseErrorKind::TooLarge { value: cell.value, size };
                return Err(line.error(cell.column, kind));
            };
            self.digits.push(digit);
        }
        self.are_zero.extend(cells.iter().map(|cell| cell.value == 0 && line.is_zero(cell.column)));
        Ok(())
    }

    fn grid(mut self) -> Grid {
        if self.start_from_zero() {
            let digits = self.digits.iter_mut().zip(&self.are_zero);
            digits.for_each(|(digit, is_zero)| *digit += u8::from(*digit != 0 || *is_zero));
        }
        grid_of(self.digits)
    }

    /// Whether digits are written from 0 (`0`-`F`, `0`-`O`, or numbers): another symbol is used for
    /// empty cells, the last digit of the size is absent, and a number of two digits is present.
    fn start_from_zero(&self) -> bool {
        let largest = self.digits.iter().max().copied().unwrap_or(0);
        !self.are_letters
            && (10..self.size.side()).contains(&usize::from(largest))
            && self.are_zero.contains(&true)
            && self.digits.iter().zip(&self.are_zero).any(|(digit, zero)| *digit == 0 && !zero)
    }
}

/// Error for a wrong count, unless a bad character explains it.
fn character_or(line: &Line, expected: usize, kind: ParseErrorKind) -> ParseError {
    let end = line.end();
    let is_packed = line.count() + 1 == end;
    let column = if is_packed { end.min(expected + 1) } else { end };
    line.unfit().unwrap_or_else(|| line.error(column, kind))
}

pub(super) fn nearest(count: usize, of: impl Fn(Size) -> usize) -> Size {
    let distance = |size: &Size| of(*size).abs_diff(count);
    Size::ALL.into_iter().min_by_key(distance).unwrap_or(Size::Nine)
}

/// Creates a grid of digits whose number and values were checked.
pub(super) fn grid_of(digits: Vec<u8>) -> Grid {
    Grid::from_cells(digits).expect("as many digits as a size has cells, none too large")
}

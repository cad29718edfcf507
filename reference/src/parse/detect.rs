//! Detects the format of the next lines.

use super::csv::Table;
use super::error::{ParseError, ParseErrorKind};
use super::format::Format;
use super::library;
use super::line::{Line, is_heading};
use super::loose;
use super::marks;
use super::piece::{FailedPiece, Piece};
use super::refused;
use super::rows::{ReadGrid, Rows, Shape};
use super::sections;
use crate::Size;

/// Settings of a reader.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReaderSettings {
    /// The format, or `None` for detection.
    pub(super) format: Option<Format>,
    /// Shapes that lines of cells may have.
    pub(super) shape: Shape,
    /// The rule of DuPree's solver reads lines that nothing else reads.
    pub(super) is_lenient: bool,
    /// A line of only `-` may be a row anywhere.
    pub(super) dashes_are_cells: bool,
}

/// Detector for the next lines, of which there is at least one.
pub(super) struct Detector<'l> {
    pub(super) lines: &'l [Line],
    pub(super) asked: ReaderSettings,
    /// Table that the lines belong to.
    pub(super) table: Option<Table>,
    /// Comments and headings directly before.
    pub(super) remarks: &'l [String],
}

type Detected = Result<(Format, Piece), FailedPiece>;

impl ReaderSettings {
    pub(super) fn of(format: Option<Format>) -> Self {
        let shape = match format {
            None => Shape::Any,
            Some(Format::Line | Format::Sdm) => Shape::Line,
            Some(_) => Shape::Rows,
        };
        Self { format, shape, is_lenient: format.is_none(), dashes_are_cells: false }
    }

    pub(super) fn wants(self, format: Format) -> bool {
        self.format.is_none_or(|wanted| wanted == format)
    }

    /// Whether each line is independent.
    pub(super) fn is_of_lines(self) -> bool {
        self.format.is_some_and(Format::is_of_lines)
    }

    /// Whether rules are ignored.
    pub(super) fn passes_rules(self) -> bool {
        !self.is_of_lines()
    }

    pub(super) fn rows(self, lines: &[Line]) -> Rows<'_> {
        let rows = Rows::new(lines, self.shape);
        if self.dashes_are_cells { rows.with_dashes_as_cells() } else { rows }
    }
}

impl Detector<'_> {
    /// Reads the puzzle at the start of the lines, in the requested format or any that fits.
    pub(super) fn piece(&self) -> Detected {
        let first = &self.lines[0];
        if let Some(error) = first.fault {
            return Err(FailedPiece { error, lines: 1 });
        }
        if let Some(table) = self.table {
            return in_one_line(Format::Csv, table.record(first));
        }
        let Some(format) = self.asked.format else {
            return self.any().map_err(|failed| self.explained(failed));
        };
        let (format, piece) = self.asked_for(format).map_err(|failed| self.explained(failed))?;
        if format.is_for_nine_only() && piece.puzzle.size() != Size::Nine {
            let found = piece.puzzle.cells().len();
            let kind = ParseErrorKind::CellCount { found, size: Size::Nine };
            return Err(FailedPiece { error: first.error(first.end(), kind), lines: piece.lines });
        }
        Ok((format, piece))
    }

    fn asked_for(&self, format: Format) -> Detected {
        let first = &self.lines[0];
        match format {
            Format::Hodoku => in_one_line(format, library::hodoku(first)),
            Format::Gsf => in_one_line(format, library::gsf(first)),
            Format::Sukaku => {
                let expected = ParseErrorKind::Expected("64, 729, 4096 or 15625 digits and blanks");
                let other = || Err(first.unfit().unwrap_or(first.error(first.end(), expected)));
                in_one_line(format, marks::sukaku(first).unwrap_or_else(other))
            }
            Format::Opensudoku => {
                let expected = ParseErrorKind::Expected("<opensudoku> or <game>");
                in_one_line(format, Err(first.error(1, expected)))
            }
            Format::Candidates | Format::Sdx => {
                self.in_lines(format, marks::take(self.lines, true))
            }
            Format::Sdk => self.in_lines(format, sections::sdk(self.lines)),
            Format::Norvig => loose::norvig(self.lines)
                .map(|piece| (format, piece))
                .map_err(|error| FailedPiece { error, lines: self.up_to(&error) }),
            Format::Line => self.cells().or_else(|failed| self.parted().ok_or(failed)),
            _ => self.cells(),
        }
    }

    /// Reads the first format that fits.
    ///
    /// Formats with a name in the text come first, then formats that cannot be confused, then
    /// cells, then candidates if no cells were read: candidates have stricter rules than a line of
    /// digits.
    fn any(&self) -> Detected {
        let first = &self.lines[0];
        if first.section().is_some() {
            return self.in_lines(Format::Sdk, sections::sdk(self.lines));
        }
        if let Some(what) = refused::killer(&first.raw) {
            return in_one_line(
                Format::Line,
                Err(first.error(1, ParseErrorKind::OtherRules(what))),
            );
        }
        if library::is_hodoku(first) {
            return in_one_line(Format::Hodoku, library::hodoku(first));
        }
        if library::is_gsf(first) {
            return in_one_line(Format::Gsf, library::gsf(first));
        }
        if let Some(piece) = marks::sukaku(first) {
            return in_one_line(Format::Sukaku, piece);
        }
        if first.has_uneven_words() && marks::take(self.lines, false).is_ok() {
            return self.marks();
        }
        self.cells().or_else(|failed| match marks::take(self.lines, false) {
            Ok(_) => self.marks(),
            // Its first row was one.
            Err(error) if error.line > first.number => self.marks(),
            Err(_) => self.any_line().ok_or(failed),
        })
    }

    /// The failure with its reason, if the lines are of another program or have another size.
    fn explained(&self, mut failed: FailedPiece) -> FailedPiece {
        let first = &self.lines[0];
        let is_count = matches!(
            failed.error.kind,
            ParseErrorKind::CellCount { .. }
                | ParseErrorKind::RowWidth { .. }
                | ParseErrorKind::RowCount { .. }
        );
        if let Some(what) = refused::document(&first.raw) {
            failed.error = first.error(1, ParseErrorKind::Foreign(what));
        } else if let Some(what) = refused::killer(&first.raw) {
            failed.error = first.error(1, ParseErrorKind::OtherRules(what));
        } else if let Some(side) = refused::other_side(self.lines).filter(|_| is_count) {
            failed.error = first.error(1, ParseErrorKind::OtherSize { side });
        }
        failed
    }

    fn marks(&self) -> Detected {
        let is_drawn = self.lines[0].raw.contains(['|', '{', '(']);
        let format = if is_drawn { Format::Candidates } else { Format::Sdx };
        self.in_lines(format, marks::take(self.lines, false))
    }

    /// Reads the first line by the rules that accept any line with a puzzle.
    fn any_line(&self) -> Option<(Format, Piece)> {
        let first = &self.lines[0];
        if !self.asked.is_lenient {
            return None;
        }
        self.parted().or_else(|| {
            let grid = loose::may_be_dupree(first)
                .then(|| loose::dupree_line(first.number, first.raw.as_bytes()).ok())??;
            Some((Format::DuPree, Piece::of(grid, 1)))
        })
    }

    /// Reads the puzzle among the words of the first line.
    fn parted(&self) -> Option<(Format, Piece)> {
        loose::parted(&self.lines[0]).map(|piece| (Format::Line, piece))
    }

    /// Reads a grid in rows or in one line, and the parts after it.
    fn cells(&self) -> Detected {
        let rows = self.asked.rows(self.lines);
        let ReadGrid { grid, lines: end, one_line } = rows.take().map_err(|failure| {
            FailedPiece { lines: rows.lines_to_skip(&failure), error: failure.error }
        })?;
        let first = &self.lines[0];
        if one_line {
            let note = first.note_after(grid.size().cells());
            let format = self.asked.format.unwrap_or(Format::Line);
            return Ok((format, Piece::of(grid, end).with_note(note)));
        }
        let is_drawn = first.has('|');
        if is_drawn && self.asked.wants(Format::Ss) {
            let lax = self.asked.format.is_some();
            if let Some(piece) = sections::ss(self.lines, &grid, end, lax) {
                return self.in_lines(Format::Ss, Ok(piece));
            }
        }
        if !is_drawn && self.asked.format.is_none() && self.is_sdk(end) {
            return self.in_lines(Format::Sdk, sections::after_rows(self.lines, grid, end));
        }
        let is_headed = self.remarks.first().is_some_and(|remark| is_heading(remark));
        let look = || if is_headed && !is_drawn { Format::Euler } else { first.look() };
        let format = self.asked.format.unwrap_or_else(look);
        self.in_lines(format, Ok(Piece::of(grid, end)))
    }

    /// Whether rows have the comments of .sdk before them, or its sections after them.
    fn is_sdk(&self, end: usize) -> bool {
        sections::section_after(self.lines, end).is_some()
            || self.remarks.iter().any(|remark| sections::tagged(remark).is_some())
    }

    /// A puzzle of several lines, with the remarks before it as its note.
    fn in_lines(&self, format: Format, piece: Result<Piece, ParseError>) -> Detected {
        let piece = piece.map_err(|error| {
            let lines = sections::lines_to_skip(self.lines, self.up_to(&error));
            FailedPiece { error, lines }
        })?;
        let said = |remark: &String| match sections::tagged(remark) {
            Some(text) if format == Format::Sdk => text,
            _ => remark.trim().to_owned(),
        };
        let remarks: Vec<String> = self.remarks.iter().map(said).collect();
        let note = (!remarks.is_empty()).then(|| remarks.join("; "));
        Ok((format, piece.with_note(note)))
    }

    /// Number of lines up to the line with an error.
    fn up_to(&self, error: &ParseError) -> usize {
        self.lines.iter().take_while(|line| line.number <= error.line).count().max(1)
    }
}

/// A puzzle of one line, or an error in only that line.
fn in_one_line(format: Format, piece: Result<Piece, ParseError>) -> Detected {
    piece.map(|piece| (format, piece)).map_err(|error| FailedPiece { error, lines: 1 })
}

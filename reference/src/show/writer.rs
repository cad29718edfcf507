//! Writes puzzles one after the other.

use std::fmt;

use super::marks;
use crate::{Candidates, Format, Grid, Layout, Place, Puzzle, Size};

/// One puzzle to write.
#[derive(Clone, Copy, Debug)]
pub struct Record<'r> {
    /// The givens.
    pub puzzle: &'r Puzzle,
    /// Candidates, if givens are not enough; of the same size.
    pub candidates: Option<&'r Candidates>,
    /// Solutions, for formats that can hold them (CSV).
    pub solutions: &'r [Grid],
    /// A name or comment, for formats that can hold it.
    ///
    /// It is a comment in lines, drawings and .sdk, and a note in OpenSudoku; the formats of other
    /// programs have none.
    pub note: Option<&'r str>,
}

/// Writes puzzles in one format: [`begin`](Self::begin), any number of [`record`](Self::record),
/// [`end`](Self::end).
///
/// [`Reader`](crate::Reader) reads the output as the same puzzles.
///
/// ```
/// # use reference::{Format, Puzzle, Record, Writer};
/// let puzzle = Puzzle::parse("...3..4114..3...").unwrap();
/// let mut text = String::new();
/// let mut writer = Writer::new(Format::Csv)?;
/// writer.begin(&mut text)?;
/// writer.record(&mut text, &Record::new(&puzzle))?;
/// writer.end(&mut text)?;
/// assert_eq!(text, "puzzle,solution\n...3..4114..3...,\n");
/// # Ok::<(), reference::WriteError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Writer {
    format: Format,
    records: u64,
}

/// Reason why a puzzle was not written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteError {
    /// The format can only be read.
    OnlyRead(Format),
    /// The format cannot hold this size.
    Size {
        /// The format.
        format: Format,
        /// The size of the puzzle.
        size: Size,
    },
    /// The format cannot hold candidates.
    Candidates(Format),
    /// A cell's candidates do not include its given digit.
    Given(Place),
    /// The output failed.
    Output,
}

impl<'r> Record<'r> {
    /// Creates a record of a puzzle only.
    pub fn new(puzzle: &'r Puzzle) -> Self {
        Self { puzzle, candidates: None, solutions: &[], note: None }
    }

    /// The note in one line, without characters that would end or change it.
    fn remark(&self) -> Option<String> {
        let text: String = self.note?.split(char::is_control).collect::<Vec<_>>().join(" ");
        (!text.trim().is_empty()).then(|| text.trim().to_owned())
    }
}

impl Writer {
    /// Creates a writer of a format.
    ///
    /// # Errors
    ///
    /// If the format can only be read: [`Format::is_written`].
    pub fn new(format: Format) -> Result<Self, WriteError> {
        if !format.is_written() {
            return Err(WriteError::OnlyRead(format));
        }
        Ok(Self { format, records: 0 })
    }

    /// Writes the text before all puzzles.
    ///
    /// # Errors
    ///
    /// If the output fails.
    pub fn begin(&mut self, out: &mut impl fmt::Write) -> Result<(), WriteError> {
        match self.format {
            Format::Csv => writeln!(out, "puzzle,solution")?,
            Format::Opensudoku => {
                out.write_str("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n")?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Writes one puzzle.
    ///
    /// # Errors
    ///
    /// If the format cannot hold this size or candidates, or the output fails.
    pub fn record(
        &mut self,
        out: &mut impl fmt::Write,
        record: &Record<'_>,
    ) -> Result<(), WriteError> {
        self.check(record)?;
        self.records += 1;
        let drawn = |layout| record.puzzle.show(layout);
        self.head(out, record)?;
        match self.format {
            Format::Rows => write!(out, "{}", drawn(Layout::Rows))?,
            Format::Numbers => write!(out, "{}", drawn(Layout::Numbers))?,
            Format::Grid => write!(out, "{}", drawn(Layout::Plain))?,
            Format::Tight => write!(out, "{}", drawn(Layout::Tight))?,
            Format::Ruled => write!(out, "{}", drawn(Layout::Ruled))?,
            Format::Box => write!(out, "{}", drawn(Layout::Box))?,
            Format::Euler => {
                writeln!(out, "Grid {:02}", self.records)?;
                write!(out, "{}", drawn(Layout::Rows).blank('0'))?;
            }
            Format::Candidates => out.write_str(&marks::grid(&record.all()))?,
            Format::Sdx => out.write_str(&marks::sdx(record.puzzle, &record.all()))?,
            Format::Sukaku => writeln!(out, "{}", marks::sukaku(&record.all()))?,
            Format::Ss => out.write_str(&marks::ss(record.puzzle, record.candidates))?,
            Format::Hodoku => writeln!(out, "{}", marks::hodoku(record.puzzle, &record.all()))?,
            Format::Sdk => write!(out, "[Puzzle]\n{}", drawn(Layout::Rows))?,
            Format::Sdm => writeln!(out, "{}", drawn(Layout::Line).blank('0'))?,
            Format::Opensudoku => game(out, record)?,
            Format::Csv => fields(out, record)?,
            Format::Line | Format::Gsf | Format::Norvig | Format::DuPree => line(out, record)?,
        }
        Ok(())
    }

    /// Writes the text after all puzzles.
    ///
    /// # Errors
    ///
    /// If the output fails.
    pub fn end(&mut self, out: &mut impl fmt::Write) -> Result<(), WriteError> {
        match self.format {
            Format::Opensudoku => Ok(out.write_str("</opensudoku>\n")?),
            _ => Ok(()),
        }
    }

    fn check(&self, record: &Record<'_>) -> Result<(), WriteError> {
        let (format, size) = (self.format, record.puzzle.size());
        if size != Size::Nine && format.is_for_nine_only() {
            return Err(WriteError::Size { format, size });
        }
        match record.candidates {
            Some(_) if !format.has_candidates() => Err(WriteError::Candidates(format)),
            Some(candidates) => match lost_given(record.puzzle, candidates) {
                Some(cell) => Err(WriteError::Given(size.place(cell))),
                None => Ok(()),
            },
            None => Ok(()),
        }
    }

    /// Writes the text before a puzzle of several lines: an empty line after the last, its note.
    fn head(&self, out: &mut impl fmt::Write, record: &Record<'_>) -> fmt::Result {
        if self.format.is_of_lines() {
            return Ok(());
        }
        if self.records > 1 && self.format != Format::Euler {
            out.write_char('\n')?;
        }
        match (self.format, record.remark()) {
            (Format::Sdk, Some(remark)) => writeln!(out, "#C{remark}"),
            (Format::Sdx | Format::Ss | Format::Euler, _) | (_, None) => Ok(()),
            (_, Some(remark)) => writeln!(out, "# {remark}"),
        }
    }
}

impl Record<'_> {
    /// The candidates, or by default those of the givens.
    fn all(&self) -> Candidates {
        self.candidates.cloned().unwrap_or_else(|| Candidates::of(self.puzzle))
    }
}

fn line(out: &mut impl fmt::Write, record: &Record<'_>) -> fmt::Result {
    match record.remark() {
        Some(remark) => writeln!(out, "{} # {remark}", record.puzzle),
        None => writeln!(out, "{}", record.puzzle),
    }
}

fn fields(out: &mut impl fmt::Write, record: &Record<'_>) -> fmt::Result {
    let solutions: Vec<String> = record.solutions.iter().map(Grid::to_string).collect();
    writeln!(out, "{},{}", record.puzzle, solutions.join(","))
}

fn game(out: &mut impl fmt::Write, record: &Record<'_>) -> fmt::Result {
    write!(out, "  <game data=\"{}\"", record.puzzle.show(Layout::Line).blank('0'))?;
    if let Some(remark) = record.remark() {
        let remark = remark.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
        write!(out, " note=\"{remark}\"")?;
    }
    out.write_str(" />\n")
}

/// First given that is not among the candidates of its cell.
fn lost_given(puzzle: &Puzzle, candidates: &Candidates) -> Option<usize> {
    let mut cells = puzzle.cells().iter().zip(candidates.masks());
    cells.position(|(&given, mask)| given != 0 && mask >> (given - 1) & 1 == 0)
}

impl From<fmt::Error> for WriteError {
    fn from(_: fmt::Error) -> Self {
        Self::Output
    }
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OnlyRead(format) => {
                write!(f, "the format `{format}` can be read but not written")
            }
            Self::Size { format, size } => {
                write!(f, "the format `{format}` cannot hold a {size} puzzle")
            }
            Self::Candidates(format) => {
                write!(f, "the format `{format}` cannot hold candidates")
            }
            Self::Given(place) => {
                write!(f, "the candidates at {place} do not include the given digit")
            }
            Self::Output => write!(f, "the output cannot be written"),
        }
    }
}

impl std::error::Error for WriteError {}

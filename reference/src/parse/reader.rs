//! Reads puzzles from a stream, one at a time.

use std::fmt;
use std::io::{self, BufRead};

use super::csv::Table;
use super::detect::{Detector, ReaderSettings};
use super::error::{ParseError, ParseErrorKind};
use super::fast;
use super::format::Format;
use super::json;
use super::line::Line;
use super::loose;
use super::markup::{MarkupReader, NextTag};
use super::piece::{FailedPiece, Piece};
use super::rows::{Rows, Shape};
use super::window::Window;
use crate::{Candidates, Puzzle, Size};

/// Reads the puzzles of a stream, one at a time and in constant memory.
///
/// The format is the requested one, or is detected for each puzzle. After an error the reader
/// continues where the next puzzle may start; it ends only if the stream fails or is not text (an
/// archive, for example). A line may have 65,536 bytes, a puzzle 128 lines.
///
/// ```
/// # use reference::Reader;
/// let text = "# two of 4x4\n...3..4114..3...\n1..4..1..3..4..3\n";
/// let mut lines = Vec::new();
/// for found in Reader::new(text.as_bytes(), None) {
///     lines.push(found?.line);
/// }
/// assert_eq!(lines, [2, 3]);
/// # Ok::<(), reference::ReadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reader<R> {
    window: Window<R>,
    asked: ReaderSettings,
    /// Comments and headings directly before the next puzzle.
    remarks: Vec<String>,
    table: Option<Table>,
    markup: Option<MarkupReader>,
    /// The text is an HTML page, and this was reported.
    in_page: bool,
    /// The stream has ended or failed.
    has_failed: bool,
}

/// A puzzle that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedPuzzle {
    /// First line, from 1.
    pub line: usize,
    /// The original lines, without the last line end.
    pub text: String,
    /// Format in which it was read; several formats may fit the same rows.
    pub format: Format,
    /// Givens; if the format has only candidates, the cells with one candidate.
    pub puzzle: Puzzle,
    /// Candidates, if the format has more than givens.
    pub candidates: Option<Candidates>,
    /// Note: a comment, a name, other columns.
    pub note: Option<String>,
}

/// Error for a text that is not a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The error and its position.
    pub error: ParseError,
    /// The original lines with the error, without the last line end.
    pub text: String,
}

/// Largest number of remarks kept before a puzzle.
const MOST_REMARKS: usize = 16;

impl<R: BufRead> Reader<R> {
    /// Creates a reader of a stream, in one format or, for `None`, with detection.
    pub fn new(input: R, format: Option<Format>) -> Self {
        Self {
            window: Window::new(input),
            asked: ReaderSettings::of(format),
            remarks: Vec::new(),
            table: (format == Some(Format::Csv)).then_some(Table::PLAIN),
            markup: None,
            in_page: false,
            has_failed: false,
        }
    }

    /// Creates a reader without the rules that accept any line.
    pub(super) fn strict(input: R, shape: Shape) -> Self {
        let asked = ReaderSettings { shape, is_lenient: false, ..ReaderSettings::of(None) };
        Self { asked, ..Self::new(input, None) }
    }

    /// Accepts a line of only `-` as a row.
    pub(super) fn with_dashes_as_cells(mut self) -> Self {
        self.asked.dashes_are_cells = true;
        self
    }

    /// Skips to the first line of the next puzzle and returns it.
    ///
    /// Returns `None` at the end, and among tags, where lines do not start puzzles.
    pub(super) fn next_start(&mut self) -> Option<Line> {
        if self.markup.is_some() {
            return None;
        }
        let any = self.skip_to_start().ok()?;
        any.then(|| self.window.lines()[0].clone())
    }

    fn read(&mut self) -> io::Result<Option<Result<ParsedPuzzle, ReadError>>> {
        loop {
            if let Some(mut markup) = self.markup.take() {
                let found = self.read_markup(&mut markup)?;
                self.markup = markup.goes_on(&mut self.window).then_some(markup);
                if found.is_some() {
                    return Ok(found);
                }
            }
            if self.asked.format == Some(Format::DuPree) {
                return self.read_dupree();
            }
            if let Some(found) = self.read_fast()? {
                self.remarks.clear();
                return Ok(Some(Ok(found)));
            }
            if !self.skip_to_start()? {
                return Ok(None);
            }
            if let Some(found) = self.read_json()? {
                return Ok(Some(Ok(found)));
            }
            self.part_line();
            let first = &self.window.lines()[0];
            if self.in_page && MarkupReader::passes(first) {
                self.window.take(1);
                continue;
            }
            if self.asked.wants(Format::Opensudoku) && MarkupReader::starts(first) {
                self.markup = Some(MarkupReader::default());
                continue;
            }
            if let Some(table) = self.header() {
                self.table = Some(table);
                self.window.take(1);
                continue;
            }
            if !self.is_plain_line() {
                self.window.fill()?;
            }
            let (lines, table) = (self.window.lines(), self.table);
            let piece =
                Detector { lines, asked: self.asked, table, remarks: &self.remarks }.piece();
            self.remarks.clear();
            return Ok(Some(self.finish(piece)));
        }
    }

    /// Skips empty lines, comments, headings and rules; false at the end.
    fn skip_to_start(&mut self) -> io::Result<bool> {
        while self.window.look()? {
            let line = &self.window.lines()[0];
            if line.fault.is_some() {
                return Ok(true);
            }
            if self.asked.wants(Format::Numbers) && self.table.is_none() && json::may_start(line) {
                self.window.fill()?;
                if json::take(self.window.lines()).is_some() {
                    return Ok(true);
                }
            }
            let line = &self.window.lines()[0];
            if line.is_empty() {
                match line.comment() {
                    Some(comment) => self.remark(comment.to_owned()),
                    None => self.remarks.clear(),
                }
            } else if line.is_heading() {
                let heading = line.text().trim().to_owned();
                self.remarks.clear();
                self.remark(heading);
            } else if line.is_rule() && self.table.is_none() && self.asked.passes_rules() {
                if line.may_be_cells() {
                    self.window.fill()?;
                    if self.asked.rows(self.window.lines()).may_start() {
                        return Ok(true);
                    }
                }
            } else if self.is_table_head()? {
                self.window.take(1);
            } else if self.is_title()? {
                let title = self.window.lines()[0].raw.trim().to_owned();
                self.remark(title);
            } else {
                return Ok(true);
            }
            self.window.take(1);
        }
        Ok(false)
    }

    /// Reads a list of lists whose rows span several lines.
    fn read_json(&mut self) -> io::Result<Option<ParsedPuzzle>> {
        let lines = self.window.lines();
        if !self.asked.wants(Format::Numbers) || self.table.is_some() || !json::may_start(&lines[0])
        {
            return Ok(None);
        }
        self.window.fill()?;
        let Some(piece) = json::take(self.window.lines()) else { return Ok(None) };
        let note = (!self.remarks.is_empty()).then(|| self.remarks.join("; "));
        self.remarks.clear();
        Ok(self.finish(Ok((Format::Numbers, piece.with_note(note)))).ok())
    }

    /// Splits the first line where another puzzle begins, so that each is read.
    fn part_line(&mut self) {
        let lists = matches!(self.asked.format, None | Some(Format::Line | Format::Sdm));
        if !lists || self.table.is_some() {
            return;
        }
        let Some((first, others)) = self.window.lines()[0].parted() else { return };
        self.window.take(1);
        self.window.put_back(others);
        self.window.put_back(first);
    }

    /// Whether the first line is words directly above a grid, or one of several like `name: seed`.
    fn is_title(&mut self) -> io::Result<bool> {
        let first = &self.window.lines()[0];
        let may_be = self.asked.is_lenient
            && first.is_prose()
            && self.header().is_none()
            && loose::parted(first).is_none();
        if may_be {
            self.window.fill()?;
        }
        let rest = &self.window.lines()[1..];
        let is_entry = |line: &Line| line.is_prose() && line.has(':');
        let entries = rest.iter().take_while(|line| is_entry(line)).count();
        let entries = if is_entry(&self.window.lines()[0]) { entries } else { 0 };
        let start = entries + rest[entries..].iter().take_while(|line| line.is_rule()).count();
        Ok(may_be && Rows::new(&rest[start..], Shape::Rows).take().is_ok())
    }

    /// Whether the first line is the head of a Markdown table, with a whole puzzle below its delimiter.
    fn is_table_head(&mut self) -> io::Result<bool> {
        if !self.asked.passes_rules() || !self.window.lines()[0].has('|') {
            return Ok(false);
        }
        self.window.fill()?;
        let [_, delimiter, rows @ ..] = self.window.lines() else { return Ok(false) };
        if !delimiter.is_table_delimiter() {
            return Ok(false);
        }
        // A drawing has rules between other rows, too.
        let end = rows.iter().position(|line| line.is_empty() || line.is_rule());
        let rows = &rows[..end.unwrap_or(rows.len())];
        Ok(Rows::new(rows, Shape::Rows).take().is_ok())
    }

    fn remark(&mut self, text: String) {
        if self.remarks.len() < MOST_REMARKS && !text.trim().is_empty() {
            self.remarks.push(text);
        }
    }

    /// The table that starts with the first line as its header.
    fn header(&self) -> Option<Table> {
        let expected = self.table.is_none_or(|table| table.column.is_none());
        (self.asked.wants(Format::Csv) && expected)
            .then(|| Table::of_header(&self.window.lines()[0]))
            .flatten()
    }

    /// Whether the first line can be read without examining other lines.
    fn is_plain_line(&self) -> bool {
        let first = &self.window.lines()[0];
        self.table.is_some()
            || self.asked.is_of_lines()
            || first.fault.is_some()
            || self.asked.format.is_none()
                && !first.may_be_row()
                && Size::from_side(first.words_between_bars().len()).is_none()
                && Rows::new(&self.window.lines()[..1], Shape::Line).take().is_ok()
    }

    /// Reads a line of plain symbols without creating a [`Line`].
    fn read_fast(&mut self) -> io::Result<Option<ParsedPuzzle>> {
        let format = match (self.asked.format, self.table) {
            (None | Some(Format::Line), None) => Format::Line,
            (Some(Format::Sdm), None) => Format::Sdm,
            (_, Some(Table { separator: ',', column: Some(0) })) => Format::Csv,
            _ => return Ok(None),
        };
        if let Some(line) = self.window.lines().first() {
            let number = line.number;
            let bytes = if line.fault.is_none() { line.raw.as_bytes() } else { &[] };
            let found = fast::read(number, bytes, format);
            self.window.take(usize::from(found.is_some()));
            return Ok(found);
        }
        self.window.source.finish_line()?;
        if !self.window.source.advance()? {
            return Ok(None);
        }
        let source = &self.window.source;
        let found =
            if source.is_whole { fast::read(source.number, &source.bytes, format) } else { None };
        if found.is_none() {
            self.window.keep();
        }
        Ok(found)
    }

    fn read_dupree(&mut self) -> io::Result<Option<Result<ParsedPuzzle, ReadError>>> {
        let source = &mut self.window.source;
        source.finish_line()?;
        if !source.advance()? {
            return Ok(None);
        }
        let (line, text) = (source.number, String::from_utf8_lossy(&source.bytes).into_owned());
        let piece = loose::dupree_line(line, &source.bytes).map(|grid| Piece::of(grid, 1));
        Ok(Some(found(line, text, Format::DuPree, piece)))
    }

    fn read_markup(
        &mut self,
        markup: &mut MarkupReader,
    ) -> io::Result<Option<Result<ParsedPuzzle, ReadError>>> {
        Ok(match markup.next(&mut self.window)? {
            NextTag::End => None,
            NextTag::Bad(error, text) => Some(Err(ReadError { error, text })),
            NextTag::Page(error, text) => {
                self.in_page = true;
                Some(Err(ReadError { error, text }))
            }
            NextTag::Game(tag) => {
                let (line, text) = (tag.line, format!("<{}>", tag.text));
                Some(found(line, text, Format::Opensudoku, markup.game(&tag)))
            }
        })
    }

    /// Removes the lines of a puzzle or an error.
    fn finish(
        &mut self,
        piece: Result<(Format, Piece), FailedPiece>,
    ) -> Result<ParsedPuzzle, ReadError> {
        let lines = match &piece {
            Ok((_, piece)) => piece.lines,
            Err(failed) => failed.lines,
        };
        let lines = &self.window.lines()[..lines.clamp(1, self.window.lines().len())];
        let text = lines.iter().map(|line| line.raw.as_str()).collect::<Vec<_>>().join("\n");
        let (line, count) = (lines[0].number, lines.len());
        self.window.take(count);
        match piece {
            Ok((format, piece)) => found(line, text, format, Ok(piece)),
            Err(FailedPiece { error, .. }) => Err(ReadError { error, text }),
        }
    }
}

fn found(
    line: usize,
    text: String,
    format: Format,
    piece: Result<Piece, ParseError>,
) -> Result<ParsedPuzzle, ReadError> {
    match piece {
        Ok(Piece { puzzle, candidates, note, .. }) => {
            Ok(ParsedPuzzle { line, text, format, puzzle, candidates, note })
        }
        Err(error) => Err(ReadError { error, text }),
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<ParsedPuzzle, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_failed {
            return None;
        }
        let read = self.read().unwrap_or_else(|error| {
            let kind = ParseErrorKind::Unreadable(error.kind());
            let error = ParseError { line: self.window.source.number.max(1), column: 1, kind };
            Some(Err(ReadError { error, text: String::new() }))
        });
        if let Some(Err(ReadError { error, .. })) = &read {
            self.has_failed = error.kind.ends_reading();
        }
        read
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl std::error::Error for ReadError {}

//! OpenSudoku's XML, tag by tag.

use std::io::{self, BufRead};

use super::error::{ParseError, ParseErrorKind};
use super::line::{Line, some_text};
use super::piece::Piece;
use super::refused;
use super::rows::{Rows, Shape};
use super::source::LONGEST_LINE;
use super::window::Window;
use crate::{Candidates, Grid, Size};

/// Reads a stream as tags; text between them is skipped, except the name of a collection.
#[derive(Clone, Debug, Default)]
pub(super) struct MarkupReader {
    /// Current line.
    chunk: Vec<char>,
    next: usize,
    line: usize,
    /// Column of the first character of the chunk.
    column: usize,
    /// Whether the line continues in the stream.
    goes_on: bool,
    /// Text since the last tag, if short.
    text: String,
    /// Name of the collection or folder.
    title: Option<String>,
    /// Whether the collection has begun.
    is_inside: bool,
}

/// A tag without its brackets, and its position.
pub(super) struct Tag {
    pub(super) text: String,
    pub(super) line: usize,
    column: usize,
}

/// Next tag of interest.
pub(super) enum NextTag {
    /// A puzzle.
    Game(Tag),
    /// A tag without an end, or one that this format does not have.
    Bad(ParseError, String),
    /// The first tag of an HTML page.
    Page(ParseError, String),
    /// The collection or the stream has ended.
    End,
}

/// Advice for an HTML page.
const NO_PAGE: &str =
    "a puzzle as text, or <opensudoku>; this is an HTML page: copy the puzzle out of it";

/// Whether HTML pages begin with this tag.
fn is_html(name: &str) -> bool {
    const NAMES: [&str; 12] = [
        "!doctype", "html", "head", "body", "table", "tbody", "tr", "td", "div", "span", "p", "pre",
    ];
    NAMES.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Length of the longest text between tags that may be a name.
const LONGEST_NAME: usize = 200;

impl MarkupReader {
    /// Whether a line starts with a tag that OpenSudoku does not have.
    pub(super) fn passes(line: &Line) -> bool {
        let name = line.raw.trim_start().strip_prefix('<').map(str::to_ascii_lowercase);
        name.is_some_and(|name| {
            !["opensudoku", "game", "?xml"].iter().any(|ours| name.starts_with(ours))
        })
    }

    /// Whether a line starts with a tag.
    pub(super) fn starts(line: &Line) -> bool {
        line.raw.trim_start().starts_with('<')
    }

    /// Reads up to the next puzzle.
    pub(super) fn next<R: BufRead>(&mut self, window: &mut Window<R>) -> io::Result<NextTag> {
        loop {
            let Some(tag) = self.tag(window)? else {
                self.is_inside = false;
                return Ok(NextTag::End);
            };
            let tag = match tag {
                Ok(tag) => tag,
                Err(error) => return Ok(error),
            };
            match tag.name() {
                "game" => return Ok(NextTag::Game(tag)),
                "opensudoku" => self.is_inside = true,
                "folder" => self.title = tag.text_of("name"),
                "/name" => self.title = some_text(&unescaped(&self.text)),
                "/opensudoku" => {
                    self.is_inside = false;
                    return Ok(NextTag::End);
                }
                "?xml" | "!--" => {}
                _ if self.is_inside => {}
                _ => {
                    self.next = self.chunk.len();
                    let is_html = is_html(tag.name());
                    let wanted = if is_html { NO_PAGE } else { "<opensudoku> or <game>" };
                    let text = format!("<{}>", tag.text);
                    let document = refused::document(&text);
                    let kind =
                        document.map_or(ParseErrorKind::Expected(wanted), ParseErrorKind::Foreign);
                    let error = ParseError { line: tag.line, column: tag.column, kind };
                    return Ok(if is_html && document.is_none() {
                        NextTag::Page(error, text)
                    } else {
                        NextTag::Bad(error, text)
                    });
                }
            }
            self.text.clear();
        }
    }

    /// Whether there is more to read as tags; if not, puts back the rest of the line.
    pub(super) fn goes_on<R: BufRead>(&mut self, window: &mut Window<R>) -> bool {
        if !self.is_inside {
            self.leave(window);
        }
        self.is_inside
    }

    /// Reads the puzzle of a `game` tag.
    pub(super) fn game(&self, tag: &Tag) -> Result<Piece, ParseError> {
        let error = |offset: usize, kind| {
            let (line, column) = tag.place(offset);
            ParseError { line, column, kind }
        };
        let missing = || error(0, ParseErrorKind::Expected("data=\"the cells of a puzzle\""));
        let (start, data) = attribute(&tag.text, "data").ok_or_else(missing)?;
        let (grid, candidates) = match unescaped(data).trim().strip_prefix("version:") {
            Some(cells) => versioned(cells).ok_or_else(|| {
                error(
                    start,
                    ParseErrorKind::Expected("81 cells of OpenSudoku: digit|notes|editable|"),
                )
            })?,
            None => {
                let line = [Line::new(1, data)];
                let taken = Rows::new(&line, Shape::Line).take().map_err(|failure| {
                    let skipped: usize =
                        data.chars().take(failure.error.column - 1).map(char::len_utf8).sum();
                    error(start + skipped, failure.error.kind)
                })?;
                (taken.grid, None)
            }
        };
        let note = tag.text_of("note").or_else(|| self.title.clone());
        Ok(Piece::of(grid, 1).with_candidates(candidates).with_note(note))
    }

    /// Returns the next tag or its error; `None` at the end.
    fn tag<R: BufRead>(
        &mut self,
        window: &mut Window<R>,
    ) -> io::Result<Option<Result<Tag, NextTag>>> {
        loop {
            match self.bump(window)? {
                None => return Ok(None),
                Some('<') => break,
                Some(c) if self.text.len() < LONGEST_NAME => self.text.push(c),
                Some(_) => {}
            }
        }
        let (line, column) = (self.line, self.column + self.next - 1);
        let mut tag = Tag { text: String::new(), line, column };
        let mut quote = None;
        while let Some(c) = self.bump(window)? {
            match (c, quote) {
                ('>', None) => return Ok(Some(Ok(tag))),
                ('"' | '\'', None) => quote = Some(c),
                (c, Some(open)) if c == open => quote = None,
                _ => {}
            }
            tag.text.push(c);
            if tag.text == "!--" && self.skip_comment(window)? {
                return Ok(Some(Ok(tag)));
            }
            if tag.text.len() >= LONGEST_LINE {
                break;
            }
        }
        if !self.is_inside {
            self.next = self.chunk.len();
        }
        let kind = ParseErrorKind::Expected("`>` at the end of this tag");
        Ok(Some(Err(NextTag::Bad(ParseError { line, column, kind }, format!("<{}", tag.text)))))
    }

    /// Reads to the end of a comment; false if it has no end.
    fn skip_comment<R: BufRead>(&mut self, window: &mut Window<R>) -> io::Result<bool> {
        let mut dashes = 0;
        while let Some(c) = self.bump(window)? {
            match c {
                '>' if dashes >= 2 => return Ok(true),
                '-' => dashes += 1,
                _ => dashes = 0,
            }
        }
        Ok(false)
    }

    fn bump<R: BufRead>(&mut self, window: &mut Window<R>) -> io::Result<Option<char>> {
        loop {
            if let Some(&c) = self.chunk.get(self.next) {
                self.next += 1;
                return Ok(Some(c));
            }
            let continues = self.goes_on;
            let was_reading = self.line != 0 && !continues;
            if !self.load(window)? {
                return Ok(None);
            }
            if was_reading {
                return Ok(Some('\n'));
            }
        }
    }

    /// Reads the next line or the next part of a line.
    fn load<R: BufRead>(&mut self, window: &mut Window<R>) -> io::Result<bool> {
        self.column = if self.goes_on { self.column + self.chunk.len() } else { 1 };
        self.next = 0;
        if let Some(line) = window.pop() {
            self.goes_on = window.lines().is_empty() && !window.source.is_whole;
            self.line = line.number;
            self.chunk = line.raw.chars().collect();
            return Ok(true);
        }
        self.chunk.clear();
        if !window.source.advance()? {
            self.goes_on = false;
            return Ok(false);
        }
        self.goes_on = !window.source.is_whole;
        self.line = window.source.number;
        self.chunk = String::from_utf8_lossy(&window.source.bytes).chars().collect();
        Ok(true)
    }

    /// Puts back the rest of the line, unless the line is too long.
    fn leave<R: BufRead>(&mut self, window: &mut Window<R>) {
        let rest: String = self.chunk[self.next..].iter().collect();
        if !rest.trim().is_empty() {
            let column = self.column + self.next;
            let is_long = self.goes_on || self.column + self.chunk.len() > LONGEST_LINE;
            let indent = if is_long { 0 } else { column - 1 };
            let mut line = Line::new(self.line, &format!("{}{rest}", " ".repeat(indent)));
            if is_long {
                let kind = ParseErrorKind::LongLine { limit: LONGEST_LINE };
                line.fault = Some(ParseError { line: self.line, column, kind });
            }
            window.put_back(line);
        }
        *self = Self::default();
    }
}

impl Tag {
    fn name(&self) -> &str {
        let end = |(index, c): (usize, char)| {
            (c.is_whitespace() || c == '/' && index > 0).then_some(index)
        };
        &self.text[..self.text.char_indices().find_map(end).unwrap_or(self.text.len())]
    }

    /// Value of an attribute, unless it is empty.
    fn text_of(&self, name: &str) -> Option<String> {
        some_text(&unescaped(attribute(&self.text, name)?.1))
    }

    /// Line and column of a byte of the text.
    fn place(&self, offset: usize) -> (usize, usize) {
        let before = &self.text[..offset.min(self.text.len())];
        match before.rfind('\n') {
            Some(end) => {
                (self.line + before.matches('\n').count(), before[end + 1..].chars().count() + 1)
            }
            None => (self.line, self.column + 1 + before.chars().count()),
        }
    }
}

/// Start of the value of an attribute, and the value as written.
fn attribute<'t>(tag: &'t str, wanted: &str) -> Option<(usize, &'t str)> {
    let mut at = tag.find(char::is_whitespace)?;
    loop {
        let rest = &tag[at..];
        let name_at = at + rest.len() - rest.trim_start().len();
        let equals = name_at + tag[name_at..].find('=')?;
        let rest = tag[equals + 1..].trim_start();
        let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let start = tag.len() - rest.len() + 1;
        let end = start + tag[start..].find(quote)?;
        if tag[name_at..equals].trim() == wanted {
            return Some((start, &tag[start..end]));
        }
        at = end + 1;
    }
}

/// Value with entities replaced; unknown entities stay.
fn unescaped(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut rest = value;
    while let Some(at) = rest.find('&') {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest.find(';').filter(|end| *end <= 10);
        match end.and_then(|end| entity(&rest[1..end])) {
            Some(c) => {
                text.push(c);
                rest = &rest[end.unwrap_or(0) + 1..];
            }
            None => {
                text.push('&');
                rest = &rest[1..];
            }
        }
    }
    text + rest
}

fn entity(name: &str) -> Option<char> {
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let number = name.strip_prefix('#')?;
            let number = match number.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => number.parse(),
            };
            char::from_u32(number.ok()?)
        }
    }
}

/// Reads the cells of an unfinished game: after the version, `digit|notes|editable|` for each.
///
/// Version 4 and later have two fields of notes. A digit in a cell that is not editable is a given;
/// any other was placed. Notes are a player's and need not be complete.
///
/// Source: OpenSudoku, `CellCollection`, the patterns of data versions 1 to 4.
fn versioned(text: &str) -> Option<(Grid, Option<Candidates>)> {
    let text = text.trim_start();
    let (version, cells) = text.split_once(char::is_whitespace)?;
    let width = if version.parse::<u32>().ok()? < 4 { 3 } else { 4 };
    let fields: Vec<&str> =
        cells.split('|').map(str::trim).filter(|field| !field.is_empty()).collect();
    if fields.len() != Size::Nine.cells() * width {
        return None;
    }
    let mut grid = Grid::empty(Size::Nine);
    let mut placed = Vec::new();
    for (cell, fields) in fields.chunks(width).enumerate() {
        let digit: u8 = fields[0].parse().ok().filter(|digit| *digit <= 9)?;
        match (digit, fields[width - 1]) {
            (0, _) => {}
            (_, "0") => grid.set(cell, digit),
            _ => placed.push((cell, digit)),
        }
    }
    let mut masks = Candidates::of(&grid.clone().into()).masks().to_vec();
    placed.iter().for_each(|&(cell, digit)| masks[cell] = 1 << (digit - 1));
    let candidates = (!placed.is_empty()).then(|| Candidates::of_checked(Size::Nine, masks));
    Some((grid, candidates))
}

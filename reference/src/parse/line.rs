//! One line of a text and the cells it may hold.

mod cells;
mod lists;
mod several;

use super::error::{ParseError, ParseErrorKind};
use super::format::Format;
use crate::{Size, value};

/// A line of a text; its cells are before the comment.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// Line number from 1.
    pub(super) number: usize,
    /// The whole line, with invalid bytes replaced.
    pub(super) raw: String,
    /// Error that makes the line unreadable.
    pub(super) fault: Option<ParseError>,
    /// The part that may have cells; characters of drawings and programs become plain ones.
    chars: Vec<char>,
}

/// A cell as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    /// First column, from 1.
    pub(super) column: usize,
    /// Value, 0 if empty; at most 99 for any size.
    pub(super) value: u8,
}

/// Smallest number of characters of a one-line puzzle that may have text after a tab or comma.
const SHORTEST_WHOLE: usize = 16;

/// Smallest number of cells of a puzzle that may be the first word of a line.
const SHORTEST_FIRST: usize = 81;

/// Padding at the end of a file in old file systems.
const PADDING: [char; 4] = ['\0', '\x03', '\x0c', '\x1a'];

impl Line {
    pub(super) fn new(number: usize, text: &str) -> Self {
        let padded = text.trim_end_matches(PADDING);
        let mut chars: Vec<char> = padded.chars().take_while(|&c| c != '#').collect();
        lists::keep_values(&mut chars);
        chars.iter_mut().for_each(|c| *c = plain(*c));
        let field = chars.iter().position(|c| matches!(c, '\t' | ',')).unwrap_or(chars.len());
        let start = chars.iter().position(|c| !c.is_whitespace()).unwrap_or(0);
        if field.saturating_sub(start) >= SHORTEST_WHOLE && !chars[..field].contains(&'|') {
            chars.truncate(field);
        }
        // The `};` of a program ends a list and is not a separator.
        if chars.iter().filter(|c| !c.is_whitespace()).eq([&',']) {
            chars.clear();
        }
        Self { number, raw: text.to_owned(), fault: None, chars }
    }

    /// Creates a line from bytes that may not be text.
    pub(super) fn of_bytes(number: usize, bytes: &[u8]) -> Self {
        match std::str::from_utf8(bytes) {
            Ok(text) => Self::new(number, text),
            Err(error) => {
                let before = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
                let column = before.chars().count() + 1;
                let byte = bytes.get(error.valid_up_to()).copied().unwrap_or(0);
                let mut line = Self::new(number, &String::from_utf8_lossy(bytes));
                line.fault = Some(line.error(column, ParseErrorKind::NotText { byte }));
                line
            }
        }
    }

    /// Text after that number of cells: other words, a comment, further columns.
    pub(super) fn note_after(&self, cells: usize) -> Option<String> {
        let words = self.words_of_line();
        let first = words.first().filter(|word| word.len() == cells && cells >= SHORTEST_FIRST);
        let end = first.map_or(self.chars.len() + 1, |word| word.end + 1);
        let rest: String = self.raw.trim_end_matches(PADDING).chars().skip(end).collect();
        remark(&rest).filter(|note| note.contains(char::is_alphanumeric))
    }

    /// Whether it could be a row of a puzzle of some size.
    pub(super) fn may_be_row(&self) -> bool {
        Size::ALL.iter().any(|size| self.read(size.side()).is_some())
    }

    /// Whether it could be a row or a whole puzzle.
    pub(super) fn may_be_cells(&self) -> bool {
        self.may_be_row() || Size::ALL.iter().any(|size| self.read(size.cells()).is_some())
    }

    /// Format of a grid with this first row.
    pub(super) fn look(&self) -> Format {
        let words = self.words_of_line();
        match () {
            () if self.has('|') && self.raw.contains(['\u{2502}', '\u{2503}', '\u{2551}']) => {
                Format::Box
            }
            () if self.raw.contains("||") => Format::Ruled,
            () if self.has('|') && words.iter().any(|word| word.len() > 1) => Format::Tight,
            () if self.has('|') => Format::Grid,
            () if self.has(',')
                || self.has('\t')
                || words.len() > 1 && words.iter().all(|word| word.len() <= 2) =>
            {
                Format::Numbers
            }
            () => Format::Rows,
        }
    }

    /// Text of a line that is only a comment.
    pub(super) fn comment(&self) -> Option<&str> {
        self.raw.trim_start().strip_prefix('#').map(str::trim_end)
    }

    /// Text before any comment.
    pub(super) fn text(&self) -> &str {
        let end = self.raw.find('#').unwrap_or(self.raw.len());
        self.raw[..end].trim_end_matches(PADDING)
    }

    /// Name of a section that starts here, as in `[Puzzle]`.
    pub(super) fn section(&self) -> Option<&str> {
        let name = self.text().trim().strip_prefix('[')?.strip_suffix(']')?;
        (!name.is_empty() && name.chars().all(char::is_alphabetic)).then_some(name)
    }

    /// Whether it is empty except for a comment.
    pub(super) fn is_empty(&self) -> bool {
        self.fault.is_none() && self.chars.iter().all(|c| c.is_whitespace())
    }

    /// Whether it is empty, without a comment.
    pub(super) fn is_blank(&self) -> bool {
        self.is_empty() && self.comment().is_none()
    }

    /// Whether it is text: it has a word of letters that are not all symbols of digits.
    pub(super) fn is_prose(&self) -> bool {
        let is_word = |word: &str| {
            word.chars().count() > 2
                && word.chars().any(|c| c.is_alphabetic() && value(c).is_none())
        };
        self.fault.is_none()
            && self.section().is_none()
            && !self.raw.trim_start().starts_with('<')
            && self.text().split(|c: char| !c.is_alphabetic()).any(is_word)
    }

    /// Whether it is `Grid` and a number.
    pub(super) fn is_heading(&self) -> bool {
        is_heading(self.text())
    }

    /// Whether it could be the rule between two rows.
    pub(super) fn is_rule(&self) -> bool {
        self.fault.is_none()
            && self.chars.iter().all(|&c| "+-=|*:.'".contains(c) || c.is_whitespace())
            && (self.has_run(3) || self.has('+') && self.has_run(2))
    }

    /// Whether it is the line below the head of a Markdown table.
    pub(super) fn is_table_delimiter(&self) -> bool {
        let text = self.raw.trim();
        text.starts_with('|')
            && text.contains('-')
            && text.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '))
    }

    /// Whether it has that number of adjacent `-` or `=`.
    fn has_run(&self, length: usize) -> bool {
        let is_run = |run: &[char]| matches!(run[0], '-' | '=') && run.iter().all(|c| *c == run[0]);
        self.chars.windows(length).any(is_run)
    }

    /// Whether it has a digit.
    pub(super) fn has_digit(&self) -> bool {
        self.chars.iter().any(|&c| value(c).is_some_and(|digit| digit != 0))
    }

    /// Whether it has this character.
    pub(super) fn has(&self, wanted: char) -> bool {
        self.chars.contains(&wanted)
    }

    /// Whether a letter is in this column.
    pub(super) fn is_letter(&self, column: usize) -> bool {
        self.chars.get(column - 1).is_some_and(char::is_ascii_alphabetic)
    }

    /// Whether a `0` is in this column.
    pub(super) fn is_zero(&self, column: usize) -> bool {
        self.chars.get(column - 1) == Some(&'0')
    }

    /// Column after its last visible character, from 1.
    pub(super) fn end(&self) -> usize {
        self.chars.iter().rposition(|c| !c.is_whitespace()).map_or(1, |last| last + 2)
    }

    /// Creates an error on this line.
    pub(super) fn error(&self, column: usize, kind: ParseErrorKind) -> ParseError {
        ParseError { line: self.number, column, kind }
    }

    /// Error for an unreadable line, or for the first character that no format has.
    pub(super) fn unfit(&self) -> Option<ParseError> {
        if self.fault.is_some() {
            return self.fault;
        }
        let fits = |c: char| value(c).is_some() || c.is_whitespace() || c == '|' || c == ',';
        let index = self.chars.iter().position(|&c| !fits(c))?;
        Some(self.error(index + 1, ParseErrorKind::BadCharacter { found: self.chars[index] }))
    }
}

/// Plain form of a character of a drawing; brackets and quotes around values become spaces, and a
/// semicolon separates values like a comma.
fn plain(c: char) -> char {
    match c {
        '[' | ']' | '{' | '}' | '"' | '\'' => ' ',
        ';' => ',',
        '\u{b7}' => '.',
        '\u{2500}' | '\u{2501}' | '\u{2504}' | '\u{2505}' | '\u{2508}' | '\u{2509}' => '-',
        '\u{2502}' | '\u{2503}' | '\u{2506}' | '\u{2507}' | '\u{250a}' | '\u{250b}'
        | '\u{2551}' => '|',
        '\u{2550}' => '=',
        '\u{250c}'..='\u{257f}' => '+',
        _ => c,
    }
}

/// A text without surrounding space; `None` if nothing else is left.
pub(super) fn some_text(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// Text after the cells of a line, with or without `#` before it.
pub(super) fn remark(text: &str) -> Option<String> {
    let text = text.trim_start();
    some_text(text.strip_prefix('#').unwrap_or(text))
}

/// Whether a text is `Grid` and a number.
pub(super) fn is_heading(text: &str) -> bool {
    let mut words = text.split_whitespace();
    words.next().is_some_and(|word| word.eq_ignore_ascii_case("grid"))
        && words.next().is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit()))
        && words.next().is_none()
}

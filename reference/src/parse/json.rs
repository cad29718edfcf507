//! Lists of lists whose rows span several lines, as in indented JSON.

use super::line::Line;
use super::piece::Piece;
use super::rows::grid_of;
use crate::{Size, value};

/// Whether a line begins with a list or an object and is not the heading of a section.
pub(super) fn may_start(line: &Line) -> bool {
    line.fault.is_none()
        && line.section().is_none()
        && line.raw.trim_start().starts_with(['[', '{'])
}

/// Reads the first square list of lists in which some row spans several lines.
///
/// Returns `None` for other lists: a list with one row per line is read as rows.
pub(super) fn take(lines: &[Line]) -> Option<Piece> {
    let mut rows = JsonReader::default();
    let mut tokens = Tokens { depth: 0, rows: &mut rows };
    for (number, line) in lines.iter().enumerate() {
        let is_over = tokens.line(number, &line.raw)?;
        if is_over {
            break;
        }
    }
    let JsonReader { digits, lengths, spread, last, .. } = rows;
    let size = Size::from_side(lengths.len())?;
    let fits = digits.len() == size.cells()
        && lengths.iter().all(|&length| length == size.side())
        && digits.iter().all(|&digit| usize::from(digit) <= size.side());
    (fits && spread).then(|| Piece::of(grid_of(digits), last + 1))
}

/// State of the reader.
#[derive(Default)]
struct JsonReader {
    digits: Vec<u8>,
    /// Values of each row.
    lengths: Vec<usize>,
    /// Whether a row spans several lines.
    spread: bool,
    /// First line of the unfinished row, and the number of values before it.
    open: Option<(usize, usize)>,
    /// The last line that was read.
    last: usize,
}

struct Tokens<'r> {
    depth: usize,
    rows: &'r mut JsonReader,
}

impl Tokens<'_> {
    /// Reads a line; returns whether it closes the outermost bracket, `None` if it is not such a
    /// list.
    fn line(&mut self, number: usize, text: &str) -> Option<bool> {
        self.rows.last = number;
        let mut rest = text.trim_start();
        while let Some(c) = rest.chars().next() {
            let mut length = c.len_utf8();
            match c {
                '[' | '{' => {
                    self.depth += 1;
                    self.rows.open = (c == '[').then_some((number, self.rows.digits.len()));
                }
                ']' | '}' => {
                    self.close(number);
                    self.depth = self.depth.checked_sub(1)?;
                    if self.depth == 0 {
                        return Some(true);
                    }
                }
                ',' | ':' => {}
                '"' => {
                    let inside = &rest[1..];
                    let end = inside.find('"')?;
                    length = end + 2;
                    let is_key = rest[length..].trim_start().starts_with(':');
                    if !is_key && self.rows.open.is_some() {
                        self.rows.digits.push(digit(&inside[..end])?);
                    }
                }
                _ => {
                    length = rest.find([',', ']', '}', ':', ' ', '\t']).unwrap_or(rest.len());
                    if self.rows.open.is_some() {
                        self.rows.digits.push(digit(&rest[..length])?);
                    }
                }
            }
            rest = rest[length..].trim_start();
        }
        Some(false)
    }

    /// Ends the unfinished row.
    fn close(&mut self, number: usize) {
        if let Some((first, before)) = self.rows.open.take() {
            self.rows.spread |= first != number;
            self.rows.lengths.push(self.rows.digits.len() - before);
        }
    }
}

/// A value as a digit: a number, a symbol, or nothing.
fn digit(text: &str) -> Option<u8> {
    let mut symbols = text.chars();
    match (symbols.next(), symbols.next()) {
        (None, _) => Some(0),
        (Some(symbol), None) => value(symbol),
        _ if text == "null" => Some(0),
        _ => text.parse().ok().filter(|digit| *digit <= 25),
    }
}

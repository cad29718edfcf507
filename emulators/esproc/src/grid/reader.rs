//! Text of a script: lines of cells separated by tabs.
//!
//! A quoted field loses its quotes if it could not be one cell otherwise: if it contains a tab, a
//! line break, or doubled quotes. Any other field is a cell as it is, so that a constant may be
//! `"text"`.

use std::ops::Range;

use super::{Cell, Grid, ScriptError, column_name};

/// Maximum size of a script in bytes.
const MOST_BYTES: usize = 4 << 20;

/// Reads the cells of a text.
pub(crate) fn read(text: &str) -> Result<Grid, ScriptError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.len() > MOST_BYTES {
        let message = format!("the script is too large: the limit is {} MiB", MOST_BYTES >> 20);
        return Err(ScriptError::of_text(1, message));
    }
    if let Some(at) = text.find('\0') {
        let line = 1 + text[..at].matches('\n').count() as u32;
        return Err(ScriptError::of_text(line, "this is not text: it contains a zero byte"));
    }
    let mut rows = Rows { text, at: 0, line: 1 }.collect();
    without_frame(&mut rows);
    while rows.last().is_some_and(|row| row.iter().all(|cell| cell.text.is_empty())) {
        rows.pop();
    }
    for row in &mut rows {
        let used = row.iter().rposition(|cell| !cell.text.is_empty()).map_or(0, |at| at + 1);
        row.truncate(used);
    }
    fit(rows)
}

/// Pads all rows to the same length.
fn fit(rows: Vec<Vec<Cell>>) -> Result<Grid, ScriptError> {
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    if width > Grid::MOST_COLUMNS {
        let line = rows.iter().find(|row| row.len() == width).map_or(1, |row| row[0].line);
        let message = format!("too many columns: the limit is {}", Grid::MOST_COLUMNS);
        return Err(ScriptError::of_text(line, message));
    }
    if width * rows.len() > Grid::MOST_CELLS {
        let message =
            format!("too many cells: the limit is {}, including blank ones", Grid::MOST_CELLS);
        return Err(ScriptError::of_text(1, message));
    }
    let mut grid = Grid { width, cells: Vec::with_capacity(width * rows.len()) };
    for row in rows {
        let blanks = width - row.len();
        grid.cells.extend(row);
        grid.cells.extend(std::iter::repeat_n(Cell::default(), blanks));
    }
    Ok(grid)
}

/// Removes column letters above and row numbers on the left, if all of them are there.
fn without_frame(rows: &mut Vec<Vec<Cell>>) {
    let Some((letters, numbered)) = rows.split_first() else {
        return;
    };
    let mut named = letters.iter().skip(1).enumerate();
    let is_head = letters.len() > 1
        && letters[0].text.is_empty()
        && named.all(|(at, cell)| cell.text == column_name(at));
    let mut numbers = numbered.iter().enumerate().filter(|(_, row)| row.len() > 1);
    let blank = |row: &[Cell]| row.iter().all(|cell| cell.text.is_empty());
    let is_side = numbers
        .all(|(at, row)| row[0].text.parse() == Ok(at + 1) || (blank(row) && at + 2 == rows.len()));
    if is_head && is_side && numbered.iter().any(|row| !blank(row)) {
        rows.remove(0);
        for row in rows.iter_mut() {
            row.remove(0);
        }
    }
}

/// Reader of the rows of a text.
struct Rows<'t> {
    text: &'t str,
    at: usize,
    line: u32,
}

impl Rows<'_> {
    fn collect(mut self) -> Vec<Vec<Cell>> {
        let (mut rows, mut row) = (Vec::new(), Vec::new());
        let mut start = 0;
        while self.at < self.text.len() {
            let column = self.text[start..self.at].chars().count() as u32 + 1;
            let line = self.line;
            let (field, quoted) = field(&self.text[self.at..]);
            let raw = &self.text[self.at..][field.clone()];
            self.line += raw.matches('\n').count() as u32;
            row.push(cell(raw, quoted, line, column));
            self.at += field.end;
            let rest = &self.text[self.at..];
            let end = ["\t", "\r\n", "\n", "\r"].into_iter().find(|end| rest.starts_with(end));
            self.at += end.map_or(0, str::len);
            if end != Some("\t") {
                rows.push(std::mem::take(&mut row));
                self.line += 1;
                start = self.at;
            } else if self.at == self.text.len() {
                rows.push(std::mem::take(&mut row));
            }
        }
        rows
    }
}

/// Cell of a field.
fn cell(raw: &str, quoted: bool, line: u32, column: u32) -> Cell {
    if quoted {
        let text = raw[1..raw.len() - 1].replace("\"\"", "\"").trim().to_owned();
        return Cell { text, line, column, plain: false };
    }
    let text = raw.trim();
    let before = raw[..raw.len() - raw.trim_start().len()].chars().count() as u32;
    Cell { text: text.to_owned(), line, column: column + before, plain: true }
}

/// First field of a text, and whether it is in quotes that are not part of the cell.
fn field(text: &str) -> (Range<usize>, bool) {
    if let Quotes::Closed(end) = quotes(text) {
        let inside = &text[1..end - 1];
        if inside.contains(['\t', '\r', '\n', '"']) {
            return (0..end, true);
        }
    }
    (0..text.find(['\t', '\r', '\n']).unwrap_or(text.len()), false)
}

/// Kind of a quote at the start of a field.
#[derive(Debug, PartialEq)]
enum Quotes {
    /// None, or something follows the closing quote.
    None,
    /// Unterminated.
    Open,
    /// Closed at the end of the field.
    Closed(usize),
}

fn quotes(text: &str) -> Quotes {
    let bytes = text.as_bytes();
    if bytes.first() != Some(&b'"') {
        return Quotes::None;
    }
    let mut at = 1;
    while let Some(next) = bytes[at..].iter().position(|&byte| byte == b'"') {
        at += next + 1;
        match bytes.get(at) {
            Some(b'"') => at += 1,
            None | Some(b'\t' | b'\r' | b'\n') => return Quotes::Closed(at),
            Some(_) => return Quotes::None,
        }
    }
    Quotes::Open
}

/// Text of a grid: every row with all its cells, in quotes if they would be read differently
/// without.
pub(crate) fn write(grid: &Grid) -> String {
    let mut text = String::new();
    for (at, cell) in grid.cells.iter().enumerate() {
        put(&cell.text, &mut text);
        text.push(if (at + 1) % grid.width == 0 { '\n' } else { '\t' });
    }
    text
}

/// Offset of each cell in that text.
pub(crate) fn places(grid: &Grid) -> Vec<u64> {
    let (mut at, mut field) = (0, String::new());
    let place = |cell: &Cell| {
        field.clear();
        put(&cell.text, &mut field);
        let place = at;
        at += field.len() as u64 + 1;
        place
    };
    grid.cells.iter().map(place).collect()
}

fn put(cell: &str, out: &mut String) {
    if is_plain(cell) {
        out.push_str(cell);
    } else {
        out.push('"');
        out.push_str(&cell.replace('"', "\"\""));
        out.push('"');
    }
}

/// Whether a cell, read as a field, yields itself, whatever follows.
fn is_plain(cell: &str) -> bool {
    let (range, quoted) = field(cell);
    !quoted && range.end == cell.len() && quotes(cell) != Quotes::Open
}

#[cfg(test)]
mod tests;

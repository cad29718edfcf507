//! Drawings of digits and of candidates in the frames of 1.20.

use std::fmt;

use super::Cells;
use super::state::digit;

/// A drawing with lines of equal width.
pub(super) trait Drawing {
    /// Appends the lines, each with its line end and indented by a number of spaces.
    fn add_to(&self, text: &mut String, indent: usize);
}

/// Digits in a frame: `+---+---+---+` around boxes of `|397|641|258|`, blank cells as `.`.
///
/// It has 13 lines, each with its line end.
#[derive(Clone, Copy, Debug)]
pub struct GridDrawing<'c>(pub &'c Cells);

/// Candidates in a frame: three lines per cell, `*` for a candidate and `.` for other digits.
///
/// A cell with one candidate has only its digit, in the middle. There are 37 lines, each with its
/// line end; if every cell has one candidate, the drawing is that of [`GridDrawing`].
#[derive(Clone, Copy, Debug)]
pub struct Markup<'c>(pub &'c [u16; 81]);

impl Drawing for GridDrawing<'_> {
    fn add_to(&self, text: &mut String, indent: usize) {
        const BORDER: &str = "+---+---+---+";
        let mut line = |line: &str| add_line(text, indent, line);
        for (number, row) in self.0.chunks(9).enumerate() {
            if number % 3 == 0 {
                line(BORDER);
            }
            let mut drawn = [b'|'; BORDER.len()];
            for (at, &cell) in row.iter().enumerate() {
                drawn[1 + at + at / 3] = symbol(cell);
            }
            line(as_text(&drawn));
        }
        line(BORDER);
    }
}

impl Drawing for Markup<'_> {
    fn add_to(&self, text: &mut String, indent: usize) {
        const BORDER: &str = "+---+---+---+---+---+---+---+---+---+";
        if self.0.iter().all(|mask| mask.is_power_of_two()) {
            return GridDrawing(&self.0.map(digit)).add_to(text, indent);
        }
        for row in self.0.chunks(9) {
            add_line(text, indent, BORDER);
            for line in 0..3 {
                let mut drawn = [b'|'; BORDER.len()];
                for (at, &mask) in row.iter().enumerate() {
                    drawn[1 + 4 * at..4 + 4 * at].copy_from_slice(&third(mask, line));
                }
                add_line(text, indent, as_text(&drawn));
            }
        }
        add_line(text, indent, BORDER);
    }
}

fn add_line(text: &mut String, indent: usize, line: &str) {
    text.extend(std::iter::repeat_n(' ', indent));
    text.push_str(line);
    text.push('\n');
}

/// A line of ASCII characters as text.
fn as_text(line: &[u8]) -> &str {
    std::str::from_utf8(line).unwrap_or_default()
}

/// A digit as a character, a blank cell as `.`.
fn symbol(cell: u8) -> u8 {
    if matches!(cell, 1..=9) { b'0' + cell } else { b'.' }
}

/// One of the three lines of a cell.
fn third(mask: u16, line: u16) -> [u8; 3] {
    match (mask.is_power_of_two(), line) {
        (true, 1) => [b' ', symbol(digit(mask)), b' '],
        (true, _) => [b' '; 3],
        (false, _) => [0, 1, 2].map(|at| b".*"[usize::from(mask >> (3 * line + at) & 1)]),
    }
}

/// The digits as characters, blank cells as `.`.
pub(super) fn symbols(cells: &[u8]) -> String {
    cells.iter().map(|&cell| char::from(symbol(cell))).collect()
}

fn shown(drawing: &impl Drawing, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut text = String::new();
    drawing.add_to(&mut text, 0);
    f.write_str(&text)
}

impl fmt::Display for GridDrawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        shown(self, f)
    }
}

impl fmt::Display for Markup<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        shown(self, f)
    }
}

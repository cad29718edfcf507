//! Drawings of digits and of candidates, as 1.20 frames them.

use std::fmt;

use super::Cells;
use super::state::digit;

/// Digits in a frame: `+---+---+---+` around boxes of `|397|641|258|`, blank cells as `.`.
///
/// Thirteen lines, each with its end.
#[derive(Clone, Copy, Debug)]
pub struct Drawn<'c>(pub &'c Cells);

impl fmt::Display for Drawn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const BORDER: &str = "+---+---+---+";
        for (number, row) in self.0.chunks(9).enumerate() {
            if number % 3 == 0 {
                writeln!(f, "{BORDER}")?;
            }
            let boxes: Vec<String> = row.chunks(3).map(symbols).collect();
            writeln!(f, "|{}|", boxes.join("|"))?;
        }
        writeln!(f, "{BORDER}")
    }
}

/// Candidates in a frame: three lines a cell, `*` for a candidate and `.` for what is none.
///
/// The digit of a cell with one candidate stands alone in the middle. 37 lines, each with its end.
#[derive(Clone, Copy, Debug)]
pub struct Markup<'c>(pub &'c [u16; 81]);

impl fmt::Display for Markup<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let border = format!("+{}", "---+".repeat(9));
        for row in self.0.chunks(9) {
            writeln!(f, "{border}")?;
            for line in 0..3 {
                let cells: Vec<String> = row.iter().map(|&mask| third(mask, line)).collect();
                writeln!(f, "|{}|", cells.join("|"))?;
            }
        }
        writeln!(f, "{border}")
    }
}

/// The digits as characters, blank cells as `.`.
pub(super) fn symbols(cells: &[u8]) -> String {
    cells.iter().map(|&cell| crate::symbol(cell)).collect()
}

/// One of the three lines of a cell.
fn third(mask: u16, line: u16) -> String {
    match (mask.count_ones(), line) {
        (1, 1) => format!(" {} ", digit(mask)),
        (1, _) => "   ".to_owned(),
        _ => (0..3).map(|at| if mask >> (3 * line + at) & 1 == 1 { '*' } else { '.' }).collect(),
    }
}

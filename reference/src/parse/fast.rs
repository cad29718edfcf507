//! Fast path for the most common line: 81 digits and dots, possibly with text after them.

use super::format::Format;
use super::line::remark;
use super::reader::ParsedPuzzle;
use super::rows;
use crate::is_blank;

/// Number of cells in the line.
const CELLS: usize = 81;

/// Reads a line of 81 digits, `.` and `0`, which has only one interpretation.
///
/// After them the line must end or have a space, tab, comma or `#`. Returns `None` for other lines.
pub(super) fn read(number: usize, line: &[u8], format: Format) -> Option<ParsedPuzzle> {
    let cells = line.first_chunk::<CELLS>()?;
    if !line.get(CELLS).is_none_or(|next| matches!(next, b' ' | b'\t' | b',' | b'#')) {
        return None;
    }
    // Another puzzle may follow; unlike a solution, it has empty cells.
    let others = if format == Format::Csv { &[] } else { &line[CELLS..] };
    if others.len() > CELLS && others.iter().any(|&byte| byte != b' ' && is_blank(byte.into())) {
        return None;
    }
    let digits = cells.map(|byte| if byte == b'.' { 0 } else { byte.wrapping_sub(b'0') });
    if digits.iter().fold(0, |largest, &digit| largest.max(digit)) > 9 {
        return None;
    }
    let text = std::str::from_utf8(line).ok()?;
    let note = text.get(CELLS + 1..).and_then(remark);
    let puzzle = rows::grid_of(digits.to_vec()).into();
    Some(ParsedPuzzle {
        line: number,
        text: text.to_owned(),
        format,
        puzzle,
        candidates: None,
        note,
    })
}

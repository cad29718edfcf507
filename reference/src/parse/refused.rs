//! Puzzles of other programs that cannot be read, and the reason.

use super::line::Line;

/// Sides of square puzzles that are not read, which have boxes that are not square or are too large.
const SIDES: [usize; 8] = [5, 6, 7, 8, 10, 12, 15, 20];

/// Describes the document of another program that has this line or tag, with what to do.
pub(super) fn document(text: &str) -> Option<&'static str> {
    let lower = text.to_ascii_lowercase();
    if lower.contains("!doctype ksudoku") || lower.contains("<ksudoku") {
        return Some("a game of KSudoku, which orders cells by its own graph: type them as rows");
    }
    if lower.contains("f-puzzles.com/?") || lower.contains("sudokupad.app/") {
        return Some("a link to a puzzle: open it and type its givens as rows");
    }
    let names = |key: &str| text.contains(&format!("\"{key}\""));
    let key = text.trim().trim_start_matches('{').trim_start().strip_prefix('"')?;
    if !key.split_once('"')?.1.trim_start().starts_with(':') {
        return None;
    }
    Some(if names("cellSize") || names("cells") {
        "a puzzle of SudokuPad, which may have more rules: type its givens as rows"
    } else if names("size") && names("grid") {
        "a puzzle of f-puzzles, which may have more rules: type its givens as rows"
    } else {
        "JSON of another program: type its givens as rows"
    })
}

/// Describes the puzzle with cages in this line: `3x3::k:` and a number for each cell.
pub(super) fn killer(line: &str) -> Option<&'static str> {
    let mut fields = line.trim_start().split(':');
    let is_size = |size: &str| {
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        size.split_once('x').is_some_and(|(rows, columns)| is_number(rows) && is_number(columns))
    };
    let is_killer = fields.next().is_some_and(is_size)
        && fields.take(3).any(|field| field.eq_ignore_ascii_case("k"));
    is_killer.then_some("a Killer Sudoku: puzzles with cages are not read")
}

/// Side of the square puzzle of another size that the lines, or the first one, may be.
pub(super) fn other_side(lines: &[Line]) -> Option<usize> {
    let cells = lines.first()?.count();
    let in_one_line = SIDES.into_iter().find(|side| side * side == cells && *side > 5);
    let is_row = |line: &&Line| !line.is_empty() && !line.is_rule();
    let rows = || lines.iter().filter(|line| !line.is_rule()).take_while(is_row);
    let are_square = || {
        let mut widths = rows().map(Line::count);
        widths.by_ref().take(cells).filter(|width| *width == cells).count() == cells
            && widths.next().is_none()
    };
    in_one_line.or_else(|| (SIDES.contains(&cells) && are_square()).then_some(cells))
}

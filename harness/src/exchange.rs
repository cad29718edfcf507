//! How a puzzle goes into a solver and a grid comes out.

use std::fmt;

use reference::{Grid, Layout, Puzzle, Size};
use serde::Deserialize;

use crate::escape;

/// How the cells are written as text, on the way in or out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// All cells in one line; on the way in `.` is an empty cell.
    Line,
    /// One row a line as a decimal integer, 0 for an empty cell; only up to nine cells a row.
    Rows,
}

impl Form {
    /// What a solver finds on its standard input.
    #[must_use]
    pub fn feed(self, puzzle: &Puzzle) -> Vec<u8> {
        match self {
            Form::Line => format!("{puzzle}\n").into_bytes(),
            Form::Rows => puzzle.show(Layout::Rows).blank('0').to_string().into_bytes(),
        }
    }

    /// The grid a solver printed.
    ///
    /// # Errors
    /// When there is more, less or something else than one grid of that size.
    pub fn read(self, output: &[u8], size: Size) -> Result<Grid, Unreadable> {
        let unreadable = |why: String| Unreadable { why, output: escape::line(output, 200) };
        let lines: Vec<&[u8]> = match output.strip_suffix(b"\n") {
            Some(lines) => lines.split(|&byte| byte == b'\n').collect(),
            None if output.is_empty() => return Err(unreadable("it printed nothing".to_owned())),
            None => return Err(unreadable("its last line has no end".to_owned())),
        };
        let (rows, cells) = match self {
            Form::Line => (1, size.cells()),
            Form::Rows => (size.side(), size.side()),
        };
        if lines.len() != rows {
            let why = format!("it printed {} lines where a grid has {rows}", lines.len());
            return Err(unreadable(why));
        }
        let mut digits = Vec::with_capacity(size.cells());
        for (number, line) in lines.iter().enumerate() {
            let row = self.cells(line, cells);
            let row = row.map_err(|why| unreadable(format!("line {} {why}", number + 1)))?;
            digits.extend(row);
        }
        Grid::from_cells(digits).map_err(|bad| unreadable(bad.to_string()))
    }

    fn cells(self, line: &[u8], cells: usize) -> Result<Vec<u8>, String> {
        if line.len() > cells || (line.len() < cells && self == Form::Line) {
            return Err(format!("has {} characters where {cells} were expected", line.len()));
        }
        let symbol = |&byte: &u8| match self {
            Form::Line => reference::value(char::from(byte)),
            Form::Rows => byte.is_ascii_digit().then(|| byte - b'0'),
        };
        let digits: Option<Vec<u8>> = line.iter().map(symbol).collect();
        let digits = digits.filter(|digits| !digits.is_empty());
        let digits = digits.ok_or_else(|| "is not made of digits".to_owned())?;
        // An integer has lost its leading zeros.
        let mut row = vec![0; cells - digits.len()];
        row.extend(digits);
        Ok(row)
    }
}

/// A solver's output that is no grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreadable {
    /// What is wrong with it.
    pub why: String,
    /// Its beginning, made printable.
    pub output: String,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; the output was \"{}\"", self.why, self.output)
    }
}

impl std::error::Error for Unreadable {}

#[cfg(test)]
mod tests {
    use super::*;

    const SOLVED: &[u8] = b"4123\n2341\n1432\n3214\n";

    #[test]
    fn rows_go_in_and_come_out() {
        let puzzle: Puzzle = "...3..4114..3...".parse().unwrap();
        assert_eq!(Form::Rows.feed(&puzzle), b"0003\n0041\n1400\n3000\n");
        assert_eq!(Form::Line.feed(&puzzle), b"...3..4114..3...\n");
        let grid = Form::Rows.read(SOLVED, Size::Four).unwrap();
        assert_eq!(grid.to_string(), "4123234114323214");
        assert_eq!(Form::Line.read(b"4123234114323214\n", Size::Four).unwrap(), grid);
    }

    #[test]
    fn an_integer_row_may_have_lost_its_leading_zeros() {
        let grid = Form::Rows.read(b"123\n0\n1432\n3214\n", Size::Four).unwrap();
        assert_eq!(grid.to_string(), ".123....14323214");
    }

    #[test]
    fn what_is_no_grid_is_told_with_its_output() {
        let told = |output: &[u8]| Form::Rows.read(output, Size::Four).unwrap_err().to_string();
        assert_eq!(told(b""), "it printed nothing; the output was \"\"");
        assert_eq!(
            told(b"no solution\n"),
            "it printed 1 lines where a grid has 4; the output was \"no solution\\n\""
        );
        assert!(told(b"4123\n2341\n1432\n32145\n").starts_with("line 4 has 5 characters"));
        assert!(told(b"4123\n2341\n1432\n-321\n").starts_with("line 4 is not made of digits"));
        assert!(told(b"4123\n2341\n1432\n3219\n").starts_with("9 at row 4, column 4"));
        assert!(told(&SOLVED[..19]).starts_with("its last line has no end"));
    }
}

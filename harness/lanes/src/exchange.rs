//! Input and output formats of solvers.

use std::fmt;

use machine::Host;
use machine::numbers::counted;
use reference::{Grid, Layout, Puzzle, Size};
use serde::Deserialize;
use targets::difference::{lines, visible};
use targets::escape;

/// Input format of a solver.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Feed {
    /// All cells in one line on standard input; `.` is an empty cell.
    Line,
    /// One row per line as a decimal integer on standard input, 0 for an empty cell; up to nine cells per row.
    Rows,
    /// All cells in one line of an ITS file, which the command line names.
    ItsFile,
    /// One row per line as digits in the file `sudoku01.txt`, 0 for an empty cell; up to nine cells per row.
    SplFile,
}

/// Output format of a solver.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Read {
    /// All cells in one line.
    Line,
    /// One row per line as a decimal integer without leading zeros; up to nine cells per row.
    Rows,
    /// Drawing of the founding document, including its rules.
    Drawing,
    /// A line of column names, then one line per row, separated by tabs.
    Table,
}

/// File of [`Feed::ItsFile`], as a command line names it, and its key.
const ITS_FILE: (&str, &[u8]) = ("PUZZLE SUDOKU", b"GUEST;PUZZLE SUDOKU");

/// File of [`Feed::SplFile`], which the script of the founding document reads.
const SPL_FILE: &[u8] = b"sudoku01.txt";

/// Most bytes kept of an output that is not a grid.
const MOST_KEPT: usize = 4096;

/// Output of a solver whose algorithm cannot solve the puzzle.
pub const NOT_SOLVED: &[u8] = b"not solved\n";

impl Feed {
    /// Host of a solver, with its input.
    #[must_use]
    pub fn host(self, puzzle: &Puzzle) -> Host {
        let line = || format!("{puzzle}\n").into_bytes();
        let rows = || puzzle.show(Layout::Rows).blank('0').to_string().into_bytes();
        match self {
            Feed::Line => Host::with_input(&line()),
            Feed::Rows => Host::with_input(&rows()),
            Feed::SplFile => with_file(SPL_FILE, rows()),
            Feed::ItsFile => {
                Host { arguments: vec![ITS_FILE.0.into()], ..with_file(ITS_FILE.1, line()) }
            }
        }
    }
}

/// Host with one file and no input.
fn with_file(name: &[u8], content: Vec<u8>) -> Host {
    let mut host = Host::with_input(b"");
    host.files.give(name, content);
    host
}

impl Read {
    /// Output for this grid.
    #[must_use]
    pub fn text(self, grid: &Grid) -> String {
        let fields = |cells: &[u8]| {
            let cells: Vec<String> = cells.iter().map(u8::to_string).collect();
            format!("{}\n", cells.join("\t"))
        };
        match self {
            Read::Line => format!("{grid}\n"),
            Read::Rows => grid.show(Layout::Rows).blank('0').to_string(),
            Read::Drawing => grid.show(Layout::Ruled).to_string(),
            Read::Table => {
                let names = ('A'..).take(grid.size().side()).map(String::from);
                let head = names.collect::<Vec<_>>().join("\t");
                format!("{head}\n{}", grid.rows().map(fields).collect::<String>())
            }
        }
    }

    /// Parses the output of a solver.
    ///
    /// # Errors
    /// If it is not exactly one grid of that size.
    pub fn read(self, output: &[u8], size: Size) -> Result<Grid, Unreadable> {
        let unreadable = |why: String| Unreadable {
            why,
            output: escape::line(output, 200),
            lines: visible(&lines(&output[..output.len().min(MOST_KEPT)])),
        };
        let found: Vec<&[u8]> = match output.strip_suffix(b"\n") {
            Some(found) => found.split(|&byte| byte == b'\n').collect(),
            None if output.is_empty() => return Err(unreadable("it printed nothing".to_owned())),
            None => return Err(unreadable("its last line has no line end".to_owned())),
        };
        let read = match self {
            Read::Line => of_lines(&found, 0, 1, |line| symbols(line, size.cells())),
            Read::Rows => of_lines(&found, 0, size.side(), |line| integer(line, size.side())),
            Read::Drawing => drawing(output),
            Read::Table => of_lines(&found, 1, size.side(), |line| fields(line, size.side())),
        };
        read.map_err(unreadable)
    }
}

/// Parses `count` lines after a head; `cells` parses one line.
fn of_lines(
    lines: &[&[u8]],
    head: usize,
    count: usize,
    cells: impl Fn(&[u8]) -> Result<Vec<u8>, String>,
) -> Result<Grid, String> {
    let count = head + count;
    if lines.len() != count {
        return Err(format!(
            "it printed {} where a grid has {count}",
            counted(lines.len(), "line")
        ));
    }
    let row = |(index, line): (usize, &&[u8])| {
        cells(line).map_err(|why| format!("line {} {why}", index + 1))
    };
    let rows: Result<Vec<Vec<u8>>, String> = lines.iter().enumerate().skip(head).map(row).collect();
    Grid::from_cells(rows?.concat()).map_err(|bad| bad.to_string())
}

/// Cells of a line with one symbol each.
fn symbols(line: &[u8], cells: usize) -> Result<Vec<u8>, String> {
    if line.len() != cells {
        return Err(format!("has {}, expected {cells}", counted(line.len(), "character")));
    }
    let symbol = |&byte: &u8| reference::value(char::from(byte));
    line.iter().map(symbol).collect::<Option<_>>().ok_or_else(|| NO_DIGITS.to_owned())
}

/// Cells of a row printed as an integer.
fn integer(line: &[u8], cells: usize) -> Result<Vec<u8>, String> {
    let Some(missing) = cells.checked_sub(line.len()) else {
        return Err(format!("has {}, expected {cells}", counted(line.len(), "character")));
    };
    if line.is_empty() || !line.iter().all(u8::is_ascii_digit) {
        return Err(NO_DIGITS.to_owned());
    }
    let digits = line.iter().map(|digit| digit - b'0');
    Ok(std::iter::repeat_n(0, missing).chain(digits).collect())
}

/// Cells of a row separated by tabs.
fn fields(line: &[u8], cells: usize) -> Result<Vec<u8>, String> {
    let fields: Vec<&[u8]> = line.split(|&byte| byte == b'\t').collect();
    if fields.len() != cells {
        return Err(format!("has {}, expected {cells}", counted(fields.len(), "field")));
    }
    let digit = |field: &&[u8]| match field {
        [digit] if digit.is_ascii_digit() => Ok(digit - b'0'),
        _ => Err(NO_DIGITS.to_owned()),
    };
    fields.iter().map(digit).collect()
}

const NO_DIGITS: &str = "has characters other than digits";

/// Parses the drawing of the founding document, exactly.
fn drawing(output: &[u8]) -> Result<Grid, String> {
    let text = String::from_utf8_lossy(output);
    let grid: Grid = text.parse().map_err(|error: reference::ParseError| error.to_string())?;
    let expected = grid.show(Layout::Ruled).to_string();
    let mut lines = text.lines().zip(expected.lines()).enumerate();
    match lines.find(|(_, (found, right))| found != right) {
        Some((index, (_, right))) => {
            Err(format!("line {} differs from the drawing, `{right}`", index + 1))
        }
        None if text.len() == expected.len() => Ok(grid),
        None => Err("there is text after the drawing".to_owned()),
    }
}

/// Output of a solver that is not a grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreadable {
    /// Reason.
    pub why: String,
    /// Beginning of the output, made printable.
    pub output: String,
    /// First lines of the output, made printable.
    pub lines: String,
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
        assert_eq!(Feed::Rows.host(&puzzle).input.rest(), b"0003\n0041\n1400\n3000\n");
        assert_eq!(Feed::Line.host(&puzzle).input.rest(), b"...3..4114..3...\n");
        let grid = Read::Rows.read(SOLVED, Size::Four).unwrap();
        assert_eq!(grid.to_string(), "4123234114323214");
        assert_eq!(Read::Line.read(b"4123234114323214\n", Size::Four).unwrap(), grid);
    }

    #[test]
    fn what_is_printed_for_a_grid_is_read_as_that_grid() {
        let grid = Read::Rows.read(SOLVED, Size::Four).unwrap();
        for read in [Read::Line, Read::Rows, Read::Drawing, Read::Table] {
            let text = read.text(&grid);
            assert_eq!(read.read(text.as_bytes(), Size::Four), Ok(grid.clone()), "{text}");
        }
    }

    #[test]
    fn a_file_is_named_on_the_command_line() {
        let puzzle: Puzzle = "...3..4114..3...".parse().unwrap();
        let host = Feed::ItsFile.host(&puzzle);
        assert_eq!(host.arguments, [b"PUZZLE SUDOKU"]);
        assert_eq!(host.files[b"GUEST;PUZZLE SUDOKU".as_slice()], b"...3..4114..3...\n");
    }

    #[test]
    fn a_table_has_names_above_its_columns() {
        let puzzle: Puzzle = "...3..4114..3...".parse().unwrap();
        let host = Feed::SplFile.host(&puzzle);
        assert_eq!(host.files[b"sudoku01.txt".as_slice()], b"0003\n0041\n1400\n3000\n");
        let table = b"A\tB\tC\tD\n4\t1\t2\t3\n2\t3\t4\t1\n1\t4\t3\t2\n3\t2\t1\t4\n";
        let grid = Read::Rows.read(SOLVED, Size::Four).unwrap();
        assert_eq!(Read::Table.read(table, Size::Four).unwrap(), grid);
        let message = |output: &[u8]| Read::Table.read(output, Size::Four).unwrap_err().why;
        assert_eq!(message(SOLVED), "it printed 4 lines where a grid has 5");
        assert_eq!(message(&table[..32]), "it printed 4 lines where a grid has 5");
        let wide = String::from_utf8_lossy(table).replace("3\t4\t1\n", "3\t4\n");
        assert_eq!(message(wide.as_bytes()), "line 3 has 3 fields, expected 4");
        let odd = String::from_utf8_lossy(table).replace("3\t4\t1\n", "3\t\t1\n");
        assert_eq!(message(odd.as_bytes()), "line 3 has characters other than digits");
    }

    #[test]
    fn a_drawing_is_right_to_the_last_character() {
        let grid = Read::Rows.read(SOLVED, Size::Four).unwrap();
        let drawn = grid.show(Layout::Ruled).to_string();
        assert_eq!(Read::Drawing.read(drawn.as_bytes(), Size::Four).unwrap(), grid);
        let message =
            |output: String| Read::Drawing.read(output.as_bytes(), Size::Four).unwrap_err().why;
        let thin = drawn.replacen("---", "===", 1);
        assert_eq!(message(thin), "line 3 differs from the drawing, `||---|---||---|---||`");
        assert_eq!(message(format!("{drawn}\n")), "there is text after the drawing");
        assert!(message("NO SOLUTION\n".to_owned()).contains("line 1"));
    }

    #[test]
    fn an_integer_row_may_have_lost_its_leading_zeros() {
        let grid = Read::Rows.read(b"123\n0\n1432\n3214\n", Size::Four).unwrap();
        assert_eq!(grid.to_string(), ".123....14323214");
    }

    #[test]
    fn output_that_is_not_a_grid_is_shown() {
        let message = |output: &[u8]| Read::Rows.read(output, Size::Four).unwrap_err().to_string();
        assert_eq!(message(b""), "it printed nothing; the output was \"\"");
        assert_eq!(
            message(b"no solution\n"),
            "it printed 1 line where a grid has 4; the output was \"no solution\\n\""
        );
        assert!(message(b"4123\n2341\n1432\n32145\n").starts_with("line 4 has 5 characters"));
        assert!(
            message(b"4123\n2341\n1432\n-321\n")
                .starts_with("line 4 has characters other than digits")
        );
        assert!(message(b"4123\n2341\n1432\n3219\n").starts_with("9 at row 4, column 4"));
        assert!(message(&SOLVED[..19]).starts_with("its last line has no line end"));
    }
}

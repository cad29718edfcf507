//! The table of lanes, `asm/lanes.toml`.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};

use reference::Size;
use serde::Deserialize;
use toml::Spanned;

use crate::exchange::{Feed, Read};
use crate::files;
use crate::target::{Target, UnknownTarget};

/// Where the table lies in a clone.
pub const TABLE: &str = "asm/lanes.toml";

/// One solver on one machine with one way in and one way out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lane {
    /// What reports, golden files and commands call it.
    pub name: String,
    /// The algorithm whose twin the reference has.
    pub algorithm: Algorithm,
    /// Machine, dialect and switches.
    pub target: Target,
    /// The source files, the first one first, as paths from the root of the clone.
    pub sources: Vec<PathBuf>,
    /// The size of puzzle it solves.
    pub size: Size,
    /// How a puzzle goes in.
    pub feed: Feed,
    /// How a grid comes out.
    pub read: Read,
    /// The label of the procedure that is one node of the search.
    pub node: String,
    /// Where the cells lie in memory.
    pub grid: GridPlace,
    /// The puzzle sets it runs, files of `golden/puzzles`.
    pub sets: Vec<String>,
}

/// An algorithm that the reference can run event by event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Algorithm {
    /// First empty cell in reading order, digits ascending.
    Backtrack,
}

impl Algorithm {
    /// As the table spells it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Algorithm::Backtrack => "backtrack",
        }
    }
}

/// Where a solver keeps its cells.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GridPlace {
    /// The label of the first cell.
    pub symbol: String,
    /// Units of memory from one row to the next.
    pub row_stride: u64,
    /// Units of memory a cell takes.
    pub cell: u64,
}

/// Why the table cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableError {
    /// The file, as it was named.
    pub file: String,
    /// The line, from 1; 0 when it is about the file as a whole.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TableError { file, line, message } = self;
        match line {
            0 => write!(f, "{file}: {message}"),
            _ => write!(f, "{file}:{line}: {message}"),
        }
    }
}

impl std::error::Error for TableError {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    #[serde(default)]
    lane: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    name: Spanned<String>,
    algorithm: Algorithm,
    machine: Spanned<String>,
    dialect: Spanned<String>,
    sources: Spanned<Vec<Spanned<String>>>,
    size: Spanned<usize>,
    feed: Spanned<Feed>,
    read: Read,
    node: String,
    grid: GridPlace,
    sets: Vec<Spanned<String>>,
}

/// Reads the table of a clone.
///
/// # Errors
/// With file and line: when the table is missing or broken, names what does not exist, or names a
/// lane twice.
pub fn read_table(root: &Path) -> Result<Vec<Lane>, TableError> {
    let whole = |message| TableError { file: TABLE.to_owned(), line: 0, message };
    let text = files::read_text(&root.join(TABLE)).map_err(whole)?;
    let lanes = parse_table(&text, TABLE)?;
    for lane in &lanes {
        if let Some(missing) = lane.sources.iter().find(|source| !root.join(source).is_file()) {
            let message =
                format!("lane `{}` names {}, which is no file", lane.name, files::shown(missing));
            return Err(whole(message));
        }
    }
    Ok(lanes)
}

/// Reads the text of a table; `file` is for messages.
///
/// # Errors
/// As [`read_table`], without looking at any file.
pub fn parse_table(text: &str, file: &str) -> Result<Vec<Lane>, TableError> {
    let line_of = |at: usize| text[..at.min(text.len())].matches('\n').count() + 1;
    let error = |at, message| TableError { file: file.to_owned(), line: line_of(at), message };
    let table: Table = toml::from_str(text)
        .map_err(|bad| error(bad.span().map_or(0, |span| span.start), bad.message().to_owned()))?;
    let mut names = BTreeSet::new();
    let mut lanes = Vec::new();
    for row in table.lane {
        let at = row.name.span().start;
        let name = row.name.get_ref().clone();
        if !is_plain_name(&name) {
            return Err(error(at, format!("`{name}` is no lane name: use a-z, 0-9 and -")));
        }
        if !names.insert(name) {
            return Err(error(at, format!("a second lane is called `{}`", row.name.get_ref())));
        }
        lanes.push(lane(row).map_err(|(at, message)| error(at, message))?);
    }
    match lanes.is_empty() {
        true => Err(error(0, "the table has no lane".to_owned())),
        false => Ok(lanes),
    }
}

/// Names become file names, so they hold nothing that means something to a file system.
fn is_plain_name(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    !name.is_empty() && name.chars().all(plain)
}

/// The lane of a row, or the byte where it is wrong and why.
fn lane(row: Row) -> Result<Lane, (usize, String)> {
    let size = Size::from_side(*row.size.get_ref())
        .ok_or_else(|| (row.size.span().start, "a size is 4, 9, 16 or 25".to_owned()))?;
    let feed = *row.feed.get_ref();
    if (feed == Feed::Rows || row.read == Read::Rows) && size.side() > 9 {
        let message = "rows as integers go up to size 9: use \"line\"".to_owned();
        return Err((row.size.span().start, message));
    }
    let (machine, dialect) = (row.machine.get_ref(), row.dialect.get_ref());
    let target = Target::named(machine, dialect).map_err(|unknown| match unknown {
        UnknownTarget::Machine { known } => {
            let message = format!("there is no machine `{machine}`: there is {}", known.join(", "));
            (row.machine.span().start, message)
        }
        UnknownTarget::Dialect { known } => {
            let known = known.join(", ");
            let message = format!("{machine} has no dialect `{dialect}`: it has {known}");
            (row.dialect.span().start, message)
        }
    })?;
    if feed == Feed::ItsFile && !matches!(target, Target::Pdp10(_)) {
        let message = format!("{machine} has no files of ITS: use \"line\" or \"rows\"");
        return Err((row.feed.span().start, message));
    }
    if row.sources.get_ref().is_empty() {
        return Err((row.sources.span().start, "a lane has at least one source".to_owned()));
    }
    let mut sources = Vec::new();
    for source in row.sources.get_ref() {
        let path = Path::new(source.get_ref());
        let plain = path.components().all(|c| matches!(c, std::path::Component::Normal(_)));
        if !plain {
            let message = "a source is a path below the folder asm, without `..`".to_owned();
            return Err((source.span().start, message));
        }
        sources.push(Path::new("asm").join(path));
    }
    let bad_set = row.sets.iter().find(|set| !is_plain_name(set.get_ref()));
    if let Some(set) = bad_set {
        let message = format!("`{}` is no name of a puzzle set", set.get_ref());
        return Err((set.span().start, message));
    }
    if row.grid.cell == 0 || row.grid.row_stride < row.grid.cell * size.side() as u64 {
        let message = "the rows of the grid overlap: row_stride is at least cell times size";
        return Err((row.name.span().start, message.to_owned()));
    }
    Ok(Lane {
        name: row.name.into_inner(),
        algorithm: row.algorithm,
        target,
        sources,
        size,
        feed,
        read: row.read,
        node: row.node,
        grid: row.grid,
        sets: row.sets.into_iter().map(Spanned::into_inner).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"
[[lane]]
name = "mips32-mars-9x9"
algorithm = "backtrack"
machine = "mips32"
dialect = "mars"
sources = ["backtrack/mips32-mars-9x9.s"]
size = 9
feed = "rows"
read = "rows"
node = "solve"
grid = { symbol = "grid", row_stride = 64, cell = 4 }
sets = ["9x9"]
"#;

    fn told(from: &str, to: &str) -> String {
        assert!(GOOD.contains(from), "{from}");
        parse_table(&GOOD.replace(from, to), "lanes.toml").unwrap_err().to_string()
    }

    #[test]
    fn a_good_row_is_a_lane() {
        let lanes = parse_table(GOOD, "lanes.toml").unwrap();
        assert_eq!(lanes[0].size, Size::Nine);
        assert_eq!(lanes[0].target.dialect().name(), "mars");
        assert_eq!(lanes[0].sources, [Path::new("asm/backtrack/mips32-mars-9x9.s")]);
    }

    #[test]
    fn a_bad_row_is_told_with_its_line() {
        let cases = [
            (
                "\"mips32\"",
                "\"mips\"",
                "5: there is no machine `mips`: there is mips32, riscv32, esp32c3, pdp10",
            ),
            ("\"mars\"", "\"gnu\"", "6: mips32 has no dialect `gnu`: it has mars, spim"),
            ("= 9", "= 8", "8: a size is 4, 9, 16 or 25"),
            ("= 9", "= 16", "8: rows as integers go up to size 9: use \"line\""),
            ("mips32-mars-9x9\"\na", "A B\"\na", "3: `A B` is no lane name: use a-z, 0-9 and -"),
            ("backtrack/m", "../m", "7: a source is a path below the folder asm, without `..`"),
            ("[\"backtrack/mips32-mars-9x9.s\"]", "[]", "7: a lane has at least one source"),
            ("row_stride = 64", "row_stride = 35", "3: the rows of the grid overlap"),
            ("feed = \"rows\"", "feed = \"its-file\"", "9: mips32 has no files of ITS"),
            ("node =", "nodes =", "11: unknown field `nodes`"),
            ("[\"9x9\"]", "[\"../x\"]", "13: `../x` is no name of a puzzle set"),
            ("\"backtrack\"", "\"dance\"", "4: unknown variant `dance`"),
        ];
        for (from, to, expected) in cases {
            let told = told(from, to);
            assert!(told.starts_with(&format!("lanes.toml:{expected}")), "{told}");
        }
        let twice = format!("{GOOD}{GOOD}");
        let told = parse_table(&twice, "lanes.toml").unwrap_err().to_string();
        assert_eq!(told, "lanes.toml:16: a second lane is called `mips32-mars-9x9`");
    }
}

//! The table of lanes, `asm/lanes.toml`.

mod algorithm;
mod fields;
mod matches;
mod row;
mod sets;

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};

use asmkit::{Severity, Sources};
use machine::{Host, Image, Output, Work};
use reference::{Puzzle, Size};
use serde::Deserialize;
use targets::target::Target;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::exchange::{Feed, Read};
use crate::root::Root;
use crate::verify::{Checks, LaneError};

pub use algorithm::{Algorithm, Decisions};
use fields::{Fields, Wrong};
use row::CatalogRow;
pub use sets::{Seeds, SetSource};

/// Path of the table, relative to the root.
pub const TABLE: &str = "asm/lanes.toml";

/// One solver on one machine, with one input format and one output format.
#[derive(Debug, Clone)]
pub struct Lane {
    /// Name in reports, golden files and commands.
    pub name: String,
    /// Line of its name in the table, from 1.
    pub row_line: u32,
    /// Algorithm.
    pub algorithm: Algorithm,
    /// Machine, dialect and switches; a compiled program can add its own.
    pub target: Target,
    /// Tool that built a compiled program, such as a compiler and its options.
    pub made_by: Option<String>,
    /// Switches of the machine, as in the table.
    pub switches: Vec<String>,
    /// Source files in order, as paths relative to the root.
    pub sources: Vec<PathBuf>,
    /// Size of its puzzles.
    pub size: Size,
    /// Input format.
    pub feed: Feed,
    /// Output format.
    pub read: Read,
    /// Labels of search nodes; usually one, and none if the algorithm is unknown.
    pub nodes: Vec<String>,
    /// Label of the procedure that solves, if that is not the one of the nodes.
    pub search: Option<String>,
    /// Layout of the cells in memory, unless the algorithm is unknown.
    pub grid: Option<GridPlace>,
    /// Whether a digit stored over another is an undo and a place, and 0 stored over 0 is nothing.
    pub overwrites: bool,
    /// Puzzle sets, files of `golden/puzzles`.
    pub sets: Vec<String>,
    /// Most nodes of a puzzle that is run; others are left out.
    pub most_nodes: Option<u64>,
    /// Most instructions of a run without a golden count.
    pub most_instructions: Option<u64>,
    /// Checks of its runs.
    pub checks: Checks,
}

impl Lane {
    /// Nodes its algorithm needs for a puzzle; `None` if it leaves the puzzle out.
    #[must_use]
    pub fn nodes_of(&self, puzzle: &Puzzle) -> Option<u64> {
        let most = self.most_nodes.unwrap_or(TWIN_BUDGET_NODES);
        self.algorithm.digest(puzzle, most).map(|digest| digest.nodes)
    }

    /// Limits its checks to these.
    ///
    /// # Errors
    /// An error message if none is left.
    pub fn check_only(&mut self, checks: Checks) -> Result<(), String> {
        let left = self.checks.and(checks);
        if left == Checks::NONE {
            let (name, has) = (&self.name, self.checks);
            return Err(format!(
                "none of these checks apply to lane `{name}`, which has only {has}"
            ));
        }
        self.checks = left;
        Ok(())
    }

    /// Host of its program, with the input and the output limit.
    #[must_use]
    pub fn host(&self, puzzle: &Puzzle) -> Host {
        Host {
            output: Output::with_cap(OUTPUT_LIMIT_BYTES),
            work: Work::default(),
            program: self.name.clone().into_bytes(),
            ..self.feed.host(puzzle)
        }
    }

    /// Program and target.
    ///
    /// # Errors
    /// If a source cannot be read, or the program does not assemble.
    pub fn program(&self, root: &Root) -> Result<(Target, Image), LaneError> {
        self.program_with_sources(root).map(|(target, image, _)| (target, image))
    }

    /// As [`program`](Self::program), with its sources; none for a compiled program.
    ///
    /// # Errors
    /// As [`program`](Self::program).
    pub fn program_with_sources(&self, root: &Root) -> Result<(Target, Image, Sources), LaneError> {
        let mut sources = Sources::new();
        let mut ids = Vec::new();
        for source in &self.sources {
            let name = root.shown(source);
            let bytes = root.source(source).map_err(|why| {
                LaneError::NotSetUp(format!("its source `{name}` cannot be read: {why}"))
            })?;
            if self.made_by.is_some() {
                let opened = self.target.open(Path::new(source), &bytes, &self.switches);
                let opened = opened.map_err(|why| LaneError::NotLoaded(format!("`{name}`: {why}")));
                return opened.map(|(target, image)| (target, image, sources));
            }
            if asmkit::elf::is_elf(&bytes) {
                let why = "is a compiled program (ELF); use made_by instead of dialect in its row";
                return Err(LaneError::NotSetUp(format!("`{name}` {why}")));
            }
            ids.push(sources.add(&name, &bytes));
        }
        let assembled = self.target.assemble(&mut sources, &ids, root.library(self).as_ref());
        let assembly = assembled.map_err(|messages| {
            let shown = messages.iter().map(|message| asmkit::render(message, &sources, false));
            let mut errors = messages.iter().filter(|message| message.severity == Severity::Error);
            let place = errors.next().map(|first| {
                let (line, _) = sources.line_column(first.span);
                (asmkit::plain_name(sources.name(first.span.file)), line)
            });
            LaneError::NotAssembled(shown.collect::<Vec<_>>().join("\n\n"), place)
        })?;
        Ok((self.target.clone(), assembly.image, sources))
    }

    /// Dialect of its sources, or tool that built it, in words.
    #[must_use]
    pub fn written_in(&self) -> String {
        match &self.made_by {
            Some(made_by) => format!("made by {made_by}"),
            None => format!("in the {} dialect", self.target.dialect().name),
        }
    }
}

/// Most bytes a solver may print.
pub const OUTPUT_LIMIT_BYTES: u64 = 1 << 20;

/// Most nodes of a reference model, far more than any puzzle of a lane needs.
pub const TWIN_BUDGET_NODES: u64 = 50_000_000;

/// Layout of the cells of a solver.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GridPlace {
    /// Label of the first cell.
    pub symbol: String,
    /// Units of memory between rows.
    pub row_stride: u64,
    /// Units of memory per cell.
    pub cell: u64,
    /// Whether a cell is a string of its candidates, with a point for each missing digit.
    #[serde(default)]
    pub strings: bool,
}

/// Most units of memory of a grid row, more than any has.
const MOST_ROW_UNITS: u64 = 1 << 20;

impl GridPlace {
    /// Checks that rows do not overlap, and that cells fit the algorithm.
    ///
    /// # Errors
    /// An error message if they do not.
    pub fn check(&self, algorithm: Algorithm, size: Size, unit_bits: u32) -> Result<(), String> {
        let (cell, side) = (self.cell, size.side() as u64);
        if cell.max(self.row_stride) > MOST_ROW_UNITS {
            return Err(format!("a row of a grid takes at most {MOST_ROW_UNITS} units"));
        }
        let problem = if cell == 0 || self.row_stride < cell * side {
            "the rows of the grid overlap: row_stride must be at least cell times size"
        } else if self.strings != (algorithm == Algorithm::Candidates) {
            "strings = true is required for the algorithm `candidates`, and only allowed there"
        } else if self.strings && cell * u64::from(unit_bits / 7) < side {
            "a cell of the grid is too small for one character per digit"
        } else {
            return Ok(());
        };
        Err(problem.to_owned())
    }
}

/// Error in the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableError {
    /// File.
    pub file: String,
    /// Line, from 1; 0 for the file as a whole.
    pub line: usize,
    /// Message.
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

/// Reads the table of a root.
///
/// # Errors
/// With file and line: if the table is missing or invalid, names a missing file, or two lanes have the same name.
pub fn read_table(root: &Root) -> Result<Vec<Lane>, TableError> {
    let file = root.shown(Path::new(TABLE));
    let whole = |message| TableError { file: file.clone(), line: 0, message };
    let text = root.text(Path::new(TABLE)).map_err(whole)?;
    let lanes = parse_table(&text, &file, root)?;
    for lane in &lanes {
        if let Some(missing) = lane.sources.iter().find(|source| !root.has(source)) {
            let (name, missing) = (&lane.name, root.shown(missing));
            return Err(whole(format!("lane `{name}` names `{missing}`, which is not a file")));
        }
    }
    Ok(lanes)
}

/// Parses the text of a table; `file` is for messages.
///
/// # Errors
/// As [`read_table`], except that sources are not opened.
pub fn parse_table(text: &str, file: &str, root: &Root) -> Result<Vec<Lane>, TableError> {
    let line_of = |at: usize| text[..at.min(text.len())].matches('\n').count() + 1;
    let error = |(at, message)| TableError { file: file.to_owned(), line: line_of(at), message };
    let table = DeTable::parse(text).map_err(|bad| {
        let at = bad.span().map_or(0, |span| span.start);
        error((at, format!("this is not valid TOML: {}", bad.message())))
    })?;
    let mut names = BTreeSet::new();
    let mut lanes = Vec::new();
    for row in rows(table.get_ref(), root).map_err(error)? {
        let at = row.name.span().start;
        let name = row.name.get_ref().clone();
        if !is_plain_name(&name) {
            let name = asmkit::plain_name(&name);
            return Err(error((at, format!("`{name}` is not a lane name: use a-z, 0-9 and -"))));
        }
        let lane = row.lane().map_err(error)?;
        if !names.insert(name) {
            let (name, source) = (&lane.name, root.shown(&lane.sources[0]));
            return Err(error((
                at,
                format!("there is a second lane named `{name}`, for `{source}`"),
            )));
        }
        lanes.push(Lane { row_line: line_of(at) as u32, ..lane });
    }
    if lanes.is_empty() { Err(error((0, "the table has no lane".to_owned()))) } else { Ok(lanes) }
}

/// Source of the puzzles of a set; `None` for a file of `golden/puzzles`.
///
/// # Errors
/// As [`read_table`].
pub(crate) fn own_set(root: &Root, name: &str) -> Result<Option<SetSource>, String> {
    // A folder with puzzles only has no table.
    let Ok(text) = root.text(Path::new(TABLE)) else { return Ok(None) };
    let error = |why: &str| format!("{}: {why}", root.shown(Path::new(TABLE)));
    let table = DeTable::parse(&text).map_err(|bad| error(bad.message()))?;
    let Some(DeValue::Table(own)) = table.get_ref().get("sets").map(Spanned::get_ref) else {
        return Ok(None);
    };
    let sets = sets::of(own).map_err(|(_, why)| error(&why))?;
    Ok(sets.into_iter().find(|(own, _)| own == name).map(|(_, source)| source))
}

/// Sections of the table, each with an example.
const SECTIONS: &[(&str, &str)] =
    &[("lane", "[[lane]]"), ("defaults", "[defaults]"), ("sets", "[sets]")];

/// Rows of a table, one per lane.
fn rows(table: &DeTable<'_>, root: &Root) -> Result<Vec<CatalogRow>, Wrong> {
    let what = "the table of lanes";
    let whole = Fields { what, at: 0, known: SECTIONS, own: table, defaults: None };
    whole.check_names()?;
    if let Some((_, own)) = whole.table("sets")? {
        sets::of(own)?;
    }
    let defaults = whole.table("defaults")?;
    if let Some((_, defaults)) = defaults {
        let what = "the table of defaults";
        let known = &row::FIELDS[1..];
        Fields { what, at: 0, known, own: defaults, defaults: None }.check_names()?;
    }
    let lanes = match table.get("lane").map(|lane| (lane.span(), lane.get_ref())) {
        None => None,
        Some((_, DeValue::Array(lanes))) => Some(lanes),
        Some((span, _)) => {
            let message = "a lane begins with [[lane]], in double brackets";
            return Err((span.start, message.to_owned()));
        }
    };
    let row = |lane: &Spanned<DeValue<'_>>| {
        let at = lane.span().start;
        let DeValue::Table(own) = lane.get_ref() else {
            return Err((at, "a lane is a table that begins with [[lane]]".to_owned()));
        };
        let defaults = defaults.as_ref().map(|(_, defaults)| *defaults);
        let fields = Fields { what: "a lane", at, known: row::FIELDS, own, defaults };
        CatalogRow::read(&fields)?.expanded(root)
    };
    let rows =
        lanes.into_iter().flat_map(|lanes| lanes.iter()).map(row).collect::<Result<Vec<_>, _>>()?;
    Ok(rows.into_iter().flatten().collect())
}

/// Whether a name is safe as a file name.
fn is_plain_name(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    !name.is_empty() && name.chars().all(plain)
}

/// Name of a lane or a set derived from another name.
pub(crate) fn name_of(text: &str) -> String {
    matches::lane_name(text)
}

#[cfg(test)]
mod tests;

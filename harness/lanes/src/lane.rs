//! The table of lanes, `asm/lanes.toml`.

mod algorithm;
mod fields;
mod matches;
mod row;
mod sets;

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};

use asmkit::{Library, Severity, Sources};
use machine::{Host, Image, Output, Work};
use machines::target::Target;
use reference::{Puzzle, Size};
use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::exchange::{Feed, Read};
use crate::root::Root;
use crate::verify::{Broken, Checks};

pub use algorithm::{Algorithm, Decisions};
use fields::{Fields, Wrong};
use row::Row;
pub use sets::{Seeds, Source as SetSource};

/// Where the table lies, from the root.
pub const TABLE: &str = "asm/lanes.toml";

/// One solver on one machine with one way in and one way out.
#[derive(Debug, Clone)]
pub struct Lane {
    /// What reports, golden files and commands call it.
    pub name: String,
    /// The line of the table that names it, from 1.
    pub row_line: u32,
    /// The algorithm whose twin the reference has.
    pub algorithm: Algorithm,
    /// Machine, dialect and switches; a finished program's own say more.
    pub target: Target,
    /// What made its program, where that is a finished one, such as a compiler and its options.
    pub made_by: Option<String>,
    /// The machine's switches as the table spells them.
    pub switches: Vec<String>,
    /// The source files, the first one first, as paths from the root.
    pub sources: Vec<PathBuf>,
    /// The size of puzzle it solves.
    pub size: Size,
    /// How a puzzle goes in.
    pub feed: Feed,
    /// How a grid comes out.
    pub read: Read,
    /// The labels that are a node of the search each time one of them is reached; usually one, and none
    /// where the algorithm is not known.
    pub nodes: Vec<String>,
    /// Where the cells lie in memory, unless the algorithm is not known.
    pub grid: Option<GridPlace>,
    /// Whether a digit stored over another stands for taking back the one and placing the other, and
    /// 0 stored over 0 for nothing.
    pub overwrites: bool,
    /// The puzzle sets it runs, files of `golden/puzzles`.
    pub sets: Vec<String>,
    /// The most nodes its algorithm may need for a puzzle that is run; the others are left out.
    pub most_nodes: Option<u64>,
    /// The most instructions a run may take while it has no golden count.
    pub most_instructions: Option<u64>,
    /// What is checked of its runs.
    pub checks: Checks,
}

impl Lane {
    /// The nodes its algorithm needs for a puzzle; `None` where it does not take the puzzle up.
    #[must_use]
    pub fn nodes_of(&self, puzzle: &Puzzle) -> Option<u64> {
        let most = self.most_nodes.unwrap_or(TWIN_BUDGET_NODES);
        self.algorithm.digest(puzzle, most).map(|digest| digest.nodes)
    }

    /// Leaves only these checks of those it has.
    ///
    /// # Errors
    /// A sentence when that leaves none.
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

    /// What its program finds around it, with room for as much output as any lane may have.
    #[must_use]
    pub fn host(&self, puzzle: &Puzzle) -> Host {
        Host {
            output: Output::with_cap(OUTPUT_LIMIT_BYTES),
            work: Work::default(),
            program: self.name.clone().into_bytes(),
            ..self.feed.host(puzzle)
        }
    }

    /// Its program, and the machine it is for.
    ///
    /// # Errors
    /// Why a source cannot be read, or the messages of the assembly.
    pub fn program(&self, root: &Root) -> Result<(Target, Image), Broken> {
        self.program_with_sources(root).map(|(target, image, _)| (target, image))
    }

    /// As [`program`](Self::program), with the sources it is made of; none where it is a finished one.
    ///
    /// # Errors
    /// As [`program`](Self::program).
    pub fn program_with_sources(&self, root: &Root) -> Result<(Target, Image, Sources), Broken> {
        self.program_by(root, root.library(self).as_ref())
    }

    /// The same, with what sources include from a library.
    pub(crate) fn program_by(
        &self,
        root: &Root,
        library: &dyn Library,
    ) -> Result<(Target, Image, Sources), Broken> {
        let mut sources = Sources::new();
        let mut ids = Vec::new();
        for source in &self.sources {
            let name = root.shown(source);
            let bytes = root.source(source).map_err(|why| {
                Broken::NotSetUp(format!("its source `{name}` cannot be read: {why}"))
            })?;
            if self.made_by.is_some() {
                let opened = self.target.open(&bytes, &self.switches);
                let opened = opened.map_err(|why| Broken::NotLoaded(format!("`{name}`: {why}")));
                return opened.map(|(target, image)| (target, image, sources));
            }
            if asmkit::elf::is_elf(&bytes) {
                let why = "is a compiled program (ELF); use made_by instead of dialect in its row";
                return Err(Broken::NotSetUp(format!("`{name}` {why}")));
            }
            ids.push(sources.add(&name, &bytes));
        }
        let assembled = self.target.assemble(&mut sources, &ids, library);
        let assembly = assembled.map_err(|messages| {
            let shown = messages.iter().map(|message| asmkit::render(message, &sources, false));
            let mut errors = messages.iter().filter(|message| message.severity == Severity::Error);
            let place = errors.next().map(|first| {
                let (line, _) = sources.line_column(first.span);
                (asmkit::plain_name(sources.name(first.span.file)), line)
            });
            Broken::NotAssembled(shown.collect::<Vec<_>>().join("\n\n"), place)
        })?;
        Ok((self.target.clone(), assembly.image, sources))
    }

    /// What its program is written in, or was made by, in words.
    #[must_use]
    pub fn written_in(&self) -> String {
        match &self.made_by {
            Some(made_by) => format!("made by {made_by}"),
            None => format!("in the {} dialect", self.target.dialect().name),
        }
    }
}

/// Bytes a solver may print.
pub const OUTPUT_LIMIT_BYTES: u64 = 1 << 20;

/// Nodes after which a twin gives up; no puzzle of a lane comes near it.
pub const TWIN_BUDGET_NODES: u64 = 50_000_000;

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
    /// Whether a cell is a string of its candidates, each digit in its place or a point there.
    #[serde(default)]
    pub strings: bool,
}

/// Units of memory that a row of a grid takes at most; more than any has.
const MOST_ROW_UNITS: u64 = 1 << 20;

impl GridPlace {
    /// Whether rows are apart, and cells are as the algorithm has them, with room for that.
    ///
    /// # Errors
    /// A sentence about what cannot be.
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

/// Reads the table of a root.
///
/// # Errors
/// With file and line: when the table is missing or broken, names what does not exist, or names a
/// lane twice.
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

/// Reads the text of a table; `file` is for messages.
///
/// # Errors
/// As [`read_table`], without looking at any source but whether it is there.
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

/// Where the puzzles of a set come from; `None` for a file of `golden/puzzles`.
///
/// # Errors
/// As [`read_table`].
pub(crate) fn own_set(root: &Root, name: &str) -> Result<Option<SetSource>, String> {
    // Who has only puzzles has no table.
    let Ok(text) = root.text(Path::new(TABLE)) else { return Ok(None) };
    let told = |why: &str| format!("{}: {why}", root.shown(Path::new(TABLE)));
    let table = DeTable::parse(&text).map_err(|bad| told(bad.message()))?;
    let Some(DeValue::Table(own)) = table.get_ref().get("sets").map(Spanned::get_ref) else {
        return Ok(None);
    };
    let sets = sets::of(own).map_err(|(_, why)| told(&why))?;
    Ok(sets.into_iter().find(|(own, _)| own == name).map(|(_, source)| source))
}

/// What the whole table may hold.
const SECTIONS: &[(&str, &str)] =
    &[("lane", "[[lane]]"), ("defaults", "[defaults]"), ("sets", "[sets]")];

/// The rows of a table, one for each lane.
fn rows(table: &DeTable<'_>, root: &Root) -> Result<Vec<Row>, Wrong> {
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
        Row::read(&fields)?.expanded(root)
    };
    let rows =
        lanes.into_iter().flat_map(|lanes| lanes.iter()).map(row).collect::<Result<Vec<_>, _>>()?;
    Ok(rows.into_iter().flatten().collect())
}

/// Names become file names, so they hold nothing that means something to a file system.
fn is_plain_name(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    !name.is_empty() && name.chars().all(plain)
}

/// A name for a lane or a set, of another name.
pub(crate) fn name_of(text: &str) -> String {
    matches::lane_name(text)
}

#[cfg(test)]
mod tests;

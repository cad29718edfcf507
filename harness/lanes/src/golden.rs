//! Golden files: puzzles, solutions and counts in `golden/`, reviewed like code.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::atomic::{AtomicUsize, Ordering};

use machine::{Counts, Model, Spec};
use rayon::prelude::*;
use reference::{Grid, Puzzle};
use targets::files;

use crate::lane::{self, Lane, Seeds, SetSource, TABLE};
use crate::root::Root;

/// Puzzle of a set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetPuzzle {
    /// Number in the set, from 1.
    pub number: usize,
    /// Line in the file, from 1.
    pub line: usize,
    /// Puzzle.
    pub puzzle: Puzzle,
}

/// Preparation of a puzzle before any run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PreparationStep {
    /// Generated from its seed.
    Made,
    /// Solved, with its nodes counted.
    Solved,
}

/// Progress callback, on any thread: step, puzzles done, and most puzzles of the set.
pub type Done<'d> = &'d (dyn Fn(PreparationStep, usize, usize) + Sync);

/// Puzzle set.
#[derive(Debug, Clone)]
pub(crate) struct Set {
    pub(crate) name: String,
    pub(crate) puzzles: Vec<SetPuzzle>,
    /// Name of the file in messages.
    pub(crate) shown: String,
    /// Number of puzzles in the whole set, even if only some were read.
    pub(crate) count: usize,
    /// Whether it has golden solutions.
    pub(crate) is_golden: bool,
}

impl Set {
    /// Reads a set.
    ///
    /// # Errors
    /// As [`read_puzzles`].
    pub(crate) fn read(root: &Root, name: &str) -> Result<Set, String> {
        Set::some(root, name, &|_| true, &|_, _, _| {})
    }

    /// Reads at least the wanted puzzles of a set.
    ///
    /// `done` is called for each puzzle generated from a seed.
    ///
    /// # Errors
    /// As [`read_puzzles`].
    pub(crate) fn some(
        root: &Root,
        name: &str,
        is_wanted: &(dyn Fn(usize) -> bool + Sync),
        done: Done<'_>,
    ) -> Result<Set, String> {
        let file = match lane::own_set(root, name)? {
            Some(SetSource::Seeds(seeds)) => {
                let shown = root.shown(Path::new(TABLE));
                let puzzles = made(&seeds, is_wanted, done)
                    .map_err(|why| format!("{shown}: set `{name}`: {why}"))?;
                let (name, count) = (name.to_owned(), seeds.count as usize);
                return Ok(Set { name, puzzles, shown, count, is_golden: true });
            }
            Some(SetSource::File(file)) => file,
            None => puzzles_file(name),
        };
        let shown = root.shown(&file);
        let puzzles = puzzles_of(&root.text(&file)?, &shown)?;
        let (name, count) = (name.to_owned(), puzzles.len());
        Ok(Set { name, puzzles, shown, count, is_golden: true })
    }

    /// Reads any file as a set with the name of the file.
    ///
    /// # Errors
    /// As [`read_puzzles`].
    pub(crate) fn of_file(path: &Path) -> Result<Set, String> {
        let text = files::read_text(path)?;
        let shown = asmkit::plain_name(&path.to_string_lossy());
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let name = Some(lane::name_of(&stem)).filter(|name| !name.is_empty());
        let (name, is_golden) = (name.unwrap_or_else(|| "file".to_owned()), false);
        let puzzles = puzzles_of(&text, &shown)?;
        Ok(Set { name, count: puzzles.len(), puzzles, shown, is_golden })
    }
}

/// Generates the puzzle of the seed at an index, from 0.
fn made_of(seeds: &Seeds, at: u64) -> Result<SetPuzzle, String> {
    let seed = seeds.first.wrapping_add(at);
    let made = reference::generate_requested(&seeds.wanted, seed);
    let puzzle = made.map_err(|why| format!("seed {seed}: {why}"))?.puzzle;
    Ok(SetPuzzle { number: at as usize + 1, line: at as usize + 1, puzzle })
}

/// Generates the wanted puzzles of seeds, which are the same each time.
fn made(
    seeds: &Seeds,
    is_wanted: &(dyn Fn(usize) -> bool + Sync),
    done: Done<'_>,
) -> Result<Vec<SetPuzzle>, String> {
    let count = AtomicUsize::new(0);
    let make = |at: u64| {
        let puzzle = made_of(seeds, at)?;
        done(
            PreparationStep::Made,
            count.fetch_add(1, Ordering::Relaxed) + 1,
            seeds.count as usize,
        );
        Ok(puzzle)
    };
    let wanted = (0..seeds.count).into_par_iter().filter(|&at| is_wanted(at as usize + 1));
    wanted.map(make).collect()
}

/// Reads a puzzle set: a file with puzzles in any format the reference knows, or seeds of the table.
///
/// # Errors
/// An error message with file, line and column of the first invalid puzzle.
pub fn read_puzzles(root: &Root, set: &str) -> Result<Vec<SetPuzzle>, String> {
    Set::read(root, set).map(|set| set.puzzles)
}

/// Parses the puzzles of a text; `shown` is the name of its file in messages.
fn puzzles_of(text: &str, shown: &str) -> Result<Vec<SetPuzzle>, String> {
    let mut puzzles = Vec::new();
    for found in reference::puzzles(text) {
        let (line, puzzle) = found
            .map_err(|error| format!("{shown}:{}:{}: {}", error.line, error.column, error.kind))?;
        puzzles.push(SetPuzzle { number: puzzles.len() + 1, line, puzzle });
    }
    if puzzles.is_empty() { Err(format!("{shown}: there is no puzzle in it")) } else { Ok(puzzles) }
}

/// File of a puzzle set, relative to the root.
#[must_use]
pub fn puzzles_file(set: &str) -> PathBuf {
    format!("golden/puzzles/{set}.txt").into()
}

/// File of the puzzles of a set, relative to the root; none for a set of seeds.
///
/// # Errors
/// As [`read_puzzles`].
pub fn source_file(root: &Root, set: &str) -> Result<Option<PathBuf>, String> {
    Ok(match lane::own_set(root, set)? {
        Some(SetSource::Seeds(_)) => None,
        Some(SetSource::File(file)) => Some(file),
        None => Some(puzzles_file(set)),
    })
}

/// Origin of the puzzles of a set, as named in golden files.
///
/// # Errors
/// As [`read_puzzles`].
pub(crate) fn origin(root: &Root, set: &str) -> Result<String, String> {
    let file = source_file(root, set)?;
    Ok(file.map_or_else(
        || format!("set {set} of {TABLE}"),
        |file| file.to_string_lossy().replace('\\', "/"),
    ))
}

/// File of a set's solutions, relative to the root.
#[must_use]
pub fn solutions_file(set: &str) -> PathBuf {
    format!("golden/solutions/{set}.txt").into()
}

/// File of a lane's counts, relative to the root.
#[must_use]
pub fn counts_file(lane: &str) -> PathBuf {
    format!("golden/counts/{lane}.tsv").into()
}

/// Reads the solutions of a set, in the order of its puzzles; `None` if there is no file.
///
/// # Errors
/// An error message with file and line of the first line that is not a grid.
pub fn read_solutions(root: &Root, set: &str) -> Result<Option<Vec<Grid>>, String> {
    let file = solutions_file(set);
    if !root.has(&file) {
        return Ok(None);
    }
    let text = root.text(&file)?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#'));
    let grid = |(index, line): (usize, &str)| {
        line.parse::<Grid>()
            .map_err(|error| format!("{}:{}: {}", root.shown(&file), index + 1, error.kind))
    };
    lines.filter(|(_, line)| !line.trim().is_empty()).map(grid).collect::<Result<_, _>>().map(Some)
}

/// Text of a set's solutions; `from` is the origin of its puzzles.
#[must_use]
pub fn solutions_text(from: &str, solutions: &[Grid]) -> String {
    let mut text = format!(
        "# The solutions of {from} in its order, found by the reference solver.\n\
         # Made by `isagrid verify --bless`.\n"
    );
    for grid in solutions {
        writeln!(text, "{grid}").expect("strings take any text");
    }
    text
}

/// Expected or measured cost of a lane's run on one puzzle.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Cost {
    /// Machine instructions retired.
    pub instructions: u64,
    /// Cycles by model.
    pub cycles: BTreeMap<String, u64>,
}

impl Cost {
    /// Cost from the counters of a machine.
    #[must_use]
    pub fn of(counts: &Counts) -> Self {
        let cycles = counts.cycles.iter().map(|cycles| (cycles.model.to_owned(), cycles.cycles));
        Cost { instructions: counts.instructions, cycles: cycles.collect() }
    }
}

/// Identifier of a puzzle: its set and number.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct PuzzleId {
    /// Set, a file of `golden/puzzles`.
    pub set: String,
    /// Number in the set, from 1.
    pub number: usize,
}

impl fmt::Display for PuzzleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.set, self.number)
    }
}

impl FromStr for PuzzleId {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (set, number) = text.split_once(':').ok_or("expected SET:NUMBER, such as 9x9:17")?;
        let number = number.parse().map_err(|_| format!("`{number}` is not a puzzle number"))?;
        Ok(PuzzleId { set: set.to_owned(), number })
    }
}

/// Counts of a lane by puzzle.
pub type Costs = BTreeMap<PuzzleId, Cost>;

/// Reads the counts of a lane; empty if there is no file.
///
/// # Errors
/// An error message with file and line of the first line that [`counts_text`] cannot have written.
pub fn read_counts(root: &Root, lane: &str) -> Result<Costs, String> {
    let file = counts_file(lane);
    if !root.has(&file) {
        return Ok(Costs::new());
    }
    let text = root.text(&file)?;
    let broken = |line: usize, why: &str| format!("{}:{}: {why}", root.shown(&file), line + 1);
    let mut rows = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#'));
    let (at, header) =
        rows.next().ok_or_else(|| broken(0, "the line with column names is missing"))?;
    let mut names = header.split('\t');
    if [names.next(), names.next(), names.next()] != ["set", "puzzle", "instructions"].map(Some) {
        return Err(broken(at, "the first columns must be set, puzzle, instructions"));
    }
    let models: Vec<&str> = names.collect();
    let mut costs = Costs::new();
    for (line, row) in rows.filter(|(_, row)| !row.is_empty()) {
        let mut fields = row.split('\t');
        let set = fields.next().unwrap_or_default().to_owned();
        let numbers: Result<Vec<u64>, _> = fields.map(str::parse).collect();
        let numbers = numbers.map_err(|_| broken(line, "a field is not a number"))?;
        let [puzzle, instructions, cycles @ ..] = numbers.as_slice() else {
            return Err(broken(line, "fields are missing"));
        };
        if cycles.len() != models.len() {
            return Err(broken(line, "the numbers of fields and columns differ"));
        }
        let cycles = models.iter().map(|model| (*model).to_owned()).zip(cycles.iter().copied());
        let cost = Cost { instructions: *instructions, cycles: cycles.collect() };
        let number = usize::try_from(*puzzle).unwrap_or(usize::MAX);
        if costs.insert(PuzzleId { set, number }, cost).is_some() {
            return Err(broken(line, "there is a second row for this puzzle"));
        }
    }
    Ok(costs)
}

/// Text of a lane's counts, one line per puzzle, for readable diffs.
#[must_use]
pub fn counts_text(lane: &Lane, costs: &Costs) -> String {
    let spec = lane.target.spec();
    let counted = format!("{}, then {}", spec.syntax.retired, charged(spec));
    let mut text = format!(
        "# What lane {} costs: {counted}.\n\
         # Made by `isagrid verify --bless`; `isagrid verify` says what each model charges.\n",
        lane.name
    );
    let models: Vec<&String> =
        costs.values().next().map(|cost| cost.cycles.keys().collect()).unwrap_or_default();
    text.push_str("set\tpuzzle\tinstructions");
    for model in models {
        write!(text, "\t{model}").expect("strings take any text");
    }
    text.push('\n');
    for (PuzzleId { set, number }, cost) in costs {
        write!(text, "{set}\t{number}\t{}", cost.instructions).expect("strings take any text");
        for cycles in cost.cycles.values() {
            write!(text, "\t{cycles}").expect("strings take any text");
        }
        text.push('\n');
    }
    text
}

/// Description of what the models of a machine count.
fn charged(spec: &Spec) -> &'static str {
    match spec.models {
        [Model { unit, name, .. }] if unit == name => unit,
        _ => "cycles by model",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(text: &str) -> Result<Costs, String> {
        let folder = tempfile::tempdir().unwrap();
        let root = Root::Folder(folder.path().to_owned());
        root.write(&counts_file("lane"), text).unwrap();
        read_counts(&root, "lane")
            .map_err(|error| error.rsplit_once("lane.tsv:").unwrap().1.to_owned())
    }

    #[test]
    fn counts_are_read_by_set_and_puzzle() {
        let costs = counts("# x\nset\tpuzzle\tinstructions\tr3000\n4x4\t2\t700\t911\n").unwrap();
        let cost = &costs[&"4x4:2".parse().unwrap()];
        assert_eq!((cost.instructions, cost.cycles["r3000"]), (700, 911));
    }

    #[test]
    fn a_broken_line_of_counts_is_reported() {
        let header = "set\tpuzzle\tinstructions\tunit\n";
        let reported = |line: &str| counts(&format!("{header}{line}\n")).unwrap_err();
        assert_eq!(reported("4x4\t2\t7o0\t1"), "2: a field is not a number");
        assert_eq!(reported("4x4\t2\t700"), "2: the numbers of fields and columns differ");
        assert_eq!(reported("4x4"), "2: fields are missing");
        assert_eq!(reported("a\t1\t2\t3\na\t1\t2\t3"), "3: there is a second row for this puzzle");
        assert!(
            counts("4x4\t2\t700\t1\n").unwrap_err().starts_with("1: the first columns must be")
        );
    }
}

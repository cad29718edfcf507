//! An assignment: what students hand in, what it must do, and what it is worth.

mod argument;
mod carriers;
mod contract;
mod file;
mod program;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use lanes::root::Root;
use targets::target::Target;

use crate::graded::{Points, PointsCategory};
use crate::rules::Rules;

pub use argument::{Argument, ElementCount, Item, NAMES, Nodes, ROOM_UNITS, Side, Width};
pub use carriers::Carrier;
pub use contract::{Contract, Gives, Links, Registers};
pub use file::Mistake;
pub(crate) use file::is_date;
pub use program::{
    AnswerPlace, Decisions, Expect, InitialValue, MemoryPlace, Output, PlaceContent, Program,
    ProgramCase, ProgramCases, ProgramGroup, ProgramPlace, Status, Sudoku, Vary,
};

/// An assignment as its folder has it.
#[derive(Debug)]
pub struct Assignment {
    /// The folder's name.
    pub name: String,
    /// Root of its folder.
    pub place: Root,
    /// The folder, as commands name it.
    pub folder: PathBuf,
    /// Its title.
    pub title: String,
    /// The machine and its dialect.
    pub target: Target,
    /// The name students hand in.
    pub submission: String,
    /// Scaffold for students.
    pub scaffold: String,
    /// A solution that is right.
    pub reference: String,
    /// Whether the convention is taken to the letter.
    pub is_strict: bool,
    /// Seed of drawn cases and garbage.
    pub seed: u64,
    /// Beginning of a line that ends a function's code; none if labels separate functions.
    pub separator: Option<String>,
    /// Whether a separator comes before the first function, too: what is above it is everybody's.
    pub has_head: bool,
    /// Names that registers have in sources, by the machine's.
    pub names: BTreeMap<&'static str, String>,
    /// Layout of a cell in memory.
    pub cells: Cells,
    /// Allowed instructions; empty to allow all.
    pub allowed: Vec<String>,
    /// Forbidden instructions.
    pub forbidden: Vec<String>,
    /// Cost of a file that does not assemble as a whole.
    pub whole_file: WholeFile,
    /// Graded work.
    pub work: Work,
    /// Mutants that behave like the reference, with the reason.
    pub equivalent: BTreeMap<String, String>,
    /// The files in its folder that it was read from.
    pub files: Vec<String>,
    /// The digest of all its files, for results that are kept.
    pub digest: String,
}

/// Cost of a file that does not assemble as a whole although its functions do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WholeFile {
    /// Nothing: it is a warning.
    #[default]
    Advice,
    /// The points for integration, of all functions.
    Integration,
}

/// Graded work.
#[derive(Debug)]
pub enum Work {
    /// Functions, each on its own and all together.
    Functions {
        /// Those that students write, in the order of the file.
        graded: Vec<Task>,
        /// Those that the fixed part has.
        given: Vec<Contract>,
        /// Procedures of the fixed part that the file does not describe.
        helpers: Vec<Contract>,
    },
    /// A whole program.
    Program(Program),
}

/// A function that students write.
#[derive(Debug)]
pub struct Task {
    /// Its contract.
    pub contract: Contract,
    /// Its points.
    pub points: BTreeMap<PointsCategory, Points>,
    /// Its rules.
    pub rules: Rules,
    /// Its cases, in groups.
    pub groups: Vec<GroupRow>,
}

/// Layout of a cell in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cells {
    /// Nine characters, a digit or `.` each, and a NUL.
    Strings,
    /// A word with bit d-1 for digit d.
    Masks,
    /// A word with the digit, 0 if the cell is open.
    Digits,
}

/// A group of cases as the file has it.
#[derive(Debug, Clone)]
pub struct GroupRow {
    /// Its name.
    pub name: String,
    /// Its share of the points, against the other groups'.
    pub share: u32,
    /// Until when its cases are hidden, as the file has it: a date.
    pub hidden_until: Option<String>,
    /// Whether a function's cases are drawn again for each submission.
    pub is_redrawn: bool,
    /// Source of its cases.
    pub cases: CasesOf,
}

#[cfg(test)]
impl GroupRow {
    /// A group with defaults except for the source of its cases.
    pub(crate) fn plain(cases: CasesOf) -> Self {
        let (name, hidden_until, is_redrawn) = (String::new(), None, false);
        GroupRow { name, share: 1, hidden_until, is_redrawn, cases }
    }
}

/// Source of cases.
#[derive(Debug, Clone, PartialEq)]
pub enum CasesOf {
    /// All values of all arguments.
    Every,
    /// N cases, drawn with the assignment's seed.
    Draw {
        /// Count.
        count: u32,
        /// Of what.
        from: Boards,
    },
    /// Written down.
    Rows(Vec<crate::cases::CaseRow>),
}

/// Of what boards are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Boards {
    /// Puzzles that elimination solves without search.
    Puzzles,
    /// The same on the way to their solution.
    HalfSolved,
    /// Solutions.
    Solved,
    /// Cells of any state.
    Any,
}

/// Folder of the assignments that come with the command.
pub const BUNDLED: &str = "asm/assignments";

/// The names of the assignments that come with the command, in their order.
#[must_use]
pub fn bundled() -> Vec<String> {
    let inside = lanes::root::bundled_files().filter_map(|(file, _)| {
        let inside = file.strip_prefix(BUNDLED).ok()?;
        let name = inside.parent()?.to_string_lossy().into_owned();
        (inside.file_name()? == FILE).then_some(name)
    });
    let mut names: Vec<String> = inside.collect();
    names.sort();
    names
}

impl Assignment {
    /// Reads the assignment in a folder, or the one of that name that came with the command.
    ///
    /// # Errors
    /// All mistakes of the file, each with its line, or a sentence about a file that is missing.
    pub fn read(folder: &Path) -> Result<Assignment, Vec<Mistake>> {
        let bundled = Path::new(BUNDLED).join(folder);
        if folder.join(FILE).is_file() || !Root::Bundled.has(&bundled.join(FILE)) {
            return file::read(Root::Folder(folder.to_owned()), Path::new(""), folder);
        }
        file::read(Root::Bundled, &bundled, folder)
    }

    /// Reads the assignment that a folder's files make, which are at hand by their names.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn of_files(
        name: &str,
        files: BTreeMap<PathBuf, Vec<u8>>,
    ) -> Result<Assignment, Vec<Mistake>> {
        file::read(Root::Given(files.into()), Path::new(""), Path::new(name))
    }

    /// Two seeds for undefined values.
    #[must_use]
    pub fn garbage(&self) -> [u64; 2] {
        [self.seed ^ 0xa5a5, self.seed ^ 0x1234_5678]
    }

    /// A further file of its folder.
    ///
    /// # Errors
    /// An error message if it cannot be read.
    pub fn text(&self, file: &str) -> Result<String, String> {
        let inside = if self.place == Root::Bundled { self.folder.clone() } else { PathBuf::new() };
        self.place.text(&inside.join(file))
    }

    /// The command that grades a case of a file again.
    #[must_use]
    pub fn again(&self, file: &str, case: &str) -> String {
        let assignment = match self.place {
            Root::Bundled => self.name.clone(),
            Root::Folder(_) | Root::Given(_) => word(&self.folder.to_string_lossy()),
        };
        format!("isagrid grade {assignment} {} --case {case}", word(file))
    }

    /// The functions that students write; none of a whole program.
    #[must_use]
    pub fn tasks(&self) -> &[Task] {
        match &self.work {
            Work::Functions { graded, .. } => graded,
            Work::Program(_) => &[],
        }
    }

    /// The program that students write whole, if they do.
    #[must_use]
    pub fn program(&self) -> Option<&Program> {
        match &self.work {
            Work::Functions { .. } => None,
            Work::Program(program) => Some(program),
        }
    }

    /// The contract of a function anybody has written.
    #[must_use]
    pub fn contract(&self, name: &str) -> Option<&Contract> {
        let Work::Functions { graded, given, helpers } = &self.work else { return None };
        let graded = graded.iter().map(|task| &task.contract);
        graded.chain(given).chain(helpers).find(|contract| contract.name == name)
    }
}

/// The file that makes a folder an assignment.
pub const FILE: &str = "assignment.toml";

/// A text as a shell takes it for one word.
fn word(text: &str) -> String {
    if !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || "/._-+".contains(c)) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

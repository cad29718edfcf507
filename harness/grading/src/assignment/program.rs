//! A whole program: what it is given, and what it must print, leave in memory and end with.

use std::collections::BTreeMap;

use lanes::exchange::{Feed, Read};
use lanes::lane::{Algorithm, GridPlace};
use machine::{Image, Spec};
use reference::Size;
use reference::symmetry::Kind;
use regex_lite::Regex;
use targets::target::Target;

use super::Argument;
use crate::graded::{Points, PointsCategory};
use crate::program::compare::Compare;
use crate::program::template::Template;
use crate::rules::Rules;

/// A program that students write whole.
#[derive(Debug)]
pub struct Program {
    /// Format of puzzles and grids; none if the program does something else.
    pub sudoku: Option<Sudoku>,
    /// Its points.
    pub points: BTreeMap<PointsCategory, Points>,
    /// Instructions that a case may take, where the file says so.
    pub max_instructions: Option<u64>,
    /// Whether instructions are compared between students.
    pub leaderboard: bool,
    /// Its rules.
    pub rules: Rules,
    /// Its cases, in groups.
    pub groups: Vec<ProgramGroup>,
}

/// A program that solves puzzles.
#[derive(Debug)]
pub struct Sudoku {
    /// The puzzles' size.
    pub size: Size,
    /// Format of the puzzle in the input.
    pub feed: Feed,
    /// Format of the grid in the output.
    pub read: Read,
    /// Comparison of outputs.
    pub compare: Compare,
    /// Whose decisions it must take.
    pub decisions: Option<Decisions>,
    /// The line of the file that says it, from 1.
    pub decisions_line: usize,
}

/// Whose decisions a program must take, and where they show.
#[derive(Debug, Clone, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decisions {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The label of the procedure whose calls are the nodes of the search.
    pub node: String,
    /// Location of the cells.
    pub grid: GridPlace,
}

/// A group of cases of a program.
#[derive(Debug)]
pub struct ProgramGroup {
    /// Its name.
    pub name: String,
    /// Its share of the points, against the other groups'.
    pub share: u32,
    /// The date until which its cases are hidden, as the file has it.
    pub hidden_until: Option<String>,
    /// Variation of its cases for each submission, if any.
    pub vary: Option<Vary>,
    /// The machine with switches of its own, if it has any.
    pub target: Option<Target>,
    /// Those switches, as a command line has them, without `--`.
    pub switches: Vec<String>,
    /// Source of its cases.
    pub cases: ProgramCases,
}

/// Variation of cases for each submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Vary {
    /// A puzzle, by a symmetry.
    Puzzle(Kind),
    /// Values, which are drawn again.
    Draw,
}

/// Source of a program's cases.
#[derive(Debug)]
pub enum ProgramCases {
    /// Puzzles that are drawn: how many.
    DrawnPuzzles(u32),
    /// Puzzles that are written down.
    Puzzles(Vec<String>),
    /// Cases that are written down.
    Rows(Vec<ProgramCase>),
    /// Cases whose values are drawn.
    Drawn {
        /// Count.
        count: u32,
        /// Kinds of drawn values.
        values: Vec<Argument>,
        /// Templates that use the values.
        row: Box<ProgramCase>,
    },
}

/// A case as the file has it.
#[derive(Debug, Clone)]
pub struct ProgramCase {
    /// The line it is in, from 1.
    pub line: usize,
    /// Its weight within its group.
    pub weight: u32,
    /// Standard input.
    pub input: Template,
    /// Arguments of the program, as its system takes them.
    pub arguments: Vec<Vec<u8>>,
    /// Files that the program can open: names as its system has them, and contents.
    pub files: Vec<(Vec<u8>, Vec<u8>)>,
    /// Values stored in memory and registers before the program begins.
    pub place: Vec<InitialValue>,
    /// Expected output.
    pub output: Output,
    /// Comparison of the output.
    pub compare: Compare,
    /// The status it must end with.
    pub status: Status,
    /// Expected values in memory, registers and files at its end.
    pub expect: Vec<Expect>,
    /// Instructions that it may take, where the file says so.
    pub max_instructions: Option<u64>,
}

/// Expected output of a program.
#[derive(Debug, Clone)]
pub enum Output {
    /// Anything.
    Any,
    /// The reference's output.
    Reference,
    /// This.
    Text(Vec<u8>),
    /// Something that matches.
    Pattern(Regex),
}

/// The status that a program must end with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Any.
    Any,
    /// That of the reference.
    Reference,
    /// This.
    Is(i32),
}

/// Something that is put in memory or a register before a program begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InitialValue {
    /// Place.
    pub at: ProgramPlace,
    /// Content.
    pub what: PlaceContent,
}

/// A place in a program: memory, or a register by the machine's name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProgramPlace {
    /// The memory from a place on.
    Memory(MemoryPlace),
    /// A register.
    Register(&'static str),
}

/// A place in memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MemoryPlace {
    /// A label of the program.
    Label(String),
    /// An address.
    Address(u64),
}

impl MemoryPlace {
    /// The label, if it is one.
    #[must_use]
    pub fn label(&self) -> Option<&str> {
        match self {
            MemoryPlace::Label(label) => Some(label),
            MemoryPlace::Address(_) => None,
        }
    }

    /// The address in a program; `None` if it lacks the label.
    #[must_use]
    pub fn address(&self, image: &Image) -> Option<u64> {
        match self {
            MemoryPlace::Label(label) => image.symbol(label),
            MemoryPlace::Address(address) => Some(*address),
        }
    }

    /// The place as messages have it.
    #[must_use]
    pub fn shown(&self, spec: &Spec) -> String {
        match self {
            MemoryPlace::Label(label) => asmkit::plain_name(label),
            MemoryPlace::Address(address) => spec.show_address(*address),
        }
    }
}

/// Content of a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlaceContent {
    /// Numbers, a word each.
    Words(Vec<i64>),
    /// Characters with a NUL after them.
    Text(String),
    /// The bytes of a file.
    Bytes(Vec<u8>),
    /// A value that is drawn, by its index.
    Drawn(usize),
}

/// Expected content of a place at the end of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expect {
    /// Place.
    pub from: AnswerPlace,
    /// Expected content; none if the reference decides it.
    pub what: Option<PlaceContent>,
}

/// Place of an answer at the end of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnswerPlace {
    /// Words from a place on: how many.
    Words(MemoryPlace, u64),
    /// A text from a place on, of at most this many characters.
    Text(MemoryPlace, u64),
    /// A register.
    Register(&'static str),
    /// A file: its name as the system has it, and as the assignment does.
    File(Vec<u8>, String),
}

impl AnswerPlace {
    /// Where it begins, if it is in memory.
    #[must_use]
    pub fn memory(&self) -> Option<&MemoryPlace> {
        match self {
            AnswerPlace::Words(place, _) | AnswerPlace::Text(place, _) => Some(place),
            AnswerPlace::Register(_) | AnswerPlace::File(..) => None,
        }
    }
}

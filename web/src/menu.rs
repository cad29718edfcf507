//! Menu of machines, dialects, switches and examples.

use std::collections::BTreeMap;
use std::path::Path;

use architecture::{Architecture, Processor, Takes};
use lanes::lane::{Lane, read_table};
use lanes::root::Root;
use reference::Puzzle;
use serde::Serialize;
use targets::table::machines;
use targets::target::Target;
use ts_rs::TS;

use crate::homework::{Assignment, assignments};
use crate::work::Source;

/// Everything that a page can offer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Menu {
    /// Machines, the default first.
    pub machines: Vec<Machine>,
    /// Bundled solvers.
    pub examples: Vec<Example>,
    /// Short first programs.
    pub programs: Vec<ProgramName>,
    /// Bundled assignments.
    pub assignments: Vec<Assignment>,
}

/// A first program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct ProgramName {
    /// Its name, which is also its file name.
    pub name: String,
    /// Description.
    pub title: String,
    /// Its dialect.
    pub dialect: String,
    /// Its machine.
    pub machine: String,
}

/// First programs: file, dialect, switches, and the title if the source has no comment with one.
#[rustfmt::skip]
const PROGRAMS: &[(&str, &str, &[&str], &str)] = &[
    ("first-mars.s",    "mars",  &[],                ""),
    ("first-spim.s",    "spim",  &[],                ""),
    ("first-rars.s",    "rars",  &[],                ""),
    ("first-venus.s",   "venus", &[],                ""),
    ("first-esp32c3.s", "gnu",   &["board=esp32c3"], ""),
    ("first.mid",       "midas", &[],                ""),
    ("first-lc3.asm",   "lc3",   &[],                ""),
    ("first-6502.s",    "ca65",  &[],                ""),
    ("first.spl",       "spl",   &[],                "The sum of five numbers, for esProc: 3 + 1 + 4 + 1 + 5 = 14."),
    ("countdown.s",     "mars",  &[],                ""),
    ("unaligned.s",     "mars",  &[],                ""),
];

/// Folder of the first programs among the bundled files.
const PROGRAMS_FOLDER: &str = "docs/examples";

/// Source text of a first program.
fn program_text(root: &Root, file: &str) -> Result<String, String> {
    root.text(&Path::new(PROGRAMS_FOLDER).join(file))
}

/// First programs.
fn programs(root: &Root) -> Result<Vec<ProgramName>, String> {
    let entry = |&(file, dialect, _, title): &(&str, &str, &[&str], &str)| {
        let text = program_text(root, file)?;
        let comment = text.lines().find_map(|line| line.strip_prefix(['#', ';']));
        let machine =
            targets::table::dialect(dialect).map_or("", |(machine, _)| machine.spec().name);
        Ok(ProgramName {
            name: file.to_owned(),
            title: comment.map_or(title, str::trim).to_owned(),
            dialect: dialect.to_owned(),
            machine: machine.to_owned(),
        })
    };
    PROGRAMS.iter().map(entry).collect()
}

/// A machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Machine {
    /// Its instruction set, such as `mips32`.
    pub name: String,
    /// Title.
    pub title: String,
    /// Source languages, in the order they are tried.
    pub dialects: Vec<Dialect>,
    /// Switches.
    pub switches: Vec<Switch>,
    /// Bits per register.
    pub word_bits: u32,
    /// Bits per addressable unit.
    pub unit_bits: u32,
    /// Unit of the count, such as `instructions`.
    pub counted: String,
}

/// A source language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Dialect {
    /// Its name, such as `mars`.
    pub name: String,
    /// Title, such as `MARS 4.6 (MIPS)`.
    pub about: String,
}

/// A switch of a machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Switch {
    /// Its name.
    pub name: String,
    /// Description, in one sentence without a full stop.
    pub help: String,
    /// Dialects it applies to; empty if it applies to all dialects of its machine.
    pub of: Vec<String>,
    /// Allowed values; empty if it takes no value, or any text.
    pub values: Vec<SwitchValue>,
    /// Name of its value, if it takes any text.
    pub takes: Option<String>,
}

/// A value of a switch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct SwitchValue {
    /// The value.
    pub value: String,
    /// Description.
    pub help: String,
}

/// A model of cycles.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Model {
    /// Its name.
    pub name: String,
    /// Unit of its counts.
    pub unit: String,
    /// Definition, in one sentence.
    pub meaning: String,
    /// Manual or measurement that it is based on.
    pub source: String,
}

impl Model {
    pub(crate) fn of(model: &machine::Model) -> Self {
        Model {
            name: model.name.to_owned(),
            unit: model.unit.to_owned(),
            meaning: model.meaning.to_owned(),
            source: model.source.to_owned(),
        }
    }
}

/// A solver that users can open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Example {
    /// Lane name.
    pub lane: String,
    /// Algorithm whose decisions it makes.
    pub algorithm: String,
    /// Its dialect.
    pub dialect: String,
    /// Its machine.
    pub machine: String,
    /// Side length of the puzzles it solves, in cells.
    pub side: u32,
}

/// An example with its sources, ready to assemble.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct ExampleText {
    /// The sources, in order.
    pub sources: Vec<Source>,
    /// Their dialect.
    pub dialect: String,
    /// Switches they need.
    pub switches: Vec<String>,
    /// Their input; null to ask for it.
    pub input: Option<String>,
    /// Arguments of the program.
    pub arguments: Vec<String>,
    /// Files of the program.
    pub files: Vec<Source>,
}

/// Returns the menu of all machines with the bundled files.
///
/// # Errors
/// An error message if the table of lanes or an assignment cannot be read.
pub fn menu(root: &Root) -> Result<Menu, String> {
    let lanes = read_table(root).map_err(|error| error.to_string())?;
    let examples = examples(&lanes).map(|lane| Example {
        lane: lane.name.clone(),
        algorithm: lane.algorithm.name().to_owned(),
        dialect: lane.target.dialect().name.to_owned(),
        machine: lane.target.isa().to_owned(),
        side: lane.size.side() as u32,
    });
    Ok(Menu {
        machines: machines().iter().map(|machine| described(*machine)).collect(),
        examples: examples.collect(),
        programs: programs(root)?,
        assignments: assignments(root)?,
    })
}

/// Returns the sources of all examples and first programs of a machine, by menu name.
///
/// # Errors
/// An error message if one cannot be read.
pub fn texts(root: &Root, machine: &str) -> Result<BTreeMap<String, ExampleText>, String> {
    let is_its = |dialect: &str| {
        targets::table::dialect(dialect).is_some_and(|(its, _)| its.spec().name == machine)
    };
    let mut texts = BTreeMap::new();
    for &(file, dialect, switches, _) in PROGRAMS.iter().filter(|(_, dialect, ..)| is_its(dialect))
    {
        let text = ExampleText {
            sources: vec![Source::of_text(file.to_owned(), program_text(root, file)?)],
            dialect: dialect.to_owned(),
            switches: switches.iter().map(|&switch| switch.to_owned()).collect(),
            input: None,
            arguments: Vec::new(),
            files: Vec::new(),
        };
        texts.insert(file.to_owned(), text);
    }
    for lane in examples(&read_table(root).map_err(|error| error.to_string())?) {
        if lane.target.isa() == machine {
            texts.insert(lane.name.clone(), example(root, lane)?);
        }
    }
    Ok(texts)
}

/// Lanes with hand-written solvers, which users can open.
fn examples(lanes: &[Lane]) -> impl Iterator<Item = &Lane> {
    lanes.iter().filter(|lane| lane.made_by.is_none())
}

/// Sources of an example, with the first puzzle of an easy set where there is one.
fn example(root: &Root, lane: &Lane) -> Result<ExampleText, String> {
    let read = |path: &std::path::PathBuf| {
        let name = path.to_string_lossy().into_owned();
        let bytes = root.source(path).map_err(|_| format!("`{name}` is missing"))?;
        Ok(Source::of_text(name, String::from_utf8_lossy(&bytes).into_owned()))
    };
    let sources = lane.sources.iter().map(read).collect::<Result<_, String>>()?;
    let dialect = lane.target.dialect().name.to_owned();
    let host = lane.host(&first_puzzle(root, lane)?);
    // The comment of the program for ITS names this file.
    let text =
        |bytes: &[u8]| String::from_utf8_lossy(bytes).replace("PUZZLE SUDOKU", "PUZZL1 SUDOKU");
    let files = host.files.iter().map(|(name, bytes)| Source::of_text(text(name), text(bytes)));
    let input = host.input.rest();
    Ok(ExampleText {
        sources,
        dialect,
        switches: switches(lane),
        input: (!input.is_empty()).then(|| text(input)),
        arguments: host.arguments.iter().map(|argument| text(argument)).collect(),
        files: files.collect(),
    })
}

/// First puzzle of a lane's easiest set, which all of its algorithms solve.
fn first_puzzle(root: &Root, lane: &Lane) -> Result<Puzzle, String> {
    let easy = lane.sets.iter().find(|set| *set == "easy");
    let set = easy.or(lane.sets.first()).ok_or("a lane has no puzzles")?;
    let path = Path::new("golden/puzzles").join(format!("{set}.txt"));
    let text = root.text(&path)?;
    let line = text.lines().find(|line| !line.starts_with('#'));
    let puzzle = line.and_then(|line| line.split_whitespace().next());
    let puzzle = puzzle.ok_or_else(|| format!("the set `{set}` is empty"))?;
    puzzle.parse().map_err(|error| format!("{error}"))
}

/// Switches of a lane, and those that its processor name implies.
fn switches(lane: &Lane) -> Vec<String> {
    let (target, dialect) = (&lane.target, lane.target.dialect().name);
    let is_it = |processor: &&Processor| {
        let named = Target::named(processor.name, dialect, &lane.switches);
        named.is_ok_and(|named| named.note() == target.note())
    };
    let processor = target.architecture().processors().iter().find(is_it);
    let of_name = processor.map_or(&[][..], |processor| processor.switches);
    let of_name = of_name.iter().map(|(name, value)| format!("{name}={value}"));
    of_name.chain(lane.switches.iter().cloned()).collect()
}

fn described(machine: &dyn Architecture) -> Machine {
    let spec = machine.spec();
    let dialects = machine
        .dialects()
        .iter()
        .map(|dialect| Dialect { name: dialect.name.to_owned(), about: dialect.about.to_owned() });
    Machine {
        name: spec.name.to_owned(),
        title: machine.title().to_owned(),
        dialects: dialects.collect(),
        switches: machine.switches().into_iter().filter_map(switch).collect(),
        word_bits: spec.word_bits,
        unit_bits: spec.unit_bits,
        counted: spec.syntax.counted.to_owned(),
    }
}

/// Entry of a switch; `None` if it needs a folder, which a page does not have.
fn switch(switch: &architecture::Switch) -> Option<Switch> {
    let (values, takes) = match switch.takes {
        Takes::Nothing => (&[][..], None),
        Takes::OneOf(values) | Takes::AnyOf(values) => (values, None),
        Takes::Text(what, _) => (&[][..], Some(what.to_owned())),
        Takes::Disk(_) => return None,
    };
    let value = |(value, help): &(&str, &str)| SwitchValue {
        value: (*value).to_owned(),
        help: (*help).to_owned(),
    };
    Some(Switch {
        name: switch.name.to_owned(),
        help: switch.help.to_owned(),
        of: switch.of.iter().map(|&dialect| dialect.to_owned()).collect(),
        values: values.iter().map(value).collect(),
        takes,
    })
}

//! Profile of one run: instructions by label and source line.

use std::collections::BTreeMap;

use asmkit::{FileId, Sources};
use lanes::lane::Lane;
use lanes::root::Root;
use machine::{Image, InstructionCount, Machine as _, Stop};
use reference::Puzzle;

/// Profile of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    /// Lane.
    pub lane: String,
    /// Machine, as named in reports.
    pub machine: &'static str,
    /// Puzzle.
    pub puzzle: String,
    /// Number of instructions of the run.
    pub total: u64,
    /// Labels, the one with the most instructions first.
    pub labels: Vec<Share>,
}

/// Instructions from one label to the next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Share {
    /// Label.
    pub label: String,
    /// Number of instructions executed.
    pub times: u64,
    /// Lines, in the order of the source or, without a source, of memory.
    pub lines: Vec<Line>,
}

/// Source line, or an instruction without a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Line number or address.
    pub place: String,
    /// Text.
    pub text: String,
    /// Number of its instructions executed; 0 if none was.
    pub times: u64,
}

/// Most instructions of a run, more than any lane needs.
const BUDGET_INSTRS: u64 = 20_000_000_000;

/// Label of instructions without a preceding label.
const NO_LABEL: &str = "(no label)";

impl Profile {
    /// Profiles a lane on a puzzle.
    ///
    /// # Errors
    /// An error message if its program cannot be loaded, or does not end.
    pub fn of(lane: &Lane, root: &Root, puzzle: (&str, &Puzzle)) -> Result<Profile, String> {
        let (name, puzzle) = puzzle;
        let (target, image) = lane.program(root).map_err(|broken| broken.why().to_owned())?;
        let mut machine = target.machine();
        machine.load(&image).map_err(|error| error.to_string())?;
        let mut host = lane.host(puzzle);
        let stop = machine.run(&mut host, BUDGET_INSTRS, &mut ());
        if !matches!(stop, Stop::Exit { .. } | Stop::End) {
            return Err(format!("its run on puzzle {name} does not end"));
        }
        let sources = sources(lane, root, &image);
        let line_of = |address| line_of(&image, &sources, address);
        let shown = |address| {
            let text = machine.disassemble(address).unwrap_or_default();
            (target.spec().show_address(address), text)
        };
        let executed = machine.executed();
        let labels = shares(&executed, &image, &line_of, &shown);
        let total = executed.iter().map(|ran| ran.times).sum();
        let machine = target.spec().name;
        Ok(Profile { lane: lane.name.clone(), machine, puzzle: name.to_owned(), total, labels })
    }
}

/// Source files of an image; empty if one cannot be read.
fn sources(lane: &Lane, root: &Root, image: &Image) -> Sources {
    let mut sources = Sources::new();
    for name in &image.files {
        let source = lane.sources.iter().find(|source| root.shown(source) == *name);
        let bytes = source.and_then(|source| root.source(source).ok());
        sources.add(name, &bytes.unwrap_or_default());
    }
    sources
}

/// File and line of an address, with its text, if known.
fn line_of(image: &Image, sources: &Sources, address: u64) -> Option<((u32, u32), String)> {
    let line = image.line(address)?;
    if (line.file as usize) >= image.files.len() {
        return None;
    }
    let text = sources.line_text(FileId(line.file), line.line).filter(|text| !text.is_empty())?;
    Some(((line.file, line.line), text.to_owned()))
}

/// Sort key of a line: source lines in order, then instructions without one.
type Key = (u32, u64);

/// Instructions by label, the most first, and by line within a label.
fn shares(
    executed: &[InstructionCount],
    image: &Image,
    line_of: &dyn Fn(u64) -> Option<((u32, u32), String)>,
    shown: &dyn Fn(u64) -> (String, String),
) -> Vec<Share> {
    let mut labels: BTreeMap<String, BTreeMap<Key, Line>> = BTreeMap::new();
    for ran in executed {
        let symbol = image.nearest_symbol(ran.address);
        let label = symbol.map_or(NO_LABEL, |(symbol, _)| &symbol.name);
        let (key, place, text) = match line_of(ran.address) {
            Some(((file, line), text)) => ((file, line.into()), line.to_string(), text),
            None => {
                let (place, text) = shown(ran.address);
                ((u32::MAX, ran.address), place, text)
            }
        };
        let lines = labels.entry(label.to_owned()).or_default();
        lines.entry(key).or_insert(Line { place, text, times: 0 }).times += ran.times;
    }
    let share = |(label, lines): (String, BTreeMap<Key, Line>)| {
        let lines: Vec<Line> = lines.into_values().collect();
        Share { label, times: lines.iter().map(|line| line.times).sum(), lines }
    };
    let mut shares: Vec<Share> =
        labels.into_iter().map(share).filter(|share| share.times > 0).collect();
    shares.sort_by_key(|share| std::cmp::Reverse(share.times));
    shares
}

//! Where the instructions of one run went: label by label, with the source beside it.

use std::collections::BTreeMap;

use asmkit::{FileId, Sources};
use lanes::lane::Lane;
use lanes::root::Root;
use machine::{Executed, Image, Machine as _, Stop};
use reference::Puzzle;

/// Where the instructions of a run went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    /// The lane.
    pub lane: String,
    /// Its machine, as reports call it.
    pub machine: &'static str,
    /// The puzzle.
    pub puzzle: String,
    /// All instructions of the run.
    pub total: u64,
    /// The labels it came by, the one with the most instructions first.
    pub labels: Vec<Share>,
}

/// The instructions from one label to the next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Share {
    /// The label.
    pub label: String,
    /// How many were executed.
    pub times: u64,
    /// What they are, in the order of the source or, without one, of memory.
    pub lines: Vec<Line>,
}

/// A line of source; without a source, an instruction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Its number, or its address.
    pub place: String,
    /// What it says.
    pub text: String,
    /// How many instructions of it were executed; 0 where it has some and none was.
    pub times: u64,
}

/// Instructions after which a run is given up: more than any lane takes for a puzzle it takes up.
const BUDGET_INSTRS: u64 = 20_000_000_000;

/// What instructions are called that no label is above.
const NO_LABEL: &str = "(no label)";

impl Profile {
    /// Runs a lane over a puzzle, and tells where its instructions went.
    ///
    /// # Errors
    /// A sentence when its program cannot be had, or does not come to an end.
    pub fn of(lane: &Lane, root: &Root, puzzle: (&str, &Puzzle)) -> Result<Profile, String> {
        let (name, puzzle) = puzzle;
        let (target, image) = lane.program(root).map_err(|broken| broken.why().to_owned())?;
        let mut machine = target.machine();
        machine.load(&image).map_err(|error| error.to_string())?;
        let mut host = lane.host(puzzle);
        let stop = machine.run(&mut host, BUDGET_INSTRS, &mut ());
        if !matches!(stop, Stop::Exit { .. } | Stop::End) {
            return Err(format!("its run of puzzle {name} does not come to an end"));
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

/// The text of the files that lines of an image point into; empty where one cannot be read.
fn sources(lane: &Lane, root: &Root, image: &Image) -> Sources {
    let mut sources = Sources::new();
    for name in &image.files {
        let source = lane.sources.iter().find(|source| root.shown(source) == *name);
        let bytes = source.and_then(|source| root.source(source).ok());
        sources.add(name, &bytes.unwrap_or_default());
    }
    sources
}

/// The file and line an address comes from, with what it says; none where that is not known.
fn line_of(image: &Image, sources: &Sources, address: u64) -> Option<((u32, u32), String)> {
    let line = image.line(address)?;
    if (line.file as usize) >= image.files.len() {
        return None;
    }
    let text = sources.line_text(FileId(line.file), line.line).filter(|text| !text.is_empty())?;
    Some(((line.file, line.line), text.to_owned()))
}

/// Where in a listing a line stands: source lines in their order, then instructions without one.
type Key = (u32, u64);

/// Instructions by label, the most first; within one, by line.
fn shares(
    executed: &[Executed],
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

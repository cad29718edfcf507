//! Runs the programs of the repository on desks and prints each call with its answer, a program a line.
//!
//! Another engine that is given the calls has to give the same answers. Counts of lanes are compared
//! with the golden ones here; the status is 1 where one differs.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command line program")]

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use lanes::golden::{PuzzleId, read_counts, read_puzzles};
use lanes::lane::{Lane, read_table};
use lanes::root::Root;
use serde_json::{Value, json};

/// Folders of programs, from the root of the repository.
const FOLDERS: &[&str] = &["harness", "emulators", "docs/examples", "asm"];

/// How sources end.
const ENDINGS: &[&str] = &["s", "asm", "mid", "spl", "S"];

/// Instructions of a slice, and slices that a program is given.
const SLICE_INSTRS: u64 = 300_000;
const MOST_SLICES: usize = 4;

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."));
    let mut files = Vec::new();
    for folder in FOLDERS {
        find(&root.join(folder), &mut files);
    }
    files.sort();
    for file in &files {
        program(root, file);
    }
    let lanes = read_table(&Root::Bundled).expect("the table of lanes is right");
    let wrong = lanes.iter().filter(|lane| !is_golden(lane)).count();
    ExitCode::from(u8::from(wrong > 0))
}

/// All sources below a folder.
fn find(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            find(&path, found);
        } else if ENDINGS.iter().any(|ending| path.extension().is_some_and(|end| end == *ending)) {
            found.push(path);
        }
    }
}

/// A desk, and what was said at it.
#[derive(Default)]
struct Recorded {
    desk: web::Desk,
    said: Vec<(Value, String)>,
}

impl Recorded {
    fn ask(&mut self, call: Value) -> Value {
        let answer = web::answer(&mut self.desk, &call.to_string());
        let read = serde_json::from_str(&answer).expect("answers are JSON");
        self.said.push((call, answer));
        read
    }

    /// Lets the program go in slices, for so many at most, and looks at what it left.
    fn run(&mut self, slice: u64, most: usize) -> Value {
        let mut status = self.ask(json!({"call": "go", "way": "on", "slice": slice}));
        for _ in 1..most {
            if status["ok"]["why"]["is"] != "going" {
                break;
            }
            status = self.ask(json!({"call": "go", "way": "resume", "slice": slice}));
        }
        self.ask(json!({"call": "registers", "shown": "manual"}));
        self.ask(json!({"call": "mix"}));
        self.ask(json!({"call": "counts"}))
    }

    /// A line of what was said; of a lane also its machine, which others are told nowhere else.
    fn print(&self, name: &str, machine: Option<&str>) {
        println!("{}", json!({"name": name, "machine": machine, "said": self.said}));
    }
}

/// The program of a file: with what is beside it under its name, for input.
fn program(root: &Path, file: &Path) {
    let name = file.strip_prefix(root).unwrap_or(file).to_string_lossy().replace('\\', "/");
    let read = |path: &Path| {
        String::from_utf8_lossy(&std::fs::read(path).unwrap_or_default()).into_owned()
    };
    let (text, input) = (read(file), read(&file.with_extension("in")));
    let words: Vec<&str> = text.lines().next().unwrap_or_default().split_whitespace().collect();
    let named = words.iter().position(|word| *word == "--dialect");
    let dialect = named.and_then(|at| words.get(at + 1));
    let work = json!({"sources": [{"name": name, "text": text}], "dialect": dialect});
    let mut recorded = Recorded::default();
    recorded.ask(json!({"call": "check", "work": work}));
    let started = recorded.ask(json!({"call": "start", "start": {"work": work, "input": input}}));
    if started.get("ok").is_some() {
        recorded.run(SLICE_INSTRS, MOST_SLICES);
    }
    recorded.print(&name, None);
}

/// Whether a lane's first puzzles cost what golden says.
fn is_golden(lane: &Lane) -> bool {
    const PUZZLES: usize = 3;
    let costs = read_counts(&Root::Bundled, &lane.name).expect("golden counts are right");
    let set = &lane.sets[0];
    let puzzles = read_puzzles(&Root::Bundled, set).expect("the sets are right");
    let mut is_right = true;
    for puzzle in puzzles.iter().take(PUZZLES) {
        let id = PuzzleId { set: set.clone(), number: puzzle.number };
        let Some(cost) = costs.get(&id) else { continue };
        let mut recorded = Recorded::default();
        let puzzle = puzzle.puzzle.to_string();
        recorded.ask(json!({"call": "solve", "lane": lane.name, "puzzle": puzzle}));
        let counts = recorded.run(10_000_000, 100);
        if counts["ok"]["instructions"] != cost.instructions {
            eprintln!(
                "{} {}: golden has {}, and here are {counts}",
                lane.name, id.number, cost.instructions
            );
            is_right = false;
        }
        recorded.print(&format!("lane {} {}", lane.name, id.number), Some(lane.target.isa()));
    }
    is_right
}

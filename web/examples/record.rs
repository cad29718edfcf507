//! Runs the programs of the repository on simulators and prints the calls with their answers, one line per program.
//!
//! Another WebAssembly engine must give the same answers to the calls. Counts of lanes are compared with the
//! golden counts here; the exit status is 1 if one differs.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command line program")]

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use lanes::golden::{PuzzleId, read_counts, read_puzzles};
use lanes::lane::{Lane, read_table};
use lanes::root::Root;
use serde_json::{Value, json};

/// Folders of programs, from the root of the repository.
const FOLDERS: &[&str] = &["harness", "emulators", "docs/examples", "asm"];

/// File extensions of sources.
const ENDINGS: &[&str] = &["s", "asm", "mid", "spl", "S"];

/// Instructions per slice, and maximum number of slices per program.
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

/// Finds all sources in a folder.
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

/// A simulator with its calls and answers.
#[derive(Default)]
struct Recording {
    simulator: web::Simulator,
    calls: Vec<(Value, String)>,
}

impl Recording {
    fn ask(&mut self, call: Value) -> Value {
        let answer = web::answer(&mut self.simulator, &call.to_string());
        let read = serde_json::from_str(&answer).expect("answers are JSON");
        self.calls.push((call, answer));
        read
    }

    /// Runs the program for at most `most` slices, and asks for its registers and counts.
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

    /// Prints the line of a program; for a lane with its machine, which the calls do not contain.
    fn print(&self, name: &str, machine: Option<&str>) {
        println!("{}", json!({"name": name, "machine": machine, "said": self.calls}));
    }
}

/// Records the program of a file, with the `.in` file next to it as input.
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
    let mut recording = Recording::default();
    recording.ask(json!({"call": "check", "work": work}));
    let started = recording.ask(json!({"call": "start", "start": {"work": work, "input": input}}));
    if started.get("ok").is_some() {
        recording.run(SLICE_INSTRS, MOST_SLICES);
    }
    recording.print(&name, None);
}

/// Whether the counts of a lane's first puzzles match the golden counts.
fn is_golden(lane: &Lane) -> bool {
    const PUZZLES: usize = 3;
    let costs = read_counts(&Root::Bundled, &lane.name).expect("golden counts are right");
    let set = &lane.sets[0];
    let puzzles = read_puzzles(&Root::Bundled, set).expect("the sets are right");
    let mut is_right = true;
    for puzzle in puzzles.iter().take(PUZZLES) {
        let id = PuzzleId { set: set.clone(), number: puzzle.number };
        let Some(cost) = costs.get(&id) else { continue };
        let mut recording = Recording::default();
        let puzzle = puzzle.puzzle.to_string();
        recording.ask(json!({"call": "solve", "lane": lane.name, "puzzle": puzzle}));
        let counts = recording.run(10_000_000, 100);
        if counts["ok"]["instructions"] != cost.instructions {
            eprintln!(
                "{} {}: the golden count is {}, but the counts are {counts}",
                lane.name, id.number, cost.instructions
            );
            is_right = false;
        }
        recording.print(&format!("lane {} {}", lane.name, id.number), Some(lane.target.isa()));
    }
    is_right
}

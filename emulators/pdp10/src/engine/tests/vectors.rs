//! Replays records of KA10 simulators: thousands of single instructions, and some programs.
//!
//! Where a behavioural simulator and one of the schematics disagree, either result is accepted.

use std::path::{Path, PathBuf};

use machine::Machine;

use super::state::{State, clear, differences, is_clear, machine, run, set};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/truth/ka10")
}

/// Lines of every vector file, with the file name.
fn lines() -> Vec<(String, String)> {
    let entries = std::fs::read_dir(folder()).expect("the records");
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    files.sort();
    let mut lines = Vec::new();
    for file in files {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if name == "programs" {
            continue;
        }
        let text = std::fs::read_to_string(&file).expect("a record");
        lines.extend(text.lines().map(|line| (name.clone(), line.to_owned())));
    }
    lines
}

/// States after that a line allows, the preferred one first.
fn allowed(after: &str) -> Vec<State> {
    let (taken, disputed) = after.split_once('!').unwrap_or((after, ""));
    let mut states = vec![State::read(taken)];
    for side in ["ka10sim{", "schematic{"] {
        if let Some((_, rest)) = disputed.split_once(side) {
            let (state, _) = rest.split_once('}').expect("an end");
            states.push(State::read(state));
        }
    }
    states
}

/// A record of one instruction: its file, what runs, and the allowed results.
struct Vector {
    name: String,
    before: State,
    allowed: Vec<State>,
}

fn vector((file, line): &(String, String)) -> Vector {
    let (before, after) = line.split_once("=>").expect("two states");
    let mut parts = before.split('|');
    let mut next = || parts.next().unwrap_or("").trim();
    let (text, word) = (next(), u64::from_str_radix(next(), 8).expect("octal"));
    let mut before = State::read(next());
    before.words.insert(before.pc.unwrap_or(0), word);
    Vector { name: format!("{file}: {text}"), before, allowed: allowed(after) }
}

/// Records that do not test the instruction, with the reason.
const NOT_USED: &[(&str, &str)] = &[(
    "UUO04 6,1(15) | 004315000001 | pc=777776",
    "it skips to 0, where the rig had no exit trap, so that the record shows what came after",
)];

#[test]
fn single_instructions_match_the_records() {
    let (mut wrong, mut disputed) = (Vec::new(), 0);
    let used =
        |(_, line): &&(String, String)| NOT_USED.iter().all(|(start, _)| !line.starts_with(start));
    let vectors: Vec<Vector> = lines().iter().filter(used).map(vector).collect();
    for careful in [false, true] {
        let mut machine = machine(careful);
        for Vector { name, before, allowed } in &vectors {
            set(&mut machine, before);
            run(&mut machine, 1);
            let found = allowed.iter().map(|after| differences(&machine, before, after));
            let found: Vec<Vec<String>> = found.collect();
            match found.iter().position(Vec::is_empty) {
                None => wrong.push(format!("{name} {before:?}: {}", found[0].join(" "))),
                Some(side) => disputed += side.min(1),
            }
            let after: Vec<&State> = allowed.iter().chain([before]).collect();
            clear(&mut machine, &after);
        }
        assert!(!wrong.is_empty() || is_clear(&machine), "a word was written that none names");
    }
    println!("{} vectors, {disputed} runs on the other side of a dispute", vectors.len());
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// A recorded program: its image, how often it continues, and its result.
fn run_program(lines: &[&str], careful: bool) -> Vec<String> {
    let field = |line: &str, name: &str| {
        let value = line.split_whitespace().find_map(|item| item.strip_prefix(name));
        value.map(str::to_owned)
    };
    let octal = |text: String| u64::from_str_radix(&text, 8).expect("octal");
    let place = lines.iter().position(|line| *line == "=>").expect("an arrow");
    let (mut start, mut stop) = (State::default(), 0);
    for line in &lines[1..place] {
        if let Some(at) = field(line, "start=") {
            start.pc = Some(octal(at) as u32);
            start.flags = field(line, "fl=").map(|flags| octal(flags) as u32);
            stop = octal(field(line, "stop=").expect("a stop")) as u32;
        } else if !line.starts_with("note:") {
            let (words, _) = line.split_once(';').unwrap_or((line, ""));
            start.words.extend(State::read(words).words);
        }
    }
    let retired = field(lines[place + 1], "retired=").and_then(|text| text.parse::<u64>().ok());
    let end: Vec<String> = lines[place + 1..]
        .iter()
        .flat_map(|line| line.split_whitespace())
        .filter(|item| !item.starts_with("retired="))
        .map(str::to_owned)
        .collect();
    let mut machine = machine(careful);
    set(&mut machine, &start);
    let mut steps = 0u64;
    while machine.cpu.pc.get() != stop && steps < 1_000_000 {
        // Cut at several places to check that none matters.
        let slice =
            if careful { 1 } else { (steps % 7 + 1).min(retired.unwrap_or(1) - steps).max(1) };
        run(&mut machine, slice);
        steps += slice;
    }
    let mut found = differences(&machine, &start, &State::read(&end.join(" ")));
    if Some(machine.counts().instructions) != retired {
        found.push(format!("retired={}", machine.counts().instructions));
    }
    found
}

#[test]
fn programs_come_to_the_same_end_after_the_same_number_of_instructions() {
    let text = std::fs::read_to_string(folder().join("programs.txt")).expect("the records");
    let (mut wrong, mut programs) = (Vec::new(), 0);
    for block in text.split("\n\n") {
        let lines: Vec<&str> = block.lines().take_while(|line| *line != "end").collect();
        let Some(name) = lines.first().and_then(|line| line.strip_prefix("program: ")) else {
            continue;
        };
        programs += 1;
        for careful in [false, true] {
            let found = run_program(&lines, careful);
            if !found.is_empty() {
                wrong.push(format!("{name}: {}", found.join(" ")));
            }
        }
    }
    println!("{programs} programs");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

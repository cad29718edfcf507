//! Checked runs of the programs of the repository: a correct one has no finding.

use std::fs;

use checker::Checker;
use lanes::lane;
use lanes::root::Root;
use machine::Machine as _;
use reference::{Puzzle, Size};
use targets::target::Program;

use crate::support::{isagrid, root};

/// Instructions of a run, more than any lane needs for the puzzles.
const MOST_INSTRS: u64 = 20_000_000;

/// The line of the set 9x9 that is in the second founding document.
const NINE: &str =
    "..29.38.....468...4.......156.....49.2..5..7.78.....132.......7...384.....62.13..";

/// Programs with a finding: students do this, and the program is right all the same.
const EXPECTED: &[(&str, &[&str])] = &[
    // `safe` is called again with what it left in `$a0` and `$a1`.
    ("file-in-and-characters-out.s", &["CC07", "CC07"]),
    ("no-recursion.s", &["CC07", "CC07"]),
    ("path-in-data.s", &["CC07", "CC07"]),
    ("prints-digits-without-recursion.s", &["CC07", "CC07"]),
    // It reaches tables through the address of the grid before them, and `solve` saves no registers.
    ("backtrack-as-pdp10.s", &["CC04", "CC04", "CC04", "CC01", "CC01"]),
    // The frame pointer is loaded after its frame is freed.
    ("frame-pointer.s", &["CC23"]),
];

#[test]
fn no_lane_raises_an_alarm() {
    let (mut count, mut found) = (0, Vec::new());
    for lane in lane::read_table(&Root::Bundled).unwrap() {
        let puzzle = match lane.size {
            Size::Nine => NINE,
            _ => "....132.....2.1.",
        };
        let (target, image, sources) = lane.program_with_sources(&Root::Bundled).unwrap();
        let mut machine = target.machine();
        machine.load(&image).unwrap();
        let mut host = lane.host(&Puzzle::parse(puzzle).unwrap());
        machine.run(&mut host, 0, &mut ());
        let program = Program { target: &target, image: &image, sources: &sources };
        // SPL and the ESP32-C3 are not checked.
        let Some(mut checker) = Checker::new(program, &machine) else { continue };
        let stop = checker.run(&mut machine, &mut host, MOST_INSTRS);
        let report = checker.finish(&machine, &host, stop);
        let findings = report.cause.iter().chain(&report.findings);
        found.extend(findings.map(|it| format!("{}: {}", lane.name, it.sentence())));
        count += 1;
    }
    assert!(count >= 118, "only {count} lanes");
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn examples_and_whole_assignments_raise_only_known_alarms() {
    let inputs = [("4x4", "....132.....2.1."), ("9x9", NINE), ("", NINE)];
    let mut files = Vec::new();
    let folders = ["docs/examples", "asm/assignments/cs21-4x4", "asm/assignments/cs21-9x9"];
    let oddities = folders[1..].iter().map(|folder| format!("{folder}/oddities"));
    for folder in folders.map(str::to_owned).into_iter().chain(oddities) {
        let entries = fs::read_dir(root().join(&folder)).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        files.extend(names.map(|name| (format!("{folder}/{name}"), name)));
    }
    files.sort();
    let mut count = 0;
    for (path, name) in files {
        let is_source = name.ends_with(".s") || name.ends_with(".mid");
        // Programs with a mistake, of an assignment to be done, and of a board without checks.
        let is_other = ["wrong-", "wrong.", "scaffold", "unaligned", "first-esp"];
        if !is_source || is_other.iter().any(|start| name.starts_with(start)) {
            continue;
        }
        let (_, puzzle) = inputs.iter().find(|(size, _)| path.contains(size)).unwrap();
        let side = if puzzle.len() == 16 { 4 } else { 9 };
        let rows = puzzle.replace('.', "0").into_bytes();
        let rows: Vec<u8> = rows.chunks(side).flat_map(|row| [row, b"\n"].concat()).collect();
        let done = isagrid(&root(), &["run", "--json", "--check", &path], &rows);
        let report: serde_json::Value = serde_json::from_slice(&done.stdout).unwrap();
        let findings = report["check"]["findings"].as_array().cloned().unwrap_or_default();
        let codes: Vec<&str> = findings.iter().filter_map(|it| it["code"].as_str()).collect();
        let known = EXPECTED.iter().find(|(odd, _)| *odd == name).map_or(&[][..], |it| it.1);
        assert_eq!(codes, known, "{path}: {}", done.printed());
        count += 1;
    }
    assert!(count >= 54, "only {count} programs");
}

#[test]
fn a_fault_in_memory_that_was_freed_says_where() {
    let program = "harness/checker/tests/mistakes/29-page.mid";
    let done = isagrid(&root(), &["run", program], b"");
    let cause = "probable cause: line 16 reads 016000, which line 14 has freed";
    assert!(done.stderr.contains(cause), "{}", done.printed());
}

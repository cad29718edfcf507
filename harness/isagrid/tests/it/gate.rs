//! `isagrid verify` as a gate of other people's: what is checked, how exactly, and of which lanes.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::Done;
use crate::verify::{COUNTS, SOLVER, change, clone, verify};

const TABLE: &str = "asm/lanes.toml";

fn json(folder: &Path, arguments: &[&str]) -> (Done, Value) {
    let done = verify(folder, &[arguments, &["--json", "-"]].concat());
    let json = serde_json::from_slice(&done.stdout).expect(&done.stderr);
    (done, json)
}

#[test]
fn correctness_needs_nothing_golden() {
    let clone = clone();
    fs::remove_dir_all(clone.path().join("golden/counts")).unwrap();
    fs::remove_dir_all(clone.path().join("golden/solutions")).unwrap();
    let done = verify(clone.path(), &["-q", "--check", "grids,decisions"]);
    let verdict = "1 lane, 8 runs: all right; checked: grids, decisions\n";
    assert_eq!((done.status, done.out().as_str()), (0, verdict), "{}", done.told());
    let (_, json) = json(clone.path(), &["--check", "decisions,grids"]);
    assert_eq!(json["lanes"][0]["checked"], serde_json::json!(["grids", "decisions"]));
    assert_eq!(json["lanes"][0]["runs"][0]["against_golden"], "not checked");
    let whole = verify(clone.path(), &["-q"]);
    assert_eq!(whole.status, 1, "{}", whole.told());
    assert!(whole.out().contains("golden/solutions/4x4.txt is missing"), "{}", whole.out());
    change(clone.path(), SOLVER, "addu $a0 $a0 $t3", "addu $a0 $zero $t3");
    let wrong = verify(clone.path(), &["-q", "--check", "grids"]);
    assert_eq!(wrong.status, 1, "{}", wrong.told());
    assert!(
        wrong.out().ends_with("1 lane, 8 runs: NOT right; checked: grids\n"),
        "{}",
        wrong.out()
    );
    let told = verify(clone.path(), &["--check", "decisions"]);
    assert_eq!(told.status, 0, "what it prints is not looked at: {}", told.told());
    let line = "8 of 8 puzzles right, grids not checked, counts against golden: not checked\n";
    assert!(told.out().contains(line), "{}", told.out());
}

#[test]
fn a_row_says_what_is_checked_of_its_lane() {
    let clone = clone();
    fs::remove_file(clone.path().join(COUNTS)).unwrap();
    change(clone.path(), TABLE, "sets =", "checks = [\"grids\", \"decisions\"]\nsets =");
    let done = verify(clone.path(), &["-q"]);
    assert_eq!(done.out(), "1 lane, 8 runs: all right; checked: grids, decisions\n");
    let none = verify(clone.path(), &["--check", "counts"]);
    let told = "nothing of lane `mips32-mars-4x4` is left to check: it has grids, decisions";
    assert_eq!(none.status, 2, "{}", none.told());
    assert!(none.stderr.contains(told), "{}", none.stderr);
    let blessed = verify(clone.path(), &["-q", "--bless"]);
    assert_eq!(blessed.status, 0, "{}", blessed.told());
    assert!(!clone.path().join(COUNTS).exists(), "counts that nobody checks are not kept");
}

#[test]
fn any_algorithm_needs_no_labels() {
    let clone = clone();
    let table = fs::read_to_string(clone.path().join(TABLE)).unwrap();
    let is_of_search = |line: &&str| !line.starts_with("node") && !line.starts_with("grid");
    let table: Vec<&str> = table.lines().filter(is_of_search).collect();
    let table = table.join("\n").replace("\"backtrack\"", "\"any\"");
    fs::write(clone.path().join(TABLE), table).unwrap();
    // Nobody can find these labels any more.
    let source = fs::read_to_string(clone.path().join(SOLVER)).unwrap();
    fs::write(clone.path().join(SOLVER), source.replace("solve", "s").replace("grid", "g"))
        .unwrap();
    let done = verify(clone.path(), &[]);
    assert_eq!(done.status, 0, "{}", done.told());
    let line = "mips32-mars-4x4: 8 of 8 puzzles right, decisions not checked, counts against golden: same\n";
    assert!(done.out().starts_with(line), "{}", done.out());
    assert!(done.out().ends_with("1 lane, 8 runs: all right; checked: grids, counts\n"));
    change(clone.path(), SOLVER, "addu $a0 $a0 $t3", "addu $a0 $zero $t3");
    let wrong = verify(clone.path(), &["--check", "grids"]);
    assert_eq!(wrong.status, 1, "{}", wrong.told());
    assert!(wrong.out().contains("wrong grid: . instead of "), "{}", wrong.out());
    let none = verify(clone.path(), &["--check", "decisions"]);
    assert_eq!(none.status, 2, "{}", none.told());
}

#[test]
fn a_lane_may_get_slower_by_what_is_allowed() {
    let clone = clone();
    // One more instruction at each node, which is less than 2 %.
    change(clone.path(), SOLVER, "\nsolve:", "\nsolve: nop\n");
    let gate = |within: &str| verify(clone.path(), &["--counts-within", within]);
    assert_eq!(verify(clone.path(), &[]).status, 1);
    assert_eq!(gate("0.001%").status, 1);
    let done = gate("2%");
    assert_eq!(done.status, 0, "{}", done.told());
    assert!(done.out().contains("counts against golden: 8 changed within what is allowed"));
    let (_, within) = json(clone.path(), &["--counts-within", "2"]);
    assert_eq!(within["counts_within_percent"], 2.0);
    let run = &within["lanes"][0]["runs"][0];
    assert_eq!(
        (&run["against_golden"], &run["changes"][0]["what"]),
        (&"within".into(), &"instructions".into())
    );
    assert_eq!(verify(clone.path(), &["-q", "--bless"]).status, 0);
    change(clone.path(), SOLVER, "solve: nop", "solve:");
    assert_eq!(verify(clone.path(), &[]).status, 1, "faster is another count, too");
    assert_eq!(gate("0%").status, 0, "but no slower one");
    for wrong in ["101%", "-1", "x"] {
        assert_eq!(gate(wrong).status, 2, "{wrong}");
    }
}

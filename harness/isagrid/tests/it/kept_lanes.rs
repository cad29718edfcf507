//! `isagrid verify --cache`: what did not change is not run again, and nothing else is believed.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::verify::{COUNTS, SOLVER, change, clone, verify};

const TABLE: &str = "asm/lanes.toml";

/// Verifies with a cache; gives the facts, and whether the lane came from it.
fn cached(folder: &Path, arguments: &[&str]) -> (Value, bool) {
    let done = verify(folder, &[&["--cache", "kept", "--json", "-"], arguments].concat());
    let mut json: Value = serde_json::from_slice(&done.stdout).expect(&done.stderr);
    let lane = json["lanes"][0].as_object_mut().unwrap();
    let is_cached = lane.remove("from_cache") == Some(true.into());
    (json, is_cached)
}

/// The only file that is kept.
fn kept(folder: &Path) -> PathBuf {
    let mut files = fs::read_dir(folder.join("kept")).unwrap();
    let file = files.next().unwrap().unwrap().path();
    assert!(files.next().is_none(), "one file a lane");
    file
}

#[test]
fn a_lane_that_did_not_change_is_not_run_again() {
    let clone = clone();
    let (fresh, is_cached) = cached(clone.path(), &[]);
    assert!(!is_cached);
    assert_eq!(cached(clone.path(), &[]), (fresh, true), "the same facts");
    let message = verify(clone.path(), &["--cache", "kept"]);
    assert!(message.out().contains("\nfrom the cache: 1 of 1 lanes\n"), "{}", message.out());
    assert!(
        message.out().ends_with("1 lane, 8 runs: all match the golden results\n"),
        "{}",
        message.out()
    );
    let without = verify(clone.path(), &["--json", "-"]).out();
    assert!(!without.contains("from_cache"), "nothing is taken from it unasked");
}

#[test]
fn whatever_a_result_depends_on_is_part_of_its_key() {
    let clone = clone();
    let is_cached = |arguments: &[&str]| cached(clone.path(), arguments).1;
    let changes: [(&str, &str, &str); 4] = [
        (SOLVER, "\nsolve:", "\nsolve: nop\n"),
        (TABLE, "node = \"solve\"", "node = [\"solve\"]\nmost_nodes = 999"),
        (TABLE, "sets =", "checks = [\"grids\", \"counts\"]\nsets ="),
        (COUNTS, "4x4\t1\t", "4x4\t1\t1"),
    ];
    for (file, from, to) in changes {
        is_cached(&[]);
        assert!(is_cached(&[]), "{file}");
        change(clone.path(), file, from, to);
        assert!(!is_cached(&[]), "{file}: {to}");
        change(clone.path(), file, to, from);
    }
    is_cached(&[]);
    for other in [&["--check", "grids"][..], &["--counts-within", "1"], &["--engine", "plain"]] {
        assert!(!is_cached(other), "{other:?}");
        is_cached(&[]);
    }
    assert!(
        !is_cached(&["--quick"]) && is_cached(&[]),
        "other puzzles are kept in addition to these"
    );
    let set = clone.path().join("golden/puzzles/4x4.txt");
    let text = fs::read_to_string(&set).unwrap();
    let mut lines: Vec<&str> = text.lines().collect();
    let last = lines.len() - 1;
    lines.swap(last, last - 1);
    fs::write(&set, lines.join("\n")).unwrap();
    assert!(!is_cached(&[]), "other puzzles");
}

#[test]
fn only_lanes_that_pass_are_kept() {
    let clone = clone();
    change(clone.path(), SOLVER, "bnez $t0 next_num", "beqz $t0 next_num");
    cached(clone.path(), &[]);
    assert!(!clone.path().join("kept").exists());
    let (again, is_cached) = cached(clone.path(), &[]);
    assert_eq!((&again["ok"], is_cached), (&false.into(), false));
}

#[test]
fn a_torn_or_foreign_file_is_as_if_there_were_none() {
    let clone = clone();
    let (fresh, _) = cached(clone.path(), &[]);
    let file = kept(clone.path());
    let whole = fs::read(&file).unwrap();
    let text = String::from_utf8(whole.clone()).unwrap();
    let instructions = fresh["lanes"][0]["runs"][0]["cost"]["instructions"].to_string();
    let forged = text.replacen(&instructions, "7", 1);
    assert_ne!(forged, text);
    let torn = (0..whole.len()).step_by(97).map(|length| whole[..length].to_vec());
    let others = [forged.into_bytes(), b"{}".to_vec(), vec![0xff; 9], whole[1..].to_vec()];
    for content in torn.chain(others) {
        fs::write(&file, &content).unwrap();
        let (facts, is_cached) = cached(clone.path(), &[]);
        assert!(!is_cached, "{}", String::from_utf8_lossy(&content));
        assert_eq!(facts, fresh);
        assert_eq!(fs::read(&file).unwrap(), whole, "and is written again");
    }
    fs::remove_file(&file).unwrap();
    fs::create_dir(&file).unwrap();
    let done = verify(clone.path(), &["-q", "--cache", "kept"]);
    assert_eq!(done.status, 0, "a cache that cannot be written is no failure: {}", done.printed());
    assert!(done.stderr.contains("warning: cannot write "), "{}", done.stderr);
}

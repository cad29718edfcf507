//! `isagrid verify` over puzzles of somebody's own: files elsewhere, and seeds.

use std::fs;

use serde_json::Value;

use crate::support::isagrid;
use crate::verify::{SOLVER, change, clone, verify};

const TABLE: &str = "asm/lanes.toml";

#[test]
fn seeds_in_the_table_need_no_file_of_puzzles() {
    let clone = clone();
    let generate = ["generate", "--size", "4", "--count", "5", "--seed", "7"];
    let made = isagrid(clone.path(), &generate, b"").out();
    let puzzles: Vec<&str> = made.lines().map(|line| line.split(' ').next().unwrap()).collect();
    fs::create_dir(clone.path().join("puzzles")).unwrap();
    fs::write(clone.path().join("puzzles/last.txt"), puzzles[4]).unwrap();
    change(clone.path(), TABLE, "sets = [\"4x4\"]", "sets = [\"seeds\", \"mine\"]");
    let table = fs::read_to_string(clone.path().join(TABLE)).unwrap();
    let sets = "[sets]\nseeds = { size = 4, count = 5, seed = 7 }\nmine = \"puzzles/last.txt\"\n";
    fs::write(clone.path().join(TABLE), format!("{sets}{table}")).unwrap();
    let blessed = verify(clone.path(), &["-q", "--bless"]);
    assert_eq!(blessed.status, 0, "{}", blessed.printed());
    let solutions = |set: &str| {
        fs::read_to_string(clone.path().join(format!("golden/solutions/{set}.txt"))).unwrap()
    };
    assert!(solutions("seeds").starts_with("# The solutions of set seeds of asm/lanes.toml in "));
    assert!(solutions("mine").starts_with("# The solutions of puzzles/last.txt in its order"));
    let done = verify(clone.path(), &["--json", "-"]);
    assert_eq!(done.status, 0, "{}", done.printed());
    let json: Value = serde_json::from_slice(&done.stdout).unwrap();
    let runs = json["lanes"][0]["runs"].as_array().unwrap();
    let givens: Vec<&str> = runs.iter().map(|run| run["givens"].as_str().unwrap()).collect();
    assert_eq!(givens, [&puzzles[..], &puzzles[4..]].concat());
    let some = verify(clone.path(), &["-q", "--puzzle", "seeds:2-3"]);
    assert_eq!(some.out(), "1 lane, 2 runs: all match the golden results\n", "{}", some.printed());
    fs::write(clone.path().join("puzzles/last.txt"), "1...............").unwrap();
    let several = verify(clone.path(), &[]);
    assert!(several.stderr.contains("puzzles/last.txt:1: this puzzle has several solutions"));
}

#[test]
fn a_file_takes_the_place_of_all_sets() {
    let clone = clone();
    fs::remove_dir_all(clone.path().join("golden")).unwrap();
    let generate = ["generate", "--size", "4", "--count", "3", "--seed", "9", "--to", "grid"];
    let made = isagrid(clone.path(), &generate, b"");
    fs::write(clone.path().join("My puzzles.txt"), &made.stdout).unwrap();
    let file = ["-q", "--puzzle-file", "My puzzles.txt"];
    let done = verify(clone.path(), &file);
    let verdict = "1 lane, 3 runs: all correct; checked: grids, decisions\n";
    assert_eq!((done.status, done.out().as_str()), (0, verdict), "{}", done.printed());
    let one = verify(clone.path(), &[&file[..], &["--puzzle", "my-puzzles:2"]].concat());
    assert!(one.out().starts_with("1 lane, 1 run: all correct"), "{}", one.printed());
    change(clone.path(), SOLVER, "bnez $t0 next_num", "beqz $t0 next_num");
    let wrong = verify(clone.path(), &file);
    assert_eq!(wrong.status, 1, "{}", wrong.printed());
    let again = "to reproduce: isagrid verify mips32-mars-4x4 --puzzle my-puzzles:1 --puzzle-file 'My puzzles.txt'";
    assert!(wrong.out().contains(again), "{}", wrong.out());
    let nine = isagrid(clone.path(), &["generate", "--seed", "1"], b"");
    fs::write(clone.path().join("nine.txt"), &nine.stdout).unwrap();
    for (file, message) in [
        ("nine.txt", "nine.txt has 9x9 puzzles, which none of these lanes solves"),
        ("none.txt", "cannot read `none.txt`"),
        (SOLVER, SOLVER),
    ] {
        let done = verify(clone.path(), &["--puzzle-file", file]);
        assert_eq!(done.status, 2, "{}", done.printed());
        assert!(done.stderr.contains(message), "{file}: {}", done.stderr);
    }
}

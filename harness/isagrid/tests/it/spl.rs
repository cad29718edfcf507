//! The SPL scripts of `asm/backtrack`, and their lanes in a small clone.

use std::fs;
use std::path::Path;

use crate::support::{Done, isagrid, root};

const ALL: &str = "asm/backtrack/esproc-all.spl";
const FIRST: &str = "asm/backtrack/esproc-first.spl";

/// Solution of the puzzle in the first founding document, as the script prints it.
const TABLE: &str = "A\tB\tC\tD\tE\tF\tG\tH\tI
3\t9\t7\t6\t4\t1\t2\t5\t8
8\t4\t5\t2\t7\t3\t6\t9\t1
6\t2\t1\t8\t9\t5\t3\t4\t7
7\t1\t8\t4\t2\t9\t5\t6\t3
4\t5\t2\t3\t6\t8\t1\t7\t9
9\t6\t3\t5\t1\t7\t8\t2\t4
2\t7\t4\t1\t8\t6\t9\t3\t5
5\t8\t9\t7\t3\t2\t4\t1\t6
1\t3\t6\t9\t5\t4\t7\t8\t2
";

fn run(script: &str, switches: &[&str]) -> Done {
    let puzzle = ["--file", "sudoku01.txt=docs/examples/founding.txt"];
    let done = isagrid(&root(), &[&["run"], switches, &puzzle, &[script]].concat(), b"");
    assert_eq!(done.status, 0, "{}", done.printed());
    assert_eq!(done.out(), TABLE);
    done
}

/// Execution count of a cell in the profile.
fn times(profile: &str, cell: &str) -> u64 {
    let is_row = |line: &&str| line.split_whitespace().nth(3) == Some(cell);
    let row = profile.lines().find(is_row).unwrap_or_else(|| panic!("{cell} in {profile}"));
    let times: String = row.split_whitespace().next().unwrap().replace(',', "");
    times.parse().unwrap()
}

/// The counts come from a transcription of the script; 5,794 nodes are published.
#[test]
fn founding_script_searches_everything() {
    let done = run(ALL, &["--counts", "--profile"]);
    assert!(done.stderr.contains("calls                   7,415"), "{}", done.stderr);
    assert_eq!(times(&done.stderr, "C10"), 5_793, "assignments of a digit");
    let nodes = ["B7", "D4", "D11"].map(|cell| times(&done.stderr, cell));
    assert_eq!(nodes.iter().sum::<u64>(), 5_794);
}

#[test]
fn variant_ends_with_the_first_solution() {
    let done = run(FIRST, &["--profile"]);
    let nodes = ["B7", "D4", "D11"].map(|cell| times(&done.stderr, cell));
    assert_eq!(nodes.iter().sum::<u64>(), 2_991);
}

#[test]
fn no_solution_is_an_index_error_as_in_esproc() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("solver.spl");
    fs::copy(root().join(ALL), &script).unwrap();
    // Only 9 is left for the last cell of the first row, but its column has one.
    let rows = "123456780\n000000009\n".to_owned() + &"000000000\n".repeat(7);
    fs::write(folder.path().join("sudoku01.txt"), rows).unwrap();
    let done = isagrid(folder.path(), &["run", "solver.spl"], b"");
    assert_eq!(done.status, 1, "{}", done.printed());
    assert!(
        done.stderr.contains("C2: `A2(1)` is not there: the sequence has 0 members"),
        "{}",
        done.stderr
    );
    assert!(done.stderr.contains("--> solver.spl:2:"), "{}", done.stderr);
}

/// Blessed clone with the two lanes and a few puzzles.
fn clone() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path();
    fs::create_dir_all(to.join("asm/backtrack")).unwrap();
    fs::create_dir_all(to.join("golden/puzzles")).unwrap();
    for script in [ALL, FIRST] {
        fs::copy(root().join(script), to.join(script)).unwrap();
    }
    let table = fs::read_to_string(root().join("asm/lanes.toml")).unwrap();
    let lanes = table.split("[[lane]]").filter(|row| row.contains("\"esproc\""));
    let lanes: String = lanes.map(|lane| format!("[[lane]]{lane}")).collect();
    let most = lanes.lines().find(|line| line.starts_with("most_nodes")).unwrap().to_owned();
    fs::write(to.join("asm/lanes.toml"), lanes.replace(&most, "most_nodes = 6000")).unwrap();
    let set = fs::read_to_string(root().join("golden/puzzles/9x9.txt")).unwrap();
    let puzzles = set.lines().filter(|line| !line.starts_with('#'));
    let some: Vec<&str> = puzzles.clone().take(4).chain(puzzles.skip(150).take(2)).collect();
    fs::write(to.join("golden/puzzles/9x9.txt"), some.join("\n") + "\n").unwrap();
    let blessed = verify(to, &["--bless"]);
    assert_eq!(blessed.status, 0, "{}", blessed.printed());
    folder
}

fn verify(clone: &Path, arguments: &[&str]) -> Done {
    isagrid(clone, &[&["verify"], arguments].concat(), b"")
}

#[test]
fn lanes_take_the_decisions_of_their_algorithms() {
    let clone = clone();
    let done = verify(clone.path(), &["--json", "report.json"]);
    assert_eq!(done.status, 0, "{}", done.printed());
    let json = fs::read_to_string(clone.path().join("report.json")).unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let lane = |index: usize| &json["lanes"][index];
    assert_eq!(lane(0)["algorithm"], "backtrack-all");
    assert_eq!(lane(0)["runs"][0]["nodes"], 5_794);
    assert_eq!(lane(0)["runs"][0]["cost"]["cycles"]["calls"], 7_415);
    assert_eq!(lane(1)["runs"][0]["nodes"], 2_991);
    for lane in [lane(0), lane(1)] {
        let (taken, left_out) = (lane["runs"].as_array().unwrap().len(), &lane["left_out"]);
        assert!(*left_out != 0 && taken >= 3, "{taken} and {left_out}");
        let message = format!("{taken} of 6");
        assert!(done.out().contains(&message), "{}", done.out());
    }
}

#[test]
fn puzzle_with_too_many_nodes_is_refused() {
    let clone = clone();
    let done = verify(clone.path(), &["--puzzle", "9x9:6"]);
    assert_eq!(done.status, 2, "{}", done.printed());
    assert!(done.stderr.contains("puzzle 9x9:6 needs more than 6000 nodes"), "{}", done.stderr);
    let table = clone.path().join("asm/lanes.toml");
    let text = fs::read_to_string(&table).unwrap();
    fs::write(&table, text.replace("most_nodes = 6000", "most_nodes = 6")).unwrap();
    let done = verify(clone.path(), &[]);
    assert_eq!(done.status, 2, "{}", done.printed());
    assert!(done.stderr.contains("`esproc-all-9x9` has no puzzle to run"), "{}", done.stderr);
}

#[test]
fn other_digit_order_is_reported_with_the_event() {
    let clone = clone();
    let script = clone.path().join(FIRST);
    let text = fs::read_to_string(&script).unwrap();
    fs::write(&script, text.replace("for B9", "for B9.rvs()")).unwrap();
    let done = verify(clone.path(), &["esproc-first-9x9", "--puzzle", "9x9:1"]);
    assert_eq!(done.status, 1, "{}", done.printed());
    assert!(
        done.out().contains("different decisions: event 2: the reference model places "),
        "{}",
        done.out()
    );
}

#[test]
fn script_error_is_reported_with_the_cell() {
    let clone = clone();
    let script = clone.path().join(ALL);
    let text = fs::read_to_string(&script).unwrap();
    fs::write(&script, text.replace("=ceil(B3/9)", "=ceill(B3/9)")).unwrap();
    let done = verify(clone.path(), &["esproc-all-9x9"]);
    assert_eq!(done.status, 3, "{}", done.printed());
    assert!(done.out().contains("in cell C3"), "{}", done.out());
}

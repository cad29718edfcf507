//! `isagrid rate`: output for puzzles and for invalid input.

use crate::support::{Done, isagrid, root};

/// The founding puzzle.
const FOUNDING: &str =
    "..7.....884....6.....8953...1.4....3.......7.9..5...242.4..6....8.73..1.13.9.47..";
/// The puzzle of seed 2, which is beyond all techniques.
const BEYOND: &str =
    "..58..39......1...23....6..9..5...6...713..2.6..7............5.4.2...7........239";
/// The 4x4 puzzle of seed 0.
const FOUR: &str = ".2.....3....43..";
const SEVERAL: &str = "1...............";
const NONE: &str = "11..............";

fn rate(arguments: &[&str], input: &str) -> Done {
    isagrid(&root(), &[&["rate"], arguments].concat(), input.as_bytes())
}

fn in_line(puzzle: &str, rest: &str) -> String {
    format!("{puzzle}\t{rest}\n")
}

#[test]
fn one_line_per_puzzle_in_order() {
    let done = rate(&["docs/examples/line.txt", "-"], &format!("{BEYOND}\n{FOUR}\n"));
    let lines = [
        in_line(FOUNDING, "1.5\thidden single in a line\t52\ttrivial"),
        in_line(BEYOND, ">5.4\tbeyond\t29709\tdiabolical"),
        in_line(FOUR, "1.2\thidden single in a box\t-\t-"),
    ];
    assert_eq!((done.status, done.out(), done.stderr), (0, lines.concat(), String::new()));
}

#[test]
fn puzzle_without_a_rating_has_a_reason() {
    let input = format!("{NONE}\n{SEVERAL}\n");
    let done = rate(&[], &input);
    let lines =
        [in_line(NONE, "-\tno solution\t-\t-"), in_line(SEVERAL, "-\tseveral solutions\t-\t-")];
    assert_eq!((done.status, done.out(), done.stderr), (1, lines.concat(), String::new()));
    let done = rate(&["--format", "json"], &input);
    assert_eq!(done.status, 1);
    assert!(done.out().lines().all(|line| line.contains("\"error\":\"")), "{}", done.out());
}

#[test]
fn invalid_line_is_reported_with_its_position() {
    let done = rate(&[], &format!("{}\n{FOUNDING}\n", &FOUNDING[..80]));
    assert_eq!(done.status, 2);
    assert_eq!(done.out(), in_line(FOUNDING, "1.5\thidden single in a line\t52\ttrivial"));
    let message = "error: standard input: line 1, column 81: 80 cells: a 9x9 puzzle has 81\n";
    assert_eq!(done.stderr, message);
    for (arguments, message) in [
        (&["nowhere.txt"], "error: cannot read `nowhere.txt`: there is no such file\n"),
        (&["-"], "error: standard input: no puzzle found\n"),
    ] {
        let done = rate(arguments, "");
        assert_eq!((done.status, done.stderr.as_str()), (2, message));
    }
}

#[test]
fn candidates_are_not_rated() {
    let cells: String =
        FOUNDING.chars().map(|c| if c == '.' { "123456789" } else { "........." }).collect();
    let given = |(cell, c): (usize, char)| (c != '.').then(|| (9 * cell, c));
    let mut marks: Vec<char> = cells.chars().collect();
    for (at, digit) in FOUNDING.chars().enumerate().filter_map(given) {
        marks[at + digit as usize - '1' as usize] = digit;
    }
    let done = rate(&[], &format!("{}\n", marks.iter().collect::<String>()));
    let message = "error: standard input: line 1: cannot rate a puzzle with candidates, only one with givens\n";
    assert_eq!((done.status, done.stderr.as_str()), (2, message));
}

#[test]
fn steps_in_words_and_in_json() {
    let done = rate(&["--steps", FOUR], "");
    let out = done.out();
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!((done.status, lines.len()), (0, 13));
    let step = "  1.2  hidden single in a box: 3 can go nowhere else in box 1: \
                place 3 at row 1, column 1";
    assert_eq!(lines[1], step);
    let done = rate(&["--steps", "--format", "json", FOUR], "");
    let object: serde_json::Value = serde_json::from_str(&done.out()).unwrap();
    assert_eq!((&object["rating"], &object["beyond"]), (&1.2.into(), &false.into()));
    assert_eq!(object["steps"].as_array().map(Vec::len), Some(12));
    let placed = serde_json::json!({ "row": 1, "column": 1, "digit": 3 });
    assert_eq!(object["steps"][0]["placed"], placed);
}

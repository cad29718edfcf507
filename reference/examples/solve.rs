//! Solves the puzzles of a text and distinguishes no, one and several solutions.

use reference::{Outcome, ReadError, Reader, solve};

const PUZZLES: &str = "\
# one solution, several, none
...3..4114..3...
...3..4114......
33..............
";

/// One line per puzzle.
fn answers(text: &str) -> Result<String, ReadError> {
    let mut lines = String::new();
    for found in Reader::new(text.as_bytes(), None) {
        let puzzle = found?.puzzle;
        lines += &match solve(&puzzle, 2) {
            Outcome::None => "no solution\n".to_owned(),
            Outcome::One(grid) => format!("{grid}\n"),
            Outcome::Several(_) => "several solutions\n".to_owned(),
            Outcome::GaveUp(_) => "not finished\n".to_owned(),
        };
    }
    Ok(lines)
}

#[expect(clippy::print_stdout, reason = "an example shows what it found")]
fn main() -> Result<(), ReadError> {
    print!("{}", answers(PUZZLES)?);
    Ok(())
}

#[test]
fn each_puzzle_has_its_line() {
    let answers = answers(PUZZLES).unwrap();
    assert_eq!(answers, "4123234114323214\nseveral solutions\nno solution\n");
    assert!(main().is_ok());
}

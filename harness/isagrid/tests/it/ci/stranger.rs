//! A repository made from the template: fails with an annotation at a mistake, passes when it is
//! fixed, and checks counts.

use std::fs;

use serde_json::Value;

use super::action::{commands, runner};
use super::runner::{Done, Runner};
use super::yaml;
use crate::support::isagrid;

const SOLVER: &str = "asm/solver.s";

/// Pushes: runs the workflow on the current content.
fn pushed(runner: &Runner) -> Done {
    let _ = fs::remove_dir_all(runner.at("artifacts/verification"));
    let workflow = yaml(&runner.at("workspace/.github/workflows/isagrid.yml"));
    runner.job(&workflow, "verify", &Value::Null, &Value::Null)
}

/// Changes the solver; returns its old text.
fn change(runner: &Runner, from: &str, to: &str) -> String {
    let file = runner.at("workspace").join(SOLVER);
    let text = fs::read_to_string(&file).unwrap();
    assert_eq!(text.matches(from).count(), 1, "{from} is there once");
    fs::write(&file, text.replace(from, to)).unwrap();
    text
}

fn restore(runner: &Runner, text: &str) {
    fs::write(runner.at("workspace").join(SOLVER), text).unwrap();
}

/// Number of the line that contains a text.
fn line_of(text: &str, part: &str) -> usize {
    text.lines().position(|line| line.contains(part)).unwrap() + 1
}

#[test]
fn wrong_grid_is_annotated_until_fixed() {
    let Some(runner) = runner() else { return };
    assert_eq!(pushed(&runner).status, 0);
    // The column is no longer checked, so an impossible digit is placed.
    let right = change(&runner, "beq     $t3, $t9, next ", "beq     $t3, 99, next  ");
    let red = pushed(&runner);
    assert_eq!(red.status, 1, "{}", red.log);
    let place = format!("::error file={SOLVER},line={},", line_of(&right, "# nobody: place it"));
    let first = commands(&red.log)[0].to_owned();
    assert!(first.starts_with(&place), "{place}: {first}");
    assert!(first.contains("title=mine%2C puzzle mine%3A1::the grid is "), "{first}");
    assert!(first.contains("the reference model places "), "{first}");
    assert!(red.summary.contains("1 lane FAILED"), "{}", red.summary);
    restore(&runner, &right);
    let green = pushed(&runner);
    assert_eq!((green.status, commands(&green.log).len()), (0, 1), "{}", green.log);
}

#[test]
fn assembly_error_is_annotated_at_its_line() {
    let Some(runner) = runner() else { return };
    let right = change(&runner, "remu    $t3, $t0, 9", "remn    $t3, $t0, 9");
    let red = pushed(&runner);
    assert_eq!(red.status, 3, "{}", red.log);
    let place = format!("::error file={SOLVER},line={},", line_of(&right, "remu    $t3, $t0, 9"));
    assert!(commands(&red.log)[0].starts_with(&place), "{place}: {}", red.log);
}

#[test]
fn other_puzzles_replace_those_of_the_template() {
    let Some(runner) = runner() else { return };
    let here = runner.at("workspace");
    let made = isagrid(&here, &["generate", "--count", "2", "--seed", "5"], b"");
    fs::write(here.join("puzzles/mine.txt"), made.stdout).unwrap();
    assert_eq!(pushed(&runner).status, 1, "the golden files are for other puzzles");
    let blessed = isagrid(&here, &["verify", "-q", "--bless"], b"");
    assert_eq!(blessed.status, 0, "{}", blessed.printed());
    let green = pushed(&runner);
    assert_eq!(green.status, 0, "{}", green.log);
    assert!(
        green.log.contains("\n1 lane, 2 runs: all match the golden results\n"),
        "{}",
        green.log
    );
}

/// Cost of the solver on a puzzle.
fn cost(runner: &Runner, puzzle: usize) -> f64 {
    let json = isagrid(&runner.at("workspace"), &["verify", "--json", "-"], b"").out();
    let json: Value = serde_json::from_str(&json).unwrap();
    json["lanes"][0]["runs"][puzzle]["cost"]["instructions"].as_f64().unwrap()
}

#[test]
fn counts_may_rise_by_two_percent_and_no_more() {
    let Some(runner) = runner() else { return };
    let golden = cost(&runner, 0);
    // One more instruction per visited cell is more than 2 %; one per digit is not.
    for (label, is_green) in [("look:   ", false), ("try:    ", true)] {
        let right = change(&runner, label, &format!("{label}nop\n        "));
        let rise = cost(&runner, 0) / golden - 1.0;
        assert_eq!(rise < 0.02, is_green, "{label} {rise}");
        assert!(rise > 0.0);
        let done = pushed(&runner);
        assert_eq!(done.status == 0, is_green, "{label} {rise}: {}", done.log);
        if !is_green {
            let first = commands(&done.log)[0].to_owned();
            assert!(
                first.starts_with(
                    "::error file=asm/solver.s,title=mine%2C puzzle mine%3A1::instructions: "
                ),
                "{first}"
            );
        }
        // Without an allowance, any other count is reported.
        let exact = isagrid(&runner.at("workspace"), &["verify", "-q"], b"");
        assert_eq!(exact.status, 1, "{}", exact.printed());
        restore(&runner, &right);
    }
    assert_eq!(pushed(&runner).status, 0);
}

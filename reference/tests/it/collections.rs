//! Solver and reference model against collections of puzzles with known answers.
//!
//! The collections are outside the repository; without them these tests print a note and pass.

use std::path::Path;

use reference::models::{self, ModelOutcome};
use reference::{Grid, Outcome, Puzzle, puzzles, solve};

/// Text of a collection; `None` if the collections are absent.
#[expect(clippy::print_stdout, reason = "a test that did nothing has to say so")]
fn collection(name: &str) -> Option<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/puzzles");
    let text = std::fs::read_to_string(folder.join(name)).ok();
    if text.is_none() {
        println!("skipped: {name} is not in {}", folder.display());
    }
    text
}

/// Columns of a table without comments.
fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect())
}

fn puzzle(text: &str) -> Puzzle {
    Puzzle::parse(text).expect("a puzzle")
}

/// Solves every puzzle of a golden table, and the first few by the reference model with a budget.
#[expect(clippy::print_stdout, reason = "shows the progress of the reference model")]
fn golden(name: &str, model_puzzles: usize, budget_nodes: u64) {
    let Some(text) = collection(name) else { return };
    let mut finished = 0;
    for (number, row) in rows(&text).enumerate() {
        let (puzzle, expected) = (puzzle(row[0]), Grid::parse(row[2]).expect("a grid"));
        assert_eq!(solve(&puzzle, 2), Outcome::One(expected.clone()), "{name}: {}", row[0]);
        assert!(expected.solves(&puzzle));
        if number < model_puzzles {
            match models::run(&puzzle, budget_nodes, &mut |_| ()) {
                ModelOutcome::Solved(grid) => assert_eq!(grid, expected, "{name}: {}", row[0]),
                ModelOutcome::NoSolution => panic!("{name}: {} has a solution", row[0]),
                ModelOutcome::Stuck(_) | ModelOutcome::Budget => continue,
            }
            finished += 1;
        }
    }
    println!("{name}: the reference model finished {finished} of {model_puzzles}");
    assert!(finished * 10 >= model_puzzles * 9, "{name}: only {finished}");
}

#[test]
fn golden_4x4() {
    golden("golden_kr_4x4.tsv", 100, 1_000_000);
}

#[test]
fn golden_16x16() {
    golden("golden_gecode_16x16.tsv", 0, 0);
}

#[test]
fn golden_project_euler() {
    golden("golden_euler096.tsv", 50, 1_000_000);
}

#[test]
fn golden_17_clues() {
    // Sorted with empty cells first, they take the reference model hundreds of millions of nodes
    // each.
    golden("golden_17clue_1000.tsv", 0, 0);
}

#[test]
fn golden_top95() {
    golden("golden_top95.tsv", 20, 10_000_000);
}

#[test]
fn golden_top1465() {
    golden("golden_magictour_top1465.tsv", 20, 10_000_000);
}

#[test]
fn golden_hardest() {
    golden("golden_norvig_hardest.tsv", 10, 10_000_000);
    golden("golden_forum_hardest_1106.tsv", 50, 5_000_000);
}

#[test]
fn special_cases_have_their_count_of_solutions() {
    let Some(text) = collection("special_cases.tsv") else { return };
    const LIMIT: usize = 200;
    for row in rows(&text) {
        let puzzle = puzzle(row[0]);
        let expected: f64 = row[1].parse().unwrap();
        let found = solve(&puzzle, LIMIT);
        assert_eq!(found.grids().len() as f64, expected.min(LIMIT as f64), "{}", row[2]);
        assert!(found.grids().iter().all(|grid| grid.solves(&puzzle)), "{}", row[2]);
        assert_eq!(row[2].starts_with("duplicate given"), !puzzle.conflicts().is_empty());
    }
}

#[test]
fn puzzles_without_a_solution() {
    let Some(text) = collection("unsat_17clue_500.tsv") else { return };
    for (number, row) in rows(&text).enumerate() {
        let puzzle = puzzle(row[0]);
        assert_eq!(solve(&puzzle, 2), Outcome::None, "{}", row[0]);
        if number < 20 {
            let ended = models::run(&puzzle, 200_000, &mut |_| ());
            assert!(!matches!(ended, ModelOutcome::Solved(_)), "{}", row[0]);
        }
    }
}

#[test]
fn puzzles_with_many_solutions() {
    let Some(text) = collection("multi_16clue_300.tsv") else { return };
    for row in rows(&text).take(60) {
        let (puzzle, expected) = (puzzle(row[0]), row[1].parse().unwrap());
        let Outcome::Several(grids) = solve(&puzzle, 100_000) else { panic!("{}", row[0]) };
        assert_eq!(grids.len(), expected, "{}", row[0]);
        // The reference model finds the solutions in the order of their digits.
        if let ModelOutcome::Solved(first) = models::run(&puzzle, 100_000, &mut |_| ()) {
            assert_eq!(Some(&first), grids.iter().min(), "{}", row[0]);
        }
    }
}

#[test]
fn the_euler_file_as_it_was_published() {
    let (Some(raw), Some(lines)) =
        (collection("format_euler096_raw.txt"), collection("euler096.txt"))
    else {
        return;
    };
    let read = |text: &str| puzzles(text).map(|found| found.unwrap().1).collect::<Vec<_>>();
    assert_eq!(read(&raw).len(), 50);
    assert_eq!(read(&raw), read(&lines));
}

#[test]
fn published_node_counts() {
    let Some(text) = collection("rated_anchors.tsv") else { return };
    let mut compared = 0;
    for row in rows(&text) {
        let expected: u64 = row[10].parse().unwrap();
        if expected <= 300_000 {
            let (outcome, digest) = models::digest(&puzzle(row[0]), expected);
            assert_eq!(digest.nodes, expected, "{}", row[0]);
            assert_eq!(outcome, ModelOutcome::Solved(Grid::parse(row[1]).unwrap()));
            compared += 1;
        }
    }
    println!("{compared} published counts of nodes match the reference model");
    assert!(compared > 50);
}

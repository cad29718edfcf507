//! The exhaustive reference model: published counts, and every solution in order.

use std::path::Path;

use reference::models::{self, Digest, Event, Exhausted};
use reference::{Grid, Puzzle, solve};

/// The puzzle of the esProc page.
const SEED: &str =
    "007000008840000600000895300010400003000000070900500024204006000080730010130904700";
/// Arto Inkala's puzzle of 2012.
const INKALA: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

fn puzzle(text: &str) -> Puzzle {
    text.parse().expect("a puzzle")
}

/// Solutions seen in events: a node in a grid whose cells are all filled.
fn solutions(puzzle: &Puzzle, budget_nodes: u64) -> (Exhausted, Vec<Grid>) {
    let mut grid = puzzle.givens().clone();
    let mut empty = grid.cells().iter().filter(|&&digit| digit == 0).count();
    let mut found = Vec::new();
    let ended = models::run_all(puzzle, budget_nodes, &mut |event| match event {
        Event::Node if empty == 0 => found.push(grid.clone()),
        Event::Node => {}
        Event::Place { cell, digit } => {
            grid.set(cell.into(), digit);
            empty -= 1;
        }
        Event::Undo { cell } => {
            grid.set(cell.into(), 0);
            empty += 1;
        }
        Event::RuleOut { .. } => unreachable!("a search rules nothing out"),
    });
    assert_eq!(ended.solutions, found.len() as u64);
    assert_eq!(ended.first.as_ref(), found.first());
    (ended, found)
}

#[test]
fn published_counts_of_exhaustive_searches() {
    for (text, nodes) in [(SEED, 5_794), (INKALA, 2_068_781)] {
        let puzzle = puzzle(text);
        let (ended, digest) = models::digest_all(&puzzle, nodes);
        assert_eq!(digest.nodes, nodes);
        assert_eq!((digest.places, digest.undos), (nodes - 1, nodes - 1));
        assert_eq!((ended.solutions, ended.complete), (1, true));
        assert_eq!(ended.first.as_ref(), solve(&puzzle, 2).unique());
        let (ended, _) = models::digest_all(&puzzle, nodes - 1);
        assert!(!ended.complete, "one node less does not suffice");
    }
}

#[test]
fn it_begins_as_the_search_for_the_first_solution_does() {
    let (mut first, mut all) = (Vec::new(), Vec::new());
    models::run(&puzzle(SEED), u64::MAX, &mut |event| first.push(event));
    models::run_all(&puzzle(SEED), u64::MAX, &mut |event| all.push(event));
    assert_eq!(all[..first.len()], first);
    assert_eq!(all[first.len()], Event::Undo { cell: 80 }, "the last empty cell");
}

#[test]
fn a_search_with_nothing_to_find() {
    let (ended, digest) = models::digest_all(&puzzle("12.. ..3. ...4 ...."), 1_000);
    assert_eq!(ended, Exhausted { first: None, solutions: 0, complete: true });
    assert_eq!(digest.places, digest.undos);
    let full = puzzle("4123 2341 1432 3214");
    let (ended, digest) = models::digest_all(&full, 1);
    assert_eq!((ended.first.as_ref(), ended.complete), (Some(full.givens()), true));
    assert_eq!(digest.to_string(), "1 node, 0 places, 0 undos, hash 9e3779b97f4a7c15");
    let (ended, digest) = models::digest_all(&full, 0);
    assert_eq!((ended.complete, digest), (false, Digest::new()));
}

#[test]
fn the_288_grids_of_4x4_in_rising_order() {
    let (ended, found) = solutions(&puzzle("................"), 10_000);
    assert!(ended.complete);
    assert_eq!(found.len(), 288);
    assert!(found.is_sorted());
    let mut expected = solve(&puzzle("................"), 1_000).grids().to_vec();
    expected.sort();
    assert_eq!(found, expected);
}

/// A file of the folder of collections outside the repository, if there is one.
#[expect(clippy::print_stdout, reason = "a test that checks nothing says so")]
fn collection(name: &str) -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/puzzles").join(name);
    let text = std::fs::read_to_string(&path).ok();
    if text.is_none() {
        println!("{name} is not here, so nothing was checked");
    }
    text
}

#[test]
fn several_solutions_come_in_rising_order() {
    let Some(text) = collection("serg_benchmark_multi.txt") else { return };
    let (mut tried, mut finished) = (0, 0);
    for line in text.lines().filter(|line| !line.starts_with('#')).take(PUZZLES) {
        let puzzle = puzzle(line);
        let (ended, found) = solutions(&puzzle, 100_000);
        assert!(found.is_sorted(), "{line}");
        tried += 1;
        if ended.complete {
            let mut expected = solve(&puzzle, 100_000).grids().to_vec();
            expected.sort();
            assert_eq!(found, expected, "{line}");
            finished += 1;
        }
    }
    println!("{finished} of {tried} searches came to their end");
    assert!(finished * 4 > tried);
}

#[test]
fn published_counts_of_a_collection() {
    let Some(text) = collection("rated_anchors.tsv") else { return };
    let mut compared = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let row: Vec<&str> = line.split('\t').collect();
        let Some(expected) = row[11].parse().ok().filter(|&nodes| nodes <= BUDGET_NODES) else {
            continue;
        };
        let (ended, digest) = models::digest_all(&puzzle(row[0]), expected);
        assert_eq!((digest.nodes, ended.complete), (expected, true), "{line}");
        assert_eq!(ended.first.map(|grid| grid.to_string()).as_deref(), Some(row[1]));
        compared += 1;
    }
    println!("{compared} published counts of nodes match the reference model");
    assert!(compared > 50);
}

/// Nodes for each search: few in a debug build.
const BUDGET_NODES: u64 = if cfg!(debug_assertions) { 100_000 } else { 20_000_000 };

/// Puzzles with several solutions that are searched.
const PUZZLES: usize = if cfg!(debug_assertions) { 200 } else { 10_000 };

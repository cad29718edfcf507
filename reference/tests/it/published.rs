//! Published facts: puzzles, their solutions, and the nodes of naive backtracking.

use reference::models::{self, Digest, Event, ModelOutcome};
use reference::{Outcome, Puzzle, Size, solve, solve_within};

/// The puzzle of the esProc page.
const SEED: &str =
    "007000008840000600000895300010400003000000070900500024204006000080730010130904700";
const SEED_SOLUTION: &str =
    "397641258845273691621895347718429563452368179963517824274186935589732416136954782";
/// Arto Inkala's puzzle of 2012.
const INKALA: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
/// The first of Peter Norvig's hard puzzles.
const NORVIG: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
/// The puzzle of the PDP-10 solver's founding document.
const FOUNDING: &str =
    "..29.38.....468...4.......156.....49.2..5..7.78.....132.......7...384.....62.13..";

fn puzzle(text: &str) -> Puzzle {
    text.parse().expect("a puzzle")
}

fn digest(text: &str) -> Digest {
    let (outcome, digest) = models::digest(&puzzle(text), u64::MAX);
    let ModelOutcome::Solved(grid) = outcome else { panic!("{text} has a solution") };
    assert_eq!(solve(&puzzle(text), 2), Outcome::One(grid));
    assert_eq!(digest.nodes, digest.places + 1);
    let empty = puzzle(text).cells().iter().filter(|&&digit| digit == 0).count();
    assert_eq!(digest.places - digest.undos, empty as u64);
    digest
}

/// Checks nodes and the whole digest; the hashes were computed by a separate program from the
/// pseudocode and the definition of the hash only.
fn check(text: &str, nodes: u64, expected: &str) {
    let digest = digest(text);
    assert_eq!(digest.nodes, nodes);
    assert_eq!(digest.to_string(), expected);
}

#[test]
fn the_seed_puzzle() {
    let Outcome::One(grid) = solve(&puzzle(SEED), 2) else { panic!("one solution") };
    assert_eq!(grid.to_string(), SEED_SOLUTION);
    check(SEED, 2_991, "2991 nodes, 2990 places, 2938 undos, hash 4af331d4af2ecacc");
}

#[test]
fn the_founding_puzzle() {
    check(FOUNDING, 722, "722 nodes, 721 places, 669 undos, hash f13f482726904bb0");
}

#[test]
fn inkala_2012() {
    check(INKALA, 49_559, "49559 nodes, 49558 places, 49498 undos, hash aafe419083f11084");
}

#[test]
fn norvig_hard_1() {
    assert_eq!(digest(NORVIG).nodes, 9_727_397);
}

#[test]
fn a_budget_is_kept_exactly() {
    let (outcome, exact) = models::digest(&puzzle(SEED), 2_991);
    assert!(matches!(outcome, ModelOutcome::Solved(_)));
    let (outcome, short) = models::digest(&puzzle(SEED), 2_990);
    assert_eq!(outcome, ModelOutcome::Budget);
    assert_eq!((short.nodes, short.places), (2_990, exact.places));
    assert_eq!(models::digest(&puzzle(SEED), 0), (ModelOutcome::Budget, Digest::new()));
}

#[test]
fn the_events_of_a_small_puzzle() {
    let mut events = Vec::new();
    let outcome = models::run(&puzzle("12.4 3412 .143 4321"), 100, &mut |event| events.push(event));
    assert!(matches!(outcome, ModelOutcome::Solved(_)));
    let place = |cell, digit| Event::Place { cell, digit };
    assert_eq!(events, [Event::Node, place(2, 3), Event::Node, place(8, 2), Event::Node]);
}

#[test]
fn no_solution_undoes_everything() {
    let (outcome, digest) = models::digest(&puzzle("123. .... ...4 ...."), 1_000);
    assert_eq!((outcome, digest.nodes, digest.places), (ModelOutcome::NoSolution, 1, 0));
    let (outcome, digest) = models::digest(&puzzle("12.. ..3. ...4 ...."), 1_000);
    assert_eq!(outcome, ModelOutcome::NoSolution);
    assert_eq!(digest.places, digest.undos);
}

#[test]
fn the_model_does_not_check_givens() {
    let conflicting = puzzle("1143 3412 2134 432.");
    let (outcome, _) = models::digest(&conflicting, 10);
    let ModelOutcome::Solved(grid) = outcome else { panic!("one cell is empty") };
    assert!(!grid.solves(&conflicting));
    assert_eq!(solve(&conflicting, 2), Outcome::None);
}

#[test]
fn empty_puzzles_have_several_solutions() {
    for size in Size::ALL {
        let empty = Puzzle::from(reference::Grid::empty(size));
        let found = solve(&empty, 3);
        let Outcome::Several(grids) = found else { panic!("{size}: {found:?}") };
        assert_eq!(grids.len(), 3);
        assert!(grids.iter().all(|grid| grid.solves(&empty)));
    }
}

#[test]
fn there_are_288_grids_of_4x4() {
    let found = solve(&puzzle("................"), 1_000);
    assert_eq!(found.grids().len(), 288);
    assert!(matches!(found, Outcome::Several(_)));
}

#[test]
fn a_solver_without_budget_gives_up() {
    let empty = Puzzle::from(reference::Grid::empty(Size::TwentyFive));
    assert_eq!(solve_within(&empty, 2, 50), Outcome::GaveUp(vec![]));
    assert_eq!(solve_within(&puzzle(SEED), 2, 0), Outcome::GaveUp(vec![]));
}

//! Reference models other than `backtrack`, compared with published numbers, with the solvers and
//! with each other.

use std::collections::BTreeSet;

use reference::models::{Digest, Event, ModelOutcome, candidates, constraint, links};
use reference::{Grid, Outcome, Puzzle, Size, generate, solve};

/// The puzzle of the first founding document.
const SEED: &str =
    "..7.....884....6.....8953...1.4....3.......7.9..5...242.4..6....8.73..1.13.9.47..";

/// A. Inkala's of 2012.
const INKALA: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

fn puzzle(text: &str) -> Puzzle {
    text.parse().expect("a puzzle")
}

fn constraint_of(puzzle: &Puzzle, budget: u64) -> (ModelOutcome, Digest) {
    let mut digest = Digest::new();
    (constraint::run(puzzle, budget, &mut |event| digest.push(event)), digest)
}

fn links_of(puzzle: &Puzzle, budget: u64) -> (ModelOutcome, Digest) {
    let mut digest = Digest::new();
    (links::run(puzzle, budget, &mut |event| digest.push(event)), digest)
}

fn candidates_of(puzzle: &Puzzle, budget: u64) -> (ModelOutcome, Digest) {
    let mut digest = Digest::new();
    (candidates::run(puzzle, budget, &mut |event| digest.push(event)), digest)
}

/// `constraint` implemented again from its description: its calls until the grid is full.
fn calls(grid: &mut Grid, so_far: &mut u64) -> bool {
    *so_far += 1;
    let empty = (0..81).filter(|&cell| grid.cells()[cell] == 0);
    let Some(cell) = empty.min_by_key(|&cell| digits(grid, cell).len()) else { return true };
    digits(grid, cell).into_iter().any(|digit| {
        grid.set(cell, digit);
        let solved = calls(grid, so_far);
        grid.set(cell, 0);
        solved
    })
}

/// Digits that no other cell of the cell's row, column and box has.
fn digits(grid: &Grid, cell: usize) -> BTreeSet<u8> {
    let size = grid.size();
    let near = |&other: &usize| {
        size.row(other) == size.row(cell)
            || size.column(other) == size.column(cell)
            || size.box_of(other) == size.box_of(cell)
    };
    let held: BTreeSet<u8> = (0..81).filter(near).map(|other| grid.cells()[other]).collect();
    (1..=9).filter(|digit| !held.contains(digit)).collect()
}

#[test]
fn constraint_makes_the_calls_that_its_words_make() {
    for (text, nodes) in [(SEED, 53), (INKALA, 10_102)] {
        let (mut grid, mut counted) = (puzzle(text).givens().clone(), 0);
        assert!(calls(&mut grid, &mut counted));
        let (outcome, digest) = constraint_of(&puzzle(text), u64::MAX);
        assert!(matches!(outcome, ModelOutcome::Solved(_)), "{outcome:?}");
        assert_eq!((digest.nodes, counted), (nodes, nodes));
    }
}

#[test]
fn models_of_a_search_find_the_solutions_of_the_solvers() {
    let mut puzzles: Vec<Puzzle> = [SEED, INKALA].map(puzzle).into();
    for seed in 0..40 {
        puzzles.push(generate(Size::Nine, seed).puzzle);
    }
    for puzzle in puzzles {
        let Outcome::One(solution) = solve(&puzzle, 2) else { panic!("one solution") };
        let empty = puzzle.cells().iter().filter(|&&digit| digit == 0).count() as u64;
        for (outcome, digest) in [constraint_of(&puzzle, u64::MAX), links_of(&puzzle, u64::MAX)] {
            assert_eq!(outcome, ModelOutcome::Solved(solution.clone()));
            assert_eq!(digest.places - digest.undos, empty);
            assert_eq!((digest.nodes, digest.ruled_out), (digest.places + 1, 0));
        }
        let exact = links_of(&puzzle, u64::MAX).1.nodes;
        assert!(matches!(links_of(&puzzle, exact).0, ModelOutcome::Solved(_)));
        assert_eq!(links_of(&puzzle, exact - 1).0, ModelOutcome::Budget);
        assert_eq!(constraint_of(&puzzle, 3).0, ModelOutcome::Budget);
    }
}

#[test]
fn a_search_without_a_solution_restores_the_grid() {
    for text in ["123. .... ...4 ....", "12.. ..3. ...4 ...."] {
        for (outcome, digest) in
            [constraint_of(&puzzle(text), 1_000), links_of(&puzzle(text), 1_000)]
        {
            assert_eq!(outcome, ModelOutcome::NoSolution);
            assert_eq!(digest.places, digest.undos);
        }
    }
}

/// Every place event is a candidate in an empty cell with the fewest candidates: checked in the
/// grid at every event.
#[test]
fn constraint_takes_the_cell_with_the_fewest_candidates() {
    let puzzle = puzzle(SEED);
    let mut grid: Grid = puzzle.givens().clone();
    constraint::run(&puzzle, u64::MAX, &mut |event| match event {
        Event::Place { cell, digit } => {
            let cell = usize::from(cell);
            assert_eq!(grid.cells()[cell], 0);
            assert!(digits(&grid, cell).contains(&digit));
            let count = digits(&grid, cell).len();
            let empty = (0..81).filter(|&other| grid.cells()[other] == 0);
            for other in empty {
                let fewer = digits(&grid, other).len();
                assert!(
                    fewer > count || (fewer == count && other >= cell),
                    "{other} before {cell}"
                );
            }
            grid.set(cell, digit);
        }
        Event::Undo { cell } => grid.set(cell.into(), 0),
        _ => {}
    });
}

#[test]
fn the_single_tactic_solves_or_stops() {
    // The board in the homework's own test, which the tactic solves.
    let homework =
        puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79");
    let Outcome::One(solution) = solve(&homework, 2) else { panic!("one solution") };
    let (outcome, digest) = candidates_of(&homework, u64::MAX);
    assert_eq!(outcome, ModelOutcome::Solved(solution));
    assert_eq!(digest.ruled_out, 51 * 8, "eight digits of each empty cell");
    assert_eq!((digest.places, digest.undos), (0, 0));
    assert!(matches!(candidates_of(&homework, digest.nodes).0, ModelOutcome::Solved(_)));
    assert_eq!(candidates_of(&homework, digest.nodes - 1).0, ModelOutcome::Budget);

    let (outcome, digest) = candidates_of(&puzzle(INKALA), u64::MAX);
    let ModelOutcome::Stuck(grid) = outcome else { panic!("{outcome:?}") };
    assert_eq!(&grid, puzzle(INKALA).givens(), "not one cell is solved");
    assert_eq!(digest.nodes, 21, "each given once");

    let (outcome, _) = candidates_of(&puzzle("11.. .... .... ...."), 100);
    assert!(matches!(outcome, ModelOutcome::Stuck(_)));
}

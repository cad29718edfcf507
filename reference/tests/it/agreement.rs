//! Solver and reference model, written independently, must agree on any puzzle.

use proptest::prelude::*;

use reference::models::{self, ModelOutcome};
use reference::{Puzzle, Size, generate, solve};

/// Some cells with arbitrary digits.
fn any_4x4() -> impl Strategy<Value = Puzzle> {
    let cell = prop_oneof![3 => Just(0_u8), 1 => 1..=4_u8];
    prop::collection::vec(cell, 16)
        .prop_map(|cells| Puzzle::from_cells(cells).expect("cells of 4x4"))
}

/// A puzzle with one solution in which a cell is then changed.
fn altered_9x9() -> impl Strategy<Value = Puzzle> {
    (0..50_u64, 0..81_usize, 0..=9_u8).prop_map(|(seed, cell, digit)| {
        let mut givens = generate(Size::Nine, seed).puzzle.givens().clone();
        givens.set(cell, digit);
        givens.into()
    })
}

/// Compares the result of the reference model with all solutions: it must find the smallest.
fn agree(puzzle: &Puzzle, budget_nodes: u64) {
    let found = solve(puzzle, 100_000);
    assert!(found.grids().iter().all(|grid| grid.solves(puzzle)), "{puzzle}");
    if !puzzle.conflicts().is_empty() {
        assert!(found.grids().is_empty(), "{puzzle}");
        return;
    }
    match models::run(puzzle, budget_nodes, &mut |_| ()) {
        ModelOutcome::Solved(grid) => assert_eq!(Some(&grid), found.grids().iter().min()),
        ModelOutcome::NoSolution => assert!(found.grids().is_empty(), "{puzzle}"),
        ModelOutcome::Stuck(_) | ModelOutcome::Budget => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn on_any_4x4(puzzle in any_4x4()) {
        agree(&puzzle, u64::MAX);
    }

    #[test]
    fn on_altered_9x9(puzzle in altered_9x9()) {
        agree(&puzzle, 100_000);
    }
}

//! Generated puzzles: minimal, with one solution, and the same for ever.

use reference::twin::{self, TwinOutcome};
use reference::{Generated, Outcome, Size, generate, generate_with_givens, solve};

/// What a size and a seed have always given; these lines must never change.
#[rustfmt::skip]
const FOR_EVER: &[(Size, u64, &str)] = &[
    (Size::Four, 0, ".2.....3....43.."),
    (Size::Four, 1, ".32...1......4.."),
    (Size::Four, 2, "..43....24......"),
    (Size::Four, u64::MAX, "..3.....3..21..."),
    (Size::Nine, 0, ".....2.95.47.........34......38..9.24..2...3.7.15...6....7.6....7..9....5.4......"),
    (Size::Nine, 1, ".6.9.5.....76.4...........74.8.9..2....3......91...6...2......5...843.......1..7."),
    (Size::Nine, 2, "..58..39......1...23....6..9..5...6...713..2.6..7............5.4.2...7........239"),
    (Size::Nine, u64::MAX, "73...4...1.6.9...4......2.9....5.14.6.2.1...3.8.3..5...65.........16....3......8."),
];

fn check(made: &Generated) {
    assert!(made.solution.solves(&made.puzzle));
    assert_eq!(solve(&made.puzzle, 2).unique(), Some(&made.solution));
}

#[test]
fn seeds_give_what_they_always_gave() {
    for &(size, seed, expected) in FOR_EVER {
        assert_eq!(generate(size, seed).puzzle.to_string(), expected, "{size} of seed {seed}");
    }
}

#[test]
fn puzzles_are_minimal() {
    for (size, seeds) in [(Size::Four, 50), (Size::Nine, 10)] {
        for seed in 0..seeds {
            let made = generate(size, seed);
            check(&made);
            for (cell, _) in
                made.puzzle.cells().iter().enumerate().filter(|(_, given)| **given != 0)
            {
                let mut fewer = made.puzzle.givens().clone();
                fewer.set(cell, 0);
                let found = solve(&fewer.into(), 2);
                assert!(matches!(found, Outcome::Several(_)), "{size} of seed {seed}, cell {cell}");
            }
        }
    }
}

#[test]
fn solver_and_twin_agree() {
    for seed in 0..40 {
        let made = generate_with_givens(Size::Nine, seed, 30);
        check(&made);
        let ended = twin::run(&made.puzzle, u64::MAX, &mut |_| ());
        assert_eq!(ended, TwinOutcome::Solved(made.solution));
    }
}

#[test]
fn givens_are_as_many_as_were_asked_for() {
    for givens in [81, 60, 40, 32] {
        assert_eq!(generate_with_givens(Size::Nine, 5, givens).puzzle.givens().filled(), givens);
    }
    let minimal = generate(Size::Nine, 5);
    assert_eq!(generate_with_givens(Size::Nine, 5, 17), minimal);
}

#[test]
fn larger_puzzles_have_one_solution() {
    for (size, givens) in [(Size::Sixteen, 120), (Size::TwentyFive, 400)] {
        check(&generate_with_givens(size, 1, givens));
    }
}

#[test]
fn the_twin_solves_larger_puzzles() {
    for (size, givens) in [(Size::Sixteen, 190), (Size::TwentyFive, 500)] {
        let made = generate_with_givens(size, 1, givens);
        let ended = twin::run(&made.puzzle, 1_000_000, &mut |_| ());
        assert_eq!(ended, TwinOutcome::Solved(made.solution), "{size}");
    }
}

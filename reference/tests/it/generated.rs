//! Generated puzzles: minimal, with one solution, and the same in every version.

use proptest::prelude::*;
use reference::dupree::{self, Band};
use reference::models::{self, ModelOutcome};
use reference::symmetry::Symmetry;
use reference::{
    Answers, GenerateError, Generated, GeneratedPuzzle, ImpossibleRequest, Outcome, Puzzle,
    PuzzleRequest, Size, count_within, generate, generate_requested, generate_with_givens, rating,
    solve,
};

/// Puzzles by size and seed; these lines must never change.
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
fn results_of_seeds_do_not_change() {
    for &(size, seed, expected) in FOR_EVER {
        assert_eq!(generate(size, seed).puzzle.to_string(), expected, "{size} of seed {seed}");
    }
}

#[test]
fn puzzles_are_minimal() {
    for (size, seeds) in [(Size::Four, 50), (Size::Nine, 10), (Size::Sixteen, 3)] {
        for seed in 0..seeds {
            let made = generate(size, seed);
            check(&made);
            assert!(is_minimal(&made.puzzle), "{size} of seed {seed}");
        }
    }
}

/// Whether a puzzle has several solutions if any one of its givens is removed.
fn is_minimal(puzzle: &Puzzle) -> bool {
    (0..puzzle.size().cells()).filter(|&cell| puzzle.cells()[cell] != 0).all(|cell| {
        let mut fewer = puzzle.givens().clone();
        fewer.set(cell, 0);
        matches!(solve(&fewer.into(), 2), Outcome::Several(_))
    })
}

#[test]
fn solver_and_model_agree() {
    for seed in 0..40 {
        let made = generate_with_givens(Size::Nine, seed, 30);
        check(&made);
        let ended = models::run(&made.puzzle, u64::MAX, &mut |_| ());
        assert_eq!(ended, ModelOutcome::Solved(made.solution));
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
fn the_model_solves_larger_puzzles() {
    for (size, givens) in [(Size::Sixteen, 190), (Size::TwentyFive, 500)] {
        let made = generate_with_givens(size, 1, givens);
        let ended = models::run(&made.puzzle, 1_000_000, &mut |_| ());
        assert_eq!(ended, ModelOutcome::Solved(made.solution), "{size}");
    }
}

fn nine() -> PuzzleRequest {
    PuzzleRequest::new(Size::Nine)
}

/// Checks a puzzle against the whole request, independently of the generator.
fn fits(wanted: &PuzzleRequest, made: &GeneratedPuzzle) -> Result<(), TestCaseError> {
    let puzzle = &made.puzzle;
    let givens = puzzle.givens();
    prop_assert!(wanted.givens.as_ref().is_none_or(|range| range.contains(&givens.filled())));
    prop_assert!(wanted.symmetry.is_kept_by(givens));
    prop_assert_eq!(count_within(puzzle, Answers::MOST + 1, u64::MAX).found, made.solutions);
    let clashes = !puzzle.conflicts().is_empty();
    let answers = match &wanted.answers {
        Answers::One => made.solutions == 1,
        Answers::Several(range) => range.contains(&made.solutions),
        Answers::None => made.solutions == 0 && !clashes,
        Answers::Conflict => made.solutions == 0 && clashes,
    };
    prop_assert!(answers, "{} solutions", made.solutions);
    prop_assert_eq!(made.grid.solves(puzzle), made.solutions > 0);
    prop_assert!(wanted.minimal.is_none_or(|minimal| is_minimal(puzzle) == minimal));
    if let Some(band) = wanted.band {
        let cells = puzzle.cells().try_into().expect("9x9");
        let score = dupree::solve(cells, &dupree::Options::default(), &mut ()).score;
        prop_assert_eq!((Band::of(score), made.score()), (band, Some(score)));
    }
    if let Some(range) = &wanted.rating {
        let rating = rating::rate(puzzle).expect("one solution");
        prop_assert!(range.contains(&rating.on_scale()));
    }
    Ok(())
}

fn symmetries() -> impl Strategy<Value = Symmetry> {
    prop::sample::select(Symmetry::ALL.to_vec())
}

fn answers() -> impl Strategy<Value = Answers> {
    prop_oneof![
        Just(Answers::One),
        Just(Answers::None),
        Just(Answers::Conflict),
        (2..6_u64, 0..100_u64).prop_map(|(least, more)| Answers::Several(least..=least + more)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Easy requests succeed: any pattern with enough givens, any number of solutions.
    #[test]
    fn puzzles_are_as_wanted(
        seed: u64, symmetry in symmetries(), answers in answers(),
        givens in prop::option::of(36..60_usize),
    ) {
        let givens = givens.map(|least| least..=least + 4);
        let wanted = PuzzleRequest { symmetry, answers, givens, ..nine() };
        match generate_requested(&wanted, seed) {
            Ok(made) => fits(&wanted, &made)?,
            Err(why) => prop_assert!(symmetry == Symmetry::Full, "{wanted:?}: {why}"),
        }
    }

    #[test]
    fn puzzles_of_4x4_are_as_wanted(
        seed: u64, symmetry in symmetries(), answers in answers(), least in 0..12_usize,
        minimal: Option<bool>,
    ) {
        let givens = Some(least..=least + 4);
        let wanted = PuzzleRequest { symmetry, answers, givens, minimal, effort: 1, ..PuzzleRequest::new(Size::Four) };
        match generate_requested(&wanted, seed) {
            Ok(made) => fits(&wanted, &made)?,
            Err(GenerateError::Impossible(why)) => prop_assert_eq!(Err(why), wanted.check()),
            Err(GenerateError::GaveUp { nearest, .. }) => {
                prop_assert!(nearest.puzzle.conflicts().is_empty() || wanted.answers == Answers::Conflict);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    #[test]
    fn minimal_puzzles_are_minimal(seed: u64, minimal: bool, givens in 23..27_usize) {
        let wanted = PuzzleRequest { minimal: Some(minimal), givens: Some(givens..=givens + 1), ..nine() };
        fits(&wanted, &generate_requested(&wanted, seed).expect("there are many"))?;
    }

    #[test]
    fn bands_and_ratings_are_as_wanted(seed: u64, band in prop::sample::select(Band::ALL.to_vec())) {
        let wanted = PuzzleRequest { band: Some(band), givens: Some(24..=32), ..nine() };
        fits(&wanted, &generate_requested(&wanted, seed).expect("there are many"))?;
        let wanted = PuzzleRequest { rating: Some(20..=30), ..nine() };
        fits(&wanted, &generate_requested(&wanted, seed).expect("there are many"))?;
    }
}

#[test]
fn with_nothing_wanted_it_is_the_puzzle_of_the_seed() {
    for (size, seeds) in [(Size::Four, 50), (Size::Nine, 50), (Size::Sixteen, 1)] {
        for seed in 0..seeds {
            let made =
                generate_requested(&PuzzleRequest::new(size), seed).expect("nothing is wanted");
            let Generated { puzzle, solution } = generate(size, seed);
            assert_eq!((made.puzzle, made.grid, made.solutions), (puzzle, solution, 1));
        }
    }
}

/// Puzzles by request and seed; these lines must never change.
#[test]
fn results_of_requests_do_not_change() {
    #[rustfmt::skip]
    let for_ever = [
        (PuzzleRequest { symmetry: Symmetry::Rotate180, ..nine() },
            "1.3..5...2.76.4..9......3..4..1.6723.........3914.7..8..4......7..8.32.6...5..8.4"),
        (PuzzleRequest { givens: Some(30..=30), ..nine() },
            "16.9.5.....7634........1..74.8.9.72....3..9...91...6...2..6...5..5843.......12.7."),
        (PuzzleRequest { givens: Some(21..=21), minimal: Some(true), ..nine() },
            ".6...5..2..7.......49....6...8.9.7.....3...41.91.......2......5...8.3.96........."),
        (PuzzleRequest { minimal: Some(false), ..nine() },
            "16.9.5....87634........1.674.8.9.72....3..9..391...6...2.76...5.15843.......12.7."),
        (PuzzleRequest { band: Some(Band::Hard), ..nine() },
            ".6.9.5.....76......4......74.8.9...3...3....1.91...6...2......5...843..........7."),
        (PuzzleRequest { answers: Answers::Several(7..=7), ..nine() },
            "16.9.5.....76.4...........74.8.9.72....3..9...91...6...2......5...84........12.7."),
        (PuzzleRequest { answers: Answers::None, ..nine() },
            ".6.9.5.....76.4...........74.8.9..2....3......91...6...7......5...843.......1..7."),
        (PuzzleRequest { answers: Answers::Conflict, ..nine() },
            "16.9.5....87634........1.674.8.9.72....3..9..395...6...2.76...5.1584........12.74"),
        (PuzzleRequest { answers: Answers::Several(2..=3), ..PuzzleRequest::new(Size::Four) },
            ".32.42.......4.."),
    ];
    for (wanted, expected) in for_ever {
        let made = generate_requested(&wanted, 1).expect("it was always found");
        assert_eq!(made.puzzle.to_string(), expected, "{wanted:?}");
    }
}

#[test]
fn a_failed_search_reports_the_closest_puzzle() {
    let rare =
        PuzzleRequest { answers: Answers::Several(13..=13), ..PuzzleRequest::new(Size::Four) };
    let Err(GenerateError::GaveUp { tries, nearest }) = generate_requested(&rare, 1) else {
        panic!("no 4x4 puzzle has 13 solutions")
    };
    assert!(tries > 1000 && (12..=14).contains(&nearest.solutions), "{tries} {nearest}");
    let none = PuzzleRequest { givens: Some(10..=12), ..nine() };
    let few = ImpossibleRequest::TooFew { size: Size::Nine, least: 17, solutions: 1 };
    assert_eq!(generate_requested(&none, 1), Err(GenerateError::Impossible(few)));
}

#[test]
fn larger_puzzles_are_as_wanted() {
    let sixteen =
        PuzzleRequest { symmetry: Symmetry::Rotate180, ..PuzzleRequest::new(Size::Sixteen) };
    for wanted in [
        PuzzleRequest { givens: Some(120..=140), ..sixteen.clone() },
        PuzzleRequest { answers: Answers::Several(2..=10), ..sixteen.clone() },
        PuzzleRequest { answers: Answers::None, ..sixteen.clone() },
        PuzzleRequest { answers: Answers::Conflict, ..sixteen },
    ] {
        let made = generate_requested(&wanted, 1).expect("there are many");
        fits(&wanted, &made).expect("it is as wanted");
    }
}

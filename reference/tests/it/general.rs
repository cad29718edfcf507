//! The engine for every size: its solutions, compared with other engines, and its cost.

use reference::general::GeneralSearch;
use reference::{
    Candidates, Count, Grid, Outcome, Puzzle, Random, Size, count_within, generate,
    generate_with_givens, models, solutions, solve, solve_within,
};

/// A percentage of the cells of a complete grid, selected by a seed.
fn cut(grid: &Grid, seed: u64, percent: usize) -> Grid {
    let cells = grid.size().cells();
    let mut order: Vec<usize> = (0..cells).collect();
    Random::new(seed).shuffle(&mut order);
    let mut left = grid.clone();
    order[cells * percent / 100..].iter().for_each(|&cell| left.set(cell, 0));
    left
}

fn complete(size: Size, seed: u64) -> Grid {
    generate_with_givens(size, seed, size.cells()).solution
}

/// A wrong digit in an empty cell without a conflict, if there is such a digit.
fn with_a_wrong_given(givens: &Grid, grid: &Grid, seed: u64) -> Option<Puzzle> {
    let size = givens.size();
    let mut random = Random::new(seed);
    (0..1_000).find_map(|_| {
        let (cell, digit) = (random.below(size.cells()), random.below(size.side()) as u8 + 1);
        let mut wrong = givens.clone();
        wrong.set(cell, digit);
        let puzzle = Puzzle::from(wrong);
        let is_wrong = givens.cells()[cell] == 0 && grid.cells()[cell] != digit;
        (is_wrong && puzzle.conflicts().is_empty()).then_some(puzzle)
    })
}

fn search(puzzle: &Puzzle) -> GeneralSearch {
    GeneralSearch::new(&Candidates::of(puzzle), u64::MAX)
}

/// All solutions in ascending order.
fn all(puzzle: &Puzzle) -> Vec<Grid> {
    let mut search = search(puzzle);
    let mut found: Vec<Grid> = std::iter::from_fn(|| search.next_solution()).collect();
    found.sort_unstable();
    assert!(found.windows(2).all(|pair| pair[0] < pair[1]), "{puzzle}: one is met twice");
    assert!(found.iter().all(|grid| grid.solves(puzzle)), "{puzzle}");
    found
}

#[test]
fn it_finds_the_solutions_of_the_engine_for_9x9() {
    let mut several = 0;
    for seed in 0..150 {
        let made = generate(Size::Nine, seed % 30);
        let percent = 27 + seed as usize % 10;
        let left = cut(&made.solution, seed, percent);
        let wrong = with_a_wrong_given(&left, &made.solution, seed);
        let puzzles = [made.puzzle, left.into()].into_iter().chain(wrong);
        for puzzle in puzzles.filter(|puzzle| count_within(puzzle, 5_000, u64::MAX).found < 5_000) {
            let mut expected: Vec<Grid> = solutions(&puzzle).collect();
            expected.sort_unstable();
            assert_eq!(all(&puzzle), expected, "{puzzle}");
            several += usize::from(expected.len() > 1);
        }
    }
    assert!(several > 50, "only {several} had several solutions");
}

#[test]
fn every_4x4_puzzle_of_some_givens_has_its_share_of_the_288_grids() {
    let grids = all(&Puzzle::from(Grid::empty(Size::Four)));
    assert_eq!(grids.len(), 288);
    for seed in 0..200 {
        let left = cut(&grids[seed as usize], seed, seed as usize % 50);
        let puzzle = Puzzle::from(left);
        let share: Vec<Grid> = grids.iter().filter(|grid| grid.solves(&puzzle)).cloned().collect();
        assert_eq!(all(&puzzle), share, "{puzzle}");
    }
}

/// The reference model tries cell after cell, digit after digit, without deduction.
#[test]
fn it_counts_like_the_model_if_that_ends() {
    let (mut none, mut several) = (0, 0);
    for (size, percent) in [(Size::Sixteen, 54), (Size::TwentyFive, 66)] {
        let grid = complete(size, 1);
        for seed in 0..20 {
            let left = cut(&grid, seed, percent);
            let wrong = with_a_wrong_given(&left, &grid, seed);
            for puzzle in [Some(Puzzle::from(left)), wrong].into_iter().flatten() {
                let (ended, _) = models::digest_all(&puzzle, 20_000);
                if ended.complete {
                    assert_eq!(all(&puzzle).len() as u64, ended.solutions, "{puzzle}");
                    none += u64::from(ended.solutions == 0);
                    several += u64::from(ended.solutions > 1);
                }
            }
        }
    }
    assert!(none > 5 && several > 5, "{none} had none, {several} had several");
}

/// With four to five cells of ten given 25x25 is hardest; seldom more than ten thousand trials are
/// needed.
#[test]
fn hard_25x25_puzzles_are_solved() {
    for (seed, percent) in [(1, 40), (2, 44), (3, 48)] {
        let grid = complete(Size::TwentyFive, seed);
        let puzzle = Puzzle::from(cut(&grid, seed, percent));
        let outcome = solve_within(&puzzle, 2, 20_000);
        assert!(!matches!(outcome, Outcome::GaveUp(_)), "{puzzle}");
        assert!(outcome.grids().iter().all(|grid| grid.solves(&puzzle)), "{puzzle}");
    }
}

#[test]
fn a_wrong_given_is_found_out() {
    let grid = complete(Size::TwentyFive, 4);
    let left = cut(&grid, 4, 52);
    let puzzles = (0..8).filter_map(|seed| with_a_wrong_given(&left, &grid, seed));
    let none = puzzles.filter(|puzzle| solve_within(puzzle, 2, 20_000) == Outcome::None).count();
    assert!(none > 2, "only {none} were found out");
}

#[test]
fn nearly_empty_grids_are_filled() {
    for size in [Size::Sixteen, Size::TwentyFive] {
        let grid = complete(size, 5);
        for percent in [0, 5, 10, 20] {
            let puzzle = Puzzle::from(cut(&grid, 5, percent));
            let outcome = solve_within(&puzzle, 100, 5_000);
            assert_eq!(outcome.grids().len(), 100, "{puzzle}");
            assert!(outcome.grids().iter().all(|grid| grid.solves(&puzzle)), "{puzzle}");
        }
    }
}

/// These numbers are the same on every computer; they change when the engine does.
#[test]
fn the_same_puzzle_takes_the_same_trials() {
    let trials = |size, seed, percent| {
        let mut search = search(&cut(&complete(size, seed), seed, percent).into());
        let found = search.count(2).0;
        (found, search.trials())
    };
    let found = [(Size::Nine, 30), (Size::Sixteen, 40), (Size::TwentyFive, 46)];
    let found = found.map(|(size, percent)| trials(size, 1, percent));
    assert_eq!(found, [(2, 13), (2, 36), (2, 741)]);
}

#[test]
fn trials_are_bounded() {
    let puzzle = Puzzle::from(cut(&complete(Size::TwentyFive, 6), 6, 46));
    for most in [0, 1, 10, 100] {
        let mut search = GeneralSearch::new(&Candidates::of(&puzzle), most);
        assert!(!search.count(u64::MAX).1);
        assert_eq!(search.trials(), most);
        assert_eq!(search.next_solution(), None);
    }
    assert_eq!(count_within(&puzzle, 2, 0), Count { found: 0, complete: false });
    assert!(matches!(solve(&puzzle, 2), Outcome::Several(_)));
}

#[test]
fn candidates_that_contradict_each_other() {
    for size in Size::ALL {
        let mut masks = Candidates::of(&Grid::empty(size).into()).masks().to_vec();
        masks[size.cells() - 1] = 0;
        let none = Candidates::new(size, masks.clone()).expect("masks of the size");
        assert_eq!(GeneralSearch::new(&none, u64::MAX).count(2), (0, true));
        (masks[0], masks[1], masks[size.cells() - 1]) = (1, 1, 1);
        let twice = Candidates::new(size, masks).expect("masks of the size");
        assert_eq!(GeneralSearch::new(&twice, u64::MAX).count(2), (0, true));
    }
}

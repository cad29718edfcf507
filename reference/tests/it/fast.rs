//! The fast engine: every path that this processor supports against the portable path, and that one
//! against the engine for every size.

use std::collections::HashSet;
use std::path::Path as File;

use reference::fast::{Path, Search};
use reference::{
    Candidates, Count, Puzzle, Random, Size, count_within, general, generate, generate_with_givens,
    solutions, solutions_of, solve_within,
};

/// Limits of a comparison: solutions and trials.
const SOME: usize = 200;
const TRIALS: u64 = 20_000;

/// The vector paths of this processor.
fn paths() -> impl Iterator<Item = Path> {
    Path::ALL.into_iter().filter(|path| path.is_here() && *path != Path::Portable)
}

/// Result of a path: the solutions in order, the trials, and whether they sufficed.
fn found(path: Path, start: impl Fn(&mut Search)) -> (Vec<[u8; 81]>, u64, (u64, bool)) {
    let mut search = Search::new(path);
    start(&mut search);
    let grids = std::iter::from_fn(|| search.next_solution()).take(SOME).collect();
    let trials = search.trials();
    start(&mut search);
    (grids, trials, search.count(SOME as u64))
}

/// Every path must find the solutions of the portable one, in the same order with the same trials.
fn all_paths_agree(start: impl Fn(&mut Search)) -> Vec<[u8; 81]> {
    let expected = found(Path::Portable, &start);
    for path in paths() {
        assert_eq!(found(path, &start), expected, "{}", path.name());
    }
    expected.0
}

fn cells(puzzle: &Puzzle) -> &[u8; 81] {
    puzzle.cells().try_into().expect("a puzzle of 9x9")
}

/// Solutions of a puzzle on all paths, which must agree; each solution must solve it.
fn solutions_on_all_paths(puzzle: &Puzzle) -> Vec<[u8; 81]> {
    let grids = all_paths_agree(|search| search.start(cells(puzzle), TRIALS));
    for grid in &grids {
        let grid =
            reference::Grid::from_cells(grid.to_vec()).expect("cells of a solver make a grid");
        assert!(grid.solves(puzzle), "{puzzle}");
    }
    grids
}

/// A puzzle with some givens removed or one changed.
fn altered(seed: u64) -> Puzzle {
    let mut random = Random::new(seed);
    let mut givens = generate(Size::Nine, seed % 20).puzzle.givens().clone();
    match seed % 3 {
        0 => givens.set(random.below(81), random.below(10) as u8),
        _ => (0..random.below(30)).for_each(|_| givens.set(random.below(81), 0)),
    }
    givens.into()
}

/// Candidates that contain a solution or none.
fn some_candidates(seed: u64) -> Candidates {
    let mut random = Random::new(seed);
    let solution = generate(Size::Nine, seed % 20).solution;
    let extra = 1 + random.below(5);
    let mask = |&digit: &u8| {
        let mut mask = u32::from(random.below(200) != 0) << (digit - 1);
        (0..extra).for_each(|_| mask |= 1 << random.below(9));
        mask
    };
    Candidates::new(Size::Nine, solution.cells().iter().map(mask).collect())
        .expect("masks of nine digits")
}

/// Small enough for Miri, which checks the portable path for undefined behaviour.
#[test]
fn portable_path_solves_cells_and_candidates() {
    let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let puzzle: Puzzle = text.parse().unwrap();
    let masks: [u32; 81] = Candidates::of(&puzzle).masks().try_into().unwrap();
    let of_cells = found(Path::Portable, |search| search.start(cells(&puzzle), TRIALS));
    let of_candidates = found(Path::Portable, |search| search.start_with(&masks, TRIALS));
    assert_eq!(of_cells.0, of_candidates.0);
    assert_eq!((of_cells.0.len(), of_cells.2), (1, (1, true)));
    let grid = reference::Grid::from_cells(of_cells.0[0].to_vec()).unwrap();
    assert!(grid.solves(&puzzle));
}

#[test]
fn every_path_finds_the_same_in_the_same_order() {
    for seed in 0..300 {
        solutions_on_all_paths(&altered(seed));
    }
    solutions_on_all_paths(&Puzzle::from_cells(vec![0; 81]).unwrap());
}

#[test]
fn every_path_finds_the_same_from_candidates() {
    for seed in 0..300 {
        let candidates = some_candidates(seed);
        let masks: &[u32; 81] = candidates.masks().try_into().unwrap();
        let grids = all_paths_agree(|search| search.start_with(masks, TRIALS));
        for grid in grids {
            assert!(grid.iter().zip(masks).all(|(digit, mask)| mask & (1 << (digit - 1)) != 0));
            assert_eq!(reference::Grid::from_cells(grid.to_vec()).unwrap().violations(), []);
        }
    }
}

/// Two engines, written independently, find the same solutions.
#[test]
fn the_engine_for_every_size_finds_the_same_from_candidates() {
    let mut several = 0;
    for seed in 0..300 {
        let candidates = some_candidates(seed);
        let mut search = general::GeneralSearch::new(&candidates, u64::MAX);
        let of_general = std::iter::from_fn(|| search.next_solution()).take(1_000);
        let mut expected: Vec<_> = of_general.collect();
        let mut found: Vec<_> = solutions_of(&candidates).take(1_000).collect();
        assert_eq!(found.len(), expected.len(), "seed {seed}");
        if found.len() < 1_000 {
            expected.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, expected, "seed {seed}");
            several += usize::from(found.len() > 1);
        }
    }
    assert!(several > 20, "only {several} had several solutions");
}

#[test]
fn the_trials_bound_the_work_on_every_path() {
    let empty = [0; 81];
    for path in Path::ALL.into_iter().filter(|path| path.is_here()) {
        let mut search = Search::new(path);
        search.start(&empty, 10);
        assert_eq!(search.next_solution(), None, "{}", path.name());
        assert_eq!(search.trials(), 10);
        assert_eq!(search.count(5), (0, false));
        // The same search is used for another puzzle.
        search.start(&empty, 1_000);
        assert_eq!(search.count(3), (3, true));
    }
}

#[test]
fn candidates_without_a_digit_have_no_solution() {
    for size in Size::ALL {
        let mut masks =
            Candidates::of(&Puzzle::from(reference::Grid::empty(size))).masks().to_vec();
        masks[size.cells() - 1] = 0;
        let none = Candidates::new(size, masks).unwrap();
        assert_eq!(
            solutions_of(&none).with_budget(100).count_up_to(2),
            Count { found: 0, complete: true },
            "{size}"
        );
    }
}

#[test]
fn the_solutions_are_those_of_the_candidates() {
    for seed in 0..40 {
        let puzzle = altered(seed);
        let of_puzzle: HashSet<_> = solutions(&puzzle).take(5_000).collect();
        let of_candidates: HashSet<_> =
            solutions_of(&Candidates::of(&puzzle)).take(5_000).collect();
        if of_puzzle.len() < 5_000 {
            assert_eq!(of_puzzle, of_candidates, "{puzzle}");
        }
    }
}

#[test]
fn counts_are_kept_within_limit_and_budget() {
    let several = Puzzle::from(reference::Grid::empty(Size::Nine));
    assert_eq!(count_within(&several, 3, 1_000_000), Count { found: 3, complete: true });
    assert_eq!(count_within(&several, 0, 1_000_000), Count { found: 0, complete: true });
    assert!(!count_within(&several, u64::MAX, 0).complete);
    let larger = generate_with_givens(Size::Sixteen, 1, 120);
    assert_eq!(count_within(&larger.puzzle, 2, 1_000), Count { found: 1, complete: true });
    let mut short = solutions(&several).with_budget(2);
    assert!(short.by_ref().count() < 3 && short.ran_out());
    assert_eq!(short.next(), None);
    assert_eq!(solve_within(&several, 3, u64::MAX).grids().len(), 3);
}

/// Text of a collection; `None` if the collections are absent.
#[expect(clippy::print_stdout, reason = "a test that did nothing has to say so")]
fn collection(name: &str) -> Option<String> {
    let folder = File::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/puzzles");
    let text = std::fs::read_to_string(folder.join(name)).ok();
    if text.is_none() {
        println!("skipped: {name} is not in {}", folder.display());
    }
    text
}

/// Every Nth in a debug build, all in a release build.
fn sample(every: usize) -> usize {
    if cfg!(debug_assertions) { every } else { 1 }
}

#[test]
fn every_path_agrees_on_the_collections() {
    let files = [
        ("17clue_a.txt", 100),
        ("magictour_top1465.txt", 8),
        ("forum_hardest_1106.txt", 8),
        ("serg_benchmark_multi.txt", 100),
        ("unsat_17clue_500.tsv", 5),
        ("multi_16clue_300.tsv", 8),
        ("norvig_hardest.txt", 1),
        ("top95.txt", 1),
        ("euler096.txt", 1),
    ];
    for (name, every) in files {
        let Some(text) = collection(name) else { continue };
        let lines = text.lines().filter(|line| line.len() >= 81 && !line.starts_with('#'));
        for line in lines.step_by(sample(every)) {
            solutions_on_all_paths(&line[..81].parse().expect("a puzzle"));
        }
    }
}

/// Published with the set: 1,982,741 solutions.
#[test]
fn the_solutions_of_the_benchmark_with_many() {
    let Some(text) = collection("serg_benchmark_multi.txt") else { return };
    let mut search = Search::new(Path::best());
    let mut total = 0;
    for (number, line) in text.lines().filter(|line| line.len() >= 81).enumerate() {
        let puzzle: Puzzle = line[..81].parse().expect("a puzzle");
        search.start(cells(&puzzle), u64::MAX);
        let (found, complete) = search.count(u64::MAX);
        assert!(complete);
        total += found;
        if number % (10 * sample(50)) == 0 {
            let grids: HashSet<_> = solutions(&puzzle).collect();
            assert_eq!(grids.len() as u64, found, "two solutions are the same: {puzzle}");
            assert!(grids.iter().all(|grid| grid.solves(&puzzle)), "{puzzle}");
        }
    }
    assert_eq!(total, 1_982_741);
}

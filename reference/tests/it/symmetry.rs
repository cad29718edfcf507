//! Transforms of equivalent puzzles: a group, and its invariants.

use std::collections::BTreeMap;

use proptest::prelude::*;
use reference::symmetry::{Kind, Symmetry, Transform, canonical};
use reference::{
    Candidates, Grid, Puzzle, Size, dupree, generate, generate_with_givens, solutions,
};

fn sizes() -> impl Strategy<Value = Size> {
    prop::sample::select(Size::ALL.to_vec())
}

fn kinds() -> impl Strategy<Value = Kind> {
    prop::sample::select(vec![Kind::Relabel, Kind::Full])
}

/// Transforms of a size, and an arbitrary grid.
fn changes_and_grid() -> impl Strategy<Value = ([Transform; 3], Grid)> {
    (sizes(), kinds(), any::<[u64; 3]>()).prop_flat_map(|(size, kind, seeds)| {
        let changes = seeds.map(|seed| Transform::random(size, seed, kind));
        let cells = prop::collection::vec(0..=size.side() as u8, size.cells());
        cells.prop_map(move |cells| {
            (changes.clone(), Grid::from_cells(cells).expect("digits of the size"))
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn changes_are_a_group(([a, b, c], grid) in changes_and_grid()) {
        let identity = Transform::identity(grid.size());
        prop_assert_eq!(&identity.apply(&grid), &grid);
        prop_assert_eq!(a.then(&b).apply(&grid), b.apply(&a.apply(&grid)));
        prop_assert_eq!(a.then(&b).then(&c), a.then(&b.then(&c)));
        prop_assert_eq!(&a.then(&identity), &a);
        prop_assert_eq!(&identity.then(&a), &a);
        prop_assert_eq!(&a.then(&a.inverse()), &identity);
        prop_assert_eq!(&a.inverse().then(&a), &identity);
        prop_assert_eq!(a.then(&b).inverse(), b.inverse().then(&a.inverse()));
    }

    #[test]
    fn conflicts_and_filled_cells_stay(([a, _, _], grid) in changes_and_grid()) {
        let changed = a.apply(&grid);
        prop_assert_eq!(changed.filled(), grid.filled());
        prop_assert_eq!(changed.conflicts().is_empty(), grid.conflicts().is_empty());
    }

    #[test]
    fn cells_and_digits_go_where_it_says(([a, _, _], grid) in changes_and_grid()) {
        let changed = a.apply(&grid);
        for (cell, &digit) in changed.cells().iter().enumerate() {
            prop_assert_eq!(a.digit(grid.cells()[a.source(cell)]), digit);
        }
        let puzzle = Puzzle::from(grid);
        let candidates = a.apply_to_candidates(&Candidates::of(&puzzle));
        prop_assert_eq!(candidates, Candidates::of(&a.apply_to_puzzle(&puzzle)));
    }

    #[test]
    fn other_names_leave_every_cell(seed: u64, size in sizes(), cell in 0..16_usize) {
        prop_assert_eq!(Transform::random(size, seed, Kind::Relabel).source(cell), cell);
    }

    #[test]
    fn solutions_become_the_solutions(seed: u64, kind in kinds(), fewer in 0..4_usize) {
        let mut givens = generate_with_givens(Size::Nine, seed % 100, 28).puzzle.givens().clone();
        let given: Vec<usize> = (0..81).filter(|&cell| givens.cells()[cell] != 0).collect();
        given.iter().take(fewer).for_each(|&cell| givens.set(cell, 0));
        let change = Transform::random(Size::Nine, seed, kind);
        let puzzle = Puzzle::from(givens);
        let other = change.apply_to_puzzle(&puzzle);
        let mut expected: Vec<Grid> =
            solutions(&puzzle).map(|grid| change.apply(&grid)).take(2000).collect();
        let mut found: Vec<Grid> = solutions(&other).take(2000).collect();
        expected.sort_unstable();
        found.sort_unstable();
        prop_assert!(found.len() == 2000 && expected.len() == 2000 || found == expected);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn variants_have_one_first(seed: u64, givens in 20..81_usize) {
        let puzzle = generate_with_givens(Size::Nine, seed, givens).puzzle;
        let other = Transform::random(Size::Nine, seed, Kind::Full).apply_to_puzzle(&puzzle);
        let (first, change) = canonical(&puzzle).unwrap();
        prop_assert_eq!(&change.apply_to_puzzle(&puzzle), &first);
        prop_assert_eq!(canonical(&other).unwrap().0, first);
    }
}

/// Transforms by seed; these lines must never change.
#[test]
fn results_of_seeds_do_not_change() {
    #[rustfmt::skip]
    let for_ever = [
        (Size::Four, 1, Kind::Relabel, "digits to 1243"),
        (Size::Nine, 1, Kind::Relabel, "digits to 125483796"),
        (Size::Nine, 1, Kind::Full, "digits to 125483796, rows from 798465312, columns from 123897645"),
        (Size::Nine, 2, Kind::Full,
            "digits to 143827596, rows from columns 978645213, columns from rows 645987312"),
        (Size::Sixteen, 1, Kind::Full,
            "digits to 71G248F35B9D6ECA, rows from columns EDGFBCA978564213, columns from rows FGDE12435687CBA9"),
    ];
    for (size, seed, kind, expected) in for_ever {
        assert_eq!(Transform::random(size, seed, kind).to_string(), expected);
    }
}

#[test]
fn different_puzzles_have_different_firsts() {
    let mut firsts: Vec<Puzzle> =
        (0..20).map(|seed| canonical(&generate(Size::Nine, seed).puzzle).unwrap().0).collect();
    firsts.sort_unstable();
    firsts.dedup();
    assert_eq!(firsts.len(), 20);
}

/// There are two essentially different grids of 4x4.
#[test]
fn grids_of_4x4_are_like_one_of_two() {
    let empty: Puzzle = "................".parse().unwrap();
    let mut firsts: Vec<String> =
        solutions(&empty).map(|grid| canonical(&grid.into()).unwrap().0.to_string()).collect();
    firsts.sort_unstable();
    firsts.dedup();
    assert_eq!(firsts, ["1234341221434321", "1234341223414123"]);
}

/// The emptiest puzzles have the most candidates for the first; none takes long.
#[test]
fn an_empty_puzzle_is_its_own_first() {
    let mut givens = Grid::empty(Size::Nine);
    givens.set(40, 7);
    let (first, _) = canonical(&givens.into()).unwrap();
    assert_eq!(first.to_string(), format!("{}1", ".".repeat(80)));
}

/// DuPree's solver visits cells and digits in order, so its score depends on that order unless
/// singles suffice.
#[test]
fn the_score_is_not_kept() {
    let scores = |seed| -> Vec<u64> {
        let puzzle = generate(Size::Nine, seed).puzzle;
        let changes = (0..10).map(|seed| Transform::random(Size::Nine, seed, Kind::Full));
        changes.map(|change| score(&change.apply_to_puzzle(&puzzle))).collect()
    };
    assert_eq!(scores(1), [121; 10]);
    let hard = scores(7);
    assert!(hard.iter().any(|score| *score != hard[0]), "{hard:?}");
}

fn score(puzzle: &Puzzle) -> u64 {
    let cells = puzzle.cells().try_into().expect("9x9");
    dupree::solve(cells, &dupree::Options::default(), &mut ()).score
}

/// A symmetric pattern stays symmetric only under some transforms: the two are independent.
#[test]
fn patterns_are_not_kept() {
    let grid: Grid = "1..2............".parse().unwrap();
    let moved = (0..20).map(|seed| Transform::random(Size::Four, seed, Kind::Full).apply(&grid));
    assert!(moved.map(|grid| Symmetry::Vertical.is_kept_by(&grid)).any(|kept| !kept));
}

/// Deviation of counts from equality: about their number, plus or minus 1.4 times its root.
fn unevenness(counts: &[u32]) -> f64 {
    let mean = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
    counts.iter().map(|&count| (f64::from(count) - mean).powi(2) / mean).sum()
}

/// Number of seeds for each value of `of` on their transforms.
fn counts(size: Size, seeds: u64, of: impl Fn(&Transform) -> String) -> Vec<u32> {
    let mut counts = BTreeMap::new();
    for seed in 0..seeds {
        *counts.entry(of(&Transform::random(size, seed, Kind::Full))).or_default() += 1;
    }
    counts.into_values().collect()
}

/// 24 names of digits, 8 orders of rows, 8 of columns, transposed or not.
#[test]
fn every_change_of_4x4_is_drawn_as_often() {
    let all = counts(Size::Four, 30 * 3072, Transform::to_string);
    assert_eq!(all.len(), 24 * 8 * 8 * 2);
    let unevenness = unevenness(&all);
    assert!((2760.0..3380.0).contains(&unevenness), "{unevenness}");
}

/// The four choices of 9x9, of which there are 9! x 1296 x 1296 x 2 = 1,218,998,108,160, each alone
/// and in pairs.
#[test]
fn every_choice_of_9x9_is_drawn_as_often() {
    let is_turned = |change: &Transform| change.source(0) / 9 != change.source(1) / 9;
    let line = |change: &Transform, cell: usize, is_row: bool| -> String {
        let source = change.source(cell);
        (if is_row == is_turned(change) { source % 9 } else { source / 9 }).to_string()
    };
    let rows = |change: &Transform| (0..9).map(|at| line(change, 9 * at, true)).collect::<String>();
    let columns = |change: &Transform| (0..9).map(|at| line(change, at, false)).collect::<String>();
    let digits = |change: &Transform| [1, 2, 3].map(|digit| change.digit(digit));
    let seeds = 30 * 1296;
    #[rustfmt::skip]
    let choices = [
        ("rows", 1296, counts(Size::Nine, seeds, rows)),
        ("columns", 1296, counts(Size::Nine, seeds, columns)),
        ("three digits", 504, counts(Size::Nine, seeds, |change| format!("{:?}", digits(change)))),
        ("rows for columns", 2, counts(Size::Nine, seeds, |change| is_turned(change).to_string())),
        ("a row, a column, a digit", 1458, counts(Size::Nine, seeds, |change| {
            format!("{}{}{}{}", is_turned(change), &rows(change)[..1], &columns(change)[..1], change.digit(9))
        })),
    ];
    for (what, number, counts) in choices {
        let (unevenness, number) = (unevenness(&counts), f64::from(number));
        assert_eq!(counts.len() as f64, number, "{what}");
        assert!((unevenness - number).abs() < 6.0 * number.sqrt(), "{what}: {unevenness}");
    }
}

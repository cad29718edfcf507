//! Generates a puzzle from a seed and scores it like version 1.20 of DuPree's solver.

use reference::dupree::{self, Band, Options};
use reference::{Size, generate};

/// The puzzle, its givens, score and band.
fn made(seed: u64) -> Option<String> {
    let puzzle = generate(Size::Nine, seed).puzzle;
    let cells = dupree::cells(puzzle.to_string().as_bytes())?;
    let report = dupree::solve(&cells, &Options::default(), &mut ());
    let (givens, score) = (report.givens, report.score);
    Some(format!("{puzzle}: {givens} givens, score {score}, {}", Band::of(score)))
}

#[expect(clippy::print_stdout, reason = "an example shows what it made")]
fn main() {
    println!("{}", made(7).unwrap_or_default());
}

#[test]
fn a_seed_always_makes_the_same_puzzle() {
    let first = made(7).unwrap();
    assert_eq!(made(7).unwrap(), first);
    assert!(first.contains(" givens, score "), "{first}");
    main();
}

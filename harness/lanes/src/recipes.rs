//! Recipes of the puzzle sets in `golden/puzzles`: seeds, selected by the nodes of a reference model.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use rayon::prelude::*;
use reference::models::{Digest, ModelOutcome};
use reference::{Puzzle, Size, generate_with_givens};

use crate::lane::Algorithm;

/// Recipe of one set.
#[derive(Debug)]
pub struct Recipe {
    /// Set, a file of `golden/puzzles`.
    pub name: &'static str,
    /// Size of its puzzles.
    pub size: Size,
    /// Algorithm whose nodes are counted; puzzles it does not solve are left out.
    pub algorithm: Algorithm,
    /// Fewest givens; 0 for minimal puzzles.
    pub givens: usize,
    /// Puzzles that come first, each with its origin.
    pub first: &'static [(&'static str, &'static str)],
    /// Bands of difficulty: most nodes, and number of puzzles.
    pub bands: &'static [(u64, usize)],
    /// Last seed tried, from 1.
    pub last_seed: u64,
}

/// All sets.
#[rustfmt::skip]
pub const RECIPES: &[Recipe] = &[
    Recipe {
        name: "9x9",
        size: Size::Nine,
        algorithm: Algorithm::Backtrack,
        givens: 0,
        first: &[
            ("007000008840000600000895300010400003000000070900500024204006000080730010130904700",
             "first founding document"),
            ("002903800000468000400000001560000049020050070780000013200000007000384000006201300",
             "second founding document"),
        ],
        //       nodes up to, puzzles
        bands: &[
            (        1_000,   60),
            (        3_000,   50),
            (       10_000,   50),
            (       30_000,   30),
            (      100_000,   14),
            (      300_000,    7),
            (    1_000_000,    5),
            (    2_500_000,    3),
        ],
        last_seed: 3000,
    },
    Recipe {
        name: "easy",
        size: Size::Nine,
        algorithm: Algorithm::Candidates,
        givens: 28,
        first: &[],
        bands: &[(400, 10), (500, 20), (600, 20), (700, 6)],
        last_seed: 3000,
    },
    Recipe {
        name: "4x4",
        size: Size::Four,
        algorithm: Algorithm::Backtrack,
        givens: 0,
        first: &[],
        bands: &[(20, 60), (40, 100), (80, 60), (1_000, 20)],
        last_seed: 3000,
    },
];

/// Puzzle of a set with the facts in its line.
struct RecipeOutput {
    puzzle: Puzzle,
    from: String,
    nodes: u64,
}

impl Recipe {
    /// Text of the set's file.
    ///
    /// # Panics
    /// If a puzzle in the recipe is invalid, which a test excludes.
    #[must_use]
    pub fn make(&self) -> String {
        let founding = self.first.iter().map(|&(line, from)| {
            let puzzle: Puzzle = line.parse().expect("the puzzles of a recipe are puzzles");
            RecipeOutput { nodes: self.nodes(&puzzle), puzzle, from: from.to_owned() }
        });
        let mut seen: BTreeSet<Puzzle> = BTreeSet::new();
        let mut made: Vec<RecipeOutput> = founding.collect();
        seen.extend(made.iter().map(|made| made.puzzle.clone()));
        let mut left: Vec<(u64, usize)> = self.bands.to_vec();
        for candidate in self.candidates() {
            let Some(band) = left.iter_mut().find(|(up_to, _)| candidate.nodes <= *up_to) else {
                continue;
            };
            if band.1 > 0 && seen.insert(candidate.puzzle.clone()) {
                band.1 -= 1;
                made.push(candidate);
            }
        }
        made[self.first.len()..].sort_by_key(|made| made.nodes);
        self.text(&made)
    }

    /// One puzzle per seed, in the order of seeds.
    fn candidates(&self) -> Vec<RecipeOutput> {
        let make = |seed| {
            let puzzle = generate_with_givens(self.size, seed, self.givens).puzzle;
            RecipeOutput { nodes: self.nodes(&puzzle), puzzle, from: format!("seed {seed}") }
        };
        (1..=self.last_seed).into_par_iter().map(make).collect()
    }

    fn text(&self, made: &[RecipeOutput]) -> String {
        let Recipe { name, size, last_seed, givens, .. } = self;
        let algorithm = self.algorithm.name();
        let least = match givens {
            0 => "minimal".to_owned(),
            givens => format!("left with {givens} givens or more"),
        };
        let (count, total) = (made.len(), made.iter().map(|made| made.nodes).sum::<u64>());
        let mut text = format!(
            "# Puzzle set {name}: {count} puzzles of {size} with one solution each; those from seeds,\n\
             # 1 to {last_seed}, are {least}. Spread by the nodes of the {algorithm} twin, \
             {total} in all.\n\
             # Made by `cargo xtask puzzles`; what a seed gives never changes.\n"
        );
        for RecipeOutput { puzzle, from, nodes } in made {
            writeln!(text, "{puzzle}  # {from}, {nodes} nodes").expect("strings take any text");
        }
        text
    }

    /// Nodes of the reference model; more than any band if it finds no solution.
    fn nodes(&self, puzzle: &Puzzle) -> u64 {
        let mut digest = Digest::new();
        let run = self.algorithm.run(puzzle, TOO_MANY_NODES, &mut |event| digest.push(event));
        if matches!(run, ModelOutcome::Solved(_)) { digest.nodes } else { u64::MAX }
    }
}

/// More nodes than any band allows.
const TOO_MANY_NODES: u64 = 3_000_000;

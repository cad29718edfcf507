//! How the puzzle sets of `golden/puzzles` are made: from seeds, chosen by the twin's nodes.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use rayon::prelude::*;
use reference::twin::{self, TwinOutcome};
use reference::{Puzzle, Size, generate};

/// How one set is made.
#[derive(Debug)]
pub struct Recipe {
    /// The set, a file of `golden/puzzles`.
    pub name: &'static str,
    /// The size of its puzzles.
    pub size: Size,
    /// Puzzles that come first, with a word on where each is from.
    pub first: &'static [(&'static str, &'static str)],
    /// How many puzzles to take by number of nodes: up to which number, and how many of them.
    pub bands: &'static [(u64, usize)],
    /// The seeds that are tried: from 1 up to this.
    pub last_seed: u64,
}

/// Every set there is.
#[rustfmt::skip]
pub const RECIPES: &[Recipe] = &[
    Recipe {
        name: "9x9",
        size: Size::Nine,
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
        name: "4x4",
        size: Size::Four,
        first: &[],
        bands: &[(20, 60), (40, 100), (80, 60), (1_000, 20)],
        last_seed: 3000,
    },
];

/// A puzzle of a set with what its line says about it.
struct Made {
    puzzle: Puzzle,
    from: String,
    nodes: u64,
}

impl Recipe {
    /// The text of the set's file.
    ///
    /// # Panics
    /// When a puzzle the recipe names is none, which a test excludes.
    #[must_use]
    pub fn make(&self) -> String {
        let founding = self.first.iter().map(|&(line, from)| {
            let puzzle: Puzzle = line.parse().expect("the puzzles of a recipe are puzzles");
            Made { nodes: nodes(&puzzle), puzzle, from: from.to_owned() }
        });
        let mut seen: BTreeSet<Puzzle> = BTreeSet::new();
        let mut made: Vec<Made> = founding.collect();
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

    /// One puzzle of each seed, in order of seeds, whatever the number of cores.
    fn candidates(&self) -> Vec<Made> {
        let make = |seed| {
            let puzzle = generate(self.size, seed).puzzle;
            Made { nodes: nodes(&puzzle), puzzle, from: format!("seed {seed}") }
        };
        (1..=self.last_seed).into_par_iter().map(make).collect()
    }

    fn text(&self, made: &[Made]) -> String {
        let Recipe { name, size, last_seed, .. } = self;
        let (count, total) = (made.len(), made.iter().map(|made| made.nodes).sum::<u64>());
        let mut text = format!(
            "# Puzzle set {name}: {count} puzzles of {size} with one solution each; those from seeds,\n\
             # 1 to {last_seed}, are minimal. Spread by the nodes of the backtrack twin, \
             {total} in all.\n\
             # Made by `cargo xtask puzzles`; what a seed gives never changes.\n"
        );
        for Made { puzzle, from, nodes } in made {
            writeln!(text, "{puzzle}  # {from}, {nodes} nodes").expect("strings take any text");
        }
        text
    }
}

/// More nodes than any puzzle of a set may have.
const TOO_MANY_NODES: u64 = 3_000_000;

/// The nodes of the twin; more than any band when it did not come to an end.
fn nodes(puzzle: &Puzzle) -> u64 {
    match twin::digest(puzzle, TOO_MANY_NODES) {
        (TwinOutcome::Solved(_), digest) => digest.nodes,
        _ => u64::MAX,
    }
}

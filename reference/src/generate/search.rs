//! Searches for a puzzle that fits a request, by new puzzles and by small changes.

use std::ops::RangeInclusive;

use super::generated::{rating, score};
use super::reduce::{Counter, RemainingGivens, RemovalLimits};
use super::request::{Answers, PuzzleRequest};
use super::{GenerateError, GeneratedPuzzle, complete};
use crate::dupree::Band;
use crate::{Grid, Random, Size, geometry};

/// Generates the puzzle of a seed that fits a request.
///
/// If only a size is requested it is the puzzle of [`generate`](crate::generate()). A puzzle that
/// does not fit is changed: some cells are restored from its solution and other givens are removed.
/// The change stays unless it makes the puzzle worse. From time to time the search starts again.
///
/// ```
/// use reference::symmetry::Symmetry;
/// use reference::{Size, PuzzleRequest, generate_requested};
///
/// let symmetry = Symmetry::Rotate180;
/// let wanted = PuzzleRequest { symmetry, givens: Some(28..=30), ..PuzzleRequest::new(Size::Nine) };
/// let made = generate_requested(&wanted, 7).unwrap();
/// assert!((28..=30).contains(&made.puzzle.givens().filled()));
/// assert!(symmetry.is_kept_by(made.puzzle.givens()));
/// ```
///
/// # Errors
///
/// If there can be no such puzzle, or none was found within the allowed effort.
pub fn generate_requested(
    wanted: &PuzzleRequest,
    seed: u64,
) -> Result<GeneratedPuzzle, GenerateError> {
    wanted.check()?;
    let mut maker = Generator::new(wanted, seed);
    let mut nearest = maker.walk();
    while nearest.distance != AS_WANTED && !maker.is_spent() {
        let other = maker.walk();
        if other.distance < nearest.distance {
            nearest = other;
        }
    }
    let is_as_wanted = nearest.distance == AS_WANTED;
    let made = nearest.made();
    if !is_as_wanted {
        return Err(GenerateError::GaveUp { tries: maker.tries, nearest: Box::new(made) });
    }
    Ok(made)
}

/// Changes of one puzzle before a new one is tried.
const CHANGES: u32 = 100;
/// Largest number of orbits that one change restores.
const GIVEN_AGAIN: usize = 6;

/// Distances of givens, solutions, minimality, band and rating; the first weighs most.
type Distance = [u64; 5];
const AS_WANTED: Distance = [0; 5];

/// A puzzle and its distance from the request.
struct Attempt {
    kept: RemainingGivens,
    solution: Grid,
    /// Givens with one changed, if the puzzle should have no solution.
    spoiled: Option<Grid>,
    distance: Distance,
}

impl Attempt {
    fn made(self) -> GeneratedPuzzle {
        let solutions = if self.spoiled.is_some() { 0 } else { self.kept.solutions };
        let puzzle = self.spoiled.unwrap_or(self.kept.givens).into();
        GeneratedPuzzle { puzzle, solutions, grid: self.solution }
    }
}

struct Generator<'w> {
    wanted: &'w PuzzleRequest,
    random: Random,
    counter: Counter,
    orbits: Vec<Vec<usize>>,
    /// Scores of the requested band.
    scores: Option<RangeInclusive<u64>>,
    tries: u64,
}

impl<'w> Generator<'w> {
    fn new(wanted: &'w PuzzleRequest, seed: u64) -> Self {
        let orbits = wanted.symmetry.orbits(wanted.size);
        let (random, counter) = (Random::new(seed), Counter::new(wanted.size));
        Self { wanted, random, counter, orbits, scores: wanted.band.map(scores), tries: 0 }
    }

    fn is_spent(&self) -> bool {
        let unit = match self.wanted.size {
            Size::Four => 400_000,
            Size::Nine => 4_000_000,
            Size::Sixteen => 60_000,
            Size::TwentyFive => 20_000,
        };
        self.counter.spent + 10 * self.tries > unit * u64::from(self.wanted.effort)
    }

    /// Changes a new puzzle until it fits, for a limited number of changes.
    fn walk(&mut self) -> Attempt {
        let solution = complete::grid(self.wanted.size, &mut self.random);
        let mut here = self.reduced(RemainingGivens::all_of(&solution), solution);
        for _ in 0..CHANGES {
            if here.distance == AS_WANTED || self.is_spent() {
                break;
            }
            let there = self.changed(&here);
            if there.distance <= here.distance {
                here = there;
            }
        }
        here
    }

    /// The puzzle with some cells restored from its solution and other givens removed.
    fn changed(&mut self, found: &Attempt) -> Attempt {
        let mut kept = found.kept.clone();
        for _ in 0..=self.random.below(GIVEN_AGAIN) {
            let orbit = self.random.below(self.orbits.len());
            kept.put_back(&self.orbits[orbit], &found.solution);
        }
        if let Answers::Several(range) = &self.wanted.answers {
            let limit = range.end() + 1;
            kept.solutions = self.counter.up_to(limit, &kept.givens).unwrap_or(limit);
        }
        self.reduced(kept, found.solution.clone())
    }

    fn reduced(&mut self, mut kept: RemainingGivens, solution: Grid) -> Attempt {
        self.tries += 1;
        let mut orbits = self.orbits.clone();
        self.random.shuffle(&mut orbits);
        orbits.retain(|orbit| kept.givens.cells()[orbit[0]] != 0);
        let limits = self.limits();
        kept.reduce(&orbits, &mut self.counter, &limits);
        let spoiled = self.spoiled(&kept.givens);
        let distance = self.distance(&kept, spoiled.is_some());
        Attempt { kept, solution, spoiled, distance }
    }

    /// Limit for the removal of givens: a random number of the requested range.
    fn limits(&mut self) -> RemovalLimits {
        let cells = self.wanted.size.cells();
        let roomy = self.wanted.minimal == Some(false) || self.wanted.answers == Answers::Conflict;
        let range = match &self.wanted.givens {
            _ if self.wanted.minimal == Some(true) => 0..=0,
            Some(range) => range.clone(),
            None if roomy => cells * 7 / 20..=cells * 9 / 20,
            None => 0..=0,
        };
        let least = range.start() + self.random.below(range.end() - range.start() + 1);
        match &self.wanted.answers {
            Answers::One | Answers::None => RemovalLimits::givens(least),
            Answers::Conflict => RemovalLimits { least, most_solutions: None, enough: None },
            Answers::Several(wanted) => {
                let givens = if self.wanted.givens.is_some() { least } else { cells };
                let enough = Some((wanted.clone(), givens));
                RemovalLimits { least: *range.start(), most_solutions: Some(*wanted.end()), enough }
            }
        }
    }

    /// The givens with one changed so that there is no solution, if none is requested.
    fn spoiled(&mut self, givens: &Grid) -> Option<Grid> {
        let conflicts = match self.wanted.answers {
            Answers::None => false,
            Answers::Conflict => true,
            Answers::One | Answers::Several(_) => return None,
        };
        let mut changes: Vec<(usize, u8)> = (0..givens.cells().len())
            .filter(|&cell| givens.cells()[cell] != 0)
            .flat_map(|cell| (1..=givens.size().side() as u8).map(move |digit| (cell, digit)))
            .collect();
        self.random.shuffle(&mut changes);
        changes.into_iter().find_map(|(cell, digit)| {
            let peers = &geometry::of(givens.size()).peers[cell];
            let clashes = peers.iter().any(|&peer| givens.cells()[usize::from(peer)] == digit);
            let mut changed = givens.clone();
            changed.set(cell, digit);
            let fits =
                clashes == conflicts && (conflicts || self.counter.up_to(1, &changed) == Some(0));
            fits.then_some(changed)
        })
    }

    /// Distance of a puzzle from the request; stops at the first difference.
    fn distance(&mut self, kept: &RemainingGivens, is_spoiled: bool) -> Distance {
        let wanted = self.wanted;
        let givens = wanted.givens.as_ref().map_or(0, |range| {
            outside(&(*range.start() as u64..=*range.end() as u64), kept.left as u64)
        });
        let solutions = match &wanted.answers {
            Answers::One => 0,
            Answers::Several(range) => outside(range, kept.solutions),
            Answers::None | Answers::Conflict => u64::from(!is_spoiled),
        };
        let unknown = u64::MAX;
        if givens + solutions > 0 {
            return [givens, solutions, unknown, unknown, unknown];
        }
        if wanted.minimal.is_some_and(|yes| self.counter.is_minimal(&kept.givens) != yes) {
            return [0, 0, 1, unknown, unknown];
        }
        let band = self.scores.as_ref().map_or(0, |scores| {
            score(&kept.givens).map_or(unknown, |score| outside(scores, score))
        });
        let rating = match &wanted.rating {
            Some(_) if band > 0 => unknown,
            Some(range) => {
                let range = (*range.start()).into()..=(*range.end()).into();
                rating(&kept.givens).map_or(unknown, |found| outside(&range, found.into()))
            }
            None => 0,
        };
        [0, 0, 0, band, rating]
    }
}

/// Scores of a band.
fn scores(band: Band) -> RangeInclusive<u64> {
    let least = |band| (0..u64::MAX).find(|&score| Band::of(score) >= band).unwrap_or(u64::MAX);
    let next = Band::ALL.into_iter().find(|next| *next > band);
    least(band)..=next.map_or(u64::MAX, |next| least(next) - 1)
}

/// Distance of a number from a range.
fn outside(range: &RangeInclusive<u64>, number: u64) -> u64 {
    range.start().saturating_sub(number).max(number.saturating_sub(*range.end()))
}

//! Result of a request.

use std::fmt;

use super::ImpossibleRequest;
use crate::counted::counted;
use crate::dupree::{self, Band};
use crate::{Grid, Puzzle, rating};

/// A puzzle that fits [`Wanted`](super::PuzzleRequest), or the closest that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedPuzzle {
    /// The givens.
    pub puzzle: Puzzle,
    /// Number of solutions.
    pub solutions: u64,
    /// Complete grid from which the givens were taken: a solution, unless there is none.
    pub grid: Grid,
}

impl GeneratedPuzzle {
    /// DuPree's score of a 9x9 puzzle with one solution.
    pub fn score(&self) -> Option<u64> {
        if self.solutions == 1 { score(self.puzzle.givens()) } else { None }
    }

    /// The technique rating of a puzzle with one solution, in tenths, or
    /// [`rating::BEYOND`].
    pub fn rating(&self) -> Option<u16> {
        if self.solutions == 1 { rating(self.puzzle.givens()) } else { None }
    }
}

/// Technique rating of the givens in tenths, if they have one solution.
pub(super) fn rating(givens: &Grid) -> Option<u16> {
    let rating = rating::rate(&givens.clone().into()).ok()?;
    Some(rating.on_scale())
}

/// DuPree's score of the givens of a 9x9 puzzle.
pub(super) fn score(givens: &Grid) -> Option<u64> {
    let cells = <&[u8; 81]>::try_from(givens.cells()).ok()?;
    Some(dupree::solve(cells, &dupree::Options::default(), &mut ()).score)
}

/// Reason why no puzzle fits the request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GenerateError {
    /// There can be no such puzzle.
    Impossible(ImpossibleRequest),
    /// No such puzzle was found within the allowed effort.
    GaveUp {
        /// Number of puzzles tried.
        tries: u64,
        /// The puzzle closest to the request.
        nearest: Box<GeneratedPuzzle>,
    },
}

impl From<ImpossibleRequest> for GenerateError {
    fn from(why: ImpossibleRequest) -> Self {
        Self::Impossible(why)
    }
}

impl fmt::Display for GeneratedPuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&counted(self.puzzle.givens().filled(), "given"))?;
        match self.solutions {
            0 => f.write_str(", no solution")?,
            1 => {}
            several => write!(f, ", {several} solutions")?,
        }
        match self.score() {
            Some(score) => write!(f, ", score {score} ({})", Band::of(score)),
            None => Ok(()),
        }
    }
}

impl fmt::Display for GenerateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Impossible(why) => why.fmt(f),
            Self::GaveUp { tries, nearest } => {
                let tries = counted(tries, "puzzle");
                write!(f, "none of {tries} fits the request; the closest has {nearest}")
            }
        }
    }
}

impl std::error::Error for GenerateError {}

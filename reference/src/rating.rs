//! Difficulty of a puzzle for a person: ratings by technique.
//!
//! Each step uses the easiest technique that makes progress, and the search starts again after each
//! step. The rating is that of the hardest step. Techniques, their ratings, their order and the
//! order of the search within each are those of Sudoku Explainer 1.2.1 (Nicolas Juillerat) and its
//! successor SukakuExplainer 1.18 up to 5.4. Harder puzzles are [beyond](Rating::beyond).

mod board;
mod fish;
mod locking;
mod loops;
mod singles;
mod step;
mod subsets;
mod technique;
mod tuples;
mod turbot;
mod wings;
mod words;

use std::fmt;

pub use step::RatingStep;
pub use technique::Technique;

use crate::{Outcome, Puzzle, Size, solve};
use board::Board;

/// Rating of a puzzle.
///
/// A puzzle beyond all techniques has the rating of the hardest step that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rating {
    /// Technique of the first hardest step; none for a full puzzle.
    pub hardest: Option<Technique>,
    /// Rating of the hardest step in tenths: 15 is 1.5; 0 for a full puzzle.
    pub tenths: u16,
    /// Whether the steps do not reach the solution: the puzzle is harder than any technique here.
    pub beyond: bool,
    /// Steps to the solution, or up to the last one that was found.
    pub steps: Vec<RatingStep>,
}

/// Tenths for puzzles [beyond](Rating::beyond) all techniques: one more than those of the hardest
/// technique.
pub const BEYOND: u16 = technique::HARDEST + 1;

impl Rating {
    /// Position on the scale: the tenths, or [`BEYOND`].
    pub fn on_scale(&self) -> u16 {
        if self.beyond { BEYOND } else { self.tenths }
    }
}

/// Whether a puzzle of a size may have this rating, as far as is known.
pub(crate) fn is_rated(size: Size, tenths: u16) -> bool {
    let is_more = || loops::tenths(size).contains(&tenths);
    let mut techniques = Technique::all().filter(|technique| technique.is_for(size));
    tenths == BEYOND || techniques.any(|technique| technique.tenths() == tenths) || is_more()
}

/// Formats tenths as a rating: `1.5`, and `>5.4` for [`BEYOND`].
pub fn written(tenths: u16) -> String {
    let (more, tenths) = if tenths == BEYOND { (">", tenths - 1) } else { ("", tenths) };
    format!("{more}{}.{}", tenths / 10, tenths % 10)
}

/// Reason why a puzzle has no rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RatingError {
    /// It has no solution.
    NoSolution,
    /// It has several solutions.
    SeveralSolutions,
    /// The solver gave up before it had counted the solutions.
    GaveUp,
}

/// A search for one kind of step.
type Search = fn(&Board) -> Option<RatingStep>;

/// Searches in order: the first one that finds a step is used.
const SEARCHES: &[Search] = &[
    singles::hidden,
    locking::direct,
    |board| subsets::direct_hidden(board, 2),
    singles::naked,
    |board| subsets::direct_hidden(board, 3),
    locking::indirect,
    |board| subsets::naked(board, 2),
    |board| fish::fish(board, 2),
    |board| subsets::hidden(board, 2),
    |board| subsets::naked(board, 3),
    |board| fish::fish(board, 3),
    |board| subsets::hidden(board, 3),
    turbot::turbot,
    wings::xy,
    wings::xyz,
    loops::unique,
    |board| subsets::naked(board, 4),
    |board| fish::fish(board, 4),
    |board| subsets::hidden(board, 4),
];

/// Rates a puzzle of any size.
///
/// ```
/// use reference::{Puzzle, rating};
///
/// let puzzle: Puzzle = "...3..4114..3...".parse()?;
/// let rating = rating::rate(&puzzle)?;
/// assert_eq!((rating.tenths, rating.beyond), (12, false));
/// let first = rating.steps[0].to_string();
/// assert_eq!(first, "box 2 has one empty cell left: place 2 at row 1, column 3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the puzzle does not have exactly one solution, or the solver gives up.
pub fn rate(puzzle: &Puzzle) -> Result<Rating, RatingError> {
    match solve(puzzle, 2) {
        Outcome::One(_) => Ok(rated(puzzle)),
        Outcome::None => Err(RatingError::NoSolution),
        Outcome::Several(_) => Err(RatingError::SeveralSolutions),
        Outcome::GaveUp(_) => Err(RatingError::GaveUp),
    }
}

fn rated(puzzle: &Puzzle) -> Rating {
    let mut board = Board::new(puzzle);
    let mut rating = Rating { hardest: None, tenths: 0, beyond: false, steps: Vec::new() };
    while let Some(step) = SEARCHES.iter().find_map(|search| search(&board)) {
        if step.tenths > rating.tenths {
            (rating.hardest, rating.tenths) = (Some(step.technique), step.tenths);
        }
        board.apply(&step);
        rating.steps.push(step);
    }
    rating.beyond = !board.is_solved();
    rating
}

impl fmt::Display for RatingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoSolution => "the puzzle has no solution, so it has no rating",
            Self::SeveralSolutions => "the puzzle has several solutions, so it has no rating",
            Self::GaveUp => "the solver gave up before it had counted the solutions",
        })
    }
}

impl std::error::Error for RatingError {}

//! How hard a puzzle is for somebody who solves it by thought: ratings by technique.
//!
//! The puzzle is solved step by step, always by the easiest technique that gets anywhere, looked
//! for from the start again after each step; the rating is that of the hardest step. Techniques,
//! their ratings, the order in which they are tried and the order in which each is looked for are
//! those of Sudoku Explainer 1.2.1 (Nicolas Juillerat) and its successor SukakuExplainer 1.18 up to
//! 5.4. What needs more is [beyond](Rating::beyond).

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

pub use step::Step;
pub use technique::Technique;

use crate::{Outcome, Puzzle, Size, solve};
use board::Board;

/// What a puzzle asks of who solves it.
///
/// A puzzle beyond all techniques has the hardest of the steps that were found before they ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rating {
    /// The technique of the hardest step, the first of these; none for a puzzle that is full.
    pub hardest: Option<Technique>,
    /// The rating of the hardest step in tenths: 15 is 1.5; 0 for a puzzle that is full.
    pub tenths: u16,
    /// Whether the steps do not reach the solution: the puzzle is harder than any technique here.
    pub beyond: bool,
    /// The steps to the solution, or as far as they go.
    pub steps: Vec<Step>,
}

/// The tenths that stand for what is [beyond](Rating::beyond) all techniques: one more than the
/// hardest of them has.
pub const BEYOND: u16 = technique::HARDEST + 1;

impl Rating {
    /// Where the puzzle stands on the scale: its tenths, or [`BEYOND`].
    pub fn on_scale(&self) -> u16 {
        if self.beyond { BEYOND } else { self.tenths }
    }
}

/// Whether a puzzle of a size may have this place on the scale, as far as is known.
pub(crate) fn is_rated(size: Size, tenths: u16) -> bool {
    let is_more = || loops::tenths(size).contains(&tenths);
    let mut techniques = Technique::all().filter(|technique| technique.is_for(size));
    tenths == BEYOND || techniques.any(|technique| technique.tenths() == tenths) || is_more()
}

/// Tenths as ratings are written: `1.5`, and `>5.4` for [`BEYOND`].
pub fn written(tenths: u16) -> String {
    let (more, tenths) = if tenths == BEYOND { (">", tenths - 1) } else { ("", tenths) };
    format!("{more}{}.{}", tenths / 10, tenths % 10)
}

/// Why a puzzle has no rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unrated {
    /// It has no solution.
    NoSolution,
    /// It has several solutions.
    SeveralSolutions,
    /// The solver gave up before it knew how many solutions there are.
    GaveUp,
}

/// Looks for one kind of step.
type Search = fn(&Board) -> Option<Step>;

/// The searches in the order they are tried: the first that finds a step is taken.
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
/// When the puzzle has not one solution, or the solver cannot tell.
pub fn rate(puzzle: &Puzzle) -> Result<Rating, Unrated> {
    match solve(puzzle, 2) {
        Outcome::One(_) => Ok(rated(puzzle)),
        Outcome::None => Err(Unrated::NoSolution),
        Outcome::Several(_) => Err(Unrated::SeveralSolutions),
        Outcome::GaveUp(_) => Err(Unrated::GaveUp),
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

impl fmt::Display for Unrated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoSolution => "the puzzle has no solution, so it has no rating",
            Self::SeveralSolutions => "the puzzle has several solutions, so it has no rating",
            Self::GaveUp => "the solver gave up before it had counted the solutions",
        })
    }
}

impl std::error::Error for Unrated {}

//! Requests for a puzzle, and requests that no puzzle can fit.

use std::fmt;
use std::ops::RangeInclusive;

use crate::Size;
use crate::counted::counted;
use crate::dupree::Band;
use crate::rating::{self, BEYOND, written};
use crate::symmetry::Symmetry;

/// Request for a generated puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleRequest {
    /// Size.
    pub size: Size,
    /// Number of givens; if `None`, as few as removing them one by one leaves.
    pub givens: Option<RangeInclusive<usize>>,
    /// Symmetry of the givens.
    pub symmetry: Symmetry,
    /// Whether the puzzle is minimal: every given is needed for a unique solution.
    pub minimal: Option<bool>,
    /// Number of solutions.
    pub answers: Answers,
    /// Band of DuPree's score; 9x9 only.
    pub band: Option<Band>,
    /// Technique rating in tenths; puzzles beyond the techniques count as
    /// [`rating::BEYOND`].
    pub rating: Option<RangeInclusive<u16>>,
    /// Work before giving up, in units of some seconds. It counts solutions, not time, so that a
    /// seed yields the same puzzle everywhere.
    pub effort: u32,
}

/// Number of solutions of a generated puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answers {
    /// Exactly one.
    One,
    /// A number in this range, from 2 to [`Answers::MOST`].
    Several(RangeInclusive<u64>),
    /// None, without a conflict of two givens: a puzzle with one solution in which a given is
    /// wrong.
    None,
    /// None, because givens conflict: a digit occurs twice in a row, column or box.
    Conflict,
}

impl Answers {
    /// More solutions than this are not counted.
    pub const MOST: u64 = 10_000;

    /// Largest number of solutions while givens are removed.
    fn most(&self) -> u64 {
        match self {
            Self::One | Self::None => 1,
            Self::Several(range) => *range.end(),
            Self::Conflict => u64::MAX,
        }
    }

    /// Largest possible number of givens.
    ///
    /// Two solutions differ in at least two cells of a row, and in two cells of each of their
    /// columns. A single empty cell has the digit that all others leave, as each digit is missing
    /// in the same number of rows, columns and boxes.
    fn most_givens(&self, size: Size) -> usize {
        match self {
            Self::One | Self::Conflict => size.cells(),
            Self::Several(_) => size.cells() - 4,
            Self::None => size.cells() - 2,
        }
    }
}

/// Reason why no puzzle fits a request.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ImpossibleRequest {
    /// The size does not have that many cells, or the range is empty.
    Givens(Size, RangeInclusive<usize>),
    /// With this number of givens there are always more solutions, as far as is known.
    TooFew {
        /// Size of the puzzle.
        size: Size,
        /// Smallest number of givens of a puzzle without more solutions.
        least: usize,
        /// Largest requested number; a puzzle with no solution is made from one with one solution.
        solutions: u64,
    },
    /// With this number of givens one is always redundant, as far as is known.
    TooMany {
        /// Size of the puzzle.
        size: Size,
        /// Largest known number of givens of a minimal puzzle.
        most: usize,
    },
    /// A conflict needs two givens.
    Conflict,
    /// With this number of empty cells there is one solution or a conflict.
    Full {
        /// Size of the puzzle.
        size: Size,
        /// Largest possible number of givens.
        most: usize,
    },
    /// No pattern with that symmetry has that number of givens.
    Pattern(Symmetry, RangeInclusive<usize>),
    /// Fewer than 2 solutions, more than [`Answers::MOST`], or an empty range.
    Solutions(RangeInclusive<u64>),
    /// Only puzzles with one solution can be minimal or have a difficulty.
    NotOne(&'static str),
    /// Only 9x9 puzzles have a score.
    Score(Size),
    /// The range is empty, or no puzzle of that size has a rating in it.
    Rating(Size, RangeInclusive<u16>),
}

impl PuzzleRequest {
    /// Creates a request for one solution only, like [`generate`](crate::generate()).
    pub fn new(size: Size) -> Self {
        Self {
            size,
            givens: None,
            symmetry: Symmetry::None,
            minimal: None,
            answers: Answers::One,
            band: None,
            rating: None,
            effort: 1,
        }
    }

    /// Rejects a request that is known to be impossible.
    ///
    /// # Errors
    ///
    /// With the first reason found.
    pub fn check(&self) -> Result<(), ImpossibleRequest> {
        self.check_answers()?;
        let Some(givens) = &self.givens else { return Ok(()) };
        let (size, cells) = (self.size, self.size.cells());
        if givens.is_empty() || *givens.end() > cells {
            return Err(ImpossibleRequest::Givens(size, givens.clone()));
        }
        self.check_numbers(givens)?;
        if !reachable(&self.symmetry.orbits(size), cells)[givens.clone()].contains(&true) {
            return Err(ImpossibleRequest::Pattern(self.symmetry, givens.clone()));
        }
        Ok(())
    }

    /// Rejects too few and too many givens.
    fn check_numbers(&self, givens: &RangeInclusive<usize>) -> Result<(), ImpossibleRequest> {
        let (size, solutions) = (self.size, self.answers.most());
        let (least, most) = (fewest_givens(size, solutions), self.answers.most_givens(size));
        if *givens.end() < least {
            let solutions = if self.answers == Answers::None { 0 } else { solutions };
            return Err(ImpossibleRequest::TooFew { size, least, solutions });
        }
        if *givens.start() > most {
            return Err(ImpossibleRequest::Full { size, most });
        }
        if self.answers == Answers::Conflict && *givens.end() < 2 {
            return Err(ImpossibleRequest::Conflict);
        }
        match most_minimal_givens(size) {
            most if self.minimal == Some(true) && *givens.start() > most => {
                Err(ImpossibleRequest::TooMany { size, most })
            }
            _ => Ok(()),
        }
    }

    fn check_answers(&self) -> Result<(), ImpossibleRequest> {
        if let Answers::Several(wanted) = &self.answers
            && (wanted.is_empty() || *wanted.start() < 2 || *wanted.end() > Answers::MOST)
        {
            return Err(ImpossibleRequest::Solutions(wanted.clone()));
        }
        if self.answers != Answers::One {
            let asked = [
                (self.minimal.is_some(), "can be minimal or not"),
                (self.band.is_some(), "has a band"),
                (self.rating.is_some(), "has a rating"),
            ];
            let first = asked.into_iter().find(|(is_asked, _)| *is_asked);
            return first.map_or(Ok(()), |(_, what)| Err(ImpossibleRequest::NotOne(what)));
        }
        if self.band.is_some() && self.size != Size::Nine {
            return Err(ImpossibleRequest::Score(self.size));
        }
        match &self.rating {
            Some(range) if !range.clone().any(|tenths| self.may_be_rated(tenths)) => {
                Err(ImpossibleRequest::Rating(self.size, range.clone()))
            }
            _ => Ok(()),
        }
    }

    /// Whether a rating may be possible; only a full grid has none.
    fn may_be_rated(&self, tenths: u16) -> bool {
        let is_full =
            || self.givens.as_ref().is_some_and(|range| *range.end() == self.size.cells());
        if tenths == 0 { is_full() } else { rating::is_rated(self.size, tenths) }
    }
}

/// Smallest number of givens of a puzzle without more solutions; for 16x16 and 25x25 a lower bound
/// below all known puzzles.
///
/// For one solution 17 is proven: McGuire, Tugemann and Civario, "There is no 16-Clue Sudoku",
/// 2012. At most one digit is not among the givens, otherwise two could be exchanged. Each further
/// given can leave half of the solutions or fewer, so that soon there is one.
fn fewest_givens(size: Size, solutions: u64) -> usize {
    let for_one = match size {
        Size::Four => 4,
        Size::Nine => 17_usize,
        Size::Sixteen | Size::TwentyFive => size.side() - 1,
    };
    for_one.saturating_sub(solutions.ilog2() as usize)
}

/// Largest known number of givens of a minimal puzzle: 6 for 4x4, counted by a test; 40 for 9x9.
fn most_minimal_givens(size: Size) -> usize {
    match size {
        Size::Four => 6,
        Size::Nine => 40,
        Size::Sixteen | Size::TwentyFive => size.cells() - 1,
    }
}

/// Possible numbers of cells in whole orbits, from none to all cells.
fn reachable(orbits: &[Vec<usize>], cells: usize) -> Vec<bool> {
    let mut sums = vec![false; cells + 1];
    sums[0] = true;
    for orbit in orbits {
        for sum in (orbit.len()..=cells).rev() {
            sums[sum] |= sums[sum - orbit.len()];
        }
    }
    sums
}

impl fmt::Display for ImpossibleRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Givens(_, givens) if givens.is_empty() => {
                write!(f, "{}: no number is in this range", counted(shown(givens), "given"))
            }
            Self::Givens(size, givens) => {
                let (givens, cells) = (counted(shown(givens), "given"), size.cells());
                write!(f, "{givens}: a {size} puzzle has 0 to {cells}")
            }
            Self::TooFew { size, least, solutions: solutions @ (0 | 1) } => {
                write!(f, "a {size} puzzle with one solution has at least {least} givens")?;
                f.write_str(if *solutions == 0 {
                    " (those without any are made from them)"
                } else {
                    ""
                })
            }
            Self::TooFew { size, least, solutions } => {
                let least = counted(least, "given");
                write!(f, "a {size} puzzle with {solutions} solutions has at least {least}")
            }
            Self::TooMany { size, most } => {
                write!(f, "no minimal {size} puzzle is known with more than {most} givens")
            }
            Self::Conflict => write!(f, "a conflict needs two givens"),
            Self::Full { size, most } => {
                write!(f, "a {size} puzzle with that many solutions")?;
                write!(f, " and no conflict has at most {most} givens")
            }
            Self::Pattern(symmetry, givens) => {
                let givens = counted(shown(givens), "given");
                write!(f, "no pattern with {symmetry} symmetry has {givens}")
            }
            Self::Solutions(wanted) if wanted.is_empty() => {
                write!(f, "{}: no number is in this range", counted(shown(wanted), "solution"))
            }
            Self::Solutions(wanted) => {
                let wanted = counted(shown(wanted), "solution");
                write!(f, "{wanted}: several means 2 to {}", Answers::MOST)
            }
            Self::NotOne(what) => write!(f, "only a puzzle with one solution {what}"),
            Self::Rating(size, range) => {
                let range = written(*range.start())..=written(*range.end());
                write!(f, "no {size} puzzle is rated {}", shown(&range))?;
                write!(f, " ({} stands for {})", f64::from(BEYOND) / 10.0, written(BEYOND))
            }
            Self::Score(size) => write!(f, "a {size} puzzle has no band: only 9x9 is scored"),
        }
    }
}

/// Formats a range as `2 to 5`, or as one number.
fn shown<T: PartialEq + fmt::Display>(range: &RangeInclusive<T>) -> String {
    let (from, to) = (range.start(), range.end());
    if from == to { from.to_string() } else { format!("{from} to {to}") }
}

impl std::error::Error for ImpossibleRequest {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Puzzle, solutions};

    /// Whether each set of the cells of a complete 4x4 grid leaves no other grid.
    fn sets_with_one_solution(grid: &[u8], all: &[Vec<u8>]) -> Vec<bool> {
        let differs = |other: &Vec<u8>| -> usize {
            (0..16).filter(|&cell| other[cell] != grid[cell]).map(|cell| 1 << cell).sum()
        };
        let others: Vec<usize> = all.iter().map(differs).filter(|cells| *cells != 0).collect();
        (0..1 << 16).map(|set: usize| others.iter().all(|cells| cells & set != 0)).collect()
    }

    /// All grids of 4x4 are like one of two, up to digits, rows and columns.
    #[test]
    fn minimal_puzzles_of_4x4_have_4_to_6_givens() {
        let empty: Puzzle = "................".parse().expect("an empty puzzle");
        let all: Vec<Vec<u8>> = solutions(&empty).map(|grid| grid.cells().to_vec()).collect();
        let mut numbers = std::collections::BTreeSet::new();
        for grid in ["1234341221434321", "1234341223414123"] {
            let grid: Vec<u8> = grid.bytes().map(|digit| digit - b'0').collect();
            let one = sets_with_one_solution(&grid, &all);
            let fewer = |set: usize| (0..16).map(move |cell| set & !(1 << cell));
            let minimal =
                |&set: &usize| one[set] && fewer(set).all(|less| less == set || !one[less]);
            numbers.extend((0..1 << 16).filter(minimal).map(|set: usize| set.count_ones()));
        }
        assert!(numbers.into_iter().eq(4..=most_minimal_givens(Size::Four) as u32));
        assert_eq!(fewest_givens(Size::Four, 1), 4);
    }

    fn refused(wanted: &PuzzleRequest) -> String {
        wanted.check().expect_err("it is impossible").to_string()
    }

    #[test]
    fn impossible_requests_are_rejected() {
        let nine = PuzzleRequest::new(Size::Nine);
        let givens = |range| PuzzleRequest { givens: Some(range), ..nine.clone() };
        let answers = |answers| PuzzleRequest { answers, ..nine.clone() };
        let nearly_full = |answers, number| PuzzleRequest { answers, ..givens(number..=81) };
        let patterned = PuzzleRequest { symmetry: Symmetry::Rotate90, ..givens(26..=27) };
        #[rustfmt::skip]
        let cases = [
            (givens(10..=16), "at least 17 givens"),
            (givens(30..=82), "30 to 82 givens: a 9x9 puzzle has 0 to 81"),
            (PuzzleRequest { minimal: Some(true), ..givens(50..=81) }, "more than 40 givens"),
            (nearly_full(Answers::Several(2..=3), 78), "and no conflict has at most 77 givens"),
            (nearly_full(Answers::None, 80), "and no conflict has at most 79 givens"),
            (PuzzleRequest { answers: Answers::Several(2..=3), ..givens(2..=15) }, "3 solutions has at least"),
            (patterned, "no pattern with rotate90 symmetry has 26 to 27 givens"),
            (answers(Answers::Several(1..=5)), "1 to 5 solutions: several means 2 to 10000"),
            (PuzzleRequest { minimal: Some(true), ..answers(Answers::None) }, "can be minimal or not"),
            (PuzzleRequest { band: Some(Band::Easy), ..answers(Answers::Conflict) }, "has a band"),
            (PuzzleRequest { band: Some(Band::Easy), ..PuzzleRequest::new(Size::Four) }, "4x4 puzzle has no band"),
            (PuzzleRequest { answers: Answers::Conflict, ..givens(0..=1) }, "needs two givens"),
        ];
        for (wanted, expected) in cases {
            let message = refused(&wanted);
            assert!(message.contains(expected), "{message}");
        }
        let (more, less) = (30, 20);
        let message = refused(&givens(more..=less));
        assert!(message.starts_with("30 to 20 givens"), "{message}");
        let message = refused(&PuzzleRequest { rating: Some(more as u16..=less as u16), ..nine });
        assert_eq!(message, "no 9x9 puzzle is rated 3.0 to 2.0 (5.5 stands for >5.4)");
    }

    /// Direct claiming comes only where a box has more than two others next to it.
    #[test]
    fn impossible_ratings_are_rejected() {
        let rated =
            |size, rating| PuzzleRequest { rating: Some(rating), ..PuzzleRequest::new(size) };
        for tenths in [0..=9, 11..=11, 13..=14, 19..=19, 33..=33, 56..=60, 90..=u16::MAX] {
            let message = refused(&rated(Size::Nine, tenths));
            assert!(message.starts_with("no 9x9 puzzle is rated "), "{message}");
        }
        for (size, tenths) in
            [(Size::Nine, 19..=20), (Size::Nine, 53..=53), (Size::Sixteen, 19..=19)]
        {
            assert_eq!(rated(size, tenths).check(), Ok(()));
        }
        let full = PuzzleRequest { givens: Some(80..=81), ..rated(Size::Nine, 0..=0) };
        assert_eq!(full.check(), Ok(()));
    }
}

//! Steps of a search, as reported.

use std::fmt::{self, Write as _};

use super::drawing::{Drawing, GridDrawing, Markup, symbols};
use super::state::{TrialState, each};
use super::{Cells, is_digit};
use crate::{Place, Size, Unit};

/// Receives the steps of a search.
pub trait StepObserver {
    /// Whether steps are received; if not, none are created.
    const LISTENS: bool = true;

    /// Receives the next step.
    fn step(&mut self, step: &Step);

    /// Whether to stop: if so, no further trial is made.
    fn is_done(&self) -> bool {
        false
    }
}

/// Receives nothing, at no cost.
impl StepObserver for () {
    const LISTENS: bool = false;

    fn step(&mut self, _: &Step) {}
}

/// One step of a search.
///
/// As text: a sentence and, for some steps, a drawing. Each line has its line end and is indented
/// by two spaces for every level above the first. Lines, including empty ones, and drawings are
/// where 1.20 has them; only the sentences differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Nesting depth of trials: 1 outside of any.
    pub level: u32,
    /// Action of the step.
    pub kind: StepKind,
}

/// Action of a step; cells are numbered row by row from 0, bit 0 of a mask is digit 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// Every cell may still hold every digit.
    Open,
    /// A cell is given.
    Given {
        /// The cell.
        cell: usize,
        /// Its digit.
        digit: u8,
    },
    /// The puzzle, and the candidates before any deduction.
    Puzzle(Cells),
    /// The current candidates; not reported once the puzzle is solved.
    Markup([u16; 81]),
    /// A candidate is removed because a cell in the same row, column or box is solved with it.
    Removed {
        /// The cell that had the candidate.
        cell: usize,
        /// The candidate.
        digit: u8,
        /// The solved cell.
        cause: usize,
    },
    /// Such a candidate was the last one of its cell, or its given digit.
    Emptied {
        /// The cell without candidates.
        cell: usize,
        /// The removed candidate.
        digit: u8,
        /// The solved cell.
        cause: usize,
    },
    /// A cell has one candidate left.
    Solved {
        /// The cell.
        cell: usize,
        /// Its digit.
        digit: u8,
    },
    /// A digit has one cell left in a unit.
    OnlyPlace {
        /// The cell.
        cell: usize,
        /// Its digit.
        digit: u8,
        /// The row, column or box.
        unit: Unit,
    },
    /// A candidate is removed because other boxes of the chute need these rows or columns for it.
    Aligned {
        /// The cell that had the candidate.
        cell: usize,
        /// The candidate.
        digit: u8,
        /// The boxes, one or two.
        boxes: Vec<Unit>,
        /// Their rows or columns, of the same number.
        lines: Vec<Unit>,
    },
    /// Candidates are removed because other cells of the unit share exactly these digits.
    Outside {
        /// The cell that had the candidates.
        cell: usize,
        /// The removed candidates.
        lost: u16,
        /// The shared digits.
        tuple: u16,
        /// The row, column or box.
        unit: Unit,
    },
    /// Several cells share fewer digits than there are cells.
    TooMany {
        /// Number of cells.
        cells: usize,
        /// The digits.
        tuple: u16,
        /// The row, column or box.
        unit: Unit,
    },
    /// A candidate is tried; the following steps are one level deeper.
    Trial {
        /// The cell.
        cell: usize,
        /// The candidate.
        digit: u8,
    },
    /// A trial has ended.
    Back,
    /// A solution.
    Solution(Cells),
}

impl Step {
    /// Appends the text of the step.
    pub fn add_to(&self, text: &mut String) {
        let page = Page { text, indent: 2 * self.level.saturating_sub(1) as usize };
        match &self.kind {
            StepKind::Open => page.gap().sentence(&self.kind),
            StepKind::Puzzle(cells) => {
                let page = page.sentence(&self.kind).gap().draw(&GridDrawing(cells));
                let is_open = |&&digit: &&u8| !is_digit(digit);
                match cells.iter().find(is_open) {
                    Some(_) => page.markup(&TrialState::new(cells).candidates).gap(),
                    None => page.gap(),
                }
            }
            StepKind::Markup(masks) => page.markup(masks),
            StepKind::Back => page.sentence(&self.kind).gap(),
            StepKind::Solution(cells) => {
                page.gap().sentence(&self.kind).gap().draw(&GridDrawing(cells)).gap()
            }
            _ => page.sentence(&self.kind),
        };
    }
}

/// Text that is extended line by line.
struct Page<'t> {
    text: &'t mut String,
    /// Spaces before each line that is not empty.
    indent: usize,
}

impl Page<'_> {
    fn gap(self) -> Self {
        self.text.push('\n');
        self
    }

    fn sentence(self, kind: &StepKind) -> Self {
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "{:indent$}{kind}", "", indent = self.indent);
        self
    }

    fn draw(self, drawing: &impl Drawing) -> Self {
        drawing.add_to(self.text, self.indent);
        self
    }

    fn markup(self, masks: &[u16; 81]) -> Self {
        self.gap().sentence(&StepKind::Markup(*masks)).draw(&Markup(masks)).gap()
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.add_to(&mut text);
        f.write_str(&text)
    }
}

/// Only the sentence.
impl fmt::Display for StepKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open => f.write_str("every cell may hold any of 1 to 9"),
            Self::Given { cell, digit } => write!(f, "{}: {digit} is given", at(*cell)),
            Self::Puzzle(cells) => write!(f, "the puzzle is {}", symbols(cells)),
            Self::Markup(_) => f.write_str("the candidates now"),
            Self::Removed { cell, digit, cause } => {
                write!(f, "{}: no {digit}, which is at {}", at(*cell), at(*cause))
            }
            Self::Emptied { cell, digit, cause } => {
                write!(
                    f,
                    "{}: dead end, only {digit} was left, which is at {}",
                    at(*cell),
                    at(*cause)
                )
            }
            Self::Solved { cell, digit } => write!(f, "{}: {digit}, the last candidate", at(*cell)),
            Self::OnlyPlace { cell, digit, unit } => {
                write!(f, "{}: {digit}, which has no other place in {unit}", at(*cell))
            }
            Self::Aligned { cell, digit, boxes, lines } => {
                let (boxes, lines) = (listed(boxes), listed(lines));
                write!(f, "{}: no {digit}, which {boxes} must have in {lines}", at(*cell))
            }
            Self::Outside { cell, lost, tuple, unit } => {
                let (lost, count) = (digits(*lost, "or"), tuple.count_ones());
                let tuple = digits(*tuple, "and");
                write!(f, "{}: no {lost}, as {count} cells of {unit} share {tuple}", at(*cell))
            }
            Self::TooMany { cells, tuple, unit } => {
                let tuple = digits(*tuple, "and");
                write!(f, "{unit}: dead end, {cells} cells share no more than {tuple}")
            }
            Self::Trial { cell, digit } => write!(f, "{}: {digit} is tried", at(*cell)),
            Self::Back => f.write_str("end of this trial"),
            Self::Solution(cells) => write!(f, "a solution is {}", symbols(cells)),
        }
    }
}

/// Row and column of a cell.
pub(super) fn at(cell: usize) -> Place {
    Size::Nine.place(cell)
}

/// `3`, `3 and 7`, `3, 5 and 7`.
pub(super) fn digits(mask: u16, last: &str) -> String {
    let digits: Vec<String> =
        each(mask).map(|bit| (bit.trailing_zeros() + 1).to_string()).collect();
    match digits.split_last() {
        Some((end, front)) if !front.is_empty() => format!("{} {last} {end}", front.join(", ")),
        _ => digits.concat(),
    }
}

fn listed(units: &[Unit]) -> String {
    units.iter().map(Unit::to_string).collect::<Vec<_>>().join(" and ")
}

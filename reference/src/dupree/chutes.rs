//! Box and line: lines of a chute that some boxes need for a digit exclude the other boxes.
//!
//! A chute is three boxes in a row or a column; its lines are the three rows or columns that run
//! through all of them. A box that can hold a digit in only one line claims that line; two boxes
//! that can hold it in the same two lines claim both.

use super::search::DupreeSearch;
use super::state::{TrialState, digit, each};
use super::step::{StepKind, StepObserver};
use super::units::UNITS;
use crate::Unit;

/// Direction of the lines of a chute.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Axis {
    Rows,
    Columns,
}

/// Boxes of a chute that need a digit in some of its lines; bits from 0 in both.
struct Claim {
    boxes: u8,
    lines: u8,
}

/// A cell was solved: the other deductions wait until its peers are updated.
struct SolvedCell;

impl<T: StepObserver> DupreeSearch<'_, T> {
    /// Applies the rule to the first digit for which it changes anything: first rows, then columns.
    pub(super) fn boxes_and_lines(&mut self, state: &mut TrialState) -> bool {
        state.moves = 0;
        for axis in [Axis::Rows, Axis::Columns] {
            for digit in each(Lines::of(state, axis).claimed()) {
                let done = self.claims(state, axis, digit);
                if state.moves > 0 {
                    // A finished digit is scored; an interrupted one was scored with its cell.
                    state.score += if done.is_ok() { 5 } else { 0 };
                    state.score += 15_u64.saturating_sub(5 * state.moves);
                    return true;
                }
            }
        }
        false
    }

    /// Searches every chute for claims of one line, then for claims of two.
    fn claims(&mut self, state: &mut TrialState, axis: Axis, digit: u16) -> Result<(), SolvedCell> {
        for count in 1..=2 {
            for chute in 0..3 {
                if let Some(claim) = claim(state, axis, chute, digit, count) {
                    self.enforce(state, axis, chute, digit, &claim)?;
                }
            }
        }
        Ok(())
    }

    /// Removes a digit from the claimed lines in the boxes that do not claim them.
    fn enforce(
        &mut self,
        state: &mut TrialState,
        axis: Axis,
        chute: usize,
        bit: u16,
        claim: &Claim,
    ) -> Result<(), SolvedCell> {
        for place in (0..3).filter(|place| claim.boxes & 1 << place == 0) {
            let cells = UNITS[18 + box_at(axis, chute, place)].map(usize::from);
            for (at, cell) in cells.into_iter().enumerate() {
                let claimed = claim.lines & 1 << line_of(axis, at) != 0;
                if !claimed || state.candidates[cell] & bit == 0 || state.is_solved(cell) {
                    continue;
                }
                state.candidates[cell] &= !bit;
                state.score += 1;
                state.moves += 1;
                self.report(|| aligned(axis, chute, cell, bit, claim));
                if state.candidates[cell].is_power_of_two() {
                    state.score += 5;
                    self.solve(state, cell);
                    return Err(SolvedCell);
                }
            }
        }
        Ok(())
    }
}

/// The claim of a digit in a chute by a number of boxes to the same number of lines.
///
/// As in 1.20 only the last box with the digit in that number of lines counts, with the boxes that
/// agree with it: an earlier box with another line, or an earlier pair, is skipped.
fn claim(state: &TrialState, axis: Axis, chute: usize, digit: u16, count: u32) -> Option<Claim> {
    let lines = [0, 1, 2].map(|place| lines(state, box_at(axis, chute, place), axis, digit));
    let last = *lines.iter().rfind(|lines| lines.count_ones() == count)?;
    let mut agreeing = (0..3).filter(|&place| lines[place] == last);
    let boxes: u8 = match count {
        1 => 1 << agreeing.next_back()?,
        _ => agreeing.map(|place| 1 << place).sum(),
    };
    (boxes.count_ones() == count).then_some(Claim { boxes, lines: last })
}

/// Lines in which a box may hold a digit.
fn lines(state: &TrialState, number: usize, axis: Axis, digit: u16) -> u8 {
    let mut lines = 0;
    for (at, cell) in UNITS[18 + number].map(usize::from).into_iter().enumerate() {
        if state.candidates[cell] & digit != 0 && !state.is_solved(cell) {
            lines |= 1 << line_of(axis, at);
        }
    }
    lines
}

/// Digits that each box may hold in each of its lines.
struct Lines([[u16; 3]; 9], Axis);

impl Lines {
    fn of(state: &TrialState, axis: Axis) -> Self {
        let mut boxes = [[0; 3]; 9];
        for (cells, lines) in UNITS[18..].iter().zip(&mut boxes) {
            for (at, cell) in cells.map(usize::from).into_iter().enumerate() {
                if !state.is_solved(cell) {
                    lines[line_of(axis, at)] |= state.candidates[cell];
                }
            }
        }
        Self(boxes, axis)
    }

    /// Digits that can be claimed: some box has a line that another box may lose.
    ///
    /// A claim of a digit removes its lines from a box, and some box of the claim has no others.
    fn claimed(&self) -> u16 {
        let Self(boxes, axis) = self;
        let mut claimed = 0;
        for chute in 0..3 {
            let boxes = [0, 1, 2].map(|place| boxes[box_at(*axis, chute, place)]);
            for (place, [first, second, third]) in boxes.into_iter().enumerate() {
                let free = !(first & second & third) & (first | second | third);
                let others = (0..3).filter(|&other| other != place).map(|other| boxes[other]);
                for [one, two, three] in others {
                    claimed |= free & (first & one | second & two | third & three);
                }
            }
        }
        claimed
    }
}

fn box_at(axis: Axis, chute: usize, place: usize) -> usize {
    match axis {
        Axis::Rows => chute * 3 + place,
        Axis::Columns => place * 3 + chute,
    }
}

/// Line of the chute for a cell, given its position in the box.
fn line_of(axis: Axis, at: usize) -> usize {
    match axis {
        Axis::Rows => at / 3,
        Axis::Columns => at % 3,
    }
}

fn aligned(axis: Axis, chute: usize, cell: usize, bit: u16, claim: &Claim) -> StepKind {
    let picked = |mask: u8| (0..3).filter(move |at| mask & 1 << at != 0);
    let line = |at: usize| match axis {
        Axis::Rows => Unit::Row((chute * 3 + at) as u8),
        Axis::Columns => Unit::Column((chute * 3 + at) as u8),
    };
    let boxes = picked(claim.boxes).map(|at| Unit::Box(box_at(axis, chute, at) as u8)).collect();
    let lines = picked(claim.lines).map(line).collect();
    StepKind::Aligned { cell, digit: digit(bit), boxes, lines }
}

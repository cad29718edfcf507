//! A digit whose cells in one unit are all in another one, too.

use super::board::{Board, UnitKind, bit};
use super::{RatingStep, Technique, words};
use crate::symbol;

/// Pointing and claiming that leave another unit one cell for the digit.
pub(crate) fn direct(board: &Board) -> Option<RatingStep> {
    find(board, |locked| locked.single(board))
}

/// Pointing and claiming that rule out a candidate.
pub(crate) fn indirect(board: &Board) -> Option<RatingStep> {
    find(board, |locked| locked.removal(board))
}

/// Boxes against lines, then lines against boxes.
const PAIRS: [(UnitKind, UnitKind); 4] = [
    (UnitKind::Box, UnitKind::Column),
    (UnitKind::Box, UnitKind::Row),
    (UnitKind::Column, UnitKind::Box),
    (UnitKind::Row, UnitKind::Box),
];

/// All cells of `unit` for the digit are in `other`, which is of another kind.
struct LockedDigit {
    kind: UnitKind,
    unit: usize,
    other: usize,
    digit: usize,
}

fn find(board: &Board, take: impl Fn(&LockedDigit) -> Option<RatingStep>) -> Option<RatingStep> {
    PAIRS.into_iter().find_map(|(kind, other_kind)| {
        (1..=board.side()).find_map(|digit| {
            board.units(kind).find_map(|unit| {
                let cells = board.cells_for(unit, digit);
                let other = board.unit_of(other_kind, *cells.first()?);
                let is_locked = cells.len() > 1 && cells.iter().all(|&c| board.is_in(other, c));
                if is_locked { take(&LockedDigit { kind, unit, other, digit }) } else { None }
            })
        })
    })
}

impl LockedDigit {
    fn single(&self, board: &Board) -> Option<RatingStep> {
        let other_units = board.units(self.kind).filter(|&next| next != self.unit);
        let (next, left) = other_units
            .map(|next| (next, board.shared(next, self.other), board.places(next, self.digit)))
            .find(|(_, lost, places)| places & lost != 0 && (places & !lost).is_power_of_two())
            .map(|(next, lost, places)| (next, places & !lost))?;
        let technique = match self.kind {
            UnitKind::Box => Technique::DirectPointing,
            UnitKind::Column | UnitKind::Row => Technique::DirectClaiming,
        };
        let cell = board.cell(next, left.trailing_zeros() as usize);
        let step = self.step(board, technique, &[self.unit, self.other, next]);
        step.places(board, cell, self.digit).because(|| {
            let next = words::unit(board.size, next);
            format!("{}, and leaves {next} one cell for it", self.reason(board))
        })
    }

    fn removal(&self, board: &Board) -> Option<RatingStep> {
        let technique = match self.kind {
            UnitKind::Box => Technique::Pointing,
            UnitKind::Column | UnitKind::Row => Technique::Claiming,
        };
        let outside = board.cells(self.other).filter(|&cell| !board.is_in(self.unit, cell));
        let step = self.step(board, technique, &[self.unit, self.other]);
        step.removes(board, outside, bit(self.digit)).because(|| self.reason(board))
    }

    fn step(&self, board: &Board, technique: Technique, units: &[usize]) -> RatingStep {
        let cells = board.cells_for(self.unit, self.digit);
        RatingStep::new(board, technique, bit(self.digit), &cells, units)
    }

    fn reason(&self, board: &Board) -> String {
        let [unit, other] = [self.unit, self.other].map(|unit| words::unit(board.size, unit));
        format!("the {} of {unit} is in {other}", symbol(self.digit as u8))
    }
}

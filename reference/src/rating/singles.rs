//! Cells and digits that have one choice left.

use super::board::{Board, UnitKind, bit, digits_of};
use super::{RatingStep, Technique, words};
use crate::symbol;

/// A digit with one cell in a unit: last empty cells first, then in boxes, columns and rows.
pub(crate) fn hidden(board: &Board) -> Option<RatingStep> {
    let in_units = |is_last: bool| {
        let mut units = board.all_units().filter(|&unit| (board.blanks(unit) == 1) == is_last);
        units.find_map(|unit| in_unit(board, unit))
    };
    in_units(true).or_else(|| in_units(false))
}

fn in_unit(board: &Board, unit: usize) -> Option<RatingStep> {
    let digit = (1..=board.side()).find(|&d| board.places(unit, d).is_power_of_two())?;
    let cell = board.cells_for(unit, digit)[0];
    let name = words::unit(board.size, unit);
    let technique = match board.blanks(unit) {
        1 => Technique::LastDigit,
        _ if board.units(UnitKind::Box).contains(&unit) => Technique::HiddenSingleInBox,
        _ => Technique::HiddenSingleInLine,
    };
    let step = RatingStep::new(board, technique, bit(digit), &[cell], &[unit]);
    step.places(board, cell, digit).because(|| match technique {
        Technique::LastDigit => format!("{name} has one empty cell left"),
        _ => format!("{} can go nowhere else in {name}", symbol(digit as u8)),
    })
}

/// The first cell with one candidate.
pub(crate) fn naked(board: &Board) -> Option<RatingStep> {
    let cell = (0..board.size.cells()).find(|&c| board.candidates(c).is_power_of_two())?;
    let digit = digits_of(board.candidates(cell)).next()?;
    let (place, shown) = (board.size.place(cell), symbol(digit as u8));
    RatingStep::new(board, Technique::NakedSingle, bit(digit), &[cell], &[])
        .places(board, cell, digit)
        .because(|| format!("{place} can hold nothing but {shown}"))
}

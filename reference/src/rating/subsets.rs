//! As many digits as cells: naked and hidden pairs, triples and quads.

use super::board::{Board, bit};
use super::{RatingStep, Technique, tuples, words};
use crate::symbol;

/// N cells that hold only N digits: the rest of the unit loses these digits.
pub(crate) fn naked(board: &Board, degree: usize) -> Option<RatingStep> {
    let technique =
        [Technique::NakedPair, Technique::NakedTriple, Technique::NakedQuad][degree - 2];
    board.all_units().filter(|&unit| board.blanks(unit) >= 2 * degree).find_map(|unit| {
        let candidates = board.cells(unit).map(|cell| board.candidates(cell)).enumerate();
        let sets = of_degree(candidates, degree);
        tuples::find(&sets, degree, &mut |positions, digits| {
            let cells = board.cells_at(unit, positions);
            let others = board.cells(unit).filter(|cell| !cells.contains(cell));
            let step = RatingStep::new(board, technique, digits, &cells, &[unit]);
            step.removes(board, others, digits).because(|| {
                let (cells, digits) = (words::at(board, &cells), words::digits(digits, "and"));
                format!("{cells} hold {digits} between them")
            })
        })
    })
}

/// N digits that have only N cells of a unit: these cells lose all others.
pub(crate) fn hidden(board: &Board, degree: usize) -> Option<RatingStep> {
    let technique =
        [Technique::HiddenPair, Technique::HiddenTriple, Technique::HiddenQuad][degree - 2];
    let units = board.all_units().filter(|&unit| board.blanks(unit) > 2 * degree);
    find_hidden(board, units, degree, |unit, digits, positions| {
        let cells = board.cells_at(unit, positions);
        let step = RatingStep::new(board, technique, digits, &cells, &[unit]);
        step.removes(board, cells.iter().copied(), !digits)
            .because(|| hidden_reason(board, unit, digits, &cells))
    })
}

/// The same, if it leaves another digit one cell of the unit.
pub(crate) fn direct_hidden(board: &Board, degree: usize) -> Option<RatingStep> {
    let technique = [Technique::DirectHiddenPair, Technique::DirectHiddenTriple][degree - 2];
    let units = board.all_units().filter(|&unit| board.blanks(unit) > degree);
    find_hidden(board, units, degree, |unit, digits, positions| {
        let is_single = |&digit: &usize| {
            let places = board.places(unit, digit);
            digits & bit(digit) == 0
                && places & positions != 0
                && (places & !positions).is_power_of_two()
        };
        let single = (1..=board.side()).find(is_single)?;
        let cell = board.cells_at(unit, board.places(unit, single) & !positions)[0];
        let cells = board.cells_at(unit, positions);
        let step = RatingStep::new(board, technique, digits, &cells, &[unit]);
        step.places(board, cell, single).because(|| {
            let reason = hidden_reason(board, unit, digits, &cells);
            format!("{reason}, which leaves one cell for {}", symbol(single as u8))
        })
    })
}

/// Offers every hidden set of these units: the unit, the digits and their positions.
fn find_hidden(
    board: &Board,
    mut units: impl Iterator<Item = usize>,
    degree: usize,
    take: impl Fn(usize, u32, u32) -> Option<RatingStep>,
) -> Option<RatingStep> {
    units.find_map(|unit| {
        let places = (1..=board.side()).map(|digit| (digit - 1, board.places(unit, digit)));
        let sets = of_degree(places, degree);
        tuples::find(&sets, degree, &mut |digits, positions| take(unit, digits, positions))
    })
}

/// Sets that may be part of one of `degree`: those with 2 to `degree` members.
pub(crate) fn of_degree(
    sets: impl Iterator<Item = (usize, u32)>,
    degree: usize,
) -> Vec<(usize, u32)> {
    sets.filter(|(_, mask)| (2..=degree as u32).contains(&mask.count_ones())).collect()
}

fn hidden_reason(board: &Board, unit: usize, digits: u32, cells: &[usize]) -> String {
    let (unit, digits) = (words::unit(board.size, unit), words::digits(digits, "and"));
    format!("{digits} of {unit} have only {} between them", words::at(board, cells))
}

//! X-wing, swordfish, jellyfish: as many columns as rows, or rows as columns, for one digit.

use super::board::{Board, UnitKind, bit};
use super::{RatingStep, Technique, subsets, tuples, words};
use crate::symbol;

/// N lines that have a digit in only N crossing lines: other cells of these lose it.
pub(crate) fn fish(board: &Board, degree: usize) -> Option<RatingStep> {
    let ways = [(UnitKind::Column, UnitKind::Row), (UnitKind::Row, UnitKind::Column)];
    ways.into_iter().find_map(|(kind, across)| in_lines(board, degree, kind, across))
}

/// The fish of the first lines, and of several there the one of the least digit.
fn in_lines(board: &Board, degree: usize, kind: UnitKind, across: UnitKind) -> Option<RatingStep> {
    let first_of = |digit| {
        let places = board.units(kind).map(|unit| board.places(unit, digit));
        let left = places.clone().filter(|&places| places != 0).count();
        let sets = subsets::of_degree(places.enumerate(), degree);
        let mut take = |lines, crossed| {
            let units = [board.units_in(kind, lines), board.units_in(across, crossed)];
            step(board, digit, units).map(|step| (lines, step))
        };
        if left < 2 * degree { None } else { tuples::find(&sets, degree, &mut take) }
    };
    let first = (1..=board.side()).filter_map(first_of).min_by_key(|(lines, _)| *lines);
    first.map(|(_, step)| step)
}

fn step(board: &Board, digit: usize, [lines, crossed]: [Vec<usize>; 2]) -> Option<RatingStep> {
    let technique = [Technique::XWing, Technique::Swordfish, Technique::Jellyfish][lines.len() - 2];
    let in_lines = |cell: &usize| lines.iter().any(|&line| board.is_in(line, *cell));
    let (cells, others): (Vec<usize>, Vec<usize>) =
        crossed.iter().flat_map(|&line| board.cells_for(line, digit)).partition(in_lines);
    let units = [&lines[..], &crossed].concat();
    let step = RatingStep::new(board, technique, bit(digit), &cells, &units);
    step.removes(board, others, bit(digit)).because(|| {
        let [lines, crossed] = [&lines, &crossed].map(|units| words::units(board.size, units));
        format!("{lines} have their {} in {crossed}", symbol(digit as u8))
    })
}

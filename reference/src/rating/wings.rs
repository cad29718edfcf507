//! XY-wing and XYZ-wing: a cell between two that share a digit which one of them must hold.

use super::board::Board;
use super::{RatingStep, Technique, words};
use crate::symbol;

/// A cell of two digits that sees two others, which have one of the two each and a third in common.
pub(crate) fn xy(board: &Board) -> Option<RatingStep> {
    wing(board, Technique::XyWing, 2)
}

/// A cell of three digits that sees two others, which have two of the three each.
pub(crate) fn xyz(board: &Board) -> Option<RatingStep> {
    wing(board, Technique::XyzWing, 3)
}

fn wing(board: &Board, technique: Technique, digits: u32) -> Option<RatingStep> {
    let is_hub = |&cell: &usize| board.candidates(cell).count_ones() == digits;
    let is_end = |&cell: &usize| board.candidates(cell).count_ones() == 2;
    (0..board.size.cells()).filter(is_hub).find_map(|hub| {
        let ends: Vec<usize> = board.peers(hub).filter(is_end).collect();
        let pairs = ends.iter().flat_map(|&end| ends.iter().map(move |&other| (end, other)));
        pairs
            .filter(|&(end, other)| is_wing(board, technique, hub, end, other))
            .find_map(|(end, other)| step(board, technique, hub, end, other))
    })
}

/// Whether the three hold three digits, one of them in both ends, and in the hub of an XYZ-wing.
fn is_wing(board: &Board, technique: Technique, hub: usize, end: usize, other: usize) -> bool {
    let [hub, end, other] = [hub, end, other].map(|cell| board.candidates(cell));
    let in_all = u32::from(technique == Technique::XyzWing);
    (hub | end | other).count_ones() == 3
        && (hub & end & other).count_ones() == in_all
        && (end & other).is_power_of_two()
        && (hub & !end).is_power_of_two()
}

fn step(
    board: &Board,
    technique: Technique,
    hub: usize,
    end: usize,
    other: usize,
) -> Option<RatingStep> {
    let [of_hub, of_end, of_other] = [hub, end, other].map(|cell| board.candidates(cell));
    let shared = of_end & of_other;
    let digit = shared.trailing_zeros() as usize + 1;
    let seeing = match technique {
        Technique::XyzWing => board.that_see_all(&[hub, end, other], digit),
        _ => board.that_see_all(&[end, other], digit),
    };
    let step = RatingStep::new(board, technique, of_hub | shared, &[hub, end, other], &[]);
    step.removes(board, seeing, shared).because(|| {
        let [at, first, second] = [hub, end, other].map(|cell| board.size.place(cell));
        let (choices, digit) = (words::digits(of_hub, "or"), symbol(digit as u8));
        let there = if technique == Technique::XyzWing { "there, " } else { "" };
        format!("as {at} holds {choices}, {digit} is {there}at {first} or at {second}")
    })
}

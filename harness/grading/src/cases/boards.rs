//! Boards that are drawn, and places in them.

use reference::{Puzzle, Random, Size, generate_with_givens};

use crate::assignment::Boards;
use crate::value::{CELLS, OPEN, Value, only, read_board};

/// A solved cell of the last board, or any where none is.
pub(super) fn solved_place(values: &[Value], random: &mut Random) -> usize {
    let board = values.iter().rev().find_map(|value| match value {
        Value::Board(cells) => Some(cells),
        _ => None,
    });
    let solved: Vec<usize> =
        board.map_or_else(Vec::new, |cells| (0..CELLS).filter(|&at| only(cells[at]) > 0).collect());
    if solved.is_empty() { random.below(CELLS) } else { solved[random.below(solved.len())] }
}

/// Givens of puzzles that are drawn: few enough to need several passes.
const GIVENS: [usize; 4] = [30, 32, 34, 38];

/// Puzzles looked at for one that elimination solves.
const MOST_TRIED: usize = 1000;

/// A board.
pub(super) fn board(from: Boards, random: &mut Random) -> Vec<u16> {
    if from == Boards::Any {
        let mut cells: Vec<u16> =
            (0..CELLS).map(|_| random.below(usize::from(OPEN) + 1) as u16).collect();
        // Most mistakes are here: no candidate, all of them, and the first and the last cell
        // solved.
        cells[1 + random.below(CELLS / 2 - 1)] = 0;
        cells[CELLS / 2 + random.below(CELLS / 2)] = OPEN;
        for cell in [0, CELLS - 1] {
            cells[cell] = 1 << random.below(9);
        }
        return cells;
    }
    let mut begun = vec![OPEN; CELLS];
    let mut steps = Vec::new();
    for _ in 0..MOST_TRIED {
        let givens = GIVENS[random.below(GIVENS.len())];
        let generated = generate_with_givens(Size::Nine, random.next_u64(), givens);
        begun = open_board(&generated.puzzle);
        steps = elimination(begun.clone());
        if steps.last().is_some_and(|end| end.iter().all(|&cell| only(cell) > 0)) {
            break;
        }
    }
    match from {
        Boards::HalfSolved if !steps.is_empty() => steps.swap_remove(random.below(steps.len())),
        Boards::Solved => steps.pop().unwrap_or(begun),
        _ => begun,
    }
}

fn open_board(puzzle: &Puzzle) -> Vec<u16> {
    read_board(&puzzle.to_string()).unwrap_or_else(|| vec![OPEN; CELLS])
}

/// The board after each solved cell's digit was ruled out of its row, column and box, until nothing
/// changes: what the homework's solver does.
fn elimination(mut board: Vec<u16>) -> Vec<Vec<u16>> {
    let mut steps = Vec::new();
    loop {
        let before = board.clone();
        for cell in 0..CELLS {
            if only(board[cell]) > 0 {
                rule_out(&mut board, cell);
                if board != before {
                    steps.push(board.clone());
                }
            }
        }
        if board == before {
            return steps;
        }
    }
}

fn rule_out(board: &mut [u16], cell: usize) {
    let size = Size::Nine;
    let sees = |other: usize| {
        size.row(other) == size.row(cell)
            || size.column(other) == size.column(cell)
            || size.box_of(other) == size.box_of(cell)
    };
    let digit = board[cell];
    for other in (0..CELLS).filter(|&other| other != cell && sees(other)) {
        board[other] &= !digit;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_draws_the_same_boards_and_elimination_solves_them() {
        let draw = || board(Boards::Puzzles, &mut Random::new(7));
        assert_eq!(draw(), draw());
        let end = elimination(draw()).pop().expect("steps");
        assert!(end.iter().all(|&cell| only(cell) > 0));
    }
}

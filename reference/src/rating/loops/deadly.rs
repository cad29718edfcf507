//! The search for loops of cells with the same two candidates.

use super::Loop;
use crate::rating::board::{Board, UnitKind};

/// Steps of the search from one cell before it gives up; only boards beyond 9x9 may need more.
const LIMIT: u32 = 100_000;

/// Calls `take` for every loop whose two digits could be swapped if its cells held only them.
///
/// A loop goes from cell to cell in alternating boxes, rows and columns. Every unit that it visits
/// has two of its cells, one at an odd and one at an even position of the loop. At least one cell
/// has no other candidates; either two others may have any, or several the same one.
pub(super) fn each_loop(board: &Board, take: &mut impl FnMut(&Loop)) {
    for cell in 0..board.size.cells() {
        let digits = board.candidates(cell);
        if digits.count_ones() == 2 {
            let found = Loop { cells: Vec::new(), digits };
            let mut search = LoopSearch { board, found, visited: [0; 2], left: LIMIT, take };
            search.enter(cell, None, Extra { digits: 0, cells_left: 2 });
        }
    }
}

/// The candidates beyond the two that a loop has met so far.
#[derive(Clone, Copy)]
struct Extra {
    digits: u32,
    /// Number of further cells that may have any.
    cells_left: u32,
}

struct LoopSearch<'b, F> {
    board: &'b Board,
    found: Loop,
    /// The units of the cells at even and at odd places, as masks.
    visited: [u128; 2],
    left: u32,
    take: &'b mut F,
}

impl<F: FnMut(&Loop)> LoopSearch<'_, F> {
    /// Continues from a cell that was reached in a unit of a kind.
    fn enter(&mut self, cell: usize, through: Option<UnitKind>, extra: Extra) {
        let parity = self.found.cells.len() % 2;
        let units = self.board.units_of(cell).iter().fold(0, |mask, unit| mask | 1_u128 << unit);
        if self.visited[parity] & units != 0 || self.left == 0 {
            return;
        }
        self.left -= 1;
        self.visited[parity] |= units;
        self.found.cells.push(cell);
        for kind in [UnitKind::Box, UnitKind::Row, UnitKind::Column] {
            if Some(kind) != through {
                let unit = self.board.unit_of(kind, cell);
                for next in self.board.cells(unit) {
                    self.step(next, kind, extra);
                }
            }
        }
        self.found.cells.pop();
        self.visited[parity] &= !units;
    }

    fn step(&mut self, next: usize, kind: UnitKind, extra: Extra) {
        if self.found.cells[0] == next && self.found.cells.len() >= 4 {
            if self.visited[0] == self.visited[1] {
                (self.take)(&self.found);
            }
        } else if !self.found.cells.contains(&next) {
            let candidates = self.board.candidates(next);
            if candidates & self.found.digits == self.found.digits {
                let more = candidates & !self.found.digits;
                let digits = extra.digits | more;
                if more == 0 {
                    self.enter(next, Some(kind), extra);
                } else if digits.is_power_of_two() || extra.cells_left > 0 {
                    let cells_left = extra.cells_left.saturating_sub(1);
                    self.enter(next, Some(kind), Extra { digits, cells_left });
                }
            }
        }
    }
}

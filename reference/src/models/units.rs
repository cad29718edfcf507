//! Digits of rows, columns and boxes as bits, for the reference models that use candidates.

use crate::{Puzzle, Size};

/// The digits that rows, columns and boxes hold, bit 0 for digit 1.
pub(super) struct Units {
    size: Size,
    rows: [u32; 25],
    columns: [u32; 25],
    boxes: [u32; 25],
}

impl Units {
    /// Creates the sets of a puzzle's givens.
    pub(super) fn of(puzzle: &Puzzle) -> Self {
        let size = puzzle.size();
        let mut units = Units { size, rows: [0; 25], columns: [0; 25], boxes: [0; 25] };
        for (cell, &digit) in puzzle.cells().iter().enumerate().filter(|(_, digit)| **digit != 0) {
            for unit in units.units(cell) {
                *unit |= 1 << (digit - 1);
            }
        }
        units
    }

    /// The digits that none of a cell's units hold.
    pub(super) fn candidates(&self, cell: usize) -> u32 {
        let Units { size, rows, columns, boxes } = self;
        let held = rows[size.row(cell)] | columns[size.column(cell)] | boxes[size.box_of(cell)];
        size.all_digits() & !held
    }

    /// Adds a candidate of a cell to its units, or removes it again.
    pub(super) fn flip(&mut self, cell: usize, bit: u32) {
        for unit in self.units(cell) {
            *unit ^= bit;
        }
    }

    fn units(&mut self, cell: usize) -> [&mut u32; 3] {
        let Units { size, rows, columns, boxes } = self;
        [&mut rows[size.row(cell)], &mut columns[size.column(cell)], &mut boxes[size.box_of(cell)]]
    }
}

//! Complete grids, from which the givens of a puzzle are taken.

use crate::symmetry::{Kind, Transform};
use crate::{Grid, Random, Size, solutions};

/// Generates a complete grid; for 4x4 and 9x9 every grid is possible.
pub(super) fn grid(size: Size, random: &mut Random) -> Grid {
    match size {
        Size::Four | Size::Nine => loop {
            if let Some(grid) = Fill::new(size, random).grid() {
                return grid;
            }
        },
        Size::Sixteen | Size::TwentyFive => stirred_pattern(size, random),
    }
}

/// Backtracking row by row that tries the digits of each cell in random order.
struct Fill<'r> {
    grid: Grid,
    random: &'r mut Random,
    /// Digits of each row, column and box, bit 0 for digit 1.
    used: [[u32; MOST_SIDE]; 3],
    /// Digits that may still be placed: after that, a new start is cheaper than continuing.
    budget_nodes: u32,
}

const MOST_SIDE: usize = 9;

impl<'r> Fill<'r> {
    fn new(size: Size, random: &'r mut Random) -> Self {
        let used = [[0; MOST_SIDE]; 3];
        Self { grid: Grid::empty(size), random, used, budget_nodes: 10_000 }
    }

    fn grid(mut self) -> Option<Grid> {
        self.cells_from(0).then_some(self.grid)
    }

    fn cells_from(&mut self, cell: usize) -> bool {
        let size = self.grid.size();
        if cell == size.cells() {
            return true;
        }
        let mut digits = [1, 2, 3, 4, 5, 6, 7, 8, 9];
        let digits = &mut digits[..size.side()];
        self.random.shuffle(digits);
        for &digit in &*digits {
            if self.budget_nodes == 0 {
                return false;
            }
            if self.is_safe(cell, digit) {
                self.budget_nodes -= 1;
                self.turn(cell, digit);
                self.grid.set(cell, digit);
                if self.cells_from(cell + 1) {
                    return true;
                }
                self.turn(cell, digit);
            }
        }
        false
    }

    fn units(&self, cell: usize) -> [usize; 3] {
        let size = self.grid.size();
        [size.row(cell), size.column(cell), size.box_of(cell)]
    }

    fn is_safe(&self, cell: usize, digit: u8) -> bool {
        let units = self.units(cell).into_iter().zip(&self.used);
        units.fold(0, |used, (unit, of)| used | of[unit]) & (1 << (digit - 1)) == 0
    }

    /// Marks a digit as used or unused in the units of a cell.
    fn turn(&mut self, cell: usize, digit: u8) {
        for (unit, of) in self.units(cell).into_iter().zip(&mut self.used) {
            of[unit] ^= 1 << (digit - 1);
        }
    }
}

/// Starts from a cyclic grid; several times, transforms it and solves three quarters again.
fn stirred_pattern(size: Size, random: &mut Random) -> Grid {
    let (order, side) = (size.order(), size.side());
    let mut grid = Grid::empty(size);
    for cell in 0..size.cells() {
        let (row, column) = (size.row(cell), size.column(cell));
        grid.set(cell, ((row % order * order + row / order + column) % side) as u8 + 1);
    }
    for _ in 0..STIRS {
        grid = Transform::random(size, random.next_u64(), Kind::Full).apply(&grid);
        let mut quarter = grid.clone();
        for cell in 0..size.cells() {
            if random.below(4) != 0 {
                quarter.set(cell, 0);
            }
        }
        let mut found = solutions(&quarter.into()).with_budget(STIR_NODES);
        grid = found.next().unwrap_or(grid);
    }
    grid
}

const STIRS: usize = 5;
const STIR_NODES: u64 = 1_000;

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn they_are_complete() {
        for (size, seeds) in Size::ALL.into_iter().zip([20, 20, 4, 2]) {
            for seed in 0..seeds {
                let grid = grid(size, &mut Random::new(seed));
                assert_eq!(grid.violations(), [], "{size} of seed {seed}");
            }
        }
    }

    /// A cyclic grid has each set of digits in a row of a box once in each stack, regardless of the
    /// names of digits and the order of rows and columns.
    #[test]
    fn stirring_leaves_no_pattern() {
        for size in [Size::Sixteen, Size::TwentyFive] {
            let grid = grid(size, &mut Random::new(1));
            let in_boxes = grid.cells().chunks(size.order());
            let sets: BTreeSet<u32> =
                in_boxes.map(|cells| cells.iter().map(|digit| 1 << digit).sum()).collect();
            let most = size.cells() / size.order();
            assert!(sets.len() > most * 9 / 10, "{} of {most} sets differ", sets.len());
        }
    }
}

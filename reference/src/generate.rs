//! New puzzles from a seed, the same for ever.
//!
//! What a seed gives for 4x4 and 9x9 depends on [`Random`], on the order of the steps below, and on
//! whether a puzzle has one solution, never on how the solver searches. Tests pin some seeds.

use crate::solver::{Outcome, solve, solve_within};
use crate::{Grid, Puzzle, Random, Size, geometry};

/// A puzzle made from a seed, and its only solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The givens.
    pub puzzle: Puzzle,
    /// The only solution.
    pub solution: Grid,
}

/// Makes the minimal puzzle of a seed: one solution, and more than one without any of its givens.
///
/// Milliseconds for 4x4 and 9x9. 16x16 and 25x25 are best effort: their solutions are a shuffled
/// pattern, and a given is kept where leaving it out is not shown to be safe within few nodes. So
/// they have one solution, but maybe givens to spare, and change when the solver does.
///
/// ```
/// use reference::{Size, generate, solve};
///
/// let made = generate(Size::Nine, 1);
/// assert_eq!(solve(&made.puzzle, 2).unique(), Some(&made.solution));
/// assert_eq!(made, generate(Size::Nine, 1));
/// ```
pub fn generate(size: Size, seed: u64) -> Generated {
    generate_with_givens(size, seed, 0)
}

/// As [`generate`], but stops taking givens away when only so many are left.
///
/// There are more when the puzzle is minimal before that, as most 9x9 ones are at 23 to 26.
pub fn generate_with_givens(size: Size, seed: u64, givens: usize) -> Generated {
    let mut random = Random::new(seed);
    let solution = complete_grid(size, &mut random);
    let mut order: Vec<usize> = (0..size.cells()).collect();
    random.shuffle(&mut order);

    let mut puzzle = solution.clone();
    let mut left = size.cells();
    for cell in order {
        if left <= givens {
            break;
        }
        puzzle.set(cell, 0);
        if has_one_solution(&puzzle) {
            left -= 1;
        } else {
            puzzle.set(cell, solution.cells()[cell]);
        }
    }
    Generated { puzzle: puzzle.into(), solution }
}

fn has_one_solution(grid: &Grid) -> bool {
    let puzzle = Puzzle::from(grid.clone());
    let outcome = match grid.size() {
        Size::Four | Size::Nine => solve(&puzzle, 2),
        Size::Sixteen | Size::TwentyFive => solve_within(&puzzle, 2, 100),
    };
    matches!(outcome, Outcome::One(_))
}

fn complete_grid(size: Size, random: &mut Random) -> Grid {
    match size {
        Size::Four | Size::Nine => loop {
            let mut fill = Fill { grid: Grid::empty(size), random, budget_nodes: 10_000 };
            if fill.cells_from(0) {
                return fill.grid;
            }
        },
        Size::Sixteen | Size::TwentyFive => shuffled_pattern(size, random),
    }
}

/// Backtracking row by row that tries the digits of each cell in random order.
struct Fill<'r> {
    grid: Grid,
    random: &'r mut Random,
    /// Digits that may still be placed: beyond, a fresh start is cheaper than going on.
    budget_nodes: u32,
}

impl Fill<'_> {
    fn cells_from(&mut self, cell: usize) -> bool {
        let size = self.grid.size();
        if cell == size.cells() {
            return true;
        }
        let mut digits: Vec<u8> = (1..=size.side() as u8).collect();
        self.random.shuffle(&mut digits);
        for digit in digits {
            if self.budget_nodes == 0 {
                return false;
            }
            if self.is_safe(cell, digit) {
                self.budget_nodes -= 1;
                self.grid.set(cell, digit);
                if self.cells_from(cell + 1) {
                    return true;
                }
                self.grid.set(cell, 0);
            }
        }
        false
    }

    fn is_safe(&self, cell: usize, digit: u8) -> bool {
        let peers = &geometry::of(self.grid.size()).peers[cell];
        peers.iter().all(|&peer| self.grid.cells()[usize::from(peer)] != digit)
    }
}

/// A cyclic grid with its digits, its rows within bands and its columns within stacks shuffled.
fn shuffled_pattern(size: Size, random: &mut Random) -> Grid {
    let (order, side) = (size.order(), size.side());
    let mut digits: Vec<u8> = (1..=side as u8).collect();
    random.shuffle(&mut digits);
    let rows = shuffled_lines(order, random);
    let columns = shuffled_lines(order, random);
    let mut grid = Grid::empty(size);
    for cell in 0..size.cells() {
        let (row, column) = (rows[size.row(cell)], columns[size.column(cell)]);
        grid.set(cell, digits[(row % order * order + row / order + column) % side]);
    }
    grid
}

/// The rows (or columns) of a grid in an order that keeps its bands (or stacks) together.
fn shuffled_lines(order: usize, random: &mut Random) -> Vec<usize> {
    let mut bands: Vec<usize> = (0..order).collect();
    random.shuffle(&mut bands);
    let mut lines = Vec::with_capacity(order * order);
    for band in bands {
        let mut within: Vec<usize> = (0..order).collect();
        random.shuffle(&mut within);
        lines.extend(within.into_iter().map(|line| band * order + line));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_and_fills_are_complete() {
        for size in Size::ALL {
            for seed in 0..20 {
                let grid = complete_grid(size, &mut Random::new(seed));
                assert_eq!(grid.violations(), [], "{size} of seed {seed}");
            }
        }
    }
}

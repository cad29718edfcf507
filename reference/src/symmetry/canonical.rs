//! Canonical form of all puzzles that are equal up to a [`Transform`].

use super::Transform;
use crate::{Grid, Puzzle, Size};

/// Returns the first of all puzzles that a [`Transform`] makes of one, and such a transform.
///
/// Puzzles are ordered as lines of digits with 0 for blank, so blanks come first. Two puzzles are
/// equal up to a transform exactly if their first puzzles are equal. The search tries every order
/// of columns, and rows while they can still be first: one or two milliseconds for a 9x9 puzzle,
/// about half a second for an empty one. Returns `None` for 16x16 and 25x25, which have too many
/// orders of columns.
///
/// ```
/// use reference::symmetry::{Kind, Transform, canonical};
/// use reference::{Puzzle, Size};
///
/// let puzzle = Puzzle::parse("...3..4114..3...")?;
/// let other = Transform::random(Size::Four, 5, Kind::Full).apply_to_puzzle(&puzzle);
/// let (first, change) = canonical(&puzzle).unwrap();
/// assert_eq!(change.apply_to_puzzle(&puzzle), first);
/// assert_eq!(canonical(&other).unwrap().0, first);
/// # Ok::<(), reference::ParseError>(())
/// ```
pub fn canonical(puzzle: &Puzzle) -> Option<(Puzzle, Transform)> {
    let size = puzzle.size();
    if size > Size::Nine {
        return None;
    }
    let identity = Transform::identity(size);
    let transposed = Transform { transposed: true, ..identity.clone() };
    let mut first =
        FirstPuzzle { size, cells: [BEYOND; MOST_CELLS], stale: false, change: identity };
    let orders = line_orders(size);
    for turn in [first.change.clone(), transposed] {
        let grid = turn.apply(puzzle.givens());
        for columns in &orders {
            let labels = Labels { of: [0; MOST_SIDE + 1], used: 0 };
            let mut rows =
                ChosenRows { grid: &grid, columns, chosen: Vec::with_capacity(MOST_SIDE) };
            rows.choose(&mut first, turn.transposed, labels);
        }
    }
    Some((first.change.apply_to_puzzle(puzzle), first.change))
}

const MOST_SIDE: usize = 9;
const MOST_CELLS: usize = 81;
/// Larger than any digit.
const BEYOND: u8 = u8::MAX;

/// The first puzzle so far.
struct FirstPuzzle {
    size: Size,
    /// Its cells; [`BEYOND`] where no complete order of rows has reached yet.
    cells: [u8; MOST_CELLS],
    /// The cells changed since the transform was stored.
    stale: bool,
    change: Transform,
}

/// New names of digits in order of first occurrence.
#[derive(Clone, Copy)]
struct Labels {
    /// 0 for a digit that has not occurred yet.
    of: [u8; MOST_SIDE + 1],
    used: u8,
}

/// Rows chosen one after the other for one order of columns.
struct ChosenRows<'g> {
    grid: &'g Grid,
    columns: &'g [u8],
    chosen: Vec<u8>,
}

impl ChosenRows<'_> {
    /// Tries each possible next row, and continues if its cells are not greater.
    fn choose(&mut self, first: &mut FirstPuzzle, transposed: bool, labels: Labels) {
        let (side, order) = (first.size.side(), first.size.order() as u8);
        let start = self.chosen.len() * side;
        if start == first.size.cells() {
            return self.note(first, transposed, labels);
        }
        let band = match self.chosen.last() {
            Some(row) if !self.chosen.len().is_multiple_of(order.into()) => Some(row / order),
            _ => None,
        };
        for row in 0..side as u8 {
            if self.chosen.contains(&row) || band.is_some_and(|band| row / order != band) {
                continue;
            }
            let best = &mut first.cells[start..];
            let Some((cells, labels)) = self.relabelled(row, labels, &best[..side]) else {
                continue;
            };
            if cells[..side] != best[..side] {
                best.fill(BEYOND);
                best[..side].copy_from_slice(&cells[..side]);
                first.stale = true;
            }
            self.chosen.push(row);
            self.choose(first, transposed, labels);
            self.chosen.pop();
        }
    }

    /// Cells of a row with the new names, unless they are greater than the best ones.
    fn relabelled(
        &self,
        row: u8,
        labels: Labels,
        best: &[u8],
    ) -> Option<([u8; MOST_SIDE], Labels)> {
        let (mut cells, mut labels, mut is_tied) = ([0; MOST_SIDE], labels, true);
        let start = usize::from(row) * best.len();
        let row = &self.grid.cells()[start..start + best.len()];
        for ((cell, &column), &best) in cells.iter_mut().zip(self.columns).zip(best) {
            let digit = usize::from(row[usize::from(column)]);
            if digit != 0 && labels.of[digit] == 0 {
                labels.used += 1;
                labels.of[digit] = labels.used;
            }
            *cell = labels.of[digit];
            if is_tied && *cell > best {
                return None;
            }
            is_tied &= *cell == best;
        }
        Some((cells, labels))
    }

    /// Stores the transform of the cells; unused digits keep their order.
    fn note(&self, first: &mut FirstPuzzle, transposed: bool, mut labels: Labels) {
        if !first.stale {
            return;
        }
        for label in &mut labels.of[1..=first.size.side()] {
            if *label == 0 {
                labels.used += 1;
                *label = labels.used;
            }
        }
        first.stale = false;
        first.change = Transform {
            size: first.size,
            rows: self.chosen.clone(),
            columns: self.columns.to_vec(),
            transposed,
            digits: labels.of[..=first.size.side()].to_vec(),
        };
    }
}

/// Orders of lines that keep bands together: 8 for 4x4, 1296 for 9x9.
fn line_orders(size: Size) -> Vec<Vec<u8>> {
    let order = size.order() as u8;
    let mut lists = vec![Vec::new()];
    for place in 0..size.side() {
        let fits = |list: &[u8], line: u8| {
            let same_band = |other: &u8| other / order == line / order;
            let start = place - place % size.order();
            !list.contains(&line)
                && list[start..].iter().all(same_band)
                && !list[..start].iter().any(same_band)
        };
        let longer = |list: &Vec<u8>| -> Vec<Vec<u8>> {
            let lines = (0..size.side() as u8).filter(|&line| fits(list, line));
            lines.map(|line| [&list[..], &[line]].concat()).collect()
        };
        lists = lists.iter().flat_map(longer).collect();
    }
    lists
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symmetry::Kind;
    use crate::{generate, generate_with_givens};

    #[test]
    fn orders_of_lines_are_all_there() {
        let orders = line_orders(Size::Nine);
        assert_eq!((line_orders(Size::Four).len(), orders.len()), (8, 1296));
        assert!(orders.is_sorted_by(|a, b| a < b));
    }

    /// The whole group of 4x4 by hand: 2 transpositions, 8 x 8 orders, 24 names of digits.
    #[test]
    fn nothing_comes_before_the_first_of_4x4() {
        let orders = line_orders(Size::Four);
        for seed in 0..5 {
            let puzzle = generate(Size::Four, seed).puzzle;
            let (first, change) = canonical(&puzzle).expect("4x4 has one");
            assert_eq!(change.apply_to_puzzle(&puzzle), first);
            let mut all = Vec::new();
            for (rows, columns) in
                orders.iter().flat_map(|rows| orders.iter().map(move |c| (rows, c)))
            {
                for (transposed, seed) in
                    [false, true].into_iter().flat_map(|t| (0..200).map(move |s| (t, s)))
                {
                    let names = Transform::random(Size::Four, seed, Kind::Relabel);
                    let (rows, columns) = (rows.clone(), columns.clone());
                    all.push(
                        Transform { rows, columns, transposed, ..names }.apply_to_puzzle(&puzzle),
                    );
                }
            }
            all.sort_unstable();
            assert_eq!(all[0], first, "seed {seed}");
        }
    }

    #[test]
    fn the_same_puzzles_have_one_first() {
        for seed in 0..3 {
            let puzzle = generate_with_givens(Size::Nine, seed, 24 + 8 * seed as usize).puzzle;
            let (first, change) = canonical(&puzzle).expect("9x9 has one");
            assert_eq!(change.apply_to_puzzle(&puzzle), first);
            let other = Transform::random(Size::Nine, seed, Kind::Full).apply_to_puzzle(&puzzle);
            assert_eq!(canonical(&other).map(|(first, _)| first).as_ref(), Some(&first));
            assert_eq!(canonical(&first).map(|(first, _)| first), Some(first));
        }
        assert_eq!(canonical(&Grid::empty(Size::Sixteen).into()), None);
    }

    #[test]
    fn complete_grids_start_with_the_digits_in_order() {
        let solution = generate(Size::Nine, 1).solution;
        let (first, _) = canonical(&solution.into()).expect("9x9 has one");
        assert!(first.to_string().starts_with("123456789"), "{first}");
    }
}

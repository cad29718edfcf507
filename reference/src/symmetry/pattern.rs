//! Patterns of givens that a rotation or a reflection does not change.

use std::fmt;
use std::str::FromStr;

use crate::{Grid, Size};

/// Rotations and reflections that do not change the pattern of givens, regardless of digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Symmetry {
    /// No symmetry is required.
    None,
    /// Rotation by 180 degrees, the most common symmetry.
    Rotate180,
    /// Rotation by 90 degrees.
    Rotate90,
    /// Reflection of the upper half to the lower.
    Horizontal,
    /// Reflection of the left half to the right.
    Vertical,
    /// Reflection at the diagonal from top left to bottom right.
    Diagonal,
    /// Reflection at the diagonal from top right to bottom left.
    Antidiagonal,
    /// Both `Horizontal` and `Vertical`.
    Orthogonal,
    /// Both `Diagonal` and `Antidiagonal`.
    Diagonals,
    /// All of them.
    Full,
}

/// Image of a cell in a grid with that last row.
type Move = fn((usize, usize), usize) -> (usize, usize);

const HALF: Move = |(row, column), last| (last - row, last - column);
const QUARTER: Move = |(row, column), last| (column, last - row);
const DOWN: Move = |(row, column), last| (last - row, column);
const ACROSS: Move = |(row, column), last| (row, last - column);
const FALLING: Move = |(row, column), _| (column, row);
const RISING: Move = |(row, column), last| (last - column, last - row);

#[rustfmt::skip]
const TABLE: [(Symmetry, &str, &[Move]); 10] = [
    (Symmetry::None,         "none",         &[]),
    (Symmetry::Rotate180,    "rotate180",    &[HALF]),
    (Symmetry::Rotate90,     "rotate90",     &[QUARTER]),
    (Symmetry::Horizontal,   "horizontal",   &[DOWN]),
    (Symmetry::Vertical,     "vertical",     &[ACROSS]),
    (Symmetry::Diagonal,     "diagonal",     &[FALLING]),
    (Symmetry::Antidiagonal, "antidiagonal", &[RISING]),
    (Symmetry::Orthogonal,   "orthogonal",   &[DOWN, ACROSS]),
    (Symmetry::Diagonals,    "diagonals",    &[FALLING, RISING]),
    (Symmetry::Full,         "full",         &[QUARTER, DOWN]),
];

impl Symmetry {
    /// Every symmetry, in the order of lists.
    pub const ALL: [Self; 10] = {
        let mut all = [Self::None; 10];
        let mut row = 0;
        while row < all.len() {
            all[row] = TABLE[row].0;
            row += 1;
        }
        all
    };

    /// Name on a command line.
    pub fn name(self) -> &'static str {
        TABLE[self as usize].1
    }

    /// Sets of cells that must be given together: each ascending, ordered by their first cells.
    pub fn orbits(self, size: Size) -> Vec<Vec<usize>> {
        let mut seen = vec![false; size.cells()];
        let mut orbits = Vec::new();
        for cell in 0..size.cells() {
            if !seen[cell] {
                let orbit = self.orbit(size, cell);
                orbit.iter().for_each(|&cell| seen[cell] = true);
                orbits.push(orbit);
            }
        }
        orbits
    }

    fn orbit(self, size: Size, cell: usize) -> Vec<usize> {
        let (side, mut orbit, mut next) = (size.side(), vec![cell], 0);
        while let Some(&cell) = orbit.get(next) {
            for to in TABLE[self as usize].2 {
                let (row, column) = to((size.row(cell), size.column(cell)), side - 1);
                let image = row * side + column;
                if !orbit.contains(&image) {
                    orbit.push(image);
                }
            }
            next += 1;
        }
        orbit.sort_unstable();
        orbit
    }

    /// Whether the filled cells of a grid have this symmetry.
    pub fn is_kept_by(self, grid: &Grid) -> bool {
        let filled = |&cell: &usize| grid.cells()[cell] != 0;
        let alike = |orbit: &Vec<usize>| orbit.iter().all(filled) || !orbit.iter().any(filled);
        self.orbits(grid.size()).iter().all(alike)
    }
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Error for an unknown name of a symmetry; lists the known ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSuchSymmetry(String);

impl FromStr for Symmetry {
    type Err = NoSuchSymmetry;

    fn from_str(name: &str) -> Result<Self, NoSuchSymmetry> {
        let found = Self::ALL.into_iter().find(|symmetry| symmetry.name() == name);
        found.ok_or_else(|| NoSuchSymmetry(name.to_owned()))
    }
}

impl fmt::Display for NoSuchSymmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = Symmetry::ALL.map(Symmetry::name).into();
        write!(f, "unknown symmetry `{}`; use one of {}", self.0, names.join(", "))
    }
}

impl std::error::Error for NoSuchSymmetry {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_of_the_table_is_at_its_number() {
        for (number, symmetry) in Symmetry::ALL.into_iter().enumerate() {
            assert_eq!(symmetry as usize, number);
            assert_eq!(symmetry.name().parse(), Ok(symmetry));
        }
        let message = "both".parse::<Symmetry>().map_err(|error| error.to_string());
        assert!(message.is_err_and(|text| text.contains("`both`") && text.contains("rotate180")));
    }

    /// By Burnside's lemma: fixed cells of each element, summed, over the number of elements.
    #[test]
    fn orbits_are_as_many_as_burnside_says() {
        let counts = |size| Symmetry::ALL.map(|symmetry: Symmetry| symmetry.orbits(size).len());
        assert_eq!(counts(Size::Nine), [81, 41, 21, 45, 45, 45, 45, 25, 25, 15]);
        assert_eq!(counts(Size::Four), [16, 8, 4, 8, 8, 10, 10, 4, 6, 3]);
    }

    #[test]
    fn orbits_share_no_cell_and_leave_none_out() {
        for size in Size::ALL {
            for symmetry in Symmetry::ALL {
                let mut cells = symmetry.orbits(size).concat();
                cells.sort_unstable();
                assert!(cells.into_iter().eq(0..size.cells()), "{symmetry} {size}");
            }
        }
    }

    #[test]
    fn a_pattern_is_kept_or_not() {
        let grid: Grid = "1..2.34..43.1..2".parse().expect("four rows");
        let kept = Symmetry::ALL.map(|symmetry| symmetry.is_kept_by(&grid));
        assert_eq!(kept, [true; 10]);
        let grid: Grid = "1....34..43.1..2".parse().expect("four rows");
        let kept: Vec<Symmetry> =
            Symmetry::ALL.into_iter().filter(|symmetry| symmetry.is_kept_by(&grid)).collect();
        assert_eq!(kept, [Symmetry::None, Symmetry::Antidiagonal]);
    }
}

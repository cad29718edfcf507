//! The four sizes of a puzzle and the arithmetic of rows, columns and boxes.

use std::fmt;

use crate::place::Place;

/// Size of a puzzle, named after the cells on a side.
///
/// Cells are numbered row by row from 0 at the top left; rows, columns and boxes from 0 as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Size {
    /// 4x4 with boxes of 2x2.
    Four,
    /// 9x9 with boxes of 3x3.
    Nine,
    /// 16x16 with boxes of 4x4.
    Sixteen,
    /// 25x25 with boxes of 5x5.
    TwentyFive,
}

impl Size {
    /// Every size, smallest first.
    pub const ALL: [Self; 4] = [Self::Four, Self::Nine, Self::Sixteen, Self::TwentyFive];

    /// Number of cells of the largest size.
    pub const MAX_CELLS: usize = 625;

    /// Number of cells on a side of a box: 2 to 5.
    #[inline]
    pub const fn order(self) -> usize {
        match self {
            Self::Four => 2,
            Self::Nine => 3,
            Self::Sixteen => 4,
            Self::TwentyFive => 5,
        }
    }

    /// Number of cells on a side of the grid, which is also the largest digit.
    #[inline]
    pub const fn side(self) -> usize {
        self.order() * self.order()
    }

    /// Number of cells of the grid: 16, 81, 256 or 625.
    pub const fn cells(self) -> usize {
        self.side() * self.side()
    }

    /// Returns the size with this number of cells on a side.
    pub fn from_side(side: usize) -> Option<Self> {
        Self::ALL.into_iter().find(|size| size.side() == side)
    }

    /// Returns the size with this number of cells.
    pub fn from_cells(cells: usize) -> Option<Self> {
        Self::ALL.into_iter().find(|size| size.cells() == cells)
    }

    /// Row of a cell.
    pub const fn row(self, cell: usize) -> usize {
        cell / self.side()
    }

    /// Column of a cell.
    pub const fn column(self, cell: usize) -> usize {
        cell % self.side()
    }

    /// Box of a cell, numbered row by row.
    pub const fn box_of(self, cell: usize) -> usize {
        let order = self.order();
        self.row(cell) / order * order + self.column(cell) / order
    }

    /// Row and column of a cell.
    pub const fn place(self, cell: usize) -> Place {
        Place { row: self.row(cell) as u8, column: self.column(cell) as u8 }
    }

    /// Mask of all digits: bit 0 is digit 1.
    pub(crate) const fn all_digits(self) -> u32 {
        (1 << self.side()) - 1
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{0}x{0}", self.side())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_are_numbered_row_by_row() {
        assert_eq!(Size::Nine.box_of(0), 0);
        assert_eq!(Size::Nine.box_of(80), 8);
        assert_eq!(Size::Nine.box_of(4 * 9 + 4), 4);
        assert_eq!(Size::Four.box_of(2), 1);
        assert_eq!(Size::TwentyFive.box_of(624), 24);
    }

    #[test]
    fn sides_and_cells_name_the_size() {
        for size in Size::ALL {
            assert_eq!(Size::from_side(size.side()), Some(size));
            assert_eq!(Size::from_cells(size.cells()), Some(size));
        }
        assert_eq!(Size::from_cells(80), None);
        assert_eq!(Size::TwentyFive.to_string(), "25x25");
        assert_eq!(Size::TwentyFive.cells(), Size::MAX_CELLS);
    }
}

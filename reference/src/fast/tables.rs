//! Tables for moving bits between boxes and bands, computed at compile time.
//!
//! A box is sixteen lanes, four by four. Lanes of the first three rows and columns are its cells, a
//! bit for each digit the cell may hold. The fourth lane of a row has a bit for each digit that may
//! be in none of the row's three cells, the fourth lane of a column likewise; the last lane is
//! empty. So each digit is in exactly one lane of each of the first three rows and columns.
//!
//! A band is three boxes in a row or a column. In a band a digit takes a different line in each
//! box, which is possible in six ways: six lanes have a bit for each digit that may still take that
//! way.

use super::lanes::Lanes;

/// A bit for each digit.
pub(super) const DIGITS: u16 = 0o777;

/// The line a digit takes in the first, second and third box of a band, by way.
pub(super) const WAYS: [[usize; 3]; 6] =
    [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// All ones.
const F: u16 = u16::MAX;

/// A box with all candidates.
#[rustfmt::skip]
pub(super) const OPEN: Lanes = square([[DIGITS; 4], [DIGITS; 4], [DIGITS; 4], [DIGITS, DIGITS, DIGITS, 0]]);
/// Number of digits in each lane of a solved box.
#[rustfmt::skip]
pub(super) const HOLDS: Lanes = square([[1, 1, 1, 6], [1, 1, 1, 6], [1, 1, 1, 6], [6, 6, 6, 0]]);
/// The lanes of rows in which each digit is once.
#[rustfmt::skip]
pub(super) const ROWS: Lanes = square([[F; 4], [F; 4], [F; 4], [0; 4]]);
/// The lanes of columns in which each digit is once.
#[rustfmt::skip]
pub(super) const COLUMNS: Lanes = square([[F, F, F, 0]; 4]);

const fn square(rows: [[u16; 4]; 4]) -> Lanes {
    let mut lanes = [[0; 8]; 2];
    let mut at = 0;
    while at < 16 {
        lanes[at / 8][at % 8] = rows[at / 4][at % 4];
        at += 1;
    }
    Lanes(lanes)
}

/// All nine digits in each lane of a mask.
pub(super) const fn digits_of(Lanes(mask): Lanes) -> Lanes {
    let mut lanes = mask;
    let mut at = 0;
    while at < 16 {
        lanes[at / 8][at % 8] &= DIGITS;
        at += 1;
    }
    Lanes(lanes)
}

/// Candidates of a box after a given, by cell of the box and digit from 0.
pub(super) static GIVEN: [[Lanes; 9]; 9] = {
    let mut table = [[OPEN; 9]; 9];
    let mut at = 0;
    while at < 81 {
        let (cell, digit) = (at / 9, at % 9);
        table[cell][digit] = given(cell / 3, cell % 3, 1 << digit);
        at += 1;
    }
    table
};

const fn given(row: usize, column: usize, digit: u16) -> Lanes {
    let Lanes(mut lanes) = OPEN;
    let mut at = 0;
    while at < 16 {
        let (r, c) = (at / 4, at % 4);
        if r == row && c == column {
            lanes[at / 8][at % 8] = digit;
        } else if (r < 3 && c < 3) || (r == row && c == 3) || (r == 3 && c == column) {
            lanes[at / 8][at % 8] &= !digit;
        }
        at += 1;
    }
    Lanes(lanes)
}

/// Box and cell of the box, by cell of the grid.
pub(super) static PLACES: [(u8, u8); 81] = {
    let mut table = [(0, 0); 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        table[cell] = ((row / 3 * 3 + column / 3) as u8, (row % 3 * 3 + column % 3) as u8);
        cell += 1;
    }
    table
};

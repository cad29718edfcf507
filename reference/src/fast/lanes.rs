//! Operations that the engine needs: on sixteen lanes of sixteen bits, and on eight.

use std::fmt::Debug;

/// Values of sixteen lanes in two halves, from which vectors are loaded.
#[derive(Debug, Clone, Copy)]
#[repr(align(32))]
pub(super) struct Lanes(pub(super) [[u16; 8]; 2]);

/// Sixteen lanes of sixteen bits: a box as a square of four by four, row by row.
///
/// Lane 15 of every box is zero.
pub(super) trait Box16: Copy + Debug {
    /// The ways of a band.
    type Band: Band8;

    fn load(lanes: &Lanes) -> Self;
    fn store(self) -> Lanes;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    /// Bits of this without those of the other.
    fn without(self, other: Self) -> Self;
    fn is_zero(self) -> bool;
    /// The bits of the three other lanes of the row; none in the last row.
    fn rest_of_row(self) -> Self;
    /// The bits of the three other lanes of the column; none in the last column.
    fn rest_of_column(self) -> Self;
    /// Number of bits set in each lane.
    fn counts(self) -> Self;
    /// All ones in lanes that are equal, all below 2^15.
    fn equals(self, other: Self) -> Self;
    /// All ones in lanes that are greater, all below 2^15.
    fn exceeds(self, other: Self) -> Self;
    /// Candidates that the ways of a band leave a box: the first, second or third box, from 0.
    fn allowed<const DOWN: bool>(ways: Self::Band, at: usize) -> Self;
    /// The ways this box leaves to its bands, the one across and the one down; boxes are numbered
    /// row by row from 0.
    fn said(self, place: usize) -> (Self::Band, Self::Band);
}

/// Eight lanes of sixteen bits, of which the last two are zero.
pub(super) trait Band8: Copy + Debug {
    fn load(lanes: &[u16; 8]) -> Self;
    fn store(self) -> [u16; 8];
    fn and(self, other: Self) -> Self;
    fn is_same(self, other: Self) -> bool;
    /// Number of bits set in all lanes.
    fn count(self) -> u32;
}

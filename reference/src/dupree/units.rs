//! Rows, columns and boxes, in the order of 1.20.

use crate::Unit;

/// The cells of each row, then each column, then each box, ascending.
pub(super) static UNITS: [[u8; 9]; 27] = units();

/// The cells that share a unit with a cell: those of its row, of its column, the rest of its box.
pub(super) static PEERS: [[u8; 20]; 81] = peers();

/// Name of a unit of [`UNITS`].
pub(super) fn name(unit: usize) -> Unit {
    let number = (unit % 9) as u8;
    match unit / 9 {
        0 => Unit::Row(number),
        1 => Unit::Column(number),
        _ => Unit::Box(number),
    }
}

const fn units() -> [[u8; 9]; 27] {
    let mut units = [[0; 9]; 27];
    let mut number = 0;
    while number < 81 {
        let (unit, place) = (number / 9, number % 9);
        units[unit][place] = number as u8;
        units[9 + unit][place] = (place * 9 + unit) as u8;
        units[18 + unit][place] = ((unit / 3 * 3 + place / 3) * 9 + unit % 3 * 3 + place % 3) as u8;
        number += 1;
    }
    units
}

const fn peers() -> [[u8; 20]; 81] {
    let units = units();
    let mut peers = [[0; 20]; 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        let of_cell = [row, 9 + column, 18 + row / 3 * 3 + column / 3];
        let (mut count, mut at) = (0, 0);
        while at < 27 {
            let peer = units[of_cell[at / 9]][at % 9] as usize;
            let seen = at >= 18 && (peer / 9 == row || peer % 9 == column);
            if peer != cell && !seen {
                peers[cell][count] = peer as u8;
                count += 1;
            }
            at += 1;
        }
        cell += 1;
    }
    peers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Size;
    use crate::geometry;

    #[test]
    fn the_same_units_and_peers_as_everywhere() {
        let geometry = geometry::of(Size::Nine);
        for (unit, cells) in UNITS.iter().enumerate() {
            assert!(geometry.units[unit].iter().eq(cells.map(u16::from).iter()), "{}", name(unit));
        }
        for (cell, peers) in PEERS.iter().enumerate() {
            let mut sorted = peers.map(u16::from);
            sorted.sort_unstable();
            assert_eq!(geometry.peers[cell], sorted);
        }
    }

    #[test]
    fn peers_go_along_the_row_then_down_the_column_then_through_the_box() {
        let expected = [0, 2, 3, 4, 5, 6, 7, 8, 10, 19, 28, 37, 46, 55, 64, 73, 9, 11, 18, 20];
        assert_eq!(PEERS[1], expected);
    }
}

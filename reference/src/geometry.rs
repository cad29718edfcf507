//! Tables of the cells that share a row, column or box, built once for each size.

use std::sync::OnceLock;

use crate::Size;

/// The units of a size and the peers of its cells.
#[derive(Debug)]
pub(crate) struct Geometry {
    /// Rows, then columns, then boxes, each with its cells in ascending order.
    pub(crate) units: Vec<Vec<u16>>,
    /// For each cell the other cells that share a unit with it, ascending.
    pub(crate) peers: Vec<Vec<u16>>,
}

/// Tables of a size.
pub(crate) fn of(size: Size) -> &'static Geometry {
    static TABLES: [OnceLock<Geometry>; 4] = [const { OnceLock::new() }; 4];
    TABLES[size as usize].get_or_init(|| Geometry { units: units(size), peers: peers(size) })
}

fn units(size: Size) -> Vec<Vec<u16>> {
    let by = |unit_of: &dyn Fn(usize) -> usize, number: usize| -> Vec<u16> {
        (0..size.cells()).filter(|&cell| unit_of(cell) == number).map(|cell| cell as u16).collect()
    };
    let rows = (0..size.side()).map(|number| by(&|cell| size.row(cell), number));
    let columns = (0..size.side()).map(|number| by(&|cell| size.column(cell), number));
    let boxes = (0..size.side()).map(|number| by(&|cell| size.box_of(cell), number));
    rows.chain(columns).chain(boxes).collect()
}

fn peers(size: Size) -> Vec<Vec<u16>> {
    let share = |a: usize, b: usize| {
        size.row(a) == size.row(b)
            || size.column(a) == size.column(b)
            || size.box_of(a) == size.box_of(b)
    };
    let of_cell = |cell: usize| {
        (0..size.cells())
            .filter(|&other| other != cell && share(cell, other))
            .map(|other| other as u16)
            .collect()
    };
    (0..size.cells()).map(of_cell).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_has_its_peers() {
        for (size, count) in Size::ALL.into_iter().zip([7, 20, 39, 64]) {
            let tables = of(size);
            assert_eq!(tables.units.len(), 3 * size.side());
            assert!(tables.units.iter().all(|unit| unit.len() == size.side()));
            assert!(tables.peers.iter().all(|peers| peers.len() == count));
        }
    }
}

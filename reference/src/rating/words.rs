//! Digits, cells and units as words of a sentence.

use super::board::{Board, digits_of};
use crate::place::{Place, Unit};
use crate::{Size, symbol};

/// Unit by number: rows first, then columns, then boxes.
pub(crate) fn unit(size: Size, unit: usize) -> Unit {
    let number = (unit % size.side()) as u8;
    match unit / size.side() {
        0 => Unit::Row(number),
        1 => Unit::Column(number),
        _ => Unit::Box(number),
    }
}

/// Several units of one kind: `rows 1 and 4`.
pub(crate) fn units(size: Size, units: &[usize]) -> String {
    let kind = ["rows", "columns", "boxes"][units.first().map_or(0, |unit| unit / size.side())];
    let numbers: Vec<usize> = units.iter().map(|unit| unit % size.side() + 1).collect();
    format!("{kind} {}", listed(&numbers, "and"))
}

/// A list: `1`, `1 and 2`, `1, 2 and 3`.
pub(crate) fn listed<T: ToString>(items: &[T], link: &str) -> String {
    let items: Vec<String> = items.iter().map(T::to_string).collect();
    match items.as_slice() {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} {link} {last}", first.join(", ")),
    }
}

/// The digits of a mask: `1, 2 and 3`.
pub(crate) fn digits(mask: u32, link: &str) -> String {
    let symbols: Vec<char> = digits_of(mask).map(|digit| symbol(digit as u8)).collect();
    listed(&symbols, link)
}

/// The cells of a board: see [`cells`].
pub(crate) fn at(board: &Board, numbers: &[usize]) -> String {
    let places: Vec<Place> = numbers.iter().map(|&cell| board.size.place(cell)).collect();
    cells(&places)
}

/// Cells, those of a column or of the same row together: `row 3, columns 1 and 4; row 5, column 2`.
pub(crate) fn cells(places: &[Place]) -> String {
    let mut places = places.to_vec();
    places.sort_unstable();
    let rows: Vec<u8> = places.iter().map(|place| place.row + 1).collect();
    match places.first() {
        Some(first) if places.len() > 1 && places.iter().all(|p| p.column == first.column) => {
            format!("rows {}, column {}", listed(&rows, "and"), first.column + 1)
        }
        _ => {
            let rows: Vec<String> = places.chunk_by(|a, b| a.row == b.row).map(in_row).collect();
            rows.join("; ")
        }
    }
}

fn in_row(places: &[Place]) -> String {
    let columns: Vec<u8> = places.iter().map(|place| place.column + 1).collect();
    match places {
        [only] => only.to_string(),
        _ => format!("row {}, columns {}", places[0].row + 1, listed(&columns, "and")),
    }
}

/// Ruled out candidates, cells with the same digits together: the digits' symbols and the cells.
pub(crate) fn by_digits(removed: &[(Place, u8)]) -> Vec<(Vec<char>, Vec<Place>)> {
    let mut found: Vec<(Vec<char>, Vec<Place>)> = Vec::new();
    for of_cell in removed.chunk_by(|a, b| a.0 == b.0) {
        let digits: Vec<char> = of_cell.iter().map(|&(_, digit)| symbol(digit)).collect();
        match found.iter_mut().find(|(others, _)| *others == digits) {
            Some((_, places)) => places.push(of_cell[0].0),
            None => found.push((digits, vec![of_cell[0].0])),
        }
    }
    found
}

//! Splitting of a grid's text into cells, and messages about malformed text.

use proptest::prelude::*;

use super::{read, write};
use crate::grid::Grid;

fn texts(grid: &Grid) -> Vec<&str> {
    grid.cells.iter().map(|cell| cell.text.as_str()).collect()
}

#[test]
fn cells_are_separated_by_tabs() {
    let grid = read("a\tb\nc\n\td\n").unwrap();
    assert_eq!((grid.width, grid.height()), (2, 3));
    assert_eq!(texts(&grid), ["a", "b", "c", "", "", "d"]);
    assert_eq!((grid.cells[5].line, grid.cells[5].column), (3, 2));
}

#[test]
fn quotes_hold_tabs_and_lines() {
    let grid = read("\"a\tb\"\t\"c\"\"d\"\t\"plain\"\n\"1\n2\"\tx\n").unwrap();
    assert_eq!(texts(&grid), ["a\tb", "c\"d", "\"plain\"", "1\n2", "x", ""]);
    assert_eq!(grid.cells[4].line, 3);
}

#[test]
fn letters_above_and_numbers_before_are_a_frame() {
    assert_eq!(texts(&read("\tA\tB\n1\tx\ty\n2\tz\n").unwrap()), ["x", "y", "z", ""]);
    // With one number missing or one letter out of order, they are constants.
    assert_eq!(read("\tA\tB\n1\tx\ty\n3\tz\n").unwrap().width, 3);
    assert_eq!(read("\tA\tC\n1\tx\ty\n").unwrap().width, 3);
}

#[test]
fn limits_are_reported() {
    assert_eq!(read(&"\t".repeat(701)).unwrap().width, 0);
    let wide = format!("{}x", "\t".repeat(702));
    assert_eq!(read(&wide).unwrap_err().message, "too many columns: the limit is 702");
    let high = "x\n".repeat(65_536);
    assert!(read(&high).unwrap_err().message.contains("the limit is 65535"));
    assert!(read(&" ".repeat(5 << 20)).is_err());
}

proptest! {
    #[test]
    fn what_is_written_is_read(rows in prop::collection::vec(
        prop::collection::vec("[ab\"\t\n\r =]{0,6}", 1..4), 1..5,
    )) {
        let cells = |grid: &Grid| texts(grid).into_iter().map(str::to_owned).collect::<Vec<_>>();
        let width = rows.iter().map(Vec::len).max().unwrap_or(0);
        let mut grid = Grid { width, cells: Vec::new() };
        for row in &rows {
            for at in 0..width {
                let text = row.get(at).map_or("", |text| text.trim());
                grid.cells.push(crate::grid::Cell { text: text.to_owned(), ..Default::default() });
            }
        }
        let read_back = read(&write(&grid)).unwrap();
        // Blank columns and rows at the end are removed; the cells remain.
        for (at, text) in cells(&grid).into_iter().enumerate() {
            let (row, column) = (at / width, at % width);
            let inside = row < read_back.height() && column < read_back.width;
            let found = inside.then(|| read_back.cells[read_back.index(row, column)].text.clone());
            prop_assert_eq!(found.unwrap_or_default(), text);
        }
        prop_assert_eq!(write(&read(&write(&read_back)).unwrap()), write(&read_back));
    }
}

//! Candidates as text: drawn, in words, in one line.

use std::fmt::Write as _;

use crate::{Candidates, Puzzle, symbol};

/// Digits of a mask, ascending.
fn digits(mask: u32) -> impl Iterator<Item = u8> {
    (1..=25).filter(move |digit| mask >> (digit - 1) & 1 == 1)
}

/// Candidates of a cell as a word; `.` if there are none.
fn word(mask: u32) -> String {
    match mask {
        0 => ".".to_owned(),
        mask => digits(mask).map(symbol).collect(),
    }
}

/// Draws a grid whose cells are words in aligned columns.
pub(super) fn grid(candidates: &Candidates) -> String {
    let (order, side) = (candidates.size().order(), candidates.size().side());
    let words: Vec<String> = candidates.masks().iter().map(|&mask| word(mask)).collect();
    let width = |column: usize| {
        let cells = words.iter().skip(column).step_by(side);
        cells.map(String::len).max().unwrap_or(1)
    };
    let widths: Vec<usize> = (0..side).map(width).collect();
    let runs =
        widths.chunks(order).map(|box_| "-".repeat(box_.iter().sum::<usize>() + 2 * order + 1));
    let rule = format!("+{}+\n", runs.collect::<Vec<_>>().join("+"));
    let mut text = String::new();
    for (number, row) in words.chunks(side).enumerate() {
        if number % order == 0 {
            text += &rule;
        }
        for (column, (word, width)) in row.iter().zip(&widths).enumerate() {
            text += if column % order == 0 { "| " } else { " " };
            // Writing to a string does not fail.
            let _ = write!(text, "{word:width$} ");
        }
        text += "|\n";
    }
    text + &rule
}

/// Rows of words, with `u` before a digit that was placed and is not a given.
pub(super) fn sdx(puzzle: &Puzzle, candidates: &Candidates) -> String {
    let cell = |(&mask, &given): (&u32, &u8)| match mask.count_ones() {
        1 if given == 0 => format!("u{}", word(mask)),
        _ => word(mask),
    };
    let words: Vec<String> = candidates.masks().iter().zip(puzzle.cells()).map(cell).collect();
    let rows = words.chunks(candidates.size().side());
    rows.map(|row| row.join(" ") + "\n").collect()
}

/// One symbol for every digit of every cell, `.` if it is not a candidate.
pub(super) fn sukaku(candidates: &Candidates) -> String {
    let side = candidates.size().side() as u8;
    let cell = |&mask: &u32| {
        (1..=side).map(move |digit| symbol(if mask >> (digit - 1) & 1 == 1 { digit } else { 0 }))
    };
    candidates.masks().iter().flat_map(cell).collect()
}

/// The dotted grid of Simple Sudoku, with the candidates below if givens are not enough.
pub(super) fn ss(puzzle: &Puzzle, candidates: Option<&Candidates>) -> String {
    const BORDER: &str = "*-----------*\n";
    let mut text = String::from(BORDER);
    for (number, row) in puzzle.givens().rows().enumerate() {
        if number % 3 == 0 && number > 0 {
            text += "|---+---+---|\n";
        }
        let boxes = row.chunks(3).map(|cells| cells.iter().map(|&digit| symbol(digit)).collect());
        let _ = writeln!(text, "|{}|", boxes.collect::<Vec<String>>().join("|"));
    }
    text += BORDER;
    match candidates {
        Some(candidates) => format!("{text}\n{}", grid(candidates)),
        None => text,
    }
}

/// A line of HoDoKu's library: givens, `+` before placed digits, and deleted candidates.
pub(super) fn hodoku(puzzle: &Puzzle, candidates: &Candidates) -> String {
    let size = puzzle.size();
    let (mut cells, mut deleted) = (String::new(), Vec::new());
    for (cell, (&given, &mask)) in puzzle.cells().iter().zip(candidates.masks()).enumerate() {
        match (given, mask.count_ones()) {
            (0, 1) => {
                let _ = write!(cells, "+{}", word(mask));
            }
            (0, _) => {
                cells.push('.');
                let (row, column) = (size.row(cell) + 1, size.column(cell) + 1);
                deleted.extend(
                    digits(size.all_digits() & !mask).map(|digit| format!("{digit}{row}{column}")),
                );
            }
            (given, _) => cells.push(symbol(given)),
        }
    }
    format!(":0000:x:{cells}:{}::", deleted.join(" "))
}

//! A program as text: read, checked whole, written, and made into an image.

use machine::{Data, Image, Line, Segment, Symbol};

use crate::compile::{Program, compile};
use crate::grid::{Grid, ScriptError, places, read, write};

/// The instruction set's name.
pub(crate) const NAME: &str = "esproc";

/// A grid of cells that was read and checked.
///
/// ```
/// let script = esproc::Script::parse("=to(3)\t>output(A1.sum())\n").unwrap();
/// assert_eq!(script.text(), "=to(3)\t>output(A1.sum())\n");
/// let errors = esproc::Script::parse("=1+\t=B9\n").unwrap_err();
/// assert_eq!(errors[1].to_string(), "1:6: B1: the grid has no cell B9; its last cell is B1");
/// ```
#[derive(Debug, Clone)]
pub struct Script {
    pub(crate) grid: Grid,
    pub(crate) program: Program,
}

impl Script {
    /// Reads and checks a script: rows are lines, cells are separated by tabs.
    ///
    /// A cell with a tab or a line's end in it stands in quotes. A first line of column letters and
    /// row numbers before each row, as esProc shows them, are passed over. Blanks around a cell do
    /// not count.
    ///
    /// # Errors
    /// Everything that is wrong with it, at most [`MOST_ERRORS`](Self::MOST_ERRORS).
    pub fn parse(text: &str) -> Result<Script, Vec<ScriptError>> {
        let grid = read(text).map_err(|error| vec![error])?;
        if grid.cells.iter().all(|cell| cell.text.is_empty()) {
            let help = Some("write a cell such as `=1+1`, with tabs between cells".to_owned());
            return Err(vec![ScriptError {
                help,
                ..ScriptError::of_text(1, "the script is empty")
            }]);
        }
        let program = compile(&grid).map_err(|mut errors| {
            errors.truncate(Self::MOST_ERRORS);
            errors
        })?;
        Ok(Script { grid, program })
    }

    /// Errors that are told of one script.
    pub const MOST_ERRORS: usize = 100;

    /// The script as text, every row with all its cells.
    #[must_use]
    pub fn text(&self) -> String {
        write(&self.grid)
    }

    /// The script as a program for [`Esproc`](crate::Esproc).
    ///
    /// Its one segment is the script's [`text`](Self::text), and the address of a cell is the place
    /// of its first byte there. A symbol for each cell has the cell's name; one such as `D1(1)` is
    /// the address of the first member of the last sequence that was born to the cell.
    #[must_use]
    pub fn image(&self, name: &str) -> Image {
        let text = self.text();
        let places = places(&self.grid);
        let size = text.len() as u64;
        let symbol = |name: String, value| Symbol { name, value, global: false, address: true };
        let cells = places.iter().enumerate();
        let symbols = cells.flat_map(|(index, &place)| {
            let cell = self.grid.name(index).to_string();
            let members = symbol(format!("{cell}(1)"), first_member(index as u32));
            [symbol(cell, place), members]
        });
        let lines = places.iter().zip(&self.grid.cells).filter(|(_, cell)| !cell.text.is_empty());
        Image {
            isa: NAME.to_owned(),
            entry: 0,
            symbols: symbols.collect(),
            lines: lines.map(|(&address, cell)| line(address, cell.line)).collect(),
            files: vec![name.to_owned()],
            segments: vec![Segment {
                name: "cells".to_owned(),
                base: 0,
                size,
                data: Data::Bytes(text.into_bytes()),
                executable: true,
                writable: false,
            }],
        }
    }
}

fn line(address: u64, line: u32) -> Line {
    Line { address, file: 0, line, used_at: None }
}

/// Address of the first member of what is born to a cell.
pub(crate) fn first_member(cell: u32) -> u64 {
    (u64::from(cell) + 1) << MEMBER_BITS
}

/// The cell and the member, from 0, that an address means.
pub(crate) fn member_at(address: u64) -> Option<(u32, usize)> {
    let cell = u32::try_from((address >> MEMBER_BITS).checked_sub(1)?).ok()?;
    Some((cell, (address & ((1 << MEMBER_BITS) - 1)) as usize))
}

const MEMBER_BITS: u32 = 32;

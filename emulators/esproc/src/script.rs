//! Programs as text: parsing, checking, printing, and conversion to an image.

use machine::{Data, Image, Line, Segment, Symbol};

use crate::compile::{Program, compile};
use crate::grid::{Grid, ScriptError, places, read, write};

/// Name of the instruction set.
pub(crate) const NAME: &str = "esproc";

/// Grid of cells that was parsed and checked.
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
    /// Parses and checks a script: rows are lines, cells are separated by tabs.
    ///
    /// A cell with a tab or a line break is in quotes. A first line of column letters and row
    /// numbers before each row, as esProc shows them, are ignored, and so are blanks around a cell.
    ///
    /// # Errors
    /// All errors, at most [`MOST_ERRORS`](Self::MOST_ERRORS).
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

    /// Maximum number of errors reported for a script.
    pub const MOST_ERRORS: usize = 100;

    /// Text of the script, every row with all its cells.
    #[must_use]
    pub fn text(&self) -> String {
        write(&self.grid)
    }

    /// Program for [`Esproc`](crate::Esproc).
    ///
    /// Its only segment is the script's [`text`](Self::text), and the address of a cell is the
    /// offset of its first byte there. Each cell has a symbol with its name; a symbol such as
    /// `D1(1)` is the address of the first member of the last sequence that the cell owned.
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
            ..Image::default()
        }
    }
}

fn line(address: u64, line: u32) -> Line {
    Line { address, file: 0, line, used_at: None }
}

/// Address of the first member of a sequence that a cell owns.
pub(crate) fn first_member(cell: u32) -> u64 {
    (u64::from(cell) + 1) << MEMBER_BITS
}

/// Cell and member, from 0, at an address.
pub(crate) fn member_at(address: u64) -> Option<(u32, usize)> {
    let cell = u32::try_from((address >> MEMBER_BITS).checked_sub(1)?).ok()?;
    Some((cell, (address & ((1 << MEMBER_BITS) - 1)) as usize))
}

const MEMBER_BITS: u32 = 32;

//! Errors in a script, with their positions.

use std::fmt;

use machine::cells::CellName;

use super::Grid;

/// Error in a script, with its position.
///
/// Displayed as `9:3: B9: message; help`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScriptError {
    /// Cell, such as `B9`; empty if the error is in the text as a whole.
    pub cell: String,
    /// Line of the text, from 1.
    pub line: u32,
    /// Character of the line, from 1.
    pub column: u32,
    /// Message.
    pub message: String,
    /// Help text, if any.
    pub help: Option<String>,
}

impl ScriptError {
    /// Error about a line, or the text as a whole.
    pub(crate) fn of_text(line: u32, message: impl Into<String>) -> Self {
        ScriptError { cell: String::new(), line, column: 1, message: message.into(), help: None }
    }
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: ", self.line, self.column)?;
        if !self.cell.is_empty() {
            write!(f, "{}: ", self.cell)?;
        }
        f.write_str(&self.message)?;
        self.help.iter().try_for_each(|help| write!(f, "; {help}"))
    }
}

impl std::error::Error for ScriptError {}

/// Error at a position in a cell.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct CellError {
    /// Number of characters before the position, in the cell.
    pub(crate) at: usize,
    pub(crate) message: String,
    pub(crate) help: Option<String>,
}

impl CellError {
    pub(crate) fn new(at: usize, message: impl Into<String>) -> Self {
        CellError { at, message: message.into(), help: None }
    }

    pub(crate) fn help(mut self, help: impl Into<Option<String>>) -> Self {
        self.help = help.into();
        self
    }

    /// Adds the cell.
    pub(crate) fn in_cell(self, grid: &Grid, index: usize) -> ScriptError {
        let cell = &grid.cells[index];
        let name: CellName = grid.name(index);
        let at = if cell.plain { self.at as u32 } else { 0 };
        ScriptError {
            cell: name.to_string(),
            line: cell.line,
            column: cell.column + at,
            message: self.message,
            help: self.help,
        }
    }
}

//! Long statements: an incomplete expression continues in the next cells of its block.
//!
//! Source: SPLWare/esProc, `PgmNormalCell.getSubExpString`; the tutorial's page on long statements.

use crate::grid::{Blocks, CellError, Form, Grid, ScriptError};

/// Source text of an expression, from one or more cells.
#[derive(Debug)]
pub(super) struct SourceExpression {
    pub(super) text: String,
    /// Its cells, each with the number of characters before it.
    pub(super) cells: Vec<(usize, usize)>,
}

impl SourceExpression {
    /// Source text of the expression that begins in a cell.
    pub(super) fn of(grid: &Grid, blocks: &Blocks, index: usize) -> SourceExpression {
        let mut written = SourceExpression { text: String::new(), cells: Vec::new() };
        written.add(grid, index);
        if !blocks.form(index).is_expression() {
            return written;
        }
        let (column, mut row) = (index % grid.width + 1, index / grid.width);
        let end = if written.is_open() { blocks.end_row(index) } else { row };
        'rows: while row <= end {
            for cell in (grid.index(row, column)..grid.index(row + 1, 0)).filter(|&at| at > index) {
                if !written.is_open() {
                    break 'rows;
                }
                match blocks.form(cell) {
                    Form::Blank | Form::Note => {}
                    Form::NoteBlock => {
                        row = blocks.end_row(cell);
                        break;
                    }
                    _ => written.add(grid, cell),
                }
            }
            row += 1;
        }
        written
    }

    fn add(&mut self, grid: &Grid, cell: usize) {
        self.cells.push((cell, self.text.chars().count()));
        self.text.push_str(&grid.cells[cell].text);
    }

    /// Checks that none of its further cells would also run on its own.
    pub(super) fn check_parts(&self, blocks: &Blocks) -> Result<(), CellError> {
        let is_passed = |cell: usize| blocks.form(cell) == Form::Constant;
        let block = [Form::ValueBlock, Form::ActionBlock].contains(&blocks.form(self.cells[0].0));
        match self.cells[1..].iter().find(|(part, _)| !block && !is_passed(*part)) {
            Some(&(_, before)) => {
                let help = "begin the statement with `==` or `>>`, so that its block is skipped";
                Err(CellError::new(before, "this cell would also run on its own")
                    .help(Some(help.to_owned())))
            }
            None => Ok(()),
        }
    }

    fn is_open(&self) -> bool {
        self.text.ends_with([',', ';', '('])
    }

    /// Converts an error to a message about the cell that contains its position.
    pub(super) fn script_error(&self, cell_error: CellError, grid: &Grid) -> ScriptError {
        let mut cells = self.cells.iter().rev();
        let found = cells.find(|(_, before)| *before <= cell_error.at);
        let (cell, before) = found.copied().unwrap_or(self.cells[0]);
        let split =
            self.text.char_indices().nth(cell_error.at).map_or(self.text.len(), |(at, _)| at);
        let (ahead, rest) = self.text.split_at(split);
        let cell_error = if ahead.ends_with("  ") && Form::of(rest).0.does_something() {
            cell_error.help(Some("separate cells with a tab, not with spaces".to_owned()))
        } else {
            cell_error
        };
        CellError { at: cell_error.at - before, ..cell_error }.in_cell(grid, cell)
    }
}

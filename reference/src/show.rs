//! Drawings of a grid: from one line of symbols to the boxes of the founding document.

use std::fmt::{self, Write as _};

use crate::{Grid, symbol};

/// How a grid is laid out as text; every layout can be read again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layout {
    /// All cells in one line of symbols, no line end.
    Line,
    /// One line of symbols a row, each with its line end.
    Rows,
    /// One line a row with decimal numbers, a space between, 0 for an empty cell.
    Numbers,
    /// Boxes between `+-------+` and `|`, cells a space apart.
    Plain,
    /// The founding drawing: `||===|===||` around boxes, `||---|---||` between rows.
    ///
    /// Empty cells are spaces unless a blank symbol is chosen.
    Ruled,
}

/// A grid that is drawn when it is formatted.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'g> {
    grid: &'g Grid,
    layout: Layout,
    blank: Option<char>,
}

impl<'g> Shown<'g> {
    pub(crate) fn new(grid: &'g Grid, layout: Layout) -> Self {
        Self { grid, layout, blank: None }
    }

    /// The same drawing with another symbol for empty cells; [`Layout::Numbers`] keeps its 0.
    ///
    /// ```
    /// # use reference::{Layout, Puzzle};
    /// let puzzle = Puzzle::parse("...3..4114..3...")?;
    /// assert_eq!(puzzle.show(Layout::Line).blank('0').to_string(), "0003004114003000");
    /// # Ok::<(), reference::ParseError>(())
    /// ```
    #[must_use]
    pub fn blank(self, blank: char) -> Self {
        Self { blank: Some(blank), ..self }
    }

    fn symbol(&self, digit: u8) -> char {
        match (digit, self.blank, self.layout) {
            (0, Some(blank), _) => blank,
            (0, None, Layout::Ruled) => ' ',
            _ => symbol(digit),
        }
    }

    fn rows(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.grid.rows() {
            row.iter().try_for_each(|&digit| f.write_char(self.symbol(digit)))?;
            f.write_char('\n')?;
        }
        Ok(())
    }

    fn numbers(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.grid.rows() {
            let numbers: Vec<String> = row.iter().map(u8::to_string).collect();
            writeln!(f, "{}", numbers.join(" "))?;
        }
        Ok(())
    }

    fn plain(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let order = self.grid.size().order();
        let border = format!("+{}", format!("{}+", "-".repeat(2 * order + 1)).repeat(order));
        for (number, row) in self.grid.rows().enumerate() {
            if number % order == 0 {
                writeln!(f, "{border}")?;
            }
            for cells in row.chunks(order) {
                f.write_str("| ")?;
                cells.iter().try_for_each(|&digit| write!(f, "{} ", self.symbol(digit)))?;
            }
            f.write_str("|\n")?;
        }
        writeln!(f, "{border}")
    }

    fn ruled(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let order = self.grid.size().order();
        let rule = |dash: &str| {
            let box_rule = vec![dash.repeat(3); order].join("|");
            format!("||{}", format!("{box_rule}||").repeat(order))
        };
        let (thick, thin) = (rule("="), rule("-"));
        for (number, row) in self.grid.rows().enumerate() {
            writeln!(f, "{}", if number % order == 0 { &thick } else { &thin })?;
            for cells in row.chunks(order) {
                f.write_char('|')?;
                cells.iter().try_for_each(|&digit| write!(f, "| {} ", self.symbol(digit)))?;
            }
            f.write_str("||\n")?;
        }
        writeln!(f, "{thick}")
    }
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.layout {
            Layout::Line => {
                self.grid.cells().iter().try_for_each(|&digit| f.write_char(self.symbol(digit)))
            }
            Layout::Rows => self.rows(f),
            Layout::Numbers => self.numbers(f),
            Layout::Plain => self.plain(f),
            Layout::Ruled => self.ruled(f),
        }
    }
}

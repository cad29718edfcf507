//! Drawings of a grid, from one line of symbols to the boxes of the founding document.

mod marks;
mod writer;

pub use writer::{Record, WriteError, Writer};

use std::fmt::{self, Write as _};

use crate::{Grid, symbol};

/// Layout of a grid as text; every layout can be read again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layout {
    /// All cells in one line of symbols, without a line end.
    Line,
    /// One line of symbols per row, each with a line end.
    Rows,
    /// One line per row with decimal numbers separated by spaces, 0 for an empty cell.
    Numbers,
    /// Boxes between `+-------+` and `|`, cells a space apart.
    Plain,
    /// Boxes between `+---+` and `|`, cells side by side, as DuPree's solver draws them.
    Tight,
    /// Boxes between box-drawing characters, cells a space apart.
    Box,
    /// The founding drawing: `||===|===||` around boxes, `||---|---||` between rows.
    ///
    /// Empty cells are spaces unless a blank symbol is chosen.
    Ruled,
}

/// Drawing of a grid; implements `Display`.
#[derive(Clone, Copy, Debug)]
pub struct ShownGrid<'g> {
    grid: &'g Grid,
    layout: Layout,
    blank: Option<char>,
}

/// The lines around boxes.
struct Frame {
    top: [&'static str; 3],
    between: [&'static str; 3],
    bottom: [&'static str; 3],
    run: &'static str,
    bar: &'static str,
    /// Whether cells are a space apart.
    is_airy: bool,
}

const PLAIN: Frame =
    Frame { top: ["+"; 3], between: ["+"; 3], bottom: ["+"; 3], run: "-", bar: "|", is_airy: true };

const BOX: Frame = Frame {
    top: ["\u{250c}", "\u{252c}", "\u{2510}"],
    between: ["\u{251c}", "\u{253c}", "\u{2524}"],
    bottom: ["\u{2514}", "\u{2534}", "\u{2518}"],
    run: "\u{2500}",
    bar: "\u{2502}",
    is_airy: true,
};

impl<'g> ShownGrid<'g> {
    pub(crate) fn new(grid: &'g Grid, layout: Layout) -> Self {
        Self { grid, layout, blank: None }
    }

    /// Sets the symbol for empty cells; [`Layout::Numbers`] keeps its 0.
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

    fn framed(&self, f: &mut fmt::Formatter<'_>, frame: &Frame) -> fmt::Result {
        let order = self.grid.size().order();
        let gap = if frame.is_airy { " " } else { "" };
        let width = if frame.is_airy { 2 * order + 1 } else { order };
        let rule = |[left, middle, right]: [&str; 3]| {
            let run = frame.run.repeat(width);
            format!("{left}{}{right}", vec![run; order].join(middle))
        };
        for (number, row) in self.grid.rows().enumerate() {
            match number {
                0 => writeln!(f, "{}", rule(frame.top))?,
                _ if number % order == 0 => writeln!(f, "{}", rule(frame.between))?,
                _ => {}
            }
            for cells in row.chunks(order) {
                write!(f, "{}{gap}", frame.bar)?;
                cells.iter().try_for_each(|&digit| write!(f, "{}{gap}", self.symbol(digit)))?;
            }
            writeln!(f, "{}", frame.bar)?;
        }
        writeln!(f, "{}", rule(frame.bottom))
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

impl fmt::Display for ShownGrid<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.layout {
            Layout::Line => {
                self.grid.cells().iter().try_for_each(|&digit| f.write_char(self.symbol(digit)))
            }
            Layout::Rows => self.rows(f),
            Layout::Numbers => self.numbers(f),
            Layout::Plain => self.framed(f, &PLAIN),
            Layout::Tight => self.framed(f, &Frame { is_airy: false, ..PLAIN }),
            Layout::Box => self.framed(f, &BOX),
            Layout::Ruled => self.ruled(f),
        }
    }
}

//! Formats by name.

use std::fmt;
use std::str::FromStr;

/// Text format of puzzles; docs/formats.md shows each.
///
/// All formats can be read; [`Format::is_written`] tests whether one can be written too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Format {
    /// All cells in one line.
    Line,
    /// One line of symbols per row.
    Rows,
    /// One line of decimal numbers per row.
    Numbers,
    /// Boxes drawn with `+`, `-` and `|`, cells a space apart.
    Grid,
    /// Boxes drawn with `+`, `-` and `|`, cells side by side.
    Tight,
    /// The drawing of the founding document, with a rule between all rows.
    Ruled,
    /// Box-drawing characters.
    Box,
    /// `Grid 01` and rows, as in Project Euler.
    Euler,
    /// Candidates of every cell in a drawn grid, as forums show them.
    Candidates,
    /// Candidates of every cell in one line: 729 symbols for 9x9.
    Sukaku,
    /// SadMan Sudoku and SudoCue: `#` lines, `[Puzzle]` and further sections.
    Sdk,
    /// SudoCue's list: 81 symbols per line.
    Sdm,
    /// SudoCue's candidates: nine lines of nine words.
    Sdx,
    /// Simple Sudoku.
    Ss,
    /// A line of HoDoKu's library: placed cells, deleted candidates.
    Hodoku,
    /// A line of gsf's taxonomy, the puzzle in its fifth field.
    Gsf,
    /// OpenSudoku's XML.
    Opensudoku,
    /// Comma separated values, a header naming the columns.
    Csv,
    /// Norvig's rule: digits and `.` count, all other characters are skipped.
    Norvig,
    /// The rule of DuPree's solver 1.20: the first 81 characters of a line, `1`-`9` are givens.
    DuPree,
}

/// Error for an unknown name of a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownFormat {
    /// The unknown name.
    pub name: String,
}

impl Format {
    /// Every format, in the order of docs/formats.md.
    pub const ALL: [Self; 20] = [
        Self::Line,
        Self::Rows,
        Self::Numbers,
        Self::Grid,
        Self::Tight,
        Self::Ruled,
        Self::Box,
        Self::Euler,
        Self::Candidates,
        Self::Sukaku,
        Self::Sdk,
        Self::Sdm,
        Self::Sdx,
        Self::Ss,
        Self::Hodoku,
        Self::Gsf,
        Self::Opensudoku,
        Self::Csv,
        Self::Norvig,
        Self::DuPree,
    ];

    /// Name on a command line, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::Rows => "rows",
            Self::Numbers => "numbers",
            Self::Grid => "grid",
            Self::Tight => "tight",
            Self::Ruled => "ruled",
            Self::Box => "box",
            Self::Euler => "euler",
            Self::Candidates => "candidates",
            Self::Sukaku => "sukaku",
            Self::Sdk => "sdk",
            Self::Sdm => "sdm",
            Self::Sdx => "sdx",
            Self::Ss => "ss",
            Self::Hodoku => "hodoku",
            Self::Gsf => "gsf",
            Self::Opensudoku => "opensudoku",
            Self::Csv => "csv",
            Self::Norvig => "norvig",
            Self::DuPree => "dupree",
        }
    }

    /// Whether [`Writer`](crate::Writer) can write it.
    pub const fn is_written(self) -> bool {
        !matches!(self, Self::Gsf | Self::Norvig | Self::DuPree)
    }

    /// Whether a puzzle is one line or one tag.
    pub(crate) const fn is_of_lines(self) -> bool {
        matches!(
            self,
            Self::Line
                | Self::Sukaku
                | Self::Sdm
                | Self::Hodoku
                | Self::Gsf
                | Self::Opensudoku
                | Self::Csv
                | Self::DuPree
        )
    }

    /// Whether it can hold candidates.
    pub const fn has_candidates(self) -> bool {
        matches!(self, Self::Candidates | Self::Sukaku | Self::Sdx | Self::Ss | Self::Hodoku)
    }

    /// Whether its only size is 9x9.
    pub const fn is_for_nine_only(self) -> bool {
        matches!(
            self,
            Self::Sdk
                | Self::Sdm
                | Self::Sdx
                | Self::Ss
                | Self::Hodoku
                | Self::Gsf
                | Self::Opensudoku
                | Self::Norvig
                | Self::DuPree
        )
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        let is_it = |format: &Self| format.name().eq_ignore_ascii_case(name);
        Self::ALL.into_iter().find(is_it).ok_or_else(|| UnknownFormat { name: name.to_owned() })
    }
}

impl fmt::Display for UnknownFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = Format::ALL.into_iter().map(Format::name).collect();
        write!(f, "unknown format `{}`; use one of {}", self.name.escape_debug(), names.join(", "))
    }
}

impl std::error::Error for UnknownFormat {}

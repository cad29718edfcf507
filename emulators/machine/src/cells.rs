//! What goes wrong in a program that is a grid of cells, told with the name of the cell.

use std::fmt;
use std::num::NonZeroU16;

use crate::numbers::counted;

/// Name of a cell: column and row, both from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CellName {
    column: NonZeroU16,
    row: u16,
}

impl CellName {
    /// The name of a place; column and row count from 0.
    ///
    /// ```
    /// use machine::cells::CellName;
    /// assert_eq!(CellName::new(1, 8).to_string(), "B9");
    /// assert_eq!(CellName::new(26, 0).to_string(), "AA1");
    /// ```
    #[must_use]
    pub fn new(column: u16, row: u16) -> Self {
        let column = NonZeroU16::MIN.saturating_add(column);
        CellName { column, row: row.saturating_add(1) }
    }
}

impl fmt::Display for CellName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut letters = Vec::new();
        let mut rest = u32::from(self.column.get());
        while rest > 0 {
            letters.push(char::from(b'A' + ((rest - 1) % 26) as u8));
            rest = (rest - 1) / 26;
        }
        letters.iter().rev().try_for_each(|letter| write!(f, "{letter}"))?;
        write!(f, "{}", self.row)
    }
}

/// A short name out of a program, such as a file's; what does not fit is cut.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ShortName([u8; ShortName::MOST_BYTES]);

impl ShortName {
    /// Bytes that are kept.
    pub const MOST_BYTES: usize = 22;

    /// The name, cut where it is too long.
    #[must_use]
    pub fn new(name: &str) -> Self {
        let shown = if name.len() > Self::MOST_BYTES {
            format!("{}…", &name[..name.floor_char_boundary(Self::MOST_BYTES - 3)])
        } else {
            name.to_owned()
        };
        let mut bytes = [0; Self::MOST_BYTES];
        bytes[..shown.len()].copy_from_slice(shown.as_bytes());
        ShortName(bytes)
    }
}

impl fmt::Display for ShortName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = String::from_utf8_lossy(&self.0);
        text.trim_end_matches('\0').escape_debug().try_for_each(|c| write!(f, "{c}"))
    }
}

impl fmt::Debug for ShortName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}

/// What a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `null`.
    Null,
    /// `true` or `false`.
    Truth,
    /// A number.
    Number,
    /// Text.
    Text,
    /// A sequence; a table is one of records.
    Sequence,
    /// A record of a table.
    Record,
    /// A file.
    File,
    /// A range, which stands only between the brackets of a few functions.
    Range,
}

impl Kind {
    /// With its article.
    #[must_use]
    pub fn phrase(self) -> &'static str {
        match self {
            Kind::Null => "null",
            Kind::Truth => "a truth value",
            Kind::Number => "a number",
            Kind::Text => "text",
            Kind::Sequence => "a sequence",
            Kind::Record => "a record",
            Kind::File => "a file",
            Kind::Range => "a range",
        }
    }
}

/// What was looked for by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sought {
    /// A file of the program's folder.
    File,
    /// A field of a record.
    Field,
    /// A variable that nothing was assigned to yet.
    Variable,
}

/// Why a cell cannot be calculated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CellTrouble {
    /// A sequence has no member of this number.
    NoMember {
        /// The cell whose value the sequence is, when the program names it there.
        of: Option<CellName>,
        /// The number, from 1.
        index: i64,
        /// Members there are.
        members: u32,
    },
    /// A function or operator cannot take a value of this kind.
    Kind {
        /// The function, or the operator.
        what: &'static str,
        /// The argument, from 1; 0 is what stands before the point or beside the operator.
        argument: u8,
        /// What it is.
        found: Kind,
    },
    /// An operator cannot take these two together.
    Pair {
        /// The operator.
        what: &'static str,
        /// What stands on its left.
        left: Kind,
        /// What stands on its right.
        right: Kind,
    },
    /// A function cannot take a number of this size.
    Value {
        /// The function.
        what: &'static str,
        /// The argument, from 1.
        argument: u8,
        /// Its value, or the nearest there is in 32 bits.
        value: i32,
    },
    /// Nothing has this name.
    Missing {
        /// What was looked for.
        sought: Sought,
        /// Its name.
        name: ShortName,
    },
    /// Calls inside calls, beyond the limit.
    Depth {
        /// The limit.
        calls: u32,
    },
    /// Values beyond the limit.
    Memory {
        /// The limit.
        bytes: u64,
    },
    /// Anything else.
    Other {
        /// The sentence, from its verb on.
        why: &'static str,
    },
}

impl CellTrouble {
    /// The stable name of the message.
    #[must_use]
    pub(crate) fn id(&self) -> &'static str {
        match self {
            CellTrouble::NoMember { .. } => "M032",
            CellTrouble::Kind { .. } | CellTrouble::Pair { .. } => "M033",
            CellTrouble::Value { .. } => "M034",
            CellTrouble::Missing { .. } => "M035",
            CellTrouble::Depth { .. } => "M036",
            CellTrouble::Memory { .. } => "M037",
            CellTrouble::Other { .. } => "M038",
        }
    }

    /// What is wrong, without the name of the cell.
    pub(crate) fn sentence(&self) -> String {
        match self {
            CellTrouble::NoMember { of, index, members } => {
                let wanted = match of {
                    Some(cell) => format!("`{cell}({index})`"),
                    None => format!("member {index}"),
                };
                let members = counted(*members, "member");
                format!("{wanted} is not there: the sequence has {members}")
            }
            CellTrouble::Kind { what, argument: 0, found }
                if what.contains(char::is_alphabetic) =>
            {
                format!("{} has no `{what}`", found.phrase())
            }
            CellTrouble::Kind { what, argument: 0, found } => {
                format!("`{what}` cannot take {}", found.phrase())
            }
            CellTrouble::Kind { what, argument, found } => {
                format!("`{what}` cannot take {} as argument {argument}", found.phrase())
            }
            CellTrouble::Pair { what, left, right } => {
                format!("`{what}` cannot take {} and {}", left.phrase(), right.phrase())
            }
            CellTrouble::Value { what, argument, value } => {
                format!("`{what}` cannot take {value} as argument {argument}")
            }
            CellTrouble::Missing { sought: Sought::File, name } => {
                format!("there is no file `{name}`")
            }
            CellTrouble::Missing { sought: Sought::Field, name } => {
                format!("there is no field `{name}`")
            }
            CellTrouble::Missing { sought: Sought::Variable, name } => {
                format!("nothing was assigned to `{name}` yet")
            }
            CellTrouble::Depth { calls } => format!("{calls} calls are open, and this is one more"),
            CellTrouble::Memory { bytes } => {
                format!("the values take more than {} MiB", bytes >> 20)
            }
            CellTrouble::Other { why } => (*why).to_owned(),
        }
    }

    /// What would be right, where that is known.
    pub(crate) fn help(&self) -> Option<&'static str> {
        Some(match self {
            CellTrouble::NoMember { .. } => {
                "members count from 1; `A.m(i)` gives null where there is no member"
            }
            CellTrouble::Missing { sought: Sought::File, .. } => {
                "files lie in the folder of the script"
            }
            CellTrouble::Missing { sought: Sought::Field, .. } => {
                "fields have the names of their table; a function needs its brackets: `A1.len()`"
            }
            CellTrouble::Missing { sought: Sought::Variable, .. } => {
                "what a function assigns to a variable is gone when it returns"
            }
            CellTrouble::Depth { .. } => "look for a recursion without an end",
            CellTrouble::Memory { .. } => "look for a sequence that grows without an end",
            _ => return None,
        })
    }
}

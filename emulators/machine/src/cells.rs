//! Errors in programs that are grids of cells, reported with the cell's name.

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
    /// Name of a cell; column and row count from 0.
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

/// A short name from a program, such as a file name; long names are truncated.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ShortName([u8; ShortName::MOST_BYTES]);

impl ShortName {
    /// Maximum length in bytes.
    pub const MOST_BYTES: usize = 22;

    /// The name, truncated if it is too long.
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

/// Kind of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueKind {
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
    /// A range, which occurs only in the arguments of a few functions.
    Range,
}

impl ValueKind {
    /// Name with its article.
    #[must_use]
    pub fn phrase(self) -> &'static str {
        match self {
            ValueKind::Null => "null",
            ValueKind::Truth => "a truth value",
            ValueKind::Number => "a number",
            ValueKind::Text => "text",
            ValueKind::Sequence => "a sequence",
            ValueKind::Record => "a record",
            ValueKind::File => "a file",
            ValueKind::Range => "a range",
        }
    }
}

/// Kind of a name that was not found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameKind {
    /// A file in the program's folder.
    File,
    /// A field of a record.
    Field,
    /// A variable without a value.
    Variable,
}

/// Reason why a cell cannot be calculated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CellTrouble {
    /// A sequence has no member with this number.
    NoMember {
        /// The cell with the sequence, if the program names it.
        of: Option<CellName>,
        /// The number, from 1.
        index: i64,
        /// Number of members.
        members: u32,
    },
    /// A function or operator does not accept this kind of value.
    Kind {
        /// The function or operator.
        what: &'static str,
        /// The argument, from 1; 0 is the value before the point or the operand.
        argument: u8,
        /// Kind of the value.
        found: ValueKind,
    },
    /// An operator does not accept these two operands.
    Pair {
        /// The operator.
        what: &'static str,
        /// Kind of the left operand.
        left: ValueKind,
        /// Kind of the right operand.
        right: ValueKind,
    },
    /// A function does not accept this number.
    Value {
        /// The function.
        what: &'static str,
        /// The argument, from 1.
        argument: u8,
        /// Its value, or the nearest in 32 bits.
        value: i32,
    },
    /// A name was not found.
    Missing {
        /// Kind of the name.
        sought: NameKind,
        /// Its name.
        name: ShortName,
    },
    /// Nested calls exceed the limit.
    Depth {
        /// The limit.
        calls: u32,
    },
    /// Values exceed the memory limit.
    Memory {
        /// The limit.
        bytes: u64,
    },
    /// Anything else.
    Other {
        /// The message.
        why: &'static str,
    },
}

impl CellTrouble {
    /// Code of the message.
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

    /// Message without the name of the cell.
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
            CellTrouble::Missing { sought: NameKind::File, name } => {
                format!("there is no file `{name}`")
            }
            CellTrouble::Missing { sought: NameKind::Field, name } => {
                format!("there is no field `{name}`")
            }
            CellTrouble::Missing { sought: NameKind::Variable, name } => {
                format!("`{name}` has no value yet")
            }
            CellTrouble::Depth { calls } => {
                format!("this call exceeds the limit of {calls} nested calls")
            }
            CellTrouble::Memory { bytes } => {
                format!("the values take more than {} MiB", bytes >> 20)
            }
            CellTrouble::Other { why } => (*why).to_owned(),
        }
    }

    /// Help line, if any.
    pub(crate) fn help(&self) -> Option<&'static str> {
        Some(match self {
            CellTrouble::NoMember { .. } => {
                "members count from 1; `A.m(i)` returns null if there is no such member"
            }
            CellTrouble::Missing { sought: NameKind::File, .. } => {
                "files must be in the script's folder"
            }
            CellTrouble::Missing { sought: NameKind::Field, .. } => {
                "fields have the names in their table; a function needs parentheses: `A1.len()`"
            }
            CellTrouble::Missing { sought: NameKind::Variable, .. } => {
                "variables assigned in a function are lost when it returns"
            }
            CellTrouble::Depth { .. } => "look for endless recursion",
            CellTrouble::Memory { .. } => "look for a sequence that grows without limit",
            _ => return None,
        })
    }
}

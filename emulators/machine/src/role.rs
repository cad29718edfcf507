//! What an instruction does by itself, whatever values it meets.

use crate::semantics::Flow;

/// Which registers an instruction touches and where it can go, as its row says.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Role {
    /// Registers it reads, as [`Machine::registers`](crate::Machine::registers) names them.
    pub reads: Vec<&'static str>,
    /// Registers it writes.
    pub writes: Vec<&'static str>,
    /// Whether the next instruction in memory can be the next to run.
    pub falls: bool,
    /// Whether another one can.
    pub turns: bool,
    /// Whether it may skip the next instruction in memory, by a condition.
    pub skips: bool,
    /// Where it goes then, when the instruction alone says it.
    pub target: Option<u64>,
}

impl Role {
    /// What the flow analyser found of an instruction, its slots by their registers' names.
    #[must_use]
    pub fn of(flow: &Flow, name: impl Fn(u8) -> Option<&'static str>) -> Self {
        let named =
            |slots: u128| (0..128).filter(move |slot| slots >> slot & 1 != 0).filter_map(&name);
        Role {
            reads: named(flow.reads()).collect(),
            writes: named(flow.writes()).collect(),
            falls: flow.falls_through(),
            turns: flow.ends_block(),
            skips: flow.skips(),
            target: flow.target(),
        }
    }

    /// Whether its row does not say all of it: a system call may write what it likes.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.turns && self.falls && self.target.is_none()
    }
}

/// Where a register's name stands among these; by last letters first, in which such names differ.
///
/// ```
/// assert_eq!(machine::register_among(&["$t0", "$t1"], "$t1"), Some(1));
/// assert_eq!(machine::register_among(&["$t0", "$t1"], "$s1"), None);
/// ```
#[must_use]
pub fn register_among(names: &[&str], name: &str) -> Option<usize> {
    let last = name.as_bytes().last();
    names.iter().position(|known| known.as_bytes().last() == last && *known == name)
}

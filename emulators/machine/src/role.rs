//! Registers and control flow of an instruction, independent of values.

use crate::semantics::Flow;

/// Registers and control flow of an instruction, from its row.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Role {
    /// Registers it reads, as [`Machine::registers`](crate::Machine::registers) names them.
    pub reads: Vec<&'static str>,
    /// Registers it writes.
    pub writes: Vec<&'static str>,
    /// Whether control can continue at the next instruction in memory.
    pub falls: bool,
    /// Whether control can go elsewhere.
    pub turns: bool,
    /// Whether it may skip the next instruction, depending on a condition.
    pub skips: bool,
    /// Target address, if the instruction encodes it.
    pub target: Option<u64>,
}

impl Role {
    /// Role from the flow analyser's result; `name` maps slots to register names.
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

    /// Whether its row does not specify all effects, as for a system call.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.turns && self.falls && self.target.is_none()
    }
}

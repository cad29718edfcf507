//! Reasons why values of a watched program are undefined, by number.

use std::collections::HashMap;

/// Reason why a value is undefined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Origin {
    /// The register was not set since the program started.
    Start {
        /// The register.
        slot: u8,
    },
    /// Memory of the stack that was not written since the stack pointer was above it.
    Stack,
    /// The same, loaded by an instruction.
    StackLoad {
        /// The load.
        pc: u64,
    },
    /// The register may have been changed by a call.
    Call {
        /// The register.
        slot: u8,
        /// The call.
        call: u64,
        /// The procedure called.
        entry: u64,
        /// Whether the procedure wrote the register.
        is_written: bool,
    },
    /// The number of a system call, which that call left in its register.
    Number {
        /// The register.
        slot: u8,
        /// The system call.
        pc: u64,
    },
}

/// All reasons so far.
#[derive(Debug, Clone, Default)]
pub(super) struct Origins {
    all: Vec<Origin>,
    numbers: HashMap<Origin, u32>,
    /// The first number of each call of a procedure.
    calls: HashMap<(u64, u64), u32>,
}

impl Origins {
    /// Number of a reason.
    pub(super) fn number(&mut self, origin: Origin) -> u32 {
        *self.numbers.entry(origin).or_insert_with(|| {
            self.all.push(origin);
            self.all.len() as u32 - 1
        })
    }

    /// Number of the first of the reasons of a call: two for each register, the second if the
    /// procedure wrote it.
    pub(super) fn of_call(&mut self, call: u64, entry: u64, slots: &[u8]) -> u32 {
        *self.calls.entry((call, entry)).or_insert_with(|| {
            let first = self.all.len() as u32;
            let origin = |&slot: &u8| {
                [false, true].map(|is_written| Origin::Call { slot, call, entry, is_written })
            };
            self.all.extend(slots.iter().flat_map(origin));
            first
        })
    }

    pub(super) fn get(&self, number: u32) -> Option<Origin> {
        self.all.get(number as usize).copied()
    }
}

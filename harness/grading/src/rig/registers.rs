//! Registers that belong to the system, and calls in the student's code.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use machine::follow::FlowCounts;
use machine::{AnyMachine, CallFlow, Image, Machine as _};
use targets::calls::Rules;
use targets::target::Target;

use super::Rig;

/// A register that no function changes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reserved {
    pub(crate) name: &'static str,
    /// Value that the loader gives it.
    pub(super) first: u64,
    /// Whether no instruction of the program reads it.
    is_unread: bool,
}

impl Reserved {
    /// Whether it is undefined: the loader does not set it.
    pub(crate) fn is_undefined(self) -> bool {
        self.first == 0
    }

    /// Whether any value can be in it.
    pub(super) fn is_free(self) -> bool {
        self.is_unread || self.is_undefined()
    }
}

impl Rig<'_> {
    /// Registers that no function changes.
    pub(crate) fn reserved(&self) -> &[Reserved] {
        &self.reserved
    }
}

/// Registers that no function changes, and whether anything reads them.
pub(super) fn reserved(target: &Target, image: &Image, machine: &AnyMachine) -> Vec<Reserved> {
    let names = target.convention().map_or(&[][..], |convention| convention.reserved);
    let is_user = |address: &u64| *address < 0x8000_0000;
    let addresses = image.lines.iter().map(|line| line.address).filter(is_user);
    let roles: Vec<_> = addresses.filter_map(|address| machine.role(address)).collect();
    let register = |&name: &&'static str| Reserved {
        name,
        first: machine.register(name).unwrap_or(0),
        is_unread: !roles.iter().any(|role| role.reads.contains(&name)),
    };
    names.iter().map(register).collect()
}

/// Calls and direct jumps in code.
pub(super) fn turns(
    target: &Target,
    image: &Image,
    machine: &AnyMachine,
    home: &[Range<u64>],
) -> FlowCounts {
    let rules = Rules::of(target, machine);
    let lines = image.lines.iter().map(|line| line.address);
    let own = lines.filter(|address| home.iter().any(|home| home.contains(address)));
    let call = |address: u64| {
        let text = machine.disassemble(address)?;
        let units = target.instruction(image, address)?.units;
        let last = address + rules.slots * units;
        (rules.flow(&text) == CallFlow::Call).then_some((last, last + units))
    };
    let own: Vec<u64> = own.collect();
    let direct = own.iter().copied().filter(|&address| {
        machine.role(address).is_some_and(|role| role.turns && role.target.is_some())
    });
    let (calls, direct): (HashMap<u64, u64>, HashSet<u64>) =
        (own.iter().copied().filter_map(call).collect(), direct.collect());
    FlowCounts { calls, direct }
}

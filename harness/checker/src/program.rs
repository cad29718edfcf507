//! Static knowledge about a program: the kinds of its instructions, and its convention.

use architecture::{Back, Convention};
use machine::follow::{ProgramMap, WatchedRegisters, kind};
use machine::{AnyMachine, CallFlow, Machine as _};
use targets::calls::Rules;
use targets::target::Program;

/// Kinds of all instructions of a program.
pub(crate) fn map(
    program: &Program<'_>,
    convention: &Convention,
    machine: &AnyMachine,
) -> ProgramMap {
    let rules = Rules::of(program.target, machine);
    let mut map = ProgramMap::default();
    let segments = program.image.segments.iter().filter(|segment| segment.executable);
    for segment in segments {
        let end = segment.base.saturating_add(segment.size);
        map.add(segment.base..end);
    }
    for segment in program.image.segments.iter().filter(|segment| segment.executable) {
        let end = segment.base.saturating_add(segment.size);
        let mut address = segment.base;
        while address < end {
            let Some(found) = program.target.instruction(program.image, address) else { break };
            let next = address + found.units.max(1);
            if let Some(role) = machine.role(address).filter(|role| role.turns || role.skips) {
                let flow = machine.disassemble(address).map(|text| rules.flow(&text));
                let (call, back) = match convention.back {
                    Back::Register(link) => {
                        (role.writes.contains(&link), role.reads.contains(&link))
                    }
                    Back::Pushed => {
                        let is_stack = role.writes.contains(&convention.stack);
                        (is_stack, is_stack)
                    }
                };
                let is_call = flow == Some(CallFlow::Call) && call;
                // A call that keeps another return address, such as `jalr $zero, $ra`, is a jump.
                let is_jump =
                    flow == Some(CallFlow::Return) || flow == Some(CallFlow::Call) && !call;
                let is_return = is_jump && back;
                let mut kinds = kind::TURNS;
                if is_call {
                    kinds |= kind::CALL;
                    if let Some(target) = role.target.filter(|&target| target != next) {
                        map.mark(target, kind::ENTRY);
                    }
                } else if is_return {
                    kinds |= kind::RETURN;
                } else if role.turns && role.target.is_none() {
                    kinds |= kind::SYSTEM;
                }
                if role.skips || role.turns && role.falls && role.target.is_some() {
                    kinds |= kind::BRANCH;
                }
                map.mark(address, kinds);
            }
            address = next;
        }
    }
    map
}

/// Unsigned comparisons of two registers, with their registers' slots.
pub(crate) fn comparisons(program: &Program<'_>, machine: &AnyMachine) -> Vec<(u64, [u8; 2])> {
    let lines = program.image.lines.iter().map(|line| line.address);
    let found = lines.filter_map(|address| {
        let text = machine.disassemble(address)?;
        if !(machine.spec().syntax.compares_unsigned)(&text) {
            return None;
        }
        let role = machine.role(address)?;
        let [a, b] = role.reads.as_slice() else { return None };
        Some((address, [machine.slot(a)?, machine.slot(b)?]))
    });
    found.collect()
}

/// Registers of a convention, as slots of a machine.
pub(crate) fn registers(convention: &Convention, machine: &AnyMachine) -> Option<WatchedRegisters> {
    let slots = |names: &[&str]| -> Vec<u8> {
        let slots = names.iter().filter_map(|name| machine.slot(name));
        slots.filter(|&slot| slot < 64).collect()
    };
    let (link, preserved) = match convention.back {
        Back::Register(name) if convention.is_free => (machine.slot(name), Vec::new()),
        Back::Register(name) => (machine.slot(name), slots(convention.preserved)),
        Back::Pushed => (None, Vec::new()),
    };
    let spec = machine.spec();
    Some(WatchedRegisters {
        stack: machine.slot(convention.stack)?,
        link,
        preserved,
        volatile: slots(convention.volatile),
        results: slots(convention.results),
        reserved: slots(convention.reserved),
        alignment: convention.loose_alignment_units,
        word_units: u64::from((spec.word_bits / spec.unit_bits).max(1)),
    })
}

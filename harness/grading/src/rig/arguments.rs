//! Arguments of a call: in registers, on the stack and in memory of their own, and what a call left of
//! them.

use std::ops::Range;

use architecture::Back;
use machine::Machine as _;

use super::{Rig, mixed, mixed_units};
use crate::assignment::{Argument, Carrier, Contract};
use crate::cases::Case;
use crate::value::{GUARD_UNITS, PlacedArgument, Structure, Value};

/// Memory of an argument after a call.
#[derive(Debug, Clone, PartialEq)]
pub struct ArgumentMemory {
    /// Its units.
    pub units: Vec<u64>,
    /// Their structure if it has addresses, which may differ from the reference's.
    pub shape: Option<Structure>,
    /// Whether any of them has changed.
    pub is_changed: bool,
}

impl ArgumentMemory {
    /// Whether this is what is right.
    #[must_use]
    pub fn agrees(&self, right: &ArgumentMemory) -> bool {
        match (&self.shape, &right.shape) {
            (Some(found), Some(right)) => found.agrees(right),
            _ => self.units == right.units,
        }
    }
}

impl Rig<'_> {
    /// Gives a function the arguments and the input of a case.
    pub(super) fn give(&mut self, contract: &Contract, given: &Case, case: u64) {
        self.input.clone_from(&given.input);
        self.placed.clear();
        for (argument, value) in given.values.iter().enumerate() {
            let placed = self.placed(contract, argument, value, case);
            self.put(self.start(contract, argument), &placed);
            if let Some(carriers) = contract.registers.carriers.get(argument) {
                self.carry(
                    contract.registers.back,
                    contract.arguments[argument],
                    carriers,
                    placed.carried,
                );
            }
            self.placed.push(placed);
        }
    }

    /// Possible start of an argument's memory.
    fn start(&self, contract: &Contract, argument: usize) -> u64 {
        let before = contract.arguments[..argument].iter().map(|&kind| self.layout.room(kind));
        self.arena + GUARD_UNITS + before.sum::<u64>()
    }

    /// Address ranges of an argument's memory in the last prepared case.
    pub(crate) fn places(&self, argument: usize) -> impl Iterator<Item = Range<u64>> {
        let objects = self.placed.get(argument).into_iter().flat_map(|placed| &placed.objects);
        objects.map(|object| object.at..object.at + object.units.len() as u64)
    }

    /// The same of all arguments.
    pub(crate) fn all_places(&self) -> impl Iterator<Item = Range<u64>> {
        (0..self.placed.len()).flat_map(|argument| self.places(argument))
    }

    /// Addresses of arguments on the stack.
    pub(crate) fn stack_words(&self, contract: &Contract) -> Vec<Range<u64>> {
        let units = self.layout.word_units();
        let words =
            contract.registers.carriers.iter().flatten().filter_map(|carrier| match carrier {
                Carrier::Stack(offset) => Some(self.on_stack(contract.registers.back, *offset)),
                Carrier::Register(_) | Carrier::Float(_) => None,
            });
        words.map(|at| at..at + units).collect()
    }

    /// The address of a word on the stack that carries an argument.
    fn on_stack(&self, back: Back, offset: u64) -> u64 {
        match back {
            Back::Register(_) => self.stack + offset,
            Back::Pushed => (self.stack & 0o777777) + 1 - offset,
        }
    }

    /// An argument in memory, with what carries it.
    fn placed(
        &self,
        contract: &Contract,
        argument: usize,
        value: &Value,
        case: u64,
    ) -> PlacedArgument {
        if let Value::Place(index) = value {
            let before = &contract.arguments[..argument];
            let board = before.iter().rposition(|&kind| kind == Argument::Board);
            let base = board.map_or(self.arena, |board| self.placed[board].carried);
            let carried = base + *index as u64 * self.layout.cell_units();
            return PlacedArgument { carried, objects: Vec::new() };
        }
        let (kind, start) = (contract.arguments[argument], self.start(contract, argument));
        self.layout.place(kind, value, start, mixed(case, argument as u64))
    }

    /// Puts an argument into memory, with what it may not touch around it; where it has no memory, what
    /// is around is there all the same.
    fn put(&mut self, start: u64, placed: &PlacedArgument) {
        if placed.objects.is_empty() {
            self.put_guard(start - GUARD_UNITS / 2..start + GUARD_UNITS / 2);
        }
        for object in &placed.objects {
            let end = object.at + object.units.len() as u64;
            self.put_guard(object.at - GUARD_UNITS / 2..object.at);
            self.put_guard(end..end + GUARD_UNITS / 2);
            self.machine.poke_all(object.at, &object.units);
        }
    }

    fn put_guard(&mut self, around: Range<u64>) {
        self.machine.poke_all(around.start, &guard(around, self.layout.unit_bits));
    }

    /// Gives the carriers of an argument its words.
    fn carry(&mut self, back: Back, kind: Argument, carriers: &[Carrier], bits: u64) {
        let word_bits = self.target.spec().word_bits;
        let (low, high) = (bits & (u64::MAX >> (64 - word_bits)), bits >> word_bits.min(32));
        let is_alone = carriers.len() == 1;
        // A number of one word in a wider register has ones above it.
        let boxed = if kind.carried().0 == 1 { u64::MAX << 32 | low } else { bits };
        for (at, carrier) in carriers.iter().enumerate() {
            let is_first = at == 0;
            let in_memory = if is_first == self.layout.is_big_endian { high } else { low };
            let in_memory = if is_alone { low } else { in_memory };
            match *carrier {
                Carrier::Register(name) => drop(self.machine.set_register(name, in_memory)),
                Carrier::Float(name) => {
                    let wide = if is_alone {
                        boxed
                    } else if is_first {
                        low
                    } else {
                        high
                    };
                    self.machine.set_register(name, wide);
                }
                Carrier::Stack(offset) => {
                    let units = self.layout.word(in_memory as i64);
                    self.machine.poke_all(self.on_stack(back, offset), &units);
                }
            }
        }
    }

    /// Content of an argument's memory, and whether memory around it has changed.
    pub(crate) fn look(
        &self,
        contract: &Contract,
        argument: usize,
        value: &Value,
    ) -> (ArgumentMemory, bool) {
        let unit = |address| self.machine.peek(address).unwrap_or(0);
        let unit_bits = self.layout.unit_bits;
        let is_touched = self.places(argument).any(|place| {
            let mut around = [
                place.start - GUARD_UNITS / 2..place.start,
                place.end..place.end + GUARD_UNITS / 2,
            ]
            .into_iter();
            around.any(|around| !around.clone().map(unit).eq(guard(around, unit_bits)))
        });
        let units: Vec<u64> = self.places(argument).flatten().map(unit).collect();
        let before = self.placed[argument].objects.iter().flat_map(|object| &object.units);
        let is_changed = !units.iter().eq(before);
        let (kind, placed) = (contract.arguments[argument], &self.placed[argument]);
        let peek = |address| self.machine.peek(address);
        let shape = self.layout.shape(kind, value, placed, contract.tolerance, &peek);
        (ArgumentMemory { units, shape, is_changed }, is_touched)
    }
}

/// Content of a guard around arguments.
fn guard(around: Range<u64>, bits: u32) -> Vec<u64> {
    mixed_units(0x6a7e, around, bits)
}

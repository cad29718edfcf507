//! Instructions of a program, found without running it.

use std::collections::BTreeSet;

use machine::{AnyMachine, CallFlow, Data, Machine as _, Section};

use crate::verify::ready::Program;

/// Step over bytes that are not an instruction: the length of the shortest one.
const SHORTEST_UNITS: u64 = 2;

/// Code of a program in the memory of its machine.
pub(super) struct Code<'p> {
    program: &'p Program,
    machine: AnyMachine,
}

impl<'p> Code<'p> {
    /// Code of a program that fits into its machine.
    pub(super) fn new(program: &'p Program) -> Self {
        let mut machine = program.target.machine();
        machine.load(&program.image).expect("it was loaded before");
        Code { program, machine }
    }

    /// Size of the instruction at an address, in units.
    fn units(&self, address: u64) -> u64 {
        let Program { target, image, .. } = self.program;
        target.instruction(image, address).map_or(0, |found| found.units)
    }

    /// All instructions of the program itself, and its other units of memory.
    ///
    /// They are those in its sections of instructions. In a file that has only segments, and where any
    /// word may be an instruction, they are those that control flow reaches, and those that ran.
    pub(super) fn of_program(&self, ran: &BTreeSet<u64>) -> (BTreeSet<u64>, u64) {
        let image = &self.program.image;
        let segments: Vec<Section> = image.segments.iter().map(as_section).collect();
        let has_sections = !image.sections.is_empty();
        let own = if has_sections { &image.sections } else { &segments };
        let is_listed = !image.lines.is_empty()
            && image.segments.iter().all(|it| matches!(it.data, Data::Bytes(_)));
        let found = if has_sections || is_listed {
            own.iter().filter(|it| it.executable).flat_map(|it| self.all_in(*it)).collect()
        } else {
            let mut found = self.reachable(&[image.entry]);
            found.extend(ran);
            found
        };
        let code: u64 = found.iter().map(|&at| self.units(at)).sum();
        let all: u64 = own.iter().map(|it| it.size).sum();
        (found, all.saturating_sub(code))
    }

    /// Instructions of a section, one after the other.
    fn all_in(&self, section: Section) -> Vec<u64> {
        let (mut found, mut at) = (Vec::new(), section.base);
        while at < section.base + section.size {
            let is_instruction = self.machine.role(at).is_some() && self.units(at) > 0;
            if is_instruction {
                found.push(at);
            }
            at += if is_instruction { self.units(at) } else { SHORTEST_UNITS };
        }
        found
    }

    /// Instructions that control flow reaches from these, without the callers that they return to.
    pub(super) fn reachable(&self, from: &[u64]) -> BTreeSet<u64> {
        let Program { target, .. } = self.program;
        let syntax = &target.spec().syntax;
        let (mut found, mut delayed, mut ahead) = (BTreeSet::new(), BTreeSet::new(), from.to_vec());
        while let Some(at) = ahead.pop() {
            let units = self.units(at);
            let Some(role) = self.machine.role(at).filter(|_| units > 0) else { continue };
            if !found.insert(at) {
                continue;
            }
            let slots = if role.turns { target.delay_slots() } else { 0 };
            delayed.extend((1..=slots).map(|slot| at + slot * units));
            let text = self.machine.disassemble(at).unwrap_or_default();
            let places = match (syntax.flow)(&text) {
                CallFlow::Call => syntax.returns,
                _ if role.skips => 2,
                _ => u64::from(role.falls),
            };
            ahead.extend((1..=places).map(|place| at + (slots + place) * units));
            ahead.extend(role.target);
        }
        found.append(&mut delayed);
        found
    }
}

fn as_section(segment: &machine::Segment) -> Section {
    Section { base: segment.base, size: segment.size, executable: segment.executable }
}

//! Origin of a value in a run: the instruction that printed a character or wrote a word, and
//! the registers that decided its effect.

use std::ops::Range;
use std::sync::Arc;

use asmkit::Sources;
use machine::{AnyMachine, Cause, Host, Image, Machine as _, Observer, Stop, Store};
use targets::calls::Map;
use targets::explain::FaultHistory;
use targets::replay::Replay;
use targets::target::Program;

use super::cases::GivenCase;
use super::run::{begin, line};
use crate::assignment::Assignment;

/// A run that is looked at again.
pub(super) struct Rerun<'a> {
    pub(super) assignment: &'a Assignment,
    pub(super) image: &'a Image,
    pub(super) sources: &'a Sources,
    pub(super) case: &'a GivenCase,
    /// Instructions that it took in all.
    pub(super) tried: u64,
}

/// A moment of a run, before an instruction.
pub(super) struct RunState {
    pub(super) machine: AnyMachine,
    pub(super) host: Host,
    /// Instructions that were tried before.
    pub(super) at: u64,
}

/// Number of parts into which a stretch of a run is divided to search for an event.
const PARTS: u64 = 64;

impl<'a> Rerun<'a> {
    /// The program, for what is said about it.
    pub(super) fn program(&self) -> Program<'a> {
        Program { target: &self.assignment.target, image: self.image, sources: self.sources }
    }

    /// The run before its first instruction.
    pub(super) fn begin(&self) -> Option<RunState> {
        let (machine, host) = begin(self.assignment, self.image, self.case).ok()?;
        Some(RunState { machine, host, at: 0 })
    }

    /// The run after this many instructions.
    pub(super) fn before(&self, at: u64) -> Option<RunState> {
        let mut moment = self.begin()?;
        if at > 0 {
            moment.machine.run(&mut moment.host, at, &mut ());
        }
        Some(RunState { at, ..moment })
    }

    /// The run before the instruction that printed a byte, by its index in the output.
    pub(super) fn printing(&self, byte: usize) -> Option<RunState> {
        self.search(|host| host.output.bytes().len() > byte)
    }

    /// The run before the instruction after which a condition is true and stays true.
    fn search(&self, is_done: impl Fn(&Host) -> bool) -> Option<RunState> {
        let mut moment = self.begin()?;
        let mut width = self.tried.max(1);
        loop {
            let step = (width / PARTS).max(1);
            let mut spent = 0;
            loop {
                let before = (moment.machine.clone(), moment.host.clone());
                let stop = moment.machine.run(&mut moment.host, step, &mut ());
                if is_done(&moment.host) {
                    (moment.machine, moment.host) = before;
                    break;
                }
                moment.at += step;
                spent += step;
                if stop != Stop::Budget || spent > width {
                    return None;
                }
            }
            if step == 1 {
                return Some(moment);
            }
            width = step;
        }
    }

    /// The run before the instruction that last wrote to some memory, among its first `until`.
    pub(super) fn writing(&self, units: Range<u64>, until: u64) -> Option<RunState> {
        let look = |most: Option<u64>| {
            let mut moment = self.begin()?;
            moment.machine.watch(units.start, units.end);
            let mut watch = Watch { units: units.clone(), count: 0, most };
            let begun = moment.machine.attempted();
            let stop = moment.machine.run(&mut moment.host, until, &mut watch);
            let tried = moment.machine.attempted() - begun;
            (watch.count > 0).then_some((watch.count, tried, stop))
        };
        let (count, ..) = look(None)?;
        let (_, tried, stop) = look(Some(count))?;
        // A store by the last instruction of the run does not pause it.
        let is_done = stop == Stop::Pause || tried == until;
        self.before(tried.checked_sub(1).filter(|_| is_done)?)
    }

    /// The line of the submission that a moment's next instruction is from.
    pub(super) fn line(&self, moment: &RunState) -> Option<u32> {
        line(self.image, moment.machine.pc())
    }

    /// Notes on the origin of these registers' values, and on the calls that led there.
    pub(super) fn came(&self, moment: &RunState, registers: Vec<&'static str>) -> Vec<String> {
        let Some(first) = self.begin() else { return Vec::new() };
        let map = Arc::new(Map::new(&self.assignment.target, self.image, &moment.machine));
        let past = Replay::from(&first.machine, &first.host, Vec::new());
        let came = FaultHistory::before(&self.program(), &map, &past, &moment.machine, registers);
        came.notes(&self.program(), &map)
    }
}

impl RunState {
    /// The registers that decide what the next instruction prints or with which status it ends: with
    /// another value in one of them it does something else.
    ///
    /// The register with the number of a system call is left out.
    pub(super) fn deciding(&self) -> Vec<&'static str> {
        let bits = self.machine.spec().word_bits;
        let usual = self.effect(None);
        let decides = |name: &'static str, value: u64| {
            let next = value.wrapping_add(1) & (u64::MAX >> (64 - bits));
            let other = self.effect(Some((name, next)));
            let is_unknown = |effect: &InstructionEffect| {
                let Stop::Fault(fault) = effect.stop else { return false };
                matches!(fault.cause, Cause::UnknownCall { .. } | Cause::UnsupportedCall { .. })
            };
            let differs = match other.stop {
                Stop::Exit { .. } => other.stop != usual.stop,
                Stop::Fault(_) => !is_unknown(&other),
                _ => !other.printed.is_empty() && other.printed != usual.printed,
            };
            let far = || self.effect(Some((name, value ^ 1 << (bits - 2))));
            differs && !is_unknown(&far())
        };
        let registers = self.machine.registers().into_iter();
        registers.filter(|&(name, value)| decides(name, value)).map(|(name, _)| name).collect()
    }

    /// Address of the text that the next instruction prints, by the registers that decide it;
    /// none if it is not a text in memory of bytes.
    pub(super) fn text(&self, registers: &[&'static str]) -> Option<u64> {
        let printed = self.effect(None).printed;
        let is_text = |address: u64| {
            let mut bytes = (address..).zip(&printed);
            bytes.all(|(address, &byte)| self.machine.peek(address) == Some(byte.into()))
        };
        let is_bytes = self.machine.spec().unit_bits == 8;
        let values = registers.iter().filter_map(|name| self.machine.register(name));
        values.into_iter().find(|&value| is_bytes && printed.len() > 1 && is_text(value))
    }

    /// Effect of the next instruction with another value in a register.
    fn effect(&self, register: Option<(&'static str, u64)>) -> InstructionEffect {
        let (mut machine, mut host) = (self.machine.clone(), self.host.clone());
        if let Some((name, value)) = register {
            machine.set_register(name, value);
        }
        let before = host.output.bytes().len();
        let stop = machine.run(&mut host, 1, &mut ());
        InstructionEffect { stop, printed: host.output.bytes()[before..].to_vec() }
    }
}

/// Effect of an instruction.
struct InstructionEffect {
    stop: Stop,
    printed: Vec<u8>,
}

/// Counts stores to a range of memory, and pauses at one of them.
struct Watch {
    units: Range<u64>,
    count: u64,
    most: Option<u64>,
}

impl Observer for Watch {
    const STORES: bool = true;

    fn stored(&mut self, store: Store) {
        let end = store.address.saturating_add(store.size.into());
        self.count += u64::from(store.address < self.units.end && end > self.units.start);
    }

    fn pauses(&self) -> bool {
        self.most.is_some_and(|most| self.count >= most)
    }
}

//! Calling a function once: with the plain engine, or followed.
//!
//! Each case is called with zeros in everything undefined, and then followed, with random numbers there
//! and with functions around it that overwrite everything they may. The caller's memory has guards around
//! it. Results, values to preserve and undefined values become findings, by the table
//! [`checks`](crate::checks).

mod followed;
mod issues;
mod printed;

use std::ops::Range;

use architecture::Back;
use machine::{Cause, Host, Machine as _, Stop};

use crate::assignment::{Assignment, Contract, Gives, Width};
use crate::cases::Case;
use crate::output::{CallOutput, OutputMatch};
use crate::rig::{ArgumentMemory, CallKind, Fill, Rig, called_gate, gate_of, mixed};
use crate::value::{Answer, Structure, signed};

pub(crate) use issues::rendered;
pub use issues::{Issue, Issues};

/// End of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallEnd {
    /// It returned, N instructions after the call.
    Returned {
        /// Number of skipped instructions.
        skips: u64,
    },
    /// It stopped in another way.
    Stopped(Stop),
    /// It ran into code outside the function.
    Astray,
}

/// Outcome of one call.
#[derive(Debug, Clone, PartialEq)]
pub struct CallResult {
    /// Its end.
    pub end: CallEnd,
    /// Its result.
    pub result: Option<Answer>,
    /// Memory of its arguments.
    pub memory: Vec<ArgumentMemory>,
    /// Its output.
    pub output: CallOutput,
    /// Instructions it took.
    pub instructions: u64,
    /// Registers that were not preserved, with their values now; the stack pointer is one of them.
    pub lost: Vec<(&'static str, u64, u64)>,
    /// Whether memory around an argument's memory has changed.
    pub is_outside: bool,
    /// Whether it called functions that are not the student's; known only of a call that is followed.
    pub calls_others: bool,
}

impl CallResult {
    /// Whether results are the same.
    #[must_use]
    pub fn agrees(&self, other: &CallResult) -> bool {
        self.does_as(other) && self.prints_as(other)
    }

    /// Whether results are the same, except the output.
    #[must_use]
    pub fn does_as(&self, other: &CallResult) -> bool {
        let gives_same = match (&self.result, &other.result) {
            (Some(result), Some(other)) => result.agrees(other),
            (result, other) => result.is_none() && other.is_none(),
        };
        let leaves_same =
            self.memory.iter().zip(&other.memory).all(|(left, other)| left.agrees(other));
        self.end == other.end && gives_same && leaves_same
    }

    /// Whether the output is the other one; blanks at the ends of lines count only if the contract says so.
    #[must_use]
    pub fn prints_as(&self, other: &CallResult) -> bool {
        !matches!(self.output.compare(&other.output.bytes), OutputMatch::Different(_))
    }

    /// Whether all pointers that are followed lead to where they should.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let shapes = self.memory.iter().filter_map(|left| left.shape.as_ref());
        self.result.as_ref().is_none_or(Answer::is_sound)
            && shapes.into_iter().all(Structure::is_sound)
    }

    /// Whether it came back.
    #[must_use]
    pub fn returned(&self) -> bool {
        matches!(self.end, CallEnd::Returned { .. })
    }
}

/// A call to be made.
#[derive(Debug, Clone, Copy)]
pub struct Call<'c> {
    /// The assignment with the contracts.
    pub assignment: &'c Assignment,
    /// The function's.
    pub contract: &'c Contract,
    /// Its address.
    pub entry: u64,
    /// Its arguments.
    pub case: &'c Case,
    /// The case's number, which random numbers depend on.
    pub number: u64,
    /// Instructions it may take.
    pub budget: u64,
}

/// One way of calling a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CallMethod {
    /// Fill of undefined registers and memory.
    pub fill: Fill,
    /// Whether called functions overwrite everything that they may.
    pub is_hostile: bool,
}

impl Rig<'_> {
    /// Calls a function with a case's values.
    pub fn call(&mut self, call: &Call<'_>, way: CallMethod) -> CallResult {
        let Call { assignment, contract, entry, case, number, budget } = *call;
        self.prepare(contract, entry, case, way.fill, number);
        let before = self.kept(contract);
        let begun = self.machine.attempted();
        let mut host = self.host();
        let kind = if way.is_hostile { CallKind::WithOthers } else { CallKind::Alone };
        let end = loop {
            let spent = self.machine.attempted() - begun;
            let Some(left) = budget.checked_sub(spent).filter(|&left| left > 0) else {
                break CallEnd::Stopped(Stop::Budget);
            };
            match self.run_call(&mut host, left, kind) {
                Stop::Pause => {
                    let pc = self.machine.pc();
                    if let Some(skips) = gate_of(self.gate, self.step, pc, false) {
                        break CallEnd::Returned { skips };
                    }
                    let name = self.entries.get(&pc).cloned().unwrap_or_default();
                    if let Err(end) =
                        self.call_others(assignment, &name, &mut host, left, Some(way.fill))
                    {
                        break end;
                    }
                }
                stop => break CallEnd::Stopped(stop),
            }
        };
        let instructions = self.machine.attempted() - begun;
        let ran = self.call_result(call, end, instructions, &before, &host);
        if !ran.returned() || contract.has_system() {
            self.renew();
        }
        ran
    }

    /// Runs a function that is not the student's from its first instruction, the current one, to
    /// its return; then overwrites everything that it may change.
    pub(crate) fn call_others(
        &mut self,
        assignment: &Assignment,
        name: &str,
        host: &mut Host,
        budget: u64,
        fill: Option<Fill>,
    ) -> Result<u64, CallEnd> {
        let Some(contract) = assignment.contract(name) else { return Err(CallEnd::Astray) };
        let registers = &contract.registers;
        let back = self.back(registers.back, registers.stack);
        let (gate, step) = (self.gate, self.step);
        self.set_back(registers.back, registers.stack, called_gate(gate, step));
        match self.run_call(host, budget, CallKind::Other) {
            Stop::Pause => {}
            stop => return Err(CallEnd::Stopped(stop)),
        }
        let skips = gate_of(gate, step, self.machine.pc(), true).unwrap_or(0);
        if let Some(fill) = fill {
            self.overwrite(contract, fill);
            self.overwrite_stack(self.register(registers.stack), fill);
        }
        if let Back::Register(name) = registers.back {
            self.machine.set_register(name, back);
        }
        self.machine.set_pc(back + skips * step);
        Ok(back + skips * step)
    }

    /// Gives everything a function may leave changed other values.
    pub(crate) fn overwrite(&mut self, contract: &Contract, fill: Fill) {
        let bits = self.target.spec().word_bits;
        let salt = mixed(self.machine.attempted(), 0x51);
        let seed = match fill {
            Fill::Zeros => 0,
            Fill::Garbage(seed) => seed,
        };
        let results = contract.results().iter().map(|name| (name, self.register(name)));
        let results: Vec<(&&str, u64)> = results.collect();
        for (at, name) in (1..).zip(&contract.registers.volatile) {
            self.machine.set_register(name, Fill::Garbage(seed).number(salt ^ at, bits));
        }
        for (name, value) in results {
            self.machine.set_register(name, value);
        }
    }

    /// Values to preserve, and the stack pointer, which the lists of a convention do not contain.
    fn kept(&self, contract: &Contract) -> Vec<(&'static str, u64)> {
        let registers = &contract.registers;
        let names = [&registers.preserved, registers.reserved, &[registers.stack]].concat();
        names.into_iter().map(|name| (name, self.register(name))).collect()
    }

    fn call_result(
        &self,
        call: &Call<'_>,
        end: CallEnd,
        instructions: u64,
        before: &[(&'static str, u64)],
        host: &Host,
    ) -> CallResult {
        let (contract, values) = (call.contract, &call.case.values);
        let registers = &contract.registers;
        let mut lost = Vec::new();
        if let CallEnd::Returned { .. } = end {
            for &(name, was) in before {
                let is = self.register(name);
                // A return takes its own word from a stack that calls push to.
                let was = match registers.back {
                    Back::Pushed if name == registers.stack => was.wrapping_sub(1 << 18 | 1),
                    _ => was,
                };
                if was != is {
                    lost.push((name, was, is));
                }
            }
        }
        let numbered = values.iter().enumerate();
        let looked = numbered.map(|(argument, value)| self.look(contract, argument, value));
        let (memory, touched): (Vec<_>, Vec<bool>) = looked.unzip();
        let result = self.answer(contract, end);
        let bytes = if contract.prints { host.output.bytes().to_vec() } else { Vec::new() };
        let output = CallOutput { bytes, is_exact: contract.exact };
        let is_outside = touched.into_iter().any(|touched| touched);
        CallResult {
            end,
            result,
            memory,
            output,
            instructions,
            lost,
            is_outside,
            calls_others: false,
        }
    }

    /// Memory that a result may be no part of: the arguments', where it must be new.
    fn old(&self, is_new: bool) -> Vec<Range<u64>> {
        if is_new { self.all_places().collect() } else { Vec::new() }
    }

    /// Result of a function.
    fn answer(&self, contract: &Contract, end: CallEnd) -> Option<Answer> {
        let word_bits = self.target.spec().word_bits;
        let words: Vec<u64> = contract.results().iter().map(|name| self.register(name)).collect();
        let first = words.first().copied();
        let peek = |address| self.machine.peek(address);
        let is_swapped = self.layout.is_big_endian && !contract.gives.is_real();
        let both = match *words.as_slice() {
            [high, low] if is_swapped => high << word_bits | low,
            [low, high] => high << word_bits | low,
            _ => first.unwrap_or(0),
        };
        let real = |width| Answer::Real(self.layout.real(width, both), contract.tolerance);
        Some(match contract.gives {
            Gives::Nothing => return None,
            Gives::Skip => match end {
                CallEnd::Returned { skips } => Answer::Skips(skips),
                _ => return None,
            },
            Gives::Number => Answer::Number(signed(first?, word_bits)),
            Gives::Long => Answer::Number(both as i64),
            Gives::Single => real(Width::Single),
            Gives::Double => real(Width::Double),
            Gives::Text { is_new } => {
                Answer::Structure(self.layout.text_at(&peek, first?, &self.old(is_new)))
            }
            Gives::List(links) => {
                let old = self.old(links.is_new);
                Answer::Structure(self.layout.list(&peek, first?, links.links_first, &old))
            }
            Gives::Tree(links) => {
                let old = self.old(links.is_new);
                let tree = self.layout.tree(&peek, first?, links.links_first, &old);
                Answer::Structure(Structure::Tree(tree))
            }
        })
    }
}

/// Whether a fault is the budget's or the limit's of its host, and no mistake of an instruction's.
#[must_use]
pub fn cause(end: CallEnd) -> Option<Cause> {
    match end {
        CallEnd::Stopped(Stop::Fault(fault)) => Some(fault.cause),
        _ => None,
    }
}

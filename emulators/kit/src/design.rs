//! The facts of a machine, from which [`Simple`](crate::Simple) is made.

use std::fmt::Debug;

use machine::{Cause, Fault, Host, Image, Model, Spec, Stop};

use crate::format::Format;
use crate::operand::Kind;
use crate::row::Row;
use crate::state::{Devices, State};

/// A register.
#[derive(Debug, Clone, Copy)]
pub struct Register {
    /// Name in the manual.
    pub name: &'static str,
    /// Number of bits; values set from outside keep the low ones.
    pub bits: u32,
}

/// Registers of the same width.
#[must_use]
pub const fn registers<const N: usize>(names: [&'static str; N], bits: u32) -> [Register; N] {
    let mut all = [Register { name: "", bits }; N];
    let mut at = 0;
    while at < N {
        all[at].name = names[at];
        at += 1;
    }
    all
}

/// Facts of a machine, and its state besides registers and memory.
pub trait Design: Format + Devices<Self> + Clone + Debug + Send + Sized {
    /// Names and sizes.
    const SPEC: &'static Spec;
    /// Registers; the place in the list is the slot.
    const REGISTERS: &'static [Register];

    /// The instruction table.
    fn rows() -> &'static [Row<Self>];

    /// Further names of instructions, each with the name in the table.
    fn aliases() -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// Kind of the operands with a letter; `None` for a literal character.
    fn kind(letter: char) -> Option<Kind>;

    /// Number of units of memory.
    fn memory_units(&self) -> u64;

    /// Prepares a loaded program: guards, registers, devices. `pc` is the entry of the image.
    fn start(&mut self, state: &State<Self>, image: &Image) {
        let _ = (state, image);
    }

    /// Carries out the request of an instruction that called [`Step::ask`](crate::Step::ask).
    ///
    /// # Errors
    /// Why the program stops. A [fault](State::fault) goes to [`except`](Self::except). [`Stop::Exit`] counts the instruction; after [`Stop::Input`] it runs
    /// again, so that nothing may have changed except in the machine itself: what it has printed
    /// before it waited, for example.
    fn perform(&mut self, state: &State<Self>, host: &mut Host, request: u32) -> Result<(), Stop> {
        let _ = (host, request);
        Err(state.fault(Cause::Illegal { word: 0 }))
    }

    /// Slots of the registers that a request reads.
    fn reads(request: u32) -> &'static [u8] {
        let _ = request;
        &[]
    }

    /// Handles an error of the program: continues by [`State::jump`], or stops.
    ///
    /// # Errors
    /// The fault, if the machine has no exceptions.
    fn except(&mut self, state: &State<Self>, cause: Cause) -> Result<(), Stop> {
        Err(state.fault(cause))
    }

    /// Value of a register as the manual shows it.
    fn register(&self, state: &State<Self>, slot: u8) -> u64 {
        state.get(slot)
    }

    /// Sets a register to a value as the manual shows it.
    fn set_register(&mut self, state: &State<Self>, slot: u8, value: u64) {
        state.set(slot, value);
    }

    /// The machine's cycle model; `None` if it has none.
    fn model() -> Option<&'static Model> {
        Self::SPEC.models.first()
    }

    /// Advice about a fault.
    fn advice(&self, state: &State<Self>, fault: &Fault) -> Option<String> {
        let _ = (state, fault);
        None
    }

    /// Remarks about a run that ended or reached a limit.
    fn remarks(&self, state: &State<Self>, still_running: bool) -> Vec<String> {
        let _ = (state, still_running);
        Vec::new()
    }
}

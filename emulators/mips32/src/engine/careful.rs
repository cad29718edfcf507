//! The careful engine's interpretation of the rows: one instruction with all options, devices and
//! checks.
//!
//! It computes like the plain engine, but delays every effect until the instruction is known to
//! succeed, checks every access against the memory map, and records the reason of a failure. In
//! blocks with value tracking, effects on registers and plain memory are immediate, as in the plain
//! engine.

use std::cell::{Cell, RefCell};

use machine::ledger::{Ledger, Pending};
use machine::semantics::{Semantics, Trap, Word32};
use machine::threads::carried;
use machine::{Access, Cause, Host};

use super::fast::Plain;
use crate::cpu::Cpu;
use crate::isa::float::{Arith, Convert};
use crate::isa::{MipsSemantics, Op, SystemOperations};
use crate::memory::AreaKind;
use crate::system::Devices;

/// Control transfer after an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ControlTransfer {
    /// To an address.
    To(u32),
    /// Past the next instruction: a likely branch that is not taken.
    Skip,
}

/// The instruction being executed.
pub(crate) struct Careful<'a> {
    cpu: &'a Cpu,
    /// Required by the plain engine's interpretation, which never writes to it here.
    written: Cell<u32>,
    devices: RefCell<(&'a mut Devices, &'a mut Host)>,
    spim: bool,
    /// Whether effects on registers and plain memory are immediate, as in the plain engine.
    is_direct: bool,
    ledger: Ledger<'a, AreaKind, ControlTransfer, SystemOperations>,
    loaded: RefCell<&'a mut Vec<(u8, u32)>>,
}

/// Effects of an instruction, not applied yet.
#[derive(Debug, Clone, Default)]
pub(crate) struct Effects {
    pub(crate) now: machine::ledger::Effects<AreaKind, ControlTransfer>,
    /// Loaded registers; with delayed loads they change later.
    pub(crate) loaded: Vec<(u8, u32)>,
}

/// Reason that an instruction has no effect.
pub(crate) type Undone = machine::ledger::Undone<SystemOperations>;

impl<'a> Careful<'a> {
    pub(crate) fn new(
        cpu: &'a Cpu,
        devices: &'a mut Devices,
        host: &'a mut Host,
        spim: bool,
        is_direct: bool,
        effects: &'a mut Effects,
    ) -> Self {
        let devices = RefCell::new((devices, host));
        Careful {
            cpu,
            written: Cell::default(),
            devices,
            spim,
            is_direct,
            ledger: Ledger::new(&mut effects.now),
            loaded: RefCell::new(&mut effects.loaded),
        }
    }

    /// The plain engine's interpretation, for computations.
    fn plain(&self) -> Plain<'_, { carried::NONE }> {
        Plain { cpu: self.cpu, last: 0, written: &self.written }
    }

    /// Executes a row.
    ///
    /// # Errors
    /// The reason of a failure; nothing has changed then.
    pub(crate) fn run(
        &self,
        row: impl FnOnce(&Careful<'_>, &Op) -> Result<(), Trap>,
        op: &Op,
    ) -> Result<(), Undone> {
        self.ledger.close(row(self, op))
    }

    /// Whether it has no effects but a transfer of control, which can be one of the plain engine's.
    pub(crate) fn is_applied(&self, has_slots: bool) -> bool {
        let skips_slot = has_slots && self.ledger.turned() == Some(ControlTransfer::Skip);
        self.ledger.is_applied() && !skips_slot
    }

    /// Removes and returns the target of the instruction at `pc`, if it transfers control.
    pub(crate) fn take_target(&self, pc: u32) -> Option<u32> {
        self.ledger.take_turn().map(|turn| match turn {
            ControlTransfer::To(to) => to,
            ControlTransfer::Skip => pc.wrapping_add(8),
        })
    }

    /// AreaKind of memory at an address, if the program has this access.
    fn allowed(&self, address: u32, units: u8, access: Access) -> Result<AreaKind, Trap> {
        let memory = &self.cpu.memory;
        if !address.is_multiple_of(units.into()) {
            let address = address.into();
            return self.ledger.refuse(Cause::Misaligned { access, address, multiple: units });
        }
        match memory.map.area(address) {
            Some(area) if memory.map.may(area.kind, access) => Ok(area.kind),
            Some(area) if access == Access::Store && area.kind != AreaKind::Device => {
                self.ledger.refuse(Cause::ReadOnly { address: address.into() })
            }
            // SPIM also grows the stack for a load.
            None if memory.map.below_stack(address) && (self.spim || access == Access::Store) => {
                self.ledger.refuse(Cause::StackOverflow { address: address.into() })
            }
            _ => self.ledger.refuse(Cause::Unmapped { access, address: address.into() }),
        }
    }
}

impl Semantics for &Careful<'_> {
    type V = Word32;

    fn k(self, number: u64) -> Word32 {
        self.plain().k(number)
    }

    fn get(self, slot: u8) -> Word32 {
        self.plain().get(slot)
    }

    fn set(self, slot: u8, value: Word32) {
        if self.is_direct {
            return self.plain().set(slot, value);
        }
        self.ledger.set(slot, value.0);
    }

    fn set_loaded(self, slot: u8, value: Word32) {
        if self.is_direct {
            return self.plain().set(slot, value);
        }
        self.loaded.borrow_mut().push((slot, value.0));
    }

    fn load(self, address: Word32, units: u8) -> Result<Word32, Trap> {
        if self.is_direct
            && let Ok(value) = self.plain().load(address, units)
        {
            return Ok(value);
        }
        let at = address.0;
        if self.allowed(at, units, Access::Load)? == AreaKind::Device {
            let (devices, host) = &mut *self.devices.borrow_mut();
            return match devices.load(at, units, host) {
                Ok(value) => Ok(Word32(value)),
                Err(cause) => self.ledger.refuse(cause),
            };
        }
        self.ledger.load(at, units);
        let memory = &self.cpu.memory;
        let word = memory.held(at).unwrap_or(0);
        Ok(Word32(match units {
            1 => word >> memory.byte_shift(at) & 0xff,
            2 => word >> memory.half_shift(at) & 0xffff,
            _ => word,
        }))
    }

    fn store(self, address: Word32, value: Word32, units: u8) -> Result<(), Trap> {
        if self.is_direct && self.plain().store(address, value, units).is_ok() {
            return Ok(());
        }
        let kind = self.allowed(address.0, units, Access::Store)?;
        if kind != AreaKind::Device && self.cpu.memory.is_full(address.0) {
            return self.ledger.refuse(Cause::OutOfMemory { asked: units.into() });
        }
        let pending = Pending { address: address.0, value: value.0, units, kind };
        self.ledger.store(pending);
        Ok(())
    }

    fn jump(self, to: Word32) {
        self.ledger.turn(ControlTransfer::To(to.0));
    }

    fn branch(self, condition: Word32, to: Word32) {
        if condition.0 != 0 {
            self.jump(to);
        }
    }

    fn trap_if(self, condition: Word32, trap: Trap) -> Result<(), Trap> {
        self.plain().trap_if(condition, trap)
    }

    fn trap(self, trap: Trap) -> Result<(), Trap> {
        Err(trap)
    }
}

impl MipsSemantics for &Careful<'_> {
    fn flip(self) -> Word32 {
        self.plain().flip()
    }

    fn stored(self, value: Word32) -> Word32 {
        self.plain().stored(value)
    }

    fn link(self, op: &Op) -> Word32 {
        self.plain().link(op)
    }

    fn branch_likely(self, condition: Word32, to: Word32) -> Result<(), Trap> {
        match condition.0 {
            0 => self.ledger.turn(ControlTransfer::Skip),
            _ => self.jump(to),
        }
        Ok(())
    }

    fn system(self, what: SystemOperations) -> Result<(), Trap> {
        self.ledger.ask(what)
    }

    fn signal(self, unordered: Word32) -> Result<(), Trap> {
        self.plain().signal(unordered)
    }

    fn single(self, op: Arith, a: Word32, b: Word32) -> Word32 {
        self.plain().single(op, a, b)
    }

    fn double(self, op: Arith, a: (Word32, Word32), b: (Word32, Word32)) -> (Word32, Word32) {
        MipsSemantics::double(self.plain(), op, a, b)
    }

    fn compare_singles(self, condition: u8, a: Word32, b: Word32) -> Word32 {
        self.plain().compare_singles(condition, a, b)
    }

    fn compare_doubles(self, condition: u8, a: (Word32, Word32), b: (Word32, Word32)) -> Word32 {
        self.plain().compare_doubles(condition, a, b)
    }

    fn double_aligned(self, address: Word32, store: bool) -> Result<(), Trap> {
        let units = if self.spim { 4 } else { 8 };
        let access = if store { Access::Store } else { Access::Load };
        self.allowed(address.0, units, access).map(|_| ())
    }

    fn may_store(self, _: Word32) -> Result<(), Trap> {
        // Stores are applied together.
        Ok(())
    }

    fn convert(self, how: Convert, from: (Word32, Word32)) -> (Word32, Word32) {
        self.plain().convert(how, from)
    }
}

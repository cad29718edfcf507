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

use super::devices::{AccessTime, Devices};
use super::fast::Plain;
use super::pages::{Pages, Translated, is_in_one_page};
use crate::cpu::Cpu;
use crate::isa::float::{Float, Format};
use crate::isa::slot::FS;
use crate::isa::{FloatResult, Op, RiscvSemantics, SystemOperation};

/// Value of the field FS if registers of floating point have changed.
pub(crate) const FLOAT_CHANGED: u32 = 3;

/// Context of an instruction.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Context {
    /// Whether accesses must be aligned.
    pub(crate) strict_align: bool,
    /// Whether a jump to a misaligned address succeeds and faults at the target.
    pub(crate) lands_anywhere: bool,
    /// Value of the field FS, which states whether floating point is on.
    pub(crate) float_state: u32,
    /// Translation of the addresses of loads and stores, if it is on.
    pub(crate) pages: Option<Pages>,
    /// Position of the instruction in the run.
    pub(crate) now: AccessTime,
    /// Whether effects on registers and plain memory are immediate, as in the plain engine.
    pub(crate) is_direct: bool,
}

/// Instruction being executed.
pub(crate) struct Careful<'a> {
    cpu: &'a Cpu,
    /// Destination of writes by the plain engine's interpretation; unused here.
    written: Cell<u32>,
    devices: RefCell<(Option<&'a mut dyn Devices>, &'a mut Host)>,
    around: Context,
    ledger: Ledger<'a, StoreTarget, u32, SystemOperation>,
}

/// Target of a store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StoreTarget {
    /// Memory.
    Memory,
    /// Device registers.
    Device,
}

/// Effects of an instruction, to be applied; a change of flow is its target address.
pub(crate) type Effects = machine::ledger::Effects<StoreTarget, u32>;

/// Reason why an instruction was not completed.
pub(crate) type Undone = machine::ledger::Undone<SystemOperation>;

impl<'a> Careful<'a> {
    pub(crate) fn new(
        cpu: &'a Cpu,
        devices: Option<&'a mut dyn Devices>,
        host: &'a mut Host,
        around: Context,
        effects: &'a mut Effects,
    ) -> Self {
        let devices = RefCell::new((devices, host));
        let ledger = Ledger::new(effects);
        Careful { cpu, written: Cell::default(), devices, around, ledger }
    }

    /// The plain engine's interpretation, which computes the values.
    fn plain(&self) -> Plain<'_, { carried::NONE }> {
        Plain { cpu: self.cpu, last: 0, written: &self.written }
    }

    /// Executes a row.
    ///
    /// # Errors
    /// The reason of the failure; nothing was changed.
    pub(crate) fn run(
        &self,
        row: impl FnOnce(&Careful<'_>, &Op) -> Result<(), Trap>,
        op: &Op,
    ) -> Result<(), Undone> {
        let done = row(self, op).and_then(|()| match self.ledger.turned() {
            Some(to) if !self.around.lands_anywhere => self.lands(to),
            _ => Ok(()),
        });
        self.ledger.close(done)
    }

    /// Whether it has no effects but a transfer of control.
    pub(crate) fn is_applied(&self) -> bool {
        self.ledger.is_applied()
    }

    /// Removes and returns the target of a transfer of control.
    pub(crate) fn take_target(&self) -> Option<u32> {
        self.ledger.take_turn()
    }

    fn multiple_of(&self, address: u32, multiple: u8, access: Access) -> Result<(), Trap> {
        if address.is_multiple_of(multiple.into()) {
            return Ok(());
        }
        self.ledger.refuse(Cause::Misaligned { access, address: address.into(), multiple })
    }

    /// Checks that an instruction can begin at an address.
    fn lands(&self, to: u32) -> Result<(), Trap> {
        self.multiple_of(to, self.cpu.pc_mask as u8 + 1, Access::Fetch)
    }

    /// Target of an access and its physical address, if the program may perform it.
    fn allowed(&self, at: u32, units: u8, access: Access) -> Result<(StoreTarget, u32), Trap> {
        if self.around.strict_align {
            self.multiple_of(at, units, access)?;
        }
        let physical = match self.around.pages {
            None => at,
            Some(pages) => self.translate(pages, at, access)?,
        };
        match self.cpu.memory.check(physical, units, access) {
            Ok(area) if area.rights.device => Ok((StoreTarget::Device, physical)),
            Ok(_) => Ok((StoreTarget::Memory, physical)),
            Err(_) if physical != at => {
                self.ledger.refuse(Cause::Unmapped { access, address: at.into() })
            }
            Err(cause) => self.ledger.refuse(cause),
        }
    }

    /// Physical address; the page's entry changes with the other effects of the instruction.
    fn translate(&self, pages: Pages, at: u32, access: Access) -> Result<u32, Trap> {
        match pages.translate(&self.cpu.memory, at, access) {
            Ok(Translated { physical, update }) => {
                if let Some((address, value)) = update {
                    let kind = StoreTarget::Memory;
                    self.ledger.store(Pending { address, value, units: 4, kind });
                }
                Ok(physical)
            }
            Err(cause) => self.ledger.refuse(cause),
        }
    }

    /// Whether an access is in two pages, which are translated separately.
    fn is_split(&self, at: u32, units: u8) -> bool {
        self.around.pages.is_some() && !self.around.strict_align && !is_in_one_page(at, units)
    }
}

/// Cause of a fault for a device access without a board.
fn no_device(address: u32) -> Cause {
    Cause::Unmapped { access: Access::Load, address: address.into() }
}

impl Semantics for &Careful<'_> {
    type V = Word32;

    fn k(self, number: u64) -> Word32 {
        self.plain().k(number)
    }

    fn get(self, slot: u8) -> Word32 {
        match slot {
            FS => Word32(self.around.float_state),
            slot => self.plain().get(slot),
        }
    }

    fn set(self, slot: u8, value: Word32) {
        // What floating point writes also changes the field FS, unless it has that value.
        if self.around.is_direct && (slot < 32 || self.around.float_state == FLOAT_CHANGED) {
            return self.plain().set(slot, value);
        }
        self.ledger.set(slot, value.0);
    }

    fn load(self, address: Word32, units: u8) -> Result<Word32, Trap> {
        if self.around.is_direct
            && let Ok(value) = self.plain().load(address, units)
        {
            return Ok(value);
        }
        if self.is_split(address.0, units) {
            let byte = |unit| self.load(Word32(address.0.wrapping_add(unit)), 1);
            return (0..units.into()).try_fold(Word32(0), |word, unit| {
                Ok(Word32(word.0 | byte(unit)?.0 << (unit * 8)))
            });
        }
        let (target, at) = self.allowed(address.0, units, Access::Load)?;
        if target == StoreTarget::Device {
            let (devices, host) = &mut *self.devices.borrow_mut();
            let Some(devices) = devices else { return self.ledger.refuse(no_device(at)) };
            return match devices.load(at, units, &self.around.now, host) {
                Ok(word) => Ok(Word32(word)),
                Err(cause) => self.ledger.refuse(cause),
            };
        }
        self.ledger.load(at, units);
        // Only the first of its units is known to be memory.
        let memory = &self.cpu.memory;
        let byte = |unit: u32| u32::from(memory.peek(at.wrapping_add(unit)).unwrap_or(0));
        let bytes = || (0..units.into()).fold(0, |value, unit| value | byte(unit) << (unit * 8));
        Ok(Word32(memory.read(at, units).unwrap_or_else(|_| bytes())))
    }

    fn store(self, address: Word32, value: Word32, units: u8) -> Result<(), Trap> {
        if self.around.is_direct && self.plain().store(address, value, units).is_ok() {
            return Ok(());
        }
        if self.is_split(address.0, units) {
            let byte = |unit| (address.0.wrapping_add(unit), value.0 >> (unit * 8) & 0xff);
            return (0..units.into())
                .map(byte)
                .try_for_each(|(at, value)| self.store(Word32(at), Word32(value), 1));
        }
        let (kind, address) = self.allowed(address.0, units, Access::Store)?;
        if kind == StoreTarget::Memory
            && let Err(cause) = self.cpu.memory.check_room(address)
        {
            return self.ledger.refuse(cause);
        }
        self.ledger.store(Pending { address, value: value.0, units, kind });
        Ok(())
    }

    fn jump(self, to: Word32) {
        self.ledger.turn(to.0);
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

impl RiscvSemantics for &Careful<'_> {
    const QUICK_STATUS: bool = false;

    fn jump_register(self, to: Word32) -> Result<(), Trap> {
        self.jump(to);
        Ok(())
    }

    fn aligned(self, address: Word32, units: u8, store: bool) -> Result<(), Trap> {
        let access = if store { Access::Store } else { Access::Load };
        self.multiple_of(address.0, units, access)?;
        // A read-modify-write access faults as a store, even if the read fails.
        if store { self.allowed(address.0, units, access).map(drop) } else { Ok(()) }
    }

    fn may_store(self, _: Word32) -> Result<(), Trap> {
        // All stores are delayed anyway.
        Ok(())
    }

    fn system(self, what: SystemOperation) -> Result<(), Trap> {
        if what == SystemOperation::FetchFence {
            return Ok(());
        }
        self.ledger.ask(what)
    }

    fn float(
        self,
        format: Format,
        op: Float,
        rounding: Word32,
        operands: [(Word32, Word32); 3],
    ) -> Result<FloatResult<Word32>, Trap> {
        RiscvSemantics::float(self.plain(), format, op, rounding, operands)
    }
}

//! The careful engine's reading of the rows: one instruction with every option, device and check.
//!
//! It computes with the plain engine's numbers, but puts off every effect until the instruction
//! is known to succeed, asks the memory map about every access, and remembers why it failed.

use std::cell::{Cell, RefCell};

use machine::semantics::{Semantics, Trap, Word32};
use machine::{Access, Cause, Host};

use crate::cpu::Cpu;
use crate::isa::float::{Arith, Convert};
use crate::isa::{Mips, Op, System};
use crate::memory::Kind;
use crate::system::Devices;

/// A store that was found allowed and is still to be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pending {
    pub(crate) address: u32,
    pub(crate) value: u32,
    pub(crate) units: u8,
    pub(crate) kind: Kind,
}

/// Where the flow goes behind this instruction, if not to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Turn {
    /// To an address.
    To(u32),
    /// On, and the next instruction is skipped: a likely branch that was not taken.
    Skip,
}

/// One instruction in the making.
pub(crate) struct Careful<'a> {
    cpu: &'a Cpu,
    devices: RefCell<(&'a mut Devices, &'a mut Host)>,
    spim: bool,
    registers: RefCell<Vec<(u8, u32)>>,
    loaded: RefCell<Vec<(u8, u32)>>,
    stores: RefCell<Vec<Pending>>,
    touched: RefCell<Vec<u32>>,
    turn: Cell<Option<Turn>>,
    cause: Cell<Option<Cause>>,
    system: Cell<Option<System>>,
}

/// What an instruction did, to be made true.
#[derive(Debug, Default)]
pub(crate) struct Effects {
    /// Registers and their values.
    pub(crate) registers: Vec<(u8, u32)>,
    /// Registers that memory gives values, late on a machine with delayed loads.
    pub(crate) loaded: Vec<(u8, u32)>,
    /// Stores, in order.
    pub(crate) stores: Vec<Pending>,
    /// Addresses that were read and may not be in an array yet.
    pub(crate) touched: Vec<u32>,
    /// Where the flow goes.
    pub(crate) turn: Option<Turn>,
}

/// Why an instruction was left undone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Undone {
    pub(crate) trap: Trap,
    /// What memory had against it.
    pub(crate) cause: Option<Cause>,
    /// What it asked of the system's own registers.
    pub(crate) system: Option<System>,
}

impl<'a> Careful<'a> {
    pub(crate) fn new(
        cpu: &'a Cpu,
        devices: &'a mut Devices,
        host: &'a mut Host,
        spim: bool,
    ) -> Self {
        Careful {
            cpu,
            devices: RefCell::new((devices, host)),
            spim,
            registers: RefCell::default(),
            loaded: RefCell::default(),
            stores: RefCell::default(),
            touched: RefCell::default(),
            turn: Cell::new(None),
            cause: Cell::new(None),
            system: Cell::new(None),
        }
    }

    /// Does a row's work.
    ///
    /// # Errors
    /// Why it was left undone; nothing has changed then.
    pub(crate) fn run(
        self,
        row: fn(&Careful<'_>, &Op) -> Result<(), Trap>,
        op: &Op,
    ) -> Result<Effects, Undone> {
        match row(&self, op) {
            Ok(()) => Ok(Effects {
                registers: self.registers.into_inner(),
                loaded: self.loaded.into_inner(),
                stores: self.stores.into_inner(),
                touched: self.touched.into_inner(),
                turn: self.turn.get(),
            }),
            Err(trap) => Err(Undone { trap, cause: self.cause.get(), system: self.system.get() }),
        }
    }

    fn refuse<T>(&self, cause: Cause) -> Result<T, Trap> {
        self.cause.set(Some(cause));
        Err(Trap::Memory)
    }

    /// The kind of memory at an address, if the program may access it so.
    fn allowed(&self, address: u32, units: u8, access: Access) -> Result<Kind, Trap> {
        let memory = &self.cpu.memory;
        if !address.is_multiple_of(units.into()) {
            let address = address.into();
            return self.refuse(Cause::Misaligned { access, address, multiple: units });
        }
        match memory.area(address) {
            Some(area) if memory.may(area.kind, access) => Ok(area.kind),
            Some(area) if access == Access::Store && area.kind != Kind::Device => {
                self.refuse(Cause::ReadOnly { address: address.into() })
            }
            // SPIM makes room for a load, too.
            None if memory.below_stack(address) && (self.spim || access == Access::Store) => {
                self.refuse(Cause::StackOverflow { address: address.into() })
            }
            _ => self.refuse(Cause::Unmapped { access, address: address.into() }),
        }
    }
}

impl Semantics for &Careful<'_> {
    type V = Word32;

    fn k(self, number: u64) -> Word32 {
        self.cpu.k(number)
    }

    fn get(self, slot: u8) -> Word32 {
        self.cpu.get(slot)
    }

    fn set(self, slot: u8, value: Word32) {
        self.registers.borrow_mut().push((slot, value.0));
    }

    fn set_loaded(self, slot: u8, value: Word32) {
        self.loaded.borrow_mut().push((slot, value.0));
    }

    fn load(self, address: Word32, units: u8) -> Result<Word32, Trap> {
        let at = address.0;
        if self.allowed(at, units, Access::Load)? == Kind::Device {
            let (devices, host) = &mut *self.devices.borrow_mut();
            return match devices.load(at, units, host) {
                Ok(value) => Ok(Word32(value)),
                Err(cause) => self.refuse(cause),
            };
        }
        self.touched.borrow_mut().push(at);
        let memory = &self.cpu.memory;
        let word = memory.held(at).unwrap_or(0);
        Ok(Word32(match units {
            1 => word >> memory.byte_shift(at) & 0xff,
            2 => word >> memory.half_shift(at) & 0xffff,
            _ => word,
        }))
    }

    fn store(self, address: Word32, value: Word32, units: u8) -> Result<(), Trap> {
        let kind = self.allowed(address.0, units, Access::Store)?;
        if kind != Kind::Device && self.cpu.memory.is_full(address.0) {
            return self.refuse(Cause::OutOfMemory { asked: units.into() });
        }
        let pending = Pending { address: address.0, value: value.0, units, kind };
        self.stores.borrow_mut().push(pending);
        Ok(())
    }

    fn jump(self, to: Word32) {
        self.turn.set(Some(Turn::To(to.0)));
    }

    fn branch(self, condition: Word32, to: Word32) {
        if condition.0 != 0 {
            self.jump(to);
        }
    }

    fn trap_if(self, condition: Word32, trap: Trap) -> Result<(), Trap> {
        self.cpu.trap_if(condition, trap)
    }

    fn trap(self, trap: Trap) -> Result<(), Trap> {
        Err(trap)
    }
}

impl Mips for &Careful<'_> {
    fn flip(self) -> Word32 {
        self.cpu.flip()
    }

    fn stored(self, value: Word32) -> Word32 {
        self.cpu.stored(value)
    }

    fn link(self, op: &Op) -> Word32 {
        self.cpu.link(op)
    }

    fn branch_likely(self, condition: Word32, to: Word32) -> Result<(), Trap> {
        match condition.0 {
            0 => self.turn.set(Some(Turn::Skip)),
            _ => self.jump(to),
        }
        Ok(())
    }

    fn system(self, what: System) -> Result<(), Trap> {
        self.system.set(Some(what));
        Err(Trap::Special)
    }

    fn signal(self, unordered: Word32) -> Result<(), Trap> {
        self.cpu.signal(unordered)
    }

    fn single(self, op: Arith, a: Word32, b: Word32) -> Word32 {
        self.cpu.single(op, a, b)
    }

    fn double(self, op: Arith, a: (Word32, Word32), b: (Word32, Word32)) -> (Word32, Word32) {
        Mips::double(self.cpu, op, a, b)
    }

    fn compare_singles(self, condition: u8, a: Word32, b: Word32) -> Word32 {
        self.cpu.compare_singles(condition, a, b)
    }

    fn compare_doubles(self, condition: u8, a: (Word32, Word32), b: (Word32, Word32)) -> Word32 {
        self.cpu.compare_doubles(condition, a, b)
    }

    fn double_aligned(self, address: Word32, store: bool) -> Result<(), Trap> {
        let units = if self.spim { 4 } else { 8 };
        let access = if store { Access::Store } else { Access::Load };
        self.allowed(address.0, units, access).map(|_| ())
    }

    fn may_store(self, _: Word32) -> Result<(), Trap> {
        // Every store waits for all of them.
        Ok(())
    }

    fn convert(self, how: Convert, from: (Word32, Word32)) -> (Word32, Word32) {
        self.cpu.convert(how, from)
    }
}

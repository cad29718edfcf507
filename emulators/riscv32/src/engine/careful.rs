//! The careful engine's reading of the rows: one instruction with every option, device and check.
//!
//! It computes with the plain engine's numbers, but puts off every effect until the instruction
//! is known to succeed, asks the memory map about every access, and remembers why it failed.

use std::cell::{Cell, RefCell};

use machine::semantics::{Semantics, Trap, Word32};
use machine::{Access, Cause, Host};

use crate::cpu::Cpu;
use crate::esp32c3::{Esp32c3, Moment};
use crate::isa::float::{Float, Format};
use crate::isa::slot::FS;
use crate::isa::{Floated, Op, RiscV, System};

/// A store that was found allowed and is still to be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pending {
    pub(crate) address: u32,
    pub(crate) value: u32,
    pub(crate) units: u8,
    pub(crate) device: bool,
}

/// What an instruction finds around it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Around {
    /// Whether accesses must be multiples of their size.
    pub(crate) strict_align: bool,
    /// Whether a jump can go where no instruction begins, which fails there and not here.
    pub(crate) lands_anywhere: bool,
    /// What the program sees of floating point being on: the field FS.
    pub(crate) float_state: u32,
    /// The instruction's place in the run.
    pub(crate) now: Moment,
}

/// One instruction in the making.
pub(crate) struct Careful<'a> {
    cpu: &'a Cpu,
    board: RefCell<(&'a mut Option<Esp32c3>, &'a mut Host)>,
    around: Around,
    registers: RefCell<Vec<(u8, u32)>>,
    stores: RefCell<Vec<Pending>>,
    touched: RefCell<Vec<u32>>,
    target: Cell<Option<u32>>,
    cause: Cell<Option<Cause>>,
    system: Cell<Option<System>>,
}

/// What an instruction did, to be made true.
#[derive(Debug, Default)]
pub(crate) struct Effects {
    /// Registers and their values.
    pub(crate) registers: Vec<(u8, u32)>,
    /// Stores, in order.
    pub(crate) stores: Vec<Pending>,
    /// Addresses that were read and may not have words yet.
    pub(crate) touched: Vec<u32>,
    /// Where the flow goes, if not on.
    pub(crate) target: Option<u32>,
}

/// Why an instruction was left undone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Undone {
    pub(crate) trap: Trap,
    /// What memory or a device had against it.
    pub(crate) cause: Option<Cause>,
    /// What it asked of the machine itself.
    pub(crate) system: Option<System>,
}

impl<'a> Careful<'a> {
    pub(crate) fn new(
        cpu: &'a Cpu,
        board: &'a mut Option<Esp32c3>,
        host: &'a mut Host,
        around: Around,
    ) -> Self {
        Careful {
            cpu,
            board: RefCell::new((board, host)),
            around,
            registers: RefCell::default(),
            stores: RefCell::default(),
            touched: RefCell::default(),
            target: Cell::new(None),
            cause: Cell::new(None),
            system: Cell::new(None),
        }
    }

    /// Does a row's work.
    ///
    /// # Errors
    /// Why it could not; nothing was changed.
    pub(crate) fn run(
        self,
        row: fn(&Careful<'_>, &Op) -> Result<(), Trap>,
        op: &Op,
    ) -> Result<Effects, Undone> {
        let done = row(&self, op).and_then(|()| match self.target.get() {
            Some(to) if !self.around.lands_anywhere => self.lands(to),
            _ => Ok(()),
        });
        match done {
            Ok(()) => Ok(Effects {
                registers: self.registers.into_inner(),
                stores: self.stores.into_inner(),
                touched: self.touched.into_inner(),
                target: self.target.get(),
            }),
            Err(trap) => Err(Undone { trap, cause: self.cause.get(), system: self.system.get() }),
        }
    }

    fn refuse<T>(&self, cause: Cause) -> Result<T, Trap> {
        self.cause.set(Some(cause));
        Err(Trap::Memory)
    }

    fn multiple_of(&self, address: u32, multiple: u8, access: Access) -> Result<(), Trap> {
        match address.is_multiple_of(multiple.into()) {
            true => Ok(()),
            false => self.refuse(Cause::Misaligned { access, address: address.into(), multiple }),
        }
    }

    /// Whether an instruction can begin at an address.
    fn lands(&self, to: u32) -> Result<(), Trap> {
        self.multiple_of(to, self.cpu.pc_mask as u8 + 1, Access::Fetch)
    }

    /// Whether the program may access the units, and whether they belong to a device.
    fn allowed(&self, address: u32, units: u8, access: Access) -> Result<bool, Trap> {
        if self.around.strict_align {
            self.multiple_of(address, units, access)?;
        }
        match self.cpu.memory.check(address, units, access) {
            Ok(area) => Ok(area.rights.device),
            Err(cause) => self.refuse(cause),
        }
    }
}

/// No board, no devices.
fn no_device(address: u32) -> Cause {
    Cause::Unmapped { access: Access::Load, address: address.into() }
}

impl Semantics for &Careful<'_> {
    type V = Word32;

    fn k(self, number: u64) -> Word32 {
        self.cpu.k(number)
    }

    fn get(self, slot: u8) -> Word32 {
        match slot {
            FS => Word32(self.around.float_state),
            slot => self.cpu.get(slot),
        }
    }

    fn set(self, slot: u8, value: Word32) {
        self.registers.borrow_mut().push((slot, value.0));
    }

    fn load(self, address: Word32, units: u8) -> Result<Word32, Trap> {
        let at = address.0;
        if self.allowed(at, units, Access::Load)? {
            let (board, host) = &mut *self.board.borrow_mut();
            let Some(board) = board else { return self.refuse(no_device(at)) };
            return match board.load(at, units, self.around.now, host) {
                Ok(word) => Ok(Word32(word)),
                Err(cause) => self.refuse(cause),
            };
        }
        let mut value = 0;
        for unit in 0..u32::from(units) {
            let byte = at.wrapping_add(unit);
            self.touched.borrow_mut().push(byte);
            value |= u32::from(self.cpu.memory.peek(byte).unwrap_or(0)) << (unit * 8);
        }
        Ok(Word32(value))
    }

    fn store(self, address: Word32, value: Word32, units: u8) -> Result<(), Trap> {
        let device = self.allowed(address.0, units, Access::Store)?;
        if !device && let Err(cause) = self.cpu.memory.check_room(address.0) {
            return self.refuse(cause);
        }
        let pending = Pending { address: address.0, value: value.0, units, device };
        self.stores.borrow_mut().push(pending);
        Ok(())
    }

    fn jump(self, to: Word32) {
        self.target.set(Some(to.0));
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

impl RiscV for &Careful<'_> {
    fn jump_register(self, to: Word32) -> Result<(), Trap> {
        self.jump(to);
        Ok(())
    }

    fn aligned(self, address: Word32, units: u8, store: bool) -> Result<(), Trap> {
        let access = if store { Access::Store } else { Access::Load };
        self.multiple_of(address.0, units, access)?;
        // What reads and writes at once fails as a store, even where it cannot read.
        if store { self.allowed(address.0, units, access).map(drop) } else { Ok(()) }
    }

    fn may_store(self, _: Word32) -> Result<(), Trap> {
        // Every store waits for all of them.
        Ok(())
    }

    fn system(self, what: System) -> Result<(), Trap> {
        if what == System::FetchFence {
            return Ok(());
        }
        self.system.set(Some(what));
        Err(Trap::Special)
    }

    fn float(
        self,
        format: Format,
        op: Float,
        rounding: Word32,
        operands: [(Word32, Word32); 3],
    ) -> Result<Floated<Word32>, Trap> {
        RiscV::float(self.cpu, format, op, rounding, operands)
    }
}

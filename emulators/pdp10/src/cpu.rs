//! State of the processor: memory including accumulators, program counter, flags, clock.

use std::cell::Cell;

use machine::{Access, Cause};

use crate::Word36;
use crate::engine::timing::Timing;
use crate::memory::Memory;
use crate::word::SIGN;

/// Flags of the left half of a PC word.
///
/// Source: PDP-10 System Reference Manual, "Program Control", the PC word.
pub(crate) mod flag {
    /// Overflow.
    pub(crate) const OV: u32 = 0o400000;
    /// Carry out of bit 0.
    pub(crate) const CRY0: u32 = 0o200000;
    /// Carry out of bit 1.
    pub(crate) const CRY1: u32 = 0o100000;
    /// Floating overflow.
    pub(crate) const FOV: u32 = 0o040000;
    /// First part of a byte instruction done.
    pub(crate) const BIS: u32 = 0o020000;
    /// User mode, always on.
    pub(crate) const USER: u32 = 0o010000;
    /// Floating underflow.
    pub(crate) const FXU: u32 = 0o000100;
    /// No divide.
    pub(crate) const NODIV: u32 = 0o000040;
    /// Flags that a program can change.
    pub(crate) const ALL: u32 = OV | CRY0 | CRY1 | FOV | BIS | FXU | NODIV;
}

/// Registers and memory.
#[derive(Debug, Clone)]
pub(crate) struct Cpu {
    pub(crate) memory: Memory,
    pub(crate) pc: Cell<u32>,
    /// Overflow, carry 0 and carry 1, sticky, each in the sign bit; then the other flags, as in the
    /// left half of a PC word.
    pub(crate) raw: [Cell<u64>; 4],
    /// Time since `load` by the cycle model; correct whenever the system is called.
    pub(crate) elapsed_nanos: Cell<u64>,
    /// The cycle model.
    pub(crate) timing: Timing,
}

impl Cpu {
    /// A processor without memory except its accumulators.
    pub(crate) fn new() -> Self {
        Cpu {
            timing: Timing::new(false),
            memory: Memory::new(),
            pc: Cell::new(0),
            raw: [const { Cell::new(0) }; 4],
            elapsed_nanos: Cell::new(0),
        }
    }

    /// Resets everything except the cycle model.
    pub(crate) fn renew(&self) {
        let Cpu { memory, pc, raw, elapsed_nanos, timing: _ } = self;
        memory.renew();
        pc.set(0);
        raw.iter().for_each(|raw| raw.set(0));
        elapsed_nanos.set(0);
    }

    /// Flags as the left half of a PC word, without user mode.
    #[inline(always)]
    pub(crate) fn flags(&self) -> u32 {
        const { assert!(flag::OV == 1 << 17 && flag::CRY0 == 1 << 16 && flag::CRY1 == 1 << 15) };
        // Each is one bit further to the right, so no branch is needed.
        let raised = |at: usize| (self.raw[at].get() & SIGN) >> (18 + at);
        self.others() | (raised(0) | raised(1) | raised(2)) as u32
    }

    /// All flags except overflow and the carries.
    #[inline(always)]
    fn others(&self) -> u32 {
        self.raw[3].get() as u32
    }

    /// Sets all flags a program can change.
    pub(crate) fn set_flags(&self, left: u32) {
        for (raw, name) in self.raw.iter().zip([flag::OV, flag::CRY0, flag::CRY1]) {
            raw.set(if left & name != 0 { SIGN } else { 0 });
        }
        self.raw[3].set((left & (flag::FOV | flag::BIS | flag::FXU | flag::NODIV)).into());
    }

    /// Raises flags.
    pub(crate) fn raise(&self, flags: u32) {
        self.set_flags(self.flags() | flags);
    }

    /// Lowers flags.
    #[inline(always)]
    pub(crate) fn lower(&self, flags: u32) {
        if flags & (flag::OV | flag::CRY0 | flag::CRY1) != 0 {
            self.set_flags(self.flags() & !flags);
        } else {
            self.raw[3].set((self.others() & !flags).into());
        }
    }

    /// Adds time.
    #[inline(always)]
    pub(crate) fn spend(&self, nanos: u64) {
        self.elapsed_nanos.set(self.elapsed_nanos.get().wrapping_add(nanos));
    }

    /// Takes back time already counted.
    pub(crate) fn save(&self, nanos: u64) {
        self.elapsed_nanos.set(self.elapsed_nanos.get().wrapping_sub(nanos));
    }

    /// Combines flags, user mode and an address into one word.
    pub(crate) fn pc_word(&self, address: u32) -> Word36 {
        Word36::halves(self.flags() | flag::USER, address)
    }

    /// Reads a word for the system, checked like a read by the program.
    ///
    /// # Errors
    /// The fault that the program's read would cause.
    pub(crate) fn read(&self, address: u32) -> Result<Word36, Cause> {
        self.memory.read(address, Access::Load)
    }

    /// Writes a word for the system, checked like a write by the program.
    ///
    /// # Errors
    /// The fault that the program's write would cause.
    pub(crate) fn write(&self, address: u32, word: Word36) -> Result<(), Cause> {
        self.memory.write(address, word)
    }

    /// Effective address of a word's right 23 bits, including index and indirection.
    ///
    /// # Errors
    /// [`Cause::Unmapped`] on the way, or [`Cause::Endless`] after [`LONGEST_CHAIN`] words.
    pub(crate) fn effective(&self, word: Word36) -> Result<u32, Cause> {
        let mut word = word;
        for _ in 0..LONGEST_CHAIN {
            let index = (word.left() & 0o17) as u8;
            let base = if index == 0 { 0 } else { self.memory.ac(index).right() };
            let address = (word.right() + base) & 0o777777;
            if word.left() & 0o20 == 0 {
                return Ok(address);
            }
            word = self.memory.read(address, Access::Load)?;
        }
        let address = word.right().into();
        Err(Cause::Endless { what: "indirect address", address })
    }
}

/// Maximum words in an indirect address chain; the hardware follows them forever.
pub(crate) const LONGEST_CHAIN: usize = 1 << 18;

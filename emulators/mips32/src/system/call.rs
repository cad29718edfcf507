//! Registers of the arguments and results of system calls.

use machine::Cause;
use machine::calls::Caller;

use crate::cpu::Cpu;

/// A system call of a MIPS program.
pub(crate) type Call<'a> = machine::calls::Call<'a, Cpu>;

/// Numbers of the registers that system calls use.
pub(super) mod register {
    pub(crate) const V0: u8 = 2;
    pub(crate) const A0: u8 = 4;
    pub(super) const SP: u8 = 29;
    /// Floating point register of results.
    pub(crate) const F0: u8 = 0;
    /// Floating point register of arguments.
    pub(crate) const F12: u8 = 12;
}

impl Caller for Cpu {
    fn pc(&self) -> u32 {
        self.pc.get()
    }

    /// Arguments from 4 are on the stack, after room for those in registers.
    fn argument(&self, rank: u8) -> u32 {
        match rank {
            0..4 => self.reg(register::A0 + rank),
            _ => {
                let at = self.reg(register::SP).wrapping_add(u32::from(rank) * 4);
                self.memory.read(at, 4).unwrap_or(0)
            }
        }
    }

    fn set_argument(&mut self, rank: u8, value: u32) {
        self.set_reg(register::A0 + rank, value);
    }

    fn set_result(&mut self, value: u32) {
        self.set_reg(register::V0, value);
    }

    fn single_argument(&self, rank: u8) -> f32 {
        f32::from_bits(self.float(register::F12 + 2 * rank))
    }

    fn double_argument(&self, rank: u8) -> f64 {
        f64::from_bits(self.double(register::F12 + 2 * rank))
    }

    fn set_single_result(&mut self, value: f32) {
        self.set_float(register::F0, value.to_bits());
    }

    fn set_double_result(&mut self, value: f64) {
        self.set_double(register::F0, value.to_bits());
    }

    fn read_byte(&mut self, address: u32) -> Result<u8, Cause> {
        Cpu::read_byte(self, address)
    }

    fn write_byte(&mut self, address: u32, byte: u8) -> Result<(), Cause> {
        Cpu::write_byte(self, address, byte)
    }

    fn word_bytes(&self, word: u32) -> [u8; 4] {
        [0, 1, 2, 3].map(|offset| (word >> self.memory.byte_shift(offset)) as u8)
    }
}

//! Registers of the arguments and results of environment calls.

use machine::Cause;
use machine::calls::{CallAnswer, Caller};

use crate::cpu::Cpu;

/// Call by a RISC-V program.
pub(crate) type Call<'a> = machine::calls::Call<'a, Cpu>;

/// Register numbers used by calls.
///
/// Source: RISC-V ELF psABI, register convention.
pub(super) mod register {
    pub(crate) const RA: u8 = 1;
    pub(crate) const SP: u8 = 2;
    pub(crate) const GP: u8 = 3;
    pub(crate) const A0: u8 = 10;
    pub(crate) const A1: u8 = 11;
    pub(crate) const A6: u8 = 16;
    pub(crate) const A7: u8 = 17;
    /// Floating-point register of the first argument and of results.
    pub(crate) const FA0: u8 = 10;
}

/// Word at an address.
///
/// # Errors
/// A fault if there is no memory.
pub(super) fn word(call: &mut Call<'_>, address: u32) -> Result<u32, CallAnswer> {
    let bytes = call.bytes(address, 4)?;
    Ok(bytes.iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte)))
}

impl Caller for Cpu {
    fn pc(&self) -> u32 {
        self.pc.get()
    }

    fn argument(&self, rank: u8) -> u32 {
        self.reg(register::A0 + rank)
    }

    fn set_argument(&mut self, rank: u8, value: u32) {
        self.set_reg(register::A0 + rank, value);
    }

    fn set_result(&mut self, value: u32) {
        self.set_reg(register::A0, value);
    }

    fn single_argument(&self, rank: u8) -> f32 {
        f32::from_bits(self.float(register::FA0 + rank))
    }

    fn double_argument(&self, rank: u8) -> f64 {
        f64::from_bits(self.double(register::FA0 + rank))
    }

    fn set_single_result(&mut self, value: f32) {
        self.set_float(register::FA0, value.to_bits());
    }

    fn set_double_result(&mut self, value: f64) {
        self.set_double(register::FA0, value.to_bits());
    }

    fn read_byte(&mut self, address: u32) -> Result<u8, Cause> {
        Cpu::read_byte(self, address)
    }

    fn write_byte(&mut self, address: u32, byte: u8) -> Result<(), Cause> {
        Cpu::write_byte(self, address, byte)
    }

    fn word_bytes(&self, word: u32) -> [u8; 4] {
        word.to_le_bytes()
    }
}

//! One system call in the making: its arguments, its answers, and the memory it names.

use machine::{Cause, Fault, Host};

use crate::cpu::Cpu;
use crate::system::Answer;

/// What a step of a call came to; `Err` ends the call early, not always in failure.
pub(crate) type Outcome = Result<(), Answer>;

/// Bytes of a path with its NUL, as Linux limits them.
const LONGEST_NAME: usize = 4096;

/// Numbers of the registers that calls use.
mod register {
    pub(super) const V0: u8 = 2;
    pub(super) const A0: u8 = 4;
    /// Floating point register of arguments.
    pub(super) const F12: u8 = 12;
}

/// A call with the machine it is made on.
pub(crate) struct Call<'a> {
    pub(crate) number: u32,
    pub(crate) cpu: &'a mut Cpu,
    pub(crate) host: &'a mut Host,
    /// First address written, and the one behind the last.
    pub(crate) stored: Option<(u32, u32)>,
}

impl<'a> Call<'a> {
    /// The call whose number is in `$v0`.
    pub(crate) fn new(cpu: &'a mut Cpu, host: &'a mut Host) -> Self {
        Call { number: cpu.reg(register::V0), cpu, host, stored: None }
    }

    /// The argument in `$a0` and on.
    pub(crate) fn argument(&self, rank: u8) -> u32 {
        self.cpu.reg(register::A0 + rank)
    }

    /// Gives `$a0` and on a value.
    pub(crate) fn set_argument(&self, rank: u8, value: u32) {
        self.cpu.set_reg(register::A0 + rank, value);
    }

    /// Gives `$v0` its value.
    pub(crate) fn set_result(&self, value: u32) {
        self.cpu.set_reg(register::V0, value);
    }

    /// The single in `$f12`.
    pub(crate) fn single(&self) -> f32 {
        f32::from_bits(self.cpu.float(register::F12))
    }

    /// The double in `$f12`.
    pub(crate) fn double(&self) -> f64 {
        f64::from_bits(self.cpu.double(register::F12))
    }

    /// Writes to standard output.
    pub(crate) fn print(&mut self, bytes: &[u8]) -> Outcome {
        if self.host.output.write(bytes) { Ok(()) } else { Err(Answer::OutputLimit) }
    }

    /// The bytes from an address up to a NUL, and what kept them from ending in one.
    pub(crate) fn string(&mut self, address: u32) -> (Vec<u8>, Outcome) {
        self.string_within(address, usize::MAX)
    }

    fn string_within(&mut self, address: u32, limit: usize) -> (Vec<u8>, Outcome) {
        let mut bytes = Vec::new();
        loop {
            if bytes.len() >= limit {
                return (bytes, Ok(()));
            }
            match self.cpu.read_byte(address.wrapping_add(bytes.len() as u32)) {
                Ok(0) => return (bytes, Ok(())),
                Ok(byte) => bytes.push(byte),
                Err(cause) => return (bytes, Err(cause.into())),
            }
        }
    }

    /// The bytes from an address up to a NUL, which there must be.
    pub(crate) fn whole_string(&mut self, address: u32) -> Result<Vec<u8>, Answer> {
        let (bytes, end) = self.string(address);
        end.map(|()| bytes)
    }

    /// A file's name; `None` when it is longer than any system lets it be.
    pub(crate) fn file_name(&mut self, address: u32) -> Result<Option<Vec<u8>>, Answer> {
        let (name, end) = self.string_within(address, LONGEST_NAME);
        end.map(|()| (name.len() < LONGEST_NAME).then_some(name))
    }

    /// So many bytes of memory.
    pub(crate) fn bytes(&mut self, address: u32, count: u32) -> Result<Vec<u8>, Cause> {
        (0..count).map(|offset| self.cpu.read_byte(address.wrapping_add(offset))).collect()
    }

    /// Writes bytes to memory, as many as there is memory for.
    pub(crate) fn store(&mut self, address: u32, bytes: &[u8]) -> Result<(), Cause> {
        for (offset, &byte) in bytes.iter().enumerate() {
            let at = address.wrapping_add(offset as u32);
            self.cpu.write_byte(at, byte)?;
            let start = self.stored.map_or(at, |(start, _)| start);
            self.stored = Some((start, at.wrapping_add(1)));
        }
        Ok(())
    }

    /// Keeps what the system would have let pass in silence; the machine adds how far it had come.
    pub(crate) fn note(&mut self, cause: Cause) {
        self.host.note(Fault { pc: self.cpu.pc.get().into(), cause }, 0);
    }

    /// The input is at its end.
    pub(crate) fn end_of_input(&self) -> Cause {
        Cause::EndOfInput { call: self.number.into() }
    }

    /// The input is not what the call reads.
    pub(crate) fn bad_input(&self) -> Cause {
        Cause::BadInput { call: self.number.into() }
    }

    /// An argument is not one the call takes.
    pub(crate) fn bad_argument(&self, rank: u8) -> Cause {
        Cause::BadArgument { call: self.number.into(), value: self.argument(rank).into() }
    }
}

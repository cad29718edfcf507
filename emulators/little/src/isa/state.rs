//! What instructions can change, and how.

use std::ops::Range;

use machine::{Access, Cause, Fault, Host, InputRead, Limit, Stop, Store};

use super::operand::{REGISTERS, WORD_BYTES};

/// Result of an instruction; on error it has changed nothing.
pub(crate) type StepResult = Result<(), Stop>;

/// Memory, registers and program counter.
#[derive(Debug, Clone)]
pub(crate) struct State {
    pub(crate) memory: Vec<u8>,
    pub(crate) registers: [u32; REGISTERS.len()],
    pub(crate) pc: u64,
    /// Addresses of the text, in whole words.
    pub(crate) text: Range<u64>,
    /// Whether a program may overwrite its instructions.
    pub(crate) writable_text: bool,
    /// The store of the last instruction.
    pub(crate) stored: Option<Store>,
}

impl State {
    /// The word at an aligned address; `None` if there is no memory.
    pub(crate) fn word(&self, address: usize) -> Option<u32> {
        let bytes = self.memory.get(address..)?.first_chunk()?;
        Some(u32::from_le_bytes(*bytes))
    }

    /// Stops at the current instruction.
    pub(crate) fn fault(&self, cause: Cause) -> Stop {
        Stop::Fault(Fault { pc: self.pc, cause })
    }
}

/// Operations available to an instruction's semantics.
pub(crate) struct Step<'m> {
    pub(crate) state: &'m mut State,
    pub(crate) host: &'m mut Host,
    /// Address of the following instruction.
    pub(crate) following: u32,
    /// Address at which execution continues.
    pub(crate) next: u32,
}

impl Step<'_> {
    /// The value of a register.
    pub(crate) fn get(&self, register: u32) -> u32 {
        self.state.registers[register as usize]
    }

    /// Sets a register.
    pub(crate) fn set(&mut self, register: u32, value: u32) -> StepResult {
        self.state.registers[register as usize] = value;
        Ok(())
    }

    /// Loads a word.
    pub(crate) fn load(&self, address: u32) -> Result<u32, Stop> {
        self.aligned(Access::Load, address)?;
        let word = self.state.word(address as usize);
        word.ok_or_else(|| self.unmapped(Access::Load, address))
    }

    /// Stores a word.
    pub(crate) fn store(&mut self, address: u32, value: u32) -> StepResult {
        self.aligned(Access::Store, address)?;
        if self.state.word(address as usize).is_none() {
            return Err(self.unmapped(Access::Store, address));
        }
        let holds_text = self.state.text.contains(&address.into());
        if holds_text && !self.state.writable_text {
            return Err(self.state.fault(Cause::ReadOnly { address: address.into() }));
        }
        let at = address as usize;
        self.state.memory[at..at + 4].copy_from_slice(&value.to_le_bytes());
        let store = Store { address: address.into(), size: 4, value: value.into() };
        self.state.stored = Some(store);
        Ok(())
    }

    /// Continues at an address.
    pub(crate) fn jump(&mut self, to: u32) -> StepResult {
        self.aligned(Access::Fetch, to)?;
        if !self.state.text.contains(&to.into()) {
            return Err(self.unmapped(Access::Fetch, to));
        }
        self.next = to;
        Ok(())
    }

    /// Continues at an address if a condition is true.
    pub(crate) fn jump_if(&mut self, condition: bool, to: u32) -> StepResult {
        if condition { self.jump(to) } else { Ok(()) }
    }

    /// Reads the next byte of the input, or -1 at its end.
    pub(crate) fn read(&mut self) -> Result<u32, Stop> {
        match self.host.input.byte() {
            InputRead::Bytes(bytes) => Ok(bytes.first().copied().map_or(u32::MAX, u32::from)),
            InputRead::End => Ok(u32::MAX),
            InputRead::Wait => Err(Stop::Input),
        }
    }

    /// Writes the low byte to the output.
    pub(crate) fn write(&mut self, value: u32) -> StepResult {
        let fits = self.host.output.write(&value.to_le_bytes()[..1]);
        if fits { Ok(()) } else { Err(Stop::Limit(Limit::Output)) }
    }

    /// Ends the program.
    pub(crate) fn halt(&mut self, status: u32) -> StepResult {
        Err(Stop::Exit { status: status.cast_signed() })
    }

    fn aligned(&self, access: Access, address: u32) -> StepResult {
        if address.is_multiple_of(WORD_BYTES) {
            return Ok(());
        }
        let (address, multiple) = (address.into(), WORD_BYTES as u8);
        Err(self.state.fault(Cause::Misaligned { access, address, multiple }))
    }

    fn unmapped(&self, access: Access, address: u32) -> Stop {
        self.state.fault(Cause::Unmapped { access, address: address.into() })
    }
}

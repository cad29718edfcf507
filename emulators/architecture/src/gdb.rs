//! What gdb must know of a machine: registers, and how code moves the stack.

use machine::AnyMachine;

/// A machine as gdb sees it.
///
/// Source: Debugging with GDB, appendix "Target Descriptions".
#[derive(Debug)]
pub struct Gdb {
    /// What gdb calls the instruction set, such as `riscv:rv32`.
    pub architecture: &'static str,
    /// Features of the description with their registers; a register's number is its place in all.
    pub features: Vec<(&'static str, Vec<Register>)>,
    /// The stack pointer and the register of return addresses, as DWARF numbers them.
    pub frame_registers: (u16, u16),
    /// Whether a stretch of code is to end behind each jump, as for gdb's reader of prologues.
    pub cuts_at_jumps: bool,
    /// What an instruction does to the frame of its function, by its name and operands.
    pub frame_effect: fn(&[&str]) -> FrameEffect,
}

/// A register as gdb sees it.
#[derive(Debug)]
pub struct Register {
    /// Its name.
    pub name: String,
    /// Where its value is.
    pub value: Value,
    /// Its size.
    pub bits: u32,
    /// Its type in the description, such as `int`.
    pub kind: &'static str,
}

/// Where the value of a register is that gdb knows.
#[derive(Debug, Clone, Copy)]
pub enum Value {
    /// The address of the next instruction.
    Pc,
    /// The machine's register of this name.
    Named(&'static str),
    /// Made of several of the machine's registers.
    Made {
        /// Reads it.
        read: fn(&AnyMachine) -> Option<u64>,
        /// Writes it; false when it cannot be.
        write: fn(&mut AnyMachine, u64) -> bool,
    },
}

/// What an instruction does to the frame of the function it is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FrameEffect {
    /// The stack grows by so many bytes, or shrinks.
    Push(i32),
    /// The return address is put so many bytes above the stack pointer.
    Keep(i32),
    /// The return address is back in its register.
    Fetch,
    /// It returns.
    Return,
    /// It calls what begins at this address.
    Call(u64),
    /// None of these.
    None,
}

impl FrameEffect {
    /// That of a call of an address in hexadecimal digits behind `0x`.
    #[must_use]
    pub fn call(address: &str) -> Option<Self> {
        let address = u64::from_str_radix(address.strip_prefix("0x")?, 16);
        address.ok().map(FrameEffect::Call)
    }
}

//! Data for gdb: registers, and the effect of instructions on the stack frame.

use machine::AnyMachine;

/// Data for gdb about a machine.
///
/// Source: Debugging with GDB, appendix "Target Descriptions".
#[derive(Debug)]
pub struct Gdb {
    /// Name of the instruction set in gdb, such as `riscv:rv32`.
    pub architecture: &'static str,
    /// Features of the target description with their registers, which are numbered in this order.
    pub features: Vec<(&'static str, Vec<Register>)>,
    /// DWARF numbers of the stack pointer and the return address register.
    pub frame_registers: (u16, u16),
    /// Whether a range of code must end after each jump, for gdb's prologue analyser.
    pub cuts_at_jumps: bool,
    /// Effect of an instruction on the stack frame, from its name and operands.
    pub frame_effect: fn(&[&str]) -> FrameEffect,
}

/// A register in the target description.
#[derive(Debug)]
pub struct Register {
    /// Name.
    pub name: String,
    /// Location of its value.
    pub value: Value,
    /// Size in bits.
    pub bits: u32,
    /// Type, such as `int`.
    pub kind: &'static str,
}

/// Location of the value of a gdb register.
#[derive(Debug, Clone, Copy)]
pub enum Value {
    /// The address of the next instruction.
    Pc,
    /// The machine's register with this name.
    Named(&'static str),
    /// Combined from several of the machine's registers.
    Made {
        /// Reads it.
        read: fn(&AnyMachine) -> Option<u64>,
        /// Writes it; false if it cannot be written.
        write: fn(&mut AnyMachine, u64) -> bool,
    },
}

/// Effect of an instruction on the stack frame of its function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FrameEffect {
    /// The stack grows by this number of bytes, or shrinks if negative.
    Push(i32),
    /// The return address is saved at this offset from the stack pointer.
    Keep(i32),
    /// The return address is restored to its register.
    Fetch,
    /// It returns.
    Return,
    /// It calls the function at this address.
    Call(u64),
    /// None of these.
    None,
}

impl FrameEffect {
    /// Effect of a call to an address such as `0x1000`.
    #[must_use]
    pub fn call(address: &str) -> Option<Self> {
        let address = u64::from_str_radix(address.strip_prefix("0x")?, 16);
        address.ok().map(FrameEffect::Call)
    }
}

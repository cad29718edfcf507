//! Stack frames as debuggers unwind them: DWARF call frame information.
//!
//! Source: DWARF 4, section 6.4; registers have their own numbers in the ABIs of MIPS and RISC-V.

use std::collections::BTreeMap;

use gimli::write::{
    Address, CallFrameInstruction, CommonInformationEntry, FrameDescriptionEntry, FrameTable,
};
use gimli::{Encoding, Register};
use machine::Image;

/// What a debugger cannot find out by itself of a program written in assembly.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Hints {
    /// Numbers of the stack pointer and of the register with the return address.
    pub registers: (u16, u16),
    /// From which address on the stack frame looks otherwise.
    pub frames: BTreeMap<u64, Frame>,
    /// Addresses where a function's range is cut, in rising order; labels of code become functions.
    ///
    /// gdb moves a breakpoint behind a MIPS branch onto the branch, for the sake of its delay slot,
    /// and so never stops behind a call that has none; it leaves the first address of a range alone.
    /// Source: gdb 13, `mips_adjust_breakpoint_address`.
    pub cuts: Vec<u64>,
}

/// The stack frame at an instruction.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Frame {
    /// Bytes from the stack pointer up to where it was when the function was called.
    pub depth: i32,
    /// Where the return address is, counted from there; `None` while its register has it.
    pub return_at: Option<i32>,
}

/// A table with one entry for each segment of code.
pub(super) fn table(image: &Image, hints: &Hints, encoding: Encoding) -> FrameTable {
    let mut table = FrameTable::default();
    let (stack, link) = (Register(hints.registers.0), Register(hints.registers.1));
    let mut common = CommonInformationEntry::new(encoding, 1, -1, link);
    common.add_instruction(CallFrameInstruction::Cfa(stack, 0));
    let common = table.add_cie(common);
    for segment in image.segments.iter().filter(|segment| segment.executable) {
        let (start, end) = (segment.base, segment.base + segment.size);
        let length = u32::try_from(segment.size).unwrap_or(u32::MAX);
        let mut entry = FrameDescriptionEntry::new(Address::Constant(start), length);
        for (address, frame) in hints.frames.range(start..end) {
            let offset = (address - start) as u32;
            entry.add_instruction(offset, CallFrameInstruction::CfaOffset(frame.depth));
            entry.add_instruction(
                offset,
                match frame.return_at {
                    Some(at) => CallFrameInstruction::Offset(link, at),
                    None => CallFrameInstruction::Restore(link),
                },
            );
        }
        table.add_fde(common, entry);
    }
    table
}

//! DWARF call frame information, with which debuggers unwind the stack.
//!
//! Source: DWARF 4, section 6.4; the ABIs of MIPS and RISC-V number registers as the machine does.

use std::collections::BTreeMap;

use gimli::write::{
    Address, CallFrameInstruction, CommonInformationEntry, FrameDescriptionEntry, FrameTable,
};
use gimli::{Encoding, Register};
use machine::Image;

/// Facts about an assembly program that a debugger cannot find out by itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Hints {
    /// Numbers of the stack pointer and the return address register.
    pub registers: (u16, u16),
    /// Stack frame from each address where it changes.
    pub frames: BTreeMap<u64, Frame>,
    /// Addresses that split the range of a function, in ascending order; labels of code become
    /// functions.
    ///
    /// gdb moves a breakpoint after a MIPS branch onto the branch, because of its delay slot, and
    /// so never stops after a call without one. It does not move one at the start of a range.
    /// Source: gdb 13, `mips_adjust_breakpoint_address`.
    pub cuts: Vec<u64>,
}

/// Stack frame at an instruction.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Frame {
    /// Bytes from the stack pointer up to its value at the call of the function.
    pub depth: i32,
    /// Offset of the return address from that value; `None` while it is in its register.
    pub return_at: Option<i32>,
}

/// Frame table with one entry for each code segment.
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

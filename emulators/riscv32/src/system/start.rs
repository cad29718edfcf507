//! State of registers and stack at a program's first instruction.

use machine::calls::InitialStack;
use machine::linux;
use machine::{Host, Image, mars};

use super::call::register;
use crate::cpu::Cpu;
use crate::memory::layout::{LINUX_STACK_END, end, venus_map};
use crate::options::{Layout, Options};

/// Name of the program, followed by its arguments.
fn arguments(host: &Host) -> impl Iterator<Item = &[u8]> {
    std::iter::once(&host.program).chain(&host.arguments).map(Vec::as_slice)
}

/// Registers in RARS, and the program's arguments, if any, as in MARS.
pub(super) fn rars(options: &Options, cpu: &mut Cpu, host: &Host) {
    let (global, stack, base) = match options.layout {
        Layout::Default => (0x1000_8000, 0x7fff_effc, 0x7fff_fffc),
        Layout::CompactDataAtZero => (0x1800, 0x2ffc, 0x2ffc),
        Layout::CompactTextAtZero => (0x1800, 0x3ffc, 0x3ffc),
    };
    cpu.set_reg(register::GP, global);
    cpu.set_reg(register::SP, stack);
    if let Some(top) = mars::put_arguments(cpu, host, base, stack) {
        cpu.set_reg(register::SP, top);
        cpu.set_reg(register::A0, host.arguments.len() as u32);
        cpu.set_reg(register::A1, top + 4);
    }
}

/// Registers in Venus; with arguments, their strings and an array of pointers on the stack.
///
/// If `main` is a global label, it can return, which ends the program.
pub(super) fn venus(cpu: &mut Cpu, host: &Host, image: &Image) {
    cpu.set_reg(register::SP, venus_map::STACK);
    cpu.set_reg(register::GP, venus_map::STATIC);
    if image.symbols.iter().any(|symbol| symbol.global && symbol.name == "main") {
        cpu.set_reg(register::RA, end(image, 0, venus_map::STATIC));
    }
    if host.arguments.is_empty() {
        return;
    }
    let mut stack = InitialStack { cpu, top: venus_map::STACK };
    let addresses = stack.strings(arguments(host));
    stack.top &= !3;
    let vector = stack.vector(&addresses);
    cpu.set_reg(register::SP, vector);
    cpu.set_reg(register::A0, addresses.len() as u32);
    cpu.set_reg(register::A1, vector);
}

/// Stack of a Linux process.
pub(super) fn linux(cpu: &mut Cpu, host: &Host, image: &Image) {
    let arguments: Vec<&[u8]> = arguments(host).collect();
    let segments = image.segments.iter().map(|segment| segment.base as u32);
    let top = linux::fill_stack(cpu, LINUX_STACK_END, &arguments, segments);
    cpu.set_reg(register::SP, top);
}

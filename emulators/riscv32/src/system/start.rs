//! What a program finds at its first instruction.

use machine::calls::Stack;
use machine::linux::{self, PAGE_BYTES};
use machine::{Host, Image, java};

use super::call::register;
use crate::cpu::Cpu;
use crate::options::{Layout, Options, System};

/// What Linux and Venus let the data grow by; Venus itself, up to the stack.
const HEAP_BYTES: u32 = 64 << 20;
/// Where a Linux program's stack ends.
pub(crate) const LINUX_STACK_END: u32 = 0x7fff_fff0;

/// Where Venus puts things. Source: Venus, `MemorySegments`.
pub(crate) mod venus_map {
    pub(crate) const STATIC: u32 = 0x1000_0000;
    pub(crate) const HEAP: u32 = 0x1000_8000;
    pub(crate) const STACK: u32 = 0x7fff_fff0;
}

/// The heap's first address, and the last that the one behind it can have.
pub(crate) fn heap(options: &Options, image: &Image) -> (u32, u32) {
    match (options.system, options.layout) {
        (System::Rars, Layout::Default) => (0x1004_0000, 0x103f_ffff),
        (System::Rars, Layout::CompactDataAtZero) => (0x2000, 0x2ffe),
        (System::Rars, Layout::CompactTextAtZero) => (0x3000, 0x3ffe),
        (System::Venus, _) => {
            let statics = end(image, venus_map::STATIC, venus_map::STACK);
            let first = statics.max(venus_map::HEAP);
            (first, first.saturating_add(HEAP_BYTES))
        }
        (System::Linux | System::Bare, _) => {
            let first = end(image, 0, LINUX_STACK_END).max(bare_end(options, image));
            let first = first.checked_next_multiple_of(PAGE_BYTES).unwrap_or(first);
            (first, first.saturating_add(HEAP_BYTES))
        }
    }
}

/// A bare machine's memory lies where Linux has none.
fn bare_end(options: &Options, image: &Image) -> u32 {
    if options.system == System::Bare { end(image, 0, u32::MAX) } else { 0 }
}

/// The address behind the program's last byte of what begins in a range.
fn end(image: &Image, start: u32, limit: u32) -> u32 {
    let range = u64::from(start)..u64::from(limit);
    let inside = image.segments.iter().filter(|segment| range.contains(&segment.base));
    let ends = inside.map(|segment| (segment.base + segment.size).min(limit.into()) as u32);
    ends.max().unwrap_or(start)
}

/// The program's own name, and its arguments.
fn arguments(host: &Host) -> impl Iterator<Item = &[u8]> {
    std::iter::once(&host.program).chain(&host.arguments).map(Vec::as_slice)
}

/// RARS's registers, and its program's arguments, if there are any: as in MARS.
pub(super) fn rars(options: &Options, cpu: &mut Cpu, host: &Host) {
    let (global, stack, base) = match options.layout {
        Layout::Default => (0x1000_8000, 0x7fff_effc, 0x7fff_fffc),
        Layout::CompactDataAtZero => (0x1800, 0x2ffc, 0x2ffc),
        Layout::CompactTextAtZero => (0x1800, 0x3ffc, 0x3ffc),
    };
    cpu.set_reg(register::GP, global);
    cpu.set_reg(register::SP, stack);
    if let Some(top) = java::put_arguments(cpu, host, base, stack) {
        cpu.set_reg(register::SP, top);
        cpu.set_reg(register::A0, host.arguments.len() as u32);
        cpu.set_reg(register::A1, top + 4);
    }
}

/// Venus's registers; with arguments, their strings and a vector of them on the stack.
///
/// Where `main` is a global label, it can return, and the program has then run to its end.
pub(super) fn venus(cpu: &mut Cpu, host: &Host, image: &Image) {
    cpu.set_reg(register::SP, venus_map::STACK);
    cpu.set_reg(register::GP, venus_map::STATIC);
    if image.symbols.iter().any(|symbol| symbol.global && symbol.name == "main") {
        cpu.set_reg(register::RA, end(image, 0, venus_map::STATIC));
    }
    if host.arguments.is_empty() {
        return;
    }
    let mut stack = Stack { cpu, top: venus_map::STACK };
    let addresses = stack.strings(arguments(host));
    stack.top &= !3;
    let vector = stack.vector(&addresses);
    cpu.set_reg(register::SP, vector);
    cpu.set_reg(register::A0, addresses.len() as u32);
    cpu.set_reg(register::A1, vector);
}

/// The stack of a Linux process.
pub(super) fn linux(cpu: &mut Cpu, host: &Host) {
    let arguments: Vec<&[u8]> = arguments(host).collect();
    let top = linux::fill_stack(cpu, LINUX_STACK_END, &arguments);
    cpu.set_reg(register::SP, top);
}

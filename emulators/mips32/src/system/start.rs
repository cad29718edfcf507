//! Initial state of a program, and SPIM's start-up code.

use machine::calls::InitialStack;
use machine::linux::{self, ENVIRONMENT, PAGE_BYTES};
use machine::{Host, Image, mars};

use crate::cpu::{Cpu, cp0};
use crate::memory::spim;
use crate::options::{Calls, Dialect, Layout, Options};

/// SPIM's start-up code: calls `main` with its arguments and then ends the program.
pub(crate) const START: &str = include_str!("start.s");
/// SPIM's exception handler, which reports an exception and continues after it.
pub(crate) const HANDLER: &str = include_str!("handler.s");

/// General registers with an initial value.
mod register {
    pub(super) const A0: u8 = 4;
    pub(super) const A1: u8 = 5;
    pub(super) const A2: u8 = 6;
    pub(super) const GP: u8 = 28;
    pub(super) const SP: u8 = 29;
}

/// Bit of register 16 of coprocessor 0 (Config) for a big endian machine, as in SPIM.
const CONFIG_BIG_ENDIAN: u32 = 0x0008_0000;

/// Step by which SPIM's data segment grows for the program's data.
const SPIM_DATA_STEP: u32 = 64 << 10;
/// Maximum size of the heap in Linux.
const LINUX_HEAP_BYTES: u32 = 64 << 20;

/// Start of the heap, and the maximum of its exclusive end.
pub(crate) fn heap(options: &Options, image: &Image) -> (u32, u32) {
    match (options.calls, options.dialect, options.layout) {
        (Calls::Linux, ..) => {
            let first = data_end(image, 0).next_multiple_of(PAGE_BYTES);
            (first, first.saturating_add(LINUX_HEAP_BYTES))
        }
        (_, _, Layout::CompactDataAtZero) => (0x2000, 0x2ffe),
        (_, _, Layout::CompactTextAtZero) => (0x3000, 0x3ffe),
        (_, Dialect::Mars, _) => (0x1004_0000, 0x103f_ffff),
        (_, Dialect::Spim, _) => {
            // A segment that is full to the last byte has already grown.
            let used = data_end(image, spim::DATA) - spim::DATA + 1;
            let size = used.next_multiple_of(SPIM_DATA_STEP).max(spim::DATA_BYTES);
            (spim::DATA + size, spim::DATA + spim::DATA_LIMIT_BYTES)
        }
    }
}

/// Address after the program's last byte within 1 MiB from `start`, or anywhere if it is 0.
fn data_end(image: &Image, start: u32) -> u32 {
    let limit = if start == 0 { 0x7000_0000 } else { start + spim::DATA_LIMIT_BYTES };
    let inside = image
        .segments
        .iter()
        .filter(|segment| (u64::from(start)..u64::from(limit)).contains(&segment.base));
    let ends = inside.map(|segment| (segment.base + segment.size).min(limit.into()) as u32);
    ends.max().unwrap_or(start)
}

/// Sets the registers before anything is on the stack.
pub(super) fn registers(options: &Options, cpu: &Cpu) {
    let (global, stack) = match (options.dialect, options.layout) {
        (_, Layout::CompactDataAtZero) => (0x1800, 0x2ffc),
        (_, Layout::CompactTextAtZero) => (0x1800, 0x3ffc),
        (Dialect::Spim, _) if options.bare => (0, 0x7fff_effc),
        (_, Layout::Default) => (0x1000_8000, 0x7fff_effc),
    };
    cpu.set_reg(register::GP, global);
    cpu.set_reg(register::SP, stack);
    match options.dialect {
        Dialect::Mars => cpu.set_system(cp0::STATUS, 0x0000_ff11),
        Dialect::Spim => {
            cpu.set_system(cp0::STATUS, 0x3000_ff10);
            cpu.set_system(cp0::CONFIG, if options.big_endian { CONFIG_BIG_ENDIAN } else { 0 });
        }
    }
}

/// Name of the program, and its arguments.
fn arguments(host: &Host) -> impl Iterator<Item = &[u8]> {
    std::iter::once(&host.program).chain(&host.arguments).map(Vec::as_slice)
}

/// Stores strings below 0x80000000, below them the vectors of environment and arguments, and the
/// number of arguments at the stack pointer.
pub(super) fn spim(cpu: &mut Cpu, host: &Host) {
    let mut stack = InitialStack { cpu, top: 0x8000_0000 };
    let environment = stack.strings(ENVIRONMENT.iter().copied());
    let arguments = stack.strings(arguments(host));
    // The first free byte rounded down to a word, minus one free word, rounded down to a double.
    stack.top = ((((stack.top - 1) & !3) - 4) & !7) + 4;
    let environment = stack.vector(&environment);
    let vector = stack.vector(&arguments);
    stack.words(&[arguments.len() as u32]);
    let top = stack.top;
    cpu.set_reg(register::SP, top);
    cpu.set_reg(register::A0, arguments.len() as u32);
    cpu.set_reg(register::A1, vector);
    cpu.set_reg(register::A2, environment);
}

/// Stores MARS's program arguments, if there are any.
pub(super) fn mars(options: &Options, cpu: &mut Cpu, host: &Host) {
    let pointer = cpu.reg(register::SP);
    let base = if options.layout == Layout::Default { 0x7fff_fffc } else { pointer };
    if let Some(top) = mars::put_arguments(cpu, host, base, pointer) {
        cpu.set_reg(register::SP, top);
        cpu.set_reg(register::A0, host.arguments.len() as u32);
        cpu.set_reg(register::A1, top + 4);
    }
}

/// Stores the stack of a Linux process.
pub(super) fn linux(cpu: &mut Cpu, host: &Host, image: &Image) {
    let arguments: Vec<&[u8]> = arguments(host).collect();
    let segments = image.segments.iter().map(|segment| segment.base as u32);
    let top = linux::fill_stack(cpu, 0x7fff_fff0, &arguments, segments);
    cpu.set_reg(register::SP, top);
}

//! Linux system calls and the start of a process, for every processor that has them.
//!
//! Call numbers, some error numbers, flags and structures depend on the processor; [`Abi`] has
//! them. Source: the Linux manual pages, section 2; `include/uapi/asm-generic`; and for MIPS
//! `arch/mips/include/uapi/asm` and `syscall_o32.tbl`.

mod calls;
mod files;
mod memory;
mod names;
mod record;

use crate::Cause;
use crate::calls::{Call, CallAnswer, CallPurpose, Caller, Heap, InitialStack};
use crate::descriptors::{Descriptors, Flags};

pub use memory::MAPPED_FROM;

/// No such file.
pub const ENOENT: u32 = 2;
/// The descriptor is not open for this operation.
pub const EBADF: u32 = 9;
/// No memory.
pub const ENOMEM: u32 = 12;
/// The buffer is not in the program's memory.
pub const EFAULT: u32 = 14;
/// The file exists.
pub const EEXIST: u32 = 17;
/// Invalid argument.
pub const EINVAL: u32 = 22;
/// All descriptors are in use.
pub const EMFILE: u32 = 24;
/// The descriptor is not a terminal.
pub const ENOTTY: u32 = 25;
/// The descriptor is not seekable.
pub const ESPIPE: u32 = 29;
/// The buffer is too small.
const ERANGE: u32 = 34;

/// A result, or an error number.
pub type LinuxResult = Result<u32, u32>;

/// The environment of every program.
///
/// SPIM passes its own environment. The recorded runs of SPIM used these three variables, which
/// determine the initial stack pointer.
pub const ENVIRONMENT: &[&[u8]] = &[b"PATH=/usr/bin:/bin", b"LANG=C.UTF-8", b"LC_ALL=C.UTF-8"];

/// Size of a memory page in bytes.
pub const PAGE_BYTES: u32 = 4096;

/// Binary interface between programs and Linux.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Abi {
    /// That of newer processors with 32 bits, such as RISC-V.
    Generic,
    /// MIPS, o32.
    O32,
}

impl Abi {
    /// The name is too long.
    fn enametoolong(self) -> u32 {
        self.pick(36, 78)
    }

    /// The call is unknown.
    fn enosys(self) -> u32 {
        self.pick(38, 89)
    }

    /// Flags of `open`.
    fn open_flags(self, bits: u32) -> Flags {
        let has = |generic, o32| bits & self.pick(generic, o32) != 0;
        Flags {
            read: matches!(bits & 3, 0 | 2),
            write: matches!(bits & 3, 1 | 2),
            create: has(0o100, 0x100),
            exclusive: has(0o200, 0x400),
            truncate: has(0o1000, 0x200),
            append: has(0o2000, 0x8),
        }
    }

    fn pick<T>(self, generic: T, o32: T) -> T {
        match self {
            Abi::Generic => generic,
            Abi::O32 => o32,
        }
    }
}

/// A program under Linux.
pub trait Process: Caller + 'static {
    /// Its binary interface.
    const ABI: Abi;

    /// Makes `first..end` readable and writable memory, if nothing else is there.
    ///
    /// A range with the same start was the program's before, and only its end changes.
    fn set_end(&mut self, first: u32, end: u32) -> bool;

    /// Sets memory that the program releases to zero.
    fn clear(&mut self, start: u32, end: u32);

    /// Sets the thread pointer, on processors where only the system can.
    fn set_thread_pointer(&mut self, _address: u32) {}
}

/// State of a process in addition to its files and heap.
#[derive(Debug, Clone, Default)]
pub struct ProcessState {
    /// Mapped ranges, sorted, with exclusive ends.
    mapped: Vec<(u32, u32)>,
    /// Signals with a handler of the program, and ignored signals: bit `n` is signal `n`.
    handled: u64,
    ignored: u64,
}

/// State that the calls of a process change.
#[derive(Debug)]
pub struct Kernel<'a> {
    /// Open files.
    pub descriptors: &'a mut Descriptors,
    /// Memory up to the break.
    pub heap: &'a mut Heap,
    /// Everything else.
    pub process: &'a mut ProcessState,
}

/// Executes a call; an unknown one is noted and fails.
///
/// # Errors
/// If the call does not return: the program ends, waits for input or exceeds a limit.
pub fn call<C: Process>(
    kernel: &mut Kernel<'_>,
    call: &mut Call<'_, C>,
) -> Result<LinuxResult, CallAnswer> {
    match calls::rows::<C>().find(|(number, _)| *number == call.number) {
        Some((_, row)) => (row.run)(kernel, call),
        None => Ok(unknown(call)),
    }
}

/// Numbers of a processor's calls with this purpose.
pub fn numbers_of<C: Process>(purpose: CallPurpose) -> Vec<u64> {
    let calls = calls::rows::<C>().filter(|(_, row)| row.purpose == purpose);
    calls.map(|(number, _)| number.into()).collect()
}

/// Number, arguments and description of each call of a processor, by number.
pub fn services<C: Process>() -> Vec<(u32, &'static str, &'static str)> {
    let mut services: Vec<_> =
        calls::rows::<C>().map(|(number, row)| (number, row.takes, row.does)).collect();
    services.sort_unstable();
    services
}

/// Answers and notes an unknown call.
fn unknown<C: Process>(call: &mut Call<'_, C>) -> LinuxResult {
    let cause = match names::name(C::ABI, call.number) {
        Some(name) => Cause::UnsupportedCall { number: call.number.into(), name },
        None => call.unknown(),
    };
    call.note(cause);
    Err(C::ABI.enosys())
}

/// Fills the initial stack: argument count and vector, environment, auxiliary vector.
///
/// `segments` are the addresses of the program's segments: if one begins with an ELF header, the
/// auxiliary vector has the program headers, which contain the initial thread-local data. Returns
/// the stack pointer. Source: System V ABI, "Process initialization"; `linux/auxvec.h`.
pub fn fill_stack<C: Caller>(
    cpu: &mut C,
    top: u32,
    arguments: &[&[u8]],
    segments: impl IntoIterator<Item = u32>,
) -> u32 {
    const AT_PHDR: u32 = 3;
    const AT_PHENT: u32 = 4;
    const AT_PHNUM: u32 = 5;
    const AT_PAGESZ: u32 = 6;
    const AT_ENTRY: u32 = 9;
    const AT_HWCAP: u32 = 16;
    const AT_SECURE: u32 = 23;
    const AT_RANDOM: u32 = 25;
    let headers = segments.into_iter().find_map(|start| program_headers(cpu, start));
    let entry = cpu.pc();
    let mut stack = InitialStack { cpu, top };
    let random = stack.string(b"sixteen bytes..");
    let environment = stack.strings(ENVIRONMENT.iter().copied());
    let arguments = stack.strings(arguments.iter().copied());
    let mut vector = Vec::new();
    if let Some([address, size, count]) = headers {
        vector.extend([AT_PHDR, address, AT_PHENT, size, AT_PHNUM, count]);
    }
    vector.extend([AT_PAGESZ, PAGE_BYTES, AT_ENTRY, entry, AT_HWCAP, 0, AT_SECURE, 0]);
    vector.extend([AT_RANDOM, random, 0, 0]);
    let words = 1 + arguments.len() + 1 + environment.len() + 1 + vector.len();
    let bytes = words as u32 * 4;
    stack.top = (stack.top.wrapping_sub(bytes) & !15).wrapping_add(bytes);
    stack.words(&vector);
    stack.vector(&environment);
    stack.vector(&arguments);
    stack.words(&[arguments.len() as u32]);
    stack.top
}

/// Address, size and number of the program headers, if there is an ELF header at `start`.
fn program_headers<C: Caller>(cpu: &mut C, start: u32) -> Option<[u32; 3]> {
    const OFFSET: u32 = 28;
    const SIZE: u32 = 42;
    const COUNT: u32 = 44;
    let mut byte = |offset: u32| cpu.read_byte(start.wrapping_add(offset)).ok();
    let magic = [byte(0)?, byte(1)?, byte(2)?, byte(3)?];
    let mut words = [[0; 4]; 3];
    for (word, (offset, bytes)) in words.iter_mut().zip([(OFFSET, 4), (SIZE, 2), (COUNT, 2)]) {
        for index in 0..bytes {
            word[index as usize] = byte(offset + index)?;
        }
    }
    let is_big = record::is_big(cpu);
    let [offset, size, count] = words;
    let word = |bytes| if is_big { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) };
    let half = |bytes| if is_big { word(bytes) >> 16 } else { word(bytes) };
    (magic == *b"\x7fELF").then(|| [start.wrapping_add(word(offset)), half(size), half(count)])
}

//! Linux system calls on RISC-V that compiled programs and newlib use.
//!
//! `a7` has the number, `a0` the result or a negative error number. Source: Linux,
//! `include/uapi/asm-generic/unistd.h`, `stat.h`, `fcntl.h` and `errno.h`; numbers from 1024 are
//! newlib's (libgloss, `riscv/machine/syscall.h`).

use machine::calls::CallPurpose::{self, Heap, Other, Print, Read};
use machine::calls::{CallAnswer, CallResult};
use machine::descriptors::{DescriptorKind, Flags};
use machine::linux::{self, EBADF, EFAULT, EINVAL, ENOTTY, ESPIPE, LinuxResult, PAGE_BYTES};

use super::SystemState;
use super::call::Call;

const ENAMETOOLONG: u32 = 36;
const ENOSYS: u32 = 38;

const NANOS_PER_SECOND: u64 = 1_000_000_000;

/// Implementation of a call.
type Run = fn(&mut SystemState, &mut Call<'_>) -> Result<LinuxResult, CallAnswer>;

/// All calls: number, purpose, arguments from `a0`, description, implementation.
#[rustfmt::skip]
static CALLS: &[(u32, CallPurpose, &str, &str, Run)] = &[
    (29,   Other, "descriptor, request, address", "ioctl: always fails, nothing is a terminal", |_, _| Ok(Err(ENOTTY))),
    (56,   Other, "folder, address of name, flags, mode", "openat: opens a file; returns a descriptor",
        |system, call| open(system, call, 1)),
    (57,   Other, "descriptor", "close: closes a file",
        |system, call| Ok(linux::close(&mut system.descriptors, call.argument(0)))),
    (62,   Other, "descriptor, offset, base", "lseek: moves the position in a file; returns it", |system, call| Ok(seek(system, call))),
    (63,   Read, "descriptor, address, size", "read: returns the number of bytes read, 0 at the end",
        |system, call| linux::read(call, &mut system.descriptors)),
    (64,   Print, "descriptor, address, size", "write: returns the number of bytes written",
        |system, call| linux::write(call, &mut system.descriptors)),
    (80,   Other, "descriptor, address", "fstat: stores information about a file", |system, call| Ok(status(system, call))),
    (93,   Other, "status", "exit: ends the program with this status", exit),
    (94,   Other, "status", "exit_group: ends the program with this status", exit),
    (169,  Other, "address, address", "gettimeofday: the time in seconds and microseconds", |_, call| Ok(time_of_day(call))),
    (214,  Heap, "address", "brk: sets the end of the heap; returns it", |system, call| Ok(Ok(set_break(system, call)))),
    (403,  Other, "clock, address", "clock_gettime: the time in seconds and nanoseconds", |_, call| Ok(clock(call))),
    (1024, Other, "address of name, flags, mode", "open (newlib): opens a file; returns a descriptor",
        |system, call| open(system, call, 0)),
];

/// Numbers of the calls with this purpose.
pub(super) fn numbers_of(purpose: CallPurpose) -> Vec<u64> {
    let calls = CALLS.iter().filter(|(_, of, ..)| *of == purpose);
    calls.map(|&(number, ..)| number.into()).collect()
}

/// Number, arguments and description of each call.
pub(super) fn services() -> impl Iterator<Item = (u32, &'static str, &'static str)> {
    CALLS.iter().map(|&(number, _, takes, does, _)| (number, takes, does))
}

/// Executes the call in `a7`.
pub(super) fn call(system: &mut SystemState, call: &mut Call<'_>) -> CallResult {
    let result = match CALLS.iter().find(|(number, ..)| *number == call.number) {
        Some((.., run)) => run(system, call)?,
        None => linux::unknown(call, ENOSYS),
    };
    call.set_result(result.unwrap_or_else(|number| number.wrapping_neg()));
    Ok(())
}

fn exit(_: &mut SystemState, call: &mut Call<'_>) -> Result<LinuxResult, CallAnswer> {
    Err(CallAnswer::Exit(call.argument(0) as i32))
}

/// `open` with the name in argument `rank` and the flags in the next one; folders do not exist.
fn open(
    system: &mut SystemState,
    call: &mut Call<'_>,
    rank: u8,
) -> Result<LinuxResult, CallAnswer> {
    let (name, bits) = (call.argument(rank), call.argument(rank + 1));
    let flags = Flags {
        read: matches!(bits & 3, 0 | 2),
        write: matches!(bits & 3, 1 | 2),
        create: bits & 0o100 != 0,
        exclusive: bits & 0o200 != 0,
        truncate: bits & 0o1000 != 0,
        append: bits & 0o2000 != 0,
    };
    linux::open(call, &mut system.descriptors, name, flags, ENAMETOOLONG)
}

/// `lseek(descriptor, offset, whence)` as in newlib, or the kernel's
/// `llseek(descriptor, high, low, result, whence)`.
///
/// The presence of a result pointer distinguishes them.
fn seek(system: &mut SystemState, call: &mut Call<'_>) -> LinuxResult {
    let (descriptor, result) = (call.argument(0) as usize, call.argument(3));
    let (offset, whence) = match result {
        0 => (i64::from(call.argument(1) as i32), call.argument(2)),
        _ => {
            let (high, low) = (call.argument(1), call.argument(2));
            ((u64::from(high) << 32 | u64::from(low)) as i64, call.argument(4))
        }
    };
    let open = &mut system.descriptors;
    open.kind(descriptor).ok_or(EBADF)?;
    let position = open.position(descriptor).ok_or(ESPIPE)?;
    let base = match whence {
        0 => 0,
        1 => position,
        2 => open.size(&call.host.files, descriptor).ok_or(ESPIPE)?,
        _ => return Err(EINVAL),
    };
    let place = offset.checked_add(base as i64).and_then(|place| u32::try_from(place).ok());
    let place = place.ok_or(EINVAL)?;
    open.seek(descriptor, place as usize);
    if result == 0 {
        return Ok(place);
    }
    call.store(result, &u64::from(place).to_le_bytes()).map_err(|_| EFAULT)?;
    Ok(0)
}

/// `fstat(descriptor, buffer)`: kind and size of a file.
fn status(system: &SystemState, call: &mut Call<'_>) -> LinuxResult {
    const BYTES: usize = 104;
    const MODE: usize = 16;
    const LINKS: usize = 20;
    const SIZE: usize = 48;
    const BLOCK_BYTES: usize = 56;
    const CHARACTERS: u32 = 0o20620;
    const REGULAR: u32 = 0o100644;
    let descriptor = call.argument(0) as usize;
    let kind = system.descriptors.kind(descriptor).ok_or(EBADF)?;
    let size = system.descriptors.size(&call.host.files, descriptor).unwrap_or(0);
    let mut bytes = [0; BYTES];
    let mut put = |at: usize, word: u32| bytes[at..at + 4].copy_from_slice(&word.to_le_bytes());
    put(MODE, if kind == DescriptorKind::File { REGULAR } else { CHARACTERS });
    put(LINKS, 1);
    put(SIZE, size as u32);
    put(BLOCK_BYTES, PAGE_BYTES);
    call.store(call.argument(1), &bytes).map_err(|_| EFAULT)?;
    Ok(0)
}

/// `gettimeofday(buffer)`: seconds and microseconds, one word each.
fn time_of_day(call: &mut Call<'_>) -> LinuxResult {
    let nanos = call.host.clock_nanos;
    let (seconds, micros) = (nanos / NANOS_PER_SECOND, nanos % NANOS_PER_SECOND / 1000);
    let words = [(seconds as u32).to_le_bytes(), (micros as u32).to_le_bytes()].concat();
    call.store(call.argument(0), &words).map_err(|_| EFAULT)?;
    Ok(0)
}

/// `clock_gettime64(clock, buffer)`: seconds and nanoseconds, 64 bits each; all clocks are the
/// same.
fn clock(call: &mut Call<'_>) -> LinuxResult {
    let nanos = call.host.clock_nanos;
    let (seconds, rest) = (nanos / NANOS_PER_SECOND, nanos % NANOS_PER_SECOND);
    let words = [seconds.to_le_bytes(), rest.to_le_bytes()].concat();
    call.store(call.argument(1), &words).map_err(|_| EFAULT)?;
    Ok(0)
}

/// Moves the end of the data, if possible; returns the new end.
fn set_break(system: &mut SystemState, call: &mut Call<'_>) -> u32 {
    let (asked, heap) = (call.argument(0), &mut system.heap);
    let memory = &mut call.cpu.memory;
    // On a bare machine, the heap is inside existing memory.
    let around = memory.area(heap.first).filter(|area| area.start != heap.first);
    let end = around.map(|area| area.end);
    let last = asked.saturating_sub(1);
    let fits = end.is_none_or(|end| last <= end) && memory.is_free(heap.first, last.into());
    if !fits || !(heap.first..=heap.limit).contains(&asked) {
        return heap.next;
    }
    let before = std::mem::replace(&mut heap.next, asked);
    if asked < before {
        // Released memory is zero if the program gets it again.
        memory.clear(asked, before);
        call.stored = Some((asked, before));
    }
    if end.is_none() && asked > heap.first {
        memory.set_end(heap.first, last);
    }
    asked
}

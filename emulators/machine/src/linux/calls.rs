//! The table of calls.

use super::files::{self, Status};
use super::memory;
use super::record::{Record, load, store_all};
use super::{EFAULT, EINVAL, ENOMEM, ENOTTY, ERANGE, Kernel, LinuxResult, Process};
use crate::Host;
use crate::calls::CallPurpose::{self, Heap, Other, Print, Read};
use crate::calls::{Call, CallAnswer};

/// Implementation of a call.
type Run<C> = fn(&mut Kernel<'_>, &mut Call<'_, C>) -> Result<LinuxResult, CallAnswer>;

/// A call of Linux.
pub(super) struct LinuxCall<C> {
    /// Number in the generic interface and on MIPS; 0 if it does not exist there.
    numbers: [u32; 2],
    pub(super) purpose: CallPurpose,
    pub(super) takes: &'static str,
    pub(super) does: &'static str,
    pub(super) run: Run<C>,
}

const fn row<C>(
    generic: u32,
    o32: u32,
    purpose: CallPurpose,
    takes: &'static str,
    does: &'static str,
    run: Run<C>,
) -> LinuxCall<C> {
    LinuxCall { numbers: [generic, o32], purpose, takes, does, run }
}

/// Number and row of each call of a processor.
pub(super) fn rows<C: Process>() -> impl Iterator<Item = (u32, &'static LinuxCall<C>)> {
    let column = C::ABI.pick(0, 1);
    let rows = Table::<C>::ROWS.iter().map(move |row| (row.numbers[column], row));
    rows.filter(|(number, _)| *number != 0)
}

const NANOS_PER_SECOND: u64 = 1_000_000_000;
/// The program's only process and thread, and its user.
const PROCESS: u32 = 1;
const USER: u32 = 1000;
const STACK_BYTES: u64 = 8 << 20;
const MEMORY_BYTES: u64 = 64 << 20;

struct Table<C>(std::marker::PhantomData<C>);

/// Numbers from 1024 are newlib's (libgloss, `riscv/machine/syscall.h`).
#[rustfmt::skip]
impl<C: Process> Table<C> {
    const ROWS: &'static [LinuxCall<C>] = &[
        // Files.
        row(63, 4003, Read, "descriptor, address, size", "read: returns the number of bytes read, 0 at the end",
            |k, call| files::read(k.descriptors, call, call.argument(1), call.argument(2))),
        row(64, 4004, Print, "descriptor, address, size", "write: returns the number of bytes written",
            |k, call| files::write(k.descriptors, call, call.argument(1), call.argument(2))),
        row(65, 4145, Read, "descriptor, buffers, count", "readv: reads into several buffers", |k, call| files::vector(k.descriptors, call, files::read)),
        row(66, 4146, Print, "descriptor, buffers, count", "writev: writes several buffers", |k, call| files::vector(k.descriptors, call, files::write)),
        row(56, 4288, Other, "folder, address of name, flags, mode", "openat: opens a file; returns a descriptor", |k, call| files::open(k, call, 1)),
        row(0, 4005, Other, "address of name, flags, mode", "open: opens a file; returns a descriptor", |k, call| files::open(k, call, 0)),
        row(1024, 0, Other, "address of name, flags, mode", "open (newlib): opens a file; returns a descriptor", |k, call| files::open(k, call, 0)),
        row(57, 4006, Other, "descriptor", "close: closes a file", |k, call| Ok(files::close(k.descriptors, call.argument(0)))),
        row(62, 4140, Other, "descriptor, offset, base", "lseek: moves the position in a file; returns it", |k, call| Ok(files::seek_far(k.descriptors, call))),
        row(0, 4019, Other, "descriptor, offset, base", "lseek: moves the position in a file; returns it", |k, call| Ok(files::seek(k.descriptors, call))),
        row(35, 4294, Other, "folder, address of name, flags", "unlinkat: removes a file", |_, call| files::unlink(call, 1)),
        row(0, 4010, Other, "address of name", "unlink: removes a file", |_, call| files::unlink(call, 0)),
        row(1026, 0, Other, "address of name", "unlink (newlib): removes a file", |_, call| files::unlink(call, 0)),
        row(48, 4300, Other, "folder, address of name, mode", "faccessat: 0 if a file exists", |_, call| files::access(call, 1)),
        row(439, 4439, Other, "folder, address of name, mode, flags", "faccessat2: 0 if a file exists", |_, call| files::access(call, 1)),
        row(0, 4033, Other, "address of name, mode", "access: 0 if a file exists", |_, call| files::access(call, 0)),
        row(80, 4215, Other, "descriptor, address", "fstat: stores information about a file", |k, call| Ok(descriptor_status(k, call))),
        row(79, 4293, Other, "folder, address of name, address, flags", "fstatat: stores information about a file", status_at),
        row(0, 4213, Other, "address of name, address", "stat64: stores information about a file", status),
        row(0, 4214, Other, "address of name, address", "lstat64: stores information about a file", status),
        row(291, 4366, Other, "folder, address of name, flags, mask, address", "statx: stores information about a file", status_x),
        row(23, 4041, Other, "descriptor", "dup: another descriptor of the same open file", |k, call| Ok(files::duplicate(k.descriptors, call))),
        row(0, 4063, Other, "descriptor, descriptor", "dup2: makes the second one a descriptor of the same open file", |k, call| Ok(files::duplicate_to(k.descriptors, call))),
        row(24, 4327, Other, "descriptor, descriptor, flags", "dup3: as dup2, but the descriptors must differ", |k, call| Ok(files::duplicate_other(k.descriptors, call))),
        row(25, 4220, Other, "descriptor, command, value", "fcntl: as dup; reads and sets flags, which have no effect", |k, call| Ok(files::control(k.descriptors, call))),
        row(29, 4054, Other, "descriptor, request, address", "ioctl: always fails, nothing is a terminal", |_, _| Ok(Err(ENOTTY))),
        row(78, 4298, Other, "folder, address of name, address, size", "readlinkat: always fails, there are no links", |_, call| files::read_link(call, 1)),
        row(0, 4085, Other, "address of name, address, size", "readlink: always fails, there are no links", |_, call| files::read_link(call, 0)),
        row(17, 4203, Other, "address, size", "getcwd: the only folder, /", folder),
        // Memory.
        row(214, 4045, Heap, "address", "brk: sets the end of the heap; returns it", |k, call| Ok(Ok(memory::set_break(k, call)))),
        row(222, 4210, Heap, "address, size, rights, flags, descriptor, page", "mmap2: allocates memory; returns its address", |k, call| memory::map(k, call, 4096)),
        row(0, 4090, Heap, "address, size, rights, flags, descriptor, offset", "mmap: allocates memory; returns its address", |k, call| memory::map(k, call, 1)),
        row(215, 4091, Heap, "address, size", "munmap: frees memory", |k, call| Ok(memory::unmap(k, call))),
        row(216, 4167, Heap, "address, size, new size, flags", "mremap: always fails; programs then copy", |_, _| Ok(Err(ENOMEM))),
        row(226, 4125, Other, "address, size, rights", "mprotect: no effect", |_, _| Ok(Ok(0))),
        row(233, 4218, Other, "address, size, advice", "madvise: no effect", |_, _| Ok(Ok(0))),
        // Processes.
        row(93, 4001, Other, "status", "exit: ends the program with this status", exit),
        row(94, 4246, Other, "status", "exit_group: ends the program with this status", exit),
        row(0, 4283, Other, "address", "set_thread_area: sets the thread pointer", |_, call| { call.cpu.set_thread_pointer(call.argument(0)); Ok(Ok(0)) }),
        row(96, 4252, Other, "address", "set_tid_address: returns the number of the thread, 1", |_, _| Ok(Ok(PROCESS))),
        row(99, 4309, Other, "address, size", "set_robust_list: no effect", |_, _| Ok(Ok(0))),
        row(293, 4367, Other, "address, size, flags, signature", "rseq: always fails, there is one thread", |_, _| Ok(Err(C::ABI.enosys()))),
        row(98, 4238, Other, "address, operation, value", "futex: no effect, there is one thread", |_, _| Ok(Ok(0))),
        row(422, 4422, Other, "address, operation, value", "futex_time64: no effect, there is one thread", |_, _| Ok(Ok(0))),
        row(124, 4162, Other, "", "sched_yield: no effect, there is one thread", |_, _| Ok(Ok(0))),
        row(172, 4020, Other, "", "getpid: 1", |_, _| Ok(Ok(PROCESS))),
        row(173, 4064, Other, "", "getppid: 0", |_, _| Ok(Ok(0))),
        row(178, 4222, Other, "", "gettid: 1", |_, _| Ok(Ok(PROCESS))),
        row(174, 4024, Other, "", "getuid: 1000", |_, _| Ok(Ok(USER))),
        row(175, 4049, Other, "", "geteuid: 1000", |_, _| Ok(Ok(USER))),
        row(176, 4047, Other, "", "getgid: 1000", |_, _| Ok(Ok(USER))),
        row(177, 4050, Other, "", "getegid: 1000", |_, _| Ok(Ok(USER))),
        row(0, 4076, Other, "resource, address", "getrlimit: 8 MiB of stack, others unlimited", limit),
        row(261, 4338, Other, "process, resource, address, address", "prlimit64: as getrlimit; limits do not change", limit_64),
        row(179, 4116, Other, "address", "sysinfo: stores the size of the memory", information),
        row(160, 4122, Other, "address", "uname: stores the system's names", names),
        row(278, 4353, Other, "address, size, flags", "getrandom: the same numbers in every run", random),
        row(134, 4194, Other, "signal, address, address", "rt_sigaction: notes which signals have a handler", action),
        row(135, 4195, Other, "way, address, address, size", "rt_sigprocmask: no effect", |_, call| Ok(zeros(call, 2, 3))),
        row(129, 4037, Other, "process, signal", "kill: ends the program with status 128 + signal", |k, call| signal(k, call, 1)),
        row(130, 4236, Other, "thread, signal", "tkill: as kill", |k, call| signal(k, call, 1)),
        row(131, 4266, Other, "process, thread, signal", "tgkill: as kill", |k, call| signal(k, call, 2)),
        // Time.
        row(169, 4078, Other, "address, address", "gettimeofday: the time in seconds and microseconds",
            |_, call| { let (seconds, nanos) = time(call.host); Ok(store_all(call, call.argument(0), 4, &[seconds, nanos / 1000])) }),
        row(0, 4013, Other, "address", "time: the time in seconds", seconds),
        row(403, 4403, Other, "clock, address", "clock_gettime: the time in seconds and nanoseconds", |_, call| Ok(clock(call, 8))),
        row(0, 4263, Other, "clock, address", "clock_gettime, with 32 bits", |_, call| Ok(clock(call, 4))),
        row(406, 4406, Other, "clock, address", "clock_getres: 1 ns", |_, call| Ok(resolution(call, 8))),
        row(0, 4264, Other, "clock, address", "clock_getres, with 32 bits", |_, call| Ok(resolution(call, 4))),
        row(101, 4166, Other, "address, address", "nanosleep: advances the time", |_, call| Ok(sleep(call, 0, false, 4))),
        row(407, 4407, Other, "clock, flags, address, address", "clock_nanosleep: advances the time", |_, call| Ok(sleep_on_clock(call, 8))),
        row(0, 4265, Other, "clock, flags, address, address", "clock_nanosleep, with 32 bits", |_, call| Ok(sleep_on_clock(call, 4))),
        row(165, 4077, Other, "who, address", "getrusage: zeros", |_, call| Ok(store_all(call, call.argument(1), 4, &[0; 18]))),
        row(153, 4043, Other, "address", "times: zeros", |_, call| Ok(store_all(call, call.argument(0), 4, &[0; 4]))),
    ];
}

fn exit<C: Process>(_: &mut Kernel<'_>, call: &mut Call<'_, C>) -> Result<LinuxResult, CallAnswer> {
    Err(CallAnswer::Exit(call.argument(0) as i32))
}

/// `fstat(descriptor, address)`.
fn descriptor_status<C: Process>(kernel: &Kernel<'_>, call: &mut Call<'_, C>) -> LinuxResult {
    Status::of_open(kernel.descriptors, call, call.argument(0))?.store(call, call.argument(1))
}

/// `stat(name, address)`.
fn status<C: Process>(
    _: &mut Kernel<'_>,
    call: &mut Call<'_, C>,
) -> Result<LinuxResult, CallAnswer> {
    Ok(Status::of_name(call, 0)?.and_then(|status| status.store(call, call.argument(1))))
}

/// `fstatat(folder, name, address, flags)`.
fn status_at<C: Process>(
    kernel: &mut Kernel<'_>,
    call: &mut Call<'_, C>,
) -> Result<LinuxResult, CallAnswer> {
    let status = Status::at(kernel.descriptors, call, call.argument(3))?;
    Ok(status.and_then(|status| status.store(call, call.argument(2))))
}

/// `statx(folder, name, flags, mask, address)`.
fn status_x<C: Process>(
    kernel: &mut Kernel<'_>,
    call: &mut Call<'_, C>,
) -> Result<LinuxResult, CallAnswer> {
    let status = Status::at(kernel.descriptors, call, call.argument(2))?;
    Ok(status.and_then(|status| status.store_x(call, call.argument(4))))
}

/// `getcwd(address, size)`: returns the size of the name.
fn folder<C: Process>(
    _: &mut Kernel<'_>,
    call: &mut Call<'_, C>,
) -> Result<LinuxResult, CallAnswer> {
    const NAME: &[u8] = b"/\0";
    if (call.argument(1) as usize) < NAME.len() {
        return Ok(Err(ERANGE));
    }
    Ok(call.store(call.argument(0), NAME).map(|()| NAME.len() as u32).map_err(|_| EFAULT))
}

/// Number of bytes of the stack, if `resource` is that, and `other` for unlimited resources.
fn limit_of(resource: u32, other: u64) -> u64 {
    const STACK: u32 = 3;
    if resource == STACK { STACK_BYTES } else { other }
}

/// `getrlimit(resource, address)`.
fn limit<C: Process>(
    _: &mut Kernel<'_>,
    call: &mut Call<'_, C>,
) -> Result<LinuxResult, CallAnswer> {
    let unlimited = C::ABI.pick(0xffff_ffff, 0x7fff_ffff);
    let limit = limit_of(call.argument(0), unlimited);
    Ok(store_all(call, call.argument(1), 4, &[limit, unlimited]))
}

/// `prlimit64(process, resource, new, old)`.
fn limit_64<C: Process>(
    _: &mut Kernel<'_>,
    call: &mut Call<'_, C>,
) -> Result<LinuxResult, CallAnswer> {
    let (limit, old) = (limit_of(call.argument(1), u64::MAX), call.argument(3));
    Ok(if old == 0 { Ok(0) } else { store_all(call, old, 8, &[limit, u64::MAX]) })
}

/// `sysinfo(address)`: one process, and memory in bytes.
fn information<C: Process>(
    _: &mut Kernel<'_>,
    call: &mut Call<'_, C>,
) -> Result<LinuxResult, CallAnswer> {
    let mut record = Record::new(call, 64);
    for (offset, size, value) in
        [(16, 4, MEMORY_BYTES), (20, 4, MEMORY_BYTES), (40, 2, 1), (52, 4, 1)]
    {
        record.set(offset, size, value);
    }
    Ok(record.store(call, call.argument(0)))
}

/// `uname(address)`: six names of 65 bytes.
fn names<C: Process>(
    _: &mut Kernel<'_>,
    call: &mut Call<'_, C>,
) -> Result<LinuxResult, CallAnswer> {
    const BYTES: usize = 65;
    let processor = C::ABI.pick("riscv32", "mips");
    let mut names = Vec::new();
    for name in ["Linux", "isagrid", "6.1.0", "#1", processor, "(none)"] {
        names.extend_from_slice(name.as_bytes());
        names.resize(names.len().next_multiple_of(BYTES), 0);
    }
    Ok(call.store(call.argument(0), &names).map(|()| 0).map_err(|_| EFAULT))
}

/// `getrandom(address, size, flags)`: returns the size.
fn random<C: Process>(
    _: &mut Kernel<'_>,
    call: &mut Call<'_, C>,
) -> Result<LinuxResult, CallAnswer> {
    /// Most bytes that one call stores; Linux may store fewer than asked, too.
    const MOST_BYTES: u32 = 256;
    let size = call.argument(1).min(MOST_BYTES);
    let bytes: Vec<u8> = (0..size).map(|_| call.host.random.next_u64() as u8).collect();
    Ok(call.store(call.argument(0), &bytes).map(|()| size).map_err(|_| EFAULT))
}

/// Stores zeros for a set of signals at the address in argument `address`, if that is not 0; the
/// set's size is in argument `size`.
fn zeros<C: Process>(call: &mut Call<'_, C>, address: u8, size: u8) -> LinuxResult {
    const MOST_BYTES: u32 = 16;
    let (address, size) = (call.argument(address), call.argument(size).min(MOST_BYTES));
    match address {
        0 => Ok(0),
        _ => Record::new(call, size as usize).store(call, address),
    }
}

/// Bit of a signal.
fn bit(signal: u32) -> u64 {
    1u64.checked_shl(signal).unwrap_or(0)
}

/// `rt_sigaction(signal, new, old)`: the old handler reads as the default one.
fn action<C: Process>(
    kernel: &mut Kernel<'_>,
    call: &mut Call<'_, C>,
) -> Result<LinuxResult, CallAnswer> {
    const IGNORE: u32 = 1;
    let (signal, new, old) = (call.argument(0), call.argument(1), call.argument(2));
    let (handler_at, bytes) = C::ABI.pick((0, 16), (4, 24));
    let process = &mut *kernel.process;
    if new != 0 {
        let Ok(handler) = load(call, new.wrapping_add(handler_at)) else { return Ok(Err(EFAULT)) };
        process.handled &= !bit(signal);
        process.ignored &= !bit(signal);
        match handler {
            0 => {}
            IGNORE => process.ignored |= bit(signal),
            _ => process.handled |= bit(signal),
        }
    }
    Ok(if old == 0 { Ok(0) } else { Record::new(call, bytes).store(call, old) })
}

/// A signal to the program itself, in argument `rank`: it ends the program as a shell reports it.
///
/// Handlers do not run; a signal that has one makes the call unknown.
fn signal<C: Process>(
    kernel: &mut Kernel<'_>,
    call: &mut Call<'_, C>,
    rank: u8,
) -> Result<LinuxResult, CallAnswer> {
    let signal = call.argument(rank);
    match signal {
        0 => Ok(Ok(0)),
        _ if kernel.process.ignored & bit(signal) != 0 => Ok(Ok(0)),
        _ if kernel.process.handled & bit(signal) != 0 => Ok(super::unknown(call)),
        1..=64 => Err(CallAnswer::Exit(128 + signal as i32)),
        _ => Ok(Err(EINVAL)),
    }
}

/// The host's time in seconds, and the nanoseconds after them.
fn time(host: &Host) -> (u64, u64) {
    (host.clock_nanos / NANOS_PER_SECOND, host.clock_nanos % NANOS_PER_SECOND)
}

/// `time(address)`: returns the time, and stores it if the address is not 0.
fn seconds<C: Process>(
    _: &mut Kernel<'_>,
    call: &mut Call<'_, C>,
) -> Result<LinuxResult, CallAnswer> {
    let ((seconds, _), address) = (time(call.host), call.argument(0));
    let stored = if address == 0 { Ok(0) } else { store_all(call, address, 4, &[seconds]) };
    Ok(stored.map(|_| seconds as u32))
}

/// `clock_gettime(clock, address)`: two numbers of `size` bytes; all clocks are the same.
fn clock<C: Process>(call: &mut Call<'_, C>, size: usize) -> LinuxResult {
    let (seconds, nanos) = time(call.host);
    store_all(call, call.argument(1), size, &[seconds, nanos])
}

/// `clock_getres(clock, address)`.
fn resolution<C: Process>(call: &mut Call<'_, C>, size: usize) -> LinuxResult {
    match call.argument(1) {
        0 => Ok(0),
        address => store_all(call, address, size, &[0, 1]),
    }
}

/// `clock_nanosleep(clock, flags, address, rest)`.
fn sleep_on_clock<C: Process>(call: &mut Call<'_, C>, size: u32) -> LinuxResult {
    const ABSOLUTE: u32 = 1;
    let is_absolute = call.argument(1) & ABSOLUTE != 0;
    sleep(call, 2, is_absolute, size)
}

/// Sleeps for the time at the address in argument `rank`, or until that time: two numbers of `size`
/// bytes.
fn sleep<C: Process>(
    call: &mut Call<'_, C>,
    rank: u8,
    is_absolute: bool,
    size: u32,
) -> LinuxResult {
    let address = call.argument(rank);
    // The low word of a number of 8 bytes.
    let low = if size == 8 && super::record::is_big(call.cpu) { 4 } else { 0 };
    let seconds = load(call, address.wrapping_add(low))?;
    let nanos = u64::from(load(call, address.wrapping_add(size + low))?);
    if nanos >= NANOS_PER_SECOND || (seconds as i32) < 0 {
        return Err(EINVAL);
    }
    let all = u64::from(seconds) * NANOS_PER_SECOND + nanos;
    let now = &mut call.host.clock_nanos;
    *now = if is_absolute { all.max(*now) } else { now.saturating_add(all) };
    Ok(0)
}

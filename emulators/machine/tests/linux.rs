//! Calls of Linux by two programs: a little-endian one of the generic interface, and a big-endian
//! one of MIPS.
//!
//! Source: the Linux manual pages, section 2; `include/uapi/asm-generic`;
//! `arch/mips/include/uapi/asm`.

#[path = "linux/duplicates.rs"]
mod duplicates;

use machine::calls::{Call, CallAnswer, CallPurpose, Caller, Heap};
use machine::descriptors::Descriptors;
use machine::linux::{self, Abi, Kernel, LinuxResult, Process, ProcessState};
use machine::{Access, Cause, Host, Input};

const ENOENT: u32 = 2;
const EBADF: u32 = 9;
const ENOMEM: u32 = 12;
const EFAULT: u32 = 14;
const EEXIST: u32 = 17;
const EINVAL: u32 = 22;
const EMFILE: u32 = 24;
const ENOTTY: u32 = 25;
const ESPIPE: u32 = 29;
const ERANGE: u32 = 34;

/// Size of the memory.
const BYTES: usize = 0x1000;
/// Place for names, and for what calls store.
const NAME: u32 = 0x100;
const PLACE: u32 = 0x400;
/// An address without memory.
const NOWHERE: u32 = 0x8000_0000;

/// A program with some memory; the arguments of the call that it makes.
struct Program<const O32: bool> {
    memory: Vec<u8>,
    arguments: [u32; 8],
    thread_pointer: u32,
}

impl<const O32: bool> Caller for Program<O32> {
    fn pc(&self) -> u32 {
        0
    }

    fn argument(&self, rank: u8) -> u32 {
        self.arguments[usize::from(rank)]
    }

    fn set_argument(&mut self, rank: u8, value: u32) {
        self.arguments[usize::from(rank)] = value;
    }

    fn set_result(&mut self, _: u32) {}

    fn single_argument(&self, _: u8) -> f32 {
        0.0
    }

    fn double_argument(&self, _: u8) -> f64 {
        0.0
    }

    fn set_single_result(&mut self, _: f32) {}

    fn set_double_result(&mut self, _: f64) {}

    fn read_byte(&mut self, address: u32) -> Result<u8, Cause> {
        let unmapped = Cause::Unmapped { access: Access::Load, address: address.into() };
        self.memory.get(address as usize).copied().ok_or(unmapped)
    }

    fn write_byte(&mut self, address: u32, byte: u8) -> Result<(), Cause> {
        let unmapped = Cause::Unmapped { access: Access::Store, address: address.into() };
        *self.memory.get_mut(address as usize).ok_or(unmapped)? = byte;
        Ok(())
    }

    fn word_bytes(&self, word: u32) -> [u8; 4] {
        if O32 { word.to_be_bytes() } else { word.to_le_bytes() }
    }
}

impl<const O32: bool> Process for Program<O32> {
    const ABI: Abi = if O32 { Abi::O32 } else { Abi::Generic };

    fn set_end(&mut self, _: u32, _: u32) -> bool {
        true
    }

    fn clear(&mut self, _: u32, _: u32) {}

    fn set_thread_pointer(&mut self, address: u32) {
        self.thread_pointer = address;
    }
}

/// A process with its system.
struct Bench<const O32: bool> {
    program: Program<O32>,
    host: Host,
    descriptors: Descriptors,
    heap: Heap,
    state: ProcessState,
}

impl<const O32: bool> Bench<O32> {
    fn new() -> Self {
        let mut host = Host { clock_nanos: 5_000_000_007, ..Host::default() };
        host.files.give(b"data".to_vec(), b"0123456789".to_vec());
        let program = Program { memory: vec![0; BYTES], arguments: [0; 8], thread_pointer: 0 };
        let heap = Heap::new(0x2000, 0x4000);
        let (descriptors, state) = (Descriptors::default(), ProcessState::default());
        Bench { program, host, descriptors, heap, state }
    }

    /// The result of a call, or how it ends otherwise.
    fn answer(&mut self, number: u32, arguments: &[u32]) -> Result<LinuxResult, CallAnswer> {
        self.program.arguments = [0; 8];
        self.program.arguments[..arguments.len()].copy_from_slice(arguments);
        let Bench { program, host, descriptors, heap, state: process } = self;
        let mut kernel = Kernel { descriptors, heap, process };
        linux::call(&mut kernel, &mut Call::new(number, program, host))
    }

    fn call(&mut self, number: u32, arguments: &[u32]) -> LinuxResult {
        self.answer(number, arguments).expect("a result")
    }

    fn put(&mut self, address: u32, bytes: &[u8]) {
        self.program.memory[address as usize..][..bytes.len()].copy_from_slice(bytes);
    }

    fn put_words(&mut self, address: u32, words: &[u32]) {
        for (at, &word) in (address..).step_by(4).zip(words) {
            let bytes = self.program.word_bytes(word);
            self.put(at, &bytes);
        }
    }

    fn bytes(&self, address: u32, count: usize) -> &[u8] {
        &self.program.memory[address as usize..][..count]
    }

    /// A number of some bytes in memory.
    fn number(&self, address: u32, size: usize) -> u64 {
        let bytes = self.bytes(address, size).iter();
        let add = |number: u64, byte: &u8| number << 8 | u64::from(*byte);
        if O32 { bytes.fold(0, add) } else { bytes.rev().fold(0, add) }
    }

    /// Puts a name in memory; its address.
    fn name(&mut self, name: &[u8]) -> u32 {
        self.put(NAME, &[name, b"\0"].concat());
        NAME
    }
}

/// A program of the generic interface, such as that of RISC-V.
fn generic() -> Bench<false> {
    Bench::new()
}

/// A program of MIPS, o32.
fn o32() -> Bench<true> {
    Bench::new()
}

#[test]
fn files_are_opened_with_the_flags_of_the_interface() {
    let mut bench = generic();
    let name = bench.name(b"new");
    assert_eq!(bench.call(56, &[0, name, 0]), Err(ENOENT));
    // O_CREAT | O_RDWR, and then O_EXCL too.
    assert_eq!(bench.call(56, &[0, name, 0o102]), Ok(3));
    assert_eq!(bench.call(56, &[0, name, 0o302]), Err(EEXIST));
    assert_eq!(bench.call(1024, &[name, 0]), Ok(4), "newlib's call");
    assert_eq!(bench.call(56, &[0, NOWHERE, 0]), Err(EFAULT));
    let mut bench = o32();
    let name = bench.name(b"new");
    assert_eq!(bench.call(4005, &[name, 0x102]), Ok(3));
    assert_eq!(bench.call(4288, &[0, name, 0x502]), Err(EEXIST));
    // ENAMETOOLONG has two numbers.
    let mut bench = o32();
    bench.program.memory = vec![b'a'; 0x3000];
    assert_eq!(bench.call(4005, &[0, 0]), Err(78));
    let mut bench = generic();
    bench.program.memory = vec![b'a'; 0x3000];
    assert_eq!(bench.call(1024, &[0, 0]), Err(36));
}

#[test]
fn a_process_has_1024_descriptors() {
    let mut bench = generic();
    let name = bench.name(b"data");
    for descriptor in 3..1024 {
        assert_eq!(bench.call(56, &[0, name, 0]), Ok(descriptor));
    }
    assert_eq!(bench.call(56, &[0, name, 0]), Err(EMFILE));
    assert_eq!(bench.call(57, &[5]), Ok(0));
    assert_eq!(bench.call(57, &[5]), Err(EBADF));
    assert_eq!(bench.call(56, &[0, name, 0]), Ok(5));
}

/// Calls that exist on Linux, but not here, are named: `mkdir` has no number in the generic interface.
#[test]
fn unsupported_calls_are_named() {
    const ENOSYS: [u32; 2] = [38, 89];
    let cause = |host: &Host| host.notes.last().map(|note| note.fault.cause);
    let mut bench = o32();
    assert_eq!(bench.call(4039, &[NAME]), Err(ENOSYS[1]));
    let mkdir = Cause::UnsupportedCall { number: 4039, name: "mkdir" };
    assert_eq!(cause(&bench.host), Some(mkdir));
    assert_eq!(bench.call(4999, &[]), Err(ENOSYS[1]));
    assert_eq!(cause(&bench.host), Some(Cause::UnknownCall { number: 4999 }));
    let mut bench = generic();
    assert_eq!(bench.call(59, &[PLACE]), Err(ENOSYS[0]));
    assert_eq!(cause(&bench.host), Some(Cause::UnsupportedCall { number: 59, name: "pipe2" }));
    assert_eq!(bench.call(0, &[]), Err(ENOSYS[0]));
    assert_eq!(cause(&bench.host), Some(Cause::UnknownCall { number: 0 }));
}

#[test]
fn bytes_are_read_and_written() {
    let mut bench = generic();
    let name = bench.name(b"data");
    bench.call(56, &[0, name, 2]).expect("it opens");
    assert_eq!(bench.call(63, &[3, PLACE, 4]), Ok(4));
    assert_eq!(bench.bytes(PLACE, 5), b"0123\0");
    assert_eq!(bench.call(64, &[3, PLACE, 2]), Ok(2));
    assert_eq!(bench.host.files.get(b"data"), Some(&b"0123016789"[..]));
    // Wrong sizes, addresses and descriptors.
    assert_eq!(bench.call(63, &[3, PLACE, 0x8000_0000]), Err(EINVAL));
    assert_eq!(bench.call(64, &[3, PLACE, 0x8000_0000]), Err(EINVAL));
    assert_eq!(bench.call(63, &[3, NOWHERE, 1]), Err(EFAULT));
    assert_eq!(bench.call(64, &[3, NOWHERE, 1]), Err(EFAULT));
    assert_eq!(bench.call(63, &[9, PLACE, 1]), Err(EBADF));
    assert_eq!(bench.call(64, &[0, PLACE, 1]), Err(EBADF), "standard input is not written");
    // Input that may still come.
    bench.host.input = Input::open();
    assert_eq!(bench.answer(63, &[0, PLACE, 1]), Err(CallAnswer::Input));
    assert_eq!(bench.call(63, &[0, PLACE, 0]), Ok(0));
}

#[test]
fn several_buffers_are_moved_in_order() {
    let mut bench = o32();
    let name = bench.name(b"data");
    bench.call(4005, &[name, 0]).expect("it opens");
    // An empty buffer is skipped; the last one gets what is left.
    bench.put_words(PLACE, &[0x800, 3, NOWHERE, 0, 0x900, 20]);
    assert_eq!(bench.call(4145, &[3, PLACE, 3]), Ok(10));
    assert_eq!((bench.bytes(0x800, 4), bench.bytes(0x900, 8)), (&b"012\0"[..], &b"3456789\0"[..]));
    bench.put_words(PLACE, &[0x800, 2, 0x900, 1]);
    assert_eq!(bench.call(4146, &[1, PLACE, 2]), Ok(3));
    assert_eq!(bench.host.output.bytes(), b"013");
    // Too many, no table, a closed descriptor, and an error after bytes that were moved.
    assert_eq!(bench.call(4146, &[1, PLACE, 1025]), Err(EINVAL));
    assert_eq!(bench.call(4146, &[1, NOWHERE, 1]), Err(EFAULT));
    assert_eq!(bench.call(4146, &[7, PLACE, 1]), Err(EBADF));
    bench.put_words(PLACE, &[0x800, 2, NOWHERE, 1]);
    assert_eq!(bench.call(4146, &[1, PLACE, 2]), Ok(2));
    // Input that has not come yet ends the call only if there was none before.
    bench.host.input = Input::open();
    bench.put_words(PLACE, &[0x800, 2, 0x900, 2]);
    assert_eq!(bench.answer(4145, &[0, PLACE, 2]), Err(CallAnswer::Input));
    bench.host.input.feed(b"ab");
    assert_eq!(bench.call(4145, &[0, PLACE, 2]), Ok(2));
}

#[test]
fn positions_are_set_from_three_bases() {
    let mut bench = generic();
    let name = bench.name(b"data");
    bench.call(56, &[0, name, 0]).expect("it opens");
    let minus_two = -2i32 as u32;
    // newlib's form, without a place for the result.
    for (offset, base, expected) in
        [(4, 0, Ok(4)), (minus_two, 1, Ok(2)), (minus_two, 2, Ok(8)), (minus_two, 0, Err(EINVAL))]
    {
        assert_eq!(bench.call(62, &[3, offset, base]), expected, "{offset} {base}");
    }
    assert_eq!(bench.call(62, &[3, 0, 3]), Err(EINVAL));
    assert_eq!(bench.call(62, &[1, 0, 0]), Err(ESPIPE));
    assert_eq!(bench.call(62, &[9, 0, 0]), Err(EBADF));
    // _llseek stores 64 bits.
    let mut bench = o32();
    let name = bench.name(b"data");
    bench.call(4005, &[name, 0]).expect("it opens");
    assert_eq!(bench.call(4140, &[3, u32::MAX, minus_two, PLACE, 2]), Ok(0));
    assert_eq!(bench.number(PLACE, 8), 8);
    assert_eq!(bench.call(4019, &[3, 1, 1]), Ok(9));
}

/// Offsets of `struct stat` and `struct stat64`, and of `struct statx`.
#[test]
fn files_have_a_kind_and_a_size() {
    const REGULAR: u64 = 0o100644;
    const CHARACTERS: u64 = 0o20620;
    let mut bench = generic();
    let name = bench.name(b"./data");
    bench.call(56, &[0, name, 0]).expect("it opens");
    assert_eq!(bench.call(80, &[3, PLACE]), Ok(0));
    let [mode, size, blocks] =
        [(16, 4), (48, 8), (64, 8)].map(|(at, n)| bench.number(PLACE + at, n));
    assert_eq!([mode, size, blocks], [REGULAR, 10, 1]);
    assert_eq!(bench.call(80, &[1, PLACE]), Ok(0));
    assert_eq!(bench.number(PLACE + 16, 4), CHARACTERS);
    assert_eq!(bench.call(80, &[9, PLACE]), Err(EBADF));
    assert_eq!(bench.call(79, &[0, name, PLACE]), Ok(0));
    assert_eq!(bench.number(PLACE + 16, 4), REGULAR);
    // statx, also of a descriptor with an empty name: AT_EMPTY_PATH.
    assert_eq!(bench.call(291, &[0, name, 0, 0x7ff, PLACE]), Ok(0));
    assert_eq!([(28, 2), (40, 8)].map(|(at, n)| bench.number(PLACE + at, n)), [REGULAR, 10]);
    let empty = bench.name(b"");
    assert_eq!(bench.call(291, &[1, empty, 0x1000, 0x7ff, PLACE]), Ok(0));
    assert_eq!(bench.number(PLACE + 28, 2), CHARACTERS);
    assert_eq!(bench.call(291, &[1, empty, 0, 0x7ff, PLACE]), Err(ENOENT));
    let mut bench = o32();
    let name = bench.name(b"data");
    for call in [4213, 4214] {
        assert_eq!(bench.call(call, &[name, PLACE]), Ok(0));
        assert_eq!([(24, 4), (56, 8)].map(|(at, n)| bench.number(PLACE + at, n)), [REGULAR, 10]);
    }
    assert_eq!(bench.call(4213, &[name, NOWHERE]), Err(EFAULT));
}

#[test]
fn files_are_looked_up_and_removed() {
    let mut bench = generic();
    let name = bench.name(b"data");
    assert_eq!(bench.call(48, &[0, name, 0]), Ok(0));
    assert_eq!(bench.call(439, &[0, name, 0, 0]), Ok(0));
    // A file is not a link, which is another error than that there is no file.
    assert_eq!(bench.call(78, &[0, name, PLACE, 20]), Err(EINVAL));
    assert_eq!(bench.call(35, &[0, name, 0]), Ok(0));
    assert_eq!(bench.call(48, &[0, name, 0]), Err(ENOENT));
    assert_eq!(bench.call(78, &[0, name, PLACE, 20]), Err(ENOENT));
    assert_eq!(bench.call(1026, &[name]), Err(ENOENT));
    let mut bench = o32();
    let name = bench.name(b"data");
    assert_eq!(bench.call(4033, &[name, 0]), Ok(0));
    assert_eq!(bench.call(4085, &[name, PLACE, 20]), Err(EINVAL));
    assert_eq!(bench.call(4010, &[name]), Ok(0));
    assert_eq!(bench.call(4033, &[name, 0]), Err(ENOENT));
    // A file that a user may still provide.
    bench.host.files.open_end();
    assert_eq!(bench.answer(4033, &[name, 0]), Err(CallAnswer::Input));
    assert_eq!(bench.answer(4005, &[name, 0]), Err(CallAnswer::Input));
}

#[test]
fn descriptors_have_flags() {
    let mut bench = generic();
    let name = bench.name(b"data");
    // F_GETFL: O_RDONLY, O_WRONLY and O_RDWR.
    for access in [0, 1, 2] {
        let descriptor = bench.call(56, &[0, name, access]).expect("it opens");
        assert_eq!(bench.call(25, &[descriptor, 3, 0]), Ok(access));
    }
    assert_eq!(bench.call(25, &[0, 1, 0]), Ok(0));
    assert_eq!(bench.call(25, &[0, 99, 0]), Err(EINVAL));
    assert_eq!(bench.call(25, &[99, 1, 0]), Err(EBADF));
    assert_eq!(bench.call(29, &[1, 0x5401, PLACE]), Err(ENOTTY));
}

#[test]
fn a_process_has_numbers_names_and_limits() {
    let mut bench = generic();
    // getpid, getppid, gettid, the four users and groups, set_tid_address, set_robust_list.
    let numbers = [172, 173, 178, 174, 175, 176, 177, 96, 99];
    let expected = [1, 0, 1, 1000, 1000, 1000, 1000, 1, 0];
    assert_eq!(numbers.map(|number| bench.call(number, &[])), expected.map(Ok));
    // There is one thread: futex, sched_yield; and rights of memory do not matter.
    for number in [98, 422, 124, 226, 233] {
        assert_eq!(bench.call(number, &[]), Ok(0), "{number}");
    }
    assert_eq!(bench.call(216, &[0x3000, 10, 20, 0]), Err(ENOMEM));
    assert_eq!(bench.call(293, &[]), Err(38), "rseq: ENOSYS");
    assert_eq!(bench.call(160, &[PLACE]), Ok(0));
    assert_eq!(bench.bytes(PLACE, 6), b"Linux\0");
    assert_eq!(bench.bytes(PLACE + 4 * 65, 8), b"riscv32\0");
    // The stack is limited to 8 MiB; prlimit64 stores 64 bits, if there is a place.
    assert_eq!(bench.call(261, &[0, 3, 0, PLACE]), Ok(0));
    assert_eq!([0, 8].map(|at| bench.number(PLACE + at, 8)), [8 << 20, u64::MAX]);
    assert_eq!(bench.call(261, &[0, 3, PLACE, 0]), Ok(0));
    // sysinfo: total and free memory, and one process.
    assert_eq!(bench.call(179, &[PLACE]), Ok(0));
    assert_eq!([(16, 4), (40, 2)].map(|(at, n)| bench.number(PLACE + at, n)), [64 << 20, 1]);
    // getcwd returns the size with the NUL, and needs room for it.
    assert_eq!(bench.call(17, &[PLACE, 2]), Ok(2));
    assert_eq!(bench.bytes(PLACE, 2), b"/\0");
    assert_eq!(bench.call(17, &[PLACE, 1]), Err(ERANGE));
    assert_eq!(bench.call(17, &[NOWHERE, 2]), Err(EFAULT));
    let mut bench = o32();
    assert_eq!(bench.call(4122, &[PLACE]), Ok(0));
    assert_eq!(bench.bytes(PLACE + 4 * 65, 5), b"mips\0");
    assert_eq!(bench.call(4076, &[3, PLACE]), Ok(0));
    assert_eq!([0, 4].map(|at| bench.number(PLACE + at, 4)), [8 << 20, 0x7fff_ffff]);
    assert_eq!(bench.call(4283, &[0x1234]), Ok(0));
    assert_eq!(bench.program.thread_pointer, 0x1234);
}

#[test]
fn random_bytes_are_the_same_in_every_run() {
    let [mut one, mut other] = [generic(), generic()];
    assert_eq!(one.call(278, &[PLACE, 16, 0]), Ok(16));
    assert_eq!(other.call(278, &[PLACE, 300, 0]), Ok(256), "fewer than asked for");
    assert_eq!(one.bytes(PLACE, 16), other.bytes(PLACE, 16));
    assert_ne!(one.bytes(PLACE, 16), [0; 16]);
    assert_eq!(one.call(278, &[NOWHERE, 1, 0]), Err(EFAULT));
}

#[test]
fn signals_end_a_process_or_not() {
    const SIGTERM: u32 = 15;
    for (number, arguments) in
        [(129, &[1, SIGTERM][..]), (130, &[1, SIGTERM]), (131, &[1, 1, SIGTERM])]
    {
        let mut bench = generic();
        assert_eq!(bench.answer(number, arguments), Err(CallAnswer::Exit(128 + 15)), "{number}");
    }
    let mut bench = generic();
    assert_eq!(bench.call(129, &[1, 0]), Ok(0), "only whether the process is there");
    assert_eq!(bench.call(129, &[1, 65]), Err(EINVAL));
    // SIG_IGN is 1; the old action reads as the default one.
    bench.put_words(PLACE, &[1]);
    bench.put(0x800, &[0xff; 17]);
    assert_eq!(bench.call(134, &[SIGTERM, PLACE, 0x800, 8]), Ok(0));
    assert_eq!(bench.bytes(0x800, 17), [[0; 16].as_slice(), &[0xff]].concat());
    assert_eq!(bench.call(129, &[1, SIGTERM]), Ok(0));
    // A handler is not run: the call is unknown, which is noted.
    bench.put_words(PLACE, &[0x500]);
    assert_eq!(bench.call(134, &[SIGTERM, PLACE, 0, 8]), Ok(0));
    assert_eq!(bench.call(129, &[1, SIGTERM]), Err(38));
    assert_eq!(bench.host.notes.len(), 1);
    // The default action again.
    bench.put_words(PLACE, &[0]);
    assert_eq!(bench.call(134, &[SIGTERM, PLACE, 0, 8]), Ok(0));
    assert_eq!(bench.answer(129, &[1, SIGTERM]), Err(CallAnswer::Exit(143)));
    assert_eq!(bench.call(134, &[SIGTERM, NOWHERE, 0, 8]), Err(EFAULT));
    // rt_sigprocmask: the old set is empty.
    bench.put(0x800, &[0xff; 9]);
    assert_eq!(bench.call(135, &[0, 0, 0x800, 8]), Ok(0));
    assert_eq!(bench.bytes(0x800, 9), [0, 0, 0, 0, 0, 0, 0, 0, 0xff]);
    assert_eq!(bench.call(135, &[0, 0, 0, 8]), Ok(0));
    // On MIPS the handler is after the flags.
    let mut bench = o32();
    bench.put_words(PLACE, &[0, 1]);
    assert_eq!(bench.call(4194, &[SIGTERM, PLACE, 0, 16]), Ok(0));
    assert_eq!(bench.call(4037, &[1, SIGTERM]), Ok(0));
}

#[test]
fn a_process_exits_with_its_status() {
    let mut bench = generic();
    for number in [93, 94] {
        assert_eq!(bench.answer(number, &[3]), Err(CallAnswer::Exit(3)));
    }
    // An unknown call fails, and is noted.
    assert_eq!(bench.call(9999, &[]), Err(38));
    assert_eq!(bench.host.notes.len(), 1);
    assert_eq!(o32().call(9999, &[]), Err(89));
}

#[test]
fn the_time_is_that_of_the_host() {
    let mut bench = generic();
    assert_eq!(bench.call(169, &[PLACE, 0]), Ok(0));
    assert_eq!([0, 4].map(|at| bench.number(PLACE + at, 4)), [5, 0], "microseconds");
    assert_eq!(bench.call(403, &[0, PLACE]), Ok(0));
    assert_eq!([0, 8].map(|at| bench.number(PLACE + at, 8)), [5, 7]);
    assert_eq!(bench.call(406, &[0, PLACE]), Ok(0));
    assert_eq!([0, 8].map(|at| bench.number(PLACE + at, 8)), [0, 1]);
    assert_eq!(bench.call(406, &[0, 0]), Ok(0));
    // getrusage and times: nothing is counted.
    bench.put(PLACE, &[0xff; 72]);
    assert_eq!(bench.call(165, &[0, PLACE]), Ok(0));
    assert_eq!(bench.bytes(PLACE, 72), [0; 72]);
    assert_eq!(bench.call(153, &[PLACE]), Ok(0));
    let mut bench = o32();
    assert_eq!(bench.call(4013, &[PLACE]), Ok(5));
    assert_eq!(bench.number(PLACE, 4), 5);
    assert_eq!(bench.call(4013, &[0]), Ok(5));
    assert_eq!(bench.call(4013, &[NOWHERE]), Err(EFAULT));
    for number in [4263, 4264] {
        assert_eq!(bench.call(number, &[0, PLACE]), Ok(0));
    }
    assert_eq!([0, 4].map(|at| bench.number(PLACE + at, 4)), [0, 1]);
    assert_eq!(bench.call(4403, &[0, PLACE]), Ok(0));
    assert_eq!([0, 8].map(|at| bench.number(PLACE + at, 8)), [5, 7]);
}

#[test]
fn sleeping_advances_the_time() {
    const START: u64 = 5_000_000_007;
    let mut bench = generic();
    bench.put_words(PLACE, &[2, 500]);
    assert_eq!(bench.call(101, &[PLACE, 0]), Ok(0));
    assert_eq!(bench.host.clock_nanos - START, 2_000_000_500);
    // Numbers of 64 bits, in both byte orders.
    bench.put_words(PLACE, &[1, 0, 3, 0]);
    assert_eq!(bench.call(407, &[0, 0, PLACE, 0]), Ok(0));
    assert_eq!(bench.host.clock_nanos - START, 3_000_000_503);
    let mut bench = o32();
    bench.put_words(PLACE, &[0, 1, 0, 3]);
    assert_eq!(bench.call(4407, &[0, 0, PLACE, 0]), Ok(0));
    bench.put_words(PLACE, &[1, 4]);
    assert_eq!(bench.call(4265, &[0, 0, PLACE, 0]), Ok(0));
    assert_eq!(bench.host.clock_nanos - START, 2_000_000_007);
    // TIMER_ABSTIME: until a time, which may have passed.
    bench.put_words(PLACE, &[9, 0]);
    assert_eq!(bench.call(4265, &[0, 1, PLACE, 0]), Ok(0));
    assert_eq!(bench.host.clock_nanos, 9_000_000_000);
    bench.put_words(PLACE, &[8, 0]);
    assert_eq!(bench.call(4265, &[0, 1, PLACE, 0]), Ok(0));
    assert_eq!(bench.host.clock_nanos, 9_000_000_000);
    // A second has less than 1,000,000,000 ns, and no time is negative.
    for wrong in [[0, 1_000_000_000], [u32::MAX, 0]] {
        bench.put_words(PLACE, &wrong);
        assert_eq!(bench.call(4166, &[PLACE, 0]), Err(EINVAL));
    }
    assert_eq!(bench.call(4166, &[NOWHERE, 0]), Err(EFAULT));
}

/// Source: *mmap*(2): a size of 0 is invalid; without a file its descriptor matters not.
#[test]
fn memory_is_mapped_where_there_is_room() {
    const ANONYMOUS: u32 = 0x20;
    let mut bench = generic();
    assert_eq!(bench.call(222, &[0, 0, 3, ANONYMOUS, 0, 0]), Err(EINVAL));
    let first = bench.call(222, &[0, 5000, 3, ANONYMOUS, 0, 0]).expect("memory");
    let second = bench.call(222, &[0, 1, 3, ANONYMOUS, 0, 0]).expect("memory");
    assert_eq!((first % 4096, second - first), (0, 8192), "whole pages");
    assert_eq!(bench.call(215, &[first, 5000]), Ok(0));
    assert_eq!(bench.call(222, &[0, 1, 3, ANONYMOUS, 0, 0]), Ok(first));
    assert_eq!(bench.call(215, &[first + 1, 1]), Err(EINVAL));
    assert_eq!(bench.call(222, &[0, 0x7000_0000, 3, ANONYMOUS, 0, 0]), Err(ENOMEM));
    // A file: only one that is open.
    assert_eq!(bench.call(222, &[0, 1, 3, 0, 9, 0]), Err(EBADF));
    // The break stays within its limits.
    assert_eq!(bench.call(214, &[0]), Ok(0x2000));
    assert_eq!(bench.call(214, &[0x3000]), Ok(0x3000));
    assert_eq!(bench.call(214, &[0x5000]), Ok(0x3000));
    assert_eq!(bench.call(214, &[0x2800]), Ok(0x2800));
}

#[test]
fn calls_have_numbers_and_descriptions() {
    let services = linux::services::<Program<false>>();
    let numbers: Vec<u32> = services.iter().map(|(number, ..)| *number).collect();
    assert!(numbers.windows(2).all(|pair| pair[0] < pair[1]), "{numbers:?}");
    assert!(services.contains(&(57, "descriptor", "close: closes a file")));
    assert_eq!(linux::numbers_of::<Program<true>>(CallPurpose::Read), [4003, 4145]);
    assert_eq!(linux::numbers_of::<Program<false>>(CallPurpose::Print), [64, 66]);
}

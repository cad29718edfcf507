//! Linux's calls, and the host interface of conformance tests.
//!
//! Source: the Linux manual pages, sections 2 and 4; riscv-isa-sim, `fesvr`.

use machine::linux::MAPPED_FROM;
use machine::{Cause, Host, Image};

use super::{CallAnswer, SystemBench, image};
use crate::options::{Dialect, Options};

const DATA: u32 = 0x2_0000;
const HEAP: u32 = 0x2_1000;

/// Result for an error number.
const fn error(number: u32) -> u32 {
    number.wrapping_neg()
}

fn linux(input: &[u8]) -> SystemBench {
    let host = Host { program: b"prog".to_vec(), ..Host::with_input(input) };
    linux_with(host)
}

fn linux_with(host: Host) -> SystemBench {
    let options = Options::of(Dialect::Gnu);
    let mut bench = SystemBench::with_options(options, host, &image(DATA.into(), 0x100, &[]));
    bench.data = DATA;
    bench
}

#[test]
fn the_stack_of_a_process() {
    let arguments = vec![b"one".to_vec(), b"two".to_vec()];
    let mut bench = linux_with(Host { program: b"prog".to_vec(), arguments, ..Host::default() });
    let pointer = bench.cpu.reg(2);
    assert_eq!(pointer % 16, 0);
    assert_eq!((bench.word(pointer), bench.word(pointer + 16)), (3, 0));
    let two = bench.word(pointer + 12);
    assert_eq!(bench.memory(two, 4), b"two\0");
    let path = bench.word(pointer + 20);
    assert_eq!(bench.memory(path, 19), b"PATH=/usr/bin:/bin\0");
}

#[test]
fn reading_and_writing() {
    let mut bench = linux(b"abc");
    let text = bench.put(DATA, b"hello");
    assert_eq!(bench.done(64, &[1, text, 5]), 5);
    assert_eq!(bench.done(64, &[2, text, 2]), 2);
    assert_eq!((bench.output(), bench.host.errors.take()), (b"hello".to_vec(), b"he".to_vec()));
    assert_eq!(bench.done(64, &[9, text, 5]), error(9));
    assert_eq!(bench.done(64, &[1, 4, 5]), error(14));
    assert_eq!([bench.done(63, &[0, text, 9]), bench.done(63, &[0, text, 9])], [3, 0]);
    assert_eq!(bench.done(63, &[0, 4, 0]), 0);
    assert_eq!(bench.call(94, &[7]), CallAnswer::Exit(7));
    assert_eq!(bench.done(9999, &[]), error(38));
    assert_eq!(bench.notes(), [Cause::UnknownCall { number: 9999 }]);
}

#[test]
fn files() {
    let mut bench = linux(b"");
    let name = bench.put(DATA, b"file\0");
    let buffer = bench.put(DATA + 16, b"0123456789");
    assert_eq!(bench.done(1024, &[name, 0, 0]), error(2));
    assert_eq!(bench.done(56, &[-100i32 as u32, name, 0o1102, 0o644]), 3);
    assert_eq!(bench.done(64, &[3, buffer, 10]), 10);
    assert_eq!(bench.done(62, &[3, -4i32 as u32, 2, 0]), 6);
    assert_eq!(bench.done(63, &[3, buffer, 9]), 4);
    assert_eq!(bench.memory(buffer, 4), b"6789");
    // The kernel's form: a 64-bit result.
    assert_eq!(bench.done(62, &[3, 0, 12, DATA + 64, 0]), 0);
    assert_eq!(bench.word(DATA + 64), 12);
    assert_eq!(bench.done(64, &[3, buffer, 1]), 1);
    assert_eq!(bench.host.files[&b"file"[..]], b"0123456789\0\x006");
    assert_eq!(bench.done(62, &[1, 0, 0, 0]), error(29));
    assert_eq!(bench.done(62, &[3, u32::MAX, 0, 0]), error(22));
    assert_eq!(bench.done(80, &[3, DATA + 64]), 0);
    assert_eq!((bench.word(DATA + 80), bench.word(DATA + 112)), (0o100644, 13));
    assert_eq!(bench.done(80, &[1, DATA + 64]), 0);
    assert_eq!(bench.word(DATA + 80), 0o20620);
    assert_eq!([bench.done(57, &[3]), bench.done(57, &[3])], [0, error(9)]);
}

#[test]
fn the_heap_is_memory_below_the_break() {
    let mut bench = linux(b"");
    assert_eq!(bench.done(214, &[0]), HEAP);
    assert!(bench.cpu.read_byte(HEAP).is_err());
    assert_eq!(bench.done(214, &[HEAP + 100]), HEAP + 100);
    bench.put(HEAP + 99, b"x");
    assert!(bench.cpu.read_byte(HEAP + 100).is_err());
    assert_eq!(bench.done(214, &[0x7000_0000]), HEAP + 100);
    // Released memory is zero when it is allocated again.
    assert_eq!(bench.done(214, &[HEAP + 50]), HEAP + 50);
    assert_eq!(bench.done(214, &[HEAP + 9000]), HEAP + 9000);
    assert_eq!(bench.memory(HEAP + 99, 1), [0]);
}

#[test]
fn mapped_memory_is_accessible_and_zero() {
    let mut bench = linux(b"");
    let map = |bench: &mut SystemBench| bench.done(222, &[0, 5000, 3, 0x22, u32::MAX, 0]);
    assert!(bench.cpu.read_byte(MAPPED_FROM).is_err());
    assert_eq!([map(&mut bench), map(&mut bench)], [MAPPED_FROM, MAPPED_FROM + 8192]);
    bench.put(MAPPED_FROM + 16000, b"text");
    assert_eq!(bench.done(215, &[MAPPED_FROM, 16384]), 0);
    assert_eq!([map(&mut bench), map(&mut bench)], [MAPPED_FROM, MAPPED_FROM + 8192]);
    assert_eq!(bench.memory(MAPPED_FROM + 16000, 4), [0; 4]);
    assert_eq!(bench.done(222, &[0, 0x2000_0000, 3, 0x22, u32::MAX, 0]), error(12));
}

#[test]
fn a_c_library_starts_without_notes() {
    let mut bench = linux(b"");
    let at = DATA + 64;
    assert_eq!([bench.done(96, &[at]), bench.done(178, &[]), bench.done(99, &[at, 12])], [1, 1, 0]);
    assert_eq!(bench.done(293, &[at, 32, 0, 0]), error(38));
    assert_eq!(bench.done(261, &[0, 3, 0, at]), 0);
    assert_eq!([bench.word(at), bench.word(at + 4)], [8 << 20, 0]);
    assert_eq!(bench.done(278, &[at, 16, 0]), 16);
    assert_eq!(bench.done(226, &[at, 4096, 1]), 0);
    assert_eq!(bench.done(160, &[at]), 0);
    assert_eq!(bench.memory(at, 6), b"Linux\0");
    assert_eq!(bench.notes(), []);
}

#[test]
fn clocks_are_the_hosts() {
    let mut bench = linux(b"");
    bench.host.clock_nanos = 3_000_002_000;
    assert_eq!(bench.done(403, &[0, DATA]), 0);
    assert_eq!([0, 4, 8].map(|at| bench.word(DATA + at)), [3, 0, 2000]);
    assert_eq!(bench.done(169, &[DATA, 0]), 0);
    assert_eq!([0, 4].map(|at| bench.word(DATA + at)), [3, 2]);
}

const RAM: u32 = 0x8000_0000;

/// Bare machine whose program has the words of the host interface.
fn bare() -> SystemBench {
    let symbols = [("tohost", u64::from(RAM)), ("fromhost", u64::from(RAM) + 64)];
    let image = image(RAM.into(), 0x1000, &symbols);
    SystemBench::with_options(Options::bare(), Host::default(), &image)
}

#[test]
fn an_odd_word_to_the_host_ends_the_program() {
    let mut bench = bare();
    assert_eq!(bench.system.tohost(), Some(RAM));
    let mut call = |word: u32| {
        bench.put_words(RAM, &[word]);
        bench.system.answer_tohost(&mut bench.cpu, &mut bench.host)
    };
    assert_eq!(
        [call(0), call(1), call(7)],
        [CallAnswer::Done, CallAnswer::Exit(0), CallAnswer::Exit(3)]
    );
    // riscv-test-env, p/riscv_test.h: 1337 combined with the number of the test.
    assert_eq!([call(1337), call(1337 | 2)], [CallAnswer::Exit(668), CallAnswer::Exit(669)]);
    let trapped = Cause::UnexpectedTrap;
    assert_eq!(bench.notes(), [Cause::TestFailed { number: 3 }, trapped, trapped]);
    let options = Options::bare();
    let without = SystemBench::with_options(options, Host::default(), &Image::default());
    assert_eq!(without.system.tohost(), None);
}

#[test]
fn an_even_word_to_the_host_is_a_request() {
    let mut bench = bare();
    let text = bench.put(RAM + 256, b"hello");
    let request = RAM + 128;
    bench.put_words(request, &[64, 0, 1, 0, text, 0, 5, 0]);
    bench.put_words(RAM, &[request]);
    assert_eq!(bench.system.answer_tohost(&mut bench.cpu, &mut bench.host), CallAnswer::Done);
    assert_eq!(bench.output(), b"hello");
    assert_eq!([request, RAM, RAM + 64].map(|at| bench.word(at)), [5, 0, 1]);
    bench.put_words(request, &[93, 0, 9]);
    bench.put_words(RAM, &[request]);
    assert_eq!(bench.system.answer_tohost(&mut bench.cpu, &mut bench.host), CallAnswer::Exit(9));
}

#[test]
fn a_bare_machine_answers_linux_calls_within_its_memory() {
    let mut bench = bare();
    assert_eq!(bench.done(214, &[0]), RAM + 0x1000);
    assert_eq!(bench.done(214, &[RAM + 0x2000]), RAM + 0x2000);
    assert_eq!(bench.done(214, &[RAM + 0x200_0000]), RAM + 0x2000);
    assert_eq!(bench.call(93, &[3]), CallAnswer::Exit(3));
}

//! Environment calls of Venus. Source: outputs of Venus's JVM build, and the project's calls page.

use machine::{Cause, Host, Image};

use super::{CallAnswer, FAILED, SystemBench, image};
use crate::options::{Dialect, Options};

const DATA: u32 = 0x1000_0000;
const HEAP: u32 = 0x1000_8000;
const CLIB: u32 = 0x3cc;

impl SystemBench {
    fn venus() -> Self {
        let options = Options::of(Dialect::Venus);
        SystemBench::with_options(options, Host::default(), &Image::default())
    }

    /// Makes a call with its number in `a0`, which must succeed; returns `a0`.
    fn asked(&mut self, number: u32, arguments: &[u32]) -> u32 {
        assert_eq!(self.ask(number, arguments), CallAnswer::Done, "call {number}");
        self.cpu.reg(10)
    }

    fn ask(&mut self, number: u32, arguments: &[u32]) -> CallAnswer {
        self.call_by(10, number, &[&[number], arguments].concat())
    }

    fn clib(&mut self, function: u32, arguments: &[u32]) -> u32 {
        self.cpu.set_reg(16, function);
        self.asked(CLIB, arguments)
    }
}

#[test]
fn printing() {
    let mut bench = SystemBench::venus();
    bench.put(DATA, b"caf\xe9\0");
    bench.asked(1, &[-42i32 as u32]);
    bench.asked(11, &[0x142]);
    bench.asked(34, &[0xff]);
    bench.asked(4, &[DATA]);
    assert_eq!(bench.output(), "-42ł0x000000FFcafé".as_bytes());
}

#[test]
fn exits_and_unknown_calls() {
    let mut bench = SystemBench::venus();
    assert_eq!(bench.ask(10, &[3]), CallAnswer::Exit(0));
    assert_eq!(bench.ask(17, &[256]), CallAnswer::Exit(256));
    assert_eq!(bench.ask(2, &[]), CallAnswer::Fault(Cause::UnknownCall { number: 2 }));
}

#[test]
fn the_heap_grows_after_the_data_but_not_into_the_stack() {
    let mut bench = SystemBench::venus();
    let beyond = bench.cpu.read_byte(HEAP);
    assert!(beyond.is_err());
    assert_eq!([5, 4].map(|size| bench.asked(9, &[size])), [HEAP, HEAP + 5]);
    assert!(bench.cpu.read_byte(HEAP + 8).is_ok() && bench.cpu.read_byte(HEAP + 9).is_err());
    let much = Cause::OutOfMemory { asked: 0x7000_0000 };
    assert_eq!(bench.ask(9, &[0x7000_0000]), CallAnswer::Fault(much));
    bench.cpu.set_reg(2, HEAP + 100);
    assert_eq!(bench.ask(9, &[100]), CallAnswer::Fault(Cause::OutOfMemory { asked: 100 }));
    assert_eq!(bench.asked(9, &[u32::MAX]), 9);
    assert_eq!(bench.notes(), [Cause::BadArgument { call: 9, value: 0xffff_ffff }]);
}

#[test]
fn numbers_in_strings() {
    let mut bench = SystemBench::venus();
    let mut atoi = |text: &[u8]| {
        let address = bench.put(DATA, text);
        bench.asked(5, &[address]) as i32
    };
    assert_eq!([atoi(b"-17\0"), atoi(b"12x\0"), atoi(b"+3\0")], [-17, 0, 3]);
    assert_eq!(bench.notes(), [Cause::BadText { call: 5 }]);
}

#[test]
fn files_have_numbers_of_their_own_and_are_written_when_closed() {
    let mut bench = SystemBench::venus();
    bench.host.files.give(b"in".to_vec(), b"abcdef".to_vec());
    let (input, output) = (bench.put(DATA, b"in\0"), bench.put(DATA + 4, b"out\0"));
    let buffer = DATA + 16;
    assert_eq!(bench.asked(13, &[output, 0]), FAILED);
    assert_eq!(bench.asked(13, &[output, 6]), FAILED);
    assert_eq!(bench.asked(13, &[input, 0]), 3);
    assert_eq!(bench.asked(13, &[output, 1]), 4);
    assert_eq!(bench.asked(14, &[3, buffer, 4]), 4);
    assert_eq!(bench.memory(buffer, 4), b"abcd");
    assert_eq!(bench.asked(14, &[4, buffer, 4]), FAILED);
    assert_eq!(bench.asked(15, &[3, buffer, 1, 4]), FAILED);
    assert_eq!(bench.asked(15, &[4, buffer, 2, 2]), 2);
    assert!(!bench.host.files.contains(&b"out"[..]));
    assert_eq!([18, 19, 20].map(|number| bench.asked(number, &[4])), [0, 0, 0]);
    assert_eq!(bench.host.files[&b"out"[..]], b"abcd");
    assert_eq!(bench.asked(14, &[3, buffer, 9]), 2);
    assert_eq!(bench.asked(14, &[3, buffer, 9]), FAILED);
    assert_eq!([bench.asked(16, &[4]), bench.asked(16, &[4])], [0, FAILED]);
    // Appending, even if the file is also open for reading.
    assert_eq!(bench.asked(13, &[output, 5]), 5);
    assert_eq!(bench.asked(15, &[5, buffer, 1, 1]), 1);
    bench.asked(16, &[5]);
    assert_eq!(bench.host.files[&b"out"[..]], b"abcde");
    let nothing = Cause::BadArgument { call: 15, value: 0 };
    assert_eq!(bench.ask(15, &[3, buffer, 1, 0]), CallAnswer::Fault(nothing));
}

#[test]
fn blocks_follow_headers_and_are_reused() {
    let mut bench = SystemBench::venus();
    let first = bench.clib(1, &[100]);
    assert_eq!(first, HEAP + 48);
    let second = bench.clib(1, &[8]);
    assert_eq!(second, first + 100 + 24);
    assert_eq!(bench.clib(5, &[]), 2);
    bench.clib(4, &[first]);
    assert_eq!(bench.clib(5, &[]), 1);
    assert_eq!([bench.clib(1, &[10]), bench.clib(1, &[10])], [first, first + 34]);
    bench.put(first, b"0123456789");
    let grown = bench.clib(3, &[first, 20]);
    assert_eq!((grown, bench.memory(grown, 10)), (first + 68, b"0123456789".to_vec()));
    let cleared = bench.clib(2, &[2, 5]);
    assert_eq!((cleared, bench.memory(cleared, 10)), (first, vec![0; 10]));
    assert_eq!([bench.clib(1, &[0]), bench.clib(1, &[u32::MAX])], [0, 0]);
    assert_eq!(bench.clib(1, &[0x7000_0000]), 0);
    assert_eq!(bench.notes(), []);
}

#[test]
fn a_broken_heap_is_noted() {
    let mut bench = SystemBench::venus();
    let first = bench.clib(1, &[4]);
    let second = bench.clib(1, &[4]);
    bench.clib(4, &[first]);
    bench.clib(4, &[first]);
    assert_eq!(bench.notes(), [Cause::BadArgument { call: CLIB.into(), value: first.into() }]);
    bench.put(first, &[0xff; 5]);
    assert_eq!([bench.clib(1, &[8]), bench.clib(5, &[])], [0, FAILED]);
    let header = Cause::BadArgument { call: CLIB.into(), value: u64::from(second - 24) };
    assert_eq!(bench.notes(), [header, header]);
}

#[test]
fn the_start_and_its_arguments() {
    let options = Options::of(Dialect::Venus);
    let program = image(0, 24, &[("main", 0)]);
    let host =
        Host { program: b"a.s".to_vec(), arguments: vec![b"xy".to_vec()], ..Host::default() };
    let mut bench = SystemBench::with_options(options, host, &program);
    assert_eq!([1, 3, 10].map(|r| bench.cpu.reg(r)), [24, DATA, 2]);
    let (stack, vector) = (bench.cpu.reg(2), bench.cpu.reg(11));
    assert_eq!((stack, vector), (0x7fff_ffdc, stack));
    let [name, argument, end] = [0, 4, 8].map(|at| bench.word(vector + at));
    assert_eq!(
        (bench.memory(name, 4), bench.memory(argument, 3), end),
        (b"a.s\0".to_vec(), b"xy\0".to_vec(), 0)
    );
}

//! Environment calls of RARS 1.6. Source: the outputs of RARS 1.6 on Java 17, and its help.

use machine::{Access, Cause, Host, Image};

use super::{CallAnswer, FAILED, SystemBench};
use crate::options::{Dialect, Layout, Options};

const DATA: u32 = 0x1001_0000;

#[test]
fn numbers_are_read_from_whole_lines() {
    let junk = Err(Cause::BadInput { call: 5 });
    #[rustfmt::skip]
    let cases: &[(&[u8], Result<i32, Cause>)] = &[
        (b"42\n",     Ok(42)),
        (b" \t+7 \r\n", Ok(7)),
        (b"010",      Ok(10)),
        (b"2147483648\n", junk),
        (b"0x1F\n",   junk),
        (b"3 4\n",    junk),
        (b"\n",       junk),
        (b"",         Err(Cause::EndOfInput { call: 5 })),
    ];
    for &(input, expected) in cases {
        let mut bench = SystemBench::rars(input);
        let answer = bench.call(5, &[]);
        match expected {
            Ok(value) => assert_eq!((answer, bench.cpu.reg(10) as i32), (CallAnswer::Done, value)),
            Err(cause) => assert_eq!(answer, CallAnswer::Fault(cause), "{input:?}"),
        }
    }
}

#[test]
fn floating_point_numbers_are_those_of_java() {
    let mut bench = SystemBench::rars(b"0x1p3\n0.1f\nNaN\n");
    bench.done(6, &[]);
    bench.done(2, &[]);
    bench.done(7, &[]);
    bench.done(3, &[]);
    bench.done(6, &[]);
    bench.done(2, &[]);
    // A double is not a single: its upper half is not all ones.
    bench.cpu.set_double(10, 1.5f64.to_bits());
    bench.done(2, &[]);
    assert_eq!(bench.output(), b"8.00.1NaNNaN");
    assert_eq!(bench.cpu.double(10), 1.5f64.to_bits());
}

#[test]
fn strings_are_utf_8() {
    let mut bench = SystemBench::rars("é😀\nabc\né😀\n".as_bytes());
    bench.done(8, &[DATA, 20]);
    assert_eq!(bench.memory(DATA, 8), "é😀\n\0".as_bytes());
    bench.done(8, &[DATA, 3]);
    assert_eq!(bench.memory(DATA, 3), b"ab\0");
    // Three units of UTF-16, the last of which is half a character.
    bench.done(8, &[DATA, 3]);
    assert_eq!(bench.memory(DATA, 3), b"\xc3\xa9\0");
    bench.put(DATA, b"\xc3\xa9\xff\0");
    bench.done(4, &[DATA]);
    bench.done(11, &[0x1e9]);
    bench.done(64, &[1, DATA, 3]);
    assert_eq!(bench.output(), "é\u{fffd}é".bytes().chain(*b"\xc3\xa9\xff").collect::<Vec<_>>());
}

#[test]
fn the_end_of_the_input_is_an_empty_string_and_noted() {
    let mut bench = SystemBench::rars(b"");
    bench.done(8, &[DATA, 9]);
    assert_eq!(bench.memory(DATA, 2), b"\n\0");
    assert_eq!(bench.notes(), [Cause::EndOfInput { call: 8 }]);
    let mut bench = SystemBench::rars(b"").open_input();
    assert_eq!(bench.call(8, &[DATA, 9]), CallAnswer::Input);
}

#[test]
fn a_string_without_an_end_is_not_printed() {
    let mut bench = SystemBench::rars(b"");
    bench.put(0x103f_ffff, b"x");
    let unmapped = Cause::Unmapped { access: Access::Load, address: 0x1040_0000 };
    assert_eq!(bench.call(4, &[0x103f_ffff]), CallAnswer::Fault(unmapped));
    assert_eq!(bench.output(), b"");
}

#[test]
fn files_are_sought_when_open_for_reading() {
    let mut bench = SystemBench::rars(b"");
    bench.host.files.give(b"a".to_vec(), b"0123456789".to_vec());
    let (a, b) = (bench.put(DATA, b"a\0"), bench.put(DATA + 4, b"b\0"));
    let buffer = DATA + 32;
    assert_eq!(bench.done(1024, &[a, 0]), 3);
    assert_eq!(bench.done(62, &[3, 4, 0]), 4);
    assert_eq!(bench.done(63, &[3, buffer, 3]), 3);
    assert_eq!(bench.memory(buffer, 3), b"456");
    assert_eq!(bench.done(62, &[3, -2i32 as u32, 1]), 5);
    assert_eq!(bench.done(62, &[3, -2i32 as u32, 2]), 8);
    assert_eq!(bench.done(62, &[3, -2i32 as u32, 0]), FAILED);
    assert_eq!(bench.done(62, &[3, 0, 3]), FAILED);
    assert_eq!(bench.done(62, &[3, 50, 0]), 50);
    assert_eq!(bench.done(63, &[3, buffer, 3]), 0);
    assert_eq!(bench.done(62, &[0, 0, 0]), FAILED);
    assert_eq!(bench.done(1024, &[b, 1]), 4);
    assert_eq!(bench.done(62, &[4, 0, 0]), FAILED);
    assert_eq!(bench.done(64, &[4, buffer, -1i32 as u32]), FAILED);
    assert_eq!(bench.done(64, &[4, buffer, 2]), 2);
    bench.done(57, &[4]);
    assert_eq!(bench.host.files[&b"b"[..]], b"45");
    let negative = Cause::BadArgument { call: 63, value: 0xffff_ffff };
    assert_eq!(bench.call(63, &[3, buffer, u32::MAX]), CallAnswer::Fault(negative));
    assert!(bench.system.is_final(negative));
}

#[test]
fn random_numbers_are_those_of_java() {
    let mut bench = SystemBench::rars(b"");
    bench.done(40, &[1, 42]);
    let drawn = [(); 3].map(|()| bench.done(41, &[1]) as i32);
    assert_eq!(drawn, [-1170105035, 234785527, -1360544799]);
    bench.done(40, &[1, 42]);
    bench.done(44, &[1]);
    assert_eq!(f64::from_bits(bench.cpu.double(10)), 0.7275636800328681);
    bench.done(43, &[1]);
    assert_eq!(bench.cpu.double(10), 0xffff_ffff << 32 | u64::from(0.6832234f32.to_bits()));
    let bound = Cause::BadArgument { call: 42, value: 0 };
    assert_eq!(bench.call(42, &[1, 0]), CallAnswer::Fault(bound));
    assert!(!bench.system.is_final(bound));
}

#[test]
fn dialogs_are_lines_of_input_and_output() {
    let mut bench = SystemBench::rars("n\n12\n2.5\n\u{e9}bcdef\n".as_bytes());
    let text = bench.put(DATA, b"say:\0");
    assert_eq!(bench.done(50, &[text]), 1);
    assert_eq!((bench.done(51, &[text]), bench.cpu.reg(11)), (12, 0));
    bench.done(53, &[text]);
    assert_eq!(f64::from_bits(bench.cpu.double(10)), 2.5);
    bench.done(54, &[text, DATA + 16, 4]);
    assert_eq!(bench.memory(DATA + 16, 4), b"\xc3\xa9b\0");
    assert_eq!(bench.cpu.reg(11) as i32, -4);
    bench.output();
    bench.cpu.set_float(11, 1.25f32.to_bits());
    bench.done(60, &[text]);
    bench.done(58, &[text]);
    bench.done(56, &[text, u32::MAX]);
    bench.done(59, &[text, text]);
    bench.done(55, &[text, 1]);
    assert_eq!(bench.output(), b"say:1.25\nsay:2.5\nsay:-1\nsay:say:\nsay:\n");
}

#[test]
fn the_folder_is_the_root() {
    let mut bench = SystemBench::rars(b"");
    assert_eq!(bench.done(17, &[DATA, 1]), FAILED);
    bench.done(17, &[DATA, 2]);
    assert_eq!(bench.memory(DATA, 2), b"/\0");
    assert_eq!(bench.system.take_stored(), std::slice::from_ref(&(DATA..DATA + 2)));
}

#[test]
fn the_heap_ends_below_the_end_of_the_data_segment() {
    let mut bench = SystemBench::rars(b"");
    assert_eq!(
        [5, 1, 0].map(|size| bench.done(9, &[size])),
        [0x1004_0000, 0x1004_0008, 0x1004_000c]
    );
    let much = Cause::OutOfMemory { asked: 0x7000_0000 };
    assert_eq!(bench.call(9, &[0x7000_0000]), CallAnswer::Fault(much));
    let negative = Cause::BadArgument { call: 9, value: 0xffff_ffff };
    assert_eq!(bench.call(9, &[u32::MAX]), CallAnswer::Fault(negative));
}

#[test]
fn the_start_and_its_arguments() {
    let host = || Host { arguments: vec![b"hello".to_vec(), b"x".to_vec()], ..Host::default() };
    let options = Options::of(Dialect::Rars);
    let mut bench = SystemBench::with_options(options, host(), &Image::default());
    assert_eq!(
        [2, 3, 10, 11].map(|r| bench.cpu.reg(r)),
        [0x7fff_eff0, 0x1000_8000, 2, 0x7fff_eff4]
    );
    let hello = bench.word(0x7fff_eff4);
    assert_eq!(bench.memory(hello, 6), b"hello\0");
    for (layout, stack) in
        [(Layout::CompactDataAtZero, 0x2ffc), (Layout::CompactTextAtZero, 0x3ffc)]
    {
        let options = Options { layout, ..options };
        let bench = SystemBench::with_options(options, Host::default(), &Image::default());
        assert_eq!([2, 3].map(|r| bench.cpu.reg(r)), [stack, 0x1800]);
    }
}

#[test]
fn unknown_calls_are_faults() {
    let unknown = Cause::UnknownCall { number: u64::MAX };
    assert_eq!(SystemBench::rars(b"").call(u32::MAX, &[]), CallAnswer::Fault(unknown));
    assert_eq!(SystemBench::rars(b"").call(93, &[300]), CallAnswer::Exit(300));
    assert_eq!(SystemBench::rars(b"").call(10, &[7]), CallAnswer::Exit(0));
}

//! System calls of SPIM 9.1. Source: the truth records of the area `syscalls`.

use machine::{Access, Cause};

use super::{Bench, CallAnswer, DATA};

const FAILED: u32 = u32::MAX;

#[test]
fn a_line_of_junk_reads_as_zero_and_is_noted() {
    let junk = Cause::BadInput { call: 5 };
    let end = Cause::EndOfInput { call: 5 };
    #[rustfmt::skip]
    let cases: &[(&[u8], i32, &[Cause])] = &[
        (b"42\n",                     42, &[]),
        (b"  12  \r\n",               12, &[]),
        (b"+7",                        7, &[]),
        (b"abc\n",                     0, &[junk]),
        (b"12x\n",                    12, &[junk]),
        (b"1 2 3\n",                   1, &[junk]),
        (b"1\x002\n",                  1, &[junk]),
        (b"\n",                        0, &[junk]),
        (b"",                          0, &[end]),
        (b"2147483648\n",       i32::MIN, &[junk]),
        (b"99999999999\n",    1215752191, &[junk]),
    ];
    for &(input, value, notes) in cases {
        let mut bench = Bench::spim(input);
        assert_eq!(bench.done(5, &[]) as i32, value, "{input:?}");
        assert_eq!(bench.notes(), notes, "{input:?}");
    }
}

#[test]
fn a_number_is_looked_for_in_255_bytes() {
    let mut bench = Bench::spim(&[&[b' '; 300][..], b"7\n5\n"].concat());
    assert_eq!([bench.done(5, &[]), bench.done(5, &[])], [0, 7]);
}

#[test]
fn floating_point_numbers_are_read_by_atof() {
    let mut bench = Bench::spim(b"3.25\n0x1p3\nabc\n");
    bench.done(6, &[]);
    assert_eq!(f32::from_bits(bench.cpu.float(0)), 3.25);
    bench.done(7, &[]);
    assert_eq!(f64::from_bits(bench.cpu.double(0)), 8.0);
    bench.done(7, &[]);
    assert_eq!(bench.cpu.double(0), 0);
    assert_eq!(bench.notes(), [Cause::BadInput { call: 7 }]);
}

#[test]
fn read_string_leaves_what_does_not_fit() {
    let mut bench = Bench::spim(b"ab12\n34\nabc");
    bench.done(8, &[DATA, 4]);
    assert_eq!(bench.memory(DATA, 4), b"ab1\0");
    assert_eq!(bench.done(5, &[]), 2);
    bench.done(8, &[DATA, 1]);
    assert_eq!(bench.memory(DATA, 2), b"\0b");
    bench.done(8, &[DATA, 0]);
    bench.done(8, &[DATA, 8]);
    assert_eq!(bench.memory(DATA, 4), b"34\n\0");
    bench.done(8, &[DATA, 8]);
    assert_eq!(bench.memory(DATA, 4), b"abc\0");
    assert_eq!(bench.notes(), []);
    bench.done(8, &[DATA, 8]);
    assert_eq!(bench.memory(DATA, 2), b"\0b");
    assert_eq!(bench.notes(), [Cause::EndOfInput { call: 8 }]);
}

#[test]
fn read_char_gives_a_newline_at_the_end() {
    let mut bench = Bench::spim(b"\xe9a\n");
    let read: Vec<i32> = (0..4).map(|_| bench.done(12, &[]) as i32).collect();
    assert_eq!(read, [-23, 97, 10, 10]);
    assert_eq!(bench.notes(), [Cause::EndOfInput { call: 12 }]);
}

#[test]
fn bytes_are_printed_as_they_are() {
    let mut bench = Bench::spim(b"");
    bench.put(DATA, b"A\xe9\x1b\n");
    bench.done(4, &[DATA]);
    bench.done(11, &[321]);
    bench.done(1, &[0x8000_0000]);
    assert_eq!(bench.output(), b"A\xe9\x1b\nA-2147483648");
}

#[test]
fn what_spim_gives_up_on_is_a_fault() {
    let mut bench = Bench::spim(b"");
    assert_eq!(bench.call(18, &[]), CallAnswer::Fault(Cause::UnknownCall { number: 18 }));
    let minus_one = Cause::UnknownCall { number: u64::MAX };
    assert_eq!(bench.call(u32::MAX, &[]), CallAnswer::Fault(minus_one));
    let unmapped = Cause::Unmapped { access: Access::Load, address: 4 };
    assert_eq!(bench.call(4, &[4]), CallAnswer::Fault(unmapped));
    assert_eq!(bench.call(8, &[4, 0]), CallAnswer::Fault(unmapped));
    assert!(bench.system.is_final(unmapped));
}

#[test]
fn sbrk_starts_after_the_data_segment_and_ends_at_a_mebibyte() {
    let mut bench = Bench::spim(b"");
    let asked = [1, 1, 3, 5, 8, 0, 4];
    let given: Vec<u32> = asked.iter().map(|&size| bench.done(9, &[size])).collect();
    let offsets = [0, 4, 8, 0xc, 0x14, 0x1c, 0x1c];
    assert_eq!(given, offsets.map(|offset| 0x1002_0000 + offset));
    let negative = Cause::BadArgument { call: 9, value: 0xffff_fff8 };
    assert_eq!(bench.call(9, &[-8i32 as u32]), CallAnswer::Fault(negative));
    let much = Cause::OutOfMemory { asked: 1 << 20 };
    assert_eq!(bench.call(9, &[1 << 20]), CallAnswer::Fault(much));
}

#[test]
fn files_are_opened_with_the_flags_of_linux() {
    let mut bench = Bench::spim(b"");
    bench.host.files.give(b"old".to_vec(), b"0123456789".to_vec());
    let (old, new) = (bench.put(DATA, b"./old"), bench.put(DATA + 16, b"new"));
    let buffer = bench.put(DATA + 32, b"hello");
    assert_eq!(bench.done(13, &[new, 1, 0]), FAILED);
    assert_eq!(bench.done(13, &[old, 1, 0]), 3);
    assert_eq!(bench.done(15, &[3, buffer, 2]), 2);
    assert_eq!(bench.host.files[&b"old"[..]], b"he23456789");
    assert_eq!(bench.done(13, &[new, 0x41, 0o644]), 4);
    assert_eq!(bench.done(13, &[new, 0xc1, 0o644]), FAILED);
    assert_eq!(bench.done(15, &[4, buffer, 5]), 5);
    assert_eq!(bench.done(14, &[4, buffer, 5]), FAILED);
    assert_eq!(bench.done(13, &[old, 0, 0]), 5);
    assert_eq!(bench.done(14, &[5, buffer, 4]), 4);
    assert_eq!(bench.memory(buffer, 4), b"he23");
    assert_eq!(bench.done(16, &[3]), 0);
    assert_eq!(bench.done(16, &[3]), FAILED);
    assert_eq!(bench.done(13, &[old, 0x201, 0]), 3);
    assert_eq!(bench.done(14, &[5, buffer, 4]), 0);
    assert_eq!(bench.host.files[&b"new"[..]], b"hello");
}

#[test]
fn streams_are_descriptors_too() {
    let mut bench = Bench::spim(b"abcdef\n");
    let text = bench.put(DATA, b"hello");
    assert_eq!(bench.done(15, &[1, text, 5]), 5);
    assert_eq!(bench.done(15, &[2, text, 1]), 1);
    assert_eq!(bench.done(15, &[0, text, 5]), FAILED);
    assert_eq!(bench.done(14, &[0, text, 4]), 4);
    assert_eq!(bench.done(14, &[0, text, 4]), 3);
    assert_eq!(bench.memory(text, 4), b"ef\nd");
    assert_eq!((bench.output(), bench.host.errors.take()), (b"hello".to_vec(), b"h".to_vec()));
    assert_eq!(bench.done(16, &[1]), 0);
    bench.done(11, &[65]);
    assert_eq!(bench.output(), b"");
    assert_eq!(bench.notes(), [Cause::BadArgument { call: 11, value: 1 }]);
}

#[test]
fn a_call_that_waits_changes_nothing() {
    let mut bench = Bench::spim(b"").open_input();
    bench.put(DATA, b"xx");
    bench.feed(b"4");
    assert_eq!(bench.call(5, &[]), CallAnswer::Input);
    assert_eq!(bench.call(8, &[DATA, 9]), CallAnswer::Input);
    assert_eq!(bench.memory(DATA, 2), b"xx");
    bench.feed(b"2\n");
    assert_eq!(bench.done(5, &[]), 42);
    assert_eq!(bench.call(12, &[]), CallAnswer::Input);
    bench.feed(b"");
    assert_eq!(bench.done(12, &[]), 10);
}

#[test]
fn full_output_stops_the_program() {
    let mut bench = Bench::spim(b"");
    bench.host.output = machine::Output::with_cap(3);
    bench.done(1, &[12]);
    assert_eq!(bench.call(1, &[345]), CallAnswer::Limit(machine::Limit::Output));
    assert_eq!(bench.output(), b"123");
}

#[test]
fn a_status_is_passed_whole() {
    let mut bench = Bench::spim(b"");
    assert_eq!(bench.call(10, &[7]), CallAnswer::Exit(0));
    assert_eq!(bench.call(17, &[300]), CallAnswer::Exit(300));
    assert_eq!(bench.call(17, &[u32::MAX]), CallAnswer::Exit(-1));
}

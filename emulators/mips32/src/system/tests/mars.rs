//! System calls of MARS 4.6. Source: the truth records of the area `syscalls`, and MARS's help.

use machine::{Access, Cause};

use super::{Bench, CallAnswer, DATA};

const FAILED: u32 = u32::MAX;

#[test]
fn junk_and_the_end_of_the_input_are_faults() {
    let junk = Err(Cause::BadInput { call: 5 });
    let end = Err(Cause::EndOfInput { call: 5 });
    #[rustfmt::skip]
    let cases: &[(&[u8], Result<i32, Cause>)] = &[
        (b"42\n",           Ok(42)),
        (b" \t+7 \r\n",     Ok(7)),
        (b"-2147483648",    Ok(i32::MIN)),
        (b"00012\n",        Ok(12)),
        (b"2147483648\n",   junk),
        (b"0x10\n",         junk),
        (b"1 2 3\n",        junk),
        (b"1\x002\n",       junk),
        (b"\n",             junk),
        (b"",               end),
    ];
    for &(input, expected) in cases {
        let mut bench = Bench::mars(input);
        let answer = bench.call(5, &[]);
        match expected {
            Ok(value) => assert_eq!((answer, bench.cpu.reg(2) as i32), (CallAnswer::Done, value)),
            Err(cause) => assert_eq!(answer, CallAnswer::Fault(cause), "{input:?}"),
        }
    }
}

#[test]
fn read_string_takes_the_whole_line_and_adds_a_newline() {
    let mut bench = Bench::mars(b"ab12\n34\nabc");
    bench.done(8, &[DATA, 4]);
    assert_eq!(bench.memory(DATA, 4), b"ab1\0");
    assert_eq!(bench.done(5, &[]), 34);
    bench.done(8, &[DATA, 8]);
    assert_eq!(bench.memory(DATA, 5), b"abc\n\0");
    assert_eq!(bench.call(8, &[DATA, 8]), CallAnswer::Fault(Cause::EndOfInput { call: 8 }));
    let mut bench = Bench::mars(b"abc\nabc\nrest\n");
    bench.put(DATA, b"~~");
    bench.done(8, &[DATA, 0]);
    assert_eq!(bench.memory(DATA, 2), b"~~");
    bench.done(8, &[DATA, 1]);
    assert_eq!(bench.memory(DATA, 2), b"\0~");
}

#[test]
fn lines_end_in_newline_carriage_return_or_both() {
    let mut bench = Bench::mars(b"ab\r77\r\nq\rr\r\n\r\nz");
    bench.done(8, &[DATA, 9]);
    assert_eq!(bench.memory(DATA, 4), b"ab\n\0");
    assert_eq!(bench.done(5, &[]), 77);
    assert_eq!([bench.done(12, &[]), bench.done(12, &[])], [0x71, 0x72]);
    assert_eq!(bench.call(12, &[]), CallAnswer::Fault(Cause::BadInput { call: 12 }));
    assert_eq!(bench.done(12, &[]), 0x7a);
}

#[test]
fn input_is_utf_8_and_a_character_keeps_its_low_byte() {
    let mut bench = Bench::mars("é\n😀\n".as_bytes());
    assert_eq!([bench.done(12, &[]), bench.done(12, &[])], [0xe9, 0xd83d]);
    let mut bench =
        Bench::mars(b"a\xf0\x9f\x98\x80b\xc3(\xe2\x82(\xed\xa0\x80\xc0\xaf\n\xed\xa0z\n");
    bench.done(8, &[DATA, 30]);
    assert_eq!(bench.memory(DATA, 13), b"a\x3d\0b\xfd(\xfd(\xfd\xfd\xfd\n\0");
    bench.done(8, &[DATA, 30]);
    assert_eq!(bench.memory(DATA, 4), b"\xfdz\n\0");
}

#[test]
fn bytes_are_printed_as_characters_of_latin_1() {
    let mut bench = Bench::mars(b"");
    bench.put(DATA, b"A\xe9\n");
    bench.done(4, &[DATA]);
    bench.done(11, &[0x1ff]);
    bench.done(15, &[1, DATA, 2]);
    assert_eq!(bench.output(), b"A\xc3\xa9\n\xc3\xbfA\xe9");
}

#[test]
fn numbers_are_printed_in_four_ways() {
    let mut bench = Bench::mars(b"");
    for number in [1, 34, 35, 36] {
        bench.done(number, &[0xffff_fff0]);
        bench.done(11, &[32]);
    }
    let expected = "-16 0xfffffff0 11111111111111111111111111110000 4294967280 ";
    assert_eq!(bench.output(), expected.as_bytes());
}

#[test]
fn random_numbers_are_those_of_java() {
    let mut bench = Bench::mars(b"");
    let mut draw = |call: u32, stream: u32, bound: u32| {
        bench.done(call, &[stream, bound]);
        bench.cpu.reg(4) as i32
    };
    draw(40, 1, 42);
    let drawn = [(); 5].map(|()| draw(41, 1, 0));
    assert_eq!(drawn, [-1170105035, 234785527, -1360544799, 205897768, 1325939940]);
    draw(40, 3, -1i32 as u32);
    assert_eq!([(); 3].map(|()| draw(41, 3, 0)), [1155099827, 1887904451, 52699159]);
    draw(40, 1, 42);
    assert_eq!([(); 5].map(|()| draw(42, 1, 64)), [46, 3, 43, 3, 19]);
    draw(40, 1, 42);
    let large = i32::MAX as u32;
    assert_eq!([(); 3].map(|()| draw(42, 1, large)), [1562431130, 117392763, 1467211248]);
}

#[test]
fn a_new_stream_of_random_numbers_is_work_because_it_is_kept() {
    let mut bench = Bench::mars(b"");
    let mut work_of = |call: u32, stream: u32| {
        let before = bench.host.work.done();
        bench.done(call, &[stream, 8]);
        bench.host.work.done() - before
    };
    let again = [work_of(40, 1), work_of(41, 1), work_of(41, 2), work_of(42, 2), work_of(40, 2)];
    assert_eq!(again.map(|work| work > 4000), [true, false, true, false, false], "{again:?}");
}

#[test]
fn random_fractions_share_the_stream() {
    let mut bench = Bench::mars(b"");
    bench.done(40, &[1, 42]);
    bench.done(44, &[1]);
    assert_eq!(f64::from_bits(bench.cpu.double(0)), 0.7275636800328681);
    bench.done(43, &[1]);
    assert_eq!(f32::from_bits(bench.cpu.float(0)), 0.6832234);
    let bound = Cause::BadArgument { call: 42, value: 0 };
    assert_eq!(bench.call(42, &[1, 0]), CallAnswer::Fault(bound));
}

#[test]
fn a_stream_nobody_seeded_follows_the_host() {
    let mut first = Bench::mars(b"");
    let mut second = Bench::mars(b"");
    second.host.random = machine::Random::seeded(1);
    let draw = |bench: &mut Bench| {
        bench.done(41, &[7]);
        bench.cpu.reg(4)
    };
    let drawn = draw(&mut first);
    assert_eq!(drawn, draw(&mut Bench::mars(b"")));
    assert_ne!(drawn, draw(&mut second));
}

#[test]
fn time_passes_by_sleep_and_sound_only() {
    let mut bench = Bench::mars(b"");
    bench.host.clock_nanos = 0x1_0000_0005 * 1_000_000;
    bench.done(30, &[]);
    assert_eq!((bench.cpu.reg(4), bench.cpu.reg(5)), (5, 1));
    bench.done(32, &[10]);
    bench.done(31, &[60, 1000, 0, 100]);
    bench.done(33, &[60, 20, 0, 100]);
    bench.done(33, &[60, u32::MAX, 0, 100]);
    bench.done(30, &[]);
    assert_eq!(bench.cpu.reg(4), 5 + 10 + 20 + 1000);
    let negative = Cause::BadArgument { call: 32, value: 0xffff_ffff };
    assert_eq!(bench.call(32, &[u32::MAX]), CallAnswer::Fault(negative));
}

#[test]
fn a_file_that_could_not_be_opened_keeps_its_descriptor() {
    let mut bench = Bench::mars(b"");
    bench.host.files.give(b"a".to_vec(), b"abcdefgh".to_vec());
    let (a, b) = (bench.put(DATA, b"a"), bench.put(DATA + 4, b"b"));
    let missing = bench.put(DATA + 8, b"missing");
    let buffer = bench.put(DATA + 32, b"hello");
    assert_eq!(bench.done(13, &[missing, 0, 0]), FAILED);
    assert_eq!(bench.done(13, &[a, 0, 0]), 4);
    assert_eq!(bench.done(13, &[a, 0, 0]), FAILED);
    assert_eq!(bench.done(13, &[b, 2, 0]), FAILED);
    assert_eq!(bench.done(13, &[b, 0x41, 0]), FAILED);
    assert_eq!(bench.done(13, &[b, 1, 0]), 5);
    assert_eq!(bench.done(15, &[4, buffer, 2]), FAILED);
    assert_eq!(bench.done(14, &[5, buffer, 2]), FAILED);
    assert_eq!(bench.done(15, &[5, buffer, 3]), 3);
    let dead = Cause::BadArgument { call: 14, value: 3 };
    assert_eq!(bench.call(14, &[3, buffer, 1]), CallAnswer::Fault(dead));
    bench.done(16, &[5]);
    assert_eq!(bench.done(13, &[b, 9, 0]), 5);
    assert_eq!(bench.done(15, &[5, buffer, 5]), 5);
    assert_eq!(bench.host.files[&b"b"[..]], b"helhello");
}

#[test]
fn the_reader_of_lines_takes_all_there_is() {
    let mut bench = Bench::mars(b"5\n6\n7\n");
    assert_eq!(bench.done(14, &[0, DATA, 2]), 2);
    assert_eq!(bench.done(5, &[]), 6);
    assert_eq!(bench.done(14, &[0, DATA, 2]), 0);
    assert_eq!(bench.notes(), [Cause::EndOfInput { call: 14 }]);
    assert_eq!(bench.done(5, &[]), 7);
}

#[test]
fn sbrk_ends_below_the_end_of_the_data_segment() {
    let mut bench = Bench::mars(b"");
    assert_eq!(bench.done(9, &[0x3b_fffc]), 0x1004_0000);
    let much = Cause::OutOfMemory { asked: 1 };
    assert_eq!(bench.call(9, &[1]), CallAnswer::Fault(much));
    assert!(!bench.system.is_final(much));
}

#[test]
fn what_a_call_wrote_is_reported_once() {
    let mut bench = Bench::mars(b"abc\n");
    bench.done(8, &[DATA, 9]);
    assert_eq!(bench.system.take_stored(), std::slice::from_ref(&(DATA..DATA + 5)));
    assert_eq!(bench.system.take_stored(), []);
}

#[test]
fn faults_come_after_what_was_printed() {
    let mut bench = Bench::mars(b"");
    let end = 0x1040_0000;
    bench.cpu.write_byte(end - 1, b'x').unwrap();
    let unmapped = Cause::Unmapped { access: Access::Load, address: end.into() };
    assert_eq!(bench.call(4, &[end - 1]), CallAnswer::Fault(unmapped));
    assert_eq!(bench.output(), b"x");
    let write = Cause::Unmapped { access: Access::Load, address: 4 };
    assert_eq!(bench.call(15, &[9, 4, 1]), CallAnswer::Fault(write));
}

#[test]
fn dialogs_are_lines_of_input_and_output() {
    let mut bench = Bench::mars(b"Yes\nno\n?\n12\nx\n\n2.5\nabcdef\n");
    let text = bench.put(DATA, b"say:");
    let mut confirm = || {
        bench.done(50, &[text]);
        bench.cpu.reg(4)
    };
    assert_eq!([confirm(), confirm(), confirm()], [0, 1, 2]);
    let integer = |bench: &mut Bench| {
        bench.done(51, &[text]);
        (bench.cpu.reg(4), bench.cpu.reg(5) as i32)
    };
    assert_eq!(integer(&mut bench), (12, 0));
    assert_eq!(integer(&mut bench), (0, -1));
    assert_eq!(integer(&mut bench), (0, -3));
    bench.done(53, &[text]);
    assert_eq!(f64::from_bits(bench.cpu.double(0)), 2.5);
    bench.done(54, &[text, DATA + 16, 4]);
    assert_eq!(bench.memory(DATA + 16, 4), b"abc\0");
    assert_eq!(bench.cpu.reg(5) as i32, -4);
    assert_eq!(integer(&mut bench), (0, -2));
    assert_eq!(bench.notes(), [Cause::EndOfInput { call: 51 }]);
    assert_eq!(bench.output(), b"say:\n".repeat(9));
    bench.done(56, &[text, u32::MAX]);
    bench.done(59, &[text, text]);
    assert_eq!(bench.output(), b"say:-1\nsay:say:\n");
}

#[test]
fn a_dialog_that_waits_shows_its_message_once() {
    let mut bench = Bench::mars(b"").open_input();
    let text = bench.put(DATA, b"ok?");
    assert_eq!(bench.call(50, &[text]), CallAnswer::Input);
    assert_eq!(bench.call(50, &[text]), CallAnswer::Input);
    bench.feed(b"y\n");
    assert_eq!(bench.call(50, &[text]), CallAnswer::Done);
    assert_eq!((bench.cpu.reg(4), bench.output()), (0, b"ok?\n".to_vec()));
}

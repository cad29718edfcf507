//! Linux's calls, o32.

use machine::linux::MAPPED_FROM;
use machine::{Cause, Data, Host, Image, Input, Segment};

use super::{Bench, CallAnswer};
use crate::cpu::slot;
use crate::options::{Calls, Dialect, Options};

/// Address of the program's data.
const DATA: u32 = 0x0040_0000;

fn linux(host: Host) -> Bench {
    linux_with(host, false)
}

fn linux_with(host: Host, big_endian: bool) -> Bench {
    let options = Options { calls: Calls::Linux, big_endian, ..Options::of(Dialect::Spim) };
    let mut bench = Bench::with_options(options, host);
    let (base, size) = (DATA.into(), 0x1000);
    let data = Data::Bytes(Vec::new());
    let name = ".data".to_owned();
    let segment = Segment { name, base, size, data, executable: false, writable: true };
    bench.cpu.memory.map.set_linux(&[]);
    let image = Image { segments: vec![segment], ..Image::default() };
    bench.system.start(&mut bench.cpu, &bench.host, &image);
    bench
}

/// A call with arguments on the stack after the first four.
fn done(bench: &mut Bench, number: u32, arguments: &[u32]) -> u32 {
    let pointer = bench.cpu.reg(29);
    for (rank, &argument) in arguments.iter().enumerate().skip(4) {
        bench.cpu.memory.write(pointer + rank as u32 * 4, 4, argument).unwrap();
    }
    bench.done(number, &arguments[..arguments.len().min(4)])
}

#[test]
fn linux_answers_with_an_error_flag() {
    let mut bench = linux(Host::with_input(b"abc"));
    let text = bench.put(DATA, b"hello");
    assert_eq!((bench.done(4004, &[1, text, 5]), bench.cpu.reg(7)), (5, 0));
    assert_eq!((bench.done(4004, &[9, text, 5]), bench.cpu.reg(7)), (9, 1));
    assert_eq!((bench.done(4003, &[0, text, 9]), bench.cpu.reg(7)), (3, 0));
    assert_eq!((bench.done(4003, &[0, text, 9]), bench.cpu.reg(7)), (0, 0));
    bench.put(DATA, b"file");
    assert_eq!((bench.done(4005, &[text, 0, 0]), bench.cpu.reg(7)), (2, 1));
    assert_eq!((bench.done(4005, &[text, 0x301, 0o644]), bench.cpu.reg(7)), (3, 0));
    assert_eq!((bench.done(4004, &[3, text, 4]), bench.cpu.reg(7)), (4, 0));
    assert_eq!((bench.done(4006, &[3]), bench.cpu.reg(7)), (0, 0));
    assert_eq!(bench.host.files[&b"file"[..]], b"file");
    assert_eq!((bench.done(4999, &[]), bench.cpu.reg(7)), (89, 1));
    assert_eq!(bench.notes(), [Cause::UnknownCall { number: 4999 }]);
    assert_eq!(bench.call(4246, &[3]), CallAnswer::Exit(3));
    assert_eq!(bench.output(), b"hello");
}

#[test]
fn the_thread_pointer_is_a_hardware_register() {
    let mut bench = linux(Host::default());
    assert_eq!(bench.done(4283, &[0x1234_5678]), 0);
    assert_eq!(bench.cpu.reg(slot::THREAD), 0x1234_5678);
    assert_eq!([bench.done(4252, &[DATA]), bench.done(4222, &[])], [1, 1]);
    assert_eq!(bench.done(4309, &[DATA, 12]), 0);
    assert_eq!((bench.done(4367, &[DATA, 32, 0, 0]), bench.cpu.reg(7)), (89, 1));
    assert_eq!(bench.notes(), []);
}

#[test]
fn mapped_memory_is_zero_and_reused() {
    const ANONYMOUS: u32 = 0x802;
    let mut bench = linux(Host::default());
    let map = |bench: &mut Bench, size| done(bench, 4210, &[0, size, 3, ANONYMOUS, u32::MAX, 0]);
    let first = map(&mut bench, 5000);
    let second = map(&mut bench, 4096);
    assert_eq!([first, second], [MAPPED_FROM, MAPPED_FROM + 8192]);
    bench.put(first, b"text");
    assert_eq!(bench.done(4091, &[first, 5000]), 0);
    assert_eq!(map(&mut bench, 12288), second + 4096);
    assert_eq!(map(&mut bench, 8192), first);
    assert_eq!(bench.memory(first, 4), [0; 4]);
    assert_eq!((map(&mut bench, 0x2000_0000), bench.cpu.reg(7)), (12, 1));
    assert_eq!((map(&mut bench, 0), bench.cpu.reg(7)), (22, 1));
    assert_eq!((bench.done(4091, &[first + 1, 1]), bench.cpu.reg(7)), (22, 1));
    // The middle of a range.
    assert_eq!(bench.done(4091, &[second + 8192, 4096]), 0);
    assert_eq!(map(&mut bench, 4096), second + 8192);
    // At a fixed address, over what was there.
    bench.put(second, b"text");
    assert_eq!(done(&mut bench, 4210, &[second, 100, 3, ANONYMOUS | 0x10, 0, 0]), second);
    assert_eq!(bench.memory(second, 4), [0; 4]);
    assert_eq!((bench.done(4167, &[first, 8192, 16384, 1]), bench.cpu.reg(7)), (12, 1));
}

#[test]
fn calls_that_search_many_ranges_are_more_work() {
    let mut bench = linux(Host::with_input(b""));
    let arguments = [0, 1, 3, 0x802, u32::MAX, 0];
    let mut work_of = |number: u32, arguments: &[u32]| {
        let before = bench.host.work.done();
        done(&mut bench, number, arguments);
        bench.host.work.done() - before
    };
    let first = work_of(4210, &arguments);
    let later = [(); 64].map(|()| work_of(4210, &arguments))[63];
    assert_eq!(later - first, 64);
    let unmapped = work_of(4091, &[0x1fff_e000, 1]);
    assert!(unmapped >= 65, "{unmapped}");
}

#[test]
fn a_mapped_file_is_a_copy() {
    let mut host = Host::default();
    host.files.give("file", b"0123456789".to_vec());
    let mut bench = linux(host);
    let name = bench.put(DATA, b"file");
    let descriptor = bench.done(4005, &[name, 0, 0]);
    let at = done(&mut bench, 4090, &[0, 4096, 1, 2, descriptor, 0]);
    assert_eq!(bench.memory(at, 12), b"0123456789\0\0");
    assert_eq!((done(&mut bench, 4090, &[0, 4096, 1, 2, 9, 0]), bench.cpu.reg(7)), (9, 1));
}

#[test]
fn the_break_releases_memory() {
    let mut bench = linux(Host::default());
    let start = bench.done(4045, &[0]);
    assert_eq!(bench.done(4045, &[start + 100]), start + 100);
    bench.put(start + 90, b"abc");
    assert_eq!(bench.done(4045, &[start + 91]), start + 91);
    assert_eq!(bench.done(4045, &[start + 100]), start + 100);
    assert_eq!(bench.memory(start + 90, 3), [b'a', 0, 0]);
    assert_eq!(bench.done(4045, &[0x7000_0000]), start + 100);
}

#[test]
fn status_of_files_in_both_byte_orders() {
    for big_endian in [false, true] {
        let mut host = Host::default();
        host.files.give("file", vec![b'x'; 600]);
        let mut bench = linux_with(host, big_endian);
        let (name, empty, at) = (bench.put(DATA, b"./file"), DATA + 6, DATA + 64);
        assert_eq!(bench.done(4213, &[name, at]), 0);
        // Mode, links, block size; the size and the number of blocks have 64 bits.
        let low = if big_endian { 4 } else { 0 };
        let words = [24, 28, 56 + low, 88, 96 + low].map(|offset| bench.word(at + offset));
        assert_eq!(words, [0o100644, 1, 600, 4096, 2]);
        assert_eq!(done(&mut bench, 4366, &[-100i32 as u32, name, 0, 0x7ff, at]), 0);
        let mode = bench.cpu.memory.read(at + 28, 2).unwrap();
        assert_eq!((mode, bench.word(at + 40 + low)), (0o100644, 600));
        assert_eq!(done(&mut bench, 4366, &[1, empty, 0x1000, 0x7ff, at]), 0);
        assert_eq!(bench.cpu.memory.read(at + 28, 2).unwrap(), 0o20620);
        assert_eq!((bench.done(4213, &[empty, at]), bench.cpu.reg(7)), (2, 1));
        assert_eq!((bench.done(4033, &[name, 0]), bench.cpu.reg(7)), (0, 0));
        assert_eq!((bench.done(4010, &[name]), bench.cpu.reg(7)), (0, 0));
        assert_eq!((bench.done(4033, &[name, 0]), bench.cpu.reg(7)), (2, 1));
    }
}

#[test]
fn several_buffers_and_a_far_position() {
    let mut bench = linux(Host::with_input(b"abcdef"));
    let text = bench.put(DATA, b"hello, world");
    let put = |bench: &mut Bench, words: &[u32]| {
        for (index, &word) in words.iter().enumerate() {
            bench.cpu.memory.write(DATA + 64 + index as u32 * 4, 4, word).unwrap();
        }
        DATA + 64
    };
    let buffers = put(&mut bench, &[text, 5, 0, 0, text + 7, 5]);
    assert_eq!(bench.done(4146, &[1, buffers, 3]), 10);
    assert_eq!(bench.output(), b"helloworld");
    let buffers = put(&mut bench, &[text, 2, text + 4, 9]);
    assert_eq!(bench.done(4145, &[0, buffers, 2]), 6);
    assert_eq!(bench.memory(text, 8), b"abllcdef");
    // The later buffer may be below the earlier one.
    bench.host.input = Input::closed(b"123456");
    let buffers = put(&mut bench, &[text + 4, 4, text, 2]);
    assert_eq!(bench.done(4145, &[0, buffers, 2]), 6);
    assert_eq!(bench.system.take_stored(), [text + 4..text + 8, text..text + 2]);
    assert_eq!((bench.done(4146, &[1, 4, 1]), bench.cpu.reg(7)), (14, 1));
    assert_eq!((bench.done(4146, &[9, buffers, 1]), bench.cpu.reg(7)), (9, 1));
    assert_eq!((done(&mut bench, 4140, &[1, 0, 0, DATA, 1]), bench.cpu.reg(7)), (29, 1));
}

#[test]
fn signals_to_the_program_itself() {
    let mut bench = linux(Host::default());
    assert_eq!(bench.call(4266, &[1, 1, 6]), CallAnswer::Exit(134));
    let at = bench.put(DATA, &[0; 24]);
    bench.cpu.memory.write(at + 4, 4, 1).unwrap();
    assert_eq!(bench.done(4194, &[15, at, 0]), 0);
    assert_eq!((bench.done(4037, &[1, 15]), bench.cpu.reg(7)), (0, 0));
    bench.cpu.memory.write(at + 4, 4, 0x40_0000).unwrap();
    assert_eq!(bench.done(4194, &[15, at, at]), 0);
    assert_eq!((bench.done(4037, &[1, 15]), bench.cpu.reg(7)), (89, 1));
    assert_eq!(bench.notes(), [Cause::UnknownCall { number: 4037 }]);
    assert_eq!((bench.done(4037, &[1, 0]), bench.cpu.reg(7)), (0, 0));
}

#[test]
fn time_and_random_numbers_are_the_hosts() {
    let bench = || linux(Host { clock_nanos: 7_000_000_009, ..Host::default() });
    let (mut one, mut two) = (bench(), bench());
    for bench in [&mut one, &mut two] {
        assert_eq!(bench.done(4013, &[0]), 7);
        assert_eq!(bench.done(4263, &[1, DATA]), 0);
        assert_eq!([bench.word(DATA), bench.word(DATA + 4)], [7, 9]);
        // One second and a half.
        bench.cpu.memory.write(DATA, 4, 1).unwrap();
        bench.cpu.memory.write(DATA + 4, 4, 500_000_000).unwrap();
        assert_eq!(bench.done(4166, &[DATA, 0]), 0);
        assert_eq!(bench.host.clock_nanos, 8_500_000_009);
        assert_eq!(bench.done(4353, &[DATA, 8, 0]), 8);
    }
    assert_eq!(one.memory(DATA, 8), two.memory(DATA, 8));
    assert_ne!(one.memory(DATA, 8), [0; 8]);
}

//! Start-up and devices.

use machine::{Data, Host, Image, Segment};

use super::{Bench, DATA};
use crate::cpu::cp0;
use crate::options::{Dialect, Layout, Options};
use crate::system::{HANDLER, START};

fn host(program: &[u8], arguments: &[&[u8]]) -> Host {
    let arguments = arguments.iter().map(|argument| argument.to_vec()).collect();
    Host { program: program.to_vec(), arguments, ..Host::default() }
}

#[test]
fn the_stack_of_spim_holds_arguments_and_environment() {
    // The truth records' $sp, from the messages of exceptions/store-far-below-stack and
    // exceptions/infinite-recursion, which say how far below the stack a store was.
    for (program, pointer) in
        [(&b"store-far-below-stack.s"[..], 0x7fff_ff98), (b"infinite-recursion.s", 0x7fff_ff98)]
    {
        let bench = Bench::with_options(Options::of(Dialect::Spim), host(program, &[]));
        assert_eq!(bench.cpu.reg(29), pointer);
    }
    // SPIM 9.1 with PATH=/usr/bin:/bin, LANG and LC_ALL=C.UTF-8.
    let host = host(b"argv44.s", &[b"xy", b"zzz", b"four"]);
    let mut bench = Bench::with_options(Options::of(Dialect::Spim), host);
    let [pointer, first] = [bench.cpu.reg(29), 0x7fff_ffc8];
    assert_eq!(pointer, 0x7fff_ff8c);
    assert_eq!(bench.word(pointer), 4);
    assert_eq!(bench.word(pointer + 4), first);
    assert_eq!(bench.memory(first, 9), b"argv44.s\0");
    assert_eq!(bench.word(pointer + 20), 0);
    let path = bench.word(pointer + 24);
    assert_eq!(bench.memory(path, 19), b"PATH=/usr/bin:/bin\0");
    assert_eq!(bench.cpu.system(cp0::STATUS), 0x3000_ff10);
}

#[test]
fn the_stack_of_mars_holds_arguments_if_there_are_any() {
    let mut bench = Bench::with_options(Options::of(Dialect::Mars), host(b"a.s", &[]));
    assert_eq!([28, 29, 4, 5].map(|r| bench.cpu.reg(r)), [0x1000_8000, 0x7fff_effc, 0, 0]);
    assert_eq!(bench.cpu.system(cp0::STATUS), 0x0000_ff11);
    // options/mars-pa-arguments.
    bench = Bench::with_options(Options::of(Dialect::Mars), host(b"a.s", &[b"hello", b"world"]));
    assert_eq!([29, 4, 5].map(|r| bench.cpu.reg(r)), [0x7fff_eff0, 2, 0x7fff_eff4]);
    assert_eq!(bench.word(0x7fff_eff0), 2);
    let hello = bench.word(0x7fff_eff4);
    assert_eq!(hello, 0x7fff_fff7);
    assert_eq!(bench.memory(hello, 6), b"hello\0");
    assert_eq!(bench.word(0x7fff_effc), 0);
}

#[test]
fn compact_layouts_start_elsewhere() {
    // options/mars-memory-configuration-compact-*.
    for (layout, pointer, heap) in
        [(Layout::CompactDataAtZero, 0x2ffc, 0x2000), (Layout::CompactTextAtZero, 0x3ffc, 0x3000)]
    {
        let options = Options { layout, ..Options::of(Dialect::Mars) };
        let mut bench = Bench::with_options(options, Host::default());
        assert_eq!([28, 29].map(|r| bench.cpu.reg(r)), [0x1800, pointer]);
        assert_eq!(bench.done(9, &[4]), heap);
    }
}

#[test]
fn the_heap_of_spim_starts_after_large_data() {
    // syscalls/9-sbrk-after-large-data; a segment that is full has grown.
    for (size, heap) in [(200_000, 0x1005_0000), (65_535, 0x1002_0000), (65_536, 0x1003_0000)] {
        let mut bench = Bench::spim(b"");
        let data = Segment {
            name: ".data".to_owned(),
            base: DATA.into(),
            size,
            data: Data::Bytes(Vec::new()),
            executable: false,
            writable: true,
        };
        let image = Image { segments: vec![data], ..Image::default() };
        bench.system.start(&mut bench.cpu, &bench.host, &image);
        assert_eq!(bench.done(9, &[4]), heap, "{size}");
    }
}

#[test]
fn the_guest_code_of_spim_is_there() {
    assert!(START.contains("__start:"));
    assert_eq!(HANDLER.lines().filter(|line| line.starts_with("name_")).count(), 32);
}

#[test]
fn the_receiver_gives_the_input_and_the_transmitter_takes_output() {
    let options = Options { mapped_io: true, ..Options::of(Dialect::Spim) };
    let mut bench = Bench::with_options(options, Host::with_input(b"xy"));
    let (devices, host) = (&mut bench.system.devices, &mut bench.host);
    assert_eq!(devices.load(0xffff_0000, 4, host), Ok(1));
    assert_eq!(devices.pending_interrupts(host), 0);
    devices.store(0xffff_0000, 4, 2, host).unwrap();
    devices.store(0xffff_0008, 4, 3, host).unwrap();
    assert_eq!(devices.pending_interrupts(host), 0xc00);
    assert_eq!(devices.load(0xffff_0004, 4, host), Ok(0x78));
    assert_eq!(devices.load(0xffff_0004, 1, host), Ok(0x79));
    assert_eq!(devices.load(0xffff_0000, 4, host), Ok(2));
    assert_eq!(devices.pending_interrupts(host), 0x400);
    devices.store(0xffff_000c, 4, 0x141, host).unwrap();
    devices.store(0xffff_000c, 1, 0x42, host).unwrap();
    assert_eq!(devices.load(0xffff_0008, 4, host), Ok(3));
    assert!(devices.load(0xffff_0010, 4, host).is_err());
    assert_eq!(bench.output(), b"AB");
}

#[test]
fn devices_that_are_not_connected_take_one_byte() {
    let mut bench = Bench::spim(b"x");
    let (devices, host) = (&mut bench.system.devices, &mut bench.host);
    assert_eq!(devices.load(0xffff_0000, 4, host), Ok(0));
    assert_eq!(devices.load(0xffff_0008, 4, host), Ok(1));
    devices.store(0xffff_000c, 4, 0x41, host).unwrap();
    devices.store(0xffff_000c, 4, 0x42, host).unwrap();
    assert_eq!(devices.load(0xffff_0008, 4, host), Ok(0));
    assert_eq!(bench.output(), b"A");
}

#[test]
fn the_devices_of_mars_are_plain_memory() {
    for (big_endian, low_byte) in [(false, 0x78), (true, 0x12)] {
        let options = Options { big_endian, ..Options::of(Dialect::Mars) };
        let mut bench = Bench::with_options(options, Host::default());
        let (devices, host) = (&mut bench.system.devices, &mut bench.host);
        assert_eq!(devices.load(0xffff_0000, 4, host), Ok(0));
        devices.store(0xffff_0000, 4, 0x1234_5678, host).unwrap();
        assert_eq!(devices.load(0xffff_0000, 4, host), Ok(0x1234_5678));
        assert_eq!(devices.load(0xffff_0000, 1, host), Ok(low_byte));
    }
}

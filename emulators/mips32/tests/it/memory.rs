//! Memory use is bounded in every engine, regardless of how far apart a program's addresses are.

use asmkit::{NoLibrary, Sources};
use machine::{Access, Cause, Data, Fault, Host, Image, LoadError, Machine, Segment, Stop};
use mips32::{Calls, Dialect, Handler, Layout, Mips32, Options, assembler};

use crate::engines;

const MIB: u64 = 1 << 20;

fn linux() -> Options {
    Options { calls: Calls::Linux, handler: Handler::None, ..Options::of(Dialect::Spim) }
}

fn image(options: &Options, source: &str) -> Image {
    let mut sources = Sources::new();
    let file = sources.add("bomb.s", source.as_bytes());
    assembler::assemble(&mut sources, &[file], options, &NoLibrary).expect("it assembles").image
}

fn segment(base: u64, bytes: usize, executable: bool) -> Segment {
    let data = Data::Bytes(vec![0; bytes]);
    let name = if executable { ".text" } else { ".data" }.to_owned();
    Segment { name, base, size: bytes as u64, data, executable, writable: true }
}

fn stop(options: Options, image: &Image) -> Result<Stop, LoadError> {
    let new = || Mips32::new(options);
    new().load(image)?;
    Ok(engines::agreed("bomb.s", image, &Host::default(), 200 * MIB, new, |_| {}).2)
}

const EXIT: &str = ".globl __start\n__start: li $v0, 4001\nli $a0, 0\nsyscall\n";

/// Program that stores words at a distance of `bytes`.
fn strides(bytes: u64, first: u64) -> String {
    format!(
        ".globl __start\n__start: li $t0, {first}\nli $t1, {bytes}\nloop: sw $t1, 0($t0)\n\
         addu $t0, $t0, $t1\nb loop\n"
    )
}

#[test]
fn stores_far_apart_end_where_memory_does() {
    for bytes in [4 << 10, 64 << 10, 1 << 20] {
        let stop = stop(linux(), &image(&linux(), &strides(bytes, 0x0100_0000)));
        let Ok(Stop::Fault(Fault { cause: Cause::OutOfMemory { asked: 4 }, .. })) = stop else {
            panic!("{bytes} bytes apart: {stop:?}")
        };
    }
}

#[test]
fn one_word_in_each_region_is_little() {
    let stop = stop(linux(), &image(&linux(), &strides(4 * MIB, 0x0100_0000)));
    let address = 0x2000_0000;
    let cause = Cause::Unmapped { access: Access::Store, address };
    assert!(matches!(stop, Ok(Stop::Fault(fault)) if fault.cause == cause), "{stop:?}");
}

#[test]
fn segments_that_hold_too_much_are_not_loaded() {
    let mut far_apart = image(&linux(), EXIT);
    far_apart.segments.extend((0..100).map(|n| segment(0x0100_0000 + n * 4 * MIB, 4, false)));
    assert_eq!(stop(linux(), &far_apart), Ok(Stop::Exit { status: 0 }));
    let mut crowded = image(&linux(), EXIT);
    crowded.segments.extend((0..400).map(|n| segment(0x0100_0000 + n * MIB, 4, false)));
    assert_eq!(stop(linux(), &crowded), Err(LoadError::TooLarge { bytes: 96 * MIB }));
    let mut empty = image(&linux(), EXIT);
    empty.segments.push(Segment { size: 256 * MIB, ..segment(0x0100_0000, 1, false) });
    assert_eq!(stop(linux(), &empty), Ok(Stop::Exit { status: 0 }), "zeros take nothing");
}

#[test]
fn text_far_apart_is_not_loaded_and_what_lies_between_is_no_data() {
    let mut apart = image(&linux(), EXIT);
    apart.segments.push(segment(0x3000_0000, 4, true));
    assert_eq!(stop(linux(), &apart), Err(LoadError::TooFarApart { bytes: 8 * MIB }));
    let source = ".globl __start\n__start: lui $t0, 0x2fff\nsw $zero, 0xf00($t0)\n";
    let mut high = image(&linux(), source);
    high.segments.push(segment(0xffff_f000, 16, true));
    let cause = Cause::Unmapped { access: Access::Store, address: 0x2fff_0f00 };
    let stop = stop(linux(), &high);
    assert!(matches!(stop, Ok(Stop::Fault(fault)) if fault.cause == cause), "{stop:?}");
}

#[test]
fn text_may_fill_the_last_word_and_lie_in_the_stack() {
    let mut high = image(&linux(), EXIT);
    let text = high.segments.iter_mut().find(|segment| segment.executable).expect("it has text");
    (text.base, high.entry) = (0x7fff_0000, 0x7fff_0000);
    assert_eq!(stop(linux(), &high), Ok(Stop::Exit { status: 0 }));
    let mut last = image(&linux(), EXIT);
    last.segments.push(segment(0xffff_fffc, 4, true));
    assert_eq!(stop(linux(), &last), Ok(Stop::Exit { status: 0 }));
}

#[test]
fn text_between_data_is_not_the_programs_to_read() {
    let layout = Layout::CompactDataAtZero;
    let options = Options { layout, ..Options::of(Dialect::Mars) };
    let source = "sw $sp, 0x2000($zero)\nsw $sp, 0x5000($zero)\nlw $t1, 0x5000($zero)\n\
                  lw $t0, 0x2000($zero)\nbne $t0, $t1, wrong\nlw $t0, 0x3000($zero)\nwrong: nop\n";
    let stop = stop(options, &image(&options, source));
    let cause = Cause::Unmapped { access: Access::Load, address: 0x3000 };
    assert!(matches!(stop, Ok(Stop::Fault(fault)) if fault.cause == cause), "{stop:?}");
}

/// Parts of memory that begin and end within words, pages and regions, written at once and unit by unit.
#[test]
fn many_units_are_written_as_one_by_one() {
    for big_endian in [false, true] {
        let options = Options { big_endian, ..linux() };
        let mut machine = Mips32::new(options);
        machine.load(&image(&options, EXIT)).expect("it loads");
        machine.run(&mut Host::default(), 0, &mut ());
        let (mut together, mut alone) = (machine.clone(), machine);
        let top = alone.register("sp").expect("a stack pointer") & !0xfff;
        for start in [top - 0x3000, 0x1000_0ff0, 0x103f_fff0, 0x1001_0000] {
            for (count, begin) in [(1, 0), (3, 1), (4, 0), (5, 3), (64, 2), (4099, 0), (8193, 7)] {
                let units: Vec<u64> =
                    (1..=count).map(|unit| (unit * 37 + start + begin) & 0xff).collect();
                let is_done = together.poke_all(start + begin, &units);
                let ones = (start + begin..).zip(&units);
                let are_done = ones.map(|(at, unit)| alone.poke(at, *unit)).filter(|done| *done);
                assert_eq!((is_done, count), (true, are_done.count() as u64), "{start:#x}");
                let around = start..start + count + 16;
                let read = |machine: &Mips32| -> Vec<Option<u64>> {
                    around.clone().map(|at| machine.peek(at)).collect()
                };
                assert!(read(&together) == read(&alone), "{start:#x} + {begin}, {count} units");
                assert_eq!(together.peek(start + begin), Some(units[0]), "{start:#x}");
            }
        }
    }
}

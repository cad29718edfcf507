//! Programs designed to use much memory: their memory and time are bounded.
//!
//! Sizes are checked by what programs can do, not by asking the operating system.

use machine::{Cause, Data, Fault, Host, Image, LoadError, Machine, Segment, Stop};
use riscv32::{Dialect, Options, Riscv32};

fn segment(base: u32, bytes: Vec<u8>, size: u64, executable: bool) -> Segment {
    let name = if executable { ".text" } else { ".data" }.to_owned();
    Segment { name, base: base.into(), size, data: Data::Bytes(bytes), executable, writable: true }
}

fn image(segments: Vec<Segment>) -> Image {
    let entry = segments.iter().find(|segment| segment.executable).map_or(0, |text| text.base);
    Image { isa: "riscv32".into(), entry, segments, ..Image::default() }
}

fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// `li a0, 7; li a7, 93; ecall`
const EXIT_7: [u32; 3] = [0x0070_0513, 0x05d0_0893, 0x0000_0073];

fn run(options: Options, image: &Image, budget: u64) -> (Riscv32, Stop) {
    let mut machine = Riscv32::new(options);
    machine.load(image).expect("it fits");
    let stop = machine.run(&mut Host::default(), budget, &mut ());
    (machine, stop)
}

fn linux() -> Options {
    Options::of(Dialect::Gnu)
}

#[test]
fn many_small_segments_far_apart_are_loaded_and_run() {
    let text = segment(0x1_0000, words(&EXIT_7), 12, true);
    for (count, apart) in [(1_900u32, 1 << 20), (32_000, 0x1_0000)] {
        let data = (1..=count).map(|at| segment(0x10_0000 + at * apart, vec![1], 1, false));
        let segments = std::iter::once(text.clone()).chain(data).collect();
        let (machine, stop) = run(linux(), &image(segments), 100);
        assert_eq!(stop, Stop::Exit { status: 7 });
        assert_eq!(machine.peek((0x10_0000 + count * apart).into()), Some(1));
    }
}

#[test]
fn segments_that_hold_too_much_are_refused() {
    let full = |at: u32| segment(0x1000_0000 + (at << 20), vec![1; 1 << 20], 1 << 20, false);
    let image = image((0..200).map(full).collect());
    let loaded = Riscv32::new(linux()).load(&image);
    assert_eq!(loaded, Err(LoadError::TooLarge { bytes: 160 << 20 }));
}

#[test]
fn stores_all_over_a_large_segment_end_where_memory_does() {
    // sw a0, 0(a0); add a0, a0, a1; j . - 8, with a0 in the segment and a1 a window's length
    let program = [0x1000_0537, 0x0001_05b7, 0x00a5_2023, 0x00b5_0533, 0xff9f_f06f];
    let text = segment(0x1_0000, words(&program), 20, true);
    let data = segment(0x1000_0000, Vec::new(), 0x6000_0000, false);
    let (machine, stop) = run(linux(), &image(vec![text, data]), 1_000_000);
    let cause = Cause::OutOfMemory { asked: 0x1_0000 };
    assert_eq!(stop, Stop::Fault(Fault { pc: 0x1_0008, cause }));
    let stores = machine.counts().instructions / 3;
    assert!((2_500..=2_560).contains(&stores), "{stores} stores");
    // Loads continue, from memory that was never touched, and allocate nothing.
    let program = [0x1000_0537, 0x0001_05b7, 0x0005_2603, 0x00b5_0533, 0xff9f_f06f];
    let text = segment(0x1_0000, words(&program), 20, true);
    let data = segment(0x1000_0000, Vec::new(), 0x6000_0000, false);
    let (_, stop) = run(linux(), &image(vec![text, data]), 24_000);
    assert_eq!(stop, Stop::Budget);
}

#[test]
fn code_all_over_memory_ends_where_its_counts_do() {
    // Jumps from the start of each window to its end, and to the next one.
    let [across, on] = [0x7fd0_f06f, 0x0040_006f].map(|jump| words(&[jump]));
    let windows = (0..256u32).flat_map(|window| {
        let start = 0x8000_0000 + window * 0x1_0000;
        let jump = |at: u32, bytes: &Vec<u8>| segment(at, bytes.clone(), 4, true);
        [jump(start, &across), jump(start + 0xfffc, &on)]
    });
    let (machine, stop) = run(Options::bare(), &image(windows.collect()), 1_000_000);
    assert!(
        matches!(stop, Stop::Fault(Fault { cause: Cause::OutOfMemory { .. }, .. })),
        "{stop:?}"
    );
    let ran = machine.counts().instructions;
    assert!((80..200).contains(&ran), "{ran} instructions");
    assert_eq!(machine.executed().len() as u64, ran);
}

#[test]
fn a_heap_that_grows_and_shrinks_keeps_its_promises() {
    // brk(0), brk(+64 MiB), a store at its end, brk back, brk again, and a load that must read
    // zero.
    let program = [
        0x0d60_0893,
        0x0000_0513,
        0x0000_0073, // li a7, 214; li a0, 0; ecall
        0x0005_0413,
        0x0400_04b7,
        0x0094_04b3, // mv s0, a0; lui s1, 0x4000; add s1, s0, s1
        0x0004_8513,
        0x0000_0073,
        0xfe94_ae23, // mv a0, s1; ecall; sw s1, -4(s1)
        0x0004_0513,
        0x0000_0073,
        0x0004_8513,
        0x0000_0073, // mv a0, s0; ecall; mv a0, s1; ecall
        0xffc4_a503,
        0x05d0_0893,
        0x0000_0073, // lw a0, -4(s1); li a7, 93; ecall
    ];
    let text = segment(0x1_0000, words(&program), program.len() as u64 * 4, true);
    let (_, stop) = run(linux(), &image(vec![text]), 100);
    assert_eq!(stop, Stop::Exit { status: 0 });
}

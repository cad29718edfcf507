//! The plain engine and the careful one agree on random programs.

use machine::{Access, Cause, Data, Host, Image, Machine, Segment, Stop};
use proptest::prelude::*;

use crate::isa::{COMPRESSED, ROWS};
use crate::{Options, Profile, Riscv32};

/// Where the random programs keep their data; `gp` points into it.
pub(super) const DATA: u32 = 0x0001_2000;
pub(super) const TEXT: u32 = 0x0001_0000;

/// An instruction of some row with random fields, kept from leaving the program or the data too often.
pub(super) fn long() -> impl Strategy<Value = Vec<u8>> {
    (0..ROWS.len(), any::<u32>(), 0i64..6, any::<bool>()).prop_map(|(row, bits, near, tame)| {
        let row = &ROWS[row];
        let mut word = row.pattern.value() | u64::from(bits) & !row.pattern.mask();
        let mut give = |letter: char, field: u64| {
            if row.operands.contains(letter) {
                word = row.pattern.with_field(word, letter, field);
            }
        };
        if tame && row.operands.contains("(s)") {
            give('s', 3);
            give('i', near as u64 * 4);
        }
        if row.operands.contains(", b") || row.operands.contains(", j") {
            // Distances of 0 to 10 bytes, in the bits that both kinds of targets have lowest.
            give('b', (near as u64) << 1);
            give('j', (near as u64) << 9);
        }
        (word as u32).to_le_bytes().to_vec()
    })
}

pub(super) fn short() -> impl Strategy<Value = Vec<u8>> {
    (0..COMPRESSED.len(), any::<u16>()).prop_map(|(row, bits)| {
        let row = &COMPRESSED[row];
        let half = row.pattern.value() | u64::from(bits) & !row.pattern.mask() & 0xffff;
        (half as u16).to_le_bytes().to_vec()
    })
}

pub(super) fn image(text: &[Vec<u8>], data: &[u32]) -> Image {
    let segment = |name: &str, base: u32, bytes: Vec<u8>, executable| {
        let size = bytes.len() as u64;
        Segment {
            name: name.into(),
            base: base.into(),
            size,
            data: Data::Bytes(bytes),
            executable,
            writable: true,
        }
    };
    let data = data.iter().flat_map(|word| word.to_le_bytes()).collect();
    Image {
        isa: "riscv32".into(),
        entry: TEXT.into(),
        segments: vec![
            segment("text", TEXT, text.concat(), true),
            segment("data", DATA, data, false),
        ],
        ..Image::default()
    }
}

/// All that a run leaves behind.
#[derive(Debug, PartialEq)]
struct Left {
    registers: Vec<(&'static str, u64)>,
    counts: machine::Counts,
    data: Vec<u64>,
    stop: Stop,
    executed: Vec<machine::Executed>,
    events: String,
}

fn run(options: Options, careful: bool, image: &Image, registers: &[u32], slices: &[u64]) -> Left {
    let mut machine = Riscv32::new(options);
    machine.careful = careful;
    machine.load(image).expect("it fits");
    let mut host = Host::default();
    // The first call sets up the stack; registers are ours afterwards.
    let mut stop = machine.run(&mut host, 0, &mut ());
    for (number, &value) in registers.iter().enumerate() {
        machine.cpu.set_reg(number as u8, value);
        machine.cpu.set_double(number as u8, u64::from(value) << 31 | 0xffff_ffff << 32);
    }
    machine.cpu.set_reg(3, DATA);
    for &slice in slices {
        stop = machine.run(&mut host, slice, &mut ());
        if stop != Stop::Budget {
            break;
        }
    }
    Left {
        registers: machine.registers(),
        counts: machine.counts(),
        data: (0..256).filter_map(|at| machine.peek(u64::from(DATA) + at)).collect(),
        stop,
        executed: machine.executed(),
        events: format!("{:?}", machine.events()),
    }
}

pub(super) fn options() -> impl Strategy<Value = Options> {
    let named = |name: &str| Profile::named(name).expect("a name");
    let profile = prop::sample::select(vec![Profile::FULL, named("rv32im"), Profile::ESP32C3]);
    let system = prop::sample::select(vec![Options::of(crate::Dialect::Gnu), Options::bare()]);
    (profile, system, any::<bool>()).prop_map(|(profile, options, strict_align)| Options {
        profile,
        strict_align,
        ..options
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn plain_and_careful_agree(
        text in prop::collection::vec(prop_oneof![3 => long(), 1 => short()], 1..60),
        data in prop::collection::vec(any::<u32>(), 1..32),
        registers in prop::collection::vec(any::<u32>(), 32),
        slices in prop::collection::vec(1u64..40, 1..12),
        options in options(),
    ) {
        let image = image(&text, &data);
        let plain = run(options, false, &image, &registers, &slices);
        let careful = run(options, true, &image, &registers, &slices);
        prop_assert_eq!(&plain, &careful);
        let total: u64 = slices.iter().sum();
        let whole = run(options, false, &image, &registers, &[total]);
        // However it is cut into slices, a run comes to the same; only stops may differ in name.
        prop_assert_eq!(&plain.registers, &whole.registers);
        prop_assert_eq!(&plain.data, &whole.data);
        prop_assert_eq!(&plain.counts, &whole.counts);
        prop_assert_eq!(&plain.events, &whole.events);
    }
}

pub(super) fn assembled(options: &Options, name: &str, source: &[u8]) -> Image {
    let mut sources = asmkit::Sources::new();
    let file = sources.add(name, source);
    let assembled = crate::assembler::assemble(&mut sources, &[file], options, &asmkit::NoLibrary);
    assembled.unwrap_or_else(|messages| panic!("{messages:?}")).image
}

#[test]
fn a_double_of_which_half_lies_outside_memory_is_not_stored_at_all() {
    const LAST: u64 = 0x7fff_fffc;
    let options = Options::of(crate::Dialect::Gnu);
    let program =
        b".globl _start\n_start: li t0, 0x7ffffffc\nli t1, 7\nsw t1, (t0)\nfsd fa0, (t0)\n";
    let image = assembled(&options, "double.s", program);
    for careful in [false, true] {
        let mut machine = Riscv32::new(options);
        machine.careful = careful;
        machine.load(&image).expect("it fits");
        let stop = machine.run(&mut Host::default(), 100, &mut ());
        let cause = Cause::Unmapped { access: Access::Store, address: LAST + 4 };
        assert!(matches!(stop, Stop::Fault(fault) if fault.cause == cause), "{stop:?}");
        assert_eq!(machine.peek(LAST), Some(7), "careful: {careful}");
    }
}

/// Programs for the board, which interrupts them: by engine and by how a run is cut, the same.
#[test]
fn the_board_interrupts_at_the_same_instruction_whoever_runs() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/esp32c3");
    for name in ["interrupts.s", "preempt.s", "receive.s", "counters.s", "uart.s"] {
        let options = Options::esp32c3();
        let source = std::fs::read(folder.join(name)).expect("a program");
        let image = assembled(&options, name, &source);
        let runs = [(false, 1_000_000), (true, 1_000_000), (false, 1), (false, 7), (true, 3)];
        let left = runs.map(|(careful, slice)| {
            let mut machine = Riscv32::new(options);
            machine.careful = careful;
            machine.load(&image).expect("it fits");
            let mut host = Host::with_input(b"Hello\nmore");
            let mut stop = Stop::Budget;
            for _ in 0..1_000_000 {
                stop = machine.run(&mut host, slice, &mut ());
                if stop != Stop::Budget {
                    break;
                }
            }
            let output = host.output.take();
            (stop, output, machine.registers(), machine.counts(), format!("{:?}", machine.events()))
        });
        assert_ne!(left[0].0, Stop::Budget, "{name}");
        for other in &left[1..] {
            assert_eq!(&left[0], other, "{name}");
        }
    }
}

//! Random programs: running in slices changes nothing, and nothing panics.

use machine::{
    AnyMachine, Counts, Data, Host, Image, InstructionCount, Machine as _, Segment, Stop,
};
use proptest::prelude::*;

use crate::support::loaded;

const BASE: u64 = 0x100;

/// A program of these words, which may or may not be instructions.
fn image(words: &[u32]) -> Image {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    Image {
        isa: "little".into(),
        entry: BASE,
        segments: vec![Segment {
            name: ".text".into(),
            base: BASE,
            size: bytes.len() as u64,
            data: Data::Bytes(bytes),
            executable: true,
            writable: true,
        }],
        ..Image::default()
    }
}

/// A word that is often an instruction whose addresses are often in the program.
fn word() -> impl Strategy<Value = u32> {
    let near = (1..13u32, any::<u32>(), 0..0x200u32).prop_map(|(opcode, bits, low)| {
        let keep = if opcode == 1 { 0x0e00_0000 } else { 0x0fc0_0000 };
        let is_low = matches!(opcode, 1 | 4..=8);
        opcode << 28 | bits & keep | if is_low { low } else { 0 }
    });
    prop_oneof![20 => near, 1 => any::<u32>()]
}

type Outcome = (Stop, Counts, Vec<InstructionCount>, Vec<(&'static str, u64)>, u64, Vec<u8>);

/// Runs a program in slices, to its end or to 2000 instructions.
fn outcome(mut machine: AnyMachine, input: &[u8], slice: u64) -> Outcome {
    let mut host = Host::with_input(input);
    let mut stop = Stop::Budget;
    for _ in 0..2000 / slice {
        stop = machine.run(&mut host, slice, &mut ());
        if stop != Stop::Budget {
            break;
        }
    }
    let output = host.output.take();
    (stop, machine.counts(), machine.executed(), machine.registers(), machine.pc(), output)
}

proptest! {
    #[test]
    fn slices_of_one_instruction_equal_one_run(
        words in proptest::collection::vec(word(), 1..64),
        input in proptest::collection::vec(any::<u8>(), 0..8),
        writable in any::<bool>(),
    ) {
        let image = image(&words);
        let switches: &[_] = if writable { &[("writable-text", "true")] } else { &[] };
        let whole = outcome(loaded(&image, switches), &input, 2000);
        let ran: u64 = whole.2.iter().map(|row| row.times).sum();
        prop_assert_eq!(ran, whole.1.instructions);
        prop_assert_eq!(outcome(loaded(&image, switches), &input, 1), whole);
    }
}

#[test]
fn waiting_for_input_changes_nothing() {
    let source = "next: in r1\nblt r1, r0, end\nout r1\nbeq r0, r0, next\nend: halt r0\n";
    let image = crate::support::assembled(source).expect("it is right");
    let (mut machine, mut host) = (loaded(&image, &[]), Host::default());
    host.input = machine::Input::open();
    for byte in b"two" {
        assert_eq!(machine.run(&mut host, 100, &mut ()), Stop::Input);
        host.input.feed(&[*byte]);
    }
    assert_eq!(machine.run(&mut host, 100, &mut ()), Stop::Input);
    host.input.feed(b"");
    assert_eq!(machine.run(&mut host, 100, &mut ()), Stop::Exit { status: 0 });
    assert_eq!(outcome(loaded(&image, &[]), b"two", 1).1, machine.counts());
    assert_eq!(host.output.bytes(), b"two");
}

//! The little machine by itself; `harness/isagrid/tests/little.rs` is the command with it.

#[path = "../../kit/tests/support/tests.rs"]
mod support;

use little::ARCHITECTURE;
use machine::{Host, Input, Machine as _, Stop};
use proptest::prelude::*;
use support::{assembled, image, loaded, outcome, set_up};

#[test]
fn every_fact_holds_and_every_instruction_has_one() {
    let facts = include_str!("cases/instructions.txt");
    support::facts(&*set_up(ARCHITECTURE, &[]), facts, "{}\nhalt r0\nhalt r0\n", 4);
}

#[test]
fn every_error_is_reported_at_its_location() {
    for (source, expected) in [
        ("addd r1, r2, r3", ["[A001]: unknown instruction `addd`", "x.s:1:1", "`add`?"]),
        ("add r1, r2, r8", ["[A005]: unknown register `r8`", "x.s:1:13", "r0 to r7"]),
        ("here: beq r0, r0, hare", ["[A010]: undefined label `hare`", ":1:19", "`here`?"]),
        ("x: halt r0\nx: halt r0", ["[A011]", "x.s:2:1", "first definition"]),
        ("li r1, 16777216", ["[A004]", ":1:8", "from -16777216 to 16777215"]),
        ("jal r6, 0x102", ["[A910]", ":1:9", "is not a multiple of 4"]),
        ("li r1, 4x", ["[A900]: `4x` is not a number", ":1:8", "written 0x2A, 42"]),
        ("1st: halt r0", ["[A901]: `1st` cannot be a label", ":1:1", "a name"]),
        ("ld r1, r2", ["[A902]: invalid operands for `ld`", ":1:8", "write `ld d, n(a)`"]),
        ("halt r0, r1", ["[A902]", "x.s:1:8", "write `halt a`"]),
        (".word 1 2", ["[A902]", ":1:9", "write `.word n, n, ...`"]),
        (".wrod 4", ["[A903]: unknown directive `.wrod`", ":1:1", "`.word`?"]),
        (".space 65536", ["[A908]", ":1:1", "0x0003ffff"]),
        (".space -1", ["[A004]", ":1:8", "from 0 to"]),
    ] {
        support::refused(&*set_up(ARCHITECTURE, &[]), source, &expected);
    }
}

#[test]
fn a_program_is_disassembled_as_it_is_written() {
    let source = "li r1, -3\nadd r1, r2, r3\nld r1, -8(r2)\nst r3, 12(r4)\nbeq r1, r2, 0x104\n\
                  jal r6, 0x118\njr r6\nin r1\nhalt r0\n";
    support::disassembles(&*set_up(ARCHITECTURE, &[]), source, 0x100, 4);
}

#[test]
fn a_program_may_overwrite_itself() {
    let source = "ld r1, other(r0)\nst r1, here(r0)\nhere: halt r7\nother: .word 0xc0000000\n";
    let setup = set_up(ARCHITECTURE, &[("writable-text", "true")]);
    let mut machine = loaded(&*setup, &assembled(&*setup, source).expect("it is right"));
    machine.set_register("r7", 9);
    let stop = machine.run(&mut Host::default(), 3, &mut ());
    assert_eq!(stop, Stop::Exit { status: 0 }, "halt r0 has taken the place of halt r7");
}

#[test]
fn a_jump_to_where_no_program_is_is_a_fault_at_the_jump() {
    for (source, code) in [
        ("beq r1, r1, 0x200", "M001"),
        ("jr r0", "M001"),
        ("li r1, 2\njr r1", "M002"),
        ("li r1, 2", "M020"),
    ] {
        let setup = set_up(ARCHITECTURE, &[]);
        let image = assembled(&*setup, source).expect("it is right");
        let mut machine = loaded(&*setup, &image);
        let Stop::Fault(fault) = machine.run(&mut Host::default(), 9, &mut ()) else {
            panic!("{source} runs")
        };
        let last = 0x100 + 4 * (source.lines().count() as u64 - 1);
        assert_eq!((fault.cause.id(), fault.pc), (code, last), "{source}");
    }
}

/// Opcodes, those that go on more often than those that rarely do.
const OPCODES: [u32; 24] =
    [1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 4, 5, 6, 6, 7, 7, 8, 9, 10, 11];

/// A word that is often an instruction whose addresses are often in the program.
fn word() -> impl Strategy<Value = u32> {
    let near = (proptest::sample::select(&OPCODES), any::<u32>(), 0x40..0x80u32);
    let near = near.prop_map(|(opcode, bits, low)| {
        let keep = match opcode {
            // The base register of loads and stores is often zero.
            1 | 4 | 5 | 8 | 10 => 0x0e00_0000,
            9 | 11 => 0x01c0_0000,
            _ => 0x0fc0_0000,
        };
        // Numbers are addresses of bytes, targets those of words.
        let low = match opcode {
            1 | 4 | 5 => 4 * low,
            6..=8 => low,
            _ => 0,
        };
        opcode << 28 | bits & keep | low
    });
    prop_oneof![100 => near, 1 => Just(0xc000_0000), 1 => any::<u32>()]
}

#[test]
fn slices_and_tracked_values_change_nothing() {
    let programs = (proptest::collection::vec(word(), 32..64), any::<bool>());
    support::slices_and_tracked_values_change_nothing(programs, |(words, is_writable)| {
        let switches: &[_] = if *is_writable { &[("writable-text", "true")] } else { &[] };
        let setup = set_up(ARCHITECTURE, switches);
        let bytes = words.iter().flat_map(|word| word.to_le_bytes()).map(u64::from);
        loaded(&*setup, &image(&*setup, 0x100, &bytes.collect::<Vec<u64>>()))
    });
}

#[test]
fn waiting_for_input_changes_nothing() {
    let source = "next: in r1\nblt r1, r0, end\nout r1\nbeq r0, r0, next\nend: halt r0\n";
    let setup = set_up(ARCHITECTURE, &[]);
    let new = loaded(&*setup, &assembled(&*setup, source).expect("it is right"));
    let (mut machine, mut host) = (new.clone(), Host { input: Input::open(), ..Host::default() });
    for byte in [&b"t"[..], b"w", b"o", b""] {
        assert_eq!(machine.run(&mut host, 100, &mut ()), Stop::Input);
        host.input.feed(byte);
    }
    assert_eq!(machine.run(&mut host, 100, &mut ()), Stop::Exit { status: 0 });
    assert_eq!(outcome(new, b"two", 1).1, machine.counts());
    assert_eq!(host.output.bytes(), b"two");
}

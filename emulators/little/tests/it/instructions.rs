//! Effects of every instruction, one fact per line.

use std::path::Path;

use little::ARCHITECTURE;
use machine::{AnyMachine, Host, Machine as _, Stop};

use crate::support::{assembled, loaded};

/// A number in a case, as a 32-bit value.
fn number(text: &str) -> u64 {
    let digits = text.trim_start_matches('-');
    let value = match digits.strip_prefix("0x") {
        Some(digits) => i64::from_str_radix(digits, 16),
        None => digits.parse(),
    };
    let value = value.unwrap_or_else(|_| panic!("`{text}` is not a number"));
    u64::from(if digits == text { value as u32 } else { -value as u32 })
}

/// Pairs of `NAME = VALUE`.
fn pairs(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split(',')
        .map(|pair| pair.split_once('=').expect("a name is given a value"))
        .map(|(name, value)| (name.trim(), value.trim()))
}

fn address(name: &str) -> Option<u64> {
    Some(number(name.strip_prefix('[')?.strip_suffix(']')?))
}

fn word(machine: &AnyMachine, address: u64) -> u64 {
    (0..4).rev().fold(0, |word, at| word << 8 | machine.peek(address + at).expect("memory"))
}

fn bytes(text: &str) -> Vec<u8> {
    text.split_whitespace().map(|byte| u8::from_str_radix(byte, 16).expect("a byte")).collect()
}

/// Whether a name has the expected value.
fn is_so(machine: &AnyMachine, host: &Host, stop: Stop, name: &str, value: &str) -> bool {
    match name {
        "pc" => machine.pc() == number(value),
        "out" => host.output.bytes() == bytes(value),
        "status" => stop == Stop::Exit { status: number(value) as u32 as i32 },
        _ => match address(name) {
            Some(address) => word(machine, address) == number(value),
            None => machine.registers().contains(&(register(name), number(value))),
        },
    }
}

fn register(name: &str) -> &'static str {
    let names = ["r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7"];
    names.into_iter().find(|register| *register == name).expect("a register")
}

fn check(case: &str) {
    let fact = case.split(';').next().unwrap_or_default();
    let (instruction, rest) = fact.split_once('|').expect("an instruction");
    let (before, after) = rest.split_once("=>").expect("an arrow");
    let image = assembled(&format!("{instruction}\nhalt r0\nhalt r0\n")).expect("it is right");
    let (mut machine, mut host) = (loaded(&image, &[]), Host::with_input(b""));
    for (name, value) in pairs(before) {
        match address(name) {
            Some(address) => {
                for (at, byte) in (address..).zip((number(value) as u32).to_le_bytes()) {
                    assert!(machine.poke(at, byte.into()), "{case}");
                }
            }
            None if name == "in" => host = Host::with_input(&bytes(value)),
            None => assert!(machine.set_register(name, number(value)), "{case}"),
        }
    }
    let earlier = machine.registers();
    let stop = machine.run(&mut host, 1, &mut ());
    let after = after.trim();
    if let Stop::Fault(fault) = stop {
        assert_eq!((fault.cause.id(), fault.pc), (after, 0x100), "{case}");
        assert_eq!((machine.registers(), machine.pc()), (earlier, 0x100), "{case}");
        assert_eq!(machine.counts().instructions, 0, "{case}");
        return;
    }
    assert_eq!(machine.counts().instructions, 1, "{case}");
    for (name, value) in pairs(after) {
        assert!(is_so(&machine, &host, stop, name, value), "{case}: {name} is not: {machine:?}");
    }
}

#[test]
fn every_fact_holds_and_every_instruction_has_one() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/instructions.txt");
    let text = std::fs::read_to_string(path).expect("the cases are there");
    let cases: Vec<&str> =
        text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    cases.iter().for_each(|case| check(case));
    let page = (ARCHITECTURE.pages()[0].text)();
    let rows = page.lines().filter(|line| line.starts_with("| `") && !line.starts_with("| `."));
    let names: Vec<&str> =
        rows.map(|row| row.trim_start_matches("| `").split(' ').next().unwrap_or("")).collect();
    assert_eq!(names.len(), 12, "{names:?}");
    for name in names {
        assert!(cases.iter().any(|case| case.starts_with(&format!("{name} "))), "{name}");
    }
}

#[test]
fn disassembled_instructions_assemble_to_the_same_words() {
    let source = "li r1, -3\nadd r1, r2, r3\nsub r7, r6, r5\nld r1, -8(r2)\nst r3, 12(r4)\n\
                  beq r1, r2, 0x104\nblt r1, r2, 0x100\njal r6, 0x118\njr r6\nin r1\nout r2\n\
                  halt r0\n";
    let machine = loaded(&assembled(source).expect("it is right"), &[]);
    let lines = (0..12).map(|at| machine.disassemble(0x100 + 4 * at).expect("an instruction"));
    assert_eq!(lines.map(|line| line + "\n").collect::<String>(), source);
    assert_eq!(machine.disassemble(0x130), None, "a zero word is not an instruction");
}

#[test]
fn a_program_may_overwrite_itself() {
    let source =
        "ld r1, other(r0)\nst r1, here(r0)\nhere: halt r7\n.data\nother: .word 0xc0000000\n";
    let image = assembled(source).expect("it is right");
    let (mut machine, mut host) = (loaded(&image, &[("writable-text", "true")]), Host::default());
    machine.set_register("r7", 9);
    let stop = machine.run(&mut host, 3, &mut ());
    assert_eq!(stop, Stop::Exit { status: 0 }, "halt r0 has taken the place of halt r7");
}

#[test]
fn the_benchmark_ends() {
    let image = assembled(ARCHITECTURE.benchmark().1).expect("it is right");
    let (mut machine, mut host) = (loaded(&image, &[]), Host::default());
    assert_eq!(machine.run(&mut host, 100_000_000, &mut ()), Stop::Exit { status: 0 });
}

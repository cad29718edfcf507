//! Every case of the small functions in instructions: each amount of a shift, each bit field, each
//! immediate operand, each byte and halfword that is extended.
//!
//! The expected values are formulas of this file, and the words are encoded here, from the tables of
//! MIPS32 volume II. Each program runs in every engine. Operands are loaded from memory, so that
//! native code does not know them.

use std::fmt::Write as _;

use asmkit::{NoLibrary, Sources};
use machine::{Host, Machine as _};
use mips32::{Dialect, Handler, Mips32, Options, assembler};

use crate::engines;

/// Cases of one program: as many results as the comparison of engines looks at.
const CASES: usize = 340;
/// The same, if it runs several times as native code, where a region has at most 1,200 instructions.
const NATIVE_CASES: usize = 128;
const NATIVE_ROUNDS: u16 = 5;
/// Address of the operands and results.
const DATA: u64 = 0x1001_0000;
/// Bytes of a case there: two operands, and the result.
const CASE_BYTES: u64 = 12;
const NOP: u32 = 0;

/// Instructions that read `$9` and write `$10`, with the values of both before and of `$10` after them.
struct Case {
    words: [u32; 3],
    input: u32,
    old: u32,
    expected: u32,
}

fn case(word: u32, input: u32, expected: u32) -> Case {
    Case { words: [word, NOP, NOP], input, old: 0, expected }
}

/// Runs all cases and compares; every `native`th also several times, for native code.
fn check(cases: &[Case], native: usize) {
    let all: Vec<&Case> = cases.iter().collect();
    let some: Vec<&Case> = cases.iter().step_by(native).collect();
    for (cases, at_once, rounds) in [(all, CASES, 1), (some, NATIVE_CASES, NATIVE_ROUNDS)] {
        for cases in cases.chunks(at_once) {
            let results = results(cases, rounds);
            for (case, result) in cases.iter().zip(results) {
                let Case { words, input, old, expected } = **case;
                assert_eq!(
                    result, expected,
                    "{words:#010x?} with $9 = {input:#x}, $10 = {old:#x} gives {result:#x}, not \
                     {expected:#x}"
                );
            }
        }
    }
}

fn results(cases: &[&Case], rounds: u16) -> Vec<u32> {
    let mut source = String::from(".data\n");
    for Case { input, old, .. } in cases {
        writeln!(source, ".word {input}, {old}, 0").expect("a text has no errors");
    }
    let begin = format!(".text\n.globl __start\n__start: li $7, {rounds}\nround: lui $8, 0x1001\n");
    source += &begin;
    for (number, Case { words: [a, b, c], .. }) in cases.iter().enumerate() {
        // Native code starts only where a run of 50 instructions ends, so blocks are shorter.
        if number % 4 == 0 {
            writeln!(source, "b case{number}\ncase{number}:").expect("a text has no errors");
        }
        // Loads of $9 and $10 before; after, a store of $10, and $8 moves to the next case.
        let line =
            writeln!(source, ".word 0x8d090000, 0x8d0a0004, {a}, {b}, {c}, 0xad0a0008, 0x2508000c");
        line.expect("a text has no errors");
    }
    source += "addiu $7, $7, -1\nbne $7, $0, round\n";
    let options = Options { handler: Handler::None, ..Options::of(Dialect::Spim) };
    let mut sources = Sources::new();
    let file = sources.add("all.s", source.as_bytes());
    let assembly = assembler::assemble(&mut sources, &[file], &options, &NoLibrary);
    let image = assembly.unwrap_or_else(|errors| panic!("{errors:?}")).image;
    // Instructions of a case, and of a round apart from its cases.
    let (of_cases, others) = (7 * cases.len() + cases.len().div_ceil(4), 3);
    let budget = 1 + (of_cases + others) as u64 * u64::from(rounds);
    let new = || Mips32::new(options);
    let (machine, ..) = engines::agreed("all.s", &image, &Host::default(), budget, new, |_| {});
    let byte = |at: u64| machine.peek(DATA + at).expect("the data area") as u8;
    let word = |index: usize| {
        let at = CASE_BYTES * index as u64 + 8;
        u32::from_le_bytes([byte(at), byte(at + 1), byte(at + 2), byte(at + 3)])
    };
    (0..cases.len()).map(word).collect()
}

/// Bit `at` of a value.
fn bit(value: u32, at: u32) -> u32 {
    u32::from(value & 1 << at != 0)
}

/// A value from its bits, the lowest first.
fn of_bits(bit: impl Fn(u32) -> u32) -> u32 {
    (0..32).map(|at| bit(at) << at).sum()
}

const VALUES: [u32; 6] = [0, u32::MAX, 0x8000_0001, 0x7fff_fffe, 0x0123_4567, 0xfedc_ba98];

#[test]
fn all_shift_amounts() {
    let mut cases = Vec::new();
    for value in VALUES {
        for by in 0..32 {
            let at_or = |at: u32, outside: u32| if at < 32 { bit(value, at) } else { outside };
            let word = |function: u32| 9 << 16 | 10 << 11 | by << 6 | function;
            let left = of_bits(|at| if at < by { 0 } else { bit(value, at - by) });
            cases.push(case(word(0), value, left));
            cases.push(case(word(2), value, of_bits(|at| at_or(at + by, 0))));
            cases.push(case(word(3), value, of_bits(|at| at_or(at + by, bit(value, 31)))));
            // ROTR is SRL with bit 21.
            let rotated = of_bits(|at| bit(value, (at + by) % 32));
            cases.push(case(word(2) | 1 << 21, value, rotated));
        }
    }
    check(&cases, 1);
}

/// Native code makes one rotation of two shifts and OR.
#[test]
fn all_rotations_by_two_shifts() {
    let mut cases = Vec::new();
    // SLL, SRL and OR.
    let shift =
        |from: u32, to: u32, by: u32, function: u32| from << 16 | to << 11 | by << 6 | function;
    let or = |a: u32, b: u32| a << 21 | b << 16 | 10 << 11 | 0x25;
    for input in VALUES {
        for (left, right) in (0..32).flat_map(|left| [(left, (32 - left) % 32), (left, 31 - left)])
        {
            let old = input.rotate_left(9) ^ 0x00ff_00f0;
            for (word, value) in [(9, input), (10, old)] {
                let high = of_bits(|at| if at < left { 0 } else { bit(value, at - left) });
                let low = of_bits(|at| if at + right < 32 { bit(input, at + right) } else { 0 });
                let shifts = [shift(word, 10, left, 0), shift(9, 11, right, 2)];
                for last in [or(10, 11), or(11, 10)] {
                    let words = [shifts[0], shifts[1], last];
                    cases.push(Case { words, input, old, expected: high | low });
                }
            }
        }
    }
    check(&cases, 1);
}

#[test]
fn all_bit_fields() {
    let mut cases = Vec::new();
    for value in VALUES {
        for low in 0..32 {
            for size in 1..=32 - low {
                let word = |high: u32, function: u32| {
                    0x7c00_0000 | 9 << 21 | 10 << 16 | high << 11 | low << 6 | function
                };
                let field = of_bits(|at| if at < size { bit(value, low + at) } else { 0 });
                cases.push(case(word(size - 1, 0), value, field));
                let old = !value.rotate_left(7);
                let is_inside = |at: u32| (low..low + size).contains(&at);
                let expected =
                    of_bits(|at| if is_inside(at) { bit(value, at - low) } else { bit(old, at) });
                let word = word(low + size - 1, 4);
                cases.push(Case { words: [word, NOP, NOP], input: value, old, expected });
            }
        }
    }
    check(&cases, 4);
}

#[test]
fn all_immediate_operands() {
    let input = 0x8000_7fffu32;
    let mut cases = Vec::new();
    for bits in 0..=0xffff_u32 {
        // Two's complement of 16 bits, in wider arithmetic.
        let signed = i64::from(bits) - if bits < 0x8000 { 0 } else { 0x1_0000 };
        let word = |opcode: u32| opcode << 26 | 9 << 21 | 10 << 16 | bits;
        let of = |opcode, expected| case(word(opcode), input, expected);
        cases.push(of(9, (i64::from(input) + signed) as u32));
        cases.push(of(10, (i64::from(input as i32) < signed).into()));
        cases.push(of(11, (input < signed as u32).into()));
        cases.push(of(12, input & bits));
        cases.push(of(14, input ^ bits));
    }
    check(&cases, 61);
}

#[test]
fn all_bytes_and_halfwords_are_extended() {
    let word = |function: u32| 0x7c00_0020 | 9 << 16 | 10 << 11 | function << 6;
    let mut cases = Vec::new();
    for low in 0..=0xffff_u32 {
        let input = 0x5a5a_0000 | low;
        let extended = |bits: u32| {
            let sign = bit(low, bits - 1);
            of_bits(|at| if at < bits { bit(low, at) } else { sign })
        };
        cases.push(case(word(0x18), input, extended(16)));
        if low <= 0xff {
            cases.push(case(word(0x10), input ^ 0xa500, extended(8)));
        }
    }
    check(&cases, 31);
}

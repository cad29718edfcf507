//! Every case of the small functions in instructions: each amount of a shift, each bit field, each
//! immediate operand, each byte and halfword that is extended.
//!
//! The expected values are formulas of this file, and the words are encoded here, from the tables of
//! MIPS32 volume II. Each program runs in every engine.

use std::fmt::Write as _;

use asmkit::{NoLibrary, Sources};
use machine::{Host, Machine as _};
use mips32::{Dialect, Handler, Mips32, Options, assembler};

use crate::engines;

/// Cases of one program: as many results as the comparison of engines looks at.
const CASES: usize = 1024;
/// Instructions of one case.
const STEPS: u64 = 7;
/// Address of the results.
const DATA: u64 = 0x1001_0000;

/// An instruction that reads `$9` and writes `$10`, with what is in both before and in `$10` after it.
struct Case {
    word: u32,
    input: u32,
    old: u32,
    expected: u32,
}

fn case(word: u32, input: u32, expected: u32) -> Case {
    Case { word, input, old: 0, expected }
}

/// Runs all cases and compares.
fn check(cases: &[Case]) {
    for cases in cases.chunks(CASES) {
        let results = results(cases);
        for (case, result) in cases.iter().zip(results) {
            let Case { word, input, old, expected } = *case;
            assert_eq!(
                result, expected,
                "{word:#010x} with $9 = {input:#x}, $10 = {old:#x} gives {result:#x}, not {expected:#x}"
            );
        }
    }
}

fn results(cases: &[Case]) -> Vec<u32> {
    let mut source = format!(
        ".data\n.space {}\n.text\n.globl __start\n__start: lui $8, 0x1001\n",
        4 * cases.len()
    );
    for Case { word, input, old, .. } in cases {
        let load = |register: u32, value: u32| {
            let high = 0x3c00_0000 | register << 16 | value >> 16;
            (high, 0x3400_0000 | register << 21 | register << 16 | value & 0xffff)
        };
        let ((a, b), (c, d)) = (load(9, *input), load(10, *old));
        // The last two store $10 and move $8 on.
        let line = writeln!(source, ".word {a}, {b}, {c}, {d}, {word}, 0xad0a0000, 0x25080004");
        line.expect("a text has no errors");
    }
    let options = Options { handler: Handler::None, ..Options::of(Dialect::Spim) };
    let mut sources = Sources::new();
    let file = sources.add("all.s", source.as_bytes());
    let assembly = assembler::assemble(&mut sources, &[file], &options, &NoLibrary);
    let image = assembly.unwrap_or_else(|errors| panic!("{errors:?}")).image;
    let budget = 1 + STEPS * cases.len() as u64;
    let new = || Mips32::new(options);
    let (machine, ..) = engines::agreed("all.s", &image, &Host::default(), budget, new, |_| {});
    let byte = |at: u64| machine.peek(DATA + at).expect("the data area") as u8;
    let word = |index: usize| {
        let at = 4 * index as u64;
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
    check(&cases);
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
                cases.push(Case { word, input: value, old, expected });
            }
        }
    }
    check(&cases);
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
    check(&cases);
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
    check(&cases);
}

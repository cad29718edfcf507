//! Arithmetic compared with the manual, with Rust's own, with itself in other modes, and with
//! `qemu-riscv32` if that and a compiler are installed.

use std::process::Command;

use machine::Random;

use super::call::OPERATIONS;
use super::{
    DZ, Float, FloatOutcome, Format, NV, NX, OF, Rounding, UF, apply, apply_exactly, host,
};

const FORMATS: [Format; 2] = [Format::Single, Format::Double];

const ROUNDINGS: [Rounding; 5] =
    [Rounding::NearestEven, Rounding::Zero, Rounding::Down, Rounding::Up, Rounding::NearestAway];

/// Generator of operands that are likely corner cases, and likely close to each other.
struct Operands {
    random: Random,
    last: u64,
}

impl Operands {
    fn seeded(seed: u64) -> Operands {
        Operands { random: Random::seeded(seed), last: 0 }
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.random.next_u64() % limit
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }

    fn next(&mut self, format: Format) -> u64 {
        let (hidden, all) = (1_u64 << format.fraction_bits(), format.sign() | (format.sign() - 1));
        let one = (format.infinity() / 2) & !(hidden - 1);
        let noise = self.random.next_u64() & all;
        let sign = noise & format.sign();
        let near = self.below(9).wrapping_sub(4);
        self.last = all
            & match self.below(8) {
                0 | 1 => noise,
                // A corner case and its neighbours.
                2 => {
                    let (infinity, quiet) = (format.infinity(), format.infinity() | format.quiet());
                    let corners = [0, hidden, one, infinity, infinity | 1, quiet];
                    sign | (self.pick(&corners).wrapping_add(near) & (format.sign() - 1))
                }
                // Few bits, close to one: sums and products that are exact or halfway.
                3 => {
                    let exponent = self.below(80).wrapping_sub(16).wrapping_mul(hidden);
                    let fraction = (hidden - 1) & !((hidden - 1) >> self.below(6));
                    sign ^ one.wrapping_add(exponent) ^ noise & fraction
                }
                // Around the bounds of words, with halves.
                4 => {
                    let bound = self.pick(&[0.0, 1.0, 2147483648.0, 4294967296.0]);
                    let value = bound + near as i64 as f64 / 4.0;
                    match format {
                        Format::Single => sign | u64::from((value as f32).to_bits()),
                        Format::Double => sign | value.to_bits(),
                    }
                }
                5 => sign | noise & (hidden - 1) >> self.below(u64::from(format.fraction_bits())),
                // A number close to the previous one.
                6 => self.last.wrapping_add(near),
                _ => self.last.wrapping_add(near.wrapping_mul(hidden)) ^ format.sign(),
            };
        self.last
    }

    /// First operand, which may be a word or of the other format.
    fn first(&mut self, format: Format, op: Float) -> u64 {
        match op {
            Float::FromWord | Float::FromWordUnsigned => {
                let noise = self.random.next_u64() as u32 >> self.below(32);
                let near = self.below(5).wrapping_sub(2) as u32;
                u64::from(self.pick(&[noise, noise.wrapping_neg(), near, near ^ 1 << 31]))
            }
            Float::ToSingle => match self.below(2) {
                0 => self.next(Format::Double),
                // Halfway between singles, or nearly.
                _ => {
                    let single = f32::from_bits(self.next(Format::Single) as u32);
                    let near = self.below(5).wrapping_sub(2) ^ self.below(2) << 28;
                    f64::from(single).to_bits().wrapping_add(near)
                }
            },
            Float::ToDouble => self.next(Format::Single),
            _ => self.next(format),
        }
    }
}

const S: Format = Format::Single;
const D: Format = Format::Double;
const ONE: u64 = 0x3f80_0000;
const INFINITY: u64 = 0x7f80_0000;
const LARGEST: u64 = 0x7f7f_ffff;
const NORMAL: u64 = 0x0080_0000;
const MINUS: u64 = 0x8000_0000;
const QUIET: u64 = 0x7fc0_0000;
const SIGNALLING: u64 = 0x7f80_0001;
const MINUS_QUIET: u64 = 0xffc0_1234;

/// Operands, result and flags.
type Corner = (Format, Float, Rounding, [u64; 3], u64, u8);

/// Quoted headings are sections of the Unprivileged ISA.
#[rustfmt::skip]
const CORNERS: &[Corner] = {
    use Float::*;
    use Rounding::*;
    &[
    // "NaN Generation and Propagation": the result is the canonical NaN for any NaN operand.
    (S, Add, NearestEven, [MINUS_QUIET, ONE, 0], QUIET, 0),
    (S, Add, NearestEven, [ONE, SIGNALLING, 0], QUIET, NV),
    (S, Subtract, NearestEven, [INFINITY, INFINITY, 0], QUIET, NV),
    (S, Multiply, NearestEven, [0, INFINITY, 0], QUIET, NV),
    (S, Divide, NearestEven, [0, MINUS, 0], QUIET, NV),
    (S, Divide, NearestEven, [INFINITY, INFINITY, 0], QUIET, NV),
    (S, SquareRoot, NearestEven, [MINUS | ONE, 0, 0], QUIET, NV),
    (S, ToDouble, NearestEven, [MINUS_QUIET, 0, 0], 0x7ff8_0000_0000_0000, 0),
    (D, ToSingle, NearestEven, [0xfff0_0000_0000_0001, 0, 0], QUIET, NV),
    // "Single-Precision Floating-Point Computational Instructions".
    (S, SquareRoot, NearestEven, [MINUS, 0, 0], MINUS, 0),
    (S, Divide, NearestEven, [ONE, MINUS, 0], MINUS | INFINITY, DZ),
    (S, Divide, NearestEven, [INFINITY, 0, 0], INFINITY, 0),
    (S, Minimum, NearestEven, [0, MINUS, 0], MINUS, 0),
    (S, Maximum, NearestEven, [MINUS, 0, 0], 0, 0),
    (S, Minimum, NearestEven, [MINUS_QUIET, ONE, 0], ONE, 0),
    (S, Maximum, NearestEven, [ONE, SIGNALLING, 0], ONE, NV),
    (S, Maximum, NearestEven, [MINUS_QUIET, MINUS_QUIET, 0], QUIET, 0),
    (S, FusedMultiplyAdd, NearestEven, [INFINITY, 0, MINUS_QUIET], QUIET, NV),
    (S, FusedMultiplyAdd, NearestEven, [INFINITY, ONE, MINUS | INFINITY], QUIET, NV),
    (S, FusedNegativeMultiplySubtract, NearestEven, [ONE, ONE, ONE], 0, 0),
    (S, FusedNegativeMultiplySubtract, Down, [ONE, ONE, ONE], MINUS, 0),
    (S, FusedNegativeMultiplyAdd, NearestEven, [ONE, ONE, ONE], MINUS | 0x4000_0000, 0),
    // IEEE 754-2008, 6.3 determines the sign of the zero result.
    (S, Add, Down, [ONE, MINUS | ONE, 0], MINUS, 0),
    (S, Add, Up, [ONE, MINUS | ONE, 0], 0, 0),
    (S, Add, NearestEven, [MINUS, MINUS, 0], MINUS, 0),
    (S, Subtract, NearestEven, [MINUS, MINUS, 0], 0, 0),
    // IEEE 754-2008, 7.4: overflow in every mode, even if the result is not infinity.
    (S, Multiply, NearestEven, [LARGEST, LARGEST, 0], INFINITY, OF | NX),
    (S, Multiply, Zero, [LARGEST, LARGEST, 0], LARGEST, OF | NX),
    (S, Multiply, Down, [LARGEST, LARGEST, 0], LARGEST, OF | NX),
    (S, Multiply, Down, [LARGEST, MINUS | LARGEST, 0], MINUS | INFINITY, OF | NX),
    (S, Multiply, Up, [LARGEST, MINUS | LARGEST, 0], MINUS | LARGEST, OF | NX),
    (S, Add, Zero, [LARGEST, ONE, 0], LARGEST, NX),
    (S, Add, Up, [LARGEST, ONE, 0], INFINITY, OF | NX),
    // 7.5: tininess is determined after rounding with unbounded exponent, and only if inexact.
    (S, Multiply, NearestEven, [NORMAL, 0x3f00_0000, 0], 0x0040_0000, 0),
    (S, Multiply, NearestEven, [1, 0x3f00_0000, 0], 0, UF | NX),
    (S, Multiply, Up, [1, 1, 0], 1, UF | NX),
    // (1 - 2^-24) × 2^-126 has 24 bits, so it is tiny, though it rounds to the least normal number.
    (S, Multiply, NearestEven, [0x0100_0000 - 1, 0x3f00_0000, 0], NORMAL, UF | NX),
    // (1 - 2^-46) × 2^-126 rounded up to 24 bits is already the least normal number.
    (S, Multiply, NearestEven, [NORMAL | 1, ONE - 2, 0], NORMAL, NX),
    (S, Multiply, Zero, [NORMAL | 1, ONE - 2, 0], NORMAL - 1, UF | NX),
    // "Conversion and Move Instructions", table of invalid inputs.
    (S, ToWord, Zero, [0xbf66_6666, 0, 0], 0, NX),
    (S, ToWord, Down, [0xbf66_6666, 0, 0], 0xffff_ffff, NX),
    (S, ToWord, NearestEven, [0x4020_0000, 0, 0], 2, NX),
    (S, ToWord, NearestAway, [0x4020_0000, 0, 0], 3, NX),
    (S, ToWord, NearestEven, [0x4f00_0000, 0, 0], 0x7fff_ffff, NV),
    (S, ToWord, NearestEven, [0xcf00_0000, 0, 0], 0x8000_0000, 0),
    (S, ToWord, NearestEven, [MINUS | INFINITY, 0, 0], 0x8000_0000, NV),
    (S, ToWord, NearestEven, [MINUS_QUIET, 0, 0], 0x7fff_ffff, NV),
    (S, ToWordUnsigned, Zero, [0xbf66_6666, 0, 0], 0, NX),
    (S, ToWordUnsigned, Down, [0xbf66_6666, 0, 0], 0, NV),
    (S, ToWordUnsigned, NearestEven, [0x4f80_0000, 0, 0], 0xffff_ffff, NV),
    (S, ToWordUnsigned, NearestEven, [QUIET, 0, 0], 0xffff_ffff, NV),
    (S, FromWord, NearestEven, [0xffff_ffff, 0, 0], MINUS | ONE, 0),
    (S, FromWordUnsigned, NearestEven, [0xffff_ffff, 0, 0], 0x4f80_0000, NX),
    (S, FromWordUnsigned, Zero, [0xffff_ffff, 0, 0], 0x4f7f_ffff, NX),
    // "Floating-Point Compare Instructions".
    (S, Equal, NearestEven, [0, MINUS, 0], 1, 0),
    (S, Equal, NearestEven, [QUIET, QUIET, 0], 0, 0),
    (S, Equal, NearestEven, [ONE, SIGNALLING, 0], 0, NV),
    (S, Less, NearestEven, [MINUS, 0, 0], 0, 0),
    (S, LessOrEqual, NearestEven, [QUIET, ONE, 0], 0, NV),
    // "Floating-Point Classify Instruction".
    (S, Class, NearestEven, [MINUS | INFINITY, 0, 0], 1 << 0, 0),
    (S, Class, NearestEven, [MINUS | ONE, 0, 0], 1 << 1, 0),
    (S, Class, NearestEven, [MINUS | 1, 0, 0], 1 << 2, 0),
    (S, Class, NearestEven, [MINUS, 0, 0], 1 << 3, 0),
    (S, Class, NearestEven, [0, 0, 0], 1 << 4, 0),
    (S, Class, NearestEven, [NORMAL - 1, 0, 0], 1 << 5, 0),
    (S, Class, NearestEven, [NORMAL, 0, 0], 1 << 6, 0),
    (S, Class, NearestEven, [INFINITY, 0, 0], 1 << 7, 0),
    (S, Class, NearestEven, [SIGNALLING, 0, 0], 1 << 8, 0),
    (S, Class, NearestEven, [MINUS_QUIET, 0, 0], 1 << 9, 0),
    ]
};

#[test]
fn corners_are_as_the_manual_says() {
    for &(format, op, rounding, [a, b, c], bits, flags) in CORNERS {
        let ours = apply(format, op, rounding, a, b, c);
        let shown = format!("{op:?} {rounding:?} of {a:#x}, {b:#x}, {c:#x} gives {ours:x?}");
        assert_eq!(ours, FloatOutcome { bits, flags }, "{shown}");
    }
}

#[test]
fn five_patterns_are_rounding_modes() {
    let modes: Vec<Rounding> = (0..8).filter_map(Rounding::from_bits).collect();
    assert_eq!(modes, ROUNDINGS);
}

/// Rust's result, with any NaN as the canonical one; `None` for operations that Rust does not have.
macro_rules! rusts_own {
    ($name:ident, $float:ty, $bits:ty) => {
        fn $name(op: Float, a: u64, b: u64, c: u64) -> Option<u64> {
            let [x, y, z] = [a, b, c].map(|bits| <$float>::from_bits(bits as $bits));
            let result = match op {
                Float::Add => x + y,
                Float::Subtract => x - y,
                Float::Multiply => x * y,
                Float::Divide => x / y,
                Float::SquareRoot => x.sqrt(),
                Float::FusedMultiplyAdd => x.mul_add(y, z),
                Float::FusedMultiplySubtract => x.mul_add(y, -z),
                Float::FusedNegativeMultiplySubtract => (-x).mul_add(y, z),
                Float::FusedNegativeMultiplyAdd => (-x).mul_add(y, -z),
                Float::Equal => return Some((x == y).into()),
                Float::Less => return Some((x < y).into()),
                Float::LessOrEqual => return Some((x <= y).into()),
                Float::FromWord => (a as u32 as i32) as $float,
                Float::FromWordUnsigned => (a as u32) as $float,
                _ => return None,
            };
            let nan = <$float>::INFINITY.to_bits() | 1 << (<$float>::MANTISSA_DIGITS - 2);
            Some(if result.is_nan() { nan } else { result.to_bits() }.into())
        }
    };
}

rusts_own!(rusts_single, f32, u32);
rusts_own!(rusts_double, f64, u64);

#[test]
fn nearest_even_is_rusts_own() {
    let mut operands = Operands::seeded(1);
    for (format, op) in FORMATS.into_iter().flat_map(|f| OPERATIONS.map(|op| (f, op))) {
        for _ in 0..20_000 {
            let a = operands.first(format, op);
            let (b, c) = (operands.next(format), operands.next(format));
            let rusts = match format {
                Format::Single => rusts_single(op, a, b, c),
                Format::Double => rusts_double(op, a, b, c),
            };
            let Some(rusts) = rusts else { break };
            let ours = apply(format, op, Rounding::NearestEven, a, b, c);
            assert_eq!(ours.bits, rusts, "{format:?} {op:?} of {a:#x}, {b:#x}, {c:#x}");
        }
    }
}

/// Rank of a number among all numbers of its format, with both zeros at the same rank.
fn rank(format: Format, bits: u64) -> i64 {
    let magnitude = (bits & (format.sign() - 1)) as i64;
    if bits & format.sign() != 0 { -magnitude } else { magnitude }
}

#[test]
fn the_usual_cases_are_the_exact_ones() {
    let mut operands = Operands::seeded(4);
    for (format, op) in FORMATS.into_iter().flat_map(|f| OPERATIONS.map(|op| (f, op))) {
        let mut usual = 0;
        for _ in 0..20_000 {
            let [a, b, c] = std::array::from_fn(|_| operands.next(format));
            let exact = apply_exactly(format, op, Rounding::NearestEven, a, b, c);
            let host = host::apply(format, op, Rounding::NearestEven, a, b, c);
            assert!(host.is_none_or(|host| host == exact), "{format:?} {op:?} {a:x} {b:x} {c:x}");
            usual += u32::from(host.is_some());
        }
        let is_fast = OPERATIONS[..9].contains(&op);
        assert_eq!(usual > 2_000, is_fast, "{format:?} {op:?}: {usual}");
    }
}

#[test]
fn modes_enclose_the_exact_result() {
    let mut operands = Operands::seeded(2);
    for (format, op) in FORMATS.into_iter().flat_map(|f| OPERATIONS.map(|op| (f, op))) {
        for _ in 0..5_000 {
            let a = operands.first(format, op);
            let (b, c) = (operands.next(format), operands.next(format));
            let all = ROUNDINGS.map(|rounding| apply(format, op, rounding, a, b, c));
            let [even, zero, down, up, away] = all;
            let shown = format!("{format:?} {op:?} of {a:#x}, {b:#x}, {c:#x}: {all:x?}");
            if all.iter().any(|outcome| outcome.flags & NV != 0) {
                continue;
            }
            let exact = even.flags & NX == 0;
            assert!(all.iter().all(|outcome| (outcome.flags & NX == 0) == exact), "{shown}");
            let to = match op {
                Float::ToSingle => Format::Single,
                Float::ToDouble => Format::Double,
                _ => format,
            };
            let place = |outcome: FloatOutcome| match op {
                Float::ToWord => i64::from(outcome.bits as u32 as i32),
                Float::ToWordUnsigned => outcome.bits as i64,
                _ => rank(to, outcome.bits),
            };
            let gap = place(up) - place(down);
            assert_eq!(gap, if exact { 0 } else { 1 }, "{shown}");
            assert!([down, up].map(place).contains(&place(even)), "{shown}");
            assert!([down, up].map(place).contains(&place(away)), "{shown}");
            assert_eq!(place(zero).abs(), place(down).abs().min(place(up).abs()), "{shown}");
        }
    }
}

/// One operation in the format of `qemu.c`.
struct Question {
    format: Format,
    op: Float,
    rounding: Rounding,
    operands: [u64; 3],
}

impl Question {
    fn bytes(&self) -> Vec<u8> {
        let op = OPERATIONS.iter().position(|op| *op == self.op).unwrap_or_default();
        let head = [u32::from(self.format == Format::Double), op as u32, self.rounding as u32, 0];
        let head = head.into_iter().flat_map(u32::to_le_bytes);
        head.chain(self.operands.into_iter().flat_map(u64::to_le_bytes)).collect()
    }
}

/// Answers of `qemu-riscv32`, 16 bytes each; `None` if it or the compiler is not installed.
fn asked(questions: &[Question]) -> Option<Vec<u8>> {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("float");
    let compiled = Command::new("riscv64-unknown-elf-gcc")
        .args(["-O1", "-ffreestanding", "-march=rv32imafd", "-mabi=ilp32d", "-nostdlib"])
        .args(["-Wl,--no-relax", "-o"])
        .arg(&program)
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/src/isa/float/tests/qemu.c"))
        .status();
    assert!(compiled.ok()?.success(), "qemu.c is translated");
    let (input, output) = (folder.path().join("in"), folder.path().join("out"));
    let bytes: Vec<u8> = questions.iter().flat_map(Question::bytes).collect();
    std::fs::write(&input, bytes).expect("written");
    let ran = Command::new("qemu-riscv32")
        .arg(&program)
        .stdin(std::fs::File::open(&input).expect("the input"))
        .stdout(std::fs::File::create(&output).expect("the output"))
        .status();
    assert!(ran.ok()?.success(), "qemu.c runs to its end");
    Some(std::fs::read(&output).expect("the output"))
}

#[test]
fn results_and_flags_are_qemus() {
    let mut operands = Operands::seeded(3);
    let mut questions = Vec::new();
    for (format, op) in FORMATS.into_iter().flat_map(|f| OPERATIONS.map(|op| (f, op))) {
        for _ in 0..20_000 {
            let rounding = operands.pick(&ROUNDINGS);
            let a = operands.first(format, op);
            let operands = [a, operands.next(format), operands.next(format)];
            questions.push(Question { format, op, rounding, operands });
        }
    }
    let Some(answers) = asked(&questions) else {
        println!("not checked: qemu-riscv32 or riscv64-unknown-elf-gcc is not installed");
        return;
    };
    assert_eq!(answers.len(), questions.len() * 16);
    for (Question { format, op, rounding, operands }, answer) in
        questions.iter().zip(answers.chunks(16))
    {
        let (bits, flags) = answer.split_at(8);
        let bits = u64::from_le_bytes(bits.try_into().expect("eight bytes"));
        let [a, b, c] = *operands;
        let ours = apply(*format, *op, *rounding, a, b, c);
        let shown = format!("{format:?} {op:?} {rounding:?} of {a:#x}, {b:#x}, {c:#x}");
        assert_eq!(ours, FloatOutcome { bits, flags: flags[0] }, "{shown}");
    }
}

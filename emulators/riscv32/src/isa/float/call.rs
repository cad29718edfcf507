//! Floating point as a function that native code calls.

use super::{Float, Format, Rounding};

/// Operations by code, in the order of the tests' `qemu.c`.
pub(super) const OPERATIONS: [Float; 21] = [
    Float::Add,
    Float::Subtract,
    Float::Multiply,
    Float::Divide,
    Float::SquareRoot,
    Float::FusedMultiplyAdd,
    Float::FusedMultiplySubtract,
    Float::FusedNegativeMultiplySubtract,
    Float::FusedNegativeMultiplyAdd,
    Float::Minimum,
    Float::Maximum,
    Float::Equal,
    Float::Less,
    Float::LessOrEqual,
    Float::Class,
    Float::ToWord,
    Float::ToWordUnsigned,
    Float::FromWord,
    Float::FromWordUnsigned,
    Float::ToSingle,
    Float::ToDouble,
];

/// Added to the code for doubles.
const DOUBLE: u8 = 32;

/// The code of an operation.
pub(crate) fn code(format: Format, op: Float) -> u8 {
    let code = OPERATIONS.iter().position(|&it| it == op).unwrap_or(0) as u8;
    if format == Format::Double { code | DOUBLE } else { code }
}

/// Applies an operation to three operands of two words each, rounding mode and code; the results
/// are the number, in two words, and the flags.
pub(crate) extern "C" fn apply(words: &mut [u64; 8]) {
    let [a, b, c] = [0, 2, 4].map(|at| u64::from(words[at] as u32) | words[at + 1] << 32);
    let code = words[7] as u8;
    let format = if code & DOUBLE != 0 { Format::Double } else { Format::Single };
    let op = OPERATIONS[usize::from(code % DOUBLE) % OPERATIONS.len()];
    let rounding = Rounding::from_bits(words[6] as u8).unwrap_or(Rounding::NearestEven);
    let outcome = super::apply(format, op, rounding, a, b, c);
    words[0] = outcome.bits;
    words[1] = outcome.bits >> 32;
    words[2] = outcome.flags.into();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operation_has_a_code() {
        for (at, &op) in OPERATIONS.iter().enumerate() {
            assert_eq!(usize::from(code(Format::Single, op)), at);
            let one = 1f64.to_bits();
            let [low, high] = [one & 0xffff_ffff, one >> 32];
            let what = code(Format::Double, op).into();
            let mut words = [low, high, low, high, low, high, 0, what];
            apply(&mut words);
            let wanted =
                super::super::apply(Format::Double, op, Rounding::NearestEven, one, one, one);
            let [low, high, flags] = [words[0], words[1], words[2]].map(|word| word & 0xffff_ffff);
            assert_eq!((low | high << 32, flags as u8), (wanted.bits, wanted.flags), "{op:?}");
        }
    }
}

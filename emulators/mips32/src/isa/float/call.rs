//! Floating point as functions that native code calls.
//!
//! The first words are the operands, two words each, low word first, then come what to do and the rules.
//! The results replace the first words.

use super::{Arith, Convert, Rules, compare};

/// Operations, conversions and rules by code.
const ARITH: [Arith; 5] =
    [Arith::Add, Arith::Subtract, Arith::Multiply, Arith::Divide, Arith::SquareRoot];
const CONVERT: [Convert; 14] = [
    Convert::SingleToDouble,
    Convert::DoubleToSingle,
    Convert::WordToSingle,
    Convert::WordToDouble,
    Convert::SingleToWord,
    Convert::DoubleToWord,
    Convert::SingleRound,
    Convert::SingleTruncate,
    Convert::SingleCeiling,
    Convert::SingleFloor,
    Convert::DoubleRound,
    Convert::DoubleTruncate,
    Convert::DoubleCeiling,
    Convert::DoubleFloor,
];
const RULES: [Rules; 3] = [Rules::Mars, Rules::Spim, Rules::Mips];

/// The code of a value: its index.
pub(crate) trait Code: Copy + PartialEq + Sized + 'static {
    /// All values.
    const ALL: &'static [Self];

    /// The code of this value.
    fn code(self) -> u64 {
        Self::ALL.iter().position(|&it| it == self).unwrap_or(0) as u64
    }

    /// The value with a code in the low bits of a word.
    fn of(word: u64) -> Self {
        Self::ALL[word as u8 as usize % Self::ALL.len()]
    }
}

impl Code for Arith {
    const ALL: &'static [Arith] = &ARITH;
}

impl Code for Convert {
    const ALL: &'static [Convert] = &CONVERT;
}

impl Code for Rules {
    const ALL: &'static [Rules] = &RULES;
}

fn join(words: &[u64; 8], at: usize) -> u64 {
    u64::from(words[at] as u32) | words[at + 1] << 32
}

/// Two singles, [`Arith`] and [`Rules`].
pub(crate) extern "C" fn single(words: &mut [u64; 8]) {
    let [a, b] = [0, 2].map(|at| words[at] as u32);
    words[0] = super::single(Code::of(words[5]), Code::of(words[4]), a, b).into();
}

/// Two doubles, [`Arith`] and [`Rules`].
pub(crate) extern "C" fn double(words: &mut [u64; 8]) {
    let [a, b] = [0, 2].map(|at| join(words, at));
    let bits = super::double(Code::of(words[5]), Code::of(words[4]), a, b);
    (words[0], words[1]) = (bits, bits >> 32);
}

/// Two singles and a condition.
pub(crate) extern "C" fn compare_singles(words: &mut [u64; 8]) {
    let [a, b] = [0, 2].map(|at| f32::from_bits(words[at] as u32));
    words[0] = compare(words[4] as u8, a.partial_cmp(&b)).into();
}

/// Two doubles and a condition.
pub(crate) extern "C" fn compare_doubles(words: &mut [u64; 8]) {
    let [a, b] = [0, 2].map(|at| f64::from_bits(join(words, at)));
    words[0] = compare(words[4] as u8, a.partial_cmp(&b)).into();
}

/// A number, the mode of FCSR, [`Convert`] and [`Rules`].
pub(crate) extern "C" fn convert(words: &mut [u64; 8]) {
    let (mode, rules) = (words[2] as u32, Code::of(words[4]));
    let bits = super::convert(rules, mode, Code::of(words[3]), join(words, 0));
    (words[0], words[1]) = (bits, bits >> 32);
}

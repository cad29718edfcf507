//! Floating-point numbers as the bits of a machine's word.

/// Bits of the fraction of a 36-bit number.
const FRACTION_BITS: i32 = 27;

/// Bias of the exponent of a 36-bit number.
const EXCESS: i32 = 128;

/// The bits of a 36-bit floating-point number: a sign, an exponent and a fraction, all complemented
/// where it is negative; the nearest there is.
///
/// Source: PDP-10 System Reference Manual, "Floating Point Arithmetic".
pub(super) fn to_word36(number: f64) -> u64 {
    if number == 0.0 || !number.is_finite() {
        return 0;
    }
    let mut exponent = number.abs().log2().floor() as i32 + 1;
    let scaled =
        |exponent: i32| (number.abs() * 2f64.powi(FRACTION_BITS - exponent)).round() as u64;
    let mut fraction = scaled(exponent);
    if fraction >> FRACTION_BITS != 0 {
        exponent += 1;
        fraction = scaled(exponent);
    }
    let biased = (exponent + EXCESS).clamp(0, 255) as u64;
    let word = biased << FRACTION_BITS | fraction;
    if number < 0.0 { word.wrapping_neg() & 0o777777_777777 } else { word }
}

/// The number that 36 bits are.
pub(super) fn of_word36(word: u64) -> f64 {
    let is_negative = word >> 35 & 1 == 1;
    let word = if is_negative { word.wrapping_neg() & 0o777777_777777 } else { word };
    let exponent = (word >> FRACTION_BITS & 0xff) as i32 - EXCESS;
    let fraction = (word & ((1 << FRACTION_BITS) - 1)) as f64;
    let number = fraction * 2f64.powi(exponent - FRACTION_BITS);
    if is_negative { -number } else { number }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first is of the System Reference Manual; others are what MIDAS assembles.
    #[test]
    fn numbers_have_the_bits_of_the_manual() {
        for (number, word) in [
            (1.0, 0o201400_000000),
            (-1.0, 0o576400_000000),
            (0.5, 0o200400_000000),
            (10.0, 0o204500_000000),
            (-2.5, 0o575300_000000),
            (0.0, 0),
        ] {
            assert_eq!((to_word36(number), of_word36(word)), (word, number), "{number} {word:o}");
        }
        assert!((of_word36(to_word36(0.1)) - 0.1).abs() < 1e-8);
    }
}

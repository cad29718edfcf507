//! The generator of `java.util.Random`, which MARS and RARS use.
//!
//! Source: the specification of class `java.util.Random` (Java SE 17), which fixes the sequence.

/// A stream of random numbers: a linear congruential generator of 48 bits.
#[derive(Debug, Clone, Copy)]
pub struct JavaRandom {
    state: u64,
}

const MULTIPLIER: u64 = 0x5_deec_e66d;
const INCREMENT: u64 = 0xb;
const MASK: u64 = (1 << 48) - 1;

impl JavaRandom {
    /// Stream with this seed.
    #[must_use]
    pub fn seeded(seed: i64) -> Self {
        JavaRandom { state: (seed as u64 ^ MULTIPLIER) & MASK }
    }

    /// The next `count` bits, at most 32.
    fn bits(&mut self, count: u32) -> u32 {
        self.state = self.state.wrapping_mul(MULTIPLIER).wrapping_add(INCREMENT) & MASK;
        (self.state >> (48 - count)) as u32
    }

    /// A random `int`.
    pub fn int(&mut self) -> u32 {
        self.bits(32)
    }

    /// A number from 0 up to, not including, a bound of at least 1.
    pub fn below(&mut self, bound: u32) -> u32 {
        if bound.is_power_of_two() {
            return ((u64::from(bound) * u64::from(self.bits(31))) >> 31) as u32;
        }
        // Numbers in the last, incomplete range of `bound` numbers would favour low results.
        let complete = (1 << 31) / bound * bound;
        loop {
            let drawn = self.bits(31);
            if drawn < complete {
                return drawn % bound;
            }
        }
    }

    /// A single from 0 up to, not including, 1.
    pub fn single(&mut self) -> f32 {
        self.bits(24) as f32 / (1 << 24) as f32
    }

    /// A double from 0 up to, not including, 1.
    pub fn double(&mut self) -> f64 {
        let high = u64::from(self.bits(26)) << 27;
        let low = u64::from(self.bits(27));
        (high + low) as f64 / (1u64 << 53) as f64
    }
}

//! Random numbers that are the same on every host and in every version.

/// The splitmix64 generator: a counter and a mixing function.
///
/// The state advances by `0x9e3779b97f4a7c15`; each number is the state mixed by two rounds of
/// shift, exclusive or and multiplication. Period 2^64; not for cryptography.
///
/// Source: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random {
    state: u64,
}

impl Random {
    /// Creates the generator of a seed; every seed is equally good.
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// Returns the next 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e3779b97f4a7c15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58476d1ce4e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d049bb133111eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number from 0 to below a bound of at most 2^32; 0 for a bound of 0.
    ///
    /// The bias is below 2^-32: the upper half of 64 bits is scaled, never rejected.
    pub fn below(&mut self, bound: usize) -> usize {
        (((self.next_u64() >> 32) * bound as u64) >> 32) as usize
    }

    /// Puts the items in random order (Fisher and Yates, from the last item down).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of the published reference implementation.
    #[test]
    fn the_published_sequence() {
        let mut random = Random::new(1234567);
        let expected = [6457827717110365317_u64, 3203168211198807973, 9817491932198370423];
        assert_eq!(expected.map(|_| random.next_u64()), expected);
    }

    #[test]
    fn a_shuffle_keeps_every_item() {
        let mut items: Vec<u8> = (0..100).collect();
        Random::new(7).shuffle(&mut items);
        assert_ne!(items, (0..100).collect::<Vec<u8>>());
        items.sort_unstable();
        assert_eq!(items, (0..100).collect::<Vec<u8>>());
    }
}

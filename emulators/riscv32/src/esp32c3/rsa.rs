//! RSA accelerator: multiplication, modular multiplication and modular exponentiation of large numbers.
//!
//! An operation takes no time. As on the chip, modular operations use Montgomery's multiplication with
//! the constants that the program gives: wrong constants give a wrong result.
//!
//! Source: TRM, chapter "RSA Accelerator".

use super::registers::Values;

/// Numbers, with the least significant word first.
const M: u32 = 0x000;
const Z: u32 = 0x200;
const Y: u32 = 0x400;
const X: u32 = 0x600;
/// -1/M modulo 2^32.
const M_PRIME: u32 = 0x800;
/// Words of a number, minus 1; for a multiplication, those of the product.
const MODE: u32 = 0x804;
const QUERY_CLEAN: u32 = 0x808;
const START_MODEXP: u32 = 0x80c;
const START_MODMULT: u32 = 0x810;
const START_MULT: u32 = 0x814;
const QUERY_IDLE: u32 = 0x818;
const INT_CLR: u32 = 0x81c;
const SEARCH_ENABLE: u32 = 0x824;
/// Highest bit of the exponent that is looked at, if the search is enabled.
const SEARCH_POS: u32 = 0x828;
const INT_ENA: u32 = 0x82c;

const MOST_WORDS: u32 = 96;

/// Products of two words that count as much for the budget as an instruction, and the count of an
/// operation without them.
const PRODUCTS: usize = 8;
const OPERATION: usize = 8;

/// The accelerator.
#[derive(Debug, Clone)]
pub(super) struct Rsa {
    values: Values,
    raised: bool,
}

impl Default for Rsa {
    fn default() -> Self {
        Rsa { values: Values::new(&[(INT_ENA, 1)]), raised: false }
    }
}

impl Rsa {
    pub(super) fn load(&self, offset: u32) -> u32 {
        match offset {
            QUERY_CLEAN | QUERY_IDLE => 1,
            _ => self.values.load(offset),
        }
    }

    /// Writes a register; returns the work of the operation that it started, in instructions.
    pub(super) fn store(&mut self, offset: u32, value: u32) -> u64 {
        let words = (self.values.load(MODE) & 0x7f).min(MOST_WORDS - 1) + 1;
        let products = match offset {
            START_MODEXP => self.exponentiate(words),
            START_MODMULT => {
                let mut modulus = self.modulus(words);
                let product = modulus.times(&self.number(X, words), &self.number(Y, words));
                let product = modulus.times(&product, &self.number(Z, words));
                self.finish(&product);
                modulus.products
            }
            START_MULT => {
                let factor = self.number(X, words / 2);
                let other = self.number(Z + words / 2 * 4, words / 2);
                self.finish(&product(&factor, &other));
                factor.len() * other.len()
            }
            INT_CLR => {
                self.raised &= value & 1 == 0;
                return 0;
            }
            QUERY_CLEAN | QUERY_IDLE => return 0,
            _ => {
                self.values.store(offset, value);
                return 0;
            }
        };
        (OPERATION + products / PRODUCTS) as u64
    }

    /// 1 while it requests an interrupt.
    pub(super) fn level(&self) -> u64 {
        (self.raised && self.values.load(INT_ENA) & 1 != 0).into()
    }

    /// Z = X to the power of Y modulo M; returns the number of products of words.
    fn exponentiate(&mut self, words: u32) -> usize {
        let mut modulus = self.modulus(words);
        let (square_of_radix, exponent) = (self.number(Z, words), self.number(Y, words));
        let one: Vec<u32> = (0..words).map(|at| u32::from(at == 0)).collect();
        let base = modulus.times(&self.number(X, words), &square_of_radix);
        let mut power = modulus.times(&one, &square_of_radix);
        let highest = match self.values.load(SEARCH_ENABLE) & 1 {
            0 => words * 32 - 1,
            _ => (self.values.load(SEARCH_POS) & 0xfff).min(words * 32 - 1),
        };
        for bit in (0..=highest).rev() {
            power = modulus.times(&power, &power);
            if exponent[(bit / 32) as usize] >> (bit % 32) & 1 != 0 {
                power = modulus.times(&power, &base);
            }
        }
        let power = modulus.times(&power, &one);
        self.finish(&power);
        modulus.products
    }

    fn modulus(&self, words: u32) -> Modulus {
        let prime = self.values.load(M_PRIME);
        Modulus { words: self.number(M, words), prime, products: 0 }
    }

    fn number(&self, at: u32, words: u32) -> Vec<u32> {
        (0..words).map(|word| self.values.load(at + word * 4)).collect()
    }

    fn finish(&mut self, result: &[u32]) {
        for (at, &word) in (Z..).step_by(4).zip(result) {
            self.values.store(at, word);
        }
        self.raised = true;
    }
}

/// Modulus of Montgomery's multiplication.
///
/// Source: P. L. Montgomery, "Modular Multiplication Without Trial Division", 1985.
struct Modulus {
    words: Vec<u32>,
    /// -1/M modulo 2^32.
    prime: u32,
    /// Products of words so far.
    products: usize,
}

impl Modulus {
    /// x · y / R modulo M, where R is the first power of 2^32 above all numbers of this length.
    fn times(&mut self, x: &[u32], y: &[u32]) -> Vec<u32> {
        let length = self.words.len();
        // The rest of the work is that of a few products, even for short numbers.
        self.products += 2 * length * length + 8;
        let mut sum = vec![0; length + 1];
        for &factor in y {
            let over = add_product(&mut sum, x, factor);
            let multiple = sum[0].wrapping_mul(self.prime);
            let over = over + add_product(&mut sum, &self.words, multiple);
            // With the right constant, the lowest word is zero.
            sum.copy_within(1.., 0);
            sum[length] = over;
        }
        let is_below = sum[length] == 0 && sum[..length].iter().rev().lt(self.words.iter().rev());
        if !is_below {
            let mut borrow = false;
            for (word, &less) in sum.iter_mut().zip(&self.words) {
                let (first, a) = word.overflowing_sub(less);
                let (second, b) = first.overflowing_sub(borrow.into());
                (*word, borrow) = (second, a || b);
            }
        }
        sum.truncate(length);
        sum
    }
}

/// Adds `number · factor` to a sum that is one word longer; returns what does not fit.
fn add_product(sum: &mut [u32], number: &[u32], factor: u32) -> u32 {
    let mut carry = 0;
    for (word, &digit) in sum.iter_mut().zip(number) {
        let all = u64::from(*word) + u64::from(digit) * u64::from(factor) + carry;
        (*word, carry) = (all as u32, all >> 32);
    }
    let last = sum.len() - 1;
    let all = u64::from(sum[last]) + carry;
    sum[last] = all as u32;
    (all >> 32) as u32
}

/// The product, as long as both factors.
fn product(x: &[u32], y: &[u32]) -> Vec<u32> {
    let mut sum = vec![0; x.len() + y.len()];
    for (at, &factor) in y.iter().enumerate() {
        add_product(&mut sum[at..=at + x.len()], x, factor);
    }
    sum
}

//! Values in the making: what is known of them, and on pass 1 what is not.

use crate::Word36;
use crate::word::HALF;

/// A value, and on pass 1 what is not yet known of it.
///
/// Undefined names matter before pass 2 in one place only: literals that will be equal share a
/// word, and how many words they take must be known on pass 1.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(crate) struct Value {
    /// What is known.
    pub(crate) word: Word36,
    /// What is to be added when it is defined; empty on pass 2.
    pub(crate) unknown: Vec<UndefinedTerm>,
}

/// Something without a value in an expression, and what the expression does to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct UndefinedTerm {
    /// What it is.
    pub(crate) what: Undefined,
    /// What it is multiplied by.
    pub(crate) times: i64,
    /// Whether it is subtracted.
    pub(crate) minus: bool,
    /// Whether only its right half counts.
    pub(crate) half: bool,
    /// Whether its halves are exchanged, after that.
    pub(crate) swapped: bool,
    /// Whether it is an accumulator's field.
    pub(crate) accumulator: bool,
}

/// What has no value yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Undefined {
    /// A symbol, by its number.
    Symbol(usize),
    /// The address of an area of literals, by its number.
    Literals(usize),
}

impl From<Word36> for Value {
    fn from(word: Word36) -> Self {
        Value { word, unknown: Vec::new() }
    }
}

impl From<Undefined> for Value {
    fn from(what: Undefined) -> Self {
        let unknown = UndefinedTerm {
            what,
            times: 1,
            minus: false,
            half: false,
            swapped: false,
            accumulator: false,
        };
        Value { word: Word36::default(), unknown: vec![unknown] }
    }
}

impl Value {
    /// Adds another value, all 36 bits.
    pub(crate) fn add(&mut self, other: Value) {
        self.word = self.word + other.word;
        self.unknown.extend(other.unknown);
    }

    /// The value with its halves exchanged.
    pub(crate) fn swapped(mut self) -> Value {
        self.word = self.word.swapped();
        self.unknown.iter_mut().for_each(|unknown| unknown.swapped ^= true);
        self
    }

    /// The negative.
    pub(crate) fn negative(mut self) -> Value {
        self.word = Word36::default() - self.word;
        self.unknown.iter_mut().for_each(|unknown| unknown.minus ^= true);
        self
    }

    /// Every unknown part times a known factor; those of zero vanish.
    pub(crate) fn scale_unknown(&mut self, factor: Word36) {
        for unknown in &mut self.unknown {
            unknown.times = unknown.times.wrapping_mul(factor.signed());
        }
        self.unknown.retain(|unknown| unknown.times != 0);
    }

    /// Adds a value to what of this one waits for it; whether anything did.
    pub(crate) fn learn(&mut self, what: Undefined, value: Word36) -> bool {
        let before = self.unknown.len();
        for unknown in self.unknown.extract_if(.., |unknown| unknown.what == what) {
            self.word = unknown.add_to(self.word, value);
        }
        self.unknown.len() != before
    }
}

impl UndefinedTerm {
    /// A word with the value of this added where it belongs.
    fn add_to(self, word: Word36, value: Word36) -> Word36 {
        let mut part = value * Word36::from_signed(self.times);
        if self.minus {
            part = Word36::default() - part;
        }
        if self.half {
            part = part & Word36::new(HALF);
        }
        if self.accumulator {
            part = part & Word36::new(0o17);
        }
        if self.swapped {
            part = part.swapped();
        }
        if self.accumulator {
            part = part << Word36::new(5);
        }
        let sum = word + part;
        match (self.half, self.swapped) {
            (false, _) => sum,
            (true, false) => Word36::halves(word.left(), sum.right()),
            (true, true) => Word36::halves(sum.left(), word.right()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_learnt_goes_where_the_expression_put_it() {
        let mut value = Value::from(Undefined::Symbol(3)).negative();
        value.unknown[0].half = true;
        value = value.swapped();
        value.word = Word36::halves(5, 6);
        assert!(!value.learn(Undefined::Symbol(4), Word36::from(1)));
        assert!(value.learn(Undefined::Symbol(3), Word36::from(2)));
        assert_eq!(value, Word36::halves(3, 6).into());
    }
}

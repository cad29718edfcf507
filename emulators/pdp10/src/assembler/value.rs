//! Values with parts that are not known on pass 1.

use crate::Word36;
use crate::word::HALF;

/// A value, with its unknown parts on pass 1.
///
/// Undefined names matter before pass 2 only because equal literals share a word, and the number of
/// words must be known on pass 1.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(crate) struct Value {
    /// Known part.
    pub(crate) word: Word36,
    /// Terms to add when defined; empty on pass 2.
    pub(crate) unknown: Vec<UndefinedTerm>,
}

/// An undefined term, and the operations on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct UndefinedTerm {
    /// The undefined quantity.
    pub(crate) what: UndefinedQuantity,
    /// Factor.
    pub(crate) times: i64,
    /// Whether it is subtracted.
    pub(crate) minus: bool,
    /// Whether only its right half counts.
    pub(crate) half: bool,
    /// Whether its halves are then exchanged.
    pub(crate) swapped: bool,
    /// Whether it is an accumulator field.
    pub(crate) accumulator: bool,
}

/// A quantity without a value yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum UndefinedQuantity {
    /// A symbol, by its number.
    Symbol(usize),
    /// Address of an area of literals, by number.
    Literals(usize),
}

impl From<Word36> for Value {
    fn from(word: Word36) -> Self {
        Value { word, unknown: Vec::new() }
    }
}

impl From<UndefinedQuantity> for Value {
    fn from(what: UndefinedQuantity) -> Self {
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

    /// Exchanges the halves.
    pub(crate) fn swapped(mut self) -> Value {
        self.word = self.word.swapped();
        self.unknown.iter_mut().for_each(|unknown| unknown.swapped ^= true);
        self
    }

    /// Negates the value.
    pub(crate) fn negative(mut self) -> Value {
        self.word = Word36::default() - self.word;
        self.unknown.iter_mut().for_each(|unknown| unknown.minus ^= true);
        self
    }

    /// Multiplies every undefined term by a known factor; drops those multiplied by zero.
    pub(crate) fn scale_unknown(&mut self, factor: Word36) {
        for unknown in &mut self.unknown {
            unknown.times = unknown.times.wrapping_mul(factor.signed());
        }
        self.unknown.retain(|unknown| unknown.times != 0);
    }

    /// Adds a value to the terms waiting for it; returns whether there were any.
    pub(crate) fn learn(&mut self, what: UndefinedQuantity, value: Word36) -> bool {
        let before = self.unknown.len();
        for unknown in self.unknown.extract_if(.., |unknown| unknown.what == what) {
            self.word = unknown.add_to(self.word, value);
        }
        self.unknown.len() != before
    }
}

impl UndefinedTerm {
    /// Adds the term's value to a word in its field.
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
    fn defined_terms_are_added_in_their_fields() {
        let mut value = Value::from(UndefinedQuantity::Symbol(3)).negative();
        value.unknown[0].half = true;
        value = value.swapped();
        value.word = Word36::halves(5, 6);
        assert!(!value.learn(UndefinedQuantity::Symbol(4), Word36::from(1)));
        assert!(value.learn(UndefinedQuantity::Symbol(3), Word36::from(2)));
        assert_eq!(value, Word36::halves(3, 6).into());
    }
}

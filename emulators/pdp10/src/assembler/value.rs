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
    /// How often the loader adds the address of the program.
    pub(crate) relocation: Relocation,
    /// Terms to add when defined; on pass 2, only those that a loader adds.
    pub(crate) unknown: Vec<UndefinedTerm>,
}

/// How often the loader adds the address of a relocatable program to each half of a word.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(crate) struct Relocation {
    pub(crate) left: i32,
    pub(crate) right: i32,
}

impl Relocation {
    /// Relocation of an address of the program, or of a fixed address.
    pub(crate) fn of_address(relocated: bool) -> Self {
        Relocation { left: 0, right: relocated.into() }
    }

    /// Whether nothing is added.
    pub(crate) fn is_none(self) -> bool {
        self == Relocation::default()
    }

    /// Whether each half has none or one, as symbols and words of a file have.
    pub(crate) fn is_simple(self) -> bool {
        matches!((self.left, self.right), (0..=1, 0..=1))
    }

    /// Sum of two relocations; one that is too large stays so.
    pub(crate) fn plus(self, other: Relocation) -> Self {
        Relocation {
            left: self.left.saturating_add(other.left),
            right: self.right.saturating_add(other.right),
        }
    }

    /// Multiplies by a number.
    pub(crate) fn times(self, factor: i64) -> Self {
        let limits = (i64::from(i32::MIN), i64::from(i32::MAX));
        let times =
            |half: i32| i64::from(half).saturating_mul(factor).clamp(limits.0, limits.1) as i32;
        Relocation { left: times(self.left), right: times(self.right) }
    }

    /// Exchanges the halves.
    pub(crate) fn swapped(self) -> Self {
        Relocation { left: self.right, right: self.left }
    }

    /// The relocation as the word that .RELP returns.
    pub(crate) fn word(self) -> Word36 {
        let half = |half: i32| Word36::from_signed(half.into());
        (half(self.left) << Word36::from(18)) + half(self.right)
    }
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
    /// A quantity that only the loader knows.
    Loader(LoaderQuantity),
}

/// A quantity that only the loader knows, with a name for it.
///
/// Source: *MIDAS manual*, `$.` to `$R.`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum LoaderQuantity {
    /// `$.`: the location as the program sees it.
    Here,
    /// `$L.`: the location where words are loaded.
    Location,
    /// `$O.`: the difference of the two.
    Offset,
    /// `$R.`: the address of the program.
    Relocation,
}

impl From<Word36> for Value {
    fn from(word: Word36) -> Self {
        Value { word, ..Value::default() }
    }
}

impl From<UndefinedQuantity> for Value {
    fn from(what: UndefinedQuantity) -> Self {
        let unknown = UndefinedTerm { half: false, ..UndefinedTerm::of(what) };
        Value { unknown: vec![unknown], ..Value::default() }
    }
}

impl Value {
    /// Adds another value, all 36 bits.
    pub(crate) fn add(&mut self, other: Value) {
        self.word = self.word + other.word;
        self.relocation = self.relocation.plus(other.relocation);
        self.unknown.extend(other.unknown);
    }

    /// Exchanges the halves.
    pub(crate) fn swapped(mut self) -> Value {
        self.word = self.word.swapped();
        self.relocation = self.relocation.swapped();
        self.unknown.iter_mut().for_each(|unknown| unknown.swapped ^= true);
        self
    }

    /// Negates the value.
    pub(crate) fn negative(mut self) -> Value {
        self.word = Word36::default() - self.word;
        self.relocation = self.relocation.times(-1);
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
    pub(crate) fn learn(&mut self, what: UndefinedQuantity, value: &Value) -> bool {
        let before = self.unknown.len();
        for unknown in self.unknown.extract_if(.., |unknown| unknown.what == what) {
            self.word = unknown.add_to(self.word, value.word);
            self.relocation = self.relocation.plus(unknown.relocated(value.relocation));
        }
        self.unknown.len() != before
    }
}

impl UndefinedTerm {
    /// The quantity in the right half of a word.
    pub(crate) fn of(what: UndefinedQuantity) -> Self {
        UndefinedTerm {
            what,
            times: 1,
            minus: false,
            half: true,
            swapped: false,
            accumulator: false,
        }
    }

    /// Relocation that the term's quantity brings.
    fn relocated(self, relocation: Relocation) -> Relocation {
        let mut part = relocation.times(if self.minus { -self.times } else { self.times });
        if self.half {
            part.left = 0;
        }
        if self.accumulator {
            part = Relocation::default();
        }
        if self.swapped { part.swapped() } else { part }
    }

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
        assert!(!value.learn(UndefinedQuantity::Symbol(4), &Word36::from(1).into()));
        assert!(value.learn(UndefinedQuantity::Symbol(3), &Word36::from(2).into()));
        assert_eq!(value, Word36::halves(3, 6).into());
    }
}

//! Origin of values: the careful interpretation with data flow tracking.

use machine::follow::{Bits, Doubt, FollowedSemantics, FollowedValue as V};
use machine::semantics::{Semantics, Trap};

use super::careful::Careful;
use crate::Word36;
use crate::cpu::{LONGEST_CHAIN, flag};
use crate::isa::float::Float;
use crate::isa::{DivisionResult, ExtraTime, FloatResult, Op, Pdp10Semantics, SystemAction};
use crate::word::{HALF, SIGN, WIDTH};

/// A row in this interpretation.
pub(crate) type Followed = fn(FollowedSemantics<'_, &Careful<'_>>, &Op) -> Result<(), Trap>;

type Word = V<Word36>;

impl Bits for Word36 {
    const WIDTH: u32 = WIDTH;

    fn bits(self) -> u64 {
        Word36::bits(self)
    }
}

/// The slot of the flags, as in the left half of a word.
pub(crate) const FLAGS: u8 = 0o20;
/// Slot of the last word that the effective address was taken from.
pub(crate) const SOURCE: u8 = 0o21;
/// Bits of a word that select its addressing: indirect and index.
const TAGS: u64 = 0o37 << 18;

/// Removes bits from a doubt.
fn less(doubt: Doubt, bits: u64) -> Doubt {
    let bits = doubt.bits & !bits;
    if bits == 0 { Doubt::NONE } else { Doubt { bits, ..doubt } }
}

/// An address with a known value and the doubt of its parts.
fn addressed(value: Word36, doubt: Doubt) -> Word {
    let doubt =
        if doubt.is_none() { Doubt::NONE } else { Doubt { bits: HALF, is_copy: false, ..doubt } };
    V::with(value, doubt)
}

/// Doubt of an address, and of the last word it was taken from.
struct AddressDoubt {
    doubt: Doubt,
    source: Doubt,
}

/// Doubt of the address given by a word, with words of memory from `read`.
fn on_the_way(
    m: FollowedSemantics<'_, &Careful<'_>>,
    word: Word,
    read: impl Fn(Word) -> Result<Word, Trap>,
) -> Result<AddressDoubt, Trap> {
    let (mut word, mut doubt) = (word, Doubt::NONE);
    let doubt_of = |word: Word, doubt: Doubt, bits: u64| {
        if word.doubt.bits & bits == 0 { doubt } else { word.doubt }
    };
    for _ in 0..LONGEST_CHAIN {
        doubt = doubt_of(word, doubt, HALF | TAGS);
        let index = word.value.left() & 0o17;
        let base = if index == 0 { word } else { read(V::sound(index.into()))? };
        let offset = if index == 0 { 0 } else { base.value.right() };
        doubt = doubt_of(base, doubt, HALF);
        if word.value.left() & 0o20 == 0 {
            return Ok(AddressDoubt { doubt, source: base.doubt });
        }
        let address = (word.value.right() + offset) & 0o777777;
        let address = addressed(address.into(), doubt);
        m.addresses(address);
        word = read(address)?;
        doubt = Doubt::NONE;
    }
    Ok(AddressDoubt { doubt, source: Doubt::NONE })
}

impl Pdp10Semantics for FollowedSemantics<'_, &Careful<'_>> {
    fn effective(self, op: &Op) -> Result<Word, Trap> {
        let address = self.inner.effective(op)?;
        if op.word.left() & 0o37 == 0 {
            self.doubts(SOURCE, Doubt::NONE);
            return Ok(V::sound(address));
        }
        let way = on_the_way(self, V::sound(op.word), |at| self.load(at, 1))?;
        if op.word.left() & 0o20 == 0 {
            self.indexes(op.word.right().into(), address.bits());
        }
        self.doubts(SOURCE, way.source);
        Ok(addressed(address, way.doubt))
    }

    fn byte(self, pointer: [Word; 2], place: Word) -> Result<(Word, Word), Trap> {
        let (address, word) = self.inner.byte(pointer.map(|word| word.value), place.value)?;
        let pointer = self.used(pointer);
        let read = |at: Word| {
            if at.value == place.value { Ok(pointer) } else { self.load(at, 1) }
        };
        let way = on_the_way(self, pointer, read)?;
        // Position and size matter as much as the address.
        let doubt = if pointer.doubt.bits >> 24 == 0 { way.doubt } else { pointer.doubt };
        let at = addressed(address, doubt);
        let at = if doubt.is_none() { at } else { V::with(address, Doubt { bits: HALF, ..doubt }) };
        self.addresses(at);
        let held = if address == place.value { pointer } else { self.held(word, address) };
        Ok((at, V::with(word, held.doubt)))
    }

    fn may_store(self, address: Word) -> Result<(), Trap> {
        self.inner.may_store(address.value)
    }

    fn flags(self) -> Word {
        V::with(self.inner.flags(), self.doubt(FLAGS))
    }

    fn up(self, flags: u32) -> Word {
        let doubt = self.doubt(FLAGS);
        let bits = doubt.bits >> 18 & u64::from(flags);
        let doubt = if bits == 0 { Doubt::NONE } else { Doubt { bits, ..doubt } };
        V::with(self.inner.up(flags), doubt)
    }

    fn raise(self, flags: u32, condition: Word) {
        self.inner.raise(flags, condition.value);
        let bits = u64::from(flags & flag::ALL) << 18;
        let before = self.doubt(FLAGS);
        if !condition.doubt.is_none() {
            self.doubts(FLAGS, Doubt { bits: before.bits | bits, ..condition.doubt });
        } else if condition.value != Word36::default() && !before.is_none() {
            self.doubts(FLAGS, less(before, bits));
        }
    }

    fn note(self, overflow: Word, carry0: Word, carry1: Word) {
        let names = [flag::OV, flag::CRY0, flag::CRY1];
        for (noted, name) in [overflow, carry0, carry1].into_iter().zip(names) {
            self.raise(name, noted & V::sound(Word36::new(SIGN)));
        }
    }

    fn lower(self, flags: u32) {
        self.inner.lower(flags);
        let before = self.doubt(FLAGS);
        if !before.is_none() {
            self.doubts(FLAGS, less(before, u64::from(flags) << 18));
        }
    }

    fn skip(self, op: &Op, condition: Word) -> Result<(), Trap> {
        self.decides(condition);
        self.inner.skip(op, condition.value)
    }

    fn pushdown(self, crossed: Word) -> Result<(), Trap> {
        self.inner.pushdown(crossed.value)
    }

    fn divide_long(self, dividend: [Word; 2], divisor: Word) -> DivisionResult<Word> {
        let values = dividend.map(|word| word.value);
        let DivisionResult { quotient, remainder, fits } =
            self.inner.divide_long(values, divisor.value);
        let all = V::all(quotient, V::all(quotient, dividend[0], dividend[1]), divisor);
        let with = |value| V::with(value, all.doubt);
        DivisionResult { quotient: all, remainder: with(remainder), fits: with(fits) }
    }

    fn float(self, op: Float, ac: [Word; 2], operand: Word) -> FloatResult<Word> {
        let FloatResult { high, low, flags } =
            self.inner.float(op, ac.map(|word| word.value), operand.value);
        let all = V::all(high, V::all(high, ac[0], operand), ac[1]);
        let with = |value| V::with(value, all.doubt);
        if !all.doubt.is_none() {
            let bits = u64::from(flag::ALL) << 18;
            self.doubts(FLAGS, Doubt { bits, ..all.doubt });
        }
        FloatResult { high: all, low: with(low), flags: with(flags) }
    }

    fn spend(self, op: &Op, what: ExtraTime<Word>) {
        let what = match what {
            ExtraTime::Shift(by) => ExtraTime::Shift(by.value),
            ExtraTime::Zeros(zeros) => ExtraTime::Zeros(zeros.value),
            ExtraTime::Byte { pointer, at, crossed } => {
                let pointer = pointer.map(|word| word.value);
                ExtraTime::Byte { pointer, at: at.value, crossed: crossed.value }
            }
        };
        self.inner.spend(op, what);
    }

    fn system(self, what: SystemAction, effective: Word) -> Result<(), Trap> {
        match what {
            SystemAction::Jump | SystemAction::Execute => self.jumps(effective),
            SystemAction::Transfer | SystemAction::UserCall | SystemAction::MonitorCall => {
                self.addresses(effective)
            }
        }
        self.inner.system(what, effective.value)
    }
}

#[cfg(test)]
mod tests;

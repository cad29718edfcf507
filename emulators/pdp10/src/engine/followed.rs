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

/// The sum of the addresses of a word and its index register.
#[cold]
fn doubtful_address(place: u32, word: &Word, base: &Word) -> Word {
    let part = |word: &Word, bits: u64| {
        if word.doubt.bits & bits == 0 { Doubt::NONE } else { word.doubt }
    };
    let (own, base) = (part(word, HALF | TAGS), part(base, HALF));
    addressed(place.into(), if base.is_none() { own } else { base })
}

/// An address, and the last word that it was taken from.
struct FoundAddress {
    address: Word,
    source: Word,
}

/// Address given by a word, with index registers from `index` and other words from `read`.
#[inline(always)]
fn find_address(
    m: FollowedSemantics<'_, &Careful<'_>>,
    word: Word,
    index: impl Fn(u8) -> Word,
    read: impl Fn(Word) -> Result<Word, Trap>,
) -> Result<FoundAddress, Trap> {
    let mut word = word;
    for _ in 0..LONGEST_CHAIN {
        let register = word.value.left() as u8 & 0o17;
        let base = if register == 0 { word } else { index(register) };
        let offset = if register == 0 { 0 } else { base.value.right() };
        let place = (word.value.right() + offset) & 0o777777;
        let is_sound = word.doubt.is_none() && base.doubt.is_none();
        let address =
            if is_sound { V::sound(place.into()) } else { doubtful_address(place, &word, &base) };
        if word.value.left() & 0o20 == 0 {
            return Ok(FoundAddress { address, source: base });
        }
        m.addresses(address);
        word = read(address)?;
        m.inner.pass_indirect(place, word.value);
    }
    m.inner.refuse_chain(word.value)
}

impl Pdp10Semantics for FollowedSemantics<'_, &Careful<'_>> {
    fn effective(self, op: &Op) -> Result<Word, Trap> {
        if op.word.left() & 0o37 == 0 {
            self.doubts(SOURCE, Doubt::NONE);
            return Ok(V::sound(self.inner.effective(op)?));
        }
        let (index, read) = (|slot| self.get(slot), |at| self.load_here(at, 1));
        let FoundAddress { address, source } = find_address(self, V::sound(op.word), index, read)?;
        if op.word.left() & 0o20 == 0 {
            self.indexes(op.word.right().into(), address.value.bits());
        }
        self.doubts(SOURCE, source.doubt);
        self.inner.found(op, address.value.right(), source.value);
        Ok(address)
    }

    fn byte(self, pointer: [Word; 2], place: Word) -> Result<(Word, Word), Trap> {
        let pointer = self.used(pointer);
        let read = |at: Word| {
            if at.value == place.value { Ok(pointer) } else { self.load(at, 1) }
        };
        let index = |slot: u8| {
            if Word36::from(u32::from(slot)) == place.value { pointer } else { self.get(slot) }
        };
        let FoundAddress { address, .. } = find_address(self, pointer, index, read)?;
        // Position and size matter as much as the address.
        let doubt = if pointer.doubt.bits >> 24 == 0 { address.doubt } else { pointer.doubt };
        let at = addressed(address.value, doubt);
        let at =
            if doubt.is_none() { at } else { V::with(at.value, Doubt { bits: HALF, ..doubt }) };
        self.addresses(at);
        if at.value == place.value {
            return Ok((at, V::with(pointer.value, pointer.doubt)));
        }
        let word = self.inner.load(at.value, 1)?;
        Ok((at, V::with(word, self.held(word, at.value).doubt)))
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

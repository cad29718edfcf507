//! Where values come from: the careful engine's reading, followed.

use machine::follow::{Bits, Doubt, Followed as V, Following};
use machine::semantics::{Semantics, Trap};

use super::careful::Careful;
use crate::Word36;
use crate::cpu::LONGEST_CHAIN;
use crate::isa::float::Float;
use crate::isa::{Divided, Floated, Op, Pdp10, Spent, System};
use crate::word::{HALF, WIDTH};

/// A row as this reading has it.
pub(crate) type Followed = fn(Following<'_, &Careful<'_>>, &Op) -> Result<(), Trap>;

type Word = V<Word36>;

impl Bits for Word36 {
    const WIDTH: u32 = WIDTH;

    fn bits(self) -> u64 {
        Word36::bits(self)
    }
}

/// An address whose value is known, with the doubt of what it was made of.
fn addressed(value: Word36, doubt: Doubt) -> Word {
    let doubt = if doubt.bits & HALF == 0 {
        Doubt::NONE
    } else {
        Doubt { bits: HALF, is_copy: false, ..doubt }
    };
    V { value, doubt }
}

/// The doubt about the address that a word names, whose words on the way decide where to look.
fn on_the_way(m: Following<'_, &Careful<'_>>, word: Word) -> Result<Doubt, Trap> {
    let mut word = word;
    let mut doubt = Doubt::NONE;
    for _ in 0..LONGEST_CHAIN {
        doubt = if word.doubt.bits & HALF == 0 { doubt } else { word.doubt };
        let index = (word.value.left() & 0o17) as u8;
        let base = if index == 0 { V::sound(Word36::default()) } else { m.get(index) };
        doubt = if base.doubt.bits & HALF == 0 { doubt } else { base.doubt };
        let address = (word.value.right() + base.value.right()) & 0o777777;
        if word.value.left() & 0o20 == 0 {
            return Ok(doubt);
        }
        word = m.load(addressed(address.into(), doubt), 1)?;
        doubt = Doubt::NONE;
    }
    Ok(doubt)
}

impl Pdp10 for Following<'_, &Careful<'_>> {
    fn effective(self, op: &Op) -> Result<Word, Trap> {
        let address = self.inner.effective(op)?;
        if op.word.left() & 0o37 == 0 {
            return Ok(V::sound(address));
        }
        Ok(addressed(address, on_the_way(self, V::sound(op.word))?))
    }

    fn byte(self, pointer: Word, place: Word) -> Result<(Word, Word), Trap> {
        let (address, word) = self.inner.byte(pointer.value, place.value)?;
        let doubt = on_the_way(self, pointer)?;
        // Position and size decide as much as the address does.
        let doubt = if pointer.doubt.bits >> 24 == 0 { doubt } else { pointer.doubt };
        let address = addressed(address, doubt);
        self.addresses(address);
        Ok((address, self.held(word, address.value)))
    }

    fn may_store(self, address: Word) -> Result<(), Trap> {
        self.inner.may_store(address.value)
    }

    fn flags(self) -> Word {
        V::sound(self.inner.flags())
    }

    fn up(self, flags: u32) -> Word {
        V::sound(self.inner.up(flags))
    }

    fn raise(self, flags: u32, condition: Word) {
        self.inner.raise(flags, condition.value);
    }

    fn note(self, overflow: Word, carry0: Word, carry1: Word) {
        self.inner.note(overflow.value, carry0.value, carry1.value);
    }

    fn lower(self, flags: u32) {
        self.inner.lower(flags);
    }

    fn skip(self, op: &Op, condition: Word) -> Result<(), Trap> {
        self.decides(condition);
        self.inner.skip(op, condition.value)
    }

    fn pushdown(self, crossed: Word) -> Result<(), Trap> {
        self.inner.pushdown(crossed.value)
    }

    fn divide_long(self, dividend: [Word; 2], divisor: Word) -> Divided<Word> {
        let values = dividend.map(|word| word.value);
        let Divided { quotient, remainder, fits } = self.inner.divide_long(values, divisor.value);
        let all = V::all(quotient, V::all(quotient, dividend[0], dividend[1]), divisor);
        let with = |value| V { value, doubt: all.doubt };
        Divided { quotient: all, remainder: with(remainder), fits: with(fits) }
    }

    fn float(self, op: Float, ac: [Word; 2], operand: Word) -> Floated<Word> {
        let Floated { high, low, flags } =
            self.inner.float(op, ac.map(|word| word.value), operand.value);
        let all = V::all(high, V::all(high, ac[0], operand), V::sound(high));
        let with = |value| V { value, doubt: all.doubt };
        Floated { high: all, low: with(low), flags: with(flags) }
    }

    fn spend(self, op: &Op, what: Spent<Word>) {
        let what = match what {
            Spent::Shift(by) => Spent::Shift(by.value),
            Spent::Zeros(zeros) => Spent::Zeros(zeros.value),
            Spent::Byte { pointer, at, crossed } => {
                Spent::Byte { pointer: pointer.value, at: at.value, crossed: crossed.value }
            }
        };
        self.inner.spend(op, what);
    }

    fn system(self, what: System, effective: Word) -> Result<(), Trap> {
        if matches!(what, System::Jump | System::Execute) {
            self.jumps(effective);
        }
        self.inner.system(what, effective.value)
    }
}

//! Value tracking: an interpretation that wraps the careful engine's.

use machine::follow::{FollowedSemantics, FollowedValue as V};
use machine::semantics::{Trap, Word32};

use super::careful::Careful;
use crate::isa::float::{Arith, Convert};
use crate::isa::{MipsSemantics, Op, SystemOperations};

/// Handler of a row in this interpretation.
pub(crate) type Followed = fn(FollowedSemantics<'_, &Careful<'_>>, &Op) -> Result<(), Trap>;

type Word = V<Word32>;
type Pair = (Word, Word);

/// Result of two words that is doubtful if any word of an operand is.
fn pair(value: (Word32, Word32), operands: &[Pair]) -> Pair {
    let mut all = V::sound(value.0);
    for &(low, high) in operands {
        all = V::all(value.0, all, V::all(value.0, low, high));
    }
    (all, V::with(value.1, all.doubt))
}

fn values(pair: Pair) -> (Word32, Word32) {
    (pair.0.value, pair.1.value)
}

impl MipsSemantics for FollowedSemantics<'_, &Careful<'_>> {
    fn flip(self) -> Word {
        V::sound(self.inner.flip())
    }

    fn stored(self, value: Word) -> Word {
        // SPIM leaves the stored value, others 1.
        let keeps = self.inner.stored(Word32(0)) == Word32(0);
        if keeps { value } else { V::sound(self.inner.stored(value.value)) }
    }

    fn link(self, op: &Op) -> Word {
        V::sound(self.inner.link(op))
    }

    fn branch_likely(self, condition: Word, to: Word) -> Result<(), Trap> {
        self.decides(condition);
        self.inner.branch_likely(condition.value, to.value)
    }

    fn system(self, what: SystemOperations) -> Result<(), Trap> {
        self.inner.system(what)
    }

    fn signal(self, unordered: Word) -> Result<(), Trap> {
        self.inner.signal(unordered.value)
    }

    fn single(self, op: Arith, a: Word, b: Word) -> Word {
        V::all(self.inner.single(op, a.value, b.value), a, b)
    }

    fn double(self, op: Arith, a: Pair, b: Pair) -> Pair {
        pair(self.inner.double(op, values(a), values(b)), &[a, b])
    }

    fn compare_singles(self, condition: u8, a: Word, b: Word) -> Word {
        V::all(self.inner.compare_singles(condition, a.value, b.value), a, b)
    }

    fn compare_doubles(self, condition: u8, a: Pair, b: Pair) -> Word {
        let value = self.inner.compare_doubles(condition, values(a), values(b));
        pair((value, value), &[a, b]).0
    }

    fn double_aligned(self, address: Word, store: bool) -> Result<(), Trap> {
        self.addresses(address);
        self.inner.double_aligned(address.value, store)
    }

    fn may_store(self, address: Word) -> Result<(), Trap> {
        self.inner.may_store(address.value)
    }

    fn convert(self, how: Convert, from: Pair) -> Pair {
        pair(self.inner.convert(how, values(from)), &[from])
    }
}

#[cfg(test)]
mod tests;

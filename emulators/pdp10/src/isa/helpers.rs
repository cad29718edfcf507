//! Semantics shared by several rows.

use machine::semantics::{Trap, Value};

use super::{ExtraTime, Op, Pdp10Semantics};
use crate::cpu::flag;
use crate::word::{HALF, MASK, SIGN, WIDTH};

/// A result, with the sign bits of overflow, carry 0 and carry 1 if they may be set.
#[derive(Debug, Clone, Copy)]
pub(super) struct WithFlags<V> {
    pub(super) value: V,
    pub(super) flags: Option<[V; 3]>,
}

/// A result that sets no flag.
#[inline(always)]
pub(super) fn quiet<V>(value: V) -> WithFlags<V> {
    WithFlags { value, flags: None }
}

/// A two-word result, kept if `fits` is not zero.
#[derive(Debug, Clone, Copy)]
pub(super) struct LongResult<V> {
    pub(super) high: V,
    pub(super) low: V,
    pub(super) fits: V,
}

/// The accumulator after the instruction's; 0 follows 17.
#[inline(always)]
pub(super) fn second(o: &Op) -> u8 {
    (o.ac + 1) & 0o17
}

/// Right half of a word.
#[inline(always)]
pub(super) fn right<S: Pdp10Semantics>(m: S, word: S::V) -> S::V {
    word & m.k(HALF)
}

/// Left half of a word, in place.
#[inline(always)]
pub(super) fn left<S: Pdp10Semantics>(m: S, word: S::V) -> S::V {
    word & m.k(HALF << 18)
}

/// Ones in the left half if bit 18 is one: sign extension of a right half.
#[inline(always)]
pub(super) fn ones_left<S: Pdp10Semantics>(m: S, half: S::V) -> S::V {
    left(m, half.sign_extend(18))
}

/// Ones in the right half if bit 0 is one: sign extension of a left half.
#[inline(always)]
pub(super) fn ones_right<S: Pdp10Semantics>(m: S, half: S::V) -> S::V {
    right(m, half.sar(m.k(35)))
}

/// `a + b + one`, with the adder's carries.
///
/// Carry 1 goes into bit 0 and carry 0 out of it; overflow means that they differ.
#[inline(always)]
pub(super) fn sum<S: Pdp10Semantics>(m: S, a: S::V, b: S::V, one: u64) -> WithFlags<S::V> {
    let sum = a + b + m.k(one);
    let flags = match one {
        0 => m.flags_of_sum(a, b, sum),
        _ => flags_of_sum(a, b, sum),
    };
    WithFlags { value: sum, flags: Some(flags) }
}

/// Overflow, carry 0 and carry 1 of a sum, with or without one more added, each in the sign bit.
#[inline(always)]
pub(super) fn flags_of_sum<V: Value>(a: V, b: V, sum: V) -> [V; 3] {
    let into = a ^ b ^ sum;
    let overflow = (a ^ sum) & (b ^ sum);
    [overflow, overflow ^ into, into]
}

/// `a - b`, computed by the adder.
#[inline(always)]
pub(super) fn difference<S: Pdp10Semantics>(m: S, a: S::V, b: S::V) -> WithFlags<S::V> {
    sum(m, a, b.not(), 1)
}

/// Negation, computed by the adder.
#[inline(always)]
pub(super) fn negative<S: Pdp10Semantics>(m: S, a: S::V) -> WithFlags<S::V> {
    sum(m, a.not(), m.k(0), 1)
}

/// Absolute value; only a negative number is negated and sets flags.
#[inline(always)]
pub(super) fn magnitude<S: Pdp10Semantics>(m: S, a: S::V) -> WithFlags<S::V> {
    let negated = negative(m, a);
    let is_negative = a.less(m.k(0));
    WithFlags {
        value: is_negative.pick(negated.value, a),
        flags: negated.flags.map(|flags| flags.map(|flag| is_negative.pick(flag, m.k(0)))),
    }
}

/// AC plus 1 or -1, and the jump target: the address is computed before AC changes.
#[inline(always)]
pub(super) fn step_and_jump<S: Pdp10Semantics>(
    m: S,
    o: &Op,
    by: u64,
) -> Result<(S::V, S::V), Trap> {
    let to = m.effective(o)?;
    let WithFlags { value, flags } = sum(m, m.ac(o), m.k(by), 0);
    m.set(o.ac, value);
    if let Some([overflow, carry0, carry1]) = flags {
        m.note(overflow, carry0, carry1);
    }
    Ok((value, to))
}

/// C(E) plus 1 or -1, to compare with zero.
#[inline(always)]
pub(super) fn step_memory<S: Pdp10Semantics>(m: S, o: &Op, by: u64) -> Result<(S::V, S::V), Trap> {
    let place = m.effective(o)?;
    let WithFlags { value, flags } = sum(m, m.load(place, 1)?, m.k(by), 0);
    m.store(place, value, 1)?;
    if o.ac != 0 {
        m.set(o.ac, value);
    }
    if let Some([overflow, carry0, carry1]) = flags {
        m.note(overflow, carry0, carry1);
    }
    Ok((value, m.k(0)))
}

/// Low words of products and dividends have a copy of the sign in bit 0, and 35 bits of number.
#[inline(always)]
fn with_sign<S: Pdp10Semantics>(m: S, low: S::V, sign: S::V) -> S::V {
    low & m.k(MASK ^ SIGN) | sign & m.k(SIGN)
}

/// Product of AC and a number, as one word.
#[inline(always)]
pub(super) fn product<S: Pdp10Semantics>(m: S, a: S::V, b: S::V) -> WithFlags<S::V> {
    let [high, low] = both_words(m, a, b);
    let is_lowest = a.equals(m.k(SIGN));
    let overflows = is_lowest.pick(b, high ^ high.sar(m.k(35))).differs(m.k(0));
    let value = with_sign(m, low, high);
    WithFlags { value, flags: Some([overflows << m.k(35), m.k(0), m.k(0)]) }
}

/// Product of AC and a number, as two words of 35 bits each and their signs.
#[inline(always)]
pub(super) fn multiply<S: Pdp10Semantics>(m: S, ac: [S::V; 2], b: S::V) -> LongResult<S::V> {
    let [high, low] = both_words(m, ac[0], b);
    m.raise(flag::OV, ac[0].equals(m.k(SIGN)) & b.less(m.k(0)));
    LongResult { high, low: with_sign(m, low, high), fits: m.k(1) }
}

/// Upper and lower 35 bits of a product; the upper with its sign.
///
/// The KA10's multiplier adds and subtracts AC and has no bit for the negative of the lowest
/// number: it treats 400000,,0 in AC as positive.
#[inline(always)]
fn both_words<S: Pdp10Semantics>(m: S, a: S::V, b: S::V) -> [S::V; 2] {
    let (high, low) = (a.multiply_high(b), a * b);
    let upper = high << m.k(1) | low >> m.k(35);
    let is_lowest = a.equals(m.k(SIGN));
    [is_lowest.pick(b, upper), is_lowest.pick(m.k(0), low)]
}

/// Quotient of AC and a number, and the remainder with AC's sign.
#[inline(always)]
pub(super) fn divide<S: Pdp10Semantics>(m: S, ac: [S::V; 2], divisor: S::V) -> LongResult<S::V> {
    let (zero, one) = (m.k(0), m.k(1));
    let is_one = divisor.equals(one) | divisor.equals(m.k(MASK));
    let misfits = divisor.equals(zero) | ac[0].equals(m.k(SIGN)) & is_one;
    let safe = misfits.pick(one, divisor);
    m.raise(flag::OV | flag::NODIV, misfits);
    LongResult { high: ac[0].divide(safe), low: ac[0].remainder(safe), fits: misfits ^ one }
}

/// Divides AC and AC+1 by a number.
#[inline(always)]
pub(super) fn divide_long<S: Pdp10Semantics>(
    m: S,
    ac: [S::V; 2],
    divisor: S::V,
) -> LongResult<S::V> {
    let divided = m.divide_long(ac, divisor);
    m.raise(flag::OV | flag::NODIV, divided.fits ^ m.k(1));
    LongResult { high: divided.quotient, low: divided.remainder, fits: divided.fits }
}

/// Left shift by any distance: zero from a word's width on.
#[inline(always)]
fn up<S: Pdp10Semantics>(m: S, word: S::V, places: S::V) -> S::V {
    places.below(m.k(WIDTH.into())).pick(word << places, m.k(0))
}

/// Right shift by any distance.
#[inline(always)]
fn down<S: Pdp10Semantics>(m: S, word: S::V, places: S::V) -> S::V {
    places.below(m.k(WIDTH.into())).pick(word >> places, m.k(0))
}

/// Arithmetic right shift by any distance.
#[inline(always)]
fn sar<S: Pdp10Semantics>(m: S, word: S::V, places: S::V) -> S::V {
    word.sar(places.below(m.k(35)).pick(places, m.k(35)))
}

/// Distance and direction of a shift: bits 18 and 28 to 35 of the address count.
#[derive(Debug, Clone, Copy)]
struct ShiftDistance<V> {
    is_right: V,
    places: V,
}

#[inline(always)]
fn distance<S: Pdp10Semantics>(m: S, o: &Op) -> Result<ShiftDistance<S::V>, Trap> {
    let e = m.effective(o)?;
    let (is_right, low) = (e >> m.k(17), e & m.k(0o377));
    let places = is_right.pick(m.k(0o400) - low, low);
    m.spend(o, ExtraTime::Shift(places));
    Ok(ShiftDistance { is_right, places })
}

/// Logical shift.
#[inline(always)]
pub(super) fn shift<S: Pdp10Semantics>(m: S, o: &Op) -> Result<(), Trap> {
    let ShiftDistance { is_right, places } = distance(m, o)?;
    let word = m.ac(o);
    m.set(o.ac, is_right.pick(down(m, word, places), up(m, word, places)));
    Ok(())
}

/// Arithmetic shift: bit 0 stays.
#[inline(always)]
pub(super) fn shift_number<S: Pdp10Semantics>(m: S, o: &Op) -> Result<(), Trap> {
    let ShiftDistance { is_right, places } = distance(m, o)?;
    let word = m.ac(o);
    let left = with_sign(m, up(m, word, places), word);
    let lost = lost_bits(m, word, m.k(0), places);
    m.raise(flag::OV, is_right.pick(m.k(0), lost));
    m.set(o.ac, is_right.pick(sar(m, word, places), left));
    Ok(())
}

/// Whether bits different from the sign are shifted out to the left, from 35 bits followed by those
/// of `next`.
#[inline(always)]
fn lost_bits<S: Pdp10Semantics>(m: S, word: S::V, next: S::V, places: S::V) -> S::V {
    let sign = word.sar(m.k(35));
    let kept = m.k(35) - places;
    let within = places.below(m.k(36));
    let from_word = word.sar(within.pick(kept, m.k(0))).differs(sign);
    let further = places - m.k(35);
    let rest = next.sar(further.below(m.k(35)).pick(m.k(35) - further, m.k(0)));
    from_word | within.pick(m.k(0), rest.differs(sign))
}

/// Logical shift of two words as 72 bits.
#[inline(always)]
pub(super) fn shift_long<S: Pdp10Semantics>(m: S, o: &Op) -> Result<(), Trap> {
    let ShiftDistance { is_right, places } = distance(m, o)?;
    let (high, low) = (m.ac(o), m.get(second(o)));
    let (over, beyond) = (m.k(36) - places, places - m.k(36));
    let left = up(m, high, places) | down(m, low, over) | up(m, low, beyond);
    let right = down(m, low, places) | up(m, high, over) | down(m, high, beyond);
    m.set(o.ac, is_right.pick(down(m, high, places), left));
    m.set(second(o), is_right.pick(right, up(m, low, places)));
    Ok(())
}

/// Rotates a word.
#[inline(always)]
pub(super) fn rotate<S: Pdp10Semantics>(m: S, o: &Op) -> Result<(), Trap> {
    let ShiftDistance { is_right, places } = distance(m, o)?;
    let word = m.ac(o);
    let around = places.remainder_unsigned(m.k(36));
    let left = is_right.pick(m.k(36) - around, around);
    m.set(o.ac, up(m, word, left) | down(m, word, m.k(36) - left));
    Ok(())
}

/// Rotates two words.
#[inline(always)]
pub(super) fn rotate_long<S: Pdp10Semantics>(m: S, o: &Op) -> Result<(), Trap> {
    let ShiftDistance { is_right, places } = distance(m, o)?;
    let (high, low) = (m.ac(o), m.get(second(o)));
    let around = places.remainder_unsigned(m.k(72));
    let left = is_right.pick(m.k(72) - around, around);
    let is_far = left.below(m.k(36)) ^ m.k(1);
    let (a, b) = (is_far.pick(low, high), is_far.pick(high, low));
    let rest = left - is_far.pick(m.k(36), m.k(0));
    let over = m.k(36) - rest;
    m.set(o.ac, up(m, a, rest) | down(m, b, over));
    m.set(second(o), up(m, b, rest) | down(m, a, over));
    Ok(())
}

/// Arithmetic shift of two words as a number of 70 bits; the second word gets the sign too.
#[inline(always)]
pub(super) fn shift_number_long<S: Pdp10Semantics>(m: S, o: &Op) -> Result<(), Trap> {
    let ShiftDistance { is_right, places } = distance(m, o)?;
    let (high, second_word) = (m.ac(o), m.get(second(o)));
    let low = second_word & m.k(MASK ^ SIGN);
    let (over, beyond) = (m.k(35) - places, places - m.k(35));
    let up_high = up(m, high, places) | down(m, low, over) | up(m, low, beyond);
    let sign = high.sar(m.k(35));
    // To the right, bits 1 to 35 of the upper word move into bits 1 to 35 of the lower.
    let is_within = places.below(m.k(36));
    let into_low = is_within.pick(up(m, high, over) | down(m, low, places), sar(m, high, beyond));
    let left = [with_sign(m, up_high, high), with_sign(m, up(m, low, places), high)];
    let right = [sar(m, high, places), with_sign(m, into_low, sign)];
    let lost = lost_bits(m, high, low << m.k(1), places);
    m.raise(flag::OV, is_right.pick(m.k(0), lost));
    let is_still = places.equals(m.k(0));
    let [new_high, new_low] = [0, 1].map(|at| is_right.pick(right[at], left[at]));
    m.set(o.ac, new_high);
    m.set(second(o), is_still.pick(second_word, new_low));
    Ok(())
}

/// Jumps if there is a one in AC; AC+1 = number of zeros before it, or 0.
#[inline(always)]
pub(super) fn find_first_one<S: Pdp10Semantics>(m: S, o: &Op) -> Result<(), Trap> {
    let to = m.effective(o)?;
    let ac = m.ac(o);
    let zeros = ac.pick(ac.leading_zeros(), m.k(0));
    m.set(second(o), zeros);
    m.spend(o, ExtraTime::Zeros(zeros));
    m.branch(ac.differs(m.k(0)), to);
    Ok(())
}

/// One in each half of AC; the KA10's adder takes it as one number.
const BOTH: u64 = 0o1_000001;

/// Adds one to both halves of AC, and returns the jump target.
#[inline(always)]
pub(super) fn step_both<S: Pdp10Semantics>(m: S, o: &Op) -> Result<(S::V, S::V), Trap> {
    let to = m.effective(o)?;
    let value = m.ac(o) + m.k(BOTH);
    m.set(o.ac, value);
    Ok((value, to))
}

/// Pushes a word on the pushdown list of AC; AC is still unchanged.
#[inline(always)]
pub(super) fn push<S: Pdp10Semantics>(m: S, o: &Op, word: S::V) -> Result<(), Trap> {
    let list = m.ac(o) + m.k(BOTH);
    let place = right(m, list);
    m.may_store(place)?;
    // The adder carries out of bit 0 when the left half reaches zero.
    m.pushdown(list.below(m.k(BOTH)))?;
    m.set(o.ac, list);
    m.store(place, word, 1)
}

/// Pops a word from the pushdown list of AC.
#[inline(always)]
pub(super) fn pop<S: Pdp10Semantics>(m: S, o: &Op, place: Option<S::V>) -> Result<S::V, Trap> {
    let list = m.ac(o);
    let word = m.load(right(m, list), 1)?;
    if let Some(place) = place {
        m.may_store(place)?;
    }
    m.pushdown(list.below(m.k(BOTH)))?;
    m.set(o.ac, list - m.k(BOTH));
    Ok(word)
}

/// Flags and the address of the next instruction, as a return word; the call ends a suppression of
/// byte increments.
#[inline(always)]
pub(super) fn return_word<S: Pdp10Semantics>(m: S, o: &Op) -> Result<S::V, Trap> {
    m.suppressed()?;
    Ok(m.flags() | m.k(u64::from(o.address + 1) & HALF))
}

/// Bits to the right of a pointer's byte.
#[inline(always)]
fn position<S: Pdp10Semantics>(m: S, pointer: S::V) -> S::V {
    pointer >> m.k(30)
}

/// Size of a pointer's byte in bits.
#[inline(always)]
fn size<S: Pdp10Semantics>(m: S, pointer: S::V) -> S::V {
    pointer >> m.k(24) & m.k(0o77)
}

/// Pointer to the next byte, and whether it is in the next word.
///
/// The KA10 adds 1 to the whole word: a carry out of the address changes the index.
#[inline(always)]
fn advanced<S: Pdp10Semantics>(m: S, pointer: S::V) -> (S::V, S::V) {
    let size = size(m, pointer);
    let crosses = position(m, pointer).below(size);
    let next_word = (pointer + m.k(1)) & m.k((1 << 30) - 1) | m.k(u64::from(WIDTH) << 30);
    (crosses.pick_seldom(next_word, pointer) - (size << m.k(30)), crosses)
}

/// A byte pointer in use by an instruction.
#[derive(Debug, Clone, Copy)]
struct ByteAccess<V> {
    /// Address of the pointer.
    place: V,
    /// Its values before and after, and whether the latter points to the next word.
    word: [V; 2],
    crossed: V,
    /// Address of the byte's word, and the word there.
    at: V,
    old: V,
}

impl<V> ByteAccess<V> {
    fn spent(self) -> ExtraTime<V> {
        ExtraTime::Byte { pointer: self.word, at: self.at, crossed: self.crossed }
    }
}

/// Pointer at the effective address.
#[inline(always)]
fn pointer<S: Pdp10Semantics>(m: S, o: &Op) -> Result<ByteAccess<S::V>, Trap> {
    m.suppressed()?;
    let place = m.effective(o)?;
    let word = m.load(place, 1)?;
    let (at, old) = m.byte([word, word], m.k(NOWHERE))?;
    Ok(ByteAccess { place, word: [word, word], crossed: m.k(0), at, old })
}

/// Pointer at the effective address, advanced to the next byte unless that happened before an
/// interruption.
#[inline(always)]
fn stepped_pointer<S: Pdp10Semantics>(m: S, o: &Op) -> Result<ByteAccess<S::V>, Trap> {
    let is_done = m.suppressed()?;
    let place = m.effective(o)?;
    let before = m.load(place, 1)?;
    m.may_store(place)?;
    let (after, crossed) = stepped(m, before, is_done);
    let (at, old) = m.byte([before, after], place)?;
    Ok(ByteAccess { place, word: [before, after], crossed, at, old })
}

/// The pointer, and whether it crossed to the next word; the first part may already be done.
#[inline(always)]
fn stepped<S: Pdp10Semantics>(m: S, pointer: S::V, is_done: S::V) -> (S::V, S::V) {
    let (next, crosses) = advanced(m, pointer);
    (is_done.pick(pointer, next), is_done.pick(m.k(0), crosses))
}

/// An address that no pointer has.
const NOWHERE: u64 = 1 << 18;

/// As many ones as a byte pointer's byte has bits, at most a word.
#[inline(always)]
fn ones<S: Pdp10Semantics>(m: S, pointer: S::V) -> S::V {
    (m.k(1) << size(m, pointer)) - m.k(1)
}

/// Advances the pointer to the next byte.
#[inline(always)]
pub(super) fn step_pointer<S: Pdp10Semantics>(m: S, o: &Op) -> Result<(), Trap> {
    let is_done = m.suppressed()?;
    let place = m.effective(o)?;
    let (word, crossed) = stepped(m, m.load(place, 1)?, is_done);
    m.store(place, word, 1)?;
    m.end_suppression();
    m.spend(o, ExtraTime::Byte { pointer: [word, word], at: m.k(NOWHERE), crossed });
    Ok(())
}

/// Loads AC from the byte.
#[inline(always)]
pub(super) fn load_byte<S: Pdp10Semantics>(m: S, o: &Op, steps: bool) -> Result<(), Trap> {
    let from = if steps { stepped_pointer(m, o)? } else { pointer(m, o)? };
    let [_, word] = from.word;
    let byte = from.old >> position(m, word) & ones(m, m.with_size(from.word));
    if steps {
        m.store(from.place, word, 1)?;
    }
    m.set(o.ac, byte);
    m.end_suppression();
    m.spend(o, from.spent());
    Ok(())
}

/// Deposits AC in the byte.
#[inline(always)]
pub(super) fn deposit_byte<S: Pdp10Semantics>(m: S, o: &Op, steps: bool) -> Result<(), Trap> {
    let to = if steps { stepped_pointer(m, o)? } else { pointer(m, o)? };
    let [_, word] = to.word;
    let position = position(m, word);
    let mask = ones(m, m.with_size(to.word)) << position;
    m.may_store(to.at)?;
    if steps {
        m.store(to.place, word, 1)?;
    }
    let byte = m.get(o.ac) << position;
    m.store(to.at, to.old & mask.not() | byte & mask, 1)?;
    m.end_suppression();
    m.spend(o, to.spent());
    Ok(())
}

//! Semantics that several rows share, generic over the interpretation.

use machine::semantics::{Trap, Value};

use super::float::{Arith, Convert};
use super::{MipsSemantics, Op, SystemOperations};
use crate::cpu::slot::{FLAGS, HI, LO, THREAD};

/// Return address register.
pub(super) const RA: u8 = 31;

#[inline(always)]
pub(super) fn imm<S: MipsSemantics>(m: S, o: &Op) -> S::V {
    m.k(u64::from(o.imm))
}

#[inline(always)]
pub(super) fn address<S: MipsSemantics>(m: S, o: &Op) -> S::V {
    m.rs(o) + imm(m, o)
}

pub(super) fn nothing<S: MipsSemantics>(_: S, _: &Op) {}

/// Sum; traps if both operands have the same sign and the sum has the other.
#[inline(always)]
pub(super) fn add_or_trap<S: MipsSemantics>(m: S, a: S::V, b: S::V) -> Result<S::V, Trap> {
    let sum = a + b;
    m.trap_if(((a ^ sum) & (b ^ sum)) >> m.k(31), Trap::Overflow)?;
    Ok(sum)
}

/// Difference; traps if the operands' signs differ and the result's differs from the first.
#[inline(always)]
pub(super) fn subtract_or_trap<S: MipsSemantics>(m: S, a: S::V, b: S::V) -> Result<S::V, Trap> {
    let difference = a - b;
    m.trap_if(((a ^ b) & (a ^ difference)) >> m.k(31), Trap::Overflow)?;
    Ok(difference)
}

/// Mask of `size` low bits, 1 to 32.
pub(super) fn low_ones(size: u32) -> u64 {
    (1u64 << size) - 1
}

#[inline(always)]
pub(super) fn insert<S: MipsSemantics>(m: S, o: &Op) -> S::V {
    let field = m.k(low_ones(o.imm) << o.h & 0xffff_ffff);
    (m.rt(o) & field.not()) | ((m.rs(o) << m.k(o.h.into())) & field)
}

#[inline(always)]
pub(super) fn swap_bytes_in_halves<S: MipsSemantics>(m: S, value: S::V) -> S::V {
    let (even, by) = (m.k(0x00ff_00ff), m.k(8));
    ((value & even) << by) | ((value >> by) & even)
}

#[inline(always)]
pub(super) fn distance<S: MipsSemantics>(m: S, o: &Op) -> S::V {
    m.rs(o) & m.k(31)
}

#[inline(always)]
pub(super) fn rotate_right<S: MipsSemantics>(m: S, value: S::V, by: S::V) -> S::V {
    // A rotation by zero must not become a shift by the whole width.
    (value >> by) | (value << ((m.k(32) - by) & m.k(31)))
}

#[inline(always)]
pub(super) fn hi_lo<S: MipsSemantics>(m: S, hi: S::V, lo: S::V) {
    m.set(HI, hi);
    m.set(LO, lo);
}

#[inline(always)]
pub(super) fn accumulate<S: MipsSemantics>(m: S, hi: S::V, lo: S::V) {
    let sum = m.get(LO) + lo;
    hi_lo(m, m.get(HI) + hi + sum.below(lo), sum);
}

#[inline(always)]
pub(super) fn diminish<S: MipsSemantics>(m: S, hi: S::V, lo: S::V) {
    let old = m.get(LO);
    hi_lo(m, m.get(HI) - hi - old.below(lo), old - lo);
}

/// Divisor, with 1 instead of 0.
#[inline(always)]
pub(super) fn divisor<S: MipsSemantics>(m: S, b: S::V) -> S::V {
    b.pick(b, m.k(1))
}

/// Sets HI and LO after a division by `b`; a division by zero keeps them, as in both simulators.
#[inline(always)]
pub(super) fn quotient<S: MipsSemantics>(m: S, b: S::V, hi: S::V, lo: S::V) {
    let (old_hi, old_lo) = (m.get(HI), m.get(LO));
    hi_lo(m, b.pick(hi, old_hi), b.pick(lo, old_lo));
}

/// 1 if `rs` is greater than zero, else 0.
#[inline(always)]
pub(super) fn positive<S: MipsSemantics>(m: S, o: &Op) -> S::V {
    m.k(0).less(m.rs(o))
}

/// 1 if `rs` is less than zero, else 0.
#[inline(always)]
pub(super) fn negative<S: MipsSemantics>(m: S, o: &Op) -> S::V {
    m.rs(o).less(m.k(0))
}

/// Number of bits above the byte at an address in its word.
#[inline(always)]
fn bits_above<S: MipsSemantics>(m: S, address: S::V) -> S::V {
    ((address & m.k(3)) ^ m.flip() ^ m.k(3)) << m.k(3)
}

/// Number of bits below the byte at an address in its word.
#[inline(always)]
fn bits_below<S: MipsSemantics>(m: S, address: S::V) -> S::V {
    ((address & m.k(3)) ^ m.flip()) << m.k(3)
}

#[inline(always)]
pub(super) fn load_left<S: MipsSemantics>(m: S, o: &Op) -> Result<S::V, Trap> {
    let at = address(m, o);
    let word = m.load(at & m.k(0xffff_fffc), 4)?;
    let shift = bits_above(m, at);
    let kept = (m.k(1) << shift) - m.k(1);
    Ok((word << shift) | (m.rt(o) & kept))
}

#[inline(always)]
pub(super) fn load_right<S: MipsSemantics>(m: S, o: &Op) -> Result<S::V, Trap> {
    let at = address(m, o);
    let word = m.load(at & m.k(0xffff_fffc), 4)?;
    let shift = bits_below(m, at);
    let kept = (m.k(0xffff_ffff) >> shift).not();
    Ok((word >> shift) | (m.rt(o) & kept))
}

#[inline(always)]
pub(super) fn store_left<S: MipsSemantics>(m: S, o: &Op) -> Result<(), Trap> {
    let at = address(m, o);
    let aligned = at & m.k(0xffff_fffc);
    let shift = bits_above(m, at);
    let kept = (m.k(0xffff_ffff) >> shift).not();
    let word = m.load(aligned, 4)?;
    m.store(aligned, (word & kept) | (m.rt(o) >> shift), 4)
}

#[inline(always)]
pub(super) fn store_right<S: MipsSemantics>(m: S, o: &Op) -> Result<(), Trap> {
    let at = address(m, o);
    let aligned = at & m.k(0xffff_fffc);
    let shift = bits_below(m, at);
    let kept = (m.k(1) << shift) - m.k(1);
    let word = m.load(aligned, 4)?;
    m.store(aligned, (word & kept) | (m.rt(o) << shift), 4)
}

/// Low and high word of a double; its register must be even.
#[inline(always)]
pub(super) fn pair<S: MipsSemantics>(m: S, slot: u8) -> Result<(S::V, S::V), Trap> {
    m.trap_if(m.k(u64::from(slot & 1)), Trap::Illegal)?;
    Ok((m.get(slot), m.get(slot | 1)))
}

/// Sets a double; its register must be even.
#[inline(always)]
pub(super) fn set_pair<S: MipsSemantics>(m: S, slot: u8, value: (S::V, S::V)) -> Result<(), Trap> {
    m.trap_if(m.k(u64::from(slot & 1)), Trap::Illegal)?;
    m.set(slot, value.0);
    m.set(slot | 1, value.1);
    Ok(())
}

#[inline(always)]
pub(super) fn pick_pair<S: MipsSemantics>(
    m: S,
    o: &Op,
    condition: S::V,
    yes: u8,
    no: u8,
) -> Result<(), Trap> {
    let (yes, no) = (pair(m, yes)?, pair(m, no)?);
    set_pair(m, o.w, (condition.pick(yes.0, no.0), condition.pick(yes.1, no.1)))
}

/// Loads a double; on a little endian machine, the word at the lower address is the low one.
#[inline(always)]
pub(super) fn load_double<S: MipsSemantics>(m: S, o: &Op) -> Result<(), Trap> {
    m.trap_if(m.k(u64::from(o.w & 1)), Trap::Illegal)?;
    let at = address(m, o);
    m.double_aligned(at, false)?;
    let swap = m.flip() & m.k(1);
    let first = m.load(at, 4)?;
    let second = m.load(at + m.k(4), 4)?;
    m.set_loaded(o.w, swap.pick(second, first));
    m.set_loaded(o.w | 1, swap.pick(first, second));
    Ok(())
}

/// Stores a double: both words or none.
#[inline(always)]
pub(super) fn store_double<S: MipsSemantics>(m: S, o: &Op) -> Result<(), Trap> {
    let at = address(m, o);
    let (low, high) = pair(m, o.t)?;
    m.double_aligned(at, true)?;
    let second = at + m.k(4);
    m.may_store(second)?;
    let swap = m.flip() & m.k(1);
    m.store(at, swap.pick(high, low), 4)?;
    m.store(second, swap.pick(low, high), 4)
}

/// Value of the floating point condition flag of the instruction, 0 or 1.
#[inline(always)]
pub(super) fn flag<S: MipsSemantics>(m: S, o: &Op) -> S::V {
    (m.get(FLAGS) >> m.k(o.h.into())) & m.k(1)
}

#[inline(always)]
fn set_flag<S: MipsSemantics>(m: S, o: &Op, value: S::V) {
    let others = m.get(FLAGS) & m.k(!(1u64 << o.h) & 0xff);
    m.set(FLAGS, others | (value << m.k(o.h.into())));
}

/// Bit of a condition that makes it signal.
const SIGNALLING: u8 = 8;
/// Condition that is true if an operand is a NaN.
const UNORDERED: u8 = 1;

#[inline(always)]
pub(super) fn compare_singles<S: MipsSemantics>(m: S, o: &Op, condition: u8) -> Result<(), Trap> {
    let (a, b) = (m.rs(o), m.rt(o));
    if condition & SIGNALLING != 0 {
        m.signal(m.compare_singles(UNORDERED, a, b))?;
    }
    set_flag(m, o, m.compare_singles(condition, a, b));
    Ok(())
}

#[inline(always)]
pub(super) fn compare_doubles<S: MipsSemantics>(m: S, o: &Op, condition: u8) -> Result<(), Trap> {
    let (a, b) = (pair(m, o.s)?, pair(m, o.t)?);
    if condition & SIGNALLING != 0 {
        m.signal(m.compare_doubles(UNORDERED, a, b))?;
    }
    set_flag(m, o, m.compare_doubles(condition, a, b));
    Ok(())
}

#[inline(always)]
pub(super) fn double_op<S: MipsSemantics>(m: S, o: &Op, op: Arith) -> Result<(), Trap> {
    let (a, b) = (pair(m, o.s)?, pair(m, o.t)?);
    set_pair(m, o.w, m.double(op, a, b))
}

/// Converts a double to a format of one word.
#[inline(always)]
pub(super) fn narrow<S: MipsSemantics>(m: S, o: &Op, how: Convert) -> Result<(), Trap> {
    let from = pair(m, o.s)?;
    m.set(o.w, m.convert(how, from).0);
    Ok(())
}

/// Converts a format of one word to double.
#[inline(always)]
pub(super) fn widen<S: MipsSemantics>(m: S, o: &Op, how: Convert) -> Result<(), Trap> {
    set_pair(m, o.w, m.convert(how, (m.rs(o), m.k(0))))
}

/// A hardware register; the system reads all but the thread pointer.
#[inline(always)]
pub(super) fn hardware<S: MipsSemantics>(m: S, o: &Op) -> Result<S::V, Trap> {
    const USER_LOCAL: u8 = 29;
    if o.h == USER_LOCAL {
        return Ok(m.get(THREAD));
    }
    m.system(SystemOperations::ReadHardware)?;
    Ok(m.k(0))
}

/// Converts between single and word.
#[inline(always)]
pub(super) fn single_to_word<S: MipsSemantics>(m: S, o: &Op, how: Convert) {
    m.set(o.w, m.convert(how, (m.rs(o), m.k(0))).0);
}

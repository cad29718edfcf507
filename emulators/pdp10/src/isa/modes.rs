//! Modes of families: sources of operands and destinations of results.
//!
//! A row stores to memory before it sets accumulators, sets flags last, and checks that a store
//! will succeed if something must come before it.

use machine::semantics::{Trap, Value};

use super::float::Float;
use super::helpers::{LongResult, WithFlags, second};
use super::{FloatResult, Op, Pdp10Semantics};
use crate::cpu::flag;

type RowResult = Result<(), Trap>;

/// Word at the effective address.
#[inline(always)]
pub(super) fn operand<S: Pdp10Semantics>(m: S, o: &Op) -> Result<S::V, Trap> {
    m.load(m.effective(o)?, 1)
}

#[inline(always)]
fn note<S: Pdp10Semantics>(m: S, noted: WithFlags<S::V>) {
    if let Some([overflow, carry0, carry1]) = noted.flags {
        m.note(overflow, carry0, carry1);
    }
}

/// AC = f(operand, AC).
#[inline(always)]
pub(super) fn basic<S: Pdp10Semantics>(
    m: S,
    o: &Op,
    f: impl Fn(S, S::V, S::V) -> WithFlags<S::V>,
) -> RowResult {
    let result = f(m, operand(m, o)?, m.ac(o));
    m.set(o.ac, result.value);
    note(m, result);
    Ok(())
}

/// AC = f(E, AC).
#[inline(always)]
pub(super) fn immediate<S: Pdp10Semantics>(
    m: S,
    o: &Op,
    f: impl Fn(S, S::V, S::V) -> WithFlags<S::V>,
) -> RowResult {
    let result = f(m, m.effective(o)?, m.ac(o));
    m.set(o.ac, result.value);
    note(m, result);
    Ok(())
}

/// C(E) = f(AC).
#[inline(always)]
pub(super) fn to_memory<S: Pdp10Semantics>(
    m: S,
    o: &Op,
    f: impl Fn(S, S::V) -> WithFlags<S::V>,
) -> RowResult {
    let place = m.effective(o)?;
    let result = f(m, m.ac(o));
    m.store(place, result.value, 1)?;
    note(m, result);
    Ok(())
}

/// C(E) = f(AC, C(E)).
#[inline(always)]
pub(super) fn into_memory<S: Pdp10Semantics>(
    m: S,
    o: &Op,
    f: impl Fn(S, S::V, S::V) -> WithFlags<S::V>,
) -> RowResult {
    let place = m.effective(o)?;
    let result = f(m, m.ac(o), m.load(place, 1)?);
    m.store(place, result.value, 1)?;
    note(m, result);
    Ok(())
}

/// C(E) = f(C(E)), and AC too unless it is 0.
#[inline(always)]
pub(super) fn to_self<S: Pdp10Semantics>(
    m: S,
    o: &Op,
    f: impl Fn(S, S::V) -> WithFlags<S::V>,
) -> RowResult {
    let place = m.effective(o)?;
    let result = f(m, m.load(place, 1)?);
    m.store(place, result.value, 1)?;
    if o.ac != 0 {
        m.set(o.ac, result.value);
    }
    note(m, result);
    Ok(())
}

/// AC and C(E) = f(C(E), AC).
#[inline(always)]
pub(super) fn to_both<S: Pdp10Semantics>(
    m: S,
    o: &Op,
    f: impl Fn(S, S::V, S::V) -> WithFlags<S::V>,
) -> RowResult {
    let place = m.effective(o)?;
    let result = f(m, m.load(place, 1)?, m.ac(o));
    m.store(place, result.value, 1)?;
    m.set(o.ac, result.value);
    note(m, result);
    Ok(())
}

/// C(E) = f(AC), and AC too: without an operand nothing is read.
#[inline(always)]
pub(super) fn give_both<S: Pdp10Semantics>(m: S, o: &Op, f: impl Fn(S, S::V) -> S::V) -> RowResult {
    let place = m.effective(o)?;
    let result = f(m, m.ac(o));
    m.store(place, result, 1)?;
    m.set(o.ac, result);
    Ok(())
}

/// AC = f(AC).
#[inline(always)]
pub(super) fn give<S: Pdp10Semantics>(m: S, o: &Op, f: impl Fn(S, S::V) -> S::V) -> RowResult {
    m.effective(o)?;
    m.set(o.ac, f(m, m.ac(o)));
    Ok(())
}

/// AC and AC+1 = f(AC and AC+1, operand), the operand from memory or the address itself.
#[inline(always)]
pub(super) fn long<S: Pdp10Semantics>(
    m: S,
    o: &Op,
    is_immediate: bool,
    f: impl Fn(S, [S::V; 2], S::V) -> LongResult<S::V>,
) -> RowResult {
    let e = m.effective(o)?;
    let operand = if is_immediate { e } else { m.load(e, 1)? };
    set_long(m, o, f(m, accumulators(m, o), operand));
    Ok(())
}

/// C(E) = the upper word of f(AC and AC+1, C(E)); AC and AC+1 too if `is_both`.
#[inline(always)]
pub(super) fn long_to_memory<S: Pdp10Semantics>(
    m: S,
    o: &Op,
    is_both: bool,
    f: impl Fn(S, [S::V; 2], S::V) -> LongResult<S::V>,
) -> RowResult {
    let place = m.effective(o)?;
    let operand = m.load(place, 1)?;
    m.may_store(place)?;
    let result = f(m, accumulators(m, o), operand);
    m.store(place, result.fits.pick(result.high, operand), 1)?;
    if is_both {
        set_long(m, o, result);
    }
    Ok(())
}

#[inline(always)]
fn accumulators<S: Pdp10Semantics>(m: S, o: &Op) -> [S::V; 2] {
    [m.get(o.ac), m.get(second(o))]
}

#[inline(always)]
fn set_long<S: Pdp10Semantics>(m: S, o: &Op, result: LongResult<S::V>) {
    let [high, low] = accumulators(m, o);
    m.set(o.ac, result.fits.pick(result.high, high));
    m.set(second(o), result.fits.pick(result.low, low));
}

/// Source of a floating-point operand and destination of the result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FloatMode {
    /// AC from C(E).
    Accumulator,
    /// AC from `E,,0`.
    Immediate,
    /// AC and AC+1 from C(E).
    Long,
    /// C(E).
    Memory,
    /// AC and C(E).
    Both,
}

/// The four floating-point arithmetic operations.
#[inline(always)]
pub(super) fn float<S: Pdp10Semantics>(m: S, o: &Op, op: Float, to: FloatMode) -> RowResult {
    let e = m.effective(o)?;
    let operand = if to == FloatMode::Immediate { e << m.k(18) } else { m.load(e, 1)? };
    if matches!(to, FloatMode::Memory | FloatMode::Both) {
        m.may_store(e)?;
    }
    let [high, low] = accumulators(m, o);
    let FloatResult { flags, high: new_high, low: new_low } = m.float(op, [high, low], operand);
    let kept = flags & m.k(flag::NODIV.into());
    match to {
        FloatMode::Memory => m.store(e, kept.pick(operand, new_high), 1)?,
        FloatMode::Both => m.store(e, kept.pick(operand, new_high), 1)?,
        _ => {}
    }
    if to != FloatMode::Memory {
        m.set(o.ac, kept.pick(high, new_high));
    }
    if to == FloatMode::Long {
        m.set(second(o), kept.pick(low, new_low));
    }
    Ok(())
}

/// The eight conditions by their codes: never, L, E, LE, always, GE, N, G.
#[inline(always)]
fn holds<S: Pdp10Semantics>(m: S, condition: u8, a: S::V, b: S::V) -> S::V {
    match condition {
        0 => m.k(0),
        1 => a.less(b),
        2 => a.equals(b),
        3 => b.less(a) ^ m.k(1),
        4 => m.k(1),
        5 => a.less(b) ^ m.k(1),
        6 => a.differs(b),
        _ => b.less(a),
    }
}

/// Skips if the comparison of the two values from `f` holds.
#[inline(always)]
pub(super) fn skip_if<S: Pdp10Semantics>(
    m: S,
    o: &Op,
    condition: u8,
    f: impl Fn(S, &Op) -> Result<(S::V, S::V), Trap>,
) -> RowResult {
    let (a, b) = f(m, o)?;
    m.skip(o, holds(m, condition, a, b))
}

/// Jumps to the address from `f` if its value meets the condition against zero.
#[inline(always)]
pub(super) fn jump_if<S: Pdp10Semantics>(
    m: S,
    o: &Op,
    condition: u8,
    f: impl Fn(S, &Op) -> Result<(S::V, S::V), Trap>,
) -> RowResult {
    let (value, to) = f(m, o)?;
    m.branch(holds(m, condition, value, m.k(0)), to);
    Ok(())
}

/// Mask of the accumulator in a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mask {
    /// R: E.
    Right,
    /// L: E in the left half.
    Left,
    /// D: C(E).
    Direct,
    /// S: C(E) with its halves swapped.
    Swapped,
}

/// Exchanges the halves of a word.
#[inline(always)]
pub(super) fn swap<S: Pdp10Semantics>(m: S, word: S::V) -> S::V {
    word << m.k(18) | word >> m.k(18)
}

/// Skips by the masked bits, which `f` changes: never, if all are 0, always, if one is not.
#[inline(always)]
pub(super) fn test<S: Pdp10Semantics>(
    m: S,
    o: &Op,
    by: Mask,
    condition: u8,
    f: impl Fn(S, S::V, S::V) -> S::V,
) -> RowResult {
    let e = m.effective(o)?;
    let mask = match by {
        Mask::Right => e,
        Mask::Left => e << m.k(18),
        Mask::Direct => m.load(e, 1)?,
        Mask::Swapped => swap(m, m.load(e, 1)?),
    };
    let ac = m.ac(o);
    m.set(o.ac, f(m, ac, mask));
    m.skip(o, holds(m, condition, ac & mask, m.k(0)))
}

//! Semantics shared by several rows.

use machine::semantics::{Trap, Value};

use super::float::{Float, Format};
use super::slot::{
    FFLAGS, FRM, FS, HIGH, MSTATUS, RESERVED, RESERVED_AT, STATUS_CLOSED, STATUS_FIXED,
};
use super::{Change, Op, RiscvSemantics, SystemOperation};
use crate::csr::number;

/// Immediate.
#[inline(always)]
pub(super) fn imm<S: RiscvSemantics>(m: S, o: &Op) -> S::V {
    m.k(o.imm.into())
}

/// Address of a load or store.
#[inline(always)]
pub(super) fn address<S: RiscvSemantics>(m: S, o: &Op) -> S::V {
    m.rs1(o) + imm(m, o)
}

/// Shift amount in `rs2`.
#[inline(always)]
pub(super) fn shift<S: RiscvSemantics>(m: S, o: &Op) -> S::V {
    m.rs2(o) & m.k(31)
}

/// Address of the next instruction.
#[inline(always)]
pub(super) fn next<S: RiscvSemantics>(m: S, o: &Op) -> S::V {
    m.k(o.pc.wrapping_add(o.length.into()).into())
}

/// `jalr`: the target is read before the link is written, because both may be the same register.
#[inline(always)]
pub(super) fn link<S: RiscvSemantics>(m: S, o: &Op) -> Result<(), Trap> {
    let target = address(m, o) & m.k(0xffff_fffe);
    m.jump_register(target)?;
    m.set(o.d, next(m, o));
    Ok(())
}

#[inline(always)]
pub(super) fn multiply_high_mixed<S: RiscvSemantics>(m: S, o: &Op) -> S::V {
    let (a, b) = (m.rs1(o), m.rs2(o));
    // As an unsigned number, a negative factor is too large by 2^32.
    a.multiply_high_unsigned(b) - a.less(m.k(0)).pick(b, m.k(0))
}

/// Divisor, with 1 in place of zero, whose result is not used.
#[inline(always)]
fn divisor<S: RiscvSemantics>(m: S, b: S::V) -> S::V {
    b.pick(b, m.k(1))
}

#[inline(always)]
pub(super) fn divide<S: RiscvSemantics>(m: S, o: &Op) -> S::V {
    let (a, b) = (m.rs1(o), m.rs2(o));
    b.pick(a.divide(divisor(m, b)), m.k(0xffff_ffff))
}

#[inline(always)]
pub(super) fn divide_unsigned<S: RiscvSemantics>(m: S, o: &Op) -> S::V {
    let (a, b) = (m.rs1(o), m.rs2(o));
    b.pick(a.divide_unsigned(divisor(m, b)), m.k(0xffff_ffff))
}

#[inline(always)]
pub(super) fn remainder<S: RiscvSemantics>(m: S, o: &Op) -> S::V {
    let (a, b) = (m.rs1(o), m.rs2(o));
    b.pick(a.remainder(divisor(m, b)), a)
}

#[inline(always)]
pub(super) fn remainder_unsigned<S: RiscvSemantics>(m: S, o: &Op) -> S::V {
    let (a, b) = (m.rs1(o), m.rs2(o));
    b.pick(a.remainder_unsigned(divisor(m, b)), a)
}

/// Rotates right by 0 to 31 bits.
#[inline(always)]
pub(super) fn rotate_right<S: RiscvSemantics>(m: S, a: S::V, distance: S::V) -> S::V {
    let back = (m.k(32) - distance) & m.k(31);
    (a >> distance) | (a << back)
}

#[inline(always)]
pub(super) fn rotate_left<S: RiscvSemantics>(m: S, a: S::V, distance: S::V) -> S::V {
    rotate_right(m, a, (m.k(32) - distance) & m.k(31))
}

#[inline(always)]
pub(super) fn trailing_zeros<S: RiscvSemantics>(m: S, a: S::V) -> S::V {
    // The ones below the lowest one of `a`.
    let below = (a - m.k(1)) & a.not();
    m.k(32) - below.leading_zeros()
}

/// Word of a carry-less product, starting at this bit: 0, 31 or 32.
#[inline(always)]
pub(super) fn multiply_no_carry<S: RiscvSemantics>(m: S, o: &Op, from: u64) -> S::V {
    let (a, b) = (m.rs1(o), m.rs2(o));
    (0..32).fold(m.k(0), |sum, bit| {
        let part = match bit {
            _ if bit + 32 <= from => m.k(0),
            _ if bit < from => a >> m.k(from - bit),
            _ => a << m.k(bit - from),
        };
        sum ^ ((b >> m.k(bit)) & m.k(1)).pick(part, m.k(0))
    })
}

/// Counts the ones of a word, in fields of 2, 4 and 8 bits.
#[inline(always)]
pub(super) fn count_ones<S: RiscvSemantics>(m: S, a: S::V) -> S::V {
    let pairs = a - ((a >> m.k(1)) & m.k(0x5555_5555));
    let fours = (pairs & m.k(0x3333_3333)) + ((pairs >> m.k(2)) & m.k(0x3333_3333));
    let bytes = (fours + (fours >> m.k(4))) & m.k(0x0f0f_0f0f);
    (bytes * m.k(0x0101_0101)) >> m.k(24)
}

/// Sets each nonzero byte to all ones.
#[inline(always)]
pub(super) fn combine_bytes<S: RiscvSemantics>(m: S, a: S::V) -> S::V {
    let low = m.k(0x7f7f_7f7f);
    let some = (((a & low) + low) | a) & low.not();
    (some >> m.k(7)) * m.k(0xff)
}

#[inline(always)]
pub(super) fn reverse_bytes<S: RiscvSemantics>(m: S, a: S::V) -> S::V {
    let swapped = ((a >> m.k(8)) & m.k(0x00ff_00ff)) | ((a & m.k(0x00ff_00ff)) << m.k(8));
    (swapped >> m.k(16)) | (swapped << m.k(16))
}

/// Changes a control and status register by a register; returns the old value.
#[inline(always)]
pub(super) fn change_csr<S: RiscvSemantics>(m: S, o: &Op, change: Change) -> Result<(), Trap> {
    let operand = m.rs1(o);
    if S::QUICK_STATUS && o.imm == u32::from(number::MSTATUS) {
        return change_status(m, o, change, operand);
    }
    m.system(SystemOperation::Csr(change))?;
    m.set(o.d, m.k(0));
    Ok(())
}

/// The same by an immediate operand.
#[inline(always)]
pub(super) fn change_csr_by_immediate<S: RiscvSemantics>(
    m: S,
    o: &Op,
    change: Change,
) -> Result<(), Trap> {
    if S::QUICK_STATUS && o.imm == u32::from(number::MSTATUS) {
        return change_status(m, o, change, m.k(o.h.into()));
    }
    m.system(SystemOperation::CsrImmediate(change))?;
    m.set(o.d, m.k(0));
    Ok(())
}

/// Reads `mstatus`, and changes the bits whose change has no further effect now; exits before any
/// other change.
#[inline(always)]
fn change_status<S: RiscvSemantics>(
    m: S,
    o: &Op,
    change: Change,
    operand: S::V,
) -> Result<(), Trap> {
    m.trap_if(m.get(STATUS_CLOSED), Trap::Special)?;
    let old = m.get(MSTATUS);
    let new = match change {
        Change::Write => operand,
        Change::Set => old | operand,
        Change::Clear => old & operand.not(),
    };
    m.trap_if((old ^ new) & m.get(STATUS_FIXED), Trap::Special)?;
    m.set(MSTATUS, new);
    m.set(o.d, old);
    Ok(())
}

/// Replaces a word in memory atomically, and returns the old one.
#[inline(always)]
pub(super) fn atomic<S: RiscvSemantics>(
    m: S,
    o: &Op,
    change: impl Fn(S::V, S::V) -> S::V,
) -> Result<(), Trap> {
    let at = m.rs1(o);
    m.aligned(at, 4, true)?;
    let old = m.load(at, 4)?;
    m.store(at, change(old, m.rs2(o)), 4)?;
    m.set(o.d, old);
    Ok(())
}

#[inline(always)]
pub(super) fn load_reserved<S: RiscvSemantics>(m: S, o: &Op) -> Result<(), Trap> {
    let at = m.rs1(o);
    m.aligned(at, 4, false)?;
    let word = m.load(at, 4)?;
    m.set(RESERVED, m.k(1));
    m.set(RESERVED_AT, at);
    m.set(o.d, word);
    Ok(())
}

/// Without a reservation, the old word is stored back, so that the access is checked anyway.
#[inline(always)]
pub(super) fn store_conditional<S: RiscvSemantics>(m: S, o: &Op) -> Result<(), Trap> {
    let at = m.rs1(o);
    m.aligned(at, 4, true)?;
    let holds = m.get(RESERVED) & m.get(RESERVED_AT).equals(at);
    let old = m.load(at, 4)?;
    m.store(at, holds.pick(m.rs2(o), old), 4)?;
    m.set(RESERVED, m.k(0));
    m.set(o.d, holds ^ m.k(1));
    Ok(())
}

/// Exits before the instruction if floating point is off.
#[inline(always)]
fn switched_on<S: RiscvSemantics>(m: S) -> Result<(), Trap> {
    m.trap_if(m.get(FS).equals(m.k(0)), Trap::Illegal)
}

/// Canonical quiet NaN.
const CANONICAL_NAN: u64 = 0x7fc0_0000;
/// High word of a NaN-boxed single.
const BOX: u64 = 0xffff_ffff;

/// Single in a register; the canonical NaN if the register does not hold one.
#[inline(always)]
fn single<S: RiscvSemantics>(m: S, slot: u8) -> S::V {
    m.get(slot + HIGH).equals(m.k(BOX)).pick(m.get(slot), m.k(CANONICAL_NAN))
}

/// Operand of a format, as low and high word.
#[inline(always)]
fn operand<S: RiscvSemantics>(m: S, slot: u8, format: Format) -> (S::V, S::V) {
    match format {
        Format::Single => (single(m, slot), m.k(0)),
        Format::Double => (m.get(slot), m.get(slot + HIGH)),
    }
}

/// Sets a register to a number of a format.
#[inline(always)]
fn set_float<S: RiscvSemantics>(m: S, slot: u8, format: Format, low: S::V, high: S::V) {
    m.set(slot, low);
    m.set(slot + HIGH, if format == Format::Single { m.k(BOX) } else { high });
}

/// Rounding mode of the instruction, or the dynamic one.
#[inline(always)]
fn rounding<S: RiscvSemantics>(m: S, o: &Op) -> S::V {
    const DYNAMIC: u8 = 7;
    if o.h == DYNAMIC { m.get(FRM) } else { m.k(o.h.into()) }
}

/// Runs an operation and accumulates its exceptions; returns low and high word.
#[inline(always)]
fn compute<S: RiscvSemantics>(
    m: S,
    format: Format,
    op: Float,
    mode: S::V,
    operands: [(S::V, S::V); 3],
) -> Result<(S::V, S::V), Trap> {
    switched_on(m)?;
    let result = m.float(format, op, mode, operands)?;
    m.set(FFLAGS, m.get(FFLAGS) | result.flags);
    Ok((result.low, result.high))
}

#[inline(always)]
pub(super) fn float_fused<S: RiscvSemantics>(
    m: S,
    o: &Op,
    format: Format,
    op: Float,
) -> Result<(), Trap> {
    let operands = [o.s, o.t, o.r].map(|slot| operand(m, slot, format));
    let (low, high) = compute(m, format, op, rounding(m, o), operands)?;
    set_float(m, o.d, format, low, high);
    Ok(())
}

#[inline(always)]
pub(super) fn float_binary<S: RiscvSemantics>(
    m: S,
    o: &Op,
    format: Format,
    op: Float,
) -> Result<(), Trap> {
    let (a, b) = (operand(m, o.s, format), operand(m, o.t, format));
    let (low, high) = compute(m, format, op, rounding(m, o), [a, b, (m.k(0), m.k(0))])?;
    set_float(m, o.d, format, low, high);
    Ok(())
}

/// Operation on one operand of a format; returns low and high word.
#[inline(always)]
fn one<S: RiscvSemantics>(
    m: S,
    o: &Op,
    format: Format,
    op: Float,
    a: (S::V, S::V),
) -> Result<(S::V, S::V), Trap> {
    let none = (m.k(0), m.k(0));
    compute(m, format, op, rounding(m, o), [a, none, none])
}

#[inline(always)]
pub(super) fn float_unary<S: RiscvSemantics>(
    m: S,
    o: &Op,
    format: Format,
    op: Float,
) -> Result<(), Trap> {
    let (low, high) = one(m, o, format, op, operand(m, o.s, format))?;
    set_float(m, o.d, format, low, high);
    Ok(())
}

/// Conversion between formats; `format` is that of the operand.
#[inline(always)]
pub(super) fn float_width<S: RiscvSemantics>(
    m: S,
    o: &Op,
    format: Format,
    op: Float,
) -> Result<(), Trap> {
    let (low, high) = one(m, o, format, op, operand(m, o.s, format))?;
    let other = if format == Format::Single { Format::Double } else { Format::Single };
    set_float(m, o.d, other, low, high);
    Ok(())
}

/// Comparison of two numbers, into a general register.
#[inline(always)]
pub(super) fn float_relation<S: RiscvSemantics>(
    m: S,
    o: &Op,
    format: Format,
    op: Float,
) -> Result<(), Trap> {
    let (a, b) = (operand(m, o.s, format), operand(m, o.t, format));
    let (low, _) = compute(m, format, op, m.k(0), [a, b, (m.k(0), m.k(0))])?;
    m.set(o.d, low);
    Ok(())
}

/// Operation on a number, into a general register, without rounding.
#[inline(always)]
pub(super) fn float_to_word<S: RiscvSemantics>(
    m: S,
    o: &Op,
    format: Format,
    op: Float,
) -> Result<(), Trap> {
    let none = (m.k(0), m.k(0));
    let (low, _) = compute(m, format, op, m.k(0), [operand(m, o.s, format), none, none])?;
    m.set(o.d, low);
    Ok(())
}

/// Conversion of a number, into a general register, with rounding.
#[inline(always)]
pub(super) fn convert_to_word<S: RiscvSemantics>(
    m: S,
    o: &Op,
    format: Format,
    op: Float,
) -> Result<(), Trap> {
    let (low, _) = one(m, o, format, op, operand(m, o.s, format))?;
    m.set(o.d, low);
    Ok(())
}

#[inline(always)]
pub(super) fn convert_from_word<S: RiscvSemantics>(
    m: S,
    o: &Op,
    format: Format,
    op: Float,
) -> Result<(), Trap> {
    let (low, high) = one(m, o, format, op, (m.rs1(o), m.k(0)))?;
    set_float(m, o.d, format, low, high);
    Ok(())
}

#[inline(always)]
pub(super) fn move_from_float<S: RiscvSemantics>(m: S, o: &Op) -> Result<(), Trap> {
    switched_on(m)?;
    m.set(o.d, m.rs1(o));
    Ok(())
}

#[inline(always)]
pub(super) fn move_to_float<S: RiscvSemantics>(m: S, o: &Op) -> Result<(), Trap> {
    switched_on(m)?;
    set_float(m, o.d, Format::Single, m.rs1(o), m.k(0));
    Ok(())
}

const SIGN: u64 = 0x8000_0000;

/// `a` with the sign bit that `choose` computes from both signs.
#[inline(always)]
fn with_sign<S: RiscvSemantics>(
    m: S,
    a: S::V,
    b: S::V,
    choose: impl Fn(S::V, S::V) -> S::V,
) -> S::V {
    (a & m.k(SIGN).not()) | (choose(a, b) & m.k(SIGN))
}

#[inline(always)]
pub(super) fn sign_inject<S: RiscvSemantics>(
    m: S,
    o: &Op,
    choose: impl Fn(S::V, S::V) -> S::V,
) -> Result<(), Trap> {
    switched_on(m)?;
    let result = with_sign(m, single(m, o.s), single(m, o.t), choose);
    set_float(m, o.d, Format::Single, result, m.k(0));
    Ok(())
}

#[inline(always)]
pub(super) fn sign_inject_double<S: RiscvSemantics>(
    m: S,
    o: &Op,
    choose: impl Fn(S::V, S::V) -> S::V,
) -> Result<(), Trap> {
    switched_on(m)?;
    let high = with_sign(m, m.get(o.s + HIGH), m.get(o.t + HIGH), choose);
    set_float(m, o.d, Format::Double, m.rs1(o), high);
    Ok(())
}

#[inline(always)]
pub(super) fn load_float<S: RiscvSemantics>(m: S, o: &Op, format: Format) -> Result<(), Trap> {
    switched_on(m)?;
    let at = address(m, o);
    let low = m.load(at, 4)?;
    let high = match format {
        Format::Single => m.k(0),
        Format::Double => m.load(at + m.k(4), 4)?,
    };
    set_float(m, o.d, format, low, high);
    Ok(())
}

/// Stores a number; of a double, both words or neither.
#[inline(always)]
pub(super) fn store_float<S: RiscvSemantics>(m: S, o: &Op, format: Format) -> Result<(), Trap> {
    switched_on(m)?;
    let at = address(m, o);
    match format {
        Format::Single => m.store(at, m.rs2(o), 4),
        Format::Double => {
            let second = at + m.k(4);
            m.may_store(second)?;
            m.store(at, m.rs2(o), 4)?;
            m.store(second, m.get(o.t + HIGH), 4)
        }
    }
}

//! Bitwise operations on numbers.

use super::{Context, whole};
use crate::value::{Value, ValueError};

fn fold(args: &[Value], first: i64, join: fn(i64, i64) -> i64) -> Result<Value, ValueError> {
    let mut bits = first;
    for at in 1..args.len() {
        bits = join(bits, whole(args, at)?);
    }
    Ok(Value::Int(bits))
}

pub(super) fn and(_: &mut Context<'_>, args: &[Value]) -> Result<Value, ValueError> {
    fold(args, -1, |left, right| left & right)
}

pub(super) fn or(_: &mut Context<'_>, args: &[Value]) -> Result<Value, ValueError> {
    fold(args, 0, |left, right| left | right)
}

pub(super) fn xor(_: &mut Context<'_>, args: &[Value]) -> Result<Value, ValueError> {
    fold(args, 0, |left, right| left ^ right)
}

pub(super) fn not(_: &mut Context<'_>, args: &[Value]) -> Result<Value, ValueError> {
    Ok(Value::Int(!whole(args, 1)?))
}

/// Number of bits that are 1; with a second number, number of bits that differ.
pub(super) fn bit1(_: &mut Context<'_>, args: &[Value]) -> Result<Value, ValueError> {
    let null = |at: usize| matches!(args.get(at), Some(Value::Null));
    if null(1) || null(2) {
        return Ok(Value::Int(0));
    }
    let other = if args.len() > 2 { whole(args, 2)? } else { 0 };
    Ok(Value::Int((whole(args, 1)? ^ other).count_ones().into()))
}

/// Shifts right by n, or left if n is negative. Bits shifted out are lost.
pub(super) fn shift(_: &mut Context<'_>, args: &[Value]) -> Result<Value, ValueError> {
    let (bits, by) = (whole(args, 1)?, whole(args, 2)?);
    let places = u32::try_from(by.unsigned_abs()).unwrap_or(u32::MAX);
    Ok(Value::Int(match by {
        0.. => bits.checked_shr(places).unwrap_or(if bits < 0 { -1 } else { 0 }),
        _ => bits.checked_shl(places).unwrap_or(0),
    }))
}

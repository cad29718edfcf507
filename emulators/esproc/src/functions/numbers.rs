//! Arithmetic.

use super::{Context, each_argument, given, real, sequence, whole};
use crate::operators::add;
use crate::value::{self, Heap, Value, ValueError};

type Result = std::result::Result<Value, ValueError>;

/// Applies a function to a number; null remains null.
fn of_real(args: &[Value], function: impl Fn(f64) -> f64) -> Result {
    match args[1] {
        Value::Null => Ok(Value::Null),
        _ => Ok(Value::Real(function(real(args, 1)?))),
    }
}

pub(super) fn abs(_: &mut Context<'_>, args: &[Value]) -> Result {
    match args[1] {
        Value::Int(number) => Ok(Value::Int(number.wrapping_abs())),
        _ => of_real(args, f64::abs),
    }
}

/// Multiplies by a power of ten, rounds, and divides by it.
fn rounded(args: &[Value], round: fn(f64) -> f64) -> Result {
    match given(args, 2) {
        None => of_real(args, round),
        Some(Value::Null) => Ok(Value::Null),
        Some(_) => {
            let factor = 10_f64.powi(whole(args, 2)?.clamp(-300, 300) as i32);
            of_real(args, |number| match number * factor {
                moved if moved.is_finite() => round(moved) / factor,
                _ => number,
            })
        }
    }
}

pub(super) fn ceil(_: &mut Context<'_>, args: &[Value]) -> Result {
    rounded(args, f64::ceil)
}

pub(super) fn floor(_: &mut Context<'_>, args: &[Value]) -> Result {
    rounded(args, f64::floor)
}

/// Rounds halves up, like Java; an integer remains one.
pub(super) fn round(_: &mut Context<'_>, args: &[Value]) -> Result {
    let half_up = |number: f64| (number + 0.5).floor();
    match rounded(args, half_up)? {
        Value::Real(number) if matches!(args[1], Value::Int(_)) => Ok(Value::Int(number as i64)),
        other => Ok(other),
    }
}

/// Converts text to a number; a number remains unchanged.
pub(super) fn number(context: &mut Context<'_>, args: &[Value]) -> Result {
    match args[1] {
        Value::Text(text) => {
            let number = value::number(context.heap.characters(text).trim());
            Ok(number.unwrap_or(Value::Null))
        }
        Value::Null | Value::Int(_) | Value::Real(_) => Ok(args[1]),
        other => Err(ValueError::Kind(1, other.kind())),
    }
}

pub(super) fn int(context: &mut Context<'_>, args: &[Value]) -> Result {
    Ok(number(context, args)?.whole().map_or(Value::Null, Value::Int))
}

pub(super) fn float(context: &mut Context<'_>, args: &[Value]) -> Result {
    Ok(number(context, args)?.real().map_or(Value::Null, Value::Real))
}

pub(super) fn sqrt(_: &mut Context<'_>, args: &[Value]) -> Result {
    match given(args, 2) {
        None => of_real(args, f64::sqrt),
        Some(_) => {
            let root = real(args, 2)?;
            of_real(args, |number| number.powf(1.0 / root))
        }
    }
}

pub(super) fn power(_: &mut Context<'_>, args: &[Value]) -> Result {
    match given(args, 2) {
        None => of_real(args, |number| number * number),
        Some(_) => {
            let exponent = real(args, 2)?;
            of_real(args, |number| number.powf(exponent))
        }
    }
}

pub(super) fn exp(_: &mut Context<'_>, args: &[Value]) -> Result {
    of_real(args, f64::exp)
}

pub(super) fn ln(_: &mut Context<'_>, args: &[Value]) -> Result {
    of_real(args, f64::ln)
}

pub(super) fn lg(_: &mut Context<'_>, args: &[Value]) -> Result {
    of_real(args, f64::log10)
}

pub(super) fn pi(_: &mut Context<'_>, args: &[Value]) -> Result {
    let factor = if given(args, 1).is_some() { real(args, 1)? } else { 1.0 };
    Ok(Value::Real(std::f64::consts::PI * factor))
}

pub(super) fn sign(_: &mut Context<'_>, args: &[Value]) -> Result {
    match args[1] {
        Value::Null => Ok(Value::Null),
        _ => {
            let number = real(args, 1)?;
            Ok(Value::Int(i64::from(number > 0.0) - i64::from(number < 0.0)))
        }
    }
}

pub(super) fn fact(_: &mut Context<'_>, args: &[Value]) -> Result {
    let number = whole(args, 1)?;
    let product = (1..=number.min(21)).try_fold(1_i64, i64::checked_mul);
    product.filter(|_| number >= 0).map(Value::Int).ok_or(ValueError::Value(1, number))
}

fn common_divisor(mut left: u64, mut right: u64) -> u64 {
    while right != 0 {
        (left, right) = (right, left % right);
    }
    left
}

pub(super) fn gcd(_: &mut Context<'_>, args: &[Value]) -> Result {
    let mut common = 0;
    for at in 1..args.len() {
        common = common_divisor(common, whole(args, at)?.unsigned_abs());
    }
    Ok(Value::Int(common as i64))
}

pub(super) fn lcm(_: &mut Context<'_>, args: &[Value]) -> Result {
    let mut common = 1_u64;
    for at in 1..args.len() {
        let number = whole(args, at)?;
        let parts = number.unsigned_abs() / common_divisor(common, number.unsigned_abs()).max(1);
        common = common.checked_mul(parts).ok_or(ValueError::Value(at as u8, number))?;
    }
    Ok(Value::Int(common as i64))
}

pub(super) fn rand(context: &mut Context<'_>, args: &[Value]) -> Result {
    let random = context.host.random.next_u64();
    if given(args, 1).is_none() {
        return Ok(Value::Real((random >> 11) as f64 / (1_u64 << 53) as f64));
    }
    match whole(args, 1)? {
        below @ 1.. => Ok(Value::Int((random % below as u64) as i64)),
        other => Err(ValueError::Value(1, other)),
    }
}

/// Members, or the results calculated for each: always the last argument.
pub(super) fn keys(args: &[Value]) -> std::result::Result<usize, ValueError> {
    sequence(args, args.len() - 1)
}

pub(super) fn sum(context: &mut Context<'_>, args: &[Value]) -> Result {
    let place = keys(args)?;
    (0..context.heap.members(place).len()).try_fold(Value::Null, |sum, at| {
        let member = context.heap.members(place)[at];
        add(context.heap, sum, member)
    })
}

fn total(heap: &mut Heap, values: &[Value]) -> Result {
    values.iter().try_fold(Value::Null, |sum, &value| add(heap, sum, value))
}

fn mean(heap: &mut Heap, values: &[Value]) -> Result {
    let counted = values.iter().filter(|value| !matches!(value, Value::Null)).count();
    match total(heap, values)? {
        Value::Null => Ok(Value::Null),
        sum => match sum.real() {
            Some(sum) => Ok(Value::Real(sum / counted as f64)),
            None => Err(ValueError::Kind(0, sum.kind())),
        },
    }
}

pub(super) fn sum_of_arguments(context: &mut Context<'_>, args: &[Value]) -> Result {
    let values = each_argument(context.heap, args).to_vec();
    total(context.heap, &values)
}

pub(super) fn mean_of_arguments(context: &mut Context<'_>, args: &[Value]) -> Result {
    let values = each_argument(context.heap, args).to_vec();
    mean(context.heap, &values)
}

pub(super) fn sin(_: &mut Context<'_>, args: &[Value]) -> Result {
    of_real(args, f64::sin)
}

pub(super) fn cos(_: &mut Context<'_>, args: &[Value]) -> Result {
    of_real(args, f64::cos)
}

pub(super) fn tan(_: &mut Context<'_>, args: &[Value]) -> Result {
    of_real(args, f64::tan)
}

pub(super) fn asin(_: &mut Context<'_>, args: &[Value]) -> Result {
    of_real(args, f64::asin)
}

pub(super) fn acos(_: &mut Context<'_>, args: &[Value]) -> Result {
    of_real(args, f64::acos)
}

pub(super) fn atan(_: &mut Context<'_>, args: &[Value]) -> Result {
    of_real(args, f64::atan)
}

pub(super) fn avg(context: &mut Context<'_>, args: &[Value]) -> Result {
    let members = context.heap.copied(keys(args)?)?;
    mean(context.heap, &members)
}

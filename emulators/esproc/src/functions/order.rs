//! What is smaller, larger, first and last.

use std::cmp::Ordering;

use super::members::as_numbers;
use super::numbers::keys;
use super::{Context, sequence};
use crate::value::{Heap, Value, Wrong, compare};

type Result<T = Value> = std::result::Result<T, Wrong>;

pub(super) fn cmp(context: &mut Context<'_>, args: &[Value]) -> Result {
    Ok(Value::Int(compare(context.heap, args[1], args[2])? as i64))
}

/// The first value that all others are not beyond; null when all are.
fn extreme(heap: &Heap, values: &[Value], wanted: Ordering) -> Result {
    let mut found = Value::Null;
    for &value in values {
        let is_null = matches!(value, Value::Null | Value::Absent);
        if matches!(found, Value::Null) || (!is_null && compare(heap, value, found)? == wanted) {
            found = if is_null { found } else { value };
        }
    }
    Ok(found)
}

pub(super) fn largest_argument(context: &mut Context<'_>, args: &[Value]) -> Result {
    extreme(context.heap, &args[1..], Ordering::Greater)
}

pub(super) fn smallest_argument(context: &mut Context<'_>, args: &[Value]) -> Result {
    extreme(context.heap, &args[1..], Ordering::Less)
}

pub(super) fn max(context: &mut Context<'_>, args: &[Value]) -> Result {
    extreme(context.heap, context.heap.members(keys(args)?), Ordering::Greater)
}

pub(super) fn min(context: &mut Context<'_>, args: &[Value]) -> Result {
    extreme(context.heap, context.heap.members(keys(args)?), Ordering::Less)
}

/// The places, from 1, of the largest or smallest; null does not count.
fn extreme_places(context: &Context<'_>, args: &[Value], wanted: Ordering) -> Result<Vec<usize>> {
    let keys = context.heap.members(keys(args)?);
    let found = extreme(context.heap, keys, wanted)?;
    let mut places = Vec::new();
    for (at, &key) in keys.iter().enumerate() {
        let is_null = matches!(key, Value::Null);
        if !is_null && compare(context.heap, key, found)? == Ordering::Equal {
            places.push(at + 1);
        }
    }
    Ok(places)
}

fn extreme_members(context: &mut Context<'_>, args: &[Value], wanted: Ordering) -> Result {
    let (mut places, of) = (extreme_places(context, args, wanted)?, sequence(args, 0)?);
    let length = context.heap.members(of).len();
    places.retain(|&at| at <= length);
    match context.options.has('a') {
        true => context.heap.part(of, places.into_iter()),
        false => {
            let first = places.first().map(|&at| context.heap.members(of)[at - 1]);
            Ok(first.unwrap_or_default())
        }
    }
}

pub(super) fn maxp(context: &mut Context<'_>, args: &[Value]) -> Result {
    extreme_members(context, args, Ordering::Greater)
}

pub(super) fn minp(context: &mut Context<'_>, args: &[Value]) -> Result {
    extreme_members(context, args, Ordering::Less)
}

pub(super) fn pmax(context: &mut Context<'_>, args: &[Value]) -> Result {
    let places = extreme_places(context, args, Ordering::Greater)?;
    as_numbers(context.heap, &places, context.options.has('a'))
}

pub(super) fn pmin(context: &mut Context<'_>, args: &[Value]) -> Result {
    let places = extreme_places(context, args, Ordering::Less)?;
    as_numbers(context.heap, &places, context.options.has('a'))
}

/// The places of values, from 1, in rising order; equal ones as they come.
pub(super) fn sorted_places(heap: &mut Heap, keys: u32, falling: bool) -> Result<Vec<usize>> {
    let values = heap.members(keys);
    let mut places: Vec<usize> = (1..=values.len()).collect();
    let mut trouble = None;
    places.sort_by(|&left, &right| match compare(heap, values[left - 1], values[right - 1]) {
        Ok(order) if falling => order.reverse(),
        Ok(order) => order,
        Err(wrong) => {
            trouble.get_or_insert(wrong);
            Ordering::Equal
        }
    });
    heap.spend(8 * places.len() as u64)?;
    trouble.map_or(Ok(places), Err)
}

pub(super) fn sort(context: &mut Context<'_>, args: &[Value]) -> Result {
    let of = sequence(args, 0)?;
    let mut places = sorted_places(context.heap, keys(args)?, context.options.has('z'))?;
    let length = context.heap.members(of).len();
    places.retain(|&at| at <= length);
    if context.options.has('o') {
        let members = context.heap.members(of);
        let list = places.iter().map(|&at| members[at - 1]).collect();
        context.heap.replace(of, list)?;
        return Ok(args[0]);
    }
    context.heap.part(of, places.into_iter())
}

pub(super) fn psort(context: &mut Context<'_>, args: &[Value]) -> Result {
    let of = keys(args)?;
    let places = sorted_places(context.heap, of, context.options.has('z'))?;
    as_numbers(context.heap, &places, true)
}

//! Minimum, maximum and sorting.

use std::cmp::Ordering;

use super::members::as_numbers;
use super::numbers::keys;
use super::{Context, each_argument, sequence};
use crate::value::{Heap, Value, ValueError, compare};

type Result<T = Value> = std::result::Result<T, ValueError>;

pub(super) fn cmp(context: &mut Context<'_>, args: &[Value]) -> Result {
    Ok(Value::Int(compare(context.heap, args[1], args[2])? as i64))
}

/// First extreme value; ignores null, and returns null if all values are null.
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
    extreme(context.heap, each_argument(context.heap, args), Ordering::Greater)
}

pub(super) fn smallest_argument(context: &mut Context<'_>, args: &[Value]) -> Result {
    extreme(context.heap, each_argument(context.heap, args), Ordering::Less)
}

pub(super) fn max(context: &mut Context<'_>, args: &[Value]) -> Result {
    extreme(context.heap, context.heap.members(keys(args)?), Ordering::Greater)
}

pub(super) fn min(context: &mut Context<'_>, args: &[Value]) -> Result {
    extreme(context.heap, context.heap.members(keys(args)?), Ordering::Less)
}

/// Positions, from 1, of the largest or smallest values; ignores null.
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
    if context.options.has('a') {
        return context.heap.part(of, places.into_iter());
    }
    let first = places.first().map(|&at| context.heap.members(of)[at - 1]);
    Ok(first.unwrap_or_default())
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

/// Whether a value is between two others, or equal to one of them.
///
/// Source: SPLWare/esProc, `fn.Between`: `@l` excludes the lower end, `@r` the upper one.
pub(super) fn between(context: &mut Context<'_>, args: &[Value]) -> Result {
    let Value::Range(range) = args[2] else {
        return Err(ValueError::other("write `between(x,a:b)`"));
    };
    let ends = context.heap.members(range);
    let (low, high) = (ends[0], ends[1]);
    let above = compare(context.heap, args[1], low)?;
    let below = compare(context.heap, high, args[1])?;
    let fits = |order: Ordering, option: char| match order {
        Ordering::Less => false,
        Ordering::Equal => !context.options.has(option),
        Ordering::Greater => true,
    };
    Ok(Value::Truth(fits(above, 'l') && fits(below, 'r')))
}

/// Sorted positions of values, from 1; the sort is stable.
pub(super) fn sorted_places(
    heap: &mut Heap,
    keys: usize,
    order: impl Fn(&Heap, Value, Value) -> Result<Ordering>,
) -> Result<Vec<usize>> {
    let values = heap.members(keys);
    // Memory for the positions and for sorting them.
    heap.room(2 * size_of::<usize>() * values.len())?;
    let mut places: Vec<usize> = (1..=values.len()).collect();
    let mut failure = None;
    places.sort_by(|&left, &right| {
        order(heap, values[left - 1], values[right - 1]).unwrap_or_else(|wrong| {
            failure.get_or_insert(wrong);
            Ordering::Equal
        })
    });
    heap.spend(8 * places.len() as u64)?;
    failure.map_or(Ok(places), Err)
}

/// Positions of the members sorted by their keys, descending with `@z`; several keys have
/// directions.
fn places_by_keys(context: &mut Context<'_>, args: &[Value]) -> Result<Vec<usize>> {
    let directions = match args {
        [_, Value::Sequence(directions), _] => {
            let whole = |value: &Value| value.whole().ok_or(ValueError::Kind(1, value.kind()));
            let all = context.heap.members(*directions).iter().map(whole);
            Some(all.collect::<Result<Vec<i64>>>()?)
        }
        _ => None,
    };
    let falling = context.options.has('z');
    sorted_places(context.heap, keys(args)?, |heap, left, right| {
        let order = match &directions {
            Some(directions) => by_directions(heap, left, right, directions)?,
            None => compare(heap, left, right)?,
        };
        Ok(if falling { order.reverse() } else { order })
    })
}

/// Compares two sequences of keys; a negative direction reverses a key, and 0 ignores it.
///
/// Source: the function reference of esProc, `A.sort(xi:di,...)`.
fn by_directions(heap: &Heap, left: Value, right: Value, directions: &[i64]) -> Result<Ordering> {
    let (Value::Sequence(left), Value::Sequence(right)) = (left, right) else {
        return Ok(Ordering::Equal);
    };
    let keys = heap.members(left).iter().zip(heap.members(right));
    for ((&left, &right), &direction) in keys.zip(directions) {
        match compare(heap, left, right)? {
            Ordering::Equal => {}
            order if direction < 0 => return Ok(order.reverse()),
            order if direction > 0 => return Ok(order),
            _ => {}
        }
    }
    Ok(Ordering::Equal)
}

pub(super) fn sort(context: &mut Context<'_>, args: &[Value]) -> Result {
    let of = sequence(args, 0)?;
    let mut places = places_by_keys(context, args)?;
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
    let places = places_by_keys(context, args)?;
    as_numbers(context.heap, &places, true)
}

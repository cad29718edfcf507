//! Sequences as multisets.

use std::cmp::Ordering;

use super::members::as_numbers;
use super::numbers::keys;
use super::order::sorted_places;
use super::{Context, given, sequence};
use crate::operators::{as_members, common, join, union as union_of, without};
use crate::value::{Heap, Multiset, Value, ValueError, compare, equal};

type Result<T = Value> = std::result::Result<T, ValueError>;

/// Combines all members of a sequence with an operator.
fn fold(
    context: &mut Context<'_>,
    args: &[Value],
    operator: fn(&mut Heap, Value, Value) -> Result,
) -> Result {
    let place = keys(args)?;
    let Some(&first) = context.heap.members(place).first() else {
        return Ok(Value::Null);
    };
    // Combined with an empty sequence, a single member becomes a sequence too.
    let empty = context.heap.sequence(&[])?;
    let mut all = union_of(context.heap, empty, first)?;
    for at in 1..context.heap.members(place).len() {
        let member = context.heap.members(place)[at];
        all = operator(context.heap, all, member)?;
    }
    Ok(all)
}

/// Each value as often as in the member that has it most often.
pub(super) fn union(context: &mut Context<'_>, args: &[Value]) -> Result {
    let place = keys(args)?;
    let heap = &mut *context.heap;
    if heap.members(place).is_empty() {
        return Ok(Value::Null);
    }
    let (at, mut all) = heap.start(0)?;
    let mut counts = Multiset::default();
    for &member in heap.members(place) {
        let mut own = Multiset::default();
        for &value in as_members(heap, &member) {
            let own = own.entry(heap, value, 0)?;
            *own += 1;
            let count = counts.entry(heap, value, 0)?;
            if *own > *count {
                *count += 1;
                all.push(value);
            }
        }
        heap.spend(as_members(heap, &member).len() as u64)?;
        heap.room(all.len() * size_of::<Value>())?;
    }
    Ok(heap.finish(at, all))
}

pub(super) fn isect(context: &mut Context<'_>, args: &[Value]) -> Result {
    fold(context, args, common)
}

pub(super) fn diff(context: &mut Context<'_>, args: &[Value]) -> Result {
    fold(context, args, without)
}

pub(super) fn xunion(context: &mut Context<'_>, args: &[Value]) -> Result {
    fold(context, args, |heap, left, right| {
        let (only_left, only_right) = (without(heap, left, right)?, without(heap, right, left)?);
        join(heap, only_left, only_right)
    })
}

/// Concatenation of the members; a member that is not a sequence stands for itself.
pub(super) fn conj(context: &mut Context<'_>, args: &[Value]) -> Result {
    let place = keys(args)?;
    let length = context.heap.members(place).iter().map(|&member| match member {
        Value::Sequence(inner) => context.heap.members(inner).len(),
        Value::Null => 0,
        _ => 1,
    });
    let (at, mut list) = context.heap.start(length.sum())?;
    let deep = if context.options.has('r') { MOST_NESTED } else { 1 };
    flatten(context.heap, place, deep, &mut list)?;
    context.heap.room(list.len() * size_of::<Value>())?;
    Ok(context.heap.finish(at, list))
}

/// Maximum depth of `@r`.
const MOST_NESTED: u32 = 100;

fn flatten(heap: &Heap, place: usize, deep: u32, list: &mut Vec<Value>) -> Result<()> {
    for &member in heap.members(place) {
        match member {
            Value::Null => {}
            Value::Sequence(inner) if deep > 1 => flatten(heap, inner, deep - 1, list)?,
            Value::Sequence(inner) => list.extend_from_slice(heap.members(inner)),
            other => list.push(other),
        }
        if list.len() * size_of::<Value>() > heap.most_bytes() {
            return Err(ValueError::Memory);
        }
    }
    Ok(())
}

/// Starts of the groups of equal values in sorted positions.
fn runs(heap: &Heap, keys: usize, places: &[usize]) -> Result<Vec<usize>> {
    let values = heap.members(keys);
    let mut starts = Vec::new();
    for at in 0..places.len() {
        let is_new = at == 0 || !equal(heap, values[places[at - 1] - 1], values[places[at] - 1])?;
        if is_new {
            starts.push(at);
        }
    }
    Ok(starts)
}

/// Positions of each group of equal values.
pub(super) fn groups_of(context: &mut Context<'_>, keys: usize) -> Result<Vec<Vec<usize>>> {
    let length = context.heap.members(keys).len();
    context.heap.room(length * 2 * size_of::<Vec<usize>>())?;
    context.heap.spend(8 * length as u64)?;
    if context.options.has('u') {
        let (mut bag, mut groups) = (Multiset::default(), Vec::<Vec<usize>>::new());
        for (at, &value) in context.heap.members(keys).iter().enumerate() {
            let group = *bag.entry(context.heap, value, groups.len())?;
            if group == groups.len() {
                groups.push(Vec::new());
            }
            groups[group].push(at + 1);
        }
        return Ok(groups);
    }
    let places = if context.options.has('o') {
        (1..=length).collect()
    } else {
        sorted_places(context.heap, keys, compare)?
    };
    let starts = runs(context.heap, keys, &places)?;
    let ends = starts.iter().skip(1).copied().chain([places.len()]);
    Ok(starts.iter().zip(ends).map(|(&start, end)| places[start..end].to_vec()).collect())
}

pub(super) fn id(context: &mut Context<'_>, args: &[Value]) -> Result {
    let keys = keys(args)?;
    let firsts = groups_of(context, keys)?.into_iter().map(|group| group[0]);
    let firsts: Vec<usize> = firsts.collect();
    context.heap.part(keys, firsts.into_iter())
}

pub(super) fn icount(context: &mut Context<'_>, args: &[Value]) -> Result {
    let keys = keys(args)?;
    let counted = context.heap.members(keys).iter().filter(|value| !matches!(value, Value::Null));
    let counted: Vec<Value> = counted.copied().collect();
    let (mut bag, mut number) = (Multiset::default(), 0);
    for value in counted {
        number += i64::from(*bag.entry(context.heap, value, 0)? == 0);
        *bag.entry(context.heap, value, 0)? = 1;
    }
    Ok(Value::Int(number))
}

pub(super) fn group(context: &mut Context<'_>, args: &[Value]) -> Result {
    let (of, keys) = (sequence(args, 0)?, keys(args)?);
    let mut groups = groups_of(context, keys)?;
    let length = context.heap.members(of).len();
    groups.iter_mut().for_each(|group| group.retain(|&at| at <= length));
    let (at, mut list) = context.heap.start(groups.len())?;
    for group in groups {
        let numbers = context.options.has('p');
        list.push(match (context.options.has('1'), numbers) {
            (true, true) => Value::Int(group.first().map_or(0, |&at| at as i64)),
            (true, false) => {
                group.first().map(|&at| context.heap.members(of)[at - 1]).unwrap_or_default()
            }
            (false, true) => as_numbers(context.heap, &group, true)?,
            (false, false) => context.heap.part(of, group.into_iter())?,
        });
    }
    Ok(context.heap.finish(at, list))
}

/// Groups by the conditions that are true of each member.
pub(super) fn enumerate(context: &mut Context<'_>, args: &[Value]) -> Result {
    let (of, list, known, results) =
        (sequence(args, 0)?, sequence(args, 1)?, sequence(args, 2)?, sequence(args, 3)?);
    let [repeats, rest, numbers] = ['r', 'n', 'p'].map(|letter| context.options.has(letter));
    let heap = &mut *context.heap;
    if compare(heap, Value::Sequence(list), Value::Sequence(known))? != Ordering::Equal {
        return Err(ValueError::other("the conditions of `enum` have changed during the run"));
    }
    let count = heap.members(known).len();
    let mut groups = vec![Vec::new(); count + 1];
    for at in 0..heap.members(of).len().min(heap.members(results).len()) {
        let Value::Sequence(row) = heap.members(results)[at] else { continue };
        let row = heap.members(row).iter().enumerate();
        let fulfilled = row.filter(|(_, value)| value.is_true()).map(|(group, _)| group);
        let most = if repeats { count } else { 1 };
        let mut found: Vec<usize> = fulfilled.take(most).collect();
        if found.is_empty() {
            found.push(count);
        }
        heap.spend(count as u64 + 1)?;
        heap.room((groups.iter().map(Vec::len).sum::<usize>() + count) * size_of::<usize>())?;
        found.into_iter().for_each(|group| groups[group].push(at + 1));
    }
    if !rest {
        groups.pop();
    }
    let (at, mut list) = heap.start(groups.len())?;
    for group in groups {
        list.push(if numbers {
            as_numbers(heap, &group, true)?
        } else {
            heap.part(of, group.into_iter())?
        });
    }
    Ok(heap.finish(at, list))
}

pub(super) fn eq(context: &mut Context<'_>, args: &[Value]) -> Result {
    let left = sequence(args, 0)?;
    let Some(Value::Sequence(right)) = given(args, 1) else {
        return Ok(Value::Truth(false));
    };
    let heap = &*context.heap;
    if heap.members(left).len() != heap.members(right).len() {
        return Ok(Value::Truth(false));
    }
    let mut bag = Multiset::of(heap, heap.members(left))?;
    for &member in heap.members(right) {
        match bag.get(heap, member)? {
            Some(count) if *count > 0 => *count -= 1,
            _ => return Ok(Value::Truth(false)),
        }
    }
    Ok(Value::Truth(true))
}

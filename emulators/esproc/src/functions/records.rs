//! Records made of the values calculated for the members of a sequence or table.

use super::members::as_numbers;
use super::order::sorted_places;
use super::sets::groups_of;
use super::tables::{new_record, no_field};
use super::{ArgumentMode, Context, Function, Receiver, find, sequence, whole};
use crate::value::{Heap, Multiset, Value, ValueError, compare, equal};

type Result<T = Value> = std::result::Result<T, ValueError>;

/// Aggregate functions of `groups`.
pub(crate) const AGGREGATES: [&str; 5] = ["sum", "count", "max", "min", "avg"];

/// Table of these records, whose fields have these names.
fn table(heap: &mut Heap, names: usize, rows: impl Iterator<Item = usize>) -> Result {
    let (at, mut list) = heap.start(0)?;
    for row in rows {
        let values = heap.members(row).to_vec();
        list.push(new_record(heap, names, &values)?);
        heap.room(size_of_val(&list[..]))?;
    }
    let made = heap.finish(at, list);
    heap.set_names(at, names);
    Ok(made)
}

/// Members of a sequence that are sequences themselves.
fn rows_of(heap: &Heap, place: usize) -> Vec<usize> {
    let row = |member: &Value| match member {
        Value::Sequence(row) | Value::Record(row) => Some(*row),
        _ => None,
    };
    heap.members(place).iter().filter_map(row).collect()
}

/// New table with a record of values for every member.
///
/// Source: the function reference of esProc, `A.new()`.
pub(super) fn new(context: &mut Context<'_>, args: &[Value]) -> Result {
    let (names, rows) = (sequence(args, 1)?, rows_of(context.heap, sequence(args, 2)?));
    table(context.heap, names, rows.into_iter())
}

/// Records of a table, each with additional fields.
///
/// Source: the function reference of esProc, `A.derive()`.
pub(super) fn derive(context: &mut Context<'_>, args: &[Value]) -> Result {
    let (of, added, values) = (sequence(args, 0)?, sequence(args, 1)?, sequence(args, 2)?);
    let heap = &mut *context.heap;
    let first = rows_of(heap, of).first().copied();
    let Some(names) = heap.names(of).or_else(|| heap.names(first?)) else {
        return Err(ValueError::other("`derive` needs records, but this has none"));
    };
    let (records, values) = (rows_of(heap, of), rows_of(heap, values));
    if records.len() != values.len() {
        return Err(ValueError::other("`derive` needs records, but a member is not a record"));
    }
    let names = [heap.members(names), heap.members(added)].concat();
    let names = heap.sequence(&names)?;
    let Value::Sequence(names) = names else { return Ok(Value::Null) };
    let (at, mut list) = heap.start(records.len())?;
    for (record, values) in records.into_iter().zip(values) {
        let values = [heap.members(record), heap.members(values)].concat();
        list.push(new_record(heap, names, &values)?);
    }
    let made = heap.finish(at, list);
    heap.set_names(at, names);
    Ok(made)
}

/// Table with one record per group of equal values: these values, and aggregates of the group.
///
/// Source: the function reference of esProc, `A.groups()`.
pub(super) fn groups(context: &mut Context<'_>, args: &[Value]) -> Result {
    let (names, aggregates) = (sequence(args, 1)?, sequence(args, 2)?);
    let rows = rows_of(context.heap, sequence(args, 3)?);
    let aggregates: Vec<&'static Function> = context
        .heap
        .members(aggregates)
        .iter()
        .filter_map(|name| match name {
            Value::Text(name) => find(context.heap.characters(*name), true).next(),
            _ => None,
        })
        .collect();
    let keys = context.heap.members(names).len() - aggregates.len();
    let (at, mut list) = context.heap.start(rows.len())?;
    for &row in &rows {
        let key = context.heap.members(row)[..keys].to_vec();
        list.push(context.heap.sequence(&key)?);
    }
    context.heap.finish(at, list);
    let grouped = groups_of(context, at)?;
    let mut records = Vec::new();
    for group in grouped {
        let first = rows[group[0] - 1];
        let mut values = context.heap.members(first)[..keys].to_vec();
        for (number, aggregate) in aggregates.iter().enumerate() {
            let (at, mut list) = context.heap.start(group.len())?;
            let heap = &*context.heap;
            list.extend(group.iter().map(|row| heap.members(rows[row - 1])[keys + number]));
            let of_group = context.heap.finish(at, list);
            values.push((aggregate.run)(context, &[of_group, of_group])?);
        }
        let made = context.heap.sequence(&values)?;
        records.push(sequence(&[made], 0)?);
    }
    table(context.heap, names, records.into_iter())
}

/// The n smallest or largest members or values; ignores null.
///
/// Source: the function reference of esProc, `A.top()`.
pub(super) fn top(context: &mut Context<'_>, args: &[Value]) -> Result {
    let (of, count, values) = (sequence(args, 0)?, whole(args, 1)?, sequence(args, 3)?);
    let mut places = top_places(context, count, values)?;
    let from = if args[2].is_true() { of } else { values };
    places.retain(|&at| at <= context.heap.members(from).len());
    if context.options.has('1') && matches!(count, -1..=1) {
        let first = places.first().map(|&at| context.heap.members(from)[at - 1]);
        return Ok(first.unwrap_or_default());
    }
    context.heap.part(from, places.into_iter())
}

/// Numbers of the members with the n smallest or largest values.
///
/// Source: the function reference of esProc, `A.ptop()`.
pub(super) fn ptop(context: &mut Context<'_>, args: &[Value]) -> Result {
    let (count, values) = (whole(args, 1)?, sequence(args, 3)?);
    if count == 0 {
        return Ok(Value::Null);
    }
    let places = top_places(context, count, values)?;
    let is_single = context.options.has('1') && matches!(count, -1 | 1);
    as_numbers(context.heap, &places, !is_single)
}

/// Members in the order of a base: for each of its values the first member with it, or null.
///
/// Source: the function reference of esProc, `A.align()`: `@a` all members with it, `@n` the others
/// as one more group.
pub(super) fn align(context: &mut Context<'_>, args: &[Value]) -> Result {
    let (of, base, values) = (sequence(args, 0)?, sequence(args, 2)?, sequence(args, 3)?);
    let (all, rest) = (context.options.has('a'), context.options.has('n'));
    let heap = &mut *context.heap;
    let mut groups = vec![Vec::new(); heap.members(base).len() + 1];
    for at in 0..heap.members(of).len().min(heap.members(values).len()) {
        let (value, mut group) = (heap.members(values)[at], 0);
        while group + 1 < groups.len() && !equal(heap, heap.members(base)[group], value)? {
            group += 1;
        }
        heap.spend(group as u64 + 1)?;
        groups[group].push(at + 1);
    }
    if !rest {
        groups.pop();
    }
    let (at, mut list) = heap.start(groups.len())?;
    for group in groups {
        list.push(if all || rest {
            heap.part(of, group.into_iter())?
        } else {
            group.first().map_or(Value::Null, |&at| heap.members(of)[at - 1])
        });
    }
    Ok(heap.finish(at, list))
}

/// Numbers of the members with the n smallest values, or the largest if n is negative.
fn top_places(context: &mut Context<'_>, count: i64, values: usize) -> Result<Vec<usize>> {
    let mut places = sorted_places(context.heap, values, compare)?;
    let members = context.heap.members(values);
    places.retain(|&at| !matches!(members[at - 1], Value::Null));
    if count < 0 {
        // Equal members keep their order.
        let order = |left: &usize, right: &usize| {
            let pair = (members[*right - 1], members[*left - 1]);
            compare(context.heap, pair.0, pair.1).unwrap_or(std::cmp::Ordering::Equal)
        };
        places.sort_by(order);
    }
    places.truncate(usize::try_from(count.unsigned_abs()).unwrap_or(usize::MAX));
    Ok(places)
}

/// Joins members of two tables with equal keys as fields of one table.
///
/// Source: the function reference of esProc, `join()`: `@1` keeps all of the first, `@f` all of
/// both.
pub(super) fn join(context: &mut Context<'_>, args: &[Value]) -> Result {
    let (options, heap) = (context.options, &mut *context.heap);
    let list = |heap: &Heap, at: usize| match args[at] {
        Value::Sequence(place) => Ok(heap.members(place).to_vec()),
        Value::Null => Ok(Vec::new()),
        other => Err(ValueError::Kind(at as u8, other.kind())),
    };
    let (left, left_keys) = (list(heap, 1)?, list(heap, 2)?);
    let (right, right_keys) = (list(heap, 4)?, list(heap, 5)?);
    let mut bag = Multiset::default();
    let mut with_key: Vec<Vec<usize>> = Vec::new();
    for (at, &key) in right_keys.iter().enumerate() {
        let number = *bag.entry(heap, key, with_key.len())?;
        if number == with_key.len() {
            with_key.push(Vec::new());
        }
        with_key[number].push(at);
    }
    let names = heap.sequence(&[args[3], args[6]])?;
    let names = sequence(&[names], 0)?;
    let (at, mut records) = heap.start(0)?;
    let mut met = vec![false; right.len()];
    for (&member, &key) in left.iter().zip(&left_keys) {
        let number = bag.get(heap, key)?.copied();
        let partners = number.map_or(&[][..], |number| &with_key[number][..]);
        for &partner in partners {
            met[partner] = true;
            records.push(new_record(heap, names, &[member, right[partner]])?);
        }
        if partners.is_empty() && (options.has('1') || options.has('f')) {
            records.push(new_record(heap, names, &[member, Value::Null])?);
        }
        heap.spend(1 + partners.len() as u64)?;
        heap.room(size_of_val(&records[..]))?;
    }
    for at in (0..right.len()).filter(|&at| options.has('f') && !met[at]) {
        records.push(new_record(heap, names, &[Value::Null, right[at]])?);
    }
    let made = heap.finish(at, records);
    heap.set_names(at, names);
    Ok(made)
}

/// `T.insert(k,x:F,...)`, which the compiler distinguishes from the other form of insertion.
pub(crate) static INSERT_FIELDS: Function = Function {
    name: "insert",
    on: Receiver::Sequence,
    arguments: (2, 255),
    takes: ArgumentMode::Special,
    options: "n",
    meaning: "inserts a record with values for some fields into a table",
    run: insert_fields,
};

fn insert_fields(context: &mut Context<'_>, args: &[Value]) -> Result {
    let (place, values, given) = (sequence(args, 0)?, sequence(args, 2)?, sequence(args, 3)?);
    let heap = &mut *context.heap;
    let Some(names) = heap.names(place) else {
        return Err(ValueError::other("cannot insert fields: this sequence is not a table"));
    };
    let mut record = vec![Value::Null; heap.members(names).len()];
    for (&name, &value) in heap.members(given).iter().zip(heap.members(values)) {
        let Value::Text(name) = name else { continue };
        let name = heap.characters(name);
        let is_it =
            |known: &Value| matches!(known, Value::Text(known) if heap.characters(*known) == name);
        let at = heap.members(names).iter().position(is_it).ok_or_else(|| no_field(name))?;
        record[at] = value;
    }
    let mut all = vec![args[0], args[1]];
    all.extend(record);
    super::members::insert(context, &all)
}

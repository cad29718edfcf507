//! Members of a sequence: access, counting, searching, insertion and deletion.

use super::numbers::keys;
use super::{
    ArgumentMode, Context, Function, Receiver, each_argument, given, numbers_between, sequence,
    whole,
};
use crate::value::{Heap, Value, ValueError, equal};

type Result<T = Value> = std::result::Result<T, ValueError>;

pub(super) fn first_not_null_argument(_: &mut Context<'_>, args: &[Value]) -> Result {
    let found = args.iter().find(|value| !matches!(value, Value::Null | Value::Absent));
    Ok(found.copied().unwrap_or_default())
}

pub(super) fn if_number(_: &mut Context<'_>, args: &[Value]) -> Result {
    Ok(Value::Truth(args[1].real().is_some()))
}

pub(super) fn if_text(_: &mut Context<'_>, args: &[Value]) -> Result {
    Ok(Value::Truth(matches!(args[1], Value::Text(_))))
}

pub(super) fn if_sequence(_: &mut Context<'_>, args: &[Value]) -> Result {
    Ok(Value::Truth(matches!(args[1], Value::Sequence(_))))
}

pub(super) fn to_numbers(context: &mut Context<'_>, args: &[Value]) -> Result {
    if args[1..].iter().any(|value| matches!(value, Value::Null)) {
        return context.heap.sequence(&[]);
    }
    match given(args, 2) {
        Some(_) => numbers_between(context.heap, whole(args, 1)?, whole(args, 2)?),
        None => match whole(args, 1)? {
            last @ 1.. => numbers_between(context.heap, 1, last),
            _ => context.heap.sequence(&[]),
        },
    }
}

/// Position, from 1, of a number that may count from the end; 0 if there is no such member.
///
/// Source: SPLWare/esProc, `MGet.convert`.
fn position(length: usize, number: i64, round: bool) -> usize {
    let all = length as i64;
    let number = match number {
        0 => 0,
        1.. if round => (number - 1) % all + 1,
        1.. => number,
        _ if round => number.rem_euclid(all) + 1,
        _ => number.saturating_add(all + 1),
    };
    usize::try_from(number).unwrap_or(0).min(length + 1) % (length + 1)
}

/// Position, from 1, of a number; an error if there is no such member.
fn place_of(length: usize, number: i64) -> Result<usize> {
    match position(length, number, false) {
        0 => Err(ValueError::NoMember(number, length)),
        place => Ok(place),
    }
}

/// Positions of the members that an argument selects by a number or a sequence of numbers.
fn named_places(context: &Context<'_>, args: &[Value], at: usize) -> Result<Vec<usize>> {
    let length = context.heap.members(sequence(args, 0)?).len();
    let numbers = one_or_several(context.heap, args[at])?.into_iter();
    let place = |number: Value| {
        let number = number.whole().ok_or(ValueError::Kind(at as u8, number.kind()))?;
        place_of(length, number)
    };
    numbers.map(place).collect()
}

/// Members of a sequence, or a single value as its only member.
fn one_or_several(heap: &Heap, value: Value) -> Result<Vec<Value>> {
    match value {
        Value::Sequence(several) => heap.copied(several),
        one => Ok(vec![one]),
    }
}

/// Members by number, by sequences of numbers and by ranges.
///
/// Source: SPLWare/esProc, `mfn.sequence.MGet`.
pub(super) fn m(context: &mut Context<'_>, args: &[Value]) -> Result {
    let place = sequence(args, 0)?;
    let length = context.heap.members(place).len();
    if length == 0 {
        return Ok(Value::Null);
    }
    let round = context.options.has('r');
    if let [_, only] = args {
        match only {
            Value::Null => return Ok(Value::Null),
            Value::Int(_) | Value::Real(_) => {
                let at = position(length, whole(args, 1)?, round);
                return Ok(if at > 0 { context.heap.members(place)[at - 1] } else { Value::Null });
            }
            Value::Range(range) if ends(context.heap, *range, length, round)?.is_none() => {
                return Ok(Value::Null);
            }
            _ => {}
        }
    }
    let (at, mut list) = context.heap.start(0)?;
    for argument in 1..args.len() {
        choose(context, args, argument, &mut list)?;
    }
    context.heap.spend(list.len() as u64)?;
    Ok(context.heap.finish(at, list))
}

/// Appends the members that an argument selects.
fn choose(context: &Context<'_>, args: &[Value], at: usize, list: &mut Vec<Value>) -> Result<()> {
    let (heap, round) = (&*context.heap, context.options.has('r'));
    let members = heap.members(sequence(args, 0)?);
    let length = members.len();
    let keep_nulls = !context.options.has('0');
    let mut put = |place: usize| {
        if place > 0 || keep_nulls {
            list.push(place.checked_sub(1).map_or(Value::Null, |at| members[at]));
        }
    };
    match args[at] {
        Value::Range(range) => match ends(heap, range, length, round)? {
            Some((first, last)) if first <= last => {
                list.extend_from_slice(&members[first - 1..last])
            }
            Some((first, last)) => (last..=first).rev().for_each(put),
            None => {}
        },
        Value::Null => put(0),
        Value::Sequence(numbers) => {
            for number in heap.members(numbers) {
                match number {
                    Value::Null => put(0),
                    _ => {
                        let number =
                            number.whole().ok_or(ValueError::Kind(at as u8, number.kind()))?;
                        put(position(length, number, round));
                    }
                }
            }
        }
        _ => put(position(length, whole(args, at)?, round)),
    }
    heap.room(list.len() * size_of::<Value>())
}

/// First and last position of a range; `None` if one of them does not exist.
fn ends(heap: &Heap, range: usize, length: usize, round: bool) -> Result<Option<(usize, usize)>> {
    let end = |at: usize, absent: usize| match heap.members(range)[at] {
        Value::Absent => Ok(absent),
        other => match other.whole() {
            Some(number) => Ok(position(length, number, round)),
            None => Err(ValueError::Kind(1, other.kind())),
        },
    };
    let (first, last) = (end(0, 1)?, end(1, length)?);
    Ok((first > 0 && last > 0).then_some((first, last)))
}

/// Copies a sequence, its first or last members, or those between two positions.
///
/// Source: SPLWare/esProc, `mfn.sequence.To`.
pub(super) fn to(context: &mut Context<'_>, args: &[Value]) -> Result {
    let place = sequence(args, 0)?;
    let length = context.heap.members(place).len();
    let (first, last) = match (given(args, 1), given(args, 2)) {
        (None, None) => (1, length as i64),
        (Some(Value::Null), _) | (_, Some(Value::Null)) => return context.heap.sequence(&[]),
        (Some(_), None) if args.len() == 2 => match whole(args, 1)? {
            number @ 0.. => (1, number.min(length as i64)),
            number => (number.saturating_add(length as i64 + 1), length as i64),
        },
        (first, last) => {
            let first = if first.is_some() { whole(args, 1)? } else { 1 };
            let last = if last.is_some() { whole(args, 2)? } else { length as i64 };
            (first, last.min(length as i64))
        }
    };
    let (Ok(first), Ok(last)) = (usize::try_from(first), usize::try_from(last)) else {
        return context.heap.sequence(&[]);
    };
    if first < 1 || last < 1 || first > length {
        return context.heap.sequence(&[]);
    }
    if first <= last {
        context.heap.stretch(place, first - 1..last)
    } else {
        context.heap.part(place, Positions(first, first - last + 1, -1))
    }
}

/// Start, count and step of an arithmetic series of positions.
struct Positions(usize, usize, isize);

impl Iterator for Positions {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        self.1 = self.1.checked_sub(1)?;
        let at = self.0;
        self.0 = self.0.wrapping_add_signed(self.2);
        Some(at)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.1, Some(self.1))
    }
}

impl ExactSizeIterator for Positions {}

/// Every n-th member from each of these positions.
///
/// Source: SPLWare/esProc, `Sequence.step`.
pub(super) fn step(context: &mut Context<'_>, args: &[Value]) -> Result {
    let place = sequence(args, 0)?;
    let length = context.heap.members(place).len();
    let interval = whole(args, 1)?;
    let interval = usize::try_from(interval).ok().filter(|&step| step > 0);
    let interval = interval.ok_or(ValueError::Value(1, whole(args, 1)?))?;
    let first = |at: usize| {
        let first = whole(args, at)?;
        let place = usize::try_from(first).ok().filter(|&place| place > 0);
        place.ok_or(ValueError::Value(at as u8, first))
    };
    if args.len() <= 3 {
        let first = if args.len() == 3 { first(2)? } else { 1 };
        let count = (length + 1).saturating_sub(first).div_ceil(interval);
        return context.heap.part(place, Positions(first, count, interval as isize));
    }
    let firsts = (2..args.len()).map(first).collect::<Result<Vec<usize>>>()?;
    let most = (length / interval + 1).saturating_mul(firsts.len());
    context.heap.room(most.saturating_mul(size_of::<Value>()))?;
    let turns = (0..).step_by(interval).take_while(|&base| base < length);
    let chosen = turns.flat_map(|base| firsts.iter().map(move |first| first.saturating_add(base)));
    let chosen: Vec<usize> = chosen.filter(|&at| at <= length).collect();
    context.heap.part(place, chosen.into_iter())
}

pub(super) fn len(context: &mut Context<'_>, args: &[Value]) -> Result {
    Ok(Value::Int(context.heap.members(sequence(args, 0)?).len() as i64))
}

pub(super) fn run(_: &mut Context<'_>, args: &[Value]) -> Result {
    Ok(args[0])
}

/// Function of `A.(x)`: returns the values of x.
pub(crate) static KEYS: Function = Function {
    name: ".()",
    on: Receiver::Sequence,
    arguments: (1, 1),
    takes: ArgumentMode::Each,
    options: "",
    meaning: "values calculated for every member",
    run: |_, args| Ok(args[1]),
};

pub(super) fn count(context: &mut Context<'_>, args: &[Value]) -> Result {
    let members = context.heap.members(keys(args)?);
    Ok(Value::Int(members.iter().filter(|value| value.is_true()).count() as i64))
}

pub(super) fn count_of_arguments(context: &mut Context<'_>, args: &[Value]) -> Result {
    let values = each_argument(context.heap, args);
    Ok(Value::Int(values.iter().filter(|value| value.is_true()).count() as i64))
}

/// Last result of the iteration, or all results after the initial one.
///
/// Source: the function reference of esProc, `A.iterate(x,a,c)`.
pub(super) fn iterate(context: &mut Context<'_>, args: &[Value]) -> Result {
    let values = context.heap.members(sequence(args, 2)?);
    if !context.options.has('a') {
        return Ok(values.last().copied().unwrap_or_default());
    }
    let values = values[1..].to_vec();
    context.heap.sequence(&values)
}

/// Positions, from 1, of true results; with `@z`, last one first.
fn true_places(context: &Context<'_>, args: &[Value]) -> Result<Vec<usize>> {
    let keys = context.heap.members(sequence(args, 1)?).iter().enumerate();
    let length = context.heap.members(sequence(args, 0)?).len();
    let places = keys.filter(|(_, key)| key.is_true()).map(|(at, _)| at + 1);
    let mut places: Vec<usize> = places.filter(|&at| at <= length).collect();
    if context.options.has('z') {
        places.reverse();
    }
    Ok(places)
}

pub(super) fn select(context: &mut Context<'_>, args: &[Value]) -> Result {
    let (places, of) = (true_places(context, args)?, sequence(args, 0)?);
    if context.options.has('1') {
        let first = places.first().map(|&at| context.heap.members(of)[at - 1]);
        return Ok(first.unwrap_or_default());
    }
    let names = context.heap.names(of);
    let selected = context.heap.part(of, places.into_iter())?;
    if let (Some(names), Value::Sequence(selected)) = (names, selected) {
        context.heap.set_names(selected, names);
    }
    Ok(selected)
}

/// Positions as numbers, all of them or the first.
pub(super) fn as_numbers(heap: &mut Heap, places: &[usize], all: bool) -> Result {
    let mut numbers = places.iter().map(|&at| Value::Int(at as i64));
    if !all {
        return Ok(numbers.next().unwrap_or_default());
    }
    let (at, mut list) = heap.start(places.len())?;
    list.extend(numbers);
    Ok(heap.finish(at, list))
}

pub(super) fn pselect(context: &mut Context<'_>, args: &[Value]) -> Result {
    let places = true_places(context, args)?;
    as_numbers(context.heap, &places, context.options.has('a'))
}

/// Positions of members that are equal to a value, from a given position.
fn places_of(heap: &mut Heap, members: usize, value: Value, first: usize) -> Result<Vec<usize>> {
    let mut places = Vec::new();
    for (at, &member) in heap.members(members).iter().enumerate().skip(first - 1) {
        if equal(heap, member, value)? {
            places.push(at + 1);
        }
    }
    heap.spend(heap.members(members).len() as u64)?;
    Ok(places)
}

/// Positions of members that are numbered from the start or, if negative, from the end.
///
/// Source: the function reference of esProc, `A.p()`.
pub(super) fn p(context: &mut Context<'_>, args: &[Value]) -> Result {
    let length = context.heap.members(sequence(args, 0)?).len();
    let round = context.options.has('r') && length > 0;
    let mut places = Vec::new();
    for number in one_or_several(context.heap, args[1])? {
        let number = number.whole().ok_or(ValueError::Kind(1, number.kind()))?;
        let place = position(length, number, round);
        if place > 0 || !context.options.has('0') {
            places.push(if place > 0 { Value::Int(place as i64) } else { Value::Null });
        }
    }
    match args[1] {
        Value::Sequence(_) => context.heap.sequence(&places),
        _ => Ok(places.first().copied().unwrap_or_default()),
    }
}

pub(super) fn pos(context: &mut Context<'_>, args: &[Value]) -> Result {
    let members = sequence(args, 0)?;
    let first = match given(args, 2) {
        None => 1,
        Some(_) => usize::try_from(whole(args, 2)?).unwrap_or(0).max(1),
    };
    let options = context.options;
    if let (Value::Sequence(wanted), false) = (args[1], options.has('p')) {
        return places_of_all(context.heap, members, wanted, options.has('i'));
    }
    let mut places = places_of(context.heap, members, args[1], first)?;
    if context.options.has('z') {
        places.reverse();
    }
    if places.is_empty() && options.has('n') {
        places.push(context.heap.members(members).len() + 1);
    }
    as_numbers(context.heap, &places, options.has('a'))
}

/// Position of each member of a sequence, perhaps each after the one before; null if one of them is
/// missing.
fn places_of_all(heap: &mut Heap, members: usize, wanted: usize, increasing: bool) -> Result {
    let mut found = Vec::new();
    for at in 0..heap.members(wanted).len() {
        let value = heap.members(wanted)[at];
        let first = if increasing { found.last().map_or(1, |last| last + 1) } else { 1 };
        match places_of(heap, members, value, first)?.first() {
            Some(&place) => found.push(place),
            None => return Ok(Value::Null),
        }
    }
    as_numbers(heap, &found, true)
}

pub(super) fn contain(context: &mut Context<'_>, args: &[Value]) -> Result {
    let members = sequence(args, 0)?;
    for &wanted in &args[1..] {
        if places_of(context.heap, members, wanted, 1)?.is_empty() {
            return Ok(Value::Truth(false));
        }
    }
    Ok(Value::Truth(true))
}

pub(super) fn rvs(context: &mut Context<'_>, args: &[Value]) -> Result {
    let place = sequence(args, 0)?;
    let length = context.heap.members(place).len();
    context.heap.part(place, Positions(length, length, -1))
}

pub(super) fn first_not_null(context: &mut Context<'_>, args: &[Value]) -> Result {
    let mut members = context.heap.members(sequence(args, 0)?).iter();
    Ok(members.find(|value| !matches!(value, Value::Null)).copied().unwrap_or_default())
}

/// Inserts members, or a record into a table.
///
/// Source: SPLWare/esProc, `mfn.sequence.Insert`.
pub(super) fn insert(context: &mut Context<'_>, args: &[Value]) -> Result {
    let place = sequence(args, 0)?;
    let length = context.heap.members(place).len();
    let before = match whole(args, 1)? {
        0 => length,
        number => place_of(length, number)? - 1,
    };
    let new = match context.heap.names(place) {
        Some(names) => vec![super::tables::new_record(context.heap, names, &args[2..])?],
        None => match args[2] {
            _ if args.len() > 3 => {
                return Err(ValueError::other(
                    "`insert` takes one value or one sequence of values",
                ));
            }
            value => one_or_several(context.heap, value)?,
        },
    };
    let mut list = context.heap.copied(place)?;
    list.splice(before..before, new);
    context.heap.replace(place, list)?;
    Ok(if context.options.has('n') { args[2] } else { args[0] })
}

pub(super) fn delete(context: &mut Context<'_>, args: &[Value]) -> Result {
    let place = sequence(args, 0)?;
    let length = context.heap.members(place).len();
    let mut gone = vec![false; length];
    for at in named_places(context, args, 1)? {
        gone[at - 1] = true;
    }
    let (mut kept, mut taken) = (Vec::new(), Vec::new());
    for (at, &member) in context.heap.members(place).iter().enumerate() {
        if gone[at] { taken.push(member) } else { kept.push(member) }
    }
    let result = match (context.options.has('n'), args[1]) {
        (false, _) => args[0],
        (true, Value::Sequence(_)) => context.heap.sequence(&taken)?,
        (true, _) => taken[0],
    };
    context.heap.replace(place, kept)?;
    Ok(result)
}

/// Swaps two members, or two groups of adjacent members.
pub(super) fn swap(context: &mut Context<'_>, args: &[Value]) -> Result {
    let place = sequence(args, 0)?;
    let (first, second) = (run_of(context, args, 1)?, run_of(context, args, 2)?);
    let (first, second) = if first.0 <= second.0 { (first, second) } else { (second, first) };
    if first.1 >= second.0 {
        return Err(ValueError::other("`swap` cannot exchange groups that overlap"));
    }
    let length = context.heap.members(place).len();
    let pieces = [1..first.0, second.0..second.1 + 1, first.1 + 1..second.0, first.0..first.1 + 1];
    let chosen = pieces.into_iter().flatten().chain(second.1 + 1..length + 1);
    let chosen: Vec<usize> = chosen.collect();
    context.heap.part(place, chosen.into_iter())
}

/// First and last member that an argument of `swap` selects.
fn run_of(context: &Context<'_>, args: &[Value], at: usize) -> Result<(usize, usize)> {
    let run = named_places(context, args, at)?;
    match (run.first(), run.last()) {
        (Some(&first), Some(&last)) if run.is_sorted() && last - first + 1 == run.len() => {
            Ok((first, last))
        }
        _ => {
            Err(ValueError::other("`swap` exchanges two members or two groups of adjacent members"))
        }
    }
}

pub(super) fn all_true(context: &mut Context<'_>, args: &[Value]) -> Result {
    Ok(Value::Truth(context.heap.members(keys(args)?).iter().all(|value| value.is_true())))
}

pub(super) fn any_true(context: &mut Context<'_>, args: &[Value]) -> Result {
    Ok(Value::Truth(context.heap.members(keys(args)?).iter().any(|value| value.is_true())))
}

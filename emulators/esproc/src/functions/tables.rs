//! Tables and records.

use machine::cells::{CellTrouble, NameKind, ShortName};

use super::{Context, given, sequence, whole};
use crate::value::{Heap, Value, ValueError};

type Result<T = Value> = std::result::Result<T, ValueError>;

pub(super) fn create(context: &mut Context<'_>, args: &[Value]) -> Result {
    let names = context.heap.sequence(&args[1..])?;
    let table = context.heap.sequence(&[])?;
    if let (Value::Sequence(table), Value::Sequence(names)) = (table, names) {
        context.heap.set_names(table, names);
    }
    Ok(table)
}

/// Record with these field names; surplus values are dropped, missing ones are null.
pub(super) fn new_record(heap: &mut Heap, names: usize, values: &[Value]) -> Result {
    let fields = heap.members(names).len();
    let (at, mut list) = heap.start(fields)?;
    list.extend(values.iter().copied().chain(std::iter::repeat(Value::Null)).take(fields));
    heap.finish(at, list);
    heap.set_names(at, names);
    Ok(Value::Record(at))
}

/// Fills a table with records from consecutive values.
///
/// Source: SPLWare/esProc, `mfn.sequence.RecordValue`, `Table.record`.
pub(super) fn record(context: &mut Context<'_>, args: &[Value]) -> Result {
    let table = sequence(args, 0)?;
    let Some(names) = context.heap.names(table) else {
        return Err(ValueError::other("`record` needs a table, but this sequence is not one"));
    };
    if matches!(args[1], Value::Null) {
        return Ok(args[0]);
    }
    let (values, fields) = (sequence(args, 1)?, context.heap.members(names).len());
    let length = context.heap.members(table).len();
    let before = match given(args, 2) {
        None => length,
        Some(_) => match whole(args, 2)? {
            0 => length,
            number => usize::try_from(number.saturating_sub(1))
                .ok()
                .filter(|&before| before <= length)
                .ok_or(ValueError::NoMember(number, length))?,
        },
    };
    let mut records = context.heap.copied(table)?;
    let values = context.heap.copied(values)?;
    for (at, values) in values.chunks(fields).enumerate() {
        let record = new_record(context.heap, names, values)?;
        match records.get_mut(before + at) {
            Some(old) => *old = record,
            None => records.push(record),
        }
    }
    context.heap.replace(table, records)?;
    Ok(args[0])
}

/// Index of the table or record whose names are requested.
fn place_of(args: &[Value]) -> Result<usize> {
    match args[0] {
        Value::Sequence(place) | Value::Record(place) => Ok(place),
        other => Err(ValueError::Kind(0, other.kind())),
    }
}

pub(super) fn field_names(context: &mut Context<'_>, args: &[Value]) -> Result {
    let Some(names) = context.heap.names(place_of(args)?) else {
        return Ok(Value::Null);
    };
    let names = context.heap.copied(names)?;
    match given(args, 1) {
        None => context.heap.sequence(&names),
        Some(_) => {
            let number = whole(args, 1)?;
            let found = usize::try_from(number).ok().and_then(|at| names.get(at.wrapping_sub(1)));
            found.copied().ok_or(ValueError::NoMember(number, names.len()))
        }
    }
}

pub(super) fn array(context: &mut Context<'_>, args: &[Value]) -> Result {
    let values = context.heap.copied(place_of(args)?)?;
    context.heap.sequence(&values)
}

pub(super) fn field(context: &mut Context<'_>, args: &[Value]) -> Result {
    let record = place_of(args)?;
    let length = context.heap.members(record).len();
    let at = match args[1] {
        Value::Text(name) => {
            let name = context.heap.characters(name);
            context.heap.field(record, name).ok_or_else(|| no_field(name))?
        }
        _ => {
            let number = whole(args, 1)?;
            let at = usize::try_from(number).ok().filter(|at| (1..=length).contains(at));
            at.ok_or(ValueError::NoMember(number, length))? - 1
        }
    };
    if let Some(value) = given(args, 2) {
        context.heap.members_mut(record)[at] = value;
        return Ok(value);
    }
    Ok(context.heap.members(record)[at])
}

/// Error for an unknown field name.
pub(crate) fn no_field(name: &str) -> ValueError {
    ValueError::Cell(CellTrouble::Missing { sought: NameKind::Field, name: ShortName::new(name) })
}

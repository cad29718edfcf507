//! Formatting of values as text.

use machine::cells::CellTrouble;

use super::compare::MOST_NESTED;
use super::heap::LONGEST_TEXT;
use super::{Heap, Value, ValueError};

/// Maximum size of the text of one value.
const MOST_BYTES: usize = LONGEST_TEXT / 2;
const TOO_LONG: ValueError =
    ValueError::Cell(CellTrouble::Other { why: "the text would be longer than 32 MiB" });

/// Value as text: text without quotes, sequences in brackets.
pub(crate) fn show(heap: &Heap, value: Value) -> Result<String, ValueError> {
    let mut out = String::new();
    put(heap, value, false, 0, &mut out)?;
    Ok(out)
}

/// Members separated by tabs.
pub(crate) fn line(heap: &Heap, members: &[Value]) -> Result<String, ValueError> {
    let mut out = String::new();
    for (at, &member) in members.iter().enumerate() {
        out.push_str(if at > 0 { "\t" } else { "" });
        put(heap, member, false, 1, &mut out)?;
    }
    Ok(out)
}

/// Table as lines: the field names, then the records, separated by tabs.
///
/// `None` if the sequence is not a table.
pub(crate) fn table(heap: &Heap, place: usize) -> Result<Option<String>, ValueError> {
    let Some(names) = heap.names(place) else {
        return Ok(None);
    };
    let mut out = line(heap, heap.members(names))?;
    for &record in heap.members(place) {
        out.push('\n');
        match record {
            Value::Record(record) => out.push_str(&line(heap, heap.members(record))?),
            other => out.push_str(&show(heap, other)?),
        }
        full(&out)?;
    }
    Ok(Some(out))
}

fn full(out: &str) -> Result<(), ValueError> {
    if out.len() > MOST_BYTES { Err(TOO_LONG) } else { Ok(()) }
}

fn put(
    heap: &Heap,
    value: Value,
    quotes: bool,
    nested: u32,
    out: &mut String,
) -> Result<(), ValueError> {
    full(out)?;
    match value {
        Value::Null | Value::Absent => out.push_str("null"),
        Value::Truth(truth) => out.push_str(if truth { "true" } else { "false" }),
        Value::Int(number) => out.push_str(&number.to_string()),
        Value::Real(number) => out.push_str(&machine::mars::show_double(number)),
        Value::Text(text) | Value::File(text) if heap.characters(text).len() > MOST_BYTES => {
            return Err(TOO_LONG);
        }
        Value::Text(text) if quotes => quote(heap.characters(text), out),
        Value::Text(text) | Value::File(text) => out.push_str(heap.characters(text)),
        Value::Sequence(place) | Value::Record(place) | Value::Range(place) => {
            if nested >= MOST_NESTED {
                return Err(ValueError::other(
                    "cannot show this sequence: it contains itself or is nested too deeply",
                ));
            }
            out.push('[');
            for (at, &member) in heap.members(place).iter().enumerate() {
                out.push_str(if at > 0 { "," } else { "" });
                put(heap, member, true, nested + 1, out)?;
            }
            out.push(']');
        }
    }
    Ok(())
}

/// Quoted text that can be parsed again.
fn quote(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            _ => out.push(c),
        }
    }
    out.push('"');
}

//! Values that are drawn for a program, as text and as contents of memory.

use reference::Random;

use crate::assignment::{Argument, PlaceContent};
use crate::cases;
use crate::value::Value;

/// Whether values of a kind can be given to a program.
#[must_use]
pub(crate) fn is_printable(kind: &Argument) -> bool {
    matches!(
        kind,
        Argument::Number(_)
            | Argument::Array { .. }
            | Argument::Matrix { .. }
            | Argument::Text(_)
            | Argument::Texts { .. }
            | Argument::Size(..)
    )
}

/// Values of these kinds, drawn this many times from a seed: first the edges, then any.
pub(super) fn drawn(kinds: &[Argument], count: u32, seed: u64) -> Vec<Vec<Value>> {
    let mut random = Random::new(seed);
    (0..count as usize).map(|number| drawn_as(kinds, number, random.next_u64())).collect()
}

/// Values of these kinds for the case of a number, from 0, that follow from a seed.
pub(super) fn drawn_as(kinds: &[Argument], number: usize, seed: u64) -> Vec<Value> {
    cases::drawn(kinds, number, &mut Random::new(seed))
}

/// The words of a value as text.
pub(super) fn words(value: &Value) -> Vec<String> {
    match value {
        Value::Array(numbers) => numbers.iter().map(ToString::to_string).collect(),
        Value::Matrix(rows) => {
            let row = |row: &Vec<_>| {
                row.iter().map(ToString::to_string).collect::<Vec<String>>().join(" ")
            };
            rows.iter().map(row).collect()
        }
        Value::Text(text) => vec![text.clone()],
        Value::Texts(texts) => texts.clone(),
        other => vec![other.to_string()],
    }
}

/// A value as contents of memory.
pub(super) fn content(value: &Value) -> PlaceContent {
    match value {
        Value::Array(numbers) => {
            PlaceContent::Words(numbers.iter().map(|number| number.int()).collect())
        }
        Value::Number(number) => PlaceContent::Words(vec![number.int()]),
        Value::Text(text) => PlaceContent::Text(text.clone()),
        _ => PlaceContent::Words(Vec::new()),
    }
}

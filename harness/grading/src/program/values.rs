//! Values that are drawn for a program, as text and as what is put in memory.

use reference::Random;

use crate::assignment::{Argument, Boards, Content};
use crate::cases::draw;
use crate::value::Value;

/// Whether values of a kind can be given to a program.
#[must_use]
pub(crate) fn is_printable(kind: &Argument) -> bool {
    matches!(kind, Argument::Int(..) | Argument::Words(..) | Argument::Text(..))
}

/// Values of these kinds, drawn this many times from a seed.
pub(super) fn drawn(kinds: &[Argument], count: u32, seed: u64) -> Vec<Vec<Value>> {
    let mut random = Random::new(seed);
    (0..count).map(|_| draw(kinds, Boards::Any, &mut random)).collect()
}

/// The words of a value as text.
pub(super) fn words(value: &Value) -> Vec<String> {
    match value {
        Value::Words(numbers) => numbers.iter().map(ToString::to_string).collect(),
        Value::Text(text, _) => vec![text.clone()],
        other => vec![other.to_string()],
    }
}

/// A value as what is put in memory.
pub(super) fn content(value: &Value) -> Content {
    match value {
        Value::Words(numbers) => Content::Words(numbers.clone()),
        Value::Int(number) => Content::Words(vec![*number]),
        Value::Text(text, _) => Content::Text(text.clone()),
        _ => Content::Words(Vec::new()),
    }
}

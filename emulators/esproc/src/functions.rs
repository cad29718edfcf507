//! Functions: one row each, used by the compiler, the machine and the page.

mod absent;
mod bits;
pub(crate) mod files;
mod members;
mod numbers;
mod order;
mod records;
mod sets;
mod table;
pub(crate) mod tables;
mod text;

pub(crate) use absent::{instead_of, is_absent};
pub(crate) use members::KEYS;
pub(crate) use records::{AGGREGATES, INSERT_FIELDS};
pub(crate) use table::FUNCTIONS;

use machine::Host;
use machine::cells::ValueKind;

use crate::value::{Heap, Value, ValueError};

/// State that a function may access.
#[derive(Debug)]
pub(crate) struct Context<'a> {
    pub(crate) heap: &'a mut Heap,
    pub(crate) host: &'a mut Host,
    pub(crate) options: OptionLetters,
}

/// Option letters after `@`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct OptionLetters(u64);

impl OptionLetters {
    pub(crate) fn of(letters: &str) -> Self {
        OptionLetters(letters.bytes().fold(0, |bits, letter| bits | Self::bit(letter)))
    }

    fn bit(letter: u8) -> u64 {
        1 << (letter & 63)
    }

    /// Whether an option is set.
    pub(crate) fn has(self, letter: char) -> bool {
        self.0 & Self::bit(letter as u8) != 0
    }
}

/// Function.
#[derive(Debug)]
pub(crate) struct Function {
    pub(crate) name: &'static str,
    /// Receiver, the value before its point.
    pub(crate) on: Receiver,
    /// Minimum and maximum number of arguments.
    pub(crate) arguments: (u8, u8),
    /// Treatment of its arguments.
    pub(crate) takes: ArgumentMode,
    /// Supported option letters.
    pub(crate) options: &'static str,
    /// Description in one line.
    pub(crate) meaning: &'static str,
    /// Implementation; the receiver comes before the arguments.
    pub(crate) run: fn(&mut Context<'_>, &[Value]) -> Result<Value, ValueError>,
}

/// Receiver of a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Receiver {
    /// None: `f(x)`.
    Nothing,
    /// Sequence or table; a number stands for the numbers from 1 to it.
    Sequence,
    Text,
    Record,
    File,
}

impl Receiver {
    /// Whether a value of this kind can be the receiver.
    pub(crate) fn takes(self, kind: ValueKind) -> bool {
        match self {
            Receiver::Nothing => false,
            Receiver::Sequence => matches!(kind, ValueKind::Sequence | ValueKind::Number),
            Receiver::Text => kind == ValueKind::Text,
            Receiver::Record => kind == ValueKind::Record,
            Receiver::File => kind == ValueKind::File,
        }
    }
}

/// Treatment of a function's arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ArgumentMode {
    /// Values.
    Values,
    /// Values, and ranges `a:b`.
    Ranges,
    /// The first is evaluated for every member, and the function receives the results.
    Each,
    /// Like `Each`, but stops at the first true value, unless option `a` or `z` is set.
    EachToFirst,
    /// Like `Each`, but with option `1` alone, stops at the first true value.
    EachToFirstWith1,
    /// One or more are evaluated for every member.
    ///
    /// With several, the second argument received is unused, and the third has a sequence for every
    /// member.
    Keys,
    /// Like `Keys`, and each may have a direction `x:-1`; the second argument received has the
    /// directions.
    Orders,
    /// Names of fields.
    Names,
    /// Handled by the compiler individually.
    Special,
}

impl Function {
    /// Whether it processes all members of its sequences, and all characters of its texts.
    pub(crate) fn looks_at_all(&self) -> bool {
        !matches!(
            self.name,
            "len" | "m" | "to" | "step" | "fname" | "field" | "file" | "if" | "case"
        ) || self.on == Receiver::Nothing && self.name == "len"
    }
}

/// Functions with this name, with or without a receiver.
pub(crate) fn find(name: &str, has_receiver: bool) -> impl Iterator<Item = &'static Function> {
    let matches = move |function: &&Function| {
        function.name == name && has_receiver == (function.on != Receiver::Nothing)
    };
    FUNCTIONS.iter().filter(matches)
}

/// Argument that must be a number, without its fraction.
fn whole(args: &[Value], at: usize) -> Result<i64, ValueError> {
    args[at].whole().ok_or(ValueError::Kind(at as u8, args[at].kind()))
}

/// Argument that must be a number.
fn real(args: &[Value], at: usize) -> Result<f64, ValueError> {
    args[at].real().ok_or(ValueError::Kind(at as u8, args[at].kind()))
}

/// Argument that must be a sequence.
fn sequence(args: &[Value], at: usize) -> Result<usize, ValueError> {
    match args[at] {
        Value::Sequence(place) => Ok(place),
        other => Err(ValueError::Kind(at as u8, other.kind())),
    }
}

/// Argument that must be text.
fn characters<'h>(heap: &'h Heap, args: &[Value], at: usize) -> Result<&'h str, ValueError> {
    match args[at] {
        Value::Text(place) => Ok(heap.characters(place)),
        other => Err(ValueError::Kind(at as u8, other.kind())),
    }
}

/// Optional argument.
fn given(args: &[Value], at: usize) -> Option<Value> {
    args.get(at).copied().filter(|value| !matches!(value, Value::Absent))
}

/// Arguments of a function such as `max(a,b)`; a single sequence stands for its members.
fn each_argument<'a>(heap: &'a Heap, args: &'a [Value]) -> &'a [Value] {
    match args {
        [_, Value::Sequence(only)] => heap.members(*only),
        _ => &args[1..],
    }
}

/// Numbers from one to another, ascending or descending.
pub(crate) fn numbers_between(heap: &mut Heap, from: i64, to: i64) -> Result<Value, ValueError> {
    let length = usize::try_from(from.abs_diff(to)).unwrap_or(usize::MAX).saturating_add(1);
    let (at, mut list) = heap.start(length)?;
    if from <= to {
        list.extend((from..=to).map(Value::Int));
    } else {
        list.extend((to..=from).rev().map(Value::Int));
    }
    Ok(heap.finish(at, list))
}

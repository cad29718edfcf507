//! The functions: one row each, read by the checker, the machine and the page.

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
use machine::cells::Kind;

use crate::value::{Heap, Value, Wrong};

/// What a function may reach.
#[derive(Debug)]
pub(crate) struct Context<'a> {
    pub(crate) heap: &'a mut Heap,
    pub(crate) host: &'a mut Host,
    pub(crate) options: Options,
}

/// The letters behind `@`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Options(u64);

impl Options {
    pub(crate) fn of(letters: &str) -> Self {
        Options(letters.bytes().fold(0, |bits, letter| bits | Self::bit(letter)))
    }

    fn bit(letter: u8) -> u64 {
        1 << (letter & 63)
    }

    /// Whether a letter is among them.
    pub(crate) fn has(self, letter: char) -> bool {
        self.0 & Self::bit(letter as u8) != 0
    }
}

/// A function.
#[derive(Debug)]
pub(crate) struct Function {
    pub(crate) name: &'static str,
    /// What stands before its point.
    pub(crate) on: On,
    /// Fewest and most arguments.
    pub(crate) arguments: (u8, u8),
    /// How its arguments are taken.
    pub(crate) takes: Takes,
    /// Letters it knows behind `@`.
    pub(crate) options: &'static str,
    /// One line.
    pub(crate) meaning: &'static str,
    /// What it does; before the arguments comes what stands before the point.
    pub(crate) run: fn(&mut Context<'_>, &[Value]) -> Result<Value, Wrong>,
}

/// What stands before the point of a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum On {
    /// Nothing: `f(x)`.
    Nothing,
    /// A sequence or a table; a number stands for the numbers from 1 to it.
    Sequence,
    Text,
    Record,
    File,
}

impl On {
    /// Whether it can be a value of this kind.
    pub(crate) fn takes(self, kind: Kind) -> bool {
        match self {
            On::Nothing => false,
            On::Sequence => matches!(kind, Kind::Sequence | Kind::Number),
            On::Text => kind == Kind::Text,
            On::Record => kind == Kind::Record,
            On::File => kind == Kind::File,
        }
    }
}

/// How a function takes its arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Takes {
    /// As values.
    Values,
    /// As values, and ranges `a:b`.
    Ranges,
    /// The first is calculated for every member, and its values are handed over.
    Each,
    /// The same, but no further than to the first true value: always but with option `a` or `z`.
    EachToFirst,
    /// The same, but no further than to the first true value with option `1` alone.
    EachToFirstWith1,
    /// One or several are calculated for every member: with several, the second argument handed
    /// over is not used, and the third has a sequence for every member.
    Keys,
    /// The same, and each may have a direction `x:-1`; the second argument handed over has them.
    Orders,
    /// As names of fields.
    Names,
    /// In a way of its own, which the checker knows.
    Special,
}

impl Function {
    /// Whether it looks at all members of the sequences it is given, and all characters of texts.
    pub(crate) fn looks_at_all(&self) -> bool {
        !matches!(
            self.name,
            "len" | "m" | "to" | "step" | "fname" | "field" | "file" | "if" | "case"
        ) || self.on == On::Nothing && self.name == "len"
    }
}

/// The functions of this name, behind a point or not.
pub(crate) fn find(name: &str, behind_point: bool) -> impl Iterator<Item = &'static Function> {
    let matches = move |function: &&Function| {
        function.name == name && behind_point == (function.on != On::Nothing)
    };
    FUNCTIONS.iter().filter(matches)
}

/// An argument that must be a number, without its fraction.
fn whole(args: &[Value], at: usize) -> Result<i64, Wrong> {
    args[at].whole().ok_or(Wrong::Kind(at as u8, args[at].kind()))
}

/// An argument that must be a number.
fn real(args: &[Value], at: usize) -> Result<f64, Wrong> {
    args[at].real().ok_or(Wrong::Kind(at as u8, args[at].kind()))
}

/// An argument that must be a sequence.
fn sequence(args: &[Value], at: usize) -> Result<usize, Wrong> {
    match args[at] {
        Value::Sequence(place) => Ok(place),
        other => Err(Wrong::Kind(at as u8, other.kind())),
    }
}

/// An argument that must be text.
fn characters<'h>(heap: &'h Heap, args: &[Value], at: usize) -> Result<&'h str, Wrong> {
    match args[at] {
        Value::Text(place) => Ok(heap.characters(place)),
        other => Err(Wrong::Kind(at as u8, other.kind())),
    }
}

/// An argument, when it was given.
fn given(args: &[Value], at: usize) -> Option<Value> {
    args.get(at).copied().filter(|value| !matches!(value, Value::Absent))
}

/// The arguments of a function such as `max(a,b)`; a sequence that is the only one stands for its
/// members.
fn each_argument<'a>(heap: &'a Heap, args: &'a [Value]) -> &'a [Value] {
    match args {
        [_, Value::Sequence(only)] => heap.members(*only),
        _ => &args[1..],
    }
}

/// The numbers from one to another, rising or falling.
pub(crate) fn numbers_between(heap: &mut Heap, from: i64, to: i64) -> Result<Value, Wrong> {
    let length = usize::try_from(from.abs_diff(to)).unwrap_or(usize::MAX).saturating_add(1);
    let (at, mut list) = heap.start(length)?;
    if from <= to {
        list.extend((from..=to).map(Value::Int));
    } else {
        list.extend((to..=from).rev().map(Value::Int));
    }
    Ok(heap.finish(at, list))
}

//! Values stored in a program's memory and registers, and values found there at its end.

use std::fmt;

use machine::{AnyMachine, Image, Machine as _};
use targets::escape;

use super::run::ProgramRun;
use crate::assignment::{
    AnswerPlace, Assignment, InitialValue, MemoryPlace, PlaceContent, ProgramPlace,
};
use crate::value::Layout;

/// Content of a place at the end of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum MemoryValue {
    /// Numbers, with their signs.
    Words(Vec<i64>),
    /// Characters.
    Text(Vec<u8>),
    /// Nothing: there is no such memory or file.
    Nothing,
}

/// Layout of numbers and characters in the machine's memory.
fn layout(assignment: &Assignment) -> Layout {
    Layout::of(&assignment.target, assignment.cells)
}

/// Stores a value at a place; false if the program has no such place.
pub(super) fn put(
    assignment: &Assignment,
    image: &Image,
    machine: &mut AnyMachine,
    put: &InitialValue,
) -> bool {
    let layout = layout(assignment);
    let units: Vec<u64> = match (&put.at, &put.what) {
        (ProgramPlace::Register(name), PlaceContent::Words(numbers)) => {
            let bits = assignment.target.spec().word_bits;
            let number =
                numbers.first().map_or(0, |&number| number as u64 & (u64::MAX >> (64 - bits)));
            return machine.set_register(name, number);
        }
        (ProgramPlace::Register(_), _) | (_, PlaceContent::Drawn(_)) => return false,
        (_, PlaceContent::Words(numbers)) => {
            numbers.iter().flat_map(|&number| layout.word(number)).collect()
        }
        (_, PlaceContent::Text(text)) => layout.text(text),
        (_, PlaceContent::Bytes(bytes)) => layout.characters(bytes),
    };
    let ProgramPlace::Memory(place) = &put.at else { return false };
    place.address(image).is_some_and(|address| machine.poke_all(address, &units))
}

/// Units of memory of an answer; none if it is not in memory.
pub(super) fn units(assignment: &Assignment, answer: &AnswerPlace) -> u64 {
    let layout = layout(assignment);
    match answer {
        AnswerPlace::Words(_, count) => count * layout.word_units(),
        AnswerPlace::Text(_, most) => layout.units_of_characters(*most),
        AnswerPlace::Register(_) | AnswerPlace::File(..) => 0,
    }
}

impl MemoryValue {
    /// Expected content of a place, from the assignment.
    pub(super) fn of(content: &PlaceContent, answer: &AnswerPlace) -> Self {
        match (content, answer) {
            (PlaceContent::Words(numbers), _) => MemoryValue::Words(numbers.clone()),
            (PlaceContent::Text(text), _) => MemoryValue::Text(text.clone().into_bytes()),
            (PlaceContent::Bytes(bytes), _) => MemoryValue::Text(bytes.clone()),
            (PlaceContent::Drawn(_), _) => MemoryValue::Nothing,
        }
    }

    /// Content of a place at the end of a program.
    pub(super) fn found(
        assignment: &Assignment,
        image: &Image,
        ran: &ProgramRun,
        answer: &AnswerPlace,
    ) -> Self {
        let layout = layout(assignment);
        let unit = |place: &MemoryPlace| {
            let base = place.address(image);
            move |at: u64| ran.machine.peek(base?.checked_add(at)?)
        };
        let found = match answer {
            AnswerPlace::Words(place, count) => {
                let units = (0..count * layout.word_units()).map(unit(place));
                units.collect::<Option<Vec<u64>>>().map(|units| {
                    let words = units.chunks(layout.word_units() as usize);
                    let numbers = words.map(|word| layout.number(word) as u64);
                    MemoryValue::Words(numbers.map(|it| signed(it, layout.word_bits)).collect())
                })
            }
            AnswerPlace::Text(place, most) => text(layout, unit(place), *most),
            AnswerPlace::Register(name) => {
                let found = ran.registers.iter().find(|(known, _)| known == name);
                let bits = assignment.target.spec().word_bits;
                found.map(|&(_, value)| MemoryValue::Words(vec![signed(value, bits)]))
            }
            AnswerPlace::File(key, _) => {
                ran.host.files.get(key).map(|content| MemoryValue::Text(content.to_vec()))
            }
        };
        found.unwrap_or(MemoryValue::Nothing)
    }

    /// The same with numbers as the machine's words have them.
    pub(super) fn in_words(self, bits: u32) -> Self {
        match self {
            MemoryValue::Words(numbers) => MemoryValue::Words(
                numbers.into_iter().map(|number| signed(number as u64, bits)).collect(),
            ),
            other => other,
        }
    }
}

/// The characters from a place to the first NUL, at most N; none without memory.
fn text(layout: Layout, unit: impl Fn(u64) -> Option<u64>, most: u64) -> Option<MemoryValue> {
    unit(0)?;
    let count = layout.units_of_characters(most);
    // Memory may end after the text's NUL.
    let units: Vec<u64> = (0..count).map_while(unit).collect();
    let characters = layout.bytes(&units);
    let text = characters.iter().take_while(|&&character| character != 0).take(most as usize);
    Some(MemoryValue::Text(text.map(|&character| character as u8).collect()))
}

/// A word of this many bits as a number, with its sign unless it is a byte.
fn signed(value: u64, bits: u32) -> i64 {
    if bits == 8 {
        return (value & 0xff) as i64;
    }
    let above = 64 - bits;
    (value << above) as i64 >> above
}

impl fmt::Display for MemoryValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MemoryValue::Words(numbers) => match numbers.as_slice() {
                [number] => write!(f, "{number}"),
                numbers => write!(f, "{numbers:?}"),
            },
            MemoryValue::Text(text) => write!(f, "\"{}\"", escape::line(text, 200)),
            MemoryValue::Nothing => f.write_str("not there"),
        }
    }
}

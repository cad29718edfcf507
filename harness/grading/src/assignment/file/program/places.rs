//! Memory, registers and files: contents before a program begins, and expected contents at its end.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use toml::Spanned;

use super::Context;
use crate::assignment::file::{Reader, register_of};
use crate::assignment::{
    AnswerPlace, Argument, Expect, InitialValue, MemoryPlace, PlaceContent, ProgramPlace,
};

/// One table, or a list of tables.
#[derive(Debug)]
pub(super) struct Many<T>(Vec<T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Many<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(ManyVisitor(PhantomData))
    }
}

struct ManyVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ManyVisitor<T> {
    type Value = Many<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a table in braces, or a list of tables")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Many<T>, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(|one| Many(vec![one]))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, all: A) -> Result<Many<T>, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(all)).map(Many)
    }
}

/// Value to store at a place.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PutRow {
    label: Option<String>,
    address: Option<u64>,
    register: Option<String>,
    words: Option<WordsRow>,
    text: Option<String>,
    file: Option<String>,
    value: Option<ValueRow>,
}

/// Expected value at a place.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ExpectRow {
    label: Option<String>,
    address: Option<u64>,
    register: Option<String>,
    file: Option<String>,
    words: Option<WordsRow>,
    text: Option<PlaceTextRow>,
    value: Option<i64>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(untagged, expecting = "`words` is a list of numbers, their count, or \"{1}\"")]
enum WordsRow {
    Numbers(Vec<i64>),
    Count(u64),
    Drawn(String),
}

#[derive(Debug, Clone, Deserialize)]
#[serde(untagged, expecting = "`text` is a text, or its maximum number of characters")]
enum PlaceTextRow {
    Text(String),
    Most(u64),
}

#[derive(Debug, Clone, Deserialize)]
#[serde(untagged, expecting = "`value` is a number, or \"{1}\"")]
enum ValueRow {
    Number(i64),
    Drawn(String),
}

/// A file of the program: its content, or the file of the assignment that has it.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "a file is a text, or { file = NAME }")]
pub(super) enum FileRow {
    Text(String),
    File(FileOf),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FileOf {
    file: String,
}

/// Words or characters that are looked at after a label, at most.
const MOST_UNITS: u64 = 10_000;

impl Reader<'_> {
    /// Values to store in memory and registers.
    pub(super) fn puts(
        &mut self,
        rows: &Spanned<Many<PutRow>>,
        context: &Context<'_>,
        values: &[Argument],
    ) -> Vec<InitialValue> {
        let at = rows.span();
        let puts = rows.get_ref().0.iter().filter_map(|row| self.put(row, &at, context, values));
        puts.collect()
    }

    fn put(
        &mut self,
        row: &PutRow,
        at: &Range<usize>,
        context: &Context<'_>,
        values: &[Argument],
    ) -> Option<InitialValue> {
        let memory = self.memory(row.label.as_ref(), row.address, at, context)?;
        let place = match (memory, &row.register) {
            (Some(place), None) => ProgramPlace::Memory(place),
            (None, Some(name)) => ProgramPlace::Register(self.register(name, at, context)?),
            _ => {
                let why = "`place` must name one `label`, one `address` or one `register`";
                self.wrong(at.clone(), why);
                return None;
            }
        };
        let is_memory = matches!(place, ProgramPlace::Memory(_));
        let what = match (&row.words, &row.text, &row.file, &row.value) {
            (Some(WordsRow::Numbers(numbers)), None, None, None) if is_memory => {
                PlaceContent::Words(self.numbers(numbers.clone(), at, context))
            }
            (Some(WordsRow::Drawn(name)), None, None, None) if is_memory => {
                PlaceContent::Drawn(self.drawn(name, at, values)?)
            }
            (None, Some(text), None, None) if is_memory => PlaceContent::Text(text.clone()),
            (None, None, Some(file), None) if is_memory => PlaceContent::Bytes(self.data(file, at)),
            (None, None, None, Some(ValueRow::Number(number))) => {
                PlaceContent::Words(self.numbers(vec![*number], at, context))
            }
            (None, None, None, Some(ValueRow::Drawn(name))) => {
                PlaceContent::Drawn(self.drawn(name, at, values)?)
            }
            _ => {
                let why = if is_memory {
                    "a label or an address takes one of words = [1, 2], text = \"abc\", file = NAME, value = 5"
                } else {
                    "a register takes `value`, such as value = 5"
                };
                self.wrong(at.clone(), why);
                return None;
            }
        };
        Some(InitialValue { at: place, what })
    }

    /// The place in memory that a row names, if it names one; `None` if it is wrong.
    fn memory(
        &mut self,
        label: Option<&String>,
        address: Option<u64>,
        at: &Range<usize>,
        context: &Context<'_>,
    ) -> Option<Option<MemoryPlace>> {
        match (label, address) {
            (Some(label), None) => {
                self.labels_used.push((at.clone(), label.clone()));
                Some(Some(MemoryPlace::Label(label.clone())))
            }
            (None, Some(address)) => {
                let bits = context.target.spec().address_bits;
                if address.checked_shr(bits).is_some_and(|above| above != 0) {
                    let why = format!("{address} is not an address of {bits} bits");
                    self.wrong(at.clone(), why);
                }
                Some(Some(MemoryPlace::Address(address)))
            }
            (None, None) => Some(None),
            (Some(_), Some(_)) => {
                self.wrong(at.clone(), "give a `label` or an `address`, not both");
                None
            }
        }
    }

    /// The value that `{1}` names, by its index.
    fn drawn(&mut self, name: &str, at: &Range<usize>, values: &[Argument]) -> Option<usize> {
        let inside = name.strip_prefix('{').and_then(|name| name.strip_suffix('}'));
        let number: Option<usize> = inside.and_then(|inside| inside.parse().ok());
        let index = number.and_then(|number| number.checked_sub(1));
        let found = index.filter(|&index| index < values.len());
        if found.is_none() {
            let name = asmkit::plain_name(name);
            let why = format!("`{name}` is not a drawn value: `values` has {}", values.len());
            self.wrong(at.clone(), why);
        }
        found
    }

    /// Numbers that a word of the machine holds, with a sign or without.
    fn numbers(&mut self, numbers: Vec<i64>, at: &Range<usize>, context: &Context<'_>) -> Vec<i64> {
        let bits = context.target.spec().word_bits;
        let (low, high) = (-(1i64 << (bits - 1)), (1i64 << bits) - 1);
        if let Some(number) = numbers.iter().find(|number| !(low..=high).contains(number)) {
            self.wrong(at.clone(), format!("{number} does not fit in a word of {bits} bits"));
        }
        numbers
    }

    fn register(
        &mut self,
        name: &str,
        at: &Range<usize>,
        context: &Context<'_>,
    ) -> Option<&'static str> {
        let found = context.names.get(name).copied();
        let found = found.or_else(|| register_of(&context.target.machine(), name));
        if found.is_none() {
            let name = asmkit::plain_name(name);
            self.wrong(at.clone(), format!("no register is called `{name}`"));
        }
        found
    }

    /// Expected values in memory, registers and files.
    pub(super) fn expects(
        &mut self,
        rows: &Spanned<Many<ExpectRow>>,
        context: &Context<'_>,
    ) -> Vec<Expect> {
        let at = rows.span();
        let expects = rows.get_ref().0.iter().filter_map(|row| self.expect(row, &at, context));
        expects.collect()
    }

    fn expect(
        &mut self,
        row: &ExpectRow,
        at: &Range<usize>,
        context: &Context<'_>,
    ) -> Option<Expect> {
        let ExpectRow { label, address, register, file, words, text, value } = row;
        let memory = self.memory(label.as_ref(), *address, at, context)?;
        let found = match (memory, register, file) {
            (Some(place), None, None) => self.at_memory(place, row, at, context),
            (None, Some(name), None) if words.is_none() && text.is_none() => {
                let value = value.map(|value| self.numbers(vec![value], at, context));
                let register = self.register(name, at, context)?;
                Some((AnswerPlace::Register(register), value.map(PlaceContent::Words)))
            }
            (None, None, Some(name)) if words.is_none() && value.is_none() => {
                let key = self.file_key(name, at, context)?;
                let content = |text: &String| PlaceContent::Bytes(text.clone().into_bytes());
                let content = match text {
                    None => Some(None),
                    Some(PlaceTextRow::Text(text)) => Some(Some(content(text))),
                    Some(PlaceTextRow::Most(_)) => None,
                };
                content.map(|content| (AnswerPlace::File(key, name.clone()), content))
            }
            _ => None,
        };
        let Some((from, what)) = found else {
            let why = "`expect` is one of { label, words = 1 }, { label, words = [5] }, { label, text = \"abc\" }, \
                       { label, value = 5 }, the same with `address`, { register }, { register, value = 5 }, { file } \
                       and { file, text = \"abc\" }";
            self.wrong(at.clone(), why);
            return None;
        };
        if let AnswerPlace::Words(_, count) | AnswerPlace::Text(_, count) = &from
            && !(1..=MOST_UNITS).contains(count)
        {
            let why = format!("1 to {MOST_UNITS} words or characters can be checked, not {count}");
            self.wrong(at.clone(), why);
        }
        Some(Expect { from, what })
    }

    /// Expected content of memory; none if it is missing or stated twice.
    fn at_memory(
        &mut self,
        place: MemoryPlace,
        row: &ExpectRow,
        at: &Range<usize>,
        context: &Context<'_>,
    ) -> Option<(AnswerPlace, Option<PlaceContent>)> {
        let numbers = match (&row.words, &row.text, row.value) {
            (Some(WordsRow::Count(count)), None, None) => {
                return Some((AnswerPlace::Words(place, *count), None));
            }
            (None, Some(PlaceTextRow::Most(most)), None) => {
                return Some((AnswerPlace::Text(place, *most), None));
            }
            (None, Some(PlaceTextRow::Text(text)), None) => {
                // One more character shows a text that is too long.
                let most = text.len() as u64 + 1;
                return Some((
                    AnswerPlace::Text(place, most),
                    Some(PlaceContent::Text(text.clone())),
                ));
            }
            (Some(WordsRow::Numbers(numbers)), None, None) => numbers.clone(),
            (None, None, Some(value)) => vec![value],
            _ => return None,
        };
        let numbers = self.numbers(numbers, at, context);
        Some((AnswerPlace::Words(place, numbers.len() as u64), Some(PlaceContent::Words(numbers))))
    }

    /// Files that the program can open, as its system has them.
    pub(super) fn program_files(
        &mut self,
        files: &Spanned<BTreeMap<String, FileRow>>,
        context: &Context<'_>,
    ) -> Vec<(Vec<u8>, Vec<u8>)> {
        let at = files.span();
        let mut all = Vec::new();
        for (name, file) in files.get_ref() {
            let content = match file {
                FileRow::Text(text) => text.clone().into_bytes(),
                FileRow::File(of) => self.data(&of.file, &at),
            };
            all.extend(self.file_key(name, &at, context).map(|key| (key, content)));
        }
        all
    }

    fn file_key(
        &mut self,
        name: &str,
        at: &Range<usize>,
        context: &Context<'_>,
    ) -> Option<Vec<u8>> {
        let key = context.target.file_key(name);
        key.map_err(|why| self.wrong(at.clone(), why)).ok()
    }
}

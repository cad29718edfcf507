//! Typed access to the fields of the table, with error messages.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Byte offset of an error in the table, and the message.
pub(super) type Wrong = (usize, String);

/// A value with its span in the table.
pub(super) type At<T> = Spanned<T>;

/// Type of a field.
pub(super) trait Value: Sized {
    /// Description of the type.
    const IS: &'static str;

    /// Converts a value, if it has that type.
    fn of(value: &DeValue<'_>) -> Option<Self>;
}

impl Value for String {
    const IS: &'static str = "a text in quotes";

    fn of(value: &DeValue<'_>) -> Option<Self> {
        value.as_str().map(str::to_owned)
    }
}

impl Value for u64 {
    const IS: &'static str = "a whole number without quotes";

    fn of(value: &DeValue<'_>) -> Option<Self> {
        let number = value.as_integer()?;
        u64::from_str_radix(number.as_str(), number.radix()).ok()
    }
}

impl Value for bool {
    const IS: &'static str = "true or false, without quotes";

    fn of(value: &DeValue<'_>) -> Option<Self> {
        value.as_bool()
    }
}

/// Description of a value.
fn found(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(_) => "a text in quotes".to_owned(),
        DeValue::Integer(number) => format!("the number {number}"),
        DeValue::Float(_) => "a number with a point".to_owned(),
        DeValue::Boolean(is) => is.to_string(),
        DeValue::Datetime(_) => "a date".to_owned(),
        DeValue::Array(_) => "a list".to_owned(),
        DeValue::Table(_) => "a table".to_owned(),
    }
}

/// Fields of a table within the file, with their defaults.
#[derive(Clone, Copy)]
pub(super) struct Fields<'t> {
    /// Description for messages: `a lane`.
    pub(super) what: &'static str,
    /// Offset of the table.
    pub(super) at: usize,
    /// Known fields, each with an example.
    pub(super) known: &'static [(&'static str, &'static str)],
    /// Its own fields.
    pub(super) own: &'t DeTable<'t>,
    /// Defaults for fields that it leaves out.
    pub(super) defaults: Option<&'t DeTable<'t>>,
}

impl<'t> Fields<'t> {
    /// Checks that all fields are known.
    pub(super) fn check_names(&self) -> Result<(), Wrong> {
        for key in self.own.keys() {
            let name = key.get_ref().as_ref();
            if self.known.iter().all(|(known, _)| *known != name) {
                let names = || self.known.iter().map(|(known, _)| *known);
                let hint = match asmkit::nearest(name, names()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("it has {}", names().collect::<Vec<_>>().join(", ")),
                };
                let name = asmkit::plain_name(name);
                let message = format!("{} has no field `{name}`: {hint}", self.what);
                return Err((key.span().start, message));
            }
        }
        Ok(())
    }

    /// Whether it has a field of its own.
    pub(super) fn has(&self, name: &str) -> bool {
        self.own.contains_key(name)
    }

    /// Field, or its default.
    pub(super) fn find(&self, name: &str) -> Option<&'t Spanned<DeValue<'t>>> {
        self.own.get(name).or_else(|| self.defaults?.get(name))
    }

    /// Optional field.
    pub(super) fn optional<T: Value>(&self, name: &str) -> Result<Option<At<T>>, Wrong> {
        self.find(name).map(|value| self.read(name, T::IS, value)).transpose()
    }

    /// Required field.
    pub(super) fn required<T: Value>(&self, name: &str) -> Result<At<T>, Wrong> {
        self.optional(name)?.ok_or_else(|| self.missing(name))
    }

    /// Optional list; a single value is a list of one.
    pub(super) fn list(&self, name: &str) -> Result<Option<At<Vec<At<String>>>>, Wrong> {
        let Some(value) = self.find(name) else { return Ok(None) };
        let is = "a text in quotes, or a list of texts in brackets";
        let list = match value.get_ref() {
            DeValue::Array(array) => {
                array.iter().map(|one| self.read(name, is, one)).collect::<Result<_, _>>()?
            }
            _ => vec![self.read(name, is, value)?],
        };
        Ok(Some(Spanned::new(value.span(), list)))
    }

    /// Optional nested table.
    pub(super) fn table(
        &self,
        name: &str,
    ) -> Result<Option<(Range<usize>, &'t DeTable<'t>)>, Wrong> {
        let Some(value) = self.find(name) else { return Ok(None) };
        match value.get_ref() {
            DeValue::Table(table) => Ok(Some((value.span(), table))),
            other => Err(self.not(name, "a table in braces", value.span().start, other)),
        }
    }

    /// Required field with one of some words.
    pub(super) fn one_of<T: Copy>(&self, name: &str, words: &[(&str, T)]) -> Result<At<T>, Wrong> {
        let word: At<String> = self.required(name)?;
        word_of(name, &word, words).map(|found| Spanned::new(word.span(), found))
    }

    /// Error about a missing field.
    pub(super) fn missing(&self, name: &str) -> Wrong {
        let example = self.example(name);
        (self.at, format!("{} needs `{name}`, as in {example}", self.what))
    }

    fn read<T: Value>(
        &self,
        name: &str,
        is: &str,
        value: &Spanned<DeValue<'_>>,
    ) -> Result<At<T>, Wrong> {
        match T::of(value.get_ref()) {
            Some(read) => Ok(Spanned::new(value.span(), read)),
            None => Err(self.not(name, is, value.span().start, value.get_ref())),
        }
    }

    fn not(&self, name: &str, is: &str, at: usize, other: &DeValue<'_>) -> Wrong {
        let (example, found) = (self.example(name), found(other));
        (at, format!("`{name}` must be {is}, as in {example}; found {found}"))
    }

    fn example(&self, name: &str) -> &'static str {
        self.known.iter().find(|(known, _)| *known == name).map_or("", |(_, example)| example)
    }
}

/// Value of a word.
pub(super) fn word_of<T: Copy>(
    name: &str,
    word: &At<String>,
    words: &[(&str, T)],
) -> Result<T, Wrong> {
    let known = words.iter().find(|(known, _)| known == word.get_ref());
    known.map(|(_, found)| *found).ok_or_else(|| {
        let names: Vec<&str> = words.iter().map(|(known, _)| *known).collect();
        let near = asmkit::nearest(word.get_ref(), names.iter().copied());
        let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        let (word_shown, names) = (asmkit::plain_name(word.get_ref()), names.join(", "));
        (word.span().start, format!("`{name}` must be one of {names}; found `{word_shown}`{near}"))
    })
}

//! Switches of a machine: one row each, used by command lines, lanes, notes and help.

use crate::given::{Choices, ON};

/// An option of a machine.
#[derive(Debug)]
pub struct Switch {
    /// Name without `--`.
    pub name: &'static str,
    /// Help text, one sentence without a full stop.
    pub help: &'static str,
    /// Its value.
    pub takes: Takes,
    /// Dialects it applies to; empty for all dialects of its machine.
    pub of: &'static [&'static str],
    /// Dialects that always behave as if it were given.
    pub always: &'static [&'static str],
    /// Another switch that it requires.
    pub with: Option<&'static str>,
    /// Whether only the assembler uses it, so that it does not apply to executables.
    pub assembles: bool,
    /// Whether it selects its only dialect, regardless of the source.
    pub decides: bool,
}

impl Switch {
    /// Whether it applies to a dialect of its machine.
    #[must_use]
    pub fn is_of(&self, dialect: &str) -> bool {
        self.of.is_empty() || self.of.contains(&dialect)
    }

    /// Error message for an invalid or missing value.
    #[must_use]
    pub fn refused(&self, value: Option<&str>) -> Option<String> {
        let name = self.name;
        match (&self.takes, value) {
            (Takes::Nothing, None) => None,
            (Takes::Nothing, Some(_)) => Some(format!("`{name}` takes no value")),
            (Takes::OneOf(values) | Takes::AnyOf(values), value) => {
                let mut known = values.iter().map(|(known, _)| *known);
                let is_known = value.is_some_and(|value| known.clone().any(|known| known == value));
                let first = known.next().unwrap_or_default();
                let names = known.fold(first.to_owned(), |names, name| names + ", " + name);
                (!is_known).then(|| format!("`{name}` takes one of {names}: `{name}={first}`"))
            }
            (Takes::Text(..) | Takes::Disk(_), None) => Some(format!("`{name}` takes a value")),
            (Takes::Text(_, check), Some(value)) => check(value),
            (Takes::Disk(_), Some(_)) => Some(format!("`{name}` is for command lines")),
        }
    }
}

/// Value of a switch.
#[derive(Debug)]
pub enum Takes {
    /// No value: it is on if given.
    Nothing,
    /// One of these words, each with its help; the first is the default.
    OneOf(&'static [(&'static str, &'static str)]),
    /// One of these words, each with its help.
    AnyOf(&'static [(&'static str, &'static str)]),
    /// A text: its name in help, and a function that returns an error message for an invalid one.
    Text(&'static str, fn(&str) -> Option<String>),
    /// A folder that is the disk of the machine's system: its name in help.
    Disk(&'static str),
}

/// A switch with its effect on the options of a machine.
#[derive(Debug)]
pub struct Row<O: 'static> {
    /// The switch.
    pub switch: Switch,
    set: Set<O>,
    /// Reads the value, if an assembled program must keep it for its runs.
    kept: Option<Get<O>>,
}

/// Sets a switch to the value given, or to the value in a note.
#[derive(Debug)]
enum Set<O> {
    On(fn(&mut O, bool)),
    Text(fn(&mut O, &str)),
}

/// Reads the value of a switch.
#[derive(Debug)]
enum Get<O> {
    On(fn(&O) -> bool),
    Text(fn(&O) -> &str),
    Made(fn(&O) -> String),
}

impl<O> Row<O> {
    /// Switch without a value, not kept in an assembled program.
    #[must_use]
    pub const fn on(name: &'static str, help: &'static str, set: fn(&mut O, bool)) -> Self {
        Row::new(name, help, Takes::Nothing, Set::On(set))
    }

    /// Switch with a value, not kept in an assembled program.
    #[must_use]
    pub const fn text(
        name: &'static str,
        help: &'static str,
        takes: Takes,
        set: fn(&mut O, &str),
    ) -> Self {
        Row::new(name, help, takes, Set::Text(set))
    }

    const fn new(name: &'static str, help: &'static str, takes: Takes, set: Set<O>) -> Self {
        let switch = Switch {
            name,
            help,
            takes,
            of: &[],
            always: &[],
            with: None,
            assembles: false,
            decides: false,
        };
        Row { switch, set, kept: None }
    }

    /// Limits it to these dialects.
    #[must_use]
    pub const fn of(mut self, dialects: &'static [&'static str]) -> Self {
        self.switch.of = dialects;
        self
    }

    /// Names dialects without it that always behave as if it were given.
    #[must_use]
    pub const fn always_in(mut self, dialects: &'static [&'static str]) -> Self {
        self.switch.always = dialects;
        self
    }

    /// Requires another switch.
    #[must_use]
    pub const fn with(mut self, other: &'static str) -> Self {
        self.switch.with = Some(other);
        self
    }

    /// Marks it as used by the assembler only.
    #[must_use]
    pub const fn of_assembler(mut self) -> Self {
        self.switch.assembles = true;
        self
    }

    /// Lets it select its only dialect, regardless of the source.
    #[must_use]
    pub const fn decides(mut self) -> Self {
        self.switch.decides = true;
        self
    }

    /// Keeps in a program's file whether it is on.
    #[must_use]
    pub const fn kept(mut self, get: fn(&O) -> bool) -> Self {
        self.kept = Some(Get::On(get));
        self
    }

    /// Keeps its value in a program's file.
    #[must_use]
    pub const fn kept_text(mut self, get: fn(&O) -> &str) -> Self {
        self.kept = Some(Get::Text(get));
        self
    }

    /// Keeps its value, converted to text, in a program's file.
    #[must_use]
    pub const fn kept_made(mut self, get: fn(&O) -> String) -> Self {
        self.kept = Some(Get::Made(get));
        self
    }

    fn set(&self, options: &mut O, value: &str) {
        match self.set {
            Set::On(set) => set(options, value == ON),
            Set::Text(set) => set(options, value),
        }
    }

    fn value(&self, options: &O) -> Option<String> {
        Some(match self.kept.as_ref()? {
            Get::On(get) => get(options).to_string(),
            Get::Text(get) => get(options).to_owned(),
            Get::Made(get) => get(options),
        })
    }
}

/// Sets the given switches, in the order of the rows.
pub fn apply<O>(rows: &[Row<O>], options: &mut O, given: &Choices) {
    for row in rows {
        if let Some(value) = given.value(row.switch.name) {
            row.set(options, value);
        }
    }
}

/// Note for a program's file: its dialect and every kept switch, one line each.
#[must_use]
pub fn note<O>(rows: &[Row<O>], options: &O, dialect: &str) -> String {
    let mut text = format!("dialect = {dialect}\n");
    for row in rows {
        if let Some(value) = row.value(options) {
            text += &format!("{} = {value}\n", row.switch.name);
        }
    }
    text
}

/// Options from a note.
///
/// `base` returns the options of the note's dialect, which apply to everything not in the note.
#[must_use]
pub fn noted<O>(rows: &[Row<O>], note: &str, base: impl FnOnce(Option<&str>) -> O) -> O {
    let value = |key: &str| {
        let mut lines = note.lines();
        lines.find_map(|line| line.strip_prefix(key)?.strip_prefix(" = "))
    };
    let mut options = base(value("dialect"));
    for row in rows.iter().filter(|row| row.kept.is_some()) {
        if let Some(value) = value(row.switch.name) {
            row.set(&mut options, value);
        }
    }
    options
}

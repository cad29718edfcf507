//! Switches of a machine: one row each, which command lines, lanes, notes and help read.

use crate::given::{Given, ON};

/// Something a user can choose.
#[derive(Debug)]
pub struct Switch {
    /// Its name, as a command line spells it behind `--`.
    pub name: &'static str,
    /// What it does, in one sentence without a full stop.
    pub help: &'static str,
    /// What is given with it.
    pub takes: Takes,
    /// The dialects it means something to; none where it is of all dialects of its machine.
    pub of: &'static [&'static str],
    /// Dialects in which all is as with it, whether it is given or not.
    pub always: &'static [&'static str],
    /// Another switch that it means nothing without.
    pub with: Option<&'static str>,
    /// Whether only the assembler asks for it, so that it means nothing to a finished program.
    pub assembles: bool,
    /// Whether it decides for the one dialect it is of, whatever a source looks like.
    pub decides: bool,
}

impl Switch {
    /// Whether it can change anything in a dialect of its machine.
    #[must_use]
    pub fn is_of(&self, dialect: &str) -> bool {
        self.of.is_empty() || self.of.contains(&dialect)
    }

    /// What is wrong with a value, or with none.
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

/// What is given with a switch.
#[derive(Debug)]
pub enum Takes {
    /// Nothing: it is on when it is there.
    Nothing,
    /// One of these words, each with its help; the first one is as if nothing were given.
    OneOf(&'static [(&'static str, &'static str)]),
    /// One of these words, each with its help.
    AnyOf(&'static [(&'static str, &'static str)]),
    /// A text that is called so in help, and what is wrong with one that cannot be taken.
    Text(&'static str, fn(&str) -> Option<String>),
    /// A folder of the user's, called so in help; it is the disk of the machine's system.
    Disk(&'static str),
}

/// A switch with what it does to the options of a machine.
#[derive(Debug)]
pub struct Row<O: 'static> {
    /// The switch.
    pub switch: Switch,
    set: Set<O>,
    /// The value, where a program that was assembled must still know it when it runs.
    kept: Option<Get<O>>,
}

/// Sets a switch to what was given, or to what a note has kept.
#[derive(Debug)]
enum Set<O> {
    On(fn(&mut O, bool)),
    Text(fn(&mut O, &str)),
}

/// Gives the value of a switch.
#[derive(Debug)]
enum Get<O> {
    On(fn(&O) -> bool),
    Text(fn(&O) -> &str),
    Made(fn(&O) -> String),
}

impl<O> Row<O> {
    /// A switch that is on when it is there, and is forgotten when the program is assembled.
    #[must_use]
    pub const fn on(name: &'static str, help: &'static str, set: fn(&mut O, bool)) -> Self {
        Row::new(name, help, Takes::Nothing, Set::On(set))
    }

    /// A switch with something that is given with it, forgotten when the program is assembled.
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

    /// A switch that means something to these dialects alone.
    #[must_use]
    pub const fn of(mut self, dialects: &'static [&'static str]) -> Self {
        self.switch.of = dialects;
        self
    }

    /// A switch that these dialects, which do not have it, behave as with.
    #[must_use]
    pub const fn always_in(mut self, dialects: &'static [&'static str]) -> Self {
        self.switch.always = dialects;
        self
    }

    /// A switch that means nothing without another one.
    #[must_use]
    pub const fn with(mut self, other: &'static str) -> Self {
        self.switch.with = Some(other);
        self
    }

    /// A switch that only the assembler asks for.
    #[must_use]
    pub const fn of_assembler(mut self) -> Self {
        self.switch.assembles = true;
        self
    }

    /// A switch of one dialect that decides for it, whatever a source looks like.
    #[must_use]
    pub const fn decides(mut self) -> Self {
        self.switch.decides = true;
        self
    }

    /// A switch that the file of a program keeps: whether it is on.
    #[must_use]
    pub const fn kept(mut self, get: fn(&O) -> bool) -> Self {
        self.kept = Some(Get::On(get));
        self
    }

    /// A switch that the file of a program keeps: its value, one of those it takes.
    #[must_use]
    pub const fn kept_text(mut self, get: fn(&O) -> &str) -> Self {
        self.kept = Some(Get::Text(get));
        self
    }

    /// A switch that the file of a program keeps: its value, as a text that is made of it.
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

/// Sets what was given, in the order of the rows.
pub fn apply<O>(rows: &[Row<O>], options: &mut O, given: &Given) {
    for row in rows {
        if let Some(value) = given.value(row.switch.name) {
            row.set(options, value);
        }
    }
}

/// The note of a program: its dialect, and every switch that is kept, a line each.
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

/// What a note tells: the dialect, and the rest set.
///
/// `base` are the options of a dialect. What a note does not tell stays as it is there.
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

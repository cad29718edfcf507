//! Checks which switches apply to which dialect.

use architecture::{Architecture, Choices, Dialect, Switch};

use crate::table::{self, machines};

/// A switch that does not apply to a dialect, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusedSwitch {
    /// Name without `--`.
    pub name: &'static str,
    /// Rest of a sentence after the name: `does not apply to mars, only to spim`.
    pub why: String,
}

/// Form of the program that switches are given for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProgramForm {
    /// A source: dialect and switches decide how it runs.
    Source,
    /// An executable, which may specify itself what it needs.
    Finished,
}

/// Dialects of all machines that a switch applies to.
#[must_use]
pub fn dialects_of(name: &str) -> Vec<&'static str> {
    let has = |machine: &dyn Architecture, dialect: &Dialect| {
        named(machine, name).is_some_and(|switch| switch.is_of(dialect.name))
    };
    let dialects = table::dialects().filter(|(machine, dialect)| has(*machine, dialect));
    dialects.map(|(_, dialect)| dialect.name).collect()
}

/// The first switch that does not apply to a dialect of a machine.
#[must_use]
pub fn refused(
    machine: &dyn Architecture,
    dialect: &Dialect,
    given: &Choices,
    program: ProgramForm,
) -> Option<RefusedSwitch> {
    given.switches().find_map(|name| {
        let why = why(machine, dialect, given, program, name)?;
        Some(RefusedSwitch { name, why })
    })
}

fn why(
    machine: &dyn Architecture,
    dialect: &Dialect,
    given: &Choices,
    program: ProgramForm,
    name: &str,
) -> Option<String> {
    let switch = named(machine, name);
    let always = switch.is_some_and(|switch| switch.always.contains(&dialect.name));
    let is_finished = program == ProgramForm::Finished;
    let own = switch.filter(|own| own.is_of(dialect.name) || always && is_finished);
    if let Some(own) = own {
        let without = own.with.filter(|with| !is_finished && !given.has(with));
        return match without {
            Some(with) => Some(format!("has no effect without --{with}")),
            None if own.assembles && is_finished => {
                Some("does not apply to an assembled program".to_owned())
            }
            None => None,
        };
    }
    let all = dialects_of(name).into_iter().map(str::to_owned).collect::<Vec<_>>();
    let always = if always { ", where it is always on" } else { "" };
    Some(format!("does not apply to {}{always}, only to {}", dialect.name, table::and(&all)))
}

fn named(machine: &dyn Architecture, name: &str) -> Option<&'static Switch> {
    machine.switches().into_iter().find(|switch| switch.name == name)
}

/// All switches of all machines, each with its machine.
pub fn all() -> impl Iterator<Item = (&'static dyn Architecture, &'static Switch)> {
    machines()
        .iter()
        .flat_map(|&machine| machine.switches().into_iter().map(move |switch| (machine, switch)))
}

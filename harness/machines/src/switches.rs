//! Which switches mean something to which dialect.

use architecture::{Architecture, Dialect, Given, Switch};

use crate::table::{self, machines};

/// A switch that a dialect cannot have, as it is called, and why in words that go on behind its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// Its name, without `--`.
    pub name: &'static str,
    /// Such as `means nothing to mars: it is of spim`.
    pub why: String,
}

/// What a program is that switches are given for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum For {
    /// A source: how it runs is told by its dialect and the switches alone.
    Source,
    /// A program from a file, which may tell itself what else it needs.
    Finished,
}

/// The dialects of all machines that a switch of this name means something to.
#[must_use]
pub fn dialects_of(name: &str) -> Vec<&'static str> {
    let has = |machine: &dyn Architecture, dialect: &Dialect| {
        named(machine, name).is_some_and(|switch| switch.is_of(dialect.name))
    };
    let dialects = table::dialects().filter(|(machine, dialect)| has(*machine, dialect));
    dialects.map(|(_, dialect)| dialect.name).collect()
}

/// The first switch that means nothing to a dialect of a machine.
#[must_use]
pub fn refused(
    machine: &dyn Architecture,
    dialect: &Dialect,
    given: &Given,
    program: For,
) -> Option<Refused> {
    given.switches().find_map(|name| {
        let why = why(machine, dialect, given, program, name)?;
        Some(Refused { name, why })
    })
}

fn why(
    machine: &dyn Architecture,
    dialect: &Dialect,
    given: &Given,
    program: For,
    name: &str,
) -> Option<String> {
    let switch = named(machine, name);
    let always = switch.is_some_and(|switch| switch.always.contains(&dialect.name));
    let is_finished = program == For::Finished;
    let own = switch.filter(|own| own.is_of(dialect.name) || always && is_finished);
    if let Some(own) = own {
        let without = own.with.filter(|with| !is_finished && !given.has(with));
        return match without {
            Some(with) => Some(format!("means nothing without --{with}")),
            None if own.assembles && is_finished => {
                Some("means nothing to a program that is assembled already".to_owned())
            }
            None => None,
        };
    }
    let all = dialects_of(name).into_iter().map(str::to_owned).collect::<Vec<_>>();
    let always = if always { ", where it is always so" } else { "" };
    Some(format!("means nothing to {}{always}: it is of {}", dialect.name, table::and(&all)))
}

fn named(machine: &dyn Architecture, name: &str) -> Option<&'static Switch> {
    machine.switches().into_iter().find(|switch| switch.name == name)
}

/// All switches of all machines, with the machine that has each.
pub fn all() -> impl Iterator<Item = (&'static dyn Architecture, &'static Switch)> {
    machines()
        .iter()
        .flat_map(|&machine| machine.switches().into_iter().map(move |switch| (machine, switch)))
}

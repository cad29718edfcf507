//! Machine options of the command line, generated from the tables of all machines.

use std::path::{Path, PathBuf};

use architecture::{Architecture, Choices, Dialect, Source, Switch, Takes};
use clap::builder::{PossibleValue, PossibleValuesParser, ValueParser};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, value_parser};
use targets::dialect::Evidence;
use targets::switches::{self, ProgramForm, RefusedSwitch};
use targets::table;
use targets::target::Target;

/// Name of the option that every command with a machine has.
const DIALECT: &str = "dialect";
const INCLUDE: &str = "include";
const SYMBOLS: &str = "symbols";
const ROM: &str = "rom";

/// Value of `--dialect` that detects the dialect from the source.
const AUTO: &str = "auto";

/// Dialects that the sources may be written in.
pub(crate) struct DialectCandidates {
    /// Evidence for each dialect.
    pub(crate) evidence: Evidence,
    /// Dialects that fit the given options, likeliest first.
    pub(crate) dialects: Vec<&'static Dialect>,
    /// Reason why a likelier dialect does not fit.
    pub(crate) refused: Option<String>,
}

/// Machine options of a command.
#[derive(Debug, Default)]
pub(crate) struct MachineArgs {
    /// Dialect and machine options that were given.
    pub(crate) given: Choices,
    /// Additional folders for included files.
    pub(crate) include: Vec<PathBuf>,
    /// Folder that is the disk of the machine's system.
    pub(crate) disk: Option<PathBuf>,
    /// ELF file with the symbols and lines of a program that has none.
    pub(crate) symbols: Option<PathBuf>,
    /// ELF file of the board's boot ROM.
    pub(crate) rom: Option<PathBuf>,
}

/// Values of `--dialect`, each with a description.
pub(crate) fn dialects() -> impl Iterator<Item = (&'static str, &'static str)> {
    let auto =
        "detected from the source, or the one that assembles it; MARS or RARS if neither decides";
    [(AUTO, auto)].into_iter().chain(table::dialects().map(|(_, known)| (known.name, known.about)))
}

/// The option `--dialect`.
pub(crate) fn dialect() -> Arg {
    Arg::new(DIALECT)
        .long(DIALECT)
        .value_name("DIALECT")
        .default_value(AUTO)
        .value_parser(PossibleValuesParser::new(dialects().map(|(name, _)| name)))
        .help("Simulator to imitate, and its source language")
}

/// Options of all machines, one per name.
pub(crate) fn switches_by_name() -> impl Iterator<Item = (&'static str, Arg)> {
    by_name().into_iter().map(|same| (same[0].name, argument(&same)))
}

impl Args for MachineArgs {
    fn augment_args(command: Command) -> Command {
        let include = Arg::new(INCLUDE)
            .short('I')
            .long(INCLUDE)
            .value_name("DIR")
            .action(ArgAction::Append)
            .value_parser(value_parser!(PathBuf))
            .help("Add a folder for included source files and for files that the program may open")
            .long_help(
                "Add a folder for included source files and for files that the program may open. \
                 The source's own folder is always searched. Hidden files and links are ignored.",
            );
        let symbols = Arg::new(SYMBOLS)
            .long(SYMBOLS)
            .value_name("FILE")
            .value_parser(value_parser!(PathBuf))
            .help("Take symbols and lines of an image without them from its ELF file");
        let rom =
            Arg::new(ROM).long(ROM).value_name("FILE").value_parser(value_parser!(PathBuf)).help(
                "Take functions of an ESP32-C3's boot ROM that are not simulated from its ELF file",
            );
        // They are listed by `isagrid help machine`.
        let switches = switches_by_name().map(|(_, switch)| switch.hide(true));
        command.arg(dialect()).arg(include).arg(symbols).arg(rom).args(switches)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for MachineArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut args = MachineArgs::default();
        args.update_from_arg_matches(matches)?;
        Ok(args)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        let dialect = matches.get_one::<String>(DIALECT).and_then(|name| table::dialect(name));
        self.given.dialect = dialect.map(|(_, dialect)| dialect.name);
        self.include = matches.get_many(INCLUDE).into_iter().flatten().cloned().collect();
        self.symbols = matches.get_one(SYMBOLS).cloned();
        self.rom = matches.get_one(ROM).cloned();
        for switch in by_name().iter().map(|same| same[0]) {
            match switch.takes {
                Takes::Nothing if matches.get_flag(switch.name) => self.given.turn_on(switch.name),
                Takes::Nothing => {}
                Takes::Disk(_) => {
                    self.disk = matches.get_one(switch.name).cloned();
                    if self.disk.is_some() {
                        self.given.turn_on(switch.name);
                    }
                }
                Takes::OneOf(values) => {
                    let value = matches.get_one::<String>(switch.name);
                    let other = value.filter(|value| *value != values[0].0);
                    other.into_iter().for_each(|value| self.given.set(switch.name, value.clone()));
                }
                Takes::AnyOf(_) | Takes::Text(..) => {
                    let value = matches.get_one::<String>(switch.name);
                    value.into_iter().for_each(|value| self.given.set(switch.name, value.clone()));
                }
            }
        }
        Ok(())
    }
}

/// Options of all machines, grouped by name.
fn by_name() -> Vec<Vec<&'static Switch>> {
    let mut all: Vec<Vec<&'static Switch>> = Vec::new();
    for (_, switch) in switches::all() {
        match all.iter_mut().find(|known| known[0].name == switch.name) {
            Some(known) => known.push(switch),
            None => all.push(vec![switch]),
        }
    }
    all
}

/// Command-line option for a machine option, with its meaning on each machine that has it.
fn argument(same: &[&'static Switch]) -> Arg {
    let mut help: Vec<&str> = same.iter().map(|switch| switch.help).collect();
    help.dedup();
    let first = same[0];
    let argument = Arg::new(first.name)
        .long(first.name)
        .value_name(first.name.to_uppercase())
        .help(help.join("; "));
    let known = |values: &'static [(&str, &str)]| {
        let values = values.iter().map(|(value, help)| PossibleValue::new(*value).help(*help));
        PossibleValuesParser::new(values)
    };
    match first.takes {
        Takes::Nothing => argument.action(ArgAction::SetTrue),
        Takes::OneOf(values) => argument.value_parser(known(values)).default_value(values[0].0),
        Takes::AnyOf(values) => argument.value_parser(known(values)),
        Takes::Text(name, check) => {
            let checked = move |text: &str| match check(text) {
                Some(why) => Err(why),
                None => Ok(text.to_owned()),
            };
            argument.value_name(name).value_parser(ValueParser::new(checked))
        }
        Takes::Disk(name) => argument.value_name(name).value_parser(value_parser!(PathBuf)),
    }
}

impl MachineArgs {
    /// Dialects for these sources, with the evidence for each.
    ///
    /// That is the named dialect, or all likely ones that have the given options, likeliest first.
    ///
    /// # Errors
    /// An error message if the dialect of the sources does not have a given option.
    pub(crate) fn dialects(&self, sources: &[Source<'_>]) -> Result<DialectCandidates, String> {
        let mut deciding = self.given_switches().filter(|(_, switch)| switch.decides);
        let decided = deciding.find_map(|(_, switch)| switch.of.first().copied());
        if let Some(named) = self.given.dialect.or(decided) {
            let (machine, dialect) = known(named)?;
            self.check(machine, dialect, ProgramForm::Source)?;
            let (evidence, dialects) = (Evidence::of(&[]), vec![dialect]);
            return Ok(DialectCandidates { evidence, dialects, refused: None });
        }
        let mut evidence = Evidence::of(sources);
        for name in self.given.switches() {
            let of = switches::dialects_of(name);
            let reason = match *of {
                [_] => format!("no other dialect has --{name}"),
                _ => {
                    let of: Vec<String> = of.iter().map(|&dialect| dialect.to_owned()).collect();
                    format!("only {} have --{name}", table::and(&of))
                }
            };
            evidence.add(&of, &reason);
        }
        let mut dialects = evidence.likely();
        let likeliest = dialects[0];
        let refused = self.checked(likeliest).err().map(|why| match evidence.because(likeliest) {
            Some(because) => format!("{why} ({because})"),
            None => why,
        });
        dialects.retain(|dialect| self.checked(dialect).is_ok());
        let is_decided = |first: &&Dialect| evidence.is_decided(likeliest, first);
        match refused {
            Some(why) if dialects.first().is_none_or(is_decided) => Err(why),
            refused => Ok(DialectCandidates { evidence, dialects, refused }),
        }
    }

    /// Options that were given, once for each machine that has them.
    fn given_switches(&self) -> impl Iterator<Item = (&'static dyn Architecture, &'static Switch)> {
        switches::all().filter(|(_, switch)| self.given.has(switch.name))
    }

    fn checked(&self, dialect: &'static Dialect) -> Result<(), String> {
        let (machine, dialect) = known(dialect.name)?;
        self.check(machine, dialect, ProgramForm::Source)
    }

    /// Target of a dialect, with every option that was given.
    pub(crate) fn target(&self, dialect: &Dialect) -> Result<Target, String> {
        let (machine, dialect) = known(dialect.name)?;
        Ok(machine.set_up(dialect, &self.given)?.into())
    }

    /// Checks the given options against a machine and a dialect.
    ///
    /// # Errors
    /// An error message about an option that the machine does not accept.
    pub(crate) fn check(
        &self,
        machine: &dyn Architecture,
        dialect: &Dialect,
        program: ProgramForm,
    ) -> Result<(), String> {
        match switches::refused(machine, dialect, &self.given, program) {
            Some(RefusedSwitch { name, why }) => Err(format!("--{name} {why}")),
            None => Ok(()),
        }
    }

    /// Folder that is the disk of the machine's system, if given.
    pub(crate) fn disk(&self) -> Option<&Path> {
        self.disk.as_deref()
    }
}

fn known(name: &str) -> Result<(&'static dyn Architecture, &'static Dialect), String> {
    table::dialect(name).ok_or_else(|| format!("unknown dialect {name}"))
}

//! `isagrid machine` and `isagrid help machine`: options of all machines, grouped by machine.

use clap::{ArgMatches, Args, Command, FromArgMatches};
use targets::switches;
use targets::table::{self, machines};

use crate::machine_args::{dialect, dialects, switches_by_name};

/// The command `machine`, which only has a help page.
#[derive(Debug)]
pub(crate) struct MachinePage;

impl Args for MachinePage {
    fn augment_args(command: Command) -> Command {
        let mut groups: Vec<(String, Vec<clap::Arg>)> = Vec::new();
        for (name, argument) in switches_by_name() {
            let (heading, is_of_all) = of(name);
            let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
            let dialects = switches::dialects_of(name).join(", ");
            let note = if is_of_all { String::new() } else { format!(" [{dialects}]") };
            let values = values(&argument);
            let argument = argument
                .help(format!("{help}{note}{values}"))
                .hide_possible_values(!values.is_empty())
                .hide_default_value(!values.is_empty());
            match groups.iter_mut().find(|(known, _)| *known == heading) {
                Some((_, arguments)) => arguments.push(argument),
                None => groups.push((heading, vec![argument])),
            }
        }
        let dialects = dialects().map(|(name, about)| format!("\n- {name}: {about}"));
        let help = "Simulator to imitate, and its source language".to_owned();
        let dialect = dialect()
            .help(dialects.fold(help, |help, dialect| help + &dialect))
            .help_heading("Dialects")
            .hide_possible_values(true)
            .hide_default_value(true);
        let command = command
            .arg(dialect)
            .disable_help_flag(true)
            .override_usage("isagrid <run|debug|asm|disasm> [OPTIONS] <FILE>...");
        groups.into_iter().fold(command, |command, (heading, arguments)| {
            command
                .args(arguments.into_iter().map(|argument| argument.help_heading(heading.clone())))
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for MachinePage {
    fn from_arg_matches(_: &ArgMatches) -> Result<Self, clap::Error> {
        Ok(MachinePage)
    }

    fn update_from_arg_matches(&mut self, _: &ArgMatches) -> Result<(), clap::Error> {
        Ok(())
    }
}

/// Machines that have an option, with their dialects; and whether all those dialects have it.
fn of(switch: &str) -> (String, bool) {
    let own = switches::dialects_of(switch);
    let having = machines()
        .iter()
        .filter(|machine| machine.switches().iter().any(|known| known.name == switch));
    let titles: Vec<String> = having.clone().map(|machine| machine.title().to_owned()).collect();
    let dialects: Vec<&str> =
        having.flat_map(|machine| machine.dialects()).map(|known| known.name).collect();
    (format!("{} ({})", table::and(&titles), dialects.join(", ")), own == dialects)
}

/// Possible values of an option, one per line.
fn values(argument: &clap::Arg) -> String {
    let values = argument.get_possible_values();
    let message = values.iter().filter_map(|value| Some((value.get_name(), value.get_help()?)));
    message.map(|(name, help)| format!("\n- {name}: {help}")).collect()
}

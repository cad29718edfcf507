//! The whole command line: help, colours, and tips for usage errors.

use std::ffi::OsString;
use std::path::Path;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory as _, ValueEnum};

use crate::{Cli, file_hints, version};

/// When to colour messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

impl Color {
    /// Applies the choice to all further output.
    pub(crate) fn apply(self) {
        match self {
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::Always,
            Color::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }

    /// Value of `--color` in a command line that did not parse, used for its error message.
    pub(crate) fn of(words: &[OsString]) -> Self {
        let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
        let before = words.split(|word| word == "--").next().unwrap_or_default();
        let asked = before.iter().enumerate().find_map(|(at, word)| match &**word {
            "--color" => before.get(at + 1).map(|next| &**next),
            word => word.strip_prefix("--color="),
        });
        asked.and_then(|asked| Color::from_str(asked, false).ok()).unwrap_or(Color::Auto)
    }
}

/// Command line as derived by clap.
pub(crate) fn plain() -> Command {
    Cli::command()
}

/// Command line with the version.
pub(crate) fn command() -> Command {
    plain().long_version(version::long())
}

/// Pointer to the machine options, before the examples of a command that accepts them.
const MACHINE_OPTIONS: &str = "Machine options: isagrid help machine\n\n";

/// Examples of a command that accepts machine options.
pub(crate) fn with_machine_options(examples: &str) -> String {
    format!("{MACHINE_OPTIONS}{examples}")
}

/// End of a built command's help, and whether the command accepts machine options.
pub(crate) fn examples(command: &Command) -> (String, bool) {
    let text = command.get_after_help().map(StyledStr::to_string).unwrap_or_default();
    match text.strip_prefix(MACHINE_OPTIONS) {
        Some(examples) => (examples.to_owned(), true),
        None => (text, false),
    }
}

/// Page of `isagrid help machine`.
pub(crate) fn machine_page() -> StyledStr {
    let mut command = command();
    command.build();
    let page = command.find_subcommand_mut("machine").map(Command::render_help);
    page.unwrap_or_default()
}

/// Adds a tip to an unknown command: how to run a file, or a similar command.
pub(crate) fn with_tip(mut error: clap::Error) -> clap::Error {
    if error.kind() != ErrorKind::InvalidSubcommand {
        return error;
    }
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else {
        return error;
    };
    let word = word.clone();
    let tip = if Path::new(&word).is_file() {
        Some(format!("`{word}` is a file: run it with `isagrid run {word}`"))
    } else {
        file_hints::hint(Path::new(&word))
            .map(|hint| format!("`isagrid run FILE` runs a program; {hint}"))
    };
    if let Some(tip) = tip {
        error.remove(ContextKind::SuggestedSubcommand);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    } else if error.get(ContextKind::SuggestedSubcommand).is_none() {
        // Exchanged letters are one edit here and two in clap's distance.
        let known = command();
        let names = known.get_subcommands().map(Command::get_name);
        if let Some(near) = asmkit::nearest(&word, names) {
            let near = ContextValue::Strings(vec![near.to_owned()]);
            error.insert(ContextKind::SuggestedSubcommand, near);
        }
    }
    error
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Examples in a command's help, one per line.
    fn examples(help: &str) -> Vec<&str> {
        let text = help.split_once("Examples:\n").map_or("", |(_, examples)| examples);
        let block = text.split("\n\n").next().unwrap_or_default();
        block.lines().filter(|line| line.contains("isagrid ")).map(str::trim).collect()
    }

    /// Calls of isagrid in a shell command line, without the explanation.
    fn calls(line: &str) -> Vec<Vec<String>> {
        let mut words = vec![String::new()];
        let mut quoted = None;
        let mut rest = line.chars().peekable();
        while let Some(c) = rest.next() {
            match (quoted, c) {
                (Some(quote), c) if c == quote => quoted = None,
                (None, '\'' | '"') => quoted = Some(c),
                // Two blanks separate the explanation.
                (None, ' ') if rest.peek() == Some(&' ') => break,
                (None, ' ') => words.push(String::new()),
                _ => words.last_mut().unwrap().push(c),
            }
        }
        let programs = words.split(|word| word == "|");
        let programs = programs.map(|words| {
            let words = words.split(|word| ["<", ">", ">>"].contains(&word.as_str()));
            words.into_iter().next().unwrap_or_default().to_vec()
        });
        programs.filter(|words| words.first().is_some_and(|word| word == "isagrid")).collect()
    }

    #[test]
    fn every_help_has_examples_that_parse() {
        let mut all = command();
        all.build();
        let mut reported = 0;
        let mut left = vec![all];
        while let Some(mut command) = left.pop() {
            left.extend(command.get_subcommands().cloned());
            let help = command.render_long_help().to_string();
            let examples = examples(&help);
            let name = command.get_display_name().unwrap_or_default().to_owned();
            if name.contains("-help") {
                continue;
            }
            assert!(!examples.is_empty(), "{name} has no examples:\n{help}");
            for line in examples {
                // gdb starts some of them, inside a quoted argument.
                for call in calls(line) {
                    let parsed = super::command().try_get_matches_from(&call);
                    let right = parsed.as_ref().map_or_else(|error| !error.use_stderr(), |_| true);
                    assert!(right, "{name}: {line}\n{}", parsed.unwrap_err());
                    reported += 1;
                }
            }
        }
        assert!(reported > 50, "{reported} examples");
    }

    /// A doc comment of a structure of options would replace it.
    #[test]
    fn options_do_not_change_the_description_of_their_command() {
        let (plain, mut built) = (command(), command());
        built.build();
        for command in plain.get_subcommands() {
            let name = command.get_name();
            let about = |command: &Command| command.get_about().map(StyledStr::to_string);
            assert_eq!(built.find_subcommand(name).and_then(about), about(command), "{name}");
        }
    }

    #[test]
    fn machine_options_are_on_one_page() {
        let page = machine_page().to_string();
        let mut all = command();
        all.build();
        for (_, switch) in targets::switches::all() {
            let switch = format!("--{}", switch.name);
            let is_own = |line: &str| {
                let name = line.strip_prefix("      ").and_then(|rest| rest.split(' ').next());
                name == Some(&switch)
            };
            let shown = |text: &str| text.lines().any(is_own);
            assert!(shown(&page), "{switch} is on the page:\n{page}");
            for name in ["run", "debug", "asm", "disasm"] {
                let command = all.find_subcommand_mut(name).unwrap();
                let help = command.render_long_help().to_string();
                assert!(!shown(&help), "{name} shows {switch}");
                assert!(help.contains("Machine options: isagrid help machine"), "{help}");
            }
        }
    }

    #[test]
    fn color_option_applies_to_usage_errors() {
        let of = |line: &str| {
            let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            Color::of(&words)
        };
        assert_eq!(of("--color never rum"), Color::Never);
        assert_eq!(of("run --color=always x.s"), Color::Always);
        assert_eq!(of("run x.s -- --color never"), Color::Auto);
        assert_eq!(of("run --color"), Color::Auto);
    }
}

//! `isagrid man`: manual pages, generated from the same definitions as the help.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Command};
use clap_mangen::Man;
use machine::numbers::counted;
use targets::files;

use crate::{CommandResult, Ending, command_line, say};

const EXAMPLES: &str = "\
Examples:
  isagrid man ~/.local/share/man/man1     write all pages, for `man isagrid` and `man isagrid-run`
  isagrid man > isagrid.1                 print the page of isagrid
  isagrid man run > isagrid-run.1         print the page of one command";

#[derive(Debug, ClapArgs)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Folder for all pages, or command whose page to print [default: print the page of isagrid]
    #[arg(value_name = "DIR|COMMAND")]
    folder: Option<PathBuf>,
}

pub(crate) fn man(args: &Args) -> CommandResult {
    let mut command = command_line::plain().disable_help_subcommand(true);
    command.build();
    let Some(folder) = &args.folder else {
        say::out(&page(&command));
        return Ok(Ending::Well);
    };
    // The name of a command selects its page, as in other programs.
    let named = folder.to_str().and_then(|word| command.find_subcommand(word));
    if let Some(named) = named {
        say::out(&page(named));
        return Ok(Ending::Well);
    }
    let all = with_all_below(&command);
    files::make_folder(folder)?;
    for command in &all {
        let name = format!("{}.1", name(command));
        files::write(&folder.join(name), page(command))?;
    }
    let count = counted(all.len(), "page");
    say::out(&format!("wrote {count} to {}\n", files::shown(folder)));
    Ok(Ending::Well)
}

/// A command with all its subcommands, recursively.
fn with_all_below(command: &Command) -> Vec<&Command> {
    let below = command.get_subcommands().flat_map(with_all_below);
    [command].into_iter().chain(below).collect()
}

/// Name of its page: `isagrid-run`.
fn name(command: &Command) -> &str {
    command.get_display_name().unwrap_or_else(|| command.get_name())
}

/// Page in the man macros.
fn page(command: &Command) -> String {
    let man = Man::new(command.clone()).manual("Isagrid");
    let mut roff = Vec::new();
    let mut sections = vec![
        man.render_title(&mut roff),
        man.render_name_section(&mut roff),
        man.render_synopsis_section(&mut roff),
        man.render_description_section(&mut roff),
        man.render_options_section(&mut roff),
    ];
    if command.has_subcommands() {
        sections.push(man.render_subcommands_section(&mut roff));
    }
    debug_assert!(sections.iter().all(Result::is_ok), "a vector takes any bytes");
    let mut text = String::from_utf8_lossy(&roff).into_owned();
    let (more, has_machine) = command_line::examples(command);
    let (heading, lines) = match more.strip_prefix("Examples:\n") {
        Some(lines) => ("EXAMPLES", lines),
        None => ("NOTES", more.as_str()),
    };
    text += &format!(".SH {heading}\n.nf\n{}.fi\n.SH \"SEE ALSO\"\n", as_they_stand(lines));
    let also = if has_machine { "isagrid\\-machine(1), " } else { "" };
    text + also + "isagrid(1), `isagrid help`\n"
}

/// Lines escaped for roff, to be shown unchanged.
///
/// Source: groff(7), Escape sequence short reference.
fn as_they_stand(text: &str) -> String {
    let line = |line: &str| {
        let line = line.replace('\\', "\\e").replace('-', "\\-");
        let guard = if line.starts_with(['.', '\'']) { "\\&" } else { "" };
        format!("{guard}{line}\n")
    };
    text.lines().map(line).collect()
}

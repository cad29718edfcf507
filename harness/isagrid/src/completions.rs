//! `isagrid completions`: prints a completion script for a shell.

use clap::Args as ClapArgs;
use clap_complete::Shell;

use crate::{CommandResult, Ending, command_line, say};

const EXAMPLES: &str = "\
Examples:
  isagrid completions bash > ~/.local/share/bash-completion/completions/isagrid
  isagrid completions zsh > ~/.zfunc/_isagrid          if ~/.zfunc is in fpath
  isagrid completions fish > ~/.config/fish/completions/isagrid.fish
  isagrid completions powershell >> profile.ps1";

#[derive(Debug, ClapArgs)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

pub(crate) fn completions(args: &Args) -> CommandResult {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command_line::plain(), "isagrid", &mut script);
    say::out(&String::from_utf8_lossy(&script));
    Ok(Ending::Well)
}

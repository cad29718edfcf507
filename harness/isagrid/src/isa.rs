//! `isagrid isa`: prints an instruction table as Markdown.

use architecture::Page;
use clap::Args as ClapArgs;
use clap::builder::PossibleValuesParser;
use targets::table::{self, machines};

use crate::{CommandResult, Ending, Usage, say};

const EXAMPLES: &str = "\
Examples:
  isagrid isa mips32
  isagrid isa spl > functions.md";

#[derive(Debug, ClapArgs)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Instruction set; `its` for ITS monitor calls, `spl` for functions of SPL scripts
    #[arg(value_name = "ISA", value_parser = PossibleValuesParser::new(pages().map(|page| page.name)))]
    isa: String,
    /// Print N random instructions of every row instead: address, word and text
    #[arg(long, value_name = "N", hide = true)]
    samples: Option<u32>,
}

/// Pages of all machines.
fn pages() -> impl Iterator<Item = &'static Page> {
    machines().iter().flat_map(|machine| machine.pages())
}

pub(crate) fn isa(args: &Args) -> CommandResult {
    let samples = || table::machine(&args.isa)?.samples(args.samples?);
    if let Some(text) = samples() {
        say::out(&text);
        return Ok(Ending::Well);
    }
    let page = pages().find(|page| page.name == args.isa);
    let page = page.ok_or_else(|| Usage(format!("unknown instruction set {}", args.isa)))?;
    say::out(&(page.text)());
    Ok(Ending::Well)
}

//! `isagrid isa`: an instruction table as a page for people.

use clap::Args as ClapArgs;

use crate::{Ended, Ending, Usage, say};

#[derive(Debug, ClapArgs)]
pub(crate) struct Args {
    /// The instruction set
    #[arg(value_name = "ISA", value_parser = ["mips32"])]
    isa: String,
}

pub(crate) fn isa(args: &Args) -> Ended {
    match args.isa.as_str() {
        "mips32" => say::out(&mips32::isa::page()),
        other => return Err(Usage(format!("no instruction set here is called {other}"))),
    }
    Ok(Ending::Well)
}

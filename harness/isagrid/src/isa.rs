//! `isagrid isa`: an instruction table as a page for people.

use clap::Args as ClapArgs;
use machines::samples::samples;

use crate::{Ended, Ending, Usage, say};

#[derive(Debug, ClapArgs)]
pub(crate) struct Args {
    /// The instruction set, `its` for the monitor calls, or `spl` for the functions of scripts
    #[arg(value_name = "ISA", value_parser = ["mips32", "riscv32", "pdp10", "its", "spl"])]
    isa: String,
    /// Print so many random instructions of every row instead: address, word and text
    #[arg(long, value_name = "N", hide = true)]
    samples: Option<u32>,
}

pub(crate) fn isa(args: &Args) -> Ended {
    if let Some(text) = args.samples.and_then(|count| samples(&args.isa, count)) {
        say::out(&text);
        return Ok(Ending::Well);
    }
    match args.isa.as_str() {
        "mips32" => say::out(&mips32::isa::page()),
        "riscv32" => say::out(&riscv32::isa::page()),
        "pdp10" => say::out(&pdp10::isa::page()),
        "its" => say::out(&pdp10::its::page()),
        "spl" => say::out(&esproc::page()),
        other => return Err(Usage(format!("no instruction set here is called {other}"))),
    }
    Ok(Ending::Well)
}

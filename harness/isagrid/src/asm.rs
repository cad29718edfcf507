//! `isagrid asm`: writes program files and listings.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};
use debuggers::gdb;
use targets::files;
use targets::table::{self, machines};

use crate::command_line::with_machine_options;
use crate::machine_args::MachineArgs;
use crate::program::{self, LoadError, Program};
use crate::{CommandResult, Ending, Usage, say};

const ASM_EXAMPLES: &str = "\
Examples:
  isagrid asm solver.s -o solver.elf     write an ELF executable with symbols
  isagrid asm --board esp32c3 --format esp32c3-direct-boot solver.s -o flash.bin
  isagrid asm sudoku.mid -o 'TS SUDOKU'  write a program for ITS
  isagrid asm -l solver.s                print address, word and source line
  isagrid asm solver.s                   check for errors";

#[derive(Debug, Args)]
#[command(after_help = with_machine_options(ASM_EXAMPLES))]
pub(crate) struct AsmArgs {
    /// Source files, assembled together in this order; or a PDP-10 program to convert
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write the program to a file
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// Format of the output file [default: elf; on the PDP-10, as the source says, or sblk]
    #[arg(long, value_parser = formats())]
    format: Option<String>,
    /// Packing of PDP-10 words into bytes of the file
    #[arg(long, value_parser = packings())]
    packing: Option<String>,
    /// Print address, word and source line of each instruction (on the PDP-10, MIDAS's listing)
    #[arg(short, long)]
    listing: bool,
    /// Print what MIDAS types on its console (PDP-10)
    #[arg(long)]
    console: bool,
    #[command(flatten)]
    machine: MachineArgs,
}

/// Name of the ELF format.
const ELF: &str = "elf";

/// Program file formats of all machines.
fn formats() -> PossibleValuesParser {
    let elf = PossibleValue::new(ELF).help("ELF executable with symbols and source lines");
    let others =
        table::formats().map(|(_, known)| PossibleValue::new(known.name).help(known.about));
    PossibleValuesParser::new([elf].into_iter().chain(others))
}

/// Packings of words into bytes, of all machines that have several.
fn packings() -> PossibleValuesParser {
    let all = machines().iter().flat_map(|machine| machine.packings());
    PossibleValuesParser::new(all.map(|known| PossibleValue::new(known.name).help(known.about)))
}

pub(crate) fn asm(args: &AsmArgs) -> CommandResult {
    let Some(program) = loaded(&args.files, &args.machine)? else {
        return Ok(Ending::NotAssembled);
    };
    if args.output.is_none() && (args.format.is_some() || args.packing.is_some()) {
        return Err("name the output file with -o".to_owned().into());
    }
    let is_silent = args.output.is_none() && !args.listing && !args.console;
    if is_silent && program.target.spec().syntax.place.is_none() {
        let warned = !program.made.warnings.is_empty();
        let so = if warned { "the program assembles" } else { "no errors" };
        say::note(&format!("{so}; use -o to write a file, --listing to print a listing"));
    }
    if args.console {
        let console = program.made.console.as_deref().ok_or_else(|| {
            format!("--console is for MIDAS; the {} assembler has no console", program.target.isa())
        })?;
        say::out(&asmkit::plain(console));
    }
    if args.listing {
        say::out(&listing(&program));
    }
    if let Some(path) = &args.output {
        program.may_write(path)?;
        let (bytes, is_elf) = written(&program, args)?;
        if is_elf {
            files::write_program(path, &bytes)?;
        } else {
            files::write(path, bytes)?;
        }
    }
    Ok(Ending::Well)
}

/// Bytes of the program in the requested format, and whether they are an ELF executable.
fn written(program: &Program, args: &AsmArgs) -> Result<(Vec<u8>, bool), String> {
    let Program { target, made, .. } = program;
    let (format, packing) = (args.format.as_deref(), args.packing.as_deref());
    let (machine, isa) = (target.architecture(), target.isa());
    if packing.is_some() && machine.packings().is_empty() {
        return Err(format!("--packing is for 36-bit words, not for {isa} programs"));
    }
    if target.elf().is_some() && matches!(format, None | Some(ELF)) {
        return Ok((gdb::elf(target, &made.image, &target.note())?, true));
    }
    let mut of_others = table::formats().filter(|(other, _)| other.spec().name != isa);
    if let Some((other, _)) = of_others.find(|(_, known)| Some(known.name) == format) {
        let title = other.title();
        return Err(format!("this format is for {title} programs, not for {isa} programs"));
    }
    Ok((target.write(made, format, packing)?, false))
}

/// Loads a program; `None` if an error was reported.
pub(crate) fn loaded(paths: &[PathBuf], args: &MachineArgs) -> Result<Option<Program>, Usage> {
    match program::load(paths, args) {
        Ok(program) => Ok(Some(program)),
        Err(LoadError::Reported(_)) => Ok(None),
        Err(LoadError::Usage(usage)) => Err(usage),
    }
}

fn listing(program: &Program) -> String {
    let Program { target, made, sources, .. } = program;
    if let Some(listing) = &made.listing {
        // Pages of paper end in form feeds.
        return asmkit::plain(&listing.replace('\x0c', ""));
    }
    places(program).unwrap_or_else(|| {
        let spec = target.spec();
        asmkit::listing(&made.image, sources, spec, |address| {
            target.instruction(&made.image, address).map(|instruction| instruction.show(spec))
        })
    })
}

/// Cells of a script with their text; `None` for machines whose instructions are words.
pub(crate) fn places(program: &Program) -> Option<String> {
    let Program { target, made, .. } = program;
    target.spec().syntax.place?;
    let places = target.architecture().places(&made.image);
    Some(places.iter().map(|(_, name, text)| format!("{name:<5} {text}\n")).collect())
}

//! `isagrid asm`: programs as files and as listings.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};
use debuggers::gdb;
use machines::files;
use machines::table::{self, machines};

use crate::machine_args::MachineArgs;
use crate::program::{self, NoProgram, Program};
use crate::{Ended, Ending, Usage, say};

const ASM_EXAMPLES: &str = "\
Examples:
  isagrid asm solver.s -o solver.elf     an ELF executable with symbols
  isagrid asm --board esp32c3 --format esp32c3-direct-boot solver.s -o flash.bin
  isagrid asm sudoku.mid -o 'TS SUDOKU'  a program for ITS
  isagrid asm -l solver.s                address, word and source line
  isagrid asm solver.s                   says what is wrong with it, if anything";

#[derive(Debug, Args)]
#[command(after_help = ASM_EXAMPLES)]
pub(crate) struct AsmArgs {
    /// Source files, assembled together, the first one first; or a PDP-10 program to be written in
    /// another format
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write the program to a file
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// What to write; without it an ELF executable, and on the PDP-10 what the source asks for,
    /// SBLK unless it says otherwise
    #[arg(long, value_parser = formats())]
    format: Option<String>,
    /// How the words of a PDP-10 lie in the file's bytes
    #[arg(long, value_parser = packings())]
    packing: Option<String>,
    /// Show address, word and source line of every instruction; on the PDP-10, MIDAS's listing
    #[arg(short, long)]
    listing: bool,
    /// Show what MIDAS types on its console (PDP-10)
    #[arg(long)]
    console: bool,
    #[command(flatten)]
    machine: MachineArgs,
}

/// An executable with symbols and source lines, for every machine that has such files.
const ELF: &str = "elf";

/// The files that hold a program, of all machines.
fn formats() -> PossibleValuesParser {
    let elf = PossibleValue::new(ELF).help("An ELF executable with symbols and source lines");
    let others =
        table::formats().map(|(_, known)| PossibleValue::new(known.name).help(known.about));
    PossibleValuesParser::new([elf].into_iter().chain(others))
}

/// The ways that words lie in bytes, of all machines that have several.
fn packings() -> PossibleValuesParser {
    let all = machines().iter().flat_map(|machine| machine.packings());
    PossibleValuesParser::new(all.map(|known| PossibleValue::new(known.name).help(known.about)))
}

pub(crate) fn asm(args: &AsmArgs) -> Ended {
    let Some(program) = loaded(&args.files, &args.machine)? else {
        return Ok(Ending::NotAssembled);
    };
    if args.output.is_none() && (args.format.is_some() || args.packing.is_some()) {
        return Err("name the file to write with -o".to_owned().into());
    }
    let is_silent = args.output.is_none() && !args.listing && !args.console;
    if is_silent && program.target.spec().syntax.place.is_none() {
        let warned = !program.made.warnings.is_empty();
        let so = if warned { "it assembles" } else { "nothing is wrong with it" };
        say::note(&format!("{so}: -o writes it to a file, --listing shows it"));
    }
    if args.console {
        let console = program.made.console.as_deref().ok_or_else(|| {
            format!("the assembler of {} programs has no console", program.target.isa())
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

/// The program as the file that was asked for, and whether that is an ELF executable.
fn written(program: &Program, args: &AsmArgs) -> Result<(Vec<u8>, bool), String> {
    let Program { target, made, .. } = program;
    let (format, packing) = (args.format.as_deref(), args.packing.as_deref());
    let (machine, isa) = (target.architecture(), target.isa());
    if packing.is_some() && machine.packings().is_empty() {
        return Err(format!("--packing is for words of 36 bits, not for {isa} programs"));
    }
    if target.elf().is_some() && matches!(format, None | Some(ELF)) {
        return Ok((gdb::elf(target, &made.image, &target.note())?, true));
    }
    let mut of_others = table::formats().filter(|(other, _)| other.spec().name != isa);
    if let Some((other, _)) = of_others.find(|(_, known)| Some(known.name) == format) {
        let title = other.title();
        return Err(format!("this is a format of {title} programs, not of {isa} ones"));
    }
    Ok((target.write(made, format, packing)?, false))
}

/// The program of these files; `None` when it was told why there is none.
pub(crate) fn loaded(paths: &[PathBuf], args: &MachineArgs) -> Result<Option<Program>, Usage> {
    match program::load(paths, args) {
        Ok(program) => Ok(Some(program)),
        Err(NoProgram::Told(_)) => Ok(None),
        Err(NoProgram::Usage(usage)) => Err(usage),
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

/// Every place that holds something with its text, of a program whose instructions are no words.
pub(crate) fn places(program: &Program) -> Option<String> {
    let Program { target, made, .. } = program;
    target.spec().syntax.place?;
    let places = target.architecture().places(&made.image);
    Some(places.iter().map(|(_, name, text)| format!("{name:<5} {text}\n")).collect())
}

//! `isagrid asm`: programs as files and as listings.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use debuggers::gdb;
use machine::Machine as _;
use machines::target::Target;
use machines::{files, spl};
use pdp10::Word36;
use pdp10::assembler::Assembled;
use pdp10::binary::Block;
use pdp10::files::{Packing, pdump, rim10, sblk, write_save};
use riscv32::esp32c3;

use crate::machine_args::MachineArgs;
use crate::program::{self, NoProgram, Program};
use crate::{Ended, Ending, Usage, note, say};

const ASM_EXAMPLES: &str = "\
Examples:
  isagrid asm solver.s -o solver.elf     an ELF executable with symbols
  isagrid asm --board esp32c3 --format esp32c3-direct-boot solver.s -o flash.bin
  isagrid asm sudoku.mid -o 'TS SUDOKU'  a program for ITS
  isagrid asm solver.s --listing         address, word and source line
  isagrid asm solver.spl                 says what is wrong with a script, if anything";

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
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// How the words of a PDP-10 lie in the file's bytes
    #[arg(long, value_enum)]
    packing: Option<PackingArg>,
    /// Show address, word and source line of every instruction; on the PDP-10, MIDAS's listing
    #[arg(long)]
    listing: bool,
    /// Show what MIDAS types on its console (PDP-10)
    #[arg(long)]
    console: bool,
    #[command(flatten)]
    machine: MachineArgs,
}

/// A file that holds a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// An ELF executable with symbols and source lines
    Elf,
    /// An application image of the ESP32-C3, as esptool writes it
    Esp32c3App,
    /// The flash of an ESP32-C3 that starts without a boot loader
    Esp32c3DirectBoot,
    /// Blocks with checksums, and symbols, for ITS (PDP-10)
    Sblk,
    /// Pages, for ITS (PDP-10)
    Pdump,
    /// What the processor reads in by itself (PDP-10)
    Rim10,
    /// A save file of TOPS-10 (PDP-10)
    Sav,
}

/// Words of 36 bits in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum PackingArg {
    /// As the public repository of ITS has them, text as text; this is what is written by default
    Evacuated,
    /// Five bytes a word
    CoreDump,
    /// Nine bytes for two words
    HighDensity,
    /// Eight bytes a word, as SIMH has them
    Simh,
}

impl From<PackingArg> for Packing {
    fn from(argument: PackingArg) -> Self {
        match argument {
            PackingArg::Evacuated => Packing::Evacuated,
            PackingArg::CoreDump => Packing::CoreDump,
            PackingArg::HighDensity => Packing::HighDensity,
            PackingArg::Simh => Packing::Simh,
        }
    }
}

pub(crate) fn asm(args: &AsmArgs) -> Ended {
    let Some(program) = loaded(&args.files, &args.machine)? else {
        return Ok(Ending::NotAssembled);
    };
    let is_silent = args.output.is_none() && !args.listing && !args.console;
    if is_silent && program.target != Target::Esproc {
        return Err("nothing to do: name a file with -o, or ask for --listing".to_owned().into());
    }
    if args.console {
        say::out(&asmkit::plain(&program.midas()?.console));
    }
    if args.listing {
        say::out(&listing(&program));
    }
    if let Some(path) = &args.output {
        program.not_over(path)?;
        let (bytes, is_elf) = (written(&program, args)?, program.target.elf().is_some());
        match is_elf && matches!(args.format, None | Some(Format::Elf)) {
            true => files::write_program(path, &bytes)?,
            false => files::write(path, bytes)?,
        }
    }
    Ok(Ending::Well)
}

fn written(program: &Program, args: &AsmArgs) -> Result<Vec<u8>, String> {
    let Program { target, image, .. } = program;
    if let Target::Pdp10(_) = target {
        let words = its_file(program.midas()?, args.format)?;
        return Ok(args.packing.map_or(Packing::Evacuated, Packing::from).pack(&words));
    }
    if *target == Target::Esproc {
        return Err("a script runs as it is: there are no other files of it".to_owned());
    }
    if args.packing.is_some() {
        return Err(format!(
            "--packing is for words of 36 bits, not for {} programs",
            target.isa()
        ));
    }
    match (args.format.unwrap_or(Format::Elf), target) {
        (Format::Elf, _) => gdb::elf(target, image, &note::text(target)),
        (Format::Esp32c3App, Target::Riscv32(_)) => {
            esp32c3::image::write_app(image).map_err(|error| error.to_string())
        }
        (Format::Esp32c3DirectBoot, Target::Riscv32(_)) => {
            esp32c3::image::write_direct_boot(image).map_err(|error| error.to_string())
        }
        (Format::Esp32c3App | Format::Esp32c3DirectBoot, _) => {
            Err(format!("an ESP32-C3 cannot run {} programs", target.isa()))
        }
        _ => Err(format!("this is a format of PDP-10 programs, not of {} ones", target.isa())),
    }
}

/// The words of a program file.
fn its_file(midas: &Assembled, format: Option<Format>) -> Result<Vec<Word36>, String> {
    let binary = &midas.binary;
    Ok(match format {
        None if !midas.file.is_empty() => midas.file.clone(),
        None | Some(Format::Sblk) => sblk::write(binary),
        Some(Format::Pdump) => pdump::write(binary),
        Some(Format::Rim10) => rim10::write(binary),
        Some(Format::Sav) => {
            let end = |block: &Block| block.address + block.words.len() as u32;
            write_save(binary, binary.blocks.iter().map(end).max().unwrap_or(0), ".MAIN")
        }
        Some(Format::Elf | Format::Esp32c3App | Format::Esp32c3DirectBoot) => {
            return Err("a PDP-10 program is written as sblk, pdump, rim10 or sav".to_owned());
        }
    })
}

/// The program of these files; `None` when it was told why there is none.
pub(crate) fn loaded(paths: &[PathBuf], args: &MachineArgs) -> Result<Option<Program>, Usage> {
    match program::load(paths, args) {
        Ok(program) => Ok(Some(program)),
        Err(NoProgram::Told) => Ok(None),
        Err(NoProgram::Usage(usage)) => Err(usage),
    }
}

fn listing(program: &Program) -> String {
    if let Some(midas) = program.midas.as_ref().filter(|midas| !midas.listing.is_empty()) {
        // Pages of paper end in form feeds.
        return asmkit::plain(&midas.listing.replace('\x0c', ""));
    }
    let Program { target, image, sources, .. } = program;
    if *target == Target::Esproc {
        return spl::listing(image);
    }
    let machine = target.machine();
    let spec = machine.spec();
    asmkit::listing(image, sources, spec, |address| {
        target.instruction(image, address).map(|instruction| instruction.show(spec))
    })
}

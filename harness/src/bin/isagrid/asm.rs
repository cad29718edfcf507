//! `isagrid asm` and `isagrid disasm`: programs as files and as text.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use harness::target::Target;
use harness::{debug, files};
use machine::Machine as _;
use riscv32::esp32c3;

use crate::machine_args::MachineArgs;
use crate::program::{self, NoProgram, Program};
use crate::{Ended, Ending, Usage, note, say};

const ASM_EXAMPLES: &str = "\
Examples:
  isagrid asm solver.s -o solver.elf     an ELF executable with symbols
  isagrid asm --board esp32c3 --format esp32c3-direct-boot solver.s -o flash.bin
  isagrid asm solver.s --listing         address, word and source line";

#[derive(Debug, Args)]
#[command(after_help = ASM_EXAMPLES)]
pub(crate) struct AsmArgs {
    /// Source files, assembled together, the first one first
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write an ELF executable
    #[arg(short, long, value_name = "OUT", required_unless_present = "listing")]
    output: Option<PathBuf>,
    /// What to write
    #[arg(long, value_enum, default_value_t = Format::Elf)]
    format: Format,
    /// Show address, word and source line of every instruction
    #[arg(long)]
    listing: bool,
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
}

#[derive(Debug, Args)]
pub(crate) struct DisasmArgs {
    /// An ELF file, or source files to assemble first
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    machine: MachineArgs,
}

pub(crate) fn asm(args: &AsmArgs) -> Ended {
    let Some(program) = loaded(&args.files, &args.machine)? else {
        return Ok(Ending::NotAssembled);
    };
    if args.listing {
        say::out(&listing(&program));
    }
    if let Some(path) = &args.output {
        files::write(path, written(&program, args.format)?)?;
    }
    Ok(Ending::Well)
}

fn written(program: &Program, format: Format) -> Result<Vec<u8>, String> {
    let Program { target, image, .. } = program;
    if format == Format::Elf {
        let written = debug::elf(target, image, &note::text(target));
        return written.map_err(|error| error.to_string());
    }
    let Target::Riscv32(_) = target else {
        return Err(format!("an ESP32-C3 cannot run {} programs", target.isa()));
    };
    let written = match format {
        Format::Esp32c3App => esp32c3::image::write_app(image),
        _ => esp32c3::image::write_direct_boot(image),
    };
    written.map_err(|error| error.to_string())
}

pub(crate) fn disasm(args: &DisasmArgs) -> Ended {
    let Some(program) = loaded(&args.files, &args.machine)? else {
        return Ok(Ending::NotAssembled);
    };
    let mut machine = program.target.machine();
    if let Err(error) = machine.load(&program.image) {
        say::error(&error.to_string());
        return Ok(Ending::NotAssembled);
    }
    let (spec, image) = (machine.spec(), &program.image);
    let width = spec.show_word(0).len();
    let mut labels: BTreeMap<u64, Vec<&str>> = BTreeMap::new();
    for symbol in image.symbols.iter().filter(|symbol| symbol.address) {
        labels.entry(symbol.value).or_default().push(&symbol.name);
    }
    let mut text = String::new();
    for segment in image.segments.iter().filter(|segment| segment.executable) {
        let _ = writeln!(text, "{}", asmkit::plain(&segment.name));
        // What a file does not hold is zero, and nobody wants to read it.
        let end = segment.base + segment.data.len() as u64;
        let mut address = segment.base;
        while address < end {
            for label in labels.get(&address).into_iter().flatten() {
                let _ = writeln!(text, "{}:", asmkit::plain(label));
            }
            let Some(instruction) = program.target.instruction(image, address) else { break };
            let meaning = machine.disassemble(address).unwrap_or_else(|| ".word".to_owned());
            let (at, word) = (spec.show_address(address), instruction.show(spec));
            let _ = writeln!(text, "  {at}  {word:width$}  {meaning}");
            address += instruction.units;
        }
    }
    say::out(&text);
    Ok(Ending::Well)
}

fn loaded(paths: &[PathBuf], args: &MachineArgs) -> Result<Option<Program>, Usage> {
    match program::load(paths, args) {
        Ok(program) => Ok(Some(program)),
        Err(NoProgram::Told) => Ok(None),
        Err(NoProgram::Usage(usage)) => Err(usage),
    }
}

fn listing(program: &Program) -> String {
    let Program { target, image, sources } = program;
    let machine = target.machine();
    let spec = machine.spec();
    asmkit::listing(image, sources, spec, |address| {
        target.instruction(image, address).map(|instruction| instruction.show(spec))
    })
}

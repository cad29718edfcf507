//! `isagrid asm` and `isagrid disasm`: programs as files and as text.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use asmkit::elf;
use clap::Args;
use harness::files;
use machine::Machine as _;

use crate::machine_args::MachineArgs;
use crate::program::{self, NoProgram, Program};
use crate::{Ended, Ending, Usage, say};

const ASM_EXAMPLES: &str = "\
Examples:
  isagrid asm solver.s -o solver.elf     an ELF executable with symbols
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
    /// Show address, word and source line of every instruction
    #[arg(long)]
    listing: bool,
    #[command(flatten)]
    machine: MachineArgs,
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
        let note = program::note_of(&program.target);
        let bytes = elf::write(&program.image, &program.target.elf(), Some(&note));
        let bytes = bytes.map_err(|error| error.to_string())?;
        files::write(path, bytes)?;
    }
    Ok(Ending::Well)
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
    let (spec, image, step) = (machine.spec(), &program.image, program.target.instruction_units());
    let mut labels: BTreeMap<u64, Vec<&str>> = BTreeMap::new();
    for symbol in image.symbols.iter().filter(|symbol| symbol.address) {
        labels.entry(symbol.value).or_default().push(&symbol.name);
    }
    let mut text = String::new();
    for segment in image.segments.iter().filter(|segment| segment.executable) {
        let _ = writeln!(text, "{}", asmkit::plain(&segment.name));
        // What a file does not hold is zero, and nobody wants to read it.
        let end = segment.base + segment.data.len() as u64;
        for address in (segment.base..end).step_by(step as usize) {
            for label in labels.get(&address).into_iter().flatten() {
                let _ = writeln!(text, "{}:", asmkit::plain(label));
            }
            let Some(word) = program.target.word(image, address) else { continue };
            let meaning = machine.disassemble(address).unwrap_or_else(|| ".word".to_owned());
            let (at, word) = (spec.show_address(address), spec.show_word(word));
            let _ = writeln!(text, "  {at}  {word}  {meaning}");
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
    asmkit::listing(image, sources, target.machine().spec(), |address| target.word(image, address))
}

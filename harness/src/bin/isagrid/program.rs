//! A program from the user's files: assembled, or read from an ELF file or an image of a chip.

use std::path::{Path, PathBuf};

use asmkit::{Diagnostic, Sources, elf};
use harness::dialect::Dialect;
use harness::files;
use harness::target::Target;
use machine::Image;
use riscv32::esp32c3;

use crate::machine_args::MachineArgs;
use crate::{Usage, note, say};

/// A program that is ready to run.
pub(crate) struct Program {
    pub(crate) target: Target,
    pub(crate) image: Image,
    pub(crate) sources: Sources,
}

/// Why there is no program.
pub(crate) enum NoProgram {
    /// The user should have called otherwise.
    Usage(Usage),
    /// The messages were shown.
    Told,
}

impl From<String> for NoProgram {
    fn from(message: String) -> Self {
        NoProgram::Usage(Usage(message))
    }
}

/// Reads the files and makes a program of them; says on standard error what is wrong.
pub(crate) fn load(paths: &[PathBuf], args: &MachineArgs) -> Result<Program, NoProgram> {
    let first = files::read(&paths[0], files::DATA_LIMIT_BYTES)?;
    let is_chip_image = esp32c3::image::is_image(&first);
    if !elf::is_elf(&first) && !is_chip_image {
        return assemble(paths, args);
    }
    if paths.len() > 1 {
        return Err("a finished program is run alone, without other files".to_owned().into());
    }
    let finished = if is_chip_image { from_chip_image } else { from_elf };
    let (target, image) = finished(&first, args).map_err(|why| {
        say::error(&format!("{}: {why}", files::shown(&paths[0])));
        NoProgram::Told
    })?;
    args.check(&target)?;
    Ok(Program { target, image, sources: Sources::new() })
}

fn assemble(paths: &[PathBuf], args: &MachineArgs) -> Result<Program, NoProgram> {
    let mut sources = Sources::new();
    let mut ids = Vec::new();
    for path in paths {
        let bytes = files::read(path, files::SOURCE_LIMIT_BYTES)?;
        ids.push(sources.add(&path.to_string_lossy(), &bytes));
    }
    let texts: Vec<String> = ids.iter().map(|&id| sources.text(id).to_owned()).collect();
    let (target, because) = args.target(&texts);
    if let Some(because) = because {
        say::note(&format!("dialect {}: {}", target.dialect().name(), asmkit::plain(&because)));
    }
    args.check(&target)?;
    let library = files::Folder::of(&paths[0]);
    match target.assemble(&mut sources, &ids, &library) {
        Ok(assembly) => {
            show(&assembly.warnings, &sources);
            Ok(Program { target, image: assembly.image, sources })
        }
        Err(messages) => {
            show(&messages, &sources);
            Err(NoProgram::Told)
        }
    }
}

/// Messages that are shown before the rest is only counted.
const SHOWN_MESSAGES: usize = 20;

fn show(messages: &[Diagnostic], sources: &Sources) {
    for message in messages.iter().take(SHOWN_MESSAGES) {
        say::note(&asmkit::render(message, sources, true));
        say::note("");
    }
    if let Some(more) = messages.len().checked_sub(SHOWN_MESSAGES).filter(|&more| more > 0) {
        say::note(&format!("{more} more messages are not shown"));
    }
}

fn from_elf(bytes: &[u8], args: &MachineArgs) -> Result<(Target, Image), String> {
    let targets = [Target::from(Dialect::Mars), Target::from(Dialect::Gnu)];
    let found = elf::machine(bytes).map_err(|error| error.to_string())?;
    let target = targets.iter().find(|target| target.elf().machine == found);
    let Some(target) = target else {
        return Err(format!(
            "this program is for ELF machine {found}, not MIPS (8) or RISC-V (243)"
        ));
    };
    let read = elf::read(bytes, target.isa(), found).map_err(|error| error.to_string())?;
    let base = match &read.note {
        Some(note) => note::target(target.isa(), note),
        None => foreign(target.isa(), &read.image, args),
    };
    let mut target = args.applied(base);
    match &mut target {
        Target::Mips32(options) => {
            options.big_endian = read.target.big_endian;
            options.self_modifying |= read.writable_text;
        }
        Target::Riscv32(options) => options.self_modifying |= read.writable_text,
    }
    target.check_size(&read.image)?;
    Ok((target, read.image))
}

fn from_chip_image(bytes: &[u8], args: &MachineArgs) -> Result<(Target, Image), String> {
    let image = esp32c3::image::read(bytes).map_err(|error| error.to_string())?;
    Ok((args.applied(Target::Riscv32(riscv32::Options::esp32c3())), image))
}

/// What another compiler's program expects.
///
/// MIPS: delay slots, and Linux unless a dialect is named. RISC-V: a processor without a system for
/// programs with the symbol `tohost`, the ESP32-C3 for programs in its memory, and else Linux.
fn foreign(isa: &str, image: &Image, args: &MachineArgs) -> Target {
    if isa == "mips32" {
        let (dialect, calls) = match args.dialect.named() {
            Some(Dialect::Mars) => (mips32::Dialect::Mars, mips32::Calls::Dialect),
            Some(_) => (mips32::Dialect::Spim, mips32::Calls::Dialect),
            None => (mips32::Dialect::Spim, mips32::Calls::Linux),
        };
        let handler = mips32::Handler::None;
        let options = mips32::Options::of(dialect);
        return Target::Mips32(mips32::Options {
            delayed_branches: true,
            handler,
            calls,
            ..options
        });
    }
    if let Some(dialect) = args.dialect.named() {
        return Target::from(dialect);
    }
    Target::Riscv32(match image.symbol("tohost") {
        Some(_) => riscv32::Options::bare(),
        None if esp32c3::image::fits(image) => riscv32::Options::esp32c3(),
        None => riscv32::Options::of(riscv32::Dialect::Gnu),
    })
}

/// The name of a program as its user gave it.
pub(crate) fn name(path: &Path) -> Vec<u8> {
    path.to_string_lossy().into_owned().into_bytes()
}

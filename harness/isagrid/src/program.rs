//! A program from the user's files: assembled, or read from a file that holds one.

use std::path::{Path, PathBuf};

use asmkit::{Assembly, Diagnostic, Sources, elf};
use machine::Image;
use machines::dialect::{self, Dialect, Refusal};
use machines::files;
use machines::target::Target;
use pdp10::assembler::Assembled;
use pdp10::files::{FileError, Loaded};
use riscv32::esp32c3;

use crate::machine_args::MachineArgs;
use crate::{Usage, note, say};

/// A program that is ready to run.
pub(crate) struct Program {
    pub(crate) target: Target,
    pub(crate) image: Image,
    pub(crate) sources: Sources,
    /// Of a PDP-10: what MIDAS made besides the image, or what the file holds.
    pub(crate) midas: Option<Box<Assembled>>,
    /// The folder that is the disk of ITS, if the user names one.
    pub(crate) its_dir: Option<PathBuf>,
    /// The files it was read from.
    files: Vec<PathBuf>,
}

impl Program {
    /// Refuses to write over one of its files.
    ///
    /// # Errors
    /// A sentence when the path is that of one.
    pub(crate) fn not_over(&self, path: &Path) -> Result<(), String> {
        let sources = self.sources.names();
        let sources = sources.iter().map(Path::new);
        files::not_over(path, sources.chain(self.files.iter().map(PathBuf::as_path)))
    }

    /// What MIDAS made.
    ///
    /// # Errors
    /// A sentence where MIDAS had no part in it.
    pub(crate) fn midas(&self) -> Result<&Assembled, String> {
        let missing = || format!("MIDAS does not assemble {} programs", self.target.isa());
        self.midas.as_deref().ok_or_else(missing)
    }
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
    let asked = args.dialect.named() == Some(Dialect::Midas);
    let Some(kind) = finished(&first, asked) else { return assemble(paths, args) };
    if paths.len() > 1 {
        return Err("a finished program is run alone, without other files".to_owned().into());
    }
    let read = match kind {
        Finished::Elf => from_elf(&first, args),
        Finished::ChipImage => from_chip_image(&first, args),
        Finished::Pdp10(Err(FileError::Unknown { .. })) => Err(unknown(&first)),
        Finished::Pdp10(read) => from_pdp10(read, args),
    };
    let (target, image, midas) = read.map_err(|why| {
        say::error(&format!("{}: {why}", files::shown(&paths[0])));
        NoProgram::Told
    })?;
    args.check(&target)?;
    let (sources, its_dir) = (Sources::new(), args.its_dir.clone());
    let files = paths.to_vec();
    Ok(Program { target, image, sources, midas, its_dir, files })
}

/// A program that needs no assembler.
enum Finished {
    Elf,
    ChipImage,
    /// Read already, since only reading tells.
    Pdp10(Result<Loaded, FileError>),
}

/// What kind of program the bytes are; `None` for a source, which MIDAS takes with NULs in it.
fn finished(bytes: &[u8], for_midas: bool) -> Option<Finished> {
    if elf::is_elf(bytes) {
        return Some(Finished::Elf);
    }
    if esp32c3::image::is_image(bytes) {
        return Some(Finished::ChipImage);
    }
    // No packing of words has this in common with a text.
    let has_zero = bytes.contains(&0);
    if !has_zero && std::str::from_utf8(bytes).is_ok() {
        return None;
    }
    match pdp10::files::read(bytes) {
        // Perhaps a source in the letters of some country.
        Err(FileError::Unknown { .. }) if for_midas || !has_zero || is_text(bytes) => None,
        read => Some(Finished::Pdp10(read)),
    }
}

/// Whether bytes are a text in spite of NULs, as files of ITS are that end in them or have holes:
/// hardly any are control characters besides.
fn is_text(bytes: &[u8]) -> bool {
    let others = || bytes.iter().filter(|&&byte| byte != 0);
    let odd = others().filter(|byte| !byte.is_ascii_graphic() && !byte.is_ascii_whitespace());
    others().next().is_some() && odd.count() <= others().count() / 16
}

/// A target, the image for it, and what MIDAS had made if it did.
type Read = (Target, Image, Option<Box<Assembled>>);

fn assemble(paths: &[PathBuf], args: &MachineArgs) -> Result<Program, NoProgram> {
    let read = paths.iter().map(|path| files::read(path, files::SOURCE_LIMIT_BYTES));
    let contents = read.collect::<Result<Vec<_>, _>>()?;
    let texts: Vec<_> = contents.iter().map(|bytes| String::from_utf8_lossy(bytes)).collect();
    let named = paths.iter().zip(&texts).map(|(name, text)| dialect::Source { name, text });
    let (evidence, dialects) = args.dialects(&named.collect::<Vec<_>>())?;
    let attempt = |dialect| Attempt::new(paths, &contents, args.target(dialect), args);
    let choice = dialect::choose(&evidence, &dialects, attempt, Attempt::refusal);
    if let Some(why) = &choice.note {
        say::note(&format!("dialect {}: {}", choice.dialect.name(), asmkit::plain_name(why)));
    }
    let Attempt { target, sources, made } = choice.attempt;
    match made {
        Ok((assembly, midas)) => {
            show(&assembly.warnings, &sources);
            let (its_dir, files) = (args.its_dir.clone(), paths.to_vec());
            Ok(Program { target, image: assembly.image, sources, midas, its_dir, files })
        }
        Err(messages) => {
            show(&messages, &sources);
            if let Some(hint) = &choice.hint {
                say::note(&format!("help: {hint}"));
            }
            Err(NoProgram::Told)
        }
    }
}

/// What the assembler of one dialect made of the sources.
struct Attempt {
    target: Target,
    sources: Sources,
    made: Result<(Assembly, Option<Box<Assembled>>), Vec<Diagnostic>>,
}

impl Attempt {
    fn new(paths: &[PathBuf], contents: &[Vec<u8>], target: Target, args: &MachineArgs) -> Self {
        let mut sources = Sources::new();
        let files = paths.iter().zip(contents);
        let ids: Vec<_> =
            files.map(|(path, bytes)| sources.add(&path.to_string_lossy(), bytes)).collect();
        let library = target.library(&paths[0], &args.include, args.its_dir.as_deref());
        let library = library.as_ref();
        let made = match &target {
            Target::Pdp10(options) => {
                let made = pdp10::assembler::assemble(&mut sources, &ids, options, library);
                made.map(|mut made| (std::mem::take(&mut made.assembly), Some(Box::new(made))))
            }
            _ => target.assemble(&mut sources, &ids, library).map(|assembly| (assembly, None)),
        };
        Attempt { target, sources, made }
    }

    fn refusal(&self) -> Option<Refusal> {
        let messages = self.made.as_ref().err()?;
        Some(Refusal::of(messages, &self.sources))
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

fn from_elf(bytes: &[u8], args: &MachineArgs) -> Result<Read, String> {
    let targets = [Target::from(Dialect::Mars), Target::from(Dialect::Gnu)];
    let found = elf::machine(bytes).map_err(|error| error.to_string())?;
    let target = targets.iter().find(|target| target.elf().is_some_and(|elf| elf.machine == found));
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
        // There are no ELF files of its words.
        Target::Pdp10(_) | Target::Esproc => {}
    }
    target.check_size(&read.image)?;
    let bare = |options: &riscv32::Options| {
        options.system == riscv32::System::Bare && options.board.is_none()
    };
    let image = match &target {
        Target::Riscv32(options) if bare(options) => {
            read.loaded().map_err(|error| error.to_string())?
        }
        _ => read.image,
    };
    Ok((target, image, None))
}

fn from_chip_image(bytes: &[u8], args: &MachineArgs) -> Result<Read, String> {
    let image = esp32c3::image::read(bytes).map_err(|error| error.to_string())?;
    Ok((args.applied(Target::Riscv32(riscv32::Options::esp32c3())), image, None))
}

/// What is said of bytes that are nothing to run.
fn unknown(bytes: &[u8]) -> String {
    match reference::foreign(bytes) {
        Some(what) => format!("this is {what}"),
        None => {
            "this is neither a source nor a program of a kind known here: ELF, an image of the \
                 ESP32-C3, or SBLK, PDUMP, RIM10, SAV and EXE of the PDP-10"
                .to_owned()
        }
    }
}

fn from_pdp10(read: Result<Loaded, FileError>, args: &MachineArgs) -> Result<Read, String> {
    let loaded =
        read.map_err(|damaged| format!("this program for the PDP-10 is damaged: {damaged}"))?;
    if let Some(dialect) = args.dialect.named().filter(|dialect| *dialect != Dialect::Midas) {
        let kind = loaded.kind.name();
        return Err(format!("this is a PDP-10 program ({kind}), not one of {}", dialect.name()));
    }
    let target = args.applied(Target::from(Dialect::Midas));
    let image = loaded.binary.image();
    let made = Assembled { binary: loaded.binary, ..Assembled::default() };
    Ok((target, image, Some(Box::new(made))))
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

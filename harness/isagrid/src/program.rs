//! Loads a program from the user's files: assembles sources, or reads a program file.

use std::path::{Path, PathBuf};

use architecture::{Executable, ProgramFile};
use asmkit::{Diagnostic, Severity, Sources, elf};
use machine::Image;
use targets::dialect::{self, Refusal};
use targets::files::{self, foreign};
use targets::switches::ProgramForm;
use targets::table::{self, machines};
use targets::target::Target;

use crate::machine_args::{DialectCandidates, MachineArgs};
use crate::{Usage, compiled_lines, explain, file_hints, say, source_names};

/// A program ready to run.
pub(crate) struct Program {
    pub(crate) target: Target,
    pub(crate) made: ProgramFile,
    pub(crate) sources: Sources,
    /// Folder that is the disk of its system, if given.
    pub(crate) disk: Option<PathBuf>,
    /// Note about the detected dialect, if another could be expected.
    output: Option<String>,
    /// Files it was read from.
    pub(crate) files: Vec<PathBuf>,
}

impl Program {
    /// Parts for diagnostics and debuggers.
    pub(crate) fn parts(&self) -> targets::target::Program<'_> {
        let Program { target, made, sources, .. } = self;
        targets::target::Program { target, image: &made.image, sources }
    }

    /// Reports the detected dialect, which may explain an error.
    pub(crate) fn report_dialect(&self) {
        self.output.iter().for_each(|output| say::note(output));
    }

    /// Checks that a path is not one of its files, before writing to it.
    ///
    /// # Errors
    /// An error message if it is.
    pub(crate) fn may_write(&self, path: &Path) -> Result<(), String> {
        may_write(path, &self.sources, &self.files)
    }
}

/// Checks that a path is neither a source nor another input file, before writing to it.
///
/// # Errors
/// An error message if it is.
pub(crate) fn may_write(path: &Path, sources: &Sources, files: &[PathBuf]) -> Result<(), String> {
    let sources = sources.names();
    let sources = sources.iter().map(Path::new);
    files::may_write(path, sources.chain(files.iter().map(PathBuf::as_path)))
}

/// Reason why there is no program.
pub(crate) enum LoadError {
    /// A usage error.
    Usage(Usage),
    /// Errors that were reported.
    Reported(ProgramErrors),
}

/// Errors in a program.
#[derive(Default)]
pub(crate) struct ProgramErrors {
    /// Messages of the assembler.
    pub(crate) messages: Vec<Diagnostic>,
    pub(crate) sources: Sources,
    /// Error in a file that is not a source.
    pub(crate) why: Option<String>,
}

impl From<String> for LoadError {
    fn from(message: String) -> Self {
        LoadError::Usage(Usage(message))
    }
}

/// Reads files and makes a program of them; reports errors on standard error.
pub(crate) fn load(paths: &[PathBuf], args: &MachineArgs) -> Result<Program, LoadError> {
    let mut program = load_files(paths, args)?;
    if let Some(path) = &args.rom {
        let file = files::read(path, files::DATA_LIMIT_BYTES)?;
        let added = program.target.add_rom(&mut program.made.image, &file);
        if !added.map_err(|why| format!("--rom {}: {why}", files::shown(path)))? {
            let why = "only a program for --board esp32c3 has a boot ROM";
            return Err(why.to_owned().into());
        }
    }
    Ok(program)
}

/// The same for a program that is to run.
pub(crate) fn load_to_run(paths: &[PathBuf], args: &MachineArgs) -> Result<Program, LoadError> {
    let program = load(paths, args)?;
    match program.made.unlinked {
        Some(why) => Err(no_source(&paths[0], why)),
        None => Ok(program),
    }
}

fn load_files(paths: &[PathBuf], args: &MachineArgs) -> Result<Program, LoadError> {
    if paths[0] == Path::new("-") && !paths[0].exists() {
        let why = "cannot read a program from standard input, which is the program's input: save it \
                   in a file";
        return Err(why.to_owned().into());
    }
    for path in paths {
        if let Some(hint) = file_hints::hint(path) {
            let shown = files::shown(path);
            return Err(format!("cannot read {shown}: there is no such file; {hint}").into());
        }
    }
    let first = files::read(&paths[0], files::DATA_LIMIT_BYTES)?;
    let Some(finished) = finished(&paths[0], &first, args) else {
        if args.symbols.is_some() {
            return Err("--symbols is for program files, not for sources".to_owned().into());
        }
        for path in paths {
            must_be_plain(path)?;
        }
        return assemble(paths, args);
    };
    if paths.len() > 1 {
        return Err("a program file cannot be combined with other files".to_owned().into());
    }
    let Executable { setup, mut made } = finished.map_err(|why| {
        let why = format!("{}: {why}", files::shown(&paths[0]));
        say::error(&why);
        LoadError::Reported(ProgramErrors { why: Some(why), ..ProgramErrors::default() })
    })?;
    args.check(setup.architecture(), setup.dialect(), ProgramForm::Finished)?;
    let described = match &args.symbols {
        Some(path) => {
            let described = files::read(path, files::DATA_LIMIT_BYTES)?;
            let named = symbols(path, &described, setup.spec().name)?;
            (made.image.symbols, made.image.compiled) = (named.symbols, named.compiled);
            described
        }
        None => first,
    };
    let functions = made.image.compiled.functions().to_vec();
    let compiled = compiled_lines::read(&described, &made.image);
    made.image.compiled = compiled.with_functions(functions);
    made.image.symbols.iter_mut().for_each(source_names::demangle);
    let (target, sources) = (Target::from(setup), Sources::new());
    let disk = args.disk().map(Path::to_owned);
    Ok(Program { target, made, sources, disk, output: None, files: paths.to_vec() })
}

/// Image of an ELF file that describes another program file.
fn symbols(path: &Path, bytes: &[u8], isa: &str) -> Result<Image, String> {
    let read = elf::machine(bytes).and_then(|machine| elf::read(bytes, isa, machine));
    read.map(|read| read.image)
        .map_err(|error| format!("--symbols {}: {error}", files::shown(path)))
}

/// Refuses pipes and devices: sources are read again to detect the dialect.
fn must_be_plain(path: &Path) -> Result<(), String> {
    if path.metadata().is_ok_and(|meta| !meta.is_file()) {
        let name = files::shown(path);
        return Err(format!("cannot read {name}: a source must be a regular file"));
    }
    Ok(())
}

/// Reads a program file; `None` for a source.
fn finished(name: &Path, bytes: &[u8], args: &MachineArgs) -> Option<Result<Executable, String>> {
    if elf::is_elf(bytes) {
        return Some(from_elf(bytes, args));
    }
    if let Some(read) = machines().iter().find_map(|machine| machine.open(name, bytes, &args.given))
    {
        return Some(read);
    }
    let dialect = args.given.dialect.and_then(table::dialect);
    let may_have_nuls = dialect.is_some_and(|(_, dialect)| dialect.has_nuls);
    if let Some(what) = foreign_bytes(bytes) {
        return Some(Err(format!("this is {what}")));
    }
    // Without NULs it may be a source in a national character set.
    let is_source = !bytes.contains(&0) || may_have_nuls || is_text(bytes);
    (!is_source).then(|| Err(unknown()))
}

fn from_elf(bytes: &[u8], args: &MachineArgs) -> Result<Executable, String> {
    let found = elf::machine(bytes).map_err(|error| match elf_processor(bytes) {
        Some(processor) => format!("this is a program for {processor}: {}", for_which()),
        None => error.to_string(),
    })?;
    let machine = machines().iter().find(|machine| machine.elf_machine() == Some(found));
    let Some(machine) = machine else {
        if let Some(processor) = foreign::processor(found) {
            return Err(format!("this is a program for {processor}: {}", for_which()));
        }
        return Err(format!("this program is for ELF machine {found}: {}", for_which()));
    };
    let read = elf::read(bytes, machine.spec().name, found).map_err(|error| error.to_string())?;
    machine.open_elf(read, &args.given)
}

/// List of the machines for which ELF files run.
fn for_which() -> String {
    let known = machines()
        .iter()
        .filter_map(|machine| Some(format!("{} ({})", machine.title(), machine.elf_machine()?)));
    format!("isagrid runs 32-bit ELF files for {}", table::and(&known.collect::<Vec<_>>()))
}

/// Foreign processor of an ELF file, even if the file is otherwise invalid.
fn elf_processor(bytes: &[u8]) -> Option<&'static str> {
    let field: [u8; 2] = bytes.get(18..20)?.try_into().ok()?;
    let is_big_endian = bytes.get(5) == Some(&2);
    foreign::processor(if is_big_endian {
        u16::from_be_bytes(field)
    } else {
        u16::from_le_bytes(field)
    })
}

/// Description of a file that cannot be a source; a text with a known signature may still be one.
fn foreign_bytes(bytes: &[u8]) -> Option<&'static str> {
    let is_odd = |byte: &u8| byte.is_ascii_control() && !byte.is_ascii_whitespace();
    let is_text = std::str::from_utf8(bytes).is_ok() && !bytes.iter().any(is_odd);
    let documents: [&[u8]; 3] = [b"%PDF-", b"{\\rtf", b"!<arch>\n"];
    if is_text && !documents.iter().any(|begin| bytes.starts_with(begin)) {
        return None;
    }
    reference::foreign(bytes).or_else(|| foreign::binary(bytes))
}

/// Error message for an unknown file type.
fn unknown() -> String {
    let kinds = machines().iter().map(|machine| machine.kinds()).filter(|kinds| !kinds.is_empty());
    let kinds: Vec<&str> = kinds.collect();
    let (last, first) = kinds.split_last().unwrap_or((&"", &[]));
    let first = first.iter().map(|kind| format!(", {kind}")).collect::<String>();
    format!("neither a source nor a known program file: expected ELF{first}, or {last}")
}

/// Whether bytes are text despite NULs, as ITS files with holes or padding are: few others are
/// control characters.
fn is_text(bytes: &[u8]) -> bool {
    let others = || bytes.iter().filter(|&&byte| byte != 0);
    let odd = others().filter(|byte| !byte.is_ascii_graphic() && !byte.is_ascii_whitespace());
    others().next().is_some() && odd.count() <= others().count() / 16
}

fn assemble(paths: &[PathBuf], args: &MachineArgs) -> Result<Program, LoadError> {
    let read = paths.iter().map(|path| files::read(path, files::SOURCE_LIMIT_BYTES));
    let contents = read.collect::<Result<Vec<_>, _>>()?;
    let texts: Vec<_> = contents.iter().map(|bytes| String::from_utf8_lossy(bytes)).collect();
    let named = paths.iter().zip(&texts).map(|(name, text)| dialect::Source { name, text });
    let DialectCandidates { evidence, dialects, refused } =
        args.dialects(&named.collect::<Vec<_>>())?;
    if texts.iter().all(|text| text.trim().is_empty()) {
        let is = if paths.len() == 1 { "the file is" } else { "the files are" };
        return Err(no_source(&paths[0], &format!("{is} empty")));
    }
    let targets = dialects.iter().map(|dialect| args.target(dialect));
    let targets = targets.collect::<Result<Vec<_>, _>>()?;
    let target = |dialect: &dialect::Dialect| {
        let at = dialects.iter().position(|known| known.name == dialect.name).unwrap_or(0);
        targets[at].clone()
    };
    let attempt = |dialect| Attempt::new(paths, &contents, target(dialect), args);
    let choice = dialect::choose(&evidence, &dialects, attempt, Attempt::refusal);
    let output = choice
        .note
        .as_ref()
        .map(|why| format!("dialect {}: {}", choice.dialect.name, asmkit::plain_name(why)));
    let Attempt { target, sources, made } = choice.attempt;
    match made {
        Ok(made) => {
            if !made.warnings.is_empty() {
                output.iter().for_each(|output| say::note(output));
            }
            show(&made.warnings, &sources);
            let (disk, files) = (args.disk().map(Path::to_owned), paths.to_vec());
            Ok(Program { target, made, sources, disk, output, files })
        }
        Err(messages) => {
            let mut all = paths.iter().zip(&texts);
            let other = all.find_map(|(path, text)| Some((path, foreign::language(path, text)?)));
            if let Some((path, what)) = other.filter(|_| args.given.dialect.is_none()) {
                return Err(no_source(path, &format!("this is {what}")));
            }
            output.iter().for_each(|output| say::note(output));
            show(&messages, &sources);
            for hint in choice.hint.iter().chain(&refused) {
                say::note(&format!("help: {hint}"));
            }
            Err(LoadError::Reported(ProgramErrors { messages, sources, why: None }))
        }
    }
}

/// Reports a file that is not a source.
fn no_source(path: &Path, why: &str) -> LoadError {
    say::error(&format!("{}: {why}", files::shown(path)));
    LoadError::Reported(ProgramErrors { why: Some(why.to_owned()), ..ProgramErrors::default() })
}

/// Result of assembling the sources in one dialect.
struct Attempt {
    target: Target,
    sources: Sources,
    made: Result<ProgramFile, Vec<Diagnostic>>,
}

impl Attempt {
    fn new(paths: &[PathBuf], contents: &[Vec<u8>], target: Target, args: &MachineArgs) -> Self {
        let mut sources = Sources::new();
        let files = paths.iter().zip(contents);
        let ids: Vec<_> =
            files.map(|(path, bytes)| sources.add(&path.to_string_lossy(), bytes)).collect();
        let library = target.project_library(&paths[0], &args.include, args.disk());
        let made = target.assemble(&mut sources, &ids, library.as_ref());
        Attempt { target, sources, made }
    }

    fn refusal(&self) -> Option<Refusal> {
        let messages = self.made.as_ref().err()?;
        Some(Refusal::of(messages, &self.sources))
    }
}

/// Messages shown before the rest is only counted.
const SHOWN_MESSAGES: usize = 20;

fn show(messages: &[Diagnostic], sources: &Sources) {
    for message in messages.iter().take(SHOWN_MESSAGES) {
        say::note(&asmkit::render(message, sources, true));
        say::note("");
        if message.severity == Severity::Error {
            explain::record(message.id);
        }
    }
    if let Some(more) = messages.len().checked_sub(SHOWN_MESSAGES).filter(|&more| more > 0) {
        say::note(&format!("{more} more messages are not shown"));
    }
}

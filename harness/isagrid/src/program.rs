//! A program from the user's files: assembled, or read from a file that holds one.

use std::path::{Path, PathBuf};

use architecture::{Finished, Made};
use asmkit::{Diagnostic, Severity, Sources, elf};
use machines::dialect::{self, Refusal};
use machines::files::{self, foreign};
use machines::switches::For;
use machines::table::{self, machines};
use machines::target::Target;

use crate::machine_args::{Likely, MachineArgs};
use crate::{Usage, explain, missing, say};

/// A program that is ready to run.
pub(crate) struct Program {
    pub(crate) target: Target,
    pub(crate) made: Made,
    pub(crate) sources: Sources,
    /// The folder that is the disk of its system, if the user names one.
    pub(crate) disk: Option<PathBuf>,
    /// Why its source is taken for one of its dialect, where another could be expected.
    told: Option<String>,
    /// The files it was read from.
    pub(crate) files: Vec<PathBuf>,
}

impl Program {
    /// What tells of it and what debugs it need of it.
    pub(crate) fn parts(&self) -> machines::target::Program<'_> {
        let Program { target, made, sources, .. } = self;
        machines::target::Program { target, image: &made.image, sources }
    }

    /// Says which dialect the source is taken for, where a message may be a matter of that.
    pub(crate) fn tell_dialect(&self) {
        self.told.iter().for_each(|told| say::note(told));
    }

    /// Refuses to write over one of its files.
    ///
    /// # Errors
    /// A sentence when the path is that of one.
    pub(crate) fn may_write(&self, path: &Path) -> Result<(), String> {
        may_write(path, &self.sources, &self.files)
    }
}

/// Refuses to write over a source, or another file a program was read from.
///
/// # Errors
/// A sentence when the path is that of one.
pub(crate) fn may_write(path: &Path, sources: &Sources, files: &[PathBuf]) -> Result<(), String> {
    let sources = sources.names();
    let sources = sources.iter().map(Path::new);
    files::may_write(path, sources.chain(files.iter().map(PathBuf::as_path)))
}

/// Why there is no program.
pub(crate) enum NoProgram {
    /// The user should have called otherwise.
    Usage(Usage),
    /// The messages were shown.
    Told(Refused),
}

/// Why files make no program.
#[derive(Default)]
pub(crate) struct Refused {
    /// What the assembler says.
    pub(crate) messages: Vec<Diagnostic>,
    pub(crate) sources: Sources,
    /// What is wrong with a file that is no source.
    pub(crate) why: Option<String>,
}

impl From<String> for NoProgram {
    fn from(message: String) -> Self {
        NoProgram::Usage(Usage(message))
    }
}

/// Reads the files and makes a program of them; says on standard error what is wrong.
pub(crate) fn load(paths: &[PathBuf], args: &MachineArgs) -> Result<Program, NoProgram> {
    if paths[0] == Path::new("-") && !paths[0].exists() {
        let why = "a program is read from a file, not from standard input, which is the program's own \
                   input: save it, and give the file's name";
        return Err(why.to_owned().into());
    }
    for path in paths {
        if let Some(meant) = missing::meant(path) {
            let shown = files::shown(path);
            return Err(format!("cannot read {shown}: there is no such file; {meant}").into());
        }
    }
    let first = files::read(&paths[0], files::DATA_LIMIT_BYTES)?;
    let Some(finished) = finished(&first, args) else {
        for path in paths {
            must_be_plain(path)?;
        }
        return assemble(paths, args);
    };
    if paths.len() > 1 {
        return Err("a finished program is run alone, without other files".to_owned().into());
    }
    let Finished { setup, made } = finished.map_err(|why| {
        let why = format!("{}: {why}", files::shown(&paths[0]));
        say::error(&why);
        NoProgram::Told(Refused { why: Some(why), ..Refused::default() })
    })?;
    args.check(setup.architecture(), setup.dialect(), For::Finished)?;
    let (target, sources) = (Target::from(setup), Sources::new());
    let disk = args.disk().map(Path::to_owned);
    Ok(Program { target, made, sources, disk, told: None, files: paths.to_vec() })
}

/// Refuses what gives its text only once: sources are read again, to tell their dialect.
fn must_be_plain(path: &Path) -> Result<(), String> {
    if path.metadata().is_ok_and(|meta| !meta.is_file()) {
        let name = files::shown(path);
        return Err(format!("cannot read {name}: a source must be a plain file: save it as one"));
    }
    Ok(())
}

/// A program that needs no assembler; `None` for a source.
fn finished(bytes: &[u8], args: &MachineArgs) -> Option<Result<Finished, String>> {
    if elf::is_elf(bytes) {
        return Some(from_elf(bytes, args));
    }
    if let Some(read) = machines().iter().find_map(|machine| machine.open(bytes, &args.given)) {
        return Some(read);
    }
    let dialect = args.given.dialect.and_then(table::dialect);
    let may_have_nuls = dialect.is_some_and(|(_, dialect)| dialect.has_nuls);
    if let Some(what) = foreign_bytes(bytes) {
        return Some(Err(format!("this is {what}")));
    }
    // Perhaps a source in the letters of some country.
    let is_source = !bytes.contains(&0) || may_have_nuls || is_text(bytes);
    (!is_source).then(|| Err(unknown()))
}

fn from_elf(bytes: &[u8], args: &MachineArgs) -> Result<Finished, String> {
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

/// Which machines ELF files can be for, in words.
fn for_which() -> String {
    let known = machines()
        .iter()
        .filter_map(|machine| Some(format!("{} ({})", machine.title(), machine.elf_machine()?)));
    format!("files of {} are run, of 32 bits", table::and(&known.collect::<Vec<_>>()))
}

/// The processor of an ELF file that is none of ours, whatever else is wrong with it.
fn elf_processor(bytes: &[u8]) -> Option<&'static str> {
    let field: [u8; 2] = bytes.get(18..20)?.try_into().ok()?;
    let is_big_endian = bytes.get(5) == Some(&2);
    foreign::processor(if is_big_endian {
        u16::from_be_bytes(field)
    } else {
        u16::from_le_bytes(field)
    })
}

/// What a file is that no assembler is asked about; its first bytes may be letters of a program,
/// too, where the rest is one.
fn foreign_bytes(bytes: &[u8]) -> Option<&'static str> {
    let is_odd = |byte: &u8| byte.is_ascii_control() && !byte.is_ascii_whitespace();
    let is_text = std::str::from_utf8(bytes).is_ok() && !bytes.iter().any(is_odd);
    let documents: [&[u8]; 3] = [b"%PDF-", b"{\\rtf", b"!<arch>\n"];
    if is_text && !documents.iter().any(|begin| bytes.starts_with(begin)) {
        return None;
    }
    reference::foreign(bytes).or_else(|| foreign::binary(bytes))
}

/// What is said of bytes that are nothing to run.
fn unknown() -> String {
    let kinds = machines().iter().map(|machine| machine.kinds()).filter(|kinds| !kinds.is_empty());
    let kinds: Vec<&str> = kinds.collect();
    let (last, first) = kinds.split_last().unwrap_or((&"", &[]));
    let first = first.iter().map(|kind| format!(", {kind}")).collect::<String>();
    format!("this is neither a source nor a program of a kind known here: ELF{first}, or {last}")
}

/// Whether bytes are a text in spite of NULs, as files of ITS are that end in them or have holes:
/// hardly any are control characters besides.
fn is_text(bytes: &[u8]) -> bool {
    let others = || bytes.iter().filter(|&&byte| byte != 0);
    let odd = others().filter(|byte| !byte.is_ascii_graphic() && !byte.is_ascii_whitespace());
    others().next().is_some() && odd.count() <= others().count() / 16
}

fn assemble(paths: &[PathBuf], args: &MachineArgs) -> Result<Program, NoProgram> {
    let read = paths.iter().map(|path| files::read(path, files::SOURCE_LIMIT_BYTES));
    let contents = read.collect::<Result<Vec<_>, _>>()?;
    let texts: Vec<_> = contents.iter().map(|bytes| String::from_utf8_lossy(bytes)).collect();
    let named = paths.iter().zip(&texts).map(|(name, text)| dialect::Source { name, text });
    let Likely { evidence, dialects, refused } = args.dialects(&named.collect::<Vec<_>>())?;
    if texts.iter().all(|text| text.trim().is_empty()) {
        let (is, it) =
            if paths.len() == 1 { ("this file is", "it") } else { ("these files are", "them") };
        return Err(no_source(&paths[0], &format!("{is} empty: there is no program in {it}")));
    }
    let targets = dialects.iter().map(|dialect| args.target(dialect));
    let targets = targets.collect::<Result<Vec<_>, _>>()?;
    let target = |dialect: &dialect::Dialect| {
        let at = dialects.iter().position(|known| known.name == dialect.name).unwrap_or(0);
        targets[at].clone()
    };
    let attempt = |dialect| Attempt::new(paths, &contents, target(dialect), args);
    let choice = dialect::choose(&evidence, &dialects, attempt, Attempt::refusal);
    let told = choice
        .note
        .as_ref()
        .map(|why| format!("dialect {}: {}", choice.dialect.name, asmkit::plain_name(why)));
    let Attempt { target, sources, made } = choice.attempt;
    match made {
        Ok(made) => {
            if !made.warnings.is_empty() {
                told.iter().for_each(|told| say::note(told));
            }
            show(&made.warnings, &sources);
            let (disk, files) = (args.disk().map(Path::to_owned), paths.to_vec());
            Ok(Program { target, made, sources, disk, told, files })
        }
        Err(messages) => {
            let mut all = paths.iter().zip(&texts);
            let other = all.find_map(|(path, text)| Some((path, foreign::language(path, text)?)));
            if let Some((path, what)) = other.filter(|_| args.given.dialect.is_none()) {
                return Err(no_source(path, &format!("this is {what}")));
            }
            told.iter().for_each(|told| say::note(told));
            show(&messages, &sources);
            for hint in choice.hint.iter().chain(&refused) {
                say::note(&format!("help: {hint}"));
            }
            Err(NoProgram::Told(Refused { messages, sources, why: None }))
        }
    }
}

/// Says what a file is that is no source.
fn no_source(path: &Path, why: &str) -> NoProgram {
    say::error(&format!("{}: {why}", files::shown(path)));
    NoProgram::Told(Refused { why: Some(why.to_owned()), ..Refused::default() })
}

/// What the assembler of one dialect made of the sources.
struct Attempt {
    target: Target,
    sources: Sources,
    made: Result<Made, Vec<Diagnostic>>,
}

impl Attempt {
    fn new(paths: &[PathBuf], contents: &[Vec<u8>], target: Target, args: &MachineArgs) -> Self {
        let mut sources = Sources::new();
        let files = paths.iter().zip(contents);
        let ids: Vec<_> =
            files.map(|(path, bytes)| sources.add(&path.to_string_lossy(), bytes)).collect();
        let library = target.library(&paths[0], &args.include, args.disk());
        let made = target.assemble(&mut sources, &ids, library.as_ref());
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
        if message.severity == Severity::Error {
            explain::told(message.id);
        }
    }
    if let Some(more) = messages.len().checked_sub(SHOWN_MESSAGES).filter(|&more| more > 0) {
        say::note(&format!("{more} more messages are not shown"));
    }
}

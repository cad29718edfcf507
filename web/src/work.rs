//! Sources from the page, and their assembly.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::Path;

use architecture::{Architecture, Choices, ProgramFile, Takes};
use asmkit::{Diagnostic, FileId, Library, OpenError, Severity, Sources};
use data_encoding::BASE64;
use debuggers::headless::LoadedProgram;
use serde::{Deserialize, Serialize};
use targets::dialect::{self, Evidence, Refusal};
use targets::files::foreign;
use targets::switches::{self, ProgramForm};
use targets::table;
use targets::target::Target;
use ts_rs::TS;

use crate::call_error::{ALL, CallError, elsewhere};
use crate::executable;

/// A file with its name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Source {
    /// Its name, whose extension may identify its language.
    pub name: String,
    /// Its contents.
    pub text: String,
    /// Its bytes in base64 if they are not text; then `text` is ignored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub base64: Option<String>,
}

impl Source {
    /// A text file.
    pub(crate) fn of_text(name: String, text: String) -> Self {
        Source { name, text, base64: None }
    }

    /// A file of these bytes.
    pub(crate) fn of_bytes(name: String, bytes: Vec<u8>) -> Self {
        match String::from_utf8(bytes) {
            Ok(text) => Source::of_text(name, text),
            Err(error) => {
                let base64 = Some(BASE64.encode(error.as_bytes()));
                Source { name, text: String::new(), base64 }
            }
        }
    }

    /// Its bytes.
    ///
    /// # Errors
    /// An error message if `base64` is not valid.
    pub(crate) fn bytes(&self) -> Result<Vec<u8>, String> {
        let Some(text) = &self.base64 else { return Ok(self.text.clone().into_bytes()) };
        let name = || asmkit::plain_name(&self.name);
        BASE64.decode(text.as_bytes()).map_err(|why| format!("`{}` is not base64: {why}", name()))
    }
}

/// Sources and how to assemble them.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct Work {
    /// Sources, assembled together in this order; at least one. Or one program file, in base64.
    pub sources: Vec<Source>,
    /// Files that the sources may include.
    #[serde(default)]
    pub library: Vec<Source>,
    /// Dialect; null to detect it from the sources.
    pub dialect: Option<String>,
    /// Switches as command lines spell them without `--`, such as `board=esp32c3`.
    #[serde(default)]
    pub switches: Vec<String>,
}

/// Size limit of a source or file from the page, the same as for the command.
const SOURCE_LIMIT_BYTES: usize = targets::files::SOURCE_LIMIT_BYTES as usize;

/// Result of the assembler in one dialect.
#[derive(Debug)]
pub(crate) struct Assembled {
    pub(crate) target: Target,
    pub(crate) sources: Sources,
    pub(crate) made: Result<ProgramFile, Vec<Diagnostic>>,
    /// Reason for the dialect, if it was detected.
    pub(crate) reason: Option<String>,
    /// Dialect that would assemble what this one refuses.
    pub(crate) hint: Option<String>,
    /// Reason why the sources are no assembly, such as another language.
    pub(crate) foreign: Option<String>,
}

/// Files from the page that sources may include: those given, and other open sources.
struct PageFiles<'w> {
    given: &'w [Source],
    open: &'w [Source],
    /// Names of the open sources that were included.
    included: RefCell<BTreeSet<String>>,
}

impl Library for PageFiles<'_> {
    fn open(&self, from: &str, name: &str) -> Result<(String, Vec<u8>), OpenError> {
        let is_named = |file: &&Source| file.name == name;
        let open = || self.open.iter().filter(|file| file.name != from).find(is_named);
        let given = self.given.iter().find(is_named);
        let found = given.or_else(open).ok_or(OpenError::NotFound)?;
        if given.is_none() {
            self.included.borrow_mut().insert(name.to_owned());
        }
        Ok((found.name.clone(), found.bytes().map_err(|_| OpenError::NotFound)?))
    }
}

/// Reason why a document without any text does not run.
const EMPTY: &str = "the source is empty: there is no program in it";

/// Maximum number of assembler messages in an error message.
const MOST_MESSAGES: usize = 10;

/// Error message with the errors of the assembler, one per line.
fn refused(messages: &[Diagnostic], sources: &Sources) -> String {
    let errors = messages.iter().filter(|message| message.severity == Severity::Error);
    let line = |message: &Diagnostic| {
        let (line, _) = sources.line_column(message.span);
        let file = asmkit::plain_name(sources.name(message.span.file));
        format!("\n{file}:{line}: {}", asmkit::plain(&message.message))
    };
    let lines: Vec<String> = errors.map(line).collect();
    let more = match lines.len().saturating_sub(MOST_MESSAGES) {
        0 => String::new(),
        more => format!("\nand {}", machine::numbers::counted(more as u64, "more message")),
    };
    let shown: String = lines.into_iter().take(MOST_MESSAGES).collect();
    format!("the program does not assemble:{shown}{more}")
}

impl Work {
    /// Assembles the sources.
    ///
    /// # Errors
    /// An error message if there is no such dialect or switch, or a source is too large; or the module of its
    /// machine. Mistakes in the sources themselves are in `made`.
    pub(crate) fn assemble(&self) -> Result<Assembled, CallError> {
        if self.sources.is_empty() {
            return Err("there is no source to assemble".into());
        }
        let mut files = self.sources.iter().chain(&self.library);
        if let Some(large) = files.find(|file| file.text.len() > SOURCE_LIMIT_BYTES) {
            let (name, limit) = (asmkit::plain_name(&large.name), SOURCE_LIMIT_BYTES >> 20);
            return Err(format!("`{name}` is larger than {limit} MiB").into());
        }
        if let [Source { base64: Some(_), .. }] = &self.sources[..] {
            return executable::open(self);
        }
        if let Some(name) = &self.dialect {
            let elsewhere = table::language(name).and_then(|(_, dialect)| elsewhere(dialect));
            if let Some(module) = elsewhere {
                return Err(CallError::Elsewhere(module));
            }
            let target = self.target(name)?;
            let (sources, made) = self.attempt(&target);
            let foreign = self.is_empty().then(|| EMPTY.to_owned());
            return Ok(Assembled { target, sources, made, reason: None, hint: None, foreign });
        }
        let named = self.sources.iter();
        let named =
            named.map(|file| dialect::Source { name: Path::new(&file.name), text: &file.text });
        let evidence = Evidence::of(&named.collect::<Vec<_>>());
        let (likely, is_cut) = self.likely(&evidence)?;
        let attempt = |dialect: &'static dialect::Dialect| {
            let target =
                self.target(dialect.name).expect("dialects without a target were left out");
            let (sources, made) = self.attempt(&target);
            (target, sources, made)
        };
        type Attempt = (Target, Sources, Result<ProgramFile, Vec<Diagnostic>>);
        let refusal = |(_, sources, made): &Attempt| {
            made.as_ref().err().map(|messages| Refusal::of(messages, sources))
        };
        let choice = dialect::choose(&evidence, &likely, attempt, refusal);
        if is_cut && choice.attempt.2.is_err() && choice.hint.is_none() {
            return Err(CallError::Elsewhere(ALL));
        }
        let (target, sources, made) = choice.attempt;
        let foreign = self.foreign(made.is_err());
        Ok(Assembled { target, sources, made, reason: choice.note, hint: choice.hint, foreign })
    }

    fn is_empty(&self) -> bool {
        self.sources.iter().all(|file| file.base64.is_none() && file.text.trim().is_empty())
    }

    /// Reason why the sources are no assembly, if no dialect was chosen.
    fn foreign(&self, is_refused: bool) -> Option<String> {
        if self.is_empty() {
            return Some(EMPTY.to_owned());
        }
        let what = |file: &Source| foreign::language(Path::new(&file.name), &file.text);
        let what = is_refused.then(|| self.sources.iter().find_map(what)).flatten()?;
        Some(format!("this is {what}"))
    }

    /// Dialects to try, the likeliest first, up to the first one whose machine this module does not have;
    /// and whether there is such a one.
    ///
    /// # Errors
    /// An error message if no dialect has the switches; or the module with the machines to try.
    fn likely(
        &self,
        evidence: &Evidence,
    ) -> Result<(Vec<&'static dialect::Dialect>, bool), CallError> {
        let mut likely = evidence.likely();
        if let Some(module) = elsewhere(likely[0]) {
            return Err(CallError::Elsewhere(module));
        }
        let here = likely.iter().position(|dialect| elsewhere(dialect).is_some());
        if here.is_some() && !self.switches.is_empty() {
            // Only a machine knows whether it has a switch.
            return Err(CallError::Elsewhere(ALL));
        }
        likely.truncate(here.unwrap_or(likely.len()));
        let first = likely[0].name;
        // A switch excludes the dialects that do not have it.
        likely.retain(|dialect| self.target(dialect.name).is_ok());
        if likely.is_empty() {
            return Err(self.target(first).err().unwrap_or_default().into());
        }
        Ok((likely, here.is_some()))
    }

    /// Assembles the program.
    ///
    /// # Errors
    /// As [`assemble`](Self::assemble); or the assembler's messages, one per line.
    pub(crate) fn program(&self) -> Result<LoadedProgram, CallError> {
        let Assembled { target, sources, made, foreign, .. } = self.assemble()?;
        if let Some(why) = foreign {
            return Err(why.into());
        }
        let made = made.map_err(|messages| refused(&messages, &sources))?;
        let (image, title) = (made.image.into(), made.title);
        Ok(LoadedProgram { target, image, sources: sources.into(), title })
    }

    fn attempt(&self, target: &Target) -> (Sources, Result<ProgramFile, Vec<Diagnostic>>) {
        let library =
            PageFiles { given: &self.library, open: &self.sources, included: RefCell::default() };
        // A source that another one includes is not assembled a second time.
        loop {
            let included = library.included.borrow().clone();
            let is_main = |file: &&Source| !included.contains(&file.name);
            let has_main = self.sources.iter().any(|file| is_main(&file));
            let mut sources = Sources::new();
            let files = self.sources.iter().filter(|file| !has_main || is_main(file));
            let ids: Vec<FileId> =
                files.map(|file| sources.add(&file.name, file.text.as_bytes())).collect();
            let made = target.assemble(&mut sources, &ids, &library);
            if library.included.borrow().len() == included.len() {
                return (sources, made);
            }
        }
    }

    /// Machine of a dialect with the switches.
    fn target(&self, dialect: &str) -> Result<Target, String> {
        let Some((machine, dialect)) = table::dialect(dialect) else {
            let known: Vec<String> =
                table::dialects().map(|(_, known)| known.name.to_owned()).collect();
            let name = asmkit::plain_name(dialect);
            return Err(format!(
                "no dialect is called `{name}`; the dialects are {}",
                table::and(&known)
            ));
        };
        let given = self.choices(machine, Some(dialect))?;
        match switches::refused(machine, dialect, &given, ProgramForm::Source) {
            Some(refused) => Err(format!("`{}` {}", refused.name, refused.why)),
            None => machine.set_up(dialect, &given).map(Target::from),
        }
    }

    /// Switches as choices of a machine.
    pub(crate) fn choices(
        &self,
        machine: &dyn Architecture,
        dialect: Option<&'static dialect::Dialect>,
    ) -> Result<Choices, String> {
        let mut given = Choices::default();
        given.dialect = dialect.map(|dialect| dialect.name);
        for text in &self.switches {
            let (name, value) = text
                .split_once('=')
                .map_or((text.as_str(), None), |(name, value)| (name, Some(value)));
            let switches = machine.switches();
            let found = switches.iter().find(|switch| switch.name == name);
            let of = dialect.map_or(machine.title(), |dialect| dialect.name);
            let unknown = || format!("{of} has no switch `{}`", asmkit::plain_name(name));
            let switch = found.ok_or_else(unknown)?;
            match (switch.refused(value), &switch.takes, value) {
                (Some(why), ..) => return Err(why),
                (None, Takes::Nothing, _) => given.turn_on(switch.name),
                (None, _, value) => given.set(switch.name, value.unwrap_or_default().to_owned()),
            }
        }
        Ok(given)
    }
}

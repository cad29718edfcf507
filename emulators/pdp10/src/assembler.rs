//! MIDAS, the assembler of ITS.
//!
//! Stages of a line, run once per pass:
//!
//! 1. `passes` starts a pass, which is a loop of statements in `grouping`.
//! 2. `input` returns characters from files, the bodies of `macros` and loops.
//! 3. `syllable` turns them into a name or a value; `:` and `=` after a name go to `definition`.
//! 4. `names` looks a name up and calls what acts on it: `pseudo` has the operations, `macros`
//!    inserts a body before the next character.
//! 5. `field` applies operators to syllables; a bracket contains statements again, those of `[]`
//!    a literal, which `literals` keeps until it is placed.
//! 6. `word` combines fields by the spaces and commas between them; `bytes` and `text`
//!    assemble parts of words.
//! 7. `output` stores the word at the `location`, and `listing` lists it. For a relocatable program,
//!    `linking` writes it with definitions and references to the blocks of `stink`.
//!
//! `finish` builds files and an image from pass 2. All stages share the state in `context`.

mod blocks;
mod bytes;
mod characters;
mod console;
mod context;
mod definition;
mod field;
mod finish;
mod foreign_names;
mod formula;
mod grouping;
mod input;
mod linking;
mod listing;
mod literals;
mod location;
mod macros;
mod messages;
mod name;
mod names;
mod number;
mod output;
mod passes;
mod predefined;
mod pseudo;
mod settings;
mod stink;
mod syllable;
mod symbols;
mod text;
mod value;
mod variables;
mod word;

use std::collections::HashSet;

use asmkit::words::{Word, WordKind};
use asmkit::{Assembly, Diagnostic, FileId, Library, Severity, Sources};

use crate::binary::Binary;
use crate::{Options, isa, its};
use name::Name;

pub(crate) use name::LENGTH as NAME_LENGTH;
pub use predefined::predefined;

/// Every word that MIDAS predefines, with its meaning.
pub(crate) fn words() -> Vec<Word> {
    let mut words: Vec<Word> = isa::page::words().collect();
    words.extend(pseudo::names().map(|name| Word::new(WordKind::Directive, name).in_any_case()));
    words.extend(its::services());
    let symbol = |name: &str, meaning: String| {
        Word::new(WordKind::Symbol, name).doing(meaning).in_any_case()
    };
    words.extend(isa::successors::INSTRUCTIONS.iter().map(|(name, _)| {
        symbol(name, "an instruction of later processors, not in the KA10".to_owned())
    }));
    let known: HashSet<Name> = words.iter().map(|word| Name::new(&word.name)).collect();
    let others = its::symbols().filter(|(name, _)| !known.contains(&Name::new(name)));
    words.extend(others.map(|(name, value)| symbol(&name, format!("a symbol of ITS: {value}"))));
    words
}

/// Whether a character can be part of a name.
pub(crate) fn is_in_names(c: char) -> bool {
    u8::try_from(c).is_ok_and(Name::takes)
}

/// Result of an assembly.
#[derive(Debug, Clone, Default)]
pub struct Assembled {
    /// Image with source lines and warnings, for a machine.
    pub assembly: Assembly,
    /// The program, for a file.
    pub binary: Binary,
    /// Program name from TITLE.
    pub title: String,
    /// Words of the file that the source selects: SBLK, or RIM10, DECSAV or a relocatable program
    /// if it says so.
    pub file: Vec<crate::Word36>,
    /// Whether the program has to be linked before it runs.
    pub is_relocatable: bool,
    /// Text typed on the console in both passes.
    pub console: String,
    /// The listing, as `/L` writes it.
    pub listing: String,
}

/// Assembles files one after the other.
///
/// # Errors
/// All diagnostics, if at least one is an error. With `options.keeps_going` only a fatal one is.
pub fn assemble(
    sources: &mut Sources,
    files: &[FileId],
    options: &Options,
    library: &dyn Library,
) -> Result<Assembled, Vec<Diagnostic>> {
    let (mut assembled, diagnostics) = midas(sources, files, options, library);
    let warnings = &mut assembled.assembly.warnings;
    // A fatal error leaves no file.
    if options.keeps_going && !assembled.file.is_empty() {
        warnings.iter_mut().for_each(|one| one.severity = Severity::Warning);
    }
    let is_error = |one: &Diagnostic| one.severity == Severity::Error;
    if warnings.iter().any(is_error) { Err(diagnostics) } else { Ok(assembled) }
}

/// Assembles like MIDAS, which writes its file despite errors unless one was fatal; then `file` is
/// empty.
pub fn midas(
    sources: &mut Sources,
    files: &[FileId],
    options: &Options,
    library: &dyn Library,
) -> (Assembled, Vec<Diagnostic>) {
    passes::assemble(sources, files, options, library)
}

//! MIDAS, the assembler of ITS.
//!
//! The way of a line, twice, once a pass:
//!
//! 1. `passes` starts a pass, which is a loop of statements in `grouping`.
//! 2. `input` gives characters, out of files, the bodies of `macros` and loops.
//! 3. `syllable` makes them a name or a value; `:` and `=` behind a name end in `definition`.
//! 4. `names` looks a name up. What acts is called here: `pseudo` has the operations, `macros`
//!    puts a body before what is read next.
//! 5. `field` puts operators between syllables; a bracket among them is statements again, those of
//!    `[]` a literal, which `literals` keeps until it has a place.
//! 6. `word` puts fields together by the blanks and commas between them; `bytes` and `text`
//!    make words of less.
//! 7. `output` takes the word at the `location`, and `listing` shows it.
//!
//! `finish` makes files and an image of what pass 2 left. What all of them work on is `session`.

mod blocks;
mod bytes;
mod characters;
mod console;
mod context;
mod definition;
mod field;
mod finish;
mod foreign_names;
mod grouping;
mod input;
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
mod syllable;
mod symbols;
mod text;
mod value;
mod variables;
mod word;

use std::collections::HashSet;

use asmkit::words::{Kind, Word};
use asmkit::{Assembly, Diagnostic, FileId, Library, Severity, Sources};

use crate::binary::Binary;
use crate::{Options, isa, its};
use name::Name;

pub(crate) use name::LENGTH as NAME_LENGTH;
pub use predefined::predefined;

/// Every word that MIDAS knows before it reads a line, each with what it is.
pub(crate) fn words() -> Vec<Word> {
    let mut words: Vec<Word> = isa::page::words().collect();
    words.extend(pseudo::names().map(|name| Word::new(Kind::Directive, name).in_any_case()));
    words.extend(its::services());
    let symbol =
        |name: &str, meaning: String| Word::new(Kind::Symbol, name).doing(meaning).in_any_case();
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

/// What MIDAS makes of a source.
#[derive(Debug, Clone, Default)]
pub struct Assembled {
    /// For a machine: the image with its source lines, and warnings.
    pub assembly: Assembly,
    /// For a file.
    pub binary: Binary,
    /// The name of the program, from its TITLE.
    pub title: String,
    /// The words of the file the source asks for: SBLK, or RIM10 or DECSAV where it says so.
    pub file: Vec<crate::Word36>,
    /// What MIDAS types on the console, both passes.
    pub console: String,
    /// The listing, as `/L` writes it.
    pub listing: String,
}

/// Assembles files, one behind the other.
///
/// # Errors
/// What MIDAS has to say, errors among it.
pub fn assemble(
    sources: &mut Sources,
    files: &[FileId],
    options: &Options,
    library: &dyn Library,
) -> Result<Assembled, Vec<Diagnostic>> {
    let (assembled, diagnostics) = midas(sources, files, options, library);
    if diagnostics.iter().any(|one| one.severity == Severity::Error) {
        Err(diagnostics)
    } else {
        Ok(assembled)
    }
}

/// The same as MIDAS does it, which writes its file in spite of errors unless one was fatal; then
/// `file` is empty.
pub fn midas(
    sources: &mut Sources,
    files: &[FileId],
    options: &Options,
    library: &dyn Library,
) -> (Assembled, Vec<Diagnostic>) {
    let _ = options;
    passes::assemble(sources, files, library)
}

//! The assembler: three dialects, one output format.

mod foreign;
mod gnu;
mod rars;
mod venus;

use asmkit::mars::assemble_in_two_passes;
use asmkit::words::{Word, WordKind};
use asmkit::{Assembly, Diagnostic, FileId, Library, Rules, Sources};

use crate::isa::operand;
use crate::options::{Dialect, Options};

/// Vocabulary of a dialect, from its tables.
pub(crate) fn words(dialect: Dialect) -> Vec<Word> {
    match dialect {
        Dialect::Gnu => gnu::vocabulary(),
        Dialect::Rars => rars::vocabulary(),
        Dialect::Venus => venus::vocabulary(),
    }
}

/// Registers as vocabulary.
fn register_words() -> impl Iterator<Item = Word> {
    operand::names().map(|(name, preferred)| {
        let word = Word::new(WordKind::Register, name);
        match preferred {
            Some(preferred) => word.doing(format!("another name for `{preferred}`")),
            None => word,
        }
    })
}

/// Control and status register as vocabulary.
fn csr_word(name: String, number: u16) -> Word {
    let meaning = format!("control and status register {number:#05x}");
    Word::new(WordKind::Register, name).doing(meaning)
}

/// Whether a character may be part of a name in the GNU dialect, as any byte of a multi-byte
/// character may.
pub(crate) fn is_in_names_of_gnu(c: char) -> bool {
    let mut bytes = [0; 4];
    c.encode_utf8(&mut bytes).bytes().all(gnu::is_in_names)
}

pub(crate) use venus::is_in_names as is_in_names_of_venus;

/// Addresses of sections that do not follow the machine's memory map (GNU dialect).
#[derive(Debug, Clone, Copy, Default)]
pub struct Placement<'a> {
    /// Names of sections and their first addresses, as in GNU ld's `--section-start`.
    pub starts: &'a [(&'a str, u32)],
}

/// Assembles files together; the first file comes first in memory.
///
/// # Errors
/// All messages of severity error, and the warnings before them.
pub fn assemble(
    sources: &mut Sources,
    files: &[FileId],
    options: &Options,
    library: &dyn Library,
) -> Result<Assembly, Vec<Diagnostic>> {
    assemble_placed(sources, files, options, &Placement::default(), library)
}

/// Assembles files together, with sections at given addresses.
///
/// # Errors
/// As [`assemble`].
pub fn assemble_placed(
    sources: &mut Sources,
    files: &[FileId],
    options: &Options,
    placement: &Placement<'_>,
    library: &dyn Library,
) -> Result<Assembly, Vec<Diagnostic>> {
    let rules = Rules {
        warnings_are_errors: options.warnings_are_errors,
        keeps_bytes: options.dialect == Dialect::Gnu,
    };
    asmkit::checked(sources, files, rules, |sources| match options.dialect {
        Dialect::Gnu => gnu::assemble_and_link(sources, files, options, placement, library),
        Dialect::Rars => assemble_in_two_passes(sources, files, &rars::settings(options), library),
        Dialect::Venus => venus::assemble_and_link(sources, files, library),
    })
}

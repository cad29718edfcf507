//! The assembler, with the dialects of MARS and SPIM.

mod foreign;
mod mars;
mod messages;
mod sections;
mod spim;

use asmkit::mars::assemble_in_two_passes;
use asmkit::words::Word;
use asmkit::{Assembly, Diagnostic, FileId, Library, Rules, Sources};

use crate::options::{Dialect, Options};

/// Vocabulary of a dialect, from its tables.
pub(crate) fn words(dialect: Dialect) -> Vec<Word> {
    match dialect {
        Dialect::Mars => mars::vocabulary().collect(),
        Dialect::Spim => spim::vocabulary().collect(),
    }
}

/// Whether a character can be part of a SPIM name.
pub(crate) fn is_in_names_of_spim(c: char) -> bool {
    u8::try_from(c).is_ok_and(spim::is_in_names)
}

/// Assembles files together, in order.
///
/// # Errors
/// All errors, with the warnings.
pub fn assemble(
    sources: &mut Sources,
    files: &[FileId],
    options: &Options,
    library: &dyn Library,
) -> Result<Assembly, Vec<Diagnostic>> {
    let rules = Rules {
        warnings_are_errors: options.warnings_are_errors,
        keeps_bytes: options.dialect == Dialect::Spim,
    };
    asmkit::checked(sources, files, rules, |sources| match options.dialect {
        Dialect::Mars => assemble_in_two_passes(sources, files, &mars::settings(options), library),
        Dialect::Spim => spim::assemble_in_one_pass(sources, files, options),
    })
}

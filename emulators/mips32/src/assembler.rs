//! The assembler: both dialects, one output.

mod habits;
mod mars;
mod messages;
mod sections;
mod spim;

use asmkit::mars::assemble_in_two_passes;
use asmkit::{Assembly, Diagnostic, FileId, Library, Rules, Sources};

use crate::options::{Dialect, Options};

/// Assembles files together, the first one first.
///
/// # Errors
/// Every message of severity error, with the warnings that came before it.
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

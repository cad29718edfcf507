//! The assembler: three dialects, one output.

mod gnu;
mod habits;
mod rars;
mod venus;

use asmkit::mars::assemble_in_two_passes;
use asmkit::{Assembly, Diagnostic, FileId, Library, Rules, Sources};

use crate::options::{Dialect, Options};

/// Where sections go that do not go where the machine's plan has them (GNU dialect).
#[derive(Debug, Clone, Copy, Default)]
pub struct Placement<'a> {
    /// Names of sections and their first addresses, as `--section-start` gives them to GNU ld.
    pub starts: &'a [(&'a str, u32)],
}

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
    assemble_placed(sources, files, options, &Placement::default(), library)
}

/// The same with sections at chosen addresses.
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

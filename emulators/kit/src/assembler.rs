//! An assembler in two passes, for the rows of a [`Design`] and the [`Language`] of a dialect.
//!
//! A line has labels, then an instruction or a directive, then a comment; each part is optional.
//! The form of an instruction's operands is that of its row. If several rows have a name, the first
//! whose form fits is the instruction.

mod expression;
mod forms;
mod grammar;
mod layout;
mod messages;
mod scan;
mod words;
mod write;

pub use grammar::{Action, Directive, Language, Notation, is_plain_letter};
pub use words::is_operation;

use asmkit::{Assembly, Diagnostic, FileId, Library, Rules, Sources};

use crate::design::Design;
use layout::Layout;

/// Assembles files in sequence, for a machine with this memory.
///
/// # Errors
/// All messages, in the order of the sources.
pub fn assemble<D: Design>(
    sources: &mut Sources,
    files: &[FileId],
    library: &dyn Library,
    language: &Language,
    memory_units: u64,
) -> Result<Assembly, Vec<Diagnostic>> {
    let rules = Rules { warnings_are_errors: false, keeps_bytes: false };
    asmkit::checked(sources, files, rules, |sources| {
        let layout = Layout::<D>::read(sources, files, language, memory_units, library);
        write::write(layout, sources)
    })
}

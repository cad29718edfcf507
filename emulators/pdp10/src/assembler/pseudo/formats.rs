//! Operations for linking loaders, which are not supported here.

use super::super::context::{Assembler, Outcome};
use super::super::messages;
use super::super::name::Name;

/// An output format that is not supported.
pub(super) fn not_offered(asm: &mut Assembler<'_>, name: Name) -> Outcome {
    Err(asm.fatal(&messages::NOT_OFFERED, Some(name)))
}

/// An operation only for relocatable programs.
pub(super) fn for_linking(asm: &mut Assembler<'_>, name: Name) -> Outcome {
    Err(asm.abandon(&messages::STINK_ONLY, Some(name)))
}

/// .I and .F: an integer or floating-point formula to translate.
pub(super) fn arithmetic(asm: &mut Assembler<'_>, name: Name) -> Outcome {
    let unwind = asm.abandon(&messages::NO_ARITHMETIC, Some(name));
    while !matches!(asm.source.input.last(), b'\r' | b'\n') {
        asm.next()?;
    }
    Err(unwind)
}

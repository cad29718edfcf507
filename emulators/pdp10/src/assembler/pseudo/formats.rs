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

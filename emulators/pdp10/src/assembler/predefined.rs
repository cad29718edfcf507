//! MIDAS's predefined symbols.
//!
//! They are the mnemonics of the processor, of its successors and of its input and output, the
//! monitor calls of ITS with the numbers of `.SUSET` variables and `.BREAK 12` requests, and the
//! bits of its variables. DEC's `OR`, `POINT`, `EXP` and the like are not among them.
//!
//! Sources: MIDAS 458, which contains the former and gets the rest from ITS (`.GETSYS`); ITS 1648,
//! its table `SYSYMB`; a genuine MIDAS, queried with `IFDEF` for each name.
//!
//! The symbols are defined where they belong, those of the processor in `isa` and those of the
//! system in `its`; the assembler only collects them.

use crate::isa::{self, successors};
use crate::text::six;
use crate::{Word36, its};

/// Every symbol with a value, except pseudo-operations: its name, cut to six characters by MIDAS,
/// and its value. Names are unique.
pub fn predefined() -> impl Iterator<Item = (String, Word36)> {
    let mnemonics = isa::opcodes().map(|(name, word)| (six(name), word));
    let later = successors::INSTRUCTIONS.iter();
    let later = later.map(|&(name, value)| (name.to_owned(), Word36::new(value)));
    mnemonics.chain(later).chain(its::symbols())
}

#[cfg(test)]
mod tests;

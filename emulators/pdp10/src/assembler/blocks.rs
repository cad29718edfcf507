//! Symbol blocks: .BEGIN and .END.
//!
//! Source: *MIDAS manual*, "Blocks"; MIDAS 458, `A.BEGIN` and `A.END`.

use super::context::{Assembler, Outcome, Unwind};
use super::messages;
use super::name::Name;

/// Maximum nesting of open blocks.
///
/// Source: MIDAS 458, `BKPDLS`.
const NESTING_LIMIT: usize = 8;

impl Assembler<'_> {
    /// .BEGIN: starts a block, named explicitly or after the last label.
    pub(crate) fn begin(&mut self, of: Name) -> Outcome {
        self.must_stand_alone(of);
        self.leave_groupings();
        self.reread_end();
        let label = self.program.location.label.map(|(name, _)| name);
        let name = self.name()?.or(label).unwrap_or_default();
        let around = self.program.symbols.current();
        let known = self
            .program
            .symbols
            .blocks()
            .iter()
            .position(|block| block.name == name && block.around == around);
        let block = known.unwrap_or_else(|| self.program.symbols.add_block(name, around));
        let pass = self.state.pass;
        if self.program.symbols.blocks()[block].entered & pass != 0 {
            self.error(&messages::BLOCK_TWICE, Some(name));
        }
        self.program.symbols.block_mut(block).entered |= pass;
        if self.program.symbols.depth() + 1 >= NESTING_LIMIT - 1 {
            return Err(self.fatal(&messages::BLOCKS_TOO_DEEP, None));
        }
        self.program.symbols.open_block(block);
        Err(Unwind::Groupings)
    }

    /// .END: ends the innermost block, optionally named.
    pub(crate) fn end_of_block(&mut self, of: Name) -> Outcome {
        self.must_stand_alone(of);
        self.leave_groupings();
        self.reread_end();
        let message = self.name()?;
        let name = self.program.symbols.blocks()[self.program.symbols.current()].name;
        if message.is_some_and(|message| message != name) {
            self.error(&messages::BLOCKS_UNMATCHED, Some(name));
        }
        if self.program.symbols.depth() == 0 {
            self.error(&messages::BLOCKS_UNMATCHED, None);
        } else {
            self.program.symbols.close_block();
        }
        Err(Unwind::Groupings)
    }
}

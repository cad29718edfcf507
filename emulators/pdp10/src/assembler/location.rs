//! The location counter: LOC, BLOCK, OFFSET, `.=`.
//!
//! Source: *MIDAS manual*, "LocnCtr"; MIDAS 458, `ALOC`, `ABLOCK`, `AOFFSET`, `PTEQ`.

use super::context::{Assembler, Outcome, Read, Unwind};
use super::messages;
use super::name::Name;
use crate::Word36;

/// Address of the next word, when loaded and as the program sees it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Location {
    /// Load address of the next word.
    pub(crate) counter: u32,
    /// Added to it for the program: OFFSET.
    pub(crate) offset: Word36,
    /// Last label and its value.
    pub(crate) label: Option<(Name, u32)>,
    /// The label before it.
    pub(crate) label_before: Option<(Name, u32)>,
}

/// Start address of programs.
pub(crate) const FIRST: u32 = 0o100;

impl Location {
    /// The location as the program sees it.
    pub(crate) fn here(&self) -> u32 {
        (Word36::from(self.counter) + self.offset).right()
    }
}

impl Assembler<'_> {
    /// LOC: continues at another address.
    pub(crate) fn loc(&mut self, name: Name) -> Outcome {
        let to = self.location_argument(name)?;
        self.go_to(to.right())
    }

    /// `.=`: the same with an address as the program sees it.
    pub(crate) fn set_point(&mut self) -> Read<()> {
        let to = self.location_argument(Name::new("LOC"))?;
        let to = Word36::from(to.right()) - self.program.location.offset;
        self.go_to(to.right()).map(|_| ())
    }

    fn go_to(&mut self, to: u32) -> Outcome {
        self.program.location.label = None;
        self.program.location.counter = to;
        Err(Unwind::Statement)
    }

    /// BLOCK: skips words.
    pub(crate) fn block(&mut self, name: Name) -> Outcome {
        let size = self.location_argument(name)?;
        self.program.location.counter = (self.program.location.counter + size.right()) & 0o777777;
        Err(Unwind::Statement)
    }

    /// OFFSET: sets the difference between addresses in the program and load addresses.
    pub(crate) fn offset(&mut self, name: Name) -> Outcome {
        self.program.location.offset = self.location_argument(name)?;
        Err(Unwind::Statement)
    }

    /// Argument of a statement about the location.
    fn location_argument(&mut self, name: Name) -> Read<Word36> {
        if !self.state.groupings.is_empty() {
            return Err(self.abandon(&messages::IN_BRACKETS, Some(name)));
        }
        let reading = &self.state.reading;
        if reading.no_equals || reading.in_pseudo || reading.in_equals {
            self.error(&messages::IN_PSEUDO, Some(name));
        }
        if self.state.reading.word_seen || self.state.reading.field_seen {
            self.error(&messages::NO_VALUE, Some(name));
        }
        self.program.output.end_block();
        let value = self.argument_word(name)?;
        if self.state.reading.defined { Ok(value.word) } else { Err(Unwind::Statement) }
    }

    /// Leaves the end of a word after a pseudo-operation's name to its argument, which is then
    /// empty.
    pub(crate) fn reread_end(&mut self) {
        if self.state.terminator.ends_word() {
            self.source.input.reread();
        }
    }

    /// Reports a pseudo-operation without a value where one is needed.
    pub(crate) fn must_stand_alone(&mut self, name: Name) {
        let reading = &self.state.reading;
        if reading.word_seen || reading.no_equals || reading.field_seen {
            self.error(&messages::NO_VALUE, Some(name));
        }
    }
}

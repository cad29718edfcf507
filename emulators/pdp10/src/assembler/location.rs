//! Where words go: LOC, BLOCK, OFFSET, `.=`.
//!
//! Source: *MIDAS manual*, "LocnCtr"; MIDAS 458, `ALOC`, `ABLOCK`, `AOFFSET`, `PTEQ`.

use super::context::{Assembler, Outcome, Read, Unwind};
use super::messages;
use super::name::Name;
use crate::Word36;

/// Where the next word goes, and how the program sees that.
#[derive(Debug, Clone, Default)]
pub(crate) struct Location {
    /// Where the next word is loaded.
    pub(crate) counter: u32,
    /// What is added to it for the program: OFFSET.
    pub(crate) offset: Word36,
    /// The last label, and its value.
    pub(crate) label: Option<(Name, u32)>,
    /// The one before.
    pub(crate) label_before: Option<(Name, u32)>,
}

/// Where programs start.
pub(crate) const FIRST: u32 = 0o100;

impl Location {
    /// The location as the program sees it.
    pub(crate) fn here(&self) -> u32 {
        (Word36::from(self.counter) + self.offset).right()
    }
}

impl Assembler<'_> {
    /// LOC: words go there from here on.
    pub(crate) fn loc(&mut self, name: Name) -> Outcome {
        let to = self.location_argument(name)?;
        self.go_to(to.right())
    }

    /// `.=`: the same, as the program sees it.
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

    /// BLOCK: so many words are left out.
    pub(crate) fn block(&mut self, name: Name) -> Outcome {
        let size = self.location_argument(name)?;
        self.program.location.counter = (self.program.location.counter + size.right()) & 0o777777;
        Err(Unwind::Statement)
    }

    /// OFFSET: what the program is told is so much more than where words go.
    pub(crate) fn offset(&mut self, name: Name) -> Outcome {
        self.program.location.offset = self.location_argument(name)?;
        Err(Unwind::Statement)
    }

    /// The argument of a statement about the location.
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

    /// Leaves the end of a word behind a pseudo-operation's name for its argument, which is empty
    /// then.
    pub(crate) fn reread_end(&mut self) {
        if self.state.terminator.ends_word() {
            self.source.input.reread();
        }
    }

    /// A pseudo-operation that has no value must not stand where one is wanted.
    pub(crate) fn must_stand_alone(&mut self, name: Name) {
        let reading = &self.state.reading;
        if reading.word_seen || reading.no_equals || reading.field_seen {
            self.error(&messages::NO_VALUE, Some(name));
        }
    }
}

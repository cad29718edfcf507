//! The location counter: LOC, BLOCK, OFFSET, `.=`.
//!
//! Source: *MIDAS manual*, "LocnCtr"; MIDAS 458, `ALOC`, `ABLOCK`, `AOFFSET`, `PTEQ`.

use super::context::{Assembler, Outcome, Read, Unwind};
use super::messages;
use super::name::Name;
use super::stink::{BlockType, Command};
use super::value::{LoaderQuantity, Relocation, UndefinedQuantity, UndefinedTerm, Value};
use crate::Word36;

/// Address of the next word, when loaded and as the program sees it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Location {
    /// Load address of the next word.
    pub(crate) counter: u32,
    /// Added to it for the program: OFFSET.
    pub(crate) offset: Word36,
    /// Whether the load address is relative to the start of the program.
    pub(crate) relocated: bool,
    /// Relocation of the offset.
    pub(crate) offset_relocation: Relocation,
    /// Whether only the loader knows the load address.
    pub(crate) global: bool,
    /// Whether only the loader knows the offset.
    pub(crate) offset_global: bool,
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

    /// Relocation of the location as the program sees it.
    pub(crate) fn relocation(&self) -> Relocation {
        Relocation::of_address(self.relocated).plus(self.offset_relocation)
    }

    /// Whether only the loader knows the location as the program sees it.
    pub(crate) fn is_loaders(&self) -> bool {
        self.global || self.offset_global
    }
}

/// A quantity of the loader in the right half of a word.
fn loaders(quantity: LoaderQuantity) -> UndefinedTerm {
    UndefinedTerm::of(UndefinedQuantity::Loader(quantity))
}

impl Assembler<'_> {
    /// LOC: continues at another address.
    pub(crate) fn loc(&mut self, name: Name) -> Outcome {
        let to = self.location_argument(name)?;
        self.program.location.label = None;
        self.go_to(to)
    }

    /// `.=`: the same with an address as the program sees it.
    pub(crate) fn set_point(&mut self) -> Read<()> {
        let mut to = self.location_argument(Name::new("LOC"))?;
        if self.program.location.offset_global {
            to.unknown.push(UndefinedTerm { minus: true, ..loaders(LoaderQuantity::Offset) });
            return self.leave_to_loader(to).map(|_| ());
        }
        self.without_offset(&mut to);
        self.program.location.label = None;
        self.go_to(to).map(|_| ())
    }

    /// Subtracts the offset from an address.
    fn without_offset(&self, to: &mut Value) {
        let location = &self.program.location;
        to.word = Word36::from((Word36::from(to.word.right()) - location.offset).right());
        to.relocation = to.relocation.plus(location.offset_relocation.times(-1));
    }

    /// Continues at an address, in the file, too.
    ///
    /// Source: MIDAS 458, `ALOC1`.
    fn go_to(&mut self, to: Value) -> Outcome {
        if !to.unknown.is_empty() && self.program.relocatable {
            return self.leave_to_loader(to);
        }
        self.program.location.counter = to.word.right();
        self.location_moved();
        if std::mem::take(&mut self.program.location.global) {
            let right = Word36::from(to.word.right());
            self.punch_command(Command::OwnLocation, Value { word: right, ..to.clone() });
        }
        self.relocate(to.relocation)
    }

    /// Sets the relocation of the location, and with it the type of blocks.
    fn relocate(&mut self, relocation: Relocation) -> Outcome {
        if relocation.left != 0 || !matches!(relocation.right, 0..=1) {
            self.error(&messages::LOCATION_RELOCATED, None);
        }
        if self.program.relocatable {
            self.program.location.relocated = relocation.right & 1 == 1;
            let kinds = [BlockType::Absolute, BlockType::Relocatable];
            let kind = kinds[usize::from(self.program.location.relocated)];
            self.program.stink.set_type(kind);
            self.program.stink.kind = kind;
        }
        Err(Unwind::Statement)
    }

    /// Continues at an address that only the loader knows.
    ///
    /// Source: MIDAS 458, `ALOC2`.
    fn leave_to_loader(&mut self, to: Value) -> Outcome {
        self.program.location.global = true;
        let right = Word36::from(to.word.right());
        self.punch_command(Command::GlobalLocation, Value { word: right, ..to });
        self.program.location.counter = 0;
        self.program.stink.clear();
        self.relocate(Relocation::of_address(true))
    }

    /// BLOCK: skips words.
    pub(crate) fn block(&mut self, name: Name) -> Outcome {
        let mut size = self.location_argument(name)?;
        let location = &self.program.location;
        if self.program.relocatable && (!size.unknown.is_empty() || location.global) {
            let quantity = if location.offset_global {
                LoaderQuantity::Location
            } else {
                self.without_offset(&mut size);
                LoaderQuantity::Here
            };
            size.unknown.push(loaders(quantity));
            return self.leave_to_loader(size);
        }
        let counter = Word36::from(location.counter);
        size.word = Word36::from((counter + Word36::from(size.word.right())).right());
        size.relocation = size.relocation.plus(Relocation::of_address(location.relocated));
        self.go_to(size)
    }

    /// OFFSET: sets the difference between addresses in the program and load addresses.
    pub(crate) fn offset(&mut self, name: Name) -> Outcome {
        let to = self.location_argument(name)?;
        let location = &mut self.program.location;
        location.offset = to.word;
        location.offset_relocation = to.relocation;
        if self.program.relocatable {
            location.offset_global = !to.unknown.is_empty();
            self.punch_command(Command::Offset, to);
        }
        Err(Unwind::Statement)
    }

    /// Argument of a statement about the location.
    fn location_argument(&mut self, name: Name) -> Read<Value> {
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
        self.end_output_block();
        let value = self.argument_word(name)?;
        if self.state.reading.defined { Ok(value) } else { Err(Unwind::Statement) }
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

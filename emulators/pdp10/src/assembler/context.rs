//! What every part of the assembler works on: one assembly, both its passes.

use asmkit::{Diagnostic, Library, Sources, Span};

use super::bytes::Bytes;
use super::grouping::OpenBracket;
use super::input::{Input, Overflow};
use super::listing::Listing;
use super::literals::Literals;
use super::location::Location;
use super::macros::Macros;
use super::messages;
use super::name::Name;
use super::output::Output;
use super::settings::{Setting, Settings};
use super::symbols::Symbols;
use super::text::TextInWords;
use super::value::Value;
use super::variables::Variables;
use super::word::Formats;
use crate::{Pdp10, Word36};

/// Why reading stopped in the middle of something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unwind {
    /// What was being read is done or given up; the innermost loop of statements goes on.
    Statement,
    /// All groupings were given up as well; the outermost loop of statements goes on.
    Groupings,
    /// The pass is over: END was read.
    Pass,
    /// The assembly is over: a fatal error, which was told.
    Assembly,
}

/// What reading something gives.
pub(crate) type Read<T> = Result<T, Unwind>;

/// What a pseudo-operation or macro gives: its value, or `None` when it has none and the syllable
/// is looked for behind it, in the expansion of the macro for instance.
pub(crate) type Outcome = Read<Option<Value>>;

/// One assembly.
pub(crate) struct Assembler<'a> {
    pub(crate) source: Source<'a>,
    pub(crate) state: State,
    pub(crate) program: Program,
}

/// Where characters come from.
pub(crate) struct Source<'a> {
    /// Every source file; included ones are added.
    pub(crate) files: &'a mut Sources,
    /// Where included files come from.
    pub(crate) library: &'a dyn Library,
    /// The characters, out of files and expansions.
    pub(crate) input: Input,
    /// Definitions of macros, and what conditionals and loops remember.
    pub(crate) macros: Macros,
}

/// How far reading has come: the statement, its words, fields and syllables, and what is open around
/// them.
pub(crate) struct State {
    /// 1 or 2.
    pub(crate) pass: u8,
    /// The radix of numbers; RADIX sets it.
    pub(crate) radix: u64,
    /// What a word's fields are by how they are separated; .FORMAT sets it.
    pub(crate) formats: Formats,
    /// What the last syllable read ended with.
    pub(crate) terminator: Terminator,
    /// The name that the last syllable was, or its digits.
    pub(crate) syllable: Name,
    /// Where it started.
    pub(crate) syllable_at: Span,
    /// The word and field being read.
    pub(crate) reading: WordState,
    /// Who asks for values.
    pub(crate) asker: ValueUser,
    /// Whether the last argument was there.
    pub(crate) argument_given: bool,
    /// Fields being read, each within the one before.
    pub(crate) fields_open: u32,
    /// Brackets being read, each within the one before.
    pub(crate) groupings: Vec<OpenBracket>,
    /// How many of them are literals.
    pub(crate) literal_depth: u32,
    /// Whether brackets are in the argument of a pseudo-operation, and in an assignment.
    pub(crate) inherited: (bool, bool),
    /// What comes after a statement.
    pub(crate) then: AfterStatement,
    /// Bytes that become words of statements.
    pub(crate) bytes: Bytes,
    /// A text of several words being given word by word.
    pub(crate) text: Option<TextInWords>,
    /// Where the statement started, and where the expansion it is in was used.
    pub(crate) statement_at: (Span, Option<Span>),
}

/// What has been made: names and their meanings, words and their places, and what is to be said.
pub(crate) struct Program {
    /// The name of the program.
    pub(crate) title: Name,
    /// Names and what they mean.
    pub(crate) symbols: Symbols,
    /// Quantities a program may read and set.
    pub(crate) settings: Settings,
    pub(crate) literals: Literals,
    pub(crate) variables: Variables,
    pub(crate) location: Location,
    pub(crate) output: Output,
    pub(crate) listing: Listing,
    /// What does the instructions of .OP.
    pub(crate) machine: Option<Box<Pdp10>>,
    /// What MIDAS types.
    pub(crate) console: String,
    /// The same for us.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// What the character behind a syllable does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Terminator {
    /// Ends the word: a line's end, `?`, a closing bracket, a character without meaning.
    Word,
    /// Ends a field: a blank or tab.
    Space,
    /// Ends a field.
    Comma,
    /// Goes on with the field: an operator or an opening bracket, this character.
    Field(u8),
}

impl Terminator {
    /// Whether it ends the word, not only a field.
    pub(crate) fn ends_word(self) -> bool {
        self == Terminator::Word
    }

    /// Whether it ends the field and leaves the word.
    pub(crate) fn ends_field(self) -> bool {
        matches!(self, Terminator::Space | Terminator::Comma)
    }
}

/// The word and the field being read.
#[derive(Debug, Clone, Default)]
pub(crate) struct WordState {
    /// What is added to the word whatever its fields are: `@`, `(X)`, and its fields in the end.
    pub(crate) sum: Value,
    /// Whether the word is not empty.
    pub(crate) word_seen: bool,
    /// Whether the first field is an instruction with a device.
    pub(crate) device: bool,
    /// Fields before this one.
    pub(crate) fields: usize,
    /// Whether the field is not empty.
    pub(crate) field_seen: bool,
    /// Whether the field has an operator.
    pub(crate) operator_seen: bool,
    /// Whether the syllable is not empty.
    pub(crate) syllable_seen: bool,
    /// Whether it is a floating-point number.
    pub(crate) floating: bool,
    /// Whether `'` came behind it.
    pub(crate) variable: bool,
    /// Whether `"` came behind it.
    pub(crate) global: bool,
    /// Whether everything in the word is defined.
    pub(crate) defined: bool,
    /// Whether `=` is not allowed here.
    pub(crate) no_equals: bool,
    /// Whether this is the argument of a pseudo-operation.
    pub(crate) in_pseudo: bool,
    /// Whether this is the value of an assignment.
    pub(crate) in_equals: bool,
    /// Whether further words of a text come.
    pub(crate) more: bool,
    /// Whether a literal of this word shares its place with no other.
    pub(crate) alone: bool,
}

/// Who asks for values, for messages about undefined names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ValueUser {
    /// A pseudo-operation.
    Pseudo(Name),
    /// An assignment.
    Equals,
    /// `.ASCII` on pass 1, which only wants to know: whether one was undefined.
    Text(bool),
}

/// What comes after a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AfterStatement {
    /// The next statement.
    Statement,
    /// The next word of a text.
    Text,
    /// The end of the grouping, which may have one word.
    End,
    /// The end of the grouping, whose bracket was read.
    Close,
}

impl Assembler<'_> {
    /// The next character; [`Input::reread`] takes it back.
    ///
    /// # Errors
    /// At the end of all input, which is fatal: END has not come. When expansions exceed a limit.
    pub(crate) fn next(&mut self) -> Read<u8> {
        let next = self.source.input.next();
        if self.program.listing.on {
            let echo = self.source.input.take_echo();
            let (page, _) = self.source.input.page_and_line();
            self.program.listing.echo(&echo, self.source.input.last(), page);
        }
        match next {
            Some(character) => Ok(character),
            None => {
                let message = match self.source.input.overflow() {
                    None => &messages::NO_END,
                    Some(Overflow::Depth) => &messages::TOO_DEEP,
                    Some(Overflow::Length) => &messages::TOO_LONG,
                };
                Err(self.fatal(message, None))
            }
        }
    }

    /// The character the next call of [`next`](Self::next) will give.
    ///
    /// # Errors
    /// As [`next`](Self::next).
    pub(crate) fn peek(&mut self) -> Read<u8> {
        let next = self.next()?;
        self.source.input.reread();
        Ok(next)
    }

    /// Passes over blanks and tabs; the next character is given, and read.
    ///
    /// # Errors
    /// As [`next`](Self::next).
    pub(crate) fn after_blanks(&mut self) -> Read<u8> {
        loop {
            match self.next()? {
                b' ' | b'\t' => {}
                character => return Ok(character),
            }
        }
    }

    /// The value of a setting, those that follow the input included.
    pub(crate) fn setting(&self, setting: Setting) -> Word36 {
        let (page, line) = self.source.input.page_and_line();
        match setting {
            Setting::Pass => Word36::from(u32::from(self.state.pass)),
            Setting::Page => Word36::from(page - 1),
            Setting::Line => Word36::from(line - 1),
            Setting::Input1 => self.source.input.names[0],
            Setting::Input2 => self.source.input.names[1],
            Setting::InputVersion => self.source.input.names[2],
            _ => self.program.settings[setting],
        }
    }

    /// Gives a setting a value.
    pub(crate) fn set(&mut self, setting: Setting, word: Word36) {
        match setting {
            Setting::Input1 => self.source.input.names[0] = word,
            Setting::Input2 => self.source.input.names[1] = word,
            Setting::InputVersion => self.source.input.names[2] = word,
            _ => self.program.settings[setting] = word,
        }
    }
}

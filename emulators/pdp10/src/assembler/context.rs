//! State shared by all parts of the assembler: one assembly, both passes.

use asmkit::{Diagnostic, Library, Sources, Span};

use super::bytes::BytePattern;
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
use super::stink::StinkFile;
use super::symbols::Symbols;
use super::text::TextInWords;
use super::value::Value;
use super::variables::Variables;
use super::word::Formats;
use crate::{Pdp10, Word36};

/// Why reading stopped before its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unwind {
    /// The current statement is done or abandoned; the innermost statement loop continues.
    Statement,
    /// All groupings were abandoned too; the outermost statement loop continues.
    Groupings,
    /// END was read: the pass is over.
    Pass,
    /// A fatal error was reported: the assembly is over.
    Assembly,
}

/// Result of reading something.
pub(crate) type Read<T> = Result<T, Unwind>;

/// Result of a pseudo-operation or macro: its value, or `None` if it has none and the syllable
/// comes after it, for example in the macro's expansion.
pub(crate) type Outcome = Read<Option<Value>>;

/// One assembly.
pub(crate) struct Assembler<'a> {
    pub(crate) source: Source<'a>,
    pub(crate) state: SyntaxState,
    pub(crate) program: AssemblyResults,
}

/// Source of characters.
pub(crate) struct Source<'a> {
    /// Every source file, including inserted ones.
    pub(crate) files: &'a mut Sources,
    /// Source of inserted files.
    pub(crate) library: &'a dyn Library,
    /// Characters of files and expansions.
    pub(crate) input: Input,
    /// Macro definitions, and state of conditionals and loops.
    pub(crate) macros: Macros,
}

/// Position in the syntax: the statement, its words, fields and syllables, and open brackets.
pub(crate) struct SyntaxState {
    /// 1 or 2.
    pub(crate) pass: u8,
    /// Radix of numbers; set by RADIX.
    pub(crate) radix: u64,
    /// Layout of a word's fields by their separators; set by .FORMAT.
    pub(crate) formats: Formats,
    /// Terminator of the last syllable.
    pub(crate) terminator: Terminator,
    /// Name or digits of the last syllable.
    pub(crate) syllable: Name,
    /// Start of the last syllable.
    pub(crate) syllable_at: Span,
    /// State of the word and field being read.
    pub(crate) reading: WordState,
    /// User of the values being read.
    pub(crate) asker: ValueUser,
    /// Whether the last argument was present.
    pub(crate) argument_given: bool,
    /// Nesting depth of fields.
    pub(crate) fields_open: u32,
    /// Open brackets, the outermost first.
    pub(crate) groupings: Vec<OpenBracket>,
    /// Number of open literals.
    pub(crate) literal_depth: u32,
    /// Whether brackets are in an argument of a pseudo-operation, and in an assignment.
    pub(crate) inherited: (bool, bool),
    /// Continuation after a statement.
    pub(crate) then: AfterStatement,
    /// Bytes assembled into words.
    pub(crate) bytes: BytePattern,
    /// A text of several words, returned word by word.
    pub(crate) text: Option<TextInWords>,
    /// Whether characters belong to a text, up to its delimiter.
    pub(crate) within_text: bool,
    /// Start of the statement, and the use of the expansion it is in.
    pub(crate) statement_at: (Span, Option<Span>),
}

/// Results: names with meanings, words with addresses, and messages.
pub(crate) struct AssemblyResults {
    /// Program name.
    pub(crate) title: Name,
    /// Symbol table.
    pub(crate) symbols: Symbols,
    /// Settings that a program can read and write.
    pub(crate) settings: Settings,
    pub(crate) literals: Literals,
    pub(crate) variables: Variables,
    pub(crate) location: Location,
    pub(crate) output: Output,
    /// Whether the program is for STINK; the second pass starts with the format of the first.
    pub(crate) relocatable: bool,
    /// The file for STINK.
    pub(crate) stink: StinkFile,
    /// Open conditional parts for the loader.
    pub(crate) conditionals: u32,
    pub(crate) listing: Listing,
    /// Name of the machine that the program is for, in SIXBIT.
    pub(crate) site: Word36,
    /// Machine for the instructions of .OP.
    pub(crate) machine: Option<Box<Pdp10>>,
    /// Text typed by MIDAS.
    pub(crate) console: String,
    /// The same as our diagnostics.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// Effect of the character after a syllable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Terminator {
    /// Ends the word: a line end, `?`, a closing bracket, a meaningless character.
    Word,
    /// Ends a field: a space or tab.
    Space,
    /// Ends a field.
    Comma,
    /// Continues the field: this operator or opening bracket.
    Field(u8),
}

impl Terminator {
    /// Whether it ends the word, not only a field.
    pub(crate) fn ends_word(self) -> bool {
        self == Terminator::Word
    }

    /// Whether it ends the field but not the word.
    pub(crate) fn ends_field(self) -> bool {
        matches!(self, Terminator::Space | Terminator::Comma)
    }
}

/// State of the word and field being read.
#[derive(Debug, Clone, Default)]
pub(crate) struct WordState {
    /// Value added to the word regardless of fields: `@`, `(X)`, and finally the fields.
    pub(crate) sum: Value,
    /// Whether the word is not empty.
    pub(crate) word_seen: bool,
    /// Whether the first field is an instruction with a device.
    pub(crate) device: bool,
    /// Number of fields before this one.
    pub(crate) fields: usize,
    /// Whether the field is not empty.
    pub(crate) field_seen: bool,
    /// Whether the field has an operator.
    pub(crate) operator_seen: bool,
    /// Whether the syllable is not empty.
    pub(crate) syllable_seen: bool,
    /// Whether the syllable is a floating-point number.
    pub(crate) floating: bool,
    /// Whether `'` follows it.
    pub(crate) variable: bool,
    /// Whether `"` follows it.
    pub(crate) global: bool,
    /// Whether everything in the word is defined.
    pub(crate) defined: bool,
    /// Whether `=` is not allowed here.
    pub(crate) no_equals: bool,
    /// Whether this is the argument of a pseudo-operation.
    pub(crate) in_pseudo: bool,
    /// Whether this is the value of an assignment.
    pub(crate) in_equals: bool,
    /// Whether more words of a text follow.
    pub(crate) more: bool,
    /// Whether a literal in this word must not be shared.
    pub(crate) alone: bool,
}

/// User of a value, for messages about undefined names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ValueUser {
    /// A pseudo-operation.
    Pseudo(Name),
    /// An assignment.
    Equals,
    /// `.ASCII` on pass 1, which only records whether a name was undefined.
    Text(bool),
}

/// Continuation after a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AfterStatement {
    /// The next statement.
    Statement,
    /// The next word of a text.
    Text,
    /// End of the grouping, which may have one word.
    End,
    /// End of the grouping, with its bracket already read.
    Close,
}

impl Assembler<'_> {
    /// Reads the next character; [`Input::reread`] takes it back.
    ///
    /// # Errors
    /// At the end of all input, which is fatal without END, or if expansions exceed a limit.
    pub(crate) fn next(&mut self) -> Read<u8> {
        let next = self.source.input.next();
        if next == Some(b'\x0c') {
            self.end_page();
        }
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

    /// Reports a form feed of a file within brackets, on the page that it ends.
    ///
    /// Source: MIDAS 458, `RPAFF`.
    fn end_page(&mut self) {
        let is_within = !self.state.groupings.is_empty() && !self.state.within_text;
        if is_within && self.source.input.is_at_page_end() {
            self.error(&messages::FORM_FEED, None);
        }
        self.source.input.turn_page();
    }

    /// Returns the next character without reading it.
    ///
    /// # Errors
    /// As [`next`](Self::next).
    pub(crate) fn peek(&mut self) -> Read<u8> {
        let next = self.next()?;
        self.source.input.reread();
        Ok(next)
    }

    /// Skips spaces and tabs, then reads the next character.
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

    /// Value of a setting, including those that follow the input.
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

    /// Sets a setting.
    pub(crate) fn set(&mut self, setting: Setting, word: Word36) {
        match setting {
            Setting::Input1 => self.source.input.names[0] = word,
            Setting::Input2 => self.source.input.names[1] = word,
            Setting::InputVersion => self.source.input.names[2] = word,
            _ => self.program.settings[setting] = word,
        }
    }
}

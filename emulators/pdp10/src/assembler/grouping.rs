//! Brackets: statements within `<>`, `()` and `[]`, which stand for their last word or words.
//!
//! Source: MIDAS 458, `SAVAS1`, `LSSTHA`, `CONND` and the tables `ASMOT0` to `ASMOT5`.

use super::bytes::BytePattern;
use super::context::{AfterStatement, Assembler, Read, Unwind, WordState};
use super::literals::LiteralWord;
use super::messages::{self, Message};
use super::name::Name;
use super::settings::Setting;
use super::value::Value;
use crate::Word36;

/// Kind of bracket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BracketKind {
    /// `<>`
    Angle,
    /// `()`
    Paren,
    /// `[]`: a literal.
    Literal,
    /// The number between `!` in `.ASCII`: no bracket closes it.
    Number,
}

impl BracketKind {
    /// Opening character.
    pub(crate) fn opening(self) -> u8 {
        match self {
            BracketKind::Angle => b'<',
            BracketKind::Paren => b'(',
            BracketKind::Literal => b'[',
            BracketKind::Number => b'!',
        }
    }

    /// Closing character.
    fn closing(self) -> u8 {
        match self {
            BracketKind::Angle => b'>',
            BracketKind::Paren => b')',
            BracketKind::Literal => b']',
            BracketKind::Number => b'!',
        }
    }

    /// Error if it is not closed.
    fn missing(self) -> &'static Message {
        match self {
            BracketKind::Angle => &messages::MISSING_ANGLE,
            BracketKind::Paren => &messages::MISSING_PAREN,
            BracketKind::Literal | BracketKind::Number => &messages::MISSING_BRACKET,
        }
    }
}

/// An open bracket, with the state outside it.
#[derive(Debug)]
pub(crate) struct OpenBracket {
    pub(crate) kind: BracketKind,
    /// Page and line where it was opened.
    pub(crate) at: (u32, u32),
    /// For a literal: its words so far.
    pub(crate) words: Vec<LiteralWord>,
    reading: WordState,
    then: AfterStatement,
    inherited: (bool, bool),
    bytes: BytePattern,
    conditionals: u32,
    /// The last label before it, and its value.
    pub(crate) label: Option<(Name, u32)>,
}

/// Maximum nesting of brackets; MIDAS has room for about fifty.
const NESTING_LIMIT: usize = 60;

impl Assembler<'_> {
    /// Reads `<...>` or `(...)` after the opening bracket: the last word within.
    pub(crate) fn grouped(&mut self, kind: BracketKind) -> Read<Value> {
        self.open(kind)?;
        self.statements(false)?;
        self.source.input.forget_reread();
        let value = self.state.reading.sum.clone();
        if let Some(open) = self.state.groupings.pop() {
            self.resume(open);
        }
        Ok(value)
    }

    /// Opens a bracket.
    pub(crate) fn open(&mut self, kind: BracketKind) -> Read<()> {
        if self.state.groupings.len() >= NESTING_LIMIT {
            return Err(self.nested_too_deeply());
        }
        let fresh = self.fresh();
        let reading = std::mem::replace(&mut self.state.reading, fresh);
        let inherited = match kind {
            BracketKind::Literal => (false, false),
            _ => (reading.in_pseudo, reading.in_equals),
        };
        let outside = std::mem::replace(&mut self.state.inherited, inherited);
        let outer = self.source.macros.open;
        if kind == BracketKind::Literal {
            self.state.literal_depth += 1;
            self.source.macros.open = 0;
        }
        let bytes = self.state.bytes.suspend();
        self.state.groupings.push(OpenBracket {
            kind,
            at: self.source.input.page_and_line(),
            words: Vec::new(),
            reading,
            then: self.state.then,
            inherited: outside,
            bytes,
            conditionals: outer,
            label: self.program.location.label,
        });
        self.state.then = self.within_grouping();
        Ok(())
    }

    /// Reports excessive nesting, and abandons everything that is open.
    pub(crate) fn nested_too_deeply(&mut self) -> Unwind {
        if !self.state.groupings.is_empty() {
            self.list_groupings();
        }
        self.error(&messages::GROUPINGS_TOO_DEEP, None);
        Unwind::Groupings
    }

    /// Continuation after a statement in brackets.
    fn within_grouping(&self) -> AfterStatement {
        match self.program.settings[Setting::MultiLine].signed() {
            1.. => AfterStatement::Statement,
            _ => AfterStatement::End,
        }
    }

    /// Resumes the state outside a bracket.
    pub(crate) fn resume(&mut self, open: OpenBracket) {
        self.state.reading = open.reading;
        self.state.then = open.then;
        self.state.inherited = open.inherited;
        self.state.bytes.resume(open.bytes);
        if open.kind == BracketKind::Literal {
            self.state.literal_depth -= 1;
            self.source.macros.open += open.conditionals;
        }
    }

    /// Handles a closing bracket; returns whether it ends the current statement.
    pub(crate) fn close_by(&mut self, character: u8) -> bool {
        let Some(kind) = self.state.groupings.last().map(|open| open.kind) else {
            if self.program.settings[Setting::MultiLine] != Word36::default() {
                self.complain(&messages::STRAY, character as char, "");
            }
            return false;
        };
        self.state.terminator = super::context::Terminator::Word;
        if kind == BracketKind::Number {
            return true;
        }
        if kind.closing() != character {
            self.wrong_close(character, kind.closing());
        }
        self.state.then = AfterStatement::Close;
        true
    }

    /// A macro without arguments starts, and the character after its name will be read again after
    /// it: a closing bracket does not close anything yet.
    ///
    /// Source: MIDAS 458, `MACCLE`.
    pub(crate) fn reopen(&mut self) {
        if self.state.groupings.last().is_some_and(|open| open.kind != BracketKind::Number) {
            self.state.then = self.within_grouping();
        }
    }

    /// `Stray ]`
    fn complain(&mut self, message: &'static Message, character: char, after: &str) {
        let mut line = self.start_error(None);
        line.push_str(&format!("{}{character}{after}\r\n", message.midas));
        self.finish_error(message, None, line);
    }

    /// `) Seen when > expected`
    fn wrong_close(&mut self, character: u8, expected: u8) {
        let mut line = self.start_error(None);
        let (character, expected) = (character as char, expected as char);
        line.push_str(&format!("{character} Seen when {expected} expected\r\n"));
        self.finish_error(&messages::WRONG_CLOSE, None, line);
    }

    /// A statement not allowed in brackets: reports it and closes them all.
    ///
    /// Source: MIDAS 458, `CONFLM`.
    pub(crate) fn leave_groupings(&mut self) {
        let Some(kind) = self.state.groupings.last().map(|open| open.kind) else { return };
        self.list_groupings();
        self.error(kind.missing(), None);
        self.report("\r\n");
    }

    /// Reads statements up to the end of their brackets, or else of the pass.
    pub(crate) fn statements(&mut self, outermost: bool) -> Read<()> {
        let mut first = true;
        loop {
            let done = match self.state.then {
                AfterStatement::End if std::mem::take(&mut first) => self.statement(),
                AfterStatement::Statement => self.leading_blanks().and_then(|()| self.statement()),
                AfterStatement::Text => self.statement(),
                AfterStatement::End => {
                    let multi_line = self.program.settings[Setting::MultiLine];
                    if let Some(open) = self.state.groupings.last()
                        && multi_line != Word36::default()
                    {
                        self.error(open.kind.missing(), None);
                    }
                    self.state.then = AfterStatement::Close;
                    Ok(())
                }
                AfterStatement::Close if self.state.bytes.on => self.leave_bytes(),
                AfterStatement::Close => return Ok(()),
            };
            match done {
                Ok(()) | Err(Unwind::Statement) => {}
                Err(Unwind::Groupings) if outermost => {}
                Err(other) => return Err(other),
            }
        }
    }

    /// Skips spaces and line ends at the start of a statement.
    fn leading_blanks(&mut self) -> Read<()> {
        if self.too_many_errors() {
            return Err(self.fatal(&messages::TOO_MANY_ERRORS, None));
        }
        loop {
            match self.next()? {
                b'\t' => return Ok(()),
                0..=b' ' => {}
                _ => {
                    self.source.input.reread();
                    return Ok(());
                }
            }
        }
    }

    /// Reads a statement and stores its word.
    fn statement(&mut self) -> Read<()> {
        let more = self.state.reading.more;
        self.state.reading = WordState { more, ..self.fresh() };
        (self.state.reading.in_pseudo, self.state.reading.in_equals) = self.state.inherited;
        self.state.statement_at = self.source.input.written();
        let value = self.read_word()?;
        if !std::mem::take(&mut self.state.reading.word_seen) {
            return Ok(());
        }
        if self.state.bytes.on {
            return self.put_byte(value);
        }
        self.put_word(value)
    }

    /// Stores a word in the program or in a literal.
    pub(crate) fn put_word(&mut self, value: Value) -> Read<()> {
        let alone = self.state.reading.alone;
        let place = self.state.statement_at;
        match self.state.groupings.last_mut() {
            None => self.store(value, place),
            Some(open) => {
                if open.kind == BracketKind::Literal {
                    open.words.push(LiteralWord { value, alone, place });
                }
                Ok(())
            }
        }
    }
}

//! Parses commands: an argument, altmodes with a number between them, and a key.

use std::cell::Cell;

use pdp10::Word36;

use super::expression::SpecialValues;
use super::keys::{self, ALTMODE, is_name};
use super::symbols::Symbols;

/// Why DDT does not accept a command: DDT's mark and a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CommandError {
    /// Mark typed by DDT: `?U?`, `OP?` or `??`.
    pub(super) mark: &'static str,
    /// Message.
    pub(super) sentence: String,
}

impl CommandError {
    /// A symbol without a value.
    pub(super) fn undefined(name: &str) -> Self {
        let mut sentence = format!("`{}` is not defined", asmkit::plain(name));
        if name.contains('$') {
            sentence += "; a `$` here is part of a name, and ESC is always the altmode";
        }
        CommandError { mark: "?U?", sentence }
    }

    /// No such command, or not in this form.
    pub(super) fn operation(sentence: impl Into<String>) -> Self {
        CommandError { mark: "OP?", sentence: sentence.into() }
    }

    /// A command that cannot be executed now.
    pub(super) fn refused(sentence: impl Into<String>) -> Self {
        CommandError { mark: "??", sentence: sentence.into() }
    }
}

impl From<std::io::Error> for CommandError {
    fn from(error: std::io::Error) -> Self {
        CommandError::refused(format!("the terminal cannot be read: {error}"))
    }
}

/// A command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Command {
    /// First and last address of a search, `LOW<HIGH>` before the argument.
    pub(super) bounds: Option<[Word36; 2]>,
    /// Argument before it.
    pub(super) argument: Option<Word36>,
    /// Last symbol of the argument.
    pub(super) symbol: Option<String>,
    /// Number of altmodes: zero, one or two.
    pub(super) altmodes: u8,
    /// Number after the altmodes.
    pub(super) infix: Option<Word36>,
    /// Its key, letters in upper case. The end of the line is `\r`.
    pub(super) key: char,
    /// For `:`, the symbol to define.
    pub(super) name: Option<String>,
    /// For commands that take one, the rest of the line.
    pub(super) rest: Option<String>,
}

/// Interpretation of the keys pressed so far.
#[derive(Debug)]
pub(super) enum Progress {
    /// Start of a command.
    More,
    /// A whole command.
    Whole(Command),
    /// Not a command, whatever follows.
    Wrong(CommandError),
}

/// Parses the commands of a line.
#[derive(Debug)]
pub(super) struct Reader<'d> {
    keys: &'d [char],
    at: usize,
    pub(super) symbols: &'d Symbols,
    pub(super) special_values: SpecialValues<'d>,
    /// Index and indirect bits of the word being read.
    pub(super) added: Word36,
    /// Number of open brackets.
    pub(super) depth: u32,
    /// The last symbol of the word being read.
    pub(super) symbol: Option<String>,
    /// An undefined symbol, which may only name a job.
    pub(super) undefined: Option<String>,
    /// Whether keys arrive one by one, so that the end of keys is not the end of the line.
    pub(super) is_keyed: bool,
    /// Whether it tried to read past the last key.
    starved: Cell<bool>,
}

impl<'d> Reader<'d> {
    /// A reader that starts at a position in a line's keys.
    pub(super) fn new(
        keys: &'d [char],
        at: usize,
        symbols: &'d Symbols,
        special_values: SpecialValues<'d>,
    ) -> Self {
        Reader {
            keys,
            at,
            symbols,
            special_values,
            added: Word36::default(),
            depth: 0,
            symbol: None,
            undefined: None,
            is_keyed: false,
            starved: Cell::new(false),
        }
    }

    /// Interprets keys pressed one by one.
    pub(super) fn progress(
        keys: &'d [char],
        symbols: &'d Symbols,
        special_values: SpecialValues<'d>,
    ) -> Progress {
        let mut reader = Reader::new(keys, 0, symbols, special_values);
        reader.is_keyed = true;
        match reader.command() {
            _ if reader.starved.get() => Progress::More,
            Ok(command) => Progress::Whole(command),
            Err(error) => Progress::Wrong(error),
        }
    }

    /// The next command, or `\r` at the end of the line.
    pub(super) fn command(&mut self) -> Result<Command, CommandError> {
        self.symbol = None;
        let first = self.word()?;
        let (bounds, argument) = match first.filter(|_| self.peek() == Some('<')) {
            Some(low) if !self.defines() => {
                let high = self.enclosed('>')?;
                (Some([low, high]), self.word()?)
            }
            _ => (None, first),
        };
        let (altmodes, infix) = self.altmodes()?;
        let name = if altmodes == 0 { self.defined() } else { None };
        let key = self.next();
        if key.is_none() && altmodes > 0 {
            return Err(CommandError::operation("the line ends with an altmode"));
        }
        let key = match key.unwrap_or('\r').to_ascii_uppercase() {
            // Easier to type on some terminals.
            '\x11' => '^',
            key => key,
        };
        let undefined = self.undefined.take().filter(|_| !names_a_job(altmodes, key));
        if let Some(undefined) = undefined {
            return Err(CommandError::undefined(&undefined));
        }
        if key == KILL && altmodes > 0 && self.next() != Some('.') {
            return Err(CommandError::operation(
                "`$^X` kills a job and needs a point after it: $^X.",
            ));
        }
        let is_named = key == ':' && argument.is_none() && name.is_none();
        let takes_rest = is_named
            || altmodes > 0 && matches!(key, 'L' | 'Y')
            || altmodes == 0 && matches!(key, LIST | PRINT);
        if is_named {
            self.skip_comments();
        }
        let rest = takes_rest.then(|| self.rest());
        Ok(Command {
            bounds,
            argument,
            symbol: self.symbol.take(),
            altmodes,
            infix,
            key,
            name,
            rest,
        })
    }

    /// Skips comments after a `:`, from an altmode to the next; a `:` after them means nothing.
    fn skip_comments(&mut self) {
        if self.peek() != Some(ALTMODE) {
            return;
        }
        while self.peek() == Some(ALTMODE) {
            self.next();
            while self.next().is_some_and(|key| key != ALTMODE) {}
        }
        if self.peek() == Some(':') {
            self.next();
        }
    }

    /// The rest of the line.
    fn rest(&mut self) -> String {
        let mut rest = String::new();
        while let Some(key) = self.next().filter(|key| !matches!(key, '\r' | '\n')) {
            rest.push_str(&keys::shown(key));
        }
        rest
    }

    /// Whether `<SYMBOL:` is here, which defines a symbol; passes the `<`.
    fn defines(&mut self) -> bool {
        let start = self.at;
        self.next();
        let is_name = self.defined().is_some();
        self.at = if is_name { start + 1 } else { start };
        is_name
    }

    /// The name before a `:`, if there is one here.
    fn defined(&mut self) -> Option<String> {
        let start = self.at;
        let name = self.take_name();
        if name.is_empty() || self.peek() != Some(':') {
            self.at = start;
            return None;
        }
        Some(name)
    }

    /// The altmodes here, and the number or `<word>` after them.
    pub(super) fn altmodes(&mut self) -> Result<(u8, Option<Word36>), CommandError> {
        let mut altmodes = 0;
        while self.peek() == Some(ALTMODE) {
            self.next();
            altmodes += 1;
        }
        if altmodes > 2 {
            return Err(CommandError::operation("no command has three altmodes"));
        }
        Ok((altmodes, if altmodes == 0 { None } else { self.infix()? }))
    }

    fn infix(&mut self) -> Result<Option<Word36>, CommandError> {
        match self.peek() {
            Some(key) if key.is_ascii_digit() => {
                let rest = &self.keys[self.at..];
                let digits = rest.iter().take_while(|key| key.is_ascii_digit()).count();
                let point = usize::from(rest.get(digits) == Some(&'.'));
                let typed: String = rest[..digits + point].iter().collect();
                self.at += digits + point;
                super::expression::number(&typed).transpose()
            }
            Some('<') => self.enclosed('>').map(Some),
            _ => Ok(None),
        }
    }

    /// The name or number here; may be empty.
    pub(super) fn take_name(&mut self) -> String {
        let rest = self.keys[self.at..].iter();
        let name: String = rest.take_while(|&&key| is_name(key) || key == '$').collect();
        self.at += name.len();
        name
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.peek_at(0)
    }

    pub(super) fn peek_at(&self, distance: usize) -> Option<char> {
        let key = self.keys.get(self.at + distance).copied();
        if key.is_none() {
            self.starved.set(true);
        }
        key
    }

    pub(super) fn next(&mut self) -> Option<char> {
        let key = self.peek();
        self.at += usize::from(key.is_some());
        key
    }

    /// Number of keys read.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn back_to(&mut self, at: usize) {
        self.at = at;
    }
}

/// Whether the symbol before a command names a job, a user or bits, and needs no value.
fn names_a_job(altmodes: u8, key: char) -> bool {
    matches!((altmodes, key), (1 | 2, 'J' | 'U' | '?' | KILL) | (0 | 1, RUN | CONTINUE))
}

/// `^F` and `^R`, which list a directory and type a file.
pub(super) const LIST: char = '\x06';
pub(super) const PRINT: char = '\x12';

/// `^K` and `^H`, which run a program and continue it.
pub(super) const RUN: char = '\x0b';
pub(super) const CONTINUE: char = '\x08';

/// `^X`, which kills a job.
pub(super) const KILL: char = '\x18';

impl Command {
    /// The command as typed, without its argument.
    pub(super) fn typed(&self) -> String {
        let infix = self.infix.map(|infix| format!("{:o}", infix.bits())).unwrap_or_default();
        format!("{}{infix}{}", "$".repeat(self.altmodes.into()), keys::shown(self.key))
    }
}

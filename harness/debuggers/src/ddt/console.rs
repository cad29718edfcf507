//! The terminal, or a script and where its transcript goes.
//!
//! On a terminal keys come one at a time, and answers stand behind what was typed, with three blanks
//! around them, as DDT has it. A script comes by lines, and every answer is a line of its own.
//!
//! Source: ITS 1648 with DDT 1546, measured; DDT 1549, `LCTGNR` and `PPRIN`.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read as _, Write};

use super::keys;
use super::reader::CommandError;
use super::typein;
use machines::escape::TerminalFilter;

/// A terminal whose keys come one at a time and do not show by themselves.
pub trait Keyboard {
    /// The next key, waited for; `None` when there will be none.
    ///
    /// # Errors
    /// When the terminal cannot be read.
    fn key(&mut self) -> io::Result<Option<u8>>;

    /// A key that was pressed already.
    ///
    /// # Errors
    /// When the terminal cannot be read.
    fn pressed(&mut self) -> io::Result<Option<u8>>;
}

/// Where commands come from and what is typed goes.
pub struct Console<'c> {
    source: Source<'c>,
    output: &'c mut dyn Write,
    filter: TerminalFilter,
    /// Keys that were typed ahead.
    ahead: VecDeque<u8>,
    /// Whether the next character begins a line.
    fresh: bool,
    /// Whether a command that was done is still to be followed by a `*`.
    owes_prompt: bool,
    /// What stopped the output from being written.
    failure: Option<io::Error>,
}

enum Source<'c> {
    /// Lines, which are shown as they are read where no terminal does.
    Lines {
        input: &'c mut dyn BufRead,
        echoes: bool,
    },
    Keys(&'c mut dyn Keyboard),
}

/// Bytes a line may have.
const LINE_LIMIT_BYTES: u64 = 4096;

/// What DDT types around an answer.
const BLANKS: &str = "   ";

impl<'c> Console<'c> {
    /// A terminal that shows what is typed, or with `echoes` a script whose transcript is to look
    /// the same.
    pub fn new(input: &'c mut dyn BufRead, output: &'c mut dyn Write, echoes: bool) -> Self {
        Console::of(Source::Lines { input, echoes }, output)
    }

    /// A terminal that is served key by key.
    pub fn at_keys(keyboard: &'c mut dyn Keyboard, output: &'c mut dyn Write) -> Self {
        Console::of(Source::Keys(keyboard), output)
    }

    fn of(source: Source<'c>, output: &'c mut dyn Write) -> Self {
        Console {
            source,
            output,
            filter: TerminalFilter::default(),
            ahead: VecDeque::new(),
            fresh: true,
            owes_prompt: false,
            failure: None,
        }
    }

    pub(super) fn is_keyed(&self) -> bool {
        matches!(self.source, Source::Keys(_))
    }

    /// Whether this is a script, whose lines are shown as they are read.
    pub(super) fn echoes(&self) -> bool {
        matches!(self.source, Source::Lines { echoes: true, .. })
    }

    /// Asks for a line; `None` at the end, also when nobody reads what is typed.
    ///
    /// Its end is left away, and of a very long line all but the beginning.
    pub(super) fn ask(&mut self, prompt: &str) -> io::Result<Option<String>> {
        self.begin_line();
        self.write(prompt);
        if !self.is_heard()? {
            return Ok(None);
        }
        let Source::Lines { input, echoes } = &mut self.source else { return Ok(None) };
        let mut line = Vec::new();
        (&mut **input).take(LINE_LIMIT_BYTES).read_until(b'\n', &mut line)?;
        if !line.is_empty() && line.last() != Some(&b'\n') {
            input.skip_until(b'\n')?;
        }
        let echoes = *echoes;
        if line.is_empty() {
            self.write("\n");
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end_matches(['\n', '\r']);
        self.fresh = true;
        if echoes {
            self.fresh = false;
            let shown: String = line.chars().map(keys::shown).collect();
            self.line(&shown);
        }
        Ok(Some(line.to_owned()))
    }

    /// The next key, waited for; `None` at the end, also when nobody reads what is typed.
    pub(super) fn key(&mut self) -> io::Result<Option<u8>> {
        let held = self.filter.finish();
        self.write(held);
        if !self.is_heard()? {
            return Ok(None);
        }
        match &mut self.source {
            _ if !self.ahead.is_empty() => Ok(self.ahead.pop_front()),
            Source::Keys(keyboard) => keyboard.key(),
            Source::Lines { .. } => Ok(None),
        }
    }

    /// Keeps a key that was typed ahead.
    pub(super) fn keep(&mut self, key: u8) {
        self.ahead.push_back(key);
    }

    /// A key that was pressed meanwhile; by lines there is none.
    pub(super) fn pressed(&mut self) -> io::Result<Option<u8>> {
        match &mut self.source {
            Source::Keys(keyboard) => keyboard.pressed(),
            Source::Lines { .. } => Ok(None),
        }
    }

    /// Whether somebody reads what is typed.
    fn is_heard(&mut self) -> io::Result<bool> {
        match self.failure.take() {
            None => Ok(true),
            Some(failure) if failure.kind() == io::ErrorKind::BrokenPipe => Ok(false),
            Some(failure) => Err(failure),
        }
    }

    /// Shows a key that was pressed.
    pub(super) fn echo(&mut self, key: char) {
        self.write(&typein::echo(key));
    }

    /// Types something just here.
    pub(super) fn put(&mut self, text: &str) {
        self.write(text);
    }

    /// Takes so many columns back.
    pub(super) fn rub(&mut self, columns: usize) {
        self.write(&"\x08 \x08".repeat(columns));
    }

    /// Types lines; the first one on a line of its own when something stands before it.
    pub(super) fn say(&mut self, text: &str) {
        self.begin_line();
        self.line(text);
        self.owes_prompt = true;
    }

    /// Types an answer to what was typed last.
    pub(super) fn answer(&mut self, text: &str) {
        if self.is_keyed() {
            self.write(&format!("{BLANKS}{text}{BLANKS}"));
        } else {
            self.say(text);
        }
    }

    /// Types a word that was opened, behind its address; just here when that was typed.
    pub(super) fn opened(&mut self, address: &str, word: &str, is_typed: bool) {
        if is_typed && self.is_keyed() {
            return self.answer(word);
        }
        self.stopped(&format!("{address}/{BLANKS}{word}"));
    }

    /// Types a line that what is typed next stands behind.
    pub(super) fn stopped(&mut self, text: &str) {
        if self.is_keyed() {
            self.begin_line();
            self.write(&format!("{text}{BLANKS}"));
        } else {
            self.say(text);
        }
    }

    /// Says that a command was done that has nothing to say.
    pub(super) fn done(&mut self) {
        if self.is_keyed() {
            self.write(BLANKS);
        }
    }

    /// Ends a command that has nothing to say with the `*`.
    pub(super) fn prompt(&mut self) {
        self.owes_prompt = true;
    }

    /// Says why a command was not done.
    pub(super) fn complain(&mut self, error: &CommandError) {
        let CommandError { mark, sentence } = error;
        if self.is_keyed() {
            let blank = if self.fresh { "" } else { " " };
            self.line(&format!("{blank}{mark}  {sentence}"));
            self.owes_prompt = false;
        } else {
            self.say(&format!("{mark}  {sentence}"));
        }
    }

    /// Ends a command of keys: where it typed lines, with the `*`.
    pub(super) fn settle(&mut self) {
        if std::mem::take(&mut self.owes_prompt) && self.is_keyed() {
            self.begin_line();
            self.write("*");
        }
    }

    /// Types what the program wrote, without anything that could drive a terminal.
    pub(super) fn show(&mut self, bytes: &[u8]) {
        let text = self.filter.pass(bytes);
        self.write(&text);
    }

    /// Leaves the terminal to the program, at the beginning of a line; by lines it always is there.
    pub(super) fn take_line(&mut self) {
        if self.is_keyed() {
            self.begin_line();
        }
    }

    /// Goes to the beginning of a line.
    pub(super) fn begin_line(&mut self) {
        let held = self.filter.finish();
        self.write(held);
        if !self.fresh {
            self.write("\n");
        }
    }

    fn line(&mut self, text: &str) {
        self.write(text);
        self.write("\n");
    }

    fn write(&mut self, text: &str) {
        let Some(last) = text.as_bytes().last().filter(|_| self.failure.is_none()) else { return };
        self.fresh = *last == b'\n';
        let written = self.output.write_all(text.as_bytes()).and_then(|()| self.output.flush());
        self.failure = written.err();
    }
}

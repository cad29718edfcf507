//! The terminal, or a script with a transcript.
//!
//! On a terminal keys arrive one at a time, and answers follow what was typed, surrounded by three
//! spaces like in DDT. A script is read by lines, and every answer is a separate line.
//!
//! Source: ITS 1648 with DDT 1546, measured; DDT 1549, `LCTGNR` and `PPRIN`.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read as _, Write};

use super::keys;
use super::reader::CommandError;
use super::typein;
use targets::escape::TerminalFilter;

/// A terminal that returns single keys without echoing them.
pub trait Keyboard {
    /// Waits for the next key; `None` at the end of input.
    ///
    /// # Errors
    /// If the terminal cannot be read.
    fn key(&mut self) -> io::Result<Option<u8>>;

    /// Returns a key already pressed, if any.
    ///
    /// # Errors
    /// If the terminal cannot be read.
    fn pressed(&mut self) -> io::Result<Option<u8>>;
}

/// Source of commands and destination of output.
pub struct DdtConsole<'c> {
    source: KeySource<'c>,
    output: Output<'c>,
    filter: TerminalFilter,
    /// Keys typed ahead.
    ahead: VecDeque<u8>,
    /// Whether the next character starts a line.
    fresh: bool,
    /// Whether a finished command still needs a `*` after it.
    owes_prompt: bool,
    /// Error that stopped the output.
    failure: Option<io::Error>,
}

enum KeySource<'c> {
    /// Lines, echoed if no terminal does.
    Lines {
        input: &'c mut dyn BufRead,
        echoes: bool,
    },
    Keys(&'c mut dyn Keyboard),
    /// Keys that the caller brings.
    Brought(Brought),
}

/// Keys that a caller brings, and instructions that the program may run meanwhile.
#[derive(Debug, Default)]
struct Brought {
    keys: VecDeque<u8>,
    left_instrs: u64,
    /// Output of the program to standard output and standard error since the caller took it.
    program: [Vec<u8>; 2],
    /// Whether a program was loaded since then.
    is_loaded: bool,
}

/// Destination of what DDT types.
enum Output<'c> {
    Written(&'c mut dyn Write),
    /// Kept until the caller takes it.
    Kept(String),
}

/// Result of reading a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum KeyRead {
    Key(u8),
    /// None yet: the caller brings keys later.
    Later,
    /// End of the keys.
    End,
}

/// Maximum length of a line in bytes.
const LINE_LIMIT_BYTES: u64 = 4096;

/// DDT's spaces around an answer.
const BLANKS: &str = "   ";

impl<'c> DdtConsole<'c> {
    /// A terminal that shows what is typed or, with `echoes`, a script whose transcript looks the
    /// same.
    pub fn new(input: &'c mut dyn BufRead, output: &'c mut dyn Write, echoes: bool) -> Self {
        DdtConsole::of(KeySource::Lines { input, echoes }, Output::Written(output))
    }

    /// A terminal served key by key.
    pub fn at_keys(keyboard: &'c mut dyn Keyboard, output: &'c mut dyn Write) -> Self {
        DdtConsole::of(KeySource::Keys(keyboard), Output::Written(output))
    }

    /// A terminal whose caller brings keys and takes output: DDT never waits.
    pub(super) fn served() -> Self {
        DdtConsole::of(KeySource::Brought(Brought::default()), Output::Kept(String::new()))
    }

    fn of(source: KeySource<'c>, output: Output<'c>) -> Self {
        DdtConsole {
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
        matches!(self.source, KeySource::Keys(_) | KeySource::Brought(_))
    }

    /// Brings keys, and lets the program run for this many instructions.
    pub(super) fn bring(&mut self, keys: &[u8], instrs: u64) {
        if let KeySource::Brought(brought) = &mut self.source {
            brought.keys.extend(keys);
            brought.left_instrs = instrs;
        }
    }

    /// Takes what was typed since the last call, the program's own output, and whether a program was loaded.
    pub(super) fn take(&mut self) -> (String, [Vec<u8>; 2], bool) {
        let typed = match &mut self.output {
            Output::Kept(text) => std::mem::take(text),
            Output::Written(_) => String::new(),
        };
        match &mut self.source {
            KeySource::Brought(brought) => {
                let is_loaded = std::mem::take(&mut brought.is_loaded);
                (typed, std::mem::take(&mut brought.program), is_loaded)
            }
            _ => (typed, Default::default(), false),
        }
    }

    /// A program was loaded, whose output begins.
    pub(super) fn loaded(&mut self) {
        if let KeySource::Brought(brought) = &mut self.source {
            (brought.program, brought.is_loaded) = (Default::default(), true);
        }
    }

    /// Instructions that the program may run now; `None` if DDT keeps the terminal until it stops.
    pub(super) fn left_instrs(&self) -> Option<u64> {
        match &self.source {
            KeySource::Brought(brought) => Some(brought.left_instrs),
            _ => None,
        }
    }

    /// The program has run this many instructions.
    pub(super) fn spend(&mut self, instrs: u64) {
        if let KeySource::Brought(brought) = &mut self.source {
            brought.left_instrs = brought.left_instrs.saturating_sub(instrs);
        }
    }

    /// Whether this is a script, whose lines are echoed.
    pub(super) fn echoes(&self) -> bool {
        matches!(self.source, KeySource::Lines { echoes: true, .. })
    }

    /// Reads a line; `None` at the end, or if the output is closed.
    ///
    /// The line end is removed, and a very long line is cut.
    pub(super) fn ask(&mut self, prompt: &str) -> io::Result<Option<String>> {
        self.begin_line();
        self.write(prompt);
        if !self.is_heard()? {
            return Ok(None);
        }
        let KeySource::Lines { input, echoes } = &mut self.source else { return Ok(None) };
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

    /// Waits for the next key; it is the end if the output is closed.
    pub(super) fn key(&mut self) -> io::Result<KeyRead> {
        let held = self.filter.finish();
        self.write(held);
        if !self.is_heard()? {
            return Ok(KeyRead::End);
        }
        if let Some(key) = self.ahead.pop_front() {
            return Ok(KeyRead::Key(key));
        }
        match &mut self.source {
            KeySource::Keys(keyboard) => Ok(keyboard.key()?.map_or(KeyRead::End, KeyRead::Key)),
            KeySource::Brought(brought) => {
                Ok(brought.keys.pop_front().map_or(KeyRead::Later, KeyRead::Key))
            }
            KeySource::Lines { .. } => Ok(KeyRead::End),
        }
    }

    /// Shows a line of commands from a file after the prompt.
    pub(super) fn show_line(&mut self, line: &str) {
        self.begin_line();
        let shown: String = line.chars().map(keys::shown).collect();
        self.line(&format!("*{shown}"));
    }

    /// Keeps a key typed ahead.
    pub(super) fn keep(&mut self, key: u8) {
        self.ahead.push_back(key);
    }

    /// A key pressed meanwhile; none in line mode.
    pub(super) fn pressed(&mut self) -> io::Result<Option<u8>> {
        match &mut self.source {
            KeySource::Keys(keyboard) => keyboard.pressed(),
            KeySource::Brought(brought) => Ok(brought.keys.pop_front()),
            KeySource::Lines { .. } => Ok(None),
        }
    }

    /// Whether the output is still open.
    fn is_heard(&mut self) -> io::Result<bool> {
        match self.failure.take() {
            None => Ok(true),
            Some(failure) if failure.kind() == io::ErrorKind::BrokenPipe => Ok(false),
            Some(failure) => Err(failure),
        }
    }

    /// Shows a pressed key.
    pub(super) fn echo(&mut self, key: char) {
        self.write(&typein::echo(key));
    }

    /// Types text at the current position.
    pub(super) fn put(&mut self, text: &str) {
        self.write(text);
    }

    /// Erases this many columns.
    pub(super) fn rub(&mut self, columns: usize) {
        self.write(&"\x08 \x08".repeat(columns));
    }

    /// Types lines, starting on a new line.
    pub(super) fn say(&mut self, text: &str) {
        self.begin_line();
        self.line(text);
        self.owes_prompt = true;
    }

    /// Types an answer to the last input.
    pub(super) fn answer(&mut self, text: &str) {
        if self.is_keyed() {
            self.write(&format!("{BLANKS}{text}{BLANKS}"));
        } else {
            self.say(text);
        }
    }

    /// Types an opened word after its address, or at the current position if the user typed the
    /// address.
    pub(super) fn opened(&mut self, address: &str, word: &str, is_typed: bool) {
        if is_typed && self.is_keyed() {
            return self.answer(word);
        }
        self.stopped(&format!("{address}/{BLANKS}{word}"));
    }

    /// Types a line that the next input follows.
    pub(super) fn stopped(&mut self, text: &str) {
        if self.is_keyed() {
            self.begin_line();
            self.write(&format!("{text}{BLANKS}"));
        } else {
            self.say(text);
        }
    }

    /// Acknowledges a command without output.
    pub(super) fn done(&mut self) {
        if self.is_keyed() {
            self.write(BLANKS);
        }
    }

    /// Ends a command without output with the `*`.
    pub(super) fn prompt(&mut self) {
        self.owes_prompt = true;
    }

    /// Reports why a command failed.
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

    /// Ends a command of keys: after typed lines, with the `*`.
    pub(super) fn settle(&mut self) {
        if std::mem::take(&mut self.owes_prompt) && self.is_keyed() {
            self.begin_line();
            self.write("*");
        }
    }

    /// Types the program's output, without terminal control characters; `errors` are typed by the caller.
    pub(super) fn show(&mut self, output: &[u8], errors: &[u8]) {
        if let KeySource::Brought(brought) = &mut self.source {
            brought.program[0].extend_from_slice(output);
            brought.program[1].extend_from_slice(errors);
        }
        let text = self.filter.pass(output);
        self.write(&text);
    }

    /// Passes the terminal to the program, at the start of a line; in line mode it already is.
    pub(super) fn take_line(&mut self) {
        if self.is_keyed() {
            self.begin_line();
        }
    }

    /// Moves to the start of a line.
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
        match &mut self.output {
            Output::Written(output) => {
                let written = output.write_all(text.as_bytes()).and_then(|()| output.flush());
                self.failure = written.err();
            }
            Output::Kept(all) => all.push_str(text),
        }
    }
}

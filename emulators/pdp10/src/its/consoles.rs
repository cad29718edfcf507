//! Calls for the terminal.
//!
//! Source: *ITS .CALLS*, `CNSGET`, `TTYGET`, `TTYSET`, `TTYVAR`; *ITS UUOS*, `.ITYIC`, `.LISTEN`.

use crate::Word36;
use crate::text::from_sixbit;

use super::Answer;
use super::arguments::{Arguments, channel_number};
use super::channels::Device;
use super::errors::code;
use super::job::{CONSOLE, SUPERIOR};
use super::monitor::{CallError, Monitor, Outcome};
use super::terminal::Cursor;
use super::variable_access::VariableAccess;

/// A terminal's number plus 400000.
const BY_NUMBER: u32 = 0o400000;
/// `TCTYP`: a printing terminal, and one that takes ITS's own output buffer codes.
const PRINTING: Word36 = Word36::new(0);
const SOFTWARE: Word36 = Word36::new(7);
/// `TTYCOM`: not linked.
const LINKS: Word36 = Word36::halves(0, 0o777777);
/// `TTYOPT`: backspaces, overprints, and has lower-case letters.
const OPTIONS: Word36 = Word36::halves(0o021020, 0);
/// `TTYOPT` of a display: erases, backspaces, moves up, scrolls, has lower-case letters, inserts and
/// deletes lines and characters, and scrolls regions.
const DISPLAY_OPTIONS: Word36 = Word36::halves(0o050523, 0o4);
/// `TTYTYP`: a terminal without a modem.
const LINE: Word36 = Word36::new(0);
/// Last line, and number of columns, that `SCPOS` accepts.
const LAST_LINE: u64 = 118;
const COLUMNS: u64 = 0o400;
/// `%WYTYI` and `%WYTYO`: kinds of interrupting channels.
const TYPED_IN: u32 = 1;
const TYPED_OUT: u32 = 2;
/// Reason of an interrupt by output: `**MORE**`.
const MORE: Word36 = Word36::halves(0o400000, 0);

/// Variables of the terminal, for [`VariableAccess`].
struct TerminalVariables;

impl VariableAccess for TerminalVariables {
    fn get(&self, monitor: &mut Monitor<'_>, which: Word36) -> Outcome<Word36> {
        Ok(match from_sixbit(which).as_str() {
            "HEIGHT" => Word36::from(monitor.its.terminal.size()[0]),
            "WIDTH" => Word36::from(monitor.its.terminal.size()[1]),
            "ISPEED" | "OSPEED" => Word36::from(9600),
            "TTYOPT" => monitor.terminal_kind().1,
            "TTYTYP" => LINE,
            "TTYCOM" => LINKS,
            "TCTYP" => monitor.terminal_kind().0,
            "TTYROL" if monitor.its.terminal.screen().is_some() => Word36::from(1),
            "TTYROL" | "TTYSMT" | "IDLTIM" => Word36::default(),
            _ => return Err(CallError::Error(code::BAD_NAME)),
        })
    }

    /// The terminal stays as it is: values set are ignored.
    fn put(&self, monitor: &mut Monitor<'_>, which: Word36, _: Word36) -> Outcome {
        self.get(monitor, which).map(|_| ())
    }
}

impl Monitor<'_> {
    /// Checks that a word names the terminal: a channel to it, or its number.
    ///
    /// # Errors
    /// If it names another one, or none.
    pub(super) fn check_terminal(&self, word: Word36) -> Outcome {
        if word.right() >= BY_NUMBER {
            let known = word.right() == BY_NUMBER + CONSOLE;
            return if known { Ok(()) } else { Err(CallError::Error(code::NO_DEVICE)) };
        }
        let channel = channel_number(word)?;
        match self.its.channels.get(channel).open.as_ref().map(|open| &open.device) {
            None => Err(CallError::Error(code::NOT_OPEN)),
            Some(Device::Terminal) => Ok(()),
            Some(_) => Err(CallError::Error(code::WRONG_DEVICE)),
        }
    }

    /// `TCTYP` and `TTYOPT`.
    pub(super) fn terminal_kind(&self) -> (Word36, Word36) {
        match self.its.terminal.screen() {
            None => (PRINTING, OPTIONS),
            Some(_) => (SOFTWARE, DISPLAY_OPTIONS),
        }
    }

    /// `CNSGET`.
    pub(super) fn console(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        self.check_terminal(arguments.at(0))?;
        let (kind, options) = self.terminal_kind();
        arguments.values.extend(self.its.terminal.size().map(Word36::from));
        arguments.values.extend([kind, LINKS, options, LINE, Word36::default()]);
        Ok(Answer::Skip)
    }

    /// `STYGET`: not a pseudo-terminal; the owner, the top of its tree, which is logged in, and what
    /// waits.
    pub(super) fn pseudo_terminal(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        const LOGGED_IN: u32 = 0o100000;
        const SOMETHING: u32 = 0o400000;
        const ROOM: u32 = 0o200000;
        self.check_terminal(arguments.at(0))?;
        let none = Word36::default();
        let is_typed = if self.host.input.rest().is_empty() { 0 } else { SOMETHING };
        let owner = Word36::from(self.its.job.number());
        let top = Word36::halves(LOGGED_IN, SUPERIOR);
        arguments.values.extend([none, owner, top, none, Word36::halves(is_typed | ROOM, 0), none]);
        Ok(Answer::Skip)
    }

    /// `SCML`: lines of the echo area; a printing terminal has none.
    pub(super) fn set_echo_lines(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        self.check_terminal(arguments.at(0))?;
        let lines = arguments.at(1).right();
        if let Some(screen) = self.its.terminal.screen_mut() {
            screen.set_echo_lines(lines);
        }
        Ok(Answer::Skip)
    }

    /// `CNSSET`, `TTYESC` and `TTYFLS`: no effect.
    pub(super) fn set_console(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        self.check_terminal(arguments.at(0))?;
        Ok(Answer::Skip)
    }

    /// `RSSIZE`.
    pub(super) fn screen_size(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        self.check_terminal(arguments.at(0))?;
        arguments.values.extend(self.its.terminal.size().map(Word36::from));
        Ok(Answer::Skip)
    }

    /// `RCPOS`: the line is always 0 on paper, which has no top.
    pub(super) fn cursor(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        self.check_terminal(arguments.at(0))?;
        let word = |at: Cursor| Word36::halves(at.line, at.column);
        arguments.values.extend(self.its.terminal.cursors().map(word));
        Ok(Answer::Skip)
    }

    /// `SCPOS`: returns the position before, and sets it if both parts are given.
    ///
    /// Source: ITS 1652, `NSCPOS`.
    pub(super) fn set_cursor(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        self.check_terminal(arguments.at(0))?;
        let [old, _] = self.its.terminal.cursors();
        if let Some(line) = arguments.get(1) {
            let column = arguments.get(2).ok_or(CallError::Error(code::MEANINGLESS))?;
            let [height, _] = self.its.terminal.size().map(u64::from);
            let most = height.min(LAST_LINE + 1);
            if line.bits() >= most || column.bits() >= COLUMNS {
                return Err(CallError::Error(code::MEANINGLESS));
            }
            if let Some(screen) = self.its.terminal.screen_mut() {
                screen.set_cursor(Cursor { line: line.right(), column: column.right() });
            }
        }
        arguments.values.extend([old.line, old.column].map(Word36::from));
        arguments.values.push(Word36::default());
        Ok(Answer::Skip)
    }

    /// `TTYGET`.
    pub(super) fn terminal_states(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        self.check_terminal(arguments.at(0))?;
        arguments.values.extend(self.its.terminal.states);
        arguments.values.extend([LINE, self.terminal_kind().0]);
        Ok(Answer::Skip)
    }

    /// `TTYSET`: the owner of the terminal cannot be changed.
    pub(super) fn set_terminal_states(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        self.check_terminal(arguments.at(0))?;
        let states = &mut self.its.terminal.states;
        (states[0], states[1]) = (arguments.at(1), arguments.at(2));
        if let Some(options) = arguments.get(3) {
            states[2] = Word36::halves(options.left(), states[2].right());
        }
        // Echo that was deferred may be due.
        let mut out = Vec::new();
        self.its.terminal.echo_typed(self.host, &mut out);
        self.type_out(&out).map(|()| Answer::Skip)
    }

    /// `TTYVAR`.
    pub(super) fn terminal_variables(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        self.check_terminal(arguments.at(0))?;
        self.vary(&TerminalVariables, arguments)
    }

    /// `LISTEN`.
    pub(super) fn listen_call(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        self.check_terminal(arguments.at(0))?;
        let count = self.typed_ahead();
        arguments.values.push(count);
        Ok(Answer::Skip)
    }

    /// Number of unread input characters.
    pub(super) fn typed_ahead(&self) -> Word36 {
        Word36::new(self.host.input.rest().len() as u64)
    }

    /// `ITYIC`.
    pub(super) fn interrupt_character(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        self.check_terminal(arguments.at(0))?;
        let character = self.its.terminal.interrupting(self.host);
        let Some(character) = character else { return Ok(Answer::Next) };
        arguments.values.push(Word36::from(u32::from(character)));
        Ok(Answer::Skip)
    }

    /// `.ITYIC` and `.ITYI`: the first one's channel is replaced by the character.
    pub(super) fn old_interrupt_character(&mut self, ac: u8, has_channel: bool) -> Answer {
        if has_channel && self.check_terminal(self.ac(ac)).is_err() {
            return Answer::Next;
        }
        match self.its.terminal.interrupting(self.host) {
            None => Answer::Next,
            Some(character) => {
                self.set_ac(ac, Word36::from(u32::from(character)));
                Answer::Skip
            }
        }
    }

    /// `WHYINT`: only the terminal's channels interrupt.
    pub(super) fn why_interrupt(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        let channel = arguments.channel()?;
        self.check_terminal(Word36::from(u32::from(channel)))?;
        let open = self.its.channels.get(channel).open.as_ref();
        if open.is_some_and(|open| open.is_output()) {
            arguments.values.extend([Word36::from(TYPED_OUT), MORE]);
            return Ok(Answer::Skip);
        }
        let Some(character) = self.its.terminal.interrupting(self.host) else {
            return Ok(Answer::Next);
        };
        let character = Word36::from(u32::from(character));
        arguments.values.extend([Word36::from(TYPED_IN), character]);
        Ok(Answer::Skip)
    }
}

//! Typed characters: how they echo, interrupt and are read.
//!
//! Source: *ITS TTY*, "Input from terminals".

use machine::{Host, InputRead};

use crate::Word36;

use super::{Terminal, TerminalInput, group, option, status};

/// Echo that a character read without it still needs: `%TXMPE` and `%TXPIE`.
const READ_ECHO: u32 = 0o400000;
const TYPED_ECHO: u32 = 0o200000;

impl Terminal {
    /// Echoes characters that were typed since the last time.
    ///
    /// A display's keys do not echo by themselves, as those of a printing terminal do.
    pub(in crate::its) fn echo_typed(&mut self, host: &Host, out: &mut Vec<u8>) {
        if self.screen().is_none() || self.is_echoing_in || self.is_paused() {
            return;
        }
        while let Some(&byte) = host.input.rest().get(self.echoed) {
            let character = self.typed(byte);
            if self.attributes(character) & group::ECHO_TYPED != 0 {
                if self.has(status::NO_ECHO) {
                    return;
                }
                self.show(character, out);
            }
            self.echoed += 1;
        }
    }

    /// Echoes the character that is about to be read, as far as that was not done; returns the bits
    /// of what is left to the program.
    pub(in crate::its) fn echo_read(
        &mut self,
        character: u8,
        options: u32,
        out: &mut Vec<u8>,
    ) -> u32 {
        let attributes = self.attributes(character);
        let peeks = options & option::PEEK != 0;
        let typed = self.echoed == 0 && attributes & group::ECHO_TYPED != 0;
        let read = !peeks && attributes & group::ECHO_READ != 0;
        if self.screen().is_none() {
            return 0;
        }
        if options & option::ECHO != 0 || self.has(status::NO_ECHO) {
            let bits = [(typed, TYPED_ECHO), (read, READ_ECHO)];
            return bits.into_iter().filter(|(wanted, _)| *wanted).map(|(_, bit)| bit).sum();
        }
        if typed {
            self.show(character, out);
        }
        if read {
            self.show(character, out);
        }
        self.echoed = self.echoed.max(1);
        0
    }

    /// Types a character as echo.
    pub(in crate::its) fn show(&mut self, character: u8, out: &mut Vec<u8>) {
        let in_main = self.has(status::ECHO_IN_MAIN);
        let area = if in_main { 0 } else { option::ECHO_AREA };
        self.print(character, option::ECHO | area, out);
    }

    /// Takes the next input character; with `peek` it stays.
    ///
    /// A line end is a return, as the key sends it.
    pub(in crate::its) fn read(&mut self, host: &mut Host, peek: bool) -> TerminalInput {
        self.skip_line_feed(host);
        let Some(&byte) = host.input.rest().first() else {
            return if host.input.is_open() { TerminalInput::Wait } else { TerminalInput::End };
        };
        if !peek {
            let _ = host.input.byte();
            self.seen = self.seen.saturating_sub(1);
            self.flagged = self.flagged.and_then(|at| at.checked_sub(1));
            self.echoed = self.echoed.saturating_sub(1);
            self.read_return = byte == b'\r';
        }
        TerminalInput::Character(self.typed(byte))
    }

    /// Drops a line feed after a return that was read.
    fn skip_line_feed(&mut self, host: &mut Host) {
        // It is a key of its own.
        if self.screen().is_some() {
            return;
        }
        if self.read_return && host.input.rest().first() == Some(&b'\n') {
            let _: InputRead = host.input.byte();
        }
        if !host.input.rest().is_empty() {
            self.read_return = false;
        }
    }

    /// Character of an input byte.
    pub(in crate::its) fn typed(&self, byte: u8) -> u8 {
        match byte & 0o177 {
            b'\n' if self.screen().is_none() => b'\r',
            c if self.attributes(c) & group::CAPITALS != 0 => c.to_ascii_uppercase(),
            c => c,
        }
    }

    /// Lets the next character interrupt if the program asked for that with `%TSINT`.
    ///
    /// Source: *ITS TTY*, `%TSINT`; ITS 1652, `ATTYS3`.
    pub(in crate::its) fn flag_next(&mut self, host: &Host) {
        if self.has(status::NEXT_INTERRUPTS) && self.seen < host.input.rest().len() {
            let left = self.states[2].left() & !status::NEXT_INTERRUPTS;
            self.states[2] = Word36::halves(left, self.states[2].right());
            self.flagged = Some(self.seen);
        }
    }

    /// Next interrupting character not yet seen; it stays to be read.
    pub(in crate::its) fn interrupting(&mut self, host: &Host) -> Option<u8> {
        self.flag_next(host);
        let at = self.next_interrupting(host)?;
        self.seen = at + 1;
        Some(self.typed(host.input.rest()[at]))
    }

    /// Whether an interrupting character has not been seen yet.
    pub(in crate::its) fn has_interrupting(&self, host: &Host) -> bool {
        self.next_interrupting(host).is_some()
    }

    /// Whether the next character is one.
    pub(in crate::its) fn is_next_interrupting(&self, host: &Host) -> bool {
        self.next_interrupting(host) == Some(0)
    }

    fn next_interrupting(&self, host: &Host) -> Option<usize> {
        let interrupts = |byte: u8| self.attributes(self.typed(byte)) & group::INTERRUPT != 0;
        let rest = host.input.rest();
        (self.seen..rest.len()).find(|&at| interrupts(rest[at]) || self.flagged == Some(at))
    }
}

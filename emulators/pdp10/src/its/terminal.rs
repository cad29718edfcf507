//! The terminal: a printing one of unlimited size, with the host's line ends.
//!
//! Source: *ITS TTY*, "Output Processing" and "Display-mode channels"; ITS 1652, `TYO`.

use machine::{Host, InputRead};

use crate::Word36;

/// Bits of a channel to the terminal, in the left half of a mode.
pub(super) mod option {
    /// Input without waiting: returns -1 if there is no character.
    pub(crate) const NO_WAIT: u32 = 0o001000;
    /// Input that does not consume the character.
    pub(crate) const PEEK: u32 = 0o020000;
    /// Output in which `^P` starts a display code.
    pub(crate) const DISPLAY: u32 = 0o004000;
    /// Output without conversion.
    pub(crate) const SUPER_IMAGE: u32 = 0o002000;
}

/// Bits of a character group in `TTYST1` and `TTYST2`.
mod group {
    /// Output in image mode.
    pub(crate) const IMAGE: u8 = 0o10;
    /// Lower-case letters become capitals on input.
    pub(crate) const CAPITALS: u8 = 0o4;
    /// The character interrupts when it is typed.
    pub(crate) const INTERRUPT: u8 = 0o1;
}

/// Line width, more than any program prints.
pub(super) const WIDTH: u32 = 132;
/// Number of lines; the paper is endless.
pub(super) const HEIGHT: u32 = 0o377777;

const TAB: u32 = 8;
/// Offset of a position in a display code from its column.
const POSITION_OFFSET: u32 = 8;

/// Role of the next output character in a display code.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Escape {
    #[default]
    None,
    Code,
    Horizontal,
    Vertical,
    Image,
}

/// State of the terminal, and settings by programs.
#[derive(Debug, Clone)]
pub(super) struct Terminal {
    /// `TTYST1`, `TTYST2` and `TTYSTS`.
    pub(super) states: [Word36; 3],
    column: u32,
    /// Spaces due before the next printing character, after a line feed alone.
    owed: u32,
    /// Whether a return was printed, so that a line feed is dropped.
    after_return: bool,
    escape: Escape,
    saved_column: u32,
    /// Whether a return was read, so that a line feed is dropped.
    read_return: bool,
    /// Input characters already seen by a call for interrupts.
    seen: usize,
}

impl Default for Terminal {
    /// Every character echoes and activates, and control characters interrupt.
    ///
    /// Source: DDT 1549, `TTYST1`: a job inherits its creator's states.
    fn default() -> Self {
        let states = [
            Word36::new(0o232222_222222),
            Word36::new(0o230222_220222),
            Word36::from(super::job::INDEX),
        ];
        Terminal {
            states,
            column: 0,
            owed: 0,
            after_return: false,
            escape: Escape::None,
            saved_column: 0,
            read_return: false,
            seen: 0,
        }
    }
}

/// Result of reading the terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TerminalInput {
    /// A character.
    Character(u8),
    /// Nothing yet.
    Wait,
    /// End of input.
    End,
}

impl Terminal {
    /// Column of the next character.
    pub(super) fn column(&self) -> u32 {
        self.column
    }

    /// Starts a new line unless already at its start.
    pub(super) fn fresh_line(&mut self, out: &mut Vec<u8>) {
        if self.column > 0 {
            self.new_line(out);
        }
    }

    /// Prints a character through a channel with these options.
    pub(super) fn print(&mut self, character: u8, options: u32, out: &mut Vec<u8>) {
        let after_return = std::mem::take(&mut self.after_return);
        match std::mem::take(&mut self.escape) {
            _ if options & option::SUPER_IMAGE != 0 => out.push(character),
            Escape::None => self.print_plain(character, options, after_return, out),
            Escape::Code => self.display(character, out),
            Escape::Horizontal => self.move_to(u32::from(character), out),
            Escape::Vertical => {}
            Escape::Image => self.put(character, out),
        }
    }

    fn print_plain(&mut self, c: u8, options: u32, after_return: bool, out: &mut Vec<u8>) {
        let image = self.attributes(c) & group::IMAGE != 0;
        match c {
            b'\n' if after_return => {}
            b'\n' => self.feed(out),
            b'\r' if image => {
                out.push(b'\r');
                (self.column, self.owed) = (0, 0);
            }
            b'\r' => {
                self.new_line(out);
                self.after_return = true;
            }
            b'\t' if !image => (0..TAB - self.column % TAB).for_each(|_| self.put(b' ', out)),
            0o10 => self.back(out),
            0o7 => out.push(c),
            0o20 if options & option::DISPLAY != 0 => self.escape = Escape::Code,
            0o33 if !image => self.put(b'$', out),
            0o40..=0o176 => self.put(c, out),
            _ if image => out.push(c),
            _ => {
                self.put(b'^', out);
                self.put(c ^ 0o100, out);
            }
        }
    }

    /// Prints a display code on paper; leaves out what needs a screen.
    fn display(&mut self, code: u8, out: &mut Vec<u8>) {
        match code.to_ascii_uppercase() {
            b'A' => self.fresh_line(out),
            b'B' => self.back(out),
            b'C' => self.new_line(out),
            b'D' => self.feed(out),
            b'F' => self.put(b' ', out),
            b'H' => self.escape = Escape::Horizontal,
            b'I' => self.escape = Escape::Image,
            b'P' => self.print_plain(0o20, 0, false, out),
            b'Q' => self.print_plain(0o3, 0, false, out),
            b'R' => self.move_to(self.saved_column + POSITION_OFFSET, out),
            b'S' => self.saved_column = self.column,
            b'V' => self.escape = Escape::Vertical,
            b'X' => {
                self.back(out);
                self.put(b' ', out);
                self.back(out);
            }
            _ => {}
        }
    }

    fn put(&mut self, character: u8, out: &mut Vec<u8>) {
        let blanks = std::mem::take(&mut self.owed);
        out.extend((0..blanks).map(|_| b' '));
        out.push(character);
        self.column += 1;
    }

    fn new_line(&mut self, out: &mut Vec<u8>) {
        out.push(b'\n');
        (self.column, self.owed) = (0, 0);
    }

    /// A line feed alone: keeps the column.
    fn feed(&mut self, out: &mut Vec<u8>) {
        out.push(b'\n');
        self.owed = self.column;
    }

    fn back(&mut self, out: &mut Vec<u8>) {
        if self.column == 0 {
            return;
        }
        self.column -= 1;
        if self.owed > 0 { self.owed -= 1 } else { out.push(0o10) }
    }

    fn move_to(&mut self, position: u32, out: &mut Vec<u8>) {
        let column = position.saturating_sub(POSITION_OFFSET).min(WIDTH - 1);
        while self.column < column {
            self.put(b' ', out);
        }
        while self.column > column {
            self.back(out);
        }
    }

    /// The six bits of a character in `TTYST1` or `TTYST2`.
    ///
    /// Source: *ITS TTY*, the groups of characters.
    fn attributes(&self, character: u8) -> u8 {
        let (word, shift) = match character {
            0o7 | 0o23 => (1, 30),
            b'\t' | b'\n' => (1, 24),
            0o33 => (1, 18),
            b'\r' => (1, 12),
            0o177 => (1, 6),
            b' ' | 0o10 => (1, 0),
            0..=0o37 => (0, 30),
            b'A'..=b'Z' | b'a'..=b'z' => (0, 24),
            b'0'..=b'9' => (0, 18),
            b'+' | b'*' | b'-' | b'/' | b'=' | b'^' | b'_' => (0, 6),
            b'<' | b'>' | b'(' | b')' | b'[' | b']' | b'{' | b'}' => (0, 0),
            _ => (0, 12),
        };
        (self.states[word].bits() >> shift & 0o77) as u8
    }

    /// Prints all characters without conversion, as a channel in image mode.
    pub(super) fn set_image(&mut self) {
        let image = Word36::new((0..6).fold(0, |all, _| all << 6 | u64::from(group::IMAGE)));
        self.states[0] = self.states[0] | image;
        self.states[1] = self.states[1] | image;
    }

    /// Takes the next input character; with `peek` it stays.
    ///
    /// A line end is a return, as the key sends it.
    pub(super) fn read(&mut self, host: &mut Host, peek: bool) -> TerminalInput {
        self.skip_line_feed(host);
        let Some(&byte) = host.input.rest().first() else {
            return if host.input.is_open() { TerminalInput::Wait } else { TerminalInput::End };
        };
        if !peek {
            let _ = host.input.byte();
            self.seen = self.seen.saturating_sub(1);
            self.read_return = byte == b'\r';
        }
        TerminalInput::Character(self.typed(byte))
    }

    /// Drops a line feed after a return that was read.
    fn skip_line_feed(&mut self, host: &mut Host) {
        if self.read_return && host.input.rest().first() == Some(&b'\n') {
            let _: InputRead = host.input.byte();
        }
        if !host.input.rest().is_empty() {
            self.read_return = false;
        }
    }

    /// Character of an input byte.
    fn typed(&self, byte: u8) -> u8 {
        match byte & 0o177 {
            b'\n' => b'\r',
            c if self.attributes(c) & group::CAPITALS != 0 => c.to_ascii_uppercase(),
            c => c,
        }
    }

    /// Next interrupting character not yet seen; it stays to be read.
    pub(super) fn interrupting(&mut self, host: &Host) -> Option<u8> {
        let at = self.next_interrupting(host)?;
        self.seen = at + 1;
        Some(self.typed(host.input.rest()[at]))
    }

    /// Whether an interrupting character has not been seen yet.
    pub(super) fn has_interrupting(&self, host: &Host) -> bool {
        self.next_interrupting(host).is_some()
    }

    fn next_interrupting(&self, host: &Host) -> Option<usize> {
        let interrupts = |byte: u8| self.attributes(self.typed(byte)) & group::INTERRUPT != 0;
        let rest = host.input.rest();
        (self.seen..rest.len()).find(|&at| interrupts(rest[at]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(bytes: &[u8], options: u32) -> String {
        let (mut terminal, mut out) = (Terminal::default(), Vec::new());
        bytes.iter().for_each(|&byte| terminal.print(byte, options, &mut out));
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_return_is_a_new_line_and_swallows_a_line_feed() {
        assert_eq!(printed(b"ab\r\ncd\ref\r\r\n", 0), "ab\ncd\nef\n\n");
        assert_eq!(printed(b"ab\ncd", 0), "ab\n  cd");
    }

    #[test]
    fn control_characters_are_shown() {
        // ITS 1648: NUL prints as ^@, rubout as ^?, altmode as a dollar sign, tabs as spaces.
        assert_eq!(printed(b"\0\x01\x1b\x7f\x0c", 0), "^@^A$^?^L");
        assert_eq!(printed(b"a\tb\x10A", 0), "a       b^PA");
        assert_eq!(printed(b"\x1b\x01", option::SUPER_IMAGE), "\x1b\x01");
    }

    #[test]
    fn display_codes_work_on_paper_where_possible() {
        let shown = |bytes| printed(bytes, option::DISPLAY);
        assert_eq!(shown(b"ab\x10Ac\x10Cd"), "ab\nc\nd");
        assert_eq!(shown(b"\x10H\x0cx\x10P\x10Ky"), "    x^Py");
        assert_eq!(shown(b"ab\x10Xc"), "ab\x08 \x08c");
    }

    #[test]
    fn lines_of_the_input_end_with_a_return() {
        let mut host = Host::with_input(b"a\nb\r\nc");
        let mut terminal = Terminal::default();
        let mut read = || terminal.read(&mut host, false);
        for expected in *b"a\rb\rc" {
            assert_eq!(read(), TerminalInput::Character(expected));
        }
        assert_eq!(read(), TerminalInput::End);
    }

    #[test]
    fn peeking_leaves_the_character() {
        let mut host = Host::with_input(b"xy");
        let mut terminal = Terminal::default();
        assert_eq!(terminal.read(&mut host, true), TerminalInput::Character(b'x'));
        assert_eq!(terminal.read(&mut host, false), TerminalInput::Character(b'x'));
        let mut host = Host { input: machine::Input::open(), ..Host::default() };
        assert_eq!(terminal.read(&mut host, false), TerminalInput::Wait);
    }
}

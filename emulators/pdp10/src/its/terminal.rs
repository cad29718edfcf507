//! The terminal: a printing one, or a display that is used key by key.
//!
//! Source: *ITS TTY*, "Output Processing", "Display-mode channels" and "Echo"; ITS 1652, `TYO`.

mod keys;
mod paper;
mod pause;
mod screen;

use crate::Word36;

use super::channels::mode;
use paper::Paper;
pub(super) use paper::WIDTH;
use pause::Pause;
pub(super) use screen::{Cursor, Screen};

/// Bits of a channel to the terminal, in the left half of a mode.
pub(super) mod option {
    /// Input without waiting: returns -1 if there is no character.
    pub(crate) const NO_WAIT: u32 = 0o001000;
    /// Input of a character although it is to interrupt and has not.
    pub(crate) const INTERRUPTING: u32 = 0o002000;
    /// Input that does not consume the character.
    pub(crate) const PEEK: u32 = 0o020000;
    /// Output in which `^P` starts a display code.
    pub(crate) const DISPLAY: u32 = 0o004000;
    /// Output without conversion.
    pub(crate) const SUPER_IMAGE: u32 = 0o002000;
    /// Output as if it were echoed; input that the program echoes.
    pub(crate) const ECHO: u32 = 0o040000;
    /// Output that does not continue a full line on the next one.
    pub(crate) const NO_CONTINUATION: u32 = 0o020000;
    /// Output without `**MORE**`.
    pub(crate) const NO_MORE: u32 = 0o001000;
    /// Output in the echo area.
    pub(crate) const ECHO_AREA: u32 = 0o000400;
}

/// Bits of the left half of `TTYSTS`.
mod status {
    /// `^L` echoes like other control characters.
    pub(crate) const SHOW_FORM_FEED: u32 = 0o200000;
    /// Lines past the last one move the others up.
    pub(crate) const SCROLLS: u32 = 0o010000;
    /// Characters echo in the main area.
    pub(crate) const ECHO_IN_MAIN: u32 = 0o001000;
    /// The next character interrupts, whatever it is.
    pub(crate) const NEXT_INTERRUPTS: u32 = 0o000400;
    /// Output does not pause.
    pub(crate) const NO_MORE: u32 = 0o000200;
    /// Echo waits.
    pub(crate) const NO_ECHO: u32 = 0o000010;
}

/// Bits of a character group in `TTYST1` and `TTYST2`.
mod group {
    /// Echoed when it is read.
    pub(crate) const ECHO_READ: u8 = 0o40;
    /// Echoed when it is typed.
    pub(crate) const ECHO_TYPED: u8 = 0o20;
    /// Output in image mode.
    pub(crate) const IMAGE: u8 = 0o10;
    /// Lower-case letters become capitals on input.
    pub(crate) const CAPITALS: u8 = 0o4;
    /// The character interrupts when it is typed.
    pub(crate) const INTERRUPT: u8 = 0o1;
}

/// Number of lines of a printing terminal; the paper is endless.
pub(super) const HEIGHT: u32 = 0o377777;

const TAB: u32 = 8;
/// Offset of a position in a display code from its column or line.
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

/// Paper or a screen, on which the terminal writes.
#[derive(Debug, Clone)]
enum Surface {
    Paper(Paper),
    Screen(Box<Screen>),
}

/// Calls the same method of the paper or the screen.
macro_rules! on {
    ($surface:expr, $method:ident($($argument:expr),*)) => {
        match &mut $surface {
            Surface::Paper(paper) => paper.$method($($argument),*),
            Surface::Screen(screen) => screen.$method($($argument),*),
        }
    };
}

/// State of the terminal, and settings by programs.
#[derive(Debug, Clone)]
pub(super) struct Terminal {
    /// `TTYST1`, `TTYST2` and `TTYSTS`.
    pub(super) states: [Word36; 3],
    surface: Surface,
    /// Whether a return was printed, so that a line feed is dropped.
    after_return: bool,
    escape: Escape,
    /// Whether a return was read, so that a line feed is dropped.
    read_return: bool,
    /// Input characters already seen by a call for interrupts.
    seen: usize,
    /// Input character that interrupts, whatever it is.
    flagged: Option<usize>,
    /// Input characters that have their echo, or none.
    echoed: usize,
    /// Whether a call echoes what is typed itself.
    pub(super) is_echoing_in: bool,
    pause: Pause,
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
            surface: Surface::Paper(Paper::default()),
            after_return: false,
            escape: Escape::None,
            read_return: false,
            seen: 0,
            flagged: None,
            echoed: 0,
            is_echoing_in: false,
            pause: Pause::None,
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
    /// Becomes a display.
    pub(super) fn use_screen(&mut self, size: machine::Screen) {
        self.surface = Surface::Screen(Box::new(Screen::new(size)));
        let left = self.states[2].left() | status::SCROLLS;
        self.states[2] = Word36::halves(left, self.states[2].right());
    }

    /// The screen of a display.
    pub(super) fn screen(&self) -> Option<&Screen> {
        match &self.surface {
            Surface::Paper(_) => None,
            Surface::Screen(screen) => Some(screen),
        }
    }

    /// The screen of a display.
    pub(super) fn screen_mut(&mut self) -> Option<&mut Screen> {
        match &mut self.surface {
            Surface::Paper(_) => None,
            Surface::Screen(screen) => Some(screen),
        }
    }

    /// Lines and columns.
    pub(super) fn size(&self) -> [u32; 2] {
        self.screen().map_or([HEIGHT, WIDTH], Screen::size)
    }

    /// Cursors of the main area and of the echo area; paper has one, and no top.
    pub(super) fn cursors(&self) -> [Cursor; 2] {
        let on_paper = || [Cursor { line: 0, column: self.column() }; 2];
        self.screen().map_or_else(on_paper, Screen::cursors)
    }

    /// Column of the next character.
    fn column(&self) -> u32 {
        match &self.surface {
            Surface::Paper(paper) => paper.column,
            Surface::Screen(screen) => screen.column(),
        }
    }

    /// Starts a new line unless already at its start.
    pub(super) fn fresh_line(&mut self, out: &mut Vec<u8>) {
        if self.column() > 0 {
            on!(self.surface, new_line(out));
        }
    }

    /// Prints a byte through a channel with these options; only superimage mode uses all eight bits.
    pub(super) fn print(&mut self, byte: u8, options: u32, out: &mut Vec<u8>) {
        let scrolls = self.has(status::SCROLLS);
        if let Some(screen) = self.screen_mut() {
            screen.select(options & option::ECHO_AREA != 0);
            screen.scrolls = scrolls;
        }
        let after_return = std::mem::take(&mut self.after_return);
        let character = byte & 0o177;
        match std::mem::take(&mut self.escape) {
            _ if options & option::SUPER_IMAGE != 0 => match &mut self.surface {
                Surface::Paper(_) => out.push(character),
                Surface::Screen(screen) => screen.image(byte, out),
            },
            Escape::None => self.print_plain(character, options, after_return, out),
            Escape::Code => self.display(character.to_ascii_uppercase(), out),
            Escape::Horizontal => {
                let column = u32::from(character).saturating_sub(POSITION_OFFSET);
                match &mut self.surface {
                    Surface::Paper(paper) => paper.move_to(column, out),
                    Surface::Screen(screen) => screen.set_column(column, out),
                }
            }
            Escape::Vertical => {
                let line = u32::from(character).saturating_sub(POSITION_OFFSET);
                if let Some(screen) = self.screen_mut() {
                    screen.set_line(line, out);
                }
            }
            Escape::Image => self.put(character, options, out),
        }
    }

    /// Whether a bit of `TTYSTS` is set.
    fn has(&self, bit: u32) -> bool {
        self.states[2].left() & bit != 0
    }

    fn print_plain(&mut self, c: u8, options: u32, after_return: bool, out: &mut Vec<u8>) {
        let echoes = options & option::ECHO != 0;
        let image = !echoes && self.attributes(c) & group::IMAGE != 0;
        match c {
            b'\n' if after_return => {}
            b'\n' => on!(self.surface, feed(out)),
            b'\r' if image => match &mut self.surface {
                Surface::Paper(paper) => paper.carriage_return(out),
                Surface::Screen(screen) => screen.set_column(0, out),
            },
            b'\r' => {
                on!(self.surface, new_line(out));
                self.after_return = !echoes;
            }
            b'\t' if !image => {
                (0..TAB - self.column() % TAB).for_each(|_| self.put(b' ', options, out));
            }
            0o10 => on!(self.surface, back(out)),
            0o7 => out.push(c),
            0o14 if echoes && self.screen().is_some() && !self.has(status::SHOW_FORM_FEED) => {
                self.display(b'C', out);
            }
            0o20 if options & option::DISPLAY != 0 => self.escape = Escape::Code,
            0o33 if !image => self.put(b'$', options, out),
            0o40..=0o176 => self.put(c, options, out),
            _ if image => match &mut self.surface {
                Surface::Paper(_) => out.push(c),
                // It could control the host's terminal.
                Surface::Screen(_) => {}
            },
            _ => {
                self.put(b'^', options, out);
                self.put(c ^ 0o100, options, out);
            }
        }
    }

    /// A display code, in capitals.
    fn display(&mut self, code: u8, out: &mut Vec<u8>) {
        match code {
            b'A' => self.fresh_line(out),
            b'H' => self.escape = Escape::Horizontal,
            b'I' => self.escape = Escape::Image,
            b'M' | b'N' if self.screen().is_some() => {
                self.pause = Pause::Waiting { goes_home: code == b'M' };
            }
            b'P' => self.print_plain(0o20, 0, false, out),
            b'Q' => self.print_plain(0o3, 0, false, out),
            b'V' => self.escape = Escape::Vertical,
            _ => on!(self.surface, display(code, out)),
        }
    }

    fn put(&mut self, character: u8, options: u32, out: &mut Vec<u8>) {
        match &mut self.surface {
            Surface::Paper(paper) => paper.put(character, out),
            Surface::Screen(screen) => {
                // A code for a position may be a control character, which a screen does not show.
                let character = if character.is_ascii_control() { b' ' } else { character };
                screen.put(character, options & option::NO_CONTINUATION == 0, out);
            }
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

    /// The first channel for input: every character activates and interrupts, and in ASCII mode all
    /// but rubout echo; in the mode of DDT return, line feed and tab do not.
    ///
    /// Source: ITS 1652, `TTYO4`.
    pub(super) fn begin_input(&mut self, asked: u32) {
        const IMAGE: Word36 = Word36::new(0o101010_101010);
        const ACTIVE: Word36 = Word36::new(0o030303_030303);
        const DDT: u32 = 0o4;
        let (mut first, mut second) = (self.states[0] & IMAGE, self.states[1] & IMAGE);
        if asked & mode::IMAGE == 0 {
            first = first | Word36::new(0o202020_202020);
            second = second | Word36::new(0o202020_200020);
        }
        if asked & DDT != 0 {
            second = second & Word36::new(!0o006000_606000);
        }
        (self.states[0], self.states[1]) = (first | ACTIVE, second | ACTIVE);
    }

    /// Prints all characters without conversion, as a channel in image mode.
    pub(super) fn set_image(&mut self) {
        let image = Word36::new((0..6).fold(0, |all, _| all << 6 | u64::from(group::IMAGE)));
        self.states[0] = self.states[0] | image;
        self.states[1] = self.states[1] | image;
    }
}

#[cfg(test)]
mod tests {
    use machine::Host;

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

    /// Back, space, line feed, the saved position, and columns to the left.
    #[test]
    fn display_codes_move_on_paper() {
        let shown = |bytes| printed(bytes, option::DISPLAY);
        assert_eq!(shown(b"ab\x10Bc\x10Fd"), "ab\x08c d");
        assert_eq!(shown(b"ab\x10Dc"), "ab\n  c");
        assert_eq!(shown(b"a\x10Sbc\x10Rd"), "abc\x08\x08d");
        assert_eq!(shown(b"abcd\x10H\x09x"), "abcd\x08\x08\x08x");
        // On a new line the spaces that are due are fewer.
        assert_eq!(shown(b"abc\n\x10Bx"), "abc\n  x");
        // At the start of a line there is nothing to go back to.
        assert_eq!(shown(b"\x10Bx"), "x");
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

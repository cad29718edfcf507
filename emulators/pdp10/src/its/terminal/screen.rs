//! A display: what ITS draws becomes the control sequences of ECMA-48.
//!
//! Programs that only print lines do so wherever the cursor is. The first code that needs a position
//! on the screen moves earlier lines out of it and starts at the top of an empty screen.
//!
//! Source: *ITS TTY*, "Output to terminals" and "ITS output buffer codes"; ECMA-48, section 8.3.

use std::io::Write as _;

use machine::Screen as Size;

/// Position on the screen, from 0.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Cursor {
    pub(crate) line: u32,
    pub(crate) column: u32,
}

/// The areas with a cursor of their own.
const MAIN: usize = 0;
const ECHO: usize = 1;

/// State of the screen; its content is only on the terminal.
#[derive(Debug, Clone)]
pub(crate) struct Screen {
    lines: u32,
    /// Columns, of which the last is for the `!` of a continued line.
    columns: u32,
    cursors: [Cursor; 2],
    /// Lines of the echo area at the bottom; 0 for none.
    echo_lines: u32,
    area: usize,
    saved: Cursor,
    /// Whether lines past the last move the others up, instead of starting at the top.
    pub(super) scrolls: bool,
    /// Whether positions on the terminal are known.
    pub(crate) is_drawn: bool,
    /// Lines written in the main area since the user could see all of them.
    pub(super) fed: u32,
    /// The terminal's own cursor, if known.
    shown: Option<Cursor>,
    /// An output buffer code and its arguments so far.
    code: Option<(u8, Vec<u8>)>,
}

impl Screen {
    pub(super) fn new(size: Size) -> Self {
        Screen {
            lines: u32::from(size.lines).max(4),
            columns: u32::from(size.columns).max(20),
            cursors: Default::default(),
            echo_lines: 0,
            area: MAIN,
            saved: Cursor::default(),
            scrolls: true,
            is_drawn: false,
            fed: 0,
            shown: None,
            code: None,
        }
    }

    /// Lines and columns as programs see them.
    pub(crate) fn size(&self) -> [u32; 2] {
        [self.lines, self.columns - 1]
    }

    /// Lines of the screen.
    pub(super) fn height(&self) -> u32 {
        self.lines
    }

    /// Whether the main cursor is in the last line.
    pub(super) fn is_at_end(&self) -> bool {
        self.cursors[MAIN].line + 1 >= self.lines - self.echo_lines
    }

    /// Erases the line of `**MORE**`, and continues there, or at the top of a screen that does not
    /// scroll.
    pub(super) fn continue_after_pause(&mut self, goes_home: bool, out: &mut Vec<u8>) {
        self.select(false);
        if !goes_home {
            self.new_line(out);
        } else if self.scrolls {
            self.set_column(0, out);
            out.extend(b"\x1b[K");
        } else {
            self.move_to(Cursor::default(), out);
            out.extend(b"\x1b[K");
        }
    }

    /// Cursors of the main area and of the echo area, each relative to its area.
    pub(crate) fn cursors(&self) -> [Cursor; 2] {
        let [main, echo] = self.cursors;
        [main, Cursor { line: echo.line.saturating_sub(self.lines - self.echo_lines), ..echo }]
    }

    /// Sets the main cursor, where a program says that it is.
    pub(crate) fn set_cursor(&mut self, cursor: Cursor) {
        self.cursors[MAIN] = self.inside(cursor, 0);
        self.shown = None;
    }

    /// Sets the size of the echo area.
    pub(crate) fn set_echo_lines(&mut self, lines: u32) {
        self.echo_lines = lines.min(self.lines - 1);
        self.cursors[ECHO] = Cursor { line: self.lines - self.echo_lines, column: 0 };
    }

    /// Selects the area of the following output.
    pub(super) fn select(&mut self, is_echo: bool) {
        self.area = if is_echo && self.echo_lines > 0 { ECHO } else { MAIN };
    }

    /// First line of the current area.
    fn top(&self) -> u32 {
        if self.area == ECHO { self.lines - self.echo_lines } else { 0 }
    }

    fn cursor(&self) -> Cursor {
        self.cursors[self.area]
    }

    pub(super) fn column(&self) -> u32 {
        self.cursor().column
    }

    fn inside(&self, at: Cursor, top: u32) -> Cursor {
        let line = at.line.clamp(top, self.lines - 1);
        Cursor { line, column: at.column.min(self.columns - 1) }
    }

    /// Takes the screen, so that positions are known.
    fn draw(&mut self, out: &mut Vec<u8>) {
        if !std::mem::replace(&mut self.is_drawn, true) {
            out.extend((1..self.lines).map(|_| b'\n'));
            out.extend(b"\x1b[H\x1b[J");
            self.shown = Some(Cursor::default());
        }
    }

    /// Moves the terminal's cursor to that of the area.
    fn place(&mut self, out: &mut Vec<u8>) {
        if self.area == ECHO {
            self.draw(out);
        }
        let cursor = self.cursor();
        if self.is_drawn && self.shown != Some(cursor) {
            // Writing to a vector does not fail.
            let _ = write!(out, "\x1b[{};{}H", cursor.line + 1, cursor.column + 1);
            self.shown = Some(cursor);
        }
    }

    /// Moves to a position of the screen.
    fn move_to(&mut self, to: Cursor, out: &mut Vec<u8>) {
        self.draw(out);
        self.cursors[self.area] = self.inside(to, self.top());
        self.place(out);
    }

    /// Moves within the line.
    pub(super) fn set_column(&mut self, column: u32, out: &mut Vec<u8>) {
        let column = column.min(self.columns - 1);
        self.cursors[self.area].column = column;
        self.place(out);
        if !self.is_drawn {
            let _ = write!(out, "\x1b[{}G", column + 1);
        }
    }

    /// Moves to a line of the area.
    pub(super) fn set_line(&mut self, line: u32, out: &mut Vec<u8>) {
        let line = self.top().saturating_add(line);
        self.move_to(Cursor { line, ..self.cursor() }, out);
    }

    /// Writes a character; before it continues a full line, unless that is suppressed.
    pub(super) fn put(&mut self, character: u8, continues: bool, out: &mut Vec<u8>) {
        if continues && self.column() + 1 >= self.columns {
            self.graphic(b'!', out);
            self.new_line(out);
        }
        self.graphic(character, out);
    }

    fn graphic(&mut self, character: u8, out: &mut Vec<u8>) {
        self.place(out);
        out.push(character);
        let cursor = &mut self.cursors[self.area];
        cursor.column = (cursor.column + 1).min(self.columns - 1);
        // After the last column terminals differ.
        let known = cursor.column + 1 < self.columns;
        self.shown = known.then_some(*cursor);
    }

    pub(super) fn new_line(&mut self, out: &mut Vec<u8>) {
        self.cursors[self.area].column = 0;
        self.feed(out);
    }

    /// To the next line, which is cleared; keeps the column.
    pub(super) fn feed(&mut self, out: &mut Vec<u8>) {
        let Cursor { line, column } = self.cursor();
        let is_last = line + 1 == self.lines;
        if self.area == MAIN {
            self.fed = self.fed.saturating_add(1);
        }
        if !self.is_drawn && self.area == MAIN {
            out.push(b'\n');
            if column > 0 {
                let _ = write!(out, "\x1b[{column}C");
            }
            self.cursors[MAIN].line = (line + 1).min(self.lines - 1);
            return;
        }
        if is_last && self.scrolls && self.area == MAIN {
            self.place(out);
            out.push(b'\n');
            self.shown = None;
        } else {
            self.cursors[self.area].line = if is_last { self.top() } else { line + 1 };
        }
        self.place(out);
        out.extend(b"\x1b[2K");
    }

    /// One position back, from the start of a line to the end of the previous one.
    pub(super) fn back(&mut self, out: &mut Vec<u8>) {
        let Cursor { line, column } = self.cursor();
        let to = match column.checked_sub(1) {
            Some(column) => Cursor { line, column },
            None => {
                let line = line.saturating_sub(1).max(self.top());
                Cursor { line, column: self.columns - 2 }
            }
        };
        self.cursors[self.area] = to;
        self.place(out);
        if !self.is_drawn && column > 0 {
            out.push(0o10);
        } else if !self.is_drawn {
            let _ = write!(out, "\x1b[A\x1b[{}G", to.column + 1);
        }
    }

    /// A sequence at the cursor that does not move it.
    fn edit(&mut self, sequence: &str, out: &mut Vec<u8>) {
        self.place(out);
        out.extend(sequence.as_bytes());
    }

    /// A display code, in capitals, without those for arguments.
    pub(super) fn display(&mut self, code: u8, out: &mut Vec<u8>) {
        let Cursor { line, column } = self.cursor();
        let (top, last) = (self.top(), self.lines - 1);
        let at = |line: u32, column: u32| Cursor { line, column };
        match code {
            b'B' => self.back(out),
            b'C' => self.clear(out),
            b'D' => self.move_to(at(if line == last { top } else { line + 1 }, column), out),
            b'E' => self.edit("\x1b[J", out),
            b'F' if column + 1 < self.columns => self.set_column(column + 1, out),
            b'F' => self.new_line(out),
            b'K' => self.edit("\x1b[X", out),
            b'L' | b']' => self.edit("\x1b[K", out),
            b'R' => self.move_to(self.saved, out),
            b'S' => self.saved = self.cursor(),
            b'T' => {
                self.fed = 0;
                self.move_to(at(top, 0), out);
            }
            b'U' => self.move_to(at(if line == top { last } else { line - 1 }, column), out),
            // At the start of a line also the sign that the line before it continues.
            b'X' => {
                self.back(out);
                self.edit(if column == 0 { "\x1b[2X" } else { "\x1b[X" }, out);
            }
            b'Z' => self.move_to(at(last, 0), out),
            b'[' => self.edit("\x1b[L", out),
            b'\\' => self.edit("\x1b[M", out),
            b'^' => self.edit("\x1b[@", out),
            b'_' => self.edit("\x1b[P", out),
            _ => {}
        }
    }

    /// Clears the area, and moves to its start.
    fn clear(&mut self, out: &mut Vec<u8>) {
        self.fed = 0;
        self.move_to(Cursor { line: self.top(), column: 0 }, out);
        out.extend(b"\x1b[J");
    }

    /// A byte of output in superimage mode: characters, and ITS's own output buffer codes.
    pub(super) fn image(&mut self, byte: u8, out: &mut Vec<u8>) {
        let (code, mut arguments) = match self.code.take() {
            Some((code, mut arguments)) => {
                arguments.push(byte);
                (code, arguments)
            }
            None if byte < 0o200 => return self.image_character(byte, out),
            None => (byte, Vec::new()),
        };
        let wanted = match code {
            0o200 => 4,
            0o201 | 0o217 | 0o232 | 0o233 => 2,
            0o215 | 0o223..=0o226 => 1,
            _ => 0,
        };
        if arguments.len() < wanted {
            self.code = Some((code, arguments));
            return;
        }
        arguments.resize(4, 0);
        self.buffer_code(code, [arguments[0], arguments[1], arguments[2], arguments[3]], out);
    }

    fn image_character(&mut self, byte: u8, out: &mut Vec<u8>) {
        match byte {
            0o40..=0o176 => self.graphic(byte, out),
            0o7 => out.push(byte),
            0o10 => self.set_column(self.column().saturating_sub(1), out),
            b'\n' => self.feed(out),
            b'\r' => self.set_column(0, out),
            // Others could control the host's terminal.
            _ => {}
        }
    }

    fn buffer_code(&mut self, code: u8, arguments: [u8; 4], out: &mut Vec<u8>) {
        let [first, second, third, fourth] = arguments.map(u32::from);
        let count = |letter: char| format!("\x1b[{first}{letter}");
        match code {
            0o200 => self.move_to(Cursor { line: third, column: fourth }, out),
            0o201 | 0o217 => self.move_to(Cursor { line: first, column: second }, out),
            0o202 => self.edit("\x1b[J", out),
            0o203 => self.edit("\x1b[K", out),
            0o204 => self.edit("\x1b[X", out),
            0o207 => self.new_line(out),
            0o211 => self.set_column(self.column().saturating_sub(1), out),
            0o212 => self.feed(out),
            0o213 => self.set_column(0, out),
            0o215 => self.image_character(arguments[0], out),
            0o216 => self.set_column(self.column() + 1, out),
            0o220 => self.clear(out),
            0o221 => out.push(0o7),
            0o223..=0o226 if first == 0 => {}
            0o223 => self.edit(&count('L'), out),
            0o224 => self.edit(&count('M'), out),
            0o225 => self.edit(&count('@'), out),
            0o226 => self.edit(&count('P'), out),
            0o227 => out.extend(b"\x1b[7m"),
            0o230 => out.extend(b"\x1b[m"),
            0o232 | 0o233 if first > 0 && second > 0 => {
                self.scroll_region(first, second, code == 0o232, out);
            }
            _ => {}
        }
    }

    /// Moves `count` lines from the cursor's on up or down by some lines.
    fn scroll_region(&mut self, count: u32, by: u32, is_up: bool, out: &mut Vec<u8>) {
        self.draw(out);
        let top = self.cursor().line + 1;
        let bottom = (self.cursor().line + count).min(self.lines);
        let letter = if is_up { 'S' } else { 'T' };
        if top < bottom {
            let _ = write!(out, "\x1b[{top};{bottom}r\x1b[{by}{letter}\x1b[r");
        } else {
            let _ = write!(out, "\x1b[{top}H\x1b[2K");
        }
        self.shown = None;
        self.place(out);
    }
}

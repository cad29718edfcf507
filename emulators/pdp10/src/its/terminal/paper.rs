//! A printing terminal of unlimited size, with the host's line ends.

/// Line width, more than any program prints.
pub(crate) const WIDTH: u32 = 132;

/// State of the paper.
#[derive(Debug, Clone, Default)]
pub(super) struct Paper {
    pub(super) column: u32,
    /// Spaces due before the next printing character, after a line feed alone.
    owed: u32,
    saved_column: u32,
}

impl Paper {
    pub(super) fn put(&mut self, character: u8, out: &mut Vec<u8>) {
        let blanks = std::mem::take(&mut self.owed);
        out.extend((0..blanks).map(|_| b' '));
        out.push(character);
        self.column += 1;
    }

    /// Returns to the start of the line, to print over it.
    pub(super) fn carriage_return(&mut self, out: &mut Vec<u8>) {
        out.push(b'\r');
        (self.column, self.owed) = (0, 0);
    }

    pub(super) fn new_line(&mut self, out: &mut Vec<u8>) {
        out.push(b'\n');
        (self.column, self.owed) = (0, 0);
    }

    /// A line feed alone: keeps the column.
    pub(super) fn feed(&mut self, out: &mut Vec<u8>) {
        out.push(b'\n');
        self.owed = self.column;
    }

    pub(super) fn back(&mut self, out: &mut Vec<u8>) {
        if self.column == 0 {
            return;
        }
        self.column -= 1;
        if self.owed > 0 { self.owed -= 1 } else { out.push(0o10) }
    }

    pub(super) fn move_to(&mut self, column: u32, out: &mut Vec<u8>) {
        let column = column.min(WIDTH - 1);
        while self.column < column {
            self.put(b' ', out);
        }
        while self.column > column {
            self.back(out);
        }
    }

    /// Prints a display code; leaves out codes that need a screen.
    pub(super) fn display(&mut self, code: u8, out: &mut Vec<u8>) {
        match code {
            b'B' => self.back(out),
            b'C' => self.new_line(out),
            b'D' => self.feed(out),
            b'F' => self.put(b' ', out),
            b'R' => self.move_to(self.saved_column, out),
            b'S' => self.saved_column = self.column,
            b'X' => {
                self.back(out);
                self.put(b' ', out);
                self.back(out);
            }
            _ => {}
        }
    }
}

//! Output that a program sends to both consoles, UART0 first and then USB-Serial-JTAG.
//!
//! ESP-IDF does that by default. On a board, each has a connector of its own; here both are the
//! command's output, so a line of USB that repeats one of UART0 is not shown again.

/// Most bytes of UART0 that are compared.
const MOST_BYTES: usize = 8 << 10;

/// Bytes of UART0 that USB may still repeat, and how far it has done so.
#[derive(Debug, Clone, Default)]
pub(super) struct Copies {
    sent: Vec<u8>,
    /// Positions in `sent` at which the current line of USB may continue.
    candidates: Vec<usize>,
    /// Bytes of the current line of USB that are not shown.
    held: Vec<u8>,
    /// Whether the current line of USB repeats nothing.
    is_own: bool,
}

impl Copies {
    /// Notes a byte that UART0 sends.
    pub(super) fn of_uart(&mut self, byte: u8) {
        if self.held.is_empty() && self.sent.len() == MOST_BYTES {
            self.sent.drain(..MOST_BYTES / 2);
        }
        if self.sent.len() < MOST_BYTES {
            self.sent.push(byte);
        }
    }

    /// Bytes to show after USB sends one.
    pub(super) fn of_usb(&mut self, byte: u8) -> Vec<u8> {
        if self.is_own {
            self.is_own = byte != b'\n';
            return vec![byte];
        }
        if self.held.is_empty() {
            let begins = |at: &usize| *at == 0 || self.sent[at - 1] == b'\n';
            self.candidates = (0..self.sent.len()).filter(begins).collect();
        }
        self.candidates.retain(|at| self.sent.get(*at) == Some(&byte));
        self.candidates.iter_mut().for_each(|at| *at += 1);
        self.held.push(byte);
        let Some(&end) = self.candidates.first() else {
            self.is_own = byte != b'\n';
            return std::mem::take(&mut self.held);
        };
        if byte == b'\n' {
            self.sent.drain(..end);
            self.held.clear();
        }
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sends `u` to UART0 and `s` to USB-Serial-JTAG; returns the output.
    fn shown(parts: &[(char, &str)]) -> String {
        let (mut copies, mut output) = (Copies::default(), Vec::new());
        for (console, text) in parts {
            for byte in text.bytes() {
                if *console == 'u' {
                    copies.of_uart(byte);
                    output.push(byte);
                } else {
                    output.extend(copies.of_usb(byte));
                }
            }
        }
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn a_repeated_line_is_shown_once() {
        assert_eq!(
            shown(&[('u', "one\ntwo\n"), ('s', "two\n"), ('u', "3\n"), ('s', "3\n")]),
            "one\ntwo\n3\n"
        );
        assert_eq!(shown(&[('u', "a"), ('s', "a"), ('u', "b\n"), ('s', "b\n")]), "ab\n");
        assert_eq!(shown(&[('u', "a\nb\n"), ('s', "a\nb\n"), ('s', "b\n")]), "a\nb\nb\n");
    }

    #[test]
    fn other_lines_are_shown_whole() {
        assert_eq!(shown(&[('s', "usb\n")]), "usb\n");
        assert_eq!(shown(&[('u', "hello\n"), ('s', "help\n"), ('s', "hello\n")]), "hello\nhelp\n");
        let long = "x".repeat(2 * MOST_BYTES);
        assert_eq!(shown(&[('u', &long), ('s', "y")]), long + "y");
    }
}

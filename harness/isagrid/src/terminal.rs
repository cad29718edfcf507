//! Terminal with single-key input, as DDT and programs of ITS need it.
//!
//! In this mode the terminal does not echo, return and line feed are two keys, and at most the
//! interrupt key is handled by the system. The previous mode is restored on drop (even while a
//! panic unwinds) and before a signal ends or suspends the command.

use std::collections::VecDeque;
use std::io::{self, IsTerminal as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use debuggers::ddt::Keyboard;
use machine::Screen;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::stdio::stdin;
use rustix::termios::{
    InputModes, LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcgetwinsize,
    tcsetattr,
};
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

/// Terminal of standard input and output in single-key mode.
pub(crate) struct Terminal {
    before: Termios,
    /// Whether the previous mode was restored for good.
    is_over: Arc<AtomicBool>,
    /// The user's erase key.
    erase: u8,
    map: KeyMap,
    /// Keys that were read but not yet requested.
    keys: VecDeque<u8>,
}

/// Meaning of keys that send a sequence, such as arrows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum KeyMap {
    /// Up and down are the previous and the next word; the interrupt key ends the command.
    Ddt,
    /// Arrows are `^P`, `^N`, `^F` and `^B`, as in EMACS; the interrupt key is one like others.
    Its,
}

/// Value that disables a special key.
const NO_KEY: u8 = if cfg!(any(target_os = "linux", target_os = "android")) { 0 } else { 0xff };
const RUBOUT: u8 = 0x7f;

impl Terminal {
    /// Enters single-key mode; `None` if standard input or output is not a terminal.
    ///
    /// # Errors
    /// An error message if the mode cannot be set.
    pub(crate) fn take(map: KeyMap) -> Result<Option<Self>, String> {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return Ok(None);
        }
        let failed = |error: io::Error| format!("cannot set up the terminal: {error}");
        let before = tcgetattr(stdin()).map_err(|error| failed(error.into()))?;
        let taken = taken(&before, map);
        let is_over = Arc::new(AtomicBool::new(false));
        watch(before.clone(), taken.clone(), Arc::clone(&is_over)).map_err(failed)?;
        set(&taken).map_err(|error| failed(error.into()))?;
        let erase = before.special_codes[SpecialCodeIndex::VERASE];
        Ok(Some(Terminal { before, is_over, erase, map, keys: VecDeque::new() }))
    }

    /// Size of the screen; terminals that do not know it are taken for 24 lines of 80 characters.
    pub(crate) fn size(&self) -> Screen {
        let size = tcgetwinsize(rustix::stdio::stdout());
        let known = size.ok().filter(|size| size.ws_row > 0 && size.ws_col > 0);
        known.map_or(Screen { lines: 24, columns: 80 }, |size| Screen {
            lines: size.ws_row,
            columns: size.ws_col,
        })
    }

    /// Reads available keys and returns their number; 0 at the end of input.
    fn read(&mut self) -> io::Result<usize> {
        let mut bytes = [0; 256];
        loop {
            match rustix::io::read(stdin(), &mut bytes) {
                Err(Errno::INTR) => {}
                // The terminal was closed.
                Err(Errno::IO) => return Ok(0),
                Err(error) => return Err(error.into()),
                Ok(count) => {
                    self.keys.extend(keys(&bytes[..count], self.erase, self.map));
                    return Ok(count);
                }
            }
        }
    }
}

impl Keyboard for Terminal {
    fn key(&mut self) -> io::Result<Option<u8>> {
        while self.keys.is_empty() {
            if self.read()? == 0 {
                return Ok(None);
            }
        }
        Ok(self.keys.pop_front())
    }

    fn pressed(&mut self) -> io::Result<Option<u8>> {
        let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
        let mut input = [PollFd::from_borrowed_fd(stdin(), PollFlags::IN)];
        if self.keys.is_empty() && poll(&mut input, Some(&at_once)).is_ok_and(|ready| ready > 0) {
            self.read()?;
        }
        Ok(self.keys.pop_front())
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::SeqCst);
        // A closed terminal needs no reset.
        let _ = set(&self.before);
    }
}

fn set(modes: &Termios) -> rustix::io::Result<()> {
    tcsetattr(stdin(), OptionalActions::Drain, modes)
}

/// Terminal settings of single-key mode; output settings stay.
fn taken(before: &Termios, map: KeyMap) -> Termios {
    let mut modes = before.clone();
    modes.local_modes -= LocalModes::ICANON | LocalModes::ECHO | LocalModes::IEXTEN;
    modes.input_modes -= InputModes::ICRNL | InputModes::INLCR | InputModes::IGNCR;
    modes.input_modes -= InputModes::IXON | InputModes::ISTRIP;
    for key in [SpecialCodeIndex::VSUSP, SpecialCodeIndex::VQUIT] {
        modes.special_codes[key] = NO_KEY;
    }
    if map == KeyMap::Its {
        modes.special_codes[SpecialCodeIndex::VINTR] = NO_KEY;
    }
    modes.special_codes[SpecialCodeIndex::VMIN] = 1;
    modes.special_codes[SpecialCodeIndex::VTIME] = 0;
    modes
}

/// Restores the terminal before a signal takes effect, and re-enters the mode after a suspension.
fn watch(before: Termios, taken: Termios, is_over: Arc<AtomicBool>) -> io::Result<()> {
    let mut signals = Signals::new([SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP])?;
    std::thread::spawn(move || {
        for signal in signals.forever() {
            let is_back = signal == SIGCONT && !is_over.load(Ordering::SeqCst);
            let _ = set(if is_back { &taken } else { &before });
            if signal == SIGCONT {
                continue;
            }
            // The default action: ends the command, or suspends it.
            let _ = emulate_default_handler(signal);
        }
    });
    Ok(())
}

/// Keys in the bytes of one read.
///
/// The erase key and delete become rubout. Other keys that send a sequence are ignored unless
/// [`KeyMap`] has them: otherwise an arrow would be `$[A`.
fn keys(bytes: &[u8], erase: u8, map: KeyMap) -> Vec<u8> {
    let arrow = |ddt: &[u8], its: u8| match map {
        KeyMap::Ddt => ddt.to_vec(),
        KeyMap::Its => vec![its & 0o37],
    };
    match bytes {
        b"\x1b[A" | b"\x1bOA" => arrow(b"^", b'P'),
        b"\x1b[B" | b"\x1bOB" => arrow(b"\n", b'N'),
        b"\x1b[C" | b"\x1bOC" => arrow(b"", b'F'),
        b"\x1b[D" | b"\x1bOD" => arrow(b"", b'B'),
        b"\x1b[3~" => vec![RUBOUT],
        [0x1b, b'[' | b'O', inner @ .., 0x40..=0x7e] if inner.iter().all(is_parameter) => {
            Vec::new()
        }
        _ => bytes.iter().map(|&key| if key == erase { RUBOUT } else { key }).collect(),
    }
}

/// Whether a byte of a sequence is part of a number or separates two.
fn is_parameter(byte: &u8) -> bool {
    byte.is_ascii_digit() || *byte == b';'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrow_keys_do_not_open_words() {
        let keys = |bytes, erase| keys(bytes, erase, KeyMap::Ddt);
        assert_eq!(keys(b"\x1b[A", RUBOUT), b"^");
        assert_eq!(keys(b"\x1bOB", RUBOUT), b"\n");
        assert_eq!(keys(b"\x1b[C", RUBOUT), b"");
        assert_eq!(keys(b"\x1b[1;5C", RUBOUT), b"");
        assert_eq!(keys(b"\x1b[3~", 8), b"\x7f");
        assert_eq!(keys(b"FOO\x1b[", RUBOUT), b"FOO\x1b[");
        assert_eq!(keys(b"\x1bP", RUBOUT), b"\x1bP");
    }

    #[test]
    fn arrow_keys_are_those_of_emacs() {
        let keys = |bytes: &[u8]| keys(bytes, RUBOUT, KeyMap::Its);
        for (arrow, key) in [(b'A', 0o20), (b'B', 0o16), (b'C', 0o6), (b'D', 0o2)] {
            assert_eq!(keys(&[0x1b, b'[', arrow]), [key]);
            assert_eq!(keys(&[0x1b, b'O', arrow]), [key]);
        }
        assert_eq!(keys(b"\x1b\x03"), b"\x1b\x03");
    }

    #[test]
    fn erase_key_is_rubout() {
        for map in [KeyMap::Ddt, KeyMap::Its] {
            assert_eq!(keys(b"a\x08\x7f", 8, map), b"a\x7f\x7f");
            assert_eq!(keys(b"a\x08\x7f", RUBOUT, map), b"a\x08\x7f");
        }
    }
}

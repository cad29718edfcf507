//! Output for the user: results on standard output, messages on standard error.
//!
//! All text for a terminal passes through here, and control characters are replaced, except in
//! Isagrid's own colours. A closed pipe is not an error and is ignored. Lost output, as on a full
//! disk, is reported once, and the command fails.

use std::io::{Error, ErrorKind, IsTerminal as _, Write as _};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use targets::files::Take;

/// Prints a result.
pub(crate) fn out(text: &str) {
    let mut stdout = anstream::stdout();
    if let Err(error) = stdout.write_all(safe(text).as_bytes()).and_then(|()| stdout.flush()) {
        lost(&error);
    }
}

/// Prints a line of a long result; returns whether the reader is still there.
pub(crate) fn out_while_open(text: &str) -> bool {
    let written = anstream::stdout().write_all(safe(text).as_bytes());
    if let Err(error) = &written {
        lost(error);
    }
    written.is_ok()
}

/// Size of the buffer for a result in pieces.
const GATHERED: usize = 1 << 16;

/// Prints a long result piece by piece; returns whether the reader is there to the end.
pub(crate) fn out_pieces(
    pieces: impl FnOnce(Take<'_>) -> Result<(), String>,
) -> Result<bool, String> {
    let (mut text, mut is_heard) = (String::new(), true);
    pieces(&mut |piece| {
        text.push_str(piece);
        if text.len() > GATHERED {
            is_heard = is_heard && out_while_open(&text);
            text.clear();
        }
        Ok(())
    })?;
    is_heard = is_heard && out_while_open(&text);
    Ok(is_heard)
}

static LOST: AtomicBool = AtomicBool::new(false);

/// Records output that could not be written, and reports the first.
pub(crate) fn lost(why: &Error) {
    if why.kind() != ErrorKind::BrokenPipe && !LOST.swap(true, Ordering::Relaxed) {
        error(&format!("cannot write the output: {why}"));
    }
}

/// Whether output was lost.
pub(crate) fn is_lost() -> bool {
    LOST.load(Ordering::Relaxed)
}

/// Whether the program's last output did not end its line.
static MID_LINE: AtomicBool = AtomicBool::new(false);

/// Records output of the program to standard output.
pub(crate) fn wrote(bytes: &[u8]) {
    if let Some(last) = bytes.last() {
        MID_LINE.store(*last != b'\n', Ordering::Relaxed);
    }
}

/// Whether standard output and standard error are the same terminal, file or pipe.
fn is_one_stream() -> bool {
    static IS_ONE: OnceLock<bool> = OnceLock::new();
    *IS_ONE.get_or_init(|| {
        let terminals = std::io::stdout().is_terminal() && std::io::stderr().is_terminal();
        terminals || is_one_file().unwrap_or(false)
    })
}

#[cfg(unix)]
fn is_one_file() -> std::io::Result<bool> {
    use std::fs::File;
    use std::os::fd::AsFd as _;
    use std::os::unix::fs::MetadataExt as _;
    let of = |file: File| file.metadata().map(|data| (data.dev(), data.ino()));
    let out = File::from(std::io::stdout().as_fd().try_clone_to_owned()?);
    let errors = File::from(std::io::stderr().as_fd().try_clone_to_owned()?);
    Ok(of(out)? == of(errors)?)
}

#[cfg(not(unix))]
fn is_one_file() -> std::io::Result<bool> {
    Ok(false)
}

/// Records that the terminal is at the start of a line, because the user typed one.
pub(crate) fn is_at_line_start() {
    MID_LINE.store(false, Ordering::Relaxed);
}

/// Whether the terminal is in the middle of a line.
pub(crate) fn is_mid_line() -> bool {
    MID_LINE.load(Ordering::Relaxed)
}

/// Prints a message with a line end; it starts on a new line if the program's output goes to the
/// same place.
pub(crate) fn note(text: &str) {
    let mut stderr = anstream::stderr();
    if MID_LINE.swap(false, Ordering::Relaxed) && is_one_stream() {
        // A failure is handled with the next write.
        let _ = writeln!(stderr);
    }
    let answer = writeln!(stderr, "{}", safe(text)).and_then(|()| stderr.flush());
    // No place is left to report it.
    if answer.is_err_and(|error| error.kind() != ErrorKind::BrokenPipe) {
        LOST.store(true, Ordering::Relaxed);
    }
}

/// Text with control characters replaced, except line ends, tabs and colour sequences.
fn safe(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = colour(rest).unwrap_or(c.len_utf8());
        match c {
            '\n' | '\t' => safe.push(c),
            c if asmkit::is_harmless(c) || length > 1 && c == '\x1b' => {
                safe.push_str(&rest[..length]);
            }
            _ => safe.push(char::REPLACEMENT_CHARACTER),
        }
        rest = &rest[length..];
    }
    safe
}

/// Length of a sequence that only sets colours: `ESC [ 1 ; 31 m`.
fn colour(text: &str) -> Option<usize> {
    let digits = text.strip_prefix("\x1b[")?;
    let end = digits.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    digits[end..].starts_with('m').then_some(end + 3)
}

/// Prints an error.
pub(crate) fn error(text: &str) {
    note(&format!("\x1b[1;31merror\x1b[0m: {text}"));
}

/// Prints an error with its message code.
pub(crate) fn error_of(code: &str, text: &str) {
    note(&format!("\x1b[1;31merror[{code}]\x1b[0m: {text}"));
}

/// Prints a warning with its code.
pub(crate) fn warning_of(code: &str, text: &str) {
    note(&format!("\x1b[1;33mwarning[{code}]\x1b[0m: {text}"));
}

/// Prints a warning.
pub(crate) fn warning(text: &str) {
    note(&format!("\x1b[1;33mwarning\x1b[0m: {text}"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_colour_sequences_pass() {
        assert_eq!(safe("\x1b[1;31merror\x1b[0m: a\tb\n"), "\x1b[1;31merror\x1b[0m: a\tb\n");
        for bad in ["\x1b[2J", "\x1b]0;title\x07", "\x1b", "\x1b[", "\r", "\u{9b}31m", "\u{202e}"] {
            let shown = safe(bad);
            assert!(shown.chars().all(asmkit::is_harmless), "{bad:?}: {shown:?}");
        }
    }
}

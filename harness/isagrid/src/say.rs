//! Words for the user: results on standard output, messages on standard error.
//!
//! Here is the one place where text leaves for a terminal, and nothing that could drive one gets
//! through but our own colours. Nobody listening is no failure: a closed pipe is passed over in
//! silence. Output that is lost, as on a full disk, is told once, and the command fails.

use std::io::{Error, ErrorKind, IsTerminal as _, Write as _};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use machines::files::Take;

/// A result.
pub(crate) fn out(text: &str) {
    let mut stdout = anstream::stdout();
    if let Err(error) = stdout.write_all(safe(text).as_bytes()).and_then(|()| stdout.flush()) {
        lost(&error);
    }
}

/// A line of a long result; says whether anyone still reads.
pub(crate) fn out_while_heard(text: &str) -> bool {
    let written = anstream::stdout().write_all(safe(text).as_bytes());
    if let Err(error) = &written {
        lost(error);
    }
    written.is_ok()
}

/// Characters that are gathered of a result that comes piece by piece.
const GATHERED: usize = 1 << 16;

/// A long result, piece by piece; says whether anyone reads to its end.
pub(crate) fn out_pieces(
    pieces: impl FnOnce(Take<'_>) -> Result<(), String>,
) -> Result<bool, String> {
    let (mut text, mut is_heard) = (String::new(), true);
    pieces(&mut |piece| {
        text.push_str(piece);
        if text.len() > GATHERED {
            is_heard = is_heard && out_while_heard(&text);
            text.clear();
        }
        Ok(())
    })?;
    is_heard = is_heard && out_while_heard(&text);
    Ok(is_heard)
}

static LOST: AtomicBool = AtomicBool::new(false);

/// Output could not be written.
pub(crate) fn lost(why: &Error) {
    if why.kind() != ErrorKind::BrokenPipe && !LOST.swap(true, Ordering::Relaxed) {
        error(&format!("cannot write the output: {why}"));
    }
}

/// Whether output was lost.
pub(crate) fn is_lost() -> bool {
    LOST.load(Ordering::Relaxed)
}

/// Whether what a program wrote last did not end its line.
static MID_LINE: AtomicBool = AtomicBool::new(false);

/// A program wrote this to standard output.
pub(crate) fn wrote(bytes: &[u8]) {
    if let Some(last) = bytes.last() {
        MID_LINE.store(*last != b'\n', Ordering::Relaxed);
    }
}

/// Whether messages go where the program's output goes: to one terminal, one file or one pipe.
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

/// The terminal is at the beginning of a line: somebody typed one.
pub(crate) fn is_at_line_start() {
    MID_LINE.store(false, Ordering::Relaxed);
}

/// Whether the terminal is in the middle of a line.
pub(crate) fn is_mid_line() -> bool {
    MID_LINE.load(Ordering::Relaxed)
}

/// A message, with its line end added; where the program's output goes, it begins on a line of its
/// own.
pub(crate) fn note(text: &str) {
    let mut stderr = anstream::stderr();
    if MID_LINE.swap(false, Ordering::Relaxed) && is_one_stream() {
        // As with the text below.
        let _ = writeln!(stderr);
    }
    let told = writeln!(stderr, "{}", safe(text)).and_then(|()| stderr.flush());
    // There is nowhere left to say it.
    if told.is_err_and(|error| error.kind() != ErrorKind::BrokenPipe) {
        LOST.store(true, Ordering::Relaxed);
    }
}

/// The text with every control character replaced but line ends, tabs, and sequences for colours.
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

/// The length of a sequence that only sets colours: `ESC [ 1 ; 31 m`.
fn colour(text: &str) -> Option<usize> {
    let digits = text.strip_prefix("\x1b[")?;
    let end = digits.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    digits[end..].starts_with('m').then_some(end + 3)
}

/// What went wrong.
pub(crate) fn error(text: &str) {
    note(&format!("\x1b[1;31merror\x1b[0m: {text}"));
}

/// What went wrong, with the code of the message.
pub(crate) fn error_of(code: &str, text: &str) {
    note(&format!("\x1b[1;31merror[{code}]\x1b[0m: {text}"));
}

/// What the user should know although it worked.
pub(crate) fn warning(text: &str) {
    note(&format!("\x1b[1;33mwarning\x1b[0m: {text}"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_colours_get_through() {
        assert_eq!(safe("\x1b[1;31merror\x1b[0m: a\tb\n"), "\x1b[1;31merror\x1b[0m: a\tb\n");
        for bad in ["\x1b[2J", "\x1b]0;title\x07", "\x1b", "\x1b[", "\r", "\u{9b}31m", "\u{202e}"] {
            let shown = safe(bad);
            assert!(shown.chars().all(asmkit::is_harmless), "{bad:?}: {shown:?}");
        }
    }
}

//! Words for the user: results on standard output, messages on standard error.
//!
//! Nobody listening is no failure: a closed pipe is passed over in silence. Output that is lost, as
//! on a full disk, is told once, and the command fails.

use std::io::{Error, ErrorKind, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};

/// A result.
pub(crate) fn out(text: &str) {
    let mut stdout = anstream::stdout();
    if let Err(error) = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        lost(&error);
    }
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

/// A message, with its line end added.
pub(crate) fn note(text: &str) {
    let _ = writeln!(anstream::stderr(), "{text}");
}

/// What went wrong.
pub(crate) fn error(text: &str) {
    note(&format!("\x1b[1;31merror\x1b[0m: {text}"));
}

/// What the user should know although it worked.
pub(crate) fn warning(text: &str) {
    note(&format!("\x1b[1;33mwarning\x1b[0m: {text}"));
}

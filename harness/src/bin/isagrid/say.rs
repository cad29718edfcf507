//! Words for the user: results on standard output, messages on standard error.
//!
//! Nobody listening is no failure: a closed pipe is passed over in silence.

use std::io::Write as _;

/// A result.
pub(crate) fn out(text: &str) {
    let _ = anstream::stdout().write_all(text.as_bytes());
    let _ = anstream::stdout().flush();
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

//! What the targets share.
//!
//! A target passes when its parser neither panics nor takes more time or memory than libFuzzer is
//! told to allow, and when what was accepted keeps the promise its target checks.

use asmkit::{Diagnostic, FileId, NoLibrary, Sources, plain, render};
use reference::Puzzle;

/// Assembles the bytes as one file, and renders every message, whose places must exist.
pub fn assembles<T>(
    bytes: &[u8],
    assemble: impl FnOnce(&mut Sources, &[FileId], &NoLibrary) -> Result<T, Vec<Diagnostic>>,
) {
    let mut sources = Sources::new();
    let file = sources.add("fuzz", bytes);
    let Err(diagnostics) = assemble(&mut sources, &[file], &NoLibrary) else { return };
    assert!(!diagnostics.is_empty(), "refused without a word");
    for diagnostic in diagnostics.iter().take(10) {
        let _ = plain(&render(diagnostic, &sources, false));
    }
}

/// A puzzle that was read is read again from its line.
pub fn is_read_again(puzzle: &Puzzle) {
    assert_eq!(puzzle.to_string().parse().as_ref(), Ok(puzzle));
}

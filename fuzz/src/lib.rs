//! Code shared by the targets.
//!
//! A target passes if its parser neither panics nor exceeds the time and memory limits of
//! libFuzzer, and if accepted input passes the target's check.

use asmkit::{Diagnostic, FileId, NoLibrary, Sources, plain, render};
use reference::Puzzle;

/// Assembles the bytes as one file and renders every message, so that its positions must exist.
pub fn assembles<T>(
    bytes: &[u8],
    assemble: impl FnOnce(&mut Sources, &[FileId], &NoLibrary) -> Result<T, Vec<Diagnostic>>,
) {
    let mut sources = Sources::new();
    let file = sources.add("fuzz", bytes);
    let Err(diagnostics) = assemble(&mut sources, &[file], &NoLibrary) else { return };
    assert!(!diagnostics.is_empty(), "rejected without a message");
    for diagnostic in diagnostics.iter().take(10) {
        let _ = plain(&render(diagnostic, &sources, false));
    }
}

/// Checks that a puzzle written as one line is read as the same puzzle.
pub fn is_read_again(puzzle: &Puzzle) {
    assert_eq!(puzzle.to_string().parse().as_ref(), Ok(puzzle));
}

//! `--signature`: a range of memory, as conformance tests compare it.

use std::fmt::Write as _;

use machine::Machine as _;
use targets::target::AnyMachine;

use crate::program::Program;

/// Length limit of a signature in words: 4 MiB of memory.
const MOST_SIGNATURE_WORDS: u64 = 1 << 20;

/// Words between the two symbols, one line of eight hexadecimal digits each.
pub(crate) fn signature(program: &Program, machine: &AnyMachine) -> Result<String, String> {
    if program.target.elf().is_none() {
        return Err(
            "--signature is for machines with 32-bit words, which this machine is not".to_owned()
        );
    }
    let place = |name: &str| {
        let missing = || format!("--signature: the program has no symbol `{name}`");
        program.made.image.symbol(name).ok_or_else(missing)
    };
    let (start, end) = (place("begin_signature")?, place("end_signature")?);
    let words = end.saturating_sub(start).div_ceil(4);
    if end < start || words > MOST_SIGNATURE_WORDS {
        return Err(format!(
            "--signature: expected 0 to {MOST_SIGNATURE_WORDS} words from begin_signature \
             ({start:#x}) to end_signature ({end:#x})"
        ));
    }
    let mut text = String::new();
    for word in (start..end).step_by(4) {
        let bytes = (word..word + 4).map(|address| machine.peek(address).unwrap_or(0));
        let word = bytes.rev().fold(0, |word, byte| word << 8 | byte);
        // Writing to a string does not fail.
        let _ = writeln!(text, "{word:08x}");
    }
    Ok(text)
}

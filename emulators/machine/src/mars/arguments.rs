//! Program arguments on the initial stack, as in both simulators.

use crate::Host;
use crate::calls::{Caller, InitialStack};

/// Pushes strings from `base` down, and below them, but not above `pointer`, their vector and
/// count.
///
/// Returns the new stack pointer, which points to the count, followed by the vector. Without
/// arguments the stack stays empty. The program's name is not included.
pub fn put_arguments<C: Caller>(cpu: &mut C, host: &Host, base: u32, pointer: u32) -> Option<u32> {
    if host.arguments.is_empty() {
        return None;
    }
    let mut stack = InitialStack { cpu, top: base + 1 };
    // A character keeps its low byte only.
    let low_bytes = |argument: &Vec<u8>| -> Vec<u8> {
        String::from_utf8_lossy(argument).encode_utf16().map(|unit| unit as u8).collect()
    };
    let texts: Vec<Vec<u8>> = host.arguments.iter().map(low_bytes).collect();
    let addresses = stack.strings(texts.iter().map(Vec::as_slice));
    let highest_free = stack.top - 1;
    stack.top = if highest_free < pointer { (highest_free & !3) - 4 } else { pointer } + 4;
    stack.vector(&addresses);
    stack.words(&[addresses.len() as u32]);
    Some(stack.top)
}

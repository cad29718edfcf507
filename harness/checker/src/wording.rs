//! Sentences about undefined registers, which grading and checked runs share.

/// A register that a call may have overwritten is read; `call` is the place of the call.
#[must_use]
pub fn read_after_call(place: &str, register: &str, procedure: &str, call: &str) -> String {
    format!(
        "{place} reads `{register}` after the call to `{procedure}` ({call}), which may have \
         overwritten it"
    )
}

/// A register is read that was never set.
#[must_use]
pub fn read_before_set(place: &str, register: &str) -> String {
    format!("{place} reads `{register}` before it is set")
}

/// A procedure returns with another value in a register that it must preserve.
#[must_use]
pub fn not_restored(procedure: &str, register: &str) -> String {
    format!("`{procedure}` changes `{register}` and does not restore it")
}

/// A store is below the stack pointer.
#[must_use]
pub fn stored_below(place: &str) -> String {
    format!("{place} stores below the stack pointer")
}

/// A load is from below the stack pointer.
#[must_use]
pub fn loaded_below(place: &str) -> String {
    format!("{place} reads from below the stack pointer")
}

/// A procedure returns with another stack pointer; `apart` is the difference in bytes.
#[must_use]
pub fn stack_differs(procedure: &str, register: &str, apart: i64) -> String {
    let direction = if apart < 0 { "low" } else { "high" };
    format!("`{procedure}` returns with `{register}` {} bytes too {direction}", apart.abs())
}

/// The same where calls push to the stack, with both values.
#[must_use]
pub fn pushed_stack_differs(procedure: &str, register: &str, is: &str, was: &str) -> String {
    format!("`{procedure}` returns with `{register}` {is}, expected {was}")
}

/// The stack pointer is not aligned.
#[must_use]
pub fn misaligned(place: &str, register: &str, multiple: u64) -> String {
    format!("at {place} `{register}` is not a multiple of {multiple}")
}

/// Control falls into a procedure.
#[must_use]
pub fn falls_into(place: &str, procedure: &str) -> String {
    format!("the program runs into `{procedure}` after {place} without a call")
}

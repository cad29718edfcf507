//! Execution of decoded programs: the plain engine and the careful engine.
//!
//! The plain engine runs blocks of decoded steps, each step calling the next. It knows no devices
//! and no traps; of the options, it knows only the alignment of instructions. It exits before an
//! instruction that it cannot execute, and the careful engine executes that one. Only the careful
//! engine raises faults.

pub(crate) mod careful;
pub(crate) mod code;
pub(crate) mod devices;
pub(crate) mod fast;
pub(crate) mod flow;
pub(crate) mod followed;
pub(crate) mod pages;
pub(crate) mod polled;
pub(crate) mod recorded;
pub(crate) mod timing;

#[cfg(test)]
mod tests;

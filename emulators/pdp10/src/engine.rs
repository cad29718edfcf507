//! Runs decoded programs: the plain engine and the careful engine.
//!
//! The plain engine runs blocks of decoded steps, each step calling the next, and ignores options,
//! calls and traps. It exits before an instruction that it cannot do; the careful engine then
//! executes that one. Only the careful engine raises faults.

mod call;
pub(crate) mod careful;
pub(crate) mod code;
pub(crate) mod fast;
pub(crate) mod flow;
pub(crate) mod followed;
pub(crate) mod recorded;
pub(crate) mod timing;

#[cfg(test)]
mod tests;

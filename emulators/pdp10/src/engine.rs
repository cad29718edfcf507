//! Running decoded programs: the plain engine and the careful one.
//!
//! The plain engine runs blocks of decoded steps, each step calling the next, and knows nothing of
//! options, calls or traps. Whatever it cannot do it leaves undone, and the careful engine does
//! that one instruction again; the careful engine alone raises faults.

pub(crate) mod careful;
pub(crate) mod code;
pub(crate) mod fast;
pub(crate) mod flow;
pub(crate) mod followed;
pub(crate) mod recorded;
pub(crate) mod timing;

#[cfg(test)]
mod tests;

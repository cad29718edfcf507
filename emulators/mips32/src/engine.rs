//! Running decoded programs: the plain engine and the careful one.
//!
//! The plain engine runs blocks of decoded steps, each step calling the next. It knows no device and
//! no exception, and of the options only what the processor itself is by them: its byte order, where
//! calls return to, how it computes with floating point numbers. Whatever it cannot do it leaves
//! undone, and the careful engine does that one instruction again; the careful engine alone raises
//! faults.

pub(crate) mod careful;
pub(crate) mod code;
pub(crate) mod fast;
pub(crate) mod flow;
pub(crate) mod followed;
pub(crate) mod recorded;
pub(crate) mod timing;

#[cfg(test)]
mod tests;

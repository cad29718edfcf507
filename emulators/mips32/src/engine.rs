//! Execution of decoded programs: the plain engine and the careful engine.
//!
//! The plain engine runs blocks of decoded steps; each step calls the next. It knows no devices and
//! no exceptions, and only the options that concern the processor: byte order, return addresses of
//! calls and floating point rules. It exits before an instruction that it cannot execute, and the
//! careful engine executes that instruction. Only the careful engine raises faults.

pub(crate) mod careful;
pub(crate) mod code;
pub(crate) mod fast;
pub(crate) mod flow;
pub(crate) mod followed;
pub(crate) mod recorded;
pub(crate) mod timing;

#[cfg(test)]
mod tests;

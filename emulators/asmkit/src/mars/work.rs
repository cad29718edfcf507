//! The work that macros and `.eqv` make, and its limit.

use crate::Span;

use super::limits::WORK_LIMIT_BYTES;
use super::messages;
use super::sink::Sink;

/// The work that macros and `.eqv` have made so far.
#[derive(Debug, Default)]
pub(super) struct Work {
    bytes: usize,
    /// The outermost use of a macro that is being expanded.
    pub(super) used_at: Option<Span>,
}

impl Work {
    /// Adds to it; false, with a message the first time, once there was too much.
    pub(super) fn spend(&mut self, bytes: usize, at: Span, sink: &mut Sink) -> bool {
        let before = self.bytes;
        self.bytes = self.bytes.saturating_add(bytes);
        if before <= WORK_LIMIT_BYTES && self.bytes > WORK_LIMIT_BYTES {
            sink.push(messages::in_use(messages::expansion_too_large(at), self.used_at));
        }
        self.bytes <= WORK_LIMIT_BYTES
    }
}

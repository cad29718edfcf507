//! Limit of the expansion of macros and `.eqv`.

use crate::Span;

use super::limits::EXPANSION_LIMIT_BYTES;
use super::messages;
use super::sink::Sink;

/// Bytes that macros and `.eqv` have expanded so far.
#[derive(Debug, Default)]
pub(super) struct ExpansionBudget {
    bytes: usize,
    /// Outermost use of the macro that is being expanded.
    pub(super) used_at: Option<Span>,
}

impl ExpansionBudget {
    /// Adds bytes; returns false above the limit, and reports it once.
    pub(super) fn spend(&mut self, bytes: usize, at: Span, sink: &mut Sink) -> bool {
        let before = self.bytes;
        self.bytes = self.bytes.saturating_add(bytes);
        if before <= EXPANSION_LIMIT_BYTES && self.bytes > EXPANSION_LIMIT_BYTES {
            sink.push(messages::in_use(messages::expansion_too_large(at), self.used_at));
        }
        self.bytes <= EXPANSION_LIMIT_BYTES
    }
}

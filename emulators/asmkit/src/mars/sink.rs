//! Messages on their way to the user.

use crate::{Diagnostic, Severity};

use super::messages;
use crate::ERROR_LIMIT;

/// Messages in the order they came up, each place and kind once.
#[derive(Debug, Default)]
pub(super) struct Sink {
    diagnostics: Vec<Diagnostic>,
    seen: std::collections::HashSet<(&'static str, u32, u32)>,
    errors: usize,
}

impl Sink {
    pub(super) fn push(&mut self, diagnostic: Diagnostic) {
        let key = (diagnostic.id, diagnostic.span.file.0, diagnostic.span.start);
        if self.errors > ERROR_LIMIT || !self.seen.insert(key) {
            return;
        }
        let at = diagnostic.span;
        self.errors += usize::from(diagnostic.severity == Severity::Error);
        if self.errors > ERROR_LIMIT {
            self.diagnostics.push(messages::too_many_errors(at, ERROR_LIMIT));
        } else {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Whether there was an error.
    pub(super) fn failed(&self) -> bool {
        self.errors > 0
    }

    /// Whether there were so many that nothing more is worth finding.
    pub(super) fn full(&self) -> bool {
        self.errors > ERROR_LIMIT
    }

    pub(super) fn into_diagnostics(self) -> Vec<Diagnostic> {
        self.diagnostics
    }
}

//! Collects messages.

use crate::{Diagnostic, Severity};

use super::limits::REPEAT_LIMIT;
use super::messages;
use crate::ERROR_LIMIT;

/// Messages in order, each code once per place.
#[derive(Debug, Default)]
pub(super) struct Sink {
    diagnostics: Vec<Diagnostic>,
    seen: std::collections::HashSet<(&'static str, u32, u32)>,
    errors: usize,
    /// Number of errors dropped as duplicates.
    repeated: usize,
}

impl Sink {
    pub(super) fn push(&mut self, diagnostic: Diagnostic) {
        if self.full() {
            return;
        }
        let at = diagnostic.span;
        let error = usize::from(diagnostic.severity == Severity::Error);
        if self.seen.insert((diagnostic.id, at.file.0, at.start)) {
            self.errors += error;
            if self.errors <= ERROR_LIMIT {
                self.diagnostics.push(diagnostic);
            }
        } else {
            self.repeated += error;
        }
        if self.full() {
            self.diagnostics.push(if self.errors > ERROR_LIMIT {
                messages::too_many_errors(at, ERROR_LIMIT)
            } else {
                messages::errors_too_often(at, REPEAT_LIMIT)
            });
        }
    }

    /// Whether there was an error.
    pub(super) fn failed(&self) -> bool {
        self.errors > 0
    }

    /// Number of errors so far, including dropped ones.
    pub(super) fn errors(&self) -> usize {
        self.errors + self.repeated
    }

    /// Whether a limit is reached, so that assembly should stop.
    pub(super) fn full(&self) -> bool {
        self.errors > ERROR_LIMIT || self.repeated > REPEAT_LIMIT
    }

    pub(super) fn into_diagnostics(self) -> Vec<Diagnostic> {
        self.diagnostics
    }
}

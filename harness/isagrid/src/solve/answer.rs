//! The answer to a puzzle.

/// Result of an answer, besides its printed text.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) verdict: Verdict,
    /// Text for the rejects, with its line end.
    pub(super) reject: String,
    pub(super) error: Option<String>,
    pub(super) warning: Option<String>,
}

/// Verdict on a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// One solution, or only one was requested.
    One,
    /// More than one solution.
    Several,
    /// No solution.
    None,
    /// A default limit was reached first; solutions may have been found.
    Cut {
        /// Whether there is a solution.
        solved: bool,
    },
    /// Not a puzzle.
    Broken,
}

impl Answer {
    /// Answer with only a verdict.
    pub(super) fn new(verdict: Verdict) -> Self {
        Answer { verdict, reject: String::new(), error: None, warning: None }
    }
}

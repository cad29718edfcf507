//! A puzzle as read in one of the formats.

use super::error::ParseError;
use crate::{Candidates, Grid, Puzzle};

/// A puzzle and its number of lines.
pub(super) struct Piece {
    pub(super) puzzle: Puzzle,
    pub(super) candidates: Option<Candidates>,
    pub(super) note: Option<String>,
    pub(super) lines: usize,
}

/// An error, and the number of lines to skip.
pub(super) struct FailedPiece {
    pub(super) error: ParseError,
    pub(super) lines: usize,
}

impl Piece {
    /// Givens in `lines` lines.
    pub(super) fn of(givens: Grid, lines: usize) -> Self {
        Self { puzzle: givens.into(), candidates: None, note: None, lines }
    }

    pub(super) fn with_candidates(self, candidates: impl Into<Option<Candidates>>) -> Self {
        Self { candidates: candidates.into(), ..self }
    }

    pub(super) fn with_note(self, note: Option<String>) -> Self {
        Self { note, ..self }
    }
}

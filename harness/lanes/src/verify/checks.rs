//! Checks of a run, and the choice of a verification.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use super::cache::Cache;
use crate::puzzles::Puzzles;

/// Checks of each run, besides its normal end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Checks {
    /// Whether the grid must be the reference solution.
    pub grids: bool,
    /// Whether the decisions must be those of the reference model.
    pub decisions: bool,
    /// Whether the counts must be the golden ones.
    pub counts: bool,
}

impl Checks {
    /// All checks.
    pub const ALL: Checks = Checks { grids: true, decisions: true, counts: true };

    /// No checks.
    pub const NONE: Checks = Checks { grids: false, decisions: false, counts: false };

    /// Names of the checks.
    pub const NAMES: [&'static str; 3] = ["grids", "decisions", "counts"];

    /// Check with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Checks> {
        match name {
            "grids" => Some(Checks { grids: true, ..Checks::NONE }),
            "decisions" => Some(Checks { decisions: true, ..Checks::NONE }),
            "counts" => Some(Checks { counts: true, ..Checks::NONE }),
            _ => None,
        }
    }

    /// Checks that both have.
    #[must_use]
    pub fn and(self, other: Checks) -> Checks {
        Checks {
            grids: self.grids && other.grids,
            decisions: self.decisions && other.decisions,
            counts: self.counts && other.counts,
        }
    }

    /// Checks that either has.
    #[must_use]
    pub fn or(self, other: Checks) -> Checks {
        Checks {
            grids: self.grids || other.grids,
            decisions: self.decisions || other.decisions,
            counts: self.counts || other.counts,
        }
    }

    /// Names of the checks it has.
    #[must_use]
    pub fn names(self) -> Vec<&'static str> {
        let are = [self.grids, self.decisions, self.counts];
        Checks::NAMES.into_iter().zip(are).filter(|(_, is)| *is).map(|(name, _)| name).collect()
    }
}

impl FromStr for Checks {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let each = text.split(',').map(|name| Checks::named(name.trim()));
        let all = each.collect::<Option<Vec<Checks>>>().ok_or_else(|| {
            let names = Checks::NAMES.join(", ");
            format!("expected some of {names}, with commas between them")
        })?;
        Ok(all.into_iter().fold(Checks::NONE, Checks::or))
    }
}

impl fmt::Display for Checks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.names().join(", "))
    }
}

/// Choice of a verification.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Choice {
    /// Puzzles; empty for all sets of each lane.
    pub puzzles: Vec<Puzzles>,
    /// File whose puzzles are run in place of the sets of each lane.
    pub file: Option<PathBuf>,
    /// Percentage by which a count may exceed the golden one; none if it must be equal.
    pub counts_within: Option<f64>,
    /// Whether only a few short puzzles of each lane are run.
    pub quick: bool,
    /// Whether to stop at the first failure.
    pub fail_fast: bool,
    /// Failures of a lane before its other puzzles are skipped; by default, only those that hit a limit count.
    pub max_failures: Option<usize>,
    /// Cache of lanes that passed.
    pub cache: Option<Cache>,
    /// Whether the results will be blessed; golden counts then do not limit runs.
    pub accepts: bool,
}

impl Choice {
    /// Whether puzzles of a set are chosen.
    pub(crate) fn takes(&self, set: &str) -> bool {
        self.puzzles.is_empty() || self.puzzles.iter().any(|chosen| chosen.set == set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checks_are_read_and_shown_by_their_names() {
        let read = |text: &str| text.parse::<Checks>().map(|checks| checks.to_string());
        assert_eq!(read("grids").as_deref(), Ok("grids"));
        assert_eq!(read("counts, grids").as_deref(), Ok("grids, counts"));
        for wrong in ["", "grid", "grids,", "all"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
        assert_eq!(Checks::ALL.to_string(), "grids, decisions, counts");
    }
}

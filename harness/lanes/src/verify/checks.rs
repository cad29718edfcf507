//! What is checked of a run, and how exactly.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use super::cache::Cache;
use crate::puzzles::Puzzles;

/// What is checked of each run besides that it ends well.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Checks {
    /// Whether the grid is the reference's solution.
    pub grids: bool,
    /// Whether the decisions are those of the algorithm's twin.
    pub decisions: bool,
    /// Whether the counts are the golden ones.
    pub counts: bool,
}

impl Checks {
    /// Everything there is.
    pub const ALL: Checks = Checks { grids: true, decisions: true, counts: true };

    /// Nothing.
    pub const NONE: Checks = Checks { grids: false, decisions: false, counts: false };

    /// What each is called.
    pub const NAMES: [&'static str; 3] = ["grids", "decisions", "counts"];

    /// The one check of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Checks> {
        match name {
            "grids" => Some(Checks { grids: true, ..Checks::NONE }),
            "decisions" => Some(Checks { decisions: true, ..Checks::NONE }),
            "counts" => Some(Checks { counts: true, ..Checks::NONE }),
            _ => None,
        }
    }

    /// What both have.
    #[must_use]
    pub fn and(self, other: Checks) -> Checks {
        Checks {
            grids: self.grids && other.grids,
            decisions: self.decisions && other.decisions,
            counts: self.counts && other.counts,
        }
    }

    /// What either has.
    #[must_use]
    pub fn or(self, other: Checks) -> Checks {
        Checks {
            grids: self.grids || other.grids,
            decisions: self.decisions || other.decisions,
            counts: self.counts || other.counts,
        }
    }

    /// The names of those there are.
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

/// What a verification is of, and how exact it is.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Choice {
    /// The puzzles; none for every set of each lane.
    pub puzzles: Vec<Puzzles>,
    /// A file whose puzzles are run instead of the sets of each lane.
    pub file: Option<PathBuf>,
    /// By how many percent a count may be above the golden one; none where it has to be the same.
    pub counts_within: Option<f64>,
    /// Whether only some puzzles of each lane are run, that are soon done.
    pub quick: bool,
    /// Whether nothing more is begun when a run has failed.
    pub fail_fast: bool,
    /// The failures of a lane behind which its other puzzles are left; without it some that came to a limit.
    pub max_failures: Option<usize>,
    /// Where lanes are kept that passed, so that they are not run again until something changes.
    pub cache: Option<Cache>,
    /// Whether what comes is to be accepted: golden counts, which it may leave, then end no run.
    pub accepts: bool,
}

impl Choice {
    /// Whether puzzles of a set are among those that were chosen.
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

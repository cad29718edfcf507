//! Points for the cases of a function, with reasons.

use super::Ready;
use super::submission::{Integration, UnitResult};
use crate::assignment::Task;
use crate::graded::{PointsCategory, State};

/// Share of the results from which on the convention counts in full.
const FULL_CONVENTION: f64 = 0.5;

/// A function's cases, and how they went.
pub(super) struct CaseTotals<'e> {
    pub(super) task: &'e Task,
    pub(super) ready: &'e Ready,
    pub(super) alone: &'e UnitResult,
    pub(super) with_others: &'e Integration<'e>,
}

/// Numbers of cases: right, not run, and all.
#[derive(Default, Clone, Copy)]
struct CaseCounts {
    right: u32,
    not_run: u32,
    all: u32,
}

impl CaseCounts {
    fn of<'r>(cases: impl Iterator<Item = &'r Option<bool>>) -> CaseCounts {
        cases.fold(CaseCounts::default(), |count, right| CaseCounts {
            right: count.right + u32::from(*right == Some(true)),
            not_run: count.not_run + u32::from(right.is_none()),
            all: count.all + 1,
        })
    }

    fn share(self) -> f64 {
        if self.all == 0 { 0.0 } else { f64::from(self.right) / f64::from(self.all) }
    }
}

fn of_group(ready: &Ready, right: &[Option<bool>], group: usize) -> CaseCounts {
    let cases = ready.cases.iter().zip(right).filter(|(case, _)| case.group == group);
    CaseCounts::of(cases.map(|(_, right)| right))
}

/// Whether a case is right that an empty function does not pass.
fn is_earned(ready: &Ready, right: &[Option<bool>]) -> bool {
    right.iter().zip(&ready.free).any(|(right, free)| *right == Some(true) && !free)
}

/// Share of the points that cases earn: each group its share, each case of a group the same part.
///
/// Zero if an empty function passes all cases that are right.
pub(super) fn share(task: &Task, ready: &Ready, right: &[Option<bool>]) -> f64 {
    if !is_earned(ready, right) {
        return 0.0;
    }
    let shares: u32 = task.groups.iter().map(|group| group.share).sum();
    let earned = task
        .groups
        .iter()
        .enumerate()
        .map(|(number, group)| f64::from(group.share) * of_group(ready, right, number).share());
    (earned.sum::<f64>() / f64::from(shares.max(1))).min(1.0)
}

impl CaseTotals<'_> {
    /// Share of a kind's points, and why.
    pub(super) fn kind(&self, of: PointsCategory) -> (f64, String) {
        let none = |why: &str| (0.0, why.to_owned());
        match (self.alone.state, of) {
            (State::NotAttempted, _) => none("not attempted"),
            (State::NotAssembled, _) => none("does not assemble"),
            (State::Missing, _) => none("label missing"),
            (State::Attempted, PointsCategory::Results) => {
                (self.results(), self.summary_of_cases(&self.alone.right, "right"))
            }
            (State::Attempted, PointsCategory::Convention) => self.convention(),
            (State::Attempted, PointsCategory::Rules) => self.rules(),
            (State::Attempted, PointsCategory::Integration)
                if self.with_others.refused.is_some() =>
            {
                none(self.with_others.refused.unwrap_or_default())
            }
            // Functions have no decisions: a file that says so is refused.
            (State::Attempted, PointsCategory::Integration | PointsCategory::Decisions) => {
                let right = &self.with_others.integrated.right;
                let summary =
                    self.summary_of_cases(right, "right together with your other functions");
                (share(self.task, self.ready, right), summary)
            }
        }
    }

    fn results(&self) -> f64 {
        share(self.task, self.ready, &self.alone.right)
    }

    /// The convention counts in full once half of the results are right, and less before.
    fn convention(&self) -> (f64, String) {
        let results = self.results();
        if results == 0.0 {
            return (0.0, "not judged: no points for results".to_owned());
        }
        if self.alone.is_constant {
            return (0.0, "not judged: the result is the same in every case".to_owned());
        }
        if !self.alone.is_clean {
            return (0.0, "broken".to_owned());
        }
        if results >= FULL_CONVENTION {
            return (1.0, "kept".to_owned());
        }
        let share = results / FULL_CONVENTION;
        let percent = (share * 100.0).floor();
        (
            share,
            format!("kept; counts {percent} %, because fewer than half of the results are right"),
        )
    }

    /// Kept rules count as much as the results.
    fn rules(&self) -> (f64, String) {
        let results = self.results();
        if results == 0.0 {
            return (0.0, "not judged: no points for results".to_owned());
        }
        if self.alone.breaks_rules {
            return (0.0, "broken".to_owned());
        }
        let percent = (results * 100.0).floor();
        let kept = if results < 1.0 {
            format!("kept; counts {percent} %, like the results")
        } else {
            "kept".to_owned()
        };
        (results, kept)
    }

    /// Summary of cases.
    fn summary_of_cases(&self, right: &[Option<bool>], how: &str) -> String {
        let CaseCounts { right: count, not_run, all } = CaseCounts::of(right.iter());
        let mut text = format!("{count} of {all} cases {how}");
        if not_run > 0 && not_run < all {
            text.push_str(&format!(", {not_run} not run"));
        }
        if count > 0 && !is_earned(self.ready, right) {
            text.push_str(": no points, because an empty function passes these too");
        } else if self.task.groups.len() > 1 && count < all {
            text.push_str(": ");
            text.push_str(&self.groups(right));
        }
        text
    }

    /// Summary of each group, with its share where shares differ.
    fn groups(&self, right: &[Option<bool>]) -> String {
        let groups = &self.task.groups;
        let shares: u32 = groups.iter().map(|group| group.share).sum();
        let is_even = groups.iter().all(|group| group.share == groups[0].share);
        let summary = groups.iter().enumerate().map(|(number, group)| {
            let count = of_group(self.ready, right, number);
            let name = asmkit::plain_name(&group.name);
            let part = if is_even {
                String::new()
            } else {
                format!(" ({}/{shares} of the points)", group.share)
            };
            format!("{name} {} of {}{part}", count.right, count.all)
        });
        summary.collect::<Vec<_>>().join(", ")
    }

    /// Numbers of a group's cases: right, not run, and all.
    pub(super) fn group(&self, number: usize) -> (u32, u32, u32) {
        let CaseCounts { right, not_run, all } = of_group(self.ready, &self.alone.right, number);
        (right, not_run, all)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::share;
    use crate::assignment::Assignment;
    use crate::grade::PreparedAssignment;
    use crate::rig::mixed;

    #[test]
    fn each_right_case_earns_its_part_of_its_group() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../asm/assignments/csee3827");
        let assignment = Assignment::read(&folder).unwrap();
        let prepared = PreparedAssignment::new(assignment, "2026-01-01").unwrap();
        for (task, ready) in prepared.assignment.tasks().iter().zip(&prepared.ready) {
            let all: u32 = task.groups.iter().map(|group| group.share).sum();
            let size = |group| ready.cases.iter().filter(|case| case.group == group).count();
            let worth = |group: usize| {
                f64::from(task.groups[group].share) / f64::from(all) / size(group) as f64
            };
            for seed in 0..200 {
                // From no right case to all of them.
                let is_right = |at: usize| mixed(seed, at as u64) % 200 < seed;
                let right: Vec<Option<bool>> =
                    (0..ready.cases.len()).map(|at| Some(is_right(at))).collect();
                let cases = ready.cases.iter().enumerate().filter(|(at, _)| is_right(*at));
                let earned: f64 = cases.clone().map(|(_, case)| worth(case.group)).sum();
                let is_free = cases.clone().all(|(at, _)| ready.free[at]);
                let expected = if is_free { 0.0 } else { earned };
                assert!((share(task, ready, &right) - expected).abs() < 1e-9, "{seed}");
            }
            let [none, some] = [None, Some(true)].map(|right| vec![right; ready.cases.len()]);
            assert_eq!(share(task, ready, &none), 0.0);
            assert!((share(task, ready, &some) - 1.0).abs() < 1e-9);
        }
    }
}

//! Order of runs, and the runs that are skipped after repeated failures of a lane.
//!
//! The skipped runs do not depend on the number of cores: they are those after the last allowed failure in this
//! order. A run that was started before that failure was known is discarded.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::{Mutex, PoisonError};

use super::checks::Choice;
use super::outcome::{NotRun, Run, SkipReason};
use super::ready::Job;

/// Runs of a lane that hit a limit before its other puzzles are skipped.
const MOST_AT_LIMIT: usize = 5;

/// Most nodes of a puzzle with `--quick`.
const QUICK_NODES: u64 = 10_000;

/// Counter of failures with its limit.
#[derive(Debug)]
struct FailureLimit {
    most: usize,
    /// Positions of the first known failures in the order, at most `most` of them.
    first: Mutex<BinaryHeap<usize>>,
}

impl FailureLimit {
    fn new(most: usize) -> Self {
        FailureLimit { most, first: Mutex::default() }
    }

    fn fails(&self, at: usize) {
        let mut first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        first.push(at);
        if first.len() > self.most {
            first.pop();
        }
    }

    /// Whether too many runs before this position have failed.
    fn is_over(&self, at: usize) -> bool {
        let first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        first.len() >= self.most && first.peek().is_none_or(|last| *last < at)
    }
}

/// Failures so far.
pub(super) struct Failures {
    /// Limit of each lane.
    lanes: Vec<FailureLimit>,
    /// Limit of all lanes with `--fail-fast`.
    all: Option<FailureLimit>,
    /// Whether all failures of a lane count, or only those that hit a limit.
    counts_all: bool,
}

impl Failures {
    pub(super) fn new(choice: &Choice, lanes: usize) -> Self {
        let most = choice.max_failures.unwrap_or(MOST_AT_LIMIT);
        Failures {
            lanes: (0..lanes).map(|_| FailureLimit::new(most)).collect(),
            all: choice.fail_fast.then(|| FailureLimit::new(1)),
            counts_all: choice.max_failures.is_some(),
        }
    }

    /// Notes the result of a run at a position of the order.
    pub(super) fn note(&self, at: usize, lane: usize, run: &Run) {
        if run.is_golden() {
            return;
        }
        if self.counts_all || run.is_at_limit {
            self.lanes[lane].fails(at);
        }
        if let Some(all) = &self.all {
            all.fails(at);
        }
    }

    /// Reason why the run at a position is skipped, if it is.
    pub(super) fn left(&self, at: usize, lane: usize) -> Option<SkipReason> {
        if self.lanes[lane].is_over(at) {
            let most = self.lanes[lane].most;
            Some(if self.counts_all {
                SkipReason::Failures(most)
            } else {
                SkipReason::AtLimit(most)
            })
        } else if self.all.as_ref().is_some_and(|all| all.is_over(at)) {
            Some(SkipReason::First)
        } else {
            None
        }
    }
}

/// Item of an order.
pub(super) trait Ordered {
    /// Index of the lane.
    fn lane(&self) -> usize;
    /// Nodes of its puzzle.
    fn nodes(&self) -> u64;
}

impl Ordered for Job<'_> {
    fn lane(&self) -> usize {
        self.lane
    }

    fn nodes(&self) -> u64 {
        self.decisions.digest.nodes
    }
}

/// Jobs in the order of execution, each with its index in the table.
///
/// First some of the shortest of each lane, to detect endless lanes early, then the longest first, so that no core
/// runs alone at the end. With `--fail-fast`, the shortest first.
pub(super) fn ordered<T: Ordered>(jobs: Vec<T>, choice: &Choice) -> Vec<(usize, T)> {
    let nodes = |(_, job): &(usize, T)| job.nodes();
    let mut jobs: Vec<(usize, T)> = jobs.into_iter().enumerate().collect();
    jobs.sort_by_key(nodes);
    if choice.fail_fast {
        return jobs;
    }
    let mut begun = vec![0; jobs.iter().map(|(_, job)| job.lane() + 1).max().unwrap_or(0)];
    let (mut first, mut rest): (Vec<_>, Vec<_>) = jobs.into_iter().partition(|(_, job)| {
        begun[job.lane()] += 1;
        begun[job.lane()] <= first_ones(choice)
    });
    rest.sort_by_key(|job| Reverse(nodes(job)));
    first.append(&mut rest);
    first
}

/// Number of a lane's shortest runs that come first.
fn first_ones(choice: &Choice) -> usize {
    choice.max_failures.unwrap_or(MOST_AT_LIMIT).min(MOST_AT_LIMIT)
}

/// Puzzles of a set for `--quick`: the first, and the middle one and the hardest of those with few enough nodes.
pub(super) fn quick(jobs: Vec<Job<'_>>) -> Vec<Job<'_>> {
    let nodes = |at: &usize| jobs[*at].nodes();
    let mut soon: Vec<usize> = (0..jobs.len()).filter(|at| nodes(at) <= QUICK_NODES).collect();
    soon.sort_by_key(nodes);
    let middle = soon.get(soon.len() / 2).copied();
    let kept = [Some(0), middle, soon.last().copied()];
    let is_kept = |at: usize| kept.contains(&Some(at));
    jobs.iter().enumerate().filter(|(at, _)| is_kept(*at)).map(|(_, job)| *job).collect()
}

/// Skipped puzzles of a lane with the reason, if there are any.
pub(super) fn not_run(left: &[SkipReason]) -> Option<NotRun> {
    left.first().map(|&why| NotRun { count: left.len(), why })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lane and nodes.
    impl Ordered for (usize, u64) {
        fn lane(&self) -> usize {
            self.0
        }

        fn nodes(&self) -> u64 {
            self.1
        }
    }

    /// Which runs a lane skips after failures may not depend on the lanes that are verified with it.
    #[test]
    fn the_order_of_a_lane_does_not_depend_on_other_lanes() {
        let mut seed = 0x2545_f491_4f6c_dd1d_u64;
        for length in 0..60 {
            for max_failures in [None, Some(1), Some(3), Some(1000)] {
                let choice = Choice { max_failures, ..Choice::default() };
                let mut random = || {
                    seed ^= seed << 13;
                    seed ^= seed >> 7;
                    seed ^= seed << 17;
                    seed
                };
                // Many are equal.
                let jobs: Vec<(usize, u64)> =
                    (0..length).map(|_| (random() as usize % 3, random() % 12)).collect();
                let all = ordered(jobs.clone(), &choice);
                for lane in 0..3 {
                    let of_lane = |at: &usize| jobs[*at].0 == lane;
                    let places: Vec<usize> = (0..length).filter(of_lane).collect();
                    let alone = places.iter().map(|&place| jobs[place]).collect();
                    let alone = ordered(alone, &choice);
                    let alone: Vec<usize> = alone.into_iter().map(|(at, _)| places[at]).collect();
                    let expected: Vec<usize> =
                        all.iter().map(|(place, _)| *place).filter(of_lane).collect();
                    assert_eq!(alone, expected, "{jobs:?}");
                    let nodes: Vec<u64> = alone.iter().map(|&place| jobs[place].1).collect();
                    let (first, rest) = nodes.split_at(first_ones(&choice).min(nodes.len()));
                    assert!(first.is_sorted(), "{nodes:?}");
                    assert!(rest.iter().rev().is_sorted(), "{nodes:?}");
                    assert!(first.last() <= rest.iter().min() || rest.is_empty(), "{nodes:?}");
                }
            }
        }
    }
}

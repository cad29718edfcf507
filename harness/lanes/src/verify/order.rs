//! In which order runs are done, and which of them are left when a lane fails again and again.
//!
//! What is left does not depend on how many cores there are: it is what comes, in this order, behind so many
//! failures. A run that was begun before the last of these was known is forgotten.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Mutex;

use serde::{Deserialize, Serialize};

use super::checks::Choice;
use super::outcome::{NotRun, Run, Stopped};
use super::ready::Job;

/// Runs of a lane that end at a limit, behind which its other puzzles are left.
const MOST_AT_LIMIT: usize = 5;

/// Nodes of a puzzle that is run when it has to be quick.
const QUICK_NODES: u64 = 10_000;

/// Who counts failures, and how many it bears.
#[derive(Debug)]
struct Patience {
    most: usize,
    /// The places in the order of the failures that are known.
    failed: Mutex<Vec<usize>>,
}

impl Patience {
    fn new(most: usize) -> Self {
        Patience { most, failed: Mutex::default() }
    }

    fn fails(&self, at: usize) {
        self.failed.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(at);
    }

    /// Whether too many have failed before this place.
    fn is_over(&self, at: usize) -> bool {
        let failed = self.failed.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        failed.iter().filter(|&&failed| failed < at).count() >= self.most
    }
}

/// The failures so far.
pub(super) struct Failures {
    /// Of each lane.
    lanes: Vec<Patience>,
    /// Of all of them, where the first one is the end.
    all: Option<Patience>,
    /// Whether every failure of a lane counts, and not only that it came to a limit.
    counts_all: bool,
}

impl Failures {
    pub(super) fn new(choice: &Choice, lanes: usize) -> Self {
        let most = choice.max_failures.unwrap_or(MOST_AT_LIMIT);
        Failures {
            lanes: (0..lanes).map(|_| Patience::new(most)).collect(),
            all: choice.fail_fast.then(|| Patience::new(1)),
            counts_all: choice.max_failures.is_some(),
        }
    }

    /// Notes what a run at a place of the order came to.
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

    /// Why the run at a place is left, if it is.
    pub(super) fn left(&self, at: usize, lane: usize) -> Option<Stopped> {
        if self.lanes[lane].is_over(at) {
            let most = self.lanes[lane].most;
            Some(if self.counts_all { Stopped::Failures(most) } else { Stopped::AtLimit(most) })
        } else if self.all.as_ref().is_some_and(|all| all.is_over(at)) {
            Some(Stopped::First)
        } else {
            None
        }
    }
}

/// Lane and nodes of what stands in an order.
pub(super) trait Ordered {
    /// The lane, by its index.
    fn lane(&self) -> usize;
    /// The nodes of its puzzle.
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

/// Jobs in the order they are done in, each with its place in the table.
///
/// The longest first, so that no core is left alone with one at the end; before these some of the shortest of
/// each lane, so that a lane that never ends is soon found out. Where the first failure is the end, the shortest first.
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

/// How many of a lane's shortest runs come before its longest.
fn first_ones(choice: &Choice) -> usize {
    choice.max_failures.unwrap_or(MOST_AT_LIMIT).min(MOST_AT_LIMIT)
}

/// Nodes and place of the last of a lane's runs that come first because they are short; none of no runs.
///
/// Whoever has some of the runs has them by this in the order of all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Begin(Option<(u64, usize)>);

impl Begin {
    /// That of a lane whose runs, in the order of the table, take so many nodes.
    pub(super) fn of(nodes: impl Iterator<Item = u64>, choice: &Choice) -> Self {
        let mut shortest = BinaryHeap::new();
        for (place, nodes) in nodes.enumerate() {
            shortest.push((nodes, place));
            if shortest.len() > first_ones(choice) {
                shortest.pop();
            }
        }
        Begin(shortest.pop())
    }

    /// When the run at a place of the table has its turn.
    pub(super) fn turn(self, nodes: u64, place: usize) -> Turn {
        if self.0.is_some_and(|last| (nodes, place) <= last) {
            Turn { is_later: false, by: nodes, place }
        } else {
            Turn { is_later: true, by: u64::MAX - nodes, place }
        }
    }
}

/// The turn of a run among those of its lane: what is less comes before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Turn {
    is_later: bool,
    by: u64,
    place: usize,
}

impl Turn {
    /// Whether it comes first because it is short.
    pub(super) fn is_first(self) -> bool {
        !self.is_later
    }
}

/// The first failures of a lane that count, up to the one behind which the others are left.
#[derive(Debug)]
pub(super) struct Bearing {
    most: usize,
    counts_all: bool,
    first: BinaryHeap<Turn>,
}

impl Bearing {
    pub(super) fn new(choice: &Choice) -> Self {
        let most = choice.max_failures.unwrap_or(MOST_AT_LIMIT);
        Bearing { most, counts_all: choice.max_failures.is_some(), first: BinaryHeap::new() }
    }

    pub(super) fn note(&mut self, turn: Turn, run: &Run) {
        if run.is_golden() || !(self.counts_all || run.is_at_limit) {
            return;
        }
        self.first.push(turn);
        if self.first.len() > self.most {
            self.first.pop();
        }
    }

    /// Why runs behind the last of these are left, if they are.
    pub(super) fn why(&self) -> Option<Stopped> {
        let stopped = if self.counts_all { Stopped::Failures } else { Stopped::AtLimit };
        (self.first.len() >= self.most).then(|| stopped(self.most))
    }

    /// Whether the run of a turn is kept.
    pub(super) fn keeps(&self, turn: Turn) -> bool {
        self.why().is_none() || self.first.peek().is_none_or(|last| turn <= *last)
    }
}

/// Of the puzzles of a set some that say most in little time: the first, the one in the middle and the hardest
/// of those that are not too hard.
pub(super) fn quick(jobs: Vec<Job<'_>>) -> Vec<Job<'_>> {
    let nodes = |at: &usize| jobs[*at].nodes();
    let mut soon: Vec<usize> = (0..jobs.len()).filter(|at| nodes(at) <= QUICK_NODES).collect();
    soon.sort_by_key(nodes);
    let middle = soon.get(soon.len() / 2).copied();
    let kept = [Some(0), middle, soon.last().copied()];
    let is_kept = |at: usize| kept.contains(&Some(at));
    jobs.iter().enumerate().filter(|(at, _)| is_kept(*at)).map(|(_, job)| *job).collect()
}

/// Puzzles of a lane that were left, with why; `None` where there are none.
pub(super) fn not_run(left: &[Stopped]) -> Option<NotRun> {
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

    #[test]
    fn turns_are_the_order_of_one_process() {
        let mut seed = 0x2545_f491_4f6c_dd1d_u64;
        for length in 0..60 {
            for max_failures in [None, Some(1), Some(3), Some(1000)] {
                let choice = Choice { max_failures, ..Choice::default() };
                let mut nodes = || {
                    seed ^= seed << 13;
                    seed ^= seed >> 7;
                    seed ^= seed << 17;
                    // Many are equal.
                    seed % 12
                };
                let jobs: Vec<(usize, u64)> = (0..length).map(|_| (0, nodes())).collect();
                let begin = Begin::of(jobs.iter().map(|job| job.1), &choice);
                let mut places: Vec<usize> = (0..length).collect();
                places.sort_by_key(|&place| begin.turn(jobs[place].1, place));
                let ordered = ordered(jobs.clone(), &choice);
                let expected: Vec<usize> = ordered.into_iter().map(|(place, _)| place).collect();
                assert_eq!(places, expected, "{jobs:?}");
                let first = (0..length).filter(|&at| begin.turn(jobs[at].1, at).is_first());
                assert_eq!(first.count(), first_ones(&choice).min(length));
            }
        }
    }
}

//! In which order runs are done, and which of them are left when a lane fails again and again.
//!
//! What is left does not depend on how many cores there are: it is what comes, in this order, behind so many
//! failures. A run that was begun before the last of these was known is forgotten.

use std::cmp::Reverse;
use std::sync::Mutex;

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

/// Runs of one lane.
impl Ordered for Run {
    fn lane(&self) -> usize {
        0
    }

    fn nodes(&self) -> u64 {
        self.nodes
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
        begun[job.lane()] <= choice.max_failures.unwrap_or(MOST_AT_LIMIT).min(MOST_AT_LIMIT)
    });
    rest.sort_by_key(|job| Reverse(nodes(job)));
    first.append(&mut rest);
    first
}

/// Of the runs of one lane those that are kept, in the order of the table, and why others are left, if any are.
///
/// Runs that were left when these were made are behind those that are left here.
pub(super) fn kept(runs: Vec<Run>, choice: &Choice) -> (Vec<Run>, Option<Stopped>) {
    let runs = ordered(runs, choice);
    let failures = Failures::new(choice, 1);
    runs.iter().enumerate().for_each(|(at, (_, run))| failures.note(at, 0, run));
    let why = failures.left(runs.len(), 0);
    let kept = runs.into_iter().enumerate().filter(|(at, _)| failures.left(*at, 0).is_none());
    let mut kept: Vec<(usize, Run)> = kept.map(|(_, run)| run).collect();
    kept.sort_by_key(|(place, _)| *place);
    (kept.into_iter().map(|(_, run)| run).collect(), why)
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

//! Lanes and puzzles of a comparison.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use reference::Size;

use super::comparison::{
    At, Comparison, ComparisonGroup, ComparisonRow, ExcludedLane, UnmeasuredLane, wrong,
};
use super::measure::{Measure, Measurer};
use crate::golden::{self, PuzzleId, Set};
use crate::lane::{Algorithm, Decisions, Lane};
use crate::puzzles::{Puzzles, check_sets, numbers_of};
use crate::root::Root;
use crate::verify::known::{Known, read_set};
use crate::verify::ready::{Job, Ready, assemble};
use crate::verify::{Checks, LaneError, Run};

/// Choice of a comparison.
#[derive(Debug, Clone, Default)]
pub struct ComparisonChoice {
    /// Puzzles; empty for every set that all lanes of a group run.
    pub puzzles: Vec<Puzzles>,
    /// Most nodes of a puzzle; others are skipped.
    pub most_nodes: Option<u64>,
    /// Most puzzles of a group, evenly selected from all by their nodes.
    pub most_puzzles: Option<usize>,
    /// Baselines, at most one per algorithm and size; by default the first lane.
    pub baselines: Vec<String>,
}

/// Lanes and puzzles of a comparison, read and checked.
#[derive(Debug)]
pub struct ComparisonPlan {
    root: Root,
    groups: Vec<PlannedLane>,
    left_out: Vec<UnmeasuredLane>,
    problems: Vec<String>,
}

#[derive(Debug)]
struct PlannedLane {
    algorithm: Algorithm,
    size: Size,
    lanes: Vec<Measurer>,
    puzzles: Vec<(String, Known, Decisions)>,
    passed_over: usize,
    spread_over: usize,
    baseline: Option<String>,
}

/// One run of a comparison, by indices.
struct IndexedRun<'p> {
    group: usize,
    lane: usize,
    job: Job<'p>,
}

impl ComparisonPlan {
    /// Reads and checks everything that a comparison of these lanes needs.
    ///
    /// Lanes that cannot be measured are listed with the reason.
    ///
    /// # Errors
    /// An error message if a puzzle set cannot be read or lacks a puzzle, if nothing is left to compare, or if a
    /// baseline is not one of the lanes, or the second of its group.
    pub fn new(
        root: Root,
        lanes: Vec<Lane>,
        choice: &ComparisonChoice,
    ) -> Result<ComparisonPlan, String> {
        check_sets(&root, &lanes, &choice.puzzles)?;
        let mut plan =
            ComparisonPlan { root, groups: Vec::new(), left_out: Vec::new(), problems: Vec::new() };
        let mut groups: Vec<(Algorithm, Size, Vec<Lane>)> = Vec::new();
        for mut lane in lanes {
            lane.checks = Checks::ALL;
            lane.most_nodes = [lane.most_nodes, choice.most_nodes].into_iter().flatten().min();
            let key = (lane.algorithm, lane.size);
            match groups.iter_mut().find(|(algorithm, size, _)| (*algorithm, *size) == key) {
                Some((.., lanes)) => lanes.push(lane),
                None => groups.push((lane.algorithm, lane.size, vec![lane])),
            }
        }
        for (_, _, lanes) in groups {
            plan.group(lanes, choice)?;
        }
        if plan.groups.is_empty() {
            let why =
                plan.left_out.first().map(|out| format!(": lane `{}`: {}", out.lane, out.why));
            return Err(format!("there is nothing to compare{}", why.unwrap_or_default()));
        }
        plan.set_baselines(&choice.baselines)?;
        Ok(plan)
    }

    /// Adds a group of lanes.
    fn group(&mut self, lanes: Vec<Lane>, choice: &ComparisonChoice) -> Result<(), String> {
        let lanes = self.with_programs(lanes, choice);
        let Some(first) = lanes.first() else { return Ok(()) };
        let (algorithm, size) = (first.lane.algorithm, first.lane.size);
        let sets = common_sets(&lanes, choice).map_err(|why| {
            format!("the lanes of {} for size {}: {why}", algorithm.name(), size.side())
        })?;
        let only: Vec<Lane> = lanes.iter().map(|ready| ready.lane.clone()).collect();
        let mut puzzles = Vec::new();
        let mut passed_over = 0;
        for set in sets {
            let numbers = numbers_of(&choice.puzzles, &set);
            let read = Set::read(&self.root, &set)?;
            for known in
                read_set(&self.root, read, &numbers, &only, &mut self.problems, &|_, _, _| {})?
            {
                let all: Option<Vec<Decisions>> =
                    lanes.iter().map(|ready| known.decisions(&ready.lane)).collect();
                match all.and_then(|all| all.first().copied()) {
                    Some(decisions) => puzzles.push((set.clone(), known, decisions)),
                    None => passed_over += 1,
                }
            }
        }
        if puzzles.is_empty() {
            return Err(format!(
                "{} for size {}: each of the {passed_over} puzzles needs more nodes than a lane or --most-nodes allows",
                algorithm.name(),
                size.side()
            ));
        }
        let spread_over = puzzles.len();
        let nodes_of = |(_, _, decisions): &(_, _, Decisions)| decisions.digest.nodes;
        let puzzles = sample(puzzles, nodes_of, choice.most_puzzles);
        let (set, known, decisions) = &puzzles[0];
        let first = Job { lane: 0, set, known, decisions: *decisions };
        let mut measurers = Vec::new();
        for ready in lanes {
            let lane = ready.lane.name.clone();
            match Measurer::new(ready, first) {
                Ok(measurer) => measurers.push(measurer),
                Err(broken) => {
                    let why = broken.why().to_owned();
                    self.left_out.push(UnmeasuredLane { lane, why, broken: Some(broken) });
                }
            }
        }
        if !measurers.is_empty() {
            let (lanes, baseline) = (measurers, None);
            self.groups.push(PlannedLane {
                algorithm,
                size,
                lanes,
                puzzles,
                passed_over,
                spread_over,
                baseline,
            });
        }
        Ok(())
    }

    /// Lanes whose programs can be measured; the others are listed with the reason.
    fn with_programs(&mut self, lanes: Vec<Lane>, choice: &ComparisonChoice) -> Vec<Ready> {
        let chosen = |lane: &Lane| {
            let mut puzzles = choice.puzzles.iter();
            choice.puzzles.is_empty() || puzzles.any(|chosen| lane.sets.contains(&chosen.set))
        };
        let mut found = Vec::new();
        for lane in lanes {
            let name = lane.name.clone();
            let mut out = |why: String, broken| {
                self.left_out.push(UnmeasuredLane { lane: name.clone(), why, broken });
            };
            if let Some(why) = incomparable(&lane) {
                out(why, None);
                continue;
            }
            if !chosen(&lane) {
                out(format!("it runs only the sets {}", lane.sets.join(", ")), None);
                continue;
            }
            match (assemble(&self.root, &lane), golden::read_counts(&self.root, &lane.name)) {
                (Err(broken), _) => out(broken.why().to_owned(), Some(broken)),
                (_, Err(why)) => out(why.clone(), Some(LaneError::NotSetUp(why))),
                (Ok(program), Ok(costs)) => {
                    found.push(Ready::new(lane, Ok(program), costs));
                }
            }
        }
        found
    }

    fn set_baselines(&mut self, names: &[String]) -> Result<(), String> {
        for name in names {
            let group = self
                .groups
                .iter_mut()
                .find(|group| group.lanes.iter().any(|measurer| measurer.ready.lane.name == *name));
            let shown = asmkit::plain_name(name);
            let group = group.ok_or_else(|| {
                format!("the baseline `{shown}` is not one of the compared lanes")
            })?;
            if let Some(other) = &group.baseline {
                return Err(format!(
                    "`{other}` and `{shown}` have the same algorithm and size; only one of them can be the baseline"
                ));
            }
            group.baseline = Some(name.clone());
        }
        Ok(())
    }

    /// Number of runs, and the sum of their nodes.
    #[must_use]
    pub fn total(&self) -> (usize, u64) {
        let jobs = self.jobs();
        (jobs.len(), jobs.iter().map(|run| run.job.decisions.digest.nodes).sum())
    }

    fn jobs(&self) -> Vec<IndexedRun<'_>> {
        let mut jobs = Vec::new();
        for (group, planned) in self.groups.iter().enumerate() {
            for lane in 0..planned.lanes.len() {
                for (set, known, decisions) in &planned.puzzles {
                    let job = Job { lane, set, known, decisions: *decisions };
                    jobs.push(IndexedRun { group, lane, job });
                }
            }
        }
        jobs
    }

    /// Measures all runs; `done` is called after each, on any thread.
    pub fn run(self, done: &(dyn Fn(&Lane, &Run) + Sync)) -> Comparison {
        let mut jobs: Vec<(usize, IndexedRun<'_>)> = self.jobs().into_iter().enumerate().collect();
        // Longest first, so that no core runs alone at the end.
        jobs.sort_by_key(|(_, run)| std::cmp::Reverse(run.job.decisions.digest.nodes));
        let mut runs: Vec<(usize, (usize, usize), RunResult)> = jobs
            .par_iter()
            .with_max_len(1)
            .map(|(order, IndexedRun { group, lane, job })| {
                let measurer = &self.groups[*group].lanes[*lane];
                let (run, measure, reached) = measurer.run(*job);
                done(&measurer.ready.lane, &run);
                let wrong = wrong(&run);
                (*order, (*group, *lane), RunResult { measure, wrong, reached })
            })
            .collect();
        runs.sort_by_key(|(order, ..)| *order);
        let mut of_lane: BTreeMap<(usize, usize), Vec<RunResult>> = BTreeMap::new();
        for (_, at, result) in runs {
            of_lane.entry(at).or_default().push(result);
        }
        let groups = self.groups.into_iter().enumerate().map(|(at, planned)| {
            planned.group(|lane| of_lane.remove(&(at, lane)).unwrap_or_default())
        });
        Comparison {
            groups: groups.collect(),
            root: self.root,
            left_out: self.left_out,
            problems: self.problems,
        }
    }
}

/// Result of one run.
struct RunResult {
    measure: Measure,
    wrong: Option<String>,
    reached: BTreeSet<u64>,
}

impl PlannedLane {
    /// Builds the group from the results of its lanes.
    fn group(self, mut results: impl FnMut(usize) -> Vec<RunResult>) -> ComparisonGroup {
        let (mut rows, mut apart) = (Vec::new(), Vec::new());
        for (at, measurer) in self.lanes.into_iter().enumerate() {
            let results = results(at);
            let reached = results.iter().flat_map(|run| run.reached.iter().copied()).collect();
            let size = measurer.size(&reached);
            let wrong: Vec<String> = results.iter().filter_map(|run| run.wrong.clone()).collect();
            let runs = results.into_iter().map(|run| run.measure).collect();
            let row = ComparisonRow { lane: measurer.ready.lane, size, runs };
            match wrong.first() {
                None => rows.push(row),
                Some(why) => apart.push(ExcludedLane { row, why: why.clone(), wrong: wrong.len() }),
            }
        }
        let baseline = match &self.baseline {
            Some(name) => rows.iter().position(|row| row.lane.name == *name),
            None => (!rows.is_empty()).then_some(0),
        };
        let at = |(set, known, decisions): (String, Known, Decisions)| At {
            id: PuzzleId { set, number: known.at.number },
            puzzle: known.at.puzzle,
            decisions,
        };
        ComparisonGroup {
            algorithm: self.algorithm,
            size: self.size,
            puzzles: self.puzzles.into_iter().map(at).collect(),
            passed_over: self.passed_over,
            spread_over: self.spread_over,
            rows,
            apart,
            baseline,
        }
    }
}

/// Sets that all lanes run, limited to the chosen ones.
fn common_sets(lanes: &[Ready], choice: &ComparisonChoice) -> Result<Vec<String>, String> {
    let all_run = |set: &String| lanes.iter().all(|ready| ready.lane.sets.contains(set));
    let mut sets = lanes[0].lane.sets.clone();
    sets.retain(all_run);
    if sets.is_empty() {
        return Err("no puzzle set is run by all of them".to_owned());
    }
    if choice.puzzles.is_empty() {
        return Ok(sets);
    }
    let mut chosen: Vec<String> = Vec::new();
    for Puzzles { set, .. } in &choice.puzzles {
        if sets.contains(set) && !chosen.contains(set) {
            chosen.push(set.clone());
        }
    }
    if chosen.is_empty() {
        let sets = sets.join(", ");
        return Err(format!("none of the chosen sets is run by all of them; they run {sets}"));
    }
    Ok(chosen)
}

/// At most `most` puzzles, in their order: of all in ascending order of nodes, the middle one of each part.
fn sample<P>(all: Vec<P>, nodes: impl Fn(&P) -> u64, most: Option<usize>) -> Vec<P> {
    let (count, most) = (all.len(), most.unwrap_or(usize::MAX));
    if count <= most {
        return all;
    }
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by_key(|&at| nodes(&all[at]));
    let middles = (0..most).map(|part| (2 * part + 1) * count / (2 * most));
    let kept: BTreeSet<usize> = middles.map(|at| order[at]).collect();
    all.into_iter().enumerate().filter(|(at, _)| kept.contains(at)).map(|(_, it)| it).collect()
}

/// Checks that at least one lane can be compared.
///
/// # Errors
/// An error message with the reason of the first lane.
pub fn must_be_comparable(lanes: &[Lane]) -> Result<(), String> {
    match lanes.first().and_then(|lane| Some((&lane.name, incomparable(lane)?))) {
        Some((name, why)) if lanes.iter().all(|lane| incomparable(lane).is_some()) => {
            Err(format!("there is nothing to compare: lane `{name}`: {why}"))
        }
        _ => Ok(()),
    }
}

/// Reason why a lane cannot be compared, if any.
fn incomparable(lane: &Lane) -> Option<String> {
    let syntax = &lane.target.spec().syntax;
    if lane.algorithm == Algorithm::Any {
        Some("its algorithm is `any`, which is unknown".to_owned())
    } else if syntax.place.is_some() {
        Some(format!("it counts {}, which are not processor instructions", syntax.counted))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_has_the_middle_puzzle_of_each_part() {
        let nodes = vec![9, 1, 8, 2, 7, 3, 6, 4, 5, 10];
        let sample = |most| sample(nodes.clone(), |nodes| *nodes, most);
        assert_eq!(sample(Some(5)), [8, 2, 6, 4, 10]);
        assert_eq!(sample(Some(3)), [9, 2, 6]);
        assert_eq!(sample(None), nodes);
        assert!((1..10).all(|most| sample(Some(most)).len() == most));
    }
}

//! Verification in shards: planning, running one shard, and merging all of them.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use clap::ValueEnum as _;
use lanes::lane::Lane;
use lanes::report::{Format, Runs, Summary, Tally};
use lanes::root::Root;
use lanes::verify::{self, Facts, IndexedRun, Part, Piece, Pieces, Run, Together};
use machine::numbers::counted;
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use rayon::prelude::IndexedParallelIterator as _;
use serde::{Deserialize, Serialize};
use shards::merge::{Results, ShardFiles};
use shards::plan::{Common, Draft, Input, Item, Plan};
use shards::work::Work;
use targets::escape::grouped;
use targets::files;

use super::selection::{RunSelection, as_checked, read_files};
use super::{ReportRequest, ending, print, report_request, write_reports};
use crate::engine::EngineArg;
use crate::plan::PlanRequest;
use crate::{CommandResult, Usage, lanes_command, progress};

/// Name of this kind of work in plans.
pub(crate) const KIND: &str = "verify";

/// Input of a shard, besides its pieces.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct VerifyInput {
    /// Folder of the lanes; none for the bundled lanes.
    root: Option<PathBuf>,
    /// Lanes in the order of the table.
    lanes: Vec<Facts>,
    /// Problems of the golden files.
    problems: Vec<String>,
    /// Files that would be read, but do not exist.
    absent: Vec<PathBuf>,
    puzzles: Vec<String>,
    puzzle_file: Option<PathBuf>,
    check: Option<String>,
    /// Percentage, as text so that it is exact.
    counts_within: Option<String>,
    quick: bool,
    max_failures: Option<usize>,
    engine: String,
}

/// Plans a verification in a number of shards.
pub(crate) fn plan(
    selection: &RunSelection,
    (tool, shards): (String, u32),
) -> Result<PlanRequest, Usage> {
    let root = selection.root()?;
    let lanes = selection.lanes(&root)?;
    let reads = read_files(&root, &lanes, selection.puzzle_file.as_deref())?;
    let (there, absent): (Vec<PathBuf>, _) = reads.into_iter().partition(|path| path.exists());
    let inputs = there.iter().map(|path| Input::of_file(path));
    let inputs = inputs.collect::<Result<Vec<Input>, String>>()?;
    let making = progress::PuzzleProgress::new();
    let done = |step, done, all| making.done(step, done, all);
    let plan = verify::Plan::new(root.clone(), lanes, selection.choice(), &done)?;
    making.end();
    // No file may have changed between its digest and its use.
    inputs.iter().try_for_each(Input::must_be_file)?;
    lanes_command::tell_whose(&root, "planning");
    let cuts = plan.cuts(shards);
    let mut draft = Draft::default();
    for cut in &cuts {
        draft.add(&plan.piece(cut).name(), cut.cost);
    }
    draft.spread(shards)?;
    let (runs, _) = plan.total();
    let counted = format!(
        "{} {} in {}",
        grouped(runs as u64),
        if runs == 1 { "run" } else { "runs" },
        counted(cuts.len(), "piece")
    );
    let arguments = VerifyInput::of(selection, &root, &plan, absent);
    let no_text = |_| "a file name is not UTF-8; a plan cannot contain it".to_owned();
    let arguments = serde_json::to_value(arguments).map_err(no_text)?;
    let common = Common { tool, kind: KIND.to_owned(), arguments, inputs, shards };
    let detail = move |number: usize| {
        let piece = plan.piece(&cuts[number]);
        Ok((None, serde_json::to_value(piece).map_err(|why| why.to_string())?))
    };
    Ok(PlanRequest { draft, common, counted, reads: there, detail: Box::new(detail) })
}

impl VerifyInput {
    fn of(
        selection: &RunSelection,
        root: &Root,
        plan: &verify::Plan,
        absent: Vec<PathBuf>,
    ) -> Self {
        VerifyInput {
            root: match root {
                Root::Folder(folder) => Some(folder.clone()),
                // The command never uses files in memory.
                Root::Bundled | Root::Given(_) => None,
            },
            lanes: plan.facts(),
            problems: plan.problems().to_vec(),
            absent,
            puzzles: selection.puzzles.iter().map(ToString::to_string).collect(),
            puzzle_file: selection.puzzle_file.clone(),
            check: selection.check.map(|check| check.to_string()),
            counts_within: selection.counts_within.map(|percent| percent.to_string()),
            quick: selection.quick,
            max_failures: selection.max_failures,
            engine: selection.engine.name().to_owned(),
        }
    }

    fn read(plan: &Plan) -> Result<Self, String> {
        serde_json::from_value(plan.header.arguments.clone()).map_err(|_| unusable(plan))
    }

    fn root(&self) -> Root {
        self.root.clone().map_or(Root::Bundled, Root::Folder)
    }

    fn choice(&self, plan: &Plan) -> Result<verify::Choice, String> {
        let percent = |text: &String| text.parse::<f64>().map_err(|_| unusable(plan));
        Ok(verify::Choice {
            puzzles: self.puzzles.iter().map(|text| text.parse()).collect::<Result<_, String>>()?,
            file: self.puzzle_file.clone(),
            counts_within: self.counts_within.as_ref().map(percent).transpose()?,
            quick: self.quick,
            max_failures: self.max_failures,
            ..verify::Choice::default()
        })
    }

    /// Lanes of the plan, in the order of the table.
    fn lanes(&self, plan: &Plan) -> Result<Vec<Lane>, Usage> {
        let mut lanes = lanes_command::read(&self.root())?;
        lanes.retain(|lane| self.lanes.iter().any(|facts| facts.name == lane.name));
        let check = self.check.as_ref().map(|check| check.parse()).transpose()?;
        let engine = EngineArg::from_str(&self.engine, false).map_err(|_| unusable(plan))?;
        let lanes = as_checked(lanes, check, engine)?;
        let lanes = verify::chosen_lanes(&self.root(), lanes, &self.choice(plan)?)?;
        let names = lanes.iter().map(|lane| &lane.name);
        if names.eq(self.lanes.iter().map(|facts| &facts.name)) {
            return Ok(lanes);
        }
        Err(Usage(format!("the lanes differ from those in {}; make a new plan", shown(plan))))
    }

    /// Checks that no file has changed since the plan was made.
    fn must_hold(&self, plan: &Plan) -> Result<(), String> {
        plan.header.inputs.iter().try_for_each(Input::must_be_file)?;
        let new = self.absent.iter().find(|path| path.exists());
        new.map_or(Ok(()), |path| {
            let path = files::shown(path);
            Err(format!(
                "{path} did not exist when the plan was made; remove it, or make a new plan"
            ))
        })
    }
}

fn shown(plan: &Plan) -> String {
    files::shown(&plan.path)
}

fn unusable(plan: &Plan) -> String {
    format!("{} does not describe a verification", shown(plan))
}

fn piece(plan: &Plan, item: &Item) -> Result<Piece, String> {
    Piece::deserialize(&item.data).map_err(|_| unusable(plan))
}

/// Runs the remaining pieces of a shard on all cores.
///
/// # Errors
/// An error message if something differs from the plan, or a result cannot be saved.
pub(crate) fn work(plan: &Plan, work: &Work) -> Result<(), Usage> {
    let mut left = work.left();
    if left.is_empty() {
        return Ok(());
    }
    let arguments = VerifyInput::read(plan)?;
    arguments.must_hold(plan)?;
    left.sort_by_key(|item| std::cmp::Reverse(item.cost));
    let pieces = left.iter().map(|item| piece(plan, item)).collect::<Result<Vec<_>, _>>()?;
    let (root, lanes) = (arguments.root(), arguments.lanes(plan)?);
    let ready = Pieces::new(&root, lanes, arguments.choice(plan)?, &arguments.lanes, &pieces)?;
    // Everything has been read now, and no file may have changed meanwhile.
    arguments.must_hold(plan)?;
    let totals = pieces.iter().map(Piece::total);
    let progress =
        progress::Runs::new(totals.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1)));
    let next = AtomicUsize::new(0);
    let done = (0..left.len()).into_par_iter().with_max_len(1).try_for_each(|_| {
        // Start with the longest; rayon would split the range in halves.
        let at = next.fetch_add(1, Ordering::Relaxed);
        let before: Vec<Vec<IndexedRun>> = work.steps(left[at])?;
        let before: Vec<IndexedRun> = before.into_iter().flatten().collect();
        let piece = &pieces[at];
        let print = |run: &IndexedRun| {
            if piece.has(run) {
                progress.done(&piece.lane, run.nodes());
            }
        };
        before.iter().for_each(print);
        let mut buffer = RunBuffer::new(work, left[at]);
        let part = ready.run(piece, before, |run| {
            print(run);
            buffer.add(run)
        })?;
        work.keep(left[at], &json(&part)?)
    });
    progress.end();
    Ok(done?)
}

fn json(value: &impl Serialize) -> Result<String, String> {
    serde_json::to_string(value).map_err(|why| why.to_string())
}

/// Buffer of runs saved together before their piece is done, so that a killed worker loses little.
struct RunBuffer<'w> {
    work: &'w Work,
    item: &'w Item,
    /// JSON objects separated by commas.
    runs: String,
    began: Instant,
}

/// Time between saves: a killed worker loses at most this much, and its last run.
const SAVE_INTERVAL: Duration = Duration::from_millis(100);

#[expect(
    clippy::disallowed_methods,
    reason = "the clock decides when runs are saved, and nothing about their results"
)]
fn now() -> Instant {
    Instant::now()
}

impl<'w> RunBuffer<'w> {
    fn new(work: &'w Work, item: &'w Item) -> Self {
        RunBuffer { work, item, runs: String::new(), began: now() }
    }

    /// Adds a run, and saves the buffer if the last save was long ago.
    fn add(&mut self, run: &IndexedRun) -> Result<(), String> {
        if !self.runs.is_empty() {
            self.runs.push(',');
        }
        self.runs.push_str(&json(run)?);
        if self.began.elapsed() < SAVE_INTERVAL {
            return Ok(());
        }
        self.work.step(self.item, &format!("[{}]", self.runs))?;
        self.runs.clear();
        self.began = now();
        Ok(())
    }
}

/// Parses the reports that a merge can write.
pub(crate) fn reports(texts: &[String]) -> Result<Vec<(&'static Format, PathBuf)>, Usage> {
    let one = |text: &String| match report_request(text) {
        Ok(ReportRequest::File(format, path)) => Ok((format, path)),
        Ok(ReportRequest::Page(_)) => Err(Usage(format!(
            "--report {}: merge cannot write the page that compares lanes; use `isagrid report`",
            asmkit::plain_name(text)
        ))),
        Err(why) => Err(Usage(format!("--report {}: {why}", asmkit::plain_name(text)))),
    };
    texts.iter().map(one).collect()
}

/// Prints the results of all lanes and writes the reports, as a single process does.
pub(crate) fn merge(
    plan: &Plan,
    found: &ShardFiles,
    texts: &[String],
    quiet: bool,
) -> CommandResult {
    let wanted = reports(texts)?;
    let wanted: Vec<(&Format, &Path)> =
        wanted.iter().map(|(format, path)| (*format, path.as_path())).collect();
    let arguments = VerifyInput::read(plan)?;
    arguments.must_hold(plan)?;
    let inputs = plan.header.inputs.iter().map(|input| Path::new(&input.path));
    let read: Vec<&Path> = inputs.chain([plan.path.as_path()]).collect();
    wanted.iter().try_for_each(|(_, path)| files::may_write(path, read.iter().copied()))?;
    let (root, lanes, choice) = (arguments.root(), arguments.lanes(plan)?, arguments.choice(plan)?);
    if !quiet {
        lanes_command::tell_whose(&root, "verifying");
    }
    let mut merging = MergedRuns { plan, found, facts: &arguments.lanes, together: Vec::new() };
    merging.together = arguments.lanes.iter().map(|facts| Together::new(facts, &choice)).collect();
    found.each(plan, |item, part: Part| {
        let lane = merging.lane_of(item)?;
        merging.together[lane].note(part);
        Ok(())
    })?;
    // All failures are known now, and so are the runs to keep.
    let mut summary = Summary::new(&root, &arguments.problems, &choice);
    let (mut outcomes, mut kept) = (Vec::new(), merging.kept()?);
    for (at, lane) in lanes.into_iter().enumerate() {
        let (mut tally, mut count) = (Tally::default(), 0);
        kept.each(at, &mut |run| {
            summary.count(&mut tally, &lane, run);
            count += 1;
            Ok(())
        })?;
        let outcome = merging.together[at].outcome(lane, count);
        summary.add_counted(&outcome, &tally);
        outcomes.push(outcome);
    }
    let takes_the_output = wanted.iter().any(|(_, path)| path.as_os_str() == "-");
    if !takes_the_output {
        print(&summary, (!quiet).then(|| summary.table()), false);
    }
    write_reports(&wanted, (&summary, &outcomes), || merging.kept())?;
    Ok(ending(&summary))
}

/// Results of all shards, read as often as needed with at most one piece in memory.
struct MergedRuns<'m> {
    plan: &'m Plan,
    found: &'m ShardFiles,
    facts: &'m [Facts],
    /// Failures of each lane.
    together: Vec<Together<'m>>,
}

impl MergedRuns<'_> {
    fn lane_of(&self, item: &Item) -> Result<usize, String> {
        let at = self.facts.iter().position(|facts| item.data["lane"] == facts.name.as_str());
        at.ok_or_else(|| unusable(self.plan))
    }

    /// Runs that a single process would have kept.
    fn kept(&self) -> Result<Kept<'_>, String> {
        let results = self.found.results(self.plan)?;
        Ok(Kept { merging: self, results, next: None })
    }
}

struct Kept<'m> {
    merging: &'m MergedRuns<'m>,
    results: Results<'m>,
    /// Part that was read ahead, with its lane.
    next: Option<(usize, Part)>,
}

impl Kept<'_> {
    /// Next part, if it belongs to this lane.
    fn part(&mut self, lane: usize) -> Result<Option<Part>, String> {
        if self.next.is_none()
            && let Some((item, part)) = self.results.next_result()?
        {
            self.next = Some((self.merging.lane_of(&item)?, part));
        }
        Ok(self.next.take_if(|(of, _)| *of == lane).map(|(_, part)| part))
    }
}

impl Runs for Kept<'_> {
    fn each(
        &mut self,
        lane: usize,
        each: &mut dyn FnMut(&Run) -> Result<(), String>,
    ) -> Result<(), String> {
        while let Some(part) = self.part(lane)? {
            self.merging.together[lane].kept(part).try_for_each(|run| each(&run))?;
        }
        Ok(())
    }
}

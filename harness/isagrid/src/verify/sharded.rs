//! Verification in shards: what a plan says of it, one shard, and all of them together.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::ValueEnum as _;
use lanes::lane::Lane;
use lanes::report::{Format, Summary};
use lanes::root::Root;
use lanes::verify::{self, Facts, LaneOutcome, Part, Piece, Pieces, Verified};
use machine::numbers::counted;
use machines::escape::grouped;
use machines::files;
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use rayon::prelude::IndexedParallelIterator as _;
use serde::{Deserialize, Serialize};
use shards::merge::Found;
use shards::plan::{Common, Draft, Input, Item, Plan};
use shards::work::Work;

use super::asked::{Asked, as_checked, read_files};
use super::{Wanted, ending, tell, wanted, write_reports};
use crate::engine::EngineArg;
use crate::plan::Planned;
use crate::{Ended, Usage, lanes_here, progress};

/// What plans call this kind of work.
pub(crate) const KIND: &str = "verify";

/// What a shard has to know besides its pieces.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// The folder of the lanes; none for those that came with isagrid.
    root: Option<PathBuf>,
    /// The lanes in the order of the table.
    lanes: Vec<Facts>,
    /// What is wrong with golden files.
    problems: Vec<String>,
    /// Files that would be read, and are not there.
    absent: Vec<PathBuf>,
    puzzles: Vec<String>,
    puzzle_file: Option<PathBuf>,
    check: Option<String>,
    /// In percent, as text, which loses nothing of it.
    counts_within: Option<String>,
    quick: bool,
    max_failures: Option<usize>,
    engine: String,
}

/// Plans a verification in so many shards.
pub(crate) fn plan(asked: &Asked, (tool, shards): (String, u32)) -> Result<Planned, Usage> {
    let root = asked.root()?;
    let lanes = asked.lanes(&root)?;
    let reads = read_files(&root, &lanes, asked.puzzle_file.as_deref())?;
    let (there, absent): (Vec<PathBuf>, _) = reads.into_iter().partition(|path| path.exists());
    let inputs = there.iter().map(|path| Input::of_file(path));
    let inputs = inputs.collect::<Result<Vec<Input>, String>>()?;
    let making = progress::Making::new();
    let done = |step, done, all| making.done(step, done, all);
    let plan = verify::Plan::new(root.clone(), lanes, asked.choice(), &done)?;
    making.end();
    // What was read is what the digests are of.
    inputs.iter().try_for_each(Input::must_be_file)?;
    lanes_here::tell_whose(&root, "planning");
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
    let arguments = Arguments::of(asked, &root, &plan, absent);
    let no_text = |_| "a file has a name that is no UTF-8 text: a plan cannot name it".to_owned();
    let arguments = serde_json::to_value(arguments).map_err(no_text)?;
    let common = Common { tool, kind: KIND.to_owned(), arguments, inputs, shards };
    let detail = move |number: usize| {
        let piece = plan.piece(&cuts[number]);
        Ok((None, serde_json::to_value(piece).map_err(|why| why.to_string())?))
    };
    Ok(Planned { draft, common, counted, reads: there, detail: Box::new(detail) })
}

impl Arguments {
    fn of(asked: &Asked, root: &Root, plan: &verify::Plan, absent: Vec<PathBuf>) -> Self {
        Arguments {
            root: match root {
                Root::Folder(folder) => Some(folder.clone()),
                // The command never has files that were only given.
                Root::Bundled | Root::Given(_) => None,
            },
            lanes: plan.facts(),
            problems: plan.problems().to_vec(),
            absent,
            puzzles: asked.puzzles.iter().map(ToString::to_string).collect(),
            puzzle_file: asked.puzzle_file.clone(),
            check: asked.check.map(|check| check.to_string()),
            counts_within: asked.counts_within.map(|percent| percent.to_string()),
            quick: asked.quick,
            max_failures: asked.max_failures,
            engine: asked.engine.name().to_owned(),
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

    /// The lanes of the plan, as the table has them.
    fn lanes(&self, plan: &Plan) -> Result<Vec<Lane>, Usage> {
        let mut lanes = lanes_here::read(&self.root())?;
        lanes.retain(|lane| self.lanes.iter().any(|facts| facts.name == lane.name));
        let check = self.check.as_ref().map(|check| check.parse()).transpose()?;
        let engine = EngineArg::from_str(&self.engine, false).map_err(|_| unusable(plan))?;
        let lanes = as_checked(lanes, check, engine)?;
        let lanes = verify::chosen_lanes(&self.root(), lanes, &self.choice(plan)?)?;
        let names = lanes.iter().map(|lane| &lane.name);
        if names.eq(self.lanes.iter().map(|facts| &facts.name)) {
            return Ok(lanes);
        }
        Err(Usage(format!("the lanes are not those of {}: make a new plan", shown(plan))))
    }

    /// Refuses files that are not what they were when the plan was made.
    fn must_hold(&self, plan: &Plan) -> Result<(), String> {
        plan.header.inputs.iter().try_for_each(Input::must_be_file)?;
        let new = self.absent.iter().find(|path| path.exists());
        new.map_or(Ok(()), |path| {
            let path = files::shown(path);
            Err(format!(
                "{path} was not there when the plan was made: take it away, or make a new plan"
            ))
        })
    }
}

fn shown(plan: &Plan) -> String {
    files::shown(&plan.path)
}

fn unusable(plan: &Plan) -> String {
    format!("{} says nothing of what is verified", shown(plan))
}

fn piece(plan: &Plan, item: &Item) -> Result<Piece, String> {
    Piece::deserialize(&item.data).map_err(|_| unusable(plan))
}

/// Runs what is left of a shard, on all cores.
///
/// # Errors
/// A sentence when something is not what was planned, or a result cannot be kept.
pub(crate) fn work(plan: &Plan, work: &Work) -> Result<(), Usage> {
    let mut left = work.left();
    if left.is_empty() {
        return Ok(());
    }
    let arguments = Arguments::read(plan)?;
    arguments.must_hold(plan)?;
    left.sort_by_key(|item| std::cmp::Reverse(item.cost));
    let pieces = left.iter().map(|item| piece(plan, item)).collect::<Result<Vec<_>, _>>()?;
    let (root, lanes) = (arguments.root(), arguments.lanes(plan)?);
    let ready = Pieces::new(&root, lanes, arguments.choice(plan)?, &pieces)?;
    // All that is needed has been read, and is what was planned.
    arguments.must_hold(plan)?;
    let totals = pieces.iter().map(Piece::total);
    let progress =
        progress::Runs::new(totals.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1)));
    let next = AtomicUsize::new(0);
    let done = (0..left.len()).into_par_iter().with_max_len(1).try_for_each(|_| {
        // What is begun first is the longest, which a range shared out by halves is not.
        let at = next.fetch_add(1, Ordering::Relaxed);
        let part = ready.run(&pieces[at], &|lane, run| progress.done(&lane.name, run.nodes))?;
        work.keep(left[at], &serde_json::to_string(&part).map_err(|why| why.to_string())?)
    });
    progress.end();
    Ok(done?)
}

/// Reports that a merge can write.
pub(crate) fn reports(texts: &[String]) -> Result<Vec<(&'static Format, PathBuf)>, Usage> {
    let one = |text: &String| match wanted(text) {
        Ok(Wanted::In(format, path)) => Ok((format, path)),
        Ok(Wanted::Page(_)) => Err(Usage(format!(
            "--report {}: the page is of lanes that are run beside each other: `isagrid report` makes it",
            asmkit::plain_name(text)
        ))),
        Err(why) => Err(Usage(format!("--report {}: {why}", asmkit::plain_name(text)))),
    };
    texts.iter().map(one).collect()
}

/// Says what became of all lanes, and writes the reports, as one process does.
pub(crate) fn merge(plan: &Plan, found: &Found, texts: &[String], quiet: bool) -> Ended {
    let wanted = reports(texts)?;
    let wanted: Vec<(&Format, &Path)> =
        wanted.iter().map(|(format, path)| (*format, path.as_path())).collect();
    let arguments = Arguments::read(plan)?;
    arguments.must_hold(plan)?;
    let inputs = plan.header.inputs.iter().map(|input| Path::new(&input.path));
    let read: Vec<&Path> = inputs.chain([plan.path.as_path()]).collect();
    wanted.iter().try_for_each(|(_, path)| files::not_over(path, read.iter().copied()))?;
    let (root, lanes, choice) = (arguments.root(), arguments.lanes(plan)?, arguments.choice(plan)?);
    if !quiet {
        lanes_here::tell_whose(&root, "verifying");
    }
    let mut summary = Summary::new(&root, &arguments.problems, &choice);
    let mut all = Vec::new();
    let mut end_lane = |lane: Option<Lane>, parts: &mut Vec<Part>, facts: &Facts| {
        let lane = lane.ok_or_else(|| unusable(plan))?;
        let outcome = LaneOutcome::of_parts(lane, facts, std::mem::take(parts), &choice);
        summary.add(&outcome);
        // Reports are made of all at once.
        if !wanted.is_empty() {
            all.push(outcome);
        }
        Ok::<(), String>(())
    };
    let (mut lanes, mut facts) = (lanes.into_iter(), arguments.lanes.iter().peekable());
    let mut parts: Vec<Part> = Vec::new();
    found.each(plan, |item, part: Part| {
        let is_of = |facts: &Facts| item.data["lane"] == facts.name.as_str();
        if !facts.peek().is_some_and(|facts| is_of(facts))
            && let Some(before) = facts.next()
        {
            end_lane(lanes.next(), &mut parts, before)?;
        }
        parts.push(part);
        Ok(())
    })?;
    if let Some(last) = facts.next() {
        end_lane(lanes.next(), &mut parts, last)?;
    }
    let problems = arguments.problems;
    let verified = Verified { root, problems, lanes: all, not_kept: Vec::new(), choice };
    let takes_the_output = wanted.iter().any(|(_, path)| path.as_os_str() == "-");
    if !takes_the_output {
        tell(&summary, &[], quiet);
    }
    write_reports(&wanted, &verified)?;
    Ok(ending(&summary))
}

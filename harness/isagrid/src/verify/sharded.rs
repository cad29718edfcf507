//! Verification in shards: planning, running one shard, and merging all of them.

use std::cmp::Reverse;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use lanes::lane::Lane;
use lanes::report::Summary;
use lanes::root::Root;
use lanes::verify::{self, Piece, Run};
use machine::numbers::counted;
use rayon::iter::{ParallelBridge as _, ParallelIterator as _};
use reports::verification::Format;
use serde::{Deserialize, Serialize};
use shards::merge::ShardFiles;
use shards::plan::{Draft, Input, Plan};
use shards::work::Work;
use targets::escape::grouped;
use targets::files;

use super::selection::{RunSelection, read_files};
use super::{ReportRequest, ending, print, read_plan, report_request, write_reports};
use crate::plan::PlanRequest;
use crate::{CommandResult, Usage, lanes_command, progress};

/// Name of this kind of work in plans.
pub(crate) const KIND: &str = "verify";

/// Input of a shard, besides its pieces.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct VerifyInput {
    /// Folder of the lanes; none for the bundled lanes.
    root: Option<PathBuf>,
    selection: RunSelection,
}

/// Plans a verification in a number of shards.
pub(crate) fn plan(selection: &RunSelection, shards: u32) -> Result<PlanRequest, Usage> {
    let root = selection.root()?;
    let lanes = selection.lanes(&root)?;
    let reads = read_files(&root, &lanes, selection.puzzle_file.as_deref())?;
    let inputs = reads.iter().map(|path| Input::of_file_or_none(path));
    let inputs = inputs.collect::<Result<Vec<Input>, String>>()?;
    let plan = read_plan((root.clone(), lanes, selection.choice()))?;
    // No file may have changed between its digest and its use.
    inputs.iter().try_for_each(Input::must_be_file)?;
    lanes_command::tell_whose(&root, "planning");
    let pieces = plan.pieces(shards);
    let mut draft = Draft::default();
    pieces.iter().for_each(|(name, cost, _)| draft.add(name, *cost));
    let (runs, _) = plan.total();
    let counted = format!(
        "{} {} in {}",
        grouped(runs as u64),
        if runs == 1 { "run" } else { "runs" },
        counted(pieces.len(), "piece")
    );
    let root = match root {
        Root::Folder(folder) => Some(folder),
        // The command never uses files in memory.
        Root::Bundled | Root::Given(_) => None,
    };
    let arguments = serde_json::to_value(VerifyInput { root, selection: selection.clone() });
    let arguments =
        arguments.map_err(|_| "a file name is not UTF-8; a plan cannot contain it".to_owned())?;
    let detail = move |number: usize| {
        let piece = serde_json::to_value(&pieces[number].2);
        Ok((None, piece.map_err(|why| why.to_string())?))
    };
    let (kind, detail) = (KIND, Box::new(detail));
    Ok(PlanRequest { draft, kind, arguments, inputs, counted, reads, detail })
}

/// Lanes and choice of a plan, unless a file has changed.
fn planned(plan: &Plan) -> Result<(Root, Vec<Lane>, verify::Choice), Usage> {
    plan.check_inputs()?;
    let VerifyInput { root, selection } = plan.arguments()?;
    let root = root.map_or(Root::Bundled, Root::Folder);
    let lanes = selection.lanes(&root)?;
    Ok((root, lanes, selection.choice()))
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
    left.sort_by_key(|item| Reverse(item.cost));
    let planned = planned(plan)?;
    let pieces = left.iter().map(|item| item.data());
    let pieces = pieces.collect::<Result<Vec<Piece>, String>>()?;
    let runs: usize = pieces.iter().map(|piece| piece.runs.len()).sum();
    let progress = progress::Runs::new((runs, runs as u64));
    // In this order, the longest first.
    let done = left.iter().zip(&pieces).par_bridge().try_for_each(|(item, piece)| {
        let ready = verify::Plan::of_piece(piece, planned.clone())?;
        // Everything has been read now, and no file may have changed meanwhile.
        plan.check_inputs()?;
        let before = work.steps::<Vec<Run>>(item)?.into_iter().flatten().collect();
        let done = |_: &Run| progress.done(&piece.lane, 1);
        let mut last = now();
        let save = |runs: &[Run]| {
            let is_due = last.elapsed() >= SAVE_INTERVAL;
            if is_due {
                work.step(item, &runs)?;
                last = now();
            }
            Ok(is_due)
        };
        work.keep(item, &ready.run_piece(piece, before, done, save)?)
    });
    progress.end();
    Ok(done?)
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
    let planned = planned(plan)?;
    let root = planned.0.clone();
    let inputs = plan.header.inputs.iter().map(|input| Path::new(&input.path));
    let read: Vec<&Path> = inputs.chain([plan.path.as_path()]).collect();
    wanted.iter().try_for_each(|(_, path)| files::may_write(path, read.iter().copied()))?;
    let ready = read_plan(planned)?;
    plan.check_inputs()?;
    if !quiet {
        lanes_command::tell_whose(&root, "verifying");
    }
    let mut pieces = Vec::new();
    found.each(plan, |item, runs: Vec<Run>| {
        pieces.push((item.data()?, runs));
        Ok(())
    })?;
    let verified = ready.merged(pieces)?;
    let summary = Summary::of(&verified);
    if !wanted.iter().any(|(_, path)| path.as_os_str() == "-") {
        print(&summary, (!quiet).then(|| summary.table()), false);
    }
    write_reports(&wanted, &summary, &verified.lanes)?;
    Ok(ending(&summary))
}

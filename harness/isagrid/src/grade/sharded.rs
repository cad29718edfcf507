//! Grading in shards: planning, running one shard, and merging.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::{Path, PathBuf};

use grading::assignment::Assignment;
use grading::class::{self, Submission, SubmissionContent};
use grading::grade::{Choice, PreparedAssignment};
use grading::graded::Graded;
use grading::reports::{Each, Grades};
use lanes::root::Root;
use machine::numbers::counted;
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shards::merge::ShardFiles;
use shards::plan::{Draft, Input, Item, Plan};
use shards::work::Work;
use targets::files::{self, Take};

use super::{ReportTarget, ending_of, line, prepare_with, report, wanted, warn, worse};
use crate::plan::PlanRequest;
use crate::{CommandResult, Ending, Usage, progress, say};

/// Name of this kind of work in plans.
pub(crate) const KIND: &str = "grade";

/// Data for all shards of a plan.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct GradeInput {
    assignment: PathBuf,
    /// Digest of the assignment's files at planning time.
    digest: String,
    /// Date that decides which cases are hidden: that of the plan, not of the shard's run.
    today: String,
    /// Secret for cases that vary by submission.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    secret: Option<SecretReference>,
}

/// Reference to a secret, whose content is not part of the plan.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SecretReference {
    file: PathBuf,
    name: String,
}

/// Name of a secret in plans, which identifies it.
fn name(prepared: &PreparedAssignment) -> Option<String> {
    prepared.secret_name().map(|name| format!("{name:016x}"))
}

/// Data of a submission in a plan, besides its content.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SubmissionData {
    #[serde(skip_serializing_if = "Option::is_none", default)]
    id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    about_name: Option<String>,
    /// Position in an archive, if it is in one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    place: Option<ArchivePosition>,
    /// File name, and the reason why it cannot be graded.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    refused: Option<(String, String)>,
}

/// Position of a submission in an archive.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ArchivePosition {
    archive: PathBuf,
    /// Index among the archive's submissions, from 0.
    at: usize,
}

/// Plans to grade files, folders and archives in N shards.
pub(crate) fn plan(
    assignment: &Path,
    (paths, roster): (&[PathBuf], Option<&Path>),
    (today, secret): (&str, Option<&Path>),
) -> Result<PlanRequest, Usage> {
    // Report mistakes in the assignment here, not in every shard.
    let prepared = prepare_with(assignment, secret, today)?;
    let class = super::class_of(&prepared, paths, roster)?;
    warn(&class);
    let submissions = class.submissions;
    let places = places(paths, &submissions, &prepared.assignment.submission)?;
    let mut draft = Draft::default();
    for submission in &submissions {
        draft.add(&submission.student);
    }
    let arguments = GradeInput {
        assignment: assignment.to_owned(),
        digest: prepared.assignment.digest.clone(),
        today: today.to_owned(),
        secret: secret
            .zip(name(&prepared))
            .map(|(file, name)| SecretReference { file: file.to_owned(), name }),
    };
    let arguments = serde_json::to_value(arguments).map_err(|_| no_text(assignment))?;
    let inputs = inputs(&prepared)?;
    let counted = counted(submissions.len() as u64, "submission");
    let reads = paths.to_vec();
    let detail = move |number: usize| detail(&submissions[number], places[number].as_ref());
    let detail = Box::new(detail);
    Ok(PlanRequest { draft, arguments, inputs, counted, reads, detail })
}

/// Files of an assignment in a folder; a bundled one has none.
fn inputs(prepared: &PreparedAssignment) -> Result<Vec<Input>, Usage> {
    let assignment = &prepared.assignment;
    if assignment.place == Root::Bundled {
        return Ok(Vec::new());
    }
    let named = assignment.files.iter().map(|file| assignment.folder.join(file));
    named.map(|path| Ok(Input::of_file(&path)?)).collect()
}

/// Positions of the submissions that are in archives.
fn places(
    paths: &[PathBuf],
    submissions: &[Submission],
    handed_in: &str,
) -> Result<Vec<Option<ArchivePosition>>, Usage> {
    let is_inside =
        |submission: &Submission| matches!(submission.content, SubmissionContent::Bytes(_));
    if !submissions.iter().any(is_inside) {
        return Ok(submissions.iter().map(|_| None).collect());
    }
    let mut places = Vec::new();
    for path in paths {
        let of_path = class::submissions(std::slice::from_ref(path), handed_in)?;
        for (at, submission) in of_path.submissions.iter().enumerate() {
            places
                .push(is_inside(submission).then(|| ArchivePosition { archive: path.clone(), at }));
        }
    }
    // Students of a roster who handed in nothing come after all others.
    let mut rest = submissions.iter().skip(places.len());
    if places.len() <= submissions.len() && !rest.any(|submission| submission.bytes().is_ok()) {
        places.resize_with(submissions.len(), || None);
        return Ok(places);
    }
    Err(Usage("submissions were added or removed during planning: make the plan again".to_owned()))
}

/// Input and data of one submission.
fn detail(
    submission: &Submission,
    place: Option<&ArchivePosition>,
) -> Result<(Option<Input>, Value), String> {
    let path = submission.file.to_str().ok_or_else(|| no_text(&submission.file))?;
    let (input, refused) = match submission.bytes() {
        Ok(bytes) => (Some(Input::of_bytes(path, &bytes)), None),
        Err(why) => (None, Some((path.to_owned(), why))),
    };
    let (id, about_name) = (submission.id.clone(), submission.about_name.clone());
    let place = place.map(|place| ArchivePosition { archive: place.archive.clone(), at: place.at });
    let data = SubmissionData { id, about_name, place, refused };
    let data = serde_json::to_value(data).map_err(|_| no_text(&submission.file))?;
    Ok((input, data))
}

/// Error message for a path that is not UTF-8, as plans need.
fn no_text(path: &Path) -> String {
    format!("{} has a name that is not UTF-8; a plan cannot contain it", files::shown(path))
}

/// Grades the remaining submissions of a shard on all cores.
///
/// # Errors
/// An error message if an input differs from the plan, or a result cannot be saved.
pub(crate) fn work(plan: &Plan, work: &Work, secret: Option<&Path>) -> Result<(), Usage> {
    let left = work.left();
    if left.is_empty() {
        return Ok(());
    }
    let arguments: GradeInput = plan.arguments()?;
    plan.check_inputs()?;
    let kept = arguments.secret.as_ref();
    let secret = secret.or(kept.map(|kept| kept.file.as_path()));
    let prepared = prepare_with(&arguments.assignment, secret, &arguments.today)?;
    if prepared.assignment.digest != arguments.digest {
        return Err(Usage(format!(
            "the assignment {} has changed since the plan was made: make a new plan",
            files::shown(&arguments.assignment)
        )));
    }
    if name(&prepared).as_ref() != kept.map(|kept| &kept.name) {
        let shown = secret.map(files::shown).unwrap_or_default();
        let plan = files::shown(&plan.path);
        return Err(Usage(format!(
            "{shown} is not the secret of {plan}, so cases would differ: give the planned one with \
             --secret FILE"
        )));
    }
    let archives = archives(&left, &prepared.assignment.submission)?;
    let bar = progress::bar(left.len() as u64, "{bar:30} {pos} of {len} {msg}");
    let done = left.par_iter().try_for_each(|item| {
        let submission = submission(item, &archives)?;
        let graded = class::grade(&prepared, &submission, &Choice::default());
        work.keep(item, &graded)?;
        bar.set_message(graded.student);
        bar.inc(1);
        Ok::<(), String>(())
    });
    bar.finish_and_clear();
    Ok(done?)
}

/// Archives of some items, each read once.
fn archives(
    items: &[&Item],
    handed_in: &str,
) -> Result<BTreeMap<PathBuf, Vec<Submission>>, String> {
    let mut archives = BTreeMap::new();
    for place in items.iter().filter_map(|item| item.data::<SubmissionData>().ok()?.place) {
        if let Entry::Vacant(vacant) = archives.entry(place.archive) {
            let all = class::submissions(std::slice::from_ref(vacant.key()), handed_in)?;
            vacant.insert(all.submissions);
        }
    }
    Ok(archives)
}

/// Submission of an item, checked against the planned content.
fn submission(
    item: &Item,
    archives: &BTreeMap<PathBuf, Vec<Submission>>,
) -> Result<Submission, String> {
    let student = asmkit::plain_name(&item.key);
    let SubmissionData { id, about_name, place, refused } = item.data()?;
    let of = |path: &str, content: SubmissionContent| {
        Ok(Submission {
            file: PathBuf::from(path),
            student: student.clone(),
            id,
            about_name,
            content,
        })
    };
    if let Some((path, why)) = refused {
        return of(&path, SubmissionContent::Refused(why));
    }
    let input =
        item.input.as_ref().ok_or_else(|| format!("the plan has no file for `{student}`"))?;
    if let Some(place) = place {
        let found = archives.get(&place.archive).and_then(|all| all.get(place.at));
        let found =
            found.filter(|found| found.file.to_string_lossy() == input.path).ok_or_else(|| {
                format!("{} has changed since the plan was made", files::shown(&place.archive))
            })?;
        input.must_be(&found.bytes().unwrap_or_default())?;
        return of(&input.path, found.content.clone());
    }
    // One byte more than planned, so that a longer file is detected.
    let bytes = files::read(Path::new(&input.path), input.size + 1)?;
    input.must_be(&bytes)?;
    of(&input.path, SubmissionContent::Read(bytes))
}

/// Parses the reports that a merge writes.
pub(crate) fn reports(texts: &[String]) -> Result<Vec<ReportTarget>, Usage> {
    let one = |text: &String| {
        let shown = asmkit::plain_name(text);
        wanted(text).map_err(|why| Usage(format!("--report {shown}: {why}")))
    };
    texts.iter().map(one).collect()
}

/// Prints the results of all submissions and writes the reports, as a single process does.
pub(crate) fn merge(
    plan: &Plan,
    found: &ShardFiles,
    texts: &[String],
    exit_zero: bool,
) -> CommandResult {
    let wanted = &reports(texts)?[..];
    let count = plan.header.items as usize;
    let mut inputs = vec![plan.path.clone()];
    if !wanted.is_empty() {
        plan.each(|item| inputs.extend(item.input.map(|input| PathBuf::from(input.path))))?;
    }
    super::reports::check(wanted, &inputs, count)?;
    if count == 1 {
        let mut all: Vec<Graded> = Vec::new();
        found.each(plan, |_, graded| {
            all.push(graded);
            Ok(())
        })?;
        report(&all, false, (wanted, &MergedResults::new(plan, found)))?;
        let ending = super::ending(&all);
        return Ok(if exit_zero { Ending::Well } else { ending });
    }
    let mut width = 0;
    plan.each(|item| width = width.max(item.key.chars().count()))?;
    let grades = MergedResults::new(plan, found);
    let mut ending = Ending::Well;
    let mut lines = |take: Take<'_>| {
        grades.each(&mut |graded| {
            ending = worse(ending, ending_of(graded));
            take(&line(graded, width))
        })
    };
    // A report on standard output must contain nothing else.
    if super::reports::take_the_output(wanted) {
        lines(&mut |line| {
            say::note(line.trim_end());
            Ok(())
        })?;
    } else {
        say::out_pieces(lines)?;
    }
    super::reports::write(wanted, &grades)?;
    Ok(if exit_zero { Ending::Well } else { ending })
}

/// Results of all shards, read again for each report.
struct MergedResults<'m> {
    plan: &'m Plan,
    found: &'m ShardFiles,
    /// Archives of submissions, read when the first source is needed.
    archives: OnceCell<BTreeMap<PathBuf, Vec<Submission>>>,
}

impl<'m> MergedResults<'m> {
    fn new(plan: &'m Plan, found: &'m ShardFiles) -> Self {
        MergedResults { plan, found, archives: OnceCell::new() }
    }

    /// Source of a submission, if it has not changed since planning.
    fn source(&self, item: &Item) -> Option<String> {
        let archives = self.archives.get_or_init(|| self.read_archives().unwrap_or_default());
        submission(item, archives).ok()?.text()
    }

    fn read_archives(&self) -> Result<BTreeMap<PathBuf, Vec<Submission>>, String> {
        let mut items = Vec::new();
        self.plan.each(|item| {
            let data = item.data::<SubmissionData>();
            items.extend(data.is_ok_and(|data| data.place.is_some()).then_some(item));
        })?;
        if items.is_empty() {
            return Ok(BTreeMap::new());
        }
        let folder = self.plan.arguments::<GradeInput>()?.assignment;
        let assignment = Assignment::read(&folder)
            .map_err(|_| format!("{} is no longer an assignment", files::shown(&folder)))?;
        archives(&items.iter().collect::<Vec<_>>(), &assignment.submission)
    }
}

impl Grades for MergedResults<'_> {
    fn each_with_source(&self, each: Each<'_>) -> Result<(), String> {
        self.found.each(self.plan, |item, graded: Graded| each(&graded, &|| self.source(item)))
    }
}

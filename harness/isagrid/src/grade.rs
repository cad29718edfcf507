//! `isagrid grade`: grades submissions of an assembly homework.

mod autograder;
mod case;
mod reports;
pub(crate) mod sharded;
mod similar;
mod verify;
mod watch;

use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use grading::Secret;
use grading::assignment::Assignment;
use grading::cache::ResultCache;
use grading::class::{self, Class, HANDED_IN_NOTHING, Roster, Submission};
use grading::grade::{Choice, PreparedAssignment};
use grading::graded::{Graded, Outcome, State};
use grading::reports::{Grades, Together};
use grading::show;
use machine::numbers::counted;
use targets::escape::grouped;

use crate::date::today;
use crate::{CommandResult, Ending, Usage, progress, say, version};

pub(crate) use reports::{ReportTarget, format_and_file, wanted};

/// Grade submissions of an assembly homework: results and calling convention
#[derive(ClapArgs)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Folder with assignment.toml, or name of a bundled assignment
    assignment: PathBuf,
    /// Submissions, folders of them, or zip archives
    #[arg(required_unless_present_any = ["autograder_root", "verify_result"], value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Show every finding
    #[arg(long)]
    all: bool,
    /// Run only this case, named as in findings
    #[arg(long, value_name = "FUNCTION:GROUP.CASE", conflicts_with = "reports")]
    case: Option<String>,
    /// Trace the case up to the first error
    #[arg(long, requires = "case", conflicts_with = "watch")]
    trace: bool,
    /// Open the case in the debugger, before the instruction with the error
    #[arg(long, requires = "case", conflicts_with_all = ["trace", "watch"])]
    debug: bool,
    /// Write a report, such as csv=grades.csv; repeat the option for more
    ///
    /// FORMAT is json, jsonl, csv, junit, tap, gradescope, prairielearn, autolab, check50, classroom,
    /// github, github-summary, markdown, html, sarif or lcov. If FILE is a folder or ends in `/`, it
    /// gets one file per submission (for html, also an index). `-` is standard output.
    #[arg(long = "report", value_name = "FORMAT=FILE", value_parser = reports::wanted)]
    reports: Vec<ReportTarget>,
    /// Save each result in a folder, and grade only submissions that changed since
    #[arg(long, value_name = "DIR", conflicts_with_all = ["case", "watch"])]
    results: Option<PathBuf>,
    /// Add students of a CSV file who submitted nothing, and report submissions of others
    #[arg(long, value_name = "FILE", conflicts_with_all = ["case", "watch", "autograder_root"])]
    roster: Option<PathBuf>,
    /// Grade one file again each time it is saved, until ^C
    #[arg(long, conflicts_with = "autograder_root")]
    watch: bool,
    /// Run as a Gradescope autograder: read DIR/submission, write DIR/results/results.json
    #[arg(long, value_name = "DIR", conflicts_with_all = ["files", "case", "results"])]
    autograder_root: Option<PathBuf>,
    /// Grade the submission in a result of the browser page again, and compare
    ///
    /// Repeat the option for more results. Nothing of the file is trusted but the submission in it.
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["files", "case", "results", "roster", "watch", "autograder_root", "reports"]
    )]
    verify_result: Vec<PathBuf>,
    /// List similar pairs of submissions instead of grading
    ///
    /// With a number from 0 to 1, list pairs of at least that likeness.
    #[arg(
        long,
        value_name = "LIKENESS",
        num_args = 0..=1,
        require_equals = true,
        value_parser = similar::likeness,
        conflicts_with_all = ["case", "results", "watch", "autograder_root"]
    )]
    similar: Option<Option<f64>>,
    /// File with the secret for cases that vary by submission
    ///
    /// The secret has 16 characters or more and must not be known to students.
    #[arg(long, value_name = "FILE")]
    secret: Option<PathBuf>,
    /// Use this date instead of today's to decide which cases are hidden
    #[arg(long, value_name = "DATE")]
    today: Option<String>,
    /// Exit with status 0 even if points are missing
    #[arg(long)]
    exit_zero: bool,
}

/// Size limit of a secret in bytes.
const MOST_SECRET_BYTES: u64 = 1 << 16;

const EXAMPLES: &str = "\
Examples:
  isagrid grade csee3827 sudoku.s
  isagrid grade csee3827 sudoku.s --watch              grade again at every save
  isagrid grade csee3827 submissions/ --results done/ --report csv=gradebook.csv
  isagrid grade csee3827 export.zip --report html=pages/
  isagrid grade csee3827 export.zip --roster students.csv --report csv=gradebook.csv
  isagrid grade csee3827 submissions/ --similar
  isagrid grade csee3827 --verify-result ada.json
  isagrid grade csee3827 sudoku.s --case num_candidates:1.17 --trace
  isagrid grade csee3827 sudoku.s --case num_candidates:1.17 --debug

Exit status: 0 full points, 1 points are missing, 3 a submission cannot be graded.";

pub(crate) fn grade(args: &Args) -> CommandResult {
    let today = args.today.clone().unwrap_or_else(today);
    if let Some(root) = &args.autograder_root {
        return autograder::serve(args, root, &today);
    }
    if !args.verify_result.is_empty() {
        return verify::verify(args);
    }
    let prepared = prepare_with(&args.assignment, args.secret.as_deref(), &today)?;
    if args.watch {
        return watch::watch(args, &prepared);
    }
    if let Some(case) = &args.case {
        return case::show(args, &prepared, case);
    }
    let class = class_of(&prepared, &args.files, args.roster.as_deref())?;
    reports::check(&args.reports, &inputs(args), class.submissions.len())?;
    warn(&class);
    if let Some(from) = args.similar {
        return similar::similar(&prepared, &class.submissions, from, args.all, &args.reports);
    }
    let all = grade_all(&prepared, &class.submissions, args.results.as_deref())?;
    let graded = Together { graded: &all, submissions: &class.submissions };
    report(&all, args.all, (&args.reports, &graded))?;
    // A file that was left out may have cost points.
    let least = if class.left_out.is_empty() { Ending::Well } else { Ending::Failed };
    Ok(if args.exit_zero { Ending::Well } else { worse(least, ending(&all)) })
}

/// Submissions of files, folders and archives, with a row for each student of a roster.
fn class_of(
    prepared: &PreparedAssignment,
    files: &[PathBuf],
    roster: Option<&Path>,
) -> Result<Class, Usage> {
    let submission = &prepared.assignment.submission;
    Ok(match roster {
        Some(roster) => class::submissions_beside(&Roster::read(roster)?, files, submission)?,
        None => class::submissions(files, submission)?,
    })
}

/// Input files, which no report may overwrite.
fn inputs(args: &Args) -> Vec<PathBuf> {
    args.files.iter().chain(&args.roster).cloned().collect()
}

/// Files named before the rest is only counted.
const MOST_LEFT_OUT: usize = 20;

/// Reports files that were left out, and other notes for the instructor.
fn warn(class: &Class) {
    class.notes.iter().for_each(|note| say::warning(note));
    let (shown, more) = class.left_out.split_at(class.left_out.len().min(MOST_LEFT_OUT));
    shown.iter().for_each(|left_out| say::warning(left_out));
    if !more.is_empty() {
        let more = counted(more.len() as u64, "more file");
        say::warning(&format!("{more} not graded for the same reasons"));
    }
}

/// Prints the results and writes the reports.
fn report(
    all: &[Graded],
    every: bool,
    (reports, grades): (&[ReportTarget], &dyn Grades),
) -> Result<(), Usage> {
    let shown = match all {
        [graded] => show::show(graded, every),
        all => {
            let width = all.iter().map(|graded| graded.student.chars().count()).max().unwrap_or(0);
            all.iter().map(|graded| line(graded, width)).collect()
        }
    };
    // A report on standard output must contain nothing else.
    if reports::take_the_output(reports) {
        say::note(shown.trim_end());
    } else {
        say::out(&shown);
    }
    reports::write(reports, grades)
}

/// Prepares an assignment, with the secret that its cases may need.
///
/// # Errors
/// All mistakes in the assignment; a missing or needless secret.
pub(crate) fn prepare_with(
    assignment: &Path,
    secret: Option<&Path>,
    today: &str,
) -> Result<PreparedAssignment, Usage> {
    let prepared = prepare(assignment, today)?;
    match (secret, prepared.varied_group()) {
        (None, None) => Ok(prepared),
        (None, Some(group)) => Err(Usage(format!(
            "the cases of `{}` differ for each submission and need a secret: add --secret FILE",
            asmkit::plain_name(group)
        ))),
        (Some(_), None) => {
            let why = "--secret has no effect: no cases of this assignment vary by submission";
            Err(Usage(why.to_owned()))
        }
        (Some(file), Some(_)) => {
            let bytes = targets::files::read(file, MOST_SECRET_BYTES)?;
            let secret = Secret::new(&bytes);
            let shown = targets::files::shown(file);
            Ok(prepared.with_secret(secret.map_err(|why| format!("{shown}: {why}"))?))
        }
    }
}

/// Refuses cases that depend on a secret, because anyone who has an archive can open it.
///
/// # Errors
/// An error message that names the command to use instead.
pub(crate) fn refuse_varied(prepared: &PreparedAssignment) -> Result<(), Usage> {
    let Some(group) = prepared.varied_group() else { return Ok(()) };
    Err(Usage(format!(
        "the cases of `{}` depend on a secret, which an archive cannot contain: grade them with \
         isagrid grade --secret FILE --results DIR",
        asmkit::plain_name(group)
    )))
}

/// Reads an assignment and runs its reference.
///
/// # Errors
/// All mistakes in it.
pub(crate) fn prepare(folder: &Path, today: &str) -> Result<PreparedAssignment, Usage> {
    let assignment = Assignment::read(folder).map_err(|mistakes| {
        let lines: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
        Usage(lines.join("\n"))
    })?;
    PreparedAssignment::new(assignment, today).map_err(Usage)
}

fn grade_all(
    prepared: &PreparedAssignment,
    submissions: &[Submission],
    results: Option<&Path>,
) -> Result<Vec<Graded>, String> {
    let kept = results.map(|folder| ResultCache::in_folder(folder, prepared, &version::program()?));
    let kept = kept.transpose()?;
    let bar = progress::bar(submissions.len() as u64, "{bar:30} {pos} of {len} {msg}");
    let known = std::sync::atomic::AtomicUsize::new(0);
    let all = class::grade_all(
        prepared,
        submissions,
        &Choice::default(),
        kept.as_ref(),
        |graded, was_known| {
            known.fetch_add(usize::from(was_known), std::sync::atomic::Ordering::Relaxed);
            bar.set_message(graded.student.clone());
            bar.inc(1);
        },
    );
    bar.finish_and_clear();
    let known = known.into_inner();
    if known > 0 {
        let known = counted(known as u64, "submission");
        say::note(&format!("{known} unchanged, not graded again"));
    }
    all
}

/// Most severe ending of all submissions.
fn ending(all: &[Graded]) -> Ending {
    all.iter().map(ending_of).fold(Ending::Well, worse)
}

fn ending_of(graded: &Graded) -> Ending {
    match graded.outcome {
        Outcome::Infra(_) => Ending::Bug,
        Outcome::NotGradable(ref why) if why == HANDED_IN_NOTHING => Ending::Failed,
        Outcome::NotGradable(_) => Ending::NotAssembled,
        Outcome::Graded if graded.is_full() => Ending::Well,
        Outcome::Graded => Ending::Failed,
    }
}

/// The more severe of two endings.
fn worse(one: Ending, other: Ending) -> Ending {
    let weights = [Ending::Failed, Ending::NotAssembled, Ending::Bug];
    let weight = |ending| weights.iter().position(|known| *known == ending);
    if weight(one) < weight(other) { other } else { one }
}

/// Line of a submission in a table whose name column has this width.
fn line(graded: &Graded, width: usize) -> String {
    let mut codes: Vec<&str> =
        graded.all_findings().map(|(_, finding)| finding.check.as_str()).collect();
    codes.dedup();
    codes.sort_unstable();
    codes.dedup();
    let why = match &graded.outcome {
        Outcome::Graded => {
            let figures = graded.leaderboard.iter();
            let figures = figures.map(|f| format!("{} {}", grouped(f.value), f.name));
            let nothing = graded.functions.iter().all(|f| f.state == State::NotAttempted);
            let nothing = nothing.then(|| "not attempted".to_owned());
            let codes = codes.iter().map(|&code| code.to_owned());
            codes.chain(figures).chain(nothing).collect::<Vec<_>>().join(" ")
        }
        Outcome::NotGradable(why) | Outcome::Infra(why) => {
            why.lines().next().unwrap_or("").to_owned()
        }
    };
    let (points, out_of) = (graded.points().show(), graded.out_of().show());
    let line = format!("{:<width$}  {points:>6} of {out_of}  {why}", graded.student);
    format!("{}\n", line.trim_end())
}

//! `isagrid grade`: submissions of an assembly homework, and what they earn.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use clap::Args as ClapArgs;
use grading::assignment::Assignment;
use grading::class::{self, Submission};
use grading::grade::{Choice, Prepared};
use grading::graded::{Graded, Outcome};
use grading::reports::{FORMATS, Format};
use grading::show;

use crate::{Ended, Ending, Usage, progress, say};

/// Grades submissions: results, calling convention, and the two together
#[derive(ClapArgs)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A folder with assignment.toml, or the name of one that came with isagrid
    assignment: PathBuf,
    /// Submissions, or folders of them
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Show every finding
    #[arg(long)]
    all: bool,
    /// Run one case alone, as findings name it
    #[arg(long, value_name = "FUNCTION:GROUP.CASE")]
    case: Option<String>,
    /// Write a report: json, jsonl, csv, junit, tap, gradescope, prairielearn, autolab, check50,
    /// classroom, github, github-summary, markdown, html, sarif or lcov; several at once
    #[arg(long = "report", value_name = "FORMAT=FILE", value_parser = report)]
    reports: Vec<(&'static Format, PathBuf)>,
    /// Take this for today's date, which decides what is hidden
    #[arg(long, value_name = "DATE")]
    today: Option<String>,
    /// End with status 0 also where points are missing
    #[arg(long)]
    exit_zero: bool,
}

const EXAMPLES: &str = "\
Examples:
  isagrid grade csee3827 sudoku.s
  isagrid grade csee3827 submissions/ --report csv=gradebook.csv
  isagrid grade csee3827 sudoku.s --case num_candidates:1.17

Status 0 when nothing is missing, 1 when points are, 3 when a submission cannot be graded.";

pub(crate) fn grade(args: &Args) -> Ended {
    let today = args.today.clone().unwrap_or_else(today);
    let prepared = prepare(&args.assignment, &today)?;
    let submissions = class::submissions(&args.files, &prepared.assignment.submission)?;
    let choice = Choice { case: args.case.clone(), ..Choice::default() };
    let is_class = submissions.len() > 1;
    let all = grade_all(&prepared, &submissions, &choice);
    if is_class {
        say::out(&table(&all));
    } else {
        for graded in &all {
            say::out(&show::show(graded, args.all));
        }
    }
    for (format, path) in &args.reports {
        write(format, path, &all, &args.files)?;
    }
    Ok(if args.exit_zero { Ending::Well } else { ending(&all) })
}

/// `FORMAT=FILE`; `-` is standard output.
fn report(text: &str) -> Result<(&'static Format, PathBuf), String> {
    let (name, path) =
        text.split_once('=').ok_or("it is written FORMAT=FILE, such as junit=report.xml")?;
    let known = || FORMATS.iter().map(|format| format.name).collect::<Vec<_>>().join(", ");
    let format = Format::named(name)
        .ok_or_else(|| format!("no format is called `{name}`: there are {}", known()))?;
    if path.is_empty() {
        return Err("there is no file behind the `=`".to_owned());
    }
    Ok((format, path.into()))
}

fn write(format: &Format, path: &Path, all: &[Graded], files: &[PathBuf]) -> Result<(), Usage> {
    let bytes = format.write(all);
    if path == Path::new("-") {
        say::out(&String::from_utf8_lossy(&bytes));
        return Ok(());
    }
    machines::files::not_over(path, files.iter().map(PathBuf::as_path))?;
    Ok(machines::files::write(path, &bytes)?)
}

/// Reads an assignment and runs its reference.
///
/// # Errors
/// All that is wrong with it.
pub(crate) fn prepare(folder: &Path, today: &str) -> Result<Prepared, Usage> {
    let assignment = Assignment::read(folder).map_err(|mistakes| {
        let lines: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
        Usage(lines.join("\n"))
    })?;
    Prepared::new(assignment, today).map_err(Usage)
}

fn grade_all(prepared: &Prepared, submissions: &[Submission], choice: &Choice) -> Vec<Graded> {
    let bar = progress::bar(submissions.len() as u64, "{bar:30} {pos} of {len} {msg}");
    let all = class::grade_all(prepared, submissions, choice, |graded| {
        bar.set_message(graded.student.clone());
        bar.inc(1);
    });
    bar.finish_and_clear();
    all
}

fn ending(all: &[Graded]) -> Ending {
    if all.iter().any(|graded| matches!(graded.outcome, Outcome::NotGradable(_))) {
        Ending::NotAssembled
    } else if all.iter().all(Graded::is_full) {
        Ending::Well
    } else {
        Ending::Failed
    }
}

/// A line a submission, in the order they were named.
fn table(all: &[Graded]) -> String {
    let width = all.iter().map(|graded| graded.student.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for graded in all {
        let mut codes: Vec<&str> =
            graded.all_findings().map(|(_, finding)| finding.check.as_str()).collect();
        codes.dedup();
        codes.sort_unstable();
        codes.dedup();
        let why = match &graded.outcome {
            Outcome::Graded => codes.join(" "),
            Outcome::NotGradable(why) | Outcome::Infra(why) => {
                why.lines().next().unwrap_or("").to_owned()
            }
        };
        let (points, out_of) = (graded.points().show(), graded.out_of().show());
        text.push_str(&format!("{:<width$}  {points:>6} of {out_of}  {why}\n", graded.student));
    }
    text
}

/// Seconds of a day.
const DAY_SECONDS: u64 = 86_400;

/// Today's date, such as `2026-11-23`, in universal time.
#[expect(
    clippy::disallowed_methods,
    reason = "what is hidden depends on the date, and nothing else"
)]
pub(crate) fn today() -> String {
    let seconds = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    date((seconds.map_or(0, |since| since.as_secs()) / DAY_SECONDS) as i64)
}

/// The date that is so many days after the first of 1970, in the Gregorian calendar.
fn date(days: i64) -> String {
    // Years begin with March here, so that a leap day is a year's last.
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn days_are_dates() {
        let days =
            [(0, "1970-01-01"), (59, "1970-03-01"), (11_016, "2000-02-29"), (20_780, "2026-11-23")];
        for (number, text) in days {
            assert_eq!(date(number), text);
        }
    }
}

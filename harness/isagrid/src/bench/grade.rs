//! `isagrid bench grade`: measures the time to grade a submission.

use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use grading::class;
use grading::grade::Choice;
use lanes::bench::{clock_name, processor, timed};

use crate::grade::prepare;
use crate::{CommandResult, Ending, say};
use grading::assignment::bundled;

const EXAMPLES: &str = "\
Examples:
  isagrid bench grade                             grade each assignment's reference
  isagrid bench grade csee3827 submissions/       grade each submission of a class, best of five";

#[derive(Debug, ClapArgs)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Assignment [default: all bundled assignments]
    assignment: Option<PathBuf>,
    /// Submissions [default: the assignment's reference]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Grade each submission N times and report the fastest run
    #[arg(short = 'n', long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
}

pub(crate) fn grade(args: &Args) -> CommandResult {
    let all = match &args.assignment {
        Some(assignment) => vec![assignment.clone()],
        None => bundled().into_iter().map(PathBuf::from).collect(),
    };
    say::out(&format!(
        "seconds per submission, best of {}\nin {}, on {}\n",
        args.runs,
        clock_name(),
        processor(),
    ));
    for assignment in &all {
        measure(assignment, args)?;
    }
    Ok(Ending::Well)
}

/// Date for which no group is hidden; hidden groups take the same time.
const TODAY: &str = "2000-01-01";

fn measure(assignment: &Path, args: &Args) -> Result<(), crate::Usage> {
    let (prepared, seconds) = timed(|| prepare(assignment, TODAY));
    let prepared = prepared?;
    let mut all: Vec<(String, Vec<u8>)> = Vec::new();
    if args.files.is_empty() {
        all.push(("reference".to_owned(), prepared.assignment.reference.clone().into_bytes()));
    }
    let class = class::submissions(&args.files, &prepared.assignment.submission)?;
    for submission in class.submissions {
        if let Ok(bytes) = submission.bytes() {
            all.push((submission.student, bytes));
        }
    }
    say::out(&format!("{}, {} cases\n", prepared.assignment.name, prepared.cases()));
    say::out(&format!("  {:<24} {seconds:>8.3}\n", "preparing"));
    let mut sum = 0.0;
    for (name, bytes) in &all {
        let once = || timed(|| prepared.grade(name, name, bytes, &Choice::default())).1;
        let best = (0..args.runs).map(|_| once()).fold(f64::INFINITY, f64::min);
        sum += best;
        say::out(&format!("  {name:<24} {best:>8.3}\n"));
    }
    if all.len() > 1 {
        let mean = sum / all.len() as f64;
        say::out(&format!("  {:<24} {mean:>8.3}\n", format!("mean of {}", all.len())));
    }
    Ok(())
}

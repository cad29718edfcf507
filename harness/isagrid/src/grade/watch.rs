//! `--watch`: grades a file again at every save.

use std::path::Path;
use std::time::Duration;

use grading::class::{self, Submission};
use grading::grade::{Choice, PreparedAssignment};
use grading::reports::WithSource;
use grading::show;
use targets::files;

use super::{Args, case, reports};
use crate::{CommandResult, Usage, say};

/// Time between two reads of the file.
const PAUSE: Duration = Duration::from_millis(200);

/// Grades a file now and whenever its content changes, until ^C.
pub(super) fn watch(args: &Args, prepared: &PreparedAssignment) -> CommandResult {
    let class = class::submissions(&args.files, &prepared.assignment.submission)?;
    let [submission] = class.submissions.as_slice() else {
        return Err(Usage("--watch takes one submission".to_owned()));
    };
    if let Some(case) = &args.case {
        prepared.must_have(case)?;
    }
    reports::check(&args.reports, &args.files, 1)?;
    let mut last = None;
    loop {
        // While an editor replaces the file, it may be missing or empty.
        let now = submission.bytes().ok().filter(|bytes| !bytes.is_empty());
        if now.is_some() && now != last {
            if let Some(case) = &args.case {
                // An error now may be fixed at the next save.
                let shown = case::alone(prepared, submission, case, args.all);
                say::out(&shown.map_or_else(|why| format!("{why}\n"), |(text, _)| text));
            } else {
                let graded = class::grade(prepared, submission, &Choice::default());
                let source = || submission.text();
                reports::write(&args.reports, &WithSource { graded: &graded, source: &source })?;
                say::out(&show::show(&graded, args.all));
            }
            say::note(&waiting(submission));
            last = now;
        }
        std::thread::sleep(PAUSE);
    }
}

fn waiting(submission: &Submission) -> String {
    let shown = files::shown(Path::new(&submission.file));
    format!("--- waiting for {shown} to be saved; press ^C to stop")
}

//! `--autograder-root`: grades a submission in the folders of a Gradescope autograder.
//!
//! Source: docs/specs.md and docs/submission_metadata.md of gradescope/autograder_samples.

use std::path::Path;

use grading::class;
use grading::grade::Choice;
use grading::graded::{Graded, Outcome};
use grading::reports::Format;
use serde::Deserialize;
use serde_json::json;
use targets::files;

use super::{Args, prepare_with, reports};
use crate::{CommandResult, Ending, Usage};

/// Metadata of a submission: its students.
#[derive(Default, Deserialize)]
struct Metadata {
    #[serde(default)]
    users: Vec<User>,
}

#[derive(Deserialize)]
struct User {
    #[serde(default)]
    name: String,
}

/// Size limit of the metadata in bytes.
const MOST_METADATA_BYTES: u64 = 1 << 20;

/// Grades the submission below a root; always writes results, even after an error.
pub(super) fn serve(args: &Args, root: &Path, today: &str) -> CommandResult {
    let results = root.join("results");
    let place = results.join("results.json");
    let failed =
        |why: std::io::Error| format!("{}: {}", files::shown(&results), files::reason(&why));
    std::fs::create_dir_all(&results).map_err(failed)?;
    // If this run is killed, the student reads why there are no points.
    files::write(
        &place,
        sentence("grading was stopped before it finished; please tell your instructor"),
    )?;
    let graded = match graded(args, root, today) {
        Ok(graded) => graded,
        Err(Usage(why)) => {
            let reported = "the grader is not set up correctly; this is not your fault, please tell your instructor";
            files::write(&place, sentence(reported))?;
            return Err(Usage(why));
        }
    };
    let format =
        Format::named("gradescope").ok_or("unknown report format gradescope".to_owned())?;
    reports::to_file(format, &place, &graded)?;
    reports::write(&args.reports, &graded)?;
    Ok(if matches!(graded.outcome, Outcome::Infra(_)) { Ending::Bug } else { Ending::Well })
}

fn graded(args: &Args, root: &Path, today: &str) -> Result<Graded, Usage> {
    let prepared = prepare_with(&args.assignment, args.secret.as_deref(), today)?;
    let metadata = files::read(&root.join("submission_metadata.json"), MOST_METADATA_BYTES);
    let metadata: Metadata =
        metadata.ok().and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default();
    let names: Vec<String> =
        metadata.users.iter().map(|user| asmkit::plain_name(&user.name)).collect();
    let student = if names.is_empty() { "submission".to_owned() } else { names.join(", ") };
    let submission = class::of_one(root, "submission", &student, &prepared.assignment.submission)?;
    Ok(class::grade(&prepared, &submission, &Choice::default()))
}

/// Results that consist of a message.
fn sentence(text: &str) -> String {
    format!("{:#}\n", json!({ "score": 0, "output": text, "output_format": "text", "tests": [] }))
}

//! `--verify-result`: grades the submission in a result of the browser page again, and compares.

use std::path::{Path, PathBuf};

use data_encoding::BASE64;
use grading::class::{self, Submission, SubmissionContent};
use grading::grade::Choice;
use grading::reports;
use serde::Deserialize;
use serde_json::Value;
use targets::files;

use super::{Args, prepare_with};
use crate::{CommandResult, Ending, Usage, say};

/// Size limit of a result in bytes.
const MOST_BYTES: u64 = 16 << 20;

/// Value of `format` in a result.
const FORMAT: &str = "isagrid-result";

/// A result that a student hands in. Nothing of it is trusted but the submission itself.
#[derive(Debug, Deserialize)]
struct ResultFile {
    format: String,
    /// The date of grading, which decides what is hidden.
    today: String,
    file: SubmittedFile,
    /// The result, as in a line of `--report jsonl`.
    graded: Value,
}

#[derive(Debug, Deserialize)]
struct SubmittedFile {
    name: String,
    text: String,
    /// Its bytes if they are not text.
    base64: Option<String>,
}

impl ResultFile {
    fn read(path: &Path) -> Result<Self, Usage> {
        let shown = files::shown(path);
        let bytes = files::read(path, MOST_BYTES)?;
        let wrong = |why: &dyn std::fmt::Display| {
            Usage(format!("{shown}: this is no result of the browser page: {why}"))
        };
        let read: ResultFile = serde_json::from_slice(&bytes).map_err(|error| wrong(&error))?;
        if read.format != FORMAT {
            return Err(wrong(&format!("its format is not `{FORMAT}`")));
        }
        Ok(read)
    }

    fn bytes(&self) -> Result<Vec<u8>, Usage> {
        let Some(base64) = &self.file.base64 else { return Ok(self.file.text.clone().into()) };
        let name = asmkit::plain_name(&self.file.name);
        BASE64.decode(base64.as_bytes()).map_err(|why| Usage(format!("`{name}`: {why}")))
    }
}

/// Verifies each result, and prints a line about it.
pub(super) fn verify(args: &Args) -> CommandResult {
    let mut ending = Ending::Well;
    for path in &args.verify_result {
        let result = ResultFile::read(path)?;
        let prepared = prepare_with(&args.assignment, args.secret.as_deref(), &result.today)?;
        let submission = Submission {
            content: SubmissionContent::Bytes(result.bytes()?),
            ..Submission::at(PathBuf::from(&result.file.name), &prepared.assignment.submission)
        };
        let graded = class::grade(&prepared, &submission, &Choice::default());
        let again = reports::to_json(&graded);
        let points = format!("{} of {} points", graded.points().show(), graded.out_of().show());
        let name = asmkit::plain_name(&result.file.name);
        let line = match difference(&result.graded, &again) {
            None => format!("confirmed: {name} has {points}"),
            Some(what) => {
                ending = Ending::Failed;
                format!("not confirmed: {what}; {name} has {points}")
            }
        };
        say::out(&format!("{}: {line}\n", files::shown(path)));
    }
    Ok(ending)
}

/// First difference of a result from that of grading again, in words.
fn difference(result: &Value, again: &Value) -> Option<String> {
    let points = |value: &Value| value["points"].as_f64();
    if let (Some(claimed), Some(points)) = (points(result), points(again))
        && claimed != points
    {
        return Some(format!("the result has {claimed} points"));
    }
    let Value::Object(all) = again else { return None };
    let other = all.iter().find(|(key, value)| !same(&result[key.as_str()], value));
    other.map(|(key, _)| format!("`{key}` of the result is different"))
}

/// Key whose value depends on where the submission was, not on its content.
const REPLAY: &str = "replay";

/// Whether two values are the same; JavaScript writes 100.0 as 100.
fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => one.as_f64() == other.as_f64(),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            let keys = |all: &serde_json::Map<String, Value>| {
                all.keys().filter(|key| *key != REPLAY).count()
            };
            let has = |(key, value): (&String, &Value)| {
                key == REPLAY || one.get(key).is_some_and(|it| same(it, value))
            };
            keys(one) == keys(other) && other.iter().all(has)
        }
        _ => one == other,
    }
}

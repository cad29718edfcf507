//! JSON of our own: everything of a submission but what is hidden.

use reports::format::json::pretty;
use serde::ser::{Error as _, SerializeSeq as _};
use serde::{Serialize, Serializer};
use serde_json::Value;
use targets::files::Take;

use super::Grades;
use crate::graded::{Graded, Reported};

/// The version of [`Report`](crate::graded::Report).
const VERSION: u32 = 1;

/// A submission with nothing of hidden cases in it.
fn reported(graded: &Graded) -> Reported {
    let (points, out_of) = (graded.points(), graded.out_of());
    let mut graded = graded.clone();
    let functions = graded.functions.iter_mut().flat_map(|function| &mut function.findings);
    for finding in functions.chain(&mut graded.findings).filter(|finding| finding.hidden) {
        finding.place = None;
        finding.message = "found in a hidden case".to_owned();
        finding.notes.clear();
        finding.rendered.clear();
        finding.case = None;
        finding.replay = None;
    }
    Reported { points, out_of, graded }
}

/// A report as JSON that drives no terminal.
fn value(of: impl Serialize) -> Value {
    let mut value = serde_json::to_value(of).unwrap_or_default();
    harmless(&mut value);
    value
}

/// Takes what could drive a terminal out of every text.
fn harmless(value: &mut Value) {
    match value {
        Value::String(text) => *text = asmkit::plain(text),
        Value::Array(all) => all.iter_mut().for_each(harmless),
        Value::Object(all) => all.values_mut().for_each(harmless),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// [`Report`](crate::graded::Report) in the order of its names, in which all our JSON of grades is.
#[derive(Serialize)]
struct ReportJson<'g> {
    format: &'static str,
    submissions: Streamed<'g>,
    version: u32,
}

/// Submissions that are asked for when they are written.
struct Streamed<'g>(&'g dyn Grades);

impl Serialize for Streamed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut all = serializer.serialize_seq(None)?;
        let mut each =
            |graded: &Graded| all.serialize_element(&line(graded)).map_err(|why| why.to_string());
        self.0.each(&mut each).map_err(S::Error::custom)?;
        all.end()
    }
}

pub(super) fn json(grades: &dyn Grades, take: Take<'_>) -> Result<(), String> {
    let submissions = Streamed(grades);
    let whole = ReportJson { format: "isagrid-grade", submissions, version: VERSION };
    pretty(&whole, take)
}

/// A submission as a line of `jsonl` has it.
pub(super) fn line(graded: &Graded) -> Value {
    value(reported(graded))
}

pub(super) fn jsonl(grades: &dyn Grades, take: Take<'_>) -> Result<(), String> {
    grades.each(&mut |graded| take(&format!("{}\n", line(graded))))
}

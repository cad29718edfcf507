//! JSON of our own, CSV, JUnit and TAP.

use std::fmt::Write as _;

use lanes::report::pretty;
use machines::escape::spreadsheet as cell;
use machines::files::Take;
use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus, TestSuite};
use serde::ser::{Error as _, SerializeSeq as _};
use serde::{Serialize, Serializer};
use serde_json::Value;

use super::{Grades, findings, name};
use crate::graded::{Graded, Outcome, Reported, State};

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
struct Whole<'g> {
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
    let whole = Whole { format: "isagrid-grade", submissions, version: VERSION };
    pretty(&whole, take)
}

/// A submission as a line of `jsonl` has it.
pub(super) fn line(graded: &Graded) -> Value {
    value(reported(graded))
}

pub(super) fn jsonl(grades: &dyn Grades, take: Take<'_>) -> Result<(), String> {
    grades.each(&mut |graded| take(&format!("{}\n", line(graded))))
}

/// The word for an outcome.
pub(super) fn status(graded: &Graded) -> &'static str {
    match graded.outcome {
        Outcome::Graded => "graded",
        Outcome::NotGradable(_) => "not gradable",
        Outcome::Infra(_) => "grader failed",
    }
}

/// A row as a line; a writer to memory does not fail.
fn row(cells: &[String]) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let _ = writer.write_record(cells);
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

pub(super) fn csv(grades: &dyn Grades, take: Take<'_>) -> Result<(), String> {
    let mut has_ids = false;
    grades.each(&mut |graded| {
        has_ids |= graded.id.is_some();
        Ok(())
    })?;
    let id = if has_ids { &["id"][..] } else { &[] };
    let heads = [&["student"], id, &["file", "status", "points", "out of"]].concat();
    let mut heads: Vec<String> = heads.into_iter().map(str::to_owned).collect();
    let mut is_begun = false;
    grades.each(&mut |graded| {
        if !is_begun {
            let kinds = graded.kinds();
            heads
                .extend(kinds.map(|(function, kind)| {
                    cell(&format!("{} {}", function.name, kind.of.name()))
                }));
            take(&row(&heads))?;
            is_begun = true;
        }
        let mut cells = vec![cell(&graded.student)];
        cells.extend(has_ids.then(|| cell(graded.id.as_deref().unwrap_or_default())));
        cells.extend([cell(&graded.file), status(graded).to_owned()]);
        cells.extend([graded.points().show(), graded.out_of().show()]);
        cells.extend(graded.kinds().map(|(_, kind)| kind.points.show()));
        // Every row is as long as the first.
        cells.resize(heads.len(), String::new());
        take(&row(&cells))
    })?;
    if is_begun { Ok(()) } else { take(&row(&heads)) }
}

pub(super) fn junit(grades: &dyn Grades, take: Take<'_>) -> Result<(), String> {
    let mut report = quick_junit::Report::new("isagrid grade");
    grades.each(&mut |graded| {
        let mut suite = TestSuite::new(format!(
            "{} {}: {}",
            name(&graded.assignment),
            report.test_suites.len() + 1,
            name(&graded.student)
        ));
        if let Outcome::NotGradable(why) | Outcome::Infra(why) = &graded.outcome {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
            status.set_message(name(why));
            suite.add_test_case(TestCase::new("file", status));
        }
        for (function, kind) in graded.kinds() {
            let mut status = if kind.points == kind.out_of {
                TestCaseStatus::success()
            } else if function.state == State::NotAttempted {
                TestCaseStatus::skipped()
            } else {
                TestCaseStatus::non_success(NonSuccessKind::Failure)
            };
            if kind.points != kind.out_of {
                let (points, out_of) = (kind.points.show(), kind.out_of.show());
                status.set_message(format!("{points} of {out_of} points: {}", name(&kind.summary)));
                status.set_description(findings(function));
            }
            let mut case = TestCase::new(kind.of.name(), status);
            case.set_classname(format!("{}.{}", name(&graded.student), name(&function.name)));
            suite.add_test_case(case);
        }
        report.add_test_suite(suite);
        Ok(())
    })?;
    take(&report.to_string().unwrap_or_default())
}

pub(super) fn tap(grades: &dyn Grades, take: Take<'_>) -> Result<(), String> {
    let mut count = 0;
    grades.each(&mut |graded| {
        count += graded.kinds().count();
        Ok(())
    })?;
    take(&format!("TAP version 14\n1..{count}\n"))?;
    let mut number = 0;
    let escaped = |text: &str| name(text).replace('\\', "\\\\").replace('#', "\\#");
    grades.each(&mut |graded| {
        let mut text = String::new();
        for (function, kind) in graded.kinds() {
            number += 1;
            let is_ok = if kind.points == kind.out_of { "ok" } else { "not ok" };
            // A test that is skipped is as good as one that is passed, so what nobody attempted is not.
            let none = if function.state == State::NotAttempted { ", not attempted" } else { "" };
            let _ = writeln!(
                text,
                "{is_ok} {number} - {} {} {}: {} of {}{none}",
                escaped(&graded.student),
                escaped(&function.name),
                kind.of.name(),
                kind.points.show(),
                kind.out_of.show()
            );
        }
        take(&text)
    })
}

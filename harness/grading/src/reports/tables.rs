//! JSON of our own, CSV, JUnit and TAP.

use std::fmt::Write as _;

use machines::escape::spreadsheet as cell;
use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus, TestSuite};
use serde::Serialize;
use serde_json::Value;

use super::{findings, name};
use crate::graded::{Graded, Outcome, Report, Reported, State};

/// The version of [`Report`].
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

pub(super) fn json(all: &[Graded]) -> Vec<u8> {
    let submissions = all.iter().map(reported).collect();
    let whole = value(Report { format: "isagrid-grade", version: VERSION, submissions });
    let mut bytes = serde_json::to_vec_pretty(&whole).unwrap_or_default();
    bytes.push(b'\n');
    bytes
}

/// A submission as a line of `jsonl` has it.
pub(super) fn line(graded: &Graded) -> Value {
    value(reported(graded))
}

pub(super) fn jsonl(all: &[Graded]) -> Vec<u8> {
    let lines = all.iter().map(|graded| format!("{}\n", line(graded)));
    lines.collect::<String>().into_bytes()
}

/// The word for an outcome.
pub(super) fn status(graded: &Graded) -> &'static str {
    match graded.outcome {
        Outcome::Graded => "graded",
        Outcome::NotGradable(_) => "not gradable",
        Outcome::Infra(_) => "grader failed",
    }
}

pub(super) fn csv(all: &[Graded]) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut heads = vec![
        "student".to_owned(),
        "file".to_owned(),
        "status".to_owned(),
        "points".to_owned(),
        "out of".to_owned(),
    ];
    if let Some(first) = all.first() {
        heads.extend(
            first
                .kinds()
                .map(|(function, kind)| cell(&format!("{} {}", function.name, kind.of.name()))),
        );
    }
    // A writer to memory does not fail, and every row is as long as the longest.
    let columns = heads.len();
    let _ = writer.write_record(&heads);
    for graded in all {
        let mut row = vec![cell(&graded.student), cell(&graded.file), status(graded).to_owned()];
        row.extend([graded.points().show(), graded.out_of().show()]);
        row.extend(graded.kinds().map(|(_, kind)| kind.points.show()));
        row.resize(columns, String::new());
        let _ = writer.write_record(&row);
    }
    writer.into_inner().unwrap_or_default()
}

pub(super) fn junit(all: &[Graded]) -> Vec<u8> {
    let mut report = quick_junit::Report::new("isagrid grade");
    for (number, graded) in all.iter().enumerate() {
        let mut suite = TestSuite::new(format!(
            "{} {}: {}",
            name(&graded.assignment),
            number + 1,
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
    }
    report.to_string().unwrap_or_default().into_bytes()
}

pub(super) fn tap(all: &[Graded]) -> Vec<u8> {
    let count: usize = all.iter().map(|graded| graded.kinds().count()).sum();
    let mut text = format!("TAP version 14\n1..{count}\n");
    let kinds = all.iter().flat_map(|graded| graded.kinds().map(move |kind| (graded, kind)));
    for (number, (graded, (function, kind))) in kinds.enumerate() {
        let is_ok = if kind.points == kind.out_of { "ok" } else { "not ok" };
        let escaped = |text: &str| name(text).replace('\\', "\\\\").replace('#', "\\#");
        // A test that is skipped is as good as one that is passed, so what nobody attempted is not.
        let none = if function.state == State::NotAttempted { ", not attempted" } else { "" };
        let _ = writeln!(
            text,
            "{is_ok} {} - {} {} {}: {} of {}{none}",
            number + 1,
            escaped(&graded.student),
            escaped(&function.name),
            kind.of.name(),
            kind.points.show(),
            kind.out_of.show()
        );
    }
    text.into_bytes()
}

//! JUnit and TAP: a test case for each kind of each function.

use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus, TestSuite};
use reports::format::junit as junit_format;
use serde_json::json;
use targets::files::Take;

use super::Grades;
use super::rows::{ItemRow, RowStatus, name, rows};
use crate::graded::Graded;

pub(super) fn junit(grades: &dyn Grades, take: Take<'_>) -> Result<(), String> {
    let mut report = quick_junit::Report::new("isagrid grade");
    grades.each(&mut |graded| {
        let number = report.test_suites.len() + 1;
        let (assignment, student) = (name(&graded.assignment), name(&graded.student));
        let mut suite = TestSuite::new(format!("{assignment} {number}: {student}"));
        for row in rows(graded) {
            let mut case = TestCase::new(row.kind.unwrap_or("gradable"), junit_status(&row));
            case.set_classname(format!("{student}.{}", row.subject));
            if row.is_passed() && !row.findings.is_empty() {
                case.set_system_out(row.details());
            }
            suite.add_test_case(case);
        }
        report.add_test_suite(suite);
        Ok(())
    })?;
    take(&junit_format::text(&report))
}

fn junit_status(row: &ItemRow) -> TestCaseStatus {
    let mut status = match row.went {
        RowStatus::Passed => return TestCaseStatus::success(),
        RowStatus::NotAttempted => TestCaseStatus::skipped(),
        RowStatus::Failed => TestCaseStatus::non_success(NonSuccessKind::Failure),
        RowStatus::NotGraded => TestCaseStatus::non_success(NonSuccessKind::Error),
    };
    status.set_message(with_points(row));
    if !row.findings.is_empty() {
        status.set_description(row.details());
    }
    status
}

/// The reason, with the points if any can be earned.
fn with_points(row: &ItemRow) -> String {
    let (points, out_of) = (row.points.show(), row.out_of.show());
    match row.kind {
        Some(_) => format!("{points} of {out_of} points: {}", row.reason),
        None => row.reason.clone(),
    }
}

/// Source: the specification of TAP 14: a test's diagnostics are a block of YAML, which JSON is.
pub(super) fn tap(grades: &dyn Grades, take: Take<'_>) -> Result<(), String> {
    let mut count = 0;
    grades.each(&mut |graded| {
        count += rows(graded).len();
        Ok(())
    })?;
    take(&format!("TAP version 14\n1..{count}\n"))?;
    let mut number = 0;
    grades.each(&mut |graded| {
        let mut points = String::new();
        for row in rows(graded) {
            number += 1;
            points.push_str(&test_point(graded, &row, number));
        }
        take(&points)
    })
}

fn test_point(graded: &Graded, row: &ItemRow, number: usize) -> String {
    let escaped = |text: &str| text.replace('\\', "\\\\").replace('#', "\\#");
    let is_ok = if row.is_passed() { "ok" } else { "not ok" };
    let title = escaped(&format!("{} {}", name(&graded.student), row.title(" ")));
    let points = match row.kind {
        Some(_) => format!(": {} of {}", row.points.show(), row.out_of.show()),
        None => String::new(),
    };
    // A test that is skipped counts as passed, so one that was not attempted is not skipped.
    let end = if row.went == RowStatus::NotAttempted { ", not attempted" } else { "" };
    let mut text = format!("{is_ok} {number} - {title}{points}{end}\n");
    if !row.is_passed() || !row.findings.is_empty() {
        text.push_str(&diagnostics(row));
    }
    text
}

fn diagnostics(row: &ItemRow) -> String {
    let mut text = format!("  ---\n  message: {}\n", json!(row.reason));
    if !row.findings.is_empty() {
        text.push_str("  findings:\n");
        let each = row.findings.iter().map(|note| format!("    - {}\n", json!(note.whole())));
        text.extend(each);
    }
    text + "  ...\n"
}

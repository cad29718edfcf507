//! Gradescope, PrairieLearn, Autolab, check50 and GitHub Classroom: one submission each.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value, json};

use super::rows::{ItemRow, RowStatus, name, of_file, rows, why};
use crate::graded::{Graded, PointsCategory};

fn text(value: &Value) -> String {
    format!("{value:#}\n")
}

/// The rows of functions, without that of the file.
fn of_functions(graded: &Graded) -> impl Iterator<Item = ItemRow> {
    rows(graded).into_iter().filter(|row| row.kind.is_some())
}

/// Text about the file as a whole.
fn about_file(graded: &Graded) -> String {
    let row = of_file(graded);
    row.map_or_else(String::new, |row| {
        if row.went == RowStatus::NotGraded { row.text() } else { row.details() }
    })
}

/// Source: docs/specs.md of gradescope/autograder_samples.
pub(super) fn gradescope(graded: Option<&Graded>) -> String {
    let Some(graded) = graded else { return text(&json!({ "score": 0, "tests": [] })) };
    let (mut function, mut of_function) = (0, 0);
    let mut subject = String::new();
    let tests: Vec<Value> = of_functions(graded)
        .map(|row| {
            let is_next = function == 0 || row.subject != subject;
            (function, of_function) =
                if is_next { (function + 1, 1) } else { (function, of_function + 1) };
            subject.clone_from(&row.subject);
            json!({
                "name": row.title(": "),
                "number": format!("{function}.{of_function}"),
                "score": row.points.number(),
                "max_score": row.out_of.number(),
                "status": if row.is_passed() { "passed" } else { "failed" },
                "output": row.text(),
                "output_format": "text",
                "name_format": "text",
                "tags": [row.kind],
                "visibility": "visible",
            })
        })
        .collect();
    let mut whole = json!({
        "score": graded.points().number(),
        "output": about_file(graded),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "stdout_visibility": "hidden",
        "tests": tests,
    });
    if !graded.leaderboard.is_empty() {
        whole["leaderboard"] = leaderboard(graded);
    }
    text(&whole)
}

fn leaderboard(graded: &Graded) -> Value {
    let figures = graded.leaderboard.iter().map(|figure| {
        let order = if figure.less_is_better { "asc" } else { "desc" };
        json!({ "name": figure.name, "value": figure.value, "order": order })
    });
    figures.collect()
}

/// Source: docs/externalGrading.md of PrairieLearn.
pub(super) fn prairielearn(graded: Option<&Graded>) -> String {
    let Some(graded) = graded else { return text(&json!({ "gradable": false })) };
    if let Some(why) = why(graded) {
        return text(&json!({ "gradable": false, "format_errors": [why] }));
    }
    let out_of = graded.out_of().number();
    let score = if out_of == 0.0 { 0.0 } else { graded.points().number() / out_of };
    let tests: Vec<Value> = of_functions(graded)
        .map(|row| {
            json!({
                "name": row.title(": "),
                "description": row.reason,
                "points": row.points.number(),
                "max_points": row.out_of.number(),
                "output": row.details(),
            })
        })
        .collect();
    let message = about_file(graded);
    text(
        &json!({ "gradable": true, "score": score, "message": message, "output": "", "tests": tests }),
    )
}

/// Source: docs/lab.md and docs/features/formatted-feedback.md of Autolab: the last line counts.
pub(super) fn autolab(graded: Option<&Graded>) -> String {
    let Some(graded) = graded else { return "{\"scores\":{}}\n".to_owned() };
    let (mut scores, mut stages, mut feedback) = (Map::new(), Vec::new(), Map::new());
    for row in rows(graded) {
        let stage = feedback.entry(&row.subject).or_insert_with(|| {
            stages.push(row.subject.clone());
            json!({})
        });
        let hint = if row.is_passed() { row.details() } else { row.text() };
        stage[row.kind.unwrap_or("gradable")] = json!({ "passed": row.is_passed(), "hint": hint });
        if row.kind.is_some() {
            let before = scores.get(&row.subject).and_then(Value::as_f64).unwrap_or(0.0);
            scores.insert(row.subject, json!(before + row.points.number()));
        }
    }
    feedback.insert("_presentation".to_owned(), json!("semantic"));
    feedback.insert("stages".to_owned(), json!(stages));
    let board: Vec<u64> = graded.leaderboard.iter().map(|figure| figure.value).collect();
    let last = json!({ "scores": scores, "scoreboard": board });
    format!("{}\n{last}\n", Value::Object(feedback))
}

/// Source: docs/source/json_specification.rst of check50.
pub(super) fn check50(graded: Option<&Graded>) -> String {
    let Some(graded) = graded else { return text(&json!({ "results": [] })) };
    let results: Vec<Value> = rows(graded).iter().map(check).collect();
    text(&json!({ "slug": name(&graded.assignment), "results": results, "version": "3.3.0" }))
}

/// A row as check50 has it: nothing is said of one that was not tried.
fn check(row: &ItemRow) -> Value {
    let is_idle = row.went == RowStatus::NotAttempted;
    let cause = if row.is_passed() || is_idle {
        Value::Null
    } else {
        let first = row.findings.first().filter(|_| row.went != RowStatus::NotGraded);
        let rationale = first.map_or(&row.reason, |note| &note.message);
        json!({ "rationale": rationale, "help": first.map(|note| &note.more) })
    };
    let results = PointsCategory::Results.name();
    let depends = row.kind.is_some_and(|kind| kind != results);
    let log: Vec<&str> = match row.went {
        RowStatus::Passed => row
            .reason
            .lines()
            .chain(row.findings.iter().map(|note| note.message.as_str()))
            .collect(),
        _ => row.reason.lines().collect(),
    };
    json!({
        "name": row.title("_"),
        "description": row.title(" "),
        "passed": if is_idle { Value::Null } else { json!(row.is_passed()) },
        "log": log,
        "cause": cause,
        "data": { "points": row.points.number(), "out_of": row.out_of.number() },
        "dependency": depends.then(|| format!("{}_{results}", row.subject)),
    })
}

/// Source: classroom-resources/autograding-grading-reporter: JSON in base64 as a step's result.
pub(super) fn classroom(graded: Option<&Graded>) -> String {
    let Some(graded) = graded else { return String::new() };
    let tests: Vec<Value> = rows(graded)
        .iter()
        .map(|row| {
            let has_text = !row.is_passed() || !row.findings.is_empty();
            json!({
                "name": row.title(": "),
                "status": if row.is_passed() { "pass" } else { "fail" },
                "score": row.points.number(),
                "message": has_text.then(|| row.text()),
                "test_code": "",
                "filename": "",
                "line_no": 0,
                "execution_time": "",
            })
        })
        .collect();
    let status = if graded.is_full() { "pass" } else { "fail" };
    let whole = json!({ "version": 1, "status": status, "max_score": graded.out_of().number(), "tests": tests });
    STANDARD.encode(whole.to_string())
}

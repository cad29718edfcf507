//! Gradescope, PrairieLearn, Autolab, check50 and GitHub Classroom: one submission each.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value, json};

use super::{Told, findings, name};
use crate::checks;
use crate::graded::{Graded, Of, Outcome, State};

fn text(value: &Value) -> String {
    format!("{value:#}\n")
}

/// Why nothing was graded.
fn why(graded: &Graded) -> Option<String> {
    match &graded.outcome {
        Outcome::Graded => None,
        Outcome::NotGradable(why) => Some(format!("{}: {}", checks::FILE.id, lines(why))),
        Outcome::Infra(why) => {
            Some(format!("the grader failed, which is no fault of yours: {}", lines(why)))
        }
    }
}

/// A text of several lines with nothing in it that could drive anything.
fn lines(text: &str) -> String {
    text.lines().map(asmkit::plain_name).collect::<Vec<_>>().join("\n")
}

/// Source: docs/specs.md of gradescope/autograder_samples.
pub(super) fn gradescope(graded: Option<&Graded>) -> String {
    let Some(graded) = graded else { return text(&json!({ "score": 0, "tests": [] })) };
    let mut tests = Vec::new();
    for (number, function) in graded.functions.iter().enumerate() {
        for (at, kind) in function.kinds.iter().enumerate() {
            let is_full = kind.points == kind.out_of;
            let output = if is_full {
                kind.summary.clone()
            } else {
                format!("{}\n\n{}", kind.summary, findings(function))
            };
            tests.push(json!({
                "name": format!("{}: {}", name(&function.name), kind.of.name()),
                "number": format!("{}.{}", number + 1, at + 1),
                "score": kind.points.number(),
                "max_score": kind.out_of.number(),
                "status": if is_full { "passed" } else { "failed" },
                "output": lines(&output),
                "output_format": "text",
                "name_format": "text",
                "tags": [kind.of.name()],
                "visibility": "visible",
            }));
        }
    }
    let leaderboard: Vec<Value> = graded
        .leaderboard
        .iter()
        .map(|figure| {
            let order = if figure.less_is_better { "asc" } else { "desc" };
            json!({ "name": figure.name, "value": figure.value, "order": order })
        })
        .collect();
    let mut whole = json!({
        "score": graded.points().number(),
        "output": why(graded).unwrap_or_default(),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "stdout_visibility": "hidden",
        "tests": tests,
    });
    if let Some(object) = whole.as_object_mut().filter(|_| !leaderboard.is_empty()) {
        object.insert("leaderboard".to_owned(), Value::Array(leaderboard));
    }
    text(&whole)
}

/// Source: docs/externalGrading.md of PrairieLearn.
pub(super) fn prairielearn(graded: Option<&Graded>) -> String {
    let Some(graded) = graded else { return text(&json!({ "gradable": false })) };
    if let Some(why) = why(graded) {
        return text(&json!({ "gradable": false, "format_errors": [why] }));
    }
    let out_of = graded.out_of().number();
    let score = if out_of == 0.0 { 0.0 } else { graded.points().number() / out_of };
    let tests: Vec<Value> = graded
        .kinds()
        .map(|(function, kind)| {
            json!({
                "name": format!("{}: {}", name(&function.name), kind.of.name()),
                "description": name(&kind.summary),
                "points": kind.points.number(),
                "max_points": kind.out_of.number(),
                "output": if kind.points == kind.out_of { String::new() } else { lines(&findings(function)) },
            })
        })
        .collect();
    text(&json!({ "gradable": true, "score": score, "message": "", "output": "", "tests": tests }))
}

/// Source: docs/lab.md and docs/features/formatted-feedback.md of Autolab: the last line counts.
pub(super) fn autolab(graded: Option<&Graded>) -> String {
    let Some(graded) = graded else { return "{\"scores\":{}}\n".to_owned() };
    let (mut scores, mut stages, mut feedback) = (Map::new(), Vec::new(), Map::new());
    for function in &graded.functions {
        let shown = name(&function.name);
        let points: f64 = function.kinds.iter().map(|kind| kind.points.number()).sum();
        scores.insert(shown.clone(), json!(points));
        stages.push(json!(shown));
        let mut tests = Map::new();
        for kind in &function.kinds {
            let is_full = kind.points == kind.out_of;
            let hint = if is_full { String::new() } else { lines(&findings(function)) };
            tests.insert(kind.of.name().to_owned(), json!({ "passed": is_full, "hint": hint }));
        }
        feedback.insert(shown, Value::Object(tests));
    }
    feedback.insert("_presentation".to_owned(), json!("semantic"));
    feedback.insert("stages".to_owned(), Value::Array(stages));
    let board: Vec<u64> = graded.leaderboard.iter().map(|figure| figure.value).collect();
    let last = json!({ "scores": scores, "scoreboard": board });
    format!("{}\n{last}\n", Value::Object(feedback))
}

/// Source: docs/source/json_specification.rst of check50.
pub(super) fn check50(graded: Option<&Graded>) -> String {
    let Some(graded) = graded else { return text(&json!({ "results": [] })) };
    let mut results = Vec::new();
    for (function, kind) in graded.kinds() {
        let title = |of: Of| format!("{}_{}", name(&function.name), of.name());
        let is_idle = function.state == State::NotAttempted;
        let passed = if is_idle { Value::Null } else { json!(kind.points == kind.out_of) };
        let cause = if passed == json!(true) || is_idle {
            Value::Null
        } else {
            let first = function.findings.iter().map(Told::of).next();
            let rationale =
                first.as_ref().map_or_else(|| kind.summary.clone(), |told| told.message.clone());
            json!({ "rationale": rationale, "help": first.map(|told| told.more) })
        };
        let dependency =
            if kind.of == Of::Results { Value::Null } else { json!(title(Of::Results)) };
        results.push(json!({
            "name": title(kind.of),
            "description": format!("{} {}", name(&function.name), kind.of.name()),
            "passed": passed,
            "log": [name(&kind.summary)],
            "cause": cause,
            "data": { "points": kind.points.number(), "out_of": kind.out_of.number() },
            "dependency": dependency,
        }));
    }
    text(&json!({ "slug": name(&graded.assignment), "results": results, "version": "3.3.0" }))
}

/// Source: classroom-resources/autograding-grading-reporter: JSON in base64 as a step's result.
pub(super) fn classroom(graded: Option<&Graded>) -> String {
    let Some(graded) = graded else { return String::new() };
    let tests: Vec<Value> = graded
        .kinds()
        .map(|(function, kind)| {
            let is_full = kind.points == kind.out_of;
            json!({
                "name": format!("{}: {}", name(&function.name), kind.of.name()),
                "status": if is_full { "pass" } else { "fail" },
                "score": kind.points.number(),
                "message": if is_full { Value::Null } else { json!(lines(&findings(function))) },
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

//! Helpers for tests of a desk.

use serde_json::{Value, json};

/// Makes a call and returns the reply.
pub(crate) fn ask(desk: &mut web::Desk, call: Value) -> Value {
    serde_json::from_str(&web::answer(desk, &call.to_string())).expect("answers are JSON")
}

/// Makes a call that must not fail, and returns the answer.
pub(crate) fn right(desk: &mut web::Desk, call: Value) -> Value {
    let answer = ask(desk, call.clone());
    assert!(answer["error"].is_null(), "{call}: {}", answer["error"]);
    answer["ok"].clone()
}

/// One source in a dialect.
pub(crate) fn work(name: &str, text: &str, dialect: &str) -> Value {
    json!({"sources": [{"name": name, "text": text}], "dialect": dialect})
}

/// Desk with a program, which must end by itself.
pub(crate) fn run(work: &Value, input: Option<&str>) -> (web::Desk, Value) {
    let mut desk = web::Desk::new();
    right(&mut desk, json!({"call": "start", "start": {"work": work, "input": input}}));
    let status = right(&mut desk, json!({"call": "go", "way": "on", "slice": 10_000_000}));
    (desk, status)
}

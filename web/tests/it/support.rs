//! What tests of a desk share.

use serde_json::{Value, json};

/// A call and its answer.
pub(crate) fn ask(desk: &mut web::Desk, call: Value) -> Value {
    serde_json::from_str(&web::answer(desk, &call.to_string())).expect("answers are JSON")
}

/// A call whose answer is no mistake.
pub(crate) fn right(desk: &mut web::Desk, call: Value) -> Value {
    let answer = ask(desk, call.clone());
    assert!(answer["error"].is_null(), "{call}: {}", answer["error"]);
    answer["ok"].clone()
}

/// One source in a dialect.
pub(crate) fn work(name: &str, text: &str, dialect: &str) -> Value {
    json!({"sources": [{"name": name, "text": text}], "dialect": dialect})
}

/// A desk with a program on it, which is to come to its end by itself.
pub(crate) fn run(work: &Value, input: Option<&str>) -> (web::Desk, Value) {
    let mut desk = web::Desk::new();
    right(&mut desk, json!({"call": "start", "start": {"work": work, "input": input}}));
    let status = right(&mut desk, json!({"call": "go", "way": "on", "slice": 10_000_000}));
    (desk, status)
}

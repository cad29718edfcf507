//! Helpers for tests of a simulator.

use serde_json::{Value, json};

/// Makes a call and returns the reply.
pub(crate) fn ask(simulator: &mut web::Simulator, call: Value) -> Value {
    serde_json::from_str(&web::answer(simulator, &call.to_string())).expect("answers are JSON")
}

/// Makes a call that must not fail, and returns the answer.
pub(crate) fn right(simulator: &mut web::Simulator, call: Value) -> Value {
    let answer = ask(simulator, call.clone());
    assert!(answer["error"].is_null(), "{call}: {}", answer["error"]);
    answer["ok"].clone()
}

/// One source in a dialect.
pub(crate) fn work(name: &str, text: &str, dialect: &str) -> Value {
    json!({"sources": [{"name": name, "text": text}], "dialect": dialect})
}

/// Desk with a program, which must end by itself.
pub(crate) fn run(work: &Value, input: Option<&str>) -> (web::Simulator, Value) {
    let mut simulator = web::Simulator::new();
    right(&mut simulator, json!({"call": "start", "start": {"work": work, "input": input}}));
    let status = right(&mut simulator, json!({"call": "go", "way": "on", "slice": 10_000_000}));
    (simulator, status)
}

//! Races of solvers with the reference models of their algorithms.

use crate::support::{ask, right, work};
use lanes::root::Root;
use serde_json::{Value, json};

const FOUNDING: &str =
    "007000008840000600000895300010400003000000070900500024204006000080730010130904700";

fn pace(simulator: &mut web::Simulator, events: u64) -> Value {
    right(simulator, json!({"call": "pace", "events": events, "slice": 1_000_000}))
}

/// Continues until the race ends.
fn to_the_end(simulator: &mut web::Simulator, events: u64) -> Value {
    for _ in 0..1_000_000 {
        let paced = pace(simulator, events);
        if paced["state"] != "going" {
            return paced;
        }
    }
    panic!("the race has no end");
}

fn lane(name: &str, puzzle: &str) -> (web::Simulator, Value) {
    let mut simulator = web::Simulator::new();
    let race = right(&mut simulator, json!({"call": "race_lane", "lane": name, "puzzle": puzzle}));
    (simulator, race)
}

#[test]
fn a_race_at_any_pace_ends_with_golden_counts() {
    for events in [1, 700, 5_000, 1_000_000_000] {
        let (mut simulator, race) = lane("mips32-mars-9x9", FOUNDING);
        let end = to_the_end(&mut simulator, events);
        assert_eq!(end["state"], "done", "{end}");
        assert_eq!((&end["instructions"], &end["nodes"]), (&json!(573_818), &race["nodes_total"]));
        assert_eq!(end["grid"], race["solution"]);
        assert_eq!(end["halt"], json!({"is": "ended", "status": 0}));
    }
}

#[test]
fn events_come_one_by_one_with_their_instructions() {
    let (mut simulator, race) = lane("riscv32-rars-9x9", FOUNDING);
    assert_eq!((&race["side"], &race["algorithm"]), (&json!(9), &json!("backtrack")));
    let first = &pace(&mut simulator, 1)["events"][0];
    assert_eq!((&first["kind"], &first["row"]), (&json!("node"), &Value::Null));
    let second = pace(&mut simulator, 1);
    let event = &second["events"][0];
    assert_eq!(
        (&event["kind"], &event["row"], &event["column"]),
        (&json!("place"), &json!(1), &json!(1))
    );
    assert!(event["instructions"].as_u64() > first["instructions"].as_u64(), "{event}");
    let grid = second["grid"].as_str().expect("a grid");
    assert!(grid.starts_with(&format!("{}.7", event["digit"])), "{grid}");
    let registers = right(&mut simulator, json!({"call": "registers", "shown": "manual"}));
    assert!(registers.as_array().is_some_and(|all| all.len() > 30));
}

#[test]
fn every_algorithm_and_machine_races() {
    let lanes = [
        "pdp10-its-9x9",
        "pdp10-candidates",
        "riscv32-esp32c3-9x9",
        "mips32-links",
        "mips32-candidates",
        "riscv32-constraint",
        "esproc-all-9x9",
        "esproc-first-9x9",
        "mips32-links-gcc-o2",
    ];
    for name in lanes {
        let (mut simulator, race) = lane(name, FOUNDING);
        let end = to_the_end(&mut simulator, 1_000_000_000);
        assert_eq!(end["state"], "done", "{name}: {end}");
        if race["algorithm"] != "candidates" && race["algorithm"] != "backtrack-all" {
            assert_eq!(end["grid"], race["solution"], "{name}");
        }
    }
}

/// Source of a lane's solver with one change.
fn changed(from: &str, to: &str) -> Value {
    let example =
        json!(web::texts(&Root::Bundled, "mips32").expect("they can be read")["mips32-mars-9x9"]);
    let text = example["sources"][0]["text"].as_str().expect("a text");
    assert!(text.contains(from), "the solver has no `{from}`");
    work("mine.s", &text.replacen(from, to, 1), "mars")
}

#[test]
fn the_first_different_decision_is_reported_with_its_line() {
    let work = changed("li num 1", "li num 2");
    let mut reported = Vec::new();
    for events in [1, 1_000_000_000] {
        let mut simulator = web::Simulator::new();
        let call = json!({"call": "race", "work": work, "algorithm": "backtrack", "puzzle": FOUNDING, "lane": null});
        right(&mut simulator, call);
        let end = to_the_end(&mut simulator, events);
        assert_eq!(end["state"], "differs", "{end}");
        let difference = &end["difference"];
        assert_eq!(difference["number"], end["number"], "{difference}");
        assert_eq!(difference["spot"]["file"], "mine.s");
        let message = difference["message"].as_str().expect("a sentence");
        assert!(
            message.starts_with("event ") && message.contains("the reference model places"),
            "{message}"
        );
        reported.push((difference.clone(), end["instructions"].clone(), end["grid"].clone()));
    }
    assert!(difference_except_instructions(&reported[0], &reported[1]), "{reported:?}");
}

fn difference_except_instructions(
    one: &(Value, Value, Value),
    other: &(Value, Value, Value),
) -> bool {
    one.0["spot"] == other.0["spot"]
        && one.0["message"] == other.0["message"]
        && one.1 == other.1
        && one.2 == other.2
}

#[test]
fn an_unknown_algorithm_is_compared_by_its_grid() {
    for (from, to, state) in [("main:", "main:", "done"), ("li num 1", "li num 2", "differs")] {
        let mut simulator = web::Simulator::new();
        let call = json!({"call": "race", "work": changed(from, to), "algorithm": "any", "puzzle": FOUNDING, "lane": null});
        right(&mut simulator, call);
        let end = to_the_end(&mut simulator, 1_000_000_000);
        assert_eq!(end["state"], state, "{end}");
    }
}

#[test]
fn invalid_races_are_reported() {
    let mut simulator = web::Simulator::new();
    let none =
        ask(&mut simulator, json!({"call": "race_lane", "lane": "none", "puzzle": FOUNDING}));
    assert_eq!(none["error"], "no lane is called `none`");
    let small = ask(
        &mut simulator,
        json!({"call": "race_lane", "lane": "mips32-mars-4x4", "puzzle": FOUNDING}),
    );
    assert_eq!(small["error"], "this solver solves puzzles of 4 by 4 cells");
    let (mut simulator, _) = lane("mips32-mars-9x9", FOUNDING);
    pace(&mut simulator, 3);
    right(&mut simulator, json!({"call": "assign", "target": "$t0", "value": "5"}));
    let gone = ask(&mut simulator, json!({"call": "pace", "events": 1, "slice": 1000}));
    assert!(
        gone["error"].as_str().is_some_and(|why| why.starts_with("there is no race")),
        "{gone}"
    );
}

#[test]
fn a_race_continues_from_its_last_position_after_going_back() {
    let (mut simulator, _) = lane("mips32-mars-9x9", FOUNDING);
    pace(&mut simulator, 50);
    right(&mut simulator, json!({"call": "back", "by": "instruction", "slice": 1_000_000}));
    right(&mut simulator, json!({"call": "seek", "position": 100, "slice": 1_000_000}));
    let end = to_the_end(&mut simulator, 1_000);
    assert_eq!((&end["state"], &end["instructions"]), (&json!("done"), &json!(573_818)));
}

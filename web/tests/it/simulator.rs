//! One program on a simulator: checked, run, stepped, looked at and changed.

use serde_json::{Value, json};

use crate::support::{ask, right};

fn work(text: &str) -> Value {
    json!({"sources": [{"name": "main.s", "text": text}], "dialect": "mars"})
}

const ECHO: &str = "\
main:   li $v0, 5
        syscall
        move $a0, $v0
        jal print
        li $v0, 10
        syscall
print:  li $v0, 1
        syscall
        jr $ra
";

/// A simulator with a program on it.
fn started(text: &str) -> web::Simulator {
    let mut simulator = web::Simulator::new();
    let call = json!({"call": "start", "start": {"work": work(text), "input": null}});
    let status = ask(&mut simulator, call);
    assert_eq!(status["ok"]["why"]["is"], "ready", "{status}");
    simulator
}

#[test]
fn the_types_of_the_page_are_not_stale() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/page/src/simulator.ts");
    let written = std::fs::read_to_string(file).unwrap_or_default().replace("\r\n", "\n");
    assert!(
        written == web::contract(),
        "page/src/simulator.ts is stale: cargo xtask web --contract"
    );
}

#[test]
fn a_mistake_is_reported_at_its_place_in_utf_16() {
    let text = "# 𝄞 ü\nmain: addd $t0, $t1, $t2\n";
    let checked = ask(&mut web::Simulator::new(), json!({"call": "check", "work": work(text)}));
    let message = &checked["ok"]["messages"][0];
    let at = &message["at"];
    assert_eq!((&at["line"], &at["start"], &at["end"]), (&json!(2), &json!(13), &json!(17)));
    let code = message["code"].as_str().expect("a message has a code");
    let pages = web::explanations();
    // Findings of homework and of checked runs have codes, too.
    for code in [code, "CC07", "GR01"] {
        assert!(pages.get(code).is_some_and(|page| page.contains(code)), "{code}: {pages:?}");
    }
}

#[test]
fn a_pseudo_instruction_is_listed_with_all_its_words() {
    let text = "main: li $t0, 0x12345678\n li $v0, 10\n syscall\n";
    let checked = ask(&mut web::Simulator::new(), json!({"call": "check", "work": work(text)}));
    let words = &checked["ok"]["listing"][0]["words"];
    assert_eq!(words.as_array().map(Vec::len), Some(2), "{checked}");
    assert_eq!(words[0]["bits"], "0x3c011234");
}

#[test]
fn a_program_waits_is_fed_steps_and_goes_back() {
    let mut simulator = started(ECHO);
    let go = |way| json!({"call": "go", "way": way, "slice": 1000});
    assert_eq!(ask(&mut simulator, go("on"))["ok"]["why"]["is"], "waits");
    ask(&mut simulator, json!({"call": "feed", "text": "42\n"}));
    let number = ask(&mut simulator, json!({"call": "break", "place": "print", "condition": null}));
    assert_eq!(number["ok"], 1);
    let status = ask(&mut simulator, go("resume"));
    assert_eq!(status["ok"]["why"], json!({"is": "breakpoint", "number": 1}), "{status}");
    assert_eq!(status["ok"]["spot"]["line"], 7);
    let calls = ask(&mut simulator, json!({"call": "calls", "slice": 1_000_000}));
    assert_eq!(calls["ok"]["frames"][0]["call"]["line"], 4);
    assert_eq!(ask(&mut simulator, go("out"))["ok"]["output"], "42");
    assert_eq!(
        ask(&mut simulator, json!({"call": "back", "by": "line", "slice": 1_000_000}))["ok"]["spot"]
            ["line"],
        9
    );
    assert_eq!(
        ask(&mut simulator, json!({"call": "seek", "position": 0, "slice": 1_000_000}))["ok"]["spot"]
            ["line"],
        1
    );
    let end = ask(&mut simulator, json!({"call": "delete", "number": 1}));
    assert_eq!(end["ok"], true);
    let end = ask(&mut simulator, go("on"));
    assert_eq!(end["ok"]["why"], json!({"is": "ended", "status": 0}));
    assert_eq!(end["ok"]["output"], "", "output is not repeated");
}

#[test]
fn a_long_call_is_stepped_over_in_slices() {
    let text = "main: jal far\n li $v0, 10\n syscall\nfar: li $t0, 10000\nagain: addi $t0, $t0, -1\n bnez $t0, again\n jr $ra\n";
    let mut simulator = started(text);
    let mut status = ask(&mut simulator, json!({"call": "go", "way": "over_line", "slice": 100}));
    let mut slices = 1;
    while status["ok"]["why"]["is"] == "going" {
        status = ask(&mut simulator, json!({"call": "go", "way": "resume", "slice": 100}));
        slices += 1;
    }
    assert_eq!(status["ok"]["why"]["is"], "done", "{status}");
    assert_eq!((slices > 100, &status["ok"]["spot"]["line"]), (true, &json!(2)));
}

/// Repeats a call until the answer is not `going`; returns the answer and the number of calls.
fn in_parts(simulator: &mut web::Simulator, call: &Value) -> (Value, u32) {
    let mut parts = 1;
    loop {
        let answer = ask(simulator, call.clone());
        if answer["ok"]["why"]["is"] != "going" {
            return (answer["ok"].clone(), parts);
        }
        parts += 1;
    }
}

/// Runs to the end in slices; returns the last status.
fn to_the_end(simulator: &mut web::Simulator) -> Value {
    let first =
        ask(simulator, json!({"call": "go", "way": "on", "slice": 1_000_000}))["ok"].clone();
    if first["why"]["is"] != "going" {
        return first;
    }
    in_parts(simulator, &json!({"call": "go", "way": "resume", "slice": 10_000_000})).0
}

/// Counts down from 5 million in a procedure, 15 million instructions; `marked` is before it, `far` is its label.
const LONG: &str = "main: nop\nmarked: jal far\n li $v0, 10\n syscall\nfar: li $t0, 5000000\nagain: addi $t0, $t0, -1\n nop\n bnez $t0, again\n nop\ninner: jal leaf\n nop\nleaf: li $v0, 10\n syscall\n";

#[test]
fn a_distant_position_is_reached_in_parts() {
    let mut simulator = started(LONG);
    ask(&mut simulator, json!({"call": "break", "place": "marked", "condition": null}));
    ask(&mut simulator, json!({"call": "go", "way": "on", "slice": 1000}));
    let end = to_the_end(&mut simulator);
    assert_eq!(end["why"]["is"], "ended", "{end}");
    let (back, parts) =
        in_parts(&mut simulator, &json!({"call": "back", "by": "stop", "slice": 1}));
    assert_eq!(back["why"], json!({"is": "breakpoint", "number": 1}), "{back}");
    assert!(parts > 5, "{parts} parts");
    // Going back in parts reaches the same place as going back at once.
    let place = json!({"call": "seek", "position": 14_000_001, "slice": 1});
    let (there, _) = in_parts(&mut simulator, &place);
    let mut other = started(LONG);
    to_the_end(&mut other);
    let at_once = json!({"call": "seek", "position": 14_000_001, "slice": 1_000_000_000});
    let at_once = ask(&mut other, at_once)["ok"].clone();
    assert_eq!((&there["now"], &there["spot"]), (&json!(14_000_001), &at_once["spot"]));
    let registers = json!({"call": "registers", "shown": "signed"});
    let values = |answer: Value| -> Vec<Value> {
        let all = answer["ok"].as_array().cloned().unwrap_or_default();
        all.iter().map(|register| register["shown"].clone()).collect()
    };
    assert_eq!(values(ask(&mut simulator, registers.clone())), values(ask(&mut other, registers)));
    let (line, _) = in_parts(&mut simulator, &json!({"call": "back", "by": "line", "slice": 1}));
    assert_eq!(line["now"], 14_000_000, "{line}");
}

#[test]
fn calls_are_followed_in_parts() {
    let mut simulator = started(LONG);
    to_the_end(&mut simulator);
    let mut parts = 0;
    let calls = loop {
        let answer = ask(&mut simulator, json!({"call": "calls", "slice": 1}))["ok"].clone();
        parts += 1;
        if !answer.is_null() {
            break answer;
        }
    };
    let lines = calls["frames"].as_array().map(|all| all.iter().map(|it| &it["call"]["line"]));
    assert_eq!(lines.map(Iterator::collect::<Vec<_>>), Some(vec![&json!(2), &json!(10)]));
    assert!(parts > 5, "{parts} parts");
    ask(&mut simulator, json!({"call": "seek", "position": 1, "slice": 1_000_000_000}));
    let none = ask(&mut simulator, json!({"call": "calls", "slice": 1}));
    assert_eq!(none["ok"]["frames"], json!([]));
}

#[test]
fn the_output_up_to_a_step_is_reported() {
    let text =
        "main: li $a0, 7\n li $v0, 1\n syscall\n li $a0, 89\n syscall\n li $v0, 10\n syscall\n";
    let mut simulator = started(text);
    let end = to_the_end(&mut simulator);
    assert_eq!((&end["output"], &end["written"]["output"]), (&json!("789"), &json!(3)));
    for (position, written) in [(0, 0), (2, 0), (3, 1), (4, 1), (5, 3), (6, 3)] {
        let seek = json!({"call": "seek", "position": position, "slice": 1000});
        let status = ask(&mut simulator, seek)["ok"].clone();
        assert_eq!(status["written"], json!({"output": written, "errors": 0}), "{position}");
        assert_eq!(status["output"], "");
    }
    // A changed past has different output, which replaces the old output after that position.
    ask(&mut simulator, json!({"call": "seek", "position": 4, "slice": 1000}));
    let changed = ask(&mut simulator, json!({"call": "assign", "target": "$a0", "value": "5"}));
    assert_eq!(changed["ok"]["end"], 4, "{changed}");
    let end = to_the_end(&mut simulator);
    assert_eq!((&end["output"], &end["written"]["output"]), (&json!("5"), &json!(2)));
}

#[test]
fn points_have_their_kinds() {
    let mut simulator = started(ECHO);
    ask(&mut simulator, json!({"call": "break", "place": "print", "condition": null}));
    ask(&mut simulator, json!({"call": "watch", "text": "$v0", "condition": null}));
    let points = ask(&mut simulator, json!({"call": "points"}))["ok"].clone();
    assert_eq!((&points[0]["kind"], &points[1]["kind"]), (&json!("break"), &json!("watch")));
}

#[test]
fn twenty_million_system_calls_are_allowed() {
    let text = "main: li $t0, 20000000\n li $v0, 30\nagain: syscall\n addi $t0, $t0, -1\n bnez $t0, again\n li $v0, 10\n syscall\n";
    let mut simulator = started(text);
    let end = to_the_end(&mut simulator);
    assert_eq!(end["why"], json!({"is": "ended", "status": 0}), "{end}");
}

#[test]
fn registers_and_memory_are_shown_and_changed() {
    let text =
        ".data\nword: .word 7, 0x64636261\n.text\nmain: lw $t0, word\n li $v0, 10\n syscall\n";
    let mut simulator = started(text);
    ask(&mut simulator, json!({"call": "assign", "target": "word", "value": "9"}));
    ask(&mut simulator, json!({"call": "go", "way": "line", "slice": 100}));
    let registers = ask(&mut simulator, json!({"call": "registers", "shown": "signed"}));
    let all = registers["ok"].as_array().expect("there are registers");
    let t0 = all.iter().find(|register| register["name"] == "t0");
    assert_eq!(t0, Some(&json!({"name": "t0", "shown": "9", "is_changed": true, "flags": ""})));
    let call = json!({"call": "memory", "from": "word", "words": 2, "shown": "manual"});
    let row = &ask(&mut simulator, call)["ok"]["rows"][0];
    assert_eq!(row["words"], json!(["0x00000009", "0x64636261"]));
    assert_eq!(row["text"], "....abcd");
}

#[test]
fn a_fault_has_its_line_and_can_be_undone() {
    let mut simulator = started("main: li $t0, 1\n lw $t1, 0($t0)\n");
    let status = ask(&mut simulator, json!({"call": "go", "way": "on", "slice": 100}));
    let why = &status["ok"]["why"];
    assert_eq!(
        (&why["is"], &why["code"], &why["message"]["at"]["line"]),
        (&json!("fault"), &json!("M002"), &json!(2))
    );
    let back =
        ask(&mut simulator, json!({"call": "back", "by": "instruction", "slice": 1_000_000}));
    assert_eq!(back["ok"]["now"], 0);
}

#[test]
fn a_lane_has_its_golden_count() {
    let mut simulator = web::Simulator::new();
    let puzzle =
        "007000008840000600000895300010400003000000070900500024204006000080730010130904700";
    let call = json!({"call": "solve", "lane": "mips32-mars-9x9", "puzzle": puzzle});
    assert!(ask(&mut simulator, call).get("ok").is_some());
    let status = ask(&mut simulator, json!({"call": "go", "way": "on", "slice": 10_000_000}));
    assert_eq!(status["ok"]["why"], json!({"is": "ended", "status": 0}));
    assert!(status["ok"]["output"].as_str().is_some_and(|grid| grid.starts_with("397641258")));
    assert_eq!(ask(&mut simulator, json!({"call": "counts"}))["ok"]["instructions"], 573_818);
}

#[test]
fn an_invalid_call_is_answered_with_an_error_message() {
    for call in ["", "{}", "{\"call\":\"dance\"}", "{\"call\":\"go\",\"way\":\"on\"}"] {
        let answer: Value =
            serde_json::from_str(&web::answer(&mut web::Simulator::new(), call)).expect("JSON");
        assert!(answer["error"].as_str().is_some_and(|why| why.contains("call")), "{answer}");
    }
    let none = ask(&mut web::Simulator::new(), json!({"call": "counts"}));
    assert_eq!(none["error"], "no program was started");
}

#[test]
fn a_star_dereferences_an_address_only_before_a_parenthesis() {
    let text = "        .data\nhere:   .word 0x10010004, 7\n        .text\nmain:   nop\n        li $v0, 10\n        syscall\n";
    let mut simulator = web::Simulator::new();
    let start = json!({"work": work(text), "input": ""});
    right(&mut simulator, json!({"call": "start", "start": start}));
    let mut first = |from: &str| {
        let call = json!({"call": "memory", "from": from, "words": 1, "shown": "unsigned"});
        right(&mut simulator, call)["rows"][0]["words"][0].clone()
    };
    for from in ["here", "0x10010000", "268500992", "*0x10010000", "*here"] {
        assert_eq!(first(from), "268500996", "{from}");
    }
    assert_eq!(first("*(here)"), "7");
}

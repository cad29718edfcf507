//! One program on a desk: checked, run, stepped, looked at and changed.

use serde_json::{Value, json};

use crate::support::ask;

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

/// A desk with a program on it.
fn started(text: &str) -> web::Desk {
    let mut desk = web::Desk::new();
    let call = json!({"call": "start", "start": {"work": work(text), "input": null}});
    let status = ask(&mut desk, call);
    assert_eq!(status["ok"]["why"]["is"], "ready", "{status}");
    desk
}

#[test]
fn the_types_of_the_page_are_not_stale() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/page/src/desk.ts");
    let written = std::fs::read_to_string(file).unwrap_or_default().replace("\r\n", "\n");
    assert!(written == web::contract(), "page/src/desk.ts is stale: cargo xtask web --contract");
}

#[test]
fn a_mistake_is_told_at_its_place_in_utf_16() {
    let text = "# 𝄞 ü\nmain: addd $t0, $t1, $t2\n";
    let checked = ask(&mut web::Desk::new(), json!({"call": "check", "work": work(text)}));
    let message = &checked["ok"]["messages"][0];
    let at = &message["at"];
    assert_eq!((&at["line"], &at["start"], &at["end"]), (&json!(2), &json!(13), &json!(17)));
    let code = message["code"].as_str().expect("a message has a code");
    let pages = web::explanations();
    assert!(pages.get(code).is_some_and(|page| page.contains(code)), "{pages:?}");
}

#[test]
fn a_pseudo_instruction_is_listed_with_all_its_words() {
    let text = "main: li $t0, 0x12345678\n li $v0, 10\n syscall\n";
    let checked = ask(&mut web::Desk::new(), json!({"call": "check", "work": work(text)}));
    let words = &checked["ok"]["listing"][0]["words"];
    assert_eq!(words.as_array().map(Vec::len), Some(2), "{checked}");
    assert_eq!(words[0]["bits"], "0x3c011234");
}

#[test]
fn a_program_waits_is_fed_steps_and_goes_back() {
    let mut desk = started(ECHO);
    let go = |way| json!({"call": "go", "way": way, "slice": 1000});
    assert_eq!(ask(&mut desk, go("on"))["ok"]["why"]["is"], "waits");
    ask(&mut desk, json!({"call": "feed", "text": "42\n"}));
    let number = ask(&mut desk, json!({"call": "break", "place": "print", "condition": null}));
    assert_eq!(number["ok"], 1);
    let status = ask(&mut desk, go("resume"));
    assert_eq!(status["ok"]["why"], json!({"is": "breakpoint", "number": 1}), "{status}");
    assert_eq!(status["ok"]["spot"]["line"], 7);
    let calls = ask(&mut desk, json!({"call": "calls"}));
    assert_eq!(calls["ok"][0]["call"]["line"], 4);
    assert_eq!(ask(&mut desk, go("out"))["ok"]["output"], "42");
    assert_eq!(ask(&mut desk, json!({"call": "back", "by": "line"}))["ok"]["spot"]["line"], 9);
    assert_eq!(ask(&mut desk, json!({"call": "seek", "position": 0}))["ok"]["spot"]["line"], 1);
    let end = ask(&mut desk, json!({"call": "delete", "number": 1}));
    assert_eq!(end["ok"], true);
    let end = ask(&mut desk, go("on"));
    assert_eq!(end["ok"]["why"], json!({"is": "ended", "status": 0}));
    assert_eq!(end["ok"]["output"], "", "what was seen is not shown again");
}

#[test]
fn a_long_call_is_stepped_over_in_slices() {
    let text = "main: jal far\n li $v0, 10\n syscall\nfar: li $t0, 10000\nagain: addi $t0, $t0, -1\n bnez $t0, again\n jr $ra\n";
    let mut desk = started(text);
    let mut status = ask(&mut desk, json!({"call": "go", "way": "over_line", "slice": 100}));
    let mut slices = 1;
    while status["ok"]["why"]["is"] == "going" {
        status = ask(&mut desk, json!({"call": "go", "way": "resume", "slice": 100}));
        slices += 1;
    }
    assert_eq!(status["ok"]["why"]["is"], "done", "{status}");
    assert_eq!((slices > 100, &status["ok"]["spot"]["line"]), (true, &json!(2)));
}

#[test]
fn registers_and_memory_are_seen_and_changed() {
    let text =
        ".data\nword: .word 7, 0x64636261\n.text\nmain: lw $t0, word\n li $v0, 10\n syscall\n";
    let mut desk = started(text);
    ask(&mut desk, json!({"call": "assign", "target": "word", "value": "9"}));
    ask(&mut desk, json!({"call": "go", "way": "line", "slice": 100}));
    let registers = ask(&mut desk, json!({"call": "registers", "shown": "signed"}));
    let all = registers["ok"].as_array().expect("there are registers");
    let t0 = all.iter().find(|register| register["name"] == "t0");
    assert_eq!(t0, Some(&json!({"name": "t0", "shown": "9", "is_changed": true})));
    let call = json!({"call": "memory", "from": "word", "words": 2, "shown": "manual"});
    let row = &ask(&mut desk, call)["ok"]["rows"][0];
    assert_eq!(row["words"], json!(["0x00000009", "0x64636261"]));
    assert_eq!(row["text"], "....abcd");
}

#[test]
fn a_fault_has_its_line_and_one_goes_back_from_it() {
    let mut desk = started("main: li $t0, 1\n lw $t1, 0($t0)\n");
    let status = ask(&mut desk, json!({"call": "go", "way": "on", "slice": 100}));
    let why = &status["ok"]["why"];
    assert_eq!(
        (&why["is"], &why["code"], &why["message"]["at"]["line"]),
        (&json!("fault"), &json!("M002"), &json!(2))
    );
    let back = ask(&mut desk, json!({"call": "back", "by": "instruction"}));
    assert_eq!(back["ok"]["now"], 0);
}

#[test]
fn a_lane_costs_what_golden_says() {
    let mut desk = web::Desk::new();
    let puzzle =
        "007000008840000600000895300010400003000000070900500024204006000080730010130904700";
    let call = json!({"call": "solve", "lane": "mips32-mars-9x9", "puzzle": puzzle});
    assert!(ask(&mut desk, call).get("ok").is_some());
    let status = ask(&mut desk, json!({"call": "go", "way": "on", "slice": 10_000_000}));
    assert_eq!(status["ok"]["why"], json!({"is": "ended", "status": 0}));
    assert!(status["ok"]["output"].as_str().is_some_and(|grid| grid.starts_with("397641258")));
    assert_eq!(ask(&mut desk, json!({"call": "counts"}))["ok"]["instructions"], 573_818);
}

#[test]
fn what_is_no_call_is_answered_with_a_sentence() {
    for call in ["", "{}", "{\"call\":\"dance\"}", "{\"call\":\"go\",\"way\":\"on\"}"] {
        let answer: Value =
            serde_json::from_str(&web::answer(&mut web::Desk::new(), call)).expect("JSON");
        assert!(answer["error"].as_str().is_some_and(|why| why.contains("no call")), "{answer}");
    }
    let none = ask(&mut web::Desk::new(), json!({"call": "counts"}));
    assert_eq!(none["error"], "no program was started");
}

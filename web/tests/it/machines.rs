//! A program on each machine.

use crate::support::{ask, right, run, work};
use lanes::root::Root;
use serde_json::{Value, json};

/// A first program, run to its end.
fn first(name: &str) -> (web::Simulator, Value) {
    let machines =
        web::menu(&Root::Bundled).expect("what came along is right").machines.into_iter();
    let texts = machines
        .map(|machine| web::texts(&Root::Bundled, &machine.name).expect("they can be read"));
    let text = json!(texts.flatten().find(|(known, _)| known == name).expect("it is there").1);
    let work = json!({"sources": text["sources"], "dialect": text["dialect"], "switches": text["switches"]});
    run(&work, Some(""))
}

#[test]
fn every_first_program_of_the_menu_runs() {
    let menu = json!(web::menu(&Root::Bundled).expect("what came along is right"));
    let programs = menu["programs"].as_array().expect("there are programs");
    let outputs = [
        ("first-mars.s", "14"),
        ("first-spim.s", "3"),
        ("first-rars.s", "120\n"),
        ("first-venus.s", "5"),
        ("first-esp32c3.s", "hello from flash\n"),
        ("first.mid", "14"),
        ("first-lc3.asm", "5\n"),
        ("first-6502.s", "14\n"),
        ("first.spl", "14"),
    ];
    for program in programs {
        let name = program["name"].as_str().expect("a name");
        let title = program["title"].as_str().expect("a title");
        assert!(title.ends_with('.') && !title.contains('#'), "{title}");
        let (_, status) = first(name);
        if let Some((_, output)) = outputs.iter().find(|(known, _)| *known == name) {
            let wrote = status["output"].as_str().expect("a text");
            assert_eq!(wrote.trim(), output.trim(), "{name}: {status}");
        }
        let is_mistake = name == "unaligned.s";
        assert_eq!(status["why"]["is"], if is_mistake { "fault" } else { "ended" }, "{name}");
    }
    assert!(outputs.iter().all(|(name, _)| programs.iter().any(|known| known["name"] == *name)));
}

#[test]
fn examples_assemble_with_their_switches() {
    let menu = json!(web::menu(&Root::Bundled).expect("what came along is right"));
    for example in menu["examples"].as_array().expect("there are examples") {
        let mut simulator = web::Simulator::new();
        let [machine, lane] = ["machine", "lane"].map(|key| example[key].as_str().expect("a name"));
        let text = json!(web::texts(&Root::Bundled, machine).expect("they can be read")[lane]);
        let work = json!({"sources": text["sources"], "dialect": text["dialect"], "switches": text["switches"]});
        let checked = right(&mut simulator, json!({"call": "check", "work": work}));
        assert_eq!(checked["is_good"], true, "{}: {}", example["lane"], checked["messages"]);
    }
}

/// Solutions of the first puzzles of the sets 4x4, 9x9 and easy.
const SOLUTIONS: [&str; 3] = [
    "4231132431422413",
    "397641258845273691621895347718429563452368179963517824274186935589732416136954782",
    "694127385257863194318549762845291673173685429926374518469752831732418956581936247",
];

/// As the page runs it: the first click on Run prints the solution.
#[test]
fn every_example_solves_its_puzzle() {
    let menu = json!(web::menu(&Root::Bundled).expect("what came along is right"));
    for example in menu["examples"].as_array().expect("there are examples") {
        let mut simulator = web::Simulator::new();
        let [machine, lane] = ["machine", "lane"].map(|key| example[key].as_str().expect("a name"));
        let text = json!(web::texts(&Root::Bundled, machine).expect("they can be read")[lane]);
        let work = json!({"sources": text["sources"], "dialect": text["dialect"], "switches": text["switches"]});
        let words = text["arguments"].as_array().expect("a list").iter();
        let words: Vec<&str> =
            words.flat_map(|it| it.as_str().expect("a text").split(' ')).collect();
        let start = json!({"work": work, "input": text["input"], "arguments": words, "files": text["files"]});
        right(&mut simulator, json!({"call": "start", "start": start}));
        let status =
            right(&mut simulator, json!({"call": "go", "way": "on", "slice": 200_000_000}));
        let shown = status["output"].as_str().expect("a text");
        let digits: String = shown.chars().filter(char::is_ascii_digit).collect();
        let is_solved = SOLUTIONS.iter().any(|solution| digits.contains(solution));
        assert!(is_solved, "{lane}: {digits} {}", status["why"]);
    }
}

#[test]
fn an_open_source_is_included_and_not_assembled_twice() {
    let main = "main: jal five\nmove $a0, $v0\nli $v0, 1\nsyscall\nli $v0, 10\nsyscall\n\
                .include \"lib.s\"\n";
    let lib = "five: li $v0, 5\njr $ra\n";
    for names in [["main.s", "lib.s"], ["lib.s", "main.s"]] {
        let source =
            |name: &str| json!({"name": name, "text": if name == "lib.s" { lib } else { main }});
        let work = json!({"sources": names.map(source), "dialect": "mars"});
        let (_, status) = run(&work, None);
        assert_eq!(status["output"], "5", "{status}");
    }
    // Two that include each other do not end in a loop.
    let each = |other: &str| format!("nop\n.include \"{other}\"\n");
    let work = json!({"sources": [
        {"name": "a.s", "text": each("b.s")}, {"name": "b.s", "text": each("a.s")},
    ], "dialect": "mars"});
    let checked = right(&mut web::Simulator::new(), json!({"call": "check", "work": work}));
    assert_eq!(checked["is_good"], false, "{checked}");
}

#[test]
fn a_fault_is_reported_with_its_causes() {
    let (_, status) = first("unaligned.s");
    let notes = &status["why"]["message"]["notes"];
    assert_eq!(
        notes[0], "`$t0` got 0x10010000 at unaligned.s:6 in `main`: `la $t0, cells`",
        "{status}"
    );
}

#[test]
fn a_program_that_does_not_assemble_does_not_start() {
    let work = work("main.s", "main: addd $t0, $t1, $t2\n nop\n bad $t0\n", "mars");
    let call = json!({"call": "start", "start": {"work": work, "input": null}});
    let why = ask(&mut web::Simulator::new(), call)["error"].clone();
    let lines: Vec<&str> = why.as_str().expect("a sentence").lines().collect();
    assert_eq!(lines[0], "the program does not assemble:");
    assert!(lines[1].starts_with("main.s:1: ") && lines[1].contains("`addd`"), "{why}");
    assert!(lines[2].starts_with("main.s:3: "), "{why}");
}

#[test]
fn a_program_runs_to_the_next_system_call() {
    let text = "main: li $t0, 2\nagain: li $v0, 11\n li $a0, 'x'\n syscall\n addi $t0, $t0, -1\n bnez $t0, again\n li $v0, 10\n syscall\n";
    let mut simulator = web::Simulator::new();
    right(
        &mut simulator,
        json!({"call": "start", "start": {"work": work("a.s", text, "mars"), "input": ""}}),
    );
    let to = || json!({"call": "go", "way": "to_system_call", "slice": 1000});
    for line in [4, 4, 8] {
        let status = right(&mut simulator, to());
        assert_eq!((&status["why"]["is"], &status["spot"]["line"]), (&json!("done"), &json!(line)));
    }
    assert_eq!(right(&mut simulator, to())["why"]["is"], "ended");
    let mut simulator = web::Simulator::new();
    let none = work("a.spl", "=1\nreturn A1\n", "spl");
    right(&mut simulator, json!({"call": "start", "start": {"work": none, "input": ""}}));
    assert_eq!(ask(&mut simulator, to())["error"], "this program makes no system calls");
}

#[test]
fn stores_have_their_old_values() {
    let text = ".data\ncell: .word 7\n.text\nmain: li $t0, 9\n sw $t0, cell\n sb $zero, cell\n li $v0, 10\n syscall\n";
    let (mut simulator, _) = run(&work("a.s", text, "mars"), Some(""));
    let stores = right(&mut simulator, json!({"call": "stores"}));
    let reported = |at: usize| {
        let store: &Value = &stores[at];
        json!([
            store["by"]["line"],
            store["shown"],
            store["units"],
            store["before"],
            store["value"]
        ])
    };
    assert_eq!(reported(0), json!([5, "0x10010000", 4, "0x00000007", "0x00000009"]));
    assert_eq!(reported(1), json!([6, "0x10010000", 1, "0x09", "0x00"]));
    assert_eq!(stores.as_array().map(Vec::len), Some(2));
    right(&mut simulator, json!({"call": "seek", "position": 3, "slice": 1_000_000}));
    assert_eq!(right(&mut simulator, json!({"call": "stores"})).as_array().map(Vec::len), Some(1));
}

#[test]
fn many_stores_are_the_last_thousand() {
    let text = "main: li $t0, 3000\nagain: sw $t0, 0($sp)\n addi $t0, $t0, -1\n bnez $t0, again\n li $v0, 10\n syscall\n";
    let (mut simulator, _) = run(&work("a.s", text, "mars"), Some(""));
    let stores = right(&mut simulator, json!({"call": "stores"}));
    let all = stores.as_array().expect("a list");
    let ends = (&all[0]["value"], &all[999]["value"], &all[999]["before"]);
    assert_eq!(all.len(), 1000);
    assert_eq!(ends, (&json!("0x000003e8"), &json!("0x00000001"), &json!("0x00000002")));
}

#[test]
fn memory_has_its_areas() {
    let text = ".data\ncell: .word 7\n.text\nmain: li $v0, 10\n syscall\n";
    let (mut simulator, _) = run(&work("a.s", text, "mars"), Some(""));
    let areas = right(&mut simulator, json!({"call": "areas"}));
    let names: Vec<&str> =
        areas.as_array().expect("a list").iter().filter_map(|area| area["name"].as_str()).collect();
    assert_eq!(names, [".text", ".data", "heap", "stack"], "{areas}");
    for area in areas.as_array().expect("a list") {
        let from = area["shown"].as_str().expect("an address");
        let call = json!({"call": "memory", "from": from, "words": 4, "shown": "manual"});
        assert_eq!(right(&mut simulator, call)["rows"][0]["address"], area["from"]);
    }
    let (mut simulator, _) = first("first.mid");
    let areas = right(&mut simulator, json!({"call": "areas"}));
    assert!(areas.as_array().is_some_and(|areas| areas.iter().any(|area| area["name"] == "stack")));
}

#[test]
fn files_of_any_bytes_go_in_and_come_out() {
    let text = ".data\nname: .asciiz \"in\"\nto: .asciiz \"out\"\nroom: .space 8\n.text\nmain: la $a0, name\n li $a1, 0\n li $a2, 0\n li $v0, 13\n syscall\n move $a0, $v0\n la $a1, room\n li $a2, 8\n li $v0, 14\n syscall\n move $s0, $v0\n la $a0, to\n li $a1, 1\n li $a2, 0\n li $v0, 13\n syscall\n move $a0, $v0\n la $a1, room\n move $a2, $s0\n li $v0, 15\n syscall\n li $v0, 10\n syscall\n";
    let mut simulator = web::Simulator::new();
    let file = json!({"name": "in", "text": "", "base64": "AP/+gA=="});
    let start = json!({"work": work("a.s", text, "mars"), "input": "", "files": [file]});
    right(&mut simulator, json!({"call": "start", "start": start}));
    right(&mut simulator, json!({"call": "go", "way": "on", "slice": 1000}));
    let files = right(&mut simulator, json!({"call": "files"}));
    let out = files.as_array().expect("a list").iter().find(|file| file["name"] == "out");
    assert_eq!(
        out.map(|out| (&out["bytes"], &out["base64"])),
        Some((&json!(4), &json!("AP/+gA==")))
    );
}

#[test]
fn limits_are_reported_without_switches() {
    let line = "x".repeat(400);
    let output = format!(
        ".data\nline: .asciiz \"{line}\"\n.text\nmain: li $v0, 4\n la $a0, line\nagain: syscall\n j again\n"
    );
    // System calls are unlimited: the slice ends, and the program can be resumed.
    let calls = "main: li $v0, 30\nagain: syscall\n j again\n";
    let limit = json!({"is": "limit", "text": "the program printed more than 16 MiB"});
    for (text, why) in [(&*output, limit), (calls, json!({"is": "going"}))] {
        let mut simulator = web::Simulator::new();
        right(
            &mut simulator,
            json!({"call": "start", "start": {"work": work("a.s", text, "mars"), "input": ""}}),
        );
        let status =
            right(&mut simulator, json!({"call": "go", "way": "on", "slice": 100_000_000}));
        assert_eq!(status["why"], why);
    }
}

#[test]
fn a_desk_with_files_from_the_page_answers_like_one_with_bundled_files() {
    let source = |(file, bytes): (std::path::PathBuf, &[u8])| {
        let base64 = data_encoding::BASE64.encode(bytes);
        json!({"name": file.to_string_lossy().replace('\\', "/"), "text": "", "base64": base64})
    };
    let files: Vec<Value> = lanes::root::bundled_files().map(source).collect();
    let today = "2026-11-25";
    let assignment =
        web::menu(&Root::Bundled).expect("what came along is right").assignments[0].clone();
    let scaffolds = web::scaffolds(&Root::Bundled).expect("what came along is right");
    let sources =
        json!([{"name": assignment.submission, "text": scaffolds[&assignment.name].text}]);
    let puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let calls = [
        json!({"call": "race_lane", "lane": "mips32-spim-9x9", "puzzle": puzzle}),
        json!({"call": "pace", "events": 50, "slice": 1_000_000}),
        json!({"call": "grade", "assignment": assignment.name, "sources": sources, "today": today}),
        json!({"call": "grade_on"}),
        json!({"call": "grade_on"}),
    ];
    let (mut has, mut given) = (web::Simulator::new(), web::Simulator::new());
    right(&mut given, json!({"call": "give", "files": files}));
    for call in calls {
        assert_eq!(right(&mut given, call.clone()), right(&mut has, call));
    }
}

#[test]
fn a_tolerated_mistake_is_reported_in_one_line() {
    let text = "main: lw $t0, 2($sp)\n li $v0, 10\n syscall\n";
    let (_, status) = run(&work("a.s", text, "spim"), Some(""));
    let reported: Vec<&str> =
        status["notes"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let [line] = reported[..] else { panic!("{status}") };
    assert!(line.starts_with("the program continues after this: a.s:1"), "{line}");
    assert!(!line.contains('\n'), "{line}");
}

#[test]
fn flags_have_names() {
    let (mut simulator, _) = first("first.mid");
    let registers = right(&mut simulator, json!({"call": "registers", "shown": "manual"}));
    let registers = registers.as_array().expect("a list");
    let flags = |name: &str| registers.iter().find(|it| it["name"] == name).map(|it| &it["flags"]);
    assert!(flags("FLAGS").is_some_and(|it| it.as_str().is_some_and(|it| it.contains("USER"))));
    assert_eq!(flags("AC1"), Some(&json!("")));
    let source = "        .ORIG x3000\n        AND R0, R0, #0\n        HALT\n        .END\n";
    let (mut simulator, _) = run(&work("main.asm", source, "lc3"), None);
    let registers = right(&mut simulator, json!({"call": "registers", "shown": "manual"}));
    let registers = registers.as_array().expect("a list");
    assert!(registers.iter().any(|it| it["name"] == "CC" && it["flags"] == "Z"), "{registers:?}");
}

#[test]
fn cells_have_names_and_values() {
    let script = work("main.spl", "=3\t=A1+4\n\t=to(3).rvs()\n", "spl");
    let (mut simulator, _) = run(&script, None);
    let names = json!(["A1", "B1", "B2", "C9"]);
    let cells = right(&mut simulator, json!({"call": "cells", "names": names}));
    assert_eq!(cells, json!(["3", "7", "[3,2,1]", null]));
    let checked = right(&mut simulator, json!({"call": "check", "work": script}));
    let words = |line: usize| checked["listing"][line]["words"].as_array().expect("words").clone();
    assert_eq!(words(0).iter().map(|it| &it["shown"]).collect::<Vec<_>>(), ["A1", "B1"]);
    assert_eq!(words(1)[0]["shown"], "B2");
}

#[test]
fn a_program_that_sleeps_advances_its_clock() {
    let source = "main: li $v0, 32\n li $a0, 2000\n syscall\n li $v0, 10\n syscall\n";
    let mut simulator = web::Simulator::new();
    let start = json!({"work": work("main.s", source, "mars"), "input": null});
    let begun = right(&mut simulator, json!({"call": "start", "start": start}));
    let ended = right(&mut simulator, json!({"call": "go", "way": "on", "slice": 100}));
    let clock = |status: &Value| status["clock_ms"].as_u64().expect("a number");
    assert_eq!(clock(&ended) - clock(&begun), 2000);
}

/// A program for ITS that clears the screen, writes into its third line, and then shows the keys up to `q`.
const DRAWS: &str = "\
\tTITLE DRAW
GO:\t.OPEN 1,[21,,'TTY]
\t .LOSE
\t.OPEN 2,[.UAI,,'TTY]
\t .LOSE
\tMOVSI 1,-LENGTH
NEXT:\tMOVE 2,TABLE(1)
\t.IOT 1,2
\tAOBJN 1,NEXT
KEY:\t.IOT 2,3
\tCAIE 3,\"q
\t JRST KEY
\t.LOGOUT 1,
TABLE:\t20 ? \"C ? 20 ? \"V ? 10+2 ? 20 ? \"H ? 10+5 ? \"x ? \"y
LENGTH==.-TABLE
\tEND GO
";

#[test]
fn its_draws_on_a_screen() {
    let written = |screen: Value| {
        let mut simulator = web::Simulator::new();
        let start =
            json!({"work": work("draws.mid", DRAWS, "midas"), "input": null, "screen": screen});
        right(&mut simulator, json!({"call": "start", "start": start}));
        let status = right(&mut simulator, json!({"call": "go", "way": "on", "slice": 10_000}));
        status["output"].as_str().expect("a text").to_owned()
    };
    let drawn = written(json!([24, 80]));
    assert!(drawn.contains("\u{1b}[") && drawn.contains("xy"), "{drawn:?}");
    assert!(!written(Value::Null).contains('\u{1b}'));
}

/// A call waits for a key even on a machine whose programs also poll for one.
#[test]
fn lc3_waits_for_a_key() {
    let source = "        .ORIG x3000\n        GETC\n        OUT\n        HALT\n        .END\n";
    let (mut simulator, status) = run(&work("main.asm", source, "lc3"), None);
    assert_eq!(status["why"]["is"], "waits", "{status}");
    right(&mut simulator, json!({"call": "feed", "text": "k"}));
    let go = json!({"call": "go", "way": "resume", "slice": 1_000_000});
    let status = right(&mut simulator, go);
    assert_eq!(
        (&status["why"]["is"], &status["output"]),
        (&json!("ended"), &json!("k")),
        "{status}"
    );
}

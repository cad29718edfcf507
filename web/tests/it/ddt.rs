//! DDT at the terminal of a page.

use lanes::root::Root;
use serde_json::json;

use crate::support::{ask, right};

/// The Sudoku program of ITS with its puzzle on the disk, before its first instruction.
fn sudoku() -> web::Simulator {
    let texts = web::texts(&Root::Bundled, "pdp10").expect("the examples can be read");
    let example = &texts["pdp10-its-9x9"];
    let mut simulator = web::Simulator::new();
    let sources: Vec<_> =
        example.sources.iter().map(|file| json!({"name": file.name, "text": file.text})).collect();
    let files: Vec<_> = example
        .files
        .iter()
        .map(|file| json!({"name": file.name, "text": file.text, "base64": file.base64}))
        .collect();
    let work =
        json!({"sources": sources, "dialect": example.dialect, "switches": example.switches});
    let start =
        json!({"work": work, "input": null, "arguments": example.arguments, "files": files});
    right(&mut simulator, json!({"call": "start", "start": start}));
    simulator
}

/// Types keys and lets the program run until it stops; returns the text of the terminal.
fn typed(simulator: &mut web::Simulator, keys: &str) -> (String, serde_json::Value) {
    let mut call = json!({"call": "ddt", "keys": keys, "slice": 20_000});
    let mut text = String::new();
    loop {
        let answer = right(simulator, call);
        text += answer["typed"].as_str().expect("DDT types text");
        if answer["status"]["why"]["is"] != "going" {
            return (text, answer);
        }
        call = json!({"call": "ddt", "keys": "", "slice": 100_000});
    }
}

#[test]
fn ddt_runs_the_sudoku_program_by_its_command() {
    let mut simulator = sudoku();
    let (greeting, _) = typed(&mut simulator, "");
    assert!(greeting.contains("$J") && greeting.ends_with('*'), "{greeting}");
    let (text, answer) = typed(&mut simulator, ":SUDOKU PUZZL1 SUDOKU\r");
    assert!(text.contains("|| 7 | 3 | 2 ||") && text.contains(":KILL"), "{text}");
    assert_eq!(answer["status"]["now"], 102221);
    // The page's own view has the same run.
    let counts = right(&mut simulator, json!({"call": "counts"}));
    assert_eq!(counts["instructions"], 102221);
    let back =
        right(&mut simulator, json!({"call": "back", "by": "instruction", "slice": 1_000_000}));
    assert_eq!(back["now"], 102220);
}

#[test]
fn ddt_and_the_page_see_one_machine() {
    let mut simulator = sudoku();
    typed(&mut simulator, "");
    let (text, _) = typed(&mut simulator, "1/1234\rMOVEI 1,5\x1bX1[");
    assert!(text.contains("   5   "), "{text}");
    let registers = right(&mut simulator, json!({"call": "registers", "shown": "unsigned"}));
    assert_eq!(registers[1]["shown"], "5.");
    let (text, answer) = typed(&mut simulator, "SOLVE\x1bB\x1bG");
    assert!(text.contains("$1B; SOLVE>>"), "{text}");
    let position = answer["status"]["now"].as_u64().expect("a position");
    // A step by the page continues there (the instruction is a call of FIND), and DDT sees it.
    let step = right(&mut simulator, json!({"call": "go", "way": "instruction", "slice": 1000}));
    assert_eq!(step["now"].as_u64(), Some(position + 1));
    let (text, answer) = typed(&mut simulator, "\x1b._:KILL\r");
    assert!(text.contains("FIND"), "{text}");
    assert_eq!(answer["has_left"], true);
}

#[test]
fn lines_and_labels_are_those_of_the_job_that_runs() {
    let mut simulator = sudoku();
    typed(&mut simulator, "SOLVE\x1bB\x1bG");
    let own = right(&mut simulator, json!({"call": "registers", "shown": "manual"}));
    let (_, answer) = typed(&mut simulator, "EMPTY\x1bJ");
    assert_eq!(answer["is_loaded"], true);
    // The empty job gets an instruction at the address of a line of the first program.
    let (_, answer) = typed(&mut simulator, "100/MOVEI 1,5\r101/.LOGOUT 1,\r100\x1bG");
    let spot = &answer["status"]["spot"];
    assert_eq!((&spot["line"], &spot["file"]), (&json!(null), &json!(null)), "{spot}");
    assert!(!spot["words"].as_str().expect("words").contains(".mid"), "{spot}");
    let profile = right(&mut simulator, json!({"call": "profile"}));
    assert_eq!(profile["lines"], json!([]));
    // The first job again, with its lines.
    let (_, answer) = typed(&mut simulator, "\x1bJ");
    assert!(answer["status"]["spot"]["line"].is_u64(), "{answer}");
    let again = right(&mut simulator, json!({"call": "registers", "shown": "manual"}));
    assert_eq!(own.as_array().map(Vec::len), again.as_array().map(Vec::len));
    let step = right(&mut simulator, json!({"call": "go", "way": "line", "slice": 1000}));
    assert!(step["spot"]["line"].is_u64(), "{step}");
}

#[test]
fn only_a_pdp10_has_ddt() {
    let work = json!({"sources": [{"name": "a.s", "text": "main: nop\n"}], "dialect": "mars"});
    let mut simulator = web::Simulator::new();
    assert!(
        !ask(&mut simulator, json!({"call": "ddt", "keys": "", "slice": 1}))["error"].is_null()
    );
    right(&mut simulator, json!({"call": "start", "start": {"work": work, "input": null}}));
    let answer = ask(&mut simulator, json!({"call": "ddt", "keys": "", "slice": 1}));
    assert!(answer["error"].as_str().is_some_and(|text| text.contains("PDP-10")), "{answer}");
}

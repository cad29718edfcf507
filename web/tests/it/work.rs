//! What is not assembly: program files, other languages, and nothing at all; and remarks at the end of a run.

use serde_json::{Value, json};

use crate::support::{ask, right, run, work};

/// Reply to a start of sources.
fn start(sources: Value) -> Value {
    let work = json!({"sources": sources, "dialect": null});
    ask(
        &mut web::Simulator::new(),
        json!({"call": "start", "start": {"work": work, "input": null}}),
    )
}

#[test]
fn a_program_file_runs() {
    // An LC-3 program: its address 0x3000, and HALT.
    let source = json!([{"name": "halt.obj", "text": "", "base64": "MADwJQ=="}]);
    let (_, status) = run(&json!({"sources": source, "dialect": null}), None);
    assert_eq!(status["why"]["is"], "ended", "{status}");
    let check = json!({"call": "check", "work": {"sources": source, "dialect": "mars"}});
    let checked = right(&mut web::Simulator::new(), check);
    assert_eq!((&checked["is_good"], &checked["dialect"]), (&json!(true), &json!("lc3")));
    assert_eq!(checked["reason"], "halt.obj is a program file of 4 bytes");
}

#[test]
fn other_bytes_are_refused() {
    let refused = |name: &str, base64: &str| {
        let reply = start(json!([{"name": name, "text": "", "base64": base64}]));
        reply["error"].as_str().expect("an error").to_owned()
    };
    // The begin of a PNG picture, and an ELF header that ends after its magic.
    assert_eq!(
        refused("a.png", "iVBORw0KGgo="),
        "a.png: neither a source nor a known program file"
    );
    assert!(refused("a.out", "f0VMRgEBAQ==").starts_with("a.out: "));
}

#[test]
fn another_language_is_named() {
    for (text, what) in [
        ("mov eax, 5\nadd eax, 3\nret\n", "x86"),
        ("mov r0, #5\nbx lr\n", "ARM"),
        ("def main():\n    print(\"hello\")\n", "Python"),
        (" \n", "the source is empty: there is no program in it"),
    ] {
        let sources = json!([{"name": "main.s", "text": text}]);
        let error = start(sources.clone())["error"].as_str().expect("an error").to_owned();
        assert!(error.contains(what), "{text}: {error}");
        let check = json!({"call": "check", "work": {"sources": sources, "dialect": null}});
        let hint = right(&mut web::Simulator::new(), check)["hint"].clone();
        assert!(hint.as_str().is_some_and(|hint| hint.contains(what)), "{text}: {hint}");
    }
    // A chosen dialect keeps its own messages.
    let mars = json!({"sources": [{"name": "main.s", "text": "mov eax, 5\nadd eax, 3\n"}], "dialect": "mars"});
    let call = json!({"call": "start", "start": {"work": mars, "input": null}});
    let error = ask(&mut web::Simulator::new(), call)["error"].clone();
    assert!(error.as_str().is_some_and(|error| error.contains("does not assemble")), "{error}");
}

const DRAWS: &str = "\
main:   li $t0, 0x10008000
        li $t1, 64
loop:   sw $t1, 0($t0)
        addi $t0, $t0, 4
        addi $t1, $t1, -1
        bgtz $t1, loop
        li $v0, 10
        syscall
";

#[test]
fn pixels_are_remarked_and_read() {
    let (mut simulator, status) = run(&work("main.s", DRAWS, "mars"), None);
    let notes = status["notes"].to_string();
    assert!(notes.contains("Bitmap Display"), "{notes}");
    let values = json!({"call": "values", "from": "0x10008000", "words": 3});
    assert_eq!(right(&mut simulator, values), json!([64, 63, 62]));
    let beyond = json!({"call": "values", "from": "0x0", "words": 3});
    assert_eq!(right(&mut simulator, beyond), json!([]));
}

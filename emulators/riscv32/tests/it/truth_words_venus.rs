//! Machine words and accepted programs, compared with records of Venus (JVM build of 2020-07-03).

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use asmkit::{NoLibrary, Severity, Sources, render};
use machine::{Data, Image};
use riscv32::assembler::assemble;
use riscv32::{Dialect, Options};
use serde_json::Value;

/// Programs on which the dialect and Venus differ intentionally, and why.
const EXCEPTIONS: &[(&str, &str)] = &[];

/// Text in Venus's message, and the text that our message must then contain.
const MESSAGES: &[(&str, &str)] = &[
    ("unknown assembler directive", "unknown directive"),
    ("invalid byte", "256 is out of range"),
    ("out of range", "is out of range"),
    ("arguments but expected", "not "),
    ("wrong # of arguments", "takes 2 operands, not "),
    ("instruction with name", "unknown instruction"),
    ("Displaced Notation", "without parentheses"),
    ("not recognized", "unknown register"),
    ("not recognized", "is a number, not a register"),
    ("used but not defined", "undefined symbol"),
    ("too far", "is too far away"),
    ("unclosed string", "unterminated string or character"),
];

fn truth() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/truth/venus")
}

#[test]
fn programs_become_the_words_that_venus_makes_of_them() {
    let records = fs::read_to_string(truth().join("truth.jsonl")).expect("a readable file");
    let mut differing = BTreeMap::new();
    let mut compared = 0;
    for line in records.lines() {
        let record: Value = serde_json::from_str(line).expect("a record a line");
        let program = record["program"].as_str().unwrap_or_default().to_owned();
        compared += 1;
        if let Err(why) = compare(&program, &record) {
            differing.insert(program, why);
        }
    }
    let excepted: BTreeSet<&str> = EXCEPTIONS.iter().map(|(program, _)| *program).collect();
    let mut report = String::new();
    for (program, why) in differing.iter().filter(|(name, _)| !excepted.contains(name.as_str())) {
        report.push_str(&format!("== {program}\n{why}\n"));
    }
    for program in excepted.iter().filter(|program| !differing.contains_key(**program)) {
        report.push_str(&format!("== {program}\nagrees: the exception is not needed\n"));
    }
    println!("{compared} records compared, {} exceptions", EXCEPTIONS.len());
    assert!(report.is_empty(), "{report}");
}

fn compare(program: &str, record: &Value) -> Result<(), String> {
    let bytes = fs::read(truth().join(program)).map_err(|error| error.to_string())?;
    let mut sources = Sources::new();
    let file = sources.add(program, &bytes);
    let assembled = assemble(&mut sources, &[file], &Options::of(Dialect::Venus), &NoLibrary);
    match (assembled, refusal(record)) {
        (Ok(assembly), None) => compare_words(&assembly.image, record),
        (Ok(_), Some((why, _))) => Err(format!("accepted, but Venus says: {why}")),
        (Err(problems), None) => Err(format!("refused: {}", render(&problems[0], &sources, false))),
        (Err(problems), Some((why, line))) => {
            let first = problems.iter().find(|problem| problem.severity == Severity::Error);
            let first = first.ok_or("no message is an error")?;
            let here = sources.line_column(first.span).0;
            if here != line {
                return Err(format!("Venus's message is on line {line}, this one on {here}"));
            }
            let is_same = |(theirs, ours): &(&str, &str)| {
                why.contains(theirs) && first.message.contains(ours)
            };
            if MESSAGES.iter().any(is_same) {
                Ok(())
            } else {
                Err(format!("Venus: {why}\nhere:  {}", first.message))
            }
        }
    }
}

/// Venus's message and its line, if Venus does not assemble the program.
fn refusal(record: &Value) -> Option<(String, u32)> {
    let messages = record["messages"].as_str().unwrap_or_default();
    let rest = messages.lines().next()?.strip_prefix("venusbackend.assembler.AssemblerError: ")?;
    let (line, why) = rest.strip_prefix("main.S:")?.split_once(": ")?;
    Some((why.to_owned(), line.parse().ok()?))
}

fn compare_words(image: &Image, record: &Value) -> Result<(), String> {
    let Some(words) = record["words"].as_array() else { return Ok(()) };
    let expected: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
    let text = image.segments.iter().filter(|segment| segment.executable);
    let bytes = text.flat_map(|segment| match &segment.data {
        Data::Bytes(bytes) => bytes.as_slice(),
        Data::Words(_) => &[],
    });
    let bytes: Vec<u8> = bytes.copied().collect();
    let word = |bytes: &[u8]| bytes.iter().rev().map(|byte| format!("{byte:02x}")).collect();
    let found: Vec<String> = bytes.chunks_exact(4).map(word).collect();
    if expected == found {
        Ok(())
    } else {
        Err(format!("Venus {}\nhere  {}", expected.join(" "), found.join(" ")))
    }
}

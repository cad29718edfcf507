//! Surprising behaviour of a KA10, one fact per file: `tests/cases/NAME.txt`, one case per line.
//!
//! `LSH 1,-1 | ac1=3 => ac1=1 ; source`: instructions separated by `?`, the state before and the
//! state after. Instructions are placed from 1000 on; `pc`, `fl`, `acN` and `mA` are the program
//! counter, the flags of the PC word's left half, an accumulator and a word, all octal. State not
//! mentioned after is as before; the program counter is after the last instruction.

use std::path::{Path, PathBuf};

use machine::{Cause, Fault, Stop};

use super::state::{State, clear, differences, is_clear, machine, run, set};
use crate::isa::opcodes;

/// Address of the instructions.
const START: u32 = 0o1000;

fn octal(text: &str) -> u64 {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
    let value = i64::from_str_radix(digits, 8).unwrap_or_else(|_| panic!("octal: {text}"));
    (sign * value) as u64 & 0o777777
}

/// Word of an instruction such as `MOVE 2,@100(3)`, or of a number.
fn word(text: &str) -> u64 {
    let (name, rest) = text.split_once(' ').unwrap_or((text, ""));
    let Some((_, base)) = opcodes().find(|(known, _)| *known == name) else {
        return u64::from_str_radix(text, 8).unwrap_or_else(|_| panic!("no instruction: {text}"));
    };
    let (ac, address) = rest.split_once(',').unwrap_or(("0", rest));
    let (indirect, address) = address.strip_prefix('@').map_or((0, address), |rest| (1, rest));
    let (y, index) = address.split_once('(').unwrap_or((address, "0)"));
    let index = octal(index.trim_end_matches(')'));
    let y = if y.is_empty() { 0 } else { octal(y) };
    base.bits() | octal(ac) << 23 | indirect << 22 | index << 18 | y
}

struct Case {
    before: State,
    after: State,
    /// Instructions to run.
    length: u64,
    /// Whether the last one faults.
    fault: Option<&'static str>,
}

fn case(line: &str) -> Case {
    let (fact, source) = line.split_once(';').expect("a source");
    assert!(!source.trim().is_empty(), "no source: {line}");
    let (program, states) = fact.split_once('|').expect("a program");
    let (before, after) = states.split_once("=>").expect("two states");
    let mut before = State::read(before);
    let start = *before.pc.get_or_insert(START);
    let words: Vec<u64> = program.split('?').map(|text| word(text.trim())).collect();
    let length = words.len() as u64;
    before.words.extend((start..).map(|at| at & 0o777777).zip(words));
    let (fault, after) = fault(after);
    let mut after = State::read(after);
    let last = if fault.is_some() { length - 1 } else { length };
    after.pc.get_or_insert((start + last as u32) & 0o777777);
    Case { before, after, length, fault }
}

/// Fault named first in the state after, and the rest of it.
fn fault(after: &str) -> (Option<&'static str>, &str) {
    let after = after.trim();
    for name in ["illegal", "endless"] {
        if let Some(rest) = after.strip_prefix(name) {
            return (Some(name), rest);
        }
    }
    (None, after)
}

fn name(stop: Stop) -> Option<&'static str> {
    match stop {
        Stop::Fault(Fault { cause: Cause::Illegal { .. }, .. }) => Some("illegal"),
        Stop::Fault(Fault { cause: Cause::Endless { .. }, .. }) => Some("endless"),
        Stop::Budget => None,
        _ => Some("another stop"),
    }
}

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let entries = std::fs::read_dir(folder).expect("the cases");
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    files
}

#[test]
fn surprises() {
    let (files, mut wrong) = (files(), Vec::new());
    for careful in [false, true] {
        let mut machine = machine(careful);
        for file in &files {
            let text = std::fs::read_to_string(file).expect("a case");
            let lines = text.lines().filter(|line| !line.trim().is_empty());
            for line in lines {
                let Case { before, after, length, fault } = case(line);
                set(&mut machine, &before);
                let stop = run(&mut machine, length);
                let mut found = differences(&machine, &before, &after);
                if name(stop) != fault {
                    found.push(format!("{stop:?}"));
                }
                if !found.is_empty() {
                    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
                    wrong.push(format!("{stem}: {line}\n    {}", found.join(" ")));
                }
                clear(&mut machine, &[&before, &after]);
            }
        }
        assert!(!wrong.is_empty() || is_clear(&machine), "a word was written that none names");
    }
    assert!(files.len() >= 60, "{} cases", files.len());
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

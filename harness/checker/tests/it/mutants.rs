//! Mutants of correct programs that print the same: each has a mistake that only a check can find.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{checked, lines};

/// Instructions of a run.
const MOST_INSTRS: u64 = 2_000_000;

/// Mutants that must be there, so that the test tests something.
const LEAST: usize = 40;

/// A correct program.
struct Program {
    name: String,
    dialect: &'static str,
    text: String,
    library: Vec<(String, String)>,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

/// The dialect of a program in the folder of the mistakes.
fn dialect(name: &str) -> &'static str {
    match name.split('-').next().unwrap_or_default() {
        "01" | "02" | "03" | "04" | "05" | "06" | "07" | "25" => "mars",
        "08" | "09" | "10" => "spim",
        "11" | "12" | "13" | "14" | "15" | "26" => "rars",
        "16" | "17" | "18" | "27" => "venus",
        "23" | "28" => "gnu",
        "30" | "31" | "32" => "lc3",
        "33" | "35" => "mos",
        "34" => "ca65",
        _ => "midas",
    }
}

fn programs() -> Vec<Program> {
    let mistakes = folder().join("mistakes");
    let read = |name: &str| {
        let path = mistakes.join(name);
        (path.to_string_lossy().into_owned(), fs::read_to_string(&path).expect("a program"))
    };
    let mut names: Vec<String> = fs::read_dir(&mistakes)
        .expect("a folder")
        .map(|entry| entry.expect("a file").file_name().to_string_lossy().into_owned())
        .filter(|name| name.contains(".fixed."))
        .collect();
    names.sort();
    let program = |file: String| {
        let library = file.starts_with("23").then(|| read("23-two-lines.lib.s"));
        let (name, text) = read(&file);
        Program { dialect: dialect(&file), name, text, library: library.into_iter().collect() }
    };
    names.into_iter().map(program).collect()
}

/// Mutants that are no mistakes: the register is not needed after a call, or no caller needs it.
fn is_equivalent(program: &str, what: &str) -> bool {
    let is_rename = what.contains(" is ");
    match &program[..2] {
        // No calls, or only by procedures that call nothing.
        "12" | "14" | "16" | "25" | "27" | "28" if is_rename => true,
        // A procedure that calls nothing keeps its return address, and line 18 does not run.
        "25" => what.contains("lw $ra") || what.contains("line 18 "),
        // The system needs no register of `main`.
        "08" => what.contains("lines 6 and 12"),
        "10" => what.contains("lines 6 and 18"),
        _ => false,
    }
}

/// Lines of a text without some of them.
fn without(text: &str, left_out: &[usize]) -> String {
    let lines = text.lines().enumerate();
    // The line stays, so that all others keep their numbers.
    lines
        .map(|(at, line)| if left_out.contains(&at) { kept_label(line) } else { line })
        .flat_map(|line| [line, "\n"])
        .collect()
}

/// The label of a line.
fn kept_label(line: &str) -> &str {
    line.find(':').map_or("", |colon| &line[..=colon])
}

/// The statement of a line, in single blanks.
fn statement(line: &str, comments: &[char]) -> String {
    let code = line.split(comments).next().unwrap_or_default();
    let code = code.split_once(':').map_or(code, |(_, rest)| rest);
    code.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a statement saves a register on the stack, and which.
fn saved(statement: &str, word: &str) -> Option<String> {
    let rest = statement.strip_prefix(word)?;
    let (register, place) = rest.trim().split_once(',')?;
    let plain = register.trim_start_matches('$');
    let is_kept = plain == "ra" || plain.starts_with('s') && plain != "sp";
    (is_kept && place.contains("sp")).then(|| register.to_owned())
}

/// A program with a mistake: what was done, and the text.
type Mutant = (String, String);

/// All mutants of a program, some of which print something else.
fn mutants(program: &Program) -> Vec<Mutant> {
    let is_of_6502 = ["mos", "ca65"].contains(&program.dialect);
    let comments: &[char] = if is_of_6502 { &[';'] } else { &['#', ';'] };
    let lines = program.text.lines();
    let statements: Vec<String> = lines.map(|line| statement(line, comments)).collect();
    let mut all = Vec::new();
    for (at, one) in statements.iter().enumerate() {
        let number = at + 1;
        if saved(one, "sw ").is_some() || saved(one, "lw ").is_some() {
            all.push((format!("line {number} left out: {one}"), without(&program.text, &[at])));
        }
        let is_zero = (one.starts_with("li ") || one.starts_with("MOVEI ")) && {
            one.ends_with(", 0") || one.ends_with(",0")
        };
        let is_cleared = ["ldx #0", "ldy #0"].contains(&one.as_str());
        if is_zero || is_cleared || one.starts_with("SETZ ") {
            all.push((format!("line {number} left out: {one}"), without(&program.text, &[at])));
        }
        if let Some(register) = saved(one, "sw ") {
            let is_load = |other: &String| saved(other, "lw ").as_ref() == Some(&register);
            let mut loads = statements.iter().enumerate().skip(at);
            if let Some((load, _)) = loads.find(|(_, other)| is_load(other)) {
                let text = without(&program.text, &[at, load]);
                all.push((format!("lines {number} and {} left out: {one}", load + 1), text));
            }
        }
    }
    let sigil = if matches!(program.dialect, "mars" | "spim") { "$" } else { "" };
    for kept in 0..4 {
        for temporary in [4, 5, 6] {
            let old = format!("{sigil}s{kept}");
            let new = format!("{sigil}t{temporary}");
            let is_in = |name: &str| program.text.contains(name);
            if sigil == "$" && is_in(&old) && !is_in(&new) {
                all.push((format!("{old} is {new}"), program.text.replace(&old, &new)));
            } else if sigil.is_empty() && program.dialect != "midas" && !is_in(&new) {
                let named = renamed(&program.text, &old, &new);
                if named != program.text {
                    all.push((format!("{old} is {new}"), named));
                }
            }
        }
    }
    all
}

/// A text with a word replaced.
fn renamed(text: &str, old: &str, new: &str) -> String {
    let mut result = String::new();
    let mut word = String::new();
    for c in text.chars().chain(['\n']) {
        if c.is_alphanumeric() {
            word.push(c);
        } else {
            result += if word == old { new } else { &word };
            word.clear();
            result.push(c);
        }
    }
    result.pop();
    result
}

#[test]
fn mutants_that_print_the_same_are_found() {
    let (mut found, mut missed) = (Vec::new(), Vec::new());
    let mut machines = Vec::new();
    for program in programs() {
        let input = if program.name.contains("06-") { "12\n" } else { "" };
        let run = |text: &str| {
            let library = program.library.iter().map(|(name, text)| (&**name, &**text));
            let mut sources = vec![(&*program.name, text)];
            sources.extend(library);
            checked(program.dialect, &sources, input, MOST_INSTRS)
        };
        let right = run(&program.text).expect("it assembles");
        for (what, text) in mutants(&program) {
            let Ok(mutant) = run(&text) else { continue };
            if (&mutant.output, mutant.stop) != (&right.output, right.stop) {
                continue;
            }
            let name = program.name.rsplit('/').next().unwrap_or_default();
            if is_equivalent(name, &what) {
                continue;
            }
            let shown = format!("{name}: {what}: {:?}", lines(&mutant.report));
            let is_silent = lines(&mutant.report).is_empty();
            if is_silent {
                missed.push(shown)
            } else {
                found.push(shown)
            }
            machines.push(program.dialect);
        }
    }
    machines.sort_unstable();
    machines.dedup();
    let count = found.len() + missed.len();
    println!("{} of {count} mutants are found, in {machines:?}", found.len());
    println!("missed:\n{}", missed.join("\n"));
    assert!(count >= LEAST, "only {count} mutants");
    assert_eq!(missed, Vec::<String>::new());
}

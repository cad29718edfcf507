//! One expression and its value per line: `cases/*.txt`.

#![expect(clippy::unwrap_used, reason = "a test fails by it")]

use esproc::{Esproc, Options, Script};
use machine::{Host, Machine, Stop};

/// Value of an expression in cell A1, or the error message.
fn value(expression: &str) -> String {
    let script = match Script::parse(&format!("={expression}\n")) {
        Ok(script) => script,
        Err(errors) => {
            let help = errors[0].help.iter().map(|help| format!("; {help}"));
            return format!("! {}{}", errors[0].message, help.collect::<String>());
        }
    };
    let mut machine = Esproc::new(Options::default());
    machine.load(&script.image("case")).unwrap();
    match machine.run(&mut Host::default(), 10_000, &mut ()) {
        Stop::Exit { status: 0 } => machine.cell("A1").unwrap(),
        Stop::Fault(fault) => {
            let sentence = fault.cause.sentence(machine.spec());
            format!("! {}", sentence.strip_prefix("A1: ").unwrap())
        }
        other => format!("! {other:?}"),
    }
}

fn check(cases: &str, whole: bool) {
    let mut wrong = Vec::new();
    for case in cases.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let (expression, rest) = case.split_once(" => ").expect(case);
        let (expected, _) = rest.rsplit_once(" ; ").expect(case);
        let found = value(expression);
        let same = if whole { found == expected } else { found.starts_with(expected) };
        if !same {
            wrong.push(format!("{expression} => {found}, not {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{} cases:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn operators() {
    check(include_str!("cases/operators.txt"), true);
}

#[test]
fn functions() {
    check(include_str!("cases/functions.txt"), true);
}

#[test]
fn sequences() {
    check(include_str!("cases/sequences.txt"), true);
}

#[test]
fn errors() {
    check(include_str!("cases/errors.txt"), false);
}

/// Every function of the page occurs in a case or a grid.
#[test]
fn nothing_is_left_out() {
    let mut all = String::new();
    for folder in ["cases", "grids/ok"] {
        let folder = format!("{}/tests/{folder}", env!("CARGO_MANIFEST_DIR"));
        for entry in std::fs::read_dir(folder).unwrap() {
            all.push_str(&std::fs::read_to_string(entry.unwrap().path()).unwrap());
        }
    }
    let page = esproc::page();
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('('));
    let names = rows.map(|(name, _)| name);
    let uses =
        |name: &&str| [format!("{name}("), format!("{name}@")].iter().any(|u| all.contains(u));
    let unused: Vec<&str> = names.filter(|name| !uses(name)).collect();
    assert!(unused.is_empty(), "no case uses {unused:?}");
}

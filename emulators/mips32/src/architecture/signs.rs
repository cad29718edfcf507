//! Detection of MIPS sources and of their dialect, MARS or SPIM.

use std::collections::HashSet;

use architecture::{FAIR, Finding, STRONG, SURE, Sign, SignPattern, Statement, text};

use crate::isa::REGISTERS;

const MARS: &[&str] = &["mars"];
const SPIM: &[&str] = &["spim"];

#[rustfmt::skip]
pub(super) static SIGNS: &[Sign] = &[
    Sign::of_machine(STRONG, SignPattern::Habit(registers), "uses the register {}, as on a MIPS"),
    Sign::of_machine(FAIR, SignPattern::Own(|_| true), "uses {}, a MIPS instruction").twice(),

    Sign::of(MARS, STRONG, SignPattern::First(&[".eqv", ".macro", ".end_macro", ".include"]), "uses {}, which SPIM does not have").twice(),
    Sign::of(MARS, SURE,   SignPattern::Habit(calls_of_mars),      "makes system call {}, which SPIM does not have"),
    Sign::of(MARS, STRONG, SignPattern::Habit(no_main),            "has no label {}, where SPIM starts"),
    Sign::of(MARS, STRONG, SignPattern::Habit(goes_to_main),       "begins with `{}`, which SPIM's start-up code does itself"),
    Sign::of(MARS, FAIR,   SignPattern::Habit(runs_off),           "has {} as its last instruction, after which MARS ends"),
    Sign::of(SPIM, STRONG, SignPattern::Habit(definitions),        "uses `{} =`, which MARS does not have"),
    Sign::of(SPIM, STRONG, SignPattern::Habit(local_main_later),  "has `{}`, which is neither first nor .globl, so MARS would not start there"),
    Sign::of(SPIM, FAIR,   SignPattern::Habit(global_main_later), "has `{}`, which is not the first instruction, so MARS would not start there"),
    Sign::of(SPIM, STRONG, SignPattern::Habit(main_returns),       "ends `main` with `{}`, which leads nowhere in MARS"),
    Sign::of(SPIM, STRONG, SignPattern::Habit(own_start),          "has {}, where SPIM starts without its start-up code"),
    Sign::of(SPIM, FAIR,   SignPattern::First(&[".ent", ".end", ".frame", ".mask", ".fmask"]), "uses {}, which MARS does not have"),
];

/// Registers with a dollar sign.
fn registers(statements: &[Statement<'_>]) -> Vec<Finding> {
    let found = statements.iter().find_map(|statement| {
        let register = statement.operands().iter().find(|word| is_register(word))?;
        Some(Finding::at(statement, register))
    });
    found.into_iter().collect()
}

fn is_register(word: &str) -> bool {
    let Some(name) = word.strip_prefix('$') else { return false };
    let is_number = |text: &str| text.parse::<u8>().is_ok_and(|number| number < 32);
    is_number(name)
        || name.strip_prefix('f').is_some_and(is_number)
        || REGISTERS.contains(&word)
        || REGISTERS.contains(&name)
}

/// System calls that SPIM does not have.
fn calls_of_mars(statements: &[Statement<'_>]) -> Vec<Finding> {
    let mut call = None;
    let mut found = Vec::new();
    for statement in statements {
        call = called(statement).or(call);
        let number = call.filter(|number| (30..=60).contains(number));
        if let ("syscall", Some(number)) = (statement.first(), number) {
            found.push(Finding::at(statement, &number.to_string()));
        }
    }
    found
}

/// Number that a statement loads for the next system call.
fn called(statement: &Statement<'_>) -> Option<u32> {
    let (register, number) = match (statement.first(), statement.operands()) {
        ("li", [register, number]) => (register, number),
        ("addi" | "addiu" | "ori" | "or", [register, "$zero" | "$0", number]) => (register, number),
        ("addi" | "addiu" | "ori", [register, number]) => (register, number),
        _ => return None,
    };
    let digits = number.strip_prefix("0x");
    let number = digits.map_or_else(|| number.parse(), |digits| u32::from_str_radix(digits, 16));
    matches!(*register, "$v0" | "$2").then_some(number.ok()?)
}

/// `NAME = VALUE`.
fn definitions(statements: &[Statement<'_>]) -> Vec<Finding> {
    let defining = statements.iter().filter(|statement| statement.defines());
    defining.map(|statement| Finding::at(statement, statement.first())).collect()
}

/// A program with instructions but without `main` and `__start`.
fn no_main(statements: &[Statement<'_>]) -> Vec<Finding> {
    let mut labels = statements.iter().flat_map(|statement| &statement.labels);
    if labels.any(|label| matches!(*label, "main" | "__start")) {
        return Vec::new();
    }
    let first = text(statements).find(|statement| statement.is_instruction());
    // A missing label has no line.
    first.map(|first| Finding { line: 0, ..Finding::at(first, "main") }).into_iter().collect()
}

/// `__start`, the name of SPIM's start-up code.
fn own_start(statements: &[Statement<'_>]) -> Vec<Finding> {
    let start = statements.iter().find(|statement| statement.labels.contains(&"__start"));
    start.map(|start| Finding::at(start, "__start")).into_iter().collect()
}

/// A first instruction that goes to `main`.
fn goes_to_main(statements: &[Statement<'_>]) -> Vec<Finding> {
    let first = text(statements).find(|statement| statement.is_instruction());
    let goes = |first: &&Statement<'_>| {
        matches!(first.first(), "j" | "jal" | "b") && first.operands() == ["main"]
    };
    let goes = first.filter(goes);
    goes.map(|first| Finding::at(first, &first.words.join(" "))).into_iter().collect()
}

/// A local `main` after other instructions.
fn local_main_later(statements: &[Statement<'_>]) -> Vec<Finding> {
    main_later(statements).into_iter().filter(|_| !is_main_global(statements)).collect()
}

/// A global `main` after other instructions.
fn global_main_later(statements: &[Statement<'_>]) -> Vec<Finding> {
    main_later(statements).into_iter().filter(|_| is_main_global(statements)).collect()
}

fn is_main_global(statements: &[Statement<'_>]) -> bool {
    let mut globals = statements.iter().filter(|s| matches!(s.first(), ".globl" | ".global"));
    globals.any(|statement| statement.operands().contains(&"main"))
}

/// `main` after instructions that do not continue into it, unlike a start of MARS.
fn main_later(statements: &[Statement<'_>]) -> Option<Finding> {
    if !goes_to_main(statements).is_empty() {
        return None;
    }
    let mut way = ControlFlow::default();
    for statement in text(statements) {
        if statement.labels.contains(&"main") {
            return (way.ended() == Some(true)).then(|| Finding::at(statement, "main"));
        }
        way.take(statement);
    }
    None
}

/// Tracks whether control continues after a statement.
#[derive(Debug, Default)]
struct ControlFlow {
    call: Option<u32>,
    ended: Option<bool>,
}

impl ControlFlow {
    fn take(&mut self, statement: &Statement<'_>) {
        self.call = called(statement).or(self.call);
        self.ended = match statement.first() {
            _ if !statement.is_instruction() => self.ended,
            "j" | "jr" | "b" | "eret" => Some(true),
            "syscall" => Some(matches!(self.call, Some(10 | 17))),
            // The delay slot of a jump, which does not continue.
            "nop" if self.ended == Some(true) => Some(true),
            _ => Some(false),
        };
    }

    /// `None` before the first instruction.
    fn ended(&self) -> Option<bool> {
        self.ended
    }
}

/// A return from `main`, which has a caller only in SPIM.
///
/// `main` extends to the next label that is called. After the exit call, only a label that is
/// used can be reached.
fn main_returns(statements: &[Statement<'_>]) -> Vec<Finding> {
    let operands = |of: fn(&str) -> bool| -> HashSet<&str> {
        let users = statements.iter().filter(|statement| of(statement.first()));
        users.flat_map(|statement| statement.operands().iter().copied()).collect()
    };
    let calls = operands(|first| matches!(first, "jal" | "bal" | "la"));
    let used = operands(|first| !first.starts_with('.'));
    let is_main = |statement: &&Statement<'_>| statement.labels.contains(&"main");
    if calls.contains("main") || !text(statements).any(|statement| is_main(&statement)) {
        return Vec::new();
    }
    let (mut call, mut ended) = (None, false);
    let mut back = vec!["$ra", "$31"];
    for statement in text(statements).skip_while(|statement| !is_main(statement)) {
        if statement.labels.iter().any(|label| calls.contains(label)) {
            break;
        }
        ended &= !statement.labels.iter().any(|label| used.contains(label));
        call = called(statement).or(call);
        match (statement.first(), statement.operands()) {
            ("syscall", _) => ended |= matches!(call, Some(10 | 17)),
            ("move", [to, "$ra" | "$31"]) => back.push(to),
            ("jr" | "j", [to]) if !ended && back.contains(to) => {
                return vec![Finding::at(statement, &statement.words.join(" "))];
            }
            _ => {}
        }
    }
    Vec::new()
}

/// A last instruction after which control continues.
fn runs_off(statements: &[Statement<'_>]) -> Vec<Finding> {
    let mut way = ControlFlow::default();
    let mut last = None;
    for statement in text(statements).filter(|statement| statement.is_instruction()) {
        way.take(statement);
        last = Some(statement);
    }
    let last = last.filter(|_| way.ended() == Some(false));
    last.map(|last| Finding::at(last, last.first())).into_iter().collect()
}

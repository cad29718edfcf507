//! Signs by which a RISC-V source and its dialect (RARS, Venus, GNU) are detected.

use architecture::{FAIR, Finding, STRONG, SURE, Sign, SignPattern, Statement, WEAK, text};

use crate::isa::{FLOAT_REGISTERS, REGISTERS};

const RARS: &[&str] = &["rars"];
const VENUS: &[&str] = &["venus"];
const GNU: &[&str] = &["gnu"];

#[rustfmt::skip]
pub(super) static SIGNS: &[Sign] = &[
    Sign::of_machine(STRONG, SignPattern::Habit(registers),        "has the register {}, as on RISC-V"),
    Sign::of_machine(FAIR,   SignPattern::Own(|_| true),           "has {}, a RISC-V instruction").twice(),
    Sign::of_machine(STRONG, SignPattern::First(&["ecall"]),       "has {}, the RISC-V system call instruction"),
    Sign::of_machine(FAIR,   SignPattern::First(&[".import"]),     "has {}, as in Venus"),
    Sign::of_machine(FAIR,   SignPattern::First(OF_GNU),           "has {}, as in the GNU assembler"),

    Sign::of(RARS,  STRONG, SignPattern::First(&[".eqv", ".end_macro"]), "has {}, as in RARS").twice(),
    Sign::of(RARS,  STRONG, SignPattern::Habit(macros_of_rars),    "has a macro with {}, as in RARS"),
    Sign::of(RARS,  FAIR,   SignPattern::Habit(sized_externals),   "has {} with a size, as in RARS"),
    Sign::of(RARS,  SURE,   SignPattern::Habit(calls_of_rars),     "makes system call {}, as in RARS"),
    Sign::of(VENUS, SURE,   SignPattern::First(&[".import"]),      "has {}, as in Venus"),
    Sign::of(VENUS, SURE,   SignPattern::Habit(calls_of_venus),    "has an {} whose number is in a0, not a7, as in Venus"),
    Sign::of(VENUS, WEAK,   SignPattern::Habit(runs_off),          "has the last instruction, {}, after which Venus ends"),
    Sign::of(GNU,   SURE,   SignPattern::Habit(calls_of_linux),    "makes system call {}, as under Linux"),
    Sign::of(GNU,   FAIR,   SignPattern::First(OF_GNU),            "has {}, as in the GNU assembler").twice(),
    Sign::of(GNU,   FAIR,   SignPattern::Habit(numbered_labels),   "has the numbered label {}, as in the GNU assembler"),
    Sign::of(GNU,   FAIR,   SignPattern::Habit(starts),            "has {}, the GNU linker's start symbol"),
    Sign::of(GNU,   FAIR,   SignPattern::First(&[".section", ".rodata", ".extern"]), "has {}, as in the GNU assembler"),
];

/// Directives of the GNU assembler that the other dialects ignore or reject.
const OF_GNU: &[&str] = &[
    ".equ",
    ".equiv",
    ".set",
    ".zero",
    ".balign",
    ".p2align",
    ".option",
    ".bss",
    ".endm",
    ".rept",
    ".irp",
    ".endr",
    ".if",
    ".ifdef",
    ".ifndef",
    ".type",
    ".size",
    ".quad",
    ".skip",
    ".fill",
    ".incbin",
    ".weak",
    ".local",
    ".pushsection",
    ".attribute",
    ".2byte",
    ".4byte",
    ".org",
];

/// RARS's calls to print and read, and its exit; no small Linux program uses these numbers.
const CALLS_OF_RARS: std::ops::RangeInclusive<u32> = 1..=12;

/// Calls of Linux that the other systems lack: openat, fstat, exit_group, clock_gettime, uname,
/// getpid, brk, munmap, mmap, getrandom.
const CALLS_OF_LINUX: [u32; 10] = [56, 80, 94, 113, 160, 172, 214, 215, 222, 278];

/// Registers without a dollar sign.
fn registers(statements: &[Statement<'_>]) -> Vec<Finding> {
    let found = statements.iter().filter(|statement| statement.is_instruction());
    let mut found = found.filter_map(|statement| {
        let register = statement.operands().iter().find(|word| is_register(word))?;
        Some(Finding::at(statement, register))
    });
    found.next().into_iter().collect()
}

fn is_register(word: &str) -> bool {
    let number = |text: &str| text.parse::<u8>().is_ok_and(|number| number < 32);
    let numbered = word.strip_prefix(['x', 'f']).is_some_and(number);
    word == "fp" || REGISTERS.contains(&word) || FLOAT_REGISTERS.contains(&word) || numbered
}

/// Parameters with a percent sign.
fn macros_of_rars(statements: &[Statement<'_>]) -> Vec<Finding> {
    let macros = statements.iter().filter(|statement| statement.first() == ".macro");
    let found = macros.filter_map(|statement| {
        let parameter = statement.operands().iter().find(|word| word.starts_with('%'))?;
        Some(Finding::at(statement, parameter))
    });
    found.collect()
}

/// `.extern NAME SIZE`.
fn sized_externals(statements: &[Statement<'_>]) -> Vec<Finding> {
    let externals = statements.iter().filter(|statement| statement.first() == ".extern");
    let sized = externals.filter(|statement| statement.operands().len() > 1);
    sized.map(|statement| Finding::at(statement, statement.first())).collect()
}

/// Calls with numbers in `a7` that only RARS has.
fn calls_of_rars(statements: &[Statement<'_>]) -> Vec<Finding> {
    calls(statements, |number| CALLS_OF_RARS.contains(&number))
}

/// Calls with numbers in `a7` that only Linux has.
fn calls_of_linux(statements: &[Statement<'_>]) -> Vec<Finding> {
    calls(statements, |number| CALLS_OF_LINUX.contains(&number))
}

/// Calls in a program that never sets `a7`.
fn calls_of_venus(statements: &[Statement<'_>]) -> Vec<Finding> {
    let numbered = statements.iter().any(|s| s.operands().iter().any(|word| holds_number(word)));
    let call = statements.iter().find(|statement| statement.first() == "ecall" && !numbered);
    call.map(|call| Finding::at(call, "ecall")).into_iter().collect()
}

/// Register of a call's number, also with the dollar sign that a MIPS programmer may add.
fn holds_number(word: &str) -> bool {
    matches!(word.trim_start_matches('$'), "a7" | "x17")
}

fn calls(statements: &[Statement<'_>], is_like: impl Fn(u32) -> bool) -> Vec<Finding> {
    let found = statements.iter().filter_map(|statement| {
        let number = match (statement.first(), statement.operands()) {
            ("li", [register, number]) if holds_number(register) => number,
            ("addi" | "ori", [register, "zero" | "x0", number]) if holds_number(register) => number,
            _ => return None,
        };
        let number = number.parse().ok().filter(|&number| is_like(number))?;
        Some(Finding::at(statement, &format!("{number}")))
    });
    found.collect()
}

/// Definitions such as `1:` and uses such as `1b` or `2f`.
fn numbered_labels(statements: &[Statement<'_>]) -> Vec<Finding> {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    let is_use = |word: &&&str| word.strip_suffix(['b', 'f']).is_some_and(is_number);
    let found = statements.iter().filter_map(|statement| {
        if let Some(label) = statement.labels.iter().find(|label| is_number(label)) {
            return Some(Finding::at(statement, &format!("{label}:")));
        }
        let operands = Some(statement.operands()).filter(|_| statement.is_instruction())?;
        Some(Finding::at(statement, operands.iter().find(is_use)?))
    });
    found.collect()
}

/// `_start`, as a label or as an argument of a linker directive.
fn starts(statements: &[Statement<'_>]) -> Vec<Finding> {
    let is_there = |statement: &&Statement<'_>| {
        statement.labels.contains(&"_start") || statement.operands().contains(&"_start")
    };
    let start = statements.iter().find(is_there);
    start.map(|start| Finding::at(start, "_start")).into_iter().collect()
}

/// Last instruction that is neither a jump nor a call that could end the program.
fn runs_off(statements: &[Statement<'_>]) -> Vec<Finding> {
    let goes =
        |first| matches!(first, "j" | "jr" | "jal" | "jalr" | "ret" | "tail" | "ecall" | "mret");
    let last = text(statements).filter(|statement| statement.is_instruction()).last();
    let last = last.filter(|last| !goes(last.first()));
    last.map(|last| Finding::at(last, last.first())).into_iter().collect()
}

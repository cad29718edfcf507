//! RARS, Venus or the GNU assembler.

use riscv32::isa::REGISTERS;

use super::{Dialect, Guess, told, words};

/// Whether the words of a line are RISC-V's (or else MIPS's); `None` when they could be either's.
pub(super) fn is_riscv(words: &[&str]) -> Option<bool> {
    if words.iter().any(|word| *word == "syscall" || is_dollar_register(word)) {
        return Some(false);
    }
    let mut operands = words.iter().skip(1).filter(|word| !word.ends_with(':'));
    operands.any(|word| is_register(word)).then_some(true)
}

fn is_dollar_register(word: &str) -> bool {
    word.strip_prefix('$').is_some_and(|name| name.starts_with(|c: char| c.is_ascii_alphanumeric()))
}

/// A general register by either name.
fn is_register(word: &str) -> bool {
    let number = word.strip_prefix('x').and_then(|number| number.parse::<u8>().ok());
    word == "fp" || REGISTERS.contains(&word) || number.is_some_and(|number| number < 32)
}

const RARS_ONLY: &[&str] = &[".eqv", ".end_macro", ".extern"];
const GNU_ONLY: &[&str] = &[
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

/// RARS's calls to print and read, and its exit; Linux has calls here that no small program makes.
const RARS_CALLS: std::ops::RangeInclusive<u32> = 1..=12;

/// Guesses the dialect of a RISC-V source.
///
/// `_start`, `.section` and `.extern` without a size are GNU habits, and a call of RARS's outweighs
/// them.
pub(super) fn guess(source: &str) -> Guess {
    let (mut call, mut numbered) = (None, false);
    let (mut rars_call, mut gnu_habit) = (None, None);
    for (index, line) in source.lines().enumerate() {
        let number = index + 1;
        let words = words(line);
        let has = |known: &[&'static str]| {
            known.iter().copied().find(|directive| words.contains(directive))
        };
        if words.contains(&".import") {
            return told(
                Dialect::Venus,
                format!("line {number} has .import, which only Venus knows"),
            );
        }
        let is_size_missing = words.contains(&".extern") && words.len() < 3;
        if let Some(directive) = has(RARS_ONLY).filter(|_| !is_size_missing) {
            let because = format!("line {number} has {directive}, which only RARS knows");
            return told(Dialect::Rars, because);
        }
        if words.contains(&".macro") && line.contains('%') {
            return told(Dialect::Rars, format!("line {number} has a macro as in RARS"));
        }
        if let Some(directive) = has(GNU_ONLY) {
            let because = format!("line {number} has {directive}, which the GNU assembler knows");
            return told(Dialect::Gnu, because);
        }
        if let Some(label) = words.iter().find(|word| is_numbered(word)) {
            let because =
                format!("line {number} has the numbered label {label}, as in the GNU assembler");
            return told(Dialect::Gnu, because);
        }
        if words.contains(&"_start") || words.contains(&"_start:") {
            let because = "has _start, where the GNU linker lets programs start";
            gnu_habit = gnu_habit.or(Some(format!("line {number} {because}")));
        }
        if let Some(directive) = has(&[".section", ".rodata", ".extern"]) {
            let because = format!("line {number} has {directive}, which the GNU assembler knows");
            gnu_habit = gnu_habit.or(Some(because));
        }
        if let Some(called) = call_number(&words).filter(|called| RARS_CALLS.contains(called)) {
            let because = format!("line {number} makes system call {called}, as in RARS");
            rars_call = rars_call.or(Some(because));
        }
        numbered |= words.iter().any(|word| holds_number(word));
        if words.contains(&"ecall") && call.is_none() {
            call = Some(number);
        }
    }
    match (gnu_habit, rars_call, call) {
        (Some(_), Some(because), _) => told(Dialect::Rars, because),
        (Some(because), None, _) => told(Dialect::Gnu, because),
        (None, _, Some(line)) if !numbered => {
            told(Dialect::Venus, format!("the ecall of line {line} has its number in a0, not a7"))
        }
        _ => Guess { dialect: Dialect::Rars, because: None },
    }
}

/// The register of a call's number, also with the dollar sign that a MIPS programmer may add.
fn holds_number(word: &str) -> bool {
    matches!(word.trim_start_matches('$'), "a7" | "x17")
}

/// The number that a line loads for the next call.
fn call_number(words: &[&str]) -> Option<u32> {
    let at = words.iter().position(|word| holds_number(word))?;
    match (words.get(at.checked_sub(1)?)?, &words[at + 1..]) {
        (&"li", [number]) | (&"addi", ["zero" | "x0", number]) => number.parse().ok(),
        _ => None,
    }
}

/// A use such as `1b` or `2f`, or a definition such as `1:`.
fn is_numbered(word: &str) -> bool {
    let number = word.strip_suffix(['b', 'f', ':']);
    number.is_some_and(|number| !number.is_empty() && number.chars().all(|c| c.is_ascii_digit()))
}

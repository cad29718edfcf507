//! MARS or SPIM.

use super::{Dialect, Guess, told, without_comment};

/// Guesses the dialect of a MIPS source.
pub(super) fn guess(source: &str) -> Guess {
    let mut last_call = None;
    let mut main_line = None;
    let mut instruction_before_main = false;
    let mut global_main = false;
    for (index, line) in source.lines().enumerate() {
        let number = index + 1;
        let code = without_comment(line);
        let words: Vec<&str> = code.split(|c: char| c.is_whitespace() || c == ',').collect();
        let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
        for word in &words {
            if [".eqv", ".macro", ".include", ".end_macro"].contains(word) {
                return mars(format!("line {number} has {word}, which only MARS knows"));
            }
        }
        if let Some((name, _)) = code.split_once('=')
            && is_name(name.trim())
        {
            let name = name.trim();
            return spim(format!("line {number} has `{name} =`, which only SPIM knows"));
        }
        match words.as_slice() {
            [.., "li" | "addi" | "addiu" | "ori", "$v0" | "$2", number] => {
                last_call = number.parse::<u32>().ok();
            }
            [.., "li" | "addi" | "addiu" | "ori", "$v0" | "$2", "$zero" | "$0", number] => {
                last_call = number.parse::<u32>().ok();
            }
            [.., "syscall"] if last_call.is_some_and(|call| (30..=60).contains(&call)) => {
                let call = last_call.unwrap_or_default();
                return mars(format!(
                    "line {number} makes system call {call}, which only MARS has"
                ));
            }
            [".globl" | ".global", names @ ..] => global_main |= names.contains(&"main"),
            [first, ..] if *first == "main:" || first.starts_with("main:") => {
                main_line = main_line.or(Some(number));
            }
            ["main", ":", ..] => main_line = main_line.or(Some(number)),
            _ => {}
        }
        let is_instruction = words
            .iter()
            .any(|word| word.starts_with(|c: char| c.is_ascii_lowercase()) && !word.ends_with(':'))
            && !words.iter().any(|word| word.starts_with('.'));
        instruction_before_main |= is_instruction && main_line.is_none();
    }
    match main_line {
        Some(line) if !global_main && instruction_before_main => spim(format!(
            "`main` in line {line} is neither first nor .globl, so MARS would not start there"
        )),
        _ => Guess { dialect: Dialect::Mars, because: None },
    }
}

fn mars(because: String) -> Guess {
    told(Dialect::Mars, because)
}

fn spim(because: String) -> Guess {
    told(Dialect::Spim, because)
}

fn is_name(text: &str) -> bool {
    let inner = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && text.chars().all(inner)
}

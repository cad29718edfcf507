//! Which simulator a source was written for, told from the source alone.

use mips32::Dialect;

/// A dialect and what gave it away.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Guess {
    /// The dialect.
    pub dialect: Dialect,
    /// What gave it away, with its line; `None` when nothing did and MARS was taken.
    pub because: Option<String>,
}

/// Guesses the dialect of a MIPS source.
///
/// `.eqv`, `.macro`, `.include` and system calls from 30 on are MARS's alone; `NAME = 9` is SPIM's
/// alone, and a label `main` that is neither first nor global works only in SPIM.
///
/// ```
/// use harness::dialect::guess;
/// let told = guess(".eqv SIZE 9\nmain: li $v0, 10\n").because.unwrap();
/// assert_eq!(told, "line 1 has .eqv, which only MARS knows");
/// ```
#[must_use]
pub fn guess(source: &str) -> Guess {
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
    Guess { dialect: Dialect::Mars, because: Some(because) }
}

fn spim(because: String) -> Guess {
    Guess { dialect: Dialect::Spim, because: Some(because) }
}

fn is_name(text: &str) -> bool {
    let inner = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && text.chars().all(inner)
}

/// The line up to a `#` that is not in a string or a character.
fn without_comment(line: &str) -> &str {
    let (mut quote, mut escaped) = (None, false);
    for (at, c) in line.char_indices() {
        match (quote, c) {
            _ if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, '#') => return &line[..at],
            _ => {}
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_that_give_themselves_away() {
        let cases = [
            ("SIZE = 9\nmain: jr $ra", Dialect::Spim),
            ("x: jr $ra\nmain: jal x", Dialect::Spim),
            ("x: jr $ra\n.globl main\nmain: jal x", Dialect::Mars),
            ("main: jal x\nx: jr $ra", Dialect::Mars),
            (".data\nx: .word 1\n.text\nmain: jr $ra", Dialect::Mars),
            ("li $v0, 42\nsyscall", Dialect::Mars),
            ("# .macro\nx: .asciiz \"a = # b\"\ny: nop\nmain: nop", Dialect::Spim),
            ("", Dialect::Mars),
        ];
        for (source, dialect) in cases {
            assert_eq!(guess(source).dialect, dialect, "{source}");
        }
        assert!(guess("li $v0, 42\nsyscall").because.unwrap().starts_with("line 2 makes system"));
        assert_eq!(guess("main: li $v0, 10\nsyscall").because, None);
    }
}

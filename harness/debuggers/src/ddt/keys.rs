//! Typed text as DDT's keys.

use super::symbols::Symbols;

/// The altmode key, ESC.
pub(super) const ALTMODE: char = '\x1b';

/// Converts a typed line to keys.
///
/// `$` is the altmode unless it is part of a symbol of the program, and `^` before a letter makes a
/// control character; both may also be typed directly.
pub(super) fn keys(line: &str, symbols: &Symbols) -> Vec<char> {
    let typed: Vec<char> = line.chars().collect();
    let mut keys = Vec::with_capacity(typed.len());
    let mut at = 0;
    while let Some(&key) = typed.get(at) {
        let (key, count) = match key {
            '^' => match typed.get(at + 1).filter(|next| next.is_ascii_alphabetic()) {
                Some(letter) => (char::from(letter.to_ascii_uppercase() as u8 - b'@'), 2),
                None => ('^', 1),
            },
            key if is_name(key) || key == '$' => match name_length(&typed[at..], symbols) {
                0 => (ALTMODE, 1),
                count => {
                    keys.extend(&typed[at..at + count]);
                    at += count;
                    continue;
                }
            },
            key => (key, 1),
        };
        keys.push(key);
        at += count;
    }
    keys
}

/// Converts keys pressed one by one.
///
/// A `$` is the altmode unless it continues a symbol of the program; ESC always is.
pub(super) fn pressed(typed: &[char], symbols: &Symbols) -> Vec<char> {
    let mut name = String::new();
    let key = |&key: &char| {
        if key == '$' || is_name(key) {
            name.push(key);
        } else {
            name.clear();
        }
        if key == '$' && !symbols.begin_with(&name) {
            name.clear();
            return ALTMODE;
        }
        key
    };
    typed.iter().map(key).collect()
}

/// Whether a key is part of names and numbers.
pub(super) fn is_name(key: char) -> bool {
    key.is_ascii_alphanumeric() || matches!(key, '.' | '%')
}

/// Length of the name that starts here; with a `$` in it, the program's longest match.
fn name_length(typed: &[char], symbols: &Symbols) -> usize {
    let run = typed.iter().take_while(|&&key| is_name(key) || key == '$').count();
    let plain = typed.iter().take_while(|&&key| is_name(key)).count();
    let named = |&length: &usize| symbols.is_programs(&typed[..length].iter().collect::<String>());
    (plain + 1..=run).rev().find(named).unwrap_or(plain)
}

/// A key in readable form, for messages.
pub(super) fn shown(key: char) -> String {
    match key {
        ALTMODE => "$".to_owned(),
        key if key < ' ' => format!("^{}", char::from(key as u8 + b'@')),
        key => asmkit::plain(&key.to_string()),
    }
}

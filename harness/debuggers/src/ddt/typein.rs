//! Pressed keys that do not form a command yet.
//!
//! Independent of the terminal: a key goes in, and its echo comes out. Only the language decides
//! when the keys form a command.
//!
//! Source: ITS, *DDT Primer and Reference Manual*: type-in conventions; *DDT ORDER*, `^D`, `^L`;
//! DDT 1549, `ECHO` and `RUBCHR`.

/// Effect of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum KeyEffect {
    /// Added to the command, with this echo.
    Kept(String),
    /// Erases the previous key, of this many columns.
    Rubbed(usize),
    /// There is no key to erase.
    NothingToRub,
    /// Erases everything.
    Cancelled,
    /// Types everything again, on a new line.
    Retyped(String),
    /// Ignored.
    Ignored,
}

/// A command being typed.
#[derive(Debug, Default)]
pub(super) struct TypeIn {
    typed: Vec<char>,
}

/// Maximum keys of a command; more are ignored.
const MOST_KEYS: usize = 2000;

const RETURN: char = '\r';
const RUBOUT: char = '\x7f';
/// `^D` and `^G`.
const CANCEL: [char; 2] = ['\x04', '\x07'];
/// `^L`.
const RETYPE: char = '\x0c';

impl TypeIn {
    /// Handles a key.
    pub(super) fn press(&mut self, key: char) -> KeyEffect {
        match key {
            RUBOUT => match self.typed.pop() {
                Some(key) => KeyEffect::Rubbed(echo(key).chars().count()),
                None => KeyEffect::NothingToRub,
            },
            key if CANCEL.contains(&key) => {
                self.typed.clear();
                KeyEffect::Cancelled
            }
            RETYPE => KeyEffect::Retyped(self.typed.iter().copied().map(echo).collect()),
            key if key == '\0' || !key.is_ascii() || self.typed.len() == MOST_KEYS => {
                KeyEffect::Ignored
            }
            key => {
                self.typed.push(key);
                KeyEffect::Kept(echo(key))
            }
        }
    }

    /// Keys that do not form a command yet.
    pub(super) fn typed(&self) -> &[char] {
        &self.typed
    }

    /// Starts the next command.
    pub(super) fn clear(&mut self) {
        self.typed.clear();
    }
}

/// Echo of a key; line feed and tab have none.
pub(super) fn echo(key: char) -> String {
    match key {
        '\n' | '\t' => String::new(),
        RETURN => "\n".to_owned(),
        '\x1b' => "$".to_owned(),
        '\0'..' ' => format!("^{}", char::from(key as u8 + b'@')),
        RUBOUT => "^?".to_owned(),
        key => asmkit::plain(&key.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Effects of some keys, and the keys left.
    fn pressed(keys: &str) -> (Vec<KeyEffect>, String) {
        let mut typein = TypeIn::default();
        let presses = keys.chars().map(|key| typein.press(key)).collect();
        (presses, typein.typed().iter().collect())
    }

    fn kept(echo: &str) -> KeyEffect {
        KeyEffect::Kept(echo.to_owned())
    }

    #[test]
    fn keys_show_as_its_shows_them() {
        let (presses, left) = pressed("a$\x1b\x0e\t\n\r");
        assert_eq!(presses, ["a", "$", "$", "^N", "", "", "\n"].map(kept));
        assert_eq!(left, "a$\x1b\x0e\t\n\r");
    }

    #[test]
    fn rubout_takes_back_a_key_with_all_its_columns() {
        let (presses, left) = pressed("1\x0e\x7f\x7f\x7f2");
        let rubbed = [KeyEffect::Rubbed(2), KeyEffect::Rubbed(1), KeyEffect::NothingToRub];
        assert_eq!(presses, [&[kept("1"), kept("^N")], &rubbed[..], &[kept("2")]].concat());
        assert_eq!(left, "2");
    }

    #[test]
    fn a_partial_command_can_be_cancelled_and_retyped() {
        assert_eq!(
            pressed("ab\x04c"),
            (vec![kept("a"), kept("b"), KeyEffect::Cancelled, kept("c")], "c".to_owned())
        );
        let (presses, left) = pressed("a\x1b\x0c");
        assert_eq!(presses[2], KeyEffect::Retyped("a$".to_owned()));
        assert_eq!(left, "a\x1b");
    }

    #[test]
    fn unknown_keys_are_ignored() {
        assert_eq!(pressed("\0\u{e9}\u{9b}"), (vec![KeyEffect::Ignored; 3], String::new()));
        assert_eq!(pressed(&"a".repeat(MOST_KEYS + 5)).1.len(), MOST_KEYS);
    }
}

//! Effect of characters in a syllable.

use super::name::Name;

/// Effect of a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CharacterClass {
    /// Part of a name or number.
    Name,
    /// Ignored: `!`, `{`, NUL.
    Nothing,
    /// Acts within a syllable: quotes, `^`, `_`, `:`, `=`, `@`, `;`, closing brackets.
    Syllable,
    /// Ends a syllable, and acts in a field: an operator or an opening bracket.
    Field,
    /// Ends a field: a space, a tab, a rubout.
    Space,
    /// Ends a field.
    Comma,
    /// Ends a word.
    Word,
}

/// Effect of a character.
pub(crate) fn class(character: u8) -> CharacterClass {
    match character {
        _ if Name::takes(character) => CharacterClass::Name,
        b'!' | b'{' | b'\0' => CharacterClass::Nothing,
        b'"' | b'\'' | b'^' | b'_' | b':' | b'=' | b'@' | b';' | b')' | b'>' | b']' | b'}' => {
            CharacterClass::Syllable
        }
        b'#' | b'&' | b'(' | b'*' | b'+' | b'-' | b'/' | b'<' | b'[' | b'\\' => {
            CharacterClass::Field
        }
        b' ' | b'\t' | b'\x7f' => CharacterClass::Space,
        b',' => CharacterClass::Comma,
        _ => CharacterClass::Word,
    }
}

/// Whether a non-name character can start a syllable that is not empty.
pub(crate) fn starts_syllable(character: u8) -> bool {
    matches!(character, b'!' | b'{' | b'\0' | b'"' | b'\'' | b'^' | b':' | b'=' | b'@')
}

/// A letter in upper case; other characters unchanged.
pub(crate) fn capital(character: u8) -> u8 {
    character.to_ascii_uppercase()
}

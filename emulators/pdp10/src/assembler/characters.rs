//! What characters do where a syllable is read.

use super::name::Name;

/// What a character does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CharacterClass {
    /// Is part of a name or number.
    Name,
    /// Nothing: `!`, `{`, NUL.
    Nothing,
    /// Acts within a syllable: quotes, `^`, `_`, `:`, `=`, `@`, `;`, closing brackets.
    Syllable,
    /// Ends a syllable, and acts in a field: an operator or an opening bracket.
    Field,
    /// Ends a field: a blank, a tab, a rubout.
    Space,
    /// Ends a field.
    Comma,
    /// Ends a word.
    Word,
}

/// What a character does.
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

/// Whether a character other than one of a name may start a syllable that is not empty.
pub(crate) fn starts_syllable(character: u8) -> bool {
    matches!(character, b'!' | b'{' | b'\0' | b'"' | b'\'' | b'^' | b':' | b'=' | b'@')
}

/// A letter as a capital; other characters as they are.
pub(crate) fn capital(character: u8) -> u8 {
    character.to_ascii_uppercase()
}

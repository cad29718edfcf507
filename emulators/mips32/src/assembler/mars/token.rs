//! The pieces that a line of MARS source consists of.

use asmkit::Span;

use super::directive::Directive;
use super::number;
use crate::isa::REGISTERS;

/// A token.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    /// The text; that of a character is its code in decimal, which is what macros and `.eqv` see.
    pub(super) value: String,
    /// First byte in its line, and how many bytes it takes there.
    pub(super) start: usize,
    pub(super) length: usize,
    pub(super) span: Span,
}

impl Token {
    pub(super) fn end(&self) -> usize {
        self.start + self.length
    }
}

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Kind {
    Register(u8),
    FloatRegister(u8),
    Integer(i32),
    Real,
    /// A mnemonic; it can also be a label.
    Operator,
    Directive(Directive),
    Text,
    Identifier,
    /// `%name` in a macro.
    Parameter,
    Open,
    Close,
    Plus,
    Minus,
    Colon,
    Comment,
    Bad,
}

impl Kind {
    /// What a word is; characters, comments and strings are told apart by their first byte before.
    pub(super) fn of_word(word: &str) -> Kind {
        match word {
            "(" => return Kind::Open,
            ")" => return Kind::Close,
            ":" => return Kind::Colon,
            "+" => return Kind::Plus,
            "-" => return Kind::Minus,
            _ => {}
        }
        if word.len() > 1 && word.starts_with('%') {
            return Kind::Parameter;
        }
        if let Some(register) = register(word) {
            return register;
        }
        if let Some(value) = number::integer(word) {
            return Kind::Integer(value);
        }
        if number::real(word).is_some() {
            return Kind::Real;
        }
        if super::forms::is_mnemonic(word) {
            return Kind::Operator;
        }
        if let Some(directive) = Directive::named(word) {
            return Kind::Directive(directive);
        }
        if is_identifier(word) { Kind::Identifier } else { Kind::Bad }
    }

    /// Whether a token of this kind can be a label.
    pub(super) fn is_name(self) -> bool {
        matches!(self, Kind::Identifier | Kind::Operator)
    }
}

/// `$8`, `$010` (octal), `$0x8`, `$` (none is zero), `$t0`, `$f12`; lower case only.
fn register(word: &str) -> Option<Kind> {
    let name = word.strip_prefix('$')?;
    let within = |number: i32| u8::try_from(number).ok().filter(|&number| number < 32);
    if let Some(number) = number::integer(name).and_then(within) {
        return Some(Kind::Register(number));
    }
    if let Some(number) = REGISTERS.iter().position(|&register| register == name) {
        return Some(Kind::Register(number as u8));
    }
    let number = number::integer(name.strip_prefix('f')?).and_then(within)?;
    (name[1..] == number.to_string()).then_some(Kind::FloatRegister(number))
}

/// Whether a macro may call a parameter so: `%name`, and as in SPIM `$name`.
pub(super) fn is_parameter_name(word: &str) -> bool {
    word.len() > 1 && word.starts_with('%') || word.starts_with('$') && register(word).is_none()
}

fn is_identifier(word: &str) -> bool {
    let special = |c: char| matches!(c, '_' | '.' | '$');
    // Java looks at 16 bits at a time and sees no letters beyond them.
    let narrow = |c: char| u32::from(c) <= 0xffff;
    word.starts_with(|c: char| special(c) || c.is_alphabetic() && narrow(c))
        && word.chars().all(|c| special(c) || c.is_alphanumeric() && narrow(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_what_mars_takes_them_for() {
        let kinds = [
            ("$zero", Kind::Register(0)),
            ("$010", Kind::Register(8)),
            ("$fp", Kind::Register(30)),
            ("$s8", Kind::Identifier),
            ("$32", Kind::Identifier),
            ("$T0", Kind::Identifier),
            ("$f31", Kind::FloatRegister(31)),
            ("0x10", Kind::Integer(16)),
            ("08", Kind::Integer(8)),
            ("-08", Kind::Real),
            ("$", Kind::Register(0)),
            ("$f", Kind::Identifier),
            ("$f01", Kind::Identifier),
            ("NaN", Kind::Real),
            ("1f", Kind::Real),
            ("ADD", Kind::Operator),
            (".Word", Kind::Directive(Directive::Word)),
            (".wrod", Kind::Identifier),
            ("%x", Kind::Parameter),
            ("%", Kind::Bad),
            ("1abc", Kind::Bad),
        ];
        for (word, kind) in kinds {
            assert_eq!(Kind::of_word(word), kind, "{word}");
        }
    }
}

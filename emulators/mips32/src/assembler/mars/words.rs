//! Register names of MARS, and help on invalid operands.

use asmkit::mars::{TokenKind, number};

use crate::isa::REGISTERS;

/// Parses `$8`, `$010` (octal), `$0x8`, `$` (zero), `$t0`, `$f12`; lower case only.
pub(super) fn register(word: &str) -> Option<TokenKind> {
    let name = word.strip_prefix('$')?;
    let within = |number: i32| u8::try_from(number).ok().filter(|&number| number < 32);
    if let Some(number) = number::integer(name).and_then(within) {
        return Some(TokenKind::Register(number));
    }
    if let Some(number) = REGISTERS.iter().position(|&register| register == name) {
        return Some(TokenKind::Register(number as u8));
    }
    let number = number::integer(name.strip_prefix('f')?).and_then(within)?;
    (name[1..] == number.to_string()).then_some(TokenKind::FloatRegister(number))
}

/// Whether a name has the form of a register number, such as `$32` or `$f99`.
pub(super) fn is_register_number(name: &str) -> bool {
    let Some(number) = name.strip_prefix('$') else { return false };
    let digits = number.trim_start_matches('f').bytes().all(|byte| byte.is_ascii_digit());
    digits && !number.is_empty()
}

/// Help on an invalid operand.
pub(super) fn hint(name: &str, kind: TokenKind, value: &str) -> Option<String> {
    match (name, kind) {
        ("li" | "la", TokenKind::Register(_)) => {
            Some(format!("use `move $t0, {value}` to copy a register"))
        }
        ("j", TokenKind::Register(_)) => {
            Some(format!("use `jr {value}` to jump to the address in a register"))
        }
        ("jal", TokenKind::Register(_)) => {
            Some(format!("use `jalr {value}` to call the address in a register"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use asmkit::mars::Action;

    use super::super::MARS;
    use super::*;

    #[test]
    fn words_are_what_mars_takes_them_for() {
        let kinds = [
            ("$zero", TokenKind::Register(0)),
            ("$010", TokenKind::Register(8)),
            ("$fp", TokenKind::Register(30)),
            ("$s8", TokenKind::Identifier),
            ("$32", TokenKind::Identifier),
            ("$T0", TokenKind::Identifier),
            ("$f31", TokenKind::FloatRegister(31)),
            ("0x10", TokenKind::Integer(16)),
            ("08", TokenKind::Integer(8)),
            ("-08", TokenKind::Real),
            ("$", TokenKind::Register(0)),
            ("$f", TokenKind::Identifier),
            ("$f01", TokenKind::Identifier),
            ("NaN", TokenKind::Real),
            ("1f", TokenKind::Real),
            ("ADD", TokenKind::Operator),
            (".wrod", TokenKind::Identifier),
            ("%x", TokenKind::Parameter),
            ("%", TokenKind::Bad),
            ("1abc", TokenKind::Bad),
        ];
        for (word, kind) in kinds {
            assert_eq!(TokenKind::of_word(word, &MARS), kind, "{word}");
        }
        let TokenKind::Directive(directive) = TokenKind::of_word(".Word", &MARS) else {
            panic!(".Word is a directive");
        };
        assert_eq!(directive.action, Action::Word);
    }
}

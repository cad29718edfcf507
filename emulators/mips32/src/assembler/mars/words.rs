//! Register names of MARS, and help on invalid operands.

use asmkit::mars::{Kind, number};

use crate::isa::REGISTERS;

/// Parses `$8`, `$010` (octal), `$0x8`, `$` (zero), `$t0`, `$f12`; lower case only.
pub(super) fn register(word: &str) -> Option<Kind> {
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

/// Whether a name has the form of a register number, such as `$32` or `$f99`.
pub(super) fn is_register_number(name: &str) -> bool {
    let Some(number) = name.strip_prefix('$') else { return false };
    let digits = number.trim_start_matches('f').bytes().all(|byte| byte.is_ascii_digit());
    digits && !number.is_empty()
}

/// Help on an invalid operand.
pub(super) fn hint(name: &str, kind: Kind, value: &str) -> Option<String> {
    match (name, kind) {
        ("li" | "la", Kind::Register(_)) => {
            Some(format!("use `move $t0, {value}` to copy a register"))
        }
        ("j", Kind::Register(_)) => {
            Some(format!("use `jr {value}` to jump to the address in a register"))
        }
        ("jal", Kind::Register(_)) => {
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
            (".wrod", Kind::Identifier),
            ("%x", Kind::Parameter),
            ("%", Kind::Bad),
            ("1abc", Kind::Bad),
        ];
        for (word, kind) in kinds {
            assert_eq!(Kind::of_word(word, &MARS), kind, "{word}");
        }
        let Kind::Directive(directive) = Kind::of_word(".Word", &MARS) else {
            panic!(".Word is a directive");
        };
        assert_eq!(directive.action, Action::Word);
    }
}

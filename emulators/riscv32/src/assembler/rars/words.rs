//! Meaning of words in RARS: registers, rounding modes, numbers; and hints for words of other
//! assemblers.

use asmkit::mars::{TokenKind, number};

use crate::isa::operand::ROUNDING_MODES;
use crate::isa::{CSRS, FLOAT_REGISTERS, REGISTERS};

/// Register, rounding mode, `%hi` or `%lo`, in lower case.
pub(super) fn word(word: &str) -> Option<TokenKind> {
    match word {
        "%hi" => return Some(TokenKind::Function("%hi")),
        "%lo" => return Some(TokenKind::Function("%lo")),
        "fp" => return Some(TokenKind::Register(8)),
        // Operands of directives that RARS ignores, such as `.type main, @function` from compilers.
        _ if word.starts_with('@') => return Some(TokenKind::Parameter),
        _ => {}
    }
    let named = |names: &[&str]| names.iter().position(|&name| name == word && !name.is_empty());
    if let Some(mode) = named(&ROUNDING_MODES) {
        return Some(TokenKind::Rounding(mode as u8));
    }
    if let Some(number) = named(&REGISTERS).or_else(|| numbered(word, 'x')) {
        return Some(TokenKind::Register(number as u8));
    }
    if let Some(number) = named(&FLOAT_REGISTERS).or_else(|| numbered(word, 'f')) {
        return Some(TokenKind::FloatRegister(number as u8));
    }
    csrs().find(|(name, _)| *name == word).map(|(_, number)| TokenKind::Control(number))
}

/// Control and status registers of RARS: those of user level.
pub(super) fn csrs() -> impl Iterator<Item = (&'static str, u16)> {
    CSRS.iter().copied().filter(|(_, number)| number & 0x300 == 0)
}

/// Number after a prefix, parsed like any other number in RARS: `x010` is `x8`.
fn numbered(word: &str, prefix: char) -> Option<usize> {
    let digits = word.strip_prefix(prefix).filter(|digits| !digits.is_empty())?;
    usize::try_from(short_integer(digits)?).ok().filter(|&number| number < 32)
}

/// Integer of 32 bits, or else of 64.
pub(super) fn integer(word: &str) -> Option<TokenKind> {
    if let Some(value) = short_integer(word) {
        return Some(TokenKind::Integer(value));
    }
    let value = number::long(word)?;
    Some(i32::try_from(value).map_or(TokenKind::Long(value), TokenKind::Integer))
}

/// Integer in the form that RARS tries first.
///
/// Hexadecimal numbers of up to eight digits may stand for negative numbers. Decimal and octal
/// numbers lose the bits beyond 32 unless the rest looks negative: `4294967296` is 0. Octal numbers
/// have no minus: `-010` is minus ten.
fn short_integer(word: &str) -> Option<i32> {
    let digits = word.strip_prefix('-').unwrap_or(word);
    let negative = digits.len() < word.len();
    let hexadecimal = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X"));
    let value = match hexadecimal.filter(|figures| !figures.is_empty()) {
        Some(figures) => wrapped(figures, 16, 8)?,
        None if word.starts_with('0') => wrapped(word, 8, 12)?,
        None => wrapped(digits, 10, 10)?,
    };
    let minimum = negative && value == i32::MIN && hexadecimal.is_some();
    match value {
        _ if minimum => Some(value),
        ..0 if negative || hexadecimal.is_none() => None,
        value => Some(if negative { -value } else { value }),
    }
}

/// Low 32 bits of a number of at most `most` digits.
fn wrapped(figures: &str, radix: u32, most: usize) -> Option<i32> {
    let add = |value: u32, figure: char| {
        Some(value.wrapping_mul(radix).wrapping_add(figure.to_digit(radix)?))
    };
    let value = figures.chars().try_fold(0, add)?;
    (!figures.is_empty() && figures.len() <= most).then_some(value as i32)
}

/// Real number; unlike MARS, RARS accepts `Inf` and `-Inf`.
pub(super) fn real(word: &str) -> Option<f64> {
    match word {
        "Inf" => Some(f64::INFINITY),
        "-Inf" => Some(f64::NEG_INFINITY),
        "NaN" => Some(f64::NAN),
        _ => {
            let begins = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-');
            if word.starts_with(begins) { number::real(word) } else { None }
        }
    }
}

/// Whether a word looks like a misspelled register: `$t0`, `A0`, `a9`, `x32`.
pub(super) fn is_like_a_register(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let letters = lower.trim_end_matches(|c: char| c.is_ascii_digit());
    let numbered = lower.len() > letters.len();
    let known = ["x", "f", "a", "s", "t", "fa", "fs", "ft"].contains(&letters);
    name.starts_with('$') || numbered && known || word(&lower).is_some()
}

/// Name in RARS of an instruction that other assemblers name differently.
pub(super) fn alias(name: &str) -> Option<&'static str> {
    Some(match name.to_ascii_lowercase().as_str() {
        "move" => "mv",
        "syscall" => "ecall",
        "break" => "ebreak",
        "lla" => "la",
        "addu" => "add",
        "subu" => "sub",
        "addiu" => "addi",
        "jalx" => "jal",
        _ => return None,
    })
}

/// Probable intention of an operand.
pub(super) fn hint(name: &str, kind: TokenKind, value: &str) -> Option<String> {
    match (name, kind) {
        ("li" | "la", TokenKind::Register(_)) => {
            Some(format!("copy a register with `mv t0, {value}`"))
        }
        ("la", TokenKind::Integer(_)) => Some(format!("load a number with `li t0, {value}`")),
        ("j" | "b" | "tail", TokenKind::Register(_)) => {
            Some(format!("jump to the address in a register with `jr {value}`"))
        }
        ("jal" | "call", TokenKind::Register(_)) => {
            Some(format!("call the address in a register with `jalr {value}`"))
        }
        ("csrw" | "csrs" | "csrc", TokenKind::Control(_)) => {
            Some(format!("in RARS the integer register comes first: `{name} t0, {value}`"))
        }
        (
            "addi" | "andi" | "ori" | "xori" | "slli" | "srli" | "srai" | "slti" | "sltiu",
            TokenKind::Register(_),
        ) => Some(format!("use `{}`, which takes a register here", name.replace('i', ""))),
        ("add" | "and" | "or" | "xor" | "sll" | "srl" | "sra" | "slt", TokenKind::Integer(_)) => {
            Some(format!("use `{name}i`, which takes a number here"))
        }
        (_, TokenKind::Plus | TokenKind::Minus) => {
            Some("RARS has no arithmetic with labels: load the address with `la` first".to_owned())
        }
        ("sub", TokenKind::Integer(_)) => {
            Some("subtract a number with `addi` and its negative".to_owned())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::RARS;
    use super::*;

    #[test]
    fn words_are_what_rars_takes_them_for() {
        let kinds = [
            ("zero", TokenKind::Register(0)),
            ("fp", TokenKind::Register(8)),
            ("x31", TokenKind::Register(31)),
            ("x010", TokenKind::Register(8)),
            ("x32", TokenKind::Identifier),
            ("T0", TokenKind::Identifier),
            ("$t0", TokenKind::Identifier),
            ("ft11", TokenKind::FloatRegister(31)),
            ("f8", TokenKind::FloatRegister(8)),
            ("fcsr", TokenKind::Control(3)),
            ("instreth", TokenKind::Control(0xc82)),
            ("mstatus", TokenKind::Identifier),
            ("rtz", TokenKind::Rounding(1)),
            ("dyn", TokenKind::Rounding(7)),
            ("%hi", TokenKind::Function("%hi")),
            ("%x", TokenKind::Parameter),
            ("-010", TokenKind::Integer(-10)),
            ("010", TokenKind::Integer(8)),
            ("08", TokenKind::Real),
            ("0xffffffff", TokenKind::Integer(-1)),
            ("0x100000000", TokenKind::Long(1 << 32)),
            ("4294967295", TokenKind::Long(0xffff_ffff)),
            ("4294967296", TokenKind::Integer(0)),
            ("-2147483648", TokenKind::Integer(i32::MIN)),
            ("+5", TokenKind::Integer(5)),
            ("Inf", TokenKind::Real),
            ("NaN", TokenKind::Real),
            ("Infinity", TokenKind::Identifier),
            ("1e3", TokenKind::Real),
            ("B", TokenKind::Operator),
            ("0b101", TokenKind::Bad),
        ];
        for (word, kind) in kinds {
            assert_eq!(TokenKind::of_word(word, &RARS), kind, "{word}");
        }
    }
}

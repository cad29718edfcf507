//! Typeout of words: as instructions, numbers, halves, bytes or text.
//!
//! Source: ITS, *DDT Primer and Reference Manual*: typeout modes; DDT 1549, `PIN` and `PADR`, for
//! the choice between instructions and symbols.

use pdp10::{Word36, isa, text};

use super::bits::{self, BitMode};
use super::float;
use super::symbols::Symbols;

/// Interpretation of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WordFormat {
    /// `$S`: an instruction, halves or an address, whichever is most plausible.
    Symbolic,
    /// `$C`: a number.
    Constant,
    /// `$H`: two halves.
    Halves,
    /// `$F`: a floating-point number.
    Float,
    /// `$nT`: bytes of this many bits.
    Bytes(u32),
    /// `$"`: five characters.
    Ascii,
    /// `$#`: one character.
    Character,
    /// `$&`: radix 50.
    Squoze,
    /// `$'`: six characters.
    Sixbit,
}

/// A typeout mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Mode {
    /// Interpretation of a word.
    pub(super) kind: WordFormat,
    /// `$A`: addresses are numbers; otherwise, `$R`, symbols.
    pub(super) absolute: bool,
    /// Radix of numbers, from 2 to 36.
    pub(super) radix: u32,
    /// Names of bits.
    pub(super) bits: BitMode,
}

impl Default for Mode {
    fn default() -> Self {
        Mode { kind: WordFormat::Symbolic, absolute: false, radix: 8, bits: BitMode::default() }
    }
}

/// A mode with the symbols it uses.
#[derive(Debug, Clone, Copy)]
pub(super) struct WordFormatter<'d> {
    /// The mode.
    pub(super) mode: Mode,
    /// The symbols.
    pub(super) symbols: &'d Symbols,
}

impl WordFormatter<'_> {
    /// Formats a word.
    pub(super) fn word(&self, word: Word36) -> String {
        match self.mode.kind {
            WordFormat::Symbolic => self.symbolic(word),
            WordFormat::Constant => self.number(word),
            WordFormat::Halves => self.halves(word),
            WordFormat::Float => float::shown(word),
            WordFormat::Bytes(size) => self.bytes(word, size),
            WordFormat::Ascii => ascii(word),
            WordFormat::Character => self.character(word),
            WordFormat::Squoze => squoze(word),
            WordFormat::Sixbit => format!("$1'{}$", text::from_sixbit(word)),
        }
    }

    /// Formats an address.
    pub(super) fn address(&self, address: u32) -> String {
        let nearest = self.symbols.nearest(address).filter(|_| !self.mode.absolute);
        match nearest {
            Some((name, 0)) => name.to_owned(),
            Some((name, offset)) => format!("{name}+{}", self.digits(offset.into())),
            None => self.digits(address.into()),
        }
    }

    /// Formats an address with its indirect bit and index: `@FOO(P)`.
    pub(super) fn place(&self, place: Word36) -> String {
        let indirect = if place.left() & 0o20 == 0 { "" } else { "@" };
        let index = match place.left() & 0o17 {
            0 => String::new(),
            index => format!("({})", self.address(index)),
        };
        format!("{indirect}{}{index}", self.address(place.right()))
    }

    /// Formats a number; decimal numbers have a sign and a point.
    pub(super) fn number(&self, word: Word36) -> String {
        match self.mode.radix {
            10 => format!("{}.", word.signed()),
            _ => self.digits(word.bits()),
        }
    }

    pub(super) fn digits(&self, mut value: u64) -> String {
        let radix = u64::from(self.mode.radix);
        let mut digits = Vec::new();
        loop {
            digits.push(char::from_digit((value % radix) as u32, self.mode.radix).unwrap_or('?'));
            value /= radix;
            if value == 0 {
                break;
            }
        }
        let point = if radix == 10 { "." } else { "" };
        digits.iter().rev().map(char::to_ascii_uppercase).collect::<String>() + point
    }

    fn halves(&self, word: Word36) -> String {
        let (left, right) = (word.left(), word.right());
        format!("{},,{}", self.half(left, true, ["<(", ")>"]), self.half(right, false, [""; 2]))
    }

    fn bytes(&self, word: Word36, size: u32) -> String {
        let (bits, starts) = (word.bits(), (0..36 / size).map(|at| 36 - size * (at + 1)));
        let byte = |start| self.digits(bits >> start & ((1 << size) - 1));
        starts.map(byte).collect::<Vec<_>>().join(",")
    }

    fn character(&self, word: Word36) -> String {
        let (rest, code) = (word.bits() & !0o177, (word.bits() & 0o177) as u8);
        let rest = if rest == 0 { String::new() } else { self.symbolic(Word36::new(rest)) + " " };
        format!("{rest}$1#{}", quoted(&[code]))
    }

    fn symbolic(&self, word: Word36) -> String {
        let operation = word.bits() >> 27;
        match operation {
            _ if word.left() == 0 => self.address(word.right()),
            // Input or output instructions are more often small negative numbers.
            0o700.. => match -word.signed() {
                small @ ..0o200000 => format!("-{}", self.digits(small as u64)),
                _ => self.halves(word),
            },
            0 | MAP => self.halves(word),
            0o40..0o50 => match self.symbols.call(word) {
                Some((name, rest)) => self.instruction(name, rest),
                None => self.halves(word),
            },
            _ => match isa::disassemble(Word36::new(operation << 27)) {
                Some(name) => self.instruction(&name, Word36::new(word.bits() & OPERANDS)),
                None => self.halves(word),
            },
        }
    }

    /// An operation with its nonzero accumulator, address and index.
    fn instruction(&self, name: &str, word: Word36) -> String {
        let (accumulator, index) = (word.left() >> 5 & 0o17, word.left() & 0o17);
        let mut text = name.to_owned();
        if word != Word36::default() {
            text.push(' ');
        }
        if accumulator != 0 {
            text = text + &self.address(accumulator) + ",";
        }
        if word.left() & 0o20 != 0 {
            text.push('@');
        }
        if word.right() != 0 {
            text.push_str(&self.operand(name, word));
        }
        if index != 0 {
            text = text + "(" + &self.address(index) + ")";
        }
        text
    }

    /// Address of an instruction: a number if it is a shift count or negative.
    fn operand(&self, name: &str, word: Word36) -> String {
        let address = word.right();
        if let Some(is_left) = bits::bits_of(name).filter(|_| self.mode.bits.is_selected) {
            return self.half(address, is_left, ["(", ")"]);
        }
        let counts = SHIFTS.contains(&name) && word.left() & 0o20 == 0;
        let exact = !self.mode.absolute && self.symbols.exact(address.into()).is_some();
        match 0o1000000 - address {
            small @ ..=0o4000 if counts || !exact => format!("-{}", self.digits(small.into())),
            _ if counts => self.digits(address.into()),
            _ => self.address(address),
        }
    }
}

/// Bits of an instruction besides its operation.
const OPERANDS: u64 = 0o000777_777777;
/// An operation without effect on a KA10; DDT treats the word as halves.
const MAP: u64 = 0o257;
/// Operations whose address is a shift count.
const SHIFTS: &[&str] = &["ASH", "ROT", "LSH", "ASHC", "ROTC", "LSHC"];

/// Five characters in input syntax; the last bit is the number before them.
fn ascii(word: Word36) -> String {
    let characters = text::characters(word);
    let length = characters.iter().rposition(|&c| c != 0).map_or(0, |last| last + 1);
    format!("${}\"{}$", word.bits() & 1, quoted(&characters[..length]))
}

/// Characters with `^` for control characters.
fn quoted(characters: &[u8]) -> String {
    let shown = |&character: &u8| match character {
        ..0o40 | 0o177 => format!("^{}", char::from(character ^ 0o100)),
        _ => char::from(character).to_string(),
    };
    characters.iter().map(shown).collect()
}

fn squoze(word: Word36) -> String {
    format!("${:o}&{}", word.bits() >> 32 << 2, text::from_squoze(word))
}

//! Parses expressions with C's operator precedence.

use std::num::IntErrorKind;

use machine::Machine as _;

use super::{Scope, Value, ValueKind};

/// Binary operators from lowest to highest precedence; the longest first within each.
const RANKS: &[&[&str]] = &[
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<=", ">=", "<", ">"],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

/// Type names with their sizes in bytes.
const TYPES: &[(&str, u64)] = &[
    ("char", 1),
    ("byte", 1),
    ("short", 2),
    ("half", 2),
    ("int", 4),
    ("word", 4),
    ("float", 4),
    ("unsigned", 4),
    ("signed", 4),
    ("long", 4),
    ("double", 8),
];

/// Maximum nesting of parentheses and signs.
const DEEPEST: u32 = 64;

/// A typed type: size in bytes, and whether it is a pointer.
#[derive(Debug, Clone, Copy)]
struct Type {
    bytes: u64,
    is_pointer: bool,
}

pub(super) struct Parser<'s, 't> {
    scope: Scope<'s>,
    text: &'t str,
    rest: &'t str,
    depth: u32,
    /// Registers and words of memory that were read.
    reads: u32,
}

impl<'s, 't> Parser<'s, 't> {
    pub(super) fn new(scope: Scope<'s>, text: &'t str) -> Self {
        Parser { scope, text, rest: text.trim_start(), depth: 0, reads: 0 }
    }

    /// Parses the whole text as one expression; also returns the number of registers and words of
    /// memory that it reads.
    pub(super) fn whole(mut self) -> Result<(Value, u32), String> {
        if self.rest.is_empty() {
            return Err("an expression is missing, such as `$sp + 4`".to_owned());
        }
        let value = self.ranked(0)?;
        if self.rest.is_empty() {
            return Ok((value, self.reads));
        }
        let (read, rest) = self.text.split_at(self.text.len() - self.rest.len());
        Err(format!(
            "unexpected `{}` after `{}`",
            asmkit::plain_name(rest.trim()),
            asmkit::plain_name(read.trim())
        ))
    }

    fn accept(&mut self, token: &str) -> bool {
        let found = self.rest.strip_prefix(token);
        if let Some(rest) = found {
            self.rest = rest.trim_start();
        }
        found.is_some()
    }

    fn expect(&mut self, token: &str) -> Result<(), String> {
        if self.accept(token) {
            Ok(())
        } else {
            Err(format!("missing `{token}` in `{}`", asmkit::plain_name(self.text)))
        }
    }

    /// The next operator of this precedence, unless it starts a longer one.
    fn operator(&mut self, rank: usize) -> Option<&'static str> {
        let found = RANKS[rank].iter().find(|operator| self.rest.starts_with(**operator))?;
        let longer = RANKS.iter().flat_map(|operators| operators.iter());
        let mut longer = longer.filter(|other| other.len() > found.len());
        if longer.any(|other| self.rest.starts_with(*other)) {
            return None;
        }
        self.accept(found);
        Some(found)
    }

    fn ranked(&mut self, rank: usize) -> Result<Value, String> {
        if rank == RANKS.len() {
            return self.unary();
        }
        let mut left = self.ranked(rank + 1)?;
        while let Some(operator) = self.operator(rank) {
            let right = self.ranked(rank + 1)?;
            left = Value::number(self.done(operator, left.bits, right.bits)?);
        }
        Ok(left)
    }

    fn done(&self, operator: &str, left: u64, right: u64) -> Result<u64, String> {
        let (a, b) = (self.scope.signed(left), self.scope.signed(right));
        let shift = |done: u64| if right < 64 { done } else { 0 };
        let zero = || "division by zero".to_owned();
        let value = match operator {
            "||" => u64::from(left != 0 || right != 0),
            "&&" => u64::from(left != 0 && right != 0),
            "|" => left | right,
            "^" => left ^ right,
            "&" => left & right,
            "==" => u64::from(a == b),
            "!=" => u64::from(a != b),
            "<=" => u64::from(a <= b),
            ">=" => u64::from(a >= b),
            "<" => u64::from(a < b),
            ">" => u64::from(a > b),
            "<<" => shift(left.wrapping_shl(right as u32)),
            ">>" => shift(left.wrapping_shr(right as u32)),
            "+" => left.wrapping_add(right),
            "-" => left.wrapping_sub(right),
            "*" => left.wrapping_mul(right),
            "/" if b == 0 => return Err(zero()),
            "/" => a.wrapping_div(b) as u64,
            "%" if b == 0 => return Err(zero()),
            _ => a.wrapping_rem(b) as u64,
        };
        Ok(value & self.scope.mask())
    }

    fn unary(&mut self) -> Result<Value, String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(format!("more than {DEEPEST} signs and parentheses are nested"));
        }
        let mask = self.scope.mask();
        let value = if self.accept("-") {
            Value::number(self.unary()?.bits.wrapping_neg() & mask)
        } else if self.accept("+") {
            self.unary()?
        } else if self.accept("~") {
            Value::number(!self.unary()?.bits & mask)
        } else if self.accept("!") {
            Value::number((self.unary()?.bits == 0).into())
        } else if self.accept("*") || self.accept("@") {
            let pointer = self.unary()?;
            self.pointed(&pointer)?
        } else if self.accept("&") {
            self.address()?
        } else if self.accept("{") {
            let kind = self.kind();
            self.expect("}")?;
            let kind = kind.ok_or("missing type between `{` and `}`, such as `{int}`")?;
            let at = self.unary()?.bits;
            self.memory(at, kind.bytes)?
        } else if let Some(kind) = self.cast() {
            let value = self.unary()?;
            self.taken_for(value, kind)?
        } else {
            self.postfix()?
        };
        self.depth -= 1;
        Ok(value)
    }

    /// `&total`, the address of something.
    fn address(&mut self) -> Result<Value, String> {
        let units = self.scope.word_units();
        let value = self.unary()?;
        let (bits, units) = match value.what {
            ValueKind::Label { .. } => (value.bits, units),
            ValueKind::Memory { address, units } => (address, units),
            _ => return Err("only labels and memory have an address".to_owned()),
        };
        Ok(Value { bits, what: ValueKind::Pointer { units, is_text: false } })
    }

    /// Target of a pointer: a word by default.
    fn pointed(&mut self, pointer: &Value) -> Result<Value, String> {
        match pointer.what {
            ValueKind::Pointer { units, .. } => self.in_memory(pointer.bits, units),
            _ => self.in_memory(pointer.bits, self.scope.word_units()),
        }
    }

    fn memory(&mut self, address: u64, bytes: u64) -> Result<Value, String> {
        self.in_memory(address, self.scope.units_of(bytes))
    }

    fn in_memory(&mut self, address: u64, units: u64) -> Result<Value, String> {
        let bits =
            self.scope.read(address, units).ok_or_else(|| no_memory(&self.scope, address))?;
        self.reads += 1;
        Ok(Value { bits, what: ValueKind::Memory { address, units } })
    }

    /// Casts a value to a type; a label's value is loaded from memory.
    fn taken_for(&mut self, value: Value, kind: Type) -> Result<Value, String> {
        if kind.is_pointer {
            let (units, is_text) = (self.scope.units_of(kind.bytes), kind.bytes == 1);
            return Ok(Value { bits: value.bits, what: ValueKind::Pointer { units, is_text } });
        }
        match value.what {
            ValueKind::Label { word: Some(_), .. } => self.memory(value.bits, kind.bytes),
            _ if kind.bytes < 4 && self.scope.units_of(2) > 1 => {
                Ok(Value::number(value.bits & ((1 << (8 * kind.bytes)) - 1)))
            }
            _ => Ok(value),
        }
    }

    /// `(int *)`, if it comes next.
    fn cast(&mut self) -> Option<Type> {
        let before = self.rest;
        let kind = if self.accept("(") { self.kind() } else { None };
        if kind.is_none() || !self.accept(")") {
            self.rest = before;
            return None;
        }
        kind
    }

    /// Type words and the stars after them.
    fn kind(&mut self) -> Option<Type> {
        let mut bytes = None;
        loop {
            let end = self.rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(self.rest.len());
            let word = &self.rest[..end];
            let Some((_, size)) = TYPES.iter().find(|(name, _)| *name == word) else { break };
            let is_longer = bytes == Some(4) && word == "long";
            let is_word = bytes.is_some() && ["int", "unsigned", "signed"].contains(&word);
            if is_longer {
                bytes = Some(8);
            } else if !is_word {
                bytes = Some(*size);
            }
            self.rest = self.rest[end..].trim_start();
        }
        let mut is_pointer = false;
        while bytes.is_some() && self.accept("*") {
            is_pointer = true;
        }
        bytes.map(|bytes| Type { bytes, is_pointer })
    }

    /// A value with its members.
    fn postfix(&mut self) -> Result<Value, String> {
        let mut value = self.primary()?;
        while self.accept("[") {
            let index = self.ranked(0)?.bits;
            self.expect("]")?;
            let units = match value.what {
                ValueKind::Pointer { units, .. } => units,
                _ => self.scope.word_units(),
            };
            let address = value.bits.wrapping_add(index.wrapping_mul(units)) & self.scope.mask();
            value = self.in_memory(address, units)?;
        }
        Ok(value)
    }

    fn primary(&mut self) -> Result<Value, String> {
        if self.accept("(") {
            let value = self.ranked(0)?;
            self.expect(")")?;
            return Ok(value);
        }
        if let Some(rest) = self.rest.strip_prefix('\'') {
            let mut letters = rest.chars();
            return match (letters.next(), letters.next()) {
                (Some(letter), Some('\'')) => {
                    self.rest = letters.as_str().trim_start();
                    Ok(Value::number(letter.into()))
                }
                _ => Err("a character is written between two quotes, such as 'a'".to_owned()),
            };
        }
        let is_part =
            |c: char| c.is_alphanumeric() || "_.$".contains(c) || c == '%' && self.scope.is_octal();
        let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        if word.is_empty() {
            return Err(match self.rest.chars().next() {
                None => "the expression ends too early".to_owned(),
                Some(c) => {
                    format!("`{}` is not a value", asmkit::plain_name(&c.to_string()))
                }
            });
        }
        self.rest = rest.trim_start();
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            let noted = self.scope.noted(word);
            let value = noted.map_or_else(|| number(word, &self.scope), Ok)?;
            return self.scope.fitting(word, value);
        }
        if ["word", "half", "byte"].contains(&word) && self.rest.starts_with('(') {
            let bytes = TYPES.iter().find(|(name, _)| *name == word).map_or(4, |(_, bytes)| *bytes);
            self.expect("(")?;
            let at = self.ranked(0)?.bits;
            self.expect(")")?;
            return self.memory(at, bytes);
        }
        let value = self.scope.named(word)?;
        if !matches!(value.what, ValueKind::Label { .. }) {
            self.reads += 1;
        }
        Ok(value)
    }
}

/// Message about missing memory at an address.
pub(super) fn no_memory(scope: &Scope<'_>, address: u64) -> String {
    format!("there is no memory at {}", scope.machine.spec().show_address(address))
}

/// Parses a number.
fn number(word: &str, scope: &Scope<'_>) -> Result<u64, String> {
    let is_octal = scope.is_octal();
    let lower = word.to_ascii_lowercase();
    let (digits, radix) = match lower.as_str() {
        text if text.starts_with("0x") => (&text[2..], 16),
        text if text.starts_with("0b") => (&text[2..], 2),
        text if is_octal && text.ends_with('.') => (&text[..text.len() - 1], 10),
        text if is_octal || text.len() > 1 && text.starts_with('0') => (text, 8),
        text => (text, 10),
    };
    u64::from_str_radix(digits, radix).map_err(|why| {
        if *why.kind() == IntErrorKind::PosOverflow {
            return scope.too_large(word, scope.bits());
        }
        let hint = if is_octal && digits.contains(['8', '9']) {
            "; numbers are octal, or decimal if a point follows"
        } else {
            ""
        };
        format!("`{}` is not a number{hint}", asmkit::plain_name(word))
    })
}

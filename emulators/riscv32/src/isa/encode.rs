//! Encoding of operands to machine words, and disassembly.

use super::csr_names;
use super::operand::{
    FLOAT_REGISTERS, Immediate, REGISTERS, ROUNDING_MODES, RegisterKind, register,
};
use super::{COMPRESSED, Compressed, Extension, Extensions, Row, decode, named};

/// Reason why operands do not fit a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EncodeError {
    /// Operand, or the distance of a target, outside `low..=high`.
    OutOfRange {
        /// Index of the operand, from 0.
        operand: usize,
        /// Minimum.
        low: i64,
        /// Maximum.
        high: i64,
    },
    /// Operand that is not a multiple of the required number.
    Misaligned {
        /// Index of the operand, from 0.
        operand: usize,
        /// Required divisor.
        multiple: i64,
    },
    /// Operand with the one value that the pattern excludes.
    Excluded,
}

/// Letters of operands, in source order, including digits.
fn letters(operands: &'static str) -> impl Iterator<Item = char> {
    operands.chars().filter(char::is_ascii_alphanumeric)
}

/// Field of an operand.
fn field(operand: usize, letter: char, value: i64, pc: u32) -> Result<u64, EncodeError> {
    let within = |value: i64, low: i64, high: i64| {
        if (low..=high).contains(&value) {
            Ok(value)
        } else {
            Err(EncodeError::OutOfRange { operand, low, high })
        }
    };
    match (register(letter), Immediate::of(letter)) {
        (Some(RegisterKind::General(first) | RegisterKind::Float(first)), _) => {
            let (first, last) = (i64::from(first), if first == 0 { 31 } else { 15 });
            Ok((within(value, first, last)? - first) as u64)
        }
        (None, Some(immediate)) => {
            let value = match letter {
                _ if immediate.relative => i64::from((value as u32).wrapping_sub(pc) as i32),
                // The upper bits of c.lui are written like those of lui: 20 bits, unsigned.
                'G' if value >= 0x80000 => value - 0x100000,
                _ => value,
            };
            let (low, high) = immediate.range();
            let value = within(value, low, high)?;
            let multiple = immediate.multiple();
            match value % multiple {
                0 => Ok(immediate.field(value)),
                _ => Err(EncodeError::Misaligned { operand, multiple }),
            }
        }
        (None, None) => Ok(value as u64),
    }
}

impl Row {
    /// Letters of the operands, in source order.
    pub(crate) fn letters(&self) -> impl Iterator<Item = char> {
        letters(self.operands)
    }

    /// Word for operands in source order.
    ///
    /// Registers are numbers, immediates have their source values (the upper 20 bits for `lui` and
    /// `auipc`), branch and jump targets are addresses. A final rounding mode may be omitted.
    ///
    /// # Errors
    /// If a value does not fit its field.
    pub fn encode(&self, values: &[i64], pc: u32) -> Result<u32, EncodeError> {
        let mut word = self.pattern.value();
        for (operand, letter) in self.letters().enumerate() {
            let value = values.get(operand).copied().unwrap_or(if letter == 'r' { 7 } else { 0 });
            word = self.pattern.with_field(word, letter, field(operand, letter, value, pc)?);
        }
        Ok(word as u32)
    }

    /// Word for operands and the ordering of an atomic operation: 0, 1 `.rl`, 2 `.aq`, 3 `.aqrl`.
    ///
    /// # Errors
    /// If a value does not fit its field.
    pub fn encode_ordered(&self, values: &[i64], ordering: u8) -> Result<u32, EncodeError> {
        let word = self.encode(values, 0)?;
        Ok(self.pattern.with_field(word.into(), 'o', ordering.into()) as u32)
    }

    /// Equivalent two-byte instruction for these operands, if there is one.
    pub fn compress(&self, values: &[i64], pc: u32, extensions: Extensions) -> Option<u16> {
        if !extensions.has(Extension::C) {
            return None;
        }
        let fitting = COMPRESSED.iter().filter(|short| extensions.has(short.extension));
        fitting.flat_map(Compressed::expansions).find_map(|(short, base, expansion)| {
            let same = base.name == self.name;
            if same { short.contract(expansion, values, pc) } else { None }
        })
    }

    /// Instruction in the manual's syntax, with addresses for targets.
    #[must_use]
    pub fn disassemble(&self, word: u32, pc: u32) -> String {
        let ordering = self.pattern.field(word.into(), 'o').unwrap_or(0) as usize;
        let name = format!("{}{}", self.name, ["", ".rl", ".aq", ".aqrl"][ordering]);
        let show = |letter| show(letter, self.pattern.field(word.into(), letter), pc);
        spell(&name, self.operands, show)
    }
}

impl Compressed {
    /// Operand letters in source order, without digits, which are not written.
    pub(crate) fn letters(&self) -> impl Iterator<Item = char> {
        letters(self.operands)
    }

    /// Halfword for operands in source order, as for [`Row::encode`]; if the operands include `sp`,
    /// so do the values.
    ///
    /// # Errors
    /// If a value does not fit its field, or would encode another instruction.
    pub fn encode(&self, values: &[i64], pc: u32) -> Result<u16, EncodeError> {
        let mut half = self.pattern.value();
        for ((operand, letter), &value) in self.letters().enumerate().zip(values) {
            match letter.to_digit(10).map(i64::from) {
                Some(fixed) if fixed == value => {}
                Some(fixed) => {
                    return Err(EncodeError::OutOfRange { operand, low: fixed, high: fixed });
                }
                None => {
                    let field = field(operand, letter, value, pc)?;
                    half = self.pattern.with_field(half, letter, field);
                }
            }
        }
        if self.pattern.matches(half) { Ok(half as u16) } else { Err(EncodeError::Excluded) }
    }

    /// All rows and operands that this instruction may stand for.
    fn expansions(&self) -> impl Iterator<Item = (&Compressed, &'static Row, &'static str)> {
        let own = [(self.base, self.expansion)];
        own.into_iter().chain(self.also.iter().copied()).map(move |(base, e)| (self, base, e))
    }

    /// Halfword that expands to these operands of the row.
    fn contract(&self, expansion: &'static str, values: &[i64], pc: u32) -> Option<u16> {
        let mut half = self.pattern.value();
        let mut seen: [Option<i64>; 128] = [None; 128];
        for (letter, &value) in letters(expansion).zip(values) {
            let known = letter.to_digit(10).map(i64::from).or(seen[letter as usize]);
            match known {
                Some(known) if known == value => {}
                Some(_) => return None,
                None => {
                    seen[letter as usize] = Some(value);
                    let field = field(0, letter, value, pc).ok()?;
                    half = self.pattern.with_field(half, letter, field);
                }
            }
        }
        self.pattern.matches(half).then_some(half as u16)
    }

    /// Operands of the row for which a halfword stands, as for [`Row::encode`].
    pub(crate) fn expand(&self, half: u32, pc: u32) -> Vec<i64> {
        let value = |letter: char| {
            if let Some(number) = letter.to_digit(10) {
                return number.into();
            }
            let field = self.pattern.field(half.into(), letter).unwrap_or(0);
            match (register(letter), Immediate::of(letter)) {
                (Some(RegisterKind::General(first) | RegisterKind::Float(first)), _) => {
                    i64::from(first) + field as i64
                }
                (_, Some(immediate)) if immediate.relative => {
                    i64::from(pc.wrapping_add(immediate.value(field) as u32))
                }
                (_, Some(immediate)) if letter == 'G' => immediate.value(field) & 0xfffff,
                (_, Some(immediate)) => immediate.value(field),
                (None, None) => field as i64,
            }
        };
        letters(self.expansion).map(value).collect()
    }

    /// Instruction in the manual's syntax, with addresses for targets.
    #[must_use]
    pub fn disassemble(&self, half: u32, pc: u32) -> String {
        let show = |letter| show(letter, self.pattern.field(half.into(), letter), pc);
        spell(self.name, self.operands, show)
    }
}

/// Disassembles the instruction at the low end of a word; `None` if it belongs to no extension or
/// has a reserved rounding mode, which has no name.
#[must_use]
pub fn disassemble(word: u32, pc: u32) -> Option<String> {
    let named_mode = |row: &&Row| {
        let mode = |letter| row.pattern.field(word.into(), letter).unwrap_or(0);
        !ROUNDING_MODES[mode('r') as usize].is_empty()
            && !ROUNDING_MODES[mode('n') as usize].is_empty()
    };
    if decode::is_long(word) {
        Some(decode::of_word(word).filter(named_mode)?.disassemble(word, pc))
    } else {
        Some(decode::of_half(word & 0xffff)?.disassemble(word & 0xffff, pc))
    }
}

/// Name and operands, without a default rounding mode.
fn spell(name: &str, operands: &str, show: impl Fn(char) -> String) -> String {
    let mut text = String::new();
    for c in operands.chars() {
        match c {
            'r' if show(c) == "dyn" => {}
            'n' if show(c) == "rne" => {}
            c if c.is_ascii_alphanumeric() => text.push_str(&show(c)),
            c => text.push(c),
        }
    }
    let operands = text.trim_end_matches([',', ' ']);
    if operands.is_empty() { name.to_owned() } else { format!("{name} {operands}") }
}

/// Operand as source text.
fn show(letter: char, field: Option<u64>, pc: u32) -> String {
    if let Some(number) = letter.to_digit(10) {
        return REGISTERS[number as usize].to_owned();
    }
    let field = field.unwrap_or(0);
    match (register(letter), Immediate::of(letter)) {
        (Some(RegisterKind::General(first)), _) => {
            REGISTERS[usize::from(first) + field as usize].into()
        }
        (Some(RegisterKind::Float(first)), _) => {
            FLOAT_REGISTERS[usize::from(first) + field as usize].into()
        }
        (_, Some(immediate)) if immediate.relative => {
            format!("{:#010x}", pc.wrapping_add(immediate.value(field) as u32))
        }
        (_, Some(immediate)) => match letter {
            'c' => csr_names::name(field as u16).map_or(format!("{field:#x}"), str::to_owned),
            'r' | 'n' => ROUNDING_MODES[field as usize].to_owned(),
            'p' | 'q' => fence_set(field),
            'U' => format!("{field:#x}"),
            'G' => format!("{:#x}", immediate.value(field) & 0xfffff),
            _ => immediate.value(field).to_string(),
        },
        (None, None) => field.to_string(),
    }
}

/// Fence set, from `i` for 8 to `w` for 1; the empty set is 0.
fn fence_set(field: u64) -> String {
    let letters = "iorw".chars().enumerate();
    let set: String =
        letters.filter(|(rank, _)| field >> (3 - rank) & 1 != 0).map(|(_, c)| c).collect();
    if set.is_empty() { "0".to_owned() } else { set }
}

/// Row of a mnemonic with its ordering, as in `amoadd.w.aq`.
#[must_use]
pub fn ordered(name: &str) -> Option<(&'static Row, u8)> {
    let suffixes = [(".aqrl", 3), (".aq", 2), (".rl", 1), ("", 0)];
    suffixes.into_iter().find_map(|(suffix, ordering)| {
        let row = named(name.strip_suffix(suffix)?).next()?;
        (ordering == 0 || row.pattern.field_width('o') > 0).then_some((row, ordering))
    })
}

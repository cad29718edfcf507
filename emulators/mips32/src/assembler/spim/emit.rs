//! Encodes instructions with operands as words in memory.
//!
//! An immediate that does not fit in 16 bits, or is not known yet, is first loaded into `$at`.

use asmkit::Span;

use super::operands::Value;
use super::symbols::{SymbolId, Symbols, Use, UseField};
use super::words::{self, Shape};
use super::{Assembler, Outcome, messages};
use crate::assembler::messages as shared;
use crate::memory::spim;
use asmkit::program::SourcePlace;

/// An operand of an instruction.
#[derive(Debug, Clone, Copy)]
pub(super) enum Argument {
    Register(u8),
    Value(Value),
    Label(SymbolId),
    /// Distance from the branch in bytes.
    Ahead(i32),
}

/// Registers of an instruction with an immediate.
#[derive(Debug, Clone, Copy, Default)]
struct Registers {
    /// The first operand.
    first: u8,
    /// The register to which the immediate is added, or with which it is compared.
    base: u8,
}

const AT: u8 = 1;

impl Assembler<'_> {
    /// Assembles an instruction, with those that its immediate needs.
    pub(super) fn instruction(
        &mut self,
        symbols: &mut Symbols,
        shape: &'static Shape,
        args: &[Argument],
        span: Span,
    ) -> Outcome {
        let mut word = shape.pattern.value();
        let mut registers = Registers::default();
        let mut immediate = None;
        let mut target = None;
        for (at, (letter, &arg)) in shape.letters().zip(args).enumerate() {
            let bits = match (letter, arg) {
                ('i' | 'u', Argument::Value(value)) => {
                    immediate = Some((letter, value));
                    continue;
                }
                ('b' | 'j', _) => {
                    target = Some((letter, arg));
                    continue;
                }
                (_, Argument::Register(number)) => {
                    match at {
                        0 => registers.first = number,
                        _ => registers.base = number,
                    }
                    number.into()
                }
                (_, Argument::Value(value)) => value.offset as u32 as u64,
                _ => 0,
            };
            word = shape.pattern.with_field(word, letter, bits);
        }
        // The manual requires the result register in both fields.
        if matches!(shape.name, "clo" | "clz") {
            word = shape.pattern.with_field(word, 't', registers.first.into());
        }
        match (immediate, target) {
            (Some((letter, value)), _) => {
                self.immediate(symbols, shape, word, letter, value, registers, span)
            }
            (_, Some((letter, target))) => self.target(symbols, shape, word, letter, target, span),
            _ => self.place_word(word as u32, span),
        }
    }

    /// Stores a word in the current segment.
    pub(super) fn place_word(&mut self, word: u32, span: Span) -> Outcome {
        self.check_space(4, span)?;
        let result = if self.in_text {
            self.program.instruction(word, SourcePlace { span, used_at: None })
        } else {
            self.program.number(word.into(), 4)
        };
        result.map_err(|_| Box::new(messages::out_of_addresses(span)))
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one instruction")]
    fn immediate(
        &mut self,
        symbols: &mut Symbols,
        shape: &'static Shape,
        word: u64,
        letter: char,
        value: Value,
        registers: Registers,
        span: Span,
    ) -> Outcome {
        let known = known(symbols, value);
        let fits = known.is_some_and(|value| fits(letter, value));
        if let Some(value) = known.filter(|_| fits) {
            let word = shape.pattern.with_field(word, letter, value as u32 as u64);
            return self.place_word(word as u32, span);
        }
        if self.bare {
            if let Some(value) = known {
                if bare_fits(value) {
                    let word = shape.pattern.with_field(word, letter, value as u32 as u64);
                    return self.place_word(word as u32, span);
                }
                return Err(Box::new(messages::bare_immediate(span, value, letter == 'i')));
            }
            let part = UseField::Whole { pattern: shape.pattern, letter };
            return self.place_part(symbols, word, value, part, span);
        }
        if shape.is_load_or_store() {
            return self.far_memory(symbols, shape, value, registers, span);
        }
        if matches!(shape.name, "ori" | "addi" | "addiu" | "lui") && registers.base == 0 {
            return self.constant(symbols, registers.first, value, span);
        }
        let Some(plain) = plain_of(shape.name).and_then(words::shape) else {
            return Err(Box::new(messages::no_wide_form(span, shape.name)));
        };
        self.constant(symbols, AT, value, span)?;
        let operands = [registers.first, registers.base, AT].map(Argument::Register);
        self.instruction(symbols, plain, &operands, span)
    }

    /// Assembles a load or store with an offset of more than 16 bits.
    fn far_memory(
        &mut self,
        symbols: &mut Symbols,
        shape: &'static Shape,
        value: Value,
        registers: Registers,
        span: Span,
    ) -> Outcome {
        let lui = words::known_shape("lui");
        let high = lui.pattern.with_field(lui.pattern.value(), 'w', AT.into());
        let part = UseField::HighAdjusted { pattern: lui.pattern };
        self.place_part(symbols, high, value, part, span)?;
        if registers.base != 0 {
            let operands = [AT, AT, registers.base].map(Argument::Register);
            self.instruction(symbols, words::known_shape("addu"), &operands, span)?;
        }
        let first = shape.letters().next().unwrap_or('t');
        let word = shape.pattern.with_field(shape.pattern.value(), first, registers.first.into());
        let word = shape.pattern.with_field(word, 's', AT.into());
        let part = UseField::Low { pattern: shape.pattern, letter: 'i' };
        self.place_part(symbols, word, value, part, span)
    }

    /// Loads a constant of up to 32 bits into a register.
    fn constant(
        &mut self,
        symbols: &mut Symbols,
        register: u8,
        value: Value,
        span: Span,
    ) -> Outcome {
        let lui = words::known_shape("lui").pattern;
        let ori = words::known_shape("ori").pattern;
        let high_in = |register: u8| lui.with_field(lui.value(), 'w', register.into());
        let low_in = ori.with_field(ori.value(), 'w', register.into());
        let high = UseField::High { pattern: lui };
        let low = UseField::Low { pattern: ori, letter: 'u' };
        match known(symbols, value) {
            Some(value_now) if value_now & 0xffff == 0 => {
                self.place_part(symbols, high_in(register), value, high, span)
            }
            Some(value_now) if value_now as u32 >> 16 == 0 => {
                self.place_part(symbols, low_in, value, low, span)
            }
            _ => {
                self.place_part(symbols, high_in(AT), value, high, span)?;
                let word = ori.with_field(low_in, 's', AT.into());
                self.place_part(symbols, word, value, low, span)
            }
        }
    }

    /// Stores a word with a part of a value, now or as soon as the value is known.
    fn place_part(
        &mut self,
        symbols: &mut Symbols,
        word: u64,
        value: Value,
        part: UseField,
        span: Span,
    ) -> Outcome {
        let address = self.here();
        let waiting = Use { address, offset: value.offset, part, span };
        match (known(symbols, value), value.symbol) {
            (None, Some(symbol)) => {
                symbols.get_mut(symbol).uses.push(waiting);
                self.place_word(word as u32, span)
            }
            (whole, _) => {
                let value = whole.unwrap_or(0) as u32;
                let word = filled(word as u32, waiting, value)?;
                self.warn_of_region(waiting, value);
                self.place_word(word, span)
            }
        }
    }

    /// Assembles a branch or jump.
    fn target(
        &mut self,
        symbols: &mut Symbols,
        shape: &'static Shape,
        word: u64,
        letter: char,
        target: Argument,
        span: Span,
    ) -> Outcome {
        let pattern = shape.pattern;
        let part =
            if letter == 'b' { UseField::Branch { pattern } } else { UseField::Jump { pattern } };
        match target {
            Argument::Label(symbol) => {
                let value = Value { symbol: Some(symbol), offset: 0 };
                self.place_part(symbols, word, value, part, span)
            }
            Argument::Ahead(distance) => {
                let value = Value::constant((self.here() as i32).wrapping_add(distance));
                self.place_part(symbols, word, value, part, span)
            }
            _ => self.place_word(word as u32, span),
        }
    }

    /// Warns about a jump that does not reach its target.
    fn warn_of_region(&mut self, waiting: Use, target: u32) {
        if is_elsewhere(waiting, target) && matches!(waiting.part, UseField::Jump { .. }) {
            self.report(messages::jump_stays(waiting.span, target, waiting.address));
        }
    }

    /// Fills in the words that wait for the value of a name.
    pub(super) fn fill_uses(&mut self, symbols: &mut Symbols, id: SymbolId) {
        let symbol = symbols.get_mut(id);
        let Some(value) = symbol.value else { return };
        for waiting in std::mem::take(&mut symbol.uses) {
            let before = self.program.word(waiting.address);
            let whole = value.wrapping_add(waiting.offset as u32);
            match filled(before, waiting, whole) {
                Ok(word) => {
                    self.program.patch(waiting.address, word.into(), 4);
                    self.warn_of_region(waiting, whole);
                }
                Err(problem) => {
                    let problem = self.explained(*problem, symbol);
                    self.report(problem);
                }
            }
        }
    }
}

/// Value, if it can be computed now.
pub(super) fn known(symbols: &Symbols, value: Value) -> Option<i32> {
    match value.symbol {
        None => Some(value.offset),
        Some(symbol) => {
            let address = symbols.get(symbol).value?;
            Some((address as i32).wrapping_add(value.offset))
        }
    }
}

fn fits(letter: char, value: i32) -> bool {
    match letter {
        'i' => i16::try_from(value).is_ok(),
        _ => u16::try_from(value).is_ok(),
    }
}

/// Whether the bare machine silently cuts a number to 16 bits: its high half is all zeros or ones.
pub(super) fn bare_fits(value: i32) -> bool {
    matches!(value >> 16, 0 | -1)
}

/// Whether a target is in another 256 MiB region than the jump.
fn is_elsewhere(jump: Use, target: u32) -> bool {
    (target ^ jump.address) >> 28 != 0
}

/// Whether SPIM has text at an address.
fn is_text(address: u32) -> bool {
    let texts = [spim::TEXT, spim::KERNEL_TEXT];
    texts.iter().any(|&(first, last)| (first..=last).contains(&address))
}

/// Word with a value inserted.
fn filled(word: u32, waiting: Use, value: u32) -> Result<u32, Box<asmkit::Diagnostic>> {
    let set = |pattern: machine::bits::Pattern, letter, bits: u32| {
        Ok(pattern.with_field(word.into(), letter, bits.into()) as u32)
    };
    match waiting.part {
        UseField::Word => Ok(value),
        UseField::Low { pattern, letter } => set(pattern, letter, value),
        UseField::High { pattern } => set(pattern, 'u', value >> 16),
        UseField::HighAdjusted { pattern } => set(pattern, 'u', value.wrapping_add(0x8000) >> 16),
        UseField::Whole { pattern, letter } if bare_fits(value as i32) => {
            set(pattern, letter, value)
        }
        UseField::Whole { letter, .. } => {
            Err(Box::new(messages::bare_immediate(waiting.span, value as i32, letter == 'i')))
        }
        _ if !value.is_multiple_of(4) => {
            Err(Box::new(shared::target_misaligned(waiting.span, value)))
        }
        UseField::Branch { pattern } => {
            let distance = i64::from(value) - (i64::from(waiting.address) + 4);
            match i16::try_from(distance / 4) {
                Ok(words) => set(pattern, 'b', words as u32),
                Err(_) => Err(Box::new(shared::branch_too_far(waiting.span, value))),
            }
        }
        // A jump to data is always an error.
        UseField::Jump { .. } if is_elsewhere(waiting, value) && !is_text(value) => {
            Err(Box::new(shared::jump_too_far(waiting.span, value)))
        }
        // The first hexadecimal digit is that of the jump, regardless of the target.
        UseField::Jump { pattern } => set(pattern, 'j', (value & 0x0fff_ffff) >> 2),
    }
}

/// Register variant of an instruction with an immediate.
fn plain_of(name: &str) -> Option<&'static str> {
    Some(match name {
        "addi" => "add",
        "addiu" => "addu",
        "andi" => "and",
        "ori" => "or",
        "xori" => "xor",
        "slti" => "slt",
        "sltiu" => "sltu",
        _ => return None,
    })
}

//! Expansion of statements: finds the matching form, checks operands, and assembles instructions.

use asmkit::Span;

use super::emit::{Argument, bare_fits, known};
use super::forms::FormCondition;
use super::mismatch::mismatch;
use super::operands::{NumberSyntax, Operand, Value};
use super::symbols::Symbols;
use super::words::{OperandSource, ParsedForm, Template};
use super::{Assembler, Outcome, messages};

/// `$gp` and its value.
const GP: u8 = 28;
const GP_VALUE: u32 = 0x1000_8000;

const AT: u8 = 1;

/// An operand bound to a letter of the form.
#[derive(Debug, Clone, Copy)]
enum BoundOperand {
    Register(u8),
    Value(Value),
    Label(super::symbols::SymbolId),
    Real(f64),
}

type Bindings = Vec<(char, BoundOperand)>;

impl Assembler<'_> {
    /// Assembles a mnemonic with its operands.
    pub(super) fn expand(
        &mut self,
        symbols: &mut Symbols,
        name: &str,
        ways: &'static [ParsedForm],
        operands: &[(Operand, Span)],
        span: Span,
    ) -> Outcome {
        let mut there = ways.iter().filter(|way| self.has(way));
        let Some(way) = there.find(|way| matches(symbols, way, operands)) else {
            let ways = ways.iter().filter(|way| self.has(way));
            return Err(Box::new(mismatch(symbols, span, name, operands, ways)));
        };
        if way.gives.is_empty() {
            return Err(Box::new(messages::division_by_zero(span)));
        }
        let mut bindings = Bindings::new();
        for (&letter, &(operand, place)) in way.takes.iter().zip(operands) {
            self.check(symbols, name, letter, operand, place)?;
            bind(symbols, letter, operand, &mut bindings);
        }
        way.gives.iter().try_for_each(|line| {
            let args = arguments(line, &bindings);
            self.instruction(symbols, line.shape, &args, span)
        })
    }

    fn has(&self, way: &ParsedForm) -> bool {
        match way.only {
            FormCondition::Always => true,
            FormCondition::LittleEndian => !self.big_endian,
            FormCondition::BigEndian => self.big_endian,
            FormCondition::NotBare => !self.bare,
        }
    }

    /// Checks an operand that is bound to a letter.
    fn check(
        &mut self,
        symbols: &Symbols,
        name: &str,
        letter: char,
        operand: Operand,
        place: Span,
    ) -> Outcome {
        match (letter, operand) {
            ('k', _) => Ok(()),
            (_, Operand::Register(AT) | Operand::Address { base: AT, .. })
                if !self.at_allowed() =>
            {
                Err(Box::new(messages::reserved_register(place)))
            }
            (_, Operand::Float(number)) if number > 31 => {
                Err(Box::new(messages::no_float_register(place, number)))
            }
            (_, Operand::Number { value, .. }) => {
                self.check_number(symbols, name, letter, value, place)
            }
            _ => Ok(()),
        }
    }

    fn check_number(
        &mut self,
        symbols: &Symbols,
        name: &str,
        letter: char,
        value: Value,
        place: Span,
    ) -> Outcome {
        let number = known(symbols, value);
        let bare = self.bare;
        let mut warn = |low: i32, high: i32| {
            if let Some(number) = number.filter(|number| !(low..=high).contains(number)) {
                self.report(messages::out_of_range(place, name, number, low, high));
            }
        };
        match letter {
            // An error follows.
            'I' | 'U' if bare && number.is_some_and(|number| !bare_fits(number)) => {}
            'I' if !bare && name.starts_with('t') => {}
            'I' => warn(-0x8000, 0x7fff),
            'U' => warn(0, 0xffff),
            'H' => warn(0, 31),
            'c' if !(0..=7).contains(&value.offset) => {
                return Err(Box::new(messages::no_flag(place, value.offset)));
            }
            'n' if name == "break" && value.offset == 1 => {
                return Err(Box::new(messages::reserved_break(place)));
            }
            'R' | 'N' if number.is_none() => {
                let symbol = value.symbol.map(|symbol| symbols.get(symbol).name.as_str());
                return Err(Box::new(messages::defined_too_late(place, symbol.unwrap_or(""))));
            }
            'R' => warn(0, 31),
            _ => {}
        }
        Ok(())
    }
}

/// Whether operands match a form.
fn matches(symbols: &Symbols, way: &ParsedForm, operands: &[(Operand, Span)]) -> bool {
    if way.takes.len() != operands.len() {
        return false;
    }
    let pairs = || way.takes.iter().zip(operands);
    let repeated = pairs().enumerate().all(|(at, (letter, (operand, _)))| {
        let mut earlier = pairs().take(at).filter(|(other, _)| *other == letter);
        earlier.all(|(_, (other, _))| other == operand)
    });
    repeated && pairs().all(|(&letter, &(operand, _))| suits(symbols, letter, operand))
}

fn suits(symbols: &Symbols, letter: char, operand: Operand) -> bool {
    use NumberSyntax::{Label, Plain, Shifted, SumLabel};
    match operand {
        Operand::Register(number) => match letter {
            '0' => number == 0,
            _ => matches!(letter, 'd' | 's' | 't' | 'k'),
        },
        Operand::Float(_) => matches!(letter, 'f' | 'g' | 'h' | 'k'),
        Operand::Real { .. } => letter == 'r',
        Operand::Address { value, base: 0 } if letter == 'A' => {
            small_address(symbols, value, 0).is_none()
        }
        Operand::Address { .. } => letter == 'a',
        Operand::Number { value, written } => match letter {
            'n' | 'H' | 'c' => written == Plain,
            'L' => written == Label,
            'a' => written != Shifted,
            'A' => written != Shifted && small_address(symbols, value, 0).is_none(),
            'z' => value == Value::constant(0) && !matches!(written, Label | SumLabel),
            'v' | 'I' | 'U' | 'N' | 'R' => !matches!(written, Label | SumLabel),
            _ => false,
        },
    }
}

fn bind(symbols: &Symbols, letter: char, operand: Operand, bindings: &mut Bindings) {
    match operand {
        Operand::Register(number) => bindings.push((letter, BoundOperand::Register(number))),
        Operand::Float(number) => {
            bindings.push((letter, BoundOperand::Register(number as u8 & 31)))
        }
        Operand::Real { value, .. } => bindings.push((letter, BoundOperand::Real(value))),
        Operand::Number { value, written: NumberSyntax::Label } if letter == 'L' => {
            bindings.extend(value.symbol.map(|symbol| (letter, BoundOperand::Label(symbol))));
        }
        Operand::Number { value, .. } if matches!(letter, 'a' | 'A') => {
            bind_address(symbols, value, 0, bindings);
        }
        // Their values are known: `check` ensures it.
        Operand::Number { value, .. } if matches!(letter, 'N' | 'R') => {
            let value = known(symbols, value).unwrap_or(0);
            bindings.push((letter, BoundOperand::Value(Value::constant(value))));
        }
        Operand::Number { value, .. } => bindings.push((letter, BoundOperand::Value(value))),
        Operand::Address { value, base } => bind_address(symbols, value, base, bindings),
    }
}

/// Binds an address; one in small data is relative to `$gp`.
fn bind_address(symbols: &Symbols, value: Value, base: u8, bindings: &mut Bindings) {
    let (value, base) = match small_address(symbols, value, base) {
        Some(address) => {
            let offset = address.wrapping_sub(GP_VALUE) as i32;
            (Value::constant(value.offset.wrapping_add(offset)), GP)
        }
        None => (value, base),
    };
    bindings.push(('o', BoundOperand::Value(value)));
    bindings.push(('b', BoundOperand::Register(base)));
}

/// Address in small data, if it is one.
fn small_address(symbols: &Symbols, value: Value, base: u8) -> Option<u32> {
    let symbol = symbols.get(value.symbol?);
    symbol.value.filter(|_| base == 0 && symbol.small)
}

fn arguments(line: &Template, bindings: &Bindings) -> Vec<Argument> {
    line.pieces.iter().map(|&piece| argument(piece, bindings)).collect()
}

fn argument(piece: OperandSource, bindings: &Bindings) -> Argument {
    let bound =
        |letter| bindings.iter().find(|(bound, _)| *bound == letter).map(|(_, value)| *value);
    let constant = |value| Argument::Value(Value::constant(value));
    let real = match bound('r') {
        Some(BoundOperand::Real(value)) => value,
        _ => 0.0,
    };
    match piece {
        OperandSource::Register(number) => Argument::Register(number),
        OperandSource::Number(number) => constant(number),
        OperandSource::Ahead(distance) => Argument::Ahead(distance),
        OperandSource::Single => constant((real as f32).to_bits() as i32),
        OperandSource::LowHalf => constant(real.to_bits() as i32),
        OperandSource::HighHalf => constant((real.to_bits() >> 32) as i32),
        OperandSource::Operand { letter, plus, negated } => match bound(letter) {
            Some(BoundOperand::Register(number)) => {
                Argument::Register(number.wrapping_add(plus as u8) & 31)
            }
            Some(BoundOperand::Value(value)) if negated => constant(value.offset.wrapping_neg()),
            Some(BoundOperand::Value(value)) => {
                Argument::Value(Value { offset: value.offset.wrapping_add(plus), ..value })
            }
            Some(BoundOperand::Label(symbol)) => Argument::Label(symbol),
            _ => constant(0),
        },
    }
}

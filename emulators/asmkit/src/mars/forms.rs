//! Forms of instructions, and the form that a line has.

use std::collections::BTreeMap;

use super::dialect::Registers;
use super::expansion::{Expansion, Notation, Pseudo};
use super::token::{Token, TokenKind};
use crate::{Diagnostic, Span};

/// A machine instruction.
pub trait Instruction: Sync {
    /// Encodes the instruction at `pc`.
    ///
    /// `values` are the operands in source order: register numbers, numbers, and addresses as signed
    /// values. `spans` are their source locations.
    ///
    /// # Errors
    /// If a value does not fit in its field.
    fn encode(&self, values: &[i64], spans: &[Span], pc: u32) -> Result<u32, Box<Diagnostic>>;
}

/// Forms of all instructions.
#[derive(Default)]
pub struct Forms {
    by_name: BTreeMap<&'static str, Vec<Form>>,
}

/// One form of an instruction.
pub struct Form {
    /// Operands and punctuation, in order.
    pub slots: Vec<Slot>,
    /// Meaning.
    pub meaning: Meaning,
}

/// Meaning of a form.
pub enum Meaning {
    /// This instruction, with the operands unchanged.
    Row(&'static dyn Instruction),
    /// A short form of one instruction, with operands filled in.
    Short(Expansion),
    /// A pseudo-instruction.
    Pseudo(Expansion),
    /// A form that the simulator accepts but cannot assemble.
    Broken,
}

/// An element of a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    /// A general register.
    Register,
    /// A floating point register.
    Float,
    /// A number in the range from the first to the second.
    Number(i32, i32),
    /// A label.
    Label,
    /// A number, a label, or a label plus a number.
    Address,
    /// A control and status register, or its number.
    Control,
    /// A rounding mode.
    Rounding,
    /// A function applied to the parentheses that follow, such as `%hi`.
    Function(&'static str),
    /// `(`
    Open,
    /// `)`
    Close,
}

/// An operand of a line, parsed by its form.
#[derive(Debug, Clone)]
pub(super) struct Operand {
    pub(super) value: Value,
    pub(super) span: Span,
}

/// Value of an operand.
#[derive(Debug, Clone)]
pub(super) enum Value {
    Register(u8),
    Number(i32),
    /// A label and the number added to it, if any.
    Label(String, Option<i32>),
}

/// Mismatch between operands and a form: index of the token after the mnemonic, and reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Mismatch {
    pub(super) at: usize,
    pub(super) reason: MismatchReason,
}

/// Reason of a mismatch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MismatchReason {
    /// More tokens than the form has.
    Surplus,
    /// No token for this slot.
    Missing(Slot),
    /// The token has another kind than this slot.
    Kind(Slot),
    /// The number is outside this range.
    Range(i32, i32),
}

impl Forms {
    /// Adds a form of an instruction, which is tried after the others.
    pub fn add(&mut self, name: &'static str, slots: Vec<Slot>, meaning: Meaning) {
        self.by_name.entry(name).or_default().push(Form { slots, meaning });
    }

    /// Adds the rows of a table: of pseudo-instructions, or of real ones if `pseudo` is false.
    pub fn add_rows(&mut self, notation: &Notation, rows: &[Pseudo], pseudo: bool) {
        for &(names, operands, steps, compact) in rows {
            for name in names.split(' ') {
                let (name, own) = name.split_once('=').unwrap_or((name, name));
                let meaning = match notation.expansion(own, steps, compact) {
                    Some(expansion) if pseudo => Meaning::Pseudo(expansion),
                    Some(expansion) => Meaning::Short(expansion),
                    None => Meaning::Broken,
                };
                self.add(name, notation.slots(operands), meaning);
            }
        }
    }

    /// Forms of a mnemonic in the order in which they are tried; case does not count.
    #[must_use]
    pub fn named(&self, name: &str) -> &[Form] {
        let forms = if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
            self.by_name.get(name.to_ascii_lowercase().as_str())
        } else {
            self.by_name.get(name)
        };
        forms.map_or(&[], Vec::as_slice)
    }

    /// All mnemonics in alphabetical order.
    #[must_use]
    pub fn mnemonics(&self) -> Vec<&'static str> {
        self.by_name.keys().copied().collect()
    }
}

impl Form {
    /// Parses tokens as the operands of this form.
    ///
    /// # Errors
    /// If they do not match.
    pub(super) fn operands(&self, tokens: &[Token]) -> Result<Vec<Operand>, Mismatch> {
        let mut operands = Vec::new();
        let mut at = 0;
        for &slot in &self.slots {
            let token =
                tokens.get(at).ok_or(Mismatch { at, reason: MismatchReason::Missing(slot) })?;
            let value = slot.value(token).map_err(|reason| Mismatch { at, reason })?;
            let mut span = token.span;
            let value = match (value, &tokens[at + 1..]) {
                (Some(Value::Label(name, _)), [plus, addend, ..])
                    if slot == Slot::Address && plus.kind == TokenKind::Plus =>
                {
                    let TokenKind::Integer(number) = addend.kind else {
                        let reason = MismatchReason::Kind(Slot::Number(i32::MIN, i32::MAX));
                        return Err(Mismatch { at: at + 2, reason });
                    };
                    at += 2;
                    span = if addend.span.file == span.file { span.to(addend.span) } else { span };
                    Some(Value::Label(name, Some(number)))
                }
                (value, _) => value,
            };
            operands.extend(value.map(|value| Operand { value, span }));
            at += 1;
        }
        if at == tokens.len() {
            Ok(operands)
        } else {
            Err(Mismatch { at, reason: MismatchReason::Surplus })
        }
    }

    /// Whether tokens match this form, except for numbers out of range.
    pub(super) fn fits_in_kind(&self, tokens: &[Token]) -> bool {
        let fits = |(slot, token): (&Slot, &Token)| {
            matches!(slot.value(token), Ok(_) | Err(MismatchReason::Range(..)))
        };
        self.slots.len() == tokens.len() && self.slots.iter().zip(tokens).all(fits)
    }

    /// Example of the form, for messages.
    #[must_use]
    pub fn example(&self, name: &str, registers: &Registers) -> String {
        let mut general = registers.general.iter().cycle();
        let mut float = registers.float.iter().cycle();
        let mut text = name.to_owned();
        for (index, slot) in self.slots.iter().enumerate() {
            let before = index.checked_sub(1).map(|before| self.slots[before]);
            text.push_str(separator(before, *slot));
            text.push_str(match slot {
                Slot::Register => general.next().copied().unwrap_or_default(),
                Slot::Float => float.next().copied().unwrap_or_default(),
                Slot::Number(_, ..16) => "1",
                Slot::Number(0, 31) => "10",
                Slot::Number(..) => "100",
                Slot::Label | Slot::Address => "label",
                Slot::Control => "fcsr",
                Slot::Rounding => "rne",
                Slot::Function(name) => name,
                Slot::Open => "(",
                Slot::Close => ")",
            });
        }
        text
    }
}

/// Text between two slots of a form.
pub(super) fn separator(before: Option<Slot>, slot: Slot) -> &'static str {
    match (before, slot) {
        (None, _) => " ",
        (Some(Slot::Open), _) | (_, Slot::Close) => "",
        (
            Some(Slot::Number(..) | Slot::Label | Slot::Address | Slot::Function(_) | Slot::Close),
            Slot::Open,
        ) => "",
        _ => ", ",
    }
}

impl Slot {
    /// Parses a token as this slot; a parenthesis or function has no value.
    fn value(self, token: &Token) -> Result<Option<Value>, MismatchReason> {
        match (self, token.kind) {
            (Slot::Register, TokenKind::Register(number))
            | (Slot::Float, TokenKind::FloatRegister(number)) => Ok(Some(Value::Register(number))),
            (Slot::Number(low, high), TokenKind::Integer(value)) => {
                let within = (low..=high).contains(&value);
                within.then_some(Some(Value::Number(value))).ok_or(MismatchReason::Range(low, high))
            }
            (Slot::Number(low, high), TokenKind::Long(_)) => Err(MismatchReason::Range(low, high)),
            (Slot::Control, TokenKind::Control(number)) => Ok(Some(Value::Number(number.into()))),
            (Slot::Control, TokenKind::Integer(value)) => {
                let within = (0..=0xfff).contains(&value);
                within.then_some(Some(Value::Number(value))).ok_or(MismatchReason::Range(0, 0xfff))
            }
            (Slot::Rounding, TokenKind::Rounding(mode)) => Ok(Some(Value::Number(mode.into()))),
            (Slot::Function(wanted), TokenKind::Function(name)) if wanted == name => Ok(None),
            (Slot::Address, TokenKind::Integer(value)) => Ok(Some(Value::Number(value))),
            (Slot::Label | Slot::Address, kind) if kind.is_name() => {
                Ok(Some(Value::Label(token.value.clone(), None)))
            }
            (Slot::Open, TokenKind::Open) | (Slot::Close, TokenKind::Close) => Ok(None),
            _ => Err(MismatchReason::Kind(self)),
        }
    }

    /// Short name in the list of forms; none for parentheses and functions.
    pub(super) fn short(self) -> Option<&'static str> {
        match self {
            Slot::Register => Some("reg"),
            Slot::Float => Some("freg"),
            Slot::Number(0, 31) => Some("0..31"),
            Slot::Number(..) => Some("number"),
            Slot::Label => Some("label"),
            Slot::Address => Some("address"),
            Slot::Control => Some("csr"),
            Slot::Rounding => Some("rounding"),
            Slot::Function(_) | Slot::Open | Slot::Close => None,
        }
    }

    /// Kinds of operands it accepts, with articles.
    pub(super) fn nouns(self) -> Vec<String> {
        let noun = match self {
            Slot::Register => "a register",
            Slot::Float => "a floating point register",
            Slot::Number(..) => "a number",
            Slot::Label => "a label",
            Slot::Address => return vec!["a number".to_owned(), "a label".to_owned()],
            Slot::Control => "a control and status register",
            Slot::Rounding => "a rounding mode",
            Slot::Function(name) => return vec![format!("`{name}`")],
            Slot::Open => "`(`",
            Slot::Close => "`)`",
        };
        vec![noun.to_owned()]
    }
}

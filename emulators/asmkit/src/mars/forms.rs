//! The ways an instruction can be written, and which of them a line is.

use std::collections::BTreeMap;

use super::dialect::Registers;
use super::expansion::{Expansion, Notation, Pseudo};
use super::token::{Kind, Token};
use crate::{Diagnostic, Span};

/// An instruction of the machine.
pub trait Instruction: Sync {
    /// The word at `pc` for operands in source order: register numbers, numbers, and addresses,
    /// which are signed here. `spans` are where they came from.
    ///
    /// # Errors
    /// When a value does not fit its field.
    fn encode(&self, values: &[i64], spans: &[Span], pc: u32) -> Result<u32, Box<Diagnostic>>;
}

/// The ways all instructions can be written.
#[derive(Default)]
pub struct Forms {
    by_name: BTreeMap<&'static str, Vec<Form>>,
}

/// One way to write an instruction.
pub struct Form {
    /// What stands where.
    pub slots: Vec<Slot>,
    /// What it stands for.
    pub meaning: Meaning,
}

/// What a form stands for.
pub enum Meaning {
    /// This instruction, operands as they are.
    Row(&'static dyn Instruction),
    /// One instruction with operands filled in.
    Short(Expansion),
    /// A pseudo-instruction.
    Pseudo(Expansion),
    /// A form that the simulator offers and cannot assemble.
    Broken,
}

/// What a form has at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    /// A general register.
    Register,
    /// A floating point register.
    Float,
    /// A number from the first to the second.
    Number(i32, i32),
    /// A label.
    Label,
    /// A number, a label, or a label plus a number.
    Address,
    /// A register of control and status, or its number.
    Control,
    /// A rounding mode.
    Rounding,
    /// A function of what follows in parentheses.
    Function(&'static str),
    /// `(`
    Open,
    /// `)`
    Close,
}

/// An operand of a line, as its form wants it.
#[derive(Debug, Clone)]
pub(super) struct Operand {
    pub(super) value: Value,
    pub(super) span: Span,
}

/// What an operand is.
#[derive(Debug, Clone)]
pub(super) enum Value {
    Register(u8),
    Number(i32),
    /// A label and what is added to it, if anything.
    Label(String, Option<i32>),
}

/// Why operands do not fit a form: at which token behind the mnemonic, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Mismatch {
    pub(super) at: usize,
    pub(super) why: Why,
}

/// What a token is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Why {
    /// There are more tokens than the form has.
    Surplus,
    /// There is no token where this is wanted.
    Missing(Slot),
    /// The token is something else than this.
    Kind(Slot),
    /// The number is not within these.
    Range(i32, i32),
}

impl Forms {
    /// Adds one more way to write an instruction, which is tried after the others.
    pub fn add(&mut self, name: &'static str, slots: Vec<Slot>, meaning: Meaning) {
        self.by_name.entry(name).or_default().push(Form { slots, meaning });
    }

    /// Adds the rows of a table of pseudo-instructions, or of real ones with `pseudo` false.
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

    /// The forms of a mnemonic in the order they are tried; case does not count.
    #[must_use]
    pub fn named(&self, name: &str) -> &[Form] {
        let forms = if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
            self.by_name.get(name.to_ascii_lowercase().as_str())
        } else {
            self.by_name.get(name)
        };
        forms.map_or(&[], Vec::as_slice)
    }

    /// All mnemonics in the order of their letters.
    #[must_use]
    pub fn mnemonics(&self) -> Vec<&'static str> {
        self.by_name.keys().copied().collect()
    }
}

impl Form {
    /// The operands that these tokens are in this form.
    ///
    /// # Errors
    /// When they are none.
    pub(super) fn operands(&self, tokens: &[Token]) -> Result<Vec<Operand>, Mismatch> {
        let mut operands = Vec::new();
        let mut at = 0;
        for &slot in &self.slots {
            let token = tokens.get(at).ok_or(Mismatch { at, why: Why::Missing(slot) })?;
            let value = slot.value(token).map_err(|why| Mismatch { at, why })?;
            let mut span = token.span;
            let value = match (value, &tokens[at + 1..]) {
                (Some(Value::Label(name, _)), [plus, addend, ..])
                    if slot == Slot::Address && plus.kind == Kind::Plus =>
                {
                    let Kind::Integer(number) = addend.kind else {
                        let why = Why::Kind(Slot::Number(i32::MIN, i32::MAX));
                        return Err(Mismatch { at: at + 2, why });
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
        if at == tokens.len() { Ok(operands) } else { Err(Mismatch { at, why: Why::Surplus }) }
    }

    /// Whether these tokens are this form but for numbers that are too large or too small.
    pub(super) fn fits_in_kind(&self, tokens: &[Token]) -> bool {
        let fits = |(slot, token): (&Slot, &Token)| {
            matches!(slot.value(token), Ok(_) | Err(Why::Range(..)))
        };
        self.slots.len() == tokens.len() && self.slots.iter().zip(tokens).all(fits)
    }

    /// An example of the form, for messages.
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

/// What stands between two places of a form.
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
    /// The operand that a token is here; nothing for a parenthesis or function.
    fn value(self, token: &Token) -> Result<Option<Value>, Why> {
        match (self, token.kind) {
            (Slot::Register, Kind::Register(number))
            | (Slot::Float, Kind::FloatRegister(number)) => Ok(Some(Value::Register(number))),
            (Slot::Number(low, high), Kind::Integer(value)) => {
                let within = (low..=high).contains(&value);
                within.then_some(Some(Value::Number(value))).ok_or(Why::Range(low, high))
            }
            (Slot::Number(low, high), Kind::Long(_)) => Err(Why::Range(low, high)),
            (Slot::Control, Kind::Control(number)) => Ok(Some(Value::Number(number.into()))),
            (Slot::Control, Kind::Integer(value)) => {
                let within = (0..=0xfff).contains(&value);
                within.then_some(Some(Value::Number(value))).ok_or(Why::Range(0, 0xfff))
            }
            (Slot::Rounding, Kind::Rounding(mode)) => Ok(Some(Value::Number(mode.into()))),
            (Slot::Function(wanted), Kind::Function(name)) if wanted == name => Ok(None),
            (Slot::Address, Kind::Integer(value)) => Ok(Some(Value::Number(value))),
            (Slot::Label | Slot::Address, kind) if kind.is_name() => {
                Ok(Some(Value::Label(token.value.clone(), None)))
            }
            (Slot::Open, Kind::Open) | (Slot::Close, Kind::Close) => Ok(None),
            _ => Err(Why::Kind(self)),
        }
    }

    /// What it is called where the forms of a word are shown; nothing for what stands as it is.
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

    /// What it can be, with articles.
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

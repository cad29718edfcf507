//! The ways an instruction can be written, and which of them a line is.

use std::collections::HashMap;
use std::sync::LazyLock;

use asmkit::Span;

use super::expansion::Expansion;
use super::pseudo::{PSEUDO, REAL, SHORT};
use super::token::{Kind, Token};
use crate::isa::{self, Row};

/// One way to write an instruction.
pub(super) struct Form {
    pub(super) slots: Vec<Slot>,
    pub(super) meaning: Meaning,
}

/// What a form stands for.
pub(super) enum Meaning {
    /// The instruction of this row, operands as they are.
    Row(&'static Row),
    /// One instruction with operands filled in.
    Short(Expansion),
    /// A pseudo-instruction.
    Pseudo(Expansion),
    /// A form that MARS offers and cannot assemble.
    Broken,
}

/// What a form has at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Slot {
    Register,
    Float,
    /// A number from the first to the second.
    Number(i32, i32),
    Label,
    /// A number, a label, or a label plus a number.
    Address,
    Open,
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

/// The forms of a mnemonic in the order they are tried; case does not count.
pub(super) fn named(name: &str) -> &'static [Form] {
    let forms = match name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        true => FORMS.get(name.to_ascii_lowercase().as_str()),
        false => FORMS.get(name),
    };
    forms.map_or(&[], Vec::as_slice)
}

/// Whether a word is a mnemonic.
pub(super) fn is_mnemonic(word: &str) -> bool {
    !named(word).is_empty()
}

/// All mnemonics, in no order.
pub(super) fn mnemonics() -> Vec<&'static str> {
    let mut names: Vec<&'static str> = FORMS.keys().copied().collect();
    names.sort_unstable();
    names
}

static FORMS: LazyLock<HashMap<&'static str, Vec<Form>>> = LazyLock::new(|| {
    let mut forms: HashMap<&'static str, Vec<Form>> = HashMap::new();
    for name in REAL.split_whitespace() {
        for row in isa::named(name) {
            forms.entry(row.name).or_default().push(Form::of_row(row));
        }
    }
    for (table, pseudo) in [(SHORT, false), (PSEUDO, true)] {
        for &(names, operands, steps, compact) in table {
            for name in names.split(' ') {
                let (name, own) = name.split_once('=').unwrap_or((name, name));
                let slots = slots(operands);
                let meaning = match Expansion::parse(own, steps, compact) {
                    Some(expansion) if pseudo => Meaning::Pseudo(expansion),
                    Some(expansion) => Meaning::Short(expansion),
                    None => Meaning::Broken,
                };
                forms.entry(name).or_default().push(Form { slots, meaning });
            }
        }
    }
    forms
});

const SIGNED: Slot = Slot::Number(-0x8000, 0x7fff);
const UNSIGNED: Slot = Slot::Number(0, 0xffff);

/// Reads the operands of a row of the pseudo table.
fn slots(operands: &str) -> Vec<Slot> {
    let slot = |c| match c {
        'r' => Some(Slot::Register),
        'f' => Some(Slot::Float),
        '5' => Some(Slot::Number(0, 31)),
        's' => Some(SIGNED),
        'u' => Some(UNSIGNED),
        'w' => Some(Slot::Number(i32::MIN, i32::MAX)),
        'l' => Some(Slot::Label),
        'A' => Some(Slot::Address),
        '(' => Some(Slot::Open),
        ')' => Some(Slot::Close),
        _ => None,
    };
    operands.chars().filter_map(slot).collect()
}

impl Form {
    /// The form that is the operands of a row of the instruction table.
    fn of_row(row: &'static Row) -> Form {
        let slot = |c| match c {
            's' | 't' | 'w' | 'x' | 'k' => Some(Slot::Register),
            'S' | 'T' | 'W' | 'X' => Some(Slot::Float),
            'i' => Some(SIGNED),
            'u' | 'c' => Some(UNSIGNED),
            'h' => Some(Slot::Number(0, 31)),
            'q' => Some(Slot::Number(0, 7)),
            'b' | 'j' => Some(Slot::Label),
            '(' => Some(Slot::Open),
            ')' => Some(Slot::Close),
            _ => None,
        };
        Form { slots: row.operands.chars().filter_map(slot).collect(), meaning: Meaning::Row(row) }
    }

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
        match at == tokens.len() {
            true => Ok(operands),
            false => Err(Mismatch { at, why: Why::Surplus }),
        }
    }

    /// An example of the form, for messages.
    pub(super) fn example(&self, name: &str) -> String {
        let (mut registers, mut floats) = (0, 0);
        let mut text = name.to_owned();
        for (index, slot) in self.slots.iter().enumerate() {
            let before = index.checked_sub(1).map(|before| self.slots[before]);
            match (before, slot) {
                (None, _) => text.push(' '),
                (Some(Slot::Open), _) | (_, Slot::Close) => {}
                (Some(Slot::Number(..) | Slot::Label | Slot::Address), Slot::Open) => {}
                _ => text.push_str(", "),
            }
            match slot {
                Slot::Register => {
                    text.push_str(&format!("$t{registers}"));
                    registers += 1;
                }
                Slot::Float => {
                    text.push_str(&format!("$f{floats}"));
                    floats += 2;
                }
                Slot::Number(0, 7) => text.push('1'),
                Slot::Number(0, 31) => text.push_str("10"),
                Slot::Number(..) => text.push_str("100"),
                Slot::Label | Slot::Address => text.push_str("label"),
                Slot::Open => text.push('('),
                Slot::Close => text.push(')'),
            }
        }
        text
    }
}

impl Slot {
    /// The operand that a token is here; nothing for a parenthesis.
    fn value(self, token: &Token) -> Result<Option<Value>, Why> {
        match (self, token.kind) {
            (Slot::Register, Kind::Register(number))
            | (Slot::Float, Kind::FloatRegister(number)) => Ok(Some(Value::Register(number))),
            (Slot::Number(low, high), Kind::Integer(value)) => {
                let within = (low..=high).contains(&value);
                within.then_some(Some(Value::Number(value))).ok_or(Why::Range(low, high))
            }
            (Slot::Address, Kind::Integer(value)) => Ok(Some(Value::Number(value))),
            (Slot::Label | Slot::Address, kind) if kind.is_name() => {
                Ok(Some(Value::Label(token.value.clone(), None)))
            }
            (Slot::Open, Kind::Open) | (Slot::Close, Kind::Close) => Ok(None),
            _ => Err(Why::Kind(self)),
        }
    }

    /// What it can be, with articles.
    pub(super) fn nouns(self) -> &'static [&'static str] {
        match self {
            Slot::Register => &["a register"],
            Slot::Float => &["a floating point register"],
            Slot::Number(..) => &["a number"],
            Slot::Label => &["a label"],
            Slot::Address => &["a number", "a label"],
            Slot::Open => &["`(`"],
            Slot::Close => &["`)`"],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_real_instruction_is_in_the_instruction_table() {
        for name in REAL.split_whitespace() {
            assert!(isa::named(name).next().is_some(), "{name}");
        }
    }

    #[test]
    fn a_form_shows_how_it_is_written() {
        let shown: Vec<String> = named("LW").iter().map(|form| form.example("lw")).collect();
        assert_eq!(shown[0], "lw $t0, 100($t1)");
        assert!(shown.contains(&"lw $t0, label".to_owned()));
        assert!(shown.contains(&"lw $t0, ($t1)".to_owned()));
    }
}

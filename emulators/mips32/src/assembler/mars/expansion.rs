//! The instructions that a pseudo-instruction stands for, read from the notation of its table.

use super::forms::Operand;
use crate::isa::{self, Row};

/// What a row of the pseudo table yields.
pub(super) struct Expansion {
    steps: Vec<Step>,
    /// The same for a bare label where addresses have 16 bits.
    compact: Option<Vec<Step>>,
}

/// One instruction of an expansion.
pub(super) struct Step {
    pub(super) row: &'static Row,
    pub(super) parts: Vec<Part>,
}

/// An operand of such an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// This number, or the register of this number.
    Constant(i64),
    /// Of the operand of this index plus this number: this piece.
    Piece(usize, i32, Piece),
    /// The target behind the next instruction of the row.
    Over,
}

/// What of an operand's value is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Piece {
    Whole,
    /// The register behind it.
    Next,
    High,
    HighAdjusted,
    Low,
    LowUnsigned,
    /// 32 less it, as a shift distance.
    Complement,
}

impl Piece {
    /// The piece of a value.
    pub(super) fn of(self, value: i32) -> i64 {
        let high = i64::from(value >> 16);
        match self {
            Piece::Whole => value.into(),
            Piece::Next => i64::from(value) + 1,
            Piece::High => high & 0xffff,
            Piece::HighAdjusted => (high + i64::from(value >> 15 & 1)) & 0xffff,
            Piece::Low => (value as i16).into(),
            Piece::LowUnsigned => (value as u16).into(),
            Piece::Complement => i64::from(32 - value) & 31,
        }
    }
}

impl Expansion {
    /// Reads a row's instructions; `None` when it has none or one that no table knows.
    pub(super) fn parse(own: &str, steps: &str, compact: &str) -> Option<Expansion> {
        if steps.is_empty() {
            return None;
        }
        let compact = match compact {
            "" => None,
            steps => Some(parse_steps(own, steps)?),
        };
        Some(Expansion { steps: parse_steps(own, steps)?, compact })
    }

    /// The instructions; `compact` where addresses have 16 bits.
    pub(super) fn steps(&self, operands: &[Operand], compact: bool) -> &[Step] {
        let bare = |operand: &Operand| matches!(operand.value, super::forms::Value::Label(_, None));
        match &self.compact {
            Some(steps) if compact && operands.iter().any(bare) => steps,
            _ => &self.steps,
        }
    }
}

impl Step {
    /// Whether it branches over the next one, so that delayed branching needs a `nop` between.
    pub(super) fn is_over(&self) -> bool {
        self.parts.contains(&Part::Over)
    }
}

fn parse_steps(own: &str, text: &str) -> Option<Vec<Step>> {
    let mut steps = Vec::new();
    for step in text.split("; ") {
        match step.split_once(' ')? {
            ("small", operand) => steps.push(parse_step(own, &format!("addi at,0,{operand}"))?),
            ("big", operand) => {
                steps.push(parse_step(own, &format!("lui at,hi {operand}"))?);
                steps.push(parse_step(own, &format!("ori at,at,lu {operand}"))?);
            }
            _ => steps.push(parse_step(own, step)?),
        }
    }
    Some(steps)
}

fn parse_step(own: &str, text: &str) -> Option<Step> {
    let (name, parts) = text.split_once(' ')?;
    let name = if name == "*" { own } else { name };
    let parts: Option<Vec<Part>> =
        parts.split(['(', ')', ',']).filter(|part| !part.is_empty()).map(parse_part).collect();
    let parts = parts?;
    let row = isa::named(name).find(|row| row.letters().count() == parts.len())?;
    Some(Step { row, parts })
}

fn parse_part(text: &str) -> Option<Part> {
    if text == "over" {
        return Some(Part::Over);
    }
    if text == "at" {
        return Some(Part::Constant(1));
    }
    if let Ok(number) = text.parse() {
        return Some(Part::Constant(number));
    }
    let (piece, operand) = match text.split_once(' ') {
        Some(("hi", operand)) => (Piece::High, operand),
        Some(("ha", operand)) => (Piece::HighAdjusted, operand),
        Some(("lo", operand)) => (Piece::Low, operand),
        Some(("lu", operand)) => (Piece::LowUnsigned, operand),
        Some(_) => return None,
        None => match (text.strip_prefix('-'), text.strip_suffix('\'')) {
            (Some(operand), _) => (Piece::Complement, operand),
            (_, Some(operand)) => (Piece::Next, operand),
            _ => (Piece::Whole, text),
        },
    };
    let (operand, addend) = operand.split_once('+').unwrap_or((operand, "0"));
    let index = ["a", "b", "c"].iter().position(|&letter| letter == operand)?;
    Some(Part::Piece(index, addend.parse().ok()?, piece))
}

#[cfg(test)]
mod tests {
    use super::super::forms::{self, Meaning, Slot};
    use super::super::pseudo::{PSEUDO, SHORT};
    use super::*;

    #[test]
    fn every_row_yields_instructions_of_the_instruction_table() {
        for &(names, operands, steps, compact) in PSEUDO.iter().chain(SHORT) {
            for name in names.split(' ') {
                let (_, own) = name.split_once('=').unwrap_or((name, name));
                let parsed = Expansion::parse(own, steps, compact);
                assert_eq!(parsed.is_some(), !steps.is_empty(), "{name} {operands}");
            }
        }
    }

    #[test]
    fn every_part_means_an_operand_that_the_form_has() {
        for name in forms::mnemonics() {
            for form in forms::named(name) {
                let (Meaning::Short(expansion) | Meaning::Pseudo(expansion)) = &form.meaning else {
                    continue;
                };
                let punctuation = |slot: &&Slot| !matches!(slot, Slot::Open | Slot::Close);
                let operands = form.slots.iter().filter(punctuation).count();
                let compact = expansion.compact.iter().flatten();
                for part in expansion.steps.iter().chain(compact).flat_map(|step| &step.parts) {
                    if let Part::Piece(index, ..) = part {
                        assert!(*index < operands, "{name} {:?}", form.slots);
                    }
                }
            }
        }
    }

    #[test]
    fn halves_of_an_address_add_up() {
        for value in [0, 0x7fff, 0x8000, 0x1001_8000, -1, i32::MIN, i32::MAX] {
            let low = Piece::Low.of(value);
            let sum = (Piece::HighAdjusted.of(value) << 16) + low;
            assert_eq!(sum as u32, value as u32);
            let low = Piece::LowUnsigned.of(value);
            assert_eq!((Piece::High.of(value) << 16 | low) as u32, value as u32);
        }
    }
}

//! Instruction syntax of RARS, from the tables of instructions and pseudo-instructions.

use std::sync::LazyLock;

use asmkit::mars::{Forms, Instruction, Meaning, Notation, Pseudo, Slot};
use asmkit::messages::{operand_range, target_misaligned};
use asmkit::words::{Word, WordKind};
use asmkit::{Diagnostic, Span};

use super::pseudo::{OTHERWISE, PSEUDO, REAL};
use crate::isa::encode::EncodeError;
use crate::isa::{self, Row};

/// All forms, real instructions first.
pub(super) static FORMS: LazyLock<Forms> = LazyLock::new(|| {
    let mut forms = Forms::default();
    for row in REAL.split_whitespace().flat_map(isa::named) {
        forms.add(row.name, slots(row), Meaning::Row(row));
    }
    forms.add_rows(&NOTATION, &rows(OTHERWISE), false);
    forms.add_rows(&NOTATION, &rows(PSEUDO), true);
    forms
});

/// Rows of a table in the format of the MARS family.
fn rows(table: &[super::pseudo::PseudoRow]) -> Vec<Pseudo> {
    table.iter().map(|&(names, operands, steps)| (names, operands, steps, "")).collect()
}

/// All forms as vocabulary.
pub(super) fn words() -> Vec<Word> {
    let real = REAL.split_whitespace().flat_map(isa::named);
    let mut words: Vec<Word> = real.map(|row| row.as_word().in_any_case()).collect();
    words.extend(NOTATION.words(&rows(OTHERWISE), WordKind::Instruction).map(|other| {
        let row = isa::named(&other.name).next();
        let meaning = row.map(|row| format!("{}; {}", row.meaning, other.meaning));
        Word { meaning: meaning.unwrap_or_default(), page: isa::page::NAME, ..other }
    }));
    words.extend(NOTATION.words(&rows(PSEUDO), WordKind::Pseudo));
    words
}

const SIGNED: Slot = Slot::Number(-0x800, 0x7ff);

/// Notation of the table of pseudo-instructions.
static NOTATION: Notation = Notation {
    slots: &[
        ('r', Slot::Register),
        ('f', Slot::Float),
        ('5', Slot::Number(0, 31)),
        ('s', SIGNED),
        ('w', Slot::Number(i32::MIN, i32::MAX)),
        ('l', Slot::Label),
        ('c', Slot::Control),
        ('H', Slot::Function("%hi")),
        ('L', Slot::Function("%lo")),
    ],
    instruction: |name, operands| {
        let row = isa::named(name).find(|row| row.letters().count() == operands)?;
        Some(row)
    },
    pieces: &[
        ("hi", |value, _| high(value)),
        ("lo", |value, _| low(value)),
        ("far", |value, pc| high(value.wrapping_sub(pc as i32))),
        ("near", |value, pc| low(value.wrapping_sub(pc as i32))),
    ],
    constants: &[],
    shorthands: &[],
};

/// Upper 20 bits, for a [`low`] that is added as a signed number.
fn high(value: i32) -> i64 {
    (value.wrapping_add(0x800) >> 12).into()
}

/// Lower 12 bits, signed.
fn low(value: i32) -> i64 {
    (value << 20 >> 20).into()
}

/// Operands of a row of the instruction table.
fn slots(row: &Row) -> Vec<Slot> {
    let slot = |c| match c {
        'd' | 's' | 't' => Some(Slot::Register),
        'D' | 'S' | 'T' | 'R' => Some(Slot::Float),
        'i' => Some(SIGNED),
        'U' => Some(Slot::Number(-0x800, 0xf_ffff)),
        'h' | 'z' => Some(Slot::Number(0, 31)),
        'p' | 'q' => Some(Slot::Number(0, 15)),
        'c' => Some(Slot::Control),
        'r' | 'n' => Some(Slot::Rounding),
        'b' | 'j' => Some(Slot::Label),
        '(' => Some(Slot::Open),
        ')' => Some(Slot::Close),
        _ => None,
    };
    row.operands.chars().filter_map(slot).collect()
}

impl Instruction for Row {
    fn encode(&self, values: &[i64], spans: &[Span], pc: u32) -> Result<u32, Box<Diagnostic>> {
        // Targets are addresses and upper immediates have 20 bits; the others are signed.
        let field = |(letter, &value): (char, &i64)| match letter {
            'b' | 'j' => i64::from(value as u32),
            'U' => value & 0xf_ffff,
            _ => value,
        };
        let values: Vec<i64> = self.letters().zip(values).map(field).collect();
        let word = Row::encode(self, &values, pc);
        word.map_err(|error| Box::new(complaint(self, &values, spans, error)))
    }
}

fn complaint(row: &Row, values: &[i64], spans: &[Span], error: EncodeError) -> Diagnostic {
    let (operand, low, high) = match error {
        EncodeError::OutOfRange { operand, low, high } => (operand, low, high),
        EncodeError::Misaligned { operand, .. } => {
            return target_misaligned(spans[operand], values[operand] as u32);
        }
        EncodeError::Excluded => (0, 0, 0),
    };
    let target = values[operand] as u32;
    match row.letters().nth(operand) {
        Some('b') => branch_too_far(spans[operand], target),
        Some('j') => jump_too_far(spans[operand], target),
        _ => operand_range(spans[operand], &values[operand].to_string(), low, high),
    }
}

fn branch_too_far(at: Span, target: u32) -> Diagnostic {
    Diagnostic::error("A045", at, format!("the target {target:#010x} is too far for a branch"))
        .label("a branch reaches 1024 instructions backward and 1023 forward")
        .help("branch over a `j` to this target".to_owned())
}

fn jump_too_far(at: Span, target: u32) -> Diagnostic {
    Diagnostic::error("A046", at, format!("the target {target:#010x} is too far for a jump"))
        .label("a jump reaches 262144 instructions backward and 262143 forward")
        .help("use `call` or `tail`, which reach every address".to_owned())
}

#[cfg(test)]
mod tests {
    use asmkit::mars::Part;

    use super::super::RARS;
    use super::*;

    #[test]
    fn every_real_instruction_is_in_the_instruction_table() {
        for name in REAL.split_whitespace() {
            assert!(isa::named(name).next().is_some(), "{name}");
        }
    }

    #[test]
    fn a_form_shows_how_it_is_written() {
        let forms = FORMS.named("LW").iter();
        let shown: Vec<String> = forms.map(|form| form.example("lw", &RARS.registers)).collect();
        let expected =
            ["lw t0, 100(t1)", "lw t0, (t1)", "lw t0, 100", "lw t0, 100", "lw t0, label"];
        assert_eq!(shown[..5], expected);
        assert_eq!(shown[5], "lw t0, %lo(label)(t1)");
    }

    #[test]
    fn every_row_yields_instructions_of_the_instruction_table() {
        for &(names, operands, steps) in PSEUDO.iter().chain(OTHERWISE) {
            for name in names.split(' ') {
                let (_, own) = name.split_once('=').unwrap_or((name, name));
                let expansion = NOTATION.expansion(own, steps, "").expect(name);
                let count = NOTATION.slots(operands).len();
                for part in expansion.steps.iter().flat_map(|step| &step.parts) {
                    if let Part::Piece(index, ..) = part {
                        assert!(*index < count, "{name} {operands}");
                    }
                }
            }
        }
    }

    #[test]
    fn halves_of_an_address_add_up() {
        for value in [0, 0x7ff, 0x800, 0x1001_0800, -1, i32::MIN, i32::MAX] {
            assert_eq!(((high(value) << 12) + low(value)) as u32, value as u32);
        }
    }
}

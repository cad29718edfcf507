//! Forms of MARS's instructions, from the tables of instructions and pseudo-instructions.

use std::sync::LazyLock;

use asmkit::mars::{Forms, Instruction, Meaning, Notation, Slot};
use asmkit::messages::{operand_range, target_misaligned};
use asmkit::words::{self, Word};
use asmkit::{Diagnostic, Span};

use super::pseudo::{PSEUDO, REAL, SHORT};
use crate::assembler::messages::{branch_too_far, jump_too_far};
use crate::isa::encode::EncodeError;
use crate::isa::{self, Row};

/// All forms; real instructions come first.
pub(super) static FORMS: LazyLock<Forms> = LazyLock::new(|| {
    let mut forms = Forms::default();
    for row in REAL.split_whitespace().flat_map(isa::named) {
        forms.add(row.name, slots(row), Meaning::Row(row));
    }
    forms.add_rows(&NOTATION, SHORT, false);
    forms.add_rows(&NOTATION, PSEUDO, true);
    forms
});

/// All forms as words.
pub(super) fn words() -> impl Iterator<Item = Word> {
    let rows = REAL.split_whitespace().flat_map(isa::named);
    let rows = rows.map(|row| row.as_word().in_any_case());
    let short = NOTATION.words(SHORT, words::WordKind::Instruction).map(|short| {
        let row = isa::named(&short.name).next();
        let meaning = row.map(|row| format!("{}; {}", row.meaning, short.meaning));
        Word { meaning: meaning.unwrap_or_default(), page: isa::page::NAME, ..short }
    });
    rows.chain(short).chain(NOTATION.words(PSEUDO, words::WordKind::Pseudo))
}

const SIGNED: Slot = Slot::Number(-0x8000, 0x7fff);
const UNSIGNED: Slot = Slot::Number(0, 0xffff);

/// Notation of the table of pseudo-instructions.
static NOTATION: Notation = Notation {
    slots: &[
        ('r', Slot::Register),
        ('f', Slot::Float),
        ('5', Slot::Number(0, 31)),
        ('s', SIGNED),
        ('u', UNSIGNED),
        ('w', Slot::Number(i32::MIN, i32::MAX)),
        ('l', Slot::Label),
        ('A', Slot::Address),
    ],
    instruction: |name, operands| {
        let row = isa::named(name).find(|row| row.letters().count() == operands)?;
        Some(row)
    },
    pieces: &[
        ("hi", |value, _| i64::from(value >> 16) & 0xffff),
        ("ha", |value, _| (i64::from(value >> 16) + i64::from(value >> 15 & 1)) & 0xffff),
        ("lo", |value, _| (value as i16).into()),
        ("lu", |value, _| (value as u16).into()),
    ],
    constants: &[("at", 1)],
    shorthands: &[("small", "addi at,0,{}"), ("big", "lui at,hi {}; ori at,at,lu {}")],
};

/// Operands of a row of the instruction table.
fn slots(row: &Row) -> Vec<Slot> {
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
    row.operands.chars().filter_map(slot).collect()
}

impl Instruction for Row {
    fn encode(&self, values: &[i64], spans: &[Span], pc: u32) -> Result<u32, Box<Diagnostic>> {
        // Targets of branches and jumps are addresses, everything else is a signed number.
        let unsigned = |(letter, &value): (char, &i64)| match letter {
            'b' | 'j' => i64::from(value as u32),
            _ => value,
        };
        let values: Vec<i64> = self.letters().zip(values).map(unsigned).collect();
        Row::encode(self, &values, pc)
            .map_err(|error| Box::new(complaint(self, &values, spans, error)))
    }
}

fn complaint(row: &Row, values: &[i64], spans: &[Span], error: EncodeError) -> Diagnostic {
    match error {
        EncodeError::OutOfRange { operand, .. } if row.letters().nth(operand) == Some('b') => {
            branch_too_far(spans[operand], values[operand] as u32)
        }
        EncodeError::OutOfRange { operand, low, high } => {
            operand_range(spans[operand], &values[operand].to_string(), low, high)
        }
        EncodeError::Misaligned { operand } => {
            target_misaligned(spans[operand], values[operand] as u32)
        }
        EncodeError::OtherRegion { operand } => {
            jump_too_far(spans[operand], values[operand] as u32)
        }
    }
}

#[cfg(test)]
mod tests {
    use asmkit::mars::Part;

    use super::super::MARS;
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
        let shown: Vec<String> = forms.map(|form| form.example("lw", &MARS.registers)).collect();
        assert_eq!(shown[0], "lw $t0, 100($t1)");
        assert!(shown.contains(&"lw $t0, label".to_owned()));
        assert!(shown.contains(&"lw $t0, ($t1)".to_owned()));
    }

    #[test]
    fn every_row_yields_instructions_of_the_instruction_table() {
        for &(names, operands, steps, compact) in PSEUDO.iter().chain(SHORT) {
            for name in names.split(' ') {
                let (_, own) = name.split_once('=').unwrap_or((name, name));
                let parsed = NOTATION.expansion(own, steps, compact);
                assert_eq!(parsed.is_some(), !steps.is_empty(), "{name} {operands}");
            }
        }
    }

    #[test]
    fn every_part_means_an_operand_that_the_form_has() {
        for name in FORMS.mnemonics() {
            for form in FORMS.named(name) {
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
        let piece = |name: &str| NOTATION.pieces.iter().find(|piece| piece.0 == name).unwrap().1;
        for value in [0, 0x7fff, 0x8000, 0x1001_8000, -1, i32::MIN, i32::MAX] {
            let sum = (piece("ha")(value, 0) << 16) + piece("lo")(value, 0);
            assert_eq!(sum as u32, value as u32);
            let low = piece("lu")(value, 0);
            assert_eq!((piece("hi")(value, 0) << 16 | low) as u32, value as u32);
        }
    }
}

//! The second pass: machine words.

use std::collections::HashMap;

use asmkit::{Diagnostic, Span};

use super::expansion::{Part, Piece, Step};
use super::first_pass::{FirstPass, Statement, addend};
use super::forms::{Meaning, Operand, Value};
use super::messages;
use crate::assembler::program::Place;
use crate::isa::encode::EncodeError;
use crate::isa::{self, Row};
use crate::options::Layout;

/// Writes the instructions of all files.
pub(super) struct Generator<'a, 'o> {
    pass: &'a mut FirstPass<'o>,
    /// Where the instruction at an address came from.
    occupied: HashMap<u32, Span>,
}

/// An instruction about to be written.
struct Word<'s> {
    row: &'static Row,
    values: Vec<i64>,
    /// The operand of the source that each value came from.
    spans: Vec<Span>,
    statement: &'s Statement,
}

impl<'a, 'o> Generator<'a, 'o> {
    pub(super) fn new(pass: &'a mut FirstPass<'o>) -> Self {
        Generator { pass, occupied: HashMap::new() }
    }

    /// Writes all statements.
    pub(super) fn run(mut self) {
        for statement in std::mem::take(&mut self.pass.statements) {
            if self.pass.sink.full() {
                break;
            }
            if let Err(diagnostic) = self.statement(&statement) {
                self.pass.sink.push(messages::in_use(*diagnostic, statement.place.used_at));
            }
        }
    }

    fn statement(&mut self, statement: &Statement) -> Result<(), Box<Diagnostic>> {
        let values = self.values(statement)?;
        self.pass.program.select(statement.section);
        self.pass.program.set_here(statement.address);
        match &statement.form.meaning {
            Meaning::Row(row) => {
                let spans = statement.operands.iter().map(|operand| operand.span).collect();
                let letters = row.letters().zip(values);
                let values = letters.map(|(letter, value)| for_letter(letter, value.into()));
                self.write(&Word { row, values: values.collect(), spans, statement })
            }
            Meaning::Short(expansion) | Meaning::Pseudo(expansion) => {
                let compact = self.pass.options.layout != Layout::Default;
                let steps = expansion.steps(&statement.operands, compact);
                steps.iter().try_for_each(|step| self.step(step, statement, &values))
            }
            Meaning::Broken => Ok(()),
        }
    }

    /// The values of the operands: register numbers, numbers, addresses.
    fn values(&self, statement: &Statement) -> Result<Vec<i32>, Box<Diagnostic>> {
        let value = |operand: &Operand| match &operand.value {
            Value::Register(number) => Ok((*number).into()),
            Value::Number(number) => Ok(*number),
            Value::Label(name, _) => match self.pass.label_of(statement.file, name) {
                Some(label) => Ok((label.address as i32).wrapping_add(addend(&operand.value))),
                None => Err(Box::new(self.undefined(operand.span, name, statement.file))),
            },
        };
        statement.operands.iter().map(value).collect()
    }

    fn undefined(&self, at: Span, name: &str, file: usize) -> Diagnostic {
        let mut known = self.pass.locals[file].sorted();
        known.extend(self.pass.globals.sorted());
        if let Some(number) = name.strip_prefix('$') {
            let fits = number.trim_start_matches('f').bytes().all(|byte| byte.is_ascii_digit());
            if fits && !number.is_empty() {
                return messages::unknown_register(at, name, None);
            }
        }
        let nearest = asmkit::nearest(name, known.iter().map(|&(name, _)| name));
        let message = messages::undefined_label(at, name, nearest);
        match self.pass.locals.iter().find_map(|labels| labels.get(name)) {
            Some(hidden) => messages::hidden_label(message, name, hidden.span),
            None => message,
        }
    }

    fn step(
        &mut self,
        step: &Step,
        statement: &Statement,
        values: &[i32],
    ) -> Result<(), Box<Diagnostic>> {
        let pc = self.pass.program.here();
        let delayed = self.pass.options.delayed_branches;
        let mut word = Word { row: step.row, values: Vec::new(), spans: Vec::new(), statement };
        for (letter, &part) in step.row.letters().zip(&step.parts) {
            let (value, span) = match part {
                Part::Constant(value) => (value, statement.place.span),
                Part::Over if delayed => (i64::from(pc) + 12, statement.place.span),
                Part::Over => (i64::from(pc) + 8, statement.place.span),
                Part::Piece(index, addend, piece) => {
                    let operand = &statement.operands[index];
                    let value = piece.of(values[index].wrapping_add(addend));
                    if piece == Piece::Next && value > 31 {
                        let shown = format!("register {}", value - 1);
                        return Err(Box::new(messages::no_next_register(operand.span, &shown)));
                    }
                    (value, operand.span)
                }
            };
            word.values.push(for_letter(letter, value));
            word.spans.push(span);
        }
        self.write(&word)?;
        if step.is_over() && delayed {
            let nop = isa::named("sll").next();
            if let Some(row) = nop {
                let (values, spans) = (vec![0; 3], vec![statement.place.span; 3]);
                self.write(&Word { row, values, spans, statement })?;
            }
        }
        Ok(())
    }

    fn write(&mut self, word: &Word<'_>) -> Result<(), Box<Diagnostic>> {
        let pc = self.pass.program.here();
        let at = word.statement.place.span;
        if !self.pass.is_text(pc) {
            return Err(Box::new(messages::outside_text(at, pc)));
        }
        if let Some(&first) = self.occupied.get(&pc) {
            return Err(Box::new(messages::text_overlap(at, pc, Some(first))));
        }
        let bits = word.row.encode(&word.values, pc).map_err(|error| word.complain(error))?;
        self.occupied.insert(pc, at);
        let Place { span, used_at } = word.statement.place;
        if self.pass.program.instruction(bits, Place { span, used_at }).is_err() {
            return Err(Box::new(messages::outside_text(at, pc)));
        }
        Ok(())
    }
}

/// Targets of branches and jumps are addresses, everything else is a signed number.
fn for_letter(letter: char, value: i64) -> i64 {
    match letter {
        'b' | 'j' => i64::from(value as u32),
        _ => value,
    }
}

impl Word<'_> {
    fn complain(&self, error: EncodeError) -> Box<Diagnostic> {
        let span =
            |operand: usize| self.spans.get(operand).copied().unwrap_or(self.statement.place.span);
        let value = |operand: usize| self.values.get(operand).copied().unwrap_or(0);
        let letter = |operand: usize| self.row.letters().nth(operand);
        Box::new(match error {
            EncodeError::OutOfRange { operand, .. } if letter(operand) == Some('b') => {
                messages::branch_too_far(span(operand), value(operand) as u32)
            }
            EncodeError::OutOfRange { operand, low, high } => {
                let shown = value(operand).to_string();
                messages::operand_range(span(operand), &shown, low, high)
            }
            EncodeError::Misaligned { operand } => {
                messages::target_misaligned(span(operand), value(operand) as u32)
            }
            EncodeError::OtherRegion { operand } => {
                messages::jump_too_far(span(operand), value(operand) as u32)
            }
        })
    }
}

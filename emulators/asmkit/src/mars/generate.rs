//! The second pass: writes machine words.

use std::collections::HashMap;

use crate::{Diagnostic, Span};

use super::expansion::{Part, Piece, Step};
use super::first_pass::{FirstPass, Statement, addend};
use super::forms::{Instruction, Meaning, Operand, Value};
use super::messages;

/// Encodes the instructions of all files.
pub(super) struct Generator<'a, 'o> {
    pass: &'a mut FirstPass<'o>,
    /// Span of the instruction at each address.
    occupied: HashMap<u32, Span>,
}

/// An instruction about to be written.
struct PendingInstruction<'s> {
    row: &'static dyn Instruction,
    values: Vec<i64>,
    /// Source span of each value.
    spans: Vec<Span>,
    statement: &'s Statement,
}

impl<'a, 'o> Generator<'a, 'o> {
    pub(super) fn new(pass: &'a mut FirstPass<'o>) -> Self {
        Generator { pass, occupied: HashMap::new() }
    }

    /// Encodes all statements.
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

    /// Messages about undefined names in operands, for an assembly that failed in the first pass.
    pub(super) fn missing(self) -> Vec<Diagnostic> {
        let message_of = |statement: &Statement| {
            let message = *self.values(statement).err()?;
            Some(messages::in_use(message, statement.place.used_at))
        };
        self.pass.statements.iter().filter_map(message_of).collect()
    }

    fn statement(&mut self, statement: &Statement) -> Result<(), Box<Diagnostic>> {
        let values = self.values(statement)?;
        self.pass.program.select(statement.section);
        self.pass.program.set_here(statement.address);
        match &statement.form.meaning {
            Meaning::Row(row) => {
                let spans = statement.operands.iter().map(|operand| operand.span).collect();
                let values = values.into_iter().map(i64::from).collect();
                self.write(&PendingInstruction { row: *row, values, spans, statement })
            }
            Meaning::Short(expansion) | Meaning::Pseudo(expansion) => {
                let steps = expansion.steps(&statement.operands, self.pass.settings.compact);
                steps.iter().try_for_each(|step| self.step(step, statement, &values))
            }
            Meaning::Broken => Ok(()),
        }
    }

    /// Values of the operands: register numbers, numbers, addresses.
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
        let dialect = self.pass.settings.dialect;
        if name.starts_with('$') && (dialect.registers.intended)(name) {
            messages::unknown_register(at, name, dialect)
        } else {
            self.pass.undefined(at, name, file)
        }
    }

    fn step(
        &mut self,
        step: &Step,
        statement: &Statement,
        values: &[i32],
    ) -> Result<(), Box<Diagnostic>> {
        let pc = self.pass.program.here();
        let delay_slot = self.pass.settings.delay_slot.filter(|_| step.is_over());
        let mut word =
            PendingInstruction { row: step.row, values: Vec::new(), spans: Vec::new(), statement };
        for part in &step.parts {
            let (value, span) = match part {
                Part::Constant(value) => (*value, statement.place.span),
                Part::Over => {
                    let skipped = if delay_slot.is_some() { 12 } else { 8 };
                    (i64::from(pc) + skipped, statement.place.span)
                }
                Part::Piece(index, addend, piece) => {
                    let operand = &statement.operands[*index];
                    let value = values[*index].wrapping_add(*addend);
                    let value = piece.of(value, statement.address);
                    if matches!(piece, Piece::Next) && value > 31 {
                        let shown = format!("register {}", value - 1);
                        return Err(Box::new(messages::no_next_register(operand.span, &shown)));
                    }
                    (value, operand.span)
                }
            };
            word.values.push(value);
            word.spans.push(span);
        }
        self.write(&word)?;
        let Some(slot) = delay_slot else { return Ok(()) };
        self.check_place(statement)?;
        self.put(slot, statement)
    }

    fn write(&mut self, word: &PendingInstruction<'_>) -> Result<(), Box<Diagnostic>> {
        self.check_place(word.statement)?;
        let bits = word.row.encode(&word.values, &word.spans, self.pass.program.here())?;
        self.put(bits, word.statement)
    }

    fn check_place(&self, statement: &Statement) -> Result<(), Box<Diagnostic>> {
        let (pc, at) = (self.pass.program.here(), statement.place.span);
        if !self.pass.is_text(pc) {
            return Err(Box::new(messages::outside_text(at, pc)));
        }
        match self.occupied.get(&pc) {
            Some(&first) => {
                Err(Box::new(messages::text_overlap(at, pc, first, self.pass.settings.dialect)))
            }
            None => Ok(()),
        }
    }

    fn put(&mut self, bits: u32, statement: &Statement) -> Result<(), Box<Diagnostic>> {
        let (pc, at) = (self.pass.program.here(), statement.place.span);
        self.occupied.insert(pc, at);
        let put = self.pass.program.instruction(bits, statement.place);
        put.map_err(|_| Box::new(messages::outside_text(at, pc)))
    }
}

//! Decodes machine words to rows and operands.

use super::operand::{OPERANDS, OpMember};
use super::{Op, Row, of_word};
use crate::cpu::slot;

/// Decodes a word to its row and operands; `None` if it is not an instruction.
pub(crate) fn decode(word: u32, pc: u32) -> Option<(&'static Row, Op)> {
    let row = of_word(word)?;
    let has = |letter| row.pattern.field_width(letter) > 0;
    let mut op = Op { pc, ..Op::default() };
    for operand in OPERANDS {
        let Some(field) = row.pattern.field(word.into(), operand.letter) else { continue };
        let value = operand.kind.value(field as u32, row, word, pc)?;
        let register = value as u8;
        match operand.place {
            OpMember::S => op.s = register,
            OpMember::T => op.t = register,
            OpMember::W => op.w = written(register),
            OpMember::H => op.h = register,
            OpMember::Imm => op.imm = value,
            OpMember::Both => {
                op.w = written(register);
                *(if has('t') || has('T') { &mut op.h } else { &mut op.t }) = register;
            }
            OpMember::Other => *(if has('w') { &mut op.t } else { &mut op.w }) = register,
            OpMember::Nowhere => {}
        }
    }
    Some((row, op))
}

/// Slot for writing a register; writes to `$zero` go to a slot that is never read.
fn written(register: u8) -> u8 {
    if register == 0 { slot::SINK } else { register }
}

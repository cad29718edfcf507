//! From machine words to rows and operands.

use super::{Op, Row, of_word};
use crate::cpu::slot;

/// The row of a word and its operands; `None` when the word is no instruction.
pub(crate) fn decode(word: u32, pc: u32) -> Option<(&'static Row, Op)> {
    let row = of_word(word)?;
    let field = |letter| row.pattern.field(word.into(), letter).map(|bits| bits as u32);
    let mut op = Op { pc, ..Op::default() };
    if let Some(bits) = field('s') {
        op.s = bits as u8;
    }
    if let Some(bits) = field('S') {
        op.s = slot::FLOAT + bits as u8;
    }
    if let Some(bits) = field('t') {
        op.t = bits as u8;
    }
    if let Some(bits) = field('T') {
        op.t = slot::FLOAT + bits as u8;
    }
    if let Some(bits) = field('w') {
        op.w = written(bits as u8);
    }
    if let Some(bits) = field('W') {
        op.w = slot::FLOAT + bits as u8;
    }
    merged(row, word, &mut op);
    if let Some(bits) = field('k') {
        let register = slot::SYSTEM + bits as u8;
        *(if field('w').is_some() { &mut op.t } else { &mut op.w }) = register;
    }
    for letter in ['h', 'q', 'p', 'v', 'y'] {
        if let Some(bits) = field(letter) {
            op.h = bits as u8;
        }
    }
    op.imm = immediate(row, word, pc)?;
    Some((row, op))
}

/// A register that is both read and written: the old value's slot goes where there is room.
fn merged(row: &Row, word: u32, op: &mut Op) {
    let general = row.pattern.field(word.into(), 'x').map(|bits| bits as u8);
    let float = row.pattern.field(word.into(), 'X').map(|bits| slot::FLOAT + bits as u8);
    let Some(old) = general.or(float) else { return };
    op.w = if general.is_some() { written(old) } else { old };
    let taken = row.pattern.field_width('t') + row.pattern.field_width('T') > 0;
    *(if taken { &mut op.h } else { &mut op.t }) = old;
}

/// What is written to `$zero` goes where nobody reads it.
fn written(register: u8) -> u8 {
    if register == 0 { slot::SINK } else { register }
}

fn immediate(row: &Row, word: u32, pc: u32) -> Option<u32> {
    let field = |letter| row.pattern.field(word.into(), letter).map(|bits| bits as u32);
    if let Some(bits) = field('i') {
        return Some(bits as u16 as i16 as u32);
    }
    if let Some(bits) = field('b') {
        return Some(branch_target(pc, bits));
    }
    if let Some(bits) = field('j') {
        return Some(jump_target(pc, bits));
    }
    if let Some(bits) = field('z') {
        let low = if row.name == "ins" { field('p').unwrap_or(0) } else { 0 };
        return (bits + 1).checked_sub(low).filter(|&size| size > 0);
    }
    Some(field('u').or(field('c')).unwrap_or(0))
}

/// Where a branch at `pc` with these 16 bits goes.
pub(crate) fn branch_target(pc: u32, bits: u32) -> u32 {
    let words = bits as u16 as i16 as i32 as u32;
    pc.wrapping_add(4).wrapping_add(words << 2)
}

/// Where a jump at `pc` with these 26 bits goes.
pub(crate) fn jump_target(pc: u32, bits: u32) -> u32 {
    pc.wrapping_add(4) & 0xf000_0000 | bits << 2
}

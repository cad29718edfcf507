//! Decoding of machine words to rows and operands.

use std::sync::LazyLock;

use super::operand::{Immediate, RegisterKind, register};
use super::{COMPRESSED, Compressed, Extension, Extensions, Op, ROWS, Row, slot};

/// Decoded instruction.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Decoded {
    /// Its row, or the one that it stands for.
    pub(crate) row: &'static Row,
    pub(crate) op: Op,
}

/// Whether the instruction that begins with this halfword has four bytes.
#[inline]
pub(crate) fn is_long(half: u32) -> bool {
    half & 3 == 3
}

/// Instruction at the low end of `word`; `None` if there is none or its extension is missing.
pub(crate) fn decode(word: u32, pc: u32, extensions: Extensions) -> Option<Decoded> {
    if is_long(word) {
        let row = of_word(word)?;
        let op = operands(row, word, pc);
        return extensions.has(row.extension).then_some(Decoded { row, op });
    }
    let half = word & 0xffff;
    let short = of_half(half)?;
    let row = short.base;
    let expanded = row.encode(&short.expand(half, pc), pc).ok()?;
    let op = Op { length: 2, ..operands(row, expanded, pc) };
    let has = extensions.has(Extension::C) && extensions.has(short.extension);
    has.then_some(Decoded { row, op })
}

/// Row of a four-byte instruction.
pub(crate) fn of_word(word: u32) -> Option<&'static Row> {
    static BY_OPCODE: LazyLock<Vec<Vec<&'static Row>>> = LazyLock::new(|| {
        let of = |low: u64| ROWS.iter().filter(move |row| row.pattern.value() & 0x7f == low);
        (0..0x80).map(|low| of(low).collect()).collect()
    });
    let rows = &BY_OPCODE[(word & 0x7f) as usize];
    rows.iter().find(|row| row.pattern.matches(word.into())).copied()
}

/// Row of a two-byte instruction.
pub(crate) fn of_half(half: u32) -> Option<&'static Compressed> {
    COMPRESSED.iter().find(|short| short.pattern.matches(half.into()))
}

/// Operands of a word that encodes this row.
fn operands(row: &Row, word: u32, pc: u32) -> Op {
    let mut op = Op { pc, length: 4, ..Op::default() };
    for letter in row.letters() {
        let field = row.pattern.field(word.into(), letter).unwrap_or(0);
        let slot = match register(letter) {
            Some(RegisterKind::General(first)) => first + field as u8,
            Some(RegisterKind::Float(first)) => slot::FLOAT + first + field as u8,
            None => field as u8,
        };
        match letter {
            'd' => op.d = if slot == 0 { slot::SINK } else { slot },
            'D' => op.d = slot,
            's' | 'S' => op.s = slot,
            't' | 'T' => op.t = slot,
            'R' => op.r = slot,
            'h' | 'z' | 'r' | 'n' => op.h = slot,
            letter => op.imm = immediate(letter, field, pc),
        }
    }
    op
}

/// Immediate in the form for semantics: sign-extended, targets as addresses, upper immediates
/// shifted.
fn immediate(letter: char, field: u64, pc: u32) -> u32 {
    let Some(immediate) = Immediate::of(letter) else { return field as u32 };
    let value = immediate.value(field) as u32;
    match letter {
        'U' => value << 12,
        _ if immediate.relative => pc.wrapping_add(value),
        _ => value,
    }
}

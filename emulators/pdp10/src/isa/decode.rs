//! Decodes words into opcodes and operands.

use super::{ALIASES, FAMILIES, Family, Op, Opcode};
use crate::Word36;

/// An instruction found in memory.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Decoded {
    pub(crate) opcode: &'static Opcode,
    pub(crate) op: Op,
}

/// Opcodes by number.
///
/// Proves that no two rows claim one opcode: a second claim does not compile.
static BY_CODE: [Option<&Opcode>; 512] = expand(FAMILIES);

const fn expand(families: &'static [Family]) -> [Option<&'static Opcode>; 512] {
    let mut table: [Option<&Opcode>; 512] = [None; 512];
    let mut family = 0;
    while family < families.len() {
        let opcodes = families[family].opcodes;
        let mut at = 0;
        while at < opcodes.len() {
            let mut code = opcodes[at].code;
            while code < opcodes[at].code + opcodes[at].codes {
                assert!(table[code as usize].is_none(), "two rows claim one opcode");
                table[code as usize] = Some(&opcodes[at]);
                code += 1;
            }
            at += 1;
        }
        family += 1;
    }
    table
}

/// Mnemonic of each opcode without its row, so that a lookup needs no engine.
static NAMES: [&str; 512] = names_of(&BY_CODE);

const fn names_of(opcodes: &[Option<&Opcode>; 512]) -> [&'static str; 512] {
    let mut names = [""; 512];
    let mut code = 0;
    while code < opcodes.len() {
        if let Some(opcode) = opcodes[code] {
            names[code] = opcode.name;
        }
        code += 1;
    }
    names
}

/// Every mnemonic of the processor.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    let named = NAMES.into_iter().filter(|name| !name.is_empty());
    named.chain(ALIASES.iter().map(|alias| alias.name))
}

/// Opcode of a word, if any.
pub(crate) fn opcode(word: Word36) -> Option<&'static Opcode> {
    BY_CODE[(word.bits() >> 27) as usize % BY_CODE.len()]
}

/// Decodes the word at an address; `None` if it is not an instruction.
pub(crate) fn decode(word: Word36, address: u32) -> Option<Decoded> {
    Some(Decoded { opcode: opcode(word)?, op: Op::new(word, address) })
}

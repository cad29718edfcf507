//! Words as DDT and MIDAS spell them.

use std::fmt::Write;

use super::aliases::{ALIASES, Alias};
use super::decode::opcode;
use crate::Word36;

/// A word as an instruction, in MIDAS's spelling with octal numbers; `None` when it is none.
///
/// ```
/// use pdp10::Word36;
/// let shown = |left, right| pdp10::isa::disassemble(Word36::halves(left, right));
/// assert_eq!(shown(0o200123, 0o700000).as_deref(), Some("MOVE 2,@700000(3)"));
/// assert_eq!(shown(0o254200, 0o100).as_deref(), Some("HALT 100"));
/// assert_eq!(shown(0o263740, 0).as_deref(), Some("POPJ 17,"));
/// assert_eq!(shown(0o777777, 0), None);
/// ```
#[must_use]
pub fn disassemble(word: Word36) -> Option<String> {
    let (name, ac) = match alias(word.left() & !0o37) {
        Some(alias) => (alias.name, 0),
        None => (opcode(word)?.name, word.left() >> 5 & 0o17),
    };
    if name.is_empty() {
        return None;
    }
    let mut text = name.to_owned();
    let address = address(word);
    // Writing to a string does not fail.
    let _ = match (ac, address.as_str()) {
        (0, "") => Ok(()),
        (0, address) => write!(text, " {address}"),
        (ac, address) => write!(text, " {ac:o},{address}"),
    };
    Some(text)
}

/// The name that is preferred to an opcode's for a left half without address bits.
fn alias(left: u32) -> Option<&'static Alias> {
    ALIASES.iter().find(|alias| alias.preferred && alias.left == left)
}

/// The lower 23 bits as an address is written.
fn address(word: Word36) -> String {
    let (indirect, index, y) = (word.left() & 0o20 != 0, word.left() & 0o17, word.right());
    let mut text = String::new();
    if indirect {
        text.push('@');
    }
    if y != 0 || indirect && index == 0 {
        let _ = write!(text, "{y:o}");
    }
    if index != 0 {
        let _ = write!(text, "({index:o})");
    }
    text
}

//! Disassembly in the spelling of DDT and MIDAS.

use std::fmt::Write;

use super::aliases::{ALIASES, Alias};
use super::decode::opcode;
use super::typed::fields;
use crate::Word36;
use crate::isa::monitor::{CALLS, OPERS};

/// Calls by opcode, from 40; `.OPER` and `.CALL` have names per call.
const MONITOR_CALLS: [&str; 8] =
    [".IOT", ".OPEN", ".OPER", ".CALL", ".USET", ".BREAK", ".STATUS", ".ACCESS"];
const OPER: u32 = 0o42;
const CALL: u32 = 0o43;
/// Codes that programs write after a call that may fail; these addresses have names.
///
/// Source: *ITS UUOS*, `.LOSE`.
const LOSES: [(u64, &str); 2] =
    [(0o043100_001000, ".LOSE %LSSYS"), (0o043100_001400, ".LOSE %LSFIL")];

/// Disassembles a word in MIDAS's spelling with octal numbers; `None` if it is not an instruction.
///
/// ```
/// use pdp10::Word36;
/// let shown = |left, right| pdp10::isa::disassemble(Word36::halves(left, right));
/// assert_eq!(shown(0o200123, 0o700000).as_deref(), Some("MOVE 2,@700000(3)"));
/// assert_eq!(shown(0o254200, 0o100).as_deref(), Some("HALT 100"));
/// assert_eq!(shown(0o263740, 0).as_deref(), Some("POPJ 17,"));
/// assert_eq!(shown(0o043200, 0o102).as_deref(), Some(".VALUE 102"));
/// assert_eq!(shown(0o043100, 0o1000).as_deref(), Some(".LOSE %LSSYS"));
/// assert_eq!(shown(0o777777, 0), None);
/// ```
#[must_use]
pub fn disassemble(word: Word36) -> Option<String> {
    if let Some((_, text)) = LOSES.iter().find(|(bits, _)| *bits == word.bits()) {
        return Some((*text).to_owned());
    }
    if matches!(word.left() >> 9, 0o40..=0o47) {
        return Some(monitor_call(word, str::to_owned));
    }
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

/// An ITS call, named by its accumulator or address, spelled by `spell`.
pub(super) fn monitor_call(word: Word36, spell: impl Fn(&str) -> String) -> String {
    let (ac, code) = (word.left() >> 5 & 0o17, word.left() >> 9);
    let named = |names: &[&str], number: u32| {
        let name = names.get((number as usize).checked_sub(1)?)?;
        Some(spell(&format!(".{name}")))
    };
    let direct = word.left() & 0o37 == 0;
    match (code, named(OPERS, word.right()), named(CALLS, ac)) {
        (OPER, Some(name), _) if direct => fields(&name, ac, Word36::default()),
        (CALL, _, Some(name)) => fields(&name, 0, word),
        _ => fields(&spell(MONITOR_CALLS[(code & 7) as usize]), ac, word),
    }
}

/// Name preferred to the opcode's for a left half without address bits.
fn alias(left: u32) -> Option<&'static Alias> {
    ALIASES.iter().find(|alias| alias.preferred && alias.left == left)
}

/// Formats the lower 23 bits as an address.
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

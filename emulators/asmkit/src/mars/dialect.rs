//! What one simulator of the family knows, and how one program is to be assembled.

use super::directive::Directive;
use super::forms::Forms;
use super::token::Kind;
use crate::program::Bases;

/// What one simulator of the family knows.
pub struct Dialect {
    /// Its name, for messages.
    pub simulator: &'static str,
    /// The directives.
    pub directives: &'static [Directive],
    /// What it calls registers.
    pub registers: Registers,
    /// What a word is that the machine gives a meaning of its own; looked up before all others.
    pub word: fn(&str) -> Option<Kind>,
    /// What a word is as an integer.
    pub integer: fn(&str) -> Option<Kind>,
    /// The value of a word as a real number.
    pub real: fn(&str) -> Option<f64>,
    /// The ways its instructions can be written.
    pub forms: fn() -> &'static Forms,
    /// The instruction that other simulators call so.
    pub alias: fn(&str) -> Option<&'static str>,
    /// What to write instead of an instruction that other processors have, as a sentence.
    pub habit: fn(&str) -> Option<&'static str>,
    /// What strings become.
    pub strings: Strings,
    /// Whether `.byte` and `.half` take unsigned values as well as signed ones.
    pub unsigned_values: bool,
    /// Whether `.align` may stand in the text segment, where it aligns the data segment.
    pub align_in_text: bool,
    /// How an address is written, for messages: `4($t1)`.
    pub address: &'static str,
    /// What was probably meant by this operand of this instruction.
    pub hint: fn(name: &str, kind: Kind, value: &str) -> Option<String>,
}

/// What a simulator calls registers.
pub struct Registers {
    /// All names.
    pub names: fn() -> Vec<String>,
    /// The names in short, for messages: `registers are ...`.
    pub label: &'static str,
    /// Whether a word that is no register was surely meant to be one.
    pub intended: fn(&str) -> bool,
    /// The register that a name is which another simulator knows.
    pub alias: fn(&str) -> Option<&'static str>,
    /// Some general registers, for examples.
    pub general: &'static [&'static str],
    /// Some floating point registers, for examples.
    pub float: &'static [&'static str],
}

/// What strings become.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strings {
    /// The low halves of 16-bit characters; without a closing quote the last one is lost.
    LowBytes,
    /// UTF-8, with escapes such as `\u00e9`; there must be a closing quote.
    Utf8,
}

/// How one program is to be assembled.
pub struct Settings {
    /// The simulator.
    pub dialect: &'static Dialect,
    /// The machine, as an image names it.
    pub isa: &'static str,
    /// Whether the first byte of a number is its highest.
    pub big_endian: bool,
    /// Whether pseudo-instructions are permitted.
    pub pseudo: bool,
    /// Whether all addresses have 16 bits, and pseudo-instructions use that.
    pub compact: bool,
    /// The word behind a branch inside a pseudo-instruction, where branches are delayed.
    pub delay_slot: Option<u32>,
    /// Whether the program starts at the global label `main` if there is one.
    pub start_at_main: bool,
    /// Where sections begin.
    pub bases: Bases,
    /// The map of memory.
    pub areas: Vec<Area>,
}

/// A run of addresses that a program may fill; `last` is the last byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Area {
    /// The first byte.
    pub first: u32,
    /// The last byte.
    pub last: u32,
    /// Whether it holds instructions, else data.
    pub text: bool,
}

impl Settings {
    /// The area that holds an address.
    pub(super) fn area(&self, address: u32) -> Option<&Area> {
        self.areas.iter().find(|area| (area.first..=area.last).contains(&address))
    }
}

impl Dialect {
    /// The directive of this name; case does not count.
    pub(super) fn directive(&self, word: &str) -> Option<&'static Directive> {
        let named = |directive: &&Directive| directive.name.eq_ignore_ascii_case(word);
        if word.starts_with('.') { self.directives.iter().find(named) } else { None }
    }

    /// The names of all directives.
    pub(super) fn directive_names(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.directives.iter().map(|directive| directive.name)
    }

    /// Whether a word is a mnemonic.
    pub(super) fn is_mnemonic(&self, word: &str) -> bool {
        !(self.forms)().named(word).is_empty()
    }
}

//! The properties of one simulator of the family, and the settings of one assembly.

use super::directive::Directive;
use super::forms::Forms;
use super::token::TokenKind;
use crate::program::Bases;

/// Properties of one simulator of the family.
pub struct Dialect {
    /// Name, for messages.
    pub simulator: &'static str,
    /// Directives.
    pub directives: &'static [Directive],
    /// Register names.
    pub registers: Registers,
    /// Kind of a word that is special to the machine; tried before all others.
    pub word: fn(&str) -> Option<TokenKind>,
    /// Kind of a word that is an integer.
    pub integer: fn(&str) -> Option<TokenKind>,
    /// Value of a word as a real number.
    pub real: fn(&str) -> Option<f64>,
    /// Forms of its instructions.
    pub forms: fn() -> &'static Forms,
    /// Instruction that has this name in other simulators.
    pub alias: fn(&str) -> Option<&'static str>,
    /// Help on what to write instead of an instruction of another processor.
    pub habit: fn(&str) -> Option<&'static str>,
    /// Encoding of strings.
    pub strings: Strings,
    /// Whether `.byte` and `.half` accept unsigned values in addition to signed ones.
    pub unsigned_values: bool,
    /// Whether `.align` is allowed in the text segment, where it aligns the data segment.
    pub align_in_text: bool,
    /// Example of an address for messages, such as `4($t1)`.
    pub address: &'static str,
    /// Help on an invalid operand of an instruction.
    pub hint: fn(name: &str, kind: TokenKind, value: &str) -> Option<String>,
}

/// Register names of a simulator.
pub struct Registers {
    /// All names.
    pub names: fn() -> Vec<String>,
    /// Summary of the names for the message `registers are ...`.
    pub label: &'static str,
    /// Whether an unknown word is surely a misspelt register.
    pub intended: fn(&str) -> bool,
    /// Register that has this name in other simulators.
    pub alias: fn(&str) -> Option<&'static str>,
    /// General registers for examples.
    pub general: &'static [&'static str],
    /// Floating point registers for examples.
    pub float: &'static [&'static str],
}

/// Encoding of strings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strings {
    /// Low bytes of 16-bit characters; without a closing quote the last one is lost.
    LowBytes,
    /// UTF-8 with escapes such as `\u00e9`; a closing quote is required.
    Utf8,
}

/// Settings of one assembly.
pub struct Settings {
    /// The simulator.
    pub dialect: &'static Dialect,
    /// Instruction set, as an image names it.
    pub isa: &'static str,
    /// Whether the byte order is big endian.
    pub big_endian: bool,
    /// Whether pseudo-instructions are permitted.
    pub pseudo: bool,
    /// Whether all addresses have 16 bits, so that pseudo-instructions are shorter.
    pub compact: bool,
    /// Word after a branch in a pseudo-instruction, if branches are delayed.
    pub delay_slot: Option<u32>,
    /// Whether the program starts at the global label `main` if there is one.
    pub start_at_main: bool,
    /// Start addresses of the sections.
    pub bases: Bases,
    /// Memory map.
    pub areas: Vec<Area>,
}

/// Range of addresses that a program may fill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Area {
    /// Address of the first byte.
    pub first: u32,
    /// Address of the last byte.
    pub last: u32,
    /// Whether it holds instructions rather than data.
    pub text: bool,
}

impl Settings {
    /// Area that contains an address.
    pub(super) fn area(&self, address: u32) -> Option<&Area> {
        self.areas.iter().find(|area| (area.first..=area.last).contains(&address))
    }
}

impl Dialect {
    /// Directive of this name, in any case.
    pub(super) fn directive(&self, word: &str) -> Option<&'static Directive> {
        let named = |directive: &&Directive| directive.name.eq_ignore_ascii_case(word);
        if word.starts_with('.') { self.directives.iter().find(named) } else { None }
    }

    /// Names of all directives.
    pub(super) fn directive_names(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.directives.iter().map(|directive| directive.name)
    }

    /// Whether a word is a mnemonic.
    pub(super) fn is_mnemonic(&self, word: &str) -> bool {
        !(self.forms)().named(word).is_empty()
    }
}

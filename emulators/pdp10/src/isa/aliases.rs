//! Mnemonics without their own opcode.

use crate::Word36;

/// A mnemonic for an opcode with a fixed AC field, or another name of an opcode.
#[derive(Debug)]
pub struct Alias {
    /// Spelling of the manual and MIDAS.
    pub name: &'static str,
    /// Left half of the word it stands for.
    pub left: u32,
    /// Meaning.
    pub meaning: &'static str,
    /// Whether the disassembler prefers this name.
    pub preferred: bool,
}

impl Alias {
    /// The word it stands for.
    #[must_use]
    pub fn word(&self) -> Word36 {
        Word36::halves(self.left, 0)
    }
}

/// Mnemonics without their own opcode.
///
/// Source: PDP-10 System Reference Manual, "Program Control"; the initial symbols of MIDAS 458.
#[rustfmt::skip]
pub static ALIASES: &[Alias] = &[
    alias("PORTAL", 0o254040, true,  "jump, into public memory if there is any"),
    alias("JRSTF",  0o254100, true,  "jump; restore flags from the word the address came from"),
    alias("HALT",   0o254200, true,  "stop; illegal in user mode"),
    alias("JEN",    0o254500, true,  "dismiss an interrupt, jump and restore flags; illegal in user mode"),
    alias("JFOV",   0o255040, true,  "jump if floating overflow is set, and clear it"),
    alias("JCRY1",  0o255100, true,  "jump if carry 1 is set, and clear it"),
    alias("JCRY0",  0o255200, true,  "jump if carry 0 is set, and clear it"),
    alias("JCRY",   0o255300, true,  "jump if a carry is set, and clear both"),
    alias("JOV",    0o255400, true,  "jump if overflow is set, and clear it"),
    alias("CLEAR",  0o400000, false, "SETZ"),
    alias("CLEARI", 0o401000, false, "SETZI"),
    alias("CLEARM", 0o402000, false, "SETZM"),
    alias("CLEARB", 0o403000, false, "SETZB"),
    alias("FADRL",  0o145000, false, "FADRI, on the PDP-6 with a long result"),
    alias("FSBRL",  0o155000, false, "FSBRI, on the PDP-6 with a long result"),
    alias("FMPRL",  0o165000, false, "FMPRI, on the PDP-6 with a long result"),
    alias("FDVRL",  0o175000, false, "FDVRI, on the PDP-6 with a long result"),
];

const fn alias(name: &'static str, left: u32, preferred: bool, meaning: &'static str) -> Alias {
    Alias { name, left, meaning, preferred }
}

//! Extensions of the instruction set, and sets of them.

use std::fmt;

/// Extension of the instruction set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Extension {
    /// Base instruction set: RV32I.
    I,
    /// Multiplication and division.
    M,
    /// Atomic memory operations.
    A,
    /// Single-precision floating point.
    F,
    /// Double-precision floating point.
    D,
    /// Compressed instructions.
    C,
    /// Control and status registers.
    Zicsr,
    /// Instruction fetch fence.
    Zifencei,
    /// Address generation.
    Zba,
    /// Basic bit manipulation.
    Zbb,
    /// Carry-less multiplication.
    Zbc,
    /// Single-bit operations.
    Zbs,
    /// Machine mode.
    Machine,
    /// User-mode traps, the withdrawn extension N, as in RARS.
    N,
    /// Supervisor mode; the instruction of debug mode, which the assembler knows and no machine has.
    Supervisor,
}

impl Extension {
    /// All extensions, in the order of architecture names.
    pub const ALL: [Extension; 15] = [
        Extension::I,
        Extension::M,
        Extension::A,
        Extension::F,
        Extension::D,
        Extension::C,
        Extension::Zicsr,
        Extension::Zifencei,
        Extension::Zba,
        Extension::Zbb,
        Extension::Zbc,
        Extension::Zbs,
        Extension::Machine,
        Extension::N,
        Extension::Supervisor,
    ];

    /// Name in architecture names; `None` if it has none.
    #[must_use]
    pub fn name(self) -> Option<&'static str> {
        Some(match self {
            Extension::I => "i",
            Extension::M => "m",
            Extension::A => "a",
            Extension::F => "f",
            Extension::D => "d",
            Extension::C => "c",
            Extension::Zicsr => "zicsr",
            Extension::Zifencei => "zifencei",
            Extension::Zba => "zba",
            Extension::Zbb => "zbb",
            Extension::Zbc => "zbc",
            Extension::Zbs => "zbs",
            Extension::Machine | Extension::N | Extension::Supervisor => return None,
        })
    }
}

/// Set of extensions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Extensions(u32);

impl Extensions {
    /// Set of the listed extensions.
    #[must_use]
    pub const fn of(list: &[Extension]) -> Self {
        let mut set = Extensions(0);
        let mut at = 0;
        while at < list.len() {
            set = set.with(list[at]);
            at += 1;
        }
        set
    }

    /// Set with one more extension.
    #[must_use]
    pub const fn with(self, extension: Extension) -> Self {
        Extensions(self.0 | 1 << extension as u32)
    }

    /// Set with one extension less.
    #[must_use]
    pub const fn without(self, extension: Extension) -> Self {
        Extensions(self.0 & !(1 << extension as u32))
    }

    /// Whether the set contains an extension.
    #[must_use]
    pub const fn has(self, extension: Extension) -> bool {
        self.0 & 1 << extension as u32 != 0
    }

    /// Parses an architecture name such as `rv32imac_zicsr_zba`; ignores version numbers.
    ///
    /// `g` is `imafd_zicsr_zifencei`; `d` implies `f`, and `f` implies `zicsr`. `None` if a part is
    /// unknown, or not for 32 bits.
    ///
    /// ```
    /// use riscv32::isa::{Extension, Extensions};
    /// let c3 = Extensions::named("rv32imc_zicsr").unwrap();
    /// assert!(c3.has(Extension::C) && !c3.has(Extension::A));
    /// assert_eq!(c3.to_string(), "rv32imc_zicsr");
    /// assert_eq!(Extensions::named("rv32imz"), None);
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        let mut parts = name.strip_prefix("rv32")?.split('_');
        let mut set = Extensions::default();
        for letter in without_versions(parts.next()?) {
            set = match letter {
                'g' => Self::named("rv32imafd_zicsr_zifencei")?,
                letter => set.with(Self::spelt(&letter.to_string())?),
            };
        }
        for part in parts {
            let part = part.trim_end_matches(|c: char| c.is_ascii_digit() || c == 'p');
            set = set.with(Self::spelt(part)?);
        }
        if set.has(Extension::D) {
            set = set.with(Extension::F);
        }
        if set.has(Extension::F) {
            set = set.with(Extension::Zicsr);
        }
        set.has(Extension::I).then_some(set)
    }

    fn spelt(name: &str) -> Option<Extension> {
        Extension::ALL.into_iter().find(|extension| extension.name() == Some(name))
    }
}

/// Letters of `i2p1m2p0`, without their versions.
fn without_versions(letters: &str) -> Vec<char> {
    let mut found = Vec::new();
    let mut rest = letters.chars().peekable();
    while let Some(letter) = rest.next() {
        found.push(letter);
        let is_version = |c: &char| c.is_ascii_digit() || *c == 'p';
        if rest.peek().is_some_and(char::is_ascii_digit) {
            while rest.next_if(is_version).is_some() {}
        }
    }
    found
}

impl fmt::Display for Extensions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("rv32")?;
        let named = Extension::ALL.into_iter().filter(|extension| self.has(*extension));
        for name in named.filter_map(Extension::name) {
            let gap = if name.len() > 1 { "_" } else { "" };
            write!(f, "{gap}{name}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Extensions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

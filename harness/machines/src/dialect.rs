//! The source languages, and which of them a source was written in, told from the source alone.

mod choose;
mod evidence;
mod midas;
mod mips;
mod riscv;
mod signs;
mod spl;
mod statement;

pub use choose::{Choice, Refusal, choose};
pub use evidence::Evidence;
pub use statement::Source;

/// A source language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// MARS 4.6, for MIPS.
    Mars,
    /// SPIM 9.1, for MIPS.
    Spim,
    /// GNU as 2.40, for RISC-V.
    Gnu,
    /// RARS 1.6, for RISC-V.
    Rars,
    /// Venus, for RISC-V.
    Venus,
    /// MIDAS, for the PDP-10.
    Midas,
    /// SPL, the cell grids of esProc.
    Spl,
}

/// The machines of the dialects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Machine {
    Mips,
    RiscV,
    Pdp10,
    Esproc,
}

impl Machine {
    const ALL: [Machine; 4] = [Machine::Mips, Machine::RiscV, Machine::Pdp10, Machine::Esproc];
}

impl Dialect {
    /// All of them, of each machine the one first that is tried first.
    const ALL: [Dialect; 7] = [
        Dialect::Mars,
        Dialect::Spim,
        Dialect::Rars,
        Dialect::Gnu,
        Dialect::Venus,
        Dialect::Midas,
        Dialect::Spl,
    ];

    fn machine(self) -> Machine {
        match self {
            Dialect::Mars | Dialect::Spim => Machine::Mips,
            Dialect::Rars | Dialect::Venus | Dialect::Gnu => Machine::RiscV,
            Dialect::Midas => Machine::Pdp10,
            Dialect::Spl => Machine::Esproc,
        }
    }

    /// Whether it is taken where nothing but the machine is known, of several.
    fn is_first(self) -> bool {
        matches!(self, Dialect::Mars | Dialect::Rars)
    }

    /// As lanes and command lines spell it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Dialect::Mars => "mars",
            Dialect::Spim => "spim",
            Dialect::Gnu => "gnu",
            Dialect::Rars => "rars",
            Dialect::Venus => "venus",
            Dialect::Midas => "midas",
            Dialect::Spl => "spl",
        }
    }
}

#[cfg(test)]
mod tests;

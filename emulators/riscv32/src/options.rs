//! What a user chooses about the machine: dialect, system, board, profile, and switches.

use std::fmt;

pub use architecture::family::Layout;

use crate::isa::extension::{Extension, Extensions};

/// Whose source language the assembler takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// GNU as 2.40.
    Gnu,
    /// RARS 1.6.
    Rars,
    /// Venus.
    Venus,
}

/// Whose memory map, start-up and environment calls the program finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum System {
    /// RARS 1.6: call numbers in `a7`, user-level traps.
    Rars,
    /// Venus: call numbers in `a0`.
    Venus,
    /// Linux as `qemu-riscv32` shows it to a program without a C library; user mode only.
    Linux,
    /// No system: machine mode, and traps go to the program's `mtvec` once it has set it.
    Bare,
}

/// A board around the processor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Board {
    /// Espressif's ESP32-C3.
    Esp32c3,
}

/// What the processor has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Profile {
    /// The parts of the instruction set.
    pub extensions: Extensions,
    /// The standard counters exist: `cycle`, `time`, `instret`, and machine mode's own.
    pub counters: bool,
}

impl Profile {
    /// Everything there is: `rv32imafdc_zicsr_zifencei_zba_zbb_zbc_zbs`, machine and user mode.
    pub const FULL: Profile = Profile {
        extensions: Extensions::of(&[
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
        ]),
        counters: true,
    };

    /// The ESP32-C3's: `rv32imc`, and counters of its own in place of the standard ones.
    ///
    /// Source: ESP32-C3 Technical Reference Manual, chapter 1, "ESP-RISC-V CPU".
    pub const ESP32C3: Profile = Profile {
        extensions: Extensions::of(&[
            Extension::I,
            Extension::M,
            Extension::C,
            Extension::Zicsr,
            Extension::Zifencei,
            Extension::Machine,
        ]),
        counters: false,
    };

    /// What RARS 1.6 runs: `rv32imfd` with traps in user mode.
    pub const RARS: Profile = Profile {
        extensions: Extensions::of(&[
            Extension::I,
            Extension::M,
            Extension::F,
            Extension::D,
            Extension::Zicsr,
            Extension::Zifencei,
            Extension::N,
        ]),
        counters: true,
    };

    /// What Venus runs: `rv32imafd`.
    pub const VENUS: Profile = Profile {
        extensions: Extensions::of(&[
            Extension::I,
            Extension::M,
            Extension::A,
            Extension::F,
            Extension::D,
            Extension::Zicsr,
            Extension::Zifencei,
        ]),
        counters: true,
    };

    /// Reads an architecture name such as `rv32imac_zba`; it has machine mode and counters.
    ///
    /// `None` where a part of the name is unknown or not for 32 bits. Control and status registers
    /// and `fence.i` are there whether the name has them or not, as in older names.
    ///
    /// ```
    /// use riscv32::{Profile, isa::Extension};
    /// let profile = Profile::named("rv32im").unwrap();
    /// assert!(profile.has(Extension::M) && !profile.has(Extension::C));
    /// assert_eq!(profile.to_string(), "rv32im_zicsr_zifencei");
    /// assert_eq!(Profile::named("rv64im"), None);
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let extensions = Extensions::named(name)?
            .with(Extension::Zicsr)
            .with(Extension::Zifencei)
            .with(Extension::Machine);
        Some(Profile { extensions, counters: true })
    }

    /// Whether the extension is there.
    #[must_use]
    pub const fn has(self, extension: Extension) -> bool {
        self.extensions.has(extension)
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.extensions.fmt(f)
    }
}

/// The dialect, the system and the switches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Options {
    /// Whose source language.
    pub dialect: Dialect,
    /// Whose memory map, start-up and environment calls.
    pub system: System,
    /// The board, if the processor sits on one; its memory map then goes before the system's.
    pub board: Option<Board>,
    /// What the processor has.
    pub profile: Profile,
    /// Loads and stores at addresses that are no multiple of their size fault, as always in RARS.
    pub strict_align: bool,
    /// Registers of the board that nothing is known of fault instead of reading zero.
    pub strict_mmio: bool,
    /// The program may write its own text (`smc` of RARS).
    pub self_modifying: bool,
    /// Start at the global label `main` instead of the first instruction (`sm` of RARS).
    pub start_at_main: bool,
    /// Pseudo-instructions are allowed (not `np` of RARS).
    pub pseudo: bool,
    /// Warnings are errors (`we` of RARS).
    pub warnings_are_errors: bool,
    /// The GNU dialect chooses compressed instructions where the profile has them (`.option rvc`).
    pub compress: bool,
    /// The GNU dialect's linking step shortens calls and addresses, as GNU ld does.
    pub relax: bool,
    /// Where RARS puts things in memory.
    pub layout: Layout,
}

impl Options {
    /// The simulator as it runs without any switch; GNU as with Linux and everything else.
    #[must_use]
    pub fn of(dialect: Dialect) -> Self {
        let (system, profile) = match dialect {
            Dialect::Gnu => (System::Linux, Profile::FULL),
            Dialect::Rars => (System::Rars, Profile::RARS),
            Dialect::Venus => (System::Venus, Profile::VENUS),
        };
        Options {
            dialect,
            system,
            board: None,
            profile,
            strict_align: dialect == Dialect::Rars,
            strict_mmio: false,
            self_modifying: dialect == Dialect::Venus,
            start_at_main: false,
            pseudo: true,
            warnings_are_errors: false,
            compress: true,
            relax: true,
            layout: Layout::Default,
        }
    }

    /// Instruction to the programmer on how to end a program here.
    #[must_use]
    pub fn how_to_end(&self) -> &'static str {
        match (self.board, self.system) {
            (Some(_), _) => "a program on a board does not end: finish it with an endless loop, `1: j 1b`",
            (None, System::Rars) => {
                "end the program with the exit call: `li a7, 10`, then `ecall`"
            }
            (None, System::Venus) => {
                "end the program with the exit call: `li a0, 10`, then `ecall`"
            }
            (None, System::Linux) => {
                "end the program with Linux's exit call: `li a0, 0`, `li a7, 93`, then `ecall`"
            }
            (None, System::Bare) => {
                "there is no system to return to: store 1 at the symbol `tohost`, or finish with an \
                 endless loop, `1: j 1b`"
            }
        }
    }

    /// A processor in machine mode with 16 MiB of memory and nothing else, as conformance tests want it.
    #[must_use]
    pub fn bare() -> Self {
        Options { system: System::Bare, self_modifying: true, ..Options::of(Dialect::Gnu) }
    }

    /// The ESP32-C3 board, programmed in the GNU dialect.
    #[must_use]
    pub fn esp32c3() -> Self {
        Options { board: Some(Board::Esp32c3), profile: Profile::ESP32C3, ..Options::bare() }
    }
}

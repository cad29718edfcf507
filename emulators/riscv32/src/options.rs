//! User options of the machine: dialect, system, board, profile, and switches.

use std::fmt;

pub use architecture::family::Layout;

use crate::isa::extension::{Extension, Extensions};

/// Source language of the assembler.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// GNU as 2.40.
    Gnu,
    /// RARS 1.6.
    Rars,
    /// Venus.
    Venus,
}

/// Memory map, start-up and environment calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum System {
    /// RARS 1.6: call numbers in `a7`, user-level traps.
    Rars,
    /// Venus: call numbers in `a0`.
    Venus,
    /// Linux as `qemu-riscv32` presents it to a program without a C library; user mode only.
    Linux,
    /// No system: machine mode, and traps go to the program's `mtvec` once the program has set it.
    Bare,
}

/// Board with the processor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Board {
    /// Espressif's ESP32-C3.
    Esp32c3,
    /// QEMU's `virt`.
    Virt,
}

/// Features of the processor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Profile {
    /// Instruction set extensions.
    pub extensions: Extensions,
    /// Whether the standard counters exist: `cycle`, `time`, `instret`, and those of machine mode.
    pub counters: bool,
}

impl Profile {
    /// All features: `rv32imafdc_zicsr_zifencei_zba_zbb_zbc_zbs`, machine, supervisor and user mode.
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
            Extension::Supervisor,
        ]),
        counters: true,
    };

    /// ESP32-C3: `rv32imc`, with its own counters instead of the standard ones.
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

    /// RARS 1.6: `rv32imfd` with user-mode traps.
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

    /// Venus: `rv32imafd`.
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

    /// Parses an architecture name such as `rv32imac_zba`; the profile has machine and supervisor mode
    /// and counters.
    ///
    /// `None` if a part of the name is unknown or not for 32 bits. CSR instructions and `fence.i`
    /// are always included, as in older names.
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
            .with(Extension::Machine)
            .with(Extension::Supervisor);
        Some(Profile { extensions, counters: true })
    }

    /// Whether it has an extension.
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

/// Dialect, system and switches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Options {
    /// Source language.
    pub dialect: Dialect,
    /// Memory map, start-up and environment calls.
    pub system: System,
    /// Board, if any; its memory map takes precedence over the system's.
    pub board: Option<Board>,
    /// Features of the processor.
    pub profile: Profile,
    /// Whether misaligned loads and stores fault, as always in RARS.
    pub strict_align: bool,
    /// Whether unknown board registers fault instead of reading zero.
    pub strict_mmio: bool,
    /// Whether the program may write its own text (`smc` of RARS).
    pub self_modifying: bool,
    /// Whether to start at the global label `main` instead of the first instruction (`sm` of RARS).
    pub start_at_main: bool,
    /// Whether pseudo-instructions are allowed (not `np` of RARS).
    pub pseudo: bool,
    /// Whether warnings are errors (`we` of RARS).
    pub warnings_are_errors: bool,
    /// Whether the GNU dialect selects compressed instructions if the profile has them
    /// (`.option rvc`).
    pub compress: bool,
    /// Whether the GNU dialect's linker shortens calls and addresses, like GNU ld.
    pub relax: bool,
    /// Memory configuration of RARS.
    pub layout: Layout,
    /// Number of resets after which a board starts the program again.
    pub restarts: u32,
}

impl Options {
    /// Default options of a simulator; for GNU as, Linux and the full profile.
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
            restarts: 0,
        }
    }

    /// Instruction to the programmer on how to end a program here.
    #[must_use]
    pub fn how_to_end(&self) -> &'static str {
        match (self.board, self.system) {
            (Some(Board::Virt), _) => {
                "write 0x5555 to 0x100000 to end the program: `li a0, 0x100000`, `li t0, 0x5555`, \
                 `sw t0, 0(a0)`"
            }
            (Some(Board::Esp32c3), _) => {
                "a program on a board does not end: finish it with an endless loop, `1: j 1b`"
            }
            (None, System::Rars) => "end the program with the exit call: `li a7, 10`, then `ecall`",
            (None, System::Venus) => {
                "end the program with the exit call: `li a0, 10`, then `ecall`"
            }
            (None, System::Linux) => {
                "end the program with Linux's exit call: `li a0, 0`, `li a7, 93`, then `ecall`"
            }
            (None, System::Bare) => {
                "there is no system to return to: store 1 at the symbol `tohost`, or finish with \
                 an endless loop, `1: j 1b`"
            }
        }
    }

    /// Processor in machine mode with only 16 MiB of memory, as for conformance tests.
    #[must_use]
    pub fn bare() -> Self {
        Options { system: System::Bare, self_modifying: true, ..Options::of(Dialect::Gnu) }
    }

    /// The ESP32-C3 board, programmed in the GNU dialect.
    #[must_use]
    pub fn esp32c3() -> Self {
        Options {
            board: Some(Board::Esp32c3),
            profile: Profile::ESP32C3,
            restarts: Options::DEFAULT_RESTARTS,
            ..Options::bare()
        }
    }

    /// QEMU's board `virt`.
    #[must_use]
    pub fn virt() -> Self {
        Options { board: Some(Board::Virt), restarts: Options::DEFAULT_RESTARTS, ..Options::bare() }
    }

    /// Restarts of a board by default: enough to see that the program starts again.
    pub const DEFAULT_RESTARTS: u32 = 3;
}

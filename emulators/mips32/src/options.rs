//! Options of the machine: the dialect and the switches of both simulators.

pub use architecture::family::Layout;

/// Simulator that the assembler, the system calls and the start-up code follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// MARS 4.6.
    Mars,
    /// SPIM 9.1.
    Spim,
}

/// Code at the exception vector of a program without its own handler.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Handler {
    /// The dialect's: SPIM's start-up code and its handler, which reports and continues; none in
    /// MARS.
    Default,
    /// Neither start-up code nor handler.
    None,
}

/// Set of system calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Calls {
    /// The dialect's.
    Dialect,
    /// Those of Linux (o32: exit 4001, read 4003, write 4004, brk 4045, ...) that compiled programs
    /// without a C library use.
    Linux,
}

/// Dialect and switches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Simulator to follow.
    pub dialect: Dialect,
    /// Big-endian byte order.
    pub big_endian: bool,
    /// Branches take effect after the next instruction (`db`, `-delayed_branches`).
    pub delayed_branches: bool,
    /// Loaded registers change after the next instruction (`-delayed_loads`).
    pub delayed_loads: bool,
    /// Pseudo-instructions are allowed (not `np`, not `-bare`, not `-nopseudo`).
    pub pseudo: bool,
    /// SPIM's bare machine (`-bare`): data from 0x10000000 instead of 0x10010000.
    pub bare: bool,
    /// Exception handler.
    pub handler: Handler,
    /// Receiver and transmitter at 0xffff0000 are connected (`-mapped_io`; MARS's tool "Keyboard
    /// and Display MMIO Simulator").
    pub mapped_io: bool,
    /// The program may read and write its own text (`smc`; always in SPIM).
    pub self_modifying: bool,
    /// Start at the global label `main` instead of the first instruction (`sm`; always in SPIM).
    pub start_at_main: bool,
    /// Warnings are errors (`we`).
    pub warnings_are_errors: bool,
    /// Memory layout.
    pub layout: Layout,
    /// Set of system calls.
    pub calls: Calls,
}

impl Options {
    /// Options of the simulator without any switch.
    #[must_use]
    pub fn of(dialect: Dialect) -> Self {
        Options {
            dialect,
            big_endian: false,
            delayed_branches: false,
            delayed_loads: false,
            pseudo: true,
            bare: false,
            handler: Handler::Default,
            mapped_io: false,
            self_modifying: dialect == Dialect::Spim,
            start_at_main: dialect == Dialect::Spim,
            warnings_are_errors: false,
            layout: Layout::Default,
            calls: Calls::Dialect,
        }
    }

    /// Advice on how to end a program.
    #[must_use]
    pub fn how_to_end(&self) -> &'static str {
        match self.calls {
            Calls::Dialect => "end the program with the exit call: `li $v0, 10` and then `syscall`",
            Calls::Linux => {
                "end the program with Linux's exit call: `li $a0, 0`, `li $v0, 4001` and then `syscall`"
            }
        }
    }
}

//! What a student chooses about the machine: the dialect and the switches of both simulators.

pub use architecture::family::Layout;

/// Whose behaviour the assembler, the system calls and the start-up follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// MARS 4.6.
    Mars,
    /// SPIM 9.1.
    Spim,
}

/// What stands at the exception vector when the program brings nothing of its own there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Handler {
    /// The dialect's own: SPIM's start-up code and its handler that reports and goes on; none in MARS.
    Default,
    /// Neither start-up code nor handler: the program is all there is.
    None,
}

/// Whose system calls `syscall` makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Calls {
    /// The dialect's.
    Dialect,
    /// The few of Linux (o32: exit 4001, read 4003, write 4004, brk 4045, ...) that programs of
    /// compilers without a C library use.
    Linux,
}

/// The dialect and the switches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Whose behaviour.
    pub dialect: Dialect,
    /// Bytes of a word from the highest down.
    pub big_endian: bool,
    /// A branch takes effect after the instruction behind it (`db`, `-delayed_branches`).
    pub delayed_branches: bool,
    /// A loaded register changes after the instruction behind the load (`-delayed_loads`).
    pub delayed_loads: bool,
    /// Pseudo-instructions are allowed (not `np`, not `-bare`, not `-nopseudo`).
    pub pseudo: bool,
    /// SPIM's bare machine (`-bare`): data from 0x10000000 instead of 0x10010000.
    pub bare: bool,
    /// What stands at the exception vector.
    pub handler: Handler,
    /// Receiver and transmitter at 0xffff0000 take and give bytes (`-mapped_io`; in MARS its tool
    /// "Keyboard and Display MMIO Simulator").
    pub mapped_io: bool,
    /// The program may read and write its own text (`smc`; SPIM always lets it).
    pub self_modifying: bool,
    /// Start at the global label `main` instead of the first instruction (`sm`; always so in SPIM).
    pub start_at_main: bool,
    /// Warnings are errors (`we`).
    pub warnings_are_errors: bool,
    /// Where things lie.
    pub layout: Layout,
    /// Whose system calls.
    pub calls: Calls,
}

impl Options {
    /// The simulator as it runs without any switch.
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

    /// How a program ends here, as a sentence that tells its writer what to do.
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

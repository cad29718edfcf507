//! The switches of the simulators, as options of ours.

use clap::{Args, ValueEnum};
use harness::dialect;
use harness::target::Target;
use mips32::{Calls, Dialect, Handler, Layout, Options};

/// Whose behaviour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DialectArg {
    /// Told from the source; MARS when nothing gives it away
    Auto,
    /// MARS 4.6
    Mars,
    /// SPIM 9.1
    Spim,
}

/// Where things lie in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum MemoryArg {
    /// Text at 0x00400000, data at 0x10010000
    Default,
    /// MARS's small memory with data at 0
    CompactDataAtZero,
    /// MARS's small memory with text at 0
    CompactTextAtZero,
}

/// The machine and how it is set up.
#[derive(Debug, Args)]
#[command(next_help_heading = "Machine")]
pub(crate) struct MachineArgs {
    /// The simulator to behave like
    #[arg(long, value_enum, default_value_t = DialectArg::Auto)]
    pub(crate) dialect: DialectArg,
    /// A branch takes effect after the next instruction (mars db, spim -delayed_branches)
    #[arg(long)]
    pub(crate) delayed_branches: bool,
    /// A loaded register changes after the next instruction (spim -delayed_loads)
    #[arg(long)]
    pub(crate) delayed_loads: bool,
    /// Bytes of a word from the highest down
    #[arg(long)]
    pub(crate) big_endian: bool,
    /// The program may write its own text (mars smc; always so in SPIM)
    #[arg(long)]
    pub(crate) self_modifying: bool,
    /// Start at the global label main (mars sm; always so in SPIM)
    #[arg(long)]
    pub(crate) start_at_main: bool,
    /// Only real machine instructions (mars np, spim -nopseudo)
    #[arg(long)]
    pub(crate) no_pseudo: bool,
    /// SPIM's bare machine: no pseudo-instructions, delayed branches and loads (spim -bare)
    #[arg(long)]
    pub(crate) bare: bool,
    /// Neither start-up code nor exception handler (spim -noexception)
    #[arg(long)]
    pub(crate) no_handler: bool,
    /// Receiver and transmitter at 0xffff0000 (spim -mapped_io)
    #[arg(long)]
    pub(crate) mapped_io: bool,
    /// System calls of Linux instead of the simulator's
    #[arg(long)]
    pub(crate) linux_calls: bool,
    /// Warnings of the assembler are errors (mars we)
    #[arg(long)]
    pub(crate) warnings_are_errors: bool,
    /// Where text, data and stack lie (mars mc)
    #[arg(long, value_enum, default_value_t = MemoryArg::Default)]
    pub(crate) memory: MemoryArg,
}

impl MachineArgs {
    /// The target for these sources, and why that dialect when it was told from them.
    pub(crate) fn target(&self, texts: &[String]) -> (Target, Option<String>) {
        let (dialect, because) = match self.dialect {
            DialectArg::Mars => (Dialect::Mars, None),
            DialectArg::Spim => (Dialect::Spim, None),
            DialectArg::Auto => {
                let guesses = texts.iter().map(|text| dialect::guess(text));
                let telling = guesses.into_iter().find(|guess| guess.because.is_some());
                telling.map_or((Dialect::Mars, None), |guess| (guess.dialect, guess.because))
            }
        };
        (Target::Mips32(self.applied(Options::of(dialect))), because)
    }

    /// These options with every switch the user gave added to them.
    pub(crate) fn applied(&self, base: Options) -> Options {
        Options {
            big_endian: base.big_endian || self.big_endian,
            delayed_branches: base.delayed_branches || self.delayed_branches || self.bare,
            delayed_loads: base.delayed_loads || self.delayed_loads || self.bare,
            pseudo: base.pseudo && !self.no_pseudo && !self.bare,
            bare: base.bare || self.bare,
            handler: if self.no_handler { Handler::None } else { base.handler },
            mapped_io: base.mapped_io || self.mapped_io,
            calls: if self.linux_calls { Calls::Linux } else { base.calls },
            self_modifying: base.self_modifying || self.self_modifying,
            start_at_main: base.start_at_main || self.start_at_main,
            warnings_are_errors: base.warnings_are_errors || self.warnings_are_errors,
            layout: match self.memory {
                MemoryArg::Default => base.layout,
                MemoryArg::CompactDataAtZero => Layout::CompactDataAtZero,
                MemoryArg::CompactTextAtZero => Layout::CompactTextAtZero,
            },
            ..base
        }
    }
}

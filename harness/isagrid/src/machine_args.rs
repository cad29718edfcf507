//! The switches of the simulators, as options of ours.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use machines::dialect::{self, Dialect, Evidence};
use machines::target::Target;

/// Whose behaviour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DialectArg {
    /// Told from the source, or the one that assembles it; MARS or RARS where nothing tells
    Auto,
    /// MARS 4.6 (MIPS)
    Mars,
    /// SPIM 9.1 (MIPS)
    Spim,
    /// RARS 1.6 (RISC-V)
    Rars,
    /// Venus (RISC-V)
    Venus,
    /// GNU as, with Linux's system calls (RISC-V)
    Gnu,
    /// MIDAS, with ITS around the program (PDP-10)
    Midas,
    /// SPL, the cell grids of esProc
    Spl,
}

impl DialectArg {
    /// The dialect that was named.
    pub(crate) fn named(self) -> Option<Dialect> {
        match self {
            DialectArg::Auto => None,
            DialectArg::Mars => Some(Dialect::Mars),
            DialectArg::Spim => Some(Dialect::Spim),
            DialectArg::Rars => Some(Dialect::Rars),
            DialectArg::Venus => Some(Dialect::Venus),
            DialectArg::Gnu => Some(Dialect::Gnu),
            DialectArg::Midas => Some(Dialect::Midas),
            DialectArg::Spl => Some(Dialect::Spl),
        }
    }
}

/// The board around the processor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum BoardArg {
    /// Espressif's ESP32-C3: RV32IMC, its memory map and devices
    Esp32c3,
}

/// Where things lie in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum MemoryArg {
    /// Text at 0x00400000, data at 0x10010000
    Default,
    /// The small memory of MARS and RARS with data at 0
    CompactDataAtZero,
    /// The small memory of MARS and RARS with text at 0
    CompactTextAtZero,
}

/// The machine and how it is set up.
#[derive(Debug, Args)]
#[command(next_help_heading = "Machine")]
pub(crate) struct MachineArgs {
    /// The simulator to behave like, and its source language
    #[arg(long, value_enum, default_value_t = DialectArg::Auto)]
    pub(crate) dialect: DialectArg,
    /// The board to run on
    #[arg(long, value_enum)]
    pub(crate) board: Option<BoardArg>,
    /// What the RISC-V processor has, such as rv32im or rv32imafdc_zba
    #[arg(long, value_name = "ARCH", value_parser = profile)]
    pub(crate) arch: Option<riscv32::Profile>,
    /// A branch takes effect after the next instruction (mars db, spim -delayed_branches)
    #[arg(long)]
    pub(crate) delayed_branches: bool,
    /// A loaded register changes after the next instruction (spim -delayed_loads)
    #[arg(long)]
    pub(crate) delayed_loads: bool,
    /// Bytes of a word from the highest down (MIPS)
    #[arg(long)]
    pub(crate) big_endian: bool,
    /// The program may write its own text (mars and rars smc; always so in SPIM)
    #[arg(long)]
    pub(crate) self_modifying: bool,
    /// Start at the global label main (mars and rars sm; always so in SPIM)
    #[arg(long)]
    pub(crate) start_at_main: bool,
    /// Only real machine instructions (mars and rars np, spim -nopseudo)
    #[arg(long)]
    pub(crate) no_pseudo: bool,
    /// SPIM's bare machine: no pseudo-instructions, delayed branches and loads (spim -bare); on
    /// RISC-V no system at all: machine mode, and memory from 0x80000000; on the PDP-10 no system
    /// either, and all of its memory
    #[arg(long)]
    pub(crate) bare: bool,
    /// Neither start-up code nor exception handler (spim -noexception)
    #[arg(long)]
    pub(crate) no_handler: bool,
    /// Receiver and transmitter at 0xffff0000 (spim -mapped_io; the Keyboard and Display tool of mars)
    #[arg(long)]
    pub(crate) mapped_io: bool,
    /// System calls of Linux instead of the simulator's
    #[arg(long)]
    pub(crate) linux_calls: bool,
    /// Loads and stores fault at addresses that are no multiple of their size (RISC-V; always so in RARS)
    #[arg(long)]
    pub(crate) strict_align: bool,
    /// Registers of a board that nothing is known of fault instead of reading zero
    #[arg(long)]
    pub(crate) strict_mmio: bool,
    /// Leave calls and addresses as long as the source has them (GNU dialect)
    #[arg(long)]
    pub(crate) no_relax: bool,
    /// The disk of ITS: a folder whose files a program reads and writes, and whose folders are the
    /// other directories (PDP-10)
    #[arg(long, value_name = "DIR")]
    pub(crate) its_dir: Option<PathBuf>,
    /// Another folder that a source may include files from, and whose files a program may open;
    /// without it that is the source's own folder, hidden files and links left out
    #[arg(long, value_name = "DIR")]
    pub(crate) include: Vec<PathBuf>,
    /// The model of time charges what it costs to relocate a user's addresses (PDP-10)
    #[arg(long)]
    pub(crate) relocation: bool,
    /// Warnings of the assembler are errors (mars and rars we)
    #[arg(long)]
    pub(crate) warnings_are_errors: bool,
    /// Where text, data and stack lie (mars and rars mc)
    #[arg(long, value_enum, default_value_t = MemoryArg::Default)]
    pub(crate) memory: MemoryArg,
}

fn profile(name: &str) -> Result<riscv32::Profile, String> {
    riscv32::Profile::named(name).ok_or_else(|| {
        format!("`{name}` is not rv32i with letters of imafdc, then _zba, _zbb, _zbc, _zbs")
    })
}

impl MachineArgs {
    /// What speaks for which dialect of these sources, and those that can be taken: the one that was
    /// named, or all that are likely and have the switches that were given, the likeliest first.
    ///
    /// # Errors
    /// A sentence about a switch that the only dialect there is cannot have.
    pub(crate) fn dialects(
        &self,
        sources: &[dialect::Source<'_>],
    ) -> Result<(Evidence, Vec<Dialect>), String> {
        let board = self.board.map(|BoardArg::Esp32c3| Dialect::Gnu);
        if let Some(named) = self.dialect.named().or(board) {
            self.check(&self.target(named))?;
            return Ok((Evidence::of(&[]), vec![named]));
        }
        let mut evidence = Evidence::of(sources);
        for (_, switch, simulators) in self.telling().into_iter().filter(|(given, ..)| *given) {
            evidence.add(simulators, &format!("{switch} is a switch of no other"));
        }
        let mut likely = evidence.likely();
        let likeliest = likely[0];
        likely.retain(|&dialect| self.check(&self.target(dialect)).is_ok());
        if likely.is_empty() {
            self.check(&self.target(likeliest))?;
        }
        Ok((evidence, likely))
    }

    /// Switches that only some simulators have, and whether they were given.
    fn telling(&self) -> [(bool, &'static str, &'static [Dialect]); 6] {
        const OF_MARS: &[Dialect] = &[Dialect::Mars, Dialect::Rars];
        const OF_SPIM: &[Dialect] = &[Dialect::Spim];
        [
            (self.start_at_main, "--start-at-main", OF_MARS),
            (self.warnings_are_errors, "--warnings-are-errors", OF_MARS),
            (self.memory != MemoryArg::Default, "--memory", OF_MARS),
            (self.delayed_loads, "--delayed-loads", OF_SPIM),
            (self.no_handler, "--no-handler", OF_SPIM),
            (self.bare, "--bare", OF_SPIM),
        ]
    }

    /// The target of a dialect, with every switch the user gave.
    pub(crate) fn target(&self, dialect: Dialect) -> Target {
        self.applied(Target::from(dialect))
    }

    /// This target with every switch the user gave added to it.
    pub(crate) fn applied(&self, base: Target) -> Target {
        match base {
            Target::Mips32(base) => Target::Mips32(self.applied_to_mips(base)),
            Target::Riscv32(base) => Target::Riscv32(self.applied_to_riscv(base)),
            Target::Pdp10(base) => Target::Pdp10(self.applied_to_pdp10(base)),
            Target::Esproc => Target::Esproc,
        }
    }

    fn applied_to_mips(&self, base: mips32::Options) -> mips32::Options {
        use mips32::{Calls, Handler, Layout};
        mips32::Options {
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

    fn applied_to_riscv(&self, base: riscv32::Options) -> riscv32::Options {
        use riscv32::{Board, Layout, Options, System};
        let base = match self.board {
            Some(BoardArg::Esp32c3) if base.board.is_none() => {
                Options { board: Some(Board::Esp32c3), ..Options::esp32c3() }
            }
            _ => base,
        };
        Options {
            system: match (self.linux_calls, self.bare) {
                (true, _) => System::Linux,
                (false, true) => System::Bare,
                (false, false) => base.system,
            },
            profile: self.arch.unwrap_or(base.profile),
            strict_align: base.strict_align || self.strict_align,
            strict_mmio: base.strict_mmio || self.strict_mmio,
            self_modifying: base.self_modifying || self.self_modifying || self.bare,
            start_at_main: base.start_at_main || self.start_at_main,
            pseudo: base.pseudo && !self.no_pseudo,
            warnings_are_errors: base.warnings_are_errors || self.warnings_are_errors,
            relax: base.relax && !self.no_relax,
            layout: match self.memory {
                MemoryArg::Default => base.layout,
                MemoryArg::CompactDataAtZero => Layout::CompactDataAtZero,
                MemoryArg::CompactTextAtZero => Layout::CompactTextAtZero,
            },
            ..base
        }
    }

    fn applied_to_pdp10(&self, base: pdp10::Options) -> pdp10::Options {
        pdp10::Options {
            system: if self.bare { pdp10::System::Bare } else { base.system },
            relocation: base.relocation || self.relocation,
            ..base
        }
    }

    /// What would be wrong with these switches on this target.
    ///
    /// # Errors
    /// A sentence about a switch that this target cannot have.
    pub(crate) fn check(&self, target: &Target) -> Result<(), String> {
        if self.board.is_some() && self.dialect.named().is_some_and(|named| named != Dialect::Gnu) {
            return Err("a board is programmed in the GNU dialect: leave --dialect out".to_owned());
        }
        const BOTH: &[&str] = &["mips32", "riscv32"];
        let of_machines: &[(bool, &str, &[&str])] = &[
            (self.delayed_branches, "--delayed-branches", &["mips32"]),
            (self.delayed_loads, "--delayed-loads", &["mips32"]),
            (self.big_endian, "--big-endian", &["mips32"]),
            (self.no_handler, "--no-handler", &["mips32"]),
            (self.bare, "--bare", &["mips32", "riscv32", "pdp10"]),
            (self.mapped_io, "--mapped-io", &["mips32"]),
            (self.board.is_some(), "--board", &["riscv32"]),
            (self.arch.is_some(), "--arch", &["riscv32"]),
            (self.strict_align, "--strict-align", &["riscv32"]),
            (self.strict_mmio, "--strict-mmio", &["riscv32"]),
            (self.no_relax, "--no-relax", &["riscv32"]),
            (self.self_modifying, "--self-modifying", BOTH),
            (self.start_at_main, "--start-at-main", BOTH),
            (self.no_pseudo, "--no-pseudo", BOTH),
            (self.linux_calls, "--linux-calls", BOTH),
            (self.warnings_are_errors, "--warnings-are-errors", BOTH),
            (self.memory != MemoryArg::Default, "--memory", BOTH),
            (self.relocation, "--relocation", &["pdp10"]),
            (self.its_dir.is_some(), "--its-dir", &["pdp10"]),
        ];
        let foreign = |machines: &[&str]| !machines.contains(&target.isa());
        let given = of_machines.iter().find(|(given, _, machines)| *given && foreign(machines));
        match given {
            Some((_, switch, _)) => Err(format!(
                "{switch} means nothing to {}, whose dialect is {}",
                target.isa(),
                target.dialect().name()
            )),
            None => Ok(()),
        }
    }
}

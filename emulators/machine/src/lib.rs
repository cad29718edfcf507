//! The contract every emulator keeps, the vocabulary its instructions are written in, and what
//! system personalities share.
//!
//! A [`Machine`] is loaded with an [`Image`], runs against a [`Host`] (its outside world as plain
//! data), stops with a [`Stop`] that says why, and answers with [`Counts`]. Nothing here knows a
//! register, a byte order or a word size: those are a machine's own.

pub mod bits;
pub mod blocks;
pub mod calls;
pub mod cells;
pub mod descriptors;
pub mod follow;
pub mod java;
pub mod ledger;
pub mod linux;
pub mod native;
pub mod numbers;
pub mod semantics;
pub mod threads;

mod any;
mod counts;
mod fault;
mod files;
mod host;
mod image;
mod observer;
mod order;
mod role;
mod syntax;

pub use any::AnyMachine;
pub use counts::{Counts, Cycles, Executed, Model};
pub use fault::{Access, Cause, Fault};
pub use files::{Files, Full, Sought};
pub use host::{Host, Input, InputLine, Note, Output, Random, Took, Work};
pub use image::{Data, Image, Line, LoadError, Segment, Symbol};
pub use observer::{Load, Observer, Store, Told};
pub use order::sort_by_number;
pub use role::{Role, register_among};
pub use syntax::{Flow, Stack, Syntax};

use std::sync::Arc;

use native::{Library, Node};

/// A whole simulated computer: processor, memory and system personality.
///
/// The harness knows a machine only through this trait, so nothing here names a
/// register, a byte order or a word size.
pub trait Machine {
    /// Names and sizes that never change.
    fn spec(&self) -> &'static Spec;

    /// Puts a program in memory and resets processor and counters.
    ///
    /// A machine that ran the same program before may keep what it decoded where memory has the same bits.
    ///
    /// # Errors
    /// When a segment lies outside the machine's memory or holds the wrong kind of units.
    fn load(&mut self, image: &Image) -> Result<(), LoadError>;

    /// Runs until something other than the next instruction has to happen.
    ///
    /// `budget_instrs` counts retired instructions; after [`Stop::Budget`] a further call goes on.
    fn run<O: Observer>(&mut self, host: &mut Host, budget_instrs: u64, observer: &mut O) -> Stop;

    /// Runs as [`run`](Self::run) does, one careful instruction after the other, and follows where
    /// values come from; `None` where this machine cannot.
    ///
    /// Pauses before an instruction that is not followed or is one of the stops, but not at the one
    /// it begins with.
    fn run_followed(
        &mut self,
        host: &mut Host,
        budget_instrs: u64,
        follow: &mut follow::Follow,
    ) -> Option<Stop> {
        let _ = (host, budget_instrs, follow);
        None
    }

    /// The slot of a register in [`Follow`](follow::Follow), by its name in
    /// [`registers`](Self::registers).
    fn slot(&self, name: &str) -> Option<u8> {
        let _ = name;
        None
    }

    /// Chooses how instructions are run, which changes no count, and gives a library of native code to who
    /// uses one.
    fn set_engine(&mut self, engine: Engine, library: Option<&Arc<Library>>) {
        let _ = (engine, library);
    }

    /// Instructions retired and cycles spent since `load`.
    fn counts(&self) -> Counts;

    /// Instructions that were tried since `load`, as [`Counts::tried`] counts them; for who asks often.
    fn tried(&self) -> u64 {
        self.counts().tried()
    }

    /// How often the instruction at each address ran since `load`, in rising order of address.
    fn executed(&self) -> Vec<Executed>;

    /// Address of the instruction that runs next.
    fn pc(&self) -> u64;

    /// Every register worth showing, under the name its manual prints.
    fn registers(&self) -> Vec<(&'static str, u64)>;

    /// The value of one of these; `None` where none is called so.
    fn register(&self, name: &str) -> Option<u64> {
        self.registers().into_iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// The unit at an address, read without any effect; `None` where there is no memory.
    fn peek(&self, address: u64) -> Option<u64>;

    /// The instruction at an address as its manual spells it; `None` where there is none.
    fn disassemble(&self, address: u64) -> Option<String>;

    /// What the instruction at an address does by itself; `None` where there is none, or where rows do
    /// not say it.
    fn role(&self, address: u64) -> Option<Role> {
        let _ = address;
        None
    }

    /// Meaning of the instruction at an address as a program of nodes.
    ///
    /// `None` where there is no instruction, or where the recorder leaves it to other engines.
    fn recorded(&self, address: u64) -> Option<Box<[Node]>> {
        let _ = address;
        None
    }

    /// Lets the instruction at an address run next.
    fn set_pc(&mut self, address: u64);

    /// Gives a register of [`registers`](Self::registers) a value; false when it cannot have one.
    fn set_register(&mut self, name: &str, value: u64) -> bool;

    /// Writes the unit at an address, the program's own text included, without telling an observer.
    ///
    /// False where there is no memory.
    fn poke(&mut self, address: u64, unit: u64) -> bool;

    /// Writes units one behind the other, as [`poke`](Self::poke) writes each.
    ///
    /// False where there is no memory for one.
    fn poke_all(&mut self, address: u64, units: &[u64]) -> bool {
        (address..).zip(units).fold(true, |all, (at, &unit)| self.poke(at, unit) && all)
    }

    /// Chooses the stores an observer sees: those from `start` to before `end`, until `load`.
    ///
    /// A machine with few stores may tell all of them.
    fn watch(&mut self, start: u64, end: u64) {
        let _ = (start, end);
    }

    /// What to look at after a mistake, where the machine knows more than its cause tells.
    fn advice(&self, fault: &Fault) -> Option<String> {
        let _ = fault;
        None
    }

    /// What the user should know of a run that is over, or that a limit cut short.
    fn remarks(&self, still_running: bool) -> Vec<String> {
        let _ = still_running;
        Vec::new()
    }

    /// The value of one of the program's names as its language prints it, where names are not
    /// addresses.
    fn value(&self, name: &str) -> Option<String> {
        let _ = name;
        None
    }
}

/// How instructions are run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Engine {
    /// As code of the host where that pays and can be had, else by the plain engine.
    #[default]
    Auto,
    /// Decoded blocks; whatever is odd in the careful engine.
    Plain,
    /// One instruction after the other, with every option and check.
    Careful,
    /// As code of the host at once, whatever it costs.
    Translate,
}

/// Names and sizes of a machine that never change.
#[derive(Debug)]
pub struct Spec {
    /// The instruction set, as lanes and reports spell it.
    pub name: &'static str,
    /// Bits of the smallest unit an address names: 8, or 36 on the PDP-10.
    pub unit_bits: u32,
    /// Bits of a register.
    pub word_bits: u32,
    /// Bits of an address, as listings and messages print it.
    pub address_bits: u32,
    /// How the machine's manual writes addresses and words.
    pub radix: Radix,
    /// The cycle models this machine keeps, in the order of [`Counts::cycles`].
    pub models: &'static [Model],
    /// How its programs are written.
    pub syntax: Syntax,
}

impl Spec {
    /// An address as the machine's manual prints it.
    #[must_use]
    pub fn show_address(&self, address: u64) -> String {
        self.radix.show(address, self.address_bits)
    }

    /// A word as the machine's manual prints it.
    #[must_use]
    pub fn show_word(&self, word: u64) -> String {
        self.radix.show(word, self.word_bits)
    }
}

/// How a machine's manual writes numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Radix {
    /// Hexadecimal with `0x`, padded to the word.
    Hexadecimal,
    /// Octal without a prefix, as on the PDP-10.
    Octal,
}

impl Radix {
    /// A number in this radix with no more digits than it needs.
    #[must_use]
    pub fn digits(self, value: u64) -> String {
        match self {
            Radix::Hexadecimal => format!("{value:#x}"),
            Radix::Octal => format!("{value:o}"),
        }
    }

    /// How far something is from a label, as it stands behind its name: decimal where that is usual.
    #[must_use]
    pub fn distance(self, units: u64) -> String {
        match self {
            Radix::Hexadecimal => units.to_string(),
            Radix::Octal => self.digits(units),
        }
    }

    /// A number of `bits` bits as the manual prints it.
    ///
    /// ```
    /// use machine::Radix;
    /// assert_eq!(Radix::Hexadecimal.show(0x400024, 32), "0x00400024");
    /// assert_eq!(Radix::Octal.show(0o254000_000100, 36), "254000000100");
    /// ```
    #[must_use]
    pub fn show(self, value: u64, bits: u32) -> String {
        match self {
            Radix::Hexadecimal => format!("0x{value:0width$x}", width = bits.div_ceil(4) as usize),
            Radix::Octal => format!("{value:0width$o}", width = bits.div_ceil(3) as usize),
        }
    }
}

/// Why a machine stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// The program ended by itself, with this status (0 when it gave none).
    Exit {
        /// The status the program asked for, unchanged.
        status: i32,
    },
    /// The program ran past its last instruction on a system that takes that for its end.
    End,
    /// The budget of instructions is spent; `run` goes on from here.
    Budget,
    /// The observer asked for it, before the marked instruction or behind the store it was told of;
    /// `run` goes on from here.
    Pause,
    /// The program waits for input and more may come; `run` tries the same instruction again.
    Input,
    /// The program asked its host for more than it may have.
    Limit(Limit),
    /// The program did something it must not do.
    Fault(Fault),
}

/// What a program can ask its host for too much of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// Its output reached its cap; what fitted was written.
    Output,
    /// Its files, with their names, take more than [`Files::ROOM_BYTES`].
    Files,
    /// Its system calls did more than [`Work`] allows.
    Work,
}

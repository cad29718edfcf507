//! The contract of every emulator, the traits its instruction semantics are written in, and parts
//! that machines share.
//!
//! A [`Machine`] is loaded with an [`Image`] and runs against a [`Host`], its outside world as
//! plain data. It stops with a [`Stop`] that gives the reason, and reports [`Counts`]. Nothing here
//! knows a register, a byte order or a word size.
//!
//! | modules | purpose |
//! |---|---|
//! | [`bits`], [`semantics`] | bit patterns and semantics of instruction tables |
//! | [`blocks`], [`threads`] | the plain engine: decoded blocks and their counts |
//! | [`run_loop`], [`block_machine`] | the loop that runs blocks, native code and single instructions |
//! | [`ledger`] | the careful engine: effects of one instruction |
//! | [`follow`] | tracking undefined values |
//! | [`native`] | the interface to a translator to native code |
//! | [`calls`], [`descriptors`], [`linux`], [`mars`] | system calls |
//! | [`cells`] | errors of programs that are grids of cells |
//! | [`numbers`] | numbers as C prints and parses them |

pub mod bits;
pub mod block_machine;
pub mod blocks;
pub mod calls;
pub mod cells;
pub mod descriptors;
pub mod follow;
pub mod ledger;
pub mod linux;
pub mod mars;
pub mod native;
pub mod numbers;
pub mod run_loop;
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
mod picture;
mod pins;
mod registers;
mod role;
mod syntax;

pub use any::AnyMachine;
pub use counts::{Clock, Counts, Cycles, InstructionCount, Model};
pub use fault::{Access, Cause, Fault};
pub use files::{FileLookup, Files, FilesFull};
pub use host::{Host, Input, InputLine, InputRead, Note, Output, Random, Screen, Work};
pub use image::{CompiledLines, Data, Image, Line, LineTable, LoadError, Section, Segment, Symbol};
pub use observer::{DeferredEvent, Load, Observer, Store};
pub use order::sort_by_number;
pub use picture::Picture;
pub use pins::{PinChange, Pins};
pub use registers::RegisterSlots;
pub use role::Role;
pub use syntax::{CallFlow, FlagRegister, StackConvention, Syntax};

use std::sync::Arc;

use native::{Library, Node};

/// A whole simulated computer: processor, memory and system personality.
///
/// The harness knows a machine only through this trait, so nothing here names a
/// register, a byte order or a word size.
pub trait Machine {
    /// Fixed properties: names and sizes.
    fn spec(&self) -> &'static Spec;

    /// Loads a program into memory and resets processor and counters.
    ///
    /// A machine that ran the same program before may reuse decoded instructions whose bits in
    /// memory are unchanged.
    ///
    /// # Errors
    /// If a segment is outside the machine's memory or has the wrong kind of units.
    fn load(&mut self, image: &Image) -> Result<(), LoadError>;

    /// Runs until something other than the next instruction has to happen.
    ///
    /// `budget_instrs` counts retired instructions; after [`Stop::Budget`] a further call
    /// continues.
    fn run<O: Observer>(&mut self, host: &mut Host, budget_instrs: u64, observer: &mut O) -> Stop;

    /// Runs with the careful engine and tracks undefined values; `None` if the machine cannot.
    ///
    /// Pauses before an instruction outside the followed code or at one of the stops, except for
    /// the first instruction of the run.
    fn run_followed(
        &mut self,
        host: &mut Host,
        budget_instrs: u64,
        follow: &mut follow::Follow,
    ) -> Option<Stop> {
        let _ = (host, budget_instrs, follow);
        None
    }

    /// Slot in [`Follow`](follow::Follow) of a register named in [`registers`](Self::registers).
    fn slot(&self, name: &str) -> Option<u8> {
        let _ = name;
        None
    }

    /// Selects the engine, which affects speed only; `library` shares native code between machines.
    fn set_engine(&mut self, engine: Engine, library: Option<&Arc<Library>>) {
        let _ = (engine, library);
    }

    /// Instructions retired and cycles spent since `load`.
    fn counts(&self) -> Counts;

    /// The same as [`Counts::attempted`], for callers that need it often.
    fn attempted(&self) -> u64 {
        self.counts().attempted()
    }

    /// Execution count of each instruction since `load`, in ascending order of address.
    fn executed(&self) -> Vec<InstructionCount>;

    /// Address of the next instruction.
    fn pc(&self) -> u64;

    /// Names and values of all registers worth showing; names are the manual's.
    fn registers(&self) -> Vec<(&'static str, u64)>;

    /// Value of one of these registers; `None` for an unknown name.
    fn register(&self, name: &str) -> Option<u64> {
        self.registers().into_iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// Unit at an address, read without side effects; `None` if there is no memory.
    fn peek(&self, address: u64) -> Option<u64>;

    /// Disassembles the instruction at an address; `None` if there is none.
    fn disassemble(&self, address: u64) -> Option<String>;

    /// Registers and control flow of the instruction at an address.
    ///
    /// `None` if there is no instruction, or the table does not specify them.
    fn role(&self, address: u64) -> Option<Role> {
        let _ = address;
        None
    }

    /// Semantics of the instruction at an address as a program of nodes.
    ///
    /// `None` if there is no instruction, or the recorder cannot express it.
    fn recorded(&self, address: u64) -> Option<Box<[Node]>> {
        let _ = address;
        None
    }

    /// Sets the address of the next instruction.
    fn set_pc(&mut self, address: u64);

    /// Sets a register of [`registers`](Self::registers); false if it cannot be set.
    fn set_register(&mut self, name: &str, value: u64) -> bool;

    /// Writes the unit at an address, even in the program's text, without reporting to an observer.
    ///
    /// Returns false if there is no memory.
    fn poke(&mut self, address: u64, unit: u64) -> bool;

    /// Writes consecutive units, each as [`poke`](Self::poke) does.
    ///
    /// Returns false if one of them has no memory.
    fn poke_all(&mut self, address: u64, units: &[u64]) -> bool {
        (address..).zip(units).fold(true, |all, (at, &unit)| self.poke(at, unit) && all)
    }

    /// Limits the stores reported to an observer to `start..end`, until `load`.
    ///
    /// A machine with few stores may report all of them.
    fn watch(&mut self, start: u64, end: u64) {
        let _ = (start, end);
    }

    /// Advice about a fault, if the machine knows more than its cause.
    fn advice(&self, fault: &Fault) -> Option<String> {
        let _ = fault;
        None
    }

    /// Remarks for the user about a run that ended or reached a limit.
    fn remarks(&self, still_running: bool) -> Vec<String> {
        let _ = still_running;
        Vec::new()
    }

    /// Names of the files that the program has not closed.
    fn open_files(&self) -> Vec<Vec<u8>> {
        Vec::new()
    }

    /// What the machine's display shows; `None` if the program did not use one.
    fn picture(&self) -> Option<Picture> {
        None
    }

    /// Value of one of the program's names as its language prints it, if names are not addresses.
    fn value(&self, name: &str) -> Option<String> {
        let _ = name;
        None
    }
}

/// Execution engine.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Engine {
    /// Native code for hot code if available, otherwise the plain engine.
    #[default]
    Auto,
    /// Decoded blocks; the careful engine for what these cannot do.
    Plain,
    /// One instruction at a time, with every option and check.
    Careful,
    /// Native code as soon as possible, at any cost.
    Translate,
}

/// Fixed properties of a machine.
#[derive(Debug)]
pub struct Spec {
    /// Name of the instruction set in lanes and reports.
    pub name: &'static str,
    /// Bits of an addressable unit, from 1 to 64: 8 on most machines, 16 on the LC-3, 36 on the PDP-10.
    pub unit_bits: u32,
    /// Bits of a register.
    pub word_bits: u32,
    /// Bits of an address in listings and messages.
    pub address_bits: u32,
    /// Radix of addresses and words in the machine's manual.
    pub radix: Radix,
    /// Cycle models of this machine, in the order of [`Counts::cycles`].
    pub models: &'static [Model],
    /// Notation of its programs.
    pub syntax: Syntax,
}

impl Spec {
    /// Formats an address as the machine's manual does.
    #[must_use]
    pub fn show_address(&self, address: u64) -> String {
        self.radix.show(address, self.address_bits)
    }

    /// Formats a word as the machine's manual does.
    #[must_use]
    pub fn show_word(&self, word: u64) -> String {
        self.radix.show(word, self.word_bits)
    }
}

/// Notation of numbers in a machine's manual.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Radix {
    /// Hexadecimal with `0x`, padded to the word.
    Hexadecimal,
    /// Octal without a prefix, as on the PDP-10.
    Octal,
    /// Hexadecimal with capital digits between a prefix and a suffix, padded to the word: `x3000`,
    /// `$C000`, `0F000H`.
    Capital(&'static str, &'static str),
}

impl Radix {
    /// Formats a number without leading zeros.
    #[must_use]
    pub fn digits(self, value: u64) -> String {
        match self {
            Radix::Hexadecimal => format!("{value:#x}"),
            Radix::Octal => format!("{value:o}"),
            Radix::Capital(prefix, suffix) => format!("{prefix}{value:X}{suffix}"),
        }
    }

    /// Formats a distance from a label: decimal, or octal where that is the custom.
    #[must_use]
    pub fn distance(self, units: u64) -> String {
        match self {
            Radix::Hexadecimal | Radix::Capital(..) => units.to_string(),
            Radix::Octal => self.digits(units),
        }
    }

    /// Formats a number of `bits` bits as the manual does.
    ///
    /// ```
    /// use machine::Radix;
    /// assert_eq!(Radix::Hexadecimal.show(0x400024, 32), "0x00400024");
    /// assert_eq!(Radix::Octal.show(0o254000_000100, 36), "254000000100");
    /// assert_eq!(Radix::Capital("x", "").show(0xfe, 16), "x00FE");
    /// ```
    #[must_use]
    pub fn show(self, value: u64, bits: u32) -> String {
        match self {
            Radix::Hexadecimal => format!("0x{value:0width$x}", width = bits.div_ceil(4) as usize),
            Radix::Octal => format!("{value:0width$o}", width = bits.div_ceil(3) as usize),
            Radix::Capital(prefix, suffix) => {
                format!("{prefix}{value:0width$X}{suffix}", width = bits.div_ceil(4) as usize)
            }
        }
    }
}

/// Why a machine stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// The program exited with this status (0 if it gave none).
    Exit {
        /// The program's status, unchanged.
        status: i32,
    },
    /// The program ran past its last instruction on a system where that ends it.
    End,
    /// The instruction budget is spent; `run` continues from here.
    Budget,
    /// The observer paused the run, before a marked instruction or after a reported store; `run`
    /// continues from here.
    Pause,
    /// The program waits for input that may still come; `run` retries the same instruction.
    Input,
    /// The program exceeded a limit of its host.
    Limit(Limit),
    /// The program did something invalid.
    Fault(Fault),
}

/// A limit of the host that a program exceeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// Output is full; what fitted was written.
    Output,
    /// Files and their names take more than [`Files::ROOM_BYTES`].
    Files,
    /// System calls, exceptions, traps and changed instructions were more than [`Work`] allows.
    Work,
}

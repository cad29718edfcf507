//! A whole program being followed: procedures as they are called, what each must leave as it was,
//! and the objects that addresses are made from.
//!
//! Procedures are found, not declared: a call opens an activation, and a return to its return
//! address closes it. Whatever else moves control, such as a switch of threads, makes the watch
//! forget all activations, so that nothing is reported that is not certain.

mod accesses;
mod calls;
mod kinds;
mod map;
mod origins;
mod pushed;
mod saves;
mod transfers;

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use super::Source;
pub(super) use accesses::WatchedAccess;
use kinds::Kinds;
pub use kinds::{NarrowLoad, UnsignedComparison};
pub use map::{Objects, ProgramMap, kind};
pub use origins::Origin;
use origins::Origins;
use pushed::PushedStack;
use saves::Saves;

/// Registers that procedures must preserve, at most; those of floating-point are not watched.
pub(super) const MOST_PRESERVED: usize = 12;

/// Registers whose writers are kept.
const WRITERS: usize = 128;

/// Units of the longest procedure.
const MOST_UNITS: u64 = 1 << 16;

/// Registers of the calling convention, as slots.
#[derive(Debug, Clone, Default)]
pub struct WatchedRegisters {
    /// The stack pointer.
    pub stack: u8,
    /// The return address; `None` if calls push it.
    pub link: Option<u8>,
    /// Registers that a procedure must preserve, at most 12.
    pub preserved: Vec<u8>,
    /// Registers that a procedure may change.
    pub volatile: Vec<u8>,
    /// Registers of results.
    pub results: Vec<u8>,
    /// Registers of the system or the linker, whose values are no addresses of single objects.
    pub reserved: Vec<u8>,
    /// Alignment of the stack pointer in units.
    pub alignment: u64,
    /// Units of a register in memory.
    pub word_units: u64,
}

/// Something that happened in a program and that is probably a mistake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Incident {
    /// A procedure returned with another value in a register that it must preserve.
    Preserved {
        /// The return.
        pc: u64,
        /// The procedure's first instruction.
        entry: u64,
        /// The call.
        call: u64,
        /// The register.
        slot: u8,
        /// Value at the call.
        was: u64,
        /// Value at the return.
        is: u64,
        /// The first instruction of the procedure that wrote the register.
        first: Option<u64>,
        /// The undefined stack memory that it was restored from, as an origin.
        undefined: Option<u32>,
        /// Whether a procedure that is open has a value in it, or this one saved it.
        is_needed: bool,
    },
    /// A procedure returned with another stack pointer.
    Stack {
        /// The return.
        pc: u64,
        /// The procedure's first instruction.
        entry: u64,
        /// The call.
        call: u64,
        /// Stack pointer at the call.
        was: u64,
        /// Stack pointer at the return.
        is: u64,
    },
    /// A return through the return address of a call that has returned.
    Stale {
        /// The return.
        pc: u64,
        /// The call.
        call: u64,
        /// The instruction of the procedure that saved the return address, if any.
        saved_by: Option<u64>,
    },
    /// A call with a stack pointer that is not aligned.
    Misaligned {
        /// The call.
        pc: u64,
        /// The stack pointer.
        stack: u64,
    },
    /// A store below the stack pointer that was still below it at a call or a return.
    StoredBelow {
        /// The store.
        pc: u64,
        /// The address.
        address: u64,
    },
    /// A load from below the stack pointer.
    LoadedBelow {
        /// The load.
        pc: u64,
        /// The address.
        address: u64,
    },
    /// A store over a value that a procedure saved and has not restored.
    Overwritten {
        /// The store.
        pc: u64,
        /// The address.
        address: u64,
        /// The register whose value was saved.
        slot: u8,
        /// The instruction that saved it.
        saved_by: u64,
        /// The procedure that saved it.
        owner: u64,
        /// The instruction that moved the stack pointer above its value at the call, if any.
        raised_by: Option<u64>,
    },
    /// An access outside the object that its address was made from.
    Outside {
        /// The access.
        pc: u64,
        /// Its address.
        address: u64,
        /// Number of units.
        units: u64,
        /// Whether it is a store.
        is_store: bool,
        /// The address of the object that it was made from.
        base: u64,
        /// The last conditional branch before it.
        branch: Option<u64>,
    },
    /// An access to memory that the system took back.
    Freed {
        /// The access.
        pc: u64,
        /// Its address.
        address: u64,
        /// Whether it is a store.
        is_store: bool,
        /// The system call that took it back.
        freed_by: u64,
    },
    /// The number of a system call was the result of another one.
    Number {
        /// The system call.
        pc: u64,
        /// The number.
        number: u64,
        /// The other one.
        from: u64,
    },
    /// An address was printed that a procedure returned without computing a result.
    Printed {
        /// The system call.
        pc: u64,
        /// The return.
        from: u64,
    },
}

/// The part of an activation that changes while it runs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Context {
    /// The procedure's first instruction.
    pub(super) entry: u64,
    /// Registers that its own instructions wrote.
    written: u64,
    /// Registers that procedures it called wrote.
    nested: u64,
    /// The first of its instructions that wrote each preserved register.
    firsts: [u32; MOST_PRESERVED],
    /// Instruction from which control fell into another procedure, and that procedure.
    fell: Option<(u64, u64)>,
    /// Whether the stack pointer was raised.
    raised: bool,
    /// Whether the stack pointer was lowered.
    lowered: bool,
    /// The stack pointer after it was raised before it was lowered; 0 if it was not.
    popped: u64,
    /// Whether the stack pointer got a value that does not come from it.
    replaced: bool,
}

impl Context {
    fn new(entry: u64) -> Self {
        Context {
            entry,
            written: 0,
            nested: 0,
            firsts: [0; MOST_PRESERVED],
            fell: None,
            raised: false,
            lowered: false,
            popped: 0,
            replaced: false,
        }
    }
}

/// An open call.
#[derive(Debug, Clone)]
pub(super) struct Activation {
    call: u64,
    back: u64,
    stack: u64,
    values: [u64; MOST_PRESERVED],
    sources: [Source; MOST_PRESERVED],
    /// Number of saved values before it.
    saved: usize,
    /// The caller's.
    outer: Context,
}

/// State of a watched program.
#[derive(Debug, Clone)]
pub struct Watch {
    map: Arc<ProgramMap>,
    /// The range of the map that was used last.
    last_range: usize,
    registers: WatchedRegisters,
    /// Objects in memory.
    pub objects: Objects,
    /// Whether accesses are compared with objects.
    pub has_objects: bool,
    /// Numbers of system calls that print and return nothing.
    pub quiet_calls: Vec<u64>,
    /// Whether a compiler made the program, which knows more about registers than the convention.
    pub is_compiled: bool,
    /// Position in the preserved registers, and 1; 0 for others.
    preserved: [u8; WRITERS],
    /// The last two writers of each register, the last one first.
    writers: Vec<Cell<[u32; 2]>>,
    now: RefCell<Context>,
    written: Cell<u64>,
    /// Open calls, outermost first.
    open: Vec<Activation>,
    /// Number of calls made.
    calls: u64,
    /// Depths of handlers of exceptions and interrupts.
    handlers: Vec<usize>,
    /// The stack pointer, and the lowest one so far.
    stack: Cell<u64>,
    lowest: Cell<u64>,
    /// Whether the stack pointer is that of the program's own stack.
    is_stack_known: Cell<bool>,
    /// Stores below the stack pointer, and their addresses.
    below: RefCell<Vec<(u64, u64)>>,
    /// The last load from below the stack pointer.
    below_at: Cell<u64>,
    saves: RefCell<Saves>,
    /// What is known about a stack that calls push to.
    pushed: PushedStack,
    /// Loads and comparisons that may be of the wrong kind.
    kinds: Kinds,
    /// Registers of each unsigned comparison.
    comparisons: HashMap<u64, [u8; 2]>,
    /// Whether branches have delay slots.
    pub has_slots: bool,
    /// Memory that the program's file initialises.
    pub initialised: Vec<Range<u64>>,
    /// Kind of the instruction that is next.
    next_kind: u8,
    /// Kinds and addresses of the last instruction and the one before it.
    ran: [(u8, u64); 2],
    /// The last conditional branch.
    branch: Option<u64>,
    /// Memory that the current system call allocates.
    granted: Cell<Option<u64>>,
    /// Register with the number of the current system call, if that call returns nothing.
    quiet: Cell<Option<u8>>,
    origins: RefCell<Origins>,
    incidents: RefCell<Vec<Incident>>,
}

impl Watch {
    /// Watch of a program that has not started; `stack` is its stack pointer.
    #[must_use]
    pub fn new(map: Arc<ProgramMap>, registers: WatchedRegisters, entry: u64, stack: u64) -> Self {
        let mut preserved = [0; WRITERS];
        for (at, &slot) in (1..).zip(registers.preserved.iter().take(MOST_PRESERVED)) {
            preserved[usize::from(slot)] = at;
        }
        let word_units = registers.word_units;
        Watch {
            map,
            last_range: 0,
            registers,
            objects: Objects::default(),
            has_objects: false,
            quiet_calls: Vec::new(),
            is_compiled: false,
            preserved,
            writers: vec![Cell::new([0; 2]); WRITERS],
            now: RefCell::new(Context::new(entry)),
            written: Cell::new(0),
            open: Vec::new(),
            calls: 0,
            handlers: Vec::new(),
            stack: Cell::new(stack),
            lowest: Cell::new(stack),
            is_stack_known: Cell::new(true),
            below: RefCell::default(),
            below_at: Cell::new(u64::MAX),
            saves: RefCell::new(Saves::new(word_units)),
            pushed: PushedStack::default(),
            kinds: Kinds::default(),
            comparisons: HashMap::new(),
            has_slots: false,
            initialised: Vec::new(),
            next_kind: 0,
            ran: [(0, 0); 2],
            branch: None,
            granted: Cell::new(None),
            quiet: Cell::new(None),
            origins: RefCell::default(),
            incidents: RefCell::default(),
        }
    }

    /// Removes and returns the incidents since the last call.
    pub fn take_incidents(&mut self) -> Vec<Incident> {
        std::mem::take(self.incidents.get_mut())
    }

    /// Reason of an undefined value.
    #[must_use]
    pub fn origin(&self, number: u32) -> Option<Origin> {
        self.origins.borrow().get(number)
    }

    /// Address of the instruction that last wrote a register, if any.
    #[must_use]
    pub fn writer(&self, slot: u8) -> Option<u64> {
        let [writer, _] = self.writers.get(usize::from(slot))?.get();
        (writer != 0).then_some(writer.into())
    }

    /// The same before an instruction that has just run.
    #[must_use]
    pub fn writer_before(&self, slot: u8, pc: u64) -> Option<u64> {
        let [last, before] = self.writers.get(usize::from(slot))?.get();
        let writer = if u64::from(last) == pc { before } else { last };
        (writer != 0).then_some(writer.into())
    }

    /// Adds an unsigned comparison of two registers, which has [`kind::COMPARES`].
    pub fn add_comparison(&mut self, address: u64, slots: [u8; 2]) {
        self.comparisons.insert(address, slots);
    }

    /// Number of a reason for undefined values.
    pub fn add_origin(&mut self, origin: Origin) -> u32 {
        self.origins.get_mut().number(origin)
    }

    /// Whether a procedure begins at an address.
    #[must_use]
    pub fn is_entry(&self, address: u64) -> bool {
        self.map.kind(address) & kind::ENTRY != 0
    }

    /// Whether the instruction at an address is a call.
    #[must_use]
    pub fn is_call(&self, address: u64) -> bool {
        self.map.kind(address) & kind::CALL != 0
    }

    /// The procedure that contains an address.
    #[must_use]
    pub fn procedure_of(&self, address: u64) -> Option<u64> {
        let below = (0..MOST_UNITS).map(|distance| address.wrapping_sub(distance));
        below.into_iter().find(|&at| self.is_entry(at))
    }

    /// Number of calls made.
    #[must_use]
    pub fn calls(&self) -> u64 {
        self.calls
    }

    /// Open calls, outermost first: the call and the procedure that made it.
    pub fn open(&self) -> impl DoubleEndedIterator<Item = (u64, u64)> + ExactSizeIterator {
        self.open.iter().map(|open| (open.call, open.outer.entry))
    }

    /// First instruction of the current procedure.
    #[must_use]
    pub fn procedure(&self) -> u64 {
        self.now.borrow().entry
    }

    /// Instruction from which control fell into another procedure, and that procedure, if the
    /// current procedure was not called since.
    #[must_use]
    pub fn fell(&self) -> Option<(u64, u64)> {
        self.now.borrow().fell
    }

    /// The stack pointer.
    #[must_use]
    pub fn stack_slot(&self) -> u8 {
        self.registers.stack
    }

    /// The register of the return address, if calls do not push it.
    #[must_use]
    pub fn link_slot(&self) -> Option<u8> {
        self.registers.link
    }

    pub(super) fn report(&self, incident: Incident) {
        self.incidents.borrow_mut().push(incident);
    }

    #[inline]
    pub(super) fn has_news(&mut self) -> bool {
        !self.incidents.get_mut().is_empty()
    }

    /// Source of a value that a register gets.
    #[inline]
    pub(super) fn source_in(&self, slot: u8, source: Source) -> Source {
        let is_plain = source != Source::Number && self.registers.reserved.contains(&slot);
        if is_plain { Source::Number } else { source }
    }

    /// Notes that an instruction wrote a register.
    #[inline]
    pub(super) fn wrote(&self, slot: u8, pc: u64) {
        if slot < 64 && self.written.get() >> slot & 1 == 0 {
            self.written.set(self.written.get() | 1 << slot);
            let at = self.preserved[usize::from(slot)];
            if at != 0 {
                self.now.borrow_mut().firsts[usize::from(at) - 1] = pc as u32;
            }
        }
        if let Some(writers) = self.writers.get(usize::from(slot)) {
            let [last, before] = writers.get();
            writers.set([pc as u32, if u64::from(last) == pc { before } else { last }]);
        }
    }
}

//! Following where values come from while a program runs: definedness, a reading of the rows beside
//! the evaluator's.
//!
//! A value is doubtful in some of its bits when the program computes with something nobody gave it: a
//! register that a call may have changed, a stack that nobody wrote. Doubts go with values through
//! registers and memory; who looks on says what is doubtful and why, and is told where it mattered.

mod reading;
mod value;

use std::cell::{Cell, RefCell};
use std::ops::Range;

pub use reading::Following;
pub use value::{Bits, Followed};

/// Which bits of a value nobody defined, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Doubt {
    /// The bits that are not defined; none of them in a value that is sound.
    pub bits: u64,
    /// The reason, a number the onlooker gave; of no meaning where no bit is doubtful.
    pub origin: u32,
    /// Whether the value is still the very one the onlooker named, carried about but never computed
    /// with.
    pub is_copy: bool,
}

impl Doubt {
    /// A value that is sound.
    pub const NONE: Doubt = Doubt { bits: 0, origin: 0, is_copy: false };

    /// A value of which nothing is defined, for a reason.
    #[must_use]
    pub const fn of(bits: u64, origin: u32) -> Self {
        Doubt { bits, origin, is_copy: true }
    }

    /// Whether all its bits are defined.
    #[must_use]
    pub const fn is_none(self) -> bool {
        self.bits == 0
    }
}

/// How a value decided something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// Where a branch goes.
    Branch,
    /// Where memory is read or written.
    Address,
    /// Where a jump goes.
    Jump,
    /// What a system call does.
    Call,
}

/// What the onlooker is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// A doubtful value decided something.
    Used {
        /// The instruction.
        pc: u64,
        /// What it decided.
        how: Use,
        /// The doubt.
        doubt: Doubt,
        /// The instruction that first computed with the value its reason stands for, if one did before.
        read_at: Option<u64>,
    },
    /// A store went where it may not.
    Stored {
        /// The instruction.
        pc: u64,
        /// The first unit.
        address: u64,
        /// How many.
        units: u64,
    },
    /// A system call was made.
    Called {
        /// The instruction.
        pc: u64,
        /// The call's number, or the operation where calls are instructions.
        number: u64,
    },
}

/// Slots of registers that are followed.
const SLOTS: usize = 128;

/// Events that are kept until somebody takes them.
const MOST_EVENTS: usize = 64;

/// Units of memory whose doubts lie together.
const PAGE_UNITS: u64 = 256;

/// What is followed of a run, and where it pauses.
#[derive(Debug, Clone)]
pub struct Follow {
    /// Where the code lies that is followed; a run pauses before an instruction elsewhere.
    pub home: Vec<Range<u64>>,
    /// Addresses in it before which a run pauses, too.
    pub stops: Vec<u64>,
    /// Memory that may be written; other stores are told.
    pub allowed: Vec<Range<u64>>,
    /// The first words of memory that are registers, as on a PDP-10.
    register_words: u64,
    unit_bits: u32,
    is_big_endian: bool,
    registers: Vec<Cell<Doubt>>,
    pages: RefCell<Vec<(u64, Vec<Doubt>)>>,
    events: RefCell<Vec<Event>>,
    told: RefCell<Vec<(u64, u8, u32)>>,
    read_at: RefCell<Vec<(u32, u64)>>,
    pc: Cell<u64>,
    last: Option<u64>,
}

impl Default for Follow {
    fn default() -> Self {
        Follow::new()
    }
}

impl Follow {
    /// Nothing is doubtful, and nothing pauses a run but code that is not followed: none is.
    #[must_use]
    pub fn new() -> Self {
        Follow {
            home: Vec::new(),
            stops: Vec::new(),
            allowed: Vec::new(),
            register_words: 0,
            unit_bits: 8,
            is_big_endian: false,
            registers: vec![Cell::new(Doubt::NONE); SLOTS],
            pages: RefCell::default(),
            events: RefCell::default(),
            told: RefCell::default(),
            read_at: RefCell::default(),
            pc: Cell::new(0),
            last: None,
        }
    }

    /// Says how memory is made: bits of a unit, order of units, and first words that are registers.
    pub fn memory_is(&mut self, unit_bits: u32, is_big_endian: bool, register_words: u64) {
        self.unit_bits = unit_bits;
        self.is_big_endian = is_big_endian;
        self.register_words = register_words;
    }

    /// The doubt about a register.
    #[must_use]
    pub fn register(&self, slot: u8) -> Doubt {
        self.registers[usize::from(slot) % SLOTS].get()
    }

    /// Says what is doubtful of a register.
    pub fn set_register(&mut self, slot: u8, doubt: Doubt) {
        self.registers[usize::from(slot) % SLOTS].set(doubt);
    }

    /// The doubt about a unit of memory.
    #[must_use]
    pub fn unit(&self, address: u64) -> Doubt {
        if address < self.register_words {
            return self.register(address as u8);
        }
        let pages = self.pages.borrow();
        let page = pages.iter().find(|(page, _)| *page == address / PAGE_UNITS);
        page.map_or(Doubt::NONE, |(_, units)| units[(address % PAGE_UNITS) as usize])
    }

    /// Says what is doubtful of units of memory.
    pub fn set_units(&mut self, range: Range<u64>, doubt: Doubt) {
        range.for_each(|address| self.mark(address, doubt));
    }

    fn mark(&self, address: u64, doubt: Doubt) {
        if address < self.register_words {
            self.registers[address as usize % SLOTS].set(doubt);
            return;
        }
        let mut pages = self.pages.borrow_mut();
        let number = address / PAGE_UNITS;
        let at = pages.iter().position(|(page, _)| *page == number);
        let at = match at {
            Some(at) => at,
            None if doubt.is_none() => return,
            None => {
                pages.push((number, vec![Doubt::NONE; PAGE_UNITS as usize]));
                pages.len() - 1
            }
        };
        pages[at].1[(address % PAGE_UNITS) as usize] = doubt;
    }

    /// Makes everything sound again and forgets what was told.
    pub fn clear(&mut self) {
        self.registers.iter().for_each(|register| register.set(Doubt::NONE));
        for (_, units) in self.pages.get_mut() {
            units.fill(Doubt::NONE);
        }
        self.events.get_mut().clear();
        self.told.get_mut().clear();
        self.read_at.get_mut().clear();
        self.last = None;
    }

    /// What was found since this was asked last, at most 64 of them; the same of an instruction once.
    pub fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(self.events.get_mut())
    }

    /// The instruction that ran last.
    #[must_use]
    pub fn last(&self) -> Option<u64> {
        self.last
    }

    /// The machine is about to run the instruction at an address.
    pub fn arrive(&mut self, pc: u64) {
        self.pc.set(pc);
        self.last = Some(pc);
    }

    /// Whether a run pauses before the instruction at an address.
    #[must_use]
    pub fn pauses_before(&self, pc: u64) -> bool {
        !self.home.iter().any(|range| range.contains(&pc)) || self.stops.contains(&pc)
    }

    /// A system call of this number is about to be made, which looks at these registers.
    pub fn called(&self, number: u64, reads: &[u8]) {
        for &slot in reads {
            self.used(Use::Call, self.register(slot));
        }
        let pc = self.pc.get();
        if self.is_new(5, number as u32) {
            self.tell(Event::Called { pc, number });
        }
    }

    /// Words were moved by the machine itself, `count` of them.
    pub fn copied(&self, from: u64, to: u64, count: u64) {
        for at in 0..count {
            let doubt = self.unit(from.wrapping_add(at));
            self.stored(to.wrapping_add(at), 1, doubt);
        }
    }

    /// What a system call leaves is sound.
    pub fn answered(&self, slot: u8) {
        self.registers[usize::from(slot) % SLOTS].set(Doubt::NONE);
    }

    /// A system call wrote memory, which is sound then.
    pub fn filled(&self, range: Range<u64>) {
        range.for_each(|address| self.mark(address, Doubt::NONE));
    }

    /// A value decided something.
    pub(crate) fn used(&self, how: Use, doubt: Doubt) {
        if doubt.is_none() || !self.is_new(how as u8, doubt.origin) {
            return;
        }
        let read_at = self
            .read_at
            .borrow()
            .iter()
            .find(|(origin, _)| *origin == doubt.origin)
            .map(|&(_, pc)| pc);
        self.tell(Event::Used { pc: self.pc.get(), how, doubt, read_at });
    }

    /// Whether this is told of the present instruction for the first time.
    fn is_new(&self, kind: u8, what: u32) -> bool {
        let mut told = self.told.borrow_mut();
        let key = (self.pc.get(), kind, what);
        let is_new = !told.contains(&key) && told.len() < MOST_EVENTS;
        if is_new {
            told.push(key);
        }
        is_new
    }

    fn tell(&self, event: Event) {
        let mut events = self.events.borrow_mut();
        if events.len() < MOST_EVENTS {
            events.push(event);
        }
    }

    /// A register was given a value.
    pub(crate) fn set(&self, slot: u8, doubt: Doubt) {
        if !doubt.is_none() && !doubt.is_copy {
            let mut read_at = self.read_at.borrow_mut();
            if !read_at.iter().any(|(origin, _)| *origin == doubt.origin) {
                read_at.push((doubt.origin, self.pc.get()));
            }
        }
        self.registers[usize::from(slot) % SLOTS].set(doubt);
    }

    /// The doubt about so many units from an address on.
    pub(crate) fn loaded(&self, address: u64, units: u64) -> Doubt {
        let mut all = Doubt::NONE;
        for at in 0..units {
            let unit = self.unit(address.wrapping_add(at));
            if !unit.is_none() {
                let is_first = all.is_none();
                all.is_copy =
                    unit.is_copy && (is_first || all.is_copy && all.origin == unit.origin);
                all.origin = if is_first { unit.origin } else { all.origin };
                all.bits |= unit.bits << self.place(at, units);
            }
        }
        all
    }

    /// Bits below a unit of a value in memory.
    fn place(&self, at: u64, units: u64) -> u64 {
        let at = if self.is_big_endian { units - 1 - at } else { at };
        at * u64::from(self.unit_bits)
    }

    /// Units were written.
    pub(crate) fn stored(&self, address: u64, units: u64, doubt: Doubt) {
        let unit = u64::MAX >> (64 - self.unit_bits);
        for at in 0..units {
            let bits = doubt.bits >> self.place(at, units) & unit;
            let doubt = if bits == 0 { Doubt::NONE } else { Doubt { bits, ..doubt } };
            self.mark(address.wrapping_add(at), doubt);
        }
        let is_register = address < self.register_words;
        let end = address.saturating_add(units);
        let is_inside = |range: &Range<u64>| range.start <= address && end <= range.end;
        if !is_register && !self.allowed.iter().any(is_inside) && self.is_new(6, 0) {
            self.tell(Event::Stored { pc: self.pc.get(), address, units });
        }
    }
}

//! Tracking undefined values while a program runs: an interpretation of the rows on top of the
//! careful engine's.
//!
//! Bits of a value are doubtful if the program computes with something undefined: a register that a
//! call may have changed, or stack memory that was never written. Doubts follow values through
//! registers and memory. The caller sets what is doubtful and why, and gets an [`Event`] wherever a
//! doubtful value decided something. It can also limit the memory that may be read or written.

mod events;
mod frames;
mod interpretation;
mod memory;
mod slot;
mod source;
mod stack;
mod state;
mod steps;
mod value;
mod watch;

pub use frames::FlowCounts;
pub use interpretation::FollowedSemantics;
pub use slot::{FollowSlot, tracked};
pub use source::Source;
pub use stack::FollowedStack;
pub use state::Follow;
pub use steps::{FollowedEnd, FollowedSteps, NotDone};
pub use value::{Bits, FollowedValue};
pub use watch::{
    Incident, NarrowLoad, Objects, Origin, ProgramMap, UnsignedComparison, Watch, WatchedRegisters,
    kind,
};

/// Undefined bits of a value, and the reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Doubt {
    /// The undefined bits; 0 for a sound value.
    pub bits: u64,
    /// The reason, a number chosen by the caller; meaningless for a sound value.
    pub origin: u32,
    /// Whether the value is a copy of the one that the caller marked, never computed with.
    pub is_copy: bool,
}

impl Doubt {
    /// The doubt of a sound value.
    pub const NONE: Doubt = Doubt { bits: 0, origin: 0, is_copy: false };

    /// Doubt about these bits, with a reason.
    #[must_use]
    pub const fn of(bits: u64, origin: u32) -> Self {
        Doubt { bits, origin, is_copy: true }
    }

    /// Whether all bits are defined.
    #[must_use]
    pub const fn is_none(self) -> bool {
        self.bits == 0
    }
}

/// Kind of use of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// Condition of a branch.
    Branch,
    /// Address of a load or store.
    Address,
    /// Target of a jump.
    Jump,
    /// Argument of a system call.
    Call,
    /// Value stored to a device.
    Device,
}

/// An event reported to the caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// A doubtful value decided something.
    Used {
        /// Address of the instruction.
        pc: u64,
        /// Kind of use.
        how: Use,
        /// The doubt.
        doubt: Doubt,
        /// Address of the instruction that first computed with a value of this reason, if any.
        read_at: Option<u64>,
    },
    /// A store outside of the allowed memory.
    Stored {
        /// Address of the instruction.
        pc: u64,
        /// Address of the first unit.
        address: u64,
        /// Number of units.
        units: u64,
    },
    /// A load outside of the readable memory.
    Loaded {
        /// Address of the instruction.
        pc: u64,
        /// Address of the first unit.
        address: u64,
        /// Number of units.
        units: u64,
    },
    /// A load from below the stack pointer.
    Below {
        /// Address of the instruction.
        pc: u64,
        /// Address of the first unit.
        address: u64,
        /// Address of the instruction that stored the value below the stack pointer, if known.
        stored_by: Option<u64>,
    },
    /// A system call was made.
    Called {
        /// Address of the instruction.
        pc: u64,
        /// Number of the call, or of the operation if calls are instructions.
        number: u64,
    },
}

/// A stored doubt, with the identity of its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct StoredDoubt {
    doubt: Doubt,
    /// Identity: values with the same number are equal; 0 if unknown.
    same: u32,
    /// Index of the unit in its value, for values in memory.
    place: u8,
}

impl StoredDoubt {
    /// Entry of a sound value.
    const NONE: StoredDoubt = StoredDoubt { doubt: Doubt::NONE, same: 0, place: 0 };
}

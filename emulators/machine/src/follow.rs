//! Following where values come from while a program runs: definedness, a reading of the rows beside
//! the evaluator's.
//!
//! A value is doubtful in some of its bits when the program computes with something nobody gave it: a
//! register that a call may have changed, a stack that nobody wrote. Doubts go with values through
//! registers and memory; who looks on says what is doubtful and why, and is told where it mattered.

mod events;
mod frames;
mod memory;
mod reading;
mod stack;
mod state;
mod value;

pub use frames::Turns;
pub use reading::Following;
pub use stack::Stack;
pub use state::Follow;
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
    /// A load from memory that the program was not given.
    Loaded {
        /// The instruction.
        pc: u64,
        /// The first unit.
        address: u64,
        /// Number of units.
        units: u64,
    },
    /// A load from below the stack pointer of what the program itself put there.
    Below {
        /// The instruction.
        pc: u64,
        /// The first unit.
        address: u64,
        /// The instruction that stored it there, if it did so below the stack pointer.
        stored_by: Option<u64>,
    },
    /// A system call was made.
    Called {
        /// The instruction.
        pc: u64,
        /// The call's number, or the operation where calls are instructions.
        number: u64,
    },
}

/// A doubt as it is kept, with what tells one copy from another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Kept {
    doubt: Doubt,
    /// A number that values have in common only when they are the same; 0 where nobody knows.
    same: u32,
    /// Which unit of the value this is, where it lies in memory.
    place: u8,
}

impl Kept {
    /// Of a value that is sound.
    const NONE: Kept = Kept { doubt: Doubt::NONE, same: 0, place: 0 };
}

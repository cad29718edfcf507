//! What a machine and a translator to the host's own instructions know of each other.
//!
//! A machine has its hot blocks as a [`Region`]: instructions as programs of nodes, which the
//! [`Recorder`] reads off their rows, and the edges between the blocks. A [`Translator`] makes a
//! [`Native`] of it. That runs over a [`Context`] and comes back by an exit: because the flow leaves the
//! region, the budget is nearly spent, or an instruction is not for it (the rule of bailing out: whatever
//! is odd is left undone, for an engine that knows what becomes of it).
//!
//! Nothing here knows how a translator works, and no machine needs one.

mod book;
mod context;
mod counting;
mod forming;
mod guest;
#[cfg(target_family = "wasm")]
mod impossible;
mod library;
mod program;
mod region;
mod ride;

pub use book::Book;
pub use context::{
    Backing, Context, Entry, Lent, MOST_LEFT, Run, Session, TLB_ENTRIES, WINDOW_BITS, fields,
};
pub use forming::Described;
pub use guest::{Guest, watches};
#[cfg(target_family = "wasm")]
pub use impossible::Kept;
pub use library::Library;
pub use program::{Id, Node, Noted, Recorder, Two};
pub use region::{
    Block, Cost, Edge, Exit, Memory, Native, Region, Shape, Slots, To, Translated, Translator,
};
pub use ride::{Ran, Ride, Slice};

/// Whether bytes that are made while a program runs can be run on the host.
pub const CAN_BE: bool = !cfg!(target_family = "wasm");

/// A book as a machine keeps it, where one can be.
#[cfg(not(target_family = "wasm"))]
pub type Kept = Box<Book>;

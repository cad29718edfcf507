//! The interface between machines and a translator to native code.
//!
//! A machine describes hot blocks as a [`Region`]: each instruction as a program of nodes, which
//! the [`RuleRecorder`] derives from its row, and the edges between the blocks. A [`Translator`]
//! compiles it to a [`Native`], which runs on a [`Context`]. It returns at an exit: control leaves
//! the region, the budget is nearly spent, or the next instruction needs another engine. In that
//! last case (a system call, a fault, a device, a store into code) it exits before the
//! instruction, and the plain and careful engines continue from there.
//!
//! - **When:** the plain engine runs in slices, and after each the current block is sampled. A
//!   block that ran often, or was sampled often by all machines that share a [`Library`], starts a
//!   region ([`RegionCache`]).
//! - **What:** a region is all that direct control flow reaches from there, as far as it has been
//!   formed. A machine is a [`Guest`]; a [`NativeRun`] runs from region to region.
//! - **Returns:** a jump to a computed address first tries the call that the procedure returns to
//!   most often ([`RegionBlock::guess`]).
//! - **Counts:** few edges are counted, and the others derived. The blocks' counts are complete
//!   before `run` returns, so nothing outside a run knows about regions.
//! - **Events:** an observer that never pauses gets its events in batches, which grow when they are
//!   full.
//! - **Changes:** a store into a region's instructions removes it. Machines share translated
//!   regions, and use them only if the instruction bits are the same.
//!
//! Nothing here knows how a translator works, and no machine needs one.

mod cache;
mod context;
mod counting;
mod forming;
mod guest;
mod library;
mod native_run;
mod program;
mod region;
#[cfg(target_family = "wasm")]
mod unavailable;
mod versioned;

pub use cache::RegionCache;
pub use context::{
    ARENA_WORDS, AddressMap, BorrowedState, Context, Entry, JUMPS, MOST_LEFT, NARROW_SLOTS, Native,
    Session, TLB_ENTRIES, WINDOW_BITS, fields,
};
pub use forming::BlockDescription;
pub use guest::Guest;
pub use library::Library;
pub use native_run::{NativeRun, RunEnd};
pub use program::{BinaryOp, HostFloat, HostOp, Id, Node, NodeValue, PureFunction, RuleRecorder};
pub use region::{
    Cost, Edge, Memory, Region, RegionBlock, RegionExit, Shape, Slots, To, TranslatedCode,
    Translator,
};
#[cfg(target_family = "wasm")]
pub use unavailable::MachineCache;
pub use versioned::{Run, Runs, Versioned};

/// Whether the host can run generated code.
pub const CAN_BE: bool = !cfg!(target_family = "wasm");

/// A machine's native code, on a host that can run generated code.
#[cfg(not(target_family = "wasm"))]
pub type MachineCache = Box<RegionCache>;

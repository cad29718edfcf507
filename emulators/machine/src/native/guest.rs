//! The interface of a machine with native code.

use super::MachineCache;
use super::cache::RegionCache;
use super::forming::BlockDescription;
use super::region::Shape;
use crate::Observer;
use crate::blocks::{Blocks, DecodedStep};

/// Reporting of arrivals at an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Arrival {
    /// Not reported.
    Unreported,
    /// Reported, possibly later.
    Reported,
    /// Reported, and the run may pause there.
    Stops,
}

/// Reporting of arrivals at an address to an observer.
fn arrival<O: Observer>(observer: &O, address: u32) -> Arrival {
    if !O::MARKS || !observer.is_mark(address.into()) {
        Arrival::Unreported
    } else if observer.may_pause() {
        Arrival::Stops
    } else {
        Arrival::Reported
    }
}

/// Reporting of arrivals at all addresses: the number of the set of marks, and whether a run may pause there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Arrivals(Option<(u64, bool)>);

impl Arrivals {
    /// That of an observer; `None` if its marks have no number.
    fn of<O: Observer>(observer: &O) -> Option<Self> {
        let number = observer.marks_number();
        let marks = O::MARKS.then(|| (number, observer.may_pause()));
        (!O::MARKS || number != 0).then_some(Arrivals(marks))
    }
}

/// Whether native code reports stores; for an observer that may pause, watched stores are not
/// native.
pub(super) fn watches<O: Observer>(observer: &O) -> bool {
    O::STORES && !observer.may_pause()
}

/// A machine whose hot blocks can be native code.
pub trait Guest<S: DecodedStep, X: Default, const SHIFT: u32>: Sized {
    /// Properties of the machine.
    fn shape(&self) -> Shape;
    /// Its native code; `None` if it runs without native code.
    fn native(&mut self) -> &mut Option<MachineCache>;
    /// The decoded blocks.
    fn blocks(&mut self) -> &mut Blocks<S, X, SHIFT>;
    /// Forms the block at an address; it ends before the next marked address.
    fn form_block(&mut self, address: u32, is_mark: &dyn Fn(u32) -> bool) -> Option<usize>;
    /// Describes a block; `None` if native code cannot run its first instruction.
    fn describe(&mut self, block: usize) -> Option<BlockDescription>;
    /// Bits of the instruction at an address.
    fn word(&self, address: u32) -> u64;

    /// Calls `work` with the native code and the rest of the machine, if there is native code.
    fn with_native(&mut self, work: impl FnOnce(&mut RegionCache, &mut Self)) {
        if let Some(mut cache) = self.native().take() {
            work(&mut cache, self);
            *self.native() = Some(cache);
        }
    }

    /// Call at the start of a run.
    fn open_native<O: Observer>(&mut self, budget: u64, observer: &O) {
        let arrivals = Arrivals::of(observer);
        self.with_native(|cache, guest| {
            cache.open(guest, budget, arrivals, &|at| arrival(observer, at));
        });
    }

    /// Call at the end of a run, or before counts are read: completes the blocks' counts.
    fn settle_native(&mut self) {
        self.with_native(|cache, guest| cache.settle(guest));
    }

    /// Call before instructions in `start..end` change.
    fn rewrite_native(&mut self, start: u32, end: u32) {
        self.with_native(|cache, guest| cache.rewrite(guest, start, end));
    }

    /// Call before all blocks are discarded.
    fn clear_native(&mut self) {
        self.with_native(|cache, guest| cache.remove_all(guest));
    }

    /// Call after a block was formed.
    fn note_formed<O: Observer>(&mut self, block: usize, observer: &O) {
        let watching = watches(observer);
        self.with_native(|cache, guest| {
            cache.formed(guest, block, watching, &|at| arrival(observer, at));
        });
    }

    /// Call after a block was sampled.
    fn note_seen<O: Observer>(&mut self, block: usize, observer: &O) {
        let watching = watches(observer);
        self.with_native(|cache, guest| {
            cache.looked(guest, block, watching, &|at| arrival(observer, at));
        });
    }
}

//! A machine as its regions are formed from it, and what it does with them.

use super::Kept;
use super::book::Book;
use super::forming::Described;
use super::region::Shape;
use crate::Observer;
use crate::blocks::{Blocks, Step};

/// Whether an observer is told of arrivals at an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Arrival {
    /// It is not.
    Untold,
    /// It is, and may be told later.
    Told,
    /// It is, and may have the run pause there.
    Stops,
}

/// How an observer is told of arrivals at an address.
fn arrival<O: Observer>(observer: &O, address: u32) -> Arrival {
    if !O::MARKS || !observer.is_mark(address.into()) {
        Arrival::Untold
    } else if observer.may_pause() {
        Arrival::Stops
    } else {
        Arrival::Told
    }
}

/// Whether native code tells an observer of stores; one that may pause has none that is watched.
pub fn watches<O: Observer>(observer: &O) -> bool {
    O::STORES && !observer.may_pause()
}

/// A machine whose hot blocks can be native code.
pub trait Guest<S: Step, X: Default, const SHIFT: u32>: Sized {
    /// What is the same for all regions.
    fn shape(&self) -> Shape;
    /// Where its book is kept; none when it runs without native code.
    fn book(&mut self) -> &mut Option<Kept>;
    /// The decoded blocks.
    fn blocks(&mut self) -> &mut Blocks<S, X, SHIFT>;
    /// Forms the block that begins at an address; none begins in its midst where something is marked.
    fn form_block(&mut self, address: u32, is_mark: &dyn Fn(u32) -> bool) -> Option<usize>;
    /// A block's instructions; `None` where the first is not for native code.
    fn describe(&mut self, block: usize) -> Option<Described>;
    /// The bits of the instruction at an address.
    fn word(&self, address: u32) -> u64;
    /// Registers now, and an address where data usually is, both as hints.
    fn hints(&self) -> (Vec<u64>, u32);

    /// Lends the book and the rest of the machine; nothing is done when there is no book.
    fn with_book(&mut self, work: impl FnOnce(&mut Book, &mut Self)) {
        if let Some(mut book) = self.book().take() {
            work(&mut book, self);
            *self.book() = Some(book);
        }
    }

    /// A run begins.
    fn open_book<O: Observer>(&mut self, budget: u64, observer: &O) {
        self.with_book(|book, guest| book.open(guest, budget, &|at| arrival(observer, at)));
    }

    /// A run ended, or somebody asks for counts: the blocks have them all then.
    fn settle_book(&mut self) {
        self.with_book(|book, guest| book.settle(guest));
    }

    /// Instructions in `start..end` change.
    fn rewrite_book(&mut self, start: u32, end: u32) {
        self.with_book(|book, guest| book.rewrite(guest, start, end));
    }

    /// All blocks go.
    fn clear_book(&mut self) {
        self.with_book(|book, guest| book.remove_all(guest));
    }

    /// A block was formed.
    fn note_formed<O: Observer>(&mut self, block: usize, observer: &O) {
        let watching = watches(observer);
        self.with_book(|book, guest| {
            book.formed(guest, block, watching, &|at| arrival(observer, at));
        });
    }

    /// The flow was found at a block.
    fn note_seen<O: Observer>(&mut self, block: usize, observer: &O) {
        let watching = watches(observer);
        self.with_book(|book, guest| {
            book.looked(guest, block, watching, &|at| arrival(observer, at));
        });
    }
}

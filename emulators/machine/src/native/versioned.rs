//! Memory whose words may be cached by address between sessions of native code.

use std::cell::Cell;
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU64, Ordering};

/// Consecutive words with the bytes from an address on.
#[derive(Debug, Clone, Copy)]
pub struct Run<'a> {
    /// Address of the first byte.
    pub low: u32,
    /// The words.
    pub cells: &'a [Cell<u32>],
}

/// Maps guest addresses to words of the host.
pub trait Runs {
    /// The run of words around an address that plain loads, or stores, may access directly.
    ///
    /// All words have the same byte order.
    fn run(&self, address: u32, store: bool) -> Option<Run<'_>>;
}

/// A value with a version, which is unique and changes whenever the value is borrowed mutably.
///
/// So everything borrowed from a value with the same version is still in the same place.
#[derive(Default)]
pub struct Versioned<T: ?Sized> {
    version: Version,
    value: T,
}

/// A number that no other value in this process has.
#[derive(Debug, PartialEq, Eq)]
struct Version(u64);

impl Default for Version {
    fn default() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Version(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

impl<T> Versioned<T> {
    /// A value with a version of its own.
    pub fn new(value: T) -> Self {
        Versioned { version: Version::default(), value }
    }
}

impl<T: ?Sized> Versioned<T> {
    /// The current version; never 0.
    pub fn version(&self) -> u64 {
        self.version.0
    }
}

impl Versioned<dyn Runs + '_> {
    /// [`Runs::run`], if its words stay in place when the value is moved.
    pub(super) fn run_on_heap(&self, address: u32, store: bool) -> Option<Run<'_>> {
        let run = self.value.run(address, store)?;
        let inside = (&raw const self.value).addr();
        let inside = inside..inside + size_of_val(&self.value);
        (!inside.contains(&run.cells.as_ptr().addr())).then_some(run)
    }
}

impl<T: Clone> Clone for Versioned<T> {
    fn clone(&self) -> Self {
        Versioned::new(self.value.clone())
    }
}

impl<T: ?Sized> Deref for Versioned<T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: ?Sized> DerefMut for Versioned<T> {
    fn deref_mut(&mut self) -> &mut T {
        self.version = Version::default();
        &mut self.value
    }
}

impl<T: fmt::Debug + ?Sized> fmt::Debug for Versioned<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Words([Cell<u32>; 2], Vec<Cell<u32>>);

    impl Runs for Words {
        fn run(&self, address: u32, store: bool) -> Option<Run<'_>> {
            let cells = if address == 0 { &self.0[..] } else { &self.1[..] };
            Some(Run { low: address, cells }).filter(|_| !store)
        }
    }

    #[test]
    fn every_mutable_borrow_changes_the_version() {
        let mut words = Versioned::new(vec![1]);
        let first = words.version();
        assert_eq!((words[0], words.version()), (1, first));
        words[0] = 2;
        assert_ne!(words.version(), first);
        let copy = words.clone();
        assert_eq!(*copy, *words);
        assert_ne!(copy.version(), words.version());
    }

    #[test]
    fn words_that_would_move_with_the_value_are_not_cached() {
        let words = Versioned::new(Words(Default::default(), vec![Cell::new(7)]));
        let words: &Versioned<dyn Runs> = &words;
        assert!(words.run_on_heap(0, false).is_none());
        assert_eq!(words.run_on_heap(4, false).map(|run| run.cells[0].get()), Some(7));
        assert!(words.run_on_heap(4, true).is_none());
    }
}

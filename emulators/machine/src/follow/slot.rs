//! Place of the tracked values in a machine that runs with value tracking.

use std::sync::atomic::{AtomicBool, Ordering};

use super::Follow;
use crate::semantics::Trap;

/// Whether a program may run with value tracking.
///
/// A WebAssembly module that never calls [`FollowSlot::enable`] is linked without the interpretation of the rows
/// that tracks values, because the optimiser sees that this is never true.
static IS_ENABLED: AtomicBool = AtomicBool::new(!cfg!(target_family = "wasm"));

/// The tracked values while a machine runs with value tracking, and nothing at other times.
///
/// Only this type knows whether there are any, so that a module without value tracking contains none of its code.
#[derive(Debug, Clone, Default)]
pub struct FollowSlot(Option<Box<Follow>>);

impl FollowSlot {
    /// Links value tracking to a WebAssembly module; other programs always have it.
    pub fn enable() {
        IS_ENABLED.store(true, Ordering::Relaxed);
    }

    /// Whether this program has value tracking.
    #[inline]
    #[must_use]
    pub fn is_enabled() -> bool {
        !cfg!(target_family = "wasm") || IS_ENABLED.load(Ordering::Relaxed)
    }

    /// The tracked values.
    #[inline]
    #[must_use]
    pub fn get(&self) -> Option<&Follow> {
        if Self::is_enabled() { self.0.as_deref() } else { None }
    }

    /// The tracked values, to change them.
    #[inline]
    pub fn get_mut(&mut self) -> Option<&mut Follow> {
        if Self::is_enabled() { self.0.as_deref_mut() } else { None }
    }

    /// Takes the tracked values out.
    #[inline]
    pub fn take(&mut self) -> Option<Box<Follow>> {
        if Self::is_enabled() { self.0.take() } else { None }
    }

    /// Puts tracked values in.
    #[inline]
    pub fn put(&mut self, follow: Box<Follow>) {
        self.0 = Some(follow);
    }
}

/// Runs a row's semantics with value tracking, in a program that has it.
///
/// # Errors
/// The trap of the row.
#[inline(always)]
pub fn tracked(semantics: impl FnOnce() -> Result<(), Trap>) -> Result<(), Trap> {
    if FollowSlot::is_enabled() { semantics() } else { Err(Trap::Special) }
}

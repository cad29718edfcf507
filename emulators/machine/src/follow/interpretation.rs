//! The interpretation: the careful engine's, with doubts for its values.

use super::watch::WatchedAccess;
use super::{Bits, Doubt, Follow, FollowedValue, Source, Use};
use crate::semantics::{Semantics, Trap};

/// An instruction being run by the interpretation `inner`, with doubts tracked.
#[derive(Debug, Clone, Copy)]
pub struct FollowedSemantics<'f, S> {
    /// The interpretation that computes, with its pending effects.
    pub inner: S,
    follow: &'f Follow,
}

impl<'f, S> FollowedSemantics<'f, S> {
    /// Adds tracking to an interpretation.
    pub fn new(inner: S, follow: &'f Follow) -> Self {
        FollowedSemantics { inner, follow }
    }
}

impl<S: Semantics> FollowedSemantics<'_, S>
where
    S::V: Bits,
{
    /// Units of memory per value; a unit is a byte, or a 36-bit word.
    const WHOLE: u64 = if S::V::WIDTH == 32 { 4 } else { 1 };

    /// Reports a value used as an address.
    #[inline]
    pub fn addresses(self, address: FollowedValue<S::V>) {
        self.follow.used(Use::Address, address.doubt);
    }

    /// Reports a value used as a condition.
    pub fn decides(self, condition: FollowedValue<S::V>) {
        self.follow.used(Use::Branch, condition.doubt);
    }

    /// Reports a value used as the target of a jump that the machine makes itself.
    pub fn jumps(self, to: FollowedValue<S::V>) {
        self.follow.used(Use::Jump, to.doubt);
    }

    /// Reports an address that is the sum of a constant and an index register.
    pub fn indexes(self, constant: u64, address: u64) {
        self.follow.indexes(constant, address);
    }

    /// Reports an access to the watch of the program.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn watches(self, address: FollowedValue<S::V>, units: u8, stored: Option<Source>) {
        let (source, address, units) = (address.source, address.value.bits(), units.into());
        self.follow.accesses(WatchedAccess { address, units, source, stored });
    }

    /// Doubt about a register or another slot.
    pub fn doubt(self, slot: u8) -> Doubt {
        self.follow.register(slot)
    }

    /// Sets the doubt about a slot.
    #[inline]
    pub fn doubts(self, slot: u8, doubt: Doubt) {
        if doubt.is_none() {
            return self.follow.answered(slot);
        }
        self.follow.set(slot, FollowedValue::with(self.inner.k(0), doubt).kept(), Source::Number);
    }

    /// The same as [`load`](Semantics::load), compiled into its caller.
    ///
    /// # Errors
    /// As of `load`.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn load_here(
        self,
        address: FollowedValue<S::V>,
        units: u8,
    ) -> Result<FollowedValue<S::V>, Trap> {
        self.addresses(address);
        self.watches(address, units, None);
        let value = self.inner.load(address.value, units)?;
        let at = address.value.bits();
        let kept = self.follow.loaded(at, units.into(), Self::WHOLE);
        self.follow.reads(at, units.into(), kept, |slot| self.inner.get(slot).bits());
        Ok(FollowedValue::of(value, kept))
    }

    /// A value loaded from memory by the machine itself, with its doubt.
    pub fn held(self, value: S::V, address: S::V) -> FollowedValue<S::V> {
        let kept = self.follow.loaded(address.bits(), 1, 1);
        self.follow.reads(address.bits(), 1, kept, |slot| self.inner.get(slot).bits());
        FollowedValue::of(value, kept)
    }
}

impl<S: Semantics> Semantics for FollowedSemantics<'_, S>
where
    S::V: Bits,
{
    type V = FollowedValue<S::V>;

    fn k(self, number: u64) -> Self::V {
        FollowedValue::sound(self.inner.k(number)).with_source(Source::Constant)
    }

    #[cfg_attr(not(target_family = "wasm"), inline)]
    fn get(self, slot: u8) -> Self::V {
        let value = FollowedValue::of(self.inner.get(slot), self.follow.kept(slot));
        value.with_source(self.follow.source(slot).in_register())
    }

    #[cfg_attr(not(target_family = "wasm"), inline)]
    fn set(self, slot: u8, value: Self::V) {
        self.inner.set(slot, value.value);
        self.follow.set(slot, value.kept(), value.source);
        if self.follow.is_pointer(slot) {
            self.follow.moves_stack(value.value.bits(), value.source);
        }
    }

    fn set_loaded(self, slot: u8, value: Self::V) {
        self.inner.set_loaded(slot, value.value);
        self.follow.set(slot, value.kept(), value.source);
        if self.follow.is_pointer(slot) {
            self.follow.moves_stack(value.value.bits(), value.source);
        }
    }

    fn load(self, address: Self::V, units: u8) -> Result<Self::V, Trap> {
        self.load_here(address, units)
    }

    fn store(self, address: Self::V, value: Self::V, units: u8) -> Result<(), Trap> {
        self.addresses(address);
        self.watches(address, units, Some(value.source));
        self.inner.store(address.value, value.value, units)?;
        let at = address.value.bits();
        self.follow.stored(at, units.into(), Self::WHOLE, value.kept());
        self.follow.writes(at, units.into(), |slot| self.inner.get(slot).bits());
        Ok(())
    }

    fn jump(self, to: Self::V) {
        self.follow.used(Use::Jump, to.doubt);
        if let Source::Stale(call) = to.source {
            self.follow.jumps_to_stale(call.into());
        }
        self.inner.jump(to.value);
    }

    fn branch(self, condition: Self::V, to: Self::V) {
        self.decides(condition);
        self.follow.used(Use::Jump, to.doubt);
        self.inner.branch(condition.value, to.value);
    }

    fn trap_if(self, condition: Self::V, trap: Trap) -> Result<(), Trap> {
        self.inner.trap_if(condition.value, trap)
    }

    fn trap(self, trap: Trap) -> Result<(), Trap> {
        self.inner.trap(trap)
    }
}

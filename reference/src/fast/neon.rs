//! The lanes as vectors of AArch64, in pairs.
//!
//! Only the functions of `dispatch.rs` that enable NEON create the types here, and they are called
//! only if the processor has it. Each `unsafe` relies on this.

#[cfg_attr(
    not(test),
    expect(clippy::wildcard_imports, reason = "intrinsics are one vocabulary")
)]
use std::arch::aarch64::*;

use super::lanes::Band8;
use super::shuffles::{HalfVector, VectorPair};

/// An intrinsic on values of the named type; accesses to memory are written in full.
macro_rules! of {
    ($type:ident: $call:expr) => {
        // SAFETY: the processor has NEON (see the top of the file); there are no pointers.
        $type(unsafe { $call })
    };
    ($call:expr) => {
        // SAFETY: as above.
        unsafe { $call }
    };
}

/// Eight lanes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Half128(uint16x8_t);

/// Sixteen lanes in two vectors.
pub(super) type Neon = VectorPair<Half128>;

impl Band8 for Half128 {
    #[inline(always)]
    fn load(lanes: &[u16; 8]) -> Self {
        // SAFETY: the processor has NEON. Eight numbers are read from a reference to eight.
        Half128(unsafe { vld1q_u16(lanes.as_ptr()) })
    }

    #[inline(always)]
    fn store(self) -> [u16; 8] {
        let mut lanes = [0; 8];
        // SAFETY: the processor has NEON. Eight numbers are written to our own array of eight.
        unsafe { vst1q_u16(lanes.as_mut_ptr(), self.0) };
        lanes
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        of!(Half128: vandq_u16(self.0, other.0))
    }

    #[inline(always)]
    fn is_same(self, other: Self) -> bool {
        of!(Half128: veorq_u16(self.0, other.0)).is_zero()
    }

    #[inline(always)]
    fn count(self) -> u32 {
        of!(u32::from(vaddvq_u8(vcntq_u8(vreinterpretq_u8_u16(self.0)))))
    }
}

impl HalfVector for Half128 {
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        of!(Half128: vorrq_u16(self.0, other.0))
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        of!(Half128: vbicq_u16(self.0, other.0))
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        of!(vmaxvq_u16(self.0) == 0)
    }

    #[inline(always)]
    fn shuffle(self, table: &[u8; 16]) -> Self {
        // SAFETY: the processor has NEON. Sixteen bytes are read from a reference to sixteen.
        let table = unsafe { vld1q_u8(table.as_ptr()) };
        of!(Half128: vreinterpretq_u16_u8(vqtbl1q_u8(vreinterpretq_u8_u16(self.0), table)))
    }

    #[inline(always)]
    fn upper_and_lower(self, other: Self) -> Self {
        of!(Half128: vextq_u16::<4>(self.0, other.0))
    }

    #[inline(always)]
    fn counts(self) -> Self {
        of!(Half128: vpaddlq_u8(vcntq_u8(vreinterpretq_u8_u16(self.0))))
    }

    #[inline(always)]
    fn equals(self, other: Self) -> Self {
        of!(Half128: vceqq_u16(self.0, other.0))
    }

    #[inline(always)]
    fn exceeds(self, other: Self) -> Self {
        of!(Half128: vcgtq_u16(self.0, other.0))
    }
}

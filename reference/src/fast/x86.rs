//! The lanes as vectors of x86-64: AVX-512 (with VL, BW and BITALG), AVX2, and SSSE3 in pairs.
//!
//! Only the functions of `dispatch.rs` that enable features create the types here, and they are
//! called only if the processor has the features. Each `unsafe` relies on this.

#[cfg_attr(
    not(test),
    expect(clippy::wildcard_imports, reason = "intrinsics are one vocabulary")
)]
use std::arch::x86_64::*;

use super::lanes::{Band8, Box16, Lanes};
use super::shuffles::{ALLOWED, ALONG_ROW, HalfVector, Permutation, SAID, Shuffle, VectorPair};
use super::tables::COLUMNS;

/// An intrinsic on values of the named type; accesses to memory are written in full.
macro_rules! of {
    ($type:ident: $call:expr) => {
        // SAFETY: the processor has the feature (see the top of the file); there are no pointers.
        $type(unsafe { $call })
    };
    ($call:expr) => {
        // SAFETY: as above.
        unsafe { $call }
    };
}

/// Numbers without padding, so every byte of an array of them may be read as any vector.
trait Number: Copy {}

impl Number for u8 {}

impl Number for u16 {}

/// The vector of eight lanes, or of a shuffle of sixteen bytes.
#[inline(always)]
fn narrow<T: Number, const LEN: usize>(numbers: &[T; LEN]) -> __m128i {
    const { assert!(size_of::<[T; LEN]>() == size_of::<__m128i>()) };
    // SAFETY: the processor has the feature. The reference is to as many bytes as are read, all of
    // them initialized; this load accepts any address; any bits are a vector.
    unsafe { _mm_loadu_si128(numbers.as_ptr().cast()) }
}

/// The vector of both halves of sixteen lanes, or of their shuffles.
#[inline(always)]
fn wide<T: Number, const LEN: usize>(halves: &[[T; LEN]; 2]) -> __m256i {
    const { assert!(size_of::<[[T; LEN]; 2]>() == size_of::<__m256i>()) };
    // SAFETY: as in `narrow`.
    unsafe { _mm256_loadu_si256(halves.as_ptr().cast()) }
}

/// Number of bits set in the numbers 0 to 15.
const NIBBLES: [u8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];

/// Eight lanes, for all three.
#[derive(Debug, Clone, Copy)]
pub(super) struct Half128(__m128i);

/// Sixteen lanes in two vectors.
pub(super) type Ssse3 = VectorPair<Half128>;

impl Band8 for Half128 {
    #[inline(always)]
    fn load(lanes: &[u16; 8]) -> Self {
        Half128(narrow(lanes))
    }

    #[inline(always)]
    fn store(self) -> [u16; 8] {
        let mut lanes = [0_u16; 8];
        const { assert!(size_of::<[u16; 8]>() == size_of::<__m128i>()) };
        // SAFETY: the processor has the feature. The array is our own and has as many bytes as
        // are written; this store accepts any address; any bits are numbers.
        unsafe { _mm_storeu_si128(lanes.as_mut_ptr().cast(), self.0) };
        lanes
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        of!(Half128: _mm_and_si128(self.0, other.0))
    }

    #[inline(always)]
    fn is_same(self, other: Self) -> bool {
        of!(Half128: _mm_xor_si128(self.0, other.0)).is_zero()
    }

    #[inline(always)]
    fn count(self) -> u32 {
        let (low, high) = of!((
            _mm_cvtsi128_si64(self.0),
            _mm_cvtsi128_si64(_mm_unpackhi_epi64(self.0, self.0)),
        ));
        low.count_ones() + high.count_ones()
    }
}

impl HalfVector for Half128 {
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        of!(Half128: _mm_or_si128(self.0, other.0))
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        of!(Half128: _mm_andnot_si128(other.0, self.0))
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        of!(_mm_movemask_epi8(_mm_cmpeq_epi8(self.0, _mm_setzero_si128())) == 0xffff)
    }

    #[inline(always)]
    fn shuffle(self, table: &[u8; 16]) -> Self {
        of!(Half128: _mm_shuffle_epi8(self.0, narrow(table)))
    }

    #[inline(always)]
    fn upper_and_lower(self, other: Self) -> Self {
        of!(Half128: _mm_alignr_epi8::<8>(other.0, self.0))
    }

    #[inline(always)]
    fn counts(self) -> Self {
        of!(Half128: {
            let (table, mask) = (narrow(&NIBBLES), _mm_set1_epi8(15));
            let low = _mm_shuffle_epi8(table, _mm_and_si128(self.0, mask));
            let high = _mm_and_si128(_mm_srli_epi16::<4>(self.0), mask);
            let bytes = _mm_add_epi8(low, _mm_shuffle_epi8(table, high));
            _mm_maddubs_epi16(bytes, _mm_set1_epi8(1))
        })
    }

    #[inline(always)]
    fn equals(self, other: Self) -> Self {
        of!(Half128: _mm_cmpeq_epi16(self.0, other.0))
    }

    #[inline(always)]
    fn exceeds(self, other: Self) -> Self {
        of!(Half128: _mm_cmpgt_epi16(self.0, other.0))
    }
}

/// Sixteen lanes in one vector: what AVX-512 and AVX2 have in common.
macro_rules! wide_lanes {
    ($type:ident, |$x:ident, $table:ident| $permute:expr, |$c:ident| $counts:expr) => {
        #[derive(Debug, Clone, Copy)]
        pub(super) struct $type(__m256i);

        impl $type {
            #[inline(always)]
            fn shuffle(self, Shuffle(table): &Shuffle) -> Self {
                of!($type: _mm256_shuffle_epi8(self.0, wide(table)))
            }

            #[inline(always)]
            fn permute(self, table: &Permutation) -> Self {
                let ($x, $table) = (self.0, table);
                of!($type: $permute)
            }
        }

        impl Box16 for $type {
            type Band = Half128;

            #[inline(always)]
            fn load(Lanes(lanes): &Lanes) -> Self {
                $type(wide(lanes))
            }

            #[inline(always)]
            fn store(self) -> Lanes {
                let mut lanes = [[0_u16; 8]; 2];
                const { assert!(size_of::<[[u16; 8]; 2]>() == size_of::<__m256i>()) };
                // SAFETY: as in `store` of eight lanes.
                unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast(), self.0) };
                Lanes(lanes)
            }

            #[inline(always)]
            fn and(self, other: Self) -> Self {
                of!($type: _mm256_and_si256(self.0, other.0))
            }

            #[inline(always)]
            fn or(self, other: Self) -> Self {
                of!($type: _mm256_or_si256(self.0, other.0))
            }

            #[inline(always)]
            fn without(self, other: Self) -> Self {
                of!($type: _mm256_andnot_si256(other.0, self.0))
            }

            #[inline(always)]
            fn is_zero(self) -> bool {
                of!(_mm256_testz_si256(self.0, self.0) != 0)
            }

            #[inline(always)]
            fn rest_of_row(self) -> Self {
                let [a, b, c] = &const { ALONG_ROW };
                self.shuffle(a).or(self.shuffle(b)).or(self.shuffle(c))
            }

            #[inline(always)]
            fn rest_of_column(self) -> Self {
                let below = of!($type: _mm256_permute4x64_epi64::<0x39>(self.0));
                let across = of!($type: _mm256_permute4x64_epi64::<0x4e>(self.0));
                let above = of!($type: _mm256_permute4x64_epi64::<0x93>(self.0));
                below.or(across).or(above).and(Self::load(&COLUMNS))
            }

            #[inline(always)]
            fn counts(self) -> Self {
                let $c = self.0;
                of!($type: $counts)
            }

            #[inline(always)]
            fn equals(self, other: Self) -> Self {
                of!($type: _mm256_cmpeq_epi16(self.0, other.0))
            }

            #[inline(always)]
            fn exceeds(self, other: Self) -> Self {
                of!($type: _mm256_cmpgt_epi16(self.0, other.0))
            }

            #[inline(always)]
            fn allowed<const DOWN: bool>(ways: Half128, at: usize) -> Self {
                let table = &ALLOWED[usize::from(DOWN)][at];
                let [a, b, c, d] = &table.ways;
                let ways = of!($type: _mm256_broadcastsi128_si256(ways.0));
                let line = ways.shuffle(a).or(ways.shuffle(b));
                line.or(ways.shuffle(c)).or(ways.shuffle(d)).or(Self::load(&table.rest))
            }

            #[inline(always)]
            fn said(self, place: usize) -> (Half128, Half128) {
                let table = &SAID[place];
                let [a, b, c] = &table.cells;
                let [first, second] = &table.others;
                let line = self.permute(a).or(self.permute(b)).or(self.permute(c));
                let said = line.and(self.permute(first)).and(self.permute(second));
                of!((
                    Half128(_mm256_castsi256_si128(said.0)),
                    Half128(_mm256_extracti128_si256::<1>(said.0)),
                ))
            }
        }
    };
}

wide_lanes!(Avx512, |x, table| _mm256_permutexvar_epi16(wide(&table.lanes.0), x), |x| {
    _mm256_popcnt_epi16(x)
});

wide_lanes!(
    Avx2,
    |x, table| {
        let across = _mm256_permute4x64_epi64::<0x4e>(x);
        let same = _mm256_shuffle_epi8(x, wide(&table.same.0));
        _mm256_or_si256(same, _mm256_shuffle_epi8(across, wide(&table.other.0)))
    },
    |x| {
        let table = _mm256_broadcastsi128_si256(narrow(&NIBBLES));
        let mask = _mm256_set1_epi8(15);
        let low = _mm256_shuffle_epi8(table, _mm256_and_si256(x, mask));
        let high = _mm256_and_si256(_mm256_srli_epi16::<4>(x), mask);
        let bytes = _mm256_add_epi8(low, _mm256_shuffle_epi8(table, high));
        _mm256_maddubs_epi16(bytes, _mm256_set1_epi8(1))
    }
);

//! The ROM's copy of the compiler's support library.
//!
//! Source: GCC internals, "The GCC low-level runtime library". NaN results are canonical and
//! conversions to integers saturate, as in its soft-float code for RISC-V.

use super::Routine::{Longs, Test, Words};
use super::Row;

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    (0x4000_076c, "__adddf3",        Longs(|a, b| double(d(a) + d(b)))),
    (0x4000_0770, "__addsf3",        Words(|a, b| single(s(a) + s(b)))),
    (0x4000_077c, "__ashldi3",       Longs(|a, b| a.wrapping_shl(b as u32))),
    (0x4000_0780, "__ashrdi3",       Longs(|a, b| (a as i64).wrapping_shr(b as u32) as u64)),
    (0x4000_0784, "__bswapdi2",      Longs(|a, _| a.swap_bytes())),
    (0x4000_0788, "__bswapsi2",      Words(|a, _| a.swap_bytes())),
    (0x4000_0790, "__clrsbdi2",      Test(|a, _| (a ^ ((a as i64) >> 63) as u64).leading_zeros() - 1)),
    (0x4000_0794, "__clrsbsi2",      Words(|a, _| (a ^ ((a as i32) >> 31) as u32).leading_zeros() - 1)),
    (0x4000_0798, "__clzdi2",        Test(|a, _| a.leading_zeros())),
    (0x4000_079c, "__clzsi2",        Words(|a, _| a.leading_zeros())),
    (0x4000_07a0, "__cmpdi2",        Test(|a, b| 1u32.wrapping_add_signed((a as i64).cmp(&(b as i64)) as i32))),
    (0x4000_07a4, "__ctzdi2",        Test(|a, _| a.trailing_zeros())),
    (0x4000_07a8, "__ctzsi2",        Words(|a, _| a.trailing_zeros())),
    (0x4000_07b0, "__divdf3",        Longs(|a, b| double(d(a) / d(b)))),
    (0x4000_07b4, "__divdi3",        Longs(divide_long)),
    (0x4000_07bc, "__divsf3",        Words(|a, b| single(s(a) / s(b)))),
    (0x4000_07c0, "__divsi3",        Words(divide)),
    (0x4000_07c4, "__eqdf2",         Test(|a, b| order(d(a), d(b), 1))),
    (0x4000_07c8, "__eqsf2",         Words(|a, b| order(w(a), w(b), 1))),
    (0x4000_07cc, "__extendsfdf2",   Longs(|a, _| double(s(a as u32).into()))),
    (0x4000_07d0, "__ffsdi2",        Test(|a, _| if a == 0 { 0 } else { a.trailing_zeros() + 1 })),
    (0x4000_07d4, "__ffssi2",        Words(|a, _| if a == 0 { 0 } else { a.trailing_zeros() + 1 })),
    (0x4000_07d8, "__fixdfdi",       Longs(|a, _| fix(d(a), i64::MIN, i64::MAX, d(a) as i64) as u64)),
    (0x4000_07dc, "__fixdfsi",       Test(|a, _| fix(d(a), i32::MIN, i32::MAX, d(a) as i32) as u32)),
    (0x4000_07e0, "__fixsfdi",       Longs(|a, _| fix(w(a as u32), i64::MIN, i64::MAX, w(a as u32) as i64) as u64)),
    (0x4000_07e4, "__fixsfsi",       Words(|a, _| fix(w(a), i32::MIN, i32::MAX, w(a) as i32) as u32)),
    (0x4000_07e8, "__fixunsdfsi",    Test(|a, _| fix(d(a), 0, u32::MAX, d(a) as u32))),
    (0x4000_07ec, "__fixunssfdi",    Longs(|a, _| fix(w(a as u32), 0, u64::MAX, w(a as u32) as u64))),
    (0x4000_07f0, "__fixunssfsi",    Words(|a, _| fix(w(a), 0, u32::MAX, w(a) as u32))),
    (0x4000_07f4, "__floatdidf",     Longs(|a, _| double(a as i64 as f64))),
    (0x4000_07f8, "__floatdisf",     Test(|a, _| single(a as i64 as f32))),
    (0x4000_07fc, "__floatsidf",     Longs(|a, _| double((a as i32).into()))),
    (0x4000_0800, "__floatsisf",     Words(|a, _| single(a as i32 as f32))),
    (0x4000_0804, "__floatundidf",   Longs(|a, _| double(a as f64))),
    (0x4000_0808, "__floatundisf",   Test(|a, _| single(a as f32))),
    (0x4000_080c, "__floatunsidf",   Longs(|a, _| double((a as u32).into()))),
    (0x4000_0810, "__floatunsisf",   Words(|a, _| single(a as f32))),
    (0x4000_0818, "__gedf2",         Test(|a, b| order(d(a), d(b), -1))),
    (0x4000_081c, "__gesf2",         Words(|a, b| order(w(a), w(b), -1))),
    (0x4000_0820, "__gtdf2",         Test(|a, b| order(d(a), d(b), -1))),
    (0x4000_0824, "__gtsf2",         Words(|a, b| order(w(a), w(b), -1))),
    (0x4000_0828, "__ledf2",         Test(|a, b| order(d(a), d(b), 1))),
    (0x4000_082c, "__lesf2",         Words(|a, b| order(w(a), w(b), 1))),
    (0x4000_0830, "__lshrdi3",       Longs(|a, b| a.wrapping_shr(b as u32))),
    (0x4000_0834, "__ltdf2",         Test(|a, b| order(d(a), d(b), 1))),
    (0x4000_0838, "__ltsf2",         Words(|a, b| order(w(a), w(b), 1))),
    (0x4000_083c, "__moddi3",        Longs(remainder_long)),
    (0x4000_0840, "__modsi3",        Words(remainder)),
    (0x4000_0848, "__muldf3",        Longs(|a, b| double(d(a) * d(b)))),
    (0x4000_084c, "__muldi3",        Longs(u64::wrapping_mul)),
    (0x4000_0854, "__mulsf3",        Words(|a, b| single(s(a) * s(b)))),
    (0x4000_0858, "__mulsi3",        Words(u32::wrapping_mul)),
    (0x4000_0864, "__nedf2",         Test(|a, b| order(d(a), d(b), 1))),
    (0x4000_0868, "__negdf2",        Longs(|a, _| a ^ 1 << 63)),
    (0x4000_086c, "__negdi2",        Longs(|a, _| a.wrapping_neg())),
    (0x4000_0870, "__negsf2",        Words(|a, _| a ^ 1 << 31)),
    (0x4000_087c, "__nesf2",         Words(|a, b| order(w(a), w(b), 1))),
    (0x4000_0880, "__paritysi2",     Words(|a, _| a.count_ones() & 1)),
    (0x4000_0884, "__popcountdi2",   Test(|a, _| a.count_ones())),
    (0x4000_0888, "__popcountsi2",   Words(|a, _| a.count_ones())),
    (0x4000_0894, "__subdf3",        Longs(|a, b| double(d(a) - d(b)))),
    (0x4000_0898, "__subsf3",        Words(|a, b| single(s(a) - s(b)))),
    (0x4000_08a4, "__truncdfsf2",    Test(|a, _| single(d(a) as f32))),
    (0x4000_08a8, "__ucmpdi2",       Test(|a, b| 1u32.wrapping_add_signed(a.cmp(&b) as i32))),
    (0x4000_08ac, "__udivdi3",       Longs(|a, b| a.checked_div(b).unwrap_or(u64::MAX))),
    (0x4000_08b4, "__udivsi3",       Words(|a, b| a.checked_div(b).unwrap_or(u32::MAX))),
    (0x4000_08bc, "__umoddi3",       Longs(|a, b| a.checked_rem(b).unwrap_or(a))),
    (0x4000_08c0, "__umodsi3",       Words(|a, b| a.checked_rem(b).unwrap_or(a))),
    (0x4000_08c4, "__unorddf2",      Test(|a, b| (d(a).is_nan() || d(b).is_nan()).into())),
    (0x4000_08c8, "__unordsf2",      Words(|a, b| (s(a).is_nan() || s(b).is_nan()).into())),
];

fn d(bits: u64) -> f64 {
    f64::from_bits(bits)
}

fn s(bits: u32) -> f32 {
    f32::from_bits(bits)
}

/// Converts a single to a double, which is exact.
fn w(bits: u32) -> f64 {
    s(bits).into()
}

fn double(value: f64) -> u64 {
    if value.is_nan() { 0x7ff8_0000_0000_0000 } else { value.to_bits() }
}

fn single(value: f32) -> u32 {
    if value.is_nan() { 0x7fc0_0000 } else { value.to_bits() }
}

/// Less than, equal to or greater than 0, like the comparison of the numbers; `unordered` if one of
/// them is a NaN.
fn order(a: f64, b: f64, unordered: i32) -> u32 {
    a.partial_cmp(&b).map_or(unordered, |order| order as i32) as u32
}

/// Converts a number to an integer; a NaN gives the lowest or highest one, depending on its sign.
fn fix<I>(value: f64, lowest: I, highest: I, converted: I) -> I {
    if !value.is_nan() {
        converted
    } else if value.is_sign_negative() {
        lowest
    } else {
        highest
    }
}

/// Quotients and remainders like the processor's: all ones for a division by zero, and no overflow.
fn divide(a: u32, b: u32) -> u32 {
    if b == 0 { u32::MAX } else { (a as i32).wrapping_div(b as i32) as u32 }
}

fn remainder(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { (a as i32).wrapping_rem(b as i32) as u32 }
}

fn divide_long(a: u64, b: u64) -> u64 {
    if b == 0 { u64::MAX } else { (a as i64).wrapping_div(b as i64) as u64 }
}

fn remainder_long(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { (a as i64).wrapping_rem(b as i64) as u64 }
}

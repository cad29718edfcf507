//! ROM functions for memory and strings, as in the C standard.

use std::cmp::Ordering;

use machine::calls::CallAnswer;

use super::Routine::Call as Do;
use super::{Call, Row};

type Result = std::result::Result<u32, CallAnswer>;

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    (0x4000_0354, "memset",  Do(memset)),
    (0x4000_0358, "memcpy",  Do(memmove)),
    (0x4000_035c, "memmove", Do(memmove)),
    (0x4000_0360, "memcmp",  Do(memcmp)),
    (0x4000_0364, "strcpy",  Do(strcpy)),
    (0x4000_0368, "strncpy", Do(strncpy)),
    (0x4000_036c, "strcmp",  Do(strcmp)),
    (0x4000_0370, "strncmp", Do(strncmp)),
    (0x4000_0374, "strlen",  Do(|call| Ok(call.string(call.argument(0), usize::MAX)?.len() as u32))),
    (0x4000_037c, "bzero",   Do(bzero)),
];

fn memset(call: &mut Call<'_>) -> Result {
    let (to, byte, count) = (call.argument(0), call.argument(1) as u8, call.argument(2));
    fill(call, to, byte, count)
}

fn bzero(call: &mut Call<'_>) -> Result {
    let (to, count) = (call.argument(0), call.argument(1));
    fill(call, to, 0, count)
}

/// Fills byte by byte, so that a count beyond all memory faults at the first address without
/// memory.
fn fill(call: &mut Call<'_>, to: u32, byte: u8, count: u32) -> Result {
    (0..count).try_for_each(|index| call.write(to.wrapping_add(index), &[byte]))?;
    Ok(to)
}

fn memmove(call: &mut Call<'_>) -> Result {
    let (to, from, count) = (call.argument(0), call.argument(1), call.argument(2));
    let bytes = call.bytes(from, count)?;
    call.write(to, &bytes)?;
    Ok(to)
}

fn memcmp(call: &mut Call<'_>) -> Result {
    let (left, right, count) = (call.argument(0), call.argument(1), call.argument(2));
    let (left, right) = (call.bytes(left, count)?, call.bytes(right, count)?);
    Ok(sign(left.cmp(&right)))
}

fn strcpy(call: &mut Call<'_>) -> Result {
    let (to, from) = (call.argument(0), call.argument(1));
    let mut bytes = call.string(from, usize::MAX)?;
    bytes.push(0);
    call.write(to, &bytes)?;
    Ok(to)
}

fn strncpy(call: &mut Call<'_>) -> Result {
    let (to, from, count) = (call.argument(0), call.argument(1), call.argument(2));
    let bytes = call.string(from, count as usize)?;
    call.write(to, &bytes)?;
    fill(call, to.wrapping_add(bytes.len() as u32), 0, count - bytes.len() as u32)?;
    Ok(to)
}

fn strcmp(call: &mut Call<'_>) -> Result {
    compare(call, usize::MAX)
}

fn strncmp(call: &mut Call<'_>) -> Result {
    compare(call, call.argument(2) as usize)
}

fn compare(call: &mut Call<'_>, count: usize) -> Result {
    let (left, right) = (call.argument(0), call.argument(1));
    let (left, right) = (call.string(left, count)?, call.string(right, count)?);
    Ok(sign(left.cmp(&right)))
}

fn sign(order: Ordering) -> u32 {
    order as i32 as u32
}

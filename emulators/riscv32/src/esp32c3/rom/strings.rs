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
    (0x4000_036c, "strcmp",  Do(|call| compare(call, usize::MAX, same))),
    (0x4000_0370, "strncmp", Do(|call| compare(call, call.argument(2) as usize, same))),
    (0x4000_0374, "strlen",  Do(|call| Ok(call.string(call.argument(0), usize::MAX)?.len() as u32))),
    (0x4000_0378, "strstr",  Do(|call| find_text(call, same))),
    (0x4000_037c, "bzero",   Do(bzero)),
    (0x4000_03c4, "memccpy", Do(memccpy)),
    (0x4000_03c8, "memchr",  Do(|call| find_byte(call, |bytes, byte| bytes.iter().position(|it| *it == byte)))),
    (0x4000_03cc, "memrchr", Do(|call| find_byte(call, |bytes, byte| bytes.iter().rposition(|it| *it == byte)))),
    (0x4000_03d0, "strcasecmp",  Do(|call| compare(call, usize::MAX, lower))),
    (0x4000_03d4, "strcasestr",  Do(|call| find_text(call, lower))),
    (0x4000_03d8, "strcat",  Do(|call| append(call, usize::MAX))),
    (0x4000_03e0, "strchr",  Do(|call| find_character(call, |text, byte| text.iter().position(|it| *it == byte)))),
    (0x4000_03e4, "strcspn", Do(|call| span(call, false))),
    (0x4000_03e8, "strcoll", Do(|call| compare(call, usize::MAX, same))),
    (0x4000_03ec, "strlcat", Do(strlcat)),
    (0x4000_03f0, "strlcpy", Do(strlcpy)),
    (0x4000_03f4, "strlwr",  Do(|call| change(call, lower))),
    (0x4000_03f8, "strncasecmp", Do(|call| compare(call, call.argument(2) as usize, lower))),
    (0x4000_03fc, "strncat", Do(|call| append(call, call.argument(2) as usize))),
    (0x4000_0404, "strnlen", Do(|call| Ok(call.string(call.argument(0), call.argument(1) as usize)?.len() as u32))),
    (0x4000_0408, "strrchr", Do(|call| find_character(call, |text, byte| text.iter().rposition(|it| *it == byte)))),
    (0x4000_0410, "strspn",  Do(|call| span(call, true))),
    (0x4000_0418, "strupr",  Do(|call| change(call, upper))),
];

fn same(byte: u8) -> u8 {
    byte
}

fn lower(byte: u8) -> u8 {
    byte.to_ascii_lowercase()
}

fn upper(byte: u8) -> u8 {
    byte.to_ascii_uppercase()
}

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

/// Compares two strings up to `count` bytes, each byte as `fold` changes it.
fn compare(call: &mut Call<'_>, count: usize, fold: fn(u8) -> u8) -> Result {
    let (left, right) = (call.argument(0), call.argument(1));
    let (left, right) = (call.string(left, count)?, call.string(right, count)?);
    let folded = |text: Vec<u8>| text.into_iter().map(fold).collect::<Vec<u8>>();
    Ok(sign(folded(left).cmp(&folded(right))))
}

/// Address of the second string in the first one, or 0.
fn find_text(call: &mut Call<'_>, fold: fn(u8) -> u8) -> Result {
    let start = call.argument(0);
    let (text, part) =
        (call.string(start, usize::MAX)?, call.string(call.argument(1), usize::MAX)?);
    let is_equal = |at: &usize| {
        let there = text[*at..].iter().map(|byte| fold(*byte));
        there.take(part.len()).eq(part.iter().map(|byte| fold(*byte)))
    };
    Ok((0..=text.len()).find(is_equal).map_or(0, |at| start.wrapping_add(at as u32)))
}

/// Address of a byte of a string, whose end counts as a byte, or 0.
fn find_character(call: &mut Call<'_>, find: fn(&[u8], u8) -> Option<usize>) -> Result {
    let (start, byte) = (call.argument(0), call.argument(1) as u8);
    let mut text = call.string(start, usize::MAX)?;
    text.push(0);
    Ok(find(&text, byte).map_or(0, |at| start.wrapping_add(at as u32)))
}

/// Address of a byte in memory, or 0.
fn find_byte(call: &mut Call<'_>, find: fn(&[u8], u8) -> Option<usize>) -> Result {
    let (start, byte) = (call.argument(0), call.argument(1) as u8);
    let bytes = call.bytes(start, call.argument(2))?;
    Ok(find(&bytes, byte).map_or(0, |at| start.wrapping_add(at as u32)))
}

/// Copies up to and including a byte; returns the address after it, or 0 if there is none.
fn memccpy(call: &mut Call<'_>) -> Result {
    let (to, from, byte) = (call.argument(0), call.argument(1), call.argument(2) as u8);
    for index in 0..call.argument(3) {
        let copied = call.read(from.wrapping_add(index))?;
        call.write(to.wrapping_add(index), &[copied])?;
        if copied == byte {
            return Ok(to.wrapping_add(index + 1));
        }
    }
    Ok(0)
}

/// Appends up to `count` bytes of the second string to the first one.
fn append(call: &mut Call<'_>, count: usize) -> Result {
    let (to, from) = (call.argument(0), call.argument(1));
    let length = call.string(to, usize::MAX)?.len() as u32;
    let mut more = call.string(from, count)?;
    more.push(0);
    call.write(to.wrapping_add(length), &more)?;
    Ok(to)
}

/// Copies a string into a buffer of the given size; returns the length that it needs.
fn strlcpy(call: &mut Call<'_>) -> Result {
    let (to, from, size) = (call.argument(0), call.argument(1), call.argument(2));
    copy_into(call, to, from, size)
}

fn strlcat(call: &mut Call<'_>) -> Result {
    let (to, from, size) = (call.argument(0), call.argument(1), call.argument(2));
    let length = call.string(to, size as usize)?.len() as u32;
    Ok(length.wrapping_add(copy_into(call, to.wrapping_add(length), from, size - length)?))
}

fn copy_into(call: &mut Call<'_>, to: u32, from: u32, size: u32) -> Result {
    let mut text = call.string(from, usize::MAX)?;
    let length = text.len() as u32;
    if let Some(most) = size.checked_sub(1) {
        text.truncate(most as usize);
        text.push(0);
        call.write(to, &text)?;
    }
    Ok(length)
}

/// Number of bytes at the start of a string that are, or are not, in the second string.
fn span(call: &mut Call<'_>, is_in: bool) -> Result {
    let (text, set) = (call.argument(0), call.argument(1));
    let (text, set) = (call.string(text, usize::MAX)?, call.string(set, usize::MAX)?);
    Ok(text.iter().take_while(|byte| set.contains(byte) == is_in).count() as u32)
}

/// Changes each byte of a string.
fn change(call: &mut Call<'_>, fold: fn(u8) -> u8) -> Result {
    let start = call.argument(0);
    let text: Vec<u8> = call.string(start, usize::MAX)?.into_iter().map(fold).collect();
    call.write(start, &text)?;
    Ok(start)
}

fn sign(order: Ordering) -> u32 {
    order as i32 as u32
}

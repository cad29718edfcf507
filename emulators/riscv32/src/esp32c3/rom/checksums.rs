//! ROM functions for checksums.
//!
//! Source: ESP-IDF, `rom/crc.h` and `rom/md5_hash.h`; RFC 1321.

use machine::calls::CallAnswer;
use md5::{Digest, Md5};

use super::Routine::Call as Do;
use super::{Call, Row};

type Result = std::result::Result<u32, CallAnswer>;

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    (0x4000_0614, "MD5Init",   Do(md5_init)),
    (0x4000_0618, "MD5Update", Do(md5_update)),
    (0x4000_061c, "MD5Final",  Do(md5_final)),
    (0x4000_0628, "crc32_le",  Do(|call| crc(call, 32, 0xedb8_8320, step_right))),
    (0x4000_062c, "crc32_be",  Do(|call| crc(call, 32, 0x04c1_1db7, step_left::<32>))),
    (0x4000_0630, "crc16_le",  Do(|call| crc(call, 16, 0x8408, step_right))),
    (0x4000_0634, "crc16_be",  Do(|call| crc(call, 16, 0x1021, step_left::<16>))),
    (0x4000_0638, "crc8_le",   Do(|call| crc(call, 8, 0xe0, step_right))),
    (0x4000_063c, "crc8_be",   Do(|call| crc(call, 8, 0x07, step_left::<8>))),
];

/// Adds a byte to a checksum with this polynomial.
type Step = fn(u32, u32, u8) -> u32;

/// Lowest bit first; the polynomial's bits are in that order, too.
fn step_right(crc: u32, polynomial: u32, byte: u8) -> u32 {
    (0..8).fold(
        crc ^ u32::from(byte),
        |crc, _| {
            if crc & 1 != 0 { crc >> 1 ^ polynomial } else { crc >> 1 }
        },
    )
}

/// Highest bit first.
fn step_left<const BITS: u32>(crc: u32, polynomial: u32, byte: u8) -> u32 {
    (0..8).fold(crc ^ u32::from(byte) << (BITS - 8), |crc, _| {
        if crc >> (BITS - 1) & 1 != 0 { crc << 1 ^ polynomial } else { crc << 1 }
    })
}

/// Continues the checksum `a0` over `a2` bytes from `a1`; it is inverted before and after.
fn crc(call: &mut Call<'_>, bits: u32, polynomial: u32, step: Step) -> Result {
    let (start, address, count) = (call.argument(0), call.argument(1), call.argument(2));
    let bytes = call.bytes(address, count)?;
    let width = u32::MAX >> (32 - bits);
    let crc = bytes.iter().fold(!start & width, |crc, byte| step(crc, polynomial, *byte));
    Ok(!crc & width)
}

fn md5_init(call: &mut Call<'_>) -> Result {
    call.board.md5.insert(call.argument(0), Md5::new());
    Ok(0)
}

fn md5_update(call: &mut Call<'_>) -> Result {
    let (state, address, count) = (call.argument(0), call.argument(1), call.argument(2));
    let bytes = call.bytes(address, count)?;
    call.board.md5.entry(state).or_default().update(&bytes);
    Ok(0)
}

/// Writes the digest to `a0` and forgets the state at `a1`.
fn md5_final(call: &mut Call<'_>) -> Result {
    let (to, state) = (call.argument(0), call.argument(1));
    let digest = call.board.md5.remove(&state).unwrap_or_default().finalize();
    call.write(to, &digest)?;
    Ok(0)
}

//! ROM functions for checksums.
//!
//! Source: ESP-IDF, `rom/crc.h` and `rom/md5_hash.h` (layout of the state); RFC 1321.

use machine::calls::CallAnswer;
use md5::block_api::compress;

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

/// State of an MD5 digest in the program's memory, which may copy it: four words of the digest, the
/// number of bits so far, and the bytes of the block that is not complete.
struct Md5State {
    digest: [u32; 4],
    bits: u64,
    block: [u8; BLOCK_BYTES],
}

const BLOCK_BYTES: usize = 64;
const STATE_BYTES: u32 = 24 + BLOCK_BYTES as u32;
/// Digest of nothing. Source: RFC 1321, section 3.3.
const NO_DIGEST: [u32; 4] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476];

impl Md5State {
    fn read(call: &mut Call<'_>, address: u32) -> std::result::Result<Self, CallAnswer> {
        let bytes = call.bytes(address, STATE_BYTES)?;
        let (words, block) = bytes.split_at(bytes.len() - BLOCK_BYTES);
        let words: Vec<u32> =
            words.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
        Ok(Md5State {
            digest: [words[0], words[1], words[2], words[3]],
            bits: u64::from(words[5]) << 32 | u64::from(words[4]),
            block: block.try_into().unwrap_or([0; BLOCK_BYTES]),
        })
    }

    fn write(&self, call: &mut Call<'_>, address: u32) -> Result {
        let mut bytes = self.digest_bytes();
        bytes.extend(self.bits.to_le_bytes());
        bytes.extend(self.block);
        call.write(address, &bytes)?;
        Ok(0)
    }

    fn update(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            let at = (self.bits / 8) as usize % BLOCK_BYTES;
            self.block[at] = byte;
            self.bits = self.bits.wrapping_add(8);
            if at == BLOCK_BYTES - 1 {
                compress(&mut self.digest, &[self.block]);
            }
        }
    }

    /// Fills the last block. Source: RFC 1321, sections 3.1 and 3.2.
    fn finish(&mut self) {
        let bits = self.bits;
        self.update(&[0x80]);
        while (self.bits / 8) as usize % BLOCK_BYTES != BLOCK_BYTES - 8 {
            self.update(&[0]);
        }
        self.update(&bits.to_le_bytes());
    }

    fn digest_bytes(&self) -> Vec<u8> {
        self.digest.iter().flat_map(|word| word.to_le_bytes()).collect()
    }
}

/// Begins a digest with its state at `a0`.
fn md5_init(call: &mut Call<'_>) -> Result {
    let state = Md5State { digest: NO_DIGEST, bits: 0, block: [0; BLOCK_BYTES] };
    state.write(call, call.argument(0))
}

/// Adds `a2` bytes from `a1` to the digest with its state at `a0`.
fn md5_update(call: &mut Call<'_>) -> Result {
    let (at, address, count) = (call.argument(0), call.argument(1), call.argument(2));
    let bytes = call.bytes(address, count)?;
    let mut state = Md5State::read(call, at)?;
    state.update(&bytes);
    state.write(call, at)
}

/// Writes to `a0` the digest with its state at `a1`.
fn md5_final(call: &mut Call<'_>) -> Result {
    let (to, at) = (call.argument(0), call.argument(1));
    let mut state = Md5State::read(call, at)?;
    state.finish();
    call.write(to, &state.digest_bytes())?;
    Ok(0)
}

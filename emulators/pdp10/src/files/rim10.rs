//! RIM10 files: input of the KA10's readin mode for paper tape.
//!
//! A header has the count and address of the following words; the last one is executed as an
//! instruction. MIDAS puts a loader there, in the accumulators, that reads blocks in SBLK format.
//!
//! Source: PDP-10 System Reference Manual, "Readin"; MIDAS 458.

use super::cursor::{count, is_negative};
use super::error::FileError;
use super::sblk;
use crate::Word36;
use crate::binary::{Binary, WordBlock};

/// MIDAS's loader, with its header.
#[rustfmt::skip]
const LOADER: [u64; 16] = [
    0o777761_000000, 0o710600_000060, 0o541440_000004, 0o710740_000010,
    0o254000_000003, 0o241011_777776, 0o710471_000010, 0o256011_000010,
    0o256011_000013, 0o364440_000000, 0o312000_000017, 0o270017_000000,
    0o331740_000000, 0o254200_000001, 0o253740_000003, 0o254000_000002,
];

/// Reads a file; `None` if it has another format.
pub(super) fn read(words: &[Word36]) -> Option<Result<Binary, FileError>> {
    let loader = LOADER.map(Word36::new);
    if words.starts_with(&loader) {
        return Some(sblk::read(words, loader.len()));
    }
    let (&header, rest) = words.split_first()?;
    let &start = rest.last()?;
    // Without the loader, only the length identifies the format.
    if !is_negative(header) || count(header) != rest.len() || is_negative(start) {
        return None;
    }
    let block = WordBlock { address: header.right() + 1, words: rest.to_vec(), writable: true };
    Some(Ok(Binary { blocks: vec![block], start, ..Binary::default() }))
}

/// Writes a program as a file with MIDAS's loader.
#[must_use]
pub fn write(binary: &Binary) -> Vec<Word36> {
    let mut words = LOADER.map(Word36::new).to_vec();
    sblk::write_after_loader(binary, &mut words);
    words
}

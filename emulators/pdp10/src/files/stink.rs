//! Files for STINK, the linking loader of ITS: blocks of a relocatable program.
//!
//! A block is a header, words, and a checksum. The header has the type of the block, the number of
//! words and an address. The last block has the name of the program.
//!
//! Source: MIDAS 458, `EBLK`.

use crate::Word36;
use crate::word::MASK;

/// Type of the block with the program's name.
const NAME: u32 = 4;

/// Complement of the sum of a block's words with end-around carry.
pub(crate) fn checksum(block: &[Word36]) -> Word36 {
    let sum = block.iter().fold(0, |sum, word| {
        let sum: u64 = sum + word.bits();
        (sum & MASK) + (sum >> 36)
    });
    Word36::new(sum ^ MASK)
}

/// Whether the words are such blocks, up to that of the program's name.
pub(super) fn recognise(words: &[Word36]) -> bool {
    let mut rest = words;
    while let [header, after @ ..] = rest {
        let (kind, count) = (header.left() >> 7 & 0o177, (header.left() & 0o177) as usize);
        let known = matches!(kind, 1..=0o12 | 0o22);
        match after.get(count) {
            Some(&sum) if known && sum == checksum(&rest[..=count]) => {}
            _ => return false,
        }
        if kind == NAME {
            return true;
        }
        rest = &rest[count + 2..];
    }
    false
}

//! Packings of 36-bit words in bytes.

use super::evacuate;
use crate::{Word36, text};

/// A packing of words in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Packing {
    /// As in the public ITS repository, with text as text, see [`evacuate`].
    Evacuated,
    /// Five bytes per word, the last with four bits: core-dump mode of tapes.
    CoreDump,
    /// Five bytes per word, seven bits each, the last bit above those of the fifth: ANSI-ASCII mode
    /// of tapes.
    AnsiAscii,
    /// Nine bytes per two words.
    HighDensity,
    /// Eight bytes per word, the lowest first: SIMH's format.
    Simh,
}

impl Packing {
    /// All packings; the first that fits a file is used.
    pub(super) const ALL: [Packing; 5] = [
        Packing::Evacuated,
        Packing::Simh,
        Packing::CoreDump,
        Packing::AnsiAscii,
        Packing::HighDensity,
    ];

    /// Unpacks bytes into words; `None` if they are not packed this way.
    #[must_use]
    pub fn unpack(self, bytes: &[u8]) -> Option<Vec<Word36>> {
        match self {
            Packing::Evacuated => evacuate::decode(bytes).ok(),
            Packing::Simh => exact(bytes, 8, |word| {
                word.iter().rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte))
            }),
            Packing::CoreDump => exact(bytes, 5, |word| match word[4] {
                last @ 0..=0o17 => big_endian(&word[..4]) << 4 | u64::from(last),
                _ => NO_WORD,
            }),
            Packing::AnsiAscii => exact(bytes, 5, |word| {
                if word[..4].is_ascii() {
                    let bits =
                        word.iter().fold(0, |bits, &byte| bits << 7 | u64::from(byte & 0o177));
                    bits << 1 | u64::from(word[4] >> 7)
                } else {
                    NO_WORD
                }
            }),
            Packing::HighDensity => high_density(bytes),
        }
    }

    /// Packs words into bytes; high density pads its last byte with zeros.
    #[must_use]
    pub fn pack(self, words: &[Word36]) -> Vec<u8> {
        match self {
            Packing::Evacuated => evacuate::encode(words),
            Packing::Simh => words.iter().flat_map(|word| word.bits().to_le_bytes()).collect(),
            Packing::CoreDump => {
                let bytes = |word: &Word36| {
                    let [.., a, b, c, d] = ((word.bits() >> 4) as u32).to_be_bytes();
                    [a, b, c, d, word.bits() as u8 & 0o17]
                };
                words.iter().flat_map(bytes).collect()
            }
            Packing::AnsiAscii => {
                let bytes = |word: &Word36| {
                    let [a, b, c, d, e] = text::characters(*word);
                    [a, b, c, d, e | (word.bits() as u8 & 1) << 7]
                };
                words.iter().flat_map(bytes).collect()
            }
            Packing::HighDensity => {
                let pair = |pair: &[Word36]| {
                    let second = pair.get(1).copied().unwrap_or_default();
                    let bits = u128::from(pair[0].bits()) << 36 | u128::from(second.bits());
                    let bytes = bits.to_be_bytes();
                    bytes[7..if pair.len() == 2 { 16 } else { 12 }].to_vec()
                };
                words.chunks(2).flat_map(pair).collect()
            }
        }
    }
}

/// The first value too large for a word.
const NO_WORD: u64 = 1 << 36;

/// Words of `size` bytes each; `None` if the bytes do not fill them, or give larger numbers.
fn exact(bytes: &[u8], size: usize, word: impl Fn(&[u8]) -> u64) -> Option<Vec<Word36>> {
    let words = bytes.chunks(size).map(|chunk| {
        let bits = (chunk.len() == size).then(|| word(chunk))?;
        (bits >> 36 == 0).then_some(Word36::new(bits))
    });
    words.collect()
}

fn high_density(bytes: &[u8]) -> Option<Vec<Word36>> {
    let mut words = Vec::with_capacity(bytes.len() / 9 * 2 + 1);
    for pair in bytes.chunks(9) {
        match pair.len() {
            9 => {
                words.extend([big_endian(&pair[..5]) >> 4, big_endian(&pair[4..])].map(Word36::new))
            }
            5 if pair[4] & 0o17 == 0 => words.push(Word36::new(big_endian(pair) >> 4)),
            _ => return None,
        }
    }
    Some(words)
}

fn big_endian(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |bits, &byte| bits << 8 | u64::from(byte))
}

//! Options of the machine, and the switches that set them.

use architecture::{Row, Takes};

use crate::isa::WORD_BYTES;

/// Options that a user can choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Options {
    /// Words of memory, within [`WORDS`].
    pub(crate) words: u32,
    /// Whether a program may overwrite its instructions.
    pub(crate) writable_text: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options { words: 1 << 16, writable_text: false }
    }
}

impl Options {
    /// Size of memory in bytes.
    pub(crate) fn memory_bytes(self) -> u32 {
        self.words * WORD_BYTES
    }
}

/// Range of memory sizes in words, such that every address fits in each instruction.
const WORDS: std::ops::RangeInclusive<u32> = 1 << 8..=1 << 19;

/// The switches.
pub(crate) static SWITCHES: [Row<Options>; 2] = [
    Row::text("words", "Words of memory (little)", Takes::Text("COUNT", refused_words), set_words)
        .kept_made(|options| options.words.to_string()),
    Row::on("writable-text", "Allow the program to write its own text (little)", set_writable)
        .kept(|options| options.writable_text),
];

fn set_words(options: &mut Options, value: &str) {
    options.words = words(value).unwrap_or(options.words);
}

fn set_writable(options: &mut Options, is_on: bool) {
    options.writable_text = is_on;
}

fn words(value: &str) -> Option<u32> {
    value.parse().ok().filter(|words| WORDS.contains(words))
}

fn refused_words(value: &str) -> Option<String> {
    let (low, high) = (WORDS.start(), WORDS.end());
    words(value).is_none().then(|| format!("`words` takes a number from {low} to {high}"))
}

//! SBLK files: blocks with checksums, then symbols.
//!
//! After a paper tape loader, which ends with `JRST 1`, come blocks of words for memory and the
//! start instruction; then symbol tables and other notes in the same format, and the start
//! instruction again.
//!
//! Source: *binfmt* of the ITS documentation; MIDAS 458, which writes such files.

use super::cursor::{Cursor, count, header, is_negative};
use super::error::{Damage, FileError};
use crate::binary::{Binary, Entry, Flags, JRST, Note, WordBlock};
use crate::{Word36, text};

/// End of the loader.
pub(super) const JRST_1: Word36 = Word36::halves(JRST, 1);
/// Words in which the loader must end; MIDAS's has 47.
const LONGEST_LOADER: usize = 0o200;
/// Maximum words of a block, which a job can map at once.
const BLOCK_WORDS: usize = 0o2000;
/// Maximum words a header can count.
const TABLE_WORDS: usize = 0o400000;
/// Kind of block with symbols.
const SYMBOLS: u32 = 0;
/// Kind of block that names the symbol file.
const SYMBOL_FILE: u32 = 2;

/// MIDAS's loader: pairs of `DATAI PTR,address` and the word for that address.
#[rustfmt::skip]
const LOADER: [(u32, u64); 19] = [
    (0o00, 0o710600_000060), (0o01, 0o265600_000030), (0o02, 0o710440_000016), (0o03, 0o200640_000016),
    (0o04, 0o325700_000016), (0o05, 0o265600_000030), (0o06, 0o710456_000000), (0o07, 0o241640_000001),
    (0o10, 0o270656_000000), (0o11, 0o253700_000005), (0o12, 0o201600_000033), (0o13, 0o254000_000030),
    (0o30, 0o710740_000010), (0o31, 0o254000_000030), (0o32, 0o254014_000000), (0o33, 0o710440_000016),
    (0o34, 0o316640_000016), (0o35, 0o324000_000001), (0o36, 0o254200_000000),
];

/// Position of the blocks, if this is an SBLK file.
pub(super) fn recognise(words: &[Word36]) -> Option<usize> {
    let loader = &words[..words.len().min(LONGEST_LOADER)];
    loader.iter().position(|&word| word == JRST_1).map(|at| at + 1)
}

/// Reads what follows the loader, which ends before the word at `start`.
pub(super) fn read(words: &[Word36], start: usize) -> Result<Binary, FileError> {
    let mut cursor = Cursor::new(words, start);
    let mut binary = Binary::default();
    loop {
        let first = cursor.word("the start instruction")?;
        if !is_negative(first) {
            binary.start = first;
            break;
        }
        let words = block(&mut cursor, first)?.to_vec();
        binary.blocks.push(WordBlock { address: first.right(), words, writable: true });
    }
    read_tables(&mut cursor, &mut binary)?;
    Ok(binary)
}

/// Reads the words announced by a header, and checks their checksum.
fn block<'w>(cursor: &mut Cursor<'w>, header: Word36) -> Result<&'w [Word36], FileError> {
    let words = cursor.take(count(header), "a block")?;
    let computed = checksum(header, words);
    let at = cursor.at();
    let stored = cursor.word("a block's checksum")?;
    // TECO, which also writes programs, adds no checksum to the name of a symbol file.
    if stored == computed || header.right() == SYMBOL_FILE && words.len() == 4 {
        Ok(words)
    } else {
        Err(Damage::Checksum { stored: stored.bits(), computed: computed.bits() }.at(at))
    }
}

/// Sum of header and words, rotated left by one bit before each addition.
fn checksum(header: Word36, words: &[Word36]) -> Word36 {
    let turned = |sum: Word36| Word36::new(sum.bits() << 1 | sum.bits() >> 35);
    words.iter().fold(header, |sum, &word| turned(sum) + word)
}

/// Reads the tables after the start instruction.
///
/// Its second copy ends them. Like DDT, take any nonnegative word as that copy, and ignore what
/// follows it. A file may end before them, as MIDAS does without symbols.
pub(super) fn read_tables(cursor: &mut Cursor<'_>, binary: &mut Binary) -> Result<(), FileError> {
    while !cursor.is_at_end() {
        let at = cursor.at();
        let first = cursor.word("the second start instruction")?;
        if !is_negative(first) {
            break;
        }
        let words = block(cursor, first)?;
        match first.right() {
            SYMBOLS if words.len() % 2 != 0 => {
                return Err(Damage::HalfSymbol { words: words.len() as u64 }.at(at));
            }
            SYMBOLS => binary.symbols.extend(words.chunks_exact(2).map(entry)),
            kind => binary.notes.push(Note { kind, words: words.to_vec() }),
        }
    }
    Ok(())
}

/// Decodes a symbol from its two words.
pub(super) fn entry(words: &[Word36]) -> Entry {
    let bit = |bit: u32| words[0].left() & bit != 0;
    let flags = Flags {
        half_killed: bit(0o400000),
        killed: bit(0o200000),
        local: bit(0o100000),
        global: bit(0o040000),
    };
    Entry { name: text::from_squoze(words[0]), value: words[1], flags }
}

/// Flags of a symbol, as placed above its name.
pub(super) fn flag_bits(flags: Flags) -> Word36 {
    let bits = [
        (flags.half_killed, 0o400000),
        (flags.killed, 0o200000),
        (flags.local, 0o100000),
        (flags.global, 0o040000),
    ];
    Word36::halves(bits.iter().filter(|(set, _)| *set).map(|(_, bit)| bit).sum(), 0)
}

/// Writes a program as a file with MIDAS's loader.
#[must_use]
pub fn write(binary: &Binary) -> Vec<Word36> {
    let datai = |address| Word36::halves(0o710440, address);
    let pairs = LOADER.iter().flat_map(|&(address, word)| [datai(address), Word36::new(word)]);
    let mut words: Vec<Word36> = pairs.chain([JRST_1]).collect();
    write_after_loader(binary, &mut words);
    words
}

/// Writes the blocks, the start instruction and what follows.
pub(super) fn write_after_loader(binary: &Binary, words: &mut Vec<Word36>) {
    for block in &binary.blocks {
        let mut address = block.address;
        for run in block.words.chunks(BLOCK_WORDS) {
            write_block(header(run.len(), address), run, words);
            address += run.len() as u32;
        }
    }
    words.push(binary.start);
    if binary.symbols.is_empty() && binary.notes.is_empty() {
        return;
    }
    write_tables(binary, words);
    // MIDAS writes it once to end the symbols and once to end the file.
    words.extend([binary.start; 2]);
}

/// Writes notes and symbols.
pub(super) fn write_tables(binary: &Binary, words: &mut Vec<Word36>) {
    for note in binary.notes.iter().filter(|note| !note.words.is_empty()) {
        write_block(header(note.words.len(), note.kind), &note.words, words);
    }
    let pair = |entry: &Entry| {
        [flag_bits(entry.flags) | text::squoze(&entry.name).unwrap_or_default(), entry.value]
    };
    let symbols: Vec<Word36> = binary.symbols.iter().flat_map(pair).collect();
    for table in symbols.chunks(TABLE_WORDS) {
        write_block(header(table.len(), SYMBOLS), table, words);
    }
}

fn write_block(header: Word36, block: &[Word36], words: &mut Vec<Word36>) {
    words.push(header);
    words.extend(block);
    words.push(checksum(header, block));
}

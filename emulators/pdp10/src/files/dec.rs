//! Files of DEC's systems: save files (`.SAV`) and files of whole pages (`.EXE`).
//!
//! Sources: TOPS-10 Monitor Calls, "Saved file formats" (old style and `.EXE`), "Job data area";
//! MIDAS 458, which writes the former.

use super::cursor::{Cursor, count, header, is_negative};
use super::error::{Damage, FileError};
use super::sblk;
use crate::binary::{Binary, Entry, JRST, WordBlock};
use crate::{Word36, text};

/// Job data area: pointer to the symbol table.
const JBSYM: u32 = 0o116;
/// Start address, in the right half.
const JBSA: u32 = 0o120;
/// Words per page on these systems.
const PAGE_WORDS: u32 = 0o1000;
/// Maximum words of a block.
const BLOCK_WORDS: usize = 0o400000;

/// Reads a save file; `None` if it is not one.
///
/// It has no signature, so a damaged save file is not recognised.
pub(super) fn read_save(words: &[Word36]) -> Option<Binary> {
    let mut cursor = Cursor::new(words, 0);
    let mut binary = Binary::default();
    loop {
        let first = cursor.word("the start instruction").ok()?;
        if !is_negative(first) {
            binary.start = first;
            break;
        }
        let words = cursor.take(count(first), "a block").ok()?.to_vec();
        let address = (first.right() + 1) & 0o777777;
        binary.blocks.push(WordBlock { address, words, writable: true });
    }
    let is_jump = binary.start.left() >> 9 == JRST >> 9;
    if binary.blocks.is_empty() || !is_jump || !cursor.ends_with(binary.start) {
        return None;
    }
    binary.symbols = symbols(&binary);
    Some(binary)
}

/// Whether words are the high segment of a program, as a `.SHR` file has it: it starts with its own
/// job data area at 400000.
pub(super) fn is_high_segment(words: &[Word36]) -> bool {
    /// Jumps and calls, one of which is the instruction for user calls.
    const CALLS: [u32; 4] = [JRST, 0o260000, 0o264000, 0o254200];
    let Some(area) = words.first_chunk::<8>() else { return false };
    let [start, call, core, ..] = *area;
    let end = 0o400000 + words.len() as u64;
    let is_start = start.right() == 0 || (0o400010..end).contains(&u64::from(start.right()));
    let is_call = CALLS.contains(&(call.left() & 0o777600));
    // The low segment ends below the high one, and one word of the area is not used.
    is_start
        && is_call
        && start.left() < 0o400000
        && core.left() < 0o400000
        && area[6] == Word36::default()
}

/// The symbols that `.JBSYM` points to.
fn symbols(binary: &Binary) -> Vec<Entry> {
    let word = |address: u32| {
        let holds = |block: &&WordBlock| {
            address.checked_sub(block.address).is_some_and(|at| (at as usize) < block.words.len())
        };
        let block = binary.blocks.iter().rfind(holds)?;
        block.words.get((address - block.address) as usize).copied()
    };
    let Some(pointer) = word(JBSYM).filter(|&pointer| is_negative(pointer)) else {
        return Vec::new();
    };
    let addresses = (pointer.right()..0o777777).step_by(2).take(count(pointer) / 2);
    addresses.map_while(|at| Some(sblk::entry(&[word(at)?, word(at + 1)?]))).collect()
}

/// Builds a save file; any symbols follow the program at `symbols_at`.
///
/// If the start instruction is a plain `JRST`, its address goes into `.JBSA`.
#[must_use]
pub fn write_save(binary: &Binary, symbols_at: u32, program: &str) -> Vec<Word36> {
    let mut words = Vec::new();
    let mut block = |address: u32, block: &[Word36]| {
        let mut address = address;
        for run in block.chunks(BLOCK_WORDS) {
            words.push(header(run.len(), address.wrapping_sub(1)));
            words.extend(run);
            address += run.len() as u32;
        }
    };
    for one in &binary.blocks {
        block(one.address, &one.words);
    }
    if binary.start.left() == JRST {
        block(JBSA, &[Word36::from(binary.start.right())]);
    }
    if !binary.symbols.is_empty() {
        let table = table(&binary.symbols, program);
        block(JBSYM, &[header(table.len(), symbols_at)]);
        block(symbols_at, &table);
    }
    words.extend(vec![binary.start; if binary.symbols.is_empty() { 1 } else { 2 }]);
    words
}

/// Symbols for DEC's debugger: each block's name after its symbols, outer blocks first, and the
/// program's name at the end.
fn table(symbols: &[Entry], program: &str) -> Vec<Word36> {
    let starts = symbols.iter().enumerate().filter(|(_, entry)| entry.flags.is_header());
    let starts: Vec<usize> = starts.map(|(at, _)| at).collect();
    let mut words = Vec::new();
    let mut end = symbols.len();
    for &start in starts.iter().rev() {
        words.extend(symbols[start + 1..end].iter().flat_map(pair));
        if starts.len() > 1 {
            let level = symbols[start].value.right().saturating_sub(1);
            words.extend([name(&symbols[start].name) | BLOCK_NAME, Word36::from(level)]);
        }
        end = start;
    }
    words.extend(symbols[..end].iter().flat_map(pair));
    words.extend([name(program), Word36::default()]);
    words
}

/// Flags of a block name.
const BLOCK_NAME: Word36 = Word36::halves(0o140000, 0);

fn pair(entry: &Entry) -> [Word36; 2] {
    [sblk::flag_bits(entry.flags) | name(&entry.name), entry.value]
}

/// A name in DEC's format, with leading spaces.
fn name(name: &str) -> Word36 {
    let mut code = text::squoze(name).unwrap_or_default().bits();
    while code != 0 && code.is_multiple_of(0o50) {
        code /= 0o50;
    }
    Word36::new(code)
}

/// Kinds of blocks in an `.EXE` file's directory, from the left half.
mod kind {
    /// Data vector of the program for the system.
    pub(super) const DATA_VECTOR: u32 = 0o1774;
    /// Length and address of the entry vector.
    pub(super) const ENTRY: u32 = 0o1775;
    /// Page map.
    pub(super) const DIRECTORY: u32 = 0o1776;
    /// End of the directory.
    pub(super) const END: u32 = 0o1777;
}

/// Whether this is an `.EXE` file.
pub(super) fn is_exe(words: &[Word36]) -> bool {
    words.first().is_some_and(|word| word.left() == kind::DIRECTORY)
}

/// Reads an `.EXE` file.
pub(super) fn read_exe(words: &[Word36]) -> Result<Binary, FileError> {
    let mut cursor = Cursor::new(words, 0);
    let mut binary = Binary::default();
    let mut entry = None;
    loop {
        let at = cursor.at();
        let head = cursor.word("the directory")?;
        let rest = cursor.take(head.right().saturating_sub(1) as usize, "the directory");
        match head.left() {
            kind::END => break,
            kind::DIRECTORY => {
                for (number, group) in rest?.chunks_exact(2).enumerate() {
                    pages(words, group, at + 1 + 2 * number, &mut binary)?;
                }
            }
            kind::ENTRY => entry = rest?.get(..2).map(|entry| (entry[0], entry[1].right())),
            kind::DATA_VECTOR => drop(rest?),
            kind => return Err(Damage::Directory { kind }.at(at)),
        }
    }
    binary.start = match entry {
        // A vector of 254000 words means that the job data area has the start.
        Some((length, at)) if length.bits() < u64::from(JRST) => Word36::halves(JRST, at),
        _ => start(&binary),
    };
    binary.symbols = symbols(&binary);
    Ok(binary)
}

/// A jump to the address in `.JBSA`; zero if there is none.
fn start(binary: &Binary) -> Word36 {
    let first = binary.blocks.iter().find(|block| block.address == 0);
    let address = first.and_then(|block| block.words.get(JBSA as usize)).map(|word| word.right());
    address.filter(|&at| at != 0).map_or_else(Word36::default, |at| Word36::halves(JRST, at))
}

/// Reads a run of pages from the directory: access and file position, then number and address.
fn pages(
    words: &[Word36],
    group: &[Word36],
    at: usize,
    binary: &mut Binary,
) -> Result<(), FileError> {
    let page = |word: Word36| word.bits() & 0o777_777777;
    let repeat = (group[1].bits() >> 27) + 1;
    let (in_file, in_memory) = (page(group[0]), page(group[1]));
    let writable = group[0].bits() >> 33 & 1 != 0;
    for number in 0..repeat {
        let page = in_memory + number;
        if page > 0o777 {
            return Err(Damage::NoPage { page }.at(at));
        }
        let from = (in_file + number) as usize * PAGE_WORDS as usize;
        let content = match in_file {
            0 => vec![Word36::default(); PAGE_WORDS as usize],
            _ => Cursor::new(words, from).take(PAGE_WORDS as usize, "a page")?.to_vec(),
        };
        let address = page as u32 * PAGE_WORDS;
        if binary.blocks.iter().any(|block| block.address == address) {
            return Err(Damage::PageTwice { page: page as u32 }.at(at));
        }
        binary.blocks.push(WordBlock { address, words: content, writable });
    }
    Ok(())
}

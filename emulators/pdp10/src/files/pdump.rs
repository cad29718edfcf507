//! PDUMP files: whole pages, with their access rights.
//!
//! Source: *binfmt* of the ITS documentation, part B.

use super::cursor::Cursor;
use super::error::{Damage, FileError};
use super::sblk;
use crate::Word36;
use crate::binary::{Binary, WordBlock};
use crate::memory::{ACCUMULATORS, PAGE_WORDS, PAGES};

/// Position of the page map in the first page.
const MAP_AT: usize = 1;
/// Position of the accumulators in the first page.
const ACCUMULATORS_AT: usize = 0o1000;

/// Left half of a page's word: a page of the system.
const ABSOLUTE: u32 = 0o400000;
/// The page is shared with another page of the job.
const SHARED: u32 = 0o100000;
/// Right half: the page is writable.
const WRITE: u32 = 0o400000;
/// The page is readable.
const READ: u32 = 0o200000;
/// Number of the other page.
const NUMBER: u32 = 0o777;

/// Whether this is a PDUMP file: its first word is zero, and its map is not.
pub(super) fn recognise(words: &[Word36]) -> bool {
    let zero = Word36::default();
    let map = words.get(MAP_AT..PAGE_WORDS as usize).and_then(|rest| rest.get(..PAGES as usize));
    words.first() == Some(&zero) && map.is_some_and(|map| map.iter().any(|&word| word != zero))
}

/// Reads a file that [`recognise`] accepts.
pub(super) fn read(words: &[Word36]) -> Result<Binary, FileError> {
    let mut cursor = Cursor::new(words, 0);
    let first = cursor.take(PAGE_WORDS as usize, "the map of pages")?;
    let map = &first[MAP_AT..MAP_AT + PAGES as usize];
    let accumulators = &first[ACCUMULATORS_AT..][..ACCUMULATORS as usize];
    let mut binary = Binary::default();
    if accumulators.iter().any(|&word| word != Word36::default()) {
        let words = accumulators.to_vec();
        binary.blocks.push(WordBlock { address: 0, words, writable: true });
    }
    let mut pure: Vec<Option<&[Word36]>> = vec![None; PAGES as usize];
    for (page, &entry) in (0..).zip(map) {
        let (at, access) = (MAP_AT + page as usize, entry.right());
        if access & (READ | WRITE) == 0 {
            continue;
        }
        let writable = access & WRITE != 0;
        let words = match entry.left() {
            left if left & ABSOLUTE != 0 => return Err(Damage::AbsolutePage { page }.at(at)),
            // Two places of one page look the same to a program only while it cannot write there.
            left if left & SHARED != 0 => {
                let other = access & NUMBER;
                let shared = pure.get(other as usize).copied().flatten().filter(|_| !writable);
                shared.ok_or(Damage::SharedPage { page, other }.at(at))?
            }
            _ => cursor.take(PAGE_WORDS as usize, "a page")?,
        };
        if !writable {
            pure[page as usize] = Some(words);
        }
        binary.blocks.push(page_block(page, words, writable));
    }
    binary.start = cursor.word("the start instruction")?;
    sblk::read_tables(&mut cursor, &mut binary)?;
    Ok(binary)
}

/// A page of memory; the first page excludes the accumulators.
fn page_block(page: u32, words: &[Word36], writable: bool) -> WordBlock {
    let skipped = if page == 0 { ACCUMULATORS } else { 0 };
    let words = words[skipped as usize..].to_vec();
    WordBlock { address: page * PAGE_WORDS + skipped, words, writable }
}

/// Writes a program as a file of whole pages.
///
/// A page is writable if one of its words is.
#[must_use]
pub fn write(binary: &Binary) -> Vec<Word36> {
    let mut pages: Vec<Option<(Vec<Word36>, bool)>> = vec![None; PAGES as usize];
    let mut accumulators = vec![Word36::default(); ACCUMULATORS as usize];
    for block in &binary.blocks {
        for (address, &word) in (block.address..).zip(&block.words) {
            let address = address & 0o777777;
            if address < ACCUMULATORS {
                accumulators[address as usize] = word;
                continue;
            }
            let place = &mut pages[(address / PAGE_WORDS) as usize];
            let empty = || (vec![Word36::default(); PAGE_WORDS as usize], false);
            let (words, writable) = place.get_or_insert_with(empty);
            words[(address % PAGE_WORDS) as usize] = word;
            *writable |= block.writable;
        }
    }
    let mut words = vec![Word36::default(); PAGE_WORDS as usize];
    words[ACCUMULATORS_AT..][..ACCUMULATORS as usize].copy_from_slice(&accumulators);
    for (entry, page) in words[MAP_AT..].iter_mut().zip(&pages) {
        if let Some((_, writable)) = page {
            *entry = Word36::from(if *writable { READ | WRITE } else { READ });
        }
    }
    words.extend(pages.into_iter().flatten().flat_map(|(words, _)| words));
    words.push(binary.start);
    sblk::write_tables(binary, &mut words);
    words.push(binary.start);
    words
}

//! A program as MIDAS writes it and DDT loads it: blocks of words, start, symbols.

use machine::{Data, Image, Segment, Symbol};

use crate::Word36;

/// Left half of a start instruction: a jump.
pub const JRST: u32 = 0o254000;

/// A program, independent of its file format.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Binary {
    /// Blocks loaded into memory, in file order; later words overwrite earlier ones.
    pub blocks: Vec<WordBlock>,
    /// Start instruction, such as `JRST 100`; zero if there is none.
    pub start: Word36,
    /// The symbol table, in the order of the file.
    pub symbols: Vec<Entry>,
    /// Further information blocks, in file order.
    pub notes: Vec<Note>,
}

/// An information block after a program, other than a symbol table.
///
/// Source: *binfmt* of the ITS documentation: kind 1 lists uses of undefined symbols, 2 names the
/// file with the symbol table, 3 gives the origin of the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// Kind of block.
    pub kind: u32,
    /// Its words.
    pub words: Vec<Word36>,
}

/// Origin of a program, as MIDAS records it: SIXBIT words and a date.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Origin {
    /// User who assembled it.
    pub user: Word36,
    /// Date in disk format.
    pub date: Word36,
    /// Device, first name, second name and directory of the source.
    pub source: [Word36; 4],
}

impl From<Origin> for Note {
    fn from(origin: Origin) -> Self {
        let [device, first, second, directory] = origin.source;
        let header = Word36::halves(-6i32 as u32, 1);
        let words = vec![header, origin.user, origin.date, device, first, second, directory];
        Note { kind: 3, words }
    }
}

/// Words for consecutive addresses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WordBlock {
    /// Address of the first word.
    pub address: u32,
    /// The words.
    pub words: Vec<Word36>,
    /// Whether the program may write the words; only pages of a PDUMP file may not be writable.
    pub writable: bool,
}

/// An entry of a symbol table: a symbol, or the header of a program or block.
///
/// Source: *binfmt* and *DDT ORDER* of the ITS documentation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Up to six characters of radix 50.
    pub name: String,
    /// Value; in a header, minus twice the number of entries including itself, and its level.
    pub value: Word36,
    /// Bits 4.9 to 4.6 of the first word; all clear for a header.
    pub flags: Flags,
}

/// Flags of a symbol in a symbol table.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Flags {
    /// Bit 4.9: DDT takes it but does not type it.
    pub half_killed: bool,
    /// Bit 4.8: DDT does not know it.
    pub killed: bool,
    /// Bit 4.7: known in its block only.
    pub local: bool,
    /// Bit 4.6: known everywhere.
    pub global: bool,
}

impl Flags {
    /// Whether the entry is the header of a block.
    #[must_use]
    pub fn is_header(self) -> bool {
        self == Flags::default()
    }
}

impl Binary {
    /// Address of the start instruction; `None` if there is no start.
    #[must_use]
    pub fn start_address(&self) -> Option<u32> {
        (self.start != Word36::default()).then(|| self.start.right())
    }

    /// Origin of the program, if its file records it.
    #[must_use]
    pub fn origin(&self) -> Option<Origin> {
        self.notes.iter().find_map(|note| match (note.kind, note.words.as_slice()) {
            (3, &[header, user, date, ref source @ ..]) if header.right() == 1 => {
                let source = source.get(..4)?.try_into().ok()?;
                Some(Origin { user, date, source })
            }
            _ => None,
        })
    }

    /// Image that a machine loads.
    ///
    /// The entry is 0 without a start. Of words at the same address, the last block's counts.
    #[must_use]
    pub fn image(&self) -> Image {
        let mut words = std::collections::BTreeMap::new();
        for block in &self.blocks {
            for (at, &word) in (block.address..).zip(&block.words) {
                words.insert(at & 0o777777, (word, block.writable));
            }
        }
        let mut segments: Vec<Segment> = Vec::new();
        for (at, (word, writable)) in words {
            match segments.last_mut() {
                Some(last)
                    if last.base + last.size == u64::from(at) && last.writable == writable =>
                {
                    if let Data::Words(words) = &mut last.data {
                        words.push(word.bits());
                    }
                    last.size += 1;
                }
                _ => segments.push(Segment {
                    name: if writable { "impure" } else { "pure" }.to_owned(),
                    base: at.into(),
                    size: 1,
                    data: Data::Words(vec![word.bits()]),
                    executable: true,
                    writable,
                }),
            }
        }
        let named = self.symbols.iter().filter(|entry| !entry.flags.is_header());
        let symbol = |entry: &Entry| Symbol {
            name: entry.name.clone(),
            value: entry.value.bits(),
            global: entry.flags.global,
            address: !entry.flags.half_killed && entry.value.left() == 0,
        };
        Image {
            isa: "pdp10".to_owned(),
            entry: self.start_address().unwrap_or(0).into(),
            segments,
            symbols: named.map(symbol).collect(),
            ..Image::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_become_segments_and_later_words_win() {
        let block = |address, words: &[u64]| WordBlock {
            address,
            words: words.iter().map(|&word| Word36::new(word)).collect(),
            writable: true,
        };
        let binary = Binary {
            blocks: vec![block(0o100, &[1, 2]), block(0o102, &[3]), block(0o100, &[4])],
            start: Word36::halves(JRST, 0o100),
            ..Binary::default()
        };
        let image = binary.image();
        assert_eq!(image.entry, 0o100);
        assert_eq!(image.segments.len(), 1);
        assert_eq!(image.segments[0].data, Data::Words(vec![4, 2, 3]));
    }
}

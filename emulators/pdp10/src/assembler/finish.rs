//! The finished program: its symbol table, its file and its image.
//!
//! Source: MIDAS 458, `SSYMD` and `BKSRT`.

use asmkit::{Assembly, Sources};
use machine::{Image, Line};

use super::Assembled;
use super::context::Assembler;
use super::name::Name;
use super::output::Format;
use super::symbols::{INITIAL, MAIN, Meaning};
use crate::binary::{Binary, Entry, Flags, Note};
use crate::files::{rim10, sblk, write_save};
use crate::{Word36, text};

/// A symbol for the table, with its block.
struct TableSymbol {
    entry: Entry,
    block: usize,
}

impl Assembler<'_> {
    /// Result of the assembly; without a file if it was abandoned.
    pub(crate) fn finish(&mut self, whole: bool) -> Assembled {
        if !whole {
            return Assembled::default();
        }
        let binary = Binary {
            blocks: std::mem::take(&mut self.program.output.blocks),
            start: self.program.output.start.unwrap_or_default(),
            symbols: if self.program.output.symbols { self.symbol_table() } else { Vec::new() },
            notes: Vec::new(),
        };
        let file = if self.program.relocatable { self.stink_file() } else { self.file(&binary) };
        let is_relocatable = self.program.relocatable;
        let binary = if is_relocatable { Binary::default() } else { binary };
        let image = self.image(&binary);
        Assembled {
            assembly: Assembly { image, warnings: Vec::new() },
            binary,
            title: self.program.title.to_string(),
            file,
            is_relocatable,
            ..Assembled::default()
        }
    }

    /// Words of the file.
    fn file(&self, binary: &Binary) -> Vec<Word36> {
        // An empty program is the loader and a start instruction.
        let loader = |words: Vec<Word36>| words.len() - 1;
        let title = self.program.title.to_string();
        match self.program.output.format {
            Format::Rim10 => {
                let loader = loader(rim10::write(&Binary::default()));
                self.with_raw_words(rim10::write(binary), binary, loader, 2)
            }
            Format::DecSave => {
                let words = write_save(binary, self.program.output.end, &title);
                self.with_raw_words(words, binary, 0, 1)
            }
            Format::Sblk => {
                let mut noted = binary.clone();
                noted.notes.extend(self.program.output.symbols.then(|| self.origin()));
                let loader = loader(sblk::write(&Binary::default()));
                self.with_raw_words(sblk::write(&noted), binary, loader, 2)
            }
        }
    }

    /// A file with the words of WORD between its blocks, which start after `loader` words and have
    /// `around` words more than the program.
    fn with_raw_words(
        &self,
        words: Vec<Word36>,
        binary: &Binary,
        loader: usize,
        around: usize,
    ) -> Vec<Word36> {
        let mut raw = self.program.output.raw.iter().peekable();
        let (mut file, mut at) = (words[..loader].to_vec(), loader);
        for (before, block) in binary.blocks.iter().enumerate() {
            while let Some(&(_, word)) = raw.next_if(|raw| raw.0 <= before) {
                file.push(word);
            }
            let end = at + block.words.len() + around;
            file.extend_from_slice(&words[at..end]);
            at = end;
        }
        file.extend(raw.map(|&(_, word)| word));
        file.extend_from_slice(&words[at..]);
        file
    }

    /// The note with the program's origin: user, date, device, names, directory.
    ///
    /// A fixed user and no date, so that a source gives the same file everywhere.
    fn origin(&self) -> Note {
        use super::settings::Setting;
        let names = [Setting::Name1, Setting::Name2].map(|setting| self.program.settings[setting]);
        let head = [Word36::halves(0o777772, 1), text::sixbit("GUEST"), Word36::default()];
        let words = head.into_iter().chain([text::sixbit("DSK")]).chain(names);
        Note { kind: 3, words: words.chain([text::sixbit("GUEST")]).collect() }
    }

    fn image(&self, binary: &Binary) -> Image {
        let sources: &Sources = self.source.files;
        let line = |(&address, (span, used)): (&u32, &(asmkit::Span, Option<asmkit::Span>))| Line {
            address: address.into(),
            file: span.file.0,
            line: sources.line_column(*span).0,
            used_at: used.map(|used| (used.file.0, sources.line_column(used).0)),
        };
        Image {
            lines: self.program.output.lines.iter().map(line).collect(),
            files: sources.names(),
            ..binary.image()
        }
    }

    /// Symbol table in MIDAS's order: blocks after those within them, and in each block by value,
    /// the negative ones first.
    fn symbol_table(&self) -> Vec<Entry> {
        let one_block = self.program.symbols.blocks().len() <= MAIN + 1;
        let mut listed: Vec<TableSymbol> = Vec::new();
        for number in self.program.symbols.in_table_order() {
            listed.extend(self.listed(number, one_block));
        }
        exchange(&mut listed, 35);
        let mut order = Vec::new();
        self.blocks_within(INITIAL, &mut order);
        let mut table = Vec::new();
        for block in order.into_iter().filter(|&block| block == INITIAL || !one_block) {
            let entries = || listed.iter().filter(|listed| listed.block == block);
            let name = match block {
                INITIAL => Name::new("GLOBAL"),
                MAIN => self.program.title,
                _ => self.program.symbols.blocks()[block].name,
            };
            let level = match self.program.symbols.blocks()[block].level {
                0 => 0,
                level => level as u32 + 1,
            };
            // MIDAS counts one symbol if there are none.
            let counted = if listed.is_empty() && block == INITIAL { 1 } else { entries().count() };
            let words = 2 * (counted as u32 + 1);
            table.push(Entry {
                name: name.to_string(),
                value: Word36::halves(0u32.wrapping_sub(words), level),
                flags: Flags::default(),
            });
            table.extend(entries().map(|listed| listed.entry.clone()));
        }
        table
    }

    /// Table entry of a symbol; `None` if it is not the program's.
    fn listed(&self, number: usize, one_block: bool) -> Option<TableSymbol> {
        let symbol = self.program.symbols.at(number);
        if symbol.block == INITIAL || symbol.marks.killed {
            return None;
        }
        let (value, global) = match symbol.meaning {
            Meaning::Number { word, global } => (word, global),
            Meaning::Variable { word, global } => (Word36::from(word.right()), global),
            _ => return None,
        };
        let half_killed = symbol.marks.half_killed;
        let flags = Flags { half_killed, killed: false, local: !global, global };
        let entry = Entry { name: symbol.name.to_string(), value, flags };
        let block = if global || one_block { INITIAL } else { symbol.block };
        Some(TableSymbol { entry, block })
    }

    /// Blocks of the program's symbols, each after those within it.
    pub(crate) fn blocks_in_file_order(&self) -> Vec<usize> {
        let mut order = Vec::new();
        self.blocks_within(INITIAL, &mut order);
        order.retain(|&block| block != INITIAL);
        order
    }

    /// Blocks within a block, each after those within it, then the block itself.
    fn blocks_within(&self, around: usize, order: &mut Vec<usize>) {
        let level = self.program.symbols.blocks()[around].level;
        for (number, block) in self.program.symbols.blocks().iter().enumerate() {
            if number != around && block.around == around && block.level == level + 1 {
                self.blocks_within(number, order);
            }
        }
        order.push(around);
    }
}

/// Radix-exchange sort by value, from this bit down; equal values are reordered like in MIDAS.
///
/// Source: MIDAS 458, `SSRTX`.
fn exchange(listed: &mut [TableSymbol], bit: u32) {
    if listed.len() <= 1 {
        return;
    }
    let first = |listed: &TableSymbol| (listed.entry.value.bits() >> bit & 1 == 1) == (bit == 35);
    let (mut low, mut high) = (0, listed.len());
    while low != high {
        if first(&listed[low]) {
            low += 1;
            continue;
        }
        high -= 1;
        if first(&listed[high]) {
            listed.swap(low, high);
            low += 1;
        }
    }
    if bit == 0 {
        return;
    }
    let (one, two) = listed.split_at_mut(low);
    exchange(one, bit - 1);
    exchange(two, bit - 1);
}

//! The symbol table: names, what they mean, and the blocks they mean it in.

mod slots;

use std::collections::HashMap;

use slots::Slots;

use super::context::{Assembler, Outcome};
use super::name::Name;
use super::settings::Setting;
use crate::Word36;

/// What a pseudo-operation does when its name is read where a value may stand.
///
/// Its arguments are read from the input; `terminator` says what ended its name. The name is for
/// messages: EQUALS gives operations other names.
pub(crate) type Operation = fn(&mut Assembler<'_>, Name) -> Outcome;

/// What a name means.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Meaning {
    /// A pseudo-operation.
    Pseudo(Operation),
    /// A quantity of the assembler.
    Setting(Setting),
    /// A macro, by its number in `Macros`.
    Macro(usize),
    /// An instruction whose accumulator's field is a device.
    Device(Word36),
    /// A number; for other programs too where `global`.
    Number { word: Word36, global: bool },
    /// Used, and not defined yet.
    Undefined { global: bool },
    /// A variable whose area is not placed yet: how many words of the area come before it.
    Unplaced { index: u32, global: bool },
    /// A variable.
    Variable { word: Word36, global: bool },
}

/// A name in a block.
#[derive(Debug, Clone)]
pub(crate) struct Symbol {
    pub(crate) name: Name,
    /// The block it is defined in, by number.
    pub(crate) block: usize,
    pub(crate) meaning: Meaning,
    pub(crate) marks: SymbolFlags,
    /// Whether it was expunged.
    gone: bool,
}

/// What else is known of a symbol.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct SymbolFlags {
    /// Left out of the symbol table of the file.
    pub(crate) killed: bool,
    /// DDT takes it and does not type it.
    pub(crate) half_killed: bool,
    /// It may not get another value: a label, or set by `=:`.
    pub(crate) fixed: bool,
    /// It was given two values where it may have one.
    pub(crate) multiple: bool,
    /// Seen by .KILL and the like only: it may become a macro.
    pub(crate) may_be_macro: bool,
    /// Literals wait for its value.
    pub(crate) in_literal: bool,
}

/// A block of symbols.
#[derive(Debug, Clone)]
pub(crate) struct Block {
    pub(crate) name: Name,
    /// How many blocks it is in.
    pub(crate) level: usize,
    /// The block around it.
    pub(crate) around: usize,
    /// On which passes it was entered, a bit each.
    pub(crate) entered: u8,
}

/// The block of initial symbols.
pub(crate) const INITIAL: usize = 0;
/// The block that the program is.
pub(crate) const MAIN: usize = 1;

/// Names and what they mean.
#[derive(Debug)]
pub(crate) struct Symbols {
    /// Every symbol there ever was.
    symbols: Vec<Symbol>,
    by_name: HashMap<Name, Vec<usize>>,
    blocks: Vec<Block>,
    /// The blocks being read, the outermost first.
    nest: Vec<usize>,
    /// The block that the name being read was prefixed with.
    pub(crate) wanted: Option<usize>,
    places: Slots,
}

/// Places of the symbol table unless .SYMTAB wants more.
///
/// Source: MIDAS 458, `SYMDSZ`.
const PLACES: usize = 2707;

impl Symbols {
    /// A table with nothing but the outermost blocks.
    pub(crate) fn new() -> Self {
        let block = |name, level| Block { name: Name::new(name), level, around: 0, entered: 0 };
        Symbols {
            symbols: Vec::new(),
            by_name: HashMap::new(),
            blocks: vec![block(".INIT", 0), block(".MAIN", 1)],
            nest: vec![INITIAL, MAIN],
            wanted: None,
            places: Slots::new(PLACES),
        }
    }

    /// What a name means here, blocks taken into account; `None` when it was never seen.
    pub(crate) fn find(&self, name: Name) -> Option<Meaning> {
        self.number(name).map(|number| self.at(number).meaning)
    }

    /// Makes a name a macro, in the block wanted or the innermost; false when it was something
    /// else of the program's before, which it may not have been: used without a meaning, a label
    /// or a number.
    pub(crate) fn define_macro(&mut self, name: Name, number: usize) -> bool {
        let known = self.own(name);
        let at = self.own_or_new(name, Meaning::Macro(number));
        let symbol = self.at_mut(at);
        let may = known.is_none() || symbol.marks.may_be_macro;
        symbol.meaning = Meaning::Macro(number);
        symbol.marks.may_be_macro = true;
        may
    }

    /// The number of the symbol that a name is here: of the block wanted, or of the innermost of
    /// the blocks being read that has it.
    pub(crate) fn number(&self, name: Name) -> Option<usize> {
        let numbers = self.by_name.get(&name)?.iter().copied();
        match self.wanted {
            Some(wanted) => numbers.into_iter().find(|&number| self.at(number).block == wanted),
            None => {
                let level = |number: &usize| self.blocks[self.at(*number).block].level;
                let open =
                    |number: &usize| self.nest.get(level(number)) == Some(&self.at(*number).block);
                numbers.filter(open).max_by_key(level)
            }
        }
    }

    /// The block that a definition goes to.
    pub(crate) fn target(&self) -> usize {
        self.wanted.unwrap_or_else(|| self.current())
    }

    /// The number of the symbol of this name in the block wanted or the innermost.
    pub(crate) fn own(&self, name: Name) -> Option<usize> {
        let target = self.target();
        let numbers = self.by_name.get(&name)?;
        numbers.iter().copied().find(|&number| self.at(number).block == target)
    }

    /// The same, made with this meaning where there is none.
    pub(crate) fn own_or_new(&mut self, name: Name, meaning: Meaning) -> usize {
        self.own(name).unwrap_or_else(|| self.enter(name, self.target(), meaning))
    }

    /// A new symbol in a block.
    pub(crate) fn enter(&mut self, name: Name, block: usize, meaning: Meaning) -> usize {
        let number = self.symbols.len();
        self.symbols.push(Symbol {
            name,
            block,
            meaning,
            marks: SymbolFlags::default(),
            gone: false,
        });
        self.by_name.entry(name).or_default().push(number);
        if !self.places.put(name, number) {
            // MIDAS gives up.
            self.make_room(2 * number);
        }
        number
    }

    /// The symbol of a number.
    pub(crate) fn at(&self, number: usize) -> &Symbol {
        &self.symbols[number]
    }

    /// The same, to change it.
    pub(crate) fn at_mut(&mut self, number: usize) -> &mut Symbol {
        &mut self.symbols[number]
    }

    /// Forgets the symbol that a name is here.
    pub(crate) fn expunge(&mut self, name: Name) {
        let Some(number) = self.number(name) else { return };
        self.symbols[number].gone = true;
        self.places.free(name, number);
        if let Some(numbers) = self.by_name.get_mut(&name) {
            numbers.retain(|&other| other != number);
        }
    }

    /// Every symbol with its number, in the order they were entered.
    pub(crate) fn all(&self) -> impl Iterator<Item = (usize, &Symbol)> {
        self.symbols.iter().enumerate().filter(|(_, symbol)| !symbol.gone)
    }

    /// Every symbol's number in the order of the places MIDAS's table gives them.
    pub(crate) fn in_table_order(&self) -> Vec<usize> {
        self.places.in_order()
    }

    /// Gives the table at least so many places, and every symbol a new one.
    pub(crate) fn make_room(&mut self, count: usize) {
        let mut places = Slots::new(count.max(self.places.count()));
        for (number, symbol) in self.all() {
            places.put(symbol.name, number);
        }
        self.places = places;
    }

    /// The blocks, by number.
    pub(crate) fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The same, to change one.
    pub(crate) fn block_mut(&mut self, number: usize) -> &mut Block {
        &mut self.blocks[number]
    }

    /// The innermost block being read.
    pub(crate) fn current(&self) -> usize {
        self.nest.last().copied().unwrap_or(MAIN)
    }

    /// How many blocks are being read, each in the one before, the main one not counted.
    pub(crate) fn depth(&self) -> usize {
        self.nest.len() - 2
    }

    /// A new block in another.
    pub(crate) fn add_block(&mut self, name: Name, around: usize) -> usize {
        let level = self.blocks[around].level + 1;
        self.blocks.push(Block { name, level, around, entered: 0 });
        self.blocks.len() - 1
    }

    /// Starts to read a block.
    pub(crate) fn open_block(&mut self, number: usize) {
        self.nest.push(number);
    }

    /// Leaves the innermost block.
    pub(crate) fn close_block(&mut self) {
        self.nest.pop();
    }

    /// Leaves all but the main block: a pass starts.
    pub(crate) fn close_blocks(&mut self) {
        self.nest.truncate(2);
    }

    /// Names that are defined, for messages.
    pub(crate) fn defined_names(&self) -> impl Iterator<Item = String> {
        let defined =
            |(_, symbol): &(usize, &Symbol)| !matches!(symbol.meaning, Meaning::Undefined { .. });
        self.all().filter(defined).map(|(_, symbol)| symbol.name.to_string())
    }
}

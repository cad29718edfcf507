//! The symbol table: names, meanings, and blocks.

mod slots;

use std::collections::HashMap;

use slots::Slots;

use super::context::{Assembler, Outcome};
use super::name::Name;
use super::settings::Setting;
use super::value::Relocation;
use crate::Word36;

/// Function of a pseudo-operation, called where its name is read.
///
/// It reads its arguments from the input; `terminator` is the end of its name. The name is for
/// messages, as EQUALS can rename operations.
pub(crate) type Operation = fn(&mut Assembler<'_>, Name) -> Outcome;

/// Meaning of a name.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Meaning {
    /// A pseudo-operation.
    Pseudo(Operation),
    /// A setting of the assembler.
    Setting(Setting),
    /// A macro, by its number in `Macros`.
    Macro(usize),
    /// An instruction with a device in its accumulator field.
    Device(Word36),
    /// A number; exported if `global`.
    Number { word: Word36, global: bool },
    /// Used but not defined yet.
    Undefined { global: bool },
    /// A variable in an area not placed yet, with the number of words before it in the area.
    Unplaced { index: u32, global: bool },
    /// A variable.
    Variable { word: Word36, global: bool },
}

/// A name in a block.
#[derive(Debug, Clone)]
pub(crate) struct Symbol {
    pub(crate) name: Name,
    /// Number of the block it is defined in.
    pub(crate) block: usize,
    pub(crate) meaning: Meaning,
    pub(crate) marks: SymbolFlags,
    /// Address of the last use that the loader fills in, and whether it is relocated; (0, false) is
    /// none.
    pub(crate) chain: (u32, bool),
    /// Whether it was expunged.
    gone: bool,
}

/// Further properties of a symbol.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct SymbolFlags {
    /// Left out of the symbol table of the file.
    pub(crate) killed: bool,
    /// Accepted but not typed by DDT.
    pub(crate) half_killed: bool,
    /// Must not get another value: a label, or set by `=:`.
    pub(crate) fixed: bool,
    /// Was given two values where only one is allowed.
    pub(crate) multiple: bool,
    /// Only seen by .KILL and the like: it may become a macro.
    pub(crate) may_be_macro: bool,
    /// Literals wait for its value.
    pub(crate) in_literal: bool,
    /// Relocation of its value: zero or one in each half.
    pub(crate) relocation: Relocation,
    /// Only the loader knows its value.
    pub(crate) loader: bool,
    /// Its value is in the file.
    pub(crate) punched: bool,
    /// A variable that pass 2 has seen with `'`.
    pub(crate) seen: bool,
}

/// A symbol block.
#[derive(Debug, Clone)]
pub(crate) struct SymbolBlock {
    pub(crate) name: Name,
    /// Nesting level.
    pub(crate) level: usize,
    /// Enclosing block.
    pub(crate) around: usize,
    /// Passes on which it was entered, one bit each.
    pub(crate) entered: u8,
}

/// Block of predefined symbols.
pub(crate) const INITIAL: usize = 0;
/// Block of the program.
pub(crate) const MAIN: usize = 1;

/// The symbol table.
#[derive(Debug)]
pub(crate) struct Symbols {
    /// Every symbol, including deleted ones.
    symbols: Vec<Symbol>,
    by_name: HashMap<Name, Vec<usize>>,
    blocks: Vec<SymbolBlock>,
    /// Open blocks, the outermost first.
    nest: Vec<usize>,
    /// Block given as a prefix of the current name.
    pub(crate) wanted: Option<usize>,
    places: Slots,
}

/// Slots of the symbol table unless .SYMTAB requests more.
///
/// Source: MIDAS 458, `SYMDSZ`.
const PLACES: usize = 2707;

impl Symbols {
    /// A table with only the outermost blocks.
    pub(crate) fn new() -> Self {
        let block =
            |name, level| SymbolBlock { name: Name::new(name), level, around: 0, entered: 0 };
        Symbols {
            symbols: Vec::new(),
            by_name: HashMap::new(),
            blocks: vec![block(".INIT", 0), block(".MAIN", 1)],
            nest: vec![INITIAL, MAIN],
            wanted: None,
            places: Slots::new(PLACES),
        }
    }

    /// Meaning of a name here, considering blocks; `None` if it is new.
    pub(crate) fn find(&self, name: Name) -> Option<Meaning> {
        self.number(name).map(|number| self.at(number).meaning)
    }

    /// Defines a macro in the requested or innermost block; false if the name had another meaning
    /// in the program that it must not have had: used without a meaning, a label or a number.
    pub(crate) fn define_macro(&mut self, name: Name, number: usize) -> bool {
        let known = self.own(name);
        let at = self.own_or_new(name, Meaning::Macro(number));
        let symbol = self.at_mut(at);
        let may = known.is_none() || symbol.marks.may_be_macro;
        symbol.meaning = Meaning::Macro(number);
        symbol.marks.may_be_macro = true;
        may
    }

    /// Number of a name's symbol: in the requested block, or in the innermost open block that has
    /// it.
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

    /// Block for a definition.
    pub(crate) fn target(&self) -> usize {
        self.wanted.unwrap_or_else(|| self.current())
    }

    /// Number of a name's symbol in the requested or innermost block.
    pub(crate) fn own(&self, name: Name) -> Option<usize> {
        let target = self.target();
        let numbers = self.by_name.get(&name)?;
        numbers.iter().copied().find(|&number| self.at(number).block == target)
    }

    /// The same, creating it with this meaning if missing.
    pub(crate) fn own_or_new(&mut self, name: Name, meaning: Meaning) -> usize {
        self.own(name).unwrap_or_else(|| self.enter(name, self.target(), meaning))
    }

    /// Enters a new symbol in a block.
    pub(crate) fn enter(&mut self, name: Name, block: usize, meaning: Meaning) -> usize {
        let number = self.symbols.len();
        self.symbols.push(Symbol {
            name,
            block,
            meaning,
            marks: SymbolFlags::default(),
            chain: (0, false),
            gone: false,
        });
        self.by_name.entry(name).or_default().push(number);
        if !self.places.put(name, number) {
            // MIDAS stops here.
            self.make_room(2 * number);
        }
        number
    }

    /// Symbol by number.
    pub(crate) fn at(&self, number: usize) -> &Symbol {
        &self.symbols[number]
    }

    /// Symbol by number, mutable.
    pub(crate) fn at_mut(&mut self, number: usize) -> &mut Symbol {
        &mut self.symbols[number]
    }

    /// Deletes the symbol of a name.
    pub(crate) fn expunge(&mut self, name: Name) {
        let Some(number) = self.number(name) else { return };
        self.symbols[number].gone = true;
        self.places.free(name, number);
        if let Some(numbers) = self.by_name.get_mut(&name) {
            numbers.retain(|&other| other != number);
        }
    }

    /// Every symbol with its number, in order of entry.
    pub(crate) fn all(&self) -> impl Iterator<Item = (usize, &Symbol)> {
        self.symbols.iter().enumerate().filter(|(_, symbol)| !symbol.gone)
    }

    /// Slot of a symbol in MIDAS's table.
    pub(crate) fn slot(&self, number: usize) -> Option<usize> {
        self.places.of(self.at(number).name, number)
    }

    /// Slot that a new symbol would get, if its first slot is or was in use.
    pub(crate) fn slot_after_others(&self, name: Name) -> Option<usize> {
        self.places.after_others(name)
    }

    /// Numbers of all symbols in the order of their slots in MIDAS's table.
    pub(crate) fn in_table_order(&self) -> Vec<usize> {
        self.places.in_order()
    }

    /// Grows the table to this many slots, and reassigns every symbol.
    pub(crate) fn make_room(&mut self, count: usize) {
        let mut places = Slots::new(count.max(self.places.count()));
        for (number, symbol) in self.all() {
            places.put(symbol.name, number);
        }
        self.places = places;
    }

    /// The blocks, by number.
    pub(crate) fn blocks(&self) -> &[SymbolBlock] {
        &self.blocks
    }

    /// Block by number, mutable.
    pub(crate) fn block_mut(&mut self, number: usize) -> &mut SymbolBlock {
        &mut self.blocks[number]
    }

    /// Innermost open block.
    pub(crate) fn current(&self) -> usize {
        self.nest.last().copied().unwrap_or(MAIN)
    }

    /// Nesting depth of open blocks, without the main one.
    pub(crate) fn depth(&self) -> usize {
        self.nest.len() - 2
    }

    /// Adds a block in another.
    pub(crate) fn add_block(&mut self, name: Name, around: usize) -> usize {
        let level = self.blocks[around].level + 1;
        self.blocks.push(SymbolBlock { name, level, around, entered: 0 });
        self.blocks.len() - 1
    }

    /// Opens a block.
    pub(crate) fn open_block(&mut self, number: usize) {
        self.nest.push(number);
    }

    /// Closes the innermost block.
    pub(crate) fn close_block(&mut self) {
        self.nest.pop();
    }

    /// Closes all blocks except the main one, for a new pass.
    pub(crate) fn close_blocks(&mut self) {
        self.nest.truncate(2);
    }

    /// Defined names, for messages.
    pub(crate) fn defined_names(&self) -> impl Iterator<Item = String> {
        let defined =
            |(_, symbol): &(usize, &Symbol)| !matches!(symbol.meaning, Meaning::Undefined { .. });
        self.all().filter(defined).map(|(_, symbol)| symbol.name.to_string())
    }
}

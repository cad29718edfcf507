//! Relocatable programs: words, definitions and requests for STINK.
//!
//! Source: MIDAS 458, `PWRD`, `OUTDE1`, `LKPNRO`, `PLOGLO` and `PLDCM`.

use super::context::Assembler;
use super::messages;
use super::name::Name;
use super::stink::{BlockType, Command, code};
use super::symbols::{Meaning, Symbol};
use super::value::{LoaderQuantity, Relocation, UndefinedQuantity, UndefinedTerm, Value};
use crate::{Word36, text};

/// Flags of a name in the file: the sign, the relocation of each half, and "global".
const FLAG: u64 = 1 << 35;
const LEFT: u64 = 1 << 34;
const RIGHT: u64 = 1 << 33;
const GLOBAL: u64 = 1 << 32;
/// Address of the first slot of MIDAS's symbol table, by which the file names local symbols.
const SYMBOL_TABLE: u64 = 0o12535;
/// Words of a slot.
const SLOT: u64 = 3;
/// Largest factor of a reference.
const MOST_TIMES: i64 = 0o1777;

/// Name of a quantity in the file.
fn loader_name(quantity: LoaderQuantity) -> Name {
    Name::new(match quantity {
        LoaderQuantity::Here => "$.",
        LoaderQuantity::Location => "$L.",
        LoaderQuantity::Offset => "$O.",
        LoaderQuantity::Relocation => "$R.",
    })
}

fn address_of_slot(slot: usize) -> u64 {
    SYMBOL_TABLE + SLOT * slot as u64
}

/// Name of an area of literals whose address only the loader knows.
fn literals_name(area: usize) -> u64 {
    text::squoze("$").map_or(0, Word36::bits) + 1 + area as u64
}

/// Position of a term in its word, as flags of its name.
fn position(term: &UndefinedTerm) -> u64 {
    match (term.accumulator, term.half, term.swapped) {
        (true, _, swapped) => LEFT | RIGHT | if swapped { FLAG } else { 0 },
        (false, true, true) => FLAG | LEFT,
        (false, true, false) => RIGHT,
        (false, false, true) => FLAG,
        (false, false, false) => 0,
    }
}

impl Assembler<'_> {
    /// Whether the program is for a linking loader.
    pub(crate) fn is_relocatable(&self) -> bool {
        self.program.relocatable
    }

    /// Whether words and definitions are written now.
    pub(crate) fn punches(&self) -> bool {
        self.program.relocatable && self.state.pass == 2
    }

    /// Ends the current block of the file.
    pub(crate) fn end_output_block(&mut self) {
        self.program.output.end_block();
        if self.program.relocatable {
            self.program.stink.end_block();
        }
    }

    /// Notes for the file that the location has changed without a word.
    ///
    /// Source: MIDAS 458, `SLOCF`.
    pub(crate) fn location_moved(&mut self) {
        if self.program.relocatable {
            self.program.stink.set_right(self.program.location.counter);
            self.program.stink.moved = true;
        }
    }

    /// Writes a word to the file.
    pub(crate) fn stink_word(&mut self, word: Word36) {
        self.program.stink.word(word, self.program.location.counter);
    }

    /// Name of a symbol in the file: of a local one, its place in MIDAS's table.
    pub(crate) fn stink_name(&self, number: usize, flags: u64) -> Word36 {
        let name = if self.is_global(number) {
            GLOBAL | self.program.symbols.at(number).name.bits()
        } else {
            self.slot_address(number)
        };
        Word36::new(flags | name)
    }

    /// Address of a symbol's slot in MIDAS's table.
    fn slot_address(&self, number: usize) -> u64 {
        address_of_slot(self.program.symbols.slot(number).unwrap_or_default())
    }

    fn is_global(&self, number: usize) -> bool {
        match self.program.symbols.at(number).meaning {
            Meaning::Number { global, .. }
            | Meaning::Undefined { global }
            | Meaning::Unplaced { global, .. }
            | Meaning::Variable { global, .. } => global,
            _ => false,
        }
    }

    /// Relocation that a word of the file can have; terms do the rest.
    ///
    /// Source: MIDAS 458, `$RSET`.
    pub(crate) fn simplify(&mut self, value: &mut Value) {
        let relocation = value.relocation;
        let halves = [(relocation.left, true), (relocation.right, false)];
        let [left, right] = halves.map(|(times, swapped)| match times {
            0 | 1 => times,
            _ => {
                let times = i64::from(times);
                let (times, rest) = if times < 0 { (-times, 0) } else { (times - 1, 1) };
                let what = UndefinedQuantity::Loader(LoaderQuantity::Relocation);
                let term = UndefinedTerm { swapped, ..UndefinedTerm::of(what) };
                let minus = rest == 0;
                value.unknown.push(UndefinedTerm { times, minus, ..term });
                if times > MOST_TIMES {
                    self.error(&messages::RELOCATION_TOO_LARGE, None);
                }
                rest
            }
        });
        value.relocation = Relocation { left, right };
    }

    /// Writes a word of the program or of a command; `chained` is whether a single undefined
    /// address may be chained to the others of its symbol.
    ///
    /// Source: MIDAS 458, `PWRD`.
    pub(crate) fn punch(&mut self, mut value: Value, chained: bool) {
        if !self.punches() {
            return;
        }
        self.simplify(&mut value);
        if let Some(at) = self.chain_term(&value).filter(|_| chained) {
            let term = value.unknown.remove(at);
            self.punch_terms(&value.unknown);
            if let UndefinedQuantity::Symbol(number) = term.what {
                self.punch_link(number, &value);
            }
            return;
        }
        self.punch_terms(&value.unknown);
        self.punch_plain(&value);
    }

    fn punch_plain(&mut self, value: &Value) {
        let Relocation { left, right } = value.relocation;
        self.program.stink.code((right | left << 1) as u8 & 3);
        self.stink_word(value.word);
    }

    /// The only term of the right half, if it can be chained.
    fn chain_term(&self, value: &Value) -> Option<usize> {
        let location = &self.program.location;
        let open = location.global || self.program.conditionals > 0;
        if open || value.word.right() != 0 || value.relocation.right != 0 {
            return None;
        }
        let mut found = None;
        for (at, term) in value.unknown.iter().enumerate() {
            let defined = match term.what {
                UndefinedQuantity::Symbol(number) => matches!(
                    self.program.symbols.at(number).meaning,
                    Meaning::Number { global: true, .. } | Meaning::Variable { global: true, .. }
                ),
                UndefinedQuantity::Loader(quantity) => quantity != LoaderQuantity::Relocation,
                UndefinedQuantity::Literals(_) => false,
            };
            let plain = !defined && !term.minus && term.times == 1;
            match (term.accumulator, term.half, term.swapped) {
                (true, _, true) | (false, true, true) if plain => {}
                (false, true, false) if plain && found.is_none() => found = Some(at),
                _ => return None,
            }
        }
        found.filter(|&at| matches!(value.unknown[at].what, UndefinedQuantity::Symbol(_)))
    }

    /// Writes a word whose right half is the address of the symbol's last use.
    fn punch_link(&mut self, number: usize, value: &Value) {
        let location = &self.program.location;
        let here = (location.counter, location.relocated);
        let (last, relocated) = self.program.symbols.at(number).chain;
        self.program.stink.code(u8::from(relocated) | (value.relocation.left << 1) as u8 & 2);
        self.stink_word(Word36::halves(value.word.left(), last));
        self.program.symbols.at_mut(number).chain = here;
    }

    /// Rank of a term of a literal: its position in the word, then MIDAS's address of the symbol.
    ///
    /// Source: MIDAS 458, `LSORT`.
    pub(crate) fn rank(&self, term: &UndefinedTerm) -> u64 {
        let flags = [term.swapped, term.half, term.accumulator, term.minus];
        let flags = flags.iter().fold(0, |bits, &flag| bits << 1 | u64::from(flag));
        let times = if term.times == 1 { 0 } else { term.times as u64 & MOST_TIMES as u64 };
        let address = match term.what {
            UndefinedQuantity::Literals(area) => area as u64,
            UndefinedQuantity::Symbol(number) => self.slot_address(number),
            UndefinedQuantity::Loader(quantity) => (1 << 17) + quantity as u64,
        };
        flags << 31 | times << 18 | address
    }

    /// Writes references to symbols and quantities.
    fn punch_terms(&mut self, terms: &[UndefinedTerm]) {
        for term in terms {
            if term.times != 1 {
                self.program.stink.second(code::FACTOR);
                self.stink_word(Word36::new(term.times as u64 & MOST_TIMES as u64));
            }
            self.program.stink.code(code::REFERENCE | u8::from(term.minus));
            let name = match term.what {
                UndefinedQuantity::Symbol(number) if self.is_global(number) => {
                    GLOBAL | self.program.symbols.at(number).name.bits()
                }
                UndefinedQuantity::Symbol(number) => self.slot_address(number),
                UndefinedQuantity::Literals(area) => literals_name(area),
                UndefinedQuantity::Loader(quantity) => GLOBAL | loader_name(quantity).bits(),
            };
            self.stink_word(Word36::new(position(term) | name));
        }
    }

    /// Writes the definition of a symbol.
    ///
    /// Source: MIDAS 458, `OUTDE1`.
    pub(crate) fn punch_definition(&mut self, number: usize, value: &Value, half_killed: bool) {
        let symbol = self.program.symbols.at_mut(number);
        symbol.marks.punched = true;
        let relocation = symbol.marks.relocation;
        let second = if symbol.marks.fixed { code::DEFINE } else { code::REDEFINE };
        let flags = relocation_flags(relocation) | if half_killed { FLAG } else { 0 };
        self.program.stink.joined = true;
        self.program.stink.second(second);
        self.stink_word(self.stink_name(number, flags));
        self.program.stink.joined = false;
        self.stink_word(value.word);
    }

    /// Writes the head of a symbol's chain, and empties the chain.
    ///
    /// Source: MIDAS 458, `LKPNRO`.
    pub(crate) fn punch_chain(&mut self, number: usize) {
        let (last, relocated) = std::mem::take(&mut self.program.symbols.at_mut(number).chain);
        if (last, relocated) == (0, false) {
            return;
        }
        self.program.stink.joined = true;
        self.program.stink.code(code::CHAIN);
        self.stink_word(self.stink_name(number, 0));
        self.program.stink.joined = false;
        let flags = if relocated { RIGHT } else { 0 };
        self.stink_word(Word36::new(flags | u64::from(last)));
    }

    /// Writes the heads of all chains: .LNKOT, and the end of the program.
    pub(crate) fn punch_chains(&mut self) {
        if !self.punches() {
            return;
        }
        for number in self.program.symbols.in_table_order() {
            let Symbol { meaning, marks, .. } = self.program.symbols.at(number);
            let open = match meaning {
                Meaning::Undefined { .. } => true,
                Meaning::Variable { .. } => marks.loader,
                _ => false,
            };
            if open {
                self.punch_chain(number);
            }
        }
    }

    /// Informs the loader that a symbol it knows by its place is global.
    ///
    /// Source: MIDAS 458, `PLOGLO`.
    pub(crate) fn punch_global(&mut self, number: usize) {
        if self.program.relocatable {
            let name = self.program.symbols.at(number).name.bits();
            self.punch_rename(self.slot_address(number), GLOBAL | name);
        }
    }

    /// Informs the loader that a local symbol is deleted: MIDAS does so only for a name that it does
    /// not know, and whose first slot is in use.
    ///
    /// Source: MIDAS 458, `AEXPU1`, and files of MIDAS 433.
    pub(crate) fn punch_expunged(&mut self, name: Name) {
        let unknown = self.program.symbols.number(name).is_none();
        let slot = self.program.symbols.slot_after_others(name);
        if let Some(slot) = slot.filter(|_| self.program.relocatable && unknown) {
            self.punch_rename(address_of_slot(slot), FLAG);
        }
    }

    fn punch_rename(&mut self, from: u64, to: u64) {
        // STINK needs both words in one block; MIDAS 433 may end the block between them.
        self.program.stink.joined = true;
        self.program.stink.second(code::RENAME);
        self.stink_word(Word36::new(FLAG | from));
        self.program.stink.joined = false;
        self.stink_word(Word36::new(to));
    }

    /// Defines a symbol as the loader's location.
    pub(crate) fn punch_here(&mut self, number: usize, half_killed: bool) {
        let name = self.stink_name(number, if half_killed { FLAG } else { 0 });
        self.program.stink.second(code::DEFINE_HERE);
        self.stink_word(name);
    }

    /// Defines the name of an area of literals as the loader's location.
    ///
    /// Source: MIDAS 73 and 324; later versions write an address instead, which nothing refers to.
    pub(crate) fn punch_literals(&mut self, area: usize) {
        self.program.stink.second(code::DEFINE_HERE);
        self.stink_word(Word36::new(FLAG | literals_name(area)));
    }

    /// Writes a definition that the loader evaluates.
    ///
    /// Source: MIDAS 73 and 324, `LOPRA1`; later versions define the loader's location instead.
    pub(crate) fn punch_equals(&mut self, number: usize, value: Value, half_killed: bool) {
        self.program.symbols.at_mut(number).marks.punched = true;
        self.program.stink.end_block();
        self.program.stink.set_type(BlockType::Definition);
        self.stink_word(self.stink_name(number, if half_killed { FLAG } else { 0 }));
        self.punch(value, false);
        self.program.stink.end_block();
    }

    /// Writes a command with one word.
    pub(crate) fn punch_command(&mut self, command: Command, value: Value) {
        self.program.stink.end_block();
        self.punch(value, false);
        self.program.stink.end_command(command);
    }

    /// Words of the file: the blocks so far, the symbols, and the name of the program.
    ///
    /// Source: MIDAS 458, `SYMDMP` and `SYMDA`.
    pub(crate) fn stink_file(&mut self) -> Vec<Word36> {
        if self.program.output.symbols {
            self.program.location.counter = 0;
            self.program.stink.clear();
            self.program.stink.kind = BlockType::Symbols;
            self.program.stink.set_type(BlockType::Symbols);
            for block in self.blocks_in_file_order() {
                self.punch_symbols(block);
            }
            self.program.stink.end_block();
        }
        self.program.stink.set_type(BlockType::Name);
        self.stink_word(Word36::new(GLOBAL | self.program.title.bits()));
        self.program.stink.end_block();
        let mut words = std::mem::take(&mut self.program.stink.words);
        words.push(Word36::from_signed(-1));
        words
    }

    fn punch_symbols(&mut self, block: usize) {
        let known = &self.program.symbols.blocks()[block];
        let name = if known.level == 1 { self.program.title } else { known.name };
        let level = known.level as u32 - 1;
        self.stink_word(Word36::new(GLOBAL | name.bits()));
        self.stink_word(Word36::from(level));
        for number in self.program.symbols.in_table_order() {
            let symbol = self.program.symbols.at(number);
            let Symbol { name, meaning, marks, .. } = *symbol;
            let value = match meaning {
                _ if symbol.block != block || marks.killed => continue,
                Meaning::Number { word, global: false } => word,
                Meaning::Variable { word, global: false } => Word36::from(word.right()),
                Meaning::Undefined { global: false } if marks.loader => Word36::default(),
                _ => continue,
            };
            let flags = relocation_flags(marks.relocation);
            let flags = flags | if marks.half_killed { FLAG } else { 0 };
            if marks.loader {
                self.stink_word(Word36::new(self.slot_address(number)));
                self.stink_word(Word36::new(flags | RIGHT | name.bits()));
            } else {
                self.stink_word(Word36::new(flags | name.bits()));
                self.stink_word(value);
            }
        }
    }
}

/// Relocation of a symbol as flags of its name.
fn relocation_flags(relocation: Relocation) -> u64 {
    let flag = |times: i32, flag: u64| if times == 0 { 0 } else { flag };
    flag(relocation.left, LEFT) | flag(relocation.right, RIGHT)
}

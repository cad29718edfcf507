//! DDT's symbols: the program's, then the system's.

use std::collections::BTreeMap;

use machine::Image;
use pdp10::Word36;
use pdp10::binary::{Entry, Flags};

/// Names and values, in both directions.
#[derive(Debug)]
pub(super) struct Symbols {
    program: Vec<SymbolEntry>,
    system: BTreeMap<String, Word36>,
}

#[derive(Debug)]
struct SymbolEntry {
    name: String,
    value: Word36,
    /// Whether DDT types it; a half-killed symbol is only accepted.
    typed: bool,
}

/// Symbols below this are not used in sums like `FOO+1`: they name accumulators and bits.
///
/// Source: DDT 1549, `PADR`.
const LEAST_BASE: u32 = 0o60;

/// Maximum distance of an address from a symbol in its typeout.
///
/// Source: DDT 1549, `SYMOFS`.
const MOST_OFFSET: u32 = 0o100;

/// Significant characters of a name.
const LENGTH: usize = 6;

impl Symbols {
    /// Symbols of a program, and those predefined by DDT and MIDAS.
    pub(super) fn new(image: &Image) -> Self {
        let known = |symbol: &machine::Symbol| SymbolEntry {
            name: cut(&symbol.name),
            value: Word36::new(symbol.value),
            typed: symbol.address,
        };
        Symbols {
            program: image.symbols.iter().map(known).collect(),
            system: pdp10::assembler::predefined().collect(),
        }
    }

    /// Adds symbols of a program, which replace those of the same name.
    pub(super) fn add(&mut self, image: &Image) {
        let added = Symbols::new(image).program;
        self.program.retain(|known| added.iter().all(|new| new.name != known.name));
        self.program.extend(added);
    }

    /// Value of a name, of which six characters count, in either case.
    pub(super) fn value(&self, name: &str) -> Option<Word36> {
        let name = cut(name);
        let own = self.program.iter().find(|known| known.name == name).map(|known| known.value);
        own.or_else(|| self.system.get(&name).copied())
    }

    /// Whether the program has a symbol with exactly this name.
    pub(super) fn is_programs(&self, name: &str) -> bool {
        name.len() <= LENGTH && self.program.iter().any(|known| known.name == cut(name))
    }

    /// Whether a symbol of the program starts with or equals this.
    pub(super) fn begin_with(&self, name: &str) -> bool {
        let name = name.to_ascii_uppercase();
        self.program.iter().any(|known| known.name.starts_with(&name))
    }

    /// Defines a name.
    pub(super) fn define(&mut self, name: &str, value: Word36) {
        self.kill(name);
        self.program.push(SymbolEntry { name: cut(name), value, typed: true });
    }

    /// Stops typing a symbol of the program; false if there is none.
    pub(super) fn half_kill(&mut self, name: &str) -> bool {
        let found = self.program.iter_mut().find(|known| known.name == cut(name));
        found.map(|known| known.typed = false).is_some()
    }

    /// Deletes a symbol of the program; false if there is none.
    pub(super) fn kill(&mut self, name: &str) -> bool {
        let before = self.program.len();
        self.program.retain(|known| known.name != cut(name));
        self.program.len() < before
    }

    /// Deletes all symbols of the program.
    pub(super) fn kill_all(&mut self) {
        self.program.clear();
    }

    /// Symbols of the program in order of value.
    pub(super) fn listed(&self) -> Vec<(&str, Word36)> {
        let mut listed: Vec<_> = self.program.iter().map(|k| (k.name.as_str(), k.value)).collect();
        listed.sort_by_key(|&(name, value)| (value, name));
        listed
    }

    /// Table of the program's symbols, for a file.
    pub(super) fn entries(&self) -> Vec<Entry> {
        let header = Word36::halves(0u32.wrapping_sub(2 * (self.program.len() as u32 + 1)), 0);
        let global = |half_killed| Flags { half_killed, global: true, ..Flags::default() };
        let header = Entry { name: "GLOBAL".to_owned(), value: header, flags: Flags::default() };
        let entries = self.program.iter().map(|known| Entry {
            name: known.name.clone(),
            value: known.value,
            flags: global(!known.typed),
        });
        std::iter::once(header).chain(entries).collect()
    }

    /// Symbol with this value whose name begins so; the program's before the system's.
    pub(super) fn beginning(&self, prefix: &str, value: Word36) -> Option<&str> {
        let program = self.program.iter().map(|known| (known.name.as_str(), known.value));
        let system = self.system.iter().map(|(name, &value)| (name.as_str(), value));
        let mut all = program.chain(system);
        all.find(|&(name, known)| known == value && name.starts_with(prefix)).map(|(name, _)| name)
    }

    /// Symbol with exactly this value.
    pub(super) fn exact(&self, value: Word36) -> Option<&str> {
        let mut typed = self.program.iter().filter(|known| known.typed);
        typed.find(|known| known.value == value).map(|known| known.name.as_str())
    }

    /// Name of a monitor call, and the rest of its word: accumulator and address, or only one of
    /// them if the other selects the call.
    ///
    /// Source: DDT 1549, `PINMON`.
    pub(super) fn call(&self, word: Word36) -> Option<(&str, Word36)> {
        const OPER: u32 = 0o042000;
        const CALL: u32 = 0o043000;
        let whole = Word36::halves(0o777000, 0);
        let mask = match word.left() & 0o777000 {
            OPER => Word36::halves(0o777037, 0o777777),
            CALL => Word36::halves(0o777740, 0),
            _ => whole,
        };
        let named = |mask: Word36| {
            let mut system = self.system.iter();
            let is_call = |name: &str, value| name.starts_with('.') && value == word & mask;
            let (name, _) = system.find(|&(name, &value)| is_call(name, value))?;
            Some((name.as_str(), word - (word & mask)))
        };
        named(mask).or_else(|| named(whole))
    }

    /// An address as a symbol with an offset.
    pub(super) fn nearest(&self, address: u32) -> Option<(&str, u32)> {
        if let Some(name) = self.exact(address.into()).filter(|_| address != 0) {
            return Some((name, 0));
        }
        let typed = self.program.iter().filter(|known| known.typed && known.value.left() == 0);
        let below = typed.filter(|known| known.value.right() <= address);
        let best = below.max_by_key(|known| known.value.right())?;
        let (base, offset) = (best.value.right(), address - best.value.right());
        (base >= LEAST_BASE && offset < MOST_OFFSET).then_some((best.name.as_str(), offset))
    }
}

/// The part of a name that DDT keeps: six characters, in upper case.
pub(super) fn cut(name: &str) -> String {
    name.chars().take(LENGTH).map(|c| c.to_ascii_uppercase()).collect()
}

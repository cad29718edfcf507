//! The symbols of one file.

use std::cell::Cell;
use std::collections::HashMap;

use asmkit::Span;

use super::expression::Expr;
use super::object::Location;

/// The number of a symbol in [`Symbols`].
pub(super) type SymbolId = usize;

/// What a symbol is.
#[derive(Debug, Clone)]
pub(super) enum Meaning {
    /// Only used so far.
    Unknown,
    /// A label.
    Label(Location),
    /// A name for a value.
    Equal(Expr),
    /// Room that the linker gives (`.comm`).
    Common { size: u64, align: u64 },
}

/// A symbol.
#[derive(Debug, Clone)]
pub(super) struct Symbol {
    pub(super) name: String,
    pub(super) meaning: Meaning,
    /// Other files see it.
    pub(super) global: bool,
    /// Other files do not see it (`.local`).
    pub(super) local: bool,
    /// It may stay undefined, and give way to another of the name.
    pub(super) weak: bool,
    /// It is a function (`.type`).
    pub(super) function: bool,
    /// Its bytes (`.size`).
    pub(super) size: Option<Expr>,
    pub(super) defined_at: Option<Span>,
    pub(super) used_at: Option<Span>,
}

/// Every symbol of a file.
#[derive(Debug, Default)]
pub(super) struct Symbols {
    list: Vec<Symbol>,
    by_name: HashMap<String, SymbolId>,
    /// How often each numeric label was defined.
    numeric: HashMap<u64, u32>,
    /// What has been spent on names that stand for names.
    pub(super) steps: Cell<usize>,
}

/// Between the number of a numeric label and its count; no name can have it.
const COUNT_MARK: char = '\u{2}';

impl Symbols {
    /// The symbol of this name, a new one if there is none.
    pub(super) fn intern(&mut self, name: &str) -> SymbolId {
        if let Some(&id) = self.by_name.get(name) {
            return id;
        }
        let id = self.list.len();
        self.by_name.insert(name.to_owned(), id);
        self.list.push(Symbol {
            name: name.to_owned(),
            meaning: Meaning::Unknown,
            global: false,
            local: false,
            weak: false,
            function: false,
            size: None,
            defined_at: None,
            used_at: None,
        });
        id
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    pub(super) fn get(&self, id: SymbolId) -> &Symbol {
        &self.list[id]
    }

    pub(super) fn get_mut(&mut self, id: SymbolId) -> &mut Symbol {
        &mut self.list[id]
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (SymbolId, &Symbol)> {
        self.list.iter().enumerate()
    }

    /// The symbol of this name, if it was ever mentioned.
    pub(super) fn named(&self, name: &str) -> Option<&Symbol> {
        Some(&self.list[*self.by_name.get(name)?])
    }

    /// Whether a name has a meaning.
    pub(super) fn is_defined(&self, name: &str) -> bool {
        self.named(name).is_some_and(|symbol| !matches!(symbol.meaning, Meaning::Unknown))
    }

    /// A numeric label begins here; the symbol it is.
    pub(super) fn next_numeric(&mut self, number: u64) -> SymbolId {
        let count = self.numeric.entry(number).or_default();
        *count += 1;
        let name = format!("{number}{COUNT_MARK}{count}");
        self.intern(&name)
    }

    /// What `1b` means; `None` when there was no `1:` yet.
    pub(super) fn numeric_back(&mut self, number: u64) -> Option<SymbolId> {
        let count = *self.numeric.get(&number)?;
        Some(self.intern(&format!("{number}{COUNT_MARK}{count}")))
    }

    /// What `1f` means.
    pub(super) fn numeric_ahead(&mut self, number: u64) -> SymbolId {
        let count = self.numeric.get(&number).copied().unwrap_or(0) + 1;
        self.intern(&format!("{number}{COUNT_MARK}{count}"))
    }
}

impl Symbol {
    /// As the source spells it: `1` for a numeric label.
    pub(super) fn shown(&self) -> &str {
        self.name.split(COUNT_MARK).next().unwrap_or_default()
    }

    /// Whether it is for the assembler alone, as numeric labels and those that begin with `.L`.
    pub(super) fn is_internal(&self) -> bool {
        self.name.contains(COUNT_MARK) || self.name.starts_with(".L")
    }
}

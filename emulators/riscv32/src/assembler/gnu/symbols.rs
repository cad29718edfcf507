//! Symbols of one file.

use std::cell::Cell;
use std::collections::HashMap;

use asmkit::Span;

use super::expression::Expr;
use super::object::Location;

/// Index of a symbol in [`Symbols`].
pub(super) type SymbolId = usize;

/// Definition of a symbol.
#[derive(Debug, Clone)]
pub(super) enum Meaning {
    /// Not defined yet.
    Unknown,
    /// A label.
    Label(Location),
    /// Value of an expression.
    Equal(Expr),
    /// Space that the linker allocates (`.comm`).
    Common { size: u64, align: u64 },
}

/// A symbol.
#[derive(Debug, Clone)]
pub(super) struct Symbol {
    pub(super) name: String,
    pub(super) meaning: Meaning,
    /// Visible in other files.
    pub(super) global: bool,
    /// Not visible in other files (`.local`).
    pub(super) local: bool,
    /// May stay undefined, and yields to another definition.
    pub(super) weak: bool,
    /// Function (`.type`).
    pub(super) function: bool,
    /// Size in bytes (`.size`).
    pub(super) size: Option<Expr>,
    pub(super) defined_at: Option<Span>,
    pub(super) used_at: Option<Span>,
}

/// All symbols of a file.
#[derive(Debug, Default)]
pub(super) struct Symbols {
    list: Vec<Symbol>,
    by_name: HashMap<String, SymbolId>,
    /// Number of definitions of each numeric label.
    numeric: HashMap<u64, u32>,
    /// Steps spent on resolving chains of symbols.
    pub(super) steps: Cell<usize>,
}

/// Separator between the number of a numeric label and its count; no name can contain it.
const COUNT_MARK: char = '\u{2}';

impl Symbols {
    /// Finds or creates the symbol with this name.
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

    /// Symbol with this name, if it was ever mentioned.
    pub(super) fn named(&self, name: &str) -> Option<&Symbol> {
        Some(&self.list[*self.by_name.get(name)?])
    }

    /// Whether a name is defined.
    pub(super) fn is_defined(&self, name: &str) -> bool {
        self.named(name).is_some_and(|symbol| !matches!(symbol.meaning, Meaning::Unknown))
    }

    /// Defines a numeric label here; returns its symbol.
    pub(super) fn next_numeric(&mut self, number: u64) -> SymbolId {
        let count = self.numeric.entry(number).or_default();
        *count += 1;
        let name = format!("{number}{COUNT_MARK}{count}");
        self.intern(&name)
    }

    /// Symbol of `1b`; `None` if there was no `1:` before.
    pub(super) fn numeric_back(&mut self, number: u64) -> Option<SymbolId> {
        let count = *self.numeric.get(&number)?;
        Some(self.intern(&format!("{number}{COUNT_MARK}{count}")))
    }

    /// Symbol of `1f`.
    pub(super) fn numeric_ahead(&mut self, number: u64) -> SymbolId {
        let count = self.numeric.get(&number).copied().unwrap_or(0) + 1;
        self.intern(&format!("{number}{COUNT_MARK}{count}"))
    }
}

impl Symbol {
    /// Name as in the source: `1` for a numeric label.
    pub(super) fn shown(&self) -> &str {
        self.name.split(COUNT_MARK).next().unwrap_or_default()
    }

    /// Whether it is internal to the assembler: a numeric label or a name that begins with `.L`.
    pub(super) fn is_internal(&self) -> bool {
        self.name.contains(COUNT_MARK) || self.name.starts_with(".L")
    }
}

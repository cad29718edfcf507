//! Symbols and their uses.
//!
//! SPIM reads a source once: uses before the definition of a label are filled in at the definition.
//! Local names end with their file, but a name that was only used can still be defined by a later
//! file.

use std::collections::HashMap;

use asmkit::Span;
use machine::bits::Pattern;

/// Index of a symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct SymbolId(usize);

/// A symbol.
#[derive(Debug, Clone)]
pub(super) struct Symbol {
    pub(super) name: String,
    pub(super) value: Option<u32>,
    /// Whether it is defined by `NAME = value`.
    pub(super) constant: bool,
    /// Whether `.globl` or `.extern` declares it.
    pub(super) global: bool,
    /// Whether it is in the small data that `$gp` points to.
    pub(super) small: bool,
    pub(super) defined_at: Option<Span>,
    /// Span of its first `.globl` or `.extern`.
    pub(super) declared_at: Option<Span>,
    pub(super) used_at: Option<Span>,
    /// Uses to fill in at its definition.
    pub(super) uses: Vec<Use>,
}

/// A word that waits for the value of a symbol.
#[derive(Debug, Clone, Copy)]
pub(super) struct Use {
    pub(super) address: u32,
    /// Number added to the value.
    pub(super) offset: i32,
    pub(super) part: UseField,
    pub(super) span: Span,
}

/// UseField of a value, and its field in a word.
#[derive(Debug, Clone, Copy)]
pub(super) enum UseField {
    /// The whole value, as a data word.
    Word,
    /// The low 16 bits.
    Low { pattern: Pattern, letter: char },
    /// The high 16 bits.
    High { pattern: Pattern },
    /// The high 16 bits, plus one if the low ones are negative as a signed number.
    HighAdjusted { pattern: Pattern },
    /// The whole value, which must fit in 16 bits.
    Whole { pattern: Pattern, letter: char },
    /// The distance in words.
    Branch { pattern: Pattern },
    /// The address in words.
    Jump { pattern: Pattern },
}

/// All symbols of an assembly.
#[derive(Debug, Default)]
pub(super) struct Symbols {
    by_name: HashMap<String, SymbolId>,
    all: Vec<Symbol>,
    /// Local symbols defined in the current file.
    locals: Vec<SymbolId>,
    /// Symbols whose first use is in the current statement.
    noted: Vec<SymbolId>,
}

impl Symbols {
    /// Finds a symbol by name.
    pub(super) fn find(&self, name: &str) -> Option<SymbolId> {
        self.by_name.get(name).copied()
    }

    /// Finds or adds a symbol.
    pub(super) fn intern(&mut self, name: &str) -> SymbolId {
        if let Some(id) = self.find(name) {
            return id;
        }
        let id = SymbolId(self.all.len());
        self.by_name.insert(name.to_owned(), id);
        self.all.push(Symbol {
            name: name.to_owned(),
            value: None,
            constant: false,
            global: false,
            small: false,
            defined_at: None,
            declared_at: None,
            used_at: None,
            uses: Vec::new(),
        });
        id
    }

    pub(super) fn get(&self, id: SymbolId) -> &Symbol {
        &self.all[id.0]
    }

    pub(super) fn get_mut(&mut self, id: SymbolId) -> &mut Symbol {
        &mut self.all[id.0]
    }

    /// Notes the use of a symbol; messages show the first one.
    pub(super) fn note_use(&mut self, id: SymbolId, span: Span) {
        let symbol = self.get_mut(id);
        if symbol.used_at.is_none() {
            symbol.used_at = Some(span);
            self.noted.push(id);
        }
    }

    /// Starts a statement.
    pub(super) fn begin_statement(&mut self) {
        self.noted.clear();
    }

    /// Removes the uses of a statement with an error: one message is enough.
    pub(super) fn forget_statement(&mut self) {
        for id in std::mem::take(&mut self.noted) {
            self.get_mut(id).used_at = None;
        }
    }

    /// Value of the constant with this name.
    pub(super) fn constant(&self, name: &str) -> Option<i32> {
        let symbol = self.get(self.find(name)?);
        symbol.value.filter(|_| symbol.constant).map(|value| value as i32)
    }

    /// Defines a symbol; the error is the span of its first definition.
    ///
    /// A symbol in small data keeps its address despite the definition, until an aligning directive
    /// moves the labels before it.
    pub(super) fn define(
        &mut self,
        id: SymbolId,
        value: u32,
        span: Span,
    ) -> Result<(), Option<Span>> {
        let symbol = self.get_mut(id);
        if !symbol.small {
            if symbol.value.is_some() {
                return Err(symbol.defined_at);
            }
            symbol.value = Some(value);
            symbol.defined_at = Some(span);
        }
        if !symbol.global {
            self.locals.push(id);
        }
        Ok(())
    }

    /// Ends the local symbols of a file.
    pub(super) fn end_of_file(&mut self) {
        for id in std::mem::take(&mut self.locals) {
            self.by_name.remove(&self.all[id.0].name);
        }
    }

    /// Symbols that are used but not defined.
    pub(super) fn undefined(&self) -> impl Iterator<Item = (&Symbol, Span)> {
        let undefined = self.all.iter().filter(|symbol| symbol.value.is_none());
        undefined.filter_map(|symbol| symbol.used_at.map(|span| (symbol, span)))
    }

    /// Symbols that are declared global but neither used nor defined.
    pub(super) fn idle(&self) -> impl Iterator<Item = (&Symbol, Span)> {
        let idle = |symbol: &&Symbol| symbol.value.is_none() && symbol.used_at.is_none();
        let idle = self.all.iter().filter(idle);
        idle.filter_map(|symbol| symbol.declared_at.map(|span| (symbol, span)))
    }

    /// Makes a symbol global.
    pub(super) fn declare(&mut self, id: SymbolId, span: Span) {
        let symbol = self.get_mut(id);
        symbol.global = true;
        symbol.declared_at.get_or_insert(span);
    }

    /// All symbols, in order of appearance.
    pub(super) fn all(&self) -> &[Symbol] {
        &self.all
    }
}

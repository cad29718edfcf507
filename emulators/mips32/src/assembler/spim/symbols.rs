//! Names and the places that wait for them.
//!
//! SPIM reads a source once: a label that is used before it is defined has its uses filled in when
//! the definition comes. Names that are not global vanish at the end of their file, but a name that
//! was only used stays and can still be defined by a later file.

use std::collections::HashMap;

use asmkit::Span;
use machine::bits::Pattern;

/// The number of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct SymbolId(usize);

/// What is known of a name.
#[derive(Debug, Clone)]
pub(super) struct Symbol {
    pub(super) name: String,
    pub(super) value: Option<u32>,
    /// Defined by `NAME = value`.
    pub(super) constant: bool,
    /// Named by `.globl` or `.extern`.
    pub(super) global: bool,
    /// In the small data that `$gp` points to.
    pub(super) small: bool,
    pub(super) defined_at: Option<Span>,
    /// Where `.globl` or `.extern` named it first.
    pub(super) declared_at: Option<Span>,
    pub(super) used_at: Option<Span>,
    /// Places to fill in on definition.
    pub(super) uses: Vec<Use>,
}

/// A word that waits for a name's value.
#[derive(Debug, Clone, Copy)]
pub(super) struct Use {
    pub(super) address: u32,
    /// Added to the value.
    pub(super) offset: i32,
    pub(super) part: Part,
    pub(super) span: Span,
}

/// Which part of a value goes where in a word.
#[derive(Debug, Clone, Copy)]
pub(super) enum Part {
    /// All of it, the word being data.
    Word,
    /// The low 16 bits.
    Low { pattern: Pattern, letter: char },
    /// The high 16 bits.
    High { pattern: Pattern },
    /// The high 16 bits, one more if the low ones will be added as a negative number.
    HighAdjusted { pattern: Pattern },
    /// All of it, which has to fit 16 bits.
    Whole { pattern: Pattern, letter: char },
    /// The distance in words.
    Branch { pattern: Pattern },
    /// The address in words.
    Jump { pattern: Pattern },
}

/// All names of an assembly.
#[derive(Debug, Default)]
pub(super) struct Symbols {
    by_name: HashMap<String, SymbolId>,
    all: Vec<Symbol>,
    /// Names that were defined in the current file while they were not global.
    locals: Vec<SymbolId>,
    /// Names whose first use is in the current statement.
    noted: Vec<SymbolId>,
}

impl Symbols {
    /// The number of a name that is known so far.
    pub(super) fn find(&self, name: &str) -> Option<SymbolId> {
        self.by_name.get(name).copied()
    }

    /// The number of a name; new names get one.
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

    /// Notes that a name is used, the first place of which counts for messages.
    pub(super) fn note_use(&mut self, id: SymbolId, span: Span) {
        let symbol = self.get_mut(id);
        if symbol.used_at.is_none() {
            symbol.used_at = Some(span);
            self.noted.push(id);
        }
    }

    /// Begins a statement.
    pub(super) fn begin_statement(&mut self) {
        self.noted.clear();
    }

    /// Takes back the uses of a statement that is refused: one message is enough for it.
    pub(super) fn forget_statement(&mut self) {
        for id in std::mem::take(&mut self.noted) {
            self.get_mut(id).used_at = None;
        }
    }

    /// The value of a constant of this name.
    pub(super) fn constant(&self, name: &str) -> Option<i32> {
        let symbol = self.get(self.find(name)?);
        symbol.value.filter(|_| symbol.constant).map(|value| value as i32)
    }

    /// Gives a name a value; the place of the first definition when it has one already.
    ///
    /// A name in small data keeps its place there, whatever is defined, until a directive that aligns
    /// moves the labels in front of it.
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

    /// Forgets the names that only this file may use.
    pub(super) fn end_of_file(&mut self) {
        for id in std::mem::take(&mut self.locals) {
            self.by_name.remove(&self.all[id.0].name);
        }
    }

    /// Names that are used and have no value.
    pub(super) fn undefined(&self) -> impl Iterator<Item = (&Symbol, Span)> {
        let undefined = self.all.iter().filter(|symbol| symbol.value.is_none());
        undefined.filter_map(|symbol| symbol.used_at.map(|span| (symbol, span)))
    }

    /// Names that were declared global, and are neither used nor defined.
    pub(super) fn idle(&self) -> impl Iterator<Item = (&Symbol, Span)> {
        let idle = |symbol: &&Symbol| symbol.value.is_none() && symbol.used_at.is_none();
        let idle = self.all.iter().filter(idle);
        idle.filter_map(|symbol| symbol.declared_at.map(|span| (symbol, span)))
    }

    /// Makes a name global.
    pub(super) fn declare(&mut self, id: SymbolId, span: Span) {
        let symbol = self.get_mut(id);
        symbol.global = true;
        symbol.declared_at.get_or_insert(span);
    }

    /// Every name, in the order they came up.
    pub(super) fn all(&self) -> &[Symbol] {
        &self.all
    }
}

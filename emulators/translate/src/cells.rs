//! Words of memory that a loop keeps as values.
//!
//! A load of a word that was just stored takes about five cycles. A loop with variables in memory,
//! as unoptimised compilers produce, waits that long in every iteration. So the edges in a loop
//! pass the word on as a value, and whether it is known. A load uses a known value; otherwise it is
//! a normal load. Stores are always made, so memory is always up to date.

use std::collections::BTreeMap;

use cranelift_codegen::ir::types::{I8, I32};
use cranelift_codegen::ir::{InstBuilder, Value};
use machine::native::{Memory, Region};

use crate::emit::Emitter;
use crate::loops::Loop;
use crate::shape::{FAR, Shape, found, register_found};

/// Size of a word in bytes.
const BYTES: u8 = 4;
/// Maximum number of words that a loop passes on.
const MOST_CELLS: usize = 2;

/// Maximum number of known words, so that long blocks do not search old ones.
const MOST_KNOWN: usize = 32;

/// A word of memory by location.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Cell {
    /// At a constant address.
    At(u64),
    /// At an offset from a register.
    PointedTo(u8, i32),
}

/// A word whose value is known, or may be known.
#[derive(Debug, Clone, Copy)]
pub(crate) struct KnownWord {
    /// Address.
    pub(crate) at: Shape,
    pub(crate) value: Value,
    /// Non-zero if known, when this is decided at run time.
    pub(crate) is_known: Option<Value>,
}

impl Cell {
    /// The word at an address, if the address is constant or relative to a register at block entry.
    fn at(at: Shape) -> Option<Cell> {
        match at {
            Shape::Number(number) => Some(Cell::At(number)),
            Shape::Near(root, distance) => {
                register_found(root).map(|slot| Cell::PointedTo(slot, distance))
            }
        }
    }

    /// Address, from the knowledge about a register.
    fn shape(self, register: impl Fn(u8) -> Option<Shape>) -> Option<Shape> {
        match self {
            Cell::At(number) => Some(Shape::Number(number)),
            Cell::PointedTo(slot, distance) => register(slot).map(|shape| shape.moved(distance)),
        }
    }
}

/// Whether a word and an access certainly do not overlap; distant addresses may alias the same
/// memory.
fn are_apart(cell: Shape, (other, units): (Shape, u8)) -> bool {
    let distance = match (cell, other) {
        (Shape::Number(cell), Shape::Number(other)) => other as i64 - cell as i64,
        (Shape::Near(root, cell), Shape::Near(same, other)) if root == same => {
            i64::from(other) - i64::from(cell)
        }
        _ => return false,
    };
    distance.abs() <= FAR && (distance >= BYTES.into() || distance <= -i64::from(units))
}

/// The words that a loop accesses most, except those that a store to an unknown address may change.
pub(crate) fn cells(region: &Region, inside: &Loop) -> Vec<Cell> {
    let Memory::Runs { .. } = region.shape.memory else { return Vec::new() };
    // Frequency of loads of each word, and whether it is stored.
    let mut used: BTreeMap<Cell, (u64, bool)> = BTreeMap::new();
    for (access, often) in &inside.accesses {
        let Some(cell) = Cell::at(access.at).filter(|_| access.units == BYTES) else { continue };
        let (loaded, is_stored) = used.entry(cell).or_default();
        *is_stored |= access.store;
        *loaded += if access.store { 0 } else { *often };
    }
    used.retain(|&cell, &mut (loaded, is_stored)| {
        let stays = match cell {
            Cell::At(_) => true,
            Cell::PointedTo(slot, _) => inside.fixed.contains(&slot),
        };
        let at = cell.shape(|slot| Some(Shape::Near(found(0, slot), 0)));
        let mut stores = inside.accesses.iter().map(|it| it.0).filter(|access| access.store);
        loaded > 0
            && is_stored
            && stays
            && stores.all(|store| {
                at.is_some_and(|at| {
                    (store.at == at && store.units == BYTES)
                        || are_apart(at, (store.at, store.units))
                })
            })
    });
    let mut most: Vec<_> = used.into_iter().collect();
    most.sort_by_key(|&(_, (loaded, _))| std::cmp::Reverse(loaded));
    most.truncate(MOST_CELLS);
    most.into_iter().map(|(cell, _)| cell).collect()
}

impl Emitter<'_, '_> {
    /// The word at an address: the known value, or the result of `load`.
    pub(crate) fn load_cell(&mut self, at: Shape, load: impl FnOnce(&mut Self) -> Value) -> Value {
        let found = self.state.known.cells.iter().position(|word| word.at == at);
        let value = match found.map(|found| self.state.known.cells.swap_remove(found)) {
            Some(word) => self.unless_known(word, load),
            None => load(self),
        };
        self.know(KnownWord { at, value, is_known: None });
        value
    }

    fn unless_known(&mut self, word: KnownWord, load: impl FnOnce(&mut Self) -> Value) -> Value {
        let Some(is_known) = word.is_known else { return word.value };
        self.unless_zero(is_known, word.value, I32, load)
    }

    /// Call after a store: forgets words that it may change, and notes the stored word.
    pub(crate) fn stored(&mut self, at: Shape, value: Value, units: u8) {
        let mut words = self.state.known.cells.iter();
        let was = words.find(|word| word.at == at && units == BYTES).copied();
        // Only a word that can be loaded becomes known.
        let can_load = units == BYTES && self.state.known.is_looked(at, units);
        let is_known = if can_load { None } else { was.and_then(|word| word.is_known) };
        self.state.known.cells.retain(|word| are_apart(word.at, (at, units)));
        if can_load || was.is_some() {
            self.know(KnownWord { at, value, is_known });
        }
    }

    fn know(&mut self, word: KnownWord) {
        let words = &mut self.state.known.cells;
        if words.len() == MOST_KNOWN {
            words.remove(0);
        }
        words.push(word);
    }

    /// Values passed to a block for a word: the word, and whether it is known.
    pub(crate) fn hand_cell(&mut self, cell: Cell) -> [Value; 2] {
        let at = cell.shape(|slot| self.shape_of(slot));
        let words = &self.state.known.cells;
        let word = at.and_then(|at| words.iter().find(|word| word.at == at)).copied();
        let known = word.and_then(|word| word.is_known);
        [
            word.map_or_else(|| self.b.ins().iconst(I32, 0), |word| word.value),
            known.unwrap_or_else(|| self.b.ins().iconst(I8, i64::from(word.is_some()))),
        ]
    }

    /// The words passed to a block.
    pub(crate) fn handed_cells(
        &self,
        block: usize,
        cells: &[Cell],
        values: &[Value],
    ) -> Vec<KnownWord> {
        let words = cells.iter().zip(values.chunks(2));
        words
            .filter_map(|(cell, pair)| {
                let at = cell.shape(|slot| Some(Shape::Near(found(block, slot), 0)))?;
                Some(KnownWord { at, value: pair[0], is_known: Some(pair[1]) })
            })
            .collect()
    }
}

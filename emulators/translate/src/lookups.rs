//! Address lookups that a loop need not repeat.
//!
//! A register that a loop does not write points to the same memory in every iteration. So the edges
//! in a loop pass on its host address, or zero before the first lookup.

use std::collections::BTreeMap;

use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, Value};
use machine::native::{Memory, Region};

use crate::access::Aligned;
use crate::emit::Emitter;
use crate::loops::Loop;
use crate::shape::{Access, Hull, Root, Shape, found, hulls, register_found};

/// A hull that was looked up, or may have been.
#[derive(Debug, Clone, Copy)]
pub(crate) struct KnownLookup {
    pub(crate) root: Root,
    pub(crate) store: bool,
    pub(crate) hull: Hull,
    /// Host address of its first unit.
    pub(crate) first: Value,
    /// Whether it may be zero, for no lookup yet.
    pub(crate) is_maybe: bool,
    /// A place that is aligned if it was looked up.
    pub(crate) aligned: Option<Aligned>,
}

/// A lookup around a register, for loads or stores.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lookup {
    slot: u8,
    store: bool,
    hull: Hull,
    aligned: Option<Aligned>,
}

impl KnownLookup {
    pub(crate) fn new((root, store): (Root, bool), hull: Hull, first: Value) -> Self {
        KnownLookup { root, store, hull, first, is_maybe: false, aligned: None }
    }

    /// Whether it contains a range around a root. Memory that can be stored to can be loaded from.
    pub(crate) fn covers(&self, root: Root, store: bool, (low, high): (i32, i32)) -> bool {
        let serves = self.store == store || self.store && !self.is_maybe;
        self.root == root && serves && self.hull.low <= low && high <= self.hull.high
    }
}

/// The most frequent lookups of a loop, up to a maximum.
pub(crate) fn lookups(region: &Region, inside: &Loop, room: usize) -> Vec<Lookup> {
    let Memory::Runs { flip: 0, .. } = region.shape.memory else { return Vec::new() };
    if room == 0 {
        return Vec::new();
    }
    // Stores that may be watched are looked up individually.
    let accesses = inside.accesses.iter().filter(|it| !(it.0.store && region.watching));
    let mut often: BTreeMap<(Root, bool), u64> = BTreeMap::new();
    for (access, times) in accesses.clone() {
        *often.entry((access.at.place().0, access.store)).or_default() += times;
    }
    let all: Vec<Access> = accesses.map(|it| it.0).collect();
    let lookups = hulls(&all).into_iter().filter_map(|((root, store), hull)| {
        let slot = register_found(root).filter(|slot| inside.fixed.contains(slot))?;
        let around = all.iter().filter(|it| it.at.place().0 == root && it.store == store);
        let is_in = around.clone().all(|it| {
            let low = it.at.place().1;
            hull.low <= low && low + i32::from(it.units) <= hull.high
        });
        let around = around.filter(|it| it.units > 1);
        let mut places: Vec<Aligned> =
            around.map(|it| Aligned::at(it.at.place().1, it.units)).collect();
        places.sort_by_key(|place| std::cmp::Reverse(place.size()));
        let aligned = places.first().copied();
        let is_aligned = places.iter().all(|place| aligned.is_some_and(|it| it.implies(*place)));
        (is_in && is_aligned).then_some(Lookup { slot, store, hull, aligned })
    });
    let mut lookups: Vec<Lookup> = lookups.collect();
    let often = |look: &Lookup| often[&(found(0, look.slot), look.store)];
    lookups.sort_by_key(|look| std::cmp::Reverse(often(look)));
    lookups.truncate(room);
    lookups
}

impl Emitter<'_, '_> {
    /// Host address of a hull from an earlier lookup, or from `look`.
    pub(crate) fn unless_looked(
        &mut self,
        maybe: KnownLookup,
        look: impl FnOnce(&mut Self) -> Value,
    ) -> Value {
        let first = self.unless_zero(maybe.first, maybe.first, I64, look);
        let is_it =
            |it: &&mut KnownLookup| (it.root, it.store) == (maybe.root, maybe.store) && it.is_maybe;
        if let Some(looked) = self.state.known.looked.iter_mut().find(is_it) {
            (looked.first, looked.is_maybe) = (first, false);
        }
        first
    }

    /// Value passed to a block for a lookup: host address of the first unit, or zero.
    pub(crate) fn hand_look(&mut self, look: Lookup) -> Value {
        self.handed_look(look).unwrap_or_else(|| self.b.ins().iconst(I64, 0))
    }

    fn handed_look(&self, look: Lookup) -> Option<Value> {
        let Shape::Near(root, distance) = self.shape_of(look.slot)? else { return None };
        let known = &self.state.known;
        let (low, high) = (distance + look.hull.low, distance + look.hull.high);
        let mut looked = known.looked.iter().rev();
        let looked = looked.find(|it| it.covers(root, look.store, (low, high)))?;
        let aligned = look.aligned.map(|aligned| aligned.moved(distance));
        let is_aligned = match (self.region.shape.memory, aligned) {
            (Memory::Runs { aligned: true, .. }, Some(place)) => {
                known.is_aligned(root, place)
                    || looked.is_maybe && looked.aligned.is_some_and(|it| it.implies(place))
            }
            _ => true,
        };
        (is_aligned && looked.hull.low == low).then_some(looked.first)
    }

    /// Lookups passed to a block.
    pub(crate) fn handed_looks(
        &self,
        block: usize,
        lookups: &[Lookup],
        values: &[Value],
    ) -> Vec<KnownLookup> {
        let lookups = lookups.iter().zip(values);
        lookups
            .map(|(look, &first)| KnownLookup {
                root: found(block, look.slot),
                store: look.store,
                hull: look.hull,
                first,
                is_maybe: true,
                aligned: look.aligned,
            })
            .collect()
    }
}

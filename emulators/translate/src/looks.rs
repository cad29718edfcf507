//! Looks at memory that a loop need not do again.
//!
//! Where a register points to that a loop does not write is the same in every round. So the ways in a
//! loop hand on where that is on the host; nothing while it has not been looked at.

use std::collections::BTreeMap;

use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, Value};
use machine::native::{Memory, Region};

use crate::emit::Emit;
use crate::loops::Loop;
use crate::shape::{Access, Hull, Root, Shape, found, hulls, register_found};

/// A hull that was looked at, or may have been.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Looked {
    pub(crate) root: Root,
    pub(crate) store: bool,
    pub(crate) hull: Hull,
    /// Where its first unit is.
    pub(crate) first: Value,
    /// Whether that may be nowhere.
    pub(crate) is_maybe: bool,
    /// Where it is somewhere, words so far from the root, modulo 4, are aligned.
    pub(crate) rest: Option<i32>,
}

/// What may be looked at around a register: loads or stores.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Look {
    slot: u8,
    store: bool,
    hull: Hull,
    rest: Option<i32>,
}

impl Looked {
    pub(crate) fn new((root, store): (Root, bool), hull: Hull, first: Value) -> Self {
        Looked { root, store, hull, first, is_maybe: false, rest: None }
    }

    /// Whether a range around a root is in it.
    pub(crate) fn covers(&self, root: Root, store: bool, (low, high): (i32, i32)) -> bool {
        (self.root, self.store) == (root, store) && self.hull.low <= low && high <= self.hull.high
    }
}

/// What a loop looks at most, if there is room for so many.
pub(crate) fn looks(region: &Region, inside: &Loop, room: usize) -> Vec<Look> {
    let Memory::Runs { flip: 0, .. } = region.shape.memory else { return Vec::new() };
    if room == 0 {
        return Vec::new();
    }
    // Stores that may be watched are looked at one by one.
    let accesses = inside.accesses.iter().filter(|it| !(it.0.store && region.watching));
    let mut often: BTreeMap<(Root, bool), u64> = BTreeMap::new();
    for (access, times) in accesses.clone() {
        *often.entry((access.at.place().0, access.store)).or_default() += times;
    }
    let all: Vec<Access> = accesses.map(|it| it.0).collect();
    let looks = hulls(&all).into_iter().filter_map(|((root, store), hull)| {
        let slot = register_found(root).filter(|slot| inside.fixed.contains(slot))?;
        let around = all.iter().filter(|it| it.at.place().0 == root && it.store == store);
        let is_in = around.clone().all(|it| {
            let low = it.at.place().1;
            hull.low <= low && low + i32::from(it.units) <= hull.high
        });
        let mut rests = around.filter(|it| it.units == 4).map(|it| it.at.place().1 & 3);
        let rest = rests.next();
        (is_in && rests.all(|other| Some(other) == rest)).then_some(Look {
            slot,
            store,
            hull,
            rest,
        })
    });
    let mut looks: Vec<Look> = looks.collect();
    let often = |look: &Look| often[&(found(0, look.slot), look.store)];
    looks.sort_by_key(|look| std::cmp::Reverse(often(look)));
    looks.truncate(room);
    looks
}

impl Emit<'_, '_> {
    /// Where a hull is that may have been looked at, else where `look` finds it.
    pub(crate) fn unless_looked(
        &mut self,
        maybe: Looked,
        look: impl FnOnce(&mut Self) -> Value,
    ) -> Value {
        let first = self.unless_zero(maybe.first, maybe.first, I64, look);
        let is_it =
            |it: &&mut Looked| (it.root, it.store) == (maybe.root, maybe.store) && it.is_maybe;
        if let Some(looked) = self.state.known.looked.iter_mut().find(is_it) {
            (looked.first, looked.is_maybe) = (first, false);
        }
        first
    }

    /// What a block is handed of a look: where its first unit is, or nowhere.
    pub(crate) fn hand_look(&mut self, look: Look) -> Value {
        self.handed_look(look).unwrap_or_else(|| self.b.ins().iconst(I64, 0))
    }

    fn handed_look(&self, look: Look) -> Option<Value> {
        let Shape::Near(root, distance) = self.shape_of(look.slot)? else { return None };
        let known = &self.state.known;
        let (low, high) = (distance + look.hull.low, distance + look.hull.high);
        let mut looked = known.looked.iter().rev();
        let looked = looked.find(|it| it.covers(root, look.store, (low, high)))?;
        let rest = look.rest.map(|rest| (distance + rest) & 3);
        let is_aligned = match (self.region.shape.memory, rest) {
            (Memory::Runs { aligned: true, .. }, Some(rest)) => {
                known.aligned.contains(&(root, rest))
                    || looked.is_maybe && looked.rest == Some(rest)
            }
            _ => true,
        };
        (is_aligned && looked.hull.low == low).then_some(looked.first)
    }

    /// What a block is handed that may have been looked at.
    pub(crate) fn handed_looks(
        &self,
        block: usize,
        looks: &[Look],
        values: &[Value],
    ) -> Vec<Looked> {
        let looks = looks.iter().zip(values);
        looks
            .map(|(look, &first)| Looked {
                root: found(block, look.slot),
                store: look.store,
                hull: look.hull,
                first,
                is_maybe: true,
                rest: look.rest,
            })
            .collect()
    }
}

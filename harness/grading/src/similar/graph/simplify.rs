//! Values that are the same whichever way was taken.

use std::collections::BTreeMap;

use super::{Graph, GraphEffect, Operator};
use crate::similar::values::{Id, Operation, ValueKind, Values};

impl Graph {
    /// Puts in the place of merged values what they always are, and simplifies what is made of them.
    pub(super) fn simplify(&mut self) {
        let same = same(&self.merged);
        let known = self.values.len();
        let mut new: Vec<Id> = (0..known as Id).collect();
        for id in 0..known as Id {
            let value = self.values.get(id).clone();
            let ValueKind::Computed(operation, of) = value else { continue };
            let is_known = |of: &Id| *of < id;
            if !of.iter().all(is_known) {
                continue;
            }
            let resolved = |of: &Id| new[same.get(of).copied().unwrap_or(*of) as usize];
            let of: Vec<Id> = of.iter().map(resolved).collect();
            new[id as usize] = match (operation, of.as_slice()) {
                (Operation::Two(two), &[a, b]) => self.values.two(two, a, b),
                _ => self.values.computed(operation, of),
            };
        }
        let resolved = |of: &mut Id| *of = new[same.get(of).copied().unwrap_or(*of) as usize];
        for effect in &mut self.effects {
            effect.with.iter_mut().for_each(resolved);
            if let (Operator::Branch, [condition]) = (&effect.does, effect.with.as_mut_slice()) {
                *condition = self.values.condition(*condition);
            }
        }
        self.made.iter_mut().for_each(|(id, _)| resolved(id));
        self.merged.values_mut().flatten().for_each(resolved);
        let is_constant = |effect: &GraphEffect, values: &Values| {
            effect.does == Operator::Branch
                && effect.with.iter().all(|&id| values.as_number(id).is_some())
        };
        let values = &self.values;
        for effect in self.effects.iter_mut().filter(|effect| is_constant(effect, values)) {
            effect.with.clear();
        }
    }
}

/// Rounds in which merged values are found to be others.
const MOST_ROUNDS: usize = 64;

/// Merged values that are one other value whichever way was taken.
fn same(merged: &BTreeMap<Id, Vec<Id>>) -> BTreeMap<Id, Id> {
    let mut same: BTreeMap<Id, Id> = BTreeMap::new();
    for _ in 0..MOST_ROUNDS {
        let known = same.len();
        for (&id, of) in merged {
            if same.contains_key(&id) {
                continue;
            }
            let mut others: Vec<Id> = of.iter().map(|&of| resolved(&mut same, of)).collect();
            others.retain(|&other| other != id);
            others.sort_unstable();
            others.dedup();
            if let [one] = others[..] {
                same.insert(id, one);
            }
        }
        if same.len() == known {
            break;
        }
    }
    let ids: Vec<Id> = same.keys().copied().collect();
    ids.into_iter().map(|id| (id, resolved(&mut same, id))).collect()
}

/// Final value of a chain of replacements, which is shortened for the next lookup.
fn resolved(same: &mut BTreeMap<Id, Id>, mut id: Id) -> Id {
    while let Some(&next) = same.get(&id) {
        if let Some(&after) = same.get(&next) {
            same.insert(id, after);
        }
        id = next;
    }
    id
}

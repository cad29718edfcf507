//! Multiset with fast look-up for few and many values.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, DefaultHasher, Hash, Hasher};

use super::{Heap, Value, ValueError, equal};

/// Number of values up to which the search is linear.
const FEW: usize = 32;

/// Values, each with a number: its count, or the position of its first occurrence.
#[derive(Debug, Default)]
pub(crate) struct Multiset {
    entries: Vec<(Value, usize)>,
    by_hash: HashMap<u64, Vec<usize>, BuildHasherDefault<DefaultHasher>>,
}

impl Multiset {
    /// Counts these values.
    pub(crate) fn of(heap: &Heap, values: &[Value]) -> Result<Self, ValueError> {
        let mut bag = Multiset::default();
        for &value in values {
            *bag.entry(heap, value, 0)? += 1;
        }
        Ok(bag)
    }

    /// Number of a value; `first` if it is new.
    pub(crate) fn entry(
        &mut self,
        heap: &Heap,
        value: Value,
        first: usize,
    ) -> Result<&mut usize, ValueError> {
        let at = match self.find(heap, value)? {
            Some(at) => at,
            None => self.add(heap, value, first),
        };
        Ok(&mut self.entries[at].1)
    }

    /// Number of a value, if it is present.
    pub(crate) fn get(
        &mut self,
        heap: &Heap,
        value: Value,
    ) -> Result<Option<&mut usize>, ValueError> {
        Ok(self.find(heap, value)?.map(|at| &mut self.entries[at].1))
    }

    fn find(&self, heap: &Heap, value: Value) -> Result<Option<usize>, ValueError> {
        if self.entries.len() <= FEW {
            for (at, entry) in self.entries.iter().enumerate() {
                if equal(heap, entry.0, value)? {
                    return Ok(Some(at));
                }
            }
            return Ok(None);
        }
        for &at in self.by_hash.get(&hash(heap, value)).into_iter().flatten() {
            if equal(heap, self.entries[at].0, value)? {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    fn add(&mut self, heap: &Heap, value: Value, number: usize) -> usize {
        let at = self.entries.len();
        self.entries.push((value, number));
        if at == FEW {
            for (at, entry) in self.entries.iter().enumerate() {
                self.by_hash.entry(hash(heap, entry.0)).or_default().push(at);
            }
        } else if at > FEW {
            self.by_hash.entry(hash(heap, value)).or_default().push(at);
        }
        at
    }
}

/// Hash value; equal values have the same. Of a sequence, it covers only the length and the first
/// members.
fn hash(heap: &Heap, value: Value) -> u64 {
    let mut hasher = DefaultHasher::default();
    put(heap, value, 3, &mut hasher);
    hasher.finish()
}

fn put(heap: &Heap, value: Value, nested: u32, hasher: &mut DefaultHasher) {
    match value {
        Value::Null | Value::Absent => 0.hash(hasher),
        Value::Truth(truth) => truth.hash(hasher),
        Value::Int(number) => (number as f64).to_bits().hash(hasher),
        Value::Real(number) => number.to_bits().hash(hasher),
        Value::Text(text) => heap.characters(text).hash(hasher),
        Value::Record(place) | Value::File(place) => place.hash(hasher),
        Value::Sequence(place) | Value::Range(place) => {
            let members = heap.members(place);
            members.len().hash(hasher);
            for &member in members.iter().take(100).take_while(|_| nested > 0) {
                put(heap, member, nested - 1, hasher);
            }
        }
    }
}

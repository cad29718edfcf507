//! How often values occur, found fast among few and among many.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, DefaultHasher, Hash, Hasher};

use super::{Heap, Value, Wrong, equal};

/// So many are looked through one by one.
const FEW: usize = 32;

/// Values with a number for each: how often it is there, or where it was first.
#[derive(Debug, Default)]
pub(crate) struct Bag {
    entries: Vec<(Value, usize)>,
    by_hash: HashMap<u64, Vec<usize>, BuildHasherDefault<DefaultHasher>>,
}

impl Bag {
    /// How often each value is among these.
    pub(crate) fn of(heap: &Heap, values: &[Value]) -> Result<Self, Wrong> {
        let mut bag = Bag::default();
        for &value in values {
            *bag.entry(heap, value, 0)? += 1;
        }
        Ok(bag)
    }

    /// The number of a value, which is `first` when it was not there.
    pub(crate) fn entry(
        &mut self,
        heap: &Heap,
        value: Value,
        first: usize,
    ) -> Result<&mut usize, Wrong> {
        let at = match self.find(heap, value)? {
            Some(at) => at,
            None => self.add(heap, value, first),
        };
        Ok(&mut self.entries[at].1)
    }

    /// The number of a value that is there.
    pub(crate) fn get(&mut self, heap: &Heap, value: Value) -> Result<Option<&mut usize>, Wrong> {
        Ok(self.find(heap, value)?.map(|at| &mut self.entries[at].1))
    }

    fn find(&self, heap: &Heap, value: Value) -> Result<Option<usize>, Wrong> {
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

/// Equal values have the same; of a sequence only its length and first members are looked at.
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

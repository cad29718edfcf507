//! Order and equality of values.

use std::cmp::Ordering;

use super::{Heap, Value, ValueError};

/// Maximum nesting of sequences that are compared, shown or counted.
pub(crate) const MOST_NESTED: u32 = 100;
/// Maximum number of members in one comparison.
const MOST_LOOKS: u64 = 100_000_000;

/// Compares two values: null is the smallest, sequences are compared member by member, and values
/// of different kinds have no order.
///
/// Source: SPLWare/esProc, `Variant.compare`, `Sequence.cmp`.
pub(crate) fn compare(heap: &Heap, left: Value, right: Value) -> Result<Ordering, ValueError> {
    if let (Value::Int(left), Value::Int(right)) = (left, right) {
        return Ok(left.cmp(&right));
    }
    let mut walk = Walk { heap, looks: 0 };
    let order = walk.compare(left, right, 0)?;
    heap.spend(walk.looks)?;
    Ok(order)
}

/// Whether two values are equal; values of different kinds are not.
///
/// Source: SPLWare/esProc, `Variant.isEquals`.
pub(crate) fn equal(heap: &Heap, left: Value, right: Value) -> Result<bool, ValueError> {
    match (left, right) {
        (Value::Int(left), Value::Int(right)) => Ok(left == right),
        _ if left.kind() != right.kind() => Ok(false),
        _ => {
            let mut walk = Walk { heap, looks: 0 };
            let same = walk.equal(left, right, 0)?;
            heap.spend(walk.looks)?;
            Ok(same)
        }
    }
}

struct Walk<'h> {
    heap: &'h Heap,
    looks: u64,
}

impl Walk<'_> {
    fn look(&mut self, nested: u32) -> Result<(), ValueError> {
        self.looks += 1;
        if nested > MOST_NESTED || self.looks > MOST_LOOKS {
            return Err(ValueError::other("these sequences are nested too deeply to compare"));
        }
        Ok(())
    }

    fn compare(&mut self, left: Value, right: Value, nested: u32) -> Result<Ordering, ValueError> {
        self.look(nested)?;
        Ok(match (left, right) {
            (Value::Null | Value::Absent, Value::Null | Value::Absent) => Ordering::Equal,
            (Value::Null | Value::Absent, _) => Ordering::Less,
            (_, Value::Null | Value::Absent) => Ordering::Greater,
            (Value::Int(left), Value::Int(right)) => left.cmp(&right),
            (Value::Int(_) | Value::Real(_), Value::Int(_) | Value::Real(_)) => reals(left, right),
            (Value::Text(left), Value::Text(right)) => {
                self.heap.characters(left).cmp(self.heap.characters(right))
            }
            (Value::Truth(left), Value::Truth(right)) => left.cmp(&right),
            (Value::Sequence(left), Value::Sequence(right))
            | (Value::Record(left), Value::Record(right)) => self.members(left, right, nested)?,
            _ => return Err(ValueError::Pair(left.kind(), right.kind())),
        })
    }

    fn members(&mut self, left: usize, right: usize, nested: u32) -> Result<Ordering, ValueError> {
        if left == right {
            return Ok(Ordering::Equal);
        }
        let (left, right) = (self.heap.members(left), self.heap.members(right));
        for (left, right) in left.iter().zip(right) {
            match self.compare(*left, *right, nested + 1)? {
                Ordering::Equal => {}
                decided => return Ok(decided),
            }
        }
        Ok(left.len().cmp(&right.len()))
    }

    fn equal(&mut self, left: Value, right: Value, nested: u32) -> Result<bool, ValueError> {
        self.look(nested)?;
        match (left, right) {
            (Value::Sequence(left), Value::Sequence(right)) => {
                if left == right {
                    return Ok(true);
                }
                let (left, right) = (self.heap.members(left), self.heap.members(right));
                if left.len() != right.len() {
                    return Ok(false);
                }
                for (left, right) in left.iter().zip(right) {
                    if !self.equal(*left, *right, nested + 1)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            (Value::Record(left), Value::Record(right))
            | (Value::File(left), Value::File(right)) => Ok(left == right),
            _ if left.kind() != right.kind() => Ok(false),
            _ => Ok(self.compare(left, right, nested)? == Ordering::Equal),
        }
    }
}

/// Order of `Double.compare`: -0.0 before 0.0, and NaN last.
fn reals(left: Value, right: Value) -> Ordering {
    let real = |value: Value| value.real().unwrap_or(f64::NAN);
    let (left, right) = (real(left), real(right));
    match (left.is_nan(), right.is_nan()) {
        (false, false) => left.total_cmp(&right),
        (left, right) => left.cmp(&right),
    }
}

//! Binary and unary operators.
//!
//! Source: SPLWare/esProc, `expression.operator` and `Variant`.

use std::cmp::Ordering;

use machine::cells::CellTrouble;

use crate::syntax::Infix;
use crate::value::{Heap, Multiset, Value, ValueError, compare, equal, number, show};

type Result<T = Value> = std::result::Result<T, ValueError>;

/// Applies a binary operator; `&&` and `||` are jumps, and not handled here.
pub(crate) fn infix(heap: &mut Heap, operator: Infix, left: Value, right: Value) -> Result {
    match operator {
        Infix::Add => add(heap, left, right),
        Infix::Subtract => subtract(left, right),
        Infix::Multiply => multiply(heap, left, right),
        Infix::Divide => divide(heap, left, right),
        Infix::Remainder => remainder(left, right),
        Infix::Without => without(heap, left, right),
        Infix::Join => join(heap, left, right),
        Infix::Union => union(heap, left, right),
        Infix::Common => common(heap, left, right),
        Infix::Equal => Ok(Value::Truth(equal(heap, left, right)?)),
        Infix::Unequal => Ok(Value::Truth(!equal(heap, left, right)?)),
        Infix::Less => Ok(Value::Truth(compare(heap, left, right)? == Ordering::Less)),
        Infix::Greater => Ok(Value::Truth(compare(heap, left, right)? == Ordering::Greater)),
        Infix::LessEqual => Ok(Value::Truth(compare(heap, left, right)? != Ordering::Greater)),
        Infix::GreaterEqual => Ok(Value::Truth(compare(heap, left, right)? != Ordering::Less)),
        Infix::And => Ok(Value::Truth(left.is_true() && right.is_true())),
        Infix::Or => Ok(Value::Truth(left.is_true() || right.is_true())),
        Infix::AddEach => each(heap, left, right, add),
        Infix::SubtractEach => each(heap, left, right, |_, left, right| subtract(left, right)),
        Infix::MultiplyEach => each(heap, left, right, multiply),
        Infix::DivideEach => each(heap, left, right, divide),
        Infix::RemainderEach => each(heap, left, right, |_, left, right| remainder(left, right)),
        Infix::WithoutEach => each(heap, left, right, |_, left, right| quotient(left, right)),
    }
}

/// Applies an operator to two numbers; a quotient is always real.
///
/// A fast path for the most frequent operators.
#[inline]
pub(crate) fn of_numbers(operator: Infix, left: &Value, right: &Value) -> Option<Value> {
    if let (&Value::Int(left), &Value::Int(right)) = (left, right) {
        return Some(match operator {
            Infix::Add => Value::Int(left.wrapping_add(right)),
            Infix::Subtract => Value::Int(left.wrapping_sub(right)),
            Infix::Multiply => Value::Int(left.wrapping_mul(right)),
            Infix::Divide => Value::Real(left as f64 / right as f64),
            Infix::Remainder if right != 0 => Value::Int(left.wrapping_rem(right)),
            Infix::Equal => Value::Truth(left == right),
            Infix::Unequal => Value::Truth(left != right),
            Infix::Less => Value::Truth(left < right),
            Infix::Greater => Value::Truth(left > right),
            Infix::LessEqual => Value::Truth(left <= right),
            Infix::GreaterEqual => Value::Truth(left >= right),
            _ => return None,
        });
    }
    let (left, right) = (left.real()?, right.real()?);
    Some(Value::Real(match operator {
        Infix::Add => left + right,
        Infix::Subtract => left - right,
        Infix::Multiply => left * right,
        Infix::Divide => left / right,
        Infix::Remainder => left % right,
        _ => return None,
    }))
}

fn pair(left: Value, right: Value) -> ValueError {
    ValueError::Pair(left.kind(), right.kind())
}

/// `-x`.
pub(crate) fn negate(value: Value) -> Result {
    match value {
        Value::Null => Ok(Value::Null),
        Value::Int(number) => Ok(Value::Int(number.wrapping_neg())),
        Value::Real(number) => Ok(Value::Real(-number)),
        other => Err(ValueError::Kind(0, other.kind())),
    }
}

/// Sum; two texts are concatenated, and a text with a number is converted to a number.
pub(crate) fn add(heap: &mut Heap, left: Value, right: Value) -> Result {
    if let Some(sum) = of_numbers(Infix::Add, &left, &right) {
        return Ok(sum);
    }
    match (left, right) {
        (Value::Null, other) | (other, Value::Null) => Ok(other),
        (Value::Text(left), Value::Text(right)) => {
            heap.room_for_text(heap.characters(left).len() + heap.characters(right).len())?;
            let joined = format!("{}{}", heap.characters(left), heap.characters(right));
            heap.text(joined)
        }
        (Value::Text(text), other) | (other, Value::Text(text)) if other.real().is_some() => {
            let read = number(heap.characters(text).trim());
            match read {
                Some(number) => add(heap, number, other),
                None => Ok(other),
            }
        }
        _ => Err(pair(left, right)),
    }
}

fn subtract(left: Value, right: Value) -> Result {
    match (left, right) {
        (_, Value::Null) => Ok(left),
        (Value::Null, _) => negate(right),
        _ => of_numbers(Infix::Subtract, &left, &right).ok_or(pair(left, right)),
    }
}

/// Product; a sequence and a number give the repeated sequence.
fn multiply(heap: &mut Heap, left: Value, right: Value) -> Result {
    match (left, right) {
        (Value::Null, _) | (_, Value::Null) => Ok(Value::Null),
        (Value::Sequence(place), other) | (other, Value::Sequence(place)) => {
            let times = other.whole().ok_or(pair(left, right))?;
            let times = usize::try_from(times).unwrap_or(0);
            let length = heap.members(place).len().saturating_mul(times);
            let (at, mut list) = heap.start(length)?;
            (0..times).take(length).for_each(|_| list.extend_from_slice(heap.members(place)));
            Ok(heap.finish(at, list))
        }
        _ => of_numbers(Infix::Multiply, &left, &right).ok_or(pair(left, right)),
    }
}

/// Quotient; with text, both sides are concatenated as text.
fn divide(heap: &mut Heap, left: Value, right: Value) -> Result {
    match (left, right) {
        (Value::Text(_), Value::Null) => Ok(left),
        (Value::Null, Value::Text(_)) => Ok(right),
        (Value::Text(_), _) | (_, Value::Text(_)) => {
            let text = show(heap, left)? + &show(heap, right)?;
            heap.text(text)
        }
        (Value::Null, _) | (_, Value::Null) => Ok(Value::Null),
        _ => of_numbers(Infix::Divide, &left, &right).ok_or(pair(left, right)),
    }
}

const BY_ZERO: ValueError = ValueError::Cell(CellTrouble::Other { why: "division by zero" });

fn remainder(left: Value, right: Value) -> Result {
    match (left, right) {
        (Value::Null, _) | (_, Value::Null) => Ok(Value::Null),
        (Value::Int(_), Value::Int(0)) => Err(BY_ZERO),
        _ => of_numbers(Infix::Remainder, &left, &right).ok_or(pair(left, right)),
    }
}

/// Integer quotient, rounded toward zero.
fn quotient(left: Value, right: Value) -> Result {
    match (left, right) {
        (Value::Null, _) | (_, Value::Null) => Ok(Value::Null),
        _ => match (left.whole(), right.whole()) {
            (Some(_), Some(0)) => Err(BY_ZERO),
            (Some(left), Some(right)) => Ok(Value::Int(left.wrapping_div(right))),
            _ => Err(pair(left, right)),
        },
    }
}

/// Applies an operator member by member; both sequences must have the same length.
fn each(
    heap: &mut Heap,
    left: Value,
    right: Value,
    operator: impl Fn(&mut Heap, Value, Value) -> Result,
) -> Result {
    let (Value::Sequence(left), Value::Sequence(right)) = (left, right) else {
        return Err(pair(left, right));
    };
    let length = heap.members(left).len();
    if length != heap.members(right).len() {
        return Err(ValueError::other("the two sequences have different lengths"));
    }
    let (at, mut list) = heap.start(length)?;
    for member in 0..length {
        let (one, other) = (heap.members(left)[member], heap.members(right)[member]);
        list.push(operator(heap, one, other)?);
    }
    Ok(heap.finish(at, list))
}

/// Value as the members of a sequence: null has none, any other value is its only member.
pub(crate) fn as_members<'v>(heap: &'v Heap, value: &'v Value) -> &'v [Value] {
    match value {
        Value::Null | Value::Absent => &[],
        Value::Sequence(place) => heap.members(*place),
        other => std::slice::from_ref(other),
    }
}

/// Concatenates two sequences.
pub(crate) fn join(heap: &mut Heap, left: Value, right: Value) -> Result {
    let length = as_members(heap, &left).len() + as_members(heap, &right).len();
    let (at, mut list) = heap.start(length)?;
    list.extend_from_slice(as_members(heap, &left));
    list.extend_from_slice(as_members(heap, &right));
    Ok(heap.finish(at, list))
}

/// Left sequence without one of its members for each equal member of the right one; of numbers, the
/// integer quotient.
///
/// Source: SPLWare/esProc, `operator.Diff`, `CursorUtil.diff`.
pub(crate) fn without(heap: &mut Heap, left: Value, right: Value) -> Result {
    match (left, right) {
        (Value::Null, Value::Null | Value::Sequence(_)) => Ok(Value::Null),
        (Value::Sequence(_), Value::Null) => Ok(left),
        (Value::Sequence(_), _) => pick(heap, left, right, false),
        _ => quotient(left, right),
    }
}

/// Left sequence, followed by the members that only the right one has.
pub(crate) fn union(heap: &mut Heap, left: Value, right: Value) -> Result {
    let beyond = pick(heap, right, left, false)?;
    join(heap, left, beyond)
}

/// Members that both sequences have, as often as both have them.
pub(crate) fn common(heap: &mut Heap, left: Value, right: Value) -> Result {
    pick(heap, left, right, true)
}

/// Members of the left sequence that have, or do not have, an equal member in the right one, each
/// of which matches once.
fn pick(heap: &mut Heap, left: Value, right: Value, wanted: bool) -> Result {
    let length = as_members(heap, &left).len();
    heap.spend((length + as_members(heap, &right).len()) as u64)?;
    let (at, mut list) = heap.start(length)?;
    if !pick_digits(heap, left, right, wanted, &mut list) {
        let mut bag = Multiset::of(heap, as_members(heap, &right))?;
        for &member in as_members(heap, &left) {
            let found = match bag.get(heap, member)? {
                Some(count) if *count > 0 => {
                    *count -= 1;
                    true
                }
                _ => false,
            };
            if found == wanted {
                list.push(member);
            }
        }
    }
    Ok(heap.finish(at, list))
}

/// Fast path of [`pick`] for integers from 0 to 63, counted in an array; false for other values.
fn pick_digits(
    heap: &Heap,
    left: Value,
    right: Value,
    wanted: bool,
    list: &mut Vec<Value>,
) -> bool {
    let small = |value: &Value| match value {
        Value::Int(number @ 0..64) => Some(*number as usize),
        _ => None,
    };
    let (left, right) = (as_members(heap, &left), as_members(heap, &right));
    if right.len() > 255 {
        return false;
    }
    let mut counts = [0_u8; 64];
    for value in right {
        match small(value) {
            Some(digit) => counts[digit] += 1,
            // A real number may equal an integer.
            None if value.real().is_some() => return false,
            None => {}
        }
    }
    // The selection is unpredictable for a branch predictor, so every member is written, and
    // dropped ones are overwritten.
    list.resize(left.len(), Value::Null);
    let mut kept = 0;
    for value in left {
        let Some(digit) = small(value) else {
            list.clear();
            return false;
        };
        let found = counts[digit] > 0;
        counts[digit] -= u8::from(found);
        list[kept] = *value;
        kept += usize::from(found == wanted);
    }
    list.truncate(kept);
    true
}

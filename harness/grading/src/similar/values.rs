//! Values that a function computes, identified by their operations and not by their place.
//!
//! Equal values get one number, whatever instructions compute them: a copy is the value itself, sums with
//! numbers are combined, and commutative operands have one order.

use std::collections::BTreeMap;

use machine::native::{BinaryOp, Node};

/// Number of a value.
pub(super) type Id = u32;

/// A place that keeps a value between instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ValuePlace {
    /// A register, by its slot.
    Register(u8),
    /// A word of the stack frame, by its address.
    Frame(Id),
}

/// An operation on values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Operation {
    /// One of the vocabulary's.
    Two(BinaryOp),
    /// The low bits as a signed number.
    SignExtend(u32),
    /// Zero bits above the highest one.
    LeadingZeros,
    /// All bits inverted.
    Not,
    /// One of two values.
    Pick,
    /// Units of memory.
    Load(u8),
    /// The address that two words name.
    Address,
}

/// Kinds of values.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ValueKind {
    /// A number.
    Number(u64),
    /// Content of a place when the function begins.
    Given(ValuePlace),
    /// Content of a place when a block begins.
    Merged(u64, ValuePlace),
    /// Content of a place after an effect.
    Left(u32, ValuePlace),
    /// Something computed.
    Computed(Operation, Vec<Id>),
}

/// All values of a function.
#[derive(Debug)]
pub(super) struct Values {
    all: Vec<ValueKind>,
    known: BTreeMap<ValueKind, Id>,
    bits: u32,
}

impl Values {
    /// Returns an empty set for words of N bits.
    pub(super) fn new(bits: u32) -> Self {
        Values { all: Vec::new(), known: BTreeMap::new(), bits }
    }

    /// Number of values.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// The value of a number.
    pub(super) fn get(&self, id: Id) -> &ValueKind {
        &self.all[id as usize]
    }

    /// The number of a value, which is new or known.
    pub(super) fn add(&mut self, value: ValueKind) -> Id {
        if let Some(&id) = self.known.get(&value) {
            return id;
        }
        let id = self.all.len() as Id;
        self.all.push(value.clone());
        self.known.insert(value, id);
        id
    }

    /// A constant.
    pub(super) fn number(&mut self, number: u64) -> Id {
        self.add(ValueKind::Number(number & self.mask()))
    }

    fn mask(&self) -> u64 {
        u64::MAX >> (64 - self.bits)
    }

    /// The constant that a value is, if it is one.
    pub(super) fn as_number(&self, id: Id) -> Option<u64> {
        match self.get(id) {
            ValueKind::Number(number) => Some(*number),
            _ => None,
        }
    }

    fn as_two(&self, id: Id) -> Option<(BinaryOp, Id, Id)> {
        match self.get(id) {
            ValueKind::Computed(Operation::Two(two), of) => Some((*two, of[0], of[1])),
            _ => None,
        }
    }

    /// Whether a value is 0 or 1 and nothing else.
    fn is_boolean(&self, id: Id) -> bool {
        match self.get(id) {
            ValueKind::Number(number) => *number < 2,
            ValueKind::Computed(Operation::Two(two), _) => {
                matches!(
                    two,
                    BinaryOp::Equals | BinaryOp::Differs | BinaryOp::Less | BinaryOp::Below
                )
            }
            _ => false,
        }
    }

    /// The value of an operation with one operand or three.
    pub(super) fn computed(&mut self, operation: Operation, of: Vec<Id>) -> Id {
        let is_load = |units: &u8, id: Id| matches!(self.get(id), ValueKind::Computed(Operation::Load(loaded), _) if loaded == units);
        match (operation, of.as_slice()) {
            // The extension of a byte seldom matters, and both loads are equivalent.
            (Operation::SignExtend(bits), &[id]) if is_load(&((bits / 8) as u8), id) => id,
            (Operation::Pick, &[condition, yes, no])
                if self.as_number(yes) == Some(1)
                    && self.as_number(no) == Some(0)
                    && self.is_boolean(condition) =>
            {
                condition
            }
            _ => self.add(ValueKind::Computed(operation, of)),
        }
    }

    /// The value of an operation with two operands, in its simplest form.
    pub(super) fn two(&mut self, two: BinaryOp, left: Id, right: Id) -> Id {
        match (self.as_number(left), self.as_number(right)) {
            (Some(a), Some(b)) => match folded(two, a, b, self.bits) {
                Some(number) => self.number(number),
                None => self.plain(two, left, right),
            },
            (Some(_), None) if commutes(two) => self.with_number(two, right, left),
            (Some(number), None) => self.number_first(two, number, left, right),
            (None, Some(_)) => self.with_number(two, left, right),
            (None, None) => self.without_number(two, left, right),
        }
    }

    fn plain(&mut self, two: BinaryOp, left: Id, right: Id) -> Id {
        let is_turned = commutes(two) && left > right && self.as_number(right).is_none();
        let of = if is_turned { vec![right, left] } else { vec![left, right] };
        self.add(ValueKind::Computed(Operation::Two(two), of))
    }

    /// `n < x` is `!(x < n + 1)`.
    fn number_first(&mut self, two: BinaryOp, number: u64, left: Id, right: Id) -> Id {
        let highest = if two == BinaryOp::Less { self.mask() >> 1 } else { self.mask() };
        match two {
            BinaryOp::Less | BinaryOp::Below if number != highest => {
                let next = self.number(number + 1);
                let less = self.two(two, right, next);
                let zero = self.number(0);
                self.two(BinaryOp::Equals, less, zero)
            }
            _ => self.plain(two, left, right),
        }
    }

    /// An operation whose right operand is a number.
    fn with_number(&mut self, two: BinaryOp, left: Id, right: Id) -> Id {
        let number = self.as_number(right).unwrap_or(0);
        let inner = self.as_two(left);
        let inner_number = inner.and_then(|(_, _, right)| self.as_number(right));
        match (two, number, inner, inner_number) {
            (BinaryOp::Sub, ..) => {
                let negative = self.number(number.wrapping_neg());
                self.two(BinaryOp::Add, left, negative)
            }
            (
                BinaryOp::Add
                | BinaryOp::Or
                | BinaryOp::Xor
                | BinaryOp::Shl
                | BinaryOp::Shr
                | BinaryOp::Sar,
                0,
                ..,
            ) => left,
            (BinaryOp::And | BinaryOp::Mul, 0, ..) => right,
            (BinaryOp::Mul, 1, ..) => left,
            (BinaryOp::And, all, ..) if all == self.mask() => left,
            (BinaryOp::And, 0xff, ..) if self.is_byte(left) => left,
            (BinaryOp::Mul, power, ..) if power.is_power_of_two() => {
                let places = self.number(power.trailing_zeros().into());
                self.two(BinaryOp::Shl, left, places)
            }
            (BinaryOp::Add, _, Some((BinaryOp::Add, x, _)), Some(first)) => {
                let sum = self.number(first.wrapping_add(number));
                self.two(BinaryOp::Add, x, sum)
            }
            (BinaryOp::And, _, Some((BinaryOp::And, x, _)), Some(first)) => {
                let both = self.number(first & number);
                self.two(BinaryOp::And, x, both)
            }
            (BinaryOp::Shl, places, Some((BinaryOp::Shl, x, _)), Some(first))
                if first + places < 64 =>
            {
                let places = self.number(first + places);
                self.plain(BinaryOp::Shl, x, places)
            }
            (BinaryOp::Equals | BinaryOp::Differs | BinaryOp::Xor | BinaryOp::Below, ..) => {
                self.compared(two, left, right)
            }
            _ => self.plain(two, left, right),
        }
    }

    /// A comparison with a number.
    fn compared(&mut self, two: BinaryOp, left: Id, right: Id) -> Id {
        let number = self.as_number(right).unwrap_or(0);
        let inner = self.as_two(left);
        let inner_number = inner.and_then(|(_, _, right)| self.as_number(right));
        let boolean = self.is_boolean(left);
        match (two, number, inner, inner_number) {
            (BinaryOp::Equals | BinaryOp::Differs, _, Some((BinaryOp::Add, x, _)), Some(first)) => {
                let rest = self.number(number.wrapping_sub(first));
                self.two(two, x, rest)
            }
            (BinaryOp::Equals | BinaryOp::Differs, _, Some((BinaryOp::Xor, x, _)), Some(first)) => {
                let rest = self.number(number ^ first);
                self.two(two, x, rest)
            }
            (
                BinaryOp::Equals | BinaryOp::Differs,
                0,
                Some((BinaryOp::Sub | BinaryOp::Xor, a, b)),
                None,
            ) => self.two(two, a, b),
            (BinaryOp::Differs, 0, ..) if boolean => left,
            (BinaryOp::Xor, 1, ..) if boolean => {
                let zero = self.number(0);
                self.two(BinaryOp::Equals, left, zero)
            }
            (BinaryOp::Equals, 0, Some((BinaryOp::Equals, x, _)), Some(0))
                if self.is_boolean(x) =>
            {
                x
            }
            (BinaryOp::Below, 1, ..) => {
                let zero = self.number(0);
                self.two(BinaryOp::Equals, left, zero)
            }
            _ => self.plain(two, left, right),
        }
    }

    fn is_byte(&self, id: Id) -> bool {
        matches!(self.get(id), ValueKind::Computed(Operation::Load(1), _)) && self.bits == 32
    }

    /// An operation whose operands are no numbers: those added to them come last.
    fn without_number(&mut self, two: BinaryOp, left: Id, right: Id) -> Id {
        if left == right {
            match two {
                BinaryOp::Sub
                | BinaryOp::Xor
                | BinaryOp::Differs
                | BinaryOp::Less
                | BinaryOp::Below => {
                    return self.number(0);
                }
                BinaryOp::Equals => return self.number(1),
                BinaryOp::And | BinaryOp::Or => return left,
                BinaryOp::Add => {
                    let one = self.number(1);
                    return self.two(BinaryOp::Shl, left, one);
                }
                _ => {}
            }
        }
        if two == BinaryOp::Add {
            for (sum, other) in [(left, right), (right, left)] {
                let Some((BinaryOp::Add, x, added)) = self.as_two(sum) else { continue };
                if self.as_number(added).is_some() {
                    let inner = self.two(BinaryOp::Add, x, other);
                    return self.two(BinaryOp::Add, inner, added);
                }
            }
        }
        self.plain(two, left, right)
    }

    /// A condition without its sense: which of two ways is taken when it holds says nothing.
    pub(super) fn condition(&mut self, id: Id) -> Id {
        match self.as_two(id) {
            Some((BinaryOp::Equals | BinaryOp::Differs, x, zero))
                if self.as_number(zero) == Some(0) && self.is_boolean(x) =>
            {
                self.condition(x)
            }
            Some((BinaryOp::Differs, a, b)) => self.plain(BinaryOp::Equals, a, b),
            _ => id,
        }
    }
}

/// Whether operands can be exchanged.
pub(super) fn commutes(two: BinaryOp) -> bool {
    matches!(
        two,
        BinaryOp::Add
            | BinaryOp::Mul
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor
            | BinaryOp::Equals
            | BinaryOp::Differs
            | BinaryOp::MultiplyHigh
            | BinaryOp::MultiplyHighUnsigned
            | BinaryOp::HalfSum
    )
}

/// Computes a number from two numbers, for common operations.
fn folded(two: BinaryOp, a: u64, b: u64, bits: u32) -> Option<u64> {
    let away = 64 - bits;
    let signed = |number: u64| (number << away) as i64 >> away;
    let shift = |f: fn(u64, u32) -> u64| if b < u64::from(bits) { f(a, b as u32) } else { 0 };
    Some(match two {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Shl => shift(|a, b| a << b),
        BinaryOp::Shr => shift(|a, b| a >> b),
        BinaryOp::Sar => (signed(a) >> b.min(63)) as u64,
        BinaryOp::Equals => u64::from(a == b),
        BinaryOp::Differs => u64::from(a != b),
        BinaryOp::Less => u64::from(signed(a) < signed(b)),
        BinaryOp::Below => u64::from(a < b),
        _ => return None,
    })
}

/// Whether an instruction branches or skips in any case, or never.
pub(super) fn always(nodes: &[Node], bits: u32) -> Option<bool> {
    let mut values = Values::new(bits);
    let mut ids: Vec<Id> = Vec::with_capacity(nodes.len());
    for node in nodes {
        let id = match (computed(&mut values, node, &ids), node) {
            (Some(id), _) => id,
            (None, Node::Get(slot)) => values.add(ValueKind::Given(ValuePlace::Register(*slot))),
            (None, Node::Load(address, units)) => {
                values.computed(Operation::Load(*units), vec![ids[*address as usize]])
            }
            (None, Node::Branch(condition, _) | Node::Skip(condition)) => {
                let condition = ids[*condition as usize];
                return values.as_number(condition).map(|number| number != 0);
            }
            (None, _) => values.number(0),
        };
        ids.push(id);
    }
    None
}

/// The value of a node that only computes.
pub(super) fn computed(values: &mut Values, node: &Node, ids: &[Id]) -> Option<Id> {
    let of = |id: &u32| ids[*id as usize];
    Some(match node {
        Node::Number(number) => values.number(*number),
        Node::Two(two, a, b) => values.two(*two, of(a), of(b)),
        Node::AddressIn([a, b], ..) => values.computed(Operation::Address, vec![of(a), of(b)]),
        Node::SignExtend(a, bits) => values.computed(Operation::SignExtend(*bits), vec![of(a)]),
        Node::LeadingZeros(a) => values.computed(Operation::LeadingZeros, vec![of(a)]),
        Node::Not(a) => values.computed(Operation::Not, vec![of(a)]),
        Node::Pick(a, b, c) | Node::PickSeldom(a, b, c) => {
            values.computed(Operation::Pick, vec![of(a), of(b), of(c)])
        }
        _ => return None,
    })
}

//! What is known of values before there is code: numbers, and distances from others.

use std::collections::BTreeMap;

use machine::native::{Block, Id, Node, Two};

/// Names a value that others are so far from.
pub(crate) type Root = u64;

/// What is known of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// It is a number.
    Number(u64),
    /// It lies so many units from a root.
    Near(Root, i32),
}

/// How far a value may lie from its root.
pub(crate) const FAR: i64 = 1 << 14;
/// Bits of a number that is an address which are its distance from a root.
const PAGE_BITS: u32 = 12;
/// The root of a number, which is the rest of its bits, has this bit.
const NUMBERS: Root = 1 << 63;
/// The root of a register as a block finds it has this in place of a step.
const FOUND: u64 = 0xffff;

/// The root of what a node of a step gives.
pub(crate) fn root(block: usize, step: usize, node: usize) -> Root {
    (block as u64) << 32 | (step as u64) << 16 | node as u64
}

/// The root of what a register holds when a block begins.
pub(crate) fn found(block: usize, slot: u8) -> Root {
    (block as u64) << 32 | FOUND << 16 | u64::from(slot)
}

/// The register whose value when a block begins is the root, if it is one's.
pub(crate) fn register_found(root: Root) -> Option<u8> {
    (root >> 16 & 0xffff == FOUND && page(root).is_none()).then_some(root as u8)
}

impl Shape {
    /// Where an address lies: its root, and the distance from there.
    pub(crate) fn place(self) -> (Root, i32) {
        match self {
            Shape::Number(number) => {
                let page = number >> PAGE_BITS << PAGE_BITS;
                (NUMBERS | page, (number - page) as i32)
            }
            Shape::Near(root, distance) => (root, distance),
        }
    }

    /// What lies so many bytes on.
    pub(crate) fn moved(self, by: i32) -> Shape {
        match self {
            Shape::Number(number) => {
                Shape::Number(u64::from((number as u32).wrapping_add_signed(by)))
            }
            Shape::Near(root, distance) => Shape::Near(root, distance + by),
        }
    }
}

/// The number a root stands for, when it is that of a number.
pub(crate) fn page(root: Root) -> Option<u64> {
    (root & NUMBERS != 0).then_some(root & !NUMBERS)
}

/// What is known of the value of a node whose operands have these shapes; `None` when nothing is.
pub(crate) fn of(node: Node, bits: u32, get: impl Fn(Id) -> Shape) -> Option<Shape> {
    let mask = u64::MAX >> (64 - bits);
    let number = |id| match get(id) {
        Shape::Number(number) => Some(number),
        Shape::Near(..) => None,
    };
    match node {
        Node::Number(number) => Some(Shape::Number(number & mask)),
        Node::Two(two, a, b) => match (get(a), get(b)) {
            (Shape::Number(a), Shape::Number(b)) => fold(two, a, b, bits).map(Shape::Number),
            (Shape::Near(root, distance), Shape::Number(number))
                if bits == 32 && matches!(two, Two::Add | Two::Sub) =>
            {
                let number = i64::from(number as u32 as i32);
                let sum = i64::from(distance) + if two == Two::Add { number } else { -number };
                (sum.abs() <= FAR).then_some(Shape::Near(root, sum as i32))
            }
            (near, Shape::Number(0))
                if matches!(
                    two,
                    Two::Add | Two::Or | Two::Xor | Two::Sub | Two::Shl | Two::Shr
                ) =>
            {
                Some(near)
            }
            (Shape::Number(0), near) if matches!(two, Two::Add | Two::Or | Two::Xor) => Some(near),
            (_, Shape::Number(0)) if two == Two::And => Some(Shape::Number(0)),
            _ => None,
        },
        Node::Not(a) => Some(Shape::Number(number(a)? ^ mask)),
        Node::Pick(condition, yes, no) | Node::PickSeldom(condition, yes, no) => {
            Some(get(if number(condition)? != 0 { yes } else { no }))
        }
        _ => None,
    }
}

/// Two numbers, by the operations that addresses, masks and conditions are made of.
fn fold(two: Two, a: u64, b: u64, bits: u32) -> Option<u64> {
    let mask = u64::MAX >> (64 - bits);
    let away = 64 - bits;
    let signed = |number: u64| (number << away) as i64 >> away;
    let distance = if bits == 32 { b & 31 } else { b & 63 };
    Some(match two {
        Two::Add => a.wrapping_add(b) & mask,
        Two::Sub => a.wrapping_sub(b) & mask,
        Two::Mul => a.wrapping_mul(b) & mask,
        Two::And => a & b,
        Two::Or => a | b,
        Two::Xor => a ^ b,
        Two::Shl => a << distance & mask,
        Two::Shr => a >> distance,
        Two::Sar => (signed(a) >> distance) as u64 & mask,
        Two::Equals => u64::from(a == b),
        Two::Differs => u64::from(a != b),
        Two::Less => u64::from(signed(a) < signed(b)),
        Two::Below => u64::from(a < b),
        _ => return None,
    })
}

/// From where to where a block accesses memory around a root: the first unit, and the one behind the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Hull {
    pub(crate) low: i32,
    pub(crate) high: i32,
    pub(crate) accesses: u32,
}

/// Longest hull that is looked at as one.
const WIDE: i32 = 4096;

/// A load or a store of a block.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Access {
    pub(crate) at: Shape,
    pub(crate) units: u8,
    /// Whether it stores, or is sure that it may.
    pub(crate) store: bool,
}

/// The accesses of a block that finds these registers known.
pub(crate) fn accesses(
    number: usize,
    block: &Block,
    bits: u32,
    mut slots: BTreeMap<u8, Shape>,
) -> Vec<Access> {
    let mut accesses = Vec::new();
    for (step, (_, nodes)) in block.steps.iter().enumerate() {
        let mut shapes: Vec<Shape> = Vec::with_capacity(nodes.len());
        for (at, &node) in nodes.iter().enumerate() {
            let fresh = Shape::Near(root(number, step, at), 0);
            let shape = match node {
                Node::Get(slot) => {
                    *slots.entry(slot).or_insert(Shape::Near(found(number, slot), 0))
                }
                node => of(node, bits, |id| shapes[id as usize]).unwrap_or(fresh),
            };
            shapes.push(shape);
            let (address, units, store) = match node {
                Node::Set(slot, value) => {
                    slots.insert(slot, shapes[value as usize]);
                    continue;
                }
                Node::Load(address, units) => (address, units, false),
                Node::Store(address, _, units) | Node::MayStore(address, units) => {
                    (address, units, true)
                }
                _ => continue,
            };
            accesses.push(Access { at: shapes[address as usize], units, store });
        }
    }
    accesses
}

/// What a block accesses around each root: loads, and stores.
pub(crate) fn hulls(accesses: &[Access]) -> BTreeMap<(Root, bool), Hull> {
    let mut hulls: BTreeMap<(Root, bool), Hull> = BTreeMap::new();
    for access in accesses {
        let (root, low) = access.at.place();
        let high = low + i32::from(access.units);
        let hull = hulls.entry((root, access.store)).or_insert(Hull { low, high, accesses: 0 });
        hull.accesses += 1;
        let (low, high) = (hull.low.min(low), hull.high.max(high));
        if high - low <= WIDE {
            (hull.low, hull.high) = (low, high);
        }
    }
    hulls
}

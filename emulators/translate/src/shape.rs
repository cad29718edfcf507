//! Compile-time knowledge about values: constants, and distances from other values.

use std::collections::BTreeMap;

use machine::native::{BinaryOp, Id, Node, RegionBlock};

/// Identifies a value to which distances are relative.
pub(crate) type Root = u64;

/// Knowledge about a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A constant.
    Number(u64),
    /// At a distance from a root.
    Near(Root, i32),
}

/// Maximum distance from a root.
pub(crate) const FAR: i64 = 1 << 14;
/// Number of low bits of a constant address that are the distance from its root.
const PAGE_BITS: u32 = 12;
/// Marks the root of a constant, which consists of its other bits.
const NUMBERS: Root = 1 << 63;
/// Marks the root of a register's value at block entry, in place of a step.
const FOUND: u64 = 0xffff;

/// Root for the value of a node.
pub(crate) fn root(block: usize, step: usize, node: usize) -> Root {
    (block as u64) << 32 | (step as u64) << 16 | node as u64
}

/// Root for the value of a register at block entry.
pub(crate) fn found(block: usize, slot: u8) -> Root {
    (block as u64) << 32 | FOUND << 16 | u64::from(slot)
}

/// The register whose value at block entry is this root, if any.
pub(crate) fn register_found(root: Root) -> Option<u8> {
    (root >> 16 & 0xffff == FOUND && page(root).is_none()).then_some(root as u8)
}

impl Shape {
    /// Root of an address, and the distance from it.
    pub(crate) fn place(self) -> (Root, i32) {
        match self {
            Shape::Number(number) => {
                let page = number >> PAGE_BITS << PAGE_BITS;
                (NUMBERS | page, (number - page) as i32)
            }
            Shape::Near(root, distance) => (root, distance),
        }
    }

    /// Knowledge about the value at a further distance.
    pub(crate) fn moved(self, by: i32) -> Shape {
        match self {
            Shape::Number(number) => {
                Shape::Number(u64::from((number as u32).wrapping_add_signed(by)))
            }
            Shape::Near(root, distance) => Shape::Near(root, distance + by),
        }
    }
}

/// The constant of a root, if it is that of a constant.
pub(crate) fn page(root: Root) -> Option<u64> {
    (root & NUMBERS != 0).then_some(root & !NUMBERS)
}

/// Knowledge about the value of a node, from that about its operands; `None` if there is none.
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
                if bits == 32 && matches!(two, BinaryOp::Add | BinaryOp::Sub) =>
            {
                let number = i64::from(number as u32 as i32);
                let sum = i64::from(distance) + if two == BinaryOp::Add { number } else { -number };
                (sum.abs() <= FAR).then_some(Shape::Near(root, sum as i32))
            }
            (near, Shape::Number(0))
                if matches!(
                    two,
                    BinaryOp::Add
                        | BinaryOp::Or
                        | BinaryOp::Xor
                        | BinaryOp::Sub
                        | BinaryOp::Shl
                        | BinaryOp::Shr
                ) =>
            {
                Some(near)
            }
            (Shape::Number(0), near)
                if matches!(two, BinaryOp::Add | BinaryOp::Or | BinaryOp::Xor) =>
            {
                Some(near)
            }
            (_, Shape::Number(0)) if two == BinaryOp::And => Some(Shape::Number(0)),
            _ => None,
        },
        Node::Not(a) => Some(Shape::Number(number(a)? ^ mask)),
        Node::Pick(condition, yes, no) | Node::PickSeldom(condition, yes, no) => {
            Some(get(if number(condition)? != 0 { yes } else { no }))
        }
        _ => None,
    }
}

/// Constant folding, for the operations of addresses, masks and conditions.
fn fold(two: BinaryOp, a: u64, b: u64, bits: u32) -> Option<u64> {
    let mask = u64::MAX >> (64 - bits);
    let away = 64 - bits;
    let signed = |number: u64| (number << away) as i64 >> away;
    let distance = if bits == 32 { b & 31 } else { b & 63 };
    Some(match two {
        BinaryOp::Add => a.wrapping_add(b) & mask,
        BinaryOp::Sub => a.wrapping_sub(b) & mask,
        BinaryOp::Mul => a.wrapping_mul(b) & mask,
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Shl => a << distance & mask,
        BinaryOp::Shr => a >> distance,
        BinaryOp::Sar => (signed(a) >> distance) as u64 & mask,
        BinaryOp::Equals => u64::from(a == b),
        BinaryOp::Differs => u64::from(a != b),
        BinaryOp::Less => u64::from(signed(a) < signed(b)),
        BinaryOp::Below => u64::from(a < b),
        _ => return None,
    })
}

/// Range of a block's accesses around a root: first unit, and end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Hull {
    pub(crate) low: i32,
    pub(crate) high: i32,
    pub(crate) accesses: u32,
}

/// Maximum length of a hull with one lookup.
const WIDE: i32 = 4096;

/// A load or store of a block.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Access {
    pub(crate) at: Shape,
    pub(crate) units: u8,
    /// Whether it is a store, or checks for one.
    pub(crate) store: bool,
}

/// Accesses of a block with this knowledge about registers at its entry.
pub(crate) fn accesses(
    number: usize,
    block: &RegionBlock,
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

/// Ranges of a block's loads and stores around each root.
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

/// Maximum distance of loads and stores around a register that probably access one object.
const OBJECT: i32 = 256;

/// Joins ranges of loads with those of stores around the same root, so that one lookup for stores
/// serves both.
///
/// Loads that may be from read-only memory stay apart: those at other constant addresses, and those
/// at a distance from the stores. Only for the accesses of one block, where a load before a store
/// that would exit may exit, too.
pub(crate) fn join_loads(hulls: &mut BTreeMap<(Root, bool), Hull>) {
    let loads = hulls.iter().filter(|((_, store), _)| !store);
    let loads: Vec<(Root, Hull)> = loads.map(|(&(root, _), &hull)| (root, hull)).collect();
    for (root, load) in loads {
        let Some(store) = hulls.get_mut(&(root, true)) else { continue };
        let (low, high) = (store.low.min(load.low), store.high.max(load.high));
        let object = if page(root).is_some() { 0 } else { OBJECT };
        if high - low <= object.max(store.high - store.low) {
            (store.low, store.high) = (low, high);
            hulls.remove(&(root, false));
        }
    }
}

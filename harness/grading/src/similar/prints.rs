//! Fingerprints of a function: what is computed of what, to a depth.
//!
//! Each value in use and each effect gives three, which look one, two and three steps back. A change
//! in one place leaves those of all others, and what two functions share can be found with an index.

use std::collections::{BTreeMap, BTreeSet};

use machine::native::BinaryOp;

use super::code::SubmissionCode;
use super::graph::{Graph, Operator};
use super::values::{Id, Operation, ValueKind, ValuePlace, commutes};
use crate::rig::mixed;

/// Steps that the longest fingerprints look back.
pub(super) const DEPTHS: u8 = 3;

/// Fingerprints of a function.
#[derive(Debug, Clone, Default)]
pub(super) struct Prints {
    /// Each once and in rising order: the second of a kind is another one than the first.
    pub(super) all: Vec<u64>,
    /// The fingerprint of each line, deepest last, by number from 1.
    pub(super) lines: BTreeMap<u32, Vec<u64>>,
}

impl Prints {
    /// The fingerprints of a graph.
    pub(super) fn of(code: &SubmissionCode<'_>, graph: &Graph) -> Prints {
        let mut labels = Labels::new(code, graph);
        let live = labels.live();
        let mut kinds = Vec::new();
        let mut lines: BTreeMap<u32, Vec<u64>> = BTreeMap::new();
        let computed = |id: &Id| matches!(graph.values.get(*id), ValueKind::Computed(..));
        for &id in live.iter().filter(|id| computed(id)) {
            kinds.extend((1..=DEPTHS).map(|depth| labels.label(id, depth)));
        }
        for (number, effect) in graph.effects.iter().enumerate() {
            let prints: Vec<u64> = (1..=DEPTHS).map(|depth| labels.effect(number, depth)).collect();
            lines.entry(effect.line).or_default().extend(&prints);
            // A return without a result carries no information, nor does a branch with one target.
            if !effect.with.is_empty()
                || !matches!(effect.does, Operator::Return | Operator::Branch)
            {
                kinds.extend(prints);
            }
        }
        for &[one, next] in &graph.follow {
            let mut label = |number, depth| labels.effect(number as usize, depth);
            kinds.extend([1, 2].map(|depth| hash(&[17, label(one, depth), label(next, depth)])));
        }
        for &(id, line) in graph.made.iter().filter(|(id, _)| live.contains(id)) {
            lines
                .entry(line)
                .or_default()
                .extend((1..=DEPTHS).map(|depth| labels.label(id, depth)));
        }
        Prints { all: numbered(kinds), lines }
    }

    /// These without as many of another's.
    pub(super) fn without(&self, other: &Prints) -> Prints {
        let is_other = |print: &u64| other.all.binary_search(print).is_ok();
        let all = self.all.iter().copied().filter(|print| !is_other(print)).collect();
        Prints { all, lines: self.lines.clone() }
    }
}

/// The same, with the second, third and so on of a kind numbered.
fn numbered(mut kinds: Vec<u64>) -> Vec<u64> {
    kinds.sort_unstable();
    let (mut last, mut times) = (None, 0);
    for kind in &mut kinds {
        times = if last == Some(*kind) { times + 1 } else { 0 };
        last = Some(*kind);
        *kind = mixed(*kind, times);
    }
    kinds.sort_unstable();
    kinds
}

/// Labels of values, which follow from their operations and operands.
struct Labels<'a> {
    code: &'a SubmissionCode<'a>,
    graph: &'a Graph,
    known: BTreeMap<(Id, u8), u64>,
}

impl<'a> Labels<'a> {
    fn new(code: &'a SubmissionCode<'a>, graph: &'a Graph) -> Self {
        Labels { code, graph, known: BTreeMap::new() }
    }

    /// Values that decide what effects do.
    fn live(&self) -> BTreeSet<Id> {
        let mut live = BTreeSet::new();
        let mut open: Vec<Id> =
            self.graph.effects.iter().flat_map(|effect| effect.with.iter().copied()).collect();
        while let Some(id) = open.pop() {
            if !live.insert(id) {
                continue;
            }
            match self.graph.values.get(id) {
                ValueKind::Computed(_, of) => open.extend(of),
                ValueKind::Merged(..) => {
                    open.extend(self.graph.merged.get(&id).into_iter().flatten())
                }
                ValueKind::Number(_) | ValueKind::Given(_) | ValueKind::Left(..) => {}
            }
        }
        live
    }

    /// Label of a value that covers N steps back.
    fn label(&mut self, id: Id, depth: u8) -> u64 {
        if let Some(&label) = self.known.get(&(id, depth)) {
            return label;
        }
        let label = match self.graph.values.get(id).clone() {
            ValueKind::Number(number) if self.code.is_address(number) => hash(&[1]),
            ValueKind::Number(number) => hash(&[2, number]),
            ValueKind::Given(place) => self.given(place),
            ValueKind::Left(effect, place) => self.left(effect, place),
            ValueKind::Merged(..) => self.merged(id, depth),
            ValueKind::Computed(operation, of) => self.computed(operation, &of, depth),
        };
        self.known.insert((id, depth), label);
        label
    }

    fn given(&self, place: ValuePlace) -> u64 {
        let argument = match place {
            ValuePlace::Register(slot) => {
                self.graph.arguments.iter().position(|&known| known == slot)
            }
            ValuePlace::Frame(_) => return hash(&[3]),
        };
        argument.map_or(hash(&[4]), |number| hash(&[5, number as u64]))
    }

    fn left(&self, effect: u32, place: ValuePlace) -> u64 {
        let name = match &self.graph.effects[effect as usize].does {
            Operator::Call(name) => name.as_deref().unwrap_or(""),
            Operator::Other(name) => name,
            _ => "",
        };
        let slot = match place {
            ValuePlace::Register(slot) => slot.into(),
            ValuePlace::Frame(_) => 0,
        };
        hash(&[6, text(name), slot])
    }

    fn merged(&mut self, id: Id, depth: u8) -> u64 {
        if depth == 0 {
            return hash(&[7]);
        }
        let of = self.graph.merged.get(&id).cloned().unwrap_or_default();
        let mut labels: Vec<u64> = of.into_iter().map(|id| self.label(id, depth - 1)).collect();
        labels.sort_unstable();
        labels.dedup();
        hash(&[&[8], labels.as_slice()].concat())
    }

    fn computed(&mut self, operation: Operation, of: &[Id], depth: u8) -> u64 {
        let kind = kind(operation);
        if depth == 0 {
            return hash(&[9, kind]);
        }
        let mut labels: Vec<u64> = of.iter().map(|&id| self.label(id, depth - 1)).collect();
        if matches!(operation, Operation::Two(two) if commutes(two)) {
            labels.sort_unstable();
        }
        hash(&[&[10, kind], labels.as_slice()].concat())
    }

    /// The label of an effect.
    fn effect(&mut self, number: usize, depth: u8) -> u64 {
        let effect = &self.graph.effects[number];
        let kind = match &effect.does {
            Operator::Store(units) => [11, u64::from(*units)],
            Operator::Branch => [12, 0],
            Operator::Call(name) => [13, text(name.as_deref().unwrap_or(""))],
            Operator::Return => [14, 0],
            Operator::Jump => [15, 0],
            Operator::Other(name) => [16, text(name)],
        };
        let labels: Vec<u64> = effect.with.iter().map(|&id| self.label(id, depth - 1)).collect();
        hash(&[&kind, labels.as_slice()].concat())
    }
}

fn kind(operation: Operation) -> u64 {
    match operation {
        Operation::Two(two) => two as u64,
        Operation::SignExtend(bits) => 100 + u64::from(bits),
        Operation::LeadingZeros => BinaryOp::HalfSum as u64 + 1,
        Operation::Not => BinaryOp::HalfSum as u64 + 2,
        Operation::Pick => BinaryOp::HalfSum as u64 + 3,
        Operation::Address => BinaryOp::HalfSum as u64 + 4,
        Operation::Load(units) => 200 + u64::from(units),
    }
}

/// A number that follows from numbers in their order.
fn hash(numbers: &[u64]) -> u64 {
    numbers.iter().fold(numbers.len() as u64, |hash, &number| mixed(hash, number ^ 0x51))
}

fn text(text: &str) -> u64 {
    text.bytes().fold(0, |hash, byte| mixed(hash, byte.into()))
}

//! A function as a graph: which values it computes of which, and what it does with them.
//!
//! Blocks are evaluated with values for numbers. What is left has no registers, no copies, no frame and no
//! order but that of data; instructions whose values are never used are in no effect.

mod blocks;
mod simplify;

use std::collections::{BTreeMap, BTreeSet};

use architecture::Back;
use machine::CallFlow;
use machine::native::Node;

use super::code::{InstructionRow, SubmissionCode};
use super::values::{Id, Operation, ValueKind, ValuePlace, Values, computed};
use crate::assignment::Contract;

/// Values of a function, and places that are followed back for one.
const MOST_VALUES: usize = 1 << 17;

/// Operations of a function with an effect that others can see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Operator {
    /// It writes units of memory.
    Store(u8),
    /// It branches.
    Branch,
    /// It calls a function, by the name of one that has a contract.
    Call(Option<String>),
    /// It returns.
    Return,
    /// It jumps to an address that it computes.
    Jump,
    /// Another instruction, by its name.
    Other(String),
}

/// An effect: what is done with which values.
#[derive(Debug)]
pub(super) struct GraphEffect {
    pub(super) does: Operator,
    pub(super) with: Vec<Id>,
    pub(super) line: u32,
}

/// A function with the helpers it calls.
#[derive(Debug)]
pub(super) struct Graph {
    pub(super) values: Values,
    pub(super) effects: Vec<GraphEffect>,
    /// Values computed, with the lines of the instructions that do.
    pub(super) made: Vec<(Id, u32)>,
    /// Alternatives of each merged value.
    pub(super) merged: BTreeMap<Id, Vec<Id>>,
    /// Effects that follow each other on some way, but for stores, whose order seldom matters.
    pub(super) follow: BTreeSet<[u32; 2]>,
    /// Registers of the arguments, in order.
    pub(super) arguments: Vec<u8>,
}

/// Instructions that run one after the other.
#[derive(Debug, Default)]
struct Block {
    rows: Vec<u64>,
    next: Vec<u64>,
}

/// The graph of the function at an address, with the helpers that it calls.
pub(super) fn graph(code: &SubmissionCode<'_>, entry: u64) -> Graph {
    let mut roots: BTreeSet<u64> = [entry].into();
    // A call through a register is known only when values are.
    for _ in 0..3 {
        let mut maker = GraphBuilder::new(code, entry, roots.clone());
        maker.run();
        if maker.roots == roots {
            maker.resolve();
            return maker.graph;
        }
        roots = maker.roots;
    }
    let mut maker = GraphBuilder::new(code, entry, roots);
    maker.run();
    maker.resolve();
    maker.graph
}

struct GraphBuilder<'a> {
    code: &'a SubmissionCode<'a>,
    entry: u64,
    contract: Option<&'a Contract>,
    roots: BTreeSet<u64>,
    blocks: BTreeMap<u64, Block>,
    /// Effects of each block.
    done: BTreeMap<u64, Vec<u32>>,
    /// Contents of places at the ends of blocks.
    ends: BTreeMap<u64, BTreeMap<ValuePlace, Id>>,
    graph: Graph,
    /// The block that is evaluated, and what places hold.
    at: u64,
    state: BTreeMap<ValuePlace, Id>,
    stack: Option<u8>,
    back: Option<u8>,
    volatile: Vec<u8>,
    results: Vec<u8>,
    callee_arguments: Vec<u8>,
    /// Places that were handed on from a block to the next.
    kept: usize,
    /// Registers that are read from each block on before they are written, a bit for each slot.
    reads: BTreeMap<u64, u128>,
}

impl<'a> GraphBuilder<'a> {
    fn new(code: &'a SubmissionCode<'a>, entry: u64, roots: BTreeSet<u64>) -> Self {
        let contract = code.contract(entry);
        let slot = |name: &str| code.slots.get(name).copied();
        let slots = |names: &[&'static str]| names.iter().filter_map(|name| slot(name)).collect();
        let convention = code.assignment.target.architecture().convention();
        let all: Vec<&'static str> = code.slots.keys().copied().collect();
        let (stack, back) = match (contract, convention) {
            (Some(contract), _) => (contract.registers.stack, Some(contract.registers.back)),
            (None, Some(convention)) => (convention.stack, Some(convention.back)),
            (None, None) => ("", None),
        };
        let (volatile, results, callee_arguments) = match convention {
            Some(it) => (slots(it.volatile), slots(it.results), slots(it.arguments)),
            None => {
                let general: Vec<&'static str> =
                    all.into_iter().filter(|&name| name != stack).collect();
                (slots(&general), slots(&general), slots(&general))
            }
        };
        let arguments = match contract {
            Some(contract) => slots(&contract.registers.arguments),
            None => Vec::new(),
        };
        let back = match back {
            Some(Back::Register(name)) => slot(name),
            _ => None,
        };
        let values = Values::new(code.assignment.target.spec().word_bits);
        let (effects, made, merged) = (Vec::new(), Vec::new(), BTreeMap::new());
        GraphBuilder {
            code,
            entry,
            contract,
            roots,
            blocks: BTreeMap::new(),
            ends: BTreeMap::new(),
            graph: Graph { values, effects, made, merged, follow: BTreeSet::new(), arguments },
            done: BTreeMap::new(),
            at: entry,
            state: BTreeMap::new(),
            stack: slot(stack),
            back,
            volatile,
            results,
            callee_arguments,
            kept: 0,
            reads: BTreeMap::new(),
        }
    }

    fn run(&mut self) {
        self.find_blocks();
        self.find_reads();
        let mut seen = BTreeSet::new();
        let before = self.before();
        let mut open: Vec<(u64, Option<u64>)> =
            self.roots.iter().rev().map(|&root| (root, None)).collect();
        while let Some((start, from)) = open.pop() {
            if !seen.insert(start) || self.graph.values.len() > MOST_VALUES {
                continue;
            }
            let Some(block) = self.blocks.remove(&start) else { continue };
            self.at = start;
            let is_merged =
                self.roots.contains(&start) || before.get(&start).is_none_or(|all| all.len() > 1);
            self.begin(from, is_merged);
            let known = self.graph.effects.len() as u32;
            for &address in &block.rows {
                self.row(&self.code.rows[&address]);
            }
            self.done.insert(start, (known..self.graph.effects.len() as u32).collect());
            open.extend(block.next.iter().rev().map(|&next| (next, Some(start))));
            self.ends.insert(start, std::mem::take(&mut self.state));
            self.blocks.insert(start, block);
        }
    }

    /// Contents of places when a block begins: those at the end of its only predecessor, or else only the
    /// stack pointer, which is the same on every path.
    fn begin(&mut self, from: Option<u64>, is_merged: bool) {
        self.state.clear();
        let end = from.and_then(|from| self.ends.get(&from));
        if let Some(end) = end.filter(|end| !is_merged && self.kept + end.len() < MOST_VALUES) {
            self.state.clone_from(end);
            self.kept += self.state.len();
        }
        let Some(place) = self.stack.map(ValuePlace::Register) else { return };
        let stack = from.and_then(|from| self.ends[&from].get(&place).copied());
        let stack = stack.unwrap_or_else(|| self.graph.values.add(ValueKind::Given(place)));
        self.state.insert(place, stack);
    }

    fn read(&mut self, place: ValuePlace) -> Id {
        if let Some(&id) = self.state.get(&place) {
            return id;
        }
        let id = self.graph.values.add(ValueKind::Merged(self.at, place));
        self.state.insert(place, id);
        id
    }

    fn effect(&mut self, does: Operator, with: Vec<Id>, line: u32) -> u32 {
        self.graph.effects.push(GraphEffect { does, with, line });
        self.graph.effects.len() as u32 - 1
    }

    fn row(&mut self, row: &InstructionRow) {
        match (row.flow, &row.nodes) {
            (CallFlow::Call, nodes) => {
                let to = self.target(row, nodes.as_deref());
                self.call(to, row.line);
            }
            (_, Some(nodes)) => self.nodes(row, nodes),
            (CallFlow::Return, None) => self.returns(None, row.line),
            (CallFlow::Other, None) => self.other(row),
        }
    }

    /// Target of a call, even if the call goes through a register.
    fn target(&mut self, row: &InstructionRow, nodes: Option<&[Node]>) -> Option<u64> {
        if row.role.target.is_some() {
            return row.role.target;
        }
        let nodes = nodes?;
        let to = nodes.iter().find_map(|node| match node {
            Node::Jump(to) => Some(*to as usize),
            _ => None,
        })?;
        // The address may be made even first.
        let slot = nodes[..=to].iter().rev().find_map(|node| match node {
            Node::Get(slot) => Some(*slot),
            _ => None,
        })?;
        let value = self.read(ValuePlace::Register(slot));
        self.graph.values.as_number(value)
    }

    fn call(&mut self, to: Option<u64>, line: u32) {
        let contract = to.and_then(|to| self.code.contract(to));
        let slots = |names: &[&'static str]| -> Vec<u8> {
            names.iter().filter_map(|name| self.code.slots.get(name).copied()).collect()
        };
        let (arguments, changed) = match contract {
            Some(contract) => {
                let it = &contract.registers;
                let changed = it.volatile.iter().chain(&it.results).copied().collect::<Vec<_>>();
                (slots(&it.arguments), slots(&changed))
            }
            None => {
                let reads = to.and_then(|to| self.reads.get(&to)).copied().unwrap_or(0);
                let read = self.callee_arguments.iter().filter(|&&slot| reads >> slot & 1 != 0);
                (read.copied().collect(), self.volatile.clone())
            }
        };
        if let Some(to) = to.filter(|&to| self.is_helper(to)) {
            self.roots.insert(to);
        }
        let with =
            arguments.into_iter().map(|slot| self.read(ValuePlace::Register(slot))).collect();
        let name = contract.map(|contract| contract.name.clone());
        let number = self.effect(Operator::Call(name), with, line);
        self.leave(number, &changed);
    }

    /// Registers hold what an effect left there.
    fn leave(&mut self, effect: u32, changed: &[u8]) {
        for &slot in changed {
            let place = ValuePlace::Register(slot);
            let left = self.graph.values.add(ValueKind::Left(effect, place));
            self.state.insert(place, left);
        }
    }

    /// An instruction that the recorder has no meaning of.
    fn other(&mut self, row: &InstructionRow) {
        let slots = |names: &[&'static str]| -> Vec<u8> {
            names.iter().filter_map(|name| self.code.slots.get(name).copied()).collect()
        };
        let (reads, writes) = (slots(&row.role.reads), slots(&row.role.writes));
        let with = reads.into_iter().map(|slot| self.read(ValuePlace::Register(slot))).collect();
        let number = self.effect(Operator::Other(row.name.clone()), with, row.line);
        let results = if row.role.is_open() { self.results.clone() } else { Vec::new() };
        self.leave(number, &writes);
        self.leave(number, &results);
    }

    fn returns(&mut self, to: Option<Id>, line: u32) {
        let results = match self.contract.filter(|_| self.roots.len() == 1) {
            Some(contract) => {
                let results = contract.results().iter();
                results.filter_map(|name| self.code.slots.get(name).copied()).collect()
            }
            None => self.results.clone(),
        };
        let results = results.into_iter().map(|slot| self.read(ValuePlace::Register(slot)));
        let with = results.collect::<Vec<_>>().into_iter().chain(to).collect();
        self.effect(Operator::Return, with, line);
    }

    fn nodes(&mut self, row: &InstructionRow, nodes: &[Node]) {
        let mut ids: Vec<Id> = Vec::with_capacity(nodes.len());
        for node in nodes {
            let id = self.node(row, node, &ids);
            if matches!(self.graph.values.get(id), ValueKind::Computed(..)) {
                self.graph.made.push((id, row.line));
            }
            ids.push(id);
        }
    }

    /// Evaluates a node; returns its value, if any.
    fn node(&mut self, row: &InstructionRow, node: &Node, ids: &[Id]) -> Id {
        let of = |id: &u32| ids[*id as usize];
        if let Some(id) = computed(&mut self.graph.values, node, ids) {
            return id;
        }
        match node {
            Node::Get(slot) => return self.read(ValuePlace::Register(*slot)),
            Node::Load(address, units) => {
                let (address, units) = (of(address), *units);
                return match self.place(address) {
                    Some(place) => self.read(place),
                    None => self.graph.values.computed(Operation::Load(units), vec![address]),
                };
            }
            Node::Set(slot, value) => {
                self.state.insert(ValuePlace::Register(*slot), of(value));
            }
            Node::Store(address, value, units) => match self.place(of(address)) {
                Some(place) => drop(self.state.insert(place, of(value))),
                None => {
                    let with = vec![of(address), of(value)];
                    self.effect(Operator::Store(*units), with, row.line);
                }
            },
            Node::Branch(condition, _) | Node::Skip(condition) => self.branch(of(condition), row),
            Node::Jump(to) => self.jump(of(to), row),
            _ => {}
        }
        self.graph.values.number(0)
    }

    fn branch(&mut self, condition: Id, row: &InstructionRow) {
        let condition = self.graph.values.condition(condition);
        if self.graph.values.as_number(condition).is_none() {
            self.effect(Operator::Branch, vec![condition], row.line);
        }
    }

    fn jump(&mut self, to: Id, row: &InstructionRow) {
        let is_back = self.back.is_some_and(|back| {
            *self.graph.values.get(to) == ValueKind::Given(ValuePlace::Register(back))
        });
        match row.role.target {
            // The last call is a jump.
            Some(target) if target != self.entry && self.code.entries.contains_key(&target) => {
                self.call(Some(target), row.line);
                self.returns(None, row.line);
            }
            Some(_) => {}
            None if row.flow == CallFlow::Return => {
                let is_pushed = self.back.is_none();
                self.returns(is_pushed.then_some(to), row.line);
            }
            None if is_back => self.returns(None, row.line),
            None => drop(self.effect(Operator::Jump, vec![to], row.line)),
        }
    }

    /// The place at an address, if it is not in memory that others see.
    fn place(&self, address: Id) -> Option<ValuePlace> {
        let words = self.code.assignment.target.spec().syntax.register_words;
        match self.graph.values.as_number(address) {
            Some(number) if number < words => Some(ValuePlace::Register(number as u8)),
            Some(_) => None,
            None => self.is_frame(address, 4).then_some(ValuePlace::Frame(address)),
        }
    }

    /// Whether a value is computed only from the stack pointer and numbers.
    fn is_frame(&self, id: Id, depth: u32) -> bool {
        match self.graph.values.get(id) {
            ValueKind::Given(ValuePlace::Register(slot)) => Some(*slot) == self.stack,
            ValueKind::Computed(Operation::Two(_), of) if depth > 0 => {
                let mut numbers = 0;
                let fits = of.iter().all(|&id| {
                    let is_number = self.graph.values.as_number(id).is_some();
                    numbers += u32::from(is_number);
                    is_number || self.is_frame(id, depth - 1)
                });
                fits && numbers == 1
            }
            _ => false,
        }
    }

    /// Finds what each merged value may be.
    fn resolve(&mut self) {
        let before = self.before();
        let mut at = 0;
        while at < self.graph.values.len() && at < MOST_VALUES {
            let id = at as Id;
            at += 1;
            let ValueKind::Merged(block, place) = *self.graph.values.get(id) else { continue };
            let mut of = Vec::new();
            for from in before.get(&block).into_iter().flatten() {
                let end = self.ends.get(from).and_then(|end| end.get(&place)).copied();
                of.push(
                    end.unwrap_or_else(|| self.graph.values.add(ValueKind::Merged(*from, place))),
                );
            }
            if self.roots.contains(&block) || of.is_empty() {
                of.push(self.graph.values.add(ValueKind::Given(place)));
            }
            of.sort_unstable();
            of.dedup();
            self.graph.merged.insert(id, of);
        }
        self.graph.simplify();
        self.find_following();
    }
}

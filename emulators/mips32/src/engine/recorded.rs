//! The recorder's interpretation of the operations specific to MIPS32.

use machine::native::{Node, NodeValue, RuleRecorder};
use machine::semantics::{Semantics, Trap};

use crate::cpu::{Cpu, slot};
use crate::isa::float::{Arith, Convert};
use crate::isa::{MipsSemantics, Op, Row, SystemOperations};

/// Machine properties that rows depend on, besides registers and memory.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MachineRules {
    flip: u32,
    link_bytes: u32,
    is_spim: bool,
}

impl MachineRules {
    pub(crate) fn of(cpu: &Cpu) -> Self {
        MachineRules { flip: cpu.memory.flip(), link_bytes: cpu.link_bytes, is_spim: cpu.is_spim() }
    }
}

/// The recorder of rows.
pub(crate) type Recording = RuleRecorder<MachineRules>;

/// Handler of a row in this interpretation.
pub(crate) type Recorded = fn(&Recording, &Op) -> Result<(), Trap>;

/// Recorded program of an instruction; `None` if native code does not support it.
pub(crate) fn record(row: &Row, op: &Op, rules: MachineRules) -> Option<Box<[Node]>> {
    let recorder = RuleRecorder::new(rules, Some((0, slot::SINK)));
    (row.interpretations.recorded?)(&recorder, op).ok()?;
    recorder.take()
}

/// Floating point and likely branches are left to the other engines.
impl<'a> MipsSemantics for &'a Recording {
    fn flip(self) -> NodeValue<'a> {
        self.k(self.rules.flip.into())
    }

    fn stored(self, value: NodeValue<'a>) -> NodeValue<'a> {
        if self.rules.is_spim { value } else { self.k(1) }
    }

    fn link(self, op: &Op) -> NodeValue<'a> {
        self.k(op.pc.wrapping_add(self.rules.link_bytes).into())
    }

    fn branch_likely(self, _: NodeValue<'a>, _: NodeValue<'a>) -> Result<(), Trap> {
        self.trap(Trap::Special)
    }

    fn system(self, _: SystemOperations) -> Result<(), Trap> {
        self.trap(Trap::Special)
    }

    fn signal(self, _: NodeValue<'a>) -> Result<(), Trap> {
        self.trap(Trap::Float)
    }

    fn single(self, _: Arith, _: NodeValue<'a>, _: NodeValue<'a>) -> NodeValue<'a> {
        self.leave()
    }

    fn double(
        self,
        _: Arith,
        _: (NodeValue<'a>, NodeValue<'a>),
        _: (NodeValue<'a>, NodeValue<'a>),
    ) -> (NodeValue<'a>, NodeValue<'a>) {
        (self.leave(), self.leave())
    }

    fn compare_singles(self, _: u8, _: NodeValue<'a>, _: NodeValue<'a>) -> NodeValue<'a> {
        self.leave()
    }

    fn compare_doubles(
        self,
        _: u8,
        _: (NodeValue<'a>, NodeValue<'a>),
        _: (NodeValue<'a>, NodeValue<'a>),
    ) -> NodeValue<'a> {
        self.leave()
    }

    fn double_aligned(self, address: NodeValue<'a>, _: bool) -> Result<(), Trap> {
        self.trap_if(address & self.k(7), Trap::Memory)
    }

    fn may_store(self, address: NodeValue<'a>) -> Result<(), Trap> {
        self.note(Node::MayStore(address.id(), 4));
        Ok(())
    }

    fn convert(
        self,
        _: Convert,
        _: (NodeValue<'a>, NodeValue<'a>),
    ) -> (NodeValue<'a>, NodeValue<'a>) {
        (self.leave(), self.leave())
    }
}

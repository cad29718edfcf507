//! The recorder's interpretation of the operations specific to MIPS32.

use machine::native::{Node, NodeValue, RuleRecorder};
use machine::semantics::{Semantics, Trap};

use crate::cpu::{Cpu, slot};
use crate::isa::float::call::{self, Code};
use crate::isa::float::{Arith, Convert, Rules};
use crate::isa::{MipsSemantics, Op, Row, SystemOperations};

/// Machine properties that rows depend on, besides registers and memory.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MachineRules {
    flip: u32,
    link_bytes: u32,
    is_spim: bool,
    float: Rules,
}

impl MachineRules {
    pub(crate) fn of(cpu: &Cpu) -> Self {
        MachineRules {
            flip: cpu.memory.flip(),
            link_bytes: cpu.link_bytes,
            is_spim: cpu.is_spim(),
            float: cpu.float_rules,
        }
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

/// Likely branches are left to the other engines.
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

    fn signal(self, unordered: NodeValue<'a>) -> Result<(), Trap> {
        if self.rules.is_spim { self.trap_if(unordered, Trap::Float) } else { Ok(()) }
    }

    fn single(self, op: Arith, a: NodeValue<'a>, b: NodeValue<'a>) -> NodeValue<'a> {
        let [what, rules] = self.codes(op);
        let [result] = self.call(call::single, &[a, b, what, rules]);
        result
    }

    fn double(
        self,
        op: Arith,
        a: (NodeValue<'a>, NodeValue<'a>),
        b: (NodeValue<'a>, NodeValue<'a>),
    ) -> (NodeValue<'a>, NodeValue<'a>) {
        let [what, rules] = self.codes(op);
        let [low, high] = self.call(call::double, &[a.0, a.1, b.0, b.1, what, rules]);
        (low, high)
    }

    fn compare_singles(self, condition: u8, a: NodeValue<'a>, b: NodeValue<'a>) -> NodeValue<'a> {
        let [result] = self.call(call::compare_singles, &[a, b, self.k(condition.into())]);
        result
    }

    fn compare_doubles(
        self,
        condition: u8,
        a: (NodeValue<'a>, NodeValue<'a>),
        b: (NodeValue<'a>, NodeValue<'a>),
    ) -> NodeValue<'a> {
        let condition = self.k(condition.into());
        let [result] = self.call(call::compare_doubles, &[a.0, a.1, b.0, b.1, condition]);
        result
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
        how: Convert,
        from: (NodeValue<'a>, NodeValue<'a>),
    ) -> (NodeValue<'a>, NodeValue<'a>) {
        let (mode, [what, rules]) = (self.get(slot::FCSR), self.codes(how));
        let [low, high] = self.call(call::convert, &[from.0, from.1, mode, what, rules]);
        (low, high)
    }
}

/// Codes of an operation and of the machine's rules, for a call.
trait Codes<'a> {
    fn codes(self, what: impl Code) -> [NodeValue<'a>; 2];
}

impl<'a> Codes<'a> for &'a Recording {
    fn codes(self, what: impl Code) -> [NodeValue<'a>; 2] {
        [what.code(), self.rules.float.code()].map(|code| self.k(code))
    }
}

//! The recorder's interpretation of the operations specific to MIPS32.

use machine::native::{HostFloat, HostOp, Node, NodeValue, RuleRecorder};
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
        let [none, [what, rules]] = [[self.k(0); 2], self.codes(op)];
        let arguments = [a, none[0], b, none[1], what, rules];
        let [result] = self.quick(arithmetic(op), false, call::single, &arguments);
        result
    }

    fn double(
        self,
        op: Arith,
        a: (NodeValue<'a>, NodeValue<'a>),
        b: (NodeValue<'a>, NodeValue<'a>),
    ) -> (NodeValue<'a>, NodeValue<'a>) {
        let [what, rules] = self.codes(op);
        let arguments = [a.0, a.1, b.0, b.1, what, rules];
        let [low, high] = self.quick(arithmetic(op), true, call::double, &arguments);
        (low, high)
    }

    fn compare_singles(self, condition: u8, a: NodeValue<'a>, b: NodeValue<'a>) -> NodeValue<'a> {
        let none = self.k(0);
        let arguments = [a, none, b, none, self.k(condition.into())];
        let [result] = self.quick(comparison(condition), false, call::compare_singles, &arguments);
        result
    }

    fn compare_doubles(
        self,
        condition: u8,
        a: (NodeValue<'a>, NodeValue<'a>),
        b: (NodeValue<'a>, NodeValue<'a>),
    ) -> NodeValue<'a> {
        let what = self.k(condition.into());
        let arguments = [a.0, a.1, b.0, b.1, what];
        let [result] = self.quick(comparison(condition), true, call::compare_doubles, &arguments);
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
        let arguments = [from.0, from.1, mode, what, rules];
        let (op, is_double) = conversion(how);
        let [low, high] = self.quick(op, is_double, call::convert, &arguments);
        (low, high)
    }
}

fn arithmetic(op: Arith) -> Option<HostOp> {
    Some(match op {
        Arith::Add => HostOp::Add,
        Arith::Subtract => HostOp::Subtract,
        Arith::Multiply => HostOp::Multiply,
        Arith::Divide => HostOp::Divide,
        Arith::SquareRoot => HostOp::SquareRoot,
    })
}

/// Comparison of numbers for a condition: its bits are unordered, equal, less.
fn comparison(condition: u8) -> Option<HostOp> {
    match condition & 6 {
        2 => Some(HostOp::Equal),
        4 => Some(HostOp::Less),
        6 => Some(HostOp::LessOrEqual),
        _ => None,
    }
}

/// A conversion, and whether its operand, or result of a word, is a double.
fn conversion(how: Convert) -> (Option<HostOp>, bool) {
    match how {
        Convert::SingleToDouble => (Some(HostOp::Convert), false),
        Convert::DoubleToSingle => (Some(HostOp::Convert), true),
        Convert::WordToDouble => (Some(HostOp::FromWord), true),
        Convert::SingleTruncate => (Some(HostOp::Truncate), false),
        Convert::DoubleTruncate => (Some(HostOp::Truncate), true),
        _ => (None, false),
    }
}

/// Calls, and codes of an operation and of the machine's rules for them.
trait Calls<'a> {
    fn codes(self, what: impl Code) -> [NodeValue<'a>; 2];
    /// Calls a function, with an instruction of the host for its usual cases if there is one.
    fn quick<const N: usize>(
        self,
        op: Option<HostOp>,
        is_double: bool,
        function: extern "C" fn(&mut [u64; 8]),
        arguments: &[NodeValue<'_>],
    ) -> [NodeValue<'a>; N];
}

impl<'a> Calls<'a> for &'a Recording {
    fn codes(self, what: impl Code) -> [NodeValue<'a>; 2] {
        [what.code(), self.rules.float.code()].map(|code| self.k(code))
    }
    fn quick<const N: usize>(
        self,
        op: Option<HostOp>,
        is_double: bool,
        function: extern "C" fn(&mut [u64; 8]),
        arguments: &[NodeValue<'_>],
    ) -> [NodeValue<'a>; N] {
        let Some(op) = op else { return self.call(function, arguments) };
        // Flags are not simulated.
        let host = HostFloat { op, is_double, is_flagged: false };
        self.call_unless(self.k(1), host, function, arguments)
    }
}

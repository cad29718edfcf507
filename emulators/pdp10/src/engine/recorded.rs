//! Recording of what this processor adds to the shared vocabulary, for native code.
//!
//! Stores to an accumulator whose address is known only at run time are left to the other engines,
//! as are long chains of indirect words.

use machine::native::{BinaryOp, Node, NodeValue, RuleRecorder};
use machine::semantics::{Semantics, Trap, Value};

use super::call;
use super::timing::Timing;
use crate::Word36;
use crate::cpu::flag;
use crate::isa::float::{self, Float};
use crate::isa::{
    Addressing, DivisionResult, ExtraTime, FloatResult, Op, Opcode, Pdp10Semantics, SystemAction,
};
use crate::memory::ACCUMULATORS;
use crate::word::{HALF, SIGN};

/// Recorder of rows; times follow this model.
pub(crate) type Recording = RuleRecorder<Timing>;

/// A row in this interpretation.
pub(crate) type Recorded = fn(&Recording, &Op) -> Result<(), Trap>;

/// Program of an instruction; `None` if it is not for native code.
pub(crate) fn record(opcode: &Opcode, op: &Op, timing: Timing) -> Option<Box<[Node]>> {
    let recorder = RuleRecorder::new(timing, None);
    (opcode.interpretations.recorded?)(&recorder, op).ok()?;
    recorder.take()
}

/// Slots after the accumulators: overflow, carry 0 and carry 1, each in the sign bit, and the other
/// flags.
const RAW: [(u8, u32); 3] = [(16, flag::OV), (17, flag::CRY0), (18, flag::CRY1)];
const OTHERS: u8 = 19;

/// Addresses in memory and of an accumulator, and an indexed pointer, as samples for the timing.
const IN_MEMORY: u32 = ACCUMULATORS;
const FAST: u32 = 0;
const WITH_INDEX: Word36 = Word36::halves(1, 0);
/// A pointer to a byte of one bit.
const OF_ONE_BIT: Word36 = Word36::halves(0o100, 0);

fn spend<'a>(m: &'a Recording, nanos: NodeValue<'a>) {
    m.note(Node::Spend(nanos.id()));
}

/// Subtracts what an access to an accumulator saves, and says whether that is rare.
fn save_if_fast<'a>(m: &'a Recording, address: NodeValue<'a>, nanos: u32, is_seldom: bool) {
    if nanos > 0 {
        let is_fast = address.below(m.k(ACCUMULATORS.into()));
        m.note(Node::SaveIf(is_fast.id(), nanos, is_seldom));
    }
}

/// Time that an index adds to an address word.
fn from_index(timing: Timing) -> u32 {
    let of = |word| timing.indirect(IN_MEMORY, word);
    of(WITH_INDEX) - of(Word36::default())
}

impl<'a> Pdp10Semantics for &'a Recording {
    fn effective(self, op: &Op) -> Result<NodeValue<'a>, Trap> {
        let address = match op.index {
            0 => self.k(op.word.right().into()),
            index => (self.get(index) + self.k(op.word.right().into())) & self.k(HALF),
        };
        // An index with a displacement this large is usually a table's.
        let is_table = op.word.right() >= ACCUMULATORS;
        match op.addressing() {
            Addressing::Direct => return Ok(address),
            Addressing::Indexed => {
                save_if_fast(self, address, op.saved.into(), is_table);
                return Ok(address);
            }
            Addressing::Indirect => {}
        }
        let word = self.load(address, 1)?;
        let of = |from, word| self.rules.indirect(from, word);
        let least = of(IN_MEMORY, Word36::default());
        save_if_fast(self, address, least - of(FAST, Word36::default()), is_table);
        let (word, from_index, none) = (word.id(), from_index(self.rules), self.k(0).id());
        let address = RuleRecorder::note(self, Node::AddressIn([word, word], from_index, none));
        spend(self, self.k(least.into()));
        save_if_fast(self, address, op.saved.into(), false);
        Ok(address)
    }

    fn byte(
        self,
        pointer: [NodeValue<'a>; 2],
        place: NodeValue<'a>,
    ) -> Result<(NodeValue<'a>, NodeValue<'a>), Trap> {
        let [before, after] = pointer.map(NodeValue::id);
        // Leave out what depends on the pointer already being stored, including its index.
        let node = Node::AddressIn([before, after], from_index(self.rules), place.id());
        let address = RuleRecorder::note(self, node);
        self.trap_if(address.equals(place), Trap::Special)?;
        Ok((address, self.load(address, 1)?))
    }

    fn with_size(self, [before, _]: [NodeValue<'a>; 2]) -> NodeValue<'a> {
        // Leave out indirect addresses.
        before
    }

    fn suppressed(self) -> Result<NodeValue<'a>, Trap> {
        self.trap_if(self.up(flag::BIS), Trap::Special)?;
        Ok(self.k(0))
    }

    fn end_suppression(self) {}

    fn may_store(self, address: NodeValue<'a>) -> Result<(), Trap> {
        self.note(Node::MayStore(address.id(), 1));
        Ok(())
    }

    fn flags(self) -> NodeValue<'a> {
        let others = (self.get(OTHERS) | self.k(flag::USER.into())) << self.k(18);
        let names = [0, 1, 2].map(|at| {
            let raised = self.get(RAW[at].0) & self.k(SIGN);
            raised >> self.k(at as u64)
        });
        names.into_iter().fold(others, |word, name| word | name)
    }

    fn lower(self, flags: u32) {
        for (slot, name) in RAW {
            if flags & name != 0 {
                self.set(slot, self.k(0));
            }
        }
        self.set(OTHERS, self.get(OTHERS) & self.k(u64::from(!flags) & HALF));
    }

    fn up(self, flags: u32) -> NodeValue<'a> {
        let others = self.get(OTHERS) & self.k(flags.into());
        let raised = RAW.into_iter().filter(|(_, name)| flags & name != 0);
        raised.fold(others, |up, (slot, _)| up | self.get(slot) & self.k(SIGN))
    }

    fn raise(self, flags: u32, condition: NodeValue<'a>) {
        for (slot, name) in RAW {
            if flags & name != 0 {
                self.set(slot, self.get(slot) | condition.pick(self.k(SIGN), self.k(0)));
            }
        }
        let rest = RAW.into_iter().fold(flags & flag::ALL, |rest, (_, name)| rest & !name);
        if rest != 0 {
            let raised = condition.pick(self.k(rest.into()), self.k(0));
            self.set(OTHERS, self.get(OTHERS) | raised);
        }
    }

    fn note(self, overflow: NodeValue<'a>, carry0: NodeValue<'a>, carry1: NodeValue<'a>) {
        for ((slot, _), noted) in RAW.into_iter().zip([overflow, carry0, carry1]) {
            self.set(slot, self.get(slot) | noted);
        }
    }

    fn flags_of_sum(
        self,
        a: NodeValue<'a>,
        b: NodeValue<'a>,
        sum: NodeValue<'a>,
    ) -> [NodeValue<'a>; 3] {
        let half = RuleRecorder::note(self, Node::Two(BinaryOp::HalfSum, a.id(), b.id()));
        let into = a ^ b ^ sum;
        [half ^ into, half, into]
    }

    fn skip(self, _: &Op, condition: NodeValue<'a>) -> Result<(), Trap> {
        RuleRecorder::note(self, Node::Skip(condition.id()));
        Ok(())
    }

    fn pushdown(self, crossed: NodeValue<'a>) -> Result<(), Trap> {
        self.trap_if(crossed, Trap::Special)
    }

    fn divide_long(
        self,
        [high, low]: [NodeValue<'a>; 2],
        divisor: NodeValue<'a>,
    ) -> DivisionResult<NodeValue<'a>> {
        let [quotient, remainder, fits] = self.call(call::divide_long, &[high, low, divisor]);
        DivisionResult { quotient, remainder, fits }
    }

    fn float(
        self,
        op: Float,
        [high, low]: [NodeValue<'a>; 2],
        operand: NodeValue<'a>,
    ) -> FloatResult<NodeValue<'a>> {
        let [high, low, flags] = self.call(float::function(op), &[high, low, operand]);
        let overflow = (flags & self.k(flag::OV.into())).pick(self.k(SIGN), self.k(0));
        self.set(RAW[0].0, self.get(RAW[0].0) | overflow);
        let others = flags & self.k((flag::ALL & !flag::OV).into());
        self.set(OTHERS, self.get(OTHERS) | others);
        FloatResult { high, low, flags }
    }

    fn spend(self, op: &Op, what: ExtraTime<NodeValue<'a>>) {
        let timing = self.rules;
        match what {
            // With a direct address the shift is known at decoding.
            ExtraTime::Shift(_) if op.addressing() == Addressing::Direct => {}
            ExtraTime::Shift(places) => spend(self, places * self.k(timing.shift(1).into())),
            ExtraTime::Zeros(zeros) => {
                let half = self.k(18);
                let looked = zeros.below(half).pick(zeros, zeros - half);
                spend(self, looked * self.k(timing.jffo(1).into()));
            }
            ExtraTime::Byte { pointer, at, crossed } => {
                let of = |pointer, at, crossed| timing.byte(op.word, [pointer; 2], at, crossed);
                let [_, after] = pointer;
                let least = of(Word36::default(), IN_MEMORY, false);
                save_if_fast(self, at, least - of(Word36::default(), FAST, false), true);
                let bit = of(OF_ONE_BIT, IN_MEMORY, false) - least;
                let crossing = of(Word36::default(), IN_MEMORY, true) - least;
                let size = self.with_size(pointer) >> self.k(24) & self.k(0o77);
                let bits = (after >> self.k(30)) + size;
                let crossing = self.k((least + crossing).into());
                let nanos = crossed.pick_seldom(crossing, self.k(least.into()));
                spend(self, nanos + bits * self.k(bit.into()));
            }
        }
    }

    fn system(self, _: SystemAction, _: NodeValue<'a>) -> Result<(), Trap> {
        self.trap(Trap::Special)
    }
}

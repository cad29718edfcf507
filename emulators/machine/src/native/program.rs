//! The recorder: semantics of an instruction as a program of nodes.

use std::cell::RefCell;
use std::fmt;
use std::ops::{Add, BitAnd, BitOr, BitXor, Mul, Shl, Shr, Sub};

use super::context::NARROW_SLOTS;
use crate::semantics::{Semantics, Trap, Value};

/// Index of a node in its program, which identifies its value.
pub type Id = u32;

/// Operation on two values: methods of [`Value`], except for the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "each is the method of Value with its name")]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    And,
    Or,
    Xor,
    Shl,
    Shr,
    Sar,
    Equals,
    Differs,
    Less,
    Below,
    Divide,
    DivideUnsigned,
    Remainder,
    RemainderUnsigned,
    MultiplyHigh,
    MultiplyHighUnsigned,
    /// Half of the exact sum: its highest bit is the carry.
    HalfSum,
}

/// A function without side effects, of up to eight words, of which the results replace the first.
///
/// Words are in the low bits; other bits of arguments are arbitrary.
#[derive(Debug, Clone, Copy)]
pub struct PureFunction(pub extern "C" fn(&mut [u64; 8]));

impl PartialEq for PureFunction {
    fn eq(&self, other: &PureFunction) -> bool {
        std::ptr::fn_addr_eq(self.0, other.0)
    }
}

impl Eq for PureFunction {}

/// Operation of the host's processor on floating-point numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "named as the instructions")]
pub enum HostOp {
    Add,
    Subtract,
    Multiply,
    Divide,
    SquareRoot,
    /// `a * b + c`, rounded once, where the product or `c` may be negated.
    Fused {
        negates_product: bool,
        negates_addend: bool,
    },
    Equal,
    Less,
    LessOrEqual,
    /// A signed word as a double.
    FromWord,
    /// A number as a signed word, truncated.
    Truncate,
    /// A number in the other format.
    Convert,
}

/// An instruction of the host that has the results of a function in the usual cases.
///
/// Operands are two words each in the function's arguments, the low word first; so is the result.
/// The usual cases are comparisons, conversions to double and truncations of numbers that fit, and
/// other operations with a result that is a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HostFloat {
    /// The operation.
    pub op: HostOp,
    /// Whether the operands are doubles, or the result if the operand is a word.
    pub is_double: bool,
    /// Whether a rounded result close to overflow, to underflow or to zero is unusual, because it
    /// may raise a flag.
    pub is_flagged: bool,
}

/// One operation of an instruction; later nodes refer to its value by its [`Id`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Node {
    /// A constant.
    Number(u64),
    /// Value of a register.
    Get(u8),
    /// Effective address from two 36-bit words, which are usually the same.
    ///
    /// It is the low 18 bits of the second word, plus those of the index register in bits 14 to 17
    /// of the first, if any, which costs the given time. Exits before the instruction if bit 13 of
    /// the first word is set (indirect), or if the index register is the one in the last field,
    /// unless that is 0.
    AddressIn([Id; 2], u32, Id),
    /// Operation on two values.
    Two(BinaryOp, Id, Id),
    /// The low bits as a signed number.
    SignExtend(Id, u32),
    /// Number of leading zeros.
    LeadingZeros(Id),
    /// Bitwise complement.
    Not(Id),
    /// The second value if the first is not zero, else the third.
    Pick(Id, Id, Id),
    /// The same, if it is rarely the second.
    PickSeldom(Id, Id, Id),
    /// Argument of the next call, with its number.
    Argument(u8, Id),
    /// Call of a function with the arguments before it.
    Call(PureFunction),
    /// The same in unusual cases or if the value is zero, else an instruction of the host.
    ///
    /// Results after the number are zero in the usual cases.
    CallUnless(Id, HostFloat, PureFunction),
    /// Result of the last call, with its number.
    Outcome(u8),
    /// Load of units at an address.
    Load(Id, u8),
    /// Write to a register.
    Set(u8, Id),
    /// Store of units at an address.
    Store(Id, Id, u8),
    /// Exits before the instruction unless a store to the address is plain.
    MayStore(Id, u8),
    /// Exits before the instruction if the value is not zero.
    Leave(Id),
    /// Jump to an address.
    Jump(Id),
    /// Branch to the second value if the first is not zero.
    Branch(Id, Id),
    /// Skips the next instruction if the value is not zero.
    Skip(Id),
    /// Adds time in the cycle model.
    Spend(Id),
    /// Subtracts time if the value is not zero; the last field tells whether that is rare.
    SaveIf(Id, u32, bool),
}

/// The recorder's interpretation of rows; `rules` is for a machine's own extensions.
pub struct RuleRecorder<R> {
    nodes: RefCell<Vec<Node>>,
    /// Options that the machine's rows depend on.
    pub rules: R,
    /// Slots of the register that is always zero, and of its write-only counterpart.
    zero: Option<(u8, u8)>,
}

impl<R> fmt::Debug for RuleRecorder<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recorder").field("nodes", &self.nodes).finish_non_exhaustive()
    }
}

impl<R> RuleRecorder<R> {
    /// Empty recorder; `zero` are the slots of the register that is always zero, for reads and
    /// writes.
    pub fn new(rules: R, zero: Option<(u8, u8)>) -> Self {
        RuleRecorder { nodes: RefCell::default(), rules, zero }
    }

    /// Nodes recorded since the last call; `None` if they always exit before the instruction, or use
    /// a register that native code has not.
    pub fn take(&self) -> Option<Box<[Node]>> {
        let nodes = self.nodes.take().into_boxed_slice();
        let is_far = |slot: u8| usize::from(slot) >= NARROW_SLOTS;
        if nodes
            .iter()
            .any(|node| matches!(*node, Node::Get(slot) | Node::Set(slot, _) if is_far(slot)))
        {
            return None;
        }
        let is_sure = |id: Id| matches!(nodes[id as usize], Node::Number(number) if number != 0);
        let leaves = nodes.iter().any(|node| matches!(node, Node::Leave(id) if is_sure(*id)));
        (!leaves).then_some(nodes)
    }

    /// Adds a node; returns its value.
    pub fn note(&self, node: Node) -> NodeValue<'_> {
        NodeValue { at: self.push(node), nodes: &self.nodes }
    }

    fn push(&self, node: Node) -> Id {
        let mut nodes = self.nodes.borrow_mut();
        nodes.push(node);
        nodes.len() as Id - 1
    }

    /// Calls a function; returns its first results.
    pub fn call<const N: usize>(
        &self,
        function: extern "C" fn(&mut [u64; 8]),
        arguments: &[NodeValue<'_>],
    ) -> [NodeValue<'_>; N] {
        self.call_as(Node::Call(PureFunction(function)), arguments)
    }

    /// The same, with an instruction of the host for its usual cases if a value is not zero.
    pub fn call_unless<const N: usize>(
        &self,
        is_quick: NodeValue<'_>,
        host: HostFloat,
        function: extern "C" fn(&mut [u64; 8]),
        arguments: &[NodeValue<'_>],
    ) -> [NodeValue<'_>; N] {
        self.call_as(Node::CallUnless(is_quick.at, host, PureFunction(function)), arguments)
    }

    fn call_as<const N: usize>(
        &self,
        call: Node,
        arguments: &[NodeValue<'_>],
    ) -> [NodeValue<'_>; N] {
        for (number, argument) in (0..).zip(arguments) {
            self.push(Node::Argument(number, argument.at));
        }
        self.push(call);
        std::array::from_fn(|number| self.note(Node::Outcome(number as u8)))
    }

    /// The number, if a value is a constant.
    pub fn number(&self, value: NodeValue<'_>) -> Option<u64> {
        match self.nodes.borrow()[value.at as usize] {
            Node::Number(number) => Some(number),
            _ => None,
        }
    }

    /// Always exits before the instruction; returns an unused value.
    pub fn leave(&self) -> NodeValue<'_> {
        let always = self.note(Node::Number(1));
        self.push(Node::Leave(always.at));
        always
    }
}

/// A value of the recorder: a node.
#[derive(Clone, Copy)]
pub struct NodeValue<'a> {
    at: Id,
    nodes: &'a RefCell<Vec<Node>>,
}

impl fmt::Debug for NodeValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "%{}", self.at)
    }
}

impl NodeValue<'_> {
    /// Index of its node.
    #[must_use]
    pub fn id(self) -> Id {
        self.at
    }

    fn then(self, node: Node) -> Self {
        let mut nodes = self.nodes.borrow_mut();
        nodes.push(node);
        NodeValue { at: nodes.len() as Id - 1, nodes: self.nodes }
    }

    fn two(self, what: BinaryOp, other: Self) -> Self {
        self.then(Node::Two(what, self.at, other.at))
    }
}

macro_rules! operators {
    ($($trait:ident $method:ident $two:ident;)*) => { $(
        impl $trait for NodeValue<'_> {
            type Output = Self;

            fn $method(self, other: Self) -> Self {
                self.two(BinaryOp::$two, other)
            }
        }
    )* };
}

operators! {
    Add add Add; Sub sub Sub; Mul mul Mul; BitAnd bitand And; BitOr bitor Or; BitXor bitxor Xor;
    Shl shl Shl; Shr shr Shr;
}

macro_rules! methods {
    ($($method:ident $two:ident;)*) => { $(
        fn $method(self, other: Self) -> Self {
            self.two(BinaryOp::$two, other)
        }
    )* };
}

impl Value for NodeValue<'_> {
    methods! {
        sar Sar; equals Equals; differs Differs; less Less; below Below; divide Divide;
        divide_unsigned DivideUnsigned; remainder Remainder; remainder_unsigned RemainderUnsigned;
        multiply_high MultiplyHigh; multiply_high_unsigned MultiplyHighUnsigned;
    }

    fn sign_extend(self, bits: u32) -> Self {
        self.then(Node::SignExtend(self.at, bits))
    }

    fn leading_zeros(self) -> Self {
        self.then(Node::LeadingZeros(self.at))
    }

    fn not(self) -> Self {
        self.then(Node::Not(self.at))
    }

    fn pick(self, yes: Self, no: Self) -> Self {
        self.then(Node::Pick(self.at, yes.at, no.at))
    }

    fn pick_seldom(self, yes: Self, no: Self) -> Self {
        self.then(Node::PickSeldom(self.at, yes.at, no.at))
    }
}

impl<'a, R> Semantics for &'a RuleRecorder<R> {
    type V = NodeValue<'a>;

    fn k(self, number: u64) -> NodeValue<'a> {
        self.note(Node::Number(number))
    }

    fn get(self, slot: u8) -> NodeValue<'a> {
        match self.zero {
            Some((zero, _)) if zero == slot => self.k(0),
            _ => self.note(Node::Get(slot)),
        }
    }

    fn set(self, slot: u8, value: NodeValue<'a>) {
        if self.zero.is_none_or(|(_, sink)| sink != slot) {
            self.push(Node::Set(slot, value.at));
        }
    }

    fn load(self, address: NodeValue<'a>, units: u8) -> Result<NodeValue<'a>, Trap> {
        Ok(self.note(Node::Load(address.at, units)))
    }

    fn store(self, address: NodeValue<'a>, value: NodeValue<'a>, units: u8) -> Result<(), Trap> {
        self.push(Node::Store(address.at, value.at, units));
        Ok(())
    }

    fn jump(self, to: NodeValue<'a>) {
        self.push(Node::Jump(to.at));
    }

    fn branch(self, condition: NodeValue<'a>, to: NodeValue<'a>) {
        self.push(Node::Branch(condition.at, to.at));
    }

    fn trap_if(self, condition: NodeValue<'a>, _: Trap) -> Result<(), Trap> {
        self.push(Node::Leave(condition.at));
        Ok(())
    }

    fn trap(self, trap: Trap) -> Result<(), Trap> {
        self.leave();
        Err(trap)
    }
}

//! Syntax tree of an expression.

/// Node of an expression, with its position in the cell.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Node {
    /// Number of characters before it, in the cell.
    pub(crate) at: usize,
    /// Depth of the tree, including this node.
    pub(crate) depth: u32,
    pub(crate) tree: Tree,
}

/// Kind of a node.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Tree {
    Literal(Literal),
    /// `B9`, as row and column from 0.
    Cell(usize, usize),
    /// Variable or field.
    Name(String),
    /// `~`.
    Current,
    /// `#`.
    Position,
    /// `~~`.
    Previous,
    /// `?`: the value that a condition of `enum` tests.
    Tested,
    /// `#B9`: iteration count of a `for` cell.
    Turns(usize, usize),
    /// `[a,b]`; an omitted member is null.
    Sequence(Vec<Option<Node>>),
    /// `(a,b)`: evaluates all in turn; its value is that of the last.
    Comma(Vec<Node>),
    Prefix(Prefix, Box<Node>),
    Infix(Infix, Box<Node>, Box<Node>),
    /// `a=b`, or `a+=b` with its operator.
    Assign(Option<Infix>, Box<Node>, Box<Node>),
    /// `A(i)`.
    Index(Box<Node>, Box<Node>),
    /// `~[i]`: neighbour of the current member, or a range of neighbours.
    Near(Box<Node>, Box<Argument>),
    /// `a.b`.
    Dot(Box<Node>, Member),
    /// `f(a,b)`.
    Call(Call),
}

impl Tree {
    /// Child nodes, from the left.
    pub(crate) fn parts(&self) -> Vec<&Node> {
        match self {
            Tree::Sequence(parts) => parts.iter().flatten().collect(),
            Tree::Comma(parts) => parts.iter().collect(),
            Tree::Prefix(_, operand) => vec![operand],
            Tree::Infix(_, left, right)
            | Tree::Assign(_, left, right)
            | Tree::Index(left, right) => {
                vec![left, right]
            }
            Tree::Near(left, near) | Tree::Dot(left, Member::Each(near)) => {
                [&**left].into_iter().chain(near.nodes()).collect()
            }
            Tree::Dot(left, Member::Call(call)) => {
                [&**left].into_iter().chain(call.all().flat_map(Argument::nodes)).collect()
            }
            Tree::Dot(left, _) => vec![left],
            Tree::Call(call) => call.all().flat_map(Argument::nodes).collect(),
            _ => Vec::new(),
        }
    }
}

/// Constant.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Literal {
    Null,
    Truth(bool),
    Int(i64),
    Real(f64),
    Text(String),
}

/// Member after a point.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Member {
    Field(String),
    /// `A.~`.
    Current,
    /// `A.#`.
    Position,
    /// `A.(x)`.
    Each(Box<Argument>),
    Call(Call),
}

/// Function with its options and arguments.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Call {
    pub(crate) name: String,
    pub(crate) options: String,
    pub(crate) arguments: Vec<Argument>,
    /// Arguments after a `;`.
    pub(crate) after_semicolon: Vec<Argument>,
}

impl Call {
    /// All arguments, those after a `;` last.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Argument> {
        self.arguments.iter().chain(&self.after_semicolon)
    }
}

/// Argument.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Argument {
    /// Omitted argument.
    Absent,
    Value(Node),
    /// `a:b`.
    Range(Option<Node>, Option<Node>),
}

impl Argument {
    fn nodes(&self) -> impl Iterator<Item = &Node> {
        let (first, last) = match self {
            Argument::Absent => (None, None),
            Argument::Value(node) => (Some(node), None),
            Argument::Range(first, last) => (first.as_ref(), last.as_ref()),
        };
        first.into_iter().chain(last)
    }
}

/// Name of the field, if an expression is only that.
pub(crate) fn field_of(node: &Node) -> Option<&str> {
    match &node.tree {
        Tree::Name(name) | Tree::Dot(_, Member::Field(name)) => Some(name),
        _ => None,
    }
}

/// Prefix operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Prefix {
    Plus,
    Minus,
    Not,
}

/// Binary operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[rustfmt::skip]
pub(crate) enum Infix {
    Or, And, Equal, Unequal, Less, Greater, LessEqual, GreaterEqual, Add, Subtract, AddEach,
    SubtractEach, Multiply, Divide, Remainder, Without, Join, Union, Common, MultiplyEach,
    DivideEach, RemainderEach, WithoutEach,
}

/// Operators with precedence, lowest first, and description.
///
/// Source: SPLWare/esProc, `Node.PRI_*` and the operators' classes.
#[rustfmt::skip]
pub(crate) const INFIX: &[(&str, Infix, u8, &str)] = &[
    ("||", Infix::Or,             1, "true if either side is; the right side is evaluated only if needed"),
    ("&&", Infix::And,            2, "true if both sides are; the right side is evaluated only if needed"),
    ("==", Infix::Equal,          3, "whether both sides are equal; a number and text never are"),
    ("!=", Infix::Unequal,        3, "whether the sides differ"),
    ("<",  Infix::Less,           4, "whether the left side is smaller; null is the smallest value"),
    (">",  Infix::Greater,        4, "whether the left side is larger"),
    ("<=", Infix::LessEqual,      4, "whether the left side is smaller or equal"),
    (">=", Infix::GreaterEqual,   4, "whether the left side is larger or equal"),
    ("+",  Infix::Add,            5, "sum of numbers, or concatenation of texts; null is ignored"),
    ("-",  Infix::Subtract,       5, "difference of numbers"),
    ("++", Infix::AddEach,        5, "member-by-member sums"),
    ("--", Infix::SubtractEach,   5, "member-by-member differences"),
    ("*",  Infix::Multiply,       6, "product of numbers; with a sequence and a number n, the sequence repeated n times"),
    ("/",  Infix::Divide,         6, "quotient as a real; with text, both sides concatenated as text"),
    ("%",  Infix::Remainder,      6, "remainder, with the sign of the left side"),
    ("\\", Infix::Without,        6, "left sequence without the members of the right one; of numbers, the integer quotient"),
    ("|",  Infix::Join,           6, "concatenation of both sequences"),
    ("&",  Infix::Union,          6, "left sequence followed by the members that only the right one has"),
    ("^",  Infix::Common,         6, "members that both sequences have"),
    ("**", Infix::MultiplyEach,   6, "member-by-member products"),
    ("//", Infix::DivideEach,     6, "member-by-member quotients"),
    ("%%", Infix::RemainderEach,  6, "member-by-member remainders"),
    ("\\\\", Infix::WithoutEach,  6, "member-by-member integer quotients"),
];

impl Infix {
    /// Spelling in source text.
    pub(crate) fn spelling(self) -> &'static str {
        INFIX.iter().find(|row| row.1 == self).map_or("?", |row| row.0)
    }

    /// Operator with this spelling, and its precedence.
    pub(crate) fn of(spelling: &str) -> Option<(Infix, u8)> {
        INFIX.iter().find(|row| row.0 == spelling).map(|row| (row.1, row.2))
    }
}

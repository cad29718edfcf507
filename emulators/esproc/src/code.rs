//! What the checker makes of a grid: steps for a machine with a stack.

use machine::cells::CellName;

use crate::functions::{Function, Options};
use crate::syntax::Infix;

/// A step. Cells, variables and pieces of text go by number.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Op {
    /// A cell begins: counted, and the place where a run can stop.
    Enter(u32),
    Null,
    Absent,
    Truth(bool),
    Int(i64),
    Real(f64),
    /// A piece of text of the program.
    Text(u32),
    Cell(u32),
    /// Keeps the value on the stack in a cell, and leaves it there.
    SetCell(u32),
    Variable(u32),
    SetVariable(u32),
    Drop,
    /// The value on the stack once more.
    Copy,
    Negate,
    Plus,
    Not,
    Infix(Infix),
    Jump(u32),
    /// Jumps when the value taken from the stack is not true.
    Unless(u32),
    /// `&&`: jumps with false when it is not true, else takes it away.
    And(u32),
    /// `||`: jumps with true when it is true, else takes it away.
    Or(u32),
    /// As a truth value.
    AsTruth,
    /// A sequence of so many values.
    Sequence(u32),
    /// A range of two values.
    Range,
    /// A member by number; with the cell, plus one, that the program names.
    Member(u32),
    /// Value, sequence, number: assigns to the member.
    SetMember(u32),
    /// The current member of the innermost loop; of the `for` cell so many loops out when there
    /// is none.
    Current,
    SetCurrent,
    /// The current member of the `for` over a sequence, so many loops out.
    ForCurrent(u32),
    /// The number of the current member.
    Position,
    /// `~~`: what was calculated last in the iteration so many loops out.
    Previous(u32),
    /// The current member, or its number, in the loop over the sequence on the stack.
    CurrentOf,
    PositionOf,
    /// A neighbour of the current member, or a range of them.
    Near,
    /// The same in the loop over the sequence below.
    NearOf,
    /// A field by name.
    Field(u32),
    /// Value, record: assigns to the field.
    SetField(u32),
    /// A field of the current record of a loop, the innermost that has it.
    CurrentField(u32),
    /// Assigns to such a field.
    SetCurrentField(u32),
    /// A name that is such a field, or else a variable: the number is the variable's.
    FieldOrVariable(u32),
    /// Assigns to such a field or variable.
    SetFieldOrVariable(u32),
    /// Begins a loop over the members of what lies under so many arguments.
    Loop(u32),
    /// Ends the loop when the value taken from the stack is true.
    Until(u32),
    /// Keeps what was calculated for a member, and goes on with the next.
    Again(u32),
    /// A function of the table.
    Native(u32),
    /// A function of the grid, with so many arguments on the stack.
    Call(u32, u16),
    /// Leaves a function with the value on the stack.
    Return,
    /// Leaves a function at the end of its block.
    Fall(u32),
    /// The script's value out of so many, and its end.
    Result(u32),
    Finish,
    /// Begins the loop of a `for` cell with so many values.
    For(u32),
    /// The next turn of a `for`.
    Turn(u32),
    /// The next turn of a `for` with a condition, which is on the stack.
    Test(u32),
    /// Turns of the `for` so many loops out.
    Turns(u32),
    /// Ends so many loops.
    Unloop(u32),
    /// [`Cell`](Self::Cell), [`Int`](Self::Int), [`Infix`](Self::Infix).
    CellByInt(Infix, u32, i32),
    /// [`Variable`](Self::Variable), [`Int`](Self::Int), [`Infix`](Self::Infix).
    VariableByInt(Infix, u32, i32),
    /// [`Int`](Self::Int), [`Infix`](Self::Infix).
    ByInt(Infix, i32),
    /// [`Cell`](Self::Cell), [`Infix`](Self::Infix).
    ByCell(Infix, u32),
    /// Two of [`Cell`](Self::Cell), [`Member`](Self::Member).
    CellMember(u32, u32),
    /// Two of [`Cell`](Self::Cell), [`SetMember`](Self::SetMember), [`Drop`](Self::Drop),
    /// [`Jump`](Self::Jump).
    KeepMember(u32, u32, u32),
    /// [`SetCell`](Self::SetCell), [`Drop`](Self::Drop), [`Jump`](Self::Jump).
    Keep(u32, u32),
    /// [`SetCell`](Self::SetCell), [`Unless`](Self::Unless), [`Jump`](Self::Jump).
    KeepUnless(u32, u32, u32),
    /// [`Drop`](Self::Drop), [`Jump`](Self::Jump).
    DropJump(u32),
}

/// What a loop keeps of the values it calculates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keeps {
    All,
    /// All, behind the value on the stack that it begins with.
    AllAndFirst,
    /// The last one, at first the value on the stack.
    Last,
}

/// A loop over members inside an expression.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Each {
    /// Arguments above the sequence.
    pub(crate) above: u32,
    /// Where it goes on behind the function, with null, when there is no sequence.
    pub(crate) skip: u32,
    /// Where the calculation for a member begins, and the step behind its end.
    pub(crate) body: u32,
    pub(crate) behind: u32,
    /// Whether the first true value ends it.
    pub(crate) to_first: bool,
    /// What it keeps of the values it calculates.
    pub(crate) keeps: Keeps,
    /// The function, for messages.
    pub(crate) what: &'static str,
}

/// A call of a function of the table.
#[derive(Debug, Clone)]
pub(crate) struct Native {
    /// Those of the name; what stands before the point tells which.
    pub(crate) functions: Vec<&'static Function>,
    /// Of each of these, [`looks_at_all`](Function::looks_at_all).
    pub(crate) look_at_all: Vec<bool>,
    pub(crate) options: Options,
    /// Values on the stack, what stands before the point among them.
    pub(crate) values: usize,
}

/// A `for` cell.
#[derive(Debug, Clone, Copy)]
pub(crate) struct For {
    pub(crate) cell: u32,
    /// Values that begin it.
    pub(crate) values: u32,
    pub(crate) body: u32,
    pub(crate) exit: u32,
}

/// A `func` cell.
#[derive(Debug, Clone, Default)]
pub(crate) struct Func {
    pub(crate) cell: u32,
    /// Its first step.
    pub(crate) start: u32,
    /// Cells of its block: first of each run of neighbours, and how many.
    pub(crate) runs: Vec<(u32, u32)>,
    /// Cells its block has.
    pub(crate) cells: usize,
    /// Variables its arguments become; without names they go to cells.
    pub(crate) parameters: Option<Vec<u32>>,
    /// Cells that arguments without names go to: from the `func` cell to the right.
    pub(crate) places: u32,
    /// The last cell with a value, which is the function's when it does not return.
    pub(crate) last_value: Option<u32>,
}

/// A program: the steps, and what they name.
#[derive(Debug, Clone, Default)]
pub(crate) struct Program {
    pub(crate) code: Vec<Op>,
    pub(crate) cells: Vec<Place>,
    pub(crate) texts: Vec<String>,
    /// Pieces of text that are constants of cells.
    pub(crate) constants: Vec<(u32, u32)>,
    pub(crate) variables: Vec<String>,
    pub(crate) each: Vec<Each>,
    pub(crate) natives: Vec<Native>,
    pub(crate) fors: Vec<For>,
    pub(crate) funcs: Vec<Func>,
    /// Cells with a value, the last one first: the first of them that is not null is the script's.
    pub(crate) values: Vec<u32>,
}

/// A cell as the machine knows it.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    pub(crate) name: CellName,
    pub(crate) text: String,
    /// Where its text begins in the image.
    pub(crate) address: u64,
    /// Its first step, when it has any.
    pub(crate) start: Option<u32>,
}

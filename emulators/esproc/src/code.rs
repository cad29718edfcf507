//! Steps of a stack machine, the output of the compiler.

use machine::cells::CellName;

use crate::functions::{Function, OptionLetters};
use crate::syntax::Infix;

/// A step. Cells, variables and texts are referred to by number.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Op {
    /// Begins a cell: it is counted, and a run can stop here.
    Enter(u32),
    Null,
    Absent,
    Truth(bool),
    Int(i64),
    Real(f64),
    /// Text of the program.
    Text(u32),
    Cell(u32),
    /// Stores the value on the stack in a cell, without removing it.
    SetCell(u32),
    Variable(u32),
    SetVariable(u32),
    Drop,
    /// Duplicates the value on the stack.
    Copy,
    Negate,
    Plus,
    Not,
    Infix(Infix),
    Jump(u32),
    /// Jumps if the value taken from the stack is not true.
    Unless(u32),
    /// `&&`: if the value is not true, jumps and leaves false; otherwise removes it.
    And(u32),
    /// `||`: if the value is true, jumps and leaves true; otherwise removes it.
    Or(u32),
    /// Converts to a truth value.
    AsTruth,
    /// Sequence of `n` values.
    Sequence(u32),
    /// A range of two values.
    Range,
    /// Member by number, with the cell that the program names plus one.
    Member(u32),
    /// Takes value, sequence and number; assigns to the member.
    SetMember(u32),
    /// Current member of the innermost loop or, if there is none, of the `for` cell `n` loops out.
    Current,
    SetCurrent,
    /// Current member of the `for` over a sequence, `n` loops out.
    ForCurrent(u32),
    /// Number of the current member.
    Position,
    /// `~~`: last result of the iteration `n` loops out.
    Previous(u32),
    /// Current member, or its number, in the loop over the sequence on the stack.
    CurrentOf,
    PositionOf,
    /// Neighbour of the current member, or a range of neighbours.
    Near,
    /// Neighbour in the loop over the sequence below it on the stack.
    NearOf,
    /// Field by name.
    Field(u32),
    /// Takes value and record; assigns to the field.
    SetField(u32),
    /// Field of the current record of the innermost loop that has it.
    CurrentField(u32),
    /// Assigns to a field of the current record.
    SetCurrentField(u32),
    /// Field of the current record, or else the variable with this number.
    FieldOrVariable(u32),
    /// Assigns to a field of the current record, or else to the variable.
    SetFieldOrVariable(u32),
    /// Begins a loop over the members of the value below the arguments.
    Loop(u32),
    /// Ends the loop if the value taken from the stack is true.
    Until(u32),
    /// Stores the result for a member, and continues with the next one.
    Again(u32),
    /// Function of the table.
    Native(u32),
    /// Function of the grid, with `n` arguments on the stack.
    Call(u32, u16),
    /// Returns from a function with the value on the stack.
    Return,
    /// Returns from a function at the end of its block.
    Fall(u32),
    /// Sets the script's result from `n` values, and ends it.
    Result(u32),
    Finish,
    /// Begins the loop of a `for` cell with `n` values.
    For(u32),
    /// Next iteration of a `for`.
    Turn(u32),
    /// Next iteration of a `for` whose condition is on the stack.
    Test(u32),
    /// Iteration count of the `for` `n` loops out.
    Turns(u32),
    /// Ends `n` loops.
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

/// Results that a loop stores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StoredResults {
    All,
    /// All, after the value on the stack with which it begins.
    AllAndFirst,
    /// The last one; initially, the value on the stack.
    Last,
}

/// Loop over members inside an expression.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Each {
    /// Number of arguments above the sequence.
    pub(crate) above: u32,
    /// Step after the function, at which execution continues with null if there is no sequence.
    pub(crate) skip: u32,
    /// First step of the body, and the step after its end.
    pub(crate) body: u32,
    pub(crate) after: u32,
    /// Whether the first true value ends the loop.
    pub(crate) to_first: bool,
    /// Results that it stores.
    pub(crate) keeps: StoredResults,
    /// Name of the function, for messages.
    pub(crate) what: &'static str,
}

/// Call of a function of the table.
#[derive(Debug, Clone)]
pub(crate) struct Native {
    /// Functions with this name; the receiver selects one.
    pub(crate) functions: Vec<&'static Function>,
    /// [`looks_at_all`](Function::looks_at_all) of each function.
    pub(crate) look_at_all: Vec<bool>,
    pub(crate) options: OptionLetters,
    /// Number of values on the stack, including the receiver.
    pub(crate) values: usize,
}

/// A `for` cell.
#[derive(Debug, Clone, Copy)]
pub(crate) struct For {
    pub(crate) cell: u32,
    /// Number of values that begin it.
    pub(crate) values: u32,
    pub(crate) body: u32,
    pub(crate) exit: u32,
}

/// A `func` cell.
#[derive(Debug, Clone, Default)]
pub(crate) struct Func {
    pub(crate) cell: u32,
    /// First step.
    pub(crate) start: u32,
    /// Cells of its block: first cell and count of each run of adjacent cells.
    pub(crate) runs: Vec<(u32, u32)>,
    /// Number of cells in its block.
    pub(crate) cells: usize,
    /// Variables for its arguments; without names, arguments go to cells.
    pub(crate) parameters: Option<Vec<u32>>,
    /// Number of cells for arguments without names, from the `func` cell to the right.
    pub(crate) places: u32,
    /// Last cell with a value, which is the result if the function does not return one.
    pub(crate) last_value: Option<u32>,
}

/// Program: the steps, and the items they refer to.
#[derive(Debug, Clone, Default)]
pub(crate) struct Program {
    pub(crate) code: Vec<Op>,
    pub(crate) cells: Vec<CellInfo>,
    pub(crate) texts: Vec<String>,
    /// Texts that are constants of cells.
    pub(crate) constants: Vec<(u32, u32)>,
    pub(crate) variables: Vec<String>,
    pub(crate) each: Vec<Each>,
    pub(crate) natives: Vec<Native>,
    pub(crate) fors: Vec<For>,
    pub(crate) funcs: Vec<Func>,
    /// Cells with a value, last one first: the first that is not null is the script's result.
    pub(crate) values: Vec<u32>,
}

/// Data of a cell for the machine.
#[derive(Debug, Clone)]
pub(crate) struct CellInfo {
    pub(crate) name: CellName,
    pub(crate) text: String,
    /// Start of its text in the image.
    pub(crate) address: u64,
    /// First step, if it has one.
    pub(crate) start: Option<u32>,
}

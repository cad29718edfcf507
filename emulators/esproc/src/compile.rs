//! Compiles a grid into a program: parses all expressions, resolves all names, and fixes the flow.

mod calls;
mod choices;
mod conditions;
mod expressions;
mod fuse;
mod long;
mod loops;
mod records;
mod statements;

use std::collections::{BTreeMap, BTreeSet};

pub(crate) use crate::code::Program;
use crate::code::{CellInfo, Func, Op};
use crate::grid::{
    Blocks, CellError, Command, FlowTarget, Form, Grid, ScriptError, column_name, places,
};
use crate::nearest::nearest;
use crate::syntax::{Member, Node, Parser, Tree, arguments, cell_name, expression};
use conditions::ConditionValue;
use long::SourceExpression;

type Result<T = ()> = std::result::Result<T, CellError>;

/// Parsed content of a cell.
#[derive(Debug, Clone, PartialEq)]
enum Content {
    Nothing,
    /// An expression.
    One(Node),
    /// Continuation of an expression that begins in an earlier cell.
    Part,
    /// Arguments of a statement.
    Several(Vec<Node>),
    /// Cell that a statement names, if any.
    Cell(Option<usize>),
    /// Function with its name and parameters.
    Func(Option<String>, Option<Vec<String>>),
    /// Cells to clear.
    Cells(Vec<usize>),
}

/// Checks a grid and compiles it.
pub(crate) fn compile(grid: &Grid) -> std::result::Result<Program, Vec<ScriptError>> {
    let blocks = Blocks::of(grid);
    let mut errors = Vec::new();
    let mut report = |index: usize, cell_error: CellError| {
        errors.push(SourceExpression::of(grid, &blocks, index).script_error(cell_error, grid));
    };
    let contents = contents(grid, &blocks, &mut report);
    let mut compiler = Compiler::new(grid, &blocks, &contents);
    let whole = contents.iter().enumerate().filter(|(_, content)| **content != Content::Part);
    for (index, _) in whole {
        if let Some(cell_error) = compiler.check_structure(index) {
            report(index, cell_error);
        } else if let Err(cell_error) = compiler.cell(index) {
            report(index, cell_error);
        }
    }
    if errors.is_empty() {
        return Ok(compiler.finish());
    }
    errors.sort_by_key(|error| (error.line, error.column));
    Err(errors)
}

/// Contents of all cells; `Content::Nothing` for those with errors, which are reported.
fn contents(
    grid: &Grid,
    blocks: &Blocks,
    report: &mut impl FnMut(usize, CellError),
) -> Vec<Content> {
    let (mut contents, mut parts) = (Vec::new(), BTreeSet::<usize>::new());
    for index in 0..grid.cells.len() {
        if parts.contains(&index) {
            contents.push(Content::Part);
            continue;
        }
        let written = SourceExpression::of(grid, blocks, index);
        parts.extend(written.cells[1..].iter().map(|(part, _)| part));
        contents.push(content(grid, blocks, index, &written).unwrap_or_else(|cell_error| {
            report(index, cell_error);
            Content::Nothing
        }));
    }
    contents
}

/// Parses the text of a cell after its mark or keyword.
fn content(
    grid: &Grid,
    blocks: &Blocks,
    index: usize,
    written: &SourceExpression,
) -> Result<Content> {
    let text = written.text.as_str();
    let (form, length) = Form::of(text);
    let (rest, at) = (&text[length..], text[..length].chars().count());
    match form {
        Form::Value | Form::ValueBlock | Form::Action | Form::ActionBlock => {
            written.check_parts(blocks)?;
            let left = if rest.starts_with('.') { value_before(blocks, index) } else { None };
            let left = left.map(|cell| Tree::Cell(cell / grid.width, cell % grid.width));
            Ok(Content::One(expression(rest, at, left)?))
        }
        Form::Command(command) => statement(grid, command, rest, at),
        _ => Ok(Content::Nothing),
    }
}

/// Last cell with a value before a cell, which a text that begins with a point refers to.
fn value_before(blocks: &Blocks, index: usize) -> Option<usize> {
    (0..index).rev().find(|&cell| blocks.form(cell).is_value())
}

fn statement(grid: &Grid, command: Command, rest: &str, at: usize) -> Result<Content> {
    let several = || arguments(rest, at);
    let count = |most: usize, nodes: Vec<Node>| match nodes.get(most) {
        Some(extra) => Err(CellError::new(extra.at, "unexpected value")),
        None => Ok(Content::Several(nodes)),
    };
    match command {
        Command::If | Command::ElseIf => match count(1, several()?)? {
            Content::Several(nodes) if nodes.is_empty() => {
                Err(CellError::new(at, "expected a condition, found the end of the cell"))
            }
            condition => Ok(condition),
        },
        Command::For => count(3, several()?),
        Command::Return | Command::Result => Ok(Content::Several(several()?)),
        Command::Else => nothing_follows(rest, at, "else"),
        Command::End => nothing_follows(rest, at, "end"),
        Command::Next | Command::Break => Ok(Content::Cell(cell_named(grid, rest, at)?)),
        Command::Goto => match cell_named(grid, rest, at)? {
            None => Err(CellError::new(at, "`goto` needs a target cell")),
            cell => Ok(Content::Cell(cell)),
        },
        Command::Func => function_head(rest, at),
        Command::Clear => cells_named(grid, rest, at),
        Command::Absent("$") => Err(CellError::new(0, "SQL statements are not supported")),
        Command::Absent(word) => {
            Err(CellError::new(0, format!("esProc's statement `{word}` is not supported")))
        }
    }
}

fn nothing_follows(rest: &str, at: usize, word: &str) -> Result<Content> {
    if !rest.trim().is_empty() {
        return Err(CellError::new(at, format!("unexpected text after `{word}`")));
    }
    Ok(Content::Nothing)
}

/// Cell at a row and column of the grid.
fn cell_at(grid: &Grid, row: usize, column: usize, at: usize) -> Result<usize> {
    if row < grid.height() && column < grid.width {
        return Ok(grid.index(row, column));
    }
    let last = grid.name(grid.cells.len() - 1);
    let name = format!("{}{}", column_name(column), row + 1);
    Err(CellError::new(at, format!("the grid has no cell {name}; its last cell is {last}")))
}

/// Parses the name of a cell, if there is one.
fn cell_named(grid: &Grid, rest: &str, at: usize) -> Result<Option<usize>> {
    let name = rest.trim();
    if name.is_empty() {
        return Ok(None);
    }
    let at = at + rest[..rest.len() - rest.trim_start().len()].chars().count();
    match cell_name(name) {
        Some((row, column)) => cell_at(grid, row, column, at).map(Some),
        None => Err(CellError::new(at, format!("expected the name of a cell, found `{name}`"))),
    }
}

/// `func`, `func name`, `func name(a,b)`.
fn function_head(rest: &str, at: usize) -> Result<Content> {
    let mut parser = Parser::new(rest, at)?;
    if parser.is_done() {
        return Ok(Content::Func(None, None));
    }
    let name = parser.name()?;
    let mut parameters = None;
    if parser.accept("(") {
        let list = parameters.insert(Vec::new());
        while !parser.accept(")") {
            if !list.is_empty() {
                parser.expect(",")?;
            }
            list.push(parser.name()?);
        }
    }
    parser.end()?;
    Ok(Content::Func(Some(name), parameters))
}

/// `clear A1,B2:C3`.
fn cells_named(grid: &Grid, rest: &str, at: usize) -> Result<Content> {
    let mut cells = Vec::new();
    let mut before = at;
    for part in rest.split(',') {
        let (first, last) = part.split_once(':').unwrap_or((part, part));
        let needed = |cell: Option<usize>| {
            cell.ok_or_else(|| CellError::new(before, "expected the name of a cell"))
        };
        let first = needed(cell_named(grid, first, before)?)?;
        let last = needed(cell_named(grid, last, before)?)?;
        for row in first / grid.width..=last / grid.width {
            cells.extend((first % grid.width..=last % grid.width).map(|c| grid.index(row, c)));
        }
        if cells.len() > Grid::MOST_CELLS {
            return Err(CellError::new(before, "too many cells to clear"));
        }
        before += part.chars().count() + 1;
    }
    Ok(Content::Cells(cells))
}

/// Error for parentheses without an expression.
fn no_expression(at: usize) -> CellError {
    CellError::new(at, "expected an expression inside these parentheses")
}

/// Compiler of a program.
struct Compiler<'g> {
    grid: &'g Grid,
    blocks: &'g Blocks,
    contents: &'g [Content],
    program: Program,
    /// Functions by the index of their cell.
    funcs: BTreeMap<usize, u32>,
    names: BTreeMap<String, u32>,
    variables: BTreeMap<String, u32>,
    /// Names that are assigned only in loops over members, and may be fields of the members.
    loose: BTreeSet<String>,
    /// Whether each `else` and `elseif` cell belongs to an `if`.
    matched: Vec<bool>,
    /// Jumps to be resolved when all cells are compiled.
    jumps: Vec<(u32, JumpTarget)>,
    /// First step of the condition of an `elseif`, or of the next iteration of a `for`.
    second: BTreeMap<usize, u32>,
    /// Current cell, and the number of open loops in its expression.
    cell: usize,
    loops: u32,
    /// Numbers of the open iterations, from 1.
    iterations: Vec<u32>,
    /// What `?` stands for in the condition that is being compiled.
    condition: Option<ConditionValue>,
}

/// Target of a jump.
#[derive(Debug, Clone, Copy)]
enum JumpTarget {
    Flow(FlowTarget),
    /// Condition of an `elseif`.
    Condition(usize),
}

impl<'g> Compiler<'g> {
    fn new(grid: &'g Grid, blocks: &'g Blocks, contents: &'g [Content]) -> Self {
        let mut compiler = Compiler {
            grid,
            blocks,
            contents,
            program: Program::default(),
            funcs: BTreeMap::new(),
            names: BTreeMap::new(),
            variables: BTreeMap::new(),
            loose: BTreeSet::new(),
            matched: vec![false; blocks.len()],
            jumps: Vec::new(),
            second: BTreeMap::new(),
            cell: 0,
            loops: 0,
            iterations: Vec::new(),
            condition: None,
        };
        compiler.collect();
        compiler
    }

    /// Finds functions, variables, and matching statements.
    fn collect(&mut self) {
        for (index, address) in places(self.grid).into_iter().enumerate() {
            let (name, text) = (self.grid.name(index), self.grid.cells[index].text.clone());
            self.program.cells.push(CellInfo { name, text, address, start: None });
            if let Form::Command(Command::If | Command::ElseIf) = self.blocks.form(index) {
                self.match_else(index);
            }
        }
        let contents = self.contents;
        for (index, content) in contents.iter().enumerate() {
            match content {
                Content::Func(name, parameters) => self.add_func(index, name, parameters),
                Content::One(node) => self.collect_names(node, false),
                Content::Several(nodes) => {
                    nodes.iter().for_each(|node| self.collect_names(node, false));
                }
                _ => {}
            }
        }
        // A program starts at its first cell that does something.
        let first = self.blocks.first();
        self.jump(Op::Jump(0), JumpTarget::Flow(first));
        let values = (0..self.blocks.len()).rev().filter(|&i| self.blocks.form(i).is_value());
        self.program.values = values.map(|index| index as u32).collect();
    }

    fn add_func(&mut self, cell: usize, name: &Option<String>, names: &Option<Vec<String>>) {
        let parameters = names
            .as_ref()
            .map(|names| names.iter().map(|name| self.variable(name)).collect::<Vec<u32>>());
        let (row, column) = (cell / self.grid.width, cell % self.grid.width);
        let width = self.grid.width - column;
        let rows = (row..=self.blocks.end_row(cell)).map(|row| self.grid.index(row, column));
        let rows: Vec<(u32, u32)> = rows.map(|first| (first as u32, width as u32)).collect();
        let cells = rows.iter().rev().flat_map(|&(first, width)| (first + 1..first + width).rev());
        let last_value = cells.into_iter().find(|&at| self.blocks.form(at as usize).is_value());
        let mut runs: Vec<(u32, u32)> = Vec::new();
        for &(first, width) in &rows {
            match runs.last_mut() {
                // Whole rows are adjacent.
                Some((start, cells)) if *start + *cells == first => *cells += width,
                _ => runs.push((first, width)),
            }
        }
        let func = Func {
            cell: cell as u32,
            start: 0,
            cells: rows.len() * width,
            runs,
            parameters,
            places: width as u32,
            last_value,
        };
        let number = self.program.funcs.len() as u32;
        self.program.funcs.push(func);
        self.funcs.insert(cell, number);
        if let Some(name) = name {
            self.names.entry(name.clone()).or_insert(number);
        }
    }

    fn variable(&mut self, name: &str) -> u32 {
        self.loose.remove(name);
        self.variable_or_field(name)
    }

    fn variable_or_field(&mut self, name: &str) -> u32 {
        let next = self.variables.len() as u32;
        let number = *self.variables.entry(name.to_owned()).or_insert(next);
        if number == next {
            self.program.variables.push(name.to_owned());
        }
        number
    }

    /// Creates a variable for every name that is assigned to.
    ///
    /// A name that is assigned only in loops over members may be a field of the members.
    fn collect_names(&mut self, node: &Node, is_inside: bool) {
        if let Tree::Assign(_, left, _) = &node.tree
            && let Tree::Name(name) = &left.tree
        {
            if !is_inside {
                self.variable(name);
            } else if !self.variables.contains_key(name) {
                self.variable_or_field(name);
                self.loose.insert(name.clone());
            }
        }
        let calculates = matches!(&node.tree, Tree::Dot(_, Member::Each(_) | Member::Call(_)));
        for (number, part) in node.tree.parts().into_iter().enumerate() {
            // The receiver is evaluated once.
            self.collect_names(part, is_inside || calculates && number > 0);
        }
    }

    fn emit(&mut self, op: Op) {
        self.program.code.push(op);
    }

    /// Emits a step and returns its number.
    fn place(&mut self, op: Op) -> u32 {
        self.emit(op);
        self.here() - 1
    }

    fn here(&self) -> u32 {
        self.program.code.len() as u32
    }

    fn text(&mut self, text: &str) -> u32 {
        self.program.texts.push(text.to_owned());
        self.program.texts.len() as u32 - 1
    }

    /// Emits a jump whose target may not be compiled yet.
    fn jump(&mut self, op: Op, goal: JumpTarget) {
        let at = self.place(op);
        self.jumps.push((at, goal));
    }

    fn finish(mut self) -> Program {
        for (at, goal) in std::mem::take(&mut self.jumps) {
            let target = self.target(goal);
            match &mut self.program.code[at as usize] {
                Op::Jump(to) | Op::Unless(to) => *to = target,
                _ => {}
            }
        }
        for at in 0..self.program.fors.len() {
            let cell = self.program.fors[at].cell as usize;
            let body = self.target(JumpTarget::Flow(self.blocks.into(cell)));
            let exit = self.target(JumpTarget::Flow(self.blocks.past(cell)));
            (self.program.fors[at].body, self.program.fors[at].exit) = (body, exit);
        }
        for at in 0..self.program.funcs.len() {
            let cell = self.program.funcs[at].cell as usize;
            self.program.funcs[at].start = self.target(JumpTarget::Flow(self.blocks.into(cell)));
        }
        fuse::fuse(&mut self.program.code);
        self.program
    }

    /// Step of a target; ends of blocks get their own steps.
    fn target(&mut self, goal: JumpTarget) -> u32 {
        let missing = |compiler: &mut Self| compiler.place(Op::Finish);
        match goal {
            JumpTarget::Condition(cell) | JumpTarget::Flow(FlowTarget::Again(cell)) => {
                self.second.get(&cell).copied().unwrap_or_else(|| missing(self))
            }
            JumpTarget::Flow(FlowTarget::Cell(cell)) => {
                self.program.cells[cell].start.unwrap_or_else(|| missing(self))
            }
            JumpTarget::Flow(FlowTarget::Return(cell)) => match self.funcs.get(&cell) {
                Some(&func) => self.place(Op::Fall(func)),
                None => missing(self),
            },
            JumpTarget::Flow(FlowTarget::End) => missing(self),
        }
    }

    /// Help text with a similar name.
    fn near<'n>(&self, name: &str, names: impl IntoIterator<Item = &'n str>) -> Option<String> {
        nearest(name, names).map(|near| format!("did you mean `{near}`?"))
    }
}

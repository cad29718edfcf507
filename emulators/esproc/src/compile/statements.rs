//! Compiles cells and statements.

use super::{Compiler, Content, JumpTarget, Result};
use crate::code::{For, Op};
use crate::functions;
use crate::grid::{CellError, Command, FalseBranch, FlowTarget, Form, keywords};
use crate::nearest::nearest;
use crate::syntax::Node;

impl Compiler<'_> {
    /// Records the `else` of an `if`.
    pub(super) fn match_else(&mut self, index: usize) {
        match self.blocks.otherwise(index) {
            FalseBranch::On(_, Some(cell)) | FalseBranch::ElseIf(cell) => self.matched[cell] = true,
            FalseBranch::On(_, None) => {}
        }
    }

    /// Error in a cell's position relative to other cells.
    pub(super) fn check_structure(&self, index: usize) -> Option<CellError> {
        match self.blocks.form(index) {
            Form::Command(Command::Else | Command::ElseIf) if !self.matched[index] => Some(
                CellError::new(0, "this `else` has no `if`").help(Some(
                    "put it directly below the block of its `if`, in the same column, or after \
                     it in the same row"
                        .to_owned(),
                )),
            ),
            Form::Command(Command::Next | Command::Break) => self.check_loop(index),
            Form::Command(Command::Result) if self.blocks.function(index).is_some() => Some(
                CellError::new(0, "`result` ends the script, but this is a function")
                    .help(Some("return from a function with `return`".to_owned())),
            ),
            Form::Command(Command::Func) => self.check_func(index),
            Form::Constant => self.check_constant(index),
            _ => None,
        }
    }

    fn check_loop(&self, index: usize) -> Option<CellError> {
        let mut loops = self.blocks.loops(index);
        let Content::Cell(wanted) = &self.contents[index] else {
            return None;
        };
        let found = match wanted {
            None => loops.next().is_some(),
            Some(cell) => loops.any(|at| at == *cell),
        };
        let message = match wanted {
            None => "this is not in a loop".to_owned(),
            Some(cell) => format!("this is not in a loop of {}", self.grid.name(*cell)),
        };
        (!found).then(|| CellError::new(0, message))
    }

    fn check_func(&self, index: usize) -> Option<CellError> {
        let Content::Func(Some(name), parameters) = &self.contents[index] else {
            return None;
        };
        let first = self.names.get(name).map(|&func| self.program.funcs[func as usize].cell);
        if let Some(first) = first.filter(|&first| first as usize != index) {
            let first = self.grid.name(first as usize);
            return Some(CellError::new(0, format!("{first} already defines a function `{name}`")));
        }
        if functions::find(name, false).next().is_some() {
            return Some(CellError::new(0, format!("`{name}` is a built-in function")));
        }
        let parameters = parameters.as_ref()?;
        let twice = parameters.iter().enumerate().find(|(at, p)| parameters[..*at].contains(p));
        twice.map(|(_, p)| CellError::new(0, format!("duplicate parameter `{p}`")))
    }

    /// Error for a constant that looks like a misspelled statement, or like a call without its
    /// mark.
    fn check_constant(&self, index: usize) -> Option<CellError> {
        let text = self.grid.cells[index].text.as_str();
        if is_date(text) {
            return Some(
                CellError::new(0, "dates and times are not supported")
                    .help(Some("begin text that looks like one with a '".to_owned())),
            );
        }
        let word = text.find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len());
        let rest = text[word..].trim_start();
        let is_call = text[word..].starts_with('(') && text.ends_with(')');
        if is_call && functions::find(&text[..word], false).next().is_some() {
            return Some(
                CellError::new(0, "this is a constant, not a call")
                    .help(Some("begin the cell with `=` or `>`".to_owned())),
            );
        }
        let is_alike = word > 2 && rest.starts_with(|c: char| c.is_ascii_uppercase() || c == '(');
        let near = nearest(&text[..word], keywords()).filter(|_| is_alike && rest != text)?;
        let is_cell = rest.trim_start_matches('(').chars().nth(1);
        is_cell.filter(char::is_ascii_digit)?;
        Some(
            CellError::new(0, format!("unknown statement `{}`", &text[..word]))
                .help(Some(format!("did you mean `{near}`? begin text with a '"))),
        )
    }

    /// Compiles a cell.
    pub(super) fn cell(&mut self, index: usize) -> Result {
        self.cell = index;
        let form = self.blocks.form(index);
        if form == Form::Constant {
            let text = self.grid.cells[index].text.clone();
            let text = self.text(&text);
            self.program.constants.push((index as u32, text));
        }
        if form.is_passed() || form == Form::NoteBlock {
            return Ok(());
        }
        self.enter(index);
        let contents = self.contents;
        match (form, &contents[index]) {
            (Form::Command(command), content) => self.statement(index, command, content),
            (_, Content::One(node)) => self.simple(index, form, node),
            _ => Ok(()),
        }
    }

    fn enter(&mut self, index: usize) {
        let start = self.place(Op::Enter(index as u32));
        self.program.cells[index].start.get_or_insert(start);
    }

    fn simple(&mut self, index: usize, form: Form, node: &Node) -> Result {
        self.expression(node)?;
        if form.is_value() {
            self.emit(Op::SetCell(index as u32));
        }
        self.emit(Op::Drop);
        let next = match form {
            Form::ValueBlock | Form::ActionBlock => self.blocks.past(index),
            _ => self.blocks.after(index),
        };
        self.go(next);
        Ok(())
    }

    fn go(&mut self, next: FlowTarget) {
        self.jump(Op::Jump(0), JumpTarget::Flow(next));
    }

    fn statement(&mut self, index: usize, command: Command, content: &Content) -> Result {
        match (command, content) {
            (Command::If, Content::Several(nodes)) => self.condition(index, &nodes[0])?,
            (Command::Else, _) => self.go(self.blocks.past(index)),
            (Command::ElseIf, Content::Several(nodes)) => {
                self.go(self.blocks.past(index));
                let second = self.place(Op::Enter(index as u32));
                self.second.insert(index, second);
                self.condition(index, &nodes[0])?;
            }
            (Command::For, Content::Several(nodes)) => self.for_loop(index, nodes)?,
            (Command::Next, Content::Cell(cell)) => {
                let (inner, wanted) = self.inner_loops(index, *cell);
                self.emit(Op::Unloop(inner));
                self.go(FlowTarget::Again(wanted));
            }
            (Command::Break, Content::Cell(cell)) => {
                let (inner, wanted) = self.inner_loops(index, *cell);
                self.emit(Op::Unloop(inner + 1));
                self.go(self.blocks.past(wanted));
            }
            (Command::Goto, Content::Cell(Some(cell))) => self.goto(index, *cell)?,
            (Command::Func, _) => self.go(self.blocks.past(index)),
            (Command::Return, Content::Several(nodes)) => self.leave(index, nodes)?,
            (Command::Result, Content::Several(nodes)) => self.result(nodes)?,
            (Command::End, _) => self.emit(Op::Finish),
            (Command::Clear, Content::Cells(cells)) => {
                self.emit(Op::Null);
                cells.iter().for_each(|&cell| self.emit(Op::SetCell(cell as u32)));
                self.emit(Op::Drop);
                self.go(self.blocks.after(index));
            }
            _ => {}
        }
        Ok(())
    }

    /// Number of loops inside the selected one, and the selected one.
    fn inner_loops(&self, index: usize, wanted: Option<usize>) -> (u32, usize) {
        let mut loops = self.blocks.loops(index);
        let found = loops.by_ref().enumerate().find(|(_, at)| wanted.is_none_or(|w| w == *at));
        found.map_or((0, index), |(inner, at)| (inner as u32, at))
    }

    /// `if`: its value remains in its cell.
    fn condition(&mut self, index: usize, node: &Node) -> Result {
        self.expression(node)?;
        self.emit(Op::SetCell(index as u32));
        let otherwise = match self.blocks.otherwise(index) {
            FalseBranch::On(next, _) => JumpTarget::Flow(next),
            FalseBranch::ElseIf(cell) => JumpTarget::Condition(cell),
        };
        self.jump(Op::Unless(0), otherwise);
        self.go(self.blocks.after(index));
        Ok(())
    }

    /// `for`: begun once, then iterated until it ends.
    fn for_loop(&mut self, index: usize, nodes: &[Node]) -> Result {
        for node in nodes {
            self.expression(node)?;
        }
        let number = self.program.fors.len() as u32;
        let values = nodes.len() as u32;
        self.program.fors.push(For { cell: index as u32, values, body: 0, exit: 0 });
        self.emit(Op::For(number));
        let second = self.place(Op::Enter(index as u32));
        self.second.insert(index, second);
        self.emit(Op::Turn(number));
        if let [condition] = nodes {
            // Only a loop with a condition reaches this point.
            self.expression(condition)?;
            self.emit(Op::Test(number));
        }
        Ok(())
    }

    /// Jumps to a cell in the same or an outer loop.
    fn goto(&mut self, index: usize, cell: usize) -> Result {
        let cell_error = |why: &str| Err(CellError::new(0, why.to_owned()));
        if self.blocks.function(index) != self.blocks.function(cell) {
            return cell_error("`goto` cannot jump into or out of a function");
        }
        let here: Vec<usize> = self.blocks.loops(index).collect();
        let there: Vec<usize> = self.blocks.loops(cell).collect();
        if !here.ends_with(&there) {
            return cell_error("`goto` cannot jump into a loop");
        }
        if self.blocks.form(cell).is_passed() || self.program.cells[cell].text.starts_with("//") {
            return cell_error("the target of `goto` must be a cell that does something");
        }
        self.emit(Op::Unloop((here.len() - there.len()) as u32));
        self.go(FlowTarget::Cell(cell));
        Ok(())
    }

    /// `return`: from a function with its first value, from the script with all values.
    fn leave(&mut self, index: usize, nodes: &[Node]) -> Result {
        if self.blocks.function(index).is_none() {
            return self.result(nodes);
        }
        match nodes.first() {
            Some(node) => self.expression(node)?,
            None => self.emit(Op::Null),
        }
        self.emit(Op::Return);
        Ok(())
    }

    fn result(&mut self, nodes: &[Node]) -> Result {
        for node in nodes {
            self.expression(node)?;
        }
        self.emit(Op::Result(nodes.len() as u32));
        Ok(())
    }
}

/// Whether esProc parses a constant as a date or a time: `2026-05-04`, `12:30:00`, or both.
fn is_date(text: &str) -> bool {
    let shape = |text: &str| -> String {
        text.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect()
    };
    let is_day = |text: &str| {
        matches!(shape(text).as_str(), "0000-00-00" | "0000-0-00" | "0000-00-0" | "0000-0-0")
    };
    let is_time = |text: &str| matches!(shape(text).as_str(), "00:00:00" | "0:00:00");
    match text.split_once(' ') {
        Some((day, time)) => is_day(day) && is_time(time),
        None => is_day(text) || is_time(text),
    }
}

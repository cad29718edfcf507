//! Calls of functions in the table and in the grid.

use machine::numbers::counted;

use super::{Compiler, Result, cell_at};
use crate::code::{Native, Op};
use crate::functions::{self, ArgumentMode, FUNCTIONS, Function, OptionLetters, Receiver};
use crate::grid::CellError;
use crate::nearest::nearest;
use crate::syntax::{Argument, Call, Node, Tree, member_of_name};

impl Compiler<'_> {
    /// `f(a,b)`.
    pub(super) fn call(&mut self, call: &Call, at: usize) -> Result {
        if self.variables.contains_key(&call.name)
            && let Some(tree) = member_of_name(at, call)
        {
            return self.expression(&Node { at, depth: 1, tree });
        }
        if let Some(&func) = self.names.get(&call.name) {
            return self.grid_call(func, &call.arguments, at);
        }
        let found: Vec<&Function> = functions::find(&call.name, false).collect();
        let Some(function) = found.first() else {
            return Err(self.unknown(call, at, false));
        };
        self.check_options(call, &found, at)?;
        self.check_count(call, &found, at)?;
        match (function.takes, function.name) {
            (ArgumentMode::Special, "func") => self.func_call(call, at),
            (ArgumentMode::Special, "case") => self.case(call, at),
            (ArgumentMode::Special, "join") => self.join(call, found, at),
            (ArgumentMode::Special, _) => self.choice(call, at),
            (ArgumentMode::Names, _) => self.with_names(call, found, at),
            _ => {
                self.emit(Op::Absent);
                self.arguments(call, function, at)?;
                self.native(found, OptionLetters::of(&call.options), call.arguments.len() + 1);
                Ok(())
            }
        }
    }

    pub(super) fn arguments(&mut self, call: &Call, function: &Function, at: usize) -> Result {
        for argument in &call.arguments {
            if matches!(argument, Argument::Range(..)) && function.takes != ArgumentMode::Ranges {
                return Err(CellError::new(
                    at,
                    format!("`{}` does not take ranges `a:b`", call.name),
                ));
            }
            self.argument(argument, at)?;
        }
        Ok(())
    }

    /// Compiles an expression, or the default if it is absent.
    pub(super) fn given(&mut self, node: Option<&Node>, absent: Op) -> Result {
        match node {
            Some(node) => self.expression(node),
            None => {
                self.emit(absent);
                Ok(())
            }
        }
    }

    /// Compiles the call of a table function with `values` values on the stack.
    pub(super) fn native(
        &mut self,
        functions: Vec<&'static Function>,
        options: OptionLetters,
        values: usize,
    ) {
        let look_at_all = functions.iter().map(|function| function.looks_at_all()).collect();
        self.program.natives.push(Native { functions, look_at_all, options, values });
        self.emit(Op::Native(self.program.natives.len() as u32 - 1));
    }

    pub(super) fn unknown(&self, call: &Call, at: usize, has_receiver: bool) -> CellError {
        let point = if has_receiver { "." } else { "" };
        if functions::is_absent(&call.name) {
            let message = format!("esProc's function `{point}{}` is not supported", call.name);
            return CellError::new(at, message).help(functions::instead_of(&call.name));
        }
        let known = FUNCTIONS.iter().filter(|row| (row.on != Receiver::Nothing) == has_receiver);
        let names = self.names.keys().map(String::as_str).filter(|_| !has_receiver);
        let near = nearest(&call.name, known.map(|row| row.name).chain(names));
        let near = near.map(|near| format!("did you mean `{near}`?"));
        let others = FUNCTIONS.iter().filter(|row| (row.on != Receiver::Nothing) != has_receiver);
        let other = nearest(&call.name, others.map(|row| row.name));
        let is_other = other == Some(&call.name);
        let other = other.map(|name| {
            if has_receiver {
                format!("call `{name}` as a function: `{name}(x)`")
            } else {
                format!("call `{name}` after a point: `x.{name}()`")
            }
        });
        let message = format!("unknown function `{point}{}`", call.name);
        CellError::new(at, message).help(if is_other { other } else { near.or(other) })
    }

    pub(super) fn check_options(&self, call: &Call, found: &[&Function], at: usize) -> Result {
        let known = |letter: char| found.iter().any(|row| row.options.contains(letter));
        let Some(letter) = call.options.chars().find(|&letter| !known(letter)) else {
            return Ok(());
        };
        let options = found[0].options;
        let help = if options.is_empty() {
            format!("`{}` has no options", call.name)
        } else {
            format!("the options of `{}` are @{options}", call.name)
        };
        let message = format!("`{}` has no option `@{letter}`", call.name);
        Err(CellError::new(at, message).help(Some(help)))
    }

    pub(super) fn check_count(&self, call: &Call, found: &[&Function], at: usize) -> Result {
        if !call.after_semicolon.is_empty()
            && !matches!(call.name.as_str(), "if" | "case" | "join" | "groups" | "top")
        {
            let message = format!("`{}` takes no arguments after a `;`", call.name);
            return Err(CellError::new(at, message));
        }
        let given = call.arguments.len();
        let fits = |row: &&Function| {
            (usize::from(row.arguments.0)..=usize::from(row.arguments.1)).contains(&given)
        };
        if found.iter().any(fits) {
            return Ok(());
        }
        let wanted = match found[0].arguments {
            (0, 0) => "no arguments".to_owned(),
            (least, most) if least == most => counted(least, "argument"),
            (least, 255) => format!("{least} or more arguments"),
            (least, most) => format!("{least} to {most} arguments"),
        };
        Err(CellError::new(at, format!("`{}` takes {wanted}, not {given}", call.name)))
    }

    /// `func(A3,x,y)`.
    fn func_call(&mut self, call: &Call, at: usize) -> Result {
        let Some(Argument::Value(Node { tree: Tree::Cell(row, column), at: cell_place, .. })) =
            call.arguments.first()
        else {
            return Err(CellError::new(at, "the first argument of `func` must be a `func` cell"));
        };
        let cell = cell_at(self.grid, *row, *column, *cell_place)?;
        match self.func_of(cell) {
            Some(func) => self.grid_call(func, &call.arguments[1..], at),
            None => {
                let message = format!("{} is not a `func` cell", self.grid.name(cell));
                Err(CellError::new(*cell_place, message))
            }
        }
    }

    /// Compiles the call of a function of the grid.
    fn grid_call(&mut self, func: u32, arguments: &[Argument], at: usize) -> Result {
        let target = &self.program.funcs[func as usize];
        if let Some(parameters) = &target.parameters
            && parameters.len() != arguments.len()
        {
            let name = self.grid.name(target.cell as usize);
            let (wanted, given) = (counted(parameters.len(), "argument"), arguments.len());
            let message = format!("the function of {name} takes {wanted}, not {given}");
            return Err(CellError::new(at, message));
        }
        for argument in arguments {
            match argument {
                Argument::Absent => self.emit(Op::Null),
                Argument::Value(node) => self.expression(node)?,
                Argument::Range(..) => {
                    return Err(CellError::new(
                        at,
                        "a function of the grid does not take ranges `a:b`",
                    ));
                }
            }
        }
        self.emit(Op::Call(func, arguments.len() as u16));
        Ok(())
    }

    /// `create(A,B)`: names are not evaluated.
    fn with_names(&mut self, call: &Call, found: Vec<&'static Function>, at: usize) -> Result {
        self.emit(Op::Absent);
        let mut names = Vec::new();
        for argument in &call.arguments {
            let name = match argument {
                Argument::Value(Node { tree: Tree::Name(name), .. }) => name.clone(),
                Argument::Value(Node { tree: Tree::Cell(row, column), .. }) => {
                    machine::cells::CellName::new(*column as u16, *row as u16).to_string()
                }
                _ => {
                    let message = format!("`{}` takes names of fields", call.name);
                    return Err(CellError::new(at, message));
                }
            };
            if names.contains(&name) {
                return Err(CellError::new(at, format!("duplicate field `{name}`")));
            }
            let text = self.text(&name);
            self.emit(Op::Text(text));
            names.push(name);
        }
        self.native(found, OptionLetters::of(&call.options), call.arguments.len() + 1);
        Ok(())
    }
}

//! Calls: of the functions in the table, and of those in the grid.

use super::{Compiler, Result, cell_at};
use crate::code::{Each, Native, Op};
use crate::functions::{self, FUNCTIONS, Function, On, Options, Takes};
use crate::nearest::nearest;
use crate::script::Trouble;
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
            (Takes::Special, "func") => self.func_call(call, at),
            (Takes::Special, _) => self.choice(call, at),
            (Takes::Names, _) => self.with_names(call, found, at),
            _ => {
                self.emit(Op::Absent);
                self.arguments(call, function, at)?;
                self.native(call, found);
                Ok(())
            }
        }
    }

    /// `x.f(a,b)`, with x on the stack.
    pub(super) fn member_call(&mut self, call: &Call, at: usize) -> Result {
        let found: Vec<&Function> = functions::find(&call.name, true).collect();
        let Some(function) = found.first() else {
            return Err(self.unknown(call, at, true));
        };
        self.check_options(call, &found, at)?;
        self.check_count(call, &found, at)?;
        let each =
            matches!(function.takes, Takes::Each | Takes::EachToFirst | Takes::EachToFirstWith1);
        let (Some(first), true) = (call.arguments.first(), each) else {
            self.arguments(call, function, at)?;
            self.native(call, found);
            return Ok(());
        };
        let to_first = match function.takes {
            Takes::EachToFirst => !call.options.contains('a'),
            Takes::EachToFirstWith1 => call.options.contains('1'),
            _ => false,
        };
        let each = self.begin_each(0, to_first, function.name);
        self.each_body(each, first, at)?;
        self.native(call, found);
        self.end_each(each);
        Ok(())
    }

    fn arguments(&mut self, call: &Call, function: &Function, at: usize) -> Result {
        for argument in &call.arguments {
            if matches!(argument, Argument::Range(..)) && function.takes != Takes::Ranges {
                return Err(Trouble::new(at, format!("`{}` takes no ranges `a:b`", call.name)));
            }
            self.argument(argument, at)?;
        }
        Ok(())
    }

    fn native(&mut self, call: &Call, functions: Vec<&'static Function>) {
        let (options, values) = (Options::of(&call.options), call.arguments.len() + 1);
        self.program.natives.push(Native { functions, options, values });
        self.emit(Op::Native(self.program.natives.len() as u32 - 1));
    }

    /// Begins a loop over the members of what lies under so many arguments.
    pub(super) fn begin_each(&mut self, above: u32, to_first: bool, what: &'static str) -> usize {
        let number = self.program.each.len();
        self.program.each.push(Each { above, skip: 0, body: 0, behind: 0, to_first, what });
        self.emit(Op::Loop(number as u32));
        self.program.each[number].body = self.here();
        number
    }

    /// What is calculated for every member.
    pub(super) fn each_body(&mut self, each: usize, body: &Argument, at: usize) -> Result {
        let Argument::Value(body) = body else {
            return Err(Trouble::new(at, "an expression belongs between these brackets"));
        };
        self.loops += 1;
        let done = self.expression(body);
        self.loops -= 1;
        self.emit(Op::Again(each as u32));
        self.program.each[each].behind = self.here();
        done
    }

    pub(super) fn end_each(&mut self, each: usize) {
        self.program.each[each].skip = self.here();
    }

    /// Takes away what lies below the uppermost value.
    pub(super) fn drop_below(&mut self) {
        let functions = vec![&KEYS];
        self.program.natives.push(Native { functions, options: Options::default(), values: 2 });
        self.emit(Op::Native(self.program.natives.len() as u32 - 1));
    }

    fn unknown(&self, call: &Call, at: usize, behind_point: bool) -> Trouble {
        let known = FUNCTIONS.iter().filter(|row| (row.on != On::Nothing) == behind_point);
        let names = self.names.keys().map(String::as_str).filter(|_| !behind_point);
        let near = nearest(&call.name, known.map(|row| row.name).chain(names));
        let near = near.map(|near| format!("the closest name is `{near}`"));
        let others = FUNCTIONS.iter().filter(|row| (row.on != On::Nothing) != behind_point);
        let other = nearest(&call.name, others.map(|row| row.name));
        let is_other = other == Some(&call.name);
        let other = other.map(|name| match behind_point {
            true => format!("`{name}` stands before its argument: `{name}(x)`"),
            false => format!("`{name}` stands behind a point: `x.{name}()`"),
        });
        let message = match behind_point {
            true => format!("no function is called `.{}`", call.name),
            false => format!("no function is called `{}`", call.name),
        };
        Trouble::new(at, message).help(if is_other { other } else { near.or(other) })
    }

    fn check_options(&self, call: &Call, found: &[&Function], at: usize) -> Result {
        let known = |letter: char| found.iter().any(|row| row.options.contains(letter));
        let Some(letter) = call.options.chars().find(|&letter| !known(letter)) else {
            return Ok(());
        };
        let options = found[0].options;
        let help = match options.is_empty() {
            true => format!("`{}` has no options here", call.name),
            false => format!("`{}` knows @{options} here", call.name),
        };
        let message = format!("`{}` has no option `@{letter}`", call.name);
        Err(Trouble::new(at, message).help(Some(help)))
    }

    fn check_count(&self, call: &Call, found: &[&Function], at: usize) -> Result {
        let given = call.arguments.len();
        let fits = |row: &&Function| {
            (usize::from(row.arguments.0)..=usize::from(row.arguments.1)).contains(&given)
        };
        if found.iter().any(fits) {
            return Ok(());
        }
        let wanted = match found[0].arguments {
            (0, 0) => "no arguments".to_owned(),
            (1, 1) => "1 argument".to_owned(),
            (least, most) if least == most => format!("{least} arguments"),
            (least, 255) => format!("{least} or more arguments"),
            (least, most) => format!("{least} to {most} arguments"),
        };
        Err(Trouble::new(at, format!("`{}` takes {wanted}, not {given}", call.name)))
    }

    /// `func(A3,x,y)`.
    fn func_call(&mut self, call: &Call, at: usize) -> Result {
        let Some(Argument::Value(Node { tree: Tree::Cell(row, column), at: cell_place, .. })) =
            call.arguments.first()
        else {
            return Err(Trouble::new(at, "the first argument of `func` is a `func` cell"));
        };
        let cell = cell_at(self.grid, *row, *column, *cell_place)?;
        match self.func_of(cell) {
            Some(func) => self.grid_call(func, &call.arguments[1..], at),
            None => {
                let message = format!("{} is no `func` cell", self.grid.name(cell));
                Err(Trouble::new(*cell_place, message))
            }
        }
    }

    /// A call of a function of the grid.
    fn grid_call(&mut self, func: u32, arguments: &[Argument], at: usize) -> Result {
        let target = &self.program.funcs[func as usize];
        if let Some(parameters) = &target.parameters
            && parameters.len() != arguments.len()
        {
            let name = self.grid.name(target.cell as usize);
            let (wanted, given) = (parameters.len(), arguments.len());
            let plural = if wanted == 1 { "" } else { "s" };
            return Err(Trouble::new(
                at,
                format!("the function of {name} takes {wanted} argument{plural}, not {given}"),
            ));
        }
        for argument in arguments {
            match argument {
                Argument::Absent => self.emit(Op::Null),
                Argument::Value(node) => self.expression(node)?,
                Argument::Range(..) => {
                    return Err(Trouble::new(at, "a function of the grid takes no ranges `a:b`"));
                }
            }
        }
        self.emit(Op::Call(func, arguments.len() as u16));
        Ok(())
    }

    /// `if(c,a,b)`: only what is chosen is calculated.
    fn choice(&mut self, call: &Call, at: usize) -> Result {
        let part = |compiler: &mut Self, number: usize| match call.arguments.get(number) {
            Some(Argument::Value(node)) => compiler.expression(node),
            Some(Argument::Range(..)) => {
                Err(Trouble::new(at, "`if` with pairs `c:a` is not understood here"))
            }
            Some(Argument::Absent) | None => {
                compiler.emit(Op::Null);
                Ok(())
            }
        };
        part(self, 0)?;
        if call.arguments.len() == 1 {
            self.emit(Op::AsTruth);
            return Ok(());
        }
        let otherwise = self.place(Op::Unless(0));
        part(self, 1)?;
        let end = self.place(Op::Jump(0));
        self.land(otherwise);
        part(self, 2)?;
        self.land(end);
        Ok(())
    }

    /// `create(A,B)`: names stand as they are.
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
                    return Err(Trouble::new(at, message));
                }
            };
            if names.contains(&name) {
                return Err(Trouble::new(at, format!("the field `{name}` is there twice")));
            }
            let text = self.text(&name);
            self.emit(Op::Text(text));
            names.push(name);
        }
        self.native(call, found);
        Ok(())
    }
}

/// What `A.(x)` does with the values of x: nothing more.
static KEYS: Function = Function {
    name: ".()",
    on: On::Sequence,
    arguments: (1, 1),
    takes: Takes::Each,
    options: "",
    meaning: "what was calculated for every member",
    run: |_, args| Ok(args[1]),
};

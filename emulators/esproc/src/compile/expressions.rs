//! Expressions: steps that push, pop and assign values.

use super::{Compiler, Result, cell_at, no_expression};
use crate::code::{Op, StoredResults};
use crate::functions::{KEYS, OptionLetters};
use crate::grid::{CellError, Command, Form};
use crate::syntax::{Argument, Infix, Literal, Member, Node, Prefix, Tree};

impl Compiler<'_> {
    /// Compiles an expression; its value remains on the stack.
    pub(super) fn expression(&mut self, node: &Node) -> Result {
        match &node.tree {
            Tree::Literal(literal) => self.literal(literal),
            Tree::Cell(row, column) => {
                let cell = cell_at(self.grid, *row, *column, node.at)?;
                self.emit(Op::Cell(cell as u32));
            }
            Tree::Name(name) => self.name(name, node.at)?,
            Tree::Current => self.current(node.at)?,
            Tree::Position => {
                self.inside_loop(node.at, "#")?;
                self.emit(Op::Position);
            }
            Tree::Previous => self.previous(node.at)?,
            Tree::Tested => self.condition_value(node.at)?,
            Tree::Turns(row, column) => self.turns(*row, *column, node.at)?,
            Tree::Sequence(parts) => {
                for part in parts {
                    match part {
                        Some(part) => self.expression(part)?,
                        None => self.emit(Op::Null),
                    }
                }
                self.emit(Op::Sequence(parts.len() as u32));
            }
            Tree::Comma(parts) => self.comma(parts)?,
            Tree::Prefix(prefix, operand) => self.prefix(*prefix, operand)?,
            Tree::Infix(infix, left, right) => self.infix(*infix, left, right)?,
            Tree::Assign(operator, left, right) => self.assign(*operator, left, right)?,
            Tree::Index(left, index) => {
                self.expression(left)?;
                self.expression(index)?;
                self.emit(Op::Member(self.named_cell(left)));
            }
            Tree::Near(left, near) => self.near_member(left, near)?,
            Tree::Dot(left, member) => self.dot(node.at, left, member)?,
            Tree::Call(call) => self.call(call, node.at)?,
        }
        Ok(())
    }

    fn literal(&mut self, literal: &Literal) {
        let op = match literal {
            Literal::Null => Op::Null,
            Literal::Truth(truth) => Op::Truth(*truth),
            Literal::Int(number) => Op::Int(*number),
            Literal::Real(number) => Op::Real(*number),
            Literal::Text(text) => Op::Text(self.text(text)),
        };
        self.emit(op);
    }

    /// Index plus one of the cell that an expression names, or 0: for messages about its members.
    fn named_cell(&self, node: &Node) -> u32 {
        match node.tree {
            Tree::Cell(row, column) => self.grid.index(row, column) as u32 + 1,
            _ => 0,
        }
    }

    fn name(&mut self, name: &str, at: usize) -> Result {
        if let Some(&variable) = self.variables.get(name) {
            self.emit(if self.loops > 0 && self.loose.contains(name) {
                Op::FieldOrVariable(variable)
            } else {
                Op::Variable(variable)
            });
            return Ok(());
        }
        if self.loops > 0 {
            let field = self.text(name);
            self.emit(Op::CurrentField(field));
            return Ok(());
        }
        let functions = self.names.keys().map(String::as_str);
        if functions.into_iter().any(|known| known == name) {
            return Err(CellError::new(
                at,
                format!("`{name}` is a function; call it as `{name}()`"),
            ));
        }
        let known = self.variables.keys().map(String::as_str);
        let help = self.as_text(at, name).or_else(|| self.near(name, known));
        let help = help.or_else(|| self.as_cell(name));
        Err(CellError::new(at, format!("unknown name `{name}`")).help(help))
    }

    /// Advice on text in single quotes, which make a name.
    fn as_text(&self, at: usize, name: &str) -> Option<String> {
        let mut characters = self.grid.cells[self.cell].text.chars();
        let quoted = characters.nth(at) == Some('\'');
        quoted.then(|| format!("write text in double quotes: \"{name}\""))
    }

    /// Advice on a cell name in small letters.
    fn as_cell(&self, name: &str) -> Option<String> {
        let cell = name.to_uppercase();
        crate::syntax::cell_name(&cell)
            .map(|_| format!("write cell names in capital letters: `{cell}`"))
    }

    /// `~`; outside all loops of an expression, the member of the enclosing `for`.
    fn current(&mut self, at: usize) -> Result {
        if self.loops > 0 {
            self.emit(Op::Current);
            return Ok(());
        }
        if self.blocks.loops(self.cell).next().is_none() {
            return self.inside_loop(at, "~");
        }
        self.emit(Op::ForCurrent(0));
        Ok(())
    }

    /// `~~`.
    fn previous(&mut self, at: usize) -> Result {
        let Some(&iteration) = self.iterations.last() else {
            return Err(CellError::new(at, "`~~` outside an iteration")
                .help(Some("use it inside `iterate`, as in `A1.iterate(~~+~)`".into())));
        };
        self.emit(Op::Previous(self.loops - iteration));
        Ok(())
    }

    fn inside_loop(&self, at: usize, what: &str) -> Result {
        if self.loops == 0 {
            return Err(CellError::new(at, format!("`{what}` outside a loop over members"))
                .help(Some("use it inside a loop over members, as in `A1.(~+1)`".to_owned())));
        }
        Ok(())
    }

    /// `#B9`.
    fn turns(&mut self, row: usize, column: usize, at: usize) -> Result {
        let cell = cell_at(self.grid, row, column, at)?;
        let found = self.blocks.loops(self.cell).position(|around| around == cell);
        // A `for` cell may use its own iteration count in its condition.
        match found {
            Some(out) => self.emit(Op::Turns(out as u32)),
            None => {
                let name = self.grid.name(cell);
                return Err(CellError::new(at, format!("`#{name}` outside a loop of {name}")));
            }
        }
        Ok(())
    }

    fn comma(&mut self, parts: &[Node]) -> Result {
        for (at, part) in parts.iter().enumerate() {
            if at > 0 {
                self.emit(Op::Drop);
            }
            self.expression(part)?;
        }
        Ok(())
    }

    fn prefix(&mut self, prefix: Prefix, operand: &Node) -> Result {
        self.expression(operand)?;
        self.emit(match prefix {
            Prefix::Plus => Op::Plus,
            Prefix::Minus => Op::Negate,
            Prefix::Not => Op::Not,
        });
        Ok(())
    }

    fn infix(&mut self, infix: Infix, left: &Node, right: &Node) -> Result {
        self.expression(left)?;
        let short = match infix {
            Infix::And => Some(self.place(Op::And(0))),
            Infix::Or => Some(self.place(Op::Or(0))),
            _ => None,
        };
        self.expression(right)?;
        match short {
            None => self.emit(Op::Infix(infix)),
            Some(jump) => {
                self.emit(Op::AsTruth);
                self.land(jump);
            }
        }
        Ok(())
    }

    /// Sets the target of an emitted jump to the next step.
    pub(super) fn land(&mut self, jump: u32) {
        let here = self.here();
        if let Op::And(to) | Op::Or(to) | Op::Unless(to) | Op::Jump(to) =
            &mut self.program.code[jump as usize]
        {
            *to = here;
        }
    }

    /// The right side is evaluated first, then the target.
    fn assign(&mut self, operator: Option<Infix>, left: &Node, right: &Node) -> Result {
        match operator {
            None => {
                self.expression(right)?;
                self.store(left)
            }
            Some(infix) => {
                self.check_compound(left)?;
                self.expression(left)?;
                self.expression(right)?;
                self.emit(Op::Infix(infix));
                self.store(left)
            }
        }
    }

    /// `a+=b` evaluates the target twice, so that it must not have side effects.
    fn check_compound(&self, left: &Node) -> Result {
        let plain = |node: &Node| {
            matches!(node.tree, Tree::Cell(..) | Tree::Name(_) | Tree::Literal(_) | Tree::Current)
        };
        match &left.tree {
            Tree::Index(of, index) if !plain(of) || !plain(index) => {
                let help = "write `a(i)=a(i)+b`, or keep the index in a cell".to_owned();
                Err(CellError::new(left.at, "this target is too complex for a compound assignment")
                    .help(Some(help)))
            }
            _ => Ok(()),
        }
    }

    /// Stores the value on the stack, without removing it.
    fn store(&mut self, place: &Node) -> Result {
        match &place.tree {
            Tree::Cell(row, column) => {
                let cell = cell_at(self.grid, *row, *column, place.at)?;
                self.emit(Op::SetCell(cell as u32));
            }
            Tree::Name(name) => {
                let is_loose = self.loops > 0 && self.loose.contains(name);
                let variable = self.variable_or_field(name);
                self.emit(if is_loose {
                    Op::SetFieldOrVariable(variable)
                } else {
                    Op::SetVariable(variable)
                });
            }
            Tree::Current => {
                self.inside_loop(place.at, "~")?;
                self.emit(Op::SetCurrent);
            }
            Tree::Index(left, index) => {
                self.expression(left)?;
                self.expression(index)?;
                self.emit(Op::SetMember(self.named_cell(left)));
            }
            Tree::Dot(left, Member::Field(name)) => {
                self.expression(left)?;
                let field = self.text(name);
                self.emit(Op::SetField(field));
            }
            _ => return Err(CellError::new(place.at, "cannot assign to this")),
        }
        Ok(())
    }

    /// `~[i]`, `A[i]`.
    fn near_member(&mut self, left: &Node, near: &Argument) -> Result {
        let of_current = left.tree == Tree::Current;
        if of_current {
            self.inside_loop(left.at, "~")?;
        } else {
            self.expression(left)?;
        }
        self.inside_loop(left.at, "[]")?;
        self.argument(near, left.at)?;
        self.emit(if of_current { Op::Near } else { Op::NearOf });
        Ok(())
    }

    /// Compiles an argument; its value remains on the stack.
    pub(super) fn argument(&mut self, argument: &Argument, at: usize) -> Result {
        let end = |compiler: &mut Self, node: &Option<Node>| match node {
            Some(node) => compiler.expression(node),
            None => {
                compiler.emit(Op::Absent);
                Ok(())
            }
        };
        match argument {
            Argument::Absent => self.emit(Op::Absent),
            Argument::Value(node) => self.expression(node)?,
            Argument::Range(None, None) => {
                return Err(CellError::new(at, "a range needs at least one end"));
            }
            Argument::Range(first, last) => {
                end(self, first)?;
                end(self, last)?;
                self.emit(Op::Range);
            }
        }
        Ok(())
    }

    fn dot(&mut self, at: usize, left: &Node, member: &Member) -> Result {
        self.expression(left)?;
        match member {
            Member::Field(name) => {
                let field = self.text(name);
                self.emit(Op::Field(field));
            }
            Member::Current | Member::Position => {
                self.inside_loop(at, "~")?;
                let current = *member == Member::Current;
                self.emit(if current { Op::CurrentOf } else { Op::PositionOf });
            }
            Member::Each(body) => match &**body {
                // `A.()` is A.
                Argument::Absent => {}
                Argument::Value(body) => {
                    let each = self.begin_each(0, ".()", StoredResults::All);
                    self.each_body(each, &[body], false)?;
                    self.native(vec![&KEYS], OptionLetters::default(), 2);
                    self.end_each(each);
                }
                Argument::Range(..) => return Err(no_expression(at)),
            },
            Member::Call(call) => self.member_call(call, at)?,
        }
        Ok(())
    }

    /// Number of the function of a `func` cell.
    pub(super) fn func_of(&self, cell: usize) -> Option<u32> {
        let is_func = self.blocks.form(cell) == Form::Command(Command::Func);
        self.funcs.get(&cell).copied().filter(|_| is_func)
    }
}

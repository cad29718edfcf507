//! Control-flow steps: loops over members, functions, `for`.

use machine::Observer;
use machine::cells::CellTrouble;

use super::run::{EarlyExit, Runner, value_error};
use super::state::{ActiveFor, ActiveLoop, ForDomain, Frame};
use crate::code::StoredResults;
use crate::value::{Value, ValueError};

type Result<T = ()> = std::result::Result<T, Box<EarlyExit>>;

impl<O: Observer> Runner<'_, O> {
    /// Begins a loop over members; a number stands for the numbers from 1 to it, null for no
    /// members.
    pub(super) fn begin_loop(&mut self, number: u32) -> Result {
        let each = self.program.each[number as usize];
        let base = self.state.stack.len() - 1 - each.above as usize;
        let of = self.state.stack[base];
        let sequence = match of {
            Value::Sequence(place) => place,
            Value::Null => {
                self.state.stack.truncate(base);
                self.push(Value::Null);
                self.jump(each.skip);
                return Ok(());
            }
            Value::Int(_) | Value::Real(_) => match self.as_sequence(of)? {
                Value::Sequence(place) => place,
                _ => 0,
            },
            other => return Err(value_error(each.what, ValueError::Kind(0, other.kind()))),
        };
        self.state.stack[base] = Value::Sequence(sequence);
        let (keys, mut list) = self.state.heap.start(1)?;
        if each.keeps != StoredResults::All {
            list.push(self.top());
        }
        let made = self.state.heap.finish(keys, list);
        let members = self.state.heap.members(sequence).len();
        if members == 0 {
            // There are no members: skip the body.
            self.push(made);
            self.jump(each.after);
            return Ok(());
        }
        self.state.loops.push(ActiveLoop { sequence, at: 0, members, keys });
        Ok(())
    }

    /// Stores a result, and continues with the next member.
    pub(super) fn again(&mut self, number: u32) -> Result {
        self.safepoint()?;
        let each = self.program.each[number as usize];
        let value = self.top();
        let Some(&ActiveLoop { sequence, at, members, keys }) = self.state.loops.last() else {
            return Ok(());
        };
        if each.keeps == StoredResults::Last {
            self.state.heap.members_mut(keys)[0] = value;
        } else if self.state.heap.push(keys, value).is_err() {
            self.state.collect();
            self.state.heap.push(keys, value)?;
        }
        self.pop();
        let is_last = at + 1 >= members.min(self.state.heap.members(sequence).len());
        if is_last || (each.to_first && value.is_true()) {
            self.state.loops.pop();
            self.push(Value::Sequence(keys));
            return Ok(());
        }
        if let Some(active) = self.state.loops.last_mut() {
            active.at += 1;
        }
        self.jump(each.body);
        Ok(())
    }

    /// Ends a loop before its next member if the value on the stack is true.
    pub(super) fn until(&mut self, number: u32) {
        if self.pop().is_true()
            && let Some(active) = self.state.loops.pop()
        {
            self.push(Value::Sequence(active.keys));
            self.jump(self.program.each[number as usize].after);
        }
    }

    /// Calls a function.
    ///
    /// The callee gets its own copies of the cells of its block and of all variables, with the
    /// caller's values.
    ///
    /// Source: SPLWare/esProc, `PgmCellSet.executeFunc`, `Context.newComputeContext`.
    pub(super) fn call(&mut self, number: u32, arguments: usize) -> Result {
        let func = &self.program.funcs[number as usize];
        let state = &mut *self.state;
        if state.frames.len() >= state.most_depth {
            let calls = u32::try_from(state.most_depth).unwrap_or(u32::MAX);
            return Err(ValueError::Cell(CellTrouble::Depth { calls }).into());
        }
        let own = func.cells + state.variables.len();
        state.heap.room((state.saved.len() + own) * size_of::<Value>())?;
        for &(first, width) in &func.runs {
            let (first, width) = (first as usize, width as usize);
            state.saved.extend_from_slice(&state.cells[first..first + width]);
        }
        state.saved.extend_from_slice(&state.variables);
        let base = state.stack.len() - arguments;
        state.frames.push(Frame {
            func: number,
            back: state.pc,
            cell: state.cell,
            fors: state.fors.len() as u32,
            loops: state.loops.len() as u32,
            stack: base as u32,
        });
        state.calls += 1;
        for at in 0..arguments {
            let value = self.state.stack[base + at];
            match &func.parameters {
                Some(variables) => self.state.variables[variables[at] as usize] = value,
                None if (at as u32) < func.places => self.set_cell(func.cell + at as u32, value),
                None => {}
            }
        }
        self.state.stack.truncate(base);
        self.go_on(func.start)
    }

    /// Returns to the caller, and restores its cells and variables.
    pub(super) fn leave(&mut self, value: Value) {
        if let Some(frame) = self.state.frames.pop() {
            self.state.restore(self.program, frame);
            self.state.stack.truncate(frame.stack as usize);
            self.state.pc = frame.back;
            self.state.cell = frame.cell;
        }
        self.push(value);
    }

    /// Result of the script: one value, or a sequence of several.
    pub(super) fn result(&mut self, length: usize) -> Result {
        let value = match length {
            0 => Value::Null,
            1 => self.pop(),
            _ => {
                self.sequence(length)?;
                self.pop()
            }
        };
        self.end(Some(value))
    }

    /// Begins a `for`; the kind of its first value selects its form.
    ///
    /// Source: SPLWare/esProc, `PgmCellSet.runForCmd`.
    pub(super) fn begin_for(&mut self, number: u32) -> Result {
        let plan = self.program.fors[number as usize];
        let values = plan.values as usize;
        let base = self.state.stack.len() - values;
        let kind = match self.state.stack.get(base).copied() {
            None => Some(ForDomain::Endless),
            Some(Value::Null) => None,
            Some(value @ Value::Sequence(_)) => Some(ForDomain::Members(value)),
            Some(Value::Truth(true)) => Some(ForDomain::Condition),
            Some(Value::Truth(false)) => None,
            Some(Value::Int(_) | Value::Real(_)) => Some(self.numbers(base, values)?),
            Some(other) => return Err(value_error("for", ValueError::Kind(1, other.kind()))),
        };
        self.state.stack.truncate(base);
        match kind {
            None => self.jump(plan.exit),
            Some(kind) => {
                self.state.fors.push(ActiveFor { kind, turns: 0 });
                self.turn(number)?;
                if matches!(kind, ForDomain::Condition) {
                    return self.begin_turn(number, Value::Truth(true));
                }
            }
        }
        Ok(())
    }

    /// `for n`, `for a,b`, `for a,b,s`.
    fn numbers(&self, base: usize, values: usize) -> Result<ForDomain> {
        let value = |at: usize| {
            let value = self.state.stack[base + at];
            value
                .whole()
                .ok_or_else(|| value_error("for", ValueError::Kind(at as u8 + 1, value.kind())))
        };
        let (next, last) = if values == 1 { (1, value(0)?) } else { (value(0)?, value(1)?) };
        let step = match values {
            1 => 1,
            2 if next > last => -1,
            2 => 1,
            _ => value(2)?,
        };
        Ok(ForDomain::Numbers { next, last, step })
    }

    /// Next iteration, or the end; a `for` with a condition continues with its evaluation.
    pub(super) fn turn(&mut self, number: u32) -> Result {
        let Some(active) = self.state.fors.last().copied() else {
            return Ok(());
        };
        match active.kind {
            ForDomain::Condition => {}
            ForDomain::Endless => return self.begin_turn(number, Value::Int(active.turns + 1)),
            ForDomain::Members(Value::Sequence(place)) => {
                match self.state.heap.members(place).get(active.turns as usize).copied() {
                    Some(member) => return self.begin_turn(number, member),
                    None => return self.end_for(number, Value::Null, active.turns),
                }
            }
            ForDomain::Members(_) => return self.end_for(number, Value::Null, active.turns),
            ForDomain::Numbers { next, last, step } => {
                if (step >= 0 && next <= last) || (step < 0 && next >= last) {
                    if let Some(active) = self.state.fors.last_mut() {
                        let next = next.saturating_add(step);
                        active.kind = ForDomain::Numbers { next, last, step };
                    }
                    return self.begin_turn(number, Value::Int(next));
                }
                return self.end_for(number, Value::Int(next), active.turns);
            }
        }
        Ok(())
    }

    fn begin_turn(&mut self, number: u32, value: Value) -> Result {
        let plan = self.program.fors[number as usize];
        self.set_cell(plan.cell, value);
        if let Some(active) = self.state.fors.last_mut() {
            active.turns += 1;
        }
        self.go_on(plan.body)
    }

    /// A loop without iterations leaves the value of its cell unchanged.
    fn end_for(&mut self, number: u32, value: Value, turns: i64) -> Result {
        let plan = self.program.fors[number as usize];
        self.state.fors.pop();
        if turns > 0 {
            self.set_cell(plan.cell, value);
        }
        self.go_on(plan.exit)
    }

    /// Decides the next iteration of a `for` by its condition.
    pub(super) fn test(&mut self, number: u32) -> Result {
        match self.pop() {
            Value::Truth(true) => self.begin_turn(number, Value::Truth(true)),
            Value::Truth(false) => self.end_for(number, Value::Truth(false), 1),
            other => Err(value_error("for", ValueError::Kind(1, other.kind()))),
        }
    }
}

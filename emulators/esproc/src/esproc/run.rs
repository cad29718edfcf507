//! Execution of steps, until something other than the next cell must happen.

use machine::cells::{CellTrouble, ValueKind};
use machine::{Cause, Fault, Host, Limit, Observer, Stop, Store, Work};

use super::state::RunState;
use crate::code::{CellInfo, Op, Program};
use crate::functions::files::print_result;
use crate::functions::{Context, Function, Receiver, numbers_between};
use crate::operators;
use crate::script::first_member;
use crate::value::{Value, ValueError};

/// Members that may be processed for the price of one cell.
const WORK_OF_A_CELL: u64 = 128;

/// Members after which a cell pays before it continues.
pub(super) const LONG_WORK: u64 = 64 * WORK_OF_A_CELL;

/// Early exit from a step; boxed, so that the usual result fits a register.
#[derive(Debug)]
pub(super) enum EarlyExit {
    /// The operation with this name has no value.
    ValueError(&'static str, ValueError),
    Stop(Stop),
}

impl From<ValueError> for Box<EarlyExit> {
    fn from(why: ValueError) -> Self {
        value_error("", why)
    }
}

/// Early exit of an operation without a value.
#[cold]
pub(super) fn value_error(what: &'static str, why: ValueError) -> Box<EarlyExit> {
    Box::new(EarlyExit::ValueError(what, why))
}

#[cold]
fn stop(stop: Stop) -> Box<EarlyExit> {
    Box::new(EarlyExit::Stop(stop))
}

pub(super) type Result<T = ()> = std::result::Result<T, Box<EarlyExit>>;

/// Memory unit of a member.
pub(super) fn unit(value: Value) -> u64 {
    value.whole().unwrap_or(0) as u64
}

/// Runner between two stops.
pub(super) struct Runner<'r, O> {
    pub(super) program: &'r Program,
    pub(super) state: &'r mut RunState,
    pub(super) host: &'r mut Host,
    pub(super) observer: &'r mut O,
    left: u64,
    /// Whether each cell is marked.
    marks: Vec<bool>,
    /// Members processed in a long expression that are not paid for yet.
    unpaid: u64,
}

/// Runs until the budget is used up or an event occurs.
pub(super) fn run<O: Observer>(
    program: &Program,
    state: &mut RunState,
    host: &mut Host,
    budget: u64,
    observer: &mut O,
) -> Stop {
    let is_mark = |cell: &CellInfo| O::MARKS && observer.is_mark(cell.address);
    let marks = program.cells.iter().map(is_mark).collect();
    let mut runner = Runner { program, state, host, observer, left: budget, marks, unpaid: 0 };
    loop {
        let Err(broken) = runner.steps() else { continue };
        match *broken {
            EarlyExit::Stop(stop) => return stop,
            EarlyExit::ValueError(_, ValueError::Limit(limit)) => return Stop::Limit(limit),
            EarlyExit::ValueError(what, why) => return runner.fault(what, why),
        }
    }
}

impl<O: Observer> Runner<'_, O> {
    /// Runs steps until one of them exits early; the program counter then points to it.
    fn steps(&mut self) -> Result {
        loop {
            let Some(&op) = self.program.code.get(self.state.pc as usize) else {
                return self.end(None);
            };
            self.step(op)?;
            self.state.pc += 1;
        }
    }

    /// Converts a run-time error to a fault of the cell.
    fn fault(&mut self, what: &'static str, why: ValueError) -> Stop {
        let Some(cell) = self.program.cells.get(self.state.cell as usize) else {
            return Stop::Exit { status: 0 };
        };
        // A cell that faults does not count as executed.
        let executed = &mut self.state.executed[self.state.cell as usize];
        *executed = executed.saturating_sub(1);
        let trouble = match why {
            ValueError::Kind(argument, found) => CellTrouble::Kind { what, argument, found },
            ValueError::Pair(left, right) => CellTrouble::Pair { what, left, right },
            ValueError::Value(argument, value) => {
                let value = value.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
                CellTrouble::Value { what, argument, value }
            }
            ValueError::NoMember(index, members) => {
                let members = u32::try_from(members).unwrap_or(u32::MAX);
                CellTrouble::NoMember { of: None, index, members }
            }
            ValueError::Memory => {
                CellTrouble::Memory { bytes: self.state.heap.most_bytes() as u64 }
            }
            ValueError::Limit(_) => CellTrouble::Other { why: "a limit was reached" },
            ValueError::Cell(trouble) => trouble,
        };
        Stop::Fault(Fault { pc: cell.address, cause: Cause::Cell { at: cell.name, trouble } })
    }

    /// Begins a cell: the run may stop here, and unreachable values are freed.
    #[inline]
    pub(super) fn enter(&mut self, cell: u32) -> Result {
        if self.state.store_reported {
            self.state.store_reported = false;
            if self.observer.pauses() {
                return Err(stop(Stop::Pause));
            }
        }
        let work = self.state.heap.take_work();
        if work >= WORK_OF_A_CELL || self.left == 0 {
            self.pay_for(work)?;
        }
        if self.marks[cell as usize] {
            self.observer.arrived(self.program.cells[cell as usize].address);
            if self.observer.pauses() {
                return Err(stop(Stop::Pause));
            }
        }
        self.left -= 1;
        self.state.cell = cell;
        self.state.executed[cell as usize] += 1;
        if self.state.heap.is_due() {
            self.state.collect();
        }
        Ok(())
    }

    /// Stops or frees values inside a long expression, where only the work counts.
    #[inline]
    pub(super) fn safepoint(&mut self) -> Result {
        self.unpaid += 1 + self.state.heap.take_work();
        if self.unpaid >= LONG_WORK {
            let work = std::mem::take(&mut self.unpaid);
            self.pay_for(work)?;
        }
        if self.state.heap.is_due() {
            self.state.collect();
        }
        Ok(())
    }

    /// Pays for long work before the same cell continues.
    #[inline]
    fn pay(&mut self) -> Result {
        if self.state.heap.work() < LONG_WORK {
            return Ok(());
        }
        let work = self.state.heap.take_work();
        self.pay_for(work)
    }

    /// Charges work to the budget, like the work of a system.
    fn pay_for(&mut self, work: u64) -> Result {
        self.left = self.left.saturating_sub(work / WORK_OF_A_CELL);
        self.host.work.charge(work.saturating_mul(Work::MOVED));
        match self.left {
            _ if self.host.work.is_spent() => Err(stop(Stop::Limit(Limit::Work))),
            0 => Err(stop(Stop::Budget)),
            _ => Ok(()),
        }
    }

    /// Ends the script and prints its result.
    pub(super) fn end(&mut self, result: Option<Value>) -> Result {
        let state = &mut *self.state;
        while let Some(frame) = state.frames.pop() {
            state.restore(self.program, frame);
        }
        let cells = self.program.values.iter().map(|&cell| state.cells[cell as usize]);
        let value = result.or_else(|| cells.into_iter().find(|v| !matches!(v, Value::Null)));
        state.leave_all();
        print_result(&state.heap, value.unwrap_or_default(), &mut self.host.output)?;
        Err(stop(Stop::Exit { status: 0 }))
    }

    #[inline]
    pub(super) fn push(&mut self, value: Value) {
        self.state.stack.push(value);
    }

    /// Pops the top of the stack; the program's steps never pop from an empty stack.
    #[inline]
    pub(super) fn pop(&mut self) -> Value {
        self.state.stack.pop().unwrap_or_default()
    }

    /// Pops the top of the stack; returns whether it is true.
    #[inline]
    fn pop_truth(&mut self) -> bool {
        let is_true = self.state.stack.last().is_some_and(|value| value.is_true());
        self.state.stack.pop();
        is_true
    }

    #[inline]
    pub(super) fn top(&self) -> Value {
        self.state.stack.last().copied().unwrap_or_default()
    }

    /// Stores a value in a cell, which becomes the owner of a sequence without one.
    #[inline]
    pub(super) fn set_cell(&mut self, cell: u32, value: Value) {
        if let Value::Sequence(place) = value
            && self.state.heap.set_owner(place, cell)
        {
            self.state.last_owned[cell as usize] = Some(place);
        }
        self.state.cells[cell as usize] = value;
    }

    /// Assigns to a member, from 0, and notifies the observer.
    #[inline]
    pub(super) fn set_member(&mut self, place: usize, at: usize, value: Value) {
        self.state.heap.members_mut(place)[at] = value;
        if O::STORES
            && let Some(owner) = self.state.heap.owner(place)
        {
            let address = first_member(owner) + at as u64;
            self.observer.stored(Store { address, size: 1, value: unit(value) });
            self.state.store_reported = true;
        }
    }

    /// Applies an operator; tries again after a collection if there was no memory.
    #[inline]
    pub(super) fn infix(&mut self, operator: crate::syntax::Infix) -> Result {
        self.pay()?;
        // Operands are examined in place: copying the whole values would be slower.
        if let [.., left, right] = &self.state.stack[..]
            && let Some(value) = operators::of_numbers(operator, left, right)
        {
            self.state.stack.pop();
            if let Some(top) = self.state.stack.last_mut() {
                *top = value;
            }
            return Ok(());
        }
        let length = self.state.stack.len();
        let (left, right) = (self.state.stack[length - 2], self.state.stack[length - 1]);
        let mut result = operators::infix(&mut self.state.heap, operator, left, right);
        if matches!(result, Err(ValueError::Memory)) {
            self.state.collect();
            result = operators::infix(&mut self.state.heap, operator, left, right);
        }
        let value = result.map_err(|why| value_error(operator.spelling(), why))?;
        self.state.stack.truncate(length - 2);
        self.push(value);
        Ok(())
    }

    /// Calls a function of the table.
    pub(super) fn native(&mut self, number: u32) -> Result {
        self.pay()?;
        let native = &self.program.natives[number as usize];
        let base = self.state.stack.len() - native.values;
        let chosen = match native.functions[..] {
            [_] => 0,
            _ => {
                let kind = self.state.stack[base].kind();
                let found = native.functions.iter().position(|function| function.on.takes(kind));
                found.unwrap_or(0)
            }
        };
        let function = native.functions[chosen];
        let name = function.name;
        if function.on != Receiver::Nothing && !self.prepare_receiver(function, base)? {
            self.state.stack.truncate(base);
            self.push(Value::Null);
            return Ok(());
        }
        let mut tried = false;
        let value = loop {
            let state = &mut *self.state;
            let options = native.options;
            let mut context = Context { heap: &mut state.heap, host: self.host, options };
            match (function.run)(&mut context, &state.stack[base..]) {
                Err(ValueError::Memory) if !tried => {
                    tried = true;
                    self.state.collect();
                }
                other => break other.map_err(|why| value_error(name, why))?,
            }
        };
        if native.look_at_all[chosen] {
            self.state.heap.spend_on(&self.state.stack[base..])?;
        }
        self.state.stack.truncate(base);
        self.push(value);
        Ok(())
    }

    /// Prepares the receiver of a function; false if it is null, so that the result is null.
    /// so is its value.
    fn prepare_receiver(&mut self, function: &Function, base: usize) -> Result<bool> {
        let before = self.state.stack[base];
        if matches!(before, Value::Null) {
            return Ok(false);
        }
        if !function.on.takes(before.kind()) {
            return Err(value_error(function.name, ValueError::Kind(0, before.kind())));
        }
        if before.kind() == ValueKind::Number {
            self.state.stack[base] = self.as_sequence(before)?;
        }
        Ok(true)
    }

    /// Converts a number to the sequence of numbers from 1 to it.
    pub(super) fn as_sequence(&mut self, value: Value) -> Result<Value> {
        match value.whole() {
            Some(last @ 1..) => Ok(numbers_between(&mut self.state.heap, 1, last)?),
            _ => Ok(self.state.heap.sequence(&[])?),
        }
    }

    /// Executes one step.
    #[inline(always)]
    fn step(&mut self, op: Op) -> Result {
        match op {
            Op::Enter(cell) => return self.enter(cell),
            Op::Null => self.push(Value::Null),
            Op::Absent => self.push(Value::Absent),
            Op::Truth(truth) => self.push(Value::Truth(truth)),
            Op::Int(number) => self.push(Value::Int(number)),
            Op::Real(number) => self.push(Value::Real(number)),
            Op::Text(piece) => self.push(self.state.texts[piece as usize]),
            Op::Cell(cell) => self.push(self.state.cells[cell as usize]),
            Op::SetCell(cell) => self.set_cell(cell, self.top()),
            Op::Variable(number) => return self.variable(number),
            Op::SetVariable(number) => self.state.variables[number as usize] = self.top(),
            Op::Drop => drop(self.pop()),
            Op::Copy => self.push(self.top()),
            Op::Negate => return self.negate(),
            Op::Plus => return self.plus(),
            Op::Not => {
                let is_true = self.pop_truth();
                self.push(Value::Truth(!is_true));
            }
            Op::AsTruth => {
                let is_true = self.pop_truth();
                self.push(Value::Truth(is_true));
            }
            Op::Infix(infix) => return self.infix(infix),
            Op::Jump(to) => self.jump(to),
            Op::Unless(to) => {
                if !self.pop_truth() {
                    self.jump(to);
                }
            }
            Op::And(to) => self.short(to, false),
            Op::Or(to) => self.short(to, true),
            Op::Member(of) => return self.member(of),
            Op::SetMember(of) => return self.assign_member(of),
            Op::Native(number) => return self.native(number),
            Op::Call(func, arguments) => return self.call(func, arguments.into()),
            Op::Return => {
                let value = self.pop();
                self.leave(value);
            }
            Op::Turn(number) => return self.turn(number),
            Op::CellByInt(infix, cell, number) => self.cell_by_int(infix, cell, number),
            Op::VariableByInt(infix, variable, number) => {
                return self.variable_by_int(infix, variable, number);
            }
            Op::ByInt(infix, number) => self.by(infix, Value::Int(number.into())),
            Op::ByCell(infix, cell) => self.by(infix, self.state.cells[cell as usize]),
            Op::CellMember(of, index) => self.cell_member(of, index),
            Op::KeepMember(of, index, to) => return self.keep_member(of, index, to),
            Op::Keep(cell, to) => return self.keep(cell, to),
            Op::KeepUnless(cell, other, to) => return self.keep_unless(cell, other, to),
            Op::DropJump(to) => {
                self.pop();
                return self.go_on(to);
            }
            other => return self.rare(other),
        }
        Ok(())
    }

    /// The sign `-`.
    #[inline]
    fn negate(&mut self) -> Result {
        let value = self.pop();
        let negated = operators::negate(value).map_err(|why| value_error("-", why))?;
        self.push(negated);
        Ok(())
    }

    /// The sign `+`, which only numbers and null can have.
    #[inline]
    fn plus(&self) -> Result {
        let value = self.top();
        if value.real().is_none() && !matches!(value, Value::Null) {
            return Err(value_error("+", ValueError::Kind(0, value.kind())));
        }
        Ok(())
    }

    /// Jumps to another step.
    #[inline]
    pub(super) fn jump(&mut self, to: u32) {
        self.state.pc = to.wrapping_sub(1);
    }

    /// `&&` and `||`: decided by the left or the right side.
    #[inline]
    fn short(&mut self, to: u32, decides: bool) {
        if self.pop_truth() == decides {
            self.push(Value::Truth(decides));
            self.jump(to);
        }
    }
}

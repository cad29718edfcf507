//! Fused steps for the usual cases: numbers, and existing members.
//!
//! In other cases, a fused step acts like its first part, and execution continues with the second.
//! step is the second.

use machine::Observer;

use super::run::{LONG_WORK, Result, Runner};
use crate::code::Op;
use crate::operators;
use crate::syntax::Infix;
use crate::value::Value;

impl<O: Observer> Runner<'_, O> {
    /// Skips the steps that are part of this one.
    #[inline]
    fn skip(&mut self, steps: u32) {
        self.state.pc += steps;
    }

    /// Result for two numbers; `None` if a step must pay for its work first, or an operand is not a
    /// number.
    #[inline]
    fn of_numbers(&self, infix: Infix, left: &Value, right: &Value) -> Option<Value> {
        if self.state.heap.work() >= LONG_WORK {
            return None;
        }
        operators::of_numbers(infix, left, right)
    }

    /// Operator on a cell and a number.
    #[inline]
    pub(super) fn cell_by_int(&mut self, infix: Infix, cell: u32, number: i32) {
        let left = self.state.cells[cell as usize];
        match self.of_numbers(infix, &left, &Value::Int(number.into())) {
            Some(value) => {
                self.push(value);
                self.skip(2);
            }
            None => self.push(left),
        }
    }

    /// Operator on a variable and a number.
    #[inline]
    pub(super) fn variable_by_int(&mut self, infix: Infix, variable: u32, number: i32) -> Result {
        let left = self.state.variables[variable as usize];
        match self.of_numbers(infix, &left, &Value::Int(number.into())) {
            Some(value) => {
                self.push(value);
                self.skip(2);
                Ok(())
            }
            None => self.variable(variable),
        }
    }

    /// Operator on the top of the stack and another value.
    #[inline]
    pub(super) fn by(&mut self, infix: Infix, right: Value) {
        let left = self.top();
        match self.of_numbers(infix, &left, &right) {
            Some(value) => {
                if let Some(top) = self.state.stack.last_mut() {
                    *top = value;
                }
                self.skip(1);
            }
            None => self.push(right),
        }
    }

    /// Member of a cell's sequence whose number is in another cell.
    #[inline]
    pub(super) fn cell_member(&mut self, of: u32, index: u32) {
        let sequence = self.state.cells[of as usize];
        match self.place_of(sequence, index) {
            Some((place, at)) => {
                let member = self.state.heap.members(place)[at];
                self.push(member);
                self.skip(2);
            }
            None => self.push(sequence),
        }
    }

    /// Stores the top of the stack in such a member.
    #[inline]
    pub(super) fn keep_member(&mut self, of: u32, index: u32, to: u32) -> Result {
        let sequence = self.state.cells[of as usize];
        match self.place_of(sequence, index) {
            Some((place, at)) => {
                let value = self.pop();
                self.set_member(place, at, value);
                self.go_on(to)
            }
            None => {
                self.push(sequence);
                Ok(())
            }
        }
    }

    /// Index of a sequence, and of its member (from 0) whose number is in a cell.
    #[inline]
    fn place_of(&self, sequence: Value, index: u32) -> Option<(usize, usize)> {
        let (Value::Sequence(place), Value::Int(number)) =
            (sequence, self.state.cells[index as usize])
        else {
            return None;
        };
        let at = usize::try_from(number).ok()?.checked_sub(1)?;
        (at < self.state.heap.members(place).len()).then_some((place, at))
    }

    /// Stores the top of the stack in a cell.
    #[inline]
    pub(super) fn keep(&mut self, cell: u32, to: u32) -> Result {
        let value = self.pop();
        self.set_cell(cell, value);
        self.go_on(to)
    }

    /// Stores the top of the stack in a cell, and branches on whether it is true.
    #[inline]
    pub(super) fn keep_unless(&mut self, cell: u32, other: u32, to: u32) -> Result {
        let value = self.pop();
        self.set_cell(cell, value);
        self.go_on(if value.is_true() { to } else { other })
    }

    /// Continues at a step, usually the beginning of a cell.
    pub(super) fn go_on(&mut self, to: u32) -> Result {
        if let Some(&Op::Enter(cell)) = self.program.code.get(to as usize) {
            // If the run stops before the cell, it resumes there.
            self.state.pc = to;
            return self.enter(cell);
        }
        self.jump(to);
        Ok(())
    }
}

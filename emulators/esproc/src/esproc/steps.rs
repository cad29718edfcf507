//! Steps for members, fields and the members of loops.

use machine::Observer;
use machine::cells::{CellTrouble, NameKind, ShortName, ValueKind};

use super::run::{EarlyExit, Runner, value_error};
use super::state::{ActiveLoop, ForDomain};
use crate::code::Op;
use crate::functions::tables::no_field;
use crate::value::{Value, ValueError};

type Result<T = ()> = std::result::Result<T, Box<EarlyExit>>;

impl<O: Observer> Runner<'_, O> {
    /// Executes the less frequent steps.
    pub(super) fn rare(&mut self, op: Op) -> Result {
        match op {
            Op::Sequence(length) => return self.sequence(length as usize),
            Op::Range => return self.range(),
            Op::Current => {
                let current = self.innermost()?;
                self.push(current);
            }
            Op::SetCurrent => return self.set_current(),
            Op::ForCurrent(out) => return self.for_current(out as usize),
            Op::Position => {
                let at = self.state.loops.last().map_or(0, |active| active.at + 1);
                self.push(Value::Int(at as i64));
            }
            Op::Previous(out) => self.previous(out as usize),
            Op::CurrentOf | Op::PositionOf => return self.current_of(op),
            Op::Near => {
                let near = self.pop();
                let active = self.state.loops.last().copied();
                return self.near(active, near);
            }
            Op::NearOf => {
                let (near, of) = (self.pop(), self.pop());
                let active = self.loop_over(of)?;
                return self.near(Some(active), near);
            }
            Op::Field(name) => return self.field(name),
            Op::SetField(name) => return self.set_field(name),
            Op::SetCurrentField(name) => return self.set_current_field(name),
            Op::FieldOrVariable(number) => return self.field_or_variable(number),
            Op::SetFieldOrVariable(number) => self.set_field_or_variable(number),
            Op::CurrentField(name) => return self.current_field(name),
            Op::Loop(number) => return self.begin_loop(number),
            Op::Until(number) => self.until(number),
            Op::Again(number) => return self.again(number),
            Op::Fall(func) => {
                let last = self.program.funcs[func as usize].last_value;
                let value = last.map_or(Value::Null, |cell| self.state.cells[cell as usize]);
                self.leave(value);
            }
            Op::Result(length) => return self.result(length as usize),
            Op::Finish => return self.end(None),
            Op::For(number) => return self.begin_for(number),
            Op::Test(number) => return self.test(number),
            Op::Turns(out) => self.turns(out as usize),
            Op::Unloop(loops) => {
                let left = self.state.fors.len() - loops as usize;
                self.state.fors.truncate(left);
            }
            _ => {}
        }
        Ok(())
    }

    fn range(&mut self) -> Result {
        let length = self.state.stack.len();
        let ends = [self.state.stack[length - 2], self.state.stack[length - 1]];
        let range = self.state.heap.sequence(&ends)?;
        self.state.stack.truncate(length - 2);
        if let Value::Sequence(place) = range {
            self.push(Value::Range(place));
        }
        Ok(())
    }

    fn turns(&mut self, out: usize) {
        let active = self.state.fors[self.state.fors.len() - 1 - out];
        self.push(Value::Int(active.turns));
    }

    pub(super) fn variable(&mut self, number: u32) -> Result {
        match self.state.variables[number as usize] {
            Value::Absent => {
                let name = ShortName::new(&self.program.variables[number as usize]);
                Err(ValueError::Cell(CellTrouble::Missing { sought: NameKind::Variable, name })
                    .into())
            }
            value => {
                self.push(value);
                Ok(())
            }
        }
    }

    pub(super) fn sequence(&mut self, length: usize) -> Result {
        let base = self.state.stack.len() - length;
        let made = match self.state.heap.sequence(&self.state.stack[base..]) {
            Err(ValueError::Memory) => {
                self.state.collect();
                self.state.heap.sequence(&self.state.stack[base..])?
            }
            made => made?,
        };
        self.state.stack.truncate(base);
        self.push(made);
        Ok(())
    }

    fn no_member(&self, of: u32, index: i64, members: usize) -> Box<EarlyExit> {
        let of = of.checked_sub(1).map(|cell| self.program.cells[cell as usize].name);
        let members = u32::try_from(members).unwrap_or(u32::MAX);
        ValueError::Cell(CellTrouble::NoMember { of, index, members }).into()
    }

    /// `A(i)`; a member of null is null.
    ///
    /// Source: SPLWare/esProc, `ElementRef.calculate`.
    #[inline]
    pub(super) fn member(&mut self, of: u32) -> Result {
        if let [.., Value::Sequence(place), Value::Int(number)] = self.state.stack[..]
            && let Ok(number) = usize::try_from(number)
            && let Some(&member) = self.state.heap.members(place).get(number.wrapping_sub(1))
        {
            self.state.stack.pop();
            if let Some(top) = self.state.stack.last_mut() {
                *top = member;
            }
            return Ok(());
        }
        let (index, sequence) = (self.pop(), self.pop());
        let place = match sequence {
            Value::Sequence(place) => place,
            Value::Null => {
                self.push(Value::Null);
                return Ok(());
            }
            other => return Err(no_members(other)),
        };
        let value = match index {
            Value::Null => Value::Null,
            Value::Sequence(indices) => self.members(of, place, indices)?,
            _ => {
                let number = index.whole().ok_or_else(|| no_number(index))?;
                let members = self.state.heap.members(place);
                let found =
                    usize::try_from(number).ok().and_then(|n| members.get(n.wrapping_sub(1)));
                *found.ok_or_else(|| self.no_member(of, number, members.len()))?
            }
        };
        self.push(value);
        Ok(())
    }

    /// `A([2,4])`.
    fn members(&mut self, of: u32, place: usize, indices: usize) -> Result<Value> {
        let (at, mut list) = self.state.heap.start(self.state.heap.members(indices).len())?;
        let members = self.state.heap.members(place);
        for index in self.state.heap.members(indices) {
            let number = index.whole().ok_or_else(|| no_number(*index))?;
            let found = usize::try_from(number).ok().and_then(|n| members.get(n.wrapping_sub(1)));
            list.push(*found.ok_or_else(|| self.no_member(of, number, members.len()))?);
        }
        Ok(self.state.heap.finish(at, list))
    }

    /// `A(i)=x`; with several numbers, assigns each its member of x, or x to all.
    ///
    /// Source: SPLWare/esProc, `ElementRef.assign`.
    #[inline]
    pub(super) fn assign_member(&mut self, of: u32) -> Result {
        let (index, sequence, value) = (self.pop(), self.pop(), self.top());
        let Value::Sequence(place) = sequence else {
            return Err(no_members(sequence));
        };
        match index {
            Value::Null => Ok(()),
            Value::Sequence(indices) => self.assign_members(of, place, indices, value),
            _ => self.assign_one(of, place, index, value),
        }
    }

    #[inline]
    fn assign_one(&mut self, of: u32, place: usize, index: Value, value: Value) -> Result {
        let number = index.whole().ok_or_else(|| no_number(index))?;
        let length = self.state.heap.members(place).len();
        match usize::try_from(number) {
            Ok(at) if (1..=length).contains(&at) => {
                self.set_member(place, at - 1, value);
                Ok(())
            }
            _ => Err(self.no_member(of, number, length)),
        }
    }

    fn assign_members(&mut self, of: u32, place: usize, indices: usize, value: Value) -> Result {
        let indices = self.state.heap.members(indices).to_vec();
        let values = match value {
            Value::Sequence(values) => Some(self.state.heap.members(values).to_vec()),
            _ => None,
        };
        if values.as_ref().is_some_and(|values| values.len() != indices.len()) {
            let why = "an assignment to several members needs one value for each";
            return Err(ValueError::other(why).into());
        }
        for (at, &index) in indices.iter().enumerate() {
            let value = values.as_ref().map_or(value, |values| values[at]);
            self.assign_one(of, place, index, value)?;
        }
        Ok(())
    }

    /// Current member of the innermost loop.
    fn innermost(&self) -> Result<Value> {
        let active = self.state.loops.last();
        let member = active.and_then(|l| self.state.heap.members(l.sequence).get(l.at));
        Ok(member.copied().unwrap_or_default())
    }

    fn previous(&mut self, out: usize) {
        let iteration = self.state.loops[self.state.loops.len() - 1 - out];
        let last = self.state.heap.members(iteration.keys).last().copied();
        self.push(last.unwrap_or_default());
    }

    fn set_current(&mut self) -> Result {
        let value = self.top();
        if let Some(&ActiveLoop { sequence, at, .. }) = self.state.loops.last()
            && at < self.state.heap.members(sequence).len()
        {
            self.set_member(sequence, at, value);
        }
        Ok(())
    }

    /// Current member of a `for` over a sequence.
    fn for_current(&mut self, out: usize) -> Result {
        let active = self.state.fors[self.state.fors.len() - 1 - out];
        let ForDomain::Members(Value::Sequence(place)) = active.kind else {
            return Err(ValueError::other("`~` outside a loop over members").into());
        };
        let at = active.turns as usize - 1;
        let member = self.state.heap.members(place).get(at).copied().unwrap_or_default();
        self.push(member);
        Ok(())
    }

    /// Innermost loop over a sequence, within the current function.
    fn loop_over(&self, of: Value) -> Result<ActiveLoop> {
        let Value::Sequence(place) = of else {
            return Err(value_error("[]", ValueError::Kind(0, of.kind())));
        };
        let first = self.state.frames.last().map_or(0, |frame| frame.loops as usize);
        let mut open = self.state.loops[first..].iter().rev();
        let found = open.find(|active| active.sequence == place).copied();
        found.ok_or_else(|| ValueError::other("no enclosing loop is over this sequence").into())
    }

    fn current_of(&mut self, op: Op) -> Result {
        let of = self.pop();
        if matches!(of, Value::Null) {
            self.push(Value::Null);
            return Ok(());
        }
        let active = self.loop_over(of)?;
        let value = match op {
            Op::PositionOf => Value::Int(active.at as i64 + 1),
            _ => {
                let members = self.state.heap.members(active.sequence);
                members.get(active.at).copied().unwrap_or_default()
            }
        };
        self.push(value);
        Ok(())
    }

    /// Neighbour at a distance, null beyond the ends; or the neighbours in a range.
    fn near(&mut self, active: Option<ActiveLoop>, near: Value) -> Result {
        let Some(active) = active else {
            return Err(ValueError::other("`[]` outside a loop over members").into());
        };
        let length = self.state.heap.members(active.sequence).len() as i64;
        let away = |value: Value, absent: i64| match value {
            Value::Absent => Ok(absent),
            _ => match value.whole() {
                Some(number) => Ok(number.saturating_add(active.at as i64)),
                None => Err(value_error("[]", ValueError::Kind(1, value.kind()))),
            },
        };
        let value = match near {
            Value::Range(range) => {
                let ends = self.state.heap.members(range);
                let (first, last) = (away(ends[0], 0)?.max(0), away(ends[1], length - 1)?);
                let (first, last) =
                    (first as usize, last.saturating_add(1).clamp(0, length) as usize);
                let part = (first + 1..last.max(first) + 1).collect::<Vec<usize>>();
                self.state.heap.part(active.sequence, part.into_iter())?
            }
            _ => {
                let at = usize::try_from(away(near, 0)?).ok();
                let members = self.state.heap.members(active.sequence);
                at.and_then(|at| members.get(at).copied()).unwrap_or_default()
            }
        };
        self.push(value);
        Ok(())
    }

    /// Record that a value refers to: a record, the current record of a table in a loop, or the
    /// first record of a table.
    fn record_of(&self, value: Value) -> Option<usize> {
        match value {
            Value::Record(place) => Some(place),
            Value::Sequence(place) => {
                let active = self.loop_over(value).ok();
                let at = active.map_or(0, |active| active.at);
                match self.state.heap.members(place).get(at) {
                    Some(Value::Record(record)) => Some(*record),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn field(&mut self, name: u32) -> Result {
        let of = self.pop();
        let name = self.program.texts[name as usize].as_str();
        let value = match (of, self.record_of(of)) {
            (Value::Null, _) => Value::Null,
            (Value::Sequence(place), None) if self.state.heap.members(place).is_empty() => {
                Value::Null
            }
            (_, None) => return Err(no_field(name).into()),
            (_, Some(record)) => {
                let at = self.state.heap.field(record, name).ok_or_else(|| no_field(name))?;
                self.state.heap.members(record)[at]
            }
        };
        self.push(value);
        Ok(())
    }

    fn set_field(&mut self, name: u32) -> Result {
        let (of, value) = (self.pop(), self.top());
        let name = self.program.texts[name as usize].as_str();
        let record = self.record_of(of);
        let field = record.and_then(|record| Some((record, self.state.heap.field(record, name)?)));
        let (record, at) = field.ok_or_else(|| no_field(name))?;
        self.set_member(record, at, value);
        Ok(())
    }

    /// Current record of the innermost loop that has a field with this name, and the field's index.
    fn record_with(&self, name: &str) -> Option<(usize, usize)> {
        let first = self.state.frames.last().map_or(0, |frame| frame.loops as usize);
        let mut open = self.state.loops[first..].iter().rev();
        open.find_map(|active| match self.state.heap.members(active.sequence).get(active.at) {
            Some(&Value::Record(record)) => Some((record, self.state.heap.field(record, name)?)),
            _ => None,
        })
    }

    /// Field of the current record of a loop.
    fn current_field(&mut self, name: u32) -> Result {
        let name = self.program.texts[name as usize].as_str();
        let (record, at) = self.record_with(name).ok_or_else(|| no_field(name))?;
        let value = self.state.heap.members(record)[at];
        self.push(value);
        Ok(())
    }

    fn set_current_field(&mut self, name: u32) -> Result {
        let name = self.program.texts[name as usize].as_str();
        let (record, at) = self.record_with(name).ok_or_else(|| no_field(name))?;
        let value = self.top();
        self.set_member(record, at, value);
        Ok(())
    }

    fn field_or_variable(&mut self, number: u32) -> Result {
        match self.record_with(&self.program.variables[number as usize]) {
            Some((record, at)) => {
                let value = self.state.heap.members(record)[at];
                self.push(value);
                Ok(())
            }
            None => self.variable(number),
        }
    }

    fn set_field_or_variable(&mut self, number: u32) {
        let value = self.top();
        match self.record_with(&self.program.variables[number as usize]) {
            Some((record, at)) => self.set_member(record, at, value),
            None => self.state.variables[number as usize] = value,
        }
    }
}

/// Error for an index that is not a number.
#[cold]
fn no_number(index: Value) -> Box<EarlyExit> {
    value_error("()", ValueError::Kind(1, index.kind()))
}

/// Error for `A(i)` on a value that is not a sequence.
#[cold]
fn no_members(value: Value) -> Box<EarlyExit> {
    let why = match value.kind() {
        ValueKind::Null => "cannot assign to members of null",
        ValueKind::Truth => "a truth value has no members",
        ValueKind::Number => "a number has no members",
        ValueKind::Text => "text has no members; get its i-th character with `mid(s,i,1)`",
        ValueKind::Record => "a record has no members; get its i-th field with `r.field(i)`",
        _ => "this value has no members",
    };
    ValueError::other(why).into()
}

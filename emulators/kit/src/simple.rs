//! A machine made from a [`Design`]: it fetches, decodes and executes one instruction after the
//! other.

use std::cell::RefCell;
use std::ops::Range;

use machine::follow::{Follow, FollowedSemantics};
use machine::semantics::{Flow, Trap};
use machine::{
    Access, Cause, Counts, Cycles, Data, Fault, Host, Image, InstructionCount, LoadError, Machine,
    Observer, Role, Segment, Spec, Stop, Store,
};

use crate::code::{Code, Entry};
use crate::decode::decode;
use crate::design::Design;
use crate::row::Row;
use crate::state::{Bus, Evaluator, Guard, State, World};

/// A machine made from a design.
#[derive(Debug, Clone)]
pub struct Simple<D: Design> {
    /// The design as it was before a program was loaded.
    new: D,
    design: D,
    state: State<D>,
    code: Code<D>,
    retired: u64,
    cancelled: u64,
    watched: Range<u64>,
}

/// End of an instruction.
enum Done {
    Retired,
    /// By an exception that the machine handles.
    Cancelled,
}

impl<D: Design> Simple<D> {
    /// An empty machine.
    pub fn new(design: D) -> Self {
        let units = design.memory_units();
        Simple {
            new: design.clone(),
            design,
            state: State::new(units),
            code: Code::new(units),
            retired: 0,
            cancelled: 0,
            watched: 0..u64::MAX,
        }
    }

    /// Loads a segment into memory.
    fn put(&self, segment: &Segment) -> Result<(), LoadError> {
        let name = || segment.name.clone();
        let (base, size) = (segment.base, segment.size.max(segment.data.len() as u64));
        if base.checked_add(size).is_none_or(|end| end > self.state.memory_units()) {
            return Err(LoadError::OutOfMemory { segment: name(), base, size });
        }
        match &segment.data {
            Data::Bytes(bytes) if D::UNIT_BITS == 8 => {
                (base..).zip(bytes).for_each(|(at, &byte)| _ = self.state.poke(at, byte.into()));
            }
            Data::Words(words) if D::UNIT_BITS != 8 => {
                (base..).zip(words).for_each(|(at, &word)| _ = self.state.poke(at, word));
            }
            _ => return Err(LoadError::WrongUnits { segment: name() }),
        }
        Ok(())
    }

    /// Decodes again what has changed.
    fn refresh(&mut self) {
        for address in self.state.take_rewritten() {
            self.code.forget(address);
        }
    }

    /// Runs and counts the next instruction, or does neither.
    #[inline(always)]
    fn step(&mut self, host: &mut Host, follow: Option<&Follow>) -> Result<(), Stop> {
        if self.state.attention() {
            self.design.interrupt(&self.state, host)?;
        }
        let pc = self.state.pc();
        let row = match self.code.get(pc) {
            Some(Entry { row: Some(row), units, .. }) => {
                self.state.begin(pc.wrapping_add(u64::from(*units)));
                *row
            }
            _ => match self.form(pc) {
                Ok(row) => row,
                Err(Stop::Fault(fault)) => return self.raise(fault.cause),
                Err(stop) => return Err(stop),
            },
        };
        let Some(entry) = self.code.get(pc) else { return Ok(()) };
        let following = self.state.next();
        let world = RefCell::new(World { devices: &mut self.design, host });
        let evaluator = Evaluator { state: &self.state, world: &world };
        let done = match follow {
            None => (row.run.plain)(evaluator, &entry.operands),
            Some(follow) => {
                follow.fetched(pc, entry.units.into());
                let done =
                    (row.run.followed)(FollowedSemantics::new(evaluator, follow), &entry.operands);
                follow.settle();
                done
            }
        };
        let stop = match done {
            Ok(()) => None,
            Err(trap) => match self.trapped(trap, host, follow) {
                Ok(Done::Retired) => None,
                Ok(Done::Cancelled) => {
                    self.cancelled += 1;
                    self.state.advance();
                    self.refresh();
                    return Ok(());
                }
                // The last instruction counts, too, but nothing follows it.
                Err(stop @ Stop::Exit { .. }) => {
                    self.state.jump(following);
                    Some(stop)
                }
                Err(stop) => return Err(stop),
            },
        };
        if let Some(entry) = self.code.get(pc) {
            Code::count(entry, row, self.state.next() != following);
        }
        self.state.spend(row.class.cycles.into());
        self.retired += 1;
        match stop {
            None => self.state.advance(),
            Some(stop) => return Err(stop),
        }
        if self.state.is_rewritten() {
            self.refresh();
        }
        Ok(())
    }

    /// Decodes the instruction at an address.
    #[cold]
    fn form(&mut self, pc: u64) -> Result<&'static Row<D>, Stop> {
        let unmapped = Cause::Unmapped { access: Access::Fetch, address: pc };
        let unmapped = self.state.fault(unmapped);
        let is_guarded = self.state.is_guarded(pc, Guard::FETCHES);
        self.state.begin(pc);
        self.design.fetch(&Bus { state: &self.state, address: pc, units: 1 })?;
        let Some(decoded) = decode(&self.state, pc) else {
            let word = self.state.value(pc, 1).ok_or(unmapped)?;
            return Err(self.state.fault(Cause::Illegal { word }));
        };
        let entry = self.code.entry(pc).ok_or(unmapped)?;
        (entry.operands, entry.units) = (decoded.operands, decoded.units);
        entry.row = (!is_guarded).then_some(decoded.row);
        for at in 0..u64::from(decoded.units) {
            self.state.note_code(pc + at);
        }
        self.state.begin(pc.wrapping_add(decoded.units.into()));
        Ok(decoded.row)
    }

    /// Reports an error of the program to the machine.
    #[cold]
    fn raise(&mut self, cause: Cause) -> Result<(), Stop> {
        self.raised(cause)?;
        self.cancelled += 1;
        self.state.advance();
        self.refresh();
        Ok(())
    }

    /// Completes an instruction that its row did not complete.
    #[cold]
    fn trapped(
        &mut self,
        trap: Trap,
        host: &mut Host,
        follow: Option<&Follow>,
    ) -> Result<Done, Stop> {
        let word = || self.state.peek(self.state.pc()).unwrap_or_default();
        let cause = match trap {
            Trap::Special => {
                let request = self.state.request();
                let before = follow.map(|follow| {
                    follow.called(request.into(), D::reads(request), |slot| self.state.get(slot));
                    self.state.slots()
                });
                match self.design.perform(&self.state, host, request) {
                    Ok(()) => {}
                    Err(Stop::Fault(fault)) => return self.raised(fault.cause),
                    Err(stop) => return Err(stop),
                }
                if let (Some(follow), Some(before)) = (follow, before) {
                    follow.changed(&before, &self.state.slots());
                }
                return Ok(Done::Retired);
            }
            Trap::Memory => match self.state.take_refusal() {
                Some(Stop::Fault(fault)) => fault.cause,
                Some(stop) => return Err(stop),
                None => Cause::Illegal { word: word() },
            },
            Trap::Overflow => Cause::Overflow,
            Trap::Break => Cause::Break { code: 0 },
            Trap::Condition => Cause::Trap { code: 0 },
            Trap::Float => Cause::Float,
            Trap::Illegal | Trap::Call => Cause::Illegal { word: word() },
        };
        self.raised(cause)
    }

    /// Reports an error of an instruction to the machine.
    fn raised(&mut self, cause: Cause) -> Result<Done, Stop> {
        self.design.except(&self.state, cause)?;
        Ok(Done::Cancelled)
    }

    /// Reports the accesses of the last instruction; whether the observer pauses.
    fn report<O: Observer>(&self, observer: &mut O) -> bool {
        if O::LOADS {
            self.state.take_loads().into_iter().for_each(|load| observer.loaded(load));
        }
        let Range { start, end } = self.watched;
        let is_watched = |store: &Store| {
            store.address < end && store.address.saturating_add(store.size.into()) > start
        };
        let mut is_reported = false;
        for store in self.state.take_stores().into_iter().filter(is_watched) {
            if O::STORES {
                observer.stored(store);
                is_reported = true;
            }
        }
        is_reported && observer.pauses()
    }

    fn run_to<O: Observer>(
        &mut self,
        host: &mut Host,
        budget_instrs: u64,
        observer: &mut O,
    ) -> Result<(), Stop> {
        for _ in 0..budget_instrs {
            if O::MARKS && observer.is_mark(self.state.pc()) {
                observer.arrived(self.state.pc());
                if observer.pauses() {
                    return Err(Stop::Pause);
                }
            }
            let done = self.step(host, None);
            if (O::STORES || O::LOADS) && (done.is_ok() || matches!(done, Err(Stop::Exit { .. }))) {
                let pauses = self.report(observer);
                done?;
                if pauses {
                    return Err(Stop::Pause);
                }
            } else {
                done?;
            }
        }
        Ok(())
    }

    fn run_following(
        &mut self,
        host: &mut Host,
        budget_instrs: u64,
        follow: &mut Follow,
    ) -> Result<(), Stop> {
        for is_first in (0..budget_instrs).map(|count| count == 0) {
            let pc = self.state.pc();
            if !is_first && follow.pauses_before(pc) {
                return Err(Stop::Pause);
            }
            if follow.is_transfer(pc) {
                follow.transfer(pc, &|slot| self.state.get(slot));
            }
            follow.arrive(pc);
            self.step(host, Some(follow))?;
            if follow.has_news() {
                return Err(Stop::Pause);
            }
        }
        Ok(())
    }
}

impl<D: Design> Machine for Simple<D> {
    fn spec(&self) -> &'static Spec {
        D::SPEC
    }

    fn load(&mut self, image: &Image) -> Result<(), LoadError> {
        if image.isa != D::SPEC.name {
            let found = image.isa.clone();
            return Err(LoadError::WrongMachine { found, expected: D::SPEC.name });
        }
        *self = Simple::new(self.new.clone());
        for segment in &image.segments {
            self.put(segment)?;
        }
        self.state.set_pc(image.entry);
        self.design.start(&self.state, image);
        Ok(())
    }

    fn run<O: Observer>(&mut self, host: &mut Host, budget_instrs: u64, observer: &mut O) -> Stop {
        self.state.set_notes(O::STORES || O::LOADS);
        let ran = self.run_to(host, budget_instrs, observer);
        self.state.set_notes(false);
        ran.err().unwrap_or(Stop::Budget)
    }

    fn run_followed(
        &mut self,
        host: &mut Host,
        budget_instrs: u64,
        follow: &mut Follow,
    ) -> Option<Stop> {
        follow.memory_is(D::UNIT_BITS, D::BIG_ENDIAN, 0);
        let mut lent = follow.lend();
        let ran = self.run_following(host, budget_instrs, &mut lent);
        *follow = *lent;
        Some(ran.err().unwrap_or(Stop::Budget))
    }

    fn slot(&self, name: &str) -> Option<u8> {
        D::REGISTERS.iter().position(|register| register.name == name).map(|slot| slot as u8)
    }

    fn counts(&self) -> Counts {
        let cycles = Cycles { model: "", cycles: self.state.cycles() };
        Counts {
            instructions: self.retired,
            cancelled_instructions: self.cancelled,
            cycles: D::model()
                .map(|model| Cycles { model: model.name, ..cycles })
                .into_iter()
                .collect(),
            ..Counts::default()
        }
    }

    fn attempted(&self) -> u64 {
        self.retired + self.cancelled
    }

    fn executed(&self) -> Vec<InstructionCount> {
        self.code.executed()
    }

    fn pc(&self) -> u64 {
        self.state.pc()
    }

    fn registers(&self) -> Vec<(&'static str, u64)> {
        let slots = D::REGISTERS.iter().zip(0..);
        let value = |slot| self.design.register(&self.state, slot);
        slots.map(|(register, slot)| (register.name, value(slot))).collect()
    }

    fn register(&self, name: &str) -> Option<u64> {
        self.slot(name).map(|slot| self.design.register(&self.state, slot))
    }

    fn peek(&self, address: u64) -> Option<u64> {
        self.state.peek(address)
    }

    fn disassemble(&self, address: u64) -> Option<String> {
        decode(&self.state, address).map(|decoded| decoded.text())
    }

    fn role(&self, address: u64) -> Option<Role> {
        let decoded = decode(&self.state, address)?;
        let flow = Flow::new();
        (decoded.row.run.flow)(&flow, &decoded.operands).ok()?;
        Some(Role::of(&flow, |slot| {
            D::REGISTERS.get(usize::from(slot)).map(|register| register.name)
        }))
    }

    fn set_pc(&mut self, address: u64) {
        self.state.set_pc(address);
    }

    fn set_register(&mut self, name: &str, value: u64) -> bool {
        let Some(slot) = self.slot(name) else { return false };
        let bits = D::REGISTERS[usize::from(slot)].bits;
        if value > u64::MAX >> (64 - bits) {
            return false;
        }
        self.design.set_register(&self.state, slot, value);
        true
    }

    fn poke(&mut self, address: u64, unit: u64) -> bool {
        let is_done = self.state.poke(address, unit);
        self.refresh();
        is_done
    }

    fn watch(&mut self, start: u64, end: u64) {
        self.watched = start..end;
    }

    fn advice(&self, fault: &Fault) -> Option<String> {
        self.design.advice(&self.state, fault)
    }

    fn remarks(&self, still_running: bool) -> Vec<String> {
        self.design.remarks(&self.state, still_running)
    }
}

//! A machine made from a [`Design`]: it fetches, decodes and executes one instruction after the
//! other.

use std::cell::RefCell;
use std::ops::Range;
use std::sync::Arc;

use machine::follow::{Bits, Follow, FollowedSemantics};
use machine::semantics::{Flow, Trap};
use machine::{
    Access, Cause, Counts, Cycles, Data, Fault, Host, Image, InstructionCount, LoadError, Machine,
    Observer, Role, Segment, Spec, Stop,
};

use crate::code::{Code, Ready};
use crate::decode::{Decoded, RowIndex, decode};
use crate::design::Design;
use crate::format::{Format, Number};
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

/// End of a run of decoded instructions.
enum Ended {
    /// The budget is spent, or instructions have changed.
    Ready,
    /// Before an instruction that is not decoded.
    Unready,
    /// The observer pauses.
    Pause,
    /// In an instruction that its row did not complete.
    Trap(Trap),
}

/// Address after an instruction; the one after the last is 0.
#[inline(always)]
fn after<F: Format>(pc: u64, units: u8) -> u64 {
    F::Number::new(pc.wrapping_add(units.into())).bits()
}

/// Reports the accesses of the last instruction; whether the observer pauses.
#[inline(always)]
fn report<F: Format, O: Observer>(state: &State<F>, observer: &mut O) -> bool {
    if O::LOADS {
        state.each_load(|load| observer.loaded(load));
    }
    let mut is_reported = false;
    if O::STORES {
        state.each_store(|store| {
            observer.stored(store);
            is_reported = true;
        });
    }
    is_reported && observer.pauses()
}

impl<D: Design> Simple<D> {
    /// An empty machine.
    pub fn new(design: D) -> Self {
        Simple::with_rows(design, Arc::new(RowIndex::new()))
    }

    fn with_rows(design: D, rows: Arc<RowIndex<D>>) -> Self {
        let units = design.memory_units();
        Simple {
            new: design.clone(),
            design,
            state: State::new(units),
            code: Code::new(units, rows),
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

    /// Decodes again what has changed, and starts an interrupt if one is pending.
    fn settle(&mut self, host: &mut Host) -> Result<(), Stop> {
        if self.state.is_unsettled() {
            self.refresh();
        }
        if self.state.attention() { self.design.interrupt(&self.state, host) } else { Ok(()) }
    }

    #[cold]
    fn refresh(&mut self) {
        for address in self.state.take_rewritten() {
            self.code.forget(address);
            self.state.forget_code(address);
        }
    }

    /// Runs instructions that are decoded, as long as nothing else has to be done.
    fn run_ready<O: Observer>(
        &mut self,
        host: &mut Host,
        budget_instrs: u64,
        observer: &mut O,
    ) -> Ended {
        let Simple { design, state, code, retired, .. } = self;
        let world = RefCell::new(World { devices: design, host });
        let evaluator = Evaluator { state, world: &world };
        let mut place = code.place(state.pc());
        for _ in 0..budget_instrs {
            let pc = state.pc();
            let Some(entry) = code.at(place).filter(|entry| entry.ready != Ready::No) else {
                return Ended::Unready;
            };
            if O::MARKS && observer.is_mark(pc) {
                observer.arrived(pc);
                if observer.pauses() {
                    return Ended::Pause;
                }
            }
            let units = entry.units;
            let following = after::<D>(pc, units);
            state.begin(following);
            if let Err(trap) = (entry.plain)(evaluator, &entry.operands) {
                return Ended::Trap(trap);
            }
            let has_turned = state.next() != following;
            entry.count(has_turned);
            state.spend(entry.cycles.into());
            // Without a jump, the next entry can be looked up while this instruction still runs.
            let after = if has_turned { None } else { place.after(pc, units) };
            place = after.unwrap_or_else(|| code.place(state.next()));
            state.advance();
            *retired += 1;
            if (O::STORES || O::LOADS) && report(state, observer) {
                return Ended::Pause;
            }
            if state.is_unsettled() {
                break;
            }
        }
        Ended::Ready
    }

    /// Runs one instruction with values tracked.
    fn run_followed_once(&mut self, host: &mut Host, follow: &Follow) -> Result<(), Stop> {
        let pc = self.state.pc();
        let is_ready = self.code.get(pc).is_some_and(|entry| entry.ready != Ready::No);
        if !is_ready && !self.form(pc)? {
            return Ok(());
        }
        let Some(entry) = self.code.get(pc) else { return Ok(()) };
        let Some(row) = entry.row() else { return Ok(()) };
        self.state.begin(after::<D>(pc, entry.units));
        follow.fetched(pc, entry.units.into());
        let world = RefCell::new(World { devices: &mut self.design, host });
        let evaluator = Evaluator { state: &self.state, world: &world };
        self.state.take_given();
        let done = (row.run.followed)(FollowedSemantics::new(evaluator, follow), &entry.operands);
        if let Some(range) = self.state.take_given() {
            follow.given(range);
        }
        match done {
            Ok(()) => {
                self.retire();
                Ok(())
            }
            Err(trap) => self.trapped(trap, host, Some(follow)),
        }
    }

    /// Counts the current instruction and moves to the next one.
    fn retire(&mut self) {
        let pc = self.state.pc();
        if let Some(entry) = self.code.get(pc) {
            entry.count(self.state.next() != after::<D>(pc, entry.units));
            self.state.spend(entry.cycles.into());
        }
        self.state.advance();
        self.retired += 1;
    }

    /// Decodes the instruction at an address; false if the machine handles that there is none.
    #[cold]
    fn form(&mut self, pc: u64) -> Result<bool, Stop> {
        // An exception returns to the instruction after this one, whatever it is.
        self.state.begin(pc);
        let decoded = match self.fetch(pc) {
            Ok(decoded) => decoded,
            Err(Stop::Fault(fault)) => return self.raise(fault.cause).map(|()| false),
            Err(stop) => return Err(stop),
        };
        let is_guarded = self.state.is_guarded(pc, Guard::FETCHES);
        if let Some(entry) = self.code.entry(pc) {
            entry.decode(&decoded, if is_guarded { Ready::Once } else { Ready::Yes });
        }
        for at in 0..u64::from(decoded.units) {
            self.state.note_code(pc + at);
        }
        Ok(true)
    }

    /// Fetches and decodes the instruction at an address.
    fn fetch(&mut self, pc: u64) -> Result<Decoded<D>, Stop> {
        self.design.fetch(&Bus { state: &self.state, address: pc, units: 1 })?;
        self.code.rows.decode(&self.state, pc).ok_or_else(|| {
            self.state.fault(match self.state.peek(pc) {
                Some(word) => Cause::Illegal { word },
                None => Cause::Unmapped { access: Access::Fetch, address: pc },
            })
        })
    }

    /// Reports an error of the program to the machine, which continues elsewhere or stops.
    #[cold]
    fn raise(&mut self, cause: Cause) -> Result<(), Stop> {
        self.design.except(&self.state, cause)?;
        self.cancelled += 1;
        self.state.advance();
        Ok(())
    }

    /// Completes an instruction that its row did not complete.
    #[cold]
    fn trapped(
        &mut self,
        trap: Trap,
        host: &mut Host,
        follow: Option<&Follow>,
    ) -> Result<(), Stop> {
        let word = || self.state.peek(self.state.pc()).unwrap_or_default();
        let stop = match trap {
            Trap::Special => self.perform(host, follow).err(),
            Trap::Memory => self.state.take_refusal(),
            trap => Some(self.state.fault(match trap {
                Trap::Overflow => Cause::Overflow,
                Trap::Break => Cause::Break { code: 0 },
                Trap::Condition => Cause::Trap { code: 0 },
                Trap::Float => Cause::Float,
                _ => Cause::Illegal { word: word() },
            })),
        };
        match stop {
            None => self.retire(),
            Some(Stop::Fault(fault)) => return self.raise(fault.cause),
            Some(stop @ Stop::Exit { .. }) => {
                // The last instruction counts, too, but nothing follows it.
                let pc = self.state.pc();
                let units = self.code.get(pc).map_or(0, |entry| entry.units);
                self.state.jump(after::<D>(pc, units));
                self.retire();
                self.state.set_pc(pc);
                return Err(stop);
            }
            Some(stop) => return Err(stop),
        }
        Ok(())
    }

    /// Carries out the request of an instruction.
    fn perform(&mut self, host: &mut Host, follow: Option<&Follow>) -> Result<(), Stop> {
        let request = self.state.request();
        let Some(follow) = follow else { return self.design.perform(&self.state, host, request) };
        follow.called(request.into(), D::reads(request), |slot| self.state.get(slot));
        let before = self.state.slots();
        self.design.perform(&self.state, host, request)?;
        follow.changed(&before, &self.state.slots());
        Ok(())
    }

    fn run_to<O: Observer>(
        &mut self,
        host: &mut Host,
        budget_instrs: u64,
        observer: &mut O,
    ) -> Result<(), Stop> {
        let end = self.attempted().saturating_add(budget_instrs);
        self.settle(host)?;
        while self.attempted() < end {
            // Interrupts are looked for after each instruction.
            let most = if self.state.attention() { 1 } else { end - self.attempted() };
            let mut pauses = match self.run_ready(host, most, observer) {
                Ended::Ready => false,
                Ended::Unready => {
                    self.form(self.state.pc())?;
                    false
                }
                Ended::Pause => true,
                Ended::Trap(trap) => {
                    let done = self.trapped(trap, host, None);
                    let is_done = matches!(done, Ok(()) | Err(Stop::Exit { .. }));
                    let pauses = is_done && report(&self.state, observer);
                    done?;
                    pauses
                }
            };
            // An interrupt belongs to the instruction before it: a pause shows where it leads, and an
            // observer sees what it stores.
            self.settle(host)?;
            pauses |= report(&self.state, observer);
            if pauses {
                return Err(Stop::Pause);
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
        self.settle(host)?;
        for is_first in (0..budget_instrs).map(|count| count == 0) {
            let pc = self.state.pc();
            if !is_first && follow.pauses_before(pc) {
                return Err(Stop::Pause);
            }
            if follow.is_transfer(pc) {
                follow.transfer(pc, &|slot| self.state.get(slot));
            }
            follow.arrive(pc);
            self.run_followed_once(host, follow)?;
            self.settle(host)?;
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
        *self = Simple::with_rows(self.new.clone(), self.code.rows.clone());
        for segment in &image.segments {
            self.put(segment)?;
        }
        self.state.program = image.segments.iter().map(|it| it.base..it.base + it.size).collect();
        self.state.set_pc(image.entry);
        self.design.start(&self.state, image);
        Ok(())
    }

    fn run<O: Observer>(&mut self, host: &mut Host, budget_instrs: u64, observer: &mut O) -> Stop {
        let stores = if O::STORES { self.watched.clone() } else { 0..0 };
        self.state.set_notes(O::LOADS, stores);
        let ran = self.run_to(host, budget_instrs, observer);
        self.state.set_notes(false, 0..0);
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

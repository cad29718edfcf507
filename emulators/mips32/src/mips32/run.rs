//! Execution: the parts of the run loop that are specific to MIPS.

use machine::block_machine::{BlockMachine, Progress};
use machine::blocks::Blocks;
use machine::follow::{Doubt, Follow, FollowSlot, FollowedSemantics, FollowedSteps, NotDone};
use machine::semantics::Trap;
use machine::{
    Cause, Clock, Fault, Host, Limit, Load, Machine, Observer, Stop, Store, Work, ledger,
};

use super::{Mips32, SLICE_INSTRS};
use crate::cpu::{Cpu, slot};
use crate::engine::careful::{Careful, ControlTransfer, Effects, Undone};
use crate::engine::code::BlockCosts;
use crate::engine::fast::Step;
use crate::exception::control_slots;
use crate::isa::{Op, SystemOperations};
use crate::memory::AreaKind;
use crate::options::Dialect;
use crate::system::CallAnswer;

impl BlockMachine<Step, BlockCosts, 2> for Mips32 {
    type Cpu = Cpu;
    type Undone = Result<(), Undone>;

    fn parts(&mut self) -> (&mut Blocks<Step, BlockCosts, 2>, &Cpu) {
        (&mut self.code.blocks, &self.cpu)
    }

    fn progress(&self) -> Progress {
        Progress { retired: self.retired, clock: self.clock, last_pc: self.last_pc }
    }

    fn set_progress(&mut self, _: Progress, now: Progress) {
        (self.retired, self.clock, self.last_pc) = (now.retired, now.clock, now.last_pc);
    }

    fn follow(&mut self) -> &mut FollowSlot {
        &mut self.follow
    }

    fn slot_value(&self, slot: u8) -> u64 {
        self.cpu.slots[usize::from(slot)].get().into()
    }

    fn is_careful(&self) -> bool {
        self.careful
    }

    fn pass_part(&mut self, block: usize, done: usize, clock: &mut Clock) {
        self.code.cost_of(block, done).pass(clock);
    }

    /// Only the careful engine stores the target of a branch until after its slot.
    fn needs_careful(&self) -> bool {
        self.slot_turn.is_some()
    }

    /// Slices do not depend on how execution is divided into calls of `run`.
    fn begin_slice(&mut self, _: &mut Host, end: u64) -> Result<u64, Stop> {
        let spent = self.attempted();
        let slice = if self.attentive { SLICE_INSTRS - spent % SLICE_INSTRS } else { u64::MAX };
        Ok(end.min(spent.saturating_add(slice)))
    }

    fn end_slice(&mut self, host: &mut Host) {
        if self.attentive && self.attempted().is_multiple_of(SLICE_INSTRS) {
            self.interrupt(host);
        }
    }

    /// A branch is not separated from its slot.
    fn longest_part(&mut self, block: usize, wanted: usize) -> usize {
        let is_slot = wanted + 1 == self.code.blocks.block(block).steps.len();
        if is_slot && self.code.ends_in_slot(block) { wanted - 1 } else { wanted }
    }

    fn move_to_step(&mut self, block: usize, step: usize) {
        let is_slot = self.code.ends_in_slot(block);
        let steps = &self.code.blocks.block(block).steps;
        let (pc, last) = (steps[step].op.pc, steps.len() - 1);
        if is_slot && step == last {
            let (branch, end, to) = (steps[last - 1].op.pc, pc.wrapping_add(4), self.cpu.pc.get());
            let taken = to != end || self.code.is_jump(branch);
            self.slot_turn = taken.then_some(to);
        }
        self.cpu.pc.set(pc);
    }

    fn step<O: Observer>(&mut self, host: &mut Host, observer: &mut O) -> Result<(), Stop> {
        let pc = self.cpu.pc.get();
        let Some(index) = self.code.index(pc) else { return self.fetch_without_code(pc, host) };
        if self.text_changes() && !self.cpu.memory.holds_code(pc) {
            // The cost of an instruction depends on the next one.
            self.hold_code(pc, pc.saturating_add(8));
        }
        let Some((row, op)) = self.code.instruction(index) else {
            return self.no_instruction(index, host);
        };
        let spim = self.options.dialect == Dialect::Spim;
        let mut effects = self.spare.take().unwrap_or_default();
        let devices = &mut self.system.devices;
        let careful = Careful::new(&self.cpu, devices, host, spim, false, &mut effects);
        let done = match self.follow.get() {
            None => careful.run(row.interpretations.careful, &op),
            Some(follow) => {
                follow.fetched(pc.into(), 4);
                careful.run(
                    |careful, op| {
                        (row.interpretations.followed)(FollowedSemantics::new(careful, follow), op)
                    },
                    &op,
                )
            }
        };
        self.finish_step(&op, done, effects, host, observer)
    }

    fn follow_steps(
        &mut self,
        follow: &mut Follow,
        host: &mut Host,
        block: usize,
        most: usize,
        is_first: bool,
    ) -> FollowedSteps<Self::Undone> {
        let mut effects = self.spare.take().unwrap_or_default();
        let (spim, has_slots) =
            (self.options.dialect == Dialect::Spim, self.options.delayed_branches);
        let (cpu, devices) = (&self.cpu, &mut self.system.devices);
        let steps = &self.code.blocks.block(block).steps;
        let steps = &steps[..most.min(steps.len())];
        let careful = Careful::new(cpu, devices, host, spim, true, &mut effects);
        let get = |slot: u8| cpu.slots[usize::from(slot)].get().into();
        let ran = follow.run_steps(steps, (is_first, has_slots), get, |follow, step| {
            let Some(row) = step.row else { return Err(NotDone::Untried) };
            follow.fetched(step.op.pc.into(), 4);
            let followed = row.interpretations.followed;
            let done =
                careful.run(|m, op| followed(FollowedSemantics::new(m, follow), op), &step.op);
            match done {
                Ok(()) if careful.is_applied(has_slots) => Ok(careful.take_target(step.op.pc)),
                done => Err(NotDone::Tried(done)),
            }
        });
        self.spare = Some(effects);
        ran
    }

    fn complete_step(
        &mut self,
        host: &mut Host,
        step: Step,
        undone: Self::Undone,
    ) -> Result<(), Stop> {
        let effects = self.spare.take().unwrap_or_default();
        self.finish_step(&step.op, undone, effects, host, &mut ())
    }
}

impl Mips32 {
    /// Applies the effects of an instruction that ran in the careful engine, or raises its exception.
    fn finish_step<O: Observer>(
        &mut self,
        op: &Op,
        done: Result<(), Undone>,
        mut effects: Box<Effects>,
        host: &mut Host,
        observer: &mut O,
    ) -> Result<(), Stop> {
        match done {
            Ok(()) => {
                let reported = self.apply(&effects.now, host, observer)?;
                self.retire(effects.now.turn);
                std::mem::swap(&mut self.late, &mut effects.loaded);
                if !self.options.delayed_loads {
                    self.land();
                }
                effects.now.clear();
                effects.loaded.clear();
                self.spare = Some(effects);
                if host.work.is_spent() {
                    return Err(Stop::Limit(Limit::Work));
                }
                if reported && observer.pauses() { Err(Stop::Pause) } else { Ok(()) }
            }
            Err(undone) => {
                effects.now.clear();
                effects.loaded.clear();
                self.spare = Some(effects);
                self.answer_undone(op, undone, host, observer)
            }
        }
    }

    /// Executes an instruction that only the machine can, or raises its exception.
    fn answer_undone<O: Observer>(
        &mut self,
        op: &Op,
        undone: Undone,
        host: &mut Host,
        observer: &mut O,
    ) -> Result<(), Stop> {
        match undone.trap {
            Trap::Call => self.call(host, observer),
            Trap::Special => match undone.system {
                Some(what) => {
                    if let Some(follow) = self.follow.get_mut() {
                        note_system(follow, what, op);
                    }
                    self.privileged(what, op, host)
                }
                None => self.raise(Cause::Illegal { word: self.word_at(op.pc).into() }, host),
            },
            trap => match self.cause_of(trap, undone.cause, op) {
                // The simulators do not have this limit, so no handler sees it.
                cause @ Cause::OutOfMemory { .. } => {
                    Err(Stop::Fault(Fault { pc: op.pc.into(), cause }))
                }
                cause => self.raise(cause, host),
            },
        }
    }

    /// Counts the instruction and moves to the next one, or to the target of a branch.
    pub(crate) fn retire(&mut self, turn: Option<ControlTransfer>) {
        let pc = self.cpu.pc.get();
        self.retired += 1;
        self.last_pc = pc;
        let turned = self.slot_turn.take();
        let mut next = turned.unwrap_or(pc.wrapping_add(4));
        match turn {
            // A branch in the slot of a taken branch has its own slot, and no other effect.
            Some(ControlTransfer::To(to)) if self.options.delayed_branches => {
                self.slot_turn = Some(turned.unwrap_or(to));
                next = pc.wrapping_add(4);
            }
            Some(ControlTransfer::To(to)) => next = to,
            Some(ControlTransfer::Skip) => next = pc.wrapping_add(8),
            None => {}
        }
        let elsewhere = next != pc.wrapping_add(4);
        self.code.count(pc, elsewhere).pass(&mut self.clock);
        self.clock.cycles += u64::from(elsewhere && !self.options.delayed_branches);
        self.cpu.pc.set(next);
    }

    /// Writes delayed loads to their registers.
    pub(crate) fn land(&mut self) {
        for (slot, value) in self.late.drain(..) {
            self.cpu.slots[slot as usize].set(value);
        }
    }

    /// Applies an instruction's effects; returns whether any was reported to the observer.
    fn apply<O: Observer>(
        &mut self,
        effects: &ledger::Effects<AreaKind, ControlTransfer>,
        host: &mut Host,
        observer: &mut O,
    ) -> Result<bool, Stop> {
        let mut reported = false;
        for store in &effects.stores {
            if store.kind == AreaKind::Device {
                if let Err(cause) =
                    self.system.devices.store(store.address, store.units, store.value, host)
                {
                    return match cause {
                        Cause::OutOfMemory { .. } => Err(Stop::Limit(Limit::Output)),
                        cause => Err(Stop::Fault(Fault { pc: self.cpu.pc.get().into(), cause })),
                    };
                }
                continue;
            }
            // The careful engine has checked the address.
            let before = self.word_at(store.address);
            let _ = self.cpu.memory.write(store.address, store.units, store.value);
            let is_text = matches!(store.kind, AreaKind::Text | AreaKind::KernelText);
            if is_text && self.word_at(store.address) != before {
                let end = store.address.saturating_add(store.units.into());
                self.rewrite_code(store.address, end);
                host.work.charge(Work::CHANGE);
            }
            if O::STORES && self.cpu.memory.is_watched(store.address) {
                let mask = u64::MAX >> (64 - 8 * u32::from(store.units));
                let (address, value) = (store.address.into(), u64::from(store.value) & mask);
                observer.stored(Store { address, size: store.units, value });
                reported = true;
            }
        }
        for &(address, size) in &effects.loads {
            if O::LOADS {
                observer.loaded(Load { address: address.into(), size });
            }
            // An address beyond the memory limit always reads as zero.
            if !self.cpu.memory.is_full(address) {
                self.cpu.memory.touch(address);
            }
        }
        for &(slot, value) in &effects.registers {
            self.cpu.slots[slot as usize].set(value);
        }
        // The previous instruction's load is written last, over this one's results, as in SPIM.
        self.land();
        Ok(reported)
    }

    fn call<O: Observer>(&mut self, host: &mut Host, observer: &mut O) -> Result<(), Stop> {
        let notes = host.notes.len();
        let pc = self.cpu.pc.get();
        self.last_call = Some((pc, self.cpu.reg(2)));
        let before = self.follow.get().map(|follow| {
            let number = self.cpu.reg(2);
            let get = |slot: u8| self.cpu.slots[usize::from(slot)].get().into();
            follow.called(number.into(), self.system.reads(number), get);
            self.cpu.slots.clone()
        });
        let float_words = self.system.float_result_words(self.cpu.reg(2));
        let answer = self.system.call(&mut self.cpu, host);
        let stored = self.system.take_stored();
        let changes = self.system.take_heap_changes();
        if let (Some(follow), Some(before)) = (self.follow.get_mut(), &before) {
            follow.changed_heap(&changes);
            for range in &stored {
                follow.filled(range.start.into()..range.end.into());
            }
            follow.changed(before, &self.cpu.slots);
            // They may be as before.
            (0..float_words).for_each(|word| follow.answered(slot::FLOAT + word));
        }
        for range in &stored {
            self.rewrite_code(range.start, range.end);
            if O::STORES {
                self.report_stored(range.clone(), observer);
            }
        }
        for note in &mut host.notes[notes..] {
            note.fault.pc = pc.into();
            note.after_instrs = self.retired;
        }
        match answer {
            CallAnswer::Done => {
                self.retire(None);
                self.land();
                if let CallAnswer::Limit(limit) = answer.on(host) {
                    return Err(Stop::Limit(limit));
                }
            }
            CallAnswer::Exit(status) => {
                self.retire(None);
                return Err(Stop::Exit { status });
            }
            CallAnswer::Input => return Err(Stop::Input),
            CallAnswer::Limit(limit) => return Err(Stop::Limit(limit)),
            CallAnswer::Fault(cause) if self.system.is_final(cause) => {
                return Err(Stop::Fault(Fault { pc: pc.into(), cause }));
            }
            CallAnswer::Fault(cause) => return self.raise(cause, host),
        }
        let reported = O::STORES && !stored.is_empty();
        if reported && observer.pauses() { Err(Stop::Pause) } else { Ok(()) }
    }
}

/// Notes the doubt about the result of an operation on the registers of the system.
fn note_system(follow: &mut Follow, what: SystemOperations, op: &Op) {
    // The bits of a control register have other places in its slots.
    let of_all = |doubt: Doubt| Doubt {
        bits: if doubt.is_none() { 0 } else { u32::MAX.into() },
        is_copy: false,
        ..doubt
    };
    match what {
        SystemOperations::Read | SystemOperations::Write => {
            follow.answered(op.w);
            follow.moved(op.t, op.w);
        }
        SystemOperations::ReadControl => {
            let doubts = control_slots(op.h).into_iter().map(|slot| follow.register(slot));
            let doubt = doubts.reduce(|a, b| if a.is_none() { b } else { a });
            follow.set_register(op.w, doubt.map_or(Doubt::NONE, of_all));
        }
        SystemOperations::WriteControl => {
            let doubt = of_all(follow.register(op.t));
            control_slots(op.h).into_iter().for_each(|slot| follow.set_register(slot, doubt));
        }
        _ => follow.answered(op.w),
    }
}

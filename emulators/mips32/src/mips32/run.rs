//! Execution: blocks in the plain engine, single instructions in the careful engine.

use machine::follow::FollowedSemantics;
use machine::ledger::Effects;
use machine::native::{Guest, RunEnd, RunLimits};
use machine::semantics::Trap;
use machine::{Cause, Fault, Host, Limit, Load, Observer, Stop, Store, threads};

use super::Mips32;
use crate::engine::careful::{Careful, ControlTransfer};
use crate::memory::AreaKind;
use crate::options::Dialect;
use crate::system::CallAnswer;

impl Mips32 {
    /// Runs blocks until the budget is spent or the program stops.
    pub(super) fn run_plain<O: Observer>(
        &mut self,
        host: &mut Host,
        budget: u64,
        observer: &mut O,
    ) -> Result<(), Stop> {
        let slice_instrs = self.book.as_ref().map_or(u64::MAX, |book| book.slice());
        let mut natives = slice_instrs != u64::MAX;
        // Whether the first block runs in the plain engine even if it has native code.
        let mut is_plain = false;
        let mut left = budget;
        let mut next_look = left.saturating_sub(slice_instrs);
        while left > 0 {
            if self.slot_turn.is_some() {
                // Only the careful engine stores the target of a branch until after its slot.
                self.run_careful(host, 1, observer)?;
                left -= 1;
                continue;
            }
            let pc = self.cpu.pc.get();
            let formed = self.code.blocks.find(pc);
            let Some(block) = formed.or_else(|| self.form(pc, observer)) else {
                self.fetch_without_code(pc, host)?;
                left -= 1;
                continue;
            };
            if left <= next_look && self.code.blocks.block(block).native == 0 {
                self.note_seen(block, observer);
                next_look = left.saturating_sub(slice_instrs);
            }
            let native = self.code.blocks.block(block).native;
            let ran = if natives && native != 0 && !std::mem::take(&mut is_plain) {
                self.run_native(native as usize - 1, &mut left, observer)
            } else {
                is_plain = false;
                let mut now = left.min(slice_instrs);
                let rest = left - now;
                let slice = RunLimits { is_cut: rest > 0, natives };
                let ran = self.run_blocks(block, &mut now, slice, observer);
                left = rest + now;
                ran
            };
            match ran {
                RunEnd::On | RunEnd::Native => {}
                RunEnd::Short => natives = false,
                RunEnd::Part(..) => is_plain = true,
                RunEnd::Undone => {
                    // The careful engine retires it, raises its exception, or stops.
                    self.step(host, observer)?;
                    left -= 1;
                }
                RunEnd::Pause => return Err(Stop::Pause),
            }
        }
        Ok(())
    }

    /// Forms the block that starts at an address.
    fn form<O: Observer>(&mut self, pc: u32, observer: &O) -> Option<usize> {
        if self.code.blocks.are_many() {
            self.clear_book();
            self.code.blocks.forget_all(|_| {});
        }
        let block = self.form_block(pc, &|address| O::MARKS && observer.is_mark(address.into()))?;
        self.note_formed(block, observer);
        Some(block)
    }

    /// Runs blocks within the budget.
    fn run_blocks<O: Observer>(
        &mut self,
        first: usize,
        left: &mut u64,
        RunLimits { is_cut, natives }: RunLimits,
        observer: &mut O,
    ) -> RunEnd {
        let (mut index, budget) = (first, *left);
        let turn_cycles = u64::from(!self.options.delayed_branches);
        let ran = loop {
            let block = self.code.blocks.block(index);
            let length = block.steps.len() as u64;
            if is_cut && length > *left && *left < budget {
                break RunEnd::On;
            }
            if O::MARKS && block.marked && *left > 0 {
                observer.arrived(block.address.into());
                if observer.pauses() {
                    break RunEnd::Pause;
                }
            }
            if length > *left {
                break self.run_part(index, left);
            }
            self.cpu.pc.set(block.end);
            if block.steps.is_empty() {
                break RunEnd::On;
            }
            let undone = threads::run(&self.cpu, &block.steps);
            let pc = self.cpu.pc.get();
            // Two separate calls, so that the host's processor predicts them separately.
            let (done, next) = if undone > 0 {
                let done = length as usize - undone;
                if !self.cpu.annulled.take() {
                    break self.exit_before(index, done, left);
                }
                self.clock.pass(&block.sum.annulled);
                (done + 1, self.code.blocks.leave(index, done + 1, pc))
            } else if pc == block.end {
                self.clock.pass(&block.sum.whole);
                block.ways[0] += 1;
                (length as usize, self.code.blocks.follow(index, 0, pc))
            } else {
                self.clock.pass(&block.sum.whole);
                block.ways[1] += 1;
                self.clock.cycles += turn_cycles;
                (length as usize, self.code.blocks.follow(index, 1, pc))
            };
            *left -= done as u64;
            match next {
                Some(next) if !natives || self.code.blocks.block(next).native == 0 => index = next,
                Some(_) => {
                    self.last_pc = self.code.blocks.block(index).steps[done - 1].op.pc;
                    break RunEnd::Native;
                }
                None => {
                    self.last_pc = self.code.blocks.block(index).steps[done - 1].op.pc;
                    break RunEnd::On;
                }
            }
        };
        self.retired += budget - *left;
        ran
    }

    /// Runs the part of a block that the budget allows.
    fn run_part(&mut self, index: usize, left: &mut u64) -> RunEnd {
        let wanted = *left as usize;
        if wanted == 0 {
            return RunEnd::On;
        }
        let block = self.code.blocks.block(index);
        self.cpu.pc.set(block.end);
        let undone = threads::run(&self.cpu, &block.steps[..wanted]);
        let mut done = wanted - undone;
        let annulled = self.cpu.annulled.take();
        if annulled {
            done += 1;
        } else if undone > 0 {
            return self.exit_before(index, done, left);
        } else {
            self.set_pc_at(index, done);
        }
        self.count_part(index, done, annulled);
        *left -= done as u64;
        RunEnd::On
    }

    /// Sets the program counter to a step of a block, after all steps before it.
    fn set_pc_at(&mut self, index: usize, done: usize) {
        let is_slot = self.code.ends_in_slot(index);
        let block = self.code.blocks.block(index);
        let (pc, end, last) = (block.steps[done].op.pc, block.end, block.steps.len() - 1);
        if is_slot && done == last {
            let branch = block.steps[done - 1].op.pc;
            let to = self.cpu.pc.get();
            let taken = to != end || self.code.is_jump(branch);
            self.slot_turn = taken.then_some(to);
        }
        self.cpu.pc.set(pc);
    }

    /// Counts the finished steps of a block and moves to the first unfinished one.
    fn exit_before(&mut self, index: usize, done: usize, left: &mut u64) -> RunEnd {
        self.set_pc_at(index, done);
        self.count_part(index, done, false);
        *left -= done as u64;
        RunEnd::Undone
    }

    fn count_part(&mut self, index: usize, done: usize, turned: bool) {
        if done > 0 {
            let run = self.code.count_part(index, done, turned);
            self.clock.pass(&run);
            self.last_pc = self.code.blocks.block(index).steps[done - 1].op.pc;
        }
    }

    /// Runs single instructions, with all options.
    pub(super) fn run_careful<O: Observer>(
        &mut self,
        host: &mut Host,
        budget: u64,
        observer: &mut O,
    ) -> Result<(), Stop> {
        for _ in 0..budget {
            let pc = self.cpu.pc.get();
            if O::MARKS && self.code.index(pc).is_some() && observer.is_mark(pc.into()) {
                observer.arrived(pc.into());
                if observer.pauses() {
                    return Err(Stop::Pause);
                }
            }
            self.step(host, observer)?;
        }
        Ok(())
    }

    /// Runs single instructions with value tracking.
    pub(super) fn run_following(&mut self, host: &mut Host, budget: u64) -> Stop {
        let (start, mut is_first) = ((self.retired + self.undone), true);
        while (self.retired + self.undone) - start < budget {
            let pc = u64::from(self.cpu.pc.get());
            if let Some(follow) = &mut self.follow {
                if !is_first && follow.pauses_before(pc) {
                    return Stop::Pause;
                }
                follow.arrive(pc);
            }
            is_first = false;
            if let Err(stop) = self.step(host, &mut ()) {
                return stop;
            }
        }
        Stop::Budget
    }

    /// Runs one instruction in the careful engine.
    fn step<O: Observer>(&mut self, host: &mut Host, observer: &mut O) -> Result<(), Stop> {
        let pc = self.cpu.pc.get();
        self.refresh(pc, 0);
        let Some(index) = self.code.index(pc) else { return self.fetch_without_code(pc, host) };
        let Some(row) = self.code.row(index) else { return self.no_instruction(index, host) };
        let op = self.code.op(index);
        let spim = self.options.dialect == Dialect::Spim;
        let careful = Careful::new(&self.cpu, &mut self.system.devices, host, spim);
        let done = match &self.follow {
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
        match done {
            Ok(effects) => {
                if let Some(follow) = &self.follow {
                    follow.settle();
                }
                let reported = self.apply(&effects.now, host, observer)?;
                self.retire(effects.now.turn);
                self.late = effects.loaded;
                if !self.options.delayed_loads {
                    self.land();
                }
                if reported && observer.pauses() { Err(Stop::Pause) } else { Ok(()) }
            }
            Err(undone) => match undone.trap {
                Trap::Call => self.call(host, observer),
                Trap::Special => match undone.system {
                    Some(what) => {
                        if let Some(follow) = &self.follow {
                            follow.answered(op.w);
                        }
                        self.privileged(what, &op, host)
                    }
                    None => self.raise(Cause::Illegal { word: self.word_at(pc).into() }, host),
                },
                trap => match self.cause_of(trap, undone.cause, &op) {
                    // The simulators do not have this limit, so no handler sees it.
                    cause @ Cause::OutOfMemory { .. } => {
                        Err(Stop::Fault(Fault { pc: pc.into(), cause }))
                    }
                    cause => self.raise(cause, host),
                },
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
        // Its cost depends on the next instruction, which it may just have changed.
        self.refresh(pc, 1);
        let run = self.code.count(pc, elsewhere);
        self.clock.pass(&run);
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
        effects: &Effects<AreaKind, ControlTransfer>,
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
            let _ = self.cpu.memory.write(store.address, store.units, store.value);
            if matches!(store.kind, AreaKind::Text | AreaKind::KernelText) {
                let end = store.address.saturating_add(store.units.into());
                self.rewrite_code(store.address, end);
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
        let before = self.follow.as_ref().map(|follow| {
            let number = self.cpu.reg(2);
            follow.called(number.into(), self.system.reads(number));
            self.cpu.slots.clone()
        });
        let heap = self.system.heap_end();
        let answer = self.system.call(&mut self.cpu, host);
        let stored = self.system.take_stored();
        if let Some(follow) = &mut self.follow {
            follow.granted(heap..self.system.heap_end());
        }
        if let (Some(follow), Some(before)) = (&self.follow, &before) {
            let (start, end) = stored.unwrap_or_default();
            follow.filled(start.into()..end.into());
            follow.changed(before, &self.cpu.slots);
        }
        if let Some((start, end)) = stored {
            self.rewrite_code(start, end);
            if O::STORES {
                self.report_stored(start, end, observer);
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
        let reported = O::STORES && stored.is_some();
        if reported && observer.pauses() { Err(Stop::Pause) } else { Ok(()) }
    }
}

//! Runs blocks in the plain engine, single instructions in the careful one.

use std::cell::RefCell;

use machine::native::{Guest, RunEnd, RunLimits};
use machine::{Cause, Fault, Host, Load, Observer, Stop, Store};

use super::{Pdp10, System};
use crate::engine::fast::{self, StepsEnd};

impl Pdp10 {
    /// Runs until the budget is used up.
    ///
    /// # Errors
    /// Any earlier stop.
    pub(super) fn run_slice<O: Observer>(
        &mut self,
        host: &mut Host,
        budget: u64,
        observer: &mut O,
    ) -> Result<(), Stop> {
        if !self.started {
            self.start(host)?;
        }
        self.reads = O::LOADS.then(RefCell::default);
        if O::MARKS {
            self.code.mark(|address| observer.is_mark(address.into()), |_| {});
        }
        let end = self.spent().saturating_add(budget);
        while self.spent() < end {
            // Only the careful engine sees overflow that interrupts the program.
            if self.careful || O::LOADS || self.its.wants_overflow() {
                self.run_careful(host, observer)?;
            } else {
                self.run_plain(host, end, observer)?;
            }
        }
        Ok(())
    }

    fn start(&mut self, host: &mut Host) -> Result<(), Stop> {
        self.started = true;
        if self.options.system == System::Its {
            self.its.start(&mut self.cpu, host, &self.image);
            self.place_accumulators();
        }
        self.forget_rewritten();
        if self.image.entry == 0 && self.cpu.pc.get() == 0 {
            return Err(Stop::Fault(Fault { pc: 0, cause: Cause::NoStart }));
        }
        Ok(())
    }

    /// Instructions started, as budgets count them.
    fn spent(&self) -> u64 {
        self.retired + self.undone
    }

    /// Runs blocks up to an instruction for the careful engine, then that one.
    fn run_plain<O: Observer>(
        &mut self,
        host: &mut Host,
        end: u64,
        observer: &mut O,
    ) -> Result<(), Stop> {
        let slice_instrs = self.book.as_ref().map_or(u64::MAX, |book| book.slice());
        let mut ran = RunEnd::On;
        if slice_instrs != u64::MAX {
            let Some(block) = self.found(observer) else { return self.run_careful(host, observer) };
            if self.spent() >= self.next_look && self.code.block(block).native == 0 {
                self.note_seen(block, observer);
                self.next_look = self.spent().saturating_add(slice_instrs);
            }
            let native = self.code.block(block).native;
            if native != 0 {
                ran = self.run_native(native as usize - 1, end - self.spent(), observer);
                if let RunEnd::On = ran {
                    return Ok(());
                }
            }
        }
        // What is not for native code goes to the plain engine in any case.
        if !matches!(ran, RunEnd::Undone) {
            let natives = slice_instrs != u64::MAX && !matches!(ran, RunEnd::Short);
            let Some(block) = self.found(observer) else { return self.run_careful(host, observer) };
            let left = end - self.spent();
            let slice = RunLimits { is_cut: left > slice_instrs, natives };
            ran = self.run_blocks(block, left.min(slice_instrs), slice, observer);
        }
        match ran {
            RunEnd::Undone => self.step(host, observer),
            RunEnd::Pause => Err(Stop::Pause),
            _ => Ok(()),
        }
    }

    /// Block at the program counter.
    fn found<O: Observer>(&mut self, observer: &O) -> Option<usize> {
        let pc = self.cpu.pc.get();
        match self.code.find(pc) {
            None => self.form(pc, observer),
            found => found,
        }
    }

    /// Decodes the block at an address.
    fn form<O: Observer>(&mut self, pc: u32, observer: &O) -> Option<usize> {
        let is_mark = |address: u32| O::MARKS && observer.is_mark(address.into());
        let block = self.form_block(pc, &is_mark)?;
        self.note_formed(block, observer);
        Some(block)
    }

    /// Runs block after block.
    fn run_blocks<O: Observer>(
        &mut self,
        first: usize,
        budget: u64,
        RunLimits { is_cut, natives }: RunLimits,
        observer: &mut O,
    ) -> RunEnd {
        let (mut index, mut left, mut nanos) = (first, budget, 0);
        let ran = loop {
            let block = self.code.block(index);
            let length = block.steps.len() as u64;
            if is_cut && length > left && left < budget {
                break RunEnd::On;
            }
            if O::MARKS && block.marked && left > 0 {
                observer.arrived(block.address.into());
                if observer.pauses() {
                    break RunEnd::Pause;
                }
            }
            if length > left {
                break self.run_part(index, &mut left);
            }
            self.cpu.pc.set(block.end);
            let ended = fast::run(&self.cpu, &block.steps);
            let pc = self.cpu.pc.get();
            // Two branches, so that the host processor predicts them separately.
            let next = match ended {
                StepsEnd::Whole if pc == block.end => {
                    (left, nanos) = (left - length, nanos + block.sum.whole);
                    block.ways[0] += 1;
                    self.code.follow(index, 0, pc)
                }
                StepsEnd::Whole => {
                    (left, nanos) = (left - length, nanos + block.sum.whole);
                    block.ways[1] += 1;
                    self.code.follow(index, 1, pc)
                }
                StepsEnd::Left(done) => {
                    (left, nanos) = (left - done as u64, nanos + block.sum.of(done));
                    self.code.leave(index, done, pc)
                }
                StepsEnd::NotExecuted(done) => break self.leave_undone(index, done, &mut left),
            };
            match next {
                Some(next) if natives && self.code.block(next).native != 0 => break RunEnd::Native,
                Some(next) => index = next,
                None => break RunEnd::On,
            }
        };
        self.retired += budget - left;
        self.cpu.spend(nanos);
        ran
    }

    /// Runs as much of a block as the budget allows.
    fn run_part(&mut self, index: usize, left: &mut u64) -> RunEnd {
        let wanted = *left as usize;
        if wanted == 0 {
            return RunEnd::On;
        }
        let block = self.code.block(index);
        let after = block.steps[wanted].op.address;
        self.cpu.pc.set(after);
        let (done, turned) = match fast::run(&self.cpu, &block.steps[..wanted]) {
            // The last of them may skip.
            StepsEnd::Whole => (wanted, self.cpu.pc.get() != after),
            StepsEnd::Left(done) => (done, true),
            StepsEnd::NotExecuted(done) => return self.leave_undone(index, done, left),
        };
        self.count_part(index, done, turned);
        *left -= done as u64;
        RunEnd::On
    }

    /// Counts the executed steps of a block and moves to the first one not executed.
    fn leave_undone(&mut self, index: usize, done: usize, left: &mut u64) -> RunEnd {
        self.cpu.pc.set(self.code.block(index).steps[done].op.address);
        self.count_part(index, done, false);
        *left -= done as u64;
        RunEnd::Undone
    }

    fn count_part(&mut self, index: usize, done: usize, turned: bool) {
        if done > 0 {
            self.cpu.spend(self.code.block(index).sum.of(done));
            self.code.count_part(index, done, turned);
        }
    }

    /// Runs one instruction, which may be marked, in the careful engine.
    fn run_careful<O: Observer>(&mut self, host: &mut Host, observer: &mut O) -> Result<(), Stop> {
        let pc = self.cpu.pc.get();
        if O::MARKS && observer.is_mark(pc.into()) {
            observer.arrived(pc.into());
            if observer.pauses() {
                return Err(Stop::Pause);
            }
        }
        self.step(host, observer)
    }

    /// Runs instruction by instruction with tracking.
    pub(super) fn run_following(&mut self, host: &mut Host, budget: u64) -> Result<(), Stop> {
        let (begun, mut is_first) = (self.spent(), true);
        while self.spent() - begun < budget {
            let pc = u64::from(self.cpu.pc.get());
            if let Some(follow) = &mut self.follow {
                if !is_first && follow.pauses_before(pc) {
                    return Err(Stop::Pause);
                }
                follow.arrive(pc);
            }
            is_first = false;
            self.step(host, &mut ())?;
        }
        Ok(())
    }

    /// Runs one instruction in the careful engine and reports what it wrote.
    fn step<O: Observer>(&mut self, host: &mut Host, observer: &mut O) -> Result<(), Stop> {
        let outcome = self.step_alone(host);
        let called = std::mem::take(&mut self.called);
        if let Some(reads) = self.reads.as_mut().filter(|_| O::LOADS) {
            for address in reads.get_mut().drain(..).filter(|_| outcome.is_ok()) {
                observer.loaded(Load { address: address.into(), size: 1 });
            }
        }
        self.forget_rewritten();
        let stored = self.cpu.memory.take_stored();
        if O::STORES && !stored.is_empty() {
            for address in stored {
                let value = self.cpu.memory.get(address).unwrap_or_default().bits();
                let store = Store { address: address.into(), size: 1, value };
                if called { observer.stored_by_system(store) } else { observer.stored(store) }
            }
            if outcome.is_ok() && observer.pauses() {
                return Err(Stop::Pause);
            }
        }
        outcome
    }

    /// Discards blocks whose words were written since decoding.
    pub(super) fn forget_rewritten(&mut self) {
        for address in self.cpu.memory.take_rewritten() {
            self.rewrite_book(address, address + 1);
            self.code.rewrite(address, address + 1, |_| {});
            self.cpu.memory.mark_code(address, false);
        }
    }
}

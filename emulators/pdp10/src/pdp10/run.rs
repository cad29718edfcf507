//! Execution: the parts of the run loop that are specific to the PDP-10.

use machine::block_machine::{BlockCost, BlockMachine, Progress};
use machine::follow::{Follow, FollowSlot, FollowedSemantics, FollowedSteps, NotDone};
use machine::native::Guest;
use machine::{Cause, Clock, Fault, Host, Load, Observer, Stop, Store};

use super::{Pdp10, System};
use crate::cpu::Cpu;
use crate::engine::careful::{Careful, Effects, StopReason};
use crate::engine::code::{Code, Nanos};
use crate::engine::fast::Step;
use crate::isa::decode::opcode;

impl BlockMachine<Step, Nanos, 0> for Pdp10 {
    type Cpu = Cpu;
    type Undone = Result<Effects, StopReason>;

    fn parts(&mut self) -> (&mut Code, &Cpu) {
        (&mut self.code, &self.cpu)
    }

    fn progress(&self) -> Progress {
        let clock = Clock { cycles: self.cpu.elapsed_nanos.get(), ready: 0 };
        Progress { retired: self.retired, clock, last_pc: 0 }
    }

    /// Steps count the time that depends on their operands.
    fn set_progress(&mut self, before: Progress, now: Progress) {
        self.retired = now.retired;
        self.cpu.spend(now.clock.cycles.wrapping_sub(before.clock.cycles));
    }

    fn follow(&mut self) -> &mut FollowSlot {
        &mut self.follow
    }

    fn slot_value(&self, slot: u8) -> u64 {
        self.cpu.memory.get(slot.into()).unwrap_or_default().bits()
    }

    fn is_careful(&self) -> bool {
        self.careful
    }

    fn pass_part(&mut self, block: usize, done: usize, clock: &mut Clock) {
        self.code.block(block).sum.pass_first(done, clock);
    }

    /// Only the careful engine sees overflow that interrupts the program.
    fn needs_careful(&self) -> bool {
        self.its.wants_overflow()
    }

    fn step<O: Observer>(&mut self, host: &mut Host, observer: &mut O) -> Result<(), Stop> {
        let outcome = self.step_alone(host);
        self.report_step(outcome, observer)
    }

    fn follow_steps(
        &mut self,
        follow: &mut Follow,
        _: &mut Host,
        block: usize,
        most: usize,
        is_first: bool,
    ) -> FollowedSteps<Self::Undone> {
        let cpu = &self.cpu;
        let steps = &self.code.block(block).steps;
        let steps = &steps[..most.min(steps.len())];
        let careful = Careful::of_block(cpu);
        let get = |slot: u8| cpu.memory.ac(slot).bits();
        follow.run_steps(steps, (is_first, false), get, |follow, step| {
            let Some(opcode) = opcode(step.op.word) else { return Err(NotDone::Untried) };
            follow.fetched(step.op.address.into(), 1);
            let followed = opcode.interpretations.followed;
            careful.begin();
            let done =
                careful.run(|m, op| followed(FollowedSemantics::new(m, follow), op), &step.op);
            match done {
                Ok(Effects { target, pushdown: false, stores: false, .. }) => Ok(target),
                done => Err(NotDone::Tried(done)),
            }
        })
    }

    fn complete_step(
        &mut self,
        host: &mut Host,
        step: Step,
        undone: Self::Undone,
    ) -> Result<(), Stop> {
        let outcome = self.finish(step.op, undone, host);
        self.report_step(outcome, &mut ())
    }
}

impl Pdp10 {
    /// Reports what an instruction wrote.
    fn report_step<O: Observer>(
        &mut self,
        outcome: Result<(), Stop>,
        observer: &mut O,
    ) -> Result<(), Stop> {
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

    /// Starts the program's system, once.
    ///
    /// # Errors
    /// If the program has no start.
    pub(super) fn start(&mut self, host: &mut Host) -> Result<(), Stop> {
        if std::mem::replace(&mut self.started, true) {
            return Ok(());
        }
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

    /// Discards blocks whose words were written since decoding.
    pub(super) fn forget_rewritten(&mut self) {
        for address in self.cpu.memory.take_rewritten() {
            self.rewrite_native(address, address + 1);
            self.code.rewrite(address, address + 1, |_| {});
            self.cpu.memory.mark_code(address, false);
        }
    }
}

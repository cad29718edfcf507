//! Runs one instruction in the careful engine, including what only the machine can do: execute
//! other instructions, move blocks, jump with functions, call the system, and report events to it.

use machine::follow::{FollowedSemantics, Use};
use machine::{Access, Cause, Fault, Host, Limit, Stop, Work};

use super::{Pdp10, System};
use crate::Word36;
use crate::cpu::{LONGEST_CHAIN, flag};
use crate::engine::careful::{Careful, Effects, StopReason};
use crate::engine::followed::{FLAGS, SOURCE};
use crate::isa::decode::{Decoded, decode};
use crate::isa::{Op, Opcode, SystemAction as Asked};
use crate::its::{Answer, IO_NANOS, ProcessorEvent};
use crate::memory::{ACCUMULATORS, PAGE_WORDS, WORDS};

/// Address where a user call puts its word; the instruction it executes follows.
const USER_CALL: u32 = 0o40;

/// Arguments of a monitor call, at most.
const LONGEST_LIST: usize = 16;

impl Pdp10 {
    /// Runs the instruction at the program counter.
    ///
    /// # Errors
    /// The reason for a stop.
    pub(super) fn step_alone(&mut self, host: &mut Host) -> Result<(), Stop> {
        let pc = self.cpu.pc.get();
        match self.cpu.memory.read(pc, Access::Fetch) {
            Ok(word) => self.execute(word, host),
            Err(cause) => self.memory_refused(cause, host),
        }
    }

    /// Executes a word at the program counter.
    fn execute(&mut self, word: Word36, host: &mut Host) -> Result<(), Stop> {
        let pc = self.cpu.pc.get();
        let Some(Decoded { opcode, op }) = decode(word, pc) else {
            return self.illegal(word, host);
        };
        match self.run_word(opcode, &op, pc) {
            Ok(done) => {
                let fixed = self.recent_times.fixed(self.cpu.timing, word, pc);
                self.cpu.spend(fixed.into());
                self.done(done, host)
            }
            undone => self.finish(op, undone, host),
        }
    }

    /// Runs the row of a word from an address.
    #[inline(always)]
    fn run_word(&self, opcode: &Opcode, op: &Op, at: u32) -> Result<Effects, StopReason> {
        let careful = Careful::new(&self.cpu, self.reads.as_ref());
        let row = &opcode.interpretations;
        match self.follow.get() {
            None => careful.run(row.careful, op),
            Some(follow) => {
                follow.fetched(at.into(), 1);
                careful.run(|m, op| (row.followed)(FollowedSemantics::new(m, follow), op), op)
            }
        }
    }

    /// Finishes an instruction whose row has run: with the word that it names, for those that
    /// execute another.
    pub(super) fn finish(
        &mut self,
        op: Op,
        outcome: Result<Effects, StopReason>,
        host: &mut Host,
    ) -> Result<(), Stop> {
        let pc = self.cpu.pc.get();
        let (mut op, mut outcome) = (op, outcome);
        for _ in 0..LONGEST_CHAIN {
            let fixed = u64::from(self.recent_times.fixed(self.cpu.timing, op.word, pc));
            let (what, effective, source) = match outcome {
                Ok(done) => {
                    self.cpu.spend(fixed);
                    self.done(done, host)?;
                    return within_work(host);
                }
                Err(StopReason::Memory(cause)) => return self.memory_refused(cause, host),
                Err(StopReason::System { what, effective, source }) => (what, effective, source),
            };
            let at = if what == Asked::Execute { effective } else { USER_CALL + 1 };
            let next = match what {
                Asked::Execute => self.cpu.memory.read(effective, Access::Fetch),
                Asked::UserCall => {
                    host.work.charge(Work::EXCEPTION);
                    self.user_call(op.word, effective)
                }
                Asked::Transfer => return self.transfer(&op, effective, host),
                Asked::Jump => return self.jump(&op, effective, source, host),
                Asked::MonitorCall => return self.monitor_call(op.word, effective, host),
            };
            self.cpu.spend(fixed);
            let word = match next {
                Ok(next) => next,
                Err(cause) => return self.memory_refused(cause, host),
            };
            let Some(found) = decode(word, pc) else { return self.illegal(word, host) };
            op = found.op;
            outcome = self.run_word(found.opcode, &op, at);
        }
        let cause = Cause::Endless { what: "chain of XCT", address: pc.into() };
        Err(Stop::Fault(Fault { pc: pc.into(), cause }))
    }

    /// Reports the effects of an executed instruction to the system.
    fn done(&mut self, done: Effects, host: &mut Host) -> Result<(), Stop> {
        let pc = self.cpu.pc.get();
        self.retire(done.target.unwrap_or(pc + 1));
        if self.options.system == System::Bare {
            return Ok(());
        }
        if done.pushdown {
            self.raise(ProcessorEvent::Pushdown, host)?;
        }
        if self.its.wants_overflow() && done.raised & (flag::OV | flag::FOV) != 0 {
            let is_float = done.raised & flag::FOV != 0;
            let condition =
                if is_float { ProcessorEvent::FloatOverflow } else { ProcessorEvent::Overflow };
            self.raise(condition, host)?;
        }
        Ok(())
    }

    /// Continues another job of the program.
    fn switch(&mut self, job: u32, host: &mut Host) -> Result<(), Stop> {
        let answer = self.its.switch(job, &mut self.cpu, host);
        if let Some(follow) = self.follow.get() {
            // Nothing is known about the words of the other job.
            follow.filled(0..WORDS as u64);
        }
        self.interrupted(answer, host)
    }

    /// Reports an event after an instruction to the system.
    fn raise(&mut self, condition: ProcessorEvent, host: &mut Host) -> Result<(), Stop> {
        let answer = self.its.condition(condition, &mut self.cpu, host);
        self.interrupted(answer, host)
    }

    /// Continues the program, or stops or redirects it, according to the system's answer.
    fn interrupted(&mut self, answer: Answer, host: &mut Host) -> Result<(), Stop> {
        let pc = self.cpu.pc.get();
        match answer {
            Answer::Next => Ok(()),
            Answer::Skip => {
                self.cpu.pc.set((pc + 1) & 0o777777);
                Ok(())
            }
            Answer::To(address) => {
                self.cpu.pc.set(address & 0o777777);
                Ok(())
            }
            Answer::Switch { job, next } => {
                self.cpu.pc.set(next);
                self.switch(job, host)
            }
            answer => Self::stopped(answer, pc),
        }
    }

    /// Stops the program at an address, if the system's answer is to stop it.
    fn stopped(answer: Answer, pc: u32) -> Result<(), Stop> {
        let fault = |cause| Stop::Fault(Fault { pc: pc.into(), cause });
        Err(match answer {
            Answer::Exit(status) => Stop::Exit { status },
            Answer::Input => Stop::Input,
            Answer::Limit(limit) => Stop::Limit(limit),
            Answer::Fault(cause) => fault(cause),
            Answer::ToDebugger { is_clean } => fault(Cause::ToDebugger { is_clean }),
            Answer::Next | Answer::Skip | Answer::To(_) | Answer::Switch { .. } => return Ok(()),
        })
    }

    /// Counts the instruction and advances.
    fn retire(&mut self, next: u32) {
        let (pc, next) = (self.cpu.pc.get(), next & 0o777777);
        self.code.count(pc, next != (pc + 1) & 0o777777);
        self.retired += 1;
        self.cpu.pc.set(next);
    }

    /// Handles an instruction that cannot be executed; the system decides.
    fn refused(
        &mut self,
        condition: ProcessorEvent,
        cause: Cause,
        host: &mut Host,
    ) -> Result<(), Stop> {
        let answer = match self.options.system {
            System::Bare => Answer::Fault(cause),
            System::Its => self.its.condition(condition, &mut self.cpu, host),
        };
        let stops =
            !matches!(answer, Answer::Next | Answer::Skip | Answer::To(_) | Answer::Switch { .. });
        self.undone += u64::from(!stops);
        self.interrupted(answer, host)
    }

    fn illegal(&mut self, word: Word36, host: &mut Host) -> Result<(), Stop> {
        if self.options.system == System::Its && self.its.does_io(word) {
            return self.input_output(word, host);
        }
        self.refused(ProcessorEvent::Illegal(word), Cause::Illegal { word: word.bits() }, host)
    }

    /// Executes an instruction for input or output.
    fn input_output(&mut self, word: Word36, host: &mut Host) -> Result<(), Stop> {
        let effective = match self.cpu.effective(word) {
            Ok(effective) => effective,
            Err(cause) => return self.memory_refused(cause, host),
        };
        let pc = self.cpu.pc.get();
        if let Some(follow) = self.follow.get() {
            follow.filled(effective.into()..u64::from(effective) + 1);
        }
        match self.its.io(word, effective, &mut self.cpu, host) {
            Answer::Next => self.retire(pc + 1),
            Answer::Skip => self.retire(pc + 2),
            answer => return self.interrupted(answer, host),
        }
        self.cpu.spend(IO_NANOS);
        within_work(host)
    }

    fn memory_refused(&mut self, cause: Cause, host: &mut Host) -> Result<(), Stop> {
        self.refused(ProcessorEvent::Memory(cause), cause, host)
    }

    /// A user call: the word with its effective address goes to 40, and the instruction at 41 is
    /// next.
    ///
    /// Source: PDP-10 System Reference Manual, "Unimplemented Operations".
    fn user_call(&mut self, word: Word36, effective: u32) -> Result<Word36, Cause> {
        let stored = Word36::halves(word.left() & !0o37, effective);
        self.cpu.memory.write(USER_CALL, stored)?;
        if let Some(follow) = self.follow.get() {
            follow.filled(USER_CALL.into()..u64::from(USER_CALL) + 1);
        }
        self.cpu.memory.read(USER_CALL + 1, Access::Fetch)
    }

    fn monitor_call(&mut self, word: Word36, effective: u32, host: &mut Host) -> Result<(), Stop> {
        if self.options.system == System::Bare {
            return self.illegal(word, host);
        }
        self.called = true;
        let pc = self.cpu.pc.get();
        let nanos = u64::from(self.cpu.timing.fixed(word, pc));
        self.cpu.spend(nanos);
        host.work.charge(Work::CALL);
        let before = self.follow.get().map(|follow| {
            follow.called(word.bits() >> 27, &[], |_| 0);
            let places = (0..ACCUMULATORS.into()).chain(follow.doubtful());
            places.map(|at| (at, self.cpu.memory.get(at as u32))).collect::<Vec<_>>()
        });
        let pages = self.follow.get().map(|_| self.cpu.memory.present());
        let answer = self.its.call(word, effective, &mut self.cpu, host);
        if let (Some(follow), Some(pages)) = (self.follow.get_mut(), pages) {
            for (first, (was, is)) in (0..)
                .step_by(PAGE_WORDS as usize)
                .zip(pages.into_iter().zip(self.cpu.memory.present()))
            {
                let words = first..first + u64::from(PAGE_WORDS);
                match (was, is) {
                    (true, false) => follow.freed(words),
                    (false, true) => follow.granted(words),
                    _ => {}
                }
            }
        }
        if let (Some(follow), Some(before)) = (self.follow.get(), before) {
            let changed = before.into_iter();
            changed
                .filter(|&(at, word)| self.cpu.memory.get(at as u32) != word)
                .for_each(|(at, _)| follow.filled(at..at + 1));
            self.call_places(word, effective).for_each(|at| follow.answered(at));
        }
        match answer {
            Answer::Next => self.retire(pc + 1),
            Answer::Skip => self.retire(pc + 2),
            Answer::To(address) => self.retire(address),
            Answer::Switch { job, next } => {
                self.retire(next);
                self.switch(job, host)?;
            }
            Answer::Exit(_) | Answer::ToDebugger { .. } => {
                self.retire(pc + 1);
                return Self::stopped(answer, pc);
            }
            answer => {
                // The call is tried again, or never happened.
                self.cpu.save(nanos);
                return Self::stopped(answer, self.cpu.pc.get());
            }
        }
        within_work(host)
    }

    /// Accumulators that a monitor call names, in its word or in its list of arguments: places
    /// for results, which may be the values that they had.
    fn call_places(&self, word: Word36, effective: u32) -> impl Iterator<Item = u8> {
        let list = (effective..).take(LONGEST_LIST);
        let list = list.filter_map(|at| Some(self.cpu.memory.get(at)?.right()));
        let places = list.chain([word.left() >> 5 & 0o17]);
        places.filter(|&at| at < ACCUMULATORS).map(|at| at as u8)
    }

    /// `JRST` with a function: restores flags; functions that stop the processor or interrupts are
    /// illegal.
    ///
    /// Flags come from the left half of the last word the address was taken from.
    fn jump(
        &mut self,
        op: &Op,
        effective: u32,
        source: Word36,
        host: &mut Host,
    ) -> Result<(), Stop> {
        const RESTORE: u8 = 0o2;
        const HALT: u8 = 0o4;
        const DISMISS: u8 = 0o10;
        let halts = op.ac & HALT != 0 && self.options.system == System::Bare;
        if op.ac & (HALT | DISMISS) != 0 && !halts {
            return self.illegal(op.word, host);
        }
        if op.ac & RESTORE != 0 {
            self.cpu.set_flags(source.left());
            if let Some(follow) = self.follow.get() {
                follow.moved(SOURCE, FLAGS);
            }
        }
        self.cpu.spend(self.cpu.timing.fixed(op.word, op.address).into());
        self.retire(effective);
        if halts { Err(Stop::Exit { status: 0 }) } else { Ok(()) }
    }

    /// `BLT`: copies words in order, from the address in AC left to the one in AC right.
    ///
    /// At a memory fault, AC gets the addresses where the rest starts.
    fn transfer(&mut self, op: &Op, last: u32, host: &mut Host) -> Result<(), Stop> {
        let pointers = self.cpu.memory.ac(op.ac);
        let (mut from, mut to) = (pointers.left(), pointers.right());
        if let Some(follow) = self.follow.get() {
            follow.used(Use::Address, follow.register(op.ac));
        }
        let mut words = 0;
        let moved = loop {
            let moved = self.cpu.memory.read(from, Access::Load);
            let moved = moved.and_then(|word| self.cpu.memory.write(to, word));
            words += 1;
            if let (Ok(()), Some(follow)) = (&moved, self.follow.get()) {
                follow.copied(from.into(), to.into());
            }
            if let (Ok(()), Some(reads), ACCUMULATORS..) = (&moved, &mut self.reads, from) {
                reads.get_mut().push(from);
            }
            if moved.is_err() || to >= last {
                break moved;
            }
            (from, to) = ((from + 1) & 0o777777, to + 1);
        };
        host.work.charge(words.into());
        if let Err(cause) = moved {
            self.cpu.memory.set_ac(op.ac, Word36::halves(from, to));
            self.memory_refused(cause, host)?;
            return within_work(host);
        }
        let timing = self.cpu.timing;
        self.cpu.spend(u64::from(timing.fixed(op.word, op.address) + timing.block_transfer(words)));
        self.retire(self.cpu.pc.get() + 1);
        within_work(host)
    }
}

/// Stops a program whose instructions exceed the work limit.
fn within_work(host: &Host) -> Result<(), Stop> {
    if host.work.is_spent() { Err(Stop::Limit(Limit::Work)) } else { Ok(()) }
}

//! Interrupts: delivery to a program and return from its handler.
//!
//! Source: *ITS INTRUP*; *ITS USETS*, `.PIRQC`; *ITS .CALLS*, `DISMIS`.

use machine::Cause;

use crate::Word36;

use super::Answer;
use super::interrupt_bits::{BAD_HANDLER, FATAL, PUSHDOWN, SERIOUS};
use super::job::{option, variable};
use super::monitor::{CallError, Monitor, Outcome};

/// `%PITYI`: a character was typed.
const TYPED: u64 = 1;
/// Clears the bits of one word in another.
fn without(word: Word36, bits: Word36) -> Word36 {
    word & Word36::new(!bits.bits())
}

/// Pending interrupts: bits of the two words.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct PendingInterrupts {
    first: Word36,
    second: Word36,
}

impl PendingInterrupts {
    fn any(self) -> bool {
        self != PendingInterrupts::default()
    }

    fn among(self, first: Word36, second: Word36) -> Self {
        PendingInterrupts { first: self.first & first, second: self.second & second }
    }
}

impl Monitor<'_> {
    /// An interrupt that prevents an instruction, of class 1 or 2.
    ///
    /// `cause` is the fault if the program does not handle it.
    pub(super) fn interrupt(&mut self, bit: Word36, cause: Cause) -> Answer {
        let pc = self.cpu.pc.get();
        let deferred = self.variable(variable::DF1) & bit != Word36::default();
        let masked = self.variable(variable::MASK) & bit == Word36::default();
        let after = u32::from(!self.its.job.option(option::OLD_PC));
        if masked || deferred || self.variable(variable::PICLR) == Word36::default() {
            self.set(variable::FTL1, bit);
            let stopped = self.stop_for_superior(bit, pc + after);
            return stopped.unwrap_or_else(|| self.report_fatal(bit, pc, cause));
        }
        self.set(variable::PIRQC, self.variable(variable::PIRQC) | bit);
        self.take_pending((pc + after) & 0o777777).unwrap_or(Answer::Fault(cause))
    }

    /// An interrupt after an executed instruction, of class 3.
    pub(super) fn signal_done(&mut self, bit: Word36) -> Answer {
        if self.variable(variable::MASK) & bit != Word36::default() {
            self.set(variable::PIRQC, self.variable(variable::PIRQC) | bit);
        }
        self.take_pending(self.cpu.pc.get()).unwrap_or(Answer::Next)
    }

    /// Leaves a call, delivering the interrupts it allowed.
    pub(super) fn leave(&mut self, answer: Answer) -> Answer {
        let pc = match answer {
            Answer::Next => self.cpu.pc.get() + 1,
            Answer::Skip => self.cpu.pc.get() + 2,
            Answer::To(address) => address,
            _ => return answer,
        };
        let pc = pc & 0o777777;
        self.note_ticks();
        let taken = self.take_pending(pc).unwrap_or(answer);
        match taken {
            Answer::To(at) => self.take_turns(at).unwrap_or(taken),
            Answer::Next | Answer::Skip => self.take_turns(pc).unwrap_or(taken),
            _ => taken,
        }
    }

    /// Continues a job that waited, at the program counter or in a handler.
    pub(super) fn resume(&mut self) -> Answer {
        self.take_pending(self.cpu.pc.get()).unwrap_or(Answer::Next)
    }

    /// Delivers pending and enabled interrupts, if any.
    fn take_pending(&mut self, pc: u32) -> Option<Answer> {
        let requested = self.variable(variable::PIRQC);
        let fatal = requested & FATAL | without(requested & SERIOUS, self.taken().first);
        if fatal != Word36::default() {
            if let Some(stopped) = self.stop_for_superior(fatal, pc) {
                return Some(stopped);
            }
            self.set(variable::PIRQC, without(requested, fatal));
            self.set(variable::FTL1, fatal);
            return Some(self.report_fatal(fatal, pc, Cause::ToDebugger { is_clean: false }));
        }
        if !self.pending().any() {
            return None;
        }
        let taken = if self.its.job.option(option::VECTORED) {
            self.take_by_table(pc)
        } else {
            self.take_by_handler(pc)
        };
        Some(taken.unwrap_or_else(|_| self.bad_handler(pc)))
    }

    /// The handler, its table or its stack is at an invalid address.
    fn bad_handler(&mut self, pc: u32) -> Answer {
        let pushdown = self.variable(variable::PIRQC) & PUSHDOWN != Word36::default();
        let cause = if pushdown { Cause::Pushdown } else { Cause::ToDebugger { is_clean: false } };
        let stopped = self.stop_for_superior(BAD_HANDLER, pc);
        stopped.unwrap_or_else(|| self.report_fatal(BAD_HANDLER, pc, cause))
    }

    /// Interrupts that would be delivered now.
    fn taken(&self) -> PendingInterrupts {
        if self.variable(variable::PICLR) == Word36::default() {
            return PendingInterrupts::default();
        }
        let undeferred = |mask, defer| without(self.variable(mask), self.variable(defer));
        PendingInterrupts {
            first: undeferred(variable::MASK, variable::DF1),
            second: undeferred(variable::MSK2, variable::DF2),
        }
    }

    fn pending(&self) -> PendingInterrupts {
        let taken = self.taken();
        let requested = PendingInterrupts {
            first: self.variable(variable::PIRQC),
            second: self.variable(variable::IFPIR),
        };
        requested.among(taken.first, taken.second)
    }

    /// The old method: one handler, whose address is at 42.
    fn take_by_handler(&mut self, pc: u32) -> Outcome<Answer> {
        let pending = self.pending();
        let handler = self.read(self.its.job.block40() + 2)?.right();
        if handler == 0 {
            return Err(CallError::Illegal);
        }
        self.check_write(handler + 1)?;
        let first = pending.first != Word36::default();
        let bits = if first { pending.first } else { pending.second | Word36::halves(0o400000, 0) };
        self.write(handler, bits)?;
        self.write(handler + 1, self.cpu.pc_word(pc))?;
        let request = if first { variable::PIRQC } else { variable::IFPIR };
        self.set(request, without(self.variable(request), bits));
        self.set(variable::PICLR, Word36::default());
        Ok(self.enter(handler + 2))
    }

    /// The method with a table of groups, addressed by 42, and a stack; an interrupt in no group is
    /// fatal.
    fn take_by_table(&mut self, mut pc: u32) -> Outcome<Answer> {
        let pointer = self.read(self.its.job.block40() + 2)?;
        let table = pointer.right();
        let groups = (0o1000000 - pointer.left()) / 5;
        let pushes = self.read(table)?;
        while self.pending().any() {
            let Some(group) = self.group(table + 1, groups)? else {
                let stray = self.pending().first;
                if let Some(stopped) = self.stop_for_superior(stray, pc) {
                    return Ok(stopped);
                }
                return Ok(self.report_fatal(stray, pc, Cause::ToDebugger { is_clean: false }));
            };
            self.push_interrupt(pushes, group, pc)?;
            pc = self.read(group + 4)?.right();
        }
        Ok(self.enter(pc))
    }

    /// Address of the first table group with a pending interrupt.
    fn group(&self, first: u32, groups: u32) -> Outcome<Option<u32>> {
        for group in (0..groups).map(|rank| first + 5 * rank) {
            let here = self.pending().among(self.read(group)?, self.read(group + 1)?);
            if here.any() {
                return Ok(Some(group));
            }
        }
        Ok(None)
    }

    fn push_interrupt(&mut self, pushes: Word36, group: u32, pc: u32) -> Outcome {
        let here = self.pending().among(self.read(group)?, self.read(group + 1)?);
        let defers = [self.variable(variable::DF1), self.variable(variable::DF2)];
        let mut words = vec![here.first, here.second, defers[0], defers[1], self.cpu.pc_word(pc)];
        let (count, first) = (pushes.left() & 0o37, pushes.left() >> 6 & 0o17);
        words.extend((first..first + count).map(|number| self.ac(number as u8)));
        if pushes.left() & 0o400000 != 0 {
            words.extend([Word36::default(), self.variable(variable::UUOH), Word36::default()]);
        }
        let stack = pushes.right();
        let mut pointer = self.read(stack)?;
        for word in words {
            pointer = pointer + Word36::halves(1, 1);
            self.write(pointer.right(), word)?;
        }
        self.write(stack, pointer)?;
        for (request, bits) in [(variable::PIRQC, here.first), (variable::IFPIR, here.second)] {
            self.set(request, without(self.variable(request), bits));
        }
        self.set(variable::DF1, defers[0] | self.read(group + 2)?);
        self.set(variable::DF2, defers[1] | self.read(group + 3)?);
        Ok(())
    }

    /// Starts a handler with clear flags.
    fn enter(&mut self, address: u32) -> Answer {
        self.cpu.set_flags(0);
        Answer::To(address & 0o777777)
    }

    /// `.DISMIS`: continues at a PC word, and enables interrupts again.
    pub(super) fn dismiss(&mut self, pc_word: Word36) -> Answer {
        self.set(variable::PICLR, Word36::from_signed(-1));
        self.cpu.set_flags(pc_word.left());
        Answer::To(pc_word.right())
    }

    /// Records that an interrupting character was typed.
    ///
    /// Input characters count as typed when the program waits.
    pub(super) fn note_typed(&mut self) {
        let Some(channel) = self.its.channels.terminal_input() else { return };
        self.its.terminal.flag_next(self.host);
        if !self.its.terminal.has_interrupting(self.host) {
            return;
        }
        let (old, new) = (Word36::new(TYPED), Word36::new(1 << channel));
        let first = self.variable(variable::PIRQC) | old & self.variable(variable::MASK);
        let second = self.variable(variable::IFPIR) | new & self.variable(variable::MSK2);
        self.set(variable::PIRQC, first);
        self.set(variable::IFPIR, second);
    }

    /// Whether the job takes interrupts now.
    pub(super) fn may_interrupt(&self) -> bool {
        self.variable(variable::PICLR) != Word36::default()
    }

    /// Whether an interrupt is pending that the program would handle.
    pub(super) fn interrupt_waits(&self) -> bool {
        self.pending().any()
    }
}

//! Calls that end, stop or interrupt the job.
//!
//! Source: *ITS UUOS*; *ITS .CALLS*, `LOSE` and `DISMIS`; ITS 1652, `ALOSE`.

use machine::Cause;

use crate::Word36;

use super::Answer;
use super::arguments::Arguments;
use super::clock;
use super::inferiors::Wait;
use super::interrupt_bits::{BREAK, LOST};
use super::job::{option, variable};
use super::monitor::{CallError, Monitor, Outcome};

/// Units of system time per second.
const TICKS_PER_SECOND: u64 = 30;
const NANOS_PER_SECOND: u64 = 1_000_000_000;

impl Monitor<'_> {
    /// `.LOGOUT`: kills a job under DDT if requested, and otherwise continues.
    pub(super) fn log_out(&mut self, ac: u8) -> Answer {
        if ac == 0 {
            return Answer::Next;
        }
        let stopped = self.stop_for_superior(BREAK, self.before(0) + 1);
        stopped.unwrap_or(Answer::Exit(0))
    }

    /// `LOGIN` and `LOGOUT`.
    pub(super) fn log_out_call(&mut self, _: &mut Arguments) -> Outcome<Answer> {
        const NOT_TOP: u8 = 0o40;
        Err(CallError::Error(NOT_TOP))
    }

    /// `.LOSE`: the instruction before it failed.
    pub(super) fn lose(&mut self, code: u32) -> Outcome<Answer> {
        let at = self.before(1);
        self.lose_at(at, at, code)
    }

    /// `LOSE`.
    pub(super) fn lose_call(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        const NEXT: u32 = 1;
        const CLEAR_40: u32 = 2;
        const GIVEN: u32 = 4;
        let (word, control) = (arguments.at(0), arguments.control);
        if control & CLEAR_40 != 0 {
            self.write(self.its.job.block40(), Word36::default())?;
        }
        let default = if control & NEXT != 0 { self.before(0) + 1 } else { self.before(1) };
        let pc = arguments.get(1).map_or(default, Word36::right);
        let losing = if control & GIVEN != 0 { word.left() } else { pc };
        self.lose_at(losing, pc, word.right())
    }

    pub(super) fn before(&self, distance: u32) -> u32 {
        self.cpu.pc.get().wrapping_sub(distance) & 0o777777
    }

    /// Reports a failure, to the program itself if it handles that interrupt.
    fn lose_at(&mut self, losing: u32, pc: u32, code: u32) -> Outcome<Answer> {
        self.set(variable::VAL, Word36::halves(losing, code));
        let taken = self.variable(variable::MASK) & LOST != Word36::default()
            && self.variable(variable::DF1) & LOST == Word36::default()
            && self.variable(variable::PICLR) != Word36::default();
        if !taken {
            return Ok(self.report_loss(losing, code));
        }
        self.set(variable::PIRQC, self.variable(variable::PIRQC) | LOST);
        let after = u32::from(!self.its.job.option(option::OLD_PC));
        Ok(Answer::To((pc + after) & 0o777777))
    }

    /// `.DISMIS`.
    pub(super) fn dismiss_to(&mut self, address: u32) -> Outcome<Answer> {
        let pc_word = self.read(address)?;
        Ok(self.dismiss(pc_word))
    }

    /// `DISMIS`: pops what the interrupt pushed, unless arguments replace it.
    pub(super) fn dismiss_call(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        let [mut first, mut second, mut pc] =
            [variable::DF1, variable::DF2, variable::UUOH].map(|number| self.variable(number));
        let place = arguments.at(0);
        match arguments.place(0) {
            Ok(stack) => {
                let pointer = self.popped_extras(self.read(stack)?, arguments.control)?;
                let at = pointer.right();
                (pc, second) = (self.read(at)?, self.read(at.wrapping_sub(1))?);
                first = self.read(at.wrapping_sub(2))?;
                self.write(stack, pointer - Word36::halves(5, 5))?;
            }
            Err(_) if arguments.given.len() >= 4 => {}
            Err(_) => {
                let at = place.right();
                (pc, second) = (self.read(at)?, self.read(at.wrapping_sub(1))?);
                first = self.read(at.wrapping_sub(2))?;
            }
        }
        let pc = arguments.get(1).unwrap_or(pc);
        self.set(variable::DF1, arguments.get(2).unwrap_or(first));
        self.set(variable::DF2, arguments.get(3).unwrap_or(second));
        let answer = self.dismiss(pc);
        match arguments.get(4) {
            None => Ok(answer),
            Some(loss) => {
                self.cpu.pc.set(pc.right());
                self.lose_at(loss.left(), pc.right(), loss.right())
            }
        }
    }

    /// Pops the words and accumulators pushed after the PC.
    fn popped_extras(&self, mut pointer: Word36, control: u32) -> Outcome<Word36> {
        let pop = |pointer: Word36, count: u32| pointer - Word36::halves(count, count);
        if control & 0o400000 != 0 {
            pointer = pop(pointer, 3);
        }
        let (count, first) = (control & 0o37, control >> 6 & 0o17);
        for number in (first..first + count).rev() {
            let word = self.read(pointer.right())?;
            self.set_ac(number as u8 & 0o17, word);
            pointer = pop(pointer, 1);
        }
        Ok(pointer)
    }

    /// `.SLEEP`: waits for a number of ticks or, if negative, until a system time.
    pub(super) fn sleep(&mut self, ac: u8) -> Answer {
        let deadline = self.deadline(self.ac(ac));
        if let Some(other) = self.wait(Wait::Time(self.nanos_at(deadline)), self.before(0) + 1) {
            return other;
        }
        if self.sleeps_through(deadline) {
            self.note_typed();
            return Answer::Next;
        }
        // After the interrupt the call is made again, for the same time.
        self.set_ac(ac, Word36::from_signed(-(deadline as i64)));
        Answer::To(self.before(0))
    }

    /// System time at which a wait ends.
    fn deadline(&self, word: Word36) -> u64 {
        match word.signed() {
            negative @ ..0 => negative.unsigned_abs(),
            ticks => self.ticks().bits() + ticks.unsigned_abs(),
        }
    }

    /// Time of a system time, in nanoseconds since 1970; not before now.
    fn nanos_at(&self, deadline: u64) -> u64 {
        let ticks = deadline.saturating_sub(self.ticks().bits());
        let nanos = u128::from(ticks) * u128::from(NANOS_PER_SECOND) / u128::from(TICKS_PER_SECOND);
        self.now_nanos().saturating_add(u64::try_from(nanos).unwrap_or(u64::MAX))
    }

    /// Waits until a system time; false if a clock interrupts before.
    fn sleeps_through(&mut self, deadline: u64) -> bool {
        let until = self.nanos_at(deadline);
        let tick = self.next_tick().filter(|&tick| tick < until && self.may_interrupt());
        self.wait_until(tick.unwrap_or(until));
        tick.is_none()
    }

    fn wait_until(&mut self, nanos: u64) {
        let waits = nanos.saturating_sub(self.now_nanos());
        self.host.clock_nanos = self.host.clock_nanos.saturating_add(waits);
    }

    /// Uptime of the system in ticks; it starts with the job.
    pub(super) fn ticks(&self) -> Word36 {
        let up = self.now_nanos().saturating_sub(self.its.job.began_nanos);
        clock::parts(up, TICKS_PER_SECOND)
    }

    /// `.HANG`: waits until the instruction before it would skip, which here only an interrupt can
    /// cause; with an accumulator, also for some time.
    pub(super) fn hang(&mut self, ac: u8) -> Outcome<Answer> {
        self.note_typed();
        if self.interrupt_waits() {
            return Ok(Answer::To(self.before(1)));
        }
        if ac != 0 {
            let deadline = self.deadline(self.ac(ac));
            let until = Wait::Time(self.nanos_at(deadline));
            if self.nanos_at(deadline) > self.now_nanos()
                && let Some(other) = self.wait(until, self.before(1))
            {
                // The call is made again, for the same time.
                self.set_ac(ac, Word36::from_signed(-(deadline as i64)));
                return Ok(other);
            }
            if !self.sleeps_through(deadline) {
                self.set_ac(ac, Word36::from_signed(-(deadline as i64)));
                return Ok(Answer::To(self.before(1)));
            }
            self.set_ac(ac, Word36::default());
            return Ok(Answer::Next);
        }
        if let Some(other) = self.wait(Wait::Interrupt, self.before(1)) {
            return Ok(other);
        }
        if let Some(tick) = self.next_tick().filter(|_| self.may_interrupt()) {
            self.wait_until(tick);
            return Ok(Answer::To(self.before(1)));
        }
        let may_be_typed = self.its.channels.terminal_input().is_some();
        if may_be_typed && self.host.input.is_open() {
            Err(CallError::Stop(Answer::Input))
        } else {
            Err(CallError::Stop(Answer::Fault(Cause::Asleep)))
        }
    }

    /// `.UPISET`: exchanges `.PICLR` with an accumulator.
    pub(super) fn exchange_piclr(&mut self, ac: u8) -> Answer {
        let new = Word36::from_signed(self.ac(ac).signed() >> 35);
        self.set_ac(ac, self.variable(variable::PICLR));
        self.set(variable::PICLR, new);
        Answer::Next
    }

    /// A call with nothing to do here, which succeeds.
    pub(super) fn nothing(&mut self, _: &mut Arguments) -> Outcome<Answer> {
        Ok(Answer::Skip)
    }

    /// Converts an accumulator to a channel number.
    ///
    /// # Errors
    /// If it is not a channel, which is an illegal operation.
    pub(super) fn channel_in(&self, word: Word36) -> Outcome<u8> {
        super::arguments::channel_number(word).map_err(|_| CallError::Illegal)
    }
}

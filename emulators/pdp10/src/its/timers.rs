//! Clocks that interrupt a job: real time, and the slow clock of two ticks per second.
//!
//! They interrupt at the job's next call, or while it waits in `.SLEEP` or `.HANG`; nothing depends
//! on the speed of the host.
//!
//! Source: *ITS UUOS*, `.REALT`; *ITS USETS*, `.PIRQC`.

use crate::Word36;

use super::Answer;
use super::interrupt_bits::{REAL_TIME, SLOW_CLOCK};
use super::job::variable;
use super::monitor::{CallError, Monitor, Outcome};

const NANOS_PER_SECOND: u64 = 1_000_000_000;
/// Period of the slow clock.
const SLOW_NANOS: u64 = NANOS_PER_SECOND / 2;

/// A clock of a job.
#[derive(Debug, Clone, Copy, Default)]
struct Timer {
    /// Zero if the clock is off.
    period_nanos: u64,
    /// Time of the next tick, in nanoseconds since 1970.
    next_nanos: u64,
}

impl Timer {
    /// Starts ticking.
    fn start(&mut self, period_nanos: u64, now: u64) {
        *self = Timer { period_nanos, next_nanos: now.saturating_add(period_nanos) };
    }

    /// Ticks up to a time.
    fn ticks(&mut self, now: u64) -> u64 {
        if self.period_nanos == 0 || self.next_nanos > now {
            return 0;
        }
        let ticks = (now - self.next_nanos) / self.period_nanos + 1;
        self.next_nanos = self.next_nanos.saturating_add(ticks.saturating_mul(self.period_nanos));
        ticks
    }
}

/// Clocks of a job.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Timers {
    real_time: Timer,
    slow: Timer,
    /// Frame and priority time of `.REALT`, in sixtieths of a second.
    frame: [u32; 2],
    /// Ticks since the job last asked.
    ticks: u32,
}

/// Bits of `.REALT` in the left half of its accumulator.
mod request {
    pub(super) const STOP: u32 = 0o400000;
    pub(super) const START: u32 = 0o200000;
    pub(super) const SEIZE: u32 = 0o100000;
    /// Only remember the priority time.
    pub(super) const NO_WAIT: u32 = 0o020000;
    pub(super) const GET: u32 = 0o004000;
}

impl Monitor<'_> {
    /// `.REALT`: interrupts at the start of each frame. The job gets real time, as there is no other
    /// user.
    ///
    /// Source: ITS 1652, `AREALT`.
    pub(super) fn real_time(&mut self, ac: u8) -> Outcome<Answer> {
        const MOST_PRIORITY: u32 = 12;
        const PER_SECOND: u64 = 60;
        let (wanted, at) = (self.ac(ac).left(), self.ac(ac).right());
        let now = self.now_nanos();
        if wanted & request::GET != 0 {
            let timers = &mut self.its.job.timers;
            let ([frame, priority], ticks) = (timers.frame, std::mem::take(&mut timers.ticks));
            self.write(at + 2, Word36::halves(ticks, frame))?;
            self.write(at + 3, Word36::halves(0, priority))?;
        }
        if wanted & request::STOP != 0 {
            let slow = self.its.job.timers.slow;
            self.its.job.timers = Timers { slow, ..Timers::default() };
        }
        if wanted & request::START != 0 {
            let frame = self.read(at)?;
            if frame.signed() <= 0 {
                return Err(CallError::Illegal);
            }
            let timers = &mut self.its.job.timers;
            timers.frame[0] = frame.right();
            timers.real_time.start(u64::from(frame.right()) * NANOS_PER_SECOND / PER_SECOND, now);
        }
        if wanted & request::SEIZE != 0 {
            let (frame, priority) = (self.its.job.timers.frame[0], self.read(at + 1)?);
            let most = MOST_PRIORITY.min(frame / 2);
            if priority.signed() <= 0 || priority.signed() > most.into() {
                return Err(CallError::Illegal);
            }
            self.its.job.timers.frame[1] = priority.right();
        }
        Ok(if wanted & (request::SEIZE | request::NO_WAIT) == request::SEIZE {
            Answer::Skip
        } else {
            Answer::Next
        })
    }

    /// Requests the interrupts of clocks that ticked since the last time.
    pub(super) fn note_ticks(&mut self) {
        let (now, mask) = (self.now_nanos(), self.variable(variable::MASK));
        let timers = &mut self.its.job.timers;
        let wants_slow = mask & SLOW_CLOCK != Word36::default();
        if wants_slow != (timers.slow.period_nanos != 0) {
            timers.slow.start(if wants_slow { SLOW_NANOS } else { 0 }, now);
        }
        let (ticks, slow_ticks) = (timers.real_time.ticks(now), timers.slow.ticks(now));
        timers.ticks = timers.ticks.saturating_add(u32::try_from(ticks).unwrap_or(u32::MAX));
        timers.ticks = timers.ticks.min(0o777777);
        for (ticked, bit) in [(ticks, REAL_TIME), (slow_ticks, SLOW_CLOCK)] {
            if ticked > 0 {
                self.set(variable::PIRQC, self.variable(variable::PIRQC) | bit & mask);
            }
        }
    }

    /// Time of the next tick that interrupts the job, in nanoseconds since 1970.
    pub(super) fn next_tick(&self) -> Option<u64> {
        let (mask, timers) = (self.variable(variable::MASK), &self.its.job.timers);
        let clocks = [(timers.real_time, REAL_TIME), (timers.slow, SLOW_CLOCK)];
        let interrupts = |(timer, bit): &(Timer, Word36)| {
            timer.period_nanos > 0 && mask & *bit != Word36::default()
        };
        clocks.into_iter().filter(interrupts).map(|(timer, _)| timer.next_nanos).min()
    }
}

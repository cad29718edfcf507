//! Jobs that a program makes: its inferiors, and which job of the tree runs.
//!
//! One job runs at a time. Another one gets its turn when the running job waits, stops, or makes a
//! call after the other's time has come; nothing depends on the speed of the host.
//!
//! Source: *ITS USR*; *ITS USETS*, `.USTP`, `.INTB` and `.UPC`; *ITS UUOS*, `.UCLOSE`, `.ATTY`.

use crate::Word36;
use crate::cpu::flag;
use crate::memory::{Memory, PAGE_WORDS, PAGES, Page};

use super::arguments::Arguments;
use super::channels::{CHANNELS, Channels, Device, OpenJob};
use super::disk;
use super::errors::code;
use super::job::{Job, MOST_INFERIORS, variable};
use super::monitor::{CallError, Monitor, Outcome};
use super::{Answer, Its};

/// Memory that the system uses for a job.
const JOB_BYTES: u64 = PAGES as u64 * PAGE_WORDS as u64 * size_of::<Word36>() as u64;
/// `%TBNOT` of `.TTY`: the job does not have the terminal.
const NO_TERMINAL: Word36 = Word36::halves(0o400000, 0);
/// `.USTP` of a stopped job: its superior stopped it.
const STOPPED: Word36 = Word36::halves(0o100000, 0);

/// What a job that is not running waits for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Wait {
    /// Its superior, which starts it.
    Superior,
    /// Only its turn.
    #[default]
    Turn,
    /// An interrupt.
    Interrupt,
    /// A time, in nanoseconds since 1970, or an interrupt.
    Time(u64),
    /// A character from the terminal.
    Input,
}

/// Whether a job has the terminal.
fn has_terminal(job: &Job) -> bool {
    job.variables[variable::TTY] & NO_TERMINAL == Word36::default()
}

/// Notes in a job whether it has the terminal.
fn set_terminal(job: &mut Job, has: bool) {
    let kept = job.variables[variable::TTY] & Word36::new(!NO_TERMINAL.bits());
    job.variables[variable::TTY] = if has { kept } else { kept | NO_TERMINAL };
}

/// Passes the terminal from one job to another.
fn give_terminal(from: &mut Job, to: &mut Job) {
    set_terminal(from, false);
    set_terminal(to, true);
}

/// A job that is not running.
#[derive(Debug, Clone)]
pub(super) struct WaitingJob {
    job: Job,
    channels: Channels,
    memory: Memory,
    /// Where it continues, with its flags; zero if it never ran.
    pc: Word36,
    wait: Wait,
}

impl Its {
    /// Memory of a job that is not running.
    pub(super) fn memory_of_waiting(&self, number: u32) -> Option<&Memory> {
        self.waiting.iter().find(|other| other.job.number() == number).map(|other| &other.memory)
    }

    /// Continues another job, while the running one waits. The processor must be at the instruction
    /// with which the running job continues.
    pub(crate) fn switch(
        &mut self,
        number: u32,
        cpu: &mut crate::cpu::Cpu,
        host: &mut machine::Host,
    ) -> Answer {
        let mut monitor = Monitor { its: self, cpu, host };
        let Some(at) = monitor.waiting(number) else { return Answer::Next };
        monitor.swap_job(at);
        monitor.its.wait = Wait::Turn;
        let decoded = monitor.its.waiting[at].memory.release_code();
        monitor.cpu.memory.note_rewritten(decoded);
        monitor.resume()
    }
}

impl Monitor<'_> {
    /// Position of a job among those that do not run.
    fn waiting(&self, number: u32) -> Option<usize> {
        self.its.waiting.iter().position(|other| other.job.number() == number)
    }

    /// Exchanges the running job and another one.
    fn swap_job(&mut self, at: usize) {
        self.copy_linked();
        let pc = Word36::halves(self.cpu.flags(), self.cpu.pc.get());
        let other = &mut self.its.waiting[at];
        std::mem::swap(&mut self.its.job, &mut other.job);
        std::mem::swap(&mut self.its.channels, &mut other.channels);
        std::mem::swap(&mut self.cpu.memory, &mut other.memory);
        std::mem::swap(&mut self.its.wait, &mut other.wait);
        let continues = std::mem::replace(&mut other.pc, pc);
        self.cpu.set_flags(continues.left());
        self.cpu.pc.set(continues.right());
    }

    /// Does something as if another job were running.
    ///
    /// # Errors
    /// If there is no such job.
    pub(super) fn in_job<T>(
        &mut self,
        number: u32,
        act: impl FnOnce(&mut Self) -> Outcome<T>,
    ) -> Outcome<T> {
        let own = self.its.job.number();
        if number == own {
            return act(self);
        }
        let at = self.waiting(number).ok_or(CallError::Error(code::NO_JOB))?;
        self.swap_job(at);
        let result = act(self);
        // Other jobs may have ended meanwhile.
        let at = self.waiting(own).ok_or(CallError::Error(code::NO_JOB))?;
        self.swap_job(at);
        result
    }

    /// Whether a job is a direct inferior of the running one.
    pub(super) fn is_inferior(&self, number: u32) -> bool {
        let own = Word36::from(self.its.job.number());
        let superior = |at: usize| self.its.waiting[at].job.variables[variable::SUPPRO];
        self.waiting(number).is_some_and(|at| superior(at) == own)
    }

    /// Number of the running job's superior if that is a job of the program, not DDT.
    fn superior(&self) -> Option<u32> {
        let number = self.variable(variable::SUPPRO).right();
        self.waiting(number).map(|_| number)
    }

    /// Number of the superior of a job of the tree.
    pub(super) fn superior_of(&self, number: u32) -> Option<u32> {
        let superior = |job: &Job| job.variables[variable::SUPPRO].right();
        if number == self.its.job.number() {
            return Some(superior(&self.its.job));
        }
        self.waiting(number).map(|at| superior(&self.its.waiting[at].job))
    }

    /// Highest number of a job.
    pub(super) fn highest_job(&self) -> u32 {
        let others = self.its.waiting.iter().map(|other| other.job.number());
        others.fold(self.its.job.number(), u32::max)
    }

    /// Number of a job with these names.
    pub(super) fn job_named(&self, user: Word36, name: Word36) -> Option<u32> {
        let named = |job: &&Job| job.names() == [user, name];
        let others = self.its.waiting.iter().map(|other| &other.job);
        std::iter::once(&self.its.job).chain(others).find(named).map(Job::number)
    }

    /// Names of a job.
    pub(super) fn names_of(&self, number: u32) -> Option<[Word36; 2]> {
        if number == self.its.job.number() {
            return Some(self.its.job.names());
        }
        self.waiting(number).map(|at| self.its.waiting[at].job.names())
    }

    /// Makes a stopped inferior with one page and returns its number.
    ///
    /// # Errors
    /// If the running job has as many as it may, or memory is full.
    pub(super) fn make_inferior(&mut self, name: Word36) -> Outcome<u32> {
        let own = Word36::from(self.its.job.number());
        let jobs = || self.its.waiting.iter().map(|other| &other.job);
        let children = || jobs().filter(|job| job.variables[variable::SUPPRO] == own);
        let is_free = |&bit: &u32| {
            children().all(|job| job.variables[variable::INTB] != Word36::halves(1 << bit, 0))
        };
        let bit = (0..MOST_INFERIORS).find(is_free);
        let bit = bit.ok_or(CallError::Error(code::TOO_MANY_INFERIORS))?;
        let number = self.highest_job() + 1;
        disk::keep(self.host, JOB_BYTES)?;
        let mut job = Job::inferior(&self.its.job, name, number, bit);
        set_terminal(&mut job, false);
        let memory = Memory::new();
        memory.set_page(0, Page::Writable);
        let (channels, pc) = (Channels::default(), Word36::default());
        let wait = Wait::Superior;
        self.its.waiting.push(WaitingJob { job, channels, memory, pc, wait });
        Ok(number)
    }

    /// Ends an inferior and its own inferiors; its files are closed.
    pub(super) fn kill(&mut self, number: u32) -> Outcome {
        self.in_job(number, |job| job.clear())?;
        let is_killed = |other: &&WaitingJob| other.job.number() == number;
        if self.its.waiting.iter().find(is_killed).is_some_and(|other| has_terminal(&other.job)) {
            set_terminal(&mut self.its.job, true);
        }
        self.its.waiting.retain(|other| other.job.number() != number);
        self.unlink_job(number);
        self.host.files.release(JOB_BYTES);
        Ok(())
    }

    /// Closes the running job's channels and ends its inferiors.
    fn clear(&mut self) -> Outcome {
        (0..CHANNELS).for_each(|channel| self.close_channel(channel));
        let others: Vec<u32> = self.its.waiting.iter().map(|other| other.job.number()).collect();
        let inferiors = others.into_iter().filter(|&number| self.is_inferior(number));
        let inferiors: Vec<u32> = inferiors.collect();
        inferiors.into_iter().try_for_each(|number| self.kill(number))
    }

    /// `.RESET` of an inferior: one page, no channels, first values of its variables.
    pub(super) fn reset_inferior(&mut self, number: u32) -> Outcome {
        self.unlink_job(number);
        self.in_job(number, |job| {
            job.clear()?;
            (0..PAGES).for_each(|page| job.cpu.memory.set_page(page, Page::Absent));
            job.cpu.memory.set_page(0, Page::Writable);
            job.its.job.reset();
            Ok(())
        })
    }

    /// Resets the inferior of a channel; other devices have nothing to reset.
    pub(super) fn reset_channel(&mut self, channel: u8) -> Outcome {
        match self.job_of_channel(channel).filter(|&number| self.is_inferior(number)) {
            Some(number) => self.reset_inferior(number),
            None => Ok(()),
        }
    }

    /// `RESET`.
    pub(super) fn reset_call(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        self.reset_channel(arguments.channel()?).map(|()| Answer::Skip)
    }

    /// `ATTY`.
    pub(super) fn pass_terminal_call(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        self.job_number(arguments.at(0)).map(|number| self.pass_terminal_to(number))
    }

    /// `.UCLOSE`: ends the inferior of a channel, and closes all channels to it.
    pub(super) fn close_job(&mut self, channel: u8) -> Outcome<Answer> {
        let number = self.job_of_channel(channel).ok_or(CallError::Illegal)?;
        if self.is_inferior(number) {
            self.kill(number)?;
        }
        for channel in 0..CHANNELS {
            if self.job_of_channel(channel) == Some(number) {
                self.its.channels.get_mut(channel).open = None;
            }
        }
        Ok(Answer::Next)
    }

    /// Number of the job that a channel has open.
    pub(super) fn job_of_channel(&self, channel: u8) -> Option<u32> {
        match &self.its.channels.get(channel).open.as_ref()?.device {
            Device::Job(OpenJob { number, .. }) => Some(*number),
            _ => None,
        }
    }

    /// `.ATTY`: passes the terminal to the inferior of a channel.
    pub(super) fn pass_terminal(&mut self, channel: u8) -> Answer {
        self.job_of_channel(channel).map_or(Answer::Next, |number| self.pass_terminal_to(number))
    }

    /// Passes the terminal to an inferior; fails if the running job does not have it.
    ///
    /// Source: *ITS UUOS*, `.ATTY`.
    fn pass_terminal_to(&mut self, number: u32) -> Answer {
        let Some(at) = self.waiting(number).filter(|_| self.is_inferior(number)) else {
            return Answer::Next;
        };
        if !has_terminal(&self.its.job) {
            return Answer::Next;
        }
        give_terminal(&mut self.its.job, &mut self.its.waiting[at].job);
        Answer::Skip
    }

    /// `.DTTY`: takes the terminal back from the inferior that has it, which may be an indirect one.
    ///
    /// Source: *ITS UUOS*, `.DTTY`; *ITS TTY*, ".ATTY and .DTTY".
    pub(super) fn take_terminal(&mut self) -> Answer {
        let own = self.its.job.number();
        let is_below = |number: u32| {
            let mut superiors = std::iter::successors(Some(number), |&it| self.superior_of(it));
            superiors.any(|superior| superior == own)
        };
        let has_it = |other: &WaitingJob| has_terminal(&other.job) && is_below(other.job.number());
        let Some(at) = self.its.waiting.iter().position(has_it) else { return Answer::Next };
        give_terminal(&mut self.its.waiting[at].job, &mut self.its.job);
        Answer::Skip
    }

    /// A variable of an inferior, or of another job of the tree.
    pub(super) fn variable_of(&mut self, job: u32, number: u32) -> Outcome<Word36> {
        match (self.waiting(job), number as usize) {
            (Some(at), variable::USTP) => {
                let stopped = self.its.waiting[at].wait == Wait::Superior;
                Ok(if stopped { STOPPED } else { Word36::default() })
            }
            (Some(at), variable::UPC) => Ok(match self.its.waiting[at].pc {
                never if never == Word36::default() => never,
                pc => pc | Word36::halves(flag::USER, 0),
            }),
            _ => self.in_job(job, |job| job.job_variable(number)),
        }
    }

    /// Sets a variable of an inferior.
    ///
    /// # Errors
    /// If the job is not one.
    pub(super) fn set_variable_of(&mut self, job: u32, number: u32, value: Word36) -> Outcome {
        let Some(at) = self.waiting(job).filter(|_| self.is_inferior(job)) else {
            return Err(CallError::Error(code::CANNOT_MODIFY));
        };
        let other = &mut self.its.waiting[at];
        match number as usize {
            variable::USTP if value != Word36::default() => other.wait = Wait::Superior,
            variable::USTP if other.wait == Wait::Superior => other.wait = Wait::Turn,
            variable::USTP => {}
            variable::UPC => other.pc = Word36::halves(value.left() & flag::ALL, value.right()),
            variable::JNAME => other.job.variables[variable::JNAME] = value,
            _ => self.in_job(job, |job| job.set_job_variable(number, value))?,
        }
        Ok(())
    }

    /// Stops the running job for its superior, which is interrupted; `None` if that is DDT.
    ///
    /// `bits` are the reasons in the job's `.PIRQC`, and `pc` is where it would continue.
    pub(super) fn stop_for_superior(&mut self, bits: Word36, pc: u32) -> Option<Answer> {
        let superior = self.superior()?;
        self.set(variable::FTL1, bits);
        self.set(variable::PIRQC, self.variable(variable::PIRQC) | bits);
        self.its.wait = Wait::Superior;
        let own = self.variable(variable::INTB);
        let at = self.waiting(superior)?;
        let other = &mut self.its.waiting[at];
        let asked = other.job.variables[variable::MSK2] & own;
        let pending = &mut other.job.variables[variable::IFPIR];
        *pending = *pending | asked;
        Some(Answer::Switch { job: superior, next: pc & 0o777777 })
    }

    /// Lets another job run while the running one waits and then continues at `next`; `None` if
    /// no other can.
    pub(super) fn wait(&mut self, wait: Wait, next: u32) -> Option<Answer> {
        let own_time = if let Wait::Time(time) = wait { time } else { u64::MAX };
        let job = match self.ready() {
            Some(job) => job,
            None => {
                let (time, job) = self.first_time().filter(|&(time, _)| time < own_time)?;
                self.host.clock_nanos += time.saturating_sub(self.now_nanos());
                job
            }
        };
        self.its.wait = wait;
        Some(Answer::Switch { job, next: next & 0o777777 })
    }

    /// Lets a job run whose time has come while the running one did not wait.
    pub(super) fn take_turns(&mut self, next: u32) -> Option<Answer> {
        let is_due = |other: &WaitingJob| match other.wait {
            Wait::Time(time) => time <= self.now_nanos(),
            _ => false,
        };
        let job = self.its.waiting.iter().find(|other| is_due(other))?.job.number();
        self.its.wait = Wait::Turn;
        Some(Answer::Switch { job, next: next & 0o777777 })
    }

    /// A job that can run now.
    fn ready(&mut self) -> Option<u32> {
        let now = self.now_nanos();
        (0..self.its.waiting.len()).find_map(|at| {
            let other = &self.its.waiting[at];
            let (number, wait) = (other.job.number(), other.wait);
            let ready = match wait {
                Wait::Superior => false,
                Wait::Turn => true,
                Wait::Time(time) if time <= now => true,
                _ => self.in_job(number, |job| Ok(job.interrupt_waits())) == Ok(true),
            };
            ready.then_some(number)
        })
    }

    /// The earliest time a job waits for, and the job.
    fn first_time(&self) -> Option<(u64, u32)> {
        let times = self.its.waiting.iter().filter_map(|other| match other.wait {
            Wait::Time(time) => Some((time, other.job.number())),
            _ => None,
        });
        times.min()
    }
}

//! A job: a machine with its program, and the settings that DDT keeps for each.
//!
//! Source: DDT 1549, `USRS`: the variables of each job.

use std::borrow::Cow;
use std::collections::VecDeque;

use machine::{Host, Image, LoadError, Machine as _};
use pdp10::Word36;

use super::points::Breakpoint;
use super::raid::RaidRegister;
use super::symbols::Symbols;
use crate::Program;
use crate::engine::Run;

/// A program under DDT.
pub(super) struct Job<'p> {
    pub(super) run: Run<'p>,
    /// The program: that of the session, one from the disk, or an empty one.
    pub(super) image: Cow<'p, Image>,
    pub(super) symbols: Symbols,
    /// Start address of `$G`.
    pub(super) start: u32,
    pub(super) breakpoints: [Option<Breakpoint>; 8],
    /// Index of the breakpoint at which the program stopped.
    pub(super) stopped_at: Option<usize>,
    pub(super) has_ended: bool,
    /// Keys passed to the program but not read yet.
    pub(super) given: VecDeque<char>,
    /// Words that are typed when the program stops.
    pub(super) raid: [Option<RaidRegister>; RAID_REGISTERS],
    /// Whether `:FORGET` has hidden it from everything but its name.
    pub(super) is_forgotten: bool,
}

/// Raid registers of a job.
///
/// Source: ITS, *DDT ORDER*: `..RAID+1`.
pub(super) const RAID_REGISTERS: usize = 8;

impl<'p> Job<'p> {
    /// A job that has a program, at its first instruction.
    ///
    /// # Errors
    /// If the machine cannot hold it.
    pub(super) fn new(
        program: Program<'p>,
        image: Cow<'p, Image>,
        host: Host,
    ) -> Result<Self, LoadError> {
        let mut machine = program.target.machine();
        machine.load(&image)?;
        Ok(Job {
            run: Run::prepared(program, machine, host),
            symbols: Symbols::new(&image),
            start: image.entry as u32,
            image,
            breakpoints: [None; 8],
            stopped_at: None,
            has_ended: false,
            given: VecDeque::new(),
            raid: [None; RAID_REGISTERS],
            is_forgotten: false,
        })
    }

    /// Loads its program again; breakpoints and a watched word stay.
    pub(super) fn load(&mut self, host: Host) -> Result<(), LoadError> {
        let program = self.run.program;
        let mut machine = program.target.machine();
        machine.load(&self.image)?;
        let stops = std::mem::take(&mut self.run.stops);
        self.run = Run::prepared(program, machine, host);
        self.run.stops = stops;
        self.has_ended = false;
        self.stopped_at = None;
        Ok(())
    }

    /// Its name, as the program sees it.
    pub(super) fn name(&self) -> String {
        asmkit::plain(&String::from_utf8_lossy(&self.run.timeline.host().program))
    }

    /// Whether it was made without a program.
    pub(super) fn is_empty(&self) -> bool {
        self.image.segments.is_empty()
    }

    /// `-` for a job that was not started, its breakpoint, or `P` if it can continue.
    pub(super) fn state(&self) -> String {
        match self.stopped_at {
            Some(at) => format!("{}B", at + 1),
            None if self.has_ended => "(has ended)".to_owned(),
            None if self.run.machine().counts().instructions == 0 => "-".to_owned(),
            None => "P".to_owned(),
        }
    }

    pub(super) fn word_at(&self, address: u32) -> Option<Word36> {
        self.run.machine().peek(u64::from(address) & 0o777777).map(Word36::new)
    }
}

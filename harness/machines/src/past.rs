//! A run that can be had again from a moment in it.
//!
//! A run follows from its image, its host and what it was given on the way, so whoever keeps these
//! can look at it once more, closer.

use std::fmt;

use machine::{Host, Machine as _, Observer, Stop};

use crate::target::AnyMachine;

/// What a program that waited was given.
#[derive(Debug, Clone)]
pub enum Given {
    /// Input; nothing at all is its end.
    Input(Vec<u8>),
    /// The file of this name.
    File(Vec<u8>, Vec<u8>),
    /// That there is no such file.
    NoFile,
}

impl Given {
    /// Gives it to the host.
    pub fn give(&self, host: &mut Host) {
        match self {
            Given::Input(bytes) => host.input.feed(bytes),
            Given::File(name, bytes) => host.files.give(name.clone(), bytes.clone()),
            Given::NoFile => host.files.refuse(),
        }
    }
}

/// A machine and its world at a moment, and what it was given since.
#[derive(Debug, Clone)]
struct Moment {
    machine: AnyMachine,
    host: Host,
    instructions: u64,
    given: Vec<Given>,
}

impl Moment {
    fn new(machine: AnyMachine, host: Host, given: Vec<Given>) -> Self {
        Moment { instructions: done(&machine), machine, host, given }
    }

    /// Runs on to so many instructions of the whole run.
    fn go_on(&mut self, to: u64) {
        let mut given = std::mem::take(&mut self.given).into_iter();
        while let Some(left) = to.checked_sub(done(&self.machine)).filter(|&left| left > 0) {
            match self.machine.run(&mut self.host, left, &mut ()) {
                Stop::Budget => {}
                Stop::Input => match given.next() {
                    Some(given) => given.give(&mut self.host),
                    None => break,
                },
                _ => break,
            }
            drop((self.host.output.take(), self.host.errors.take()));
        }
        (self.instructions, self.given) = (done(&self.machine), given.collect());
    }
}

/// Instructions that are looked at again at least, where there were as many: some tenths of a second.
const KEPT_INSTRS: u64 = 20_000_000;

/// Fewest instructions from one moment that is kept to the next. What lies between a moment and what is
/// looked at is run again, too, with nobody looking, which is much faster.
const BETWEEN_INSTRS: u64 = 50_000_000;

/// Instructions a machine has run.
pub(crate) fn done(machine: &AnyMachine) -> u64 {
    machine.tried()
}

/// Makes a program's machine and its host as they were when it began.
type Begin<'p> = dyn Fn() -> (AnyMachine, Host) + 'p;

/// What the last part of a run can be had again from, while it goes on.
pub struct Record<'p> {
    begin: Box<Begin<'p>>,
    /// What it was given before the older moment.
    given: Vec<Given>,
    older: Option<Moment>,
    newer: Option<Moment>,
}

impl fmt::Debug for Record<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Record { given, older, newer, begin: _ } = self;
        f.debug_struct("Record")
            .field("given", given)
            .field("older", older)
            .field("newer", newer)
            .finish_non_exhaustive()
    }
}

impl<'p> Record<'p> {
    /// That of a program that has not begun.
    #[must_use]
    pub fn new(begin: impl Fn() -> (AnyMachine, Host) + 'p) -> Self {
        Record { begin: Box::new(begin), given: Vec::new(), older: None, newer: None }
    }

    /// Keeps what the program is given.
    pub fn given(&mut self, given: Given) {
        let newer = self.newer.as_mut().map(|newer| &mut newer.given);
        let older = self.older.as_mut().map_or(&mut self.given, |older| &mut older.given);
        newer.into_iter().for_each(|all| all.push(given.clone()));
        older.push(given);
    }

    /// The run has come here: forgets what is long ago.
    pub fn came(&mut self, machine: &AnyMachine, host: &Host) {
        let last = self.newer.as_ref().map_or(0, |newer| newer.instructions);
        // A moment costs as much however long the run is.
        if done(machine) < last + BETWEEN_INSTRS.max(last / 4) {
            return;
        }
        self.older = self.newer.take();
        if self.older.is_some() {
            self.given.clear();
        }
        self.newer = Some(Moment::new(machine.clone(), host.clone(), Vec::new()));
    }

    /// The last part of the run, which has come to where a machine is.
    #[must_use]
    pub fn past(&self, machine: &AnyMachine) -> Past {
        let to = done(machine);
        let is_before = |moment: &&Moment| moment.instructions + KEPT_INSTRS <= to;
        let newer = self.newer.as_ref().filter(is_before);
        let mut from = match newer.or(self.older.as_ref()) {
            Some(moment) => moment.clone(),
            None => {
                let (machine, host) = (self.begin)();
                Moment::new(machine, host, self.given.clone())
            }
        };
        if from.instructions + 2 * KEPT_INSTRS < to {
            from.go_on(to - KEPT_INSTRS);
        }
        Past(from)
    }
}

/// The last part of a run, or all of it where it is short.
#[derive(Debug, Clone)]
pub struct Past(Moment);

impl Past {
    /// The past of a program since a machine and its host were as they are here, and what it was given
    /// since.
    #[must_use]
    pub fn from(machine: &AnyMachine, host: &Host, given: Vec<Given>) -> Self {
        Past(Moment::new(machine.clone(), host.clone(), given))
    }

    /// Whether it reaches back to the program's beginning.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.left_out() == 0
    }

    /// How many instructions of the run it leaves out.
    #[must_use]
    pub fn left_out(&self) -> u64 {
        self.0.instructions
    }

    /// The machine as it was where this begins.
    #[must_use]
    pub fn machine(&self) -> &AnyMachine {
        &self.0.machine
    }

    /// Runs it again up to so many instructions of the whole run, with someone looking on.
    ///
    /// Each time the run pauses before an instruction, `paused` is called before it and behind it,
    /// with true then. Gives the machine as it was at the end.
    pub fn again<O: Observer>(
        &self,
        to: u64,
        observer: &mut O,
        mut paused: impl FnMut(&AnyMachine, &mut O, bool),
    ) -> AnyMachine {
        let Moment { mut machine, mut host, given, .. } = self.0.clone();
        let mut given = given.iter();
        let mut is_paused = false;
        loop {
            let left = to.saturating_sub(done(&machine));
            let stop = if is_paused {
                machine.run(&mut host, 1, &mut ())
            } else {
                machine.run(&mut host, left, observer)
            };
            match stop {
                Stop::Pause => {
                    paused(&machine, observer, false);
                    is_paused = true;
                }
                Stop::Budget if is_paused => {
                    paused(&machine, observer, true);
                    is_paused = false;
                }
                Stop::Budget if left > 0 => {}
                Stop::Input => match given.next() {
                    Some(given) => given.give(&mut host),
                    None => return machine,
                },
                _ => return machine,
            }
            // Only what it does, not what it says, is of interest.
            drop((host.output.take(), host.errors.take()));
        }
    }
}

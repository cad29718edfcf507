//! A run that can be had again from a moment in it.
//!
//! A run follows from its image, its host and what it was given on the way, so whoever keeps these
//! can look at it once more, closer.

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
    fn new(machine: &AnyMachine, host: &Host) -> Self {
        let instructions = done(machine);
        Moment { machine: machine.clone(), host: host.clone(), instructions, given: Vec::new() }
    }
}

/// The last part of a run, or all of it where it is short.
#[derive(Debug, Clone)]
pub struct Past {
    older: Moment,
    newer: Option<Moment>,
    is_whole: bool,
}

/// Instructions that are run again at least, where there were as many: some tenths of a second.
const KEPT_INSTRS: u64 = 20_000_000;

/// Instructions a machine has run.
pub(crate) fn done(machine: &AnyMachine) -> u64 {
    machine.tried()
}

impl Past {
    /// The past of a program that has not begun.
    #[must_use]
    pub fn new(machine: &AnyMachine, host: &Host) -> Self {
        Past { older: Moment::new(machine, host), newer: None, is_whole: true }
    }

    /// The past of a program since a machine and its host were as they are here, and what it was given
    /// since.
    #[must_use]
    pub fn from(machine: &AnyMachine, host: &Host, given: Vec<Given>) -> Self {
        let older = Moment { given, ..Moment::new(machine, host) };
        Past { is_whole: older.instructions == 0, older, newer: None }
    }

    /// Keeps what the program is given.
    pub fn given(&mut self, given: Given) {
        self.older.given.extend(self.newer.is_some().then(|| given.clone()));
        self.newer.as_mut().unwrap_or(&mut self.older).given.push(given);
    }

    /// The run has come here: forgets what is long ago.
    pub fn came(&mut self, machine: &AnyMachine, host: &Host) {
        let last = self.newer.as_ref().unwrap_or(&self.older);
        if done(machine) < last.instructions + KEPT_INSTRS {
            return;
        }
        if let Some(newer) = self.newer.take() {
            (self.older, self.is_whole) = (newer, false);
        }
        self.newer = Some(Moment::new(machine, host));
    }

    /// Whether it reaches back to the program's beginning.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// How many instructions of the run it leaves out.
    #[must_use]
    pub fn left_out(&self) -> u64 {
        self.older.instructions
    }

    /// The machine as it was where this begins.
    #[must_use]
    pub fn machine(&self) -> &AnyMachine {
        &self.older.machine
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
        let Moment { mut machine, mut host, given, .. } = self.older.clone();
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

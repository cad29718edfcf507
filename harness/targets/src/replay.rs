//! Running the last part of a program again, with an observer.
//!
//! A run is determined by its image, its host and the input it received. [`RunRecord`] keeps these
//! while the program runs fast; when it stops, a [`Replay`] repeats the last part as closely as
//! needed.

use std::fmt;

use machine::{Host, Machine as _, Observer, Stop};

use crate::target::AnyMachine;

/// Input that a waiting program received.
#[derive(Debug, Clone)]
pub enum SuppliedInput {
    /// Standard input; empty is the end of the input.
    Input(Vec<u8>),
    /// A file: name and contents.
    File(Vec<u8>, Vec<u8>),
    /// The answer that the file does not exist.
    NoFile,
}

impl SuppliedInput {
    /// Passes it to the host.
    pub fn give(&self, host: &mut Host) {
        match self {
            SuppliedInput::Input(bytes) => host.input.feed(bytes),
            SuppliedInput::File(name, bytes) => host.files.give(name.clone(), bytes.clone()),
            SuppliedInput::NoFile => host.files.refuse(),
        }
    }
}

/// Snapshot of a machine and its host, with the input received since.
#[derive(Debug, Clone)]
struct Snapshot {
    machine: AnyMachine,
    host: Host,
    instructions: u64,
    given: Vec<SuppliedInput>,
}

impl Snapshot {
    fn new(machine: AnyMachine, host: Host, given: Vec<SuppliedInput>) -> Self {
        Snapshot { instructions: done(&machine), machine, host, given }
    }

    /// Runs until `to` instructions of the whole run are done.
    fn advance(&mut self, to: u64) {
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

/// Minimum number of instructions to run again, if there are as many: some tenths of a second.
const KEPT_INSTRS: u64 = 20_000_000;

/// Minimum number of instructions between snapshots.
///
/// Instructions between a snapshot and the observed part run again without an observer, which is
/// much faster.
const BETWEEN_INSTRS: u64 = 50_000_000;

/// Number of instructions that a machine has run.
pub(crate) fn done(machine: &AnyMachine) -> u64 {
    machine.attempted()
}

/// Creates a program's machine and host in their initial state.
type Start<'p> = dyn Fn() -> (AnyMachine, Host) + 'p;

/// Snapshots and inputs of a running program, from which its last part can be run again.
pub struct RunRecord<'p> {
    begin: Box<Start<'p>>,
    /// Input received before the older snapshot.
    given: Vec<SuppliedInput>,
    older: Option<Snapshot>,
    newer: Option<Snapshot>,
}

impl fmt::Debug for RunRecord<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RunRecord { given, older, newer, begin: _ } = self;
        f.debug_struct("Record")
            .field("given", given)
            .field("older", older)
            .field("newer", newer)
            .finish_non_exhaustive()
    }
}

impl<'p> RunRecord<'p> {
    /// Record of a program that has not started; `begin` creates its machine and host.
    #[must_use]
    pub fn new(begin: impl Fn() -> (AnyMachine, Host) + 'p) -> Self {
        RunRecord { begin: Box::new(begin), given: Vec::new(), older: None, newer: None }
    }

    /// Records input that the program receives.
    pub fn given(&mut self, given: SuppliedInput) {
        let newer = self.newer.as_mut().map(|newer| &mut newer.given);
        let older = self.older.as_mut().map_or(&mut self.given, |older| &mut older.given);
        newer.into_iter().for_each(|all| all.push(given.clone()));
        older.push(given);
    }

    /// Takes a snapshot if the last one is old enough, and drops the oldest.
    pub fn came(&mut self, machine: &AnyMachine, host: &Host) {
        let last = self.newer.as_ref().map_or(0, |newer| newer.instructions);
        // Snapshots cost the same for any length of run, so they become rarer.
        if done(machine) < last + BETWEEN_INSTRS.max(last / 4) {
            return;
        }
        self.older = self.newer.take();
        if self.older.is_some() {
            self.given.clear();
        }
        self.newer = Some(Snapshot::new(machine.clone(), host.clone(), Vec::new()));
    }

    /// The last part of the run, up to the current state of `machine`.
    #[must_use]
    pub fn past(&self, machine: &AnyMachine) -> Replay {
        let to = done(machine);
        let is_before = |snapshot: &&Snapshot| snapshot.instructions + KEPT_INSTRS <= to;
        let newer = self.newer.as_ref().filter(is_before);
        let mut from = match newer.or(self.older.as_ref()) {
            Some(snapshot) => snapshot.clone(),
            None => {
                let (machine, host) = (self.begin)();
                Snapshot::new(machine, host, self.given.clone())
            }
        };
        if from.instructions + 2 * KEPT_INSTRS < to {
            from.advance(to - KEPT_INSTRS);
        }
        Replay(from)
    }
}

/// The last part of a run, or all of it if it is short.
#[derive(Debug, Clone)]
pub struct Replay(Snapshot);

impl Replay {
    /// Past that starts at this state of machine and host; `given` is the input received since.
    #[must_use]
    pub fn from(machine: &AnyMachine, host: &Host, given: Vec<SuppliedInput>) -> Self {
        Replay(Snapshot::new(machine.clone(), host.clone(), given))
    }

    /// Whether it starts at the beginning of the program.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.left_out() == 0
    }

    /// Number of instructions before it.
    #[must_use]
    pub fn left_out(&self) -> u64 {
        self.0.instructions
    }

    /// The machine at the start of this part.
    #[must_use]
    pub fn machine(&self) -> &AnyMachine {
        &self.0.machine
    }

    /// Runs it again with an observer, until `to` instructions of the whole run are done.
    ///
    /// When the observer pauses before an instruction, calls `paused` with false before that
    /// instruction and with true after it. Returns the machine in its final state.
    pub fn again<O: Observer>(
        &self,
        to: u64,
        observer: &mut O,
        mut paused: impl FnMut(&AnyMachine, &mut O, bool),
    ) -> AnyMachine {
        let Snapshot { mut machine, mut host, given, .. } = self.0.clone();
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
            // The output was shown in the first run.
            drop((host.output.take(), host.errors.take()));
        }
    }
}

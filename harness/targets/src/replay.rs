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

    /// Runs with an observer until `to` instructions of the whole run are done, as
    /// [`Replay::again`] describes.
    fn run<O: Observer>(
        &mut self,
        to: u64,
        observer: &mut O,
        mut paused: impl FnMut(&AnyMachine, &mut O, bool),
    ) {
        let mut given = std::mem::take(&mut self.given).into_iter();
        let mut is_paused = false;
        loop {
            let left = to.saturating_sub(done(&self.machine));
            let stop = if is_paused {
                self.machine.run(&mut self.host, 1, &mut ())
            } else {
                self.machine.run(&mut self.host, left, observer)
            };
            // The output was shown in the first run.
            drop((self.host.output.take(), self.host.errors.take()));
            match stop {
                Stop::Pause => {
                    paused(&self.machine, observer, false);
                    is_paused = true;
                }
                Stop::Budget if is_paused => {
                    paused(&self.machine, observer, true);
                    is_paused = false;
                }
                Stop::Budget if left > 0 => {}
                Stop::Input => match given.next() {
                    Some(given) => given.give(&mut self.host),
                    None => break,
                },
                _ => break,
            }
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
    /// Input received since the beginning; none once there are two snapshots.
    given: Vec<SuppliedInput>,
    /// The last two snapshots, the older one first.
    snapshots: Vec<Snapshot>,
    /// Whether `given` is all input.
    is_whole: bool,
}

impl fmt::Debug for RunRecord<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RunRecord").field("snapshots", &self.snapshots).finish_non_exhaustive()
    }
}

impl<'p> RunRecord<'p> {
    /// Record of a program that has not started; `begin` creates its machine and host.
    #[must_use]
    pub fn new(begin: impl Fn() -> (AnyMachine, Host) + 'p) -> Self {
        RunRecord {
            begin: Box::new(begin),
            given: Vec::new(),
            snapshots: Vec::new(),
            is_whole: true,
        }
    }

    /// Records input that the program receives.
    pub fn given(&mut self, given: SuppliedInput) {
        self.snapshots.iter_mut().for_each(|snapshot| snapshot.given.push(given.clone()));
        if self.snapshots.len() < 2 {
            self.given.push(given);
        } else {
            self.is_whole = false;
        }
    }

    /// Begins the record at this state, whose past cannot be repeated: it received input that it did
    /// not wait for.
    pub fn begin_at(&mut self, machine: &AnyMachine, host: &Host) {
        let (machine, host) = (machine.clone(), host.clone());
        self.begin = Box::new(move || (machine.clone(), host.clone()));
        (self.given, self.snapshots, self.is_whole) = (Vec::new(), Vec::new(), false);
    }

    /// Takes a snapshot if the last one is old enough, and drops the oldest.
    pub fn came(&mut self, machine: &AnyMachine, host: &Host) {
        let last = self.snapshots.last().map_or(0, |last| last.instructions);
        // Snapshots cost the same for any length of run, so they become rarer.
        if done(machine) < last + BETWEEN_INSTRS.max(last / 4) {
            return;
        }
        self.snapshots.drain(..self.snapshots.len().saturating_sub(1));
        self.snapshots.push(Snapshot::new(machine.clone(), host.clone(), Vec::new()));
        if self.snapshots.len() == 2 && !self.given.is_empty() {
            self.given.clear();
            self.is_whole = false;
        }
    }

    /// Machine and host in their initial state, with all input received since; `None` if that was not
    /// kept because the run is long.
    #[must_use]
    pub fn whole(&self) -> Option<(AnyMachine, Host, Vec<SuppliedInput>)> {
        let (machine, host) = (self.begin)();
        (self.is_whole).then(|| (machine, host, self.given.clone()))
    }

    /// The last part of the run, up to the current state of `machine`.
    #[must_use]
    pub fn past(&self, machine: &AnyMachine) -> Replay {
        let to = done(machine);
        let is_before = |snapshot: &&Snapshot| snapshot.instructions + KEPT_INSTRS <= to;
        let mut from = match self.snapshots.iter().rev().find(is_before) {
            Some(snapshot) => snapshot.clone(),
            None => {
                let (machine, host) = (self.begin)();
                Snapshot::new(machine, host, self.given.clone())
            }
        };
        if from.instructions + 2 * KEPT_INSTRS < to {
            from.run(to - KEPT_INSTRS, &mut (), |_, (), _| {});
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
        paused: impl FnMut(&AnyMachine, &mut O, bool),
    ) -> AnyMachine {
        let mut state = self.0.clone();
        state.run(to, observer, paused);
        state.machine
    }
}

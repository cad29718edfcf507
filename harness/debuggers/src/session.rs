//! A program that stands still while somebody looks at it, and goes on in pieces: for who is no
//! terminal.

use std::sync::Arc;

use asmkit::Sources;
use machine::{Counts, Fault, Host, Image, LoadError, Machine as _, Observer};
use machines::calls::Frame;
use machines::diagnose;
use machines::story::{Came as CameTo, End};
use machines::target::{AnyMachine, Target};
use self_cell::self_cell;

use crate::Program;
use crate::engine::{Drive, Frontend, Going, Halt, Input, PART_INSTRS, Point, Run, Stored};
use crate::look::{Seen, Wanted};

/// A program with all that it is made of.
#[derive(Debug, Clone)]
pub struct Whole {
    /// The machine and how it is set up.
    pub target: Target,
    /// The program.
    pub image: Arc<Image>,
    /// Its sources, for messages; may be empty.
    pub sources: Arc<Sources>,
}

impl Whole {
    /// What tells of it needs of it.
    #[must_use]
    pub fn parts(&self) -> Program<'_> {
        Program { target: &self.target, image: &self.image, sources: &self.sources }
    }
}

self_cell!(
    struct LoadedDrive {
        owner: Whole,
        #[not_covariant]
        dependent: Drive,
    }
);

/// A program on its machine, with its past, its breakpoints, and whatever way it was going.
pub struct Session(LoadedDrive);

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Session").field(self.0.borrow_owner()).finish()
    }
}

/// Nobody: input comes later, what is said is kept.
struct SilentFrontend {
    /// Parts of the past that are looked through at most.
    parts: u64,
    output: [Vec<u8>; 2],
    told: Vec<String>,
}

impl Frontend for SilentFrontend {
    fn show(&mut self, output: &[Vec<u8>; 2]) {
        for (all, more) in self.output.iter_mut().zip(output) {
            all.extend_from_slice(more);
        }
    }

    fn tell(&mut self, text: &str) {
        self.told.push(text.to_owned());
    }

    /// In a sentence: whoever has a session shows the line itself.
    fn report_passed(&mut self, run: &Run<'_>, fault: &Fault) {
        let told = diagnose::told(fault, run.program.image, run.machine().spec());
        self.tell(&format!("the program continues after this: {told}"));
    }

    fn is_interrupted(&mut self) -> bool {
        false
    }

    fn is_impatient(&mut self) -> bool {
        self.parts = self.parts.saturating_sub(1);
        self.parts == 0
    }

    fn input(&mut self) -> Input {
        Input::Later
    }
}

/// What came of letting a program go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Came {
    /// Why it stands still; [`Halt::Spent`] and [`Halt::Waits`] can be gone on from.
    pub halt: Halt,
    /// What it wrote to standard output and standard error meanwhile, and never before.
    pub output: [Vec<u8>; 2],
    /// What was said of a program that went on.
    pub told: Vec<String>,
}

/// Where a program stands in its run: positions are instructions that were tried until then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// Now.
    pub now: u64,
    /// As far as it ever came.
    pub end: u64,
    /// As far as one can go back.
    pub start: u64,
}

impl Session {
    /// Loads a program; it stands before its first instruction.
    ///
    /// # Errors
    /// When the machine cannot hold it.
    pub fn new(whole: Whole, host: Host) -> Result<Self, LoadError> {
        LoadedDrive::try_new(whole, |whole| Drive::new(whole.parts(), host, 0)).map(Session)
    }

    /// The program.
    #[must_use]
    pub fn whole(&self) -> &Whole {
        self.0.borrow_owner()
    }

    fn drive<T>(&self, look: impl FnOnce(&Drive<'_>) -> T) -> T {
        self.0.with_dependent(|_, drive| look(drive))
    }

    fn drive_mut<T>(&mut self, change: impl FnOnce(&mut Drive<'_>) -> T) -> T {
        self.0.with_dependent_mut(|_, drive| change(drive))
    }

    fn moved(&mut self, way: impl FnOnce(&mut Drive<'_>, &mut dyn Frontend) -> Halt) -> Came {
        self.moved_for(u64::MAX, way)
    }

    /// The same, with so many parts of the past that may be looked through for it.
    fn moved_for(
        &mut self,
        parts: u64,
        way: impl FnOnce(&mut Drive<'_>, &mut dyn Frontend) -> Halt,
    ) -> Came {
        let mut frontend = SilentFrontend { parts, output: Default::default(), told: Vec::new() };
        let halt = self.drive_mut(|drive| way(drive, &mut frontend));
        Came { halt, output: frontend.output, told: frontend.told }
    }

    /// Lets the program go, for at most so many instructions.
    pub fn go(&mut self, going: Going, most_instrs: u64) -> Came {
        self.moved_for(parts(most_instrs), |drive, frontend| {
            drive.set_max_instrs(most_instrs);
            drive.go(going, frontend)
        })
    }

    /// Goes on with what was broken off; on and on where nothing was.
    pub fn resume(&mut self, most_instrs: u64) -> Came {
        self.moved_for(parts(most_instrs), |drive, frontend| {
            drive.set_max_instrs(most_instrs);
            drive.resume(frontend)
        })
    }

    /// Lets the program go with somebody looking on, who can stop it, which is [`Halt::Done`]; breakpoints and
    /// watchpoints do not.
    ///
    /// The observer is told of stores from `watched.0` to before `watched.1`.
    pub fn go_watched<O: Observer>(
        &mut self,
        most_instrs: u64,
        watched: (u64, u64),
        observer: &mut O,
    ) -> Came {
        self.moved(|drive, frontend| drive.go_watched(most_instrs, watched, observer, frontend))
    }

    /// Whether the program has an instruction that asks its system for something.
    #[must_use]
    pub fn asks_system(&self) -> bool {
        self.drive(|drive| !drive.run.system_calls().is_empty())
    }

    /// The last stores that the program made, at most so many, the last one last; fewer where they lie far
    /// back.
    pub fn last_stores(&mut self, most: usize) -> Vec<Stored> {
        self.drive_mut(|drive| drive.run.timeline.last_stores(most))
    }

    /// How the program came to a mistake that it has just made: the instruction with the registers that
    /// matter, and sentences.
    pub fn story(&mut self, fault: &Fault) -> (Option<String>, Vec<String>) {
        self.drive_mut(|drive| {
            let (map, past) = (drive.run.map(), drive.run.timeline.past());
            let (program, machine) = (drive.run.program, drive.run.machine());
            let end = End { machine, fault };
            let mut told = CameTo::to(&program, &map, &past, &end).told(&program, &map);
            let falls = program.falls(&map, machine);
            told.extend(falls.iter().take(MOST_FALLS).map(|fall| program.fall_told(&map, fall)));
            told.extend(program.passed_main(&map, machine));
            (end.instruction(), told)
        })
    }

    /// Whether a going was broken off that [`resume`](Self::resume) would go on with.
    #[must_use]
    pub fn is_under_way(&self) -> bool {
        self.drive(|drive| drive.pending.is_some())
    }

    /// Goes back by so many instructions; [`Halt::Interrupted`] where about `most_instrs` were looked at
    /// for it, and asking again goes on.
    pub fn back_instructions(&mut self, count: u64, most_instrs: u64) -> Came {
        self.moved_for(parts(most_instrs), |drive, frontend| {
            drive.back_instructions(count, frontend)
        })
    }

    /// Goes back to the beginning of a source line; interrupted as
    /// [`back_instructions`](Self::back_instructions) is.
    pub fn back_line(&mut self, most_instrs: u64) -> Came {
        self.moved_for(parts(most_instrs), |drive, frontend| drive.back_lines(1, frontend))
    }

    /// Goes back to the last breakpoint or watchpoint, or to the beginning; interrupted as
    /// [`back_instructions`](Self::back_instructions) is.
    pub fn back_to_stop(&mut self, most_instrs: u64) -> Came {
        self.moved_for(parts(most_instrs), |drive, frontend| drive.back_to_stop(frontend))
    }

    /// Goes to a position within the window, and gives the one that was come to.
    pub fn go_to(&mut self, position: u64) -> u64 {
        self.drive_mut(|drive| drive.go_to(position))
    }

    /// The same in parts of about so many instructions: false where there is more to do, and the program
    /// still stands where it stood.
    pub fn go_to_in_parts(&mut self, position: u64, most_instrs: u64) -> bool {
        let mut frontend = SilentFrontend {
            parts: parts(most_instrs),
            output: Default::default(),
            told: Vec::new(),
        };
        self.drive_mut(|drive| {
            let is_near = drive.approach(position, &mut frontend).is_ok();
            if is_near {
                drive.go_to(position);
            }
            is_near
        })
    }

    /// Bytes that the program wrote to standard output and standard error until now.
    #[must_use]
    pub fn written(&self) -> [u64; 2] {
        self.drive(|drive| drive.run.timeline.written())
    }

    /// Where it stands in its run.
    #[must_use]
    pub fn window(&self) -> Window {
        let (now, end, start) = self.drive(|drive| drive.run.timeline.window());
        Window { now, end, start }
    }

    /// Gives the program what it waits for, or will wait for; nothing at all ends its input.
    pub fn feed(&mut self, bytes: &[u8]) {
        let polls = self.whole().target.polls_input();
        self.drive_mut(|drive| {
            if polls {
                drive.run.timeline.give(bytes)
            } else {
                drive.run.timeline.feed(bytes.to_vec())
            }
        });
    }

    /// Looks at the machine as it stands.
    pub fn machine<T>(&self, look: impl FnOnce(&AnyMachine) -> T) -> T {
        self.drive(|drive| look(drive.run.machine()))
    }

    /// Looks at its outside world.
    pub fn host<T>(&self, look: impl FnOnce(&Host) -> T) -> T {
        self.drive(|drive| look(drive.run.timeline.host()))
    }

    /// What the run cost until now.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.machine(|machine| machine.counts())
    }

    /// The instruction at an address, with labels where its manual's spelling has them.
    #[must_use]
    pub fn instruction(&self, address: u64) -> Option<String> {
        self.drive(|drive| drive.run.instruction(address))
    }

    /// The calls that have not returned, the first one first, and how many more are not kept.
    ///
    /// Takes as long as the run did, once, in parts of about so many instructions: nothing where there is
    /// more to follow, and asking again goes on.
    pub fn calls(&mut self, most_instrs: u64) -> Option<(Vec<Frame>, u64)> {
        let parts = parts(most_instrs);
        let chain = self.drive_mut(|drive| (0..parts).find_map(|_| drive.run.chain_on()))?;
        Some((chain.frames().to_vec(), chain.lost()))
    }

    /// The address of the instruction at a label, a line, `file:line` or `*address`.
    ///
    /// # Errors
    /// A sentence when there is none.
    pub fn place(&self, text: &str) -> Result<u64, String> {
        self.drive(|drive| drive.place(text))
    }

    /// Sets a breakpoint at a label, a line, `file:line` or `*address`.
    ///
    /// # Errors
    /// A sentence when there is no instruction, the condition is none, or there are too many.
    pub fn set_break(&mut self, place: &str, condition: Option<&str>) -> Result<u32, String> {
        self.drive_mut(|drive| drive.set_break(place, condition).map(|point| point.number))
    }

    /// Stops the program where the value of an expression changes.
    ///
    /// # Errors
    /// A sentence when it is none, or never changes.
    pub fn set_watch(&mut self, text: &str, condition: Option<&str>) -> Result<u32, String> {
        self.drive_mut(|drive| drive.set_watch(text, condition).map(|point| point.number))
    }

    /// Deletes a breakpoint or watchpoint; false where there is none of this number.
    pub fn delete(&mut self, number: u32) -> bool {
        self.drive_mut(|drive| drive.points.delete(|point| point.number == number) > 0)
    }

    /// All breakpoints and watchpoints, in the order of their numbers.
    #[must_use]
    pub fn points(&self) -> Vec<Point> {
        self.drive(|drive| drive.points.iter().cloned().collect())
    }

    /// Gives a register or memory a value: `$t0` and `5`, `{int} total` and `total + 1`.
    ///
    /// # Errors
    /// A sentence when there is nothing that could have it.
    pub fn assign(&mut self, target: &str, value: &str) -> Result<(), String> {
        self.drive_mut(|drive| drive.assign(target, value))
    }

    /// Looks at memory.
    ///
    /// # Errors
    /// A sentence when there is no such place, or no memory there.
    pub fn see(&self, wanted: &Wanted) -> Result<Seen, String> {
        self.machine(|machine| Seen::of(wanted, &self.whole().parts(), machine))
    }
}

/// How many parts of the past have about so many instructions.
fn parts(most_instrs: u64) -> u64 {
    (most_instrs / PART_INSTRS).max(1)
}

/// Subroutines run into without a call that are told.
const MOST_FALLS: usize = 3;

#[cfg(test)]
mod tests;

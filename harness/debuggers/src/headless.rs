//! A debugging session without a terminal: the program runs in pieces and can be inspected in
//! between.

use std::sync::Arc;

use asmkit::Sources;
use machine::{Counts, Fault, Host, Image, LoadError, Machine as _, Observer};
use self_cell::self_cell;
use targets::cache::{CacheShapes, Caches};
use targets::calls::Frame;
use targets::diagnose;
use targets::explain::{FaultContext, FaultHistory};
use targets::target::{AnyMachine, Target};

use crate::Program;
use crate::ddt::{self, DdtAnswer, DdtState};
use crate::engine::{
    Drive, Executed, Frontend, Halt, Input, Movement, PART_INSTRS, Point, Run, StoreRecord,
};
use crate::look::{MemoryRequest, MemoryView};
use crate::pipeline::PipelineDiagram;

/// A program with its machine and sources.
#[derive(Debug, Clone)]
pub struct LoadedProgram {
    /// The machine and its setup.
    pub target: Target,
    /// The program.
    pub image: Arc<Image>,
    /// Its sources, for messages; may be empty.
    pub sources: Arc<Sources>,
    /// Title in the program, by which DDT knows it, too.
    pub title: Option<String>,
}

impl LoadedProgram {
    /// Borrowed view for messages.
    #[must_use]
    pub fn parts(&self) -> Program<'_> {
        Program { target: &self.target, image: &self.image, sources: &self.sources }
    }
}

self_cell!(
    struct LoadedDrive {
        owner: LoadedProgram,
        #[not_covariant]
        dependent: Debuggers,
    }
);

/// Debuggers of one run.
struct Debuggers<'p> {
    drive: Drive<'p>,
    ddt: Option<Box<dyn ddt::Served<'p> + 'p>>,
}

/// A program on its machine, with its past, its breakpoints, and any interrupted step.
pub struct Session(LoadedDrive);

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Session").field(self.0.borrow_owner()).finish()
    }
}

/// Frontend without a user: input comes later, messages are collected.
struct SilentFrontend {
    /// Parts of the past left to search.
    parts: u64,
    output: [Vec<u8>; 2],
    notes: Vec<String>,
}

impl Frontend for SilentFrontend {
    fn show(&mut self, output: &[Vec<u8>; 2]) {
        for (all, more) in self.output.iter_mut().zip(output) {
            all.extend_from_slice(more);
        }
    }

    fn report(&mut self, text: &str) {
        self.notes.push(text.to_owned());
    }

    /// As one sentence: the caller shows the line itself.
    fn report_passed(&mut self, run: &Run<'_>, fault: &Fault) {
        let summary = diagnose::summary(fault, run.program.image, run.machine().spec());
        self.report(&format!("the program continues after this: {summary}"));
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

/// Result of running a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveResult {
    /// Why it stopped; after [`Halt::Spent`] and [`Halt::Waits`] it can be resumed.
    pub halt: Halt,
    /// New output to standard output and standard error.
    pub output: [Vec<u8>; 2],
    /// Messages about a program that continued.
    pub notes: Vec<String>,
}

/// Position of a program in its run, as the number of instructions tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// Current position.
    pub now: u64,
    /// Farthest position reached.
    pub end: u64,
    /// Earliest position to go back to.
    pub start: u64,
}

impl Session {
    /// Loads a program; it is at its first instruction.
    ///
    /// # Errors
    /// If the machine cannot hold it.
    pub fn new(whole: LoadedProgram, host: Host) -> Result<Self, LoadError> {
        LoadedDrive::try_new(whole, |whole| {
            Ok(Debuggers { drive: Drive::new(whole.parts(), host, 0)?, ddt: None })
        })
        .map(Session)
    }

    /// The program.
    #[must_use]
    pub fn whole(&self) -> &LoadedProgram {
        self.0.borrow_owner()
    }

    fn drive<T>(&self, look: impl FnOnce(&Drive<'_>) -> T) -> T {
        self.0.with_dependent(|_, all| look(&all.drive))
    }

    fn drive_mut<T>(&mut self, change: impl FnOnce(&mut Drive<'_>) -> T) -> T {
        self.0.with_dependent_mut(|_, all| change(&mut all.drive))
    }

    fn moved(&mut self, way: impl FnOnce(&mut Drive<'_>, &mut dyn Frontend) -> Halt) -> MoveResult {
        self.moved_for(u64::MAX, way)
    }

    /// The same, with a limit on the parts of the past to search.
    fn moved_for(
        &mut self,
        parts: u64,
        way: impl FnOnce(&mut Drive<'_>, &mut dyn Frontend) -> Halt,
    ) -> MoveResult {
        let mut frontend = SilentFrontend { parts, output: Default::default(), notes: Vec::new() };
        let halt = self.drive_mut(|drive| way(drive, &mut frontend));
        MoveResult { halt, output: frontend.output, notes: frontend.notes }
    }

    /// Runs the program for at most `most_instrs` instructions.
    pub fn go(&mut self, going: Movement, most_instrs: u64) -> MoveResult {
        self.moved_for(parts(most_instrs), |drive, frontend| {
            drive.set_max_instrs(most_instrs);
            drive.go(going, frontend)
        })
    }

    /// Resumes an interrupted step, or else runs to the next stop.
    pub fn resume(&mut self, most_instrs: u64) -> MoveResult {
        self.moved_for(parts(most_instrs), |drive, frontend| {
            drive.set_max_instrs(most_instrs);
            drive.resume(frontend)
        })
    }

    /// Runs the program with an observer, whose pause is [`Halt::Done`]; breakpoints and
    /// watchpoints do not stop it.
    ///
    /// Stores in `watched.0..watched.1` are reported to the observer.
    pub fn go_watched<O: Observer>(
        &mut self,
        most_instrs: u64,
        watched: (u64, u64),
        observer: &mut O,
    ) -> MoveResult {
        self.moved(|drive, frontend| drive.go_watched(most_instrs, watched, observer, frontend))
    }

    /// Whether the program has a system call instruction.
    #[must_use]
    pub fn asks_system(&self) -> bool {
        self.drive(|drive| !drive.run.system_calls().is_empty())
    }

    /// The program's last stores, at most `most`, the last one last; fewer if they are far back.
    pub fn last_stores(&mut self, most: usize) -> Vec<StoreRecord> {
        self.drive_mut(|drive| drive.run.timeline.last_stores(most))
    }

    /// How the last fault came about: the instruction with its relevant registers, and
    /// explanations.
    pub fn story(&mut self, fault: &Fault) -> (Option<String>, Vec<String>) {
        self.drive_mut(|drive| {
            let (map, past) = (drive.run.map(), drive.run.timeline.past());
            let (program, machine) = (drive.run.program, drive.run.machine());
            let end = FaultContext { machine, fault };
            let mut notes = FaultHistory::to(&program, &map, &past, &end).notes(&program, &map);
            let falls = program.falls(&map, machine);
            notes.extend(
                falls.iter().take(MOST_FALLS).map(|fall| program.describe_fall(&map, fall)),
            );
            notes.extend(program.passed_main(&map, machine));
            (end.instruction(), notes)
        })
    }

    /// Whether [`resume`](Self::resume) would continue an interrupted step.
    #[must_use]
    pub fn is_under_way(&self) -> bool {
        self.drive(|drive| drive.pending.is_some())
    }

    /// Goes back this many instructions; [`Halt::Interrupted`] after searching about `most_instrs`,
    /// and calling again continues.
    pub fn back_instructions(&mut self, count: u64, most_instrs: u64) -> MoveResult {
        self.moved_for(parts(most_instrs), |drive, frontend| {
            drive.back_instructions(count, frontend)
        })
    }

    /// Goes back to the start of a source line; interrupted like
    /// [`back_instructions`](Self::back_instructions).
    pub fn back_line(&mut self, most_instrs: u64) -> MoveResult {
        self.moved_for(parts(most_instrs), |drive, frontend| drive.back_lines(1, frontend))
    }

    /// Goes back to the last breakpoint or watchpoint, or to the beginning; interrupted like
    /// [`back_instructions`](Self::back_instructions).
    pub fn back_to_stop(&mut self, most_instrs: u64) -> MoveResult {
        self.moved_for(parts(most_instrs), |drive, frontend| drive.back_to_stop(frontend))
    }

    /// Goes to a position in the window, and returns the position reached.
    pub fn go_to(&mut self, position: u64) -> u64 {
        self.drive_mut(|drive| drive.go_to(position))
    }

    /// The same in parts of about `most_instrs` instructions: false if there is more to do, and the
    /// program has not moved yet.
    pub fn go_to_in_parts(&mut self, position: u64, most_instrs: u64) -> bool {
        let mut frontend = SilentFrontend {
            parts: parts(most_instrs),
            output: Default::default(),
            notes: Vec::new(),
        };
        self.drive_mut(|drive| {
            let is_near = drive.approach(position, &mut frontend).is_ok();
            if is_near {
                drive.go_to(position);
            }
            is_near
        })
    }

    /// Bytes written to standard output and standard error so far.
    #[must_use]
    pub fn written(&self) -> [u64; 2] {
        self.drive(|drive| drive.run.timeline.written())
    }

    /// Position in the run.
    #[must_use]
    pub fn window(&self) -> Window {
        let (now, end, start) = self.drive(|drive| drive.run.timeline.window());
        Window { now, end, start }
    }

    /// Gives the program input now or for later; empty input ends it.
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

    /// Types keys to DDT, which works on the same run, and runs the program for at most this many instructions.
    ///
    /// The first call starts DDT. Keys go to the program while that runs.
    ///
    /// # Errors
    /// If the machine cannot hold the program for DDT.
    pub fn ddt(&mut self, keys: &[u8], most_instrs: u64) -> Result<DdtAnswer, LoadError> {
        self.0.with_dependent_mut(|whole, Debuggers { drive, ddt }| {
            let mut served = match ddt.take() {
                Some(ddt) => ddt,
                None => {
                    let name = &drive.run.timeline.host().program;
                    let title = whole.title.as_deref().unwrap_or_default();
                    Box::new(ddt::alongside(&whole.parts(), name, title, u64::MAX)?)
                }
            };
            let answer = served.serve(&mut drive.run, keys, most_instrs);
            drive.leave_run();
            if answer.state != DdtState::Left {
                *ddt = Some(served);
            }
            Ok(answer)
        })
    }

    /// Inspects the machine.
    pub fn machine<T>(&self, look: impl FnOnce(&AnyMachine) -> T) -> T {
        self.drive(|drive| look(drive.run.machine()))
    }

    /// Inspects the host.
    pub fn host<T>(&self, look: impl FnOnce(&Host) -> T) -> T {
        self.drive(|drive| look(drive.run.timeline.host()))
    }

    /// Cost of the run so far.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.machine(|machine| machine.counts())
    }

    /// Instruction at an address, with labels where the manual's spelling has them.
    #[must_use]
    pub fn instruction(&self, address: u64) -> Option<String> {
        self.drive(|drive| drive.run.instruction(address))
    }

    /// Open calls, the first one first, and the number of calls not kept.
    ///
    /// Takes as long as the run did, once, in parts of about `most_instrs` instructions: `None` if
    /// there is more to follow, and calling again continues.
    pub fn calls(&mut self, most_instrs: u64) -> Option<(Vec<Frame>, u64)> {
        let parts = parts(most_instrs);
        let chain = self.drive_mut(|drive| (0..parts).find_map(|_| drive.run.chain_on()))?;
        Some((chain.frames().to_vec(), chain.lost()))
    }

    /// Caches of the run up to this position, with the position at which they were empty.
    ///
    /// They run next to the program, from where they were asked for last, in parts of about
    /// `most_instrs` instructions: `None` if there is more to run, and calling again continues.
    pub fn caches<T>(
        &mut self,
        shapes: &CacheShapes,
        most_instrs: u64,
        look: impl FnOnce(&Caches, u64) -> T,
    ) -> Option<T> {
        self.drive_mut(|drive| {
            let timeline = &mut drive.run.timeline;
            let is_there = (0..parts(most_instrs)).any(|_| timeline.follow_caches(shapes));
            let (caches, since) = timeline.caches().filter(|_| is_there)?;
            Some(look(caches, since))
        })
    }

    /// The last instructions in the pipeline of the machine's cycle model, at most `most`; `None` if
    /// no model is one.
    pub fn pipeline(&mut self, most: u64) -> Option<PipelineDiagram> {
        self.drive_mut(|drive| drive.run.pipeline(most))
    }

    /// Address of the instruction at a label, a line, `file:line` or `*address`.
    ///
    /// # Errors
    /// A message if there is none.
    pub fn place(&self, text: &str) -> Result<u64, String> {
        self.drive(|drive| drive.place(text))
    }

    /// Sets a breakpoint at a label, a line, `file:line` or `*address`.
    ///
    /// # Errors
    /// A message if there is no instruction, the condition is invalid, or there are too many.
    pub fn set_break(&mut self, place: &str, condition: Option<&str>) -> Result<u32, String> {
        self.drive_mut(|drive| drive.set_break(place, condition).map(|point| point.number))
    }

    /// Stops the program when the value of an expression changes.
    ///
    /// # Errors
    /// A message if it is invalid, or never changes.
    pub fn set_watch(&mut self, text: &str, condition: Option<&str>) -> Result<u32, String> {
        self.drive_mut(|drive| drive.set_watch(text, condition).map(|point| point.number))
    }

    /// Deletes a breakpoint or watchpoint; false if there is none with this number.
    pub fn delete(&mut self, number: u32) -> bool {
        self.drive_mut(|drive| drive.points.delete(|point| point.number == number) > 0)
    }

    /// All breakpoints and watchpoints, in order of number.
    #[must_use]
    pub fn points(&self) -> Vec<Point> {
        self.drive(|drive| drive.points.iter().cloned().collect())
    }

    /// Sets a register or memory: `$t0` and `5`, `{int} total` and `total + 1`.
    ///
    /// # Errors
    /// A message if the target cannot be set.
    pub fn assign(&mut self, target: &str, value: &str) -> Result<(), String> {
        self.drive_mut(|drive| drive.assign(target, value))
    }

    /// Executes a typed instruction, with all machine instructions that it stands for.
    ///
    /// They count as instructions of the run; going back over them undoes them.
    ///
    /// # Errors
    /// The reason why there is nothing to execute.
    pub fn execute(&mut self, text: &str) -> Result<MoveResult, String> {
        let mut refused = None;
        let result = self.moved(|drive, frontend| {
            let note = match drive.execute(text, frontend) {
                Ok(Executed::Ends(halt)) => return halt,
                Ok(Executed::Stays | Executed::Turns) => return Halt::Done,
                Ok(Executed::Skips) => "it skips".to_owned(),
                Ok(Executed::Undone(why)) => why,
                Err(why) => {
                    refused = Some(why);
                    return Halt::Done;
                }
            };
            frontend.report(&note);
            Halt::Done
        });
        refused.map_or(Ok(result), Err)
    }

    /// Reads memory.
    ///
    /// # Errors
    /// A message if there is no such place, or no memory there.
    pub fn see(&self, wanted: &MemoryRequest) -> Result<MemoryView, String> {
        self.machine(|machine| MemoryView::of(wanted, &self.whole().parts(), machine))
    }
}

/// Number of parts of the past for about this many instructions.
fn parts(most_instrs: u64) -> u64 {
    (most_instrs / PART_INSTRS).max(1)
}

/// Maximum number of reported subroutines entered without a call.
const MOST_FALLS: usize = 3;

#[cfg(test)]
mod tests;

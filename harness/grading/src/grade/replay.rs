//! One case of a function again, instruction by instruction, up to what is wrong with it.

use std::ops::Range;

use asmkit::{FileId, Sources};
use machine::{AnyMachine, Host, Image, Machine as _, Stop};
use targets::target;
use targets::trace::{Stores, Tracer};

use super::messages::weigh;
use super::submission::SubmissionGrading;
use super::unit::EndlessRuns;
use super::{Choice, NATURAL, PreparedAssignment, budget, entry};
use crate::assignment::{Contract, Work};
use crate::cases::Case;
use crate::checks;
use crate::graded::Weight;
use crate::link::{Parts, link};
use crate::program::ReplayableCase;
use crate::rig::{Fill, Rig, gate_of};
use crate::run::{Call, CallEnd, CallMethod, Issue, rendered};

/// Number of instructions up to which a case is listed in full.
const MOST_LISTED_INSTRS: u64 = 20_000;

/// Instructions listed of a longer run: at its beginning, its end, and before each mistake.
const LISTED_INSTRS: u64 = 1_000;

/// A case that can be replayed.
#[derive(Debug)]
pub struct Replay<'p>(ReplayKind<'p>);

#[derive(Debug)]
enum ReplayKind<'p> {
    Function(Box<Calling<'p>>),
    Program(Box<ReplayableCase<'p>>),
}

impl Replay<'_> {
    /// Whether anything is wrong in this case.
    #[must_use]
    pub fn is_wrong(&self) -> bool {
        match &self.0 {
            ReplayKind::Function(function) => function.is_wrong(),
            ReplayKind::Program(program) => program.is_wrong(),
        }
    }

    /// Lists each of the student's instructions as it runs, one per line, and each issue before its
    /// instruction, until `line` returns false. A long run is cut to its beginning, its end, and the
    /// instructions before each issue.
    pub fn trace(self, line: impl FnMut(&str) -> bool) {
        match self.0 {
            ReplayKind::Function(function) => function.trace(line),
            ReplayKind::Program(program) => program.trace(line),
        }
    }

    /// Program right after the call of the function, with the undefined values of the run that found the
    /// issue. The assignment's functions do not overwrite registers here. A whole program is at its
    /// beginning.
    #[must_use]
    pub fn called(self) -> Called {
        match self.0 {
            ReplayKind::Function(function) => function.called(),
            ReplayKind::Program(program) => program.called(),
        }
    }
}

/// A function that can be called again.
#[derive(Debug)]
struct Calling<'p> {
    prepared: &'p PreparedAssignment,
    contract: &'p Contract,
    case: Case,
    /// The case's number.
    number: u64,
    rig: Rig<'p>,
    sources: Sources,
    student: FileId,
    entry: u64,
    budget: u64,
    way: CallMethod,
    /// Issues, each with the number of the student's instructions before it.
    issues: Vec<(u64, Issue)>,
    /// Whether the result is wrong, or there is none.
    is_wrong: bool,
}

/// A program at its beginning, or at the beginning of a called function, for a debugger.
#[derive(Debug)]
pub struct Called {
    /// The machine.
    pub machine: AnyMachine,
    /// Its arguments.
    pub host: Host,
    /// The program.
    pub image: Image,
    /// Its sources.
    pub sources: Sources,
    /// Instructions from there to the one at fault; none if only the result is wrong.
    pub steps: Option<u64>,
    /// Where the call comes back to, if there was one.
    pub back: Option<u64>,
    /// Issues, as a compiler shows them.
    pub message: String,
}

impl PreparedAssignment {
    /// Gets a case ready, as [`crate::grade::name_of`] names it.
    ///
    /// # Errors
    /// An error message if there is no such case, or nothing of the function can run.
    pub fn replay(&self, file: &str, bytes: &[u8], name: &str) -> Result<Replay<'_>, String> {
        let text = String::from_utf8_lossy(bytes);
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        if let Work::Program(work) = &self.assignment.work {
            let program = self.whole(work, file, text, name)?;
            return Ok(Replay(ReplayKind::Program(Box::new(program))));
        }
        let (function, at) = self.find(name)?;
        let task = &self.assignment.tasks()[function];
        let parts = Parts::of(text, &self.assignment);
        if parts.functions[function].is_none() {
            return Err(format!("`{}` has no label in this file", task.contract.name));
        }
        let alone = self.replay_of((file, &parts), (function, at), &[function])?;
        let replay = |calling| Replay(ReplayKind::Function(Box::new(calling)));
        if alone.is_wrong() {
            return Ok(replay(alone));
        }
        // A function that is right on its own may be wrong together with the others.
        let choice = Choice::default();
        let together =
            SubmissionGrading::new(self, file, &parts.text, &choice).together_with(function);
        let together = self.replay_of((file, &parts), (function, at), &together);
        Ok(replay(together.ok().filter(Calling::is_wrong).unwrap_or(alone)))
    }

    /// A case of one function, with some of the student's functions in place of the reference's.
    fn replay_of(
        &self,
        (file, parts): (&str, &Parts),
        (function, at): (usize, usize),
        theirs: &[usize],
    ) -> Result<Calling<'_>, String> {
        let (assignment, ready) = (&self.assignment, self.ready_of(&parts.text));
        let (task, ready) = (&assignment.tasks()[function], &ready[function]);
        let plain = |why: &str| format!("`{}` {why}", task.contract.name);
        let linked = link(assignment, &self.reference, parts, file, theirs)
            .map_err(|_| plain("does not assemble: grade it without --case to see why"))?;
        let (sources, student) = (linked.sources.clone(), linked.student);
        let mut rig = self.rig(linked, theirs)?;
        let entry = entry(&rig, &task.contract.name).ok_or_else(|| plain("has no instructions"))?;
        let (case, expected) = (ready.cases[at].clone(), &ready.expected[at]);
        let (number, budget) = (at as u64, budget(task, expected));
        let contract = &task.contract;
        let call = Call { assignment, contract, entry, case: &case, number, budget };
        let seed = assignment.garbage()[0];
        let (call, natural) = EndlessRuns::default().natural(&mut rig, call);
        let budget = call.budget;
        let is_wrong = !natural.agrees(expected);
        let (watched, found) = rig.call_watched(&call, seed);
        // A wrong result without any other mistake is shown with a simulator's initial state.
        let hostile = CallMethod { fill: Fill::Garbage(seed), is_hostile: true };
        let again = CallMethod { fill: Fill::Garbage(assignment.garbage()[1]), ..hostile };
        let (places, mut issues): (Vec<u64>, Vec<Issue>) = found.into_iter().unzip();
        weigh(&mut issues, !is_wrong, &natural, &[watched, rig.call(&call, again)]);
        let issues: Vec<(u64, Issue)> = places.into_iter().zip(issues).collect();
        let way = if is_wrong && issues.is_empty() { NATURAL } else { hostile };
        let prepared = self;
        Ok(Calling {
            prepared,
            contract,
            case,
            number,
            rig,
            sources,
            student,
            entry,
            budget,
            way,
            issues,
            is_wrong,
        })
    }
}

/// A listing of the student's instructions, and of the issues at them.
struct Listing<'l> {
    /// Instructions to list.
    shown: &'l [Range<u64>],
    /// Takes a line; false if no more are wanted.
    line: &'l mut dyn FnMut(&str) -> bool,
    /// Instructions so far.
    own: u64,
    /// Issues so far.
    issues: usize,
    /// Instructions since the last line.
    skipped: u64,
    tracer: Option<Tracer>,
}

impl Listing<'_> {
    /// Whether the next instruction is listed.
    fn is_shown(&self) -> bool {
        self.shown.iter().any(|range| range.contains(&self.own))
    }

    /// Lists how many instructions were left out before one that is listed.
    fn end_gap(&mut self) {
        if self.is_shown() && self.skipped > 0 {
            let skipped =
                machine::numbers::counted(std::mem::take(&mut self.skipped), "instruction");
            (self.line)(&format!("          ... {skipped} more\n"));
        }
    }
}

impl Calling<'_> {
    fn is_wrong(&self) -> bool {
        self.is_wrong || self.issues.iter().any(|(_, issue)| issue.weight == Weight::Error)
    }

    fn begin(&mut self) {
        self.rig.renew();
        self.rig.prepare(self.contract, self.entry, &self.case, self.way.fill, self.number);
    }

    fn trace(mut self, mut line: impl FnMut(&str) -> bool) {
        let length = self.walk(&[], &mut |_| true);
        let shown = windows(length, self.issues.iter().map(|(at, _)| *at));
        self.walk(&shown, &mut line);
    }

    /// Runs the case, and lists these ranges of the student's instructions; returns how many there
    /// were of them.
    fn walk(&mut self, shown: &[Range<u64>], line: &mut dyn FnMut(&str) -> bool) -> u64 {
        self.begin();
        let mut host = self.rig.host();
        let mut listing = Listing { shown, line, own: 0, issues: 0, skipped: 0, tracer: None };
        let begun = self.rig.machine.attempted();
        let mut spent = 0;
        while spent < self.budget {
            let pc = self.rig.machine.pc();
            spent = self.rig.machine.attempted() - begun;
            listing.end_gap();
            if gate_of(self.rig.gate, self.rig.step, pc, false).is_some() {
                (listing.line)(&format!("          `{}` returns\n", self.contract.name));
                return listing.own;
            }
            if !self.list_issues(&mut listing) {
                return listing.own;
            }
            if let Some(name) = self.other_at(pc) {
                if !self.list_other(&name, &mut host, &mut listing) {
                    return listing.own;
                }
                continue;
            }
            match self.list_own(&mut host, &mut listing) {
                Some(Stop::Budget) => {}
                Some(_) => break,
                None => return listing.own,
            }
        }
        let rest = if shown.is_empty() { &[] } else { &self.issues[listing.issues..] };
        for (_, issue) in rest {
            (listing.line)(&format!("\n{}\n", rendered(issue, &self.sources, self.student)));
        }
        if spent >= self.budget {
            let most = machine::numbers::counted(self.budget, "instruction");
            (listing.line)(&format!("          it may take {most}, but does not return\n"));
        }
        listing.own
    }

    /// Lists the issues before the next instruction; false if no more lines are wanted.
    fn list_issues(&self, listing: &mut Listing<'_>) -> bool {
        let is_shown = listing.is_shown();
        while let Some((_, issue)) =
            self.issues.get(listing.issues).filter(|(at, _)| is_shown && *at <= listing.own)
        {
            let text = rendered(issue, &self.sources, self.student);
            if !(listing.line)(&format!("\n{text}\n\n")) {
                return false;
            }
            listing.issues += 1;
        }
        true
    }

    /// Runs and lists a function that is not the student's; false if the listing ends there.
    fn list_other(&mut self, name: &str, host: &mut Host, listing: &mut Listing<'_>) -> bool {
        let text = self.others(name, host);
        let is_back = text.is_ok();
        let text = text.unwrap_or_else(|why| why);
        listing.tracer = None;
        (!listing.is_shown() || (listing.line)(&format!("          {text}\n"))) && is_back
    }

    /// Runs and lists an instruction of the student's; `None` if no more lines are wanted.
    fn list_own(&mut self, host: &mut Host, listing: &mut Listing<'_>) -> Option<Stop> {
        let is_shown = listing.is_shown();
        listing.own += 1;
        let rig = &mut self.rig;
        if !is_shown {
            (listing.tracer, listing.skipped) = (None, listing.skipped + 1);
            return Some(rig.machine.run(host, 1, &mut ()));
        }
        let tracer = listing.tracer.get_or_insert_with(|| {
            rig.machine.watch(0, u64::MAX);
            Tracer::new(&rig.machine, host, &rig.image)
        });
        let mut stores = Stores::default();
        let stop = rig.machine.run(host, 1, &mut stores);
        if let Stop::Fault(_) = stop {
            return Some(stop);
        }
        let wrote = host.output.take();
        let (target, image) = (rig.target, &rig.image);
        let program = target::Program { target, image, sources: &self.sources };
        let step = tracer.step(&rig.machine, host, &program, stores, wrote);
        let is_wanted = step.is_none_or(|step| (listing.line)(&step.line(image, target.spec())));
        is_wanted.then_some(stop)
    }

    /// The function at an address, if it is not the student's.
    fn other_at(&self, pc: u64) -> Option<String> {
        let is_home = self.rig.home.iter().any(|home| home.contains(&pc));
        self.rig.entries.get(&pc).filter(|_| !is_home).cloned()
    }

    /// Runs a function that is not the student's; a line about it, or about why it does not come back.
    fn others(&mut self, name: &str, host: &mut Host) -> Result<String, String> {
        let before = self.rig.machine.attempted();
        let fill = self.way.is_hostile.then_some(self.way.fill);
        let assignment = &self.prepared.assignment;
        match self.rig.call_others(assignment, name, host, self.budget, fill) {
            Ok(_) => {
                let took = self.rig.machine.attempted() - before;
                let took = machine::numbers::counted(took, "instruction");
                let then = if fill.is_some() {
                    "; then every register that a call may change gets another value"
                } else {
                    ""
                };
                Ok(format!("`{name}` of the assignment: {took}{then}"))
            }
            Err(CallEnd::Stopped(Stop::Fault(fault))) => Err(format!(
                "`{name}` of the assignment fails: {}",
                fault.cause.sentence(self.rig.target.spec())
            )),
            Err(_) => Err(format!("`{name}` of the assignment does not return")),
        }
    }

    fn called(mut self) -> Called {
        let first = self.issues.first().map(|(at, _)| *at);
        let steps = first.and_then(|own| self.steps(own));
        let message = match self.issues.first() {
            Some((_, issue)) => rendered(issue, &self.sources, self.student),
            None if self.is_wrong => format!("{}: {}", checks::WRONG.id, checks::WRONG.finds),
            None => "this case is right".to_owned(),
        };
        self.begin();
        let back = Some(self.rig.gate);
        let host = self.rig.host();
        let image = std::sync::Arc::unwrap_or_clone(self.rig.image);
        Called {
            back,
            host,
            machine: self.rig.machine,
            image,
            sources: self.sources,
            steps,
            message,
        }
    }

    /// Instructions until N of the student's own were tried, with the other functions as they are.
    fn steps(&mut self, own: u64) -> Option<u64> {
        self.begin();
        let mut host = self.rig.host();
        for _ in 0..own {
            while let Some(name) = self.other_at(self.rig.machine.pc()) {
                let assignment = &self.prepared.assignment;
                self.rig.call_others(assignment, &name, &mut host, self.budget, None).ok()?;
            }
            if self.rig.machine.run(&mut host, 1, &mut ()) != Stop::Budget {
                return None;
            }
        }
        Some(self.rig.machine.attempted())
    }
}

/// Ranges to list of N instructions: all, or the beginning, the end, and the way to each of these.
pub(crate) fn windows(length: u64, to: impl IntoIterator<Item = u64>) -> Vec<Range<u64>> {
    if length <= MOST_LISTED_INSTRS {
        let whole = 0..length.saturating_add(1);
        return std::iter::once(whole).collect();
    }
    let around = |at: u64| at.saturating_sub(LISTED_INSTRS)..at + 1;
    let ends = [0..LISTED_INSTRS, around(length - 1)];
    ends.into_iter().chain(to.into_iter().map(around)).collect()
}

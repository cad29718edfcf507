//! One case of a function again, instruction by instruction, up to what is wrong with it.

use asmkit::{FileId, Sources};
use machine::{AnyMachine, Image, Machine as _, Stop};
use machines::target;
use machines::trace::{Stores, Tracer};

use super::{NATURAL, Prepared, budget, entry};
use crate::assignment::{Contract, Work};
use crate::cases::Case;
use crate::checks;
use crate::link::{Parts, link};
use crate::rig::{Fill, Rig, gate_of};
use crate::run::{Call, End, Spot, Way, rendered};

/// A case that can be had again.
#[derive(Debug)]
pub struct Replay<'p> {
    prepared: &'p Prepared,
    contract: &'p Contract,
    case: &'p Case,
    /// The case's number.
    number: u64,
    rig: Rig<'p>,
    sources: Sources,
    student: FileId,
    entry: u64,
    budget: u64,
    way: Way,
    /// What is wrong, each with the number of the student's instructions before it.
    spots: Vec<(u64, Spot)>,
    /// Whether the result is wrong, or there is none.
    is_wrong: bool,
}

/// A program that stands at the beginning of a function which was called, for a debugger.
#[derive(Debug)]
pub struct Called {
    /// The machine.
    pub machine: AnyMachine,
    /// The program.
    pub image: Image,
    /// Its sources.
    pub sources: Sources,
    /// Instructions from there to the one that does what is wrong; none where only the result is.
    pub steps: Option<u64>,
    /// Where the call comes back to.
    pub back: u64,
    /// What is wrong, as a compiler shows it.
    pub told: String,
}

impl Prepared {
    /// Gets a case ready, as [`crate::grade::name_of`] names it.
    ///
    /// # Errors
    /// A sentence when there is no such case, or nothing of the function can be run.
    pub fn replay(&self, file: &str, bytes: &[u8], name: &str) -> Result<Replay<'_>, String> {
        if let Work::Program(_) = self.assignment.work {
            return Err("a whole program is traced by `isagrid run --trace`, and debugged by `isagrid debug`".to_owned());
        }
        let (function, at) = self.find(name)?;
        let (assignment, ready) = (&self.assignment, &self.ready[function]);
        let task = &assignment.tasks()[function];
        let text = String::from_utf8_lossy(bytes);
        let parts = Parts::of(text.strip_prefix('\u{feff}').unwrap_or(&text), assignment);
        let plain = |why: &str| format!("`{}` {why}", task.contract.name);
        if parts.functions[function].is_none() {
            return Err(plain("has no label in this file"));
        }
        let mut linked = link(assignment, &self.reference, &parts, file, &[function])
            .map_err(|_| plain("does not assemble: grade it without --case to see why"))?;
        let (sources, student) = (std::mem::take(&mut linked.sources), linked.student);
        let mut rig = Rig::new(assignment, linked, &self.others)?;
        let entry = entry(&rig, &task.contract.name).ok_or_else(|| plain("has no instructions"))?;
        let (case, expected) = (&ready.cases[at], &ready.expected[at]);
        let (number, budget) = (at as u64, budget(task, expected));
        let contract = &task.contract;
        let call = Call { assignment, contract, entry, case, number, budget };
        let seed = assignment.garbage()[0];
        let is_wrong = !rig.call(&call, NATURAL).agrees(expected);
        let (_, spots) = rig.call_watched(&call, seed);
        // What came out wrong without any other mistake is shown as simulators begin.
        let hostile = Way { fill: Fill::Garbage(seed), is_hostile: true };
        let way = if is_wrong && spots.is_empty() { NATURAL } else { hostile };
        let prepared = self;
        Ok(Replay {
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
            spots,
            is_wrong,
        })
    }
}

impl Replay<'_> {
    /// Whether anything is wrong in this case.
    #[must_use]
    pub fn is_wrong(&self) -> bool {
        self.is_wrong || !self.spots.is_empty()
    }

    fn begin(&mut self) {
        self.rig.renew();
        self.rig.prepare(self.contract, self.entry, &self.case.values, self.way.fill, self.number);
    }

    /// Tells each instruction of the student's as it runs, and what is wrong before the one that does
    /// it, a line each; until nobody wants more.
    pub fn trace(mut self, mut line: impl FnMut(&str) -> bool) {
        self.begin();
        let target = self.rig.target;
        let image = self.rig.image.clone();
        let mut host = Rig::host();
        self.rig.machine.watch(0, u64::MAX);
        let (mut own, mut told) = (0, 0);
        let mut tracer = Tracer::new(&self.rig.machine, &host, &image);
        while own < self.budget {
            let pc = self.rig.machine.pc();
            if gate_of(self.rig.gate, self.rig.step, pc, false).is_some() {
                line(&format!("          `{}` comes back\n", self.contract.name));
                return;
            }
            while let Some((_, spot)) = self.spots.get(told).filter(|(at, _)| *at <= own) {
                if !line(&format!("\n{}\n\n", rendered(spot, &self.sources, self.student))) {
                    return;
                }
                told += 1;
            }
            let is_home = self.rig.home.iter().any(|home| home.contains(&pc));
            let name = self.rig.entries.get(&pc).filter(|_| !is_home).cloned();
            if let Some(name) = name {
                let text = self.others(&name, &mut host);
                let is_back = text.is_ok();
                let text = text.unwrap_or_else(|why| why);
                if !line(&format!("          {text}\n")) || !is_back {
                    return;
                }
                self.rig.machine.watch(0, u64::MAX);
                tracer = Tracer::new(&self.rig.machine, &host, &image);
                continue;
            }
            let mut stores = Stores::default();
            let stop = self.rig.machine.run(&mut host, 1, &mut stores);
            own += 1;
            let wrote = host.output.take();
            let program = target::Program { target, image: &image, sources: &self.sources };
            let step = tracer.step(&self.rig.machine, &host, &program, stores, wrote);
            if let Some(step) = step
                && !line(&step.line(&image, target.spec()))
            {
                return;
            }
            if stop != Stop::Budget {
                break;
            }
        }
        for (_, spot) in &self.spots[told..] {
            line(&format!("\n{}\n", rendered(spot, &self.sources, self.student)));
        }
    }

    /// Runs a function that is not the student's; a line about it, or about why it does not come back.
    fn others(&mut self, name: &str, host: &mut machine::Host) -> Result<String, String> {
        let before = self.rig.machine.counts().tried();
        let fill = self.way.is_hostile.then_some(self.way.fill);
        let assignment = &self.prepared.assignment;
        match self.rig.call_others(assignment, name, host, self.budget, fill) {
            Ok(_) => {
                let took = self.rig.machine.counts().tried() - before;
                let took = machine::numbers::counted(took, "instruction");
                let then = if fill.is_some() {
                    "; then all that a call may change has other values"
                } else {
                    ""
                };
                Ok(format!("`{name}` of the assignment: {took}{then}"))
            }
            Err(End::Stopped(Stop::Fault(fault))) => Err(format!(
                "`{name}` of the assignment fails: {}",
                fault.cause.sentence(self.rig.target.spec())
            )),
            Err(_) => Err(format!("`{name}` of the assignment does not come back")),
        }
    }

    /// The program where the function was just called, with what nobody defined as it was when
    /// something was found. Functions of the assignment's are themselves here, and not hostile.
    #[must_use]
    pub fn called(mut self) -> Called {
        let first = self.spots.first().map(|(at, _)| *at);
        let steps = first.and_then(|own| self.steps(own));
        let told = match self.spots.first() {
            Some((_, spot)) => rendered(spot, &self.sources, self.student),
            None if self.is_wrong => format!("{}: {}", checks::WRONG.id, checks::WRONG.finds),
            None => "nothing is wrong in this case".to_owned(),
        };
        self.begin();
        let back = self.rig.gate;
        let image = std::sync::Arc::unwrap_or_clone(self.rig.image);
        Called { back, machine: self.rig.machine, image, sources: self.sources, steps, told }
    }

    /// Instructions to where so many of the student's own were tried, with others as they are.
    fn steps(&mut self, own: u64) -> Option<u64> {
        self.begin();
        let mut host = Rig::host();
        for _ in 0..own {
            loop {
                let pc = self.rig.machine.pc();
                let is_home = self.rig.home.iter().any(|home| home.contains(&pc));
                let name = self.rig.entries.get(&pc).filter(|_| !is_home).cloned();
                let Some(name) = name else { break };
                let assignment = &self.prepared.assignment;
                self.rig.call_others(assignment, &name, &mut host, self.budget, None).ok()?;
            }
            if self.rig.machine.run(&mut host, 1, &mut ()) != Stop::Budget {
                return None;
            }
        }
        Some(self.rig.machine.counts().tried())
    }
}

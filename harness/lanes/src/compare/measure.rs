//! What one run of a solver did, measured instruction by instruction.

use std::collections::{BTreeMap, BTreeSet};

use machine::{AnyMachine, Data, Executed, Flow, Machine as _, Observer, Stop};

use super::comparison::wrong;
use super::fusion;
use super::meter::{Meter, Regions, Traffic};
use crate::decisions::Places;
use crate::golden::Cost;
use crate::verify::ready::{Job, Program, Ready};
use crate::verify::{Broken, Run};

/// What one run did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Measure {
    /// Instructions retired, and cycles by each model.
    pub cost: Cost,
    /// Bits of the instructions that were fetched: each as often as it ran.
    pub fetched_bits: u64,
    /// What instructions read.
    pub loads: Traffic,
    /// What instructions wrote.
    pub stores: Traffic,
    /// Bits of the stack from the first to the last that was touched.
    pub stack_bits: u64,
    /// How often instructions of each kind ran; together that is all of them.
    pub mix: BTreeMap<Kind, u64>,
    /// How often instructions ran in a row that a core could fuse, by the name of the idiom.
    pub fusions: BTreeMap<&'static str, u64>,
}

impl Measure {
    /// Instructions where those that a core could fuse, by the idioms of Celio et al., count as one.
    #[must_use]
    pub fn fused_instructions(&self) -> u64 {
        fusion::left_by_paper(self.cost.instructions, &self.fusions)
    }
}

/// A program as it lies in memory, and how much of it ran.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StaticSize {
    /// Its instructions: all in memory for instructions; where words may be either, those its entry leads
    /// to, and those that ran.
    pub instructions: u64,
    /// Their bits.
    pub instruction_bits: u64,
    /// Bits of everything else it takes in memory, what begins as zero among it; without its stack where
    /// the system gives that.
    pub data_bits: u64,
    /// Instructions that no run executed.
    pub never_run: u64,
}

/// What an instruction did: its class, as the instruction table of its machine names it, or where it
/// sent the flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A call of a subroutine.
    Call,
    /// A return from one.
    Return,
    /// A jump without a condition.
    Jump,
    /// A branch or jump whose condition held.
    Taken,
    /// One whose condition did not hold.
    NotTaken,
    /// An instruction that skipped the next one.
    Skipped,
    /// One that could have, and did not.
    NotSkipped,
    /// Anything else, by its class.
    Class(&'static str),
}

impl Kind {
    /// As tables name it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::Call => "call",
            Kind::Return => "return",
            Kind::Jump => "jump",
            Kind::Taken => "branch taken",
            Kind::NotTaken => "branch not taken",
            Kind::Skipped => "skip taken",
            Kind::NotSkipped => "skip not taken",
            Kind::Class(class) => class,
        }
    }

    /// What it counts, in a sentence.
    #[must_use]
    pub fn meaning(self) -> String {
        let meaning = match self {
            Kind::Call => "instructions that call a subroutine",
            Kind::Return => "instructions that return from one",
            Kind::Jump => "jumps without a condition",
            Kind::Taken => "branches and jumps whose condition held",
            Kind::NotTaken => "branches and jumps whose condition did not hold",
            Kind::Skipped => "instructions that skipped the next one",
            Kind::NotSkipped => "instructions that could have skipped the next one, and did not",
            Kind::Class(class) => {
                return format!("all other instructions of class {class} (see `isagrid isa`)");
            }
        };
        meaning.to_owned()
    }
}

/// A lane that is ready to be measured.
#[derive(Debug)]
pub(super) struct Measurer {
    pub(super) ready: Ready,
    regions: Regions,
}

/// Instructions up to the first node: more than any lane takes to read a puzzle.
const BUDGET_INSTRS: u64 = 100_000_000;

impl Measurer {
    /// A lane whose stack is found by a run of this puzzle up to the first node.
    ///
    /// # Errors
    /// When it does not assemble or load, or never gets to a node; then with what a verification says of that
    /// run.
    pub(super) fn new(ready: Ready, first: Job<'_>) -> Result<Self, Broken> {
        let Program { target, image, places, .. } = ready.program.as_ref().map_err(Clone::clone)?;
        let places = places.as_ref().expect("of a lane that is compared decisions are checked");
        let mut machine = target.machine();
        machine.load(image).map_err(|error| Broken::NotLoaded(error.to_string()))?;
        let mut host = ready.lane.host(&first.known.at.puzzle);
        let stop = machine.run(&mut host, BUDGET_INSTRS, &mut ToNode(places, false));
        if stop != Stop::Pause {
            let told = wrong(&ready.watched(first, &mut ()).0).unwrap_or_default();
            return Err(Broken::NotLoaded(format!("it comes to no node of the search: {told}")));
        }
        let regions = Regions::of(target, image, places, &machine);
        Ok(Measurer { ready, regions })
    }

    fn program(&self) -> &Program {
        self.ready.program.as_ref().expect("only a lane with a program is measured")
    }

    /// Runs a puzzle, checks it as a verification does, and measures all there is; with the addresses that were
    /// executed.
    pub(super) fn run(&self, job: Job<'_>) -> (Run, Measure, BTreeSet<u64>) {
        let mut meter = Meter::new(self.regions.clone());
        let (run, machine) = self.ready.watched(job, &mut meter);
        let (loads, stores, stack_bits) = meter.told();
        let executed = machine.executed();
        let measure = Measure {
            cost: run.cost.clone(),
            fetched_bits: self.fetched_bits(&executed),
            loads,
            stores,
            stack_bits,
            mix: self.mix(&machine, &executed),
            fusions: fusion::fused(&machine, &executed),
        };
        (run, measure, reached(&executed))
    }

    /// Units of the instruction at an address.
    fn units(&self, address: u64) -> u64 {
        let Program { target, image, .. } = self.program();
        target.instruction(image, address).map_or(0, |found| found.units)
    }

    fn fetched_bits(&self, executed: &[Executed]) -> u64 {
        let unit_bits = u64::from(self.program().target.spec().unit_bits);
        executed.iter().map(|ran| ran.times * self.units(ran.address) * unit_bits).sum()
    }

    /// How often each kind of instruction ran.
    ///
    /// What is behind a jump with a delay slot turns in its place, so where a row says that it cannot
    /// turn by itself, its turns are those of the instruction before it.
    fn mix(&self, machine: &AnyMachine, executed: &[Executed]) -> BTreeMap<Kind, u64> {
        let syntax = &self.program().target.spec().syntax;
        let mut mix = BTreeMap::new();
        let delayed = self.program().target.delay_slots() > 0;
        for (at, ran) in executed.iter().enumerate() {
            let mut add = |kind, times| {
                if times > 0 {
                    *mix.entry(kind).or_default() += times;
                }
            };
            let text = machine.disassemble(ran.address).unwrap_or_default();
            let role = machine.role(ran.address).unwrap_or_default();
            let behind = ran.address + self.units(ran.address);
            let slot = executed.get(at + 1).filter(|it| delayed && it.address == behind);
            let turned = slot.map_or(ran.turned, |slot| slot.turned);
            match (syntax.flow)(&text) {
                Flow::Call => add(Kind::Call, ran.times),
                Flow::Return => add(Kind::Return, ran.times),
                Flow::Other if role.skips => {
                    add(Kind::Skipped, ran.turned);
                    add(Kind::NotSkipped, ran.times - ran.turned);
                }
                Flow::Other if ran.class == "system" || !role.turns => {
                    add(Kind::Class(ran.class), ran.times);
                }
                Flow::Other if !role.falls => add(Kind::Jump, ran.times),
                Flow::Other => {
                    add(Kind::Taken, turned);
                    add(Kind::NotTaken, ran.times - turned);
                }
            }
        }
        mix
    }

    /// The program's instructions, as far as they can be told without running it: all that lies in memory
    /// for instructions, or, where words may be either, whatever its entry leads to.
    fn instructions(&self) -> BTreeSet<u64> {
        let mut machine = self.program().target.machine();
        machine.load(&self.program().image).expect("it was loaded before");
        let mut found = BTreeSet::new();
        for segment in self.program().image.segments.iter().filter(|segment| segment.executable) {
            let mut at = segment.base;
            while matches!(segment.data, Data::Bytes(_)) && self.units(at) > 0 {
                if machine.role(at).is_some() {
                    found.insert(at);
                }
                at += self.units(at);
            }
        }
        let syntax = &self.program().target.spec().syntax;
        let mut ahead = vec![self.program().image.entry];
        while let Some(at) = ahead.pop() {
            let Some(role) = machine.role(at).filter(|_| self.units(at) > 0) else { continue };
            if !found.insert(at) {
                continue;
            }
            let flow = machine.disassemble(at).map(|text| (syntax.flow)(&text));
            let places = match flow {
                Some(Flow::Call) => syntax.returns,
                _ if role.skips => 2,
                _ => role.falls.into(),
            };
            ahead.extend((1..=places).map(|place| at + place * self.units(at)));
            ahead.extend(role.target);
        }
        found
    }

    /// What the program is in memory, where runs reached these addresses.
    pub(super) fn size(&self, reached: &BTreeSet<u64>) -> StaticSize {
        let unit_bits = u64::from(self.program().target.spec().unit_bits);
        let mut all = self.instructions();
        all.extend(reached);
        let instruction_bits = all.iter().map(|&at| self.units(at) * unit_bits).sum();
        let bits: u64 = self.program().image.segments.iter().map(|it| it.size * unit_bits).sum();
        StaticSize {
            instructions: all.len() as u64,
            instruction_bits,
            data_bits: bits.saturating_sub(instruction_bits),
            never_run: (all.len() - reached.len()) as u64,
        }
    }
}

/// The addresses that a run executed at least once.
fn reached(executed: &[Executed]) -> BTreeSet<u64> {
    executed.iter().filter(|ran| ran.times > 0).map(|ran| ran.address).collect()
}

/// Pauses at the first node.
struct ToNode<'p>(&'p Places, bool);

impl Observer for ToNode<'_> {
    const MARKS: bool = true;

    fn is_mark(&self, address: u64) -> bool {
        self.0.nodes.contains(&address)
    }

    fn arrived(&mut self, _: u64) {
        self.1 = true;
    }

    fn pauses(&self) -> bool {
        self.1
    }
}

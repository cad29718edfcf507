//! What one run of a solver did, measured instruction by instruction.

use std::collections::{BTreeMap, BTreeSet};

use machine::{AnyMachine, Data, Executed, Flow, Image, Machine as _, Observer, Stop};
use machines::target::Target;
use reference::twin::Digest;

use super::StaticSize;
use super::meter::{Meter, Regions, Traffic};
use crate::decisions::{Places, Tally, Watcher};
use crate::golden::{Cost, SetPuzzle};
use crate::lane::Lane;

/// What one run did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Measure {
    /// The events of the search.
    pub events: Digest,
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
}

/// A lane's program, ready to be measured.
#[derive(Debug)]
pub(super) struct Program {
    pub(super) target: Target,
    pub(super) image: Image,
    pub(super) places: Places,
    regions: Regions,
}

/// Instructions a run may take: more than any lane's longest, so that none runs for ever.
const BUDGET_INSTRS: u64 = 100_000_000_000;

impl Program {
    /// A lane's program; its stack is found by a run of this puzzle up to the first node.
    ///
    /// # Errors
    /// A sentence when it does not assemble, lacks a label, or never gets to a node.
    pub(super) fn new(
        lane: &Lane,
        (target, image): (Target, Image),
        first: &SetPuzzle,
    ) -> Result<Self, String> {
        let places = Places::of(lane, &image)?;
        let mut machine = target.machine();
        machine.load(&image).map_err(|error| error.to_string())?;
        let mut host = lane.host(&first.puzzle);
        let stop = machine.run(&mut host, BUDGET_INSTRS, &mut ToNode(&places, false));
        if stop != Stop::Pause {
            return Err("it comes to its end without a node".to_owned());
        }
        let regions = Regions::of(&target, &image, &places, &machine);
        Ok(Program { target, image, places, regions })
    }

    /// Runs a puzzle, and measures all there is; with the machine as it ended.
    pub(super) fn run(&self, lane: &Lane, at: &SetPuzzle) -> (Measure, AnyMachine, Stop) {
        let mut machine = self.target.machine();
        machine.load(&self.image).expect("it was loaded before");
        machine.watch(0, 1 << self.target.spec().address_bits);
        let mut host = lane.host(&at.puzzle);
        let watcher = Watcher::new(self.places.clone(), &at.puzzle, Tally::default());
        let mut observer = (watcher, Meter::new(self.regions.clone()));
        let stop = machine.run(&mut host, BUDGET_INSTRS, &mut observer);
        let (watcher, meter) = observer;
        let (loads, stores, stack_bits) = meter.told();
        let executed = machine.executed();
        let measure = Measure {
            events: watcher.sink.digest,
            cost: Cost::of(&machine.counts()),
            fetched_bits: self.fetched_bits(&executed),
            loads,
            stores,
            stack_bits,
            mix: self.mix(&machine, &executed),
        };
        (measure, machine, stop)
    }

    /// Units of the instruction at an address.
    pub(super) fn units(&self, address: u64) -> u64 {
        self.target.instruction(&self.image, address).map_or(0, |found| found.units)
    }

    fn fetched_bits(&self, executed: &[Executed]) -> u64 {
        let unit_bits = u64::from(self.target.spec().unit_bits);
        executed.iter().map(|ran| ran.times * self.units(ran.address) * unit_bits).sum()
    }

    /// How often each kind of instruction ran.
    ///
    /// What is behind a jump with a delay slot turns in its place, so where a row says that it cannot
    /// turn by itself, its turns are those of the instruction before it.
    fn mix(&self, machine: &AnyMachine, executed: &[Executed]) -> BTreeMap<Kind, u64> {
        let syntax = &self.target.spec().syntax;
        let mut mix = BTreeMap::new();
        let delayed = self.target.delay_slots() > 0;
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
        let mut machine = self.target.machine();
        machine.load(&self.image).expect("it was loaded before");
        let mut found = BTreeSet::new();
        for segment in self.image.segments.iter().filter(|segment| segment.executable) {
            let mut at = segment.base;
            while matches!(segment.data, Data::Bytes(_)) && self.units(at) > 0 {
                if machine.role(at).is_some() {
                    found.insert(at);
                }
                at += self.units(at);
            }
        }
        let syntax = &self.target.spec().syntax;
        let mut ahead = vec![self.image.entry];
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
        let unit_bits = u64::from(self.target.spec().unit_bits);
        let mut all = self.instructions();
        all.extend(reached);
        let instruction_bits = all.iter().map(|&at| self.units(at) * unit_bits).sum();
        let bits: u64 = self.image.segments.iter().map(|it| it.size * unit_bits).sum();
        StaticSize {
            instructions: all.len() as u64,
            instruction_bits,
            data_bits: bits.saturating_sub(instruction_bits),
            never_run: (all.len() - reached.len()) as u64,
        }
    }
}

/// The addresses that a run executed at least once.
pub(super) fn reached(executed: &[Executed]) -> BTreeSet<u64> {
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

//! Measurements of one run of a solver, instruction by instruction.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use machine::{AnyMachine, CallFlow, Image, InstructionCount, Machine as _, Observer, Role, Stop};

use super::code::Code;
use super::comparison::wrong;
use super::fusion;
use super::meter::{Meter, Regions, Traffic};
use crate::decisions::Places;
use crate::golden::Cost;
use crate::lane::Lane;
use crate::verify::ready::{Job, Program, Ready};
use crate::verify::{LaneError, Run};

/// Measurements of one run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Measure {
    /// Instructions retired, and cycles by model.
    pub cost: Cost,
    /// Instructions of the search: in code that control flow reaches from a node, or from the procedure that solves.
    pub search: u64,
    /// Bits of the instructions of the search, counted at each execution.
    pub search_fetched_bits: u64,
    /// Bits of instructions fetched, counted at each execution.
    pub fetched_bits: u64,
    /// Loads.
    pub loads: Traffic,
    /// Stores.
    pub stores: Traffic,
    /// Bits of the stack from the first to the last one accessed.
    pub stack_bits: u64,
    /// Executions of each kind of instruction; their sum is all instructions.
    pub mix: BTreeMap<InstructionKind, u64>,
    /// Executions of fusible sequences, by name of the idiom.
    pub fusions: BTreeMap<&'static str, u64>,
}

impl Measure {
    /// Instructions if fusible sequences, by the idioms of Celio et al., count as one.
    #[must_use]
    pub fn fused_instructions(&self) -> u64 {
        fusion::left_by_paper(self.cost.instructions, &self.fusions)
    }
}

/// Size of a program in memory, and how much of it ran.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StaticSize {
    /// Instructions: all in sections of code, without what the system adds; in files without sections, and if any
    /// word may be an instruction, those reachable from the entry and those that ran.
    pub instructions: u64,
    /// Bits of the instructions.
    pub instruction_bits: u64,
    /// Bits of all other initial memory of the program, including zeros, without a stack that the system provides.
    pub data_bits: u64,
    /// Instructions that no run executed.
    pub never_run: u64,
}

/// Kind of an executed instruction: its class in the machine's instruction table, or its control flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum InstructionKind {
    /// Call of a subroutine.
    Call,
    /// Return from a subroutine.
    Return,
    /// Unconditional jump.
    Jump,
    /// Conditional branch or jump, taken.
    Taken,
    /// Conditional branch or jump, not taken.
    NotTaken,
    /// Instruction that skipped the next one.
    Skipped,
    /// Instruction that could skip the next one but did not.
    NotSkipped,
    /// Any other instruction, by class.
    Class(&'static str),
}

impl InstructionKind {
    /// Name in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            InstructionKind::Call => "call",
            InstructionKind::Return => "return",
            InstructionKind::Jump => "jump",
            InstructionKind::Taken => "branch taken",
            InstructionKind::NotTaken => "branch not taken",
            InstructionKind::Skipped => "skip taken",
            InstructionKind::NotSkipped => "skip not taken",
            InstructionKind::Class(class) => class,
        }
    }

    /// Description.
    #[must_use]
    pub fn meaning(self) -> String {
        let meaning = match self {
            InstructionKind::Call => "instructions that call a subroutine",
            InstructionKind::Return => "instructions that return from a subroutine",
            InstructionKind::Jump => "unconditional jumps",
            InstructionKind::Taken => "conditional branches and jumps that were taken",
            InstructionKind::NotTaken => "conditional branches and jumps that were not taken",
            InstructionKind::Skipped => "instructions that skipped the next one",
            InstructionKind::NotSkipped => "instructions that could skip the next one but did not",
            InstructionKind::Class(class) => {
                return format!("all other instructions of class {class} (see `isagrid isa`)");
            }
        };
        meaning.to_owned()
    }
}

/// Lane prepared for measuring.
#[derive(Debug)]
pub(super) struct Measurer {
    pub(super) ready: Ready,
    regions: Regions,
    /// Addresses of the search.
    search: BTreeSet<u64>,
    /// Instructions that runs executed, so that each is disassembled only once.
    decoded: Mutex<HashMap<u64, Arc<Decoded>>>,
}

/// Instruction at an address.
#[derive(Debug)]
struct Decoded {
    text: String,
    role: Role,
    units: u64,
}

/// Most instructions up to the first node, more than any lane needs to read a puzzle.
const BUDGET_INSTRS: u64 = 100_000_000;

impl Measurer {
    /// Prepares a lane; its stack is located by a run on this puzzle up to the first node.
    ///
    /// # Errors
    /// If it does not assemble or load, or reaches no node; then with the failures of that run.
    pub(super) fn new(ready: Ready, first: Job<'_>) -> Result<Self, LaneError> {
        let program = ready.program.as_ref().map_err(Clone::clone)?;
        let Program { target, image, places, .. } = program;
        let places = places.as_ref().expect("of a lane that is compared decisions are checked");
        let mut machine = target.machine();
        machine.load(image).map_err(|error| LaneError::NotLoaded(error.to_string()))?;
        let mut host = ready.lane.host(&first.known.at.puzzle);
        let stop = machine.run(&mut host, BUDGET_INSTRS, &mut ToNode(places, false));
        if stop != Stop::Pause {
            let reason = wrong(&ready.watched(first, &mut ()).0).unwrap_or_default();
            return Err(LaneError::NotLoaded(format!(
                "it reaches no node of the search: {reason}"
            )));
        }
        let regions = Regions::of(target, image, places, &machine);
        let search = Code::new(program).reachable(&searches(&ready.lane, image, places)?);
        Ok(Measurer { ready, regions, search, decoded: Mutex::default() })
    }

    fn program(&self) -> &Program {
        self.ready.program.as_ref().expect("only a lane with a program is measured")
    }

    /// Runs and verifies a puzzle; returns its measurements and the executed addresses.
    pub(super) fn run(&self, job: Job<'_>) -> (Run, Measure, BTreeSet<u64>) {
        let mut meter = Meter::new(self.regions.clone());
        let (run, machine) = self.ready.watched(job, &mut meter);
        let (loads, stores, stack_bits) = meter.traffic();
        let executed = machine.executed();
        let decoded = self.decoded(&machine, &executed);
        let texts: Vec<&str> = decoded.iter().map(|it| it.text.as_str()).collect();
        let unit_bits = u64::from(self.program().target.spec().unit_bits);
        let bits = |ran: &InstructionCount, it: &Decoded| ran.times * it.units * unit_bits;
        let all = || executed.iter().zip(&decoded);
        let searching = || all().filter(|(ran, _)| self.search.contains(&ran.address));
        let measure = Measure {
            cost: run.cost.clone(),
            search: searching().map(|(ran, _)| ran.times).sum(),
            search_fetched_bits: searching().map(|(ran, it)| bits(ran, it)).sum(),
            fetched_bits: all().map(|(ran, it)| bits(ran, it)).sum(),
            loads,
            stores,
            stack_bits,
            mix: self.mix(&executed, &decoded),
            fusions: fusion::fused(&machine, &executed, &texts),
        };
        self.ready.give_back(machine);
        (run, measure, reached(&executed))
    }

    /// Size of the instruction at an address, in units.
    fn units(&self, address: u64) -> u64 {
        let Program { target, image, .. } = self.program();
        target.instruction(image, address).map_or(0, |found| found.units)
    }

    /// The executed instructions.
    fn decoded(&self, machine: &AnyMachine, executed: &[InstructionCount]) -> Vec<Arc<Decoded>> {
        let mut known = self.decoded.lock().unwrap_or_else(PoisonError::into_inner);
        let mut decode = |address| {
            let new = || Decoded {
                text: machine.disassemble(address).unwrap_or_default(),
                role: machine.role(address).unwrap_or_default(),
                units: self.units(address),
            };
            Arc::clone(known.entry(address).or_insert_with(|| Arc::new(new())))
        };
        executed.iter().map(|ran| decode(ran.address)).collect()
    }

    /// Executions of each kind of instruction.
    ///
    /// A jump with a delay slot takes effect after the next instruction. If an instruction cannot jump itself, its
    /// taken count belongs to the instruction before it.
    fn mix(
        &self,
        executed: &[InstructionCount],
        decoded: &[Arc<Decoded>],
    ) -> BTreeMap<InstructionKind, u64> {
        let syntax = &self.program().target.spec().syntax;
        let mut mix = BTreeMap::new();
        let delayed = self.program().target.delay_slots() > 0;
        for (at, (ran, decoded)) in executed.iter().zip(decoded).enumerate() {
            let Decoded { text, role, units } = &**decoded;
            let mut add = |kind, times| {
                if times > 0 {
                    *mix.entry(kind).or_default() += times;
                }
            };
            let after = ran.address + units;
            let slot = executed.get(at + 1).filter(|it| delayed && it.address == after);
            let turned = slot.map_or(ran.turned, |slot| slot.turned);
            match (syntax.flow)(text) {
                CallFlow::Call => add(InstructionKind::Call, ran.times),
                CallFlow::Return => add(InstructionKind::Return, ran.times),
                CallFlow::Other if role.skips => {
                    add(InstructionKind::Skipped, ran.turned);
                    add(InstructionKind::NotSkipped, ran.times - ran.turned);
                }
                CallFlow::Other if is_request(ran.class) || !role.turns => {
                    add(InstructionKind::Class(ran.class), ran.times);
                }
                CallFlow::Other if !role.falls => {
                    add(InstructionKind::Jump, ran.times);
                }
                CallFlow::Other => {
                    add(InstructionKind::Taken, turned);
                    add(InstructionKind::NotTaken, ran.times - turned);
                }
            }
        }
        mix
    }

    /// Size of the program, given the executed addresses.
    pub(super) fn size(&self, reached: &BTreeSet<u64>) -> StaticSize {
        let unit_bits = u64::from(self.program().target.spec().unit_bits);
        let (all, data_units) = Code::new(self.program()).of_program(reached);
        StaticSize {
            instructions: all.len() as u64,
            instruction_bits: all.iter().map(|&at| self.units(at) * unit_bits).sum(),
            data_bits: data_units * unit_bits,
            never_run: all.difference(reached).count() as u64,
        }
    }
}

/// Addresses where the search of a lane begins.
fn searches(lane: &Lane, image: &Image, places: &Places) -> Result<Vec<u64>, LaneError> {
    let Some(label) = &lane.search else { return Ok(places.nodes.clone()) };
    let missing = || {
        LaneError::NotLoaded(format!("the program has no label `{label}`, which the lane names"))
    };
    Ok(vec![image.symbol(label).ok_or_else(missing)?])
}

/// Whether instructions of this class leave the program for the system, and do not branch within it.
fn is_request(class: &str) -> bool {
    matches!(class, "system" | "trap")
}

/// Addresses that a run executed.
fn reached(executed: &[InstructionCount]) -> BTreeSet<u64> {
    executed.iter().filter(|ran| ran.times > 0).map(|ran| ran.address).collect()
}

/// Observer that pauses at the first node.
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

//! The machine: processor, memory and system, as the `Machine` contract requires.

use std::cell::RefCell;
use std::sync::Arc;

use machine::blocks::ExecutionCount;
use machine::follow::{Follow, FollowSlot};
use machine::native::{Library, MachineCache, Node, RegionCache};
use machine::run_loop::RunLoop;
use machine::{
    Cause, Counts, Cycles, Data, Engine, Fault, Host, Image, InstructionCount, Limit, LoadError,
    Machine, Observer, Picture, RegisterSlots, Role, Segment, Spec, Stop,
};

use crate::cpu::{Cpu, flag};
use crate::engine::code::Code;
use crate::engine::fast::Step;
use crate::engine::flow::analyse;
use crate::engine::recorded::record;
use crate::engine::timing::{MODELS, RecentTimes, Timing};
use crate::isa::decode::{decode, opcode};
use crate::its::Its;
use crate::memory::{PAGE_WORDS, PAGES, Page, WORDS};
use crate::spec::SPEC;
use crate::{Options, System, Word36};

mod native;
mod run;
mod special;

/// The accumulators, and the flags as the left half of a PC word.
const REGISTERS: [&str; 17] = [
    "AC0", "AC1", "AC2", "AC3", "AC4", "AC5", "AC6", "AC7", "AC10", "AC11", "AC12", "AC13", "AC14",
    "AC15", "AC16", "AC17", "FLAGS",
];

/// The accumulators, and 16 for the flags.
static SLOTS: RegisterSlots<64> = RegisterSlots::new().numbered(&REGISTERS, 0);

/// A KA10 in user mode, with ITS or without a system.
#[derive(Debug, Clone)]
pub struct Pdp10 {
    options: Options,
    pub(crate) cpu: Cpu,
    its: Its,
    code: Code,
    image: Image,
    started: bool,
    /// Instructions retired, and those abandoned for an interrupt.
    retired: u64,
    undone: u64,
    /// Whether every instruction runs in the careful engine.
    pub(crate) careful: bool,
    /// Data of the following engine, while in use.
    follow: FollowSlot,
    /// Words the current instruction has read, if requested.
    reads: Option<RefCell<Vec<u32>>>,
    /// Whether the current instruction was a monitor call.
    called: bool,
    /// Times of the instructions that ran in the careful engine.
    recent_times: RecentTimes,
    /// Native code.
    native: Option<MachineCache>,
}

impl Pdp10 {
    /// An empty machine.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Pdp10 {
            options,
            cpu: Cpu { timing: Timing::new(options.relocation), ..Cpu::new() },
            its: Its::new(&options),
            code: Code::default(),
            image: Image::default(),
            started: false,
            retired: 0,
            undone: 0,
            careful: false,
            follow: FollowSlot::default(),
            reads: None,
            called: false,
            recent_times: RecentTimes::default(),
            native: None,
        }
    }

    /// Resets the machine; its engine, its program and decoded blocks stay.
    fn renew(&mut self) {
        // All fields are named so that none is forgotten.
        #[rustfmt::skip]
        let Pdp10 {
            options, cpu, its, started, retired, undone, follow, reads, called,
            code: _, image: _, careful: _, native: _, recent_times: _,
        } = self;
        cpu.renew();
        *its = Its::new(options);
        (*started, *retired, *undone, *called) = (false, 0, 0, false);
        (*follow, *reads) = (FollowSlot::default(), None);
    }

    /// Keeps decoded blocks whose words are all unchanged in memory.
    fn decode_again(&mut self) {
        let Pdp10 { cpu: Cpu { memory, .. }, code, .. } = self;
        let is_there = |step: &Step| memory.get(step.op.address) == Some(step.op.word);
        if !code.iter().flat_map(|block| &block.steps).all(is_there) {
            *code = Code::default();
            self.native = self.native.clone();
            return;
        }
        code.count_anew();
        for step in code.iter().flat_map(|block| &block.steps) {
            memory.mark_code(step.op.address, true);
        }
    }

    /// Stores a segment's words, on pages created for them.
    fn place(&mut self, segment: &Segment) -> Result<(), LoadError> {
        let Data::Words(words) = &segment.data else {
            return Err(LoadError::WrongUnits { segment: segment.name.clone() });
        };
        let end = segment.base.checked_add(segment.size.max(words.len() as u64));
        let Some(end) = end.filter(|&end| end <= WORDS as u64) else {
            let Segment { name, base, size, .. } = segment;
            return Err(LoadError::OutOfMemory { segment: name.clone(), base: *base, size: *size });
        };
        let (start, end) = (segment.base as u32, end as u32);
        let access = if segment.writable { Page::Writable } else { Page::ReadOnly };
        for page in start / PAGE_WORDS..end.div_ceil(PAGE_WORDS) {
            // Writable words make their page writable.
            if self.cpu.memory.page(page) != Page::Writable {
                self.cpu.memory.set_page(page, access);
            }
        }
        for (address, &word) in (start..).zip(words) {
            self.cpu.memory.force(address, Word36::new(word));
        }
        Ok(())
    }

    /// Sets the accumulators given in the program.
    fn place_accumulators(&self) {
        for segment in &self.image.segments {
            let Data::Words(words) = &segment.data else { continue };
            for (address, &word) in (segment.base..0o20).zip(words) {
                self.cpu.memory.set_ac(address as u8, Word36::new(word));
            }
        }
    }
}

/// Help on how to end a job.
const HOW_TO_END: &str = "end the job with `.LOGOUT 1,`, or with `.BREAK 16,160000` under DDT";

/// Position of the opcode in a word, and opcodes that always jump.
const OPCODE_SHIFT: u32 = 27;
const JRST: u64 = 0o254;
const POPJ: u64 = 0o263;

impl Pdp10 {
    /// Turns a fault on an empty word after the program's last instruction into a run-off.
    fn as_run_off(&self, fault: Fault) -> Fault {
        match self.ran_into(fault.pc) {
            Some(pc) if fault.cause == (Cause::Illegal { word: 0 }) => {
                Fault { pc, cause: Cause::RanOff { address: fault.pc } }
            }
            _ => fault,
        }
    }

    /// Address of the instruction before an address, if the program came from there: it ran and
    /// does not always jump.
    fn ran_into(&self, address: u64) -> Option<u64> {
        let before = address.checked_sub(1)?;
        let goes = matches!(self.peek(before)? >> OPCODE_SHIFT, JRST | POPJ);
        let ran = self
            .code
            .times()
            .into_iter()
            .any(|(at, times)| u64::from(at) == before && times.ran > 0);
        (ran && !goes).then_some(before)
    }

    /// Stop of a run as the machine reports it.
    fn stop_of(&self, stop: Stop) -> Stop {
        match stop {
            Stop::Fault(fault) => Stop::Fault(self.as_run_off(fault)),
            stop => stop,
        }
    }
}

impl Machine for Pdp10 {
    fn spec(&self) -> &'static Spec {
        &SPEC
    }

    fn load(&mut self, image: &Image) -> Result<(), LoadError> {
        if image.isa != SPEC.name {
            let found = image.isa.clone();
            return Err(LoadError::WrongMachine { found, expected: SPEC.name });
        }
        self.renew();
        if self.options.system == System::Bare {
            (0..PAGES).for_each(|page| self.cpu.memory.set_page(page, Page::Writable));
        }
        let placed = image.segments.iter().try_for_each(|segment| self.place(segment));
        self.decode_again();
        self.cpu.pc.set(image.entry as u32 & 0o777777);
        if self.image != *image {
            self.image = image.clone();
        }
        placed
    }

    fn run<O: Observer>(&mut self, host: &mut Host, budget_instrs: u64, observer: &mut O) -> Stop {
        if let Err(stop) = self.start(host) {
            return self.stop_of(stop);
        }
        if !self.its.echo_typed(host) {
            return Stop::Limit(Limit::Output);
        }
        self.reads = O::LOADS.then(RefCell::default);
        let stop = self.run_slices(host, budget_instrs, observer);
        self.stop_of(stop)
    }

    fn advice(&self, fault: &Fault) -> Option<String> {
        let own = crate::advice::advice(self, fault, self.image.entry);
        if own.is_some() {
            return own;
        }
        match fault.cause {
            Cause::RanOff { .. } => Some(HOW_TO_END.to_owned()),
            Cause::Illegal { word } if word >> OPCODE_SHIFT == 0 => {
                let before = self.ran_into(fault.pc)?;
                let before = self.spec().show_address(before);
                Some(format!("the program ran into this word from {before}: {HOW_TO_END}"))
            }
            _ => None,
        }
    }

    fn counts(&self) -> Counts {
        let elapsed = self.cpu.elapsed_nanos.get();
        Counts {
            instructions: self.retired,
            supervisor_instructions: 0,
            cancelled_instructions: self.undone,
            cycles: MODELS
                .iter()
                .map(|model| Cycles { model: model.name, cycles: elapsed })
                .collect(),
        }
    }

    fn attempted(&self) -> u64 {
        self.retired + self.undone
    }

    fn executed(&self) -> Vec<InstructionCount> {
        let mut times: std::collections::BTreeMap<u32, ExecutionCount> =
            self.code.times().into_iter().collect();
        for line in &self.image.lines {
            times.entry(line.address as u32 & 0o777777).or_default();
        }
        let class = |address| {
            let word = self.cpu.memory.get(address)?;
            Some(opcode(word)?.class.name())
        };
        let executed = times.into_iter().map(|(address, times)| InstructionCount {
            address: address.into(),
            times: times.ran,
            turned: times.turned,
            class: class(address).unwrap_or("none"),
        });
        executed.collect()
    }

    fn pc(&self) -> u64 {
        self.cpu.pc.get().into()
    }

    fn registers(&self) -> Vec<(&'static str, u64)> {
        let flags = self.cpu.flags() | flag::USER;
        let accumulators = (0..0o20).map(|ac| self.cpu.memory.ac(ac).bits());
        REGISTERS.into_iter().zip(accumulators.chain([flags.into()])).collect()
    }

    fn register(&self, name: &str) -> Option<u64> {
        match self.slot(name) {
            Some(ac) => Some(self.cpu.memory.ac(ac).bits()),
            None => {
                self.registers().into_iter().find(|(known, _)| *known == name).map(|(_, it)| it)
            }
        }
    }

    fn peek(&self, address: u64) -> Option<u64> {
        let address = u32::try_from(address).ok().filter(|&at| (at as usize) < WORDS)?;
        self.cpu.memory.get(address).map(Word36::bits)
    }

    fn disassemble(&self, address: u64) -> Option<String> {
        crate::isa::disassemble(Word36::new(self.peek(address)?))
    }

    fn role(&self, address: u64) -> Option<Role> {
        let word = Word36::new(self.peek(address)?);
        let found = decode(word, address as u32)?;
        let accumulators = &REGISTERS[..0o20];
        Some(Role::of(&analyse(found.opcode, &found.op), |slot| {
            accumulators.get(usize::from(slot)).copied()
        }))
    }

    fn recorded(&self, address: u64) -> Option<Box<[Node]>> {
        let found = decode(Word36::new(self.peek(address)?), address as u32)?;
        record(found.opcode, &found.op, self.cpu.timing)
    }

    fn set_pc(&mut self, address: u64) {
        self.cpu.pc.set(address as u32 & 0o777777);
    }

    fn run_followed(
        &mut self,
        host: &mut Host,
        budget_instrs: u64,
        follow: &mut Follow,
    ) -> Option<Stop> {
        let memory = (36, false, crate::memory::ACCUMULATORS.into());
        let stop = self.run_tracked(host, budget_instrs, follow, memory);
        Some(self.stop_of(stop))
    }

    fn set_engine(&mut self, engine: Engine, library: Option<&Arc<Library>>) {
        self.careful = engine == Engine::Careful;
        self.native = RegionCache::of(engine, library);
    }

    fn slot(&self, name: &str) -> Option<u8> {
        SLOTS.get(name).filter(|&slot| slot < 0o20)
    }

    fn set_register(&mut self, name: &str, value: u64) -> bool {
        match SLOTS.get(name) {
            Some(0o20) => self.cpu.set_flags(value as u32),
            Some(ac) => self.cpu.memory.set_ac(ac, Word36::new(value)),
            None => return false,
        }
        true
    }

    fn poke(&mut self, address: u64, unit: u64) -> bool {
        self.poke_all(address, &[unit])
    }

    fn poke_all(&mut self, address: u64, units: &[u64]) -> bool {
        let mut done = true;
        for (at, &unit) in (address..).zip(units) {
            match self.peek(at) {
                Some(_) => self.cpu.memory.force(at as u32, Word36::new(unit)),
                None => done = false,
            }
        }
        self.forget_rewritten();
        done
    }

    fn picture(&self) -> Option<Picture> {
        self.its.picture(&self.cpu)
    }

    fn watch(&mut self, start: u64, end: u64) {
        let clamp = |address: u64| address.min(WORDS as u64) as u32;
        self.cpu.memory.watch(clamp(start), clamp(end));
    }
}

//! The machine: processor, memory and system personality as an implementation of `Machine`.

use std::sync::Arc;

use machine::blocks::ExecutionCount;
use machine::follow::{Follow, FollowSlot};
use machine::native::{Guest, Library, MachineCache, Node, RegionCache};
use machine::run_loop::RunLoop;
use machine::semantics::Trap;
use machine::{
    Cause, Counts, Cycles, Data, Engine, Fault, Host, Image, InstructionCount, LoadError, Machine,
    Observer, RegisterSlots, Role, Segment, Spec, Stop,
};

use crate::board::{self, BoardState};
use crate::cpu::Cpu;
use crate::csr::{Csrs, Paging, number};
use crate::engine::careful::Effects;
use crate::engine::code::{Code, DecodeCache, DecodeResult, find};
use crate::engine::devices::AccessTime;
use crate::engine::flow::analyse;
use crate::engine::polled::PolledBlocks;
use crate::engine::recorded::{Rules, record};
use crate::engine::timing::{Events, MODELS};
use crate::esp32c3::Esp32c3;
use crate::esp32c3::map::FLASH_CHIP;
use crate::isa::decode::Decoded;
use crate::isa::{Extension, FLOAT_REGISTERS, REGISTERS, slot};
use crate::memory::{self, LIMIT_BYTES, Memory};
use crate::options::{Options, System as SystemKind};
use crate::spec::SPEC;
use crate::system::SystemState;

mod advice;
mod chip;
mod fetch;
mod native;
mod paged;
mod poll;
mod restart;
mod run;
mod trap;

/// General and floating-point registers.
static SLOTS: RegisterSlots<256> =
    RegisterSlots::new().numbered(&REGISTERS, 0).numbered(&FLOAT_REGISTERS, slot::FLOAT);

/// Control and status registers that are shown if machine mode, or RARS, has them.
const MACHINE_CSRS: &[(&str, u16)] = &[
    ("mstatus", number::MSTATUS),
    ("mtvec", number::MTVEC),
    ("mscratch", number::MSCRATCH),
    ("mepc", number::MEPC),
    ("mcause", number::MCAUSE),
    ("mtval", number::MTVAL),
];
const USER_CSRS: &[(&str, u16)] = &[
    ("ustatus", number::USTATUS),
    ("utvec", number::UTVEC),
    ("uepc", number::UEPC),
    ("ucause", number::UCAUSE),
    ("utval", number::UTVAL),
];

/// Maximum memory for the execution counts of single instructions.
const COUNT_LIMIT_BYTES: usize = 32 << 20;

/// Maximum memory of counts and decoded instructions that are kept when the same program is loaded
/// again.
const MOST_KEPT_BYTES: usize = 1 << 20;

/// 32-bit RISC-V with the memory map, calls and start-up of a simulator, or on a board.
#[derive(Debug, Clone)]
pub struct Riscv32 {
    options: Options,
    pub(crate) cpu: Cpu,
    code: Code,
    recent: DecodeCache,
    csrs: Csrs,
    system: SystemState,
    board: Option<BoardState>,
    image: Image,
    /// Segments of the program, for a board that starts it again.
    origin: Arc<[Segment]>,
    /// Number of restarts.
    restarts: u32,
    /// Ranges of the program's instructions: first byte, and the byte after the last.
    texts: Vec<(u32, u32)>,
    /// Cycles of the `esp32c3` model.
    clock_cycles: u64,
    /// Events of instructions outside complete executions of blocks that still exist.
    banked: Events,
    /// Retired instructions, and those that a trap prevented from completing.
    retired: u64,
    undone: u64,
    /// Number of calls of the board's ROM functions.
    rom_calls: u64,
    started: bool,
    /// Last instruction that ran, for faults of the following one.
    last_pc: u32,
    /// Whether something that may interrupt the program happened since the board was last checked.
    attention: bool,
    /// End of the current slice, as a number of instructions spent.
    slice_end: u64,
    /// Whether the rounds of idle loops may be skipped: there is a board, and nothing observes.
    can_skip: bool,
    /// Number of instructions spent at which an idle loop is looked for again.
    next_idle_look: u64,
    /// Enabled interrupts that were pending when the board was last checked, one bit each.
    ready: u32,
    /// Address translation in the current mode.
    paging: Paging,
    /// Physical address of the instruction that runs, if it was translated.
    physical_pc: Option<u32>,
    /// Whether the careful engine runs every instruction.
    pub(crate) careful: bool,
    /// State of data-flow tracking, while it is on.
    follow: FollowSlot,
    /// Memory for the effects of the next instruction in the careful engine.
    spare: Option<Box<Effects>>,
    /// Blocks that polled last.
    polled: PolledBlocks,
    /// Native code, if any.
    pub(crate) native: Option<MachineCache>,
}

impl Riscv32 {
    /// Creates a machine without a program.
    #[must_use]
    pub fn new(options: Options) -> Self {
        let cpu = Cpu::new(&options, Memory::new(Vec::new()));
        Riscv32 {
            options,
            code: Code::default(),
            recent: DecodeCache::default(),
            csrs: Csrs::new(&options, &cpu),
            cpu,
            system: SystemState::new(options),
            board: options.board.map(|board| BoardState::new(board, &options)),
            image: Image::default(),
            origin: Arc::default(),
            restarts: 0,
            texts: Vec::new(),
            clock_cycles: 0,
            banked: Events::default(),
            retired: 0,
            undone: 0,
            rom_calls: 0,
            started: false,
            last_pc: 0,
            attention: true,
            slice_end: 0,
            can_skip: false,
            next_idle_look: 0,
            ready: 0,
            paging: Paging::default(),
            physical_pc: None,
            careful: false,
            follow: FollowSlot::default(),
            spare: None,
            polled: PolledBlocks::default(),
            native: None,
        }
    }

    /// Resets the machine for a program; keeps its engine and the decoded instructions.
    fn renew(&mut self, image: &Image) {
        // Every field is listed, so that none is forgotten.
        #[rustfmt::skip]
        let Riscv32 {
            options, cpu, csrs, system, board, texts, clock_cycles, banked, retired, undone, rom_calls,
            started, last_pc, attention, slice_end, can_skip, next_idle_look, ready,
            paging, physical_pc,
            restarts, follow, spare: _, polled: _, code: _, recent: _,
            image: _, origin: _, careful: _, native: _,
        } = self;
        let areas = match options.board {
            Some(board) => board::areas(board),
            None => memory::map(options, image),
        };
        cpu.memory.renew(areas);
        cpu.renew(options);
        (*csrs, *system) = (Csrs::new(options, cpu), SystemState::new(*options));
        *board = options.board.map(|board| BoardState::new(board, options));
        texts.clear();
        (*slice_end, *can_skip, *next_idle_look) = (0, false, 0);
        (*clock_cycles, *banked, *retired, *undone, *rom_calls) = (0, Events::default(), 0, 0, 0);
        (*started, *last_pc, *attention, *follow) = (false, 0, true, FollowSlot::default());
        (*ready, *restarts, *paging, *physical_pc) = (0, 0, Paging::default(), None);
    }

    fn place(&mut self, image: &Image) -> Result<(), LoadError> {
        for segment in &image.segments {
            let Data::Bytes(bytes) = &segment.data else {
                return Err(LoadError::WrongUnits { segment: segment.name.clone() });
            };
            if let Some(chip) = self.flash_chip(segment) {
                chip.fill_flash(bytes);
                continue;
            }
            let start = self.check_room(segment)?;
            self.cpu.memory.place(start, bytes).map_err(|cause| match cause {
                Cause::OutOfMemory { .. } => LoadError::TooLarge { bytes: LIMIT_BYTES as u64 },
                _ => outside(segment),
            })?;
            if segment.executable {
                self.texts.push((start, start.saturating_add(segment.size as u32)));
                self.note_rom(start);
            }
        }
        self.update_memory();
        Ok(())
    }

    /// First address of a segment that fits in one area.
    fn check_room(&self, segment: &Segment) -> Result<u32, LoadError> {
        let start = u32::try_from(segment.base).map_err(|_| outside(segment))?;
        let last = segment.base.checked_add(segment.size.max(1) - 1);
        let area = self.cpu.memory.area(start).filter(|area| !area.rights.device);
        match (area, last) {
            (Some(area), Some(last))
                if last <= area.end.into() && self.cpu.memory.is_free(start, last) =>
            {
                Ok(start)
            }
            _ => Err(outside(segment)),
        }
    }

    /// Ranges that contain everything the program may execute, if they are limited.
    ///
    /// RARS and Venus end where their text ends; in other systems, all executable memory counts.
    fn texts_that_end(&self) -> Option<&[(u32, u32)]> {
        matches!(self.options.system, SystemKind::Rars | SystemKind::Venus).then_some(&self.texts)
    }

    /// Decodes the instruction at an address.
    #[inline]
    fn find(&self, address: u32) -> DecodeResult {
        self.recent.find(&self.cpu, self.options.profile.extensions, address)
    }

    /// The ESP32-C3, if it is the board.
    fn esp32c3(&self) -> Option<&Esp32c3> {
        self.board.as_ref().and_then(BoardState::esp32c3)
    }

    /// Events so far, in the classes that the ESP32-C3 counts.
    pub(crate) fn events(&self) -> Events {
        let mut events = self.banked;
        for block in self.code.iter() {
            events.add(&block.sum, block.ways);
        }
        events
    }

    /// Current position in the run.
    fn access_time(&self) -> AccessTime {
        let pc = self.cpu.pc.get().into();
        AccessTime { pc, instructions: self.retired, cycles: self.clock_cycles }
    }

    /// Invalidates decoded instructions in written bytes, at all addresses that alias them.
    fn rewrite_code(&mut self, start: u32, end: u32) {
        for (start, end) in self.cpu.memory.code_within(start, end) {
            for view in self.cpu.memory.aliases(start) {
                // The cost of the previous instruction depends on the registers that this one
                // reads.
                let first = view.saturating_sub(4);
                let end = view.saturating_add(end - start);
                self.rewrite_native(first, end);
                let banked = &mut self.banked;
                self.code.rewrite(first, end, |block| {
                    banked.add(&block.sum, block.ways);
                });
            }
        }
    }

    /// Execution count of each instruction, including those of the program that never ran.
    fn times(&self) -> Vec<(u32, ExecutionCount)> {
        let mut times: std::collections::BTreeMap<u32, ExecutionCount> =
            self.code.times().into_iter().collect();
        for line in &self.image.lines {
            if let Ok(address) = u32::try_from(line.address) {
                times.entry(address).or_default();
            }
        }
        times.into_iter().collect()
    }

    fn csrs_shown(&self) -> &'static [(&'static str, u16)] {
        match self.options.system {
            SystemKind::Bare => MACHINE_CSRS,
            SystemKind::Rars => USER_CSRS,
            SystemKind::Venus | SystemKind::Linux => &[],
        }
    }

    /// Floating-point control and status register.
    fn fcsr(&self) -> u32 {
        self.cpu.reg(slot::FRM) << 5 | self.cpu.reg(slot::FFLAGS)
    }

    fn set_fcsr(&self, value: u32) {
        self.cpu.slots[slot::FRM as usize].set(value >> 5 & 7);
        self.cpu.slots[slot::FFLAGS as usize].set(value & 31);
    }
}

/// Whether an address is in one of the ranges; always true if there are none.
fn is_within(texts: Option<&[(u32, u32)]>, address: u32) -> bool {
    let inside = |&(start, end): &(u32, u32)| (start..end).contains(&address);
    texts.is_none_or(|texts| texts.iter().any(inside))
}

fn outside(segment: &Segment) -> LoadError {
    let Segment { name, base, size, .. } = segment;
    LoadError::OutOfMemory { segment: name.clone(), base: *base, size: *size }
}

impl Riscv32 {
    fn decoded(&self, address: u32) -> Option<Decoded> {
        match find(&self.cpu, self.options.profile.extensions, address) {
            DecodeResult::Instruction(found) => Some(found),
            _ => None,
        }
    }

    /// Target of a `jalr` after an `auipc`, the two halves of a far call or jump.
    ///
    /// Source: RISC-V ELF psABI, "Procedure Calls".
    fn far_target(&self, jump: &Decoded) -> Option<u64> {
        let before = self.decoded(jump.op.pc.wrapping_sub(4))?;
        let is_pair = jump.row.name == "jalr" && before.row.name == "auipc";
        let to = before.op.pc.wrapping_add(before.op.imm).wrapping_add(jump.op.imm);
        (is_pair && before.op.d == jump.op.s).then(|| (to & !1).into())
    }
}

impl Machine for Riscv32 {
    fn spec(&self) -> &'static Spec {
        &SPEC
    }

    fn load(&mut self, image: &Image) -> Result<(), LoadError> {
        if image.isa != SPEC.name {
            let found = image.isa.clone();
            return Err(LoadError::WrongMachine { found, expected: SPEC.name });
        }
        let known = std::mem::take(&mut self.image);
        let is_again = known.is_like(image) && self.code.table_bytes() <= MOST_KEPT_BYTES;
        let code = is_again.then(|| self.cpu.memory.code());
        self.renew(image);
        let placed = self.place(image);
        if placed.is_ok() && code.is_some_and(|code| self.cpu.memory.hold_again(&code)) {
            self.code.count_anew();
        } else {
            (self.code, self.recent) = (Code::default(), DecodeCache::default());
            self.native = self.native.clone();
        }
        placed?;
        self.cpu.pc.set(image.entry as u32);
        self.last_pc = image.entry as u32;
        if self.board.is_some() {
            self.origin = image.segments.as_slice().into();
        }
        // Start-up needs names and sizes, and coverage the lines, but nothing needs the bytes.
        self.image = if is_again { known } else { image.outline() };
        Ok(())
    }

    fn run<O: Observer>(&mut self, host: &mut Host, budget_instrs: u64, observer: &mut O) -> Stop {
        self.start(host);
        // Input may have arrived since the last run.
        self.attention = self.board.is_some();
        let is_observed = O::MARKS || O::LOADS || O::STORES || self.careful;
        self.can_skip = self.board.is_some() && !is_observed;
        self.run_slices(host, budget_instrs, observer)
    }

    fn set_engine(&mut self, engine: Engine, library: Option<&Arc<Library>>) {
        self.careful = engine == Engine::Careful;
        self.native = RegionCache::of(engine, library);
    }

    fn counts(&self) -> Counts {
        let waited = self.board.as_ref().map_or(0, BoardState::waited);
        let cycles = MODELS.iter().zip([self.retired, self.clock_cycles + waited]);
        Counts {
            instructions: self.retired,
            supervisor_instructions: 0,
            cancelled_instructions: self.undone,
            cycles: cycles.map(|(model, cycles)| Cycles { model: model.name, cycles }).collect(),
        }
    }

    fn attempted(&self) -> u64 {
        self.retired + self.undone
    }

    fn executed(&self) -> Vec<InstructionCount> {
        let times = self.times().into_iter();
        times
            .map(|(address, times)| InstructionCount {
                address: address.into(),
                times: times.ran,
                turned: times.turned,
                class: match self.find(address) {
                    DecodeResult::Instruction(decoded) => decoded.row.class.name(),
                    _ => "none",
                },
            })
            .collect()
    }

    fn advice(&self, fault: &Fault) -> Option<String> {
        self.advice_on(fault)
    }

    fn open_files(&self) -> Vec<Vec<u8>> {
        self.system.open_files()
    }

    fn remarks(&self, _: bool) -> Vec<String> {
        self.remark_on_restarts().into_iter().collect()
    }

    fn pc(&self) -> u64 {
        self.cpu.pc.get().into()
    }

    fn registers(&self) -> Vec<(&'static str, u64)> {
        let general = REGISTERS.iter().zip(0..);
        let mut registers: Vec<(&'static str, u64)> =
            general.map(|(&name, number)| (name, self.cpu.reg(number).into())).collect();
        if self.options.profile.has(Extension::F) {
            let floats = FLOAT_REGISTERS.iter().zip(0..);
            registers.extend(floats.map(|(&name, number)| (name, self.cpu.double(number))));
            registers.push(("fcsr", self.fcsr().into()));
        }
        let csrs = self.csrs_shown().iter();
        registers
            .extend(csrs.map(|&(name, number)| (name, self.csrs.get(&self.cpu, number).into())));
        registers
    }

    fn register(&self, name: &str) -> Option<u64> {
        match SLOTS.get(name) {
            Some(float) if float >= slot::FLOAT => {
                let has_floats = self.options.profile.has(Extension::F);
                has_floats.then(|| self.cpu.double(float - slot::FLOAT))
            }
            Some(general) => Some(self.cpu.reg(general).into()),
            None => {
                self.registers().into_iter().find(|(known, _)| *known == name).map(|(_, it)| it)
            }
        }
    }

    fn peek(&self, address: u64) -> Option<u64> {
        let byte = match u32::try_from(address) {
            Ok(address) => self.cpu.memory.peek(address),
            Err(_) => self.esp32c3()?.flash_byte(address - FLASH_CHIP),
        };
        byte.map(u64::from)
    }

    fn disassemble(&self, address: u64) -> Option<String> {
        let address = u32::try_from(address).ok()?;
        let word = self.cpu.memory.fetch(address).ok()?;
        crate::isa::disassemble(word, address)
    }

    fn role(&self, address: u64) -> Option<Role> {
        let found = self.decoded(u32::try_from(address).ok()?)?;
        let float = |slot: u8| FLOAT_REGISTERS.get(usize::from(slot.checked_sub(slot::FLOAT)?));
        let mut role = Role::of(&analyse(found.row, &found.op), |slot| {
            let general = REGISTERS.get(usize::from(slot)).filter(|_| slot != 0);
            general.or_else(|| float(slot)).copied()
        });
        role.target = role.target.or_else(|| self.far_target(&found));
        Some(role)
    }

    fn recorded(&self, address: u64) -> Option<Box<[Node]>> {
        let found = self.decoded(u32::try_from(address).ok()?)?;
        record(found.row, &found.op, Rules { pc_mask: self.cpu.pc_mask })
    }

    fn set_pc(&mut self, address: u64) {
        self.cpu.pc.set(address as u32);
        self.last_pc = address as u32;
    }

    fn run_followed(
        &mut self,
        host: &mut Host,
        budget_instrs: u64,
        follow: &mut Follow,
    ) -> Option<Stop> {
        if self.board.is_some() {
            return None;
        }
        Some(self.run_tracked(host, budget_instrs, follow, (8, false, 0)))
    }

    fn slot(&self, name: &str) -> Option<u8> {
        SLOTS.get(name)
    }

    fn set_register(&mut self, name: &str, value: u64) -> bool {
        match SLOTS.get(name) {
            Some(float) if float >= slot::FLOAT => {
                let has_floats = self.options.profile.has(Extension::F);
                if has_floats {
                    self.cpu.set_double(float - slot::FLOAT, value);
                }
                return has_floats;
            }
            Some(general) => {
                self.cpu.set_reg(general, value as u32);
                return general != 0;
            }
            None => {}
        }
        if name == "fcsr" {
            self.set_fcsr(value as u32);
            return true;
        }
        let csr = self.csrs_shown().iter().find(|(csr, _)| *csr == name);
        csr.map(|&(_, number)| self.csrs.set(&self.cpu, number, value as u32)).is_some()
    }

    fn poke(&mut self, address: u64, unit: u64) -> bool {
        let Ok(address) = u32::try_from(address) else { return false };
        let done = self.cpu.memory.write(address, 1, unit as u32).is_ok();
        self.rewrite_code(address, address.saturating_add(1));
        done
    }

    fn poke_all(&mut self, address: u64, units: &[u64]) -> bool {
        let bytes: Vec<u8> = units.iter().map(|&unit| unit as u8).collect();
        let Ok(address) = u32::try_from(address) else { return false };
        let done = self.cpu.memory.place(address, &bytes).is_ok();
        self.rewrite_code(address, address.saturating_add(bytes.len() as u32));
        done
    }

    fn watch(&mut self, start: u64, end: u64) {
        let clamp = |address: u64| u32::try_from(address).unwrap_or(u32::MAX);
        self.cpu.memory.watch(clamp(start), clamp(end));
    }
}

//! The machine: processor, memory and system as a `Machine`.

use std::ops::Range;
use std::sync::Arc;

use machine::follow::{Follow, FollowSlot};
use machine::native::{Guest, Library, MachineCache, Node, RegionCache};
use machine::run_loop::RunLoop;
use machine::semantics::Trap;
use machine::{
    Access, Cause, Counts, Cycles, Data, Engine, Fault, Host, Image, InstructionCount, LoadError,
    Machine, Observer, RegisterSlots, Role, Segment, Spec, Stop, Store, Symbol,
};

use crate::cpu::{Cpu, OTHER_REGISTERS};
use crate::engine::careful::Effects;
use crate::engine::code::Code;
use crate::engine::flow::analyse;
use crate::engine::recorded::{MachineRules, record};
use crate::engine::timing::MODELS;
use crate::isa::{Class, Op, REGISTERS, Row};
use crate::memory::LIMIT_BYTES;
use crate::options::{Calls, Dialect, Layout, Options};
use crate::spec::SPEC;
use crate::system::{self, SystemState};

mod native;
mod run;

/// Branches that are taken if the registers that they compare are 0.
const ALWAYS_ON_ZERO: &[&str] =
    &["beq", "beql", "bgez", "bgezal", "bgezall", "bgezl", "blez", "blezl"];

/// Limit of the bytes from the first to the last instruction of a program.
const MOST_TEXT_BYTES: u64 = 4 * crate::engine::code::MOST_WORDS as u64;

/// All registers with a name.
static SLOTS: RegisterSlots<256> =
    RegisterSlots::new().numbered(&REGISTERS, 0).and(OTHER_REGISTERS);

/// A MIPS32 with the memory map, system calls and start-up of SPIM or MARS.
#[derive(Debug, Clone)]
pub struct Mips32 {
    pub(crate) options: Options,
    pub(crate) cpu: Cpu,
    pub(crate) code: Code,
    pub(crate) system: SystemState,
    image: Image,
    clock: machine::Clock,
    /// Number of retired instructions, and of those ended by an exception.
    pub(crate) retired: u64,
    pub(crate) undone: u64,
    started: bool,
    /// Address of the last instruction that ran, for faults of the next fetch.
    pub(crate) last_pc: u32,
    /// With delayed branches: target after the slot at `pc`.
    pub(crate) slot_turn: Option<u32>,
    /// With delayed loads: registers loaded by the last instruction.
    pub(crate) late: Vec<(u8, u32)>,
    /// Address and number of the last system call.
    pub(crate) last_call: Option<(u32, u32)>,
    /// Stack pointer at the first instruction.
    pub(crate) first_sp: u32,
    /// Whether the program defines symbols in the memory around `$gp`.
    pub(crate) has_small_data: bool,
    /// Whether the careful engine runs every instruction.
    pub(crate) careful: bool,
    /// Whether interrupts are possible, so that execution is cut into slices.
    pub(crate) attentive: bool,
    /// State of value tracking, if it is on.
    follow: FollowSlot,
    /// Memory for the effects of the next instruction in the careful engine.
    spare: Option<Box<Effects>>,
    /// Whether instructions were changed from outside the program.
    text_poked: bool,
    /// Native code.
    pub(crate) native: Option<MachineCache>,
}

/// Instructions between two checks of the devices.
const SLICE_INSTRS: u64 = 100;

impl Mips32 {
    /// Creates a machine without a program.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Mips32 {
            options,
            cpu: Cpu::new(&options),
            code: Code::default(),
            system: SystemState::new(options),
            image: Image::default(),
            clock: machine::Clock::default(),
            retired: 0,
            undone: 0,
            started: false,
            last_pc: 0,
            slot_turn: None,
            late: Vec::new(),
            last_call: None,
            first_sp: 0,
            has_small_data: false,
            careful: options.delayed_loads,
            follow: FollowSlot::default(),
            spare: None,
            text_poked: false,
            native: None,
            attentive: options.mapped_io,
        }
    }

    /// Start of kernel text.
    pub(crate) fn kernel_from(&self) -> u32 {
        if self.options.layout == Layout::Default { 0x8000_0000 } else { 0x4000 }
    }

    /// Stores a program in memory; returns its ranges of instructions.
    fn place(&mut self, image: &Image) -> Result<Vec<(u32, Vec<u32>)>, LoadError> {
        if self.options.calls == Calls::Linux {
            let texts = image.segments.iter().filter(|segment| segment.executable);
            let texts: Vec<(u32, u32)> = texts
                .filter(|segment| segment.size > 0)
                .map(|segment| (segment.base as u32, (segment.base + segment.size - 1) as u32))
                .collect();
            self.cpu.memory.map.set_linux(&texts);
        }
        if self.options.dialect == Dialect::Spim && self.options.calls == Calls::Dialect {
            // SPIM's data segment grows with the program's data, and the heap starts after it.
            self.cpu.memory.map.set_data_end(system::heap(&self.options, image).0);
        }
        let mut runs = Vec::new();
        for segment in &image.segments {
            let Data::Bytes(bytes) = &segment.data else {
                return Err(LoadError::WrongUnits { segment: segment.name.clone() });
            };
            self.check_room(segment.base, segment.size, &segment.name)?;
            if !self.cpu.memory.fill(segment.base as u32, bytes) {
                return Err(LoadError::TooLarge { bytes: LIMIT_BYTES });
            }
            if segment.executable {
                self.check_program(segment)?;
                let start = segment.base as u32 & !3;
                let words = (segment.size as u32).div_ceil(4);
                let words = (0..words).map(|word| self.word_at(start + word * 4)).collect();
                runs.push((start, words));
            }
        }
        Ok(runs)
    }

    /// Takes the program's instructions; unchanged ones are not decoded again.
    fn take_text(
        &mut self,
        runs: &[(u32, Vec<u32>)],
        old: Mips32,
        hull: (u32, u32),
    ) -> Result<(), LoadError> {
        let apart = || LoadError::TooFarApart { bytes: MOST_TEXT_BYTES };
        let delayed = self.options.delayed_branches;
        let new = Code::new(runs, self.kernel_from(), delayed).ok_or_else(apart)?;
        if !new.has_same_layout(&old.code) {
            self.code = new;
            return Ok(());
        }
        (self.code, self.native) = (old.code, old.native);
        self.code.blocks.count_anew();
        self.cpu.memory.hold_code(hull.0, hull.1);
        for address in self.code.update_from(&new) {
            self.rewrite_word(address);
        }
        Ok(())
    }

    /// Rejects a program that would take too long to decode.
    fn check_program(&self, segment: &Segment) -> Result<(), LoadError> {
        if segment.size > MOST_TEXT_BYTES {
            Err(LoadError::TooFarApart { bytes: MOST_TEXT_BYTES })
        } else {
            Ok(())
        }
    }

    fn check_room(&self, base: u64, size: u64, name: &str) -> Result<(), LoadError> {
        let outside = || LoadError::OutOfMemory { segment: name.to_owned(), base, size };
        let start = u32::try_from(base).map_err(|_| outside())?;
        let area = self.cpu.memory.map.area(start).ok_or_else(outside)?;
        if base + size.max(1) - 1 > u64::from(area.end) {
            return Err(outside());
        }
        Ok(())
    }

    /// Word of the instruction at an address.
    pub(crate) fn word_at(&self, address: u32) -> u32 {
        self.cpu.memory.held(address).unwrap_or(0)
    }

    /// Makes sure that stores into the instructions of a range are noticed, and that they are
    /// decoded as memory holds them.
    ///
    /// Outside of all such ranges, decoded instructions may be older than memory. The kernel's never are: a
    /// program cannot store there.
    pub(crate) fn hold_code(&mut self, start: u32, end: u32) {
        if self.code.is_kernel(start) {
            return;
        }
        let old = self.cpu.memory.code();
        self.cpu.memory.hold_code(start, end);
        let (low, high) = self.cpu.memory.code();
        if old.0 == old.1 {
            self.refresh(low, high);
        } else {
            self.refresh(low, old.0);
            self.refresh(old.1, high);
        }
    }

    /// Updates instructions that a store, a system call or a debugger may have changed.
    fn rewrite_code(&mut self, start: u32, end: u32) {
        for part in [self.cpu.memory.code_within(start, end), self.code.kernel_within(start, end)] {
            part.step_by(4).for_each(|address| self.rewrite_word(address));
        }
    }

    /// Updates instructions that a debugger may have changed.
    fn poked(&mut self, start: u32, end: u32) {
        let is_text = |address: u32| self.cpu.memory.map.is_text(address);
        self.text_poked |= is_text(start) || is_text(end.saturating_sub(1));
        self.rewrite_code(start, end);
    }

    /// Decodes an instruction again that was overwritten, and discards its blocks.
    fn rewrite_word(&mut self, address: u32) {
        let (first, end) = (address.saturating_sub(4), address.saturating_add(4));
        self.rewrite_native(first, end);
        self.code.forget(address);
        self.refresh(address, end);
    }

    /// Whether instructions may differ from those that were loaded.
    fn text_changes(&self) -> bool {
        self.cpu.memory.map.text_changes() || self.text_poked
    }

    /// Decodes the instructions of a range again that the program may have changed.
    pub(crate) fn refresh(&mut self, start: u32, end: u32) {
        if self.text_changes() {
            let memory = &self.cpu.memory;
            self.code.refresh(start, end, |address| memory.held(address).unwrap_or(0));
        }
    }

    /// Decodes the instruction at an address from memory.
    pub(crate) fn decoded_at(&self, address: u32) -> Option<(&'static Row, Op)> {
        self.code.decoded(self.code.index(address)?, self.word_at(address))
    }

    /// Reports the watched bytes that a system call wrote.
    fn report_stored<O: Observer>(&self, range: Range<u32>, observer: &mut O) {
        for address in range.filter(|&address| self.cpu.memory.is_watched(address)) {
            let value = self.cpu.memory.peek(address).unwrap_or(0).into();
            observer.stored_by_system(Store { address: address.into(), size: 1, value });
        }
    }

    fn cause_of(&self, trap: Trap, found: Option<Cause>, op: &Op) -> Cause {
        let word = u64::from(self.word_at(op.pc));
        match (trap, found) {
            (_, Some(cause)) => cause,
            (Trap::Overflow, _) => Cause::Overflow,
            (Trap::Break, _) if self.guards_division(op.pc) => Cause::DivideByZero,
            (Trap::Break, _) => Cause::Break { code: op.imm },
            (Trap::Condition, _) => Cause::Trap { code: (word >> 6 & 0x3ff) as u32 },
            (Trap::Float, _) => Cause::Float,
            (Trap::Illegal, _) if self.code.index(op.pc).is_some() => Cause::BadRegister { word },
            _ => Cause::Illegal { word },
        }
    }

    /// Whether a `break` is the one that assemblers write before a division, after a branch that
    /// skips it if the divisor is not zero.
    fn guards_division(&self, pc: u32) -> bool {
        let branch = self.decoded_at(pc.wrapping_sub(4));
        let division = self.decoded_at(pc.wrapping_add(4));
        branch.is_some_and(|(row, op)| {
            row.class == Class::Branch && op.t == 0 && op.imm == pc.wrapping_add(4)
        }) && division.is_some_and(|(row, _)| row.class == Class::Divide)
    }

    /// Handles a fetch from an address without an instruction of the program.
    fn fetch_without_code(&mut self, pc: u32, host: &mut Host) -> Result<(), Stop> {
        let in_text = self.cpu.memory.map.is_text(pc);
        if self.options.dialect == Dialect::Mars && pc.is_multiple_of(4) && in_text {
            // MARS ends a program that runs past its last instruction without an error.
            return Err(if self.retired == 0 {
                Stop::Fault(Fault { pc: pc.into(), cause: Cause::NoStart })
            } else {
                Stop::End
            });
        }
        let (access, address) = (Access::Fetch, u64::from(pc));
        let cause = match pc {
            _ if !pc.is_multiple_of(4) => Cause::Misaligned { access, address, multiple: 4 },
            0 => Cause::NoReturn { address },
            _ if pc == self.last_pc.wrapping_add(4) && self.retired > 0 => {
                Cause::RanOff { address }
            }
            _ => Cause::Unmapped { access, address },
        };
        self.raise(cause, host)
    }

    fn no_instruction(&mut self, index: usize, host: &mut Host) -> Result<(), Stop> {
        let pc = self.cpu.pc.get();
        if !self.code.is_present(index) {
            return self.fetch_without_code(pc, host);
        }
        self.raise(Cause::Illegal { word: self.word_at(pc).into() }, host)
    }
}

/// Copy of an image without the bytes, for start-up.
fn outline(image: &Image) -> Image {
    let segments = image.segments.iter().map(|segment| Segment {
        name: segment.name.clone(),
        data: Data::Bytes(Vec::new()),
        ..*segment
    });
    Image { segments: segments.collect(), ..Image::default() }
}

impl Machine for Mips32 {
    fn spec(&self) -> &'static Spec {
        &SPEC
    }

    fn load(&mut self, image: &Image) -> Result<(), LoadError> {
        if image.isa != SPEC.name {
            let found = image.isa.clone();
            return Err(LoadError::WrongMachine { found, expected: SPEC.name });
        }
        let mut new = Mips32::new(self.options);
        std::mem::swap(&mut new.cpu.memory, &mut self.cpu.memory);
        let hull = new.cpu.memory.code();
        new.cpu.memory.renew(&self.options);
        let new = Mips32 { careful: self.careful, native: self.native.clone(), ..new };
        let old = std::mem::replace(self, new);
        let runs = self.place(image)?;
        self.take_text(&runs, old, hull)?;
        self.cpu.pc.set(image.entry as u32);
        self.last_pc = image.entry as u32;
        self.image = outline(image);
        let small = |symbol: &Symbol| (0x1000_0000..0x1001_0000).contains(&symbol.value);
        self.has_small_data = image.symbols.iter().any(|symbol| symbol.address && small(symbol));
        Ok(())
    }

    fn run<O: Observer>(&mut self, host: &mut Host, budget_instrs: u64, observer: &mut O) -> Stop {
        if !self.started {
            self.started = true;
            let image = std::mem::take(&mut self.image);
            self.system.start(&mut self.cpu, host, &image);
            self.first_sp = self.cpu.reg(29);
        }
        self.run_slices(host, budget_instrs, observer)
    }

    fn run_followed(
        &mut self,
        host: &mut Host,
        budget_instrs: u64,
        follow: &mut Follow,
    ) -> Option<Stop> {
        let is_watched = follow.watch.is_some();
        if self.options.delayed_loads || self.options.delayed_branches && !is_watched {
            return None;
        }
        let memory = (8, self.options.big_endian, 0);
        Some(self.run_tracked(host, budget_instrs, follow, memory))
    }

    fn set_engine(&mut self, engine: Engine, library: Option<&Arc<Library>>) {
        self.careful = engine == Engine::Careful || self.options.delayed_loads;
        self.native = RegionCache::of(engine, library.filter(|_| !self.careful));
    }

    fn slot(&self, name: &str) -> Option<u8> {
        SLOTS.get(name)
    }

    fn counts(&self) -> Counts {
        let times = self.code.blocks.times().into_iter();
        let supervisor: u64 =
            times.filter(|&(pc, _)| self.code.is_kernel(pc)).map(|(_, times)| times.ran).sum();
        let cycles = [self.retired, self.clock.cycles];
        let cycles = MODELS.iter().zip(cycles);
        Counts {
            instructions: self.retired - supervisor,
            supervisor_instructions: supervisor,
            cancelled_instructions: self.undone,
            cycles: cycles.map(|(model, cycles)| Cycles { model: model.name, cycles }).collect(),
        }
    }

    fn attempted(&self) -> u64 {
        self.retired + self.undone
    }

    fn executed(&self) -> Vec<InstructionCount> {
        self.code.executed(|address| self.word_at(address))
    }

    fn pc(&self) -> u64 {
        self.cpu.pc.get().into()
    }

    fn registers(&self) -> Vec<(&'static str, u64)> {
        let general = REGISTERS.iter().enumerate();
        let mut registers: Vec<(&'static str, u64)> =
            general.map(|(number, &name)| (name, self.cpu.reg(number as u8).into())).collect();
        for &(name, slot) in OTHER_REGISTERS {
            registers.push((name, self.cpu.slots[slot as usize].get().into()));
        }
        registers
    }

    fn register(&self, name: &str) -> Option<u64> {
        Some(self.cpu.slots[self.slot(name)? as usize].get().into())
    }

    fn peek(&self, address: u64) -> Option<u64> {
        self.cpu.memory.peek(u32::try_from(address).ok()?).map(u64::from)
    }

    fn disassemble(&self, address: u64) -> Option<String> {
        let address = u32::try_from(address).ok()?;
        Some(self.decoded_at(address)?.0.disassemble(self.word_at(address), address))
    }

    fn role(&self, address: u64) -> Option<Role> {
        let (row, op) = self.decoded_at(u32::try_from(address).ok()?)?;
        let flow = analyse(row, &op);
        let compares_only_zero = row.class == Class::Branch && flow.reads() == 1;
        let other = |slot| OTHER_REGISTERS.iter().find(|(_, other)| *other == slot);
        let mut role = Role::of(&flow, |slot| match REGISTERS.get(usize::from(slot)) {
            Some(name) => (slot != 0).then_some(*name),
            None => other(slot).map(|(name, _)| *name),
        });
        // The assemblers' `b` and `bal` compare $zero, so they always branch.
        role.falls &= !(compares_only_zero && ALWAYS_ON_ZERO.contains(&row.name));
        Some(role)
    }

    fn recorded(&self, address: u64) -> Option<Box<[Node]>> {
        let (row, op) = self.decoded_at(u32::try_from(address).ok()?)?;
        record(row, &op, MachineRules::of(&self.cpu))
    }

    fn set_pc(&mut self, address: u64) {
        self.cpu.pc.set(address as u32);
        self.slot_turn = None;
    }

    fn set_register(&mut self, name: &str, value: u64) -> bool {
        let Some(slot) = self.slot(name).filter(|&slot| slot != 0) else { return false };
        self.cpu.slots[slot as usize].set(value as u32);
        true
    }

    fn poke(&mut self, address: u64, unit: u64) -> bool {
        let Ok(address) = u32::try_from(address) else { return false };
        let done = self.cpu.memory.write(address, 1, unit as u32).is_ok();
        self.poked(address, address.saturating_add(1));
        done
    }

    fn poke_all(&mut self, address: u64, units: &[u64]) -> bool {
        let bytes: Vec<u8> = units.iter().map(|&unit| unit as u8).collect();
        let Ok(address) = u32::try_from(address) else { return false };
        let done = self.cpu.memory.fill(address, &bytes);
        self.poked(address, address.saturating_add(bytes.len() as u32));
        done
    }

    fn watch(&mut self, start: u64, end: u64) {
        let clamp = |address: u64| u32::try_from(address).unwrap_or(u32::MAX);
        self.cpu.memory.watch(clamp(start), clamp(end));
    }

    fn advice(&self, fault: &Fault) -> Option<String> {
        self.advice_on(fault)
    }

    fn remarks(&self, still_running: bool) -> Vec<String> {
        self.remarks_on(still_running)
    }

    fn open_files(&self) -> Vec<Vec<u8>> {
        self.system.open_files()
    }
}

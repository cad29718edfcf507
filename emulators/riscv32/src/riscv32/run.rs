//! Execution: the parts of the run loop that are specific to RISC-V.

use std::ops::Range;

use machine::block_machine::{BlockCost, BlockMachine, Progress};
use machine::follow::{Follow, FollowSlot, FollowedSemantics, FollowedSteps, NotDone};
use machine::ledger::Pending;
use machine::{Cause, Clock, Fault, Host, Load, Machine, Observer, Stop, Store};

use super::{COUNT_LIMIT_BYTES, Riscv32, SystemKind, Trap, is_within};
use crate::board::BoardState;
use crate::cpu::Cpu;
use crate::csr::Paging;
use crate::engine::careful::{Careful, Context, Effects, FLOAT_CHANGED, StoreTarget, Undone};
use crate::engine::code::{Code, DecodeResult};
use crate::engine::devices::AccessTime;
use crate::engine::fast::Step;
use crate::engine::timing::{CostSum, JUMP_HAZARD, MOST_CYCLES};
use crate::esp32c3::Esp32c3;
use crate::isa::Class;
use crate::isa::decode::Decoded;
use crate::isa::{Op, Row, slot};
use crate::system::CallAnswer;

/// Longest slice of a board, after which an idle loop is looked for.
const IDLE_SLICE_INSTRS: u64 = 1 << 20;

impl BlockMachine<Step, CostSum, 1> for Riscv32 {
    type Cpu = Cpu;
    type Undone = (&'static Row, Result<(), Undone>);

    fn parts(&mut self) -> (&mut Code, &Cpu) {
        (&mut self.code, &self.cpu)
    }

    fn progress(&self) -> Progress {
        let clock = Clock { cycles: self.clock_cycles, ready: 0 };
        Progress { retired: self.retired, clock, last_pc: self.last_pc }
    }

    fn set_progress(&mut self, _: Progress, now: Progress) {
        (self.retired, self.clock_cycles, self.last_pc) =
            (now.retired, now.clock.cycles, now.last_pc);
    }

    fn follow(&mut self) -> &mut FollowSlot {
        &mut self.follow
    }

    fn slot_value(&self, slot: u8) -> u64 {
        self.cpu.slots[usize::from(slot)].get().into()
    }

    fn is_careful(&self) -> bool {
        self.careful
    }

    /// The work of the board's ROM is included.
    fn spent(&self) -> u64 {
        self.attempted() + self.esp32c3().map_or(0, Esp32c3::rom_steps)
    }

    /// Only the careful engine translates addresses.
    fn needs_careful(&self) -> bool {
        self.paging != Paging::default()
    }

    fn is_interrupted(&self) -> bool {
        self.attention
    }

    /// A slice ends with the instruction that reaches the board's deadline.
    ///
    /// That does not depend on how execution is divided into calls of `run`.
    fn begin_slice(&mut self, host: &mut Host, end: u64) -> Result<u64, Stop> {
        let mut deadline = self.look_at_board(host)?;
        if self.can_skip && self.skip_idle(end, deadline.unwrap_or(u64::MAX)) {
            deadline = self.look_at_board(host)?;
        }
        let cycles = deadline.map_or(u64::MAX, |at| at.saturating_sub(self.clock_cycles));
        // Without a deadline there may be an idle loop later.
        let slice = (cycles / MOST_CYCLES).max(1);
        let slice = if self.can_skip { slice.min(IDLE_SLICE_INSTRS) } else { slice };
        self.slice_end = end.min(self.spent().saturating_add(slice));
        Ok(self.slice_end)
    }

    fn pass_part(&mut self, block: usize, done: usize, clock: &mut Clock) {
        for step in 0..done {
            let address = self.code.block(block).steps[step].op.pc;
            let DecodeResult::Instruction(decoded) = self.find(address) else { continue };
            let sum = self.recent.cost(&self.cpu, self.options.profile.extensions, &decoded);
            sum.pass(clock);
            self.banked.add(&sum, [1, 0]);
        }
    }

    fn forget_blocks(&mut self) {
        let banked = &mut self.banked;
        self.code.forget_all(|block| banked.add(&block.sum, block.ways));
    }

    fn mark_blocks(&mut self, is_mark: &dyn Fn(u32) -> bool) {
        let banked = &mut self.banked;
        self.code.mark(is_mark, |block| banked.add(&block.sum, block.ways));
    }

    fn step<O: Observer>(&mut self, host: &mut Host, observer: &mut O) -> Result<(), Stop> {
        let pc = self.cpu.pc.get();
        if self.esp32c3().is_some_and(|board| board.is_rom_call(pc)) {
            return self.call_rom(host, observer);
        }
        let decoded = match self.known_instruction(pc) {
            Some(decoded) => decoded,
            None => match self.next_instruction(pc)? {
                Some(decoded) => decoded,
                None => return Ok(()),
            },
        };
        let around = self.context();
        let device_reads = host.device_reads;
        let devices = self.board.as_mut().map(BoardState::devices);
        let mut effects = self.spare.take().unwrap_or_default();
        let careful = Careful::new(&self.cpu, devices, host, around, &mut effects);
        let row = &decoded.row.interpretations;
        let done = match self.follow.get() {
            None => careful.run(row.careful, &decoded.op),
            Some(follow) => {
                follow.fetched(pc.into(), decoded.op.length.into());
                careful.run(
                    |careful, op| (row.followed)(FollowedSemantics::new(careful, follow), op),
                    &decoded.op,
                )
            }
        };
        self.finish_step(&decoded, done, effects, host, observer)?;
        // A polling loop never blocks on input; a user at a terminal must be asked nevertheless.
        if self.board.as_mut().is_some_and(BoardState::waits_for_input) {
            return Err(Stop::Input);
        }
        // With compressed instructions, every target of a branch is aligned.
        let is_plain =
            !O::MARKS && !O::LOADS && !O::STORES && !self.careful && self.cpu.pc_mask == 1;
        let polls = is_plain && host.device_reads != device_reads && self.follow.get().is_none();
        if polls && !self.needs_careful() { self.poll(host) } else { Ok(()) }
    }

    fn follow_steps(
        &mut self,
        follow: &mut Follow,
        host: &mut Host,
        block: usize,
        most: usize,
        is_first: bool,
    ) -> FollowedSteps<Self::Undone> {
        let mut effects = self.spare.take().unwrap_or_default();
        let around = Context { is_direct: true, ..self.context() };
        let cpu = &self.cpu;
        let steps = &self.code.block(block).steps;
        let steps = &steps[..most.min(steps.len())];
        let careful = Careful::new(cpu, None, host, around, &mut effects);
        let get = |slot: u8| cpu.slots[usize::from(slot)].get().into();
        let ran = follow.run_steps(steps, (is_first, false), get, |follow, step| {
            // A jump to a misaligned address fails after it has written its register.
            let is_safe = |row: &&Row| cpu.pc_mask == 1 || row.class != Class::Jump;
            let Some(row) = step.row.filter(is_safe) else { return Err(NotDone::Untried) };
            follow.fetched(step.op.pc.into(), step.op.length.into());
            let followed = row.interpretations.followed;
            let done =
                careful.run(|m, op| followed(FollowedSemantics::new(m, follow), op), &step.op);
            match done {
                Ok(()) if careful.is_applied() => Ok(careful.take_target()),
                done => Err(NotDone::Tried((row, done))),
            }
        });
        self.spare = Some(effects);
        ran
    }

    fn complete_step(
        &mut self,
        host: &mut Host,
        step: Step,
        (row, done): Self::Undone,
    ) -> Result<(), Stop> {
        let effects = self.spare.take().unwrap_or_default();
        self.physical_pc = None;
        self.finish_step(&Decoded { row, op: step.op }, done, effects, host, &mut ())
    }
}

impl Riscv32 {
    /// Context of the next instruction, with delayed effects.
    fn context(&self) -> Context {
        Context {
            strict_align: self.options.strict_align,
            // RARS completes the jump and then fails to fetch.
            lands_anywhere: self.options.system == SystemKind::Rars,
            float_state: self.float_state(),
            pages: self.paging.data,
            now: self.access_time(),
            is_direct: false,
        }
    }

    /// Applies the effects of an instruction that ran in the careful engine, or raises its exception.
    fn finish_step<O: Observer>(
        &mut self,
        decoded: &Decoded,
        done: Result<(), Undone>,
        mut effects: Box<Effects>,
        host: &mut Host,
        observer: &mut O,
    ) -> Result<(), Stop> {
        if let Err(undone) = &done {
            effects.clear();
            self.spare = Some(effects);
            return self.undone(decoded, undone, host, observer);
        }
        let applied = self.apply(decoded, &effects, host, observer);
        effects.clear();
        self.spare = Some(effects);
        applied
    }

    /// The instruction at an address, if it ran recently and nothing prevents it now.
    #[inline(always)]
    fn known_instruction(&mut self, pc: u32) -> Option<Decoded> {
        let may_run = self.paging.fetch.is_none()
            && pc & self.cpu.pc_mask == 0
            && is_within(self.texts_that_end(), pc)
            && !self.counts_are_full();
        self.physical_pc = None;
        if may_run { self.recent.known(&self.cpu, pc) } else { None }
    }

    /// Decodes the instruction at an address; `None` if it raised an exception instead.
    fn next_instruction(&mut self, pc: u32) -> Result<Option<Decoded>, Stop> {
        if !is_within(self.texts_that_end(), pc) {
            return self.no_code(pc).map(|()| None);
        }
        if pc & self.cpu.pc_mask != 0 {
            return self.no_memory(pc, pc).map(|()| None);
        }
        if self.counts_are_full() {
            let cause = Cause::OutOfMemory { asked: 1 };
            return Err(Stop::Fault(Fault { pc: pc.into(), cause }));
        }
        self.physical_pc = None;
        let found = match self.paging.fetch.map(|pages| self.find_paged(pages, pc)) {
            None => self.find(pc),
            Some(Ok(found)) => found,
            Some(Err(cause)) => return self.raise(cause).map(|()| None),
        };
        let raised = match found {
            DecodeResult::Instruction(decoded) => return Ok(Some(decoded)),
            DecodeResult::Nothing(word) => {
                let cause = self.no_instruction(word);
                self.raise(cause)
            }
            DecodeResult::NoMemory(address) => self.no_memory(pc, address),
        };
        raised.map(|()| None)
    }

    /// Starts the program's system and board, once.
    pub(super) fn start(&mut self, host: &mut Host) {
        if std::mem::replace(&mut self.started, true) {
            return;
        }
        self.system.start(&mut self.cpu, host, &self.image);
        if let Some(board) = &self.board {
            board.start(&mut self.cpu);
        }
        if let Some(tohost) = self.system.tohost() {
            self.cpu.memory.watch_for_system(tohost, tohost.saturating_add(4));
        }
    }

    /// Whether the program executed more different instructions than can be counted individually.
    pub(super) fn counts_are_full(&self) -> bool {
        self.code.table_bytes() > COUNT_LIMIT_BYTES
    }

    /// Counts the instruction and moves to the next one, or to its target.
    pub(super) fn retire(&mut self, decoded: &Decoded, target: Option<u32>) {
        let pc = decoded.op.pc;
        let end = pc.wrapping_add(decoded.op.length.into());
        let next = target.unwrap_or(end);
        let extensions = self.options.profile.extensions;
        // The next instruction in physical memory is the one that follows.
        let (place, sum) = match self.physical_pc {
            None => (pc, self.recent.cost(&self.cpu, extensions, decoded)),
            Some(place) => {
                let placed = Decoded { op: Op { pc: place, ..decoded.op }, ..*decoded };
                (place, self.recent.cost(&self.cpu, extensions, &placed))
            }
        };
        let elsewhere = u64::from(next != end);
        self.banked.add(&sum, [1 - elsewhere, elsewhere]);
        self.clock_cycles += u64::from(sum.cycles) + elsewhere * JUMP_HAZARD;
        self.code.count(place, elsewhere != 0);
        self.retired += 1;
        self.last_pc = pc;
        self.cpu.pc.set(next);
    }

    fn apply<O: Observer>(
        &mut self,
        decoded: &Decoded,
        effects: &Effects,
        host: &mut Host,
        observer: &mut O,
    ) -> Result<(), Stop> {
        // A store may overwrite the instruction itself, whose cost is that of the old bits.
        let mut reported = false;
        for store in effects.stores.iter().filter(|store| store.kind == StoreTarget::Device) {
            if let Err(answer) = self.store_to_device(*store, &self.access_time(), host) {
                return self.refused(answer);
            }
        }
        self.retire(decoded, effects.turn);
        for store in effects.stores.iter().filter(|store| store.kind == StoreTarget::Memory) {
            // The careful engine has checked the address.
            let changed = self.cpu.memory.write(store.address, store.units, store.value);
            if changed != Ok(false) {
                self.rewrite_code(store.address, store.address.saturating_add(store.units.into()));
            }
            if O::STORES && self.cpu.memory.is_watched(store.address, store.units) {
                let mask = u64::MAX >> (64 - 8 * u32::from(store.units));
                let (address, value) = (store.address.into(), u64::from(store.value) & mask);
                observer.stored(Store { address, size: store.units, value });
                reported = true;
            }
        }
        for &(address, size) in &effects.loads {
            if O::LOADS {
                observer.loaded(Load { address: address.into(), size });
            }
            // It may be in two pages.
            for unit in [0, u32::from(size) - 1] {
                self.cpu.memory.touch(address.wrapping_add(unit));
            }
        }
        for &(slot, value) in &effects.registers {
            self.cpu.slots[slot as usize].set(value);
        }
        if effects.registers.iter().any(|&(at, _)| at >= slot::FLOAT || at == slot::FFLAGS) {
            self.set_float_state(FLOAT_CHANGED);
        }
        if effects.stores.iter().any(|store| self.cpu.memory.is_watched_by_system(store.address)) {
            let notes = host.notes.len();
            let answer = self.system.answer_tohost(&mut self.cpu, host);
            self.place_notes(notes, decoded.op.pc, host);
            self.finish_call(answer.on(host), observer)?;
        }
        if O::STORES && reported && observer.pauses() { Err(Stop::Pause) } else { Ok(()) }
    }

    /// Makes a store to a device.
    ///
    /// # Errors
    /// The answer of a device that does not just store.
    #[inline]
    pub(super) fn store_to_device(
        &mut self,
        store: Pending<StoreTarget>,
        now: &AccessTime,
        host: &mut Host,
    ) -> Result<(), CallAnswer> {
        let Some(board) = &mut self.board else { return Ok(()) };
        let stored = board.store(store.address, store.units, store.value, now, host);
        self.attention |= stored.as_ref().map_or(true, |may_interrupt| *may_interrupt);
        stored.map(drop)
    }

    fn undone<O: Observer>(
        &mut self,
        decoded: &Decoded,
        undone: &Undone,
        host: &mut Host,
        observer: &mut O,
    ) -> Result<(), Stop> {
        match *undone {
            Undone { cause: Some(cause), .. } => self.raise(cause),
            Undone { trap: Trap::Call, .. } => self.call(decoded, host, observer),
            Undone { trap: Trap::Break, .. } => self.breakpoint(decoded, host, observer),
            Undone { system: Some(what), .. } => self.privileged(what, decoded, host),
            _ => {
                let word = self.bits_at(decoded.op.pc).unwrap_or(0).into();
                self.raise(Cause::Illegal { word })
            }
        }
    }

    /// Counts the instruction as an environment call, and applies its answer.
    pub(super) fn finish<O: Observer>(
        &mut self,
        decoded: &Decoded,
        answer: CallAnswer,
        notes: usize,
        host: &mut Host,
        observer: &mut O,
    ) -> Result<(), Stop> {
        self.place_notes(notes, decoded.op.pc, host);
        if matches!(answer, CallAnswer::Done | CallAnswer::Exit(_)) {
            self.retire(decoded, None);
        }
        self.finish_call(answer.on(host), observer)
    }

    /// Sets the location of the notes from the given one on.
    fn place_notes(&self, from: usize, pc: u32, host: &mut Host) {
        for note in &mut host.notes[from..] {
            note.fault.pc = pc.into();
            note.after_instrs = self.retired;
        }
    }

    /// Applies the stores and the answer of a call.
    pub(super) fn finish_call<O: Observer>(
        &mut self,
        answer: CallAnswer,
        observer: &mut O,
    ) -> Result<(), Stop> {
        let stored = self.system.take_stored();
        for &Range { start, end } in &stored {
            if let Some(follow) = self.follow.get() {
                follow.filled(start.into()..end.into());
            }
            self.rewrite_code(start, end);
            if O::STORES {
                self.report_stores(start, end, observer);
            }
        }
        if let Some(cause) = self.cpu.memory.exhausted() {
            return Err(Stop::Fault(Fault { pc: self.cpu.pc.get().into(), cause }));
        }
        match answer {
            CallAnswer::Fault(cause) if self.system.is_final(cause) => {
                return Err(Stop::Fault(Fault { pc: self.cpu.pc.get().into(), cause }));
            }
            answer => self.refused(answer)?,
        }
        if O::STORES && !stored.is_empty() && observer.pauses() { Err(Stop::Pause) } else { Ok(()) }
    }

    /// Handles the answer of a call or a device.
    pub(super) fn refused(&mut self, answer: CallAnswer) -> Result<(), Stop> {
        match answer {
            CallAnswer::Done => Ok(()),
            CallAnswer::Exit(status) => Err(Stop::Exit { status }),
            CallAnswer::Input => Err(Stop::Input),
            CallAnswer::Limit(limit) => Err(Stop::Limit(limit)),
            CallAnswer::Fault(cause) => self.raise(cause),
        }
    }

    /// Reports the watched bytes that a call wrote.
    pub(super) fn report_stores<O: Observer>(&self, start: u32, end: u32, observer: &mut O) {
        let watched = self.cpu.memory.watched_within(start, end).into_iter();
        for address in watched.flat_map(|(start, end)| start..end) {
            let value = self.cpu.memory.peek(address).unwrap_or(0).into();
            observer.stored_by_system(Store { address: address.into(), size: 1, value });
        }
    }
}

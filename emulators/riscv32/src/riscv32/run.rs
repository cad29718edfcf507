//! Execution: blocks in the plain engine, single instructions in the careful engine.

use machine::follow::FollowedSemantics;
use machine::native::{Guest, RunEnd, RunLimits};
use machine::{Access, Cause, Fault, Host, Load, Observer, Stop, Store, threads};

use super::{COUNT_LIMIT_BYTES, Riscv32, SystemKind, Trap, is_within};
use crate::engine::careful::{Careful, Context, Effects, StoreTarget, Undone};
use crate::engine::code::DecodeResult;
use crate::engine::devices::Devices;
use crate::engine::timing::{JUMP_HAZARD, MOST_CYCLES};
use crate::esp32c3::{Esp32c3, map};
use crate::isa::decode::Decoded;
use crate::isa::slot;
use crate::system::{A0, CallAnswer};

impl Riscv32 {
    pub(super) fn run_slices<O: Observer>(
        &mut self,
        host: &mut Host,
        budget_instrs: u64,
        observer: &mut O,
    ) -> Stop {
        if !self.started {
            self.started = true;
            self.system.start(&mut self.cpu, host, &self.image);
            if let Some(board) = &self.board {
                board.start(&mut self.cpu);
            }
            if let Some(tohost) = self.system.tohost() {
                self.cpu.memory.watch_for_system(tohost, tohost.saturating_add(4));
            }
        }
        // Input may have arrived since the last run.
        self.attention = self.board.is_some();
        self.open_book(budget_instrs, observer);
        if O::MARKS {
            self.mark(observer);
        }
        let stop = self.run_to_end(host, budget_instrs, observer);
        self.settle_book();
        stop
    }

    fn run_to_end<O: Observer>(
        &mut self,
        host: &mut Host,
        budget_instrs: u64,
        observer: &mut O,
    ) -> Stop {
        let begun = self.spent();
        loop {
            let spent = self.spent() - begun;
            let Some(left) = budget_instrs.checked_sub(spent).filter(|&left| left > 0) else {
                return Stop::Budget;
            };
            if let Err(stop) = self.run_slice(host, left, observer) {
                return stop;
            }
        }
    }

    /// Started instructions, as budgets count them, plus the work of the board's ROM.
    fn spent(&self) -> u64 {
        self.retired + self.undone + self.board.as_ref().map_or(0, Esp32c3::rom_steps)
    }

    fn mark<O: Observer>(&mut self, observer: &O) {
        let banked = &mut self.banked;
        self.code.mark(
            |address| observer.is_mark(address.into()),
            |block| banked.add(&block.sum, block.ways),
        );
    }

    /// Runs to the end of the budget, or to the next time at which the board may interrupt.
    fn run_slice<O: Observer>(
        &mut self,
        host: &mut Host,
        left: u64,
        observer: &mut O,
    ) -> Result<(), Stop> {
        let mut slice = left;
        if let Some(deadline) = self.look_at_board(host)? {
            // However a run is divided, the instruction that reaches the deadline is the last one.
            slice = slice.min((deadline.saturating_sub(self.clock_cycles) / MOST_CYCLES).max(1));
        }
        if self.careful || O::LOADS {
            self.run_careful(host, slice, observer)
        } else {
            self.run_plain(host, slice, observer)
        }
    }

    /// Runs blocks until the budget is used up or an event occurs.
    fn run_plain<O: Observer>(
        &mut self,
        host: &mut Host,
        budget: u64,
        observer: &mut O,
    ) -> Result<(), Stop> {
        let end = self.spent() + budget;
        let slice_instrs = self.book.as_ref().map_or(u64::MAX, |book| book.slice());
        let mut natives = slice_instrs != u64::MAX;
        // Whether the plain engine must run the first block, even if there is native code.
        let mut is_plain = false;
        let mut next_look = self.spent().saturating_add(slice_instrs);
        while self.spent() < end && !self.attention {
            let pc = self.cpu.pc.get();
            let found = match self.code.find(pc) {
                None => self.form(pc, observer),
                found => found,
            };
            let left = end - self.spent();
            let ran = match found {
                Some(block) => {
                    if self.spent() >= next_look && self.code.block(block).native == 0 {
                        self.note_seen(block, observer);
                        next_look = self.spent().saturating_add(slice_instrs);
                    }
                    let native = self.code.block(block).native;
                    if natives && native != 0 && !std::mem::take(&mut is_plain) {
                        self.run_native(native as usize - 1, left, observer)
                    } else {
                        is_plain = false;
                        let slice = RunLimits { is_cut: left > slice_instrs, natives };
                        self.run_blocks(block, left.min(slice_instrs), slice, observer)
                    }
                }
                None => RunEnd::Undone,
            };
            match ran {
                RunEnd::On | RunEnd::Native => {}
                RunEnd::Short => natives = false,
                RunEnd::Part(..) => is_plain = true,
                RunEnd::Undone => self.step(host, observer)?,
                RunEnd::Pause => return Err(Stop::Pause),
            }
        }
        Ok(())
    }

    /// Whether the program executed more different instructions than can be counted individually.
    pub(super) fn counts_are_full(&self) -> bool {
        self.code.table_bytes() > COUNT_LIMIT_BYTES
    }

    /// Runs consecutive blocks.
    fn run_blocks<O: Observer>(
        &mut self,
        first: usize,
        budget: u64,
        RunLimits { is_cut, natives }: RunLimits,
        observer: &mut O,
    ) -> RunEnd {
        let (mut index, mut left) = (first, budget);
        let mut clock = self.clock_cycles;
        // Last block that ran.
        let mut before = None;
        let ran = loop {
            let block = self.code.block(index);
            let length = block.steps.len() as u64;
            if is_cut && length > left && left < budget {
                self.came_from(before);
                break RunEnd::On;
            }
            if O::MARKS && block.marked && left > 0 {
                observer.arrived(block.address.into());
                if observer.pauses() {
                    self.came_from(before);
                    break RunEnd::Pause;
                }
            }
            if length > left {
                self.came_from(before);
                break self.run_part(index, &mut left, &mut clock);
            }
            self.cpu.pc.set(block.end);
            if block.steps.is_empty() {
                break RunEnd::On;
            }
            let undone = threads::run(&self.cpu, &block.steps);
            if undone > 0 {
                self.came_from(before);
                break self.leave_undone(index, length as usize - undone, &mut left, &mut clock);
            }
            let pc = self.cpu.pc.get();
            left -= length;
            // Two jumps in the code, so that the host's branch predictor distinguishes them.
            let next = if pc == block.end {
                block.ways[0] += 1;
                clock += u64::from(block.sum.cycles);
                self.code.follow(index, 0, pc)
            } else {
                block.ways[1] += 1;
                clock += u64::from(block.sum.cycles) + JUMP_HAZARD;
                self.code.follow(index, 1, pc)
            };
            match next {
                Some(next) if natives && self.code.block(next).native != 0 => {
                    self.last_pc = self.code.last_address(index);
                    break RunEnd::Native;
                }
                Some(next) => (before, index) = (Some(index), next),
                None => {
                    self.last_pc = self.code.last_address(index);
                    break RunEnd::On;
                }
            }
        };
        self.retired += budget - left;
        self.clock_cycles = clock;
        ran
    }

    /// Records the last instruction that ran, after a complete block.
    fn came_from(&mut self, block: Option<usize>) {
        if let Some(block) = block {
            self.last_pc = self.code.last_address(block);
        }
    }

    /// Runs as much of a block as the budget allows.
    fn run_part(&mut self, index: usize, left: &mut u64, clock: &mut u64) -> RunEnd {
        let wanted = *left as usize;
        if wanted == 0 {
            return RunEnd::On;
        }
        let block = self.code.block(index);
        self.cpu.pc.set(block.steps[wanted].op.pc);
        let undone = threads::run(&self.cpu, &block.steps[..wanted]);
        match undone {
            0 => {
                self.count_part(index, wanted, clock);
                *left = 0;
                RunEnd::On
            }
            undone => self.leave_undone(index, wanted - undone, left, clock),
        }
    }

    /// Counts the completed steps of a block, and moves to the first incomplete one.
    fn leave_undone(
        &mut self,
        index: usize,
        done: usize,
        left: &mut u64,
        clock: &mut u64,
    ) -> RunEnd {
        self.cpu.pc.set(self.code.block(index).steps[done].op.pc);
        self.count_part(index, done, clock);
        *left -= done as u64;
        RunEnd::Undone
    }

    pub(super) fn count_part(&mut self, index: usize, done: usize, clock: &mut u64) {
        for step in 0..done {
            let address = self.code.block(index).steps[step].op.pc;
            let DecodeResult::Instruction(decoded) = self.find(address) else { continue };
            let sum = self.recent.cost(&self.cpu, self.options.profile.extensions, &decoded);
            *clock += u64::from(sum.cycles);
            self.banked.add(&sum, [1, 0]);
            self.last_pc = address;
        }
        self.code.count_part(index, done, false);
    }

    /// Runs single instructions.
    fn run_careful<O: Observer>(
        &mut self,
        host: &mut Host,
        budget: u64,
        observer: &mut O,
    ) -> Result<(), Stop> {
        let end = self.spent() + budget;
        while self.spent() < end && !self.attention {
            let pc = self.cpu.pc.get();
            if O::MARKS && observer.is_mark(pc.into()) {
                observer.arrived(pc.into());
                if observer.pauses() {
                    return Err(Stop::Pause);
                }
            }
            self.step(host, observer)?;
        }
        Ok(())
    }

    /// Runs single instructions with data-flow tracking.
    pub(super) fn run_following(&mut self, host: &mut Host, budget: u64) -> Stop {
        let (begun, mut is_first) = (self.spent(), true);
        while self.spent() - begun < budget {
            let pc = u64::from(self.cpu.pc.get());
            if let Some(follow) = &mut self.follow {
                if !is_first && follow.pauses_before(pc) {
                    return Stop::Pause;
                }
                follow.arrive(pc);
            }
            is_first = false;
            if let Err(stop) = self.step(host, &mut ()) {
                return stop;
            }
        }
        Stop::Budget
    }

    /// Runs one instruction in the careful engine.
    fn step<O: Observer>(&mut self, host: &mut Host, observer: &mut O) -> Result<(), Stop> {
        let pc = self.cpu.pc.get();
        if self.board.is_some() && map::is_rom(pc) {
            return self.call_rom(host, observer);
        }
        if !is_within(self.texts_that_end(), pc) {
            return self.no_code(pc);
        }
        if pc & self.cpu.pc_mask != 0 {
            return self.no_memory(pc, pc);
        }
        if self.counts_are_full() {
            let cause = Cause::OutOfMemory { asked: 1 };
            return Err(Stop::Fault(Fault { pc: pc.into(), cause }));
        }
        let decoded = match self.find(pc) {
            DecodeResult::Instruction(decoded) => decoded,
            DecodeResult::Nothing(word) => {
                let cause = self.no_instruction(word);
                return self.raise(cause);
            }
            DecodeResult::NoMemory(address) => return self.no_memory(pc, address),
        };
        let around = Context {
            strict_align: self.options.strict_align,
            // RARS completes the jump and then fails to fetch.
            lands_anywhere: self.options.system == SystemKind::Rars,
            float_state: self.float_state(),
            now: self.access_time(),
        };
        let devices = self.board.as_mut().map(|board| board as &mut dyn Devices);
        let careful = Careful::new(&self.cpu, devices, host, around);
        let row = &decoded.row.interpretations;
        let done = match &self.follow {
            None => careful.run(row.careful, &decoded.op),
            Some(follow) => {
                follow.fetched(pc.into(), decoded.op.length.into());
                careful.run(
                    |careful, op| (row.followed)(FollowedSemantics::new(careful, follow), op),
                    &decoded.op,
                )
            }
        };
        if let (Ok(_), Some(follow)) = (&done, &self.follow) {
            follow.settle();
        }
        match done {
            Ok(effects) => self.apply(&decoded, &effects, host, observer)?,
            Err(undone) => self.undone(&decoded, undone, host, observer)?,
        }
        // A polling loop never blocks on input; a user at a terminal must be asked nevertheless.
        let waits = self.board.as_mut().is_some_and(Esp32c3::waits_for_input);
        if waits { Err(Stop::Input) } else { Ok(()) }
    }

    /// Counts the instruction and moves to the next one, or to its target.
    pub(super) fn retire(&mut self, decoded: &Decoded, target: Option<u32>) {
        let pc = decoded.op.pc;
        let end = pc.wrapping_add(decoded.op.length.into());
        let next = target.unwrap_or(end);
        let sum = self.recent.cost(&self.cpu, self.options.profile.extensions, decoded);
        let elsewhere = u64::from(next != end);
        self.banked.add(&sum, [1 - elsewhere, elsewhere]);
        self.clock_cycles += u64::from(sum.cycles) + elsewhere * JUMP_HAZARD;
        self.code.count(pc, elsewhere != 0);
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
        let now = self.access_time();
        for store in effects.stores.iter().filter(|store| store.kind == StoreTarget::Device) {
            let Some(board) = &mut self.board else { continue };
            self.attention = true;
            if let Err(answer) = board.store(store.address, store.units, store.value, now, host) {
                return self.refused(answer);
            }
        }
        self.retire(decoded, effects.turn);
        for store in effects.stores.iter().filter(|store| store.kind == StoreTarget::Memory) {
            // The careful engine has checked the address.
            let _ = self.cpu.memory.write(store.address, store.units, store.value);
            self.rewrite_code(store.address, store.address.saturating_add(store.units.into()));
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
            for unit in 0..u32::from(size) {
                self.cpu.memory.touch(address.wrapping_add(unit));
            }
        }
        for &(slot, value) in &effects.registers {
            self.cpu.slots[slot as usize].set(value);
        }
        if effects.registers.iter().any(|&(at, _)| at >= slot::FLOAT || at == slot::FFLAGS) {
            self.set_float_state(3);
        }
        if effects.stores.iter().any(|store| self.cpu.memory.is_watched_by_system(store.address)) {
            let notes = host.notes.len();
            let answer = self.system.answer_tohost(&mut self.cpu, host);
            self.place_notes(notes, decoded.op.pc, host);
            self.finish_call(answer.on(host), observer)?;
        }
        if O::STORES && reported && observer.pauses() { Err(Stop::Pause) } else { Ok(()) }
    }

    fn undone<O: Observer>(
        &mut self,
        decoded: &Decoded,
        undone: Undone,
        host: &mut Host,
        observer: &mut O,
    ) -> Result<(), Stop> {
        let word = self.cpu.memory.fetch(decoded.op.pc).unwrap_or(0).into();
        match undone {
            Undone { cause: Some(cause), .. } => self.raise(cause),
            Undone { trap: Trap::Call, .. } => self.call(decoded, host, observer),
            Undone { trap: Trap::Break, .. } => self.breakpoint(decoded, host, observer),
            Undone { system: Some(what), .. } => self.privileged(what, decoded, host),
            _ => self.raise(Cause::Illegal { word }),
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
        if let Some((start, end)) = stored {
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
        if O::STORES && stored.is_some() && observer.pauses() { Err(Stop::Pause) } else { Ok(()) }
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

    /// Handles an address without code in a program that ends with its text.
    ///
    /// RARS and Venus treat this as a normal end, after a jump or not: RARS within its text area,
    /// Venus after the last instruction (compared as signed numbers), with status `a0`. A `main` of
    /// Venus that returns ends as intended, without a note.
    fn no_code(&mut self, pc: u32) -> Result<(), Stop> {
        let end = self.texts.iter().map(|&(_, end)| end as i32).max().unwrap_or(0);
        let is_end = if self.options.system == SystemKind::Venus {
            pc as i32 >= end
        } else {
            pc & 3 == 0 && self.cpu.memory.area(pc).is_some_and(|area| area.rights.fetch)
        };
        if !is_end {
            return self.no_memory(pc, pc);
        }
        Err(match self.options.system {
            _ if self.retired == 0 => Stop::Fault(Fault { pc: pc.into(), cause: Cause::NoStart }),
            SystemKind::Venus if pc as i32 == end && self.came_by_return() => {
                Stop::Exit { status: self.cpu.reg(A0) as i32 }
            }
            _ => Stop::End,
        })
    }

    /// Whether the last instruction jumped to an address in a register, like a return.
    fn came_by_return(&self) -> bool {
        matches!(self.find(self.last_pc), DecodeResult::Instruction(last) if last.row.name == "jalr")
    }

    /// Address after the last instruction that ran.
    pub(super) fn next_of_last(&self) -> u32 {
        match self.find(self.last_pc) {
            DecodeResult::Instruction(last) => self.last_pc.wrapping_add(last.op.length.into()),
            _ => self.last_pc,
        }
    }

    /// Whether an address is the one after the last instruction that ran, or after a text.
    pub(super) fn is_after_last_or_text(&self, pc: u32) -> bool {
        pc == self.next_of_last() || self.texts.iter().any(|&(_, end)| pc == end)
    }

    /// Handles an address that cannot be executed.
    fn no_memory(&mut self, pc: u32, address: u32) -> Result<(), Stop> {
        let at = u64::from(address);
        let cause = match pc {
            _ if pc & self.cpu.pc_mask != 0 => Cause::Misaligned {
                access: Access::Fetch,
                address: pc.into(),
                multiple: self.cpu.pc_mask as u8 + 1,
            },
            0 if self.board.is_some()
                || matches!(self.options.system, SystemKind::Linux | SystemKind::Rars) =>
            {
                Cause::NoReturn { address: at }
            }
            _ if self.retired > 0 && self.is_after_last_or_text(pc) => {
                Cause::RanOff { address: at }
            }
            _ => Cause::Unmapped { access: Access::Fetch, address: at },
        };
        self.raise(cause)
    }
}

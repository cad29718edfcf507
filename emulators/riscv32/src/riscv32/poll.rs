//! Programs that wait: loops that poll a device or a counter, and loops that nothing but an
//! interrupt ends.
//!
//! The run loop leaves a block before each access to a device, and the careful engine executes it
//! with every check. Here such accesses are made within the block. A loop that waits for an
//! interrupt is not executed round by round: all its rounds are the same, so they are only counted.

use machine::block_machine::{BlockCpu, BlockMachine, StepsEnd};
use machine::calls::CallAnswer;
use machine::ledger::Pending;
use machine::{Access, Clock, Host, Stop};

use super::Riscv32;
use crate::board::BoardState;
use crate::engine::careful::{Careful, Context, Effects, StoreTarget};
use crate::engine::code::DecodeResult;
use crate::engine::devices::AccessTime;
use crate::engine::fast::Step;
use crate::engine::flow::analyse;
use crate::engine::polled::{PolledAccess, PolledBlock, Reach};
use crate::engine::timing::JUMP_HAZARD;
use crate::isa::Op;

/// Number of blocks without an access after which a loop is not one that polls.
const QUIET_BLOCKS: u32 = 8;
/// Longest round of an idle loop, in blocks.
const ROUND_BLOCKS: usize = 8;
/// Number of instructions between two looks for an idle loop, and the least that are worth a look.
const IDLE_INSTRS: u64 = 4096;

/// Result of an access within a block.
enum Accessed {
    /// It was made.
    Done,
    /// Nothing happened: the careful engine must execute the instruction.
    Not,
    /// The device has refused it.
    Refused(Box<CallAnswer>),
}

/// End of a round of a block.
enum RoundEnd {
    /// All instructions were executed.
    Whole { polls: bool },
    /// The careful engine must continue, or the budget may end within the block.
    Left,
    /// The program only polls for input that may still arrive.
    Input,
    /// A device has refused an access.
    Refused(Box<CallAnswer>),
}

impl Riscv32 {
    /// Runs blocks as long as one of a few polls.
    ///
    /// # Errors
    /// If the program stops.
    pub(super) fn poll(&mut self, host: &mut Host) -> Result<(), Stop> {
        let mut quiet = 0;
        while !self.attention && quiet < QUIET_BLOCKS {
            match self.poll_block(host)? {
                Some(true) => quiet = 0,
                Some(false) => quiet += 1,
                None => break,
            }
        }
        Ok(())
    }

    /// Runs the block at the program counter as often as it repeats; returns whether it polls, or
    /// `None` if it was left.
    fn poll_block(&mut self, host: &mut Host) -> Result<Option<bool>, Stop> {
        let pc = self.cpu.pc.get();
        let place = self.polled.place(pc);
        let known = self.polled.take(place, pc, self.code.forgotten());
        let Some(block) = known.or_else(|| {
            let index = self.code.find(pc)?;
            let version = self.code.forgotten();
            Some(Box::new(PolledBlock::new(index, version, self.code.block(index))))
        }) else {
            return Ok(None);
        };
        let mut ways = [0; 2];
        let end = loop {
            let end = self.run_round(&block, host);
            let RoundEnd::Whole { polls } = end else { break end };
            let next = self.cpu.pc.get();
            ways[usize::from(next != block.end)] += 1;
            if !polls || next != pc || self.attention {
                break end;
            }
        };
        let counted = self.code.block(block.index);
        (counted.ways[0], counted.ways[1]) = (counted.ways[0] + ways[0], counted.ways[1] + ways[1]);
        self.polled.put(place, block);
        match end {
            RoundEnd::Whole { polls } => Ok(Some(polls)),
            RoundEnd::Left => Ok(None),
            RoundEnd::Input => Err(Stop::Input),
            RoundEnd::Refused(answer) => self.refused(*answer).map(|()| None),
        }
    }

    /// Runs a block once; all but its ways is counted.
    fn run_round(&mut self, block: &PolledBlock, host: &mut Host) -> RoundEnd {
        let length = block.steps.len();
        if self.slice_end.saturating_sub(self.spent()) < length as u64 {
            return RoundEnd::Left;
        }
        let (mut done, mut polls) = (0, false);
        self.cpu.pc.set(block.end);
        while done < length {
            if !block.accesses[done].is_likely() {
                let StepsEnd::Undone(more) = self.cpu.run_steps(&block.steps[done..]) else {
                    break;
                };
                done += more;
            }
            let (step, access) = (&block.steps[done], &block.accesses[done]);
            let now = AccessTime {
                pc: step.op.pc.into(),
                instructions: self.retired + done as u64,
                cycles: self.clock_cycles + u64::from(access.cycles),
            };
            let accessed = match self.access_device(&step.op, access, &now, host) {
                Some(accessed) => accessed,
                None => self.access(step, &now, host),
            };
            let end = match accessed {
                Accessed::Done => {
                    done += 1;
                    if self.board.as_mut().is_some_and(BoardState::waits_for_input) {
                        RoundEnd::Input
                    } else if self.attention && done < length {
                        RoundEnd::Left
                    } else {
                        polls = true;
                        continue;
                    }
                }
                Accessed::Not => RoundEnd::Left,
                Accessed::Refused(answer) => RoundEnd::Refused(answer),
            };
            self.leave_block(block.index, done);
            return end;
        }
        let turn = if self.cpu.pc.get() == block.end { 0 } else { JUMP_HAZARD };
        self.clock_cycles += u64::from(block.cycles) + turn;
        self.retired += length as u64;
        self.last_pc = block.last_pc();
        RoundEnd::Whole { polls }
    }

    /// Makes the access of an instruction that only loads from a device, stores to one, or reads a
    /// counter; `None` if it does not.
    ///
    /// These are nearly all accesses of loops that poll, so they do not take the careful engine's way.
    fn access_device(
        &mut self,
        op: &Op,
        access: &PolledAccess,
        now: &AccessTime,
        host: &mut Host,
    ) -> Option<Accessed> {
        let slot = |slot: u8| self.cpu.slots[usize::from(slot)].get();
        let address = slot(op.s).wrapping_add(op.imm);
        match access.reach {
            Reach::Load { units, is_signed } => {
                self.check_register(access, address, units, Access::Load)?;
                let devices = self.board.as_mut()?.devices();
                let Ok(word) = devices.load(address, units, now, host) else {
                    return Some(Accessed::Not);
                };
                let unused = 32 - 8 * u32::from(units);
                let extended =
                    if is_signed { (word << unused) as i32 >> unused } else { word as i32 };
                self.cpu.slots[usize::from(op.d)].set(extended as u32);
            }
            Reach::Store { units } => {
                self.check_register(access, address, units, Access::Store)?;
                let value = slot(op.t);
                let store = Pending { address, value, units, kind: StoreTarget::Device };
                if let Err(answer) = self.store_to_device(store, now, host) {
                    return Some(Accessed::Refused(Box::new(answer)));
                }
            }
            Reach::Counter => return self.at(op.pc, now, |machine| machine.read_counter(op, host)),
            Reach::Other => return None,
        }
        Some(Accessed::Done)
    }

    /// Checks that an aligned register of a device is at an address.
    #[inline]
    fn check_register(
        &self,
        access: &PolledAccess,
        address: u32,
        units: u8,
        kind: Access,
    ) -> Option<()> {
        if access.register.get() == Some(address) {
            return Some(());
        }
        let area = self.cpu.memory.check(address, units, kind);
        let is_register =
            area.is_ok_and(|area| area.rights.device) && address & u32::from(units - 1) == 0;
        access.register.set(is_register.then_some(address));
        is_register.then_some(())
    }

    /// Calls a function with the program counter and the counters at an instruction within a block.
    fn at<T>(&mut self, pc: u32, now: &AccessTime, act: impl FnOnce(&mut Self) -> T) -> T {
        let before = (self.cpu.pc.get(), self.retired, self.clock_cycles);
        self.cpu.pc.set(pc);
        (self.retired, self.clock_cycles) = (now.instructions, now.cycles);
        let done = act(self);
        self.cpu.pc.set(before.0);
        (self.retired, self.clock_cycles) = (before.1, before.2);
        done
    }

    /// Counts complete runs of a block that all ended the same way.
    fn count_block(&mut self, index: usize, times: u64, way: usize) {
        let block = self.code.block(index);
        block.ways[way] += times;
        let turn = if way == 0 { 0 } else { JUMP_HAZARD };
        self.clock_cycles += (u64::from(block.sum.cycles) + turn) * times;
        self.retired += block.steps.len() as u64 * times;
        self.last_pc = block.steps[block.steps.len() - 1].op.pc;
    }

    /// Counts the first steps of a block and moves to the next one.
    fn leave_block(&mut self, index: usize, done: usize) {
        let block = self.code.block(index);
        let next = block.steps.get(done).map_or(block.end, |step| step.op.pc);
        self.cpu.pc.set(next);
        let Some(last) = done.checked_sub(1) else { return };
        self.last_pc = block.steps[last].op.pc;
        let mut clock = Clock { cycles: self.clock_cycles, ready: 0 };
        self.pass_part(index, done, &mut clock);
        self.code.count_part(index, done, false);
        self.retired += done as u64;
        self.clock_cycles = clock.cycles;
    }

    /// Makes the access of an instruction with the careful engine, if it is one to a device.
    fn access(&mut self, step: &Step, now: &AccessTime, host: &mut Host) -> Accessed {
        let Some(row) = step.row else { return Accessed::Not };
        let around = Context {
            strict_align: self.options.strict_align,
            lands_anywhere: false,
            float_state: self.float_state(),
            pages: None,
            now: *now,
            is_direct: false,
        };
        let mut effects = self.spare.take().unwrap_or_default();
        let devices = self.board.as_mut().map(BoardState::devices);
        let careful = Careful::new(&self.cpu, devices, host, around, &mut effects);
        let accessed = match careful.run(row.interpretations.careful, &step.op) {
            Ok(()) => self.apply_access(&effects, now, host),
            Err(_) => Accessed::Not,
        };
        effects.clear();
        self.spare = Some(effects);
        accessed
    }

    /// Applies the effects of an access to a device.
    fn apply_access(&mut self, effects: &Effects, now: &AccessTime, host: &mut Host) -> Accessed {
        let is_memory = effects.stores.iter().any(|store| store.kind == StoreTarget::Memory);
        if is_memory || !effects.loads.is_empty() || effects.turn.is_some() {
            return Accessed::Not;
        }
        for store in &effects.stores {
            if let Err(answer) = self.store_to_device(*store, now, host) {
                return Accessed::Refused(Box::new(answer));
            }
        }
        for &(slot, value) in &effects.registers {
            self.cpu.slots[slot as usize].set(value);
        }
        Accessed::Done
    }

    /// Reads a counter that needs no sum over all blocks.
    fn read_counter(&mut self, op: &Op, host: &mut Host) -> Option<Accessed> {
        let number = op.imm as u16;
        if !self.is_quick_counter(number) {
            return None;
        }
        let value = self.read_csr(number, host).ok()?;
        self.cpu.slots[op.d as usize].set(value);
        Some(Accessed::Done)
    }

    /// Skips the rounds of a loop that does nothing until an interrupt or the end of the budget.
    ///
    /// In each round registers and memory stay as they are, so the rounds are only counted. None is
    /// skipped that would pass the deadline of the board.
    pub(super) fn skip_idle(&mut self, end: u64, deadline: u64) -> bool {
        let spent = self.spent();
        let instrs = end.saturating_sub(spent);
        let cycles = deadline.saturating_sub(self.clock_cycles);
        if instrs.min(cycles) < IDLE_INSTRS || spent < self.next_idle_look {
            return false;
        }
        self.next_idle_look = spent + IDLE_INSTRS;
        let (slots, pc) = (self.cpu.slots.clone(), self.cpu.pc.get());
        let round = self.idle_round();
        self.cpu.slots = slots;
        self.cpu.pc.set(pc);
        let Some(round) = round else { return false };
        let (mut length, mut time) = (0, 0);
        for &(index, way) in &round {
            let block = self.code.block(index);
            length += block.steps.len() as u64;
            time += u64::from(block.sum.cycles) + if way == 0 { 0 } else { JUMP_HAZARD };
        }
        let rounds = (instrs / length).min(cycles / time);
        for (index, way) in round {
            self.count_block(index, rounds, way);
        }
        rounds > 0
    }

    /// Runs a round of a loop from the program counter on: its blocks, and how each ended.
    ///
    /// `None` if it stores something, needs the careful engine, or changes a register.
    fn idle_round(&mut self) -> Option<Vec<(usize, usize)>> {
        let (slots, pc) = (self.cpu.slots.clone(), self.cpu.pc.get());
        let mut round = Vec::new();
        while round.len() < ROUND_BLOCKS {
            let index = self.code.find(self.cpu.pc.get())?;
            for step in 0..self.code.block(index).steps.len() {
                let at = self.code.block(index).steps[step].op.pc;
                let DecodeResult::Instruction(decoded) = self.find(at) else { return None };
                if analyse(decoded.row, &decoded.op).stores() {
                    return None;
                }
            }
            let block = self.code.block(index);
            self.cpu.pc.set(block.end);
            if self.cpu.run_steps(&block.steps) != StepsEnd::Whole {
                return None;
            }
            round.push((index, usize::from(self.cpu.pc.get() != block.end)));
            if self.cpu.pc.get() == pc {
                return (self.cpu.slots == slots).then_some(round);
            }
        }
        None
    }
}

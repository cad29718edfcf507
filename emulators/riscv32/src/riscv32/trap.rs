//! Traps, interrupts, environment calls, and instructions that access machine state.
//!
//! Source: RISC-V Privileged ISA 1.12, chapter 3; RISC-V Semihosting, version 0.4.

use machine::native::Guest;
use machine::{Access, Cause, Fault, Host, Observer, Stop};

use super::{Riscv32, SystemKind};
use crate::board::BoardState;
use crate::csr::{self, AccessDenied, CounterInputs, PrivilegeMode, number};
use crate::engine::careful::FLOAT_CHANGED;
use crate::esp32c3::counters;
use crate::isa::decode::{Decoded, decode};
use crate::isa::{Change, Extension, Extensions, SystemOperation, slot};
use crate::system::{A0, CallAnswer};
use crate::virt::Virt;

/// Exception codes in mcause.
const FETCH_MISALIGNED: u32 = 0;
const FETCH_ACCESS: u32 = 1;
const ILLEGAL: u32 = 2;
const BREAKPOINT: u32 = 3;
const LOAD_MISALIGNED: u32 = 4;
const LOAD_ACCESS: u32 = 5;
const STORE_MISALIGNED: u32 = 6;
const STORE_ACCESS: u32 = 7;
const CALL_FROM_USER: u32 = 8;
const FETCH_PAGE_FAULT: u32 = 12;
const LOAD_PAGE_FAULT: u32 = 13;
const STORE_PAGE_FAULT: u32 = 15;
/// Bit of mcause that marks an interrupt.
const INTERRUPT: u32 = 1 << 31;

/// Instructions around the breakpoint of a semihosting call: `slli x0, x0, 31` and
/// `srai x0, x0, 7`.
///
/// All three are never compressed.
const MARK_BEFORE: u32 = 0x01f0_1013;
const MARK_BEHIND: u32 = 0x4070_5013;

impl Riscv32 {
    /// Passes a fault to the program's handler, or stops if there is none.
    pub(super) fn raise(&mut self, cause: Cause) -> Result<(), Stop> {
        let pc = self.cpu.pc.get();
        let fetch = matches!(
            cause,
            Cause::Unmapped { access: Access::Fetch, .. }
                | Cause::Misaligned { access: Access::Fetch, .. }
                | Cause::PageFault { access: Access::Fetch, .. }
                | Cause::NoReturn { .. }
                | Cause::RanOff { .. }
        );
        let number = self.number_of(cause).filter(|_| !self.is_fatal(fetch));
        let Some(number) = number.filter(|&number| self.csrs.handles(number)) else {
            // A bad target address is attributed to the jump: the last instruction, or the current
            // one if its jump was refused.
            let went = !matches!(cause, Cause::Misaligned { address, .. } if address != pc.into());
            let at = if fetch && went { self.last_pc } else { pc };
            return self.restart_or_stop(Fault { pc: at.into(), cause });
        };
        self.undone += 1;
        self.enter(number, self.value_of(cause));
        Ok(())
    }

    /// In RARS, no fault during a fetch reaches a handler.
    fn is_fatal(&self, fetch: bool) -> bool {
        self.options.system == SystemKind::Rars && fetch
    }

    fn enter(&mut self, cause: u32, value: u32) {
        self.attention = self.board.is_some();
        let handler = self.csrs.enter(&self.cpu, cause, value);
        self.cpu.pc.set(handler);
        self.last_pc = handler;
        self.update_mode();
    }

    /// Exception code of a cause; `None` if no processor has one.
    fn number_of(&self, cause: Cause) -> Option<u32> {
        Some(match cause {
            Cause::Misaligned { access: Access::Fetch, .. } => FETCH_MISALIGNED,
            Cause::Unmapped { access: Access::Fetch, .. }
            | Cause::RanOff { .. }
            | Cause::NoReturn { .. } => FETCH_ACCESS,
            Cause::Illegal { .. } | Cause::NotHere { .. } | Cause::Privileged { .. } => ILLEGAL,
            Cause::Break { .. } => BREAKPOINT,
            // If plain accesses may be misaligned, only atomic ones fault. A handler could not
            // emulate them in parts either; the manual requires an access fault.
            Cause::Misaligned { access: Access::Load, .. } if !self.options.strict_align => {
                LOAD_ACCESS
            }
            Cause::Misaligned { .. } if !self.options.strict_align => STORE_ACCESS,
            Cause::Misaligned { access: Access::Load, .. } => LOAD_MISALIGNED,
            Cause::Unmapped { access: Access::Load, .. } => LOAD_ACCESS,
            Cause::Misaligned { access: Access::Store, .. } => STORE_MISALIGNED,
            Cause::Unmapped { .. } | Cause::ReadOnly { .. } => STORE_ACCESS,
            Cause::PageFault { access: Access::Fetch, .. } => FETCH_PAGE_FAULT,
            Cause::PageFault { access: Access::Load, .. } => LOAD_PAGE_FAULT,
            Cause::PageFault { access: Access::Store, .. } => STORE_PAGE_FAULT,
            Cause::UnknownCall { .. }
            | Cause::UnsupportedCall { .. }
            | Cause::EndOfInput { .. }
            | Cause::BadInput { .. }
            | Cause::BadArgument { .. } => CALL_FROM_USER,
            _ => return None,
        })
    }

    /// Interrupts the program, if something asks for that and the program allows it.
    ///
    /// Returns the cycle count at which the board must be checked again.
    pub(super) fn look_at_board(&mut self, host: &mut Host) -> Result<Option<u64>, Stop> {
        self.attention = false;
        self.update_counted();
        let now = self.access_time();
        let enabled = self.csrs.value(number::MIE);
        let software = self.csrs.value(number::MIP);
        let (ready, deadline) = match &mut self.board {
            None => (software & enabled, None),
            Some(board) => match board.ready(enabled, software, &now, host) {
                Ok(ready) => (ready, board.deadline(&now, host)),
                Err(cause) => {
                    self.restart_or_stop(Fault { pc: now.pc, cause })?;
                    return self.look_at_board(host);
                }
            },
        };
        self.ready = ready;
        match self.csrs.interrupt(&self.cpu, ready) {
            Some(line) => self.enter(INTERRUPT | u32::from(line), 0),
            None => self.update_mode(),
        }
        Ok(deadline)
    }

    /// `ecall`: enters the program's handler, or calls the system.
    pub(super) fn call<O: Observer>(
        &mut self,
        decoded: &Decoded,
        host: &mut Host,
        observer: &mut O,
    ) -> Result<(), Stop> {
        let cause = CALL_FROM_USER + self.csrs.mode as u32;
        if self.options.system == SystemKind::Bare && self.csrs.handles(cause) {
            self.undone += 1;
            self.enter(cause, 0);
            return Ok(());
        }
        let notes = host.notes.len();
        let before = self.follow.get().map(|follow| {
            let (slot, reads) = self.system.reads(&self.cpu);
            let get = |slot: u8| self.cpu.slots[usize::from(slot)].get().into();
            follow.called(self.cpu.reg(slot).into(), reads, get);
            self.cpu.slots.clone()
        });
        let has_float = self.system.has_float_result(&self.cpu);
        let answer = self.system.call(&mut self.cpu, host);
        let changes = self.system.take_heap_changes();
        if let (Some(follow), Some(before)) = (self.follow.get_mut(), &before) {
            follow.changed_heap(&changes);
            follow.changed(before, &self.cpu.slots);
            // It may be as before.
            if has_float {
                follow.answered(slot::FLOAT + A0);
            }
        }
        self.finish(decoded, answer, notes, host, observer)
    }

    /// `ebreak`: a semihosting call between its marker instructions, otherwise a breakpoint.
    pub(super) fn breakpoint<O: Observer>(
        &mut self,
        decoded: &Decoded,
        host: &mut Host,
        observer: &mut O,
    ) -> Result<(), Stop> {
        let pc = decoded.op.pc;
        let word = |address: u32| self.bits_at(address).ok();
        let marks = [word(pc.wrapping_sub(4)), word(pc.wrapping_add(4))];
        if decoded.op.length == 4 && marks == [Some(MARK_BEFORE), Some(MARK_BEHIND)] {
            let notes = host.notes.len();
            let answer = self.system.semihosting(&mut self.cpu, host);
            if let Some(follow) = self.follow.get() {
                follow.answered(A0);
            }
            return self.finish(decoded, answer, notes, host, observer);
        }
        if matches!(self.options.system, SystemKind::Rars | SystemKind::Venus) {
            // Without an observer, execution continues immediately.
            self.retire(decoded, None);
            return Ok(());
        }
        self.raise(Cause::Break { code: 0 })
    }

    /// Cause of a fault for bits that do not encode an instruction.
    pub(super) fn no_instruction(&self, word: u32) -> Cause {
        let pc = self.cpu.pc.get();
        let is_after_last_or_text =
            |&(_, end): &(u32, u32)| (end..end.saturating_add(4)).contains(&pc);
        if self.retired > 0
            && self.is_after_last_or_text(pc)
            && self.texts.iter().any(is_after_last_or_text)
        {
            return Cause::RanOff { address: pc.into() };
        }
        let word = if word & 3 == 3 { word } else { word & 0xffff };
        let all = Extension::ALL.into_iter().fold(Extensions::default(), Extensions::with);
        match decode(word, 0, all) {
            Some(_) => Cause::NotHere { word: word.into(), advice: "" },
            None => Cause::Illegal { word: word.into() },
        }
    }

    /// Executes an instruction that accesses the machine's own registers.
    pub(super) fn privileged(
        &mut self,
        what: SystemOperation,
        decoded: &Decoded,
        host: &mut Host,
    ) -> Result<(), Stop> {
        let op = &decoded.op;
        let mut target = None;
        if let Some(follow) = self.follow.get() {
            follow.answered(op.d);
        }
        match what {
            SystemOperation::Csr(change) => {
                let operand = self.cpu.reg(op.s);
                let writes = change == Change::Write || op.s != 0;
                return self.change_csr(decoded, change, operand, writes, host);
            }
            SystemOperation::CsrImmediate(change) => {
                let writes = change == Change::Write || op.h != 0;
                return self.change_csr(decoded, change, op.h.into(), writes, host);
            }
            _ if self.is_refused(what) => {
                let word = self.bits_at(op.pc).unwrap_or(0).into();
                return self.raise(Cause::Privileged { word });
            }
            SystemOperation::MachineReturn => target = Some(self.csrs.leave_machine(&self.cpu)),
            SystemOperation::SupervisorReturn => {
                target = Some(self.csrs.leave_supervisor(&self.cpu));
            }
            SystemOperation::UserReturn => target = Some(self.csrs.leave_user(&self.cpu)),
            SystemOperation::Wait => {
                let restarts = self.restarts;
                self.wait(host)?;
                if self.restarts > restarts {
                    return Ok(());
                }
            }
            // Page tables are read at each access.
            SystemOperation::FetchFence | SystemOperation::AddressFence => {}
        }
        self.update_mode();
        self.notice_interrupt();
        self.retire(decoded, target);
        Ok(())
    }

    /// Whether an operation is not allowed in the current mode.
    fn is_refused(&self, what: SystemOperation) -> bool {
        let (csrs, mode) = (&self.csrs, self.csrs.mode);
        match what {
            SystemOperation::MachineReturn => mode < PrivilegeMode::Machine,
            SystemOperation::SupervisorReturn => {
                mode < PrivilegeMode::Supervisor || csrs.is_trapped(&self.cpu, csr::TSR)
            }
            SystemOperation::AddressFence => {
                mode < PrivilegeMode::Supervisor || csrs.is_trapped(&self.cpu, csr::TVM)
            }
            SystemOperation::Wait => {
                let is_user = mode == PrivilegeMode::User && csrs.has_supervisor();
                is_user || csrs.is_trapped(&self.cpu, csr::TW)
            }
            _ => false,
        }
    }

    /// Updates what depends on the privilege mode and on `mstatus`: address translation, and what
    /// plain and native code may do.
    pub(super) fn update_mode(&mut self) {
        self.paging = self.csrs.paging(&self.cpu);
        self.csrs.allow_quick(&self.cpu, self.ready != 0);
    }

    /// Waits for an interrupt: advances time to the board's next one.
    fn wait(&mut self, host: &mut Host) -> Result<(), Stop> {
        let (now, enabled) = (self.access_time(), self.csrs.value(number::MIE));
        let Some(board) = &mut self.board else { return Ok(()) };
        self.attention = true;
        board
            .wait(enabled, self.csrs.value(number::MIP), &now, host)
            .or_else(|answer| self.refused(answer))
    }

    /// Lets the board be checked if an interrupt waits that the program allows now.
    fn notice_interrupt(&mut self) {
        self.attention |= self.csrs.interrupt(&self.cpu, self.ready).is_some();
    }

    fn change_csr(
        &mut self,
        decoded: &Decoded,
        change: Change,
        operand: u32,
        writes: bool,
        host: &mut Host,
    ) -> Result<(), Stop> {
        let number = decoded.op.imm as u16;
        let result = self.read_csr(number, host).and_then(|old| {
            let base = match number {
                // A pending bit that a device sets is not one that software has set.
                number::MIP | number::SIP => self.csrs.get(&self.cpu, number),
                _ => old,
            };
            let new = match change {
                Change::Write => operand,
                Change::Set => base | operand,
                Change::Clear => base & !operand,
            };
            if writes { self.write_csr(number, new, host).map(|()| old) } else { Ok(old) }
        });
        match result {
            Ok(old) => {
                self.cpu.slots[decoded.op.d as usize].set(old);
                self.retire(decoded, None);
                Ok(())
            }
            Err(AccessDenied) => {
                let word = self.bits_at(decoded.op.pc).unwrap_or(0).into();
                let user = u32::from(number >> 8 & 3) > self.csrs.mode as u32;
                let advice = csr::advice(self.options.board, number);
                self.raise(if user && advice.is_empty() {
                    Cause::Privileged { word }
                } else {
                    Cause::NotHere { word, advice }
                })
            }
        }
    }

    /// Value of mtval for a cause.
    fn value_of(&self, cause: Cause) -> u32 {
        match cause {
            Cause::Unmapped { address, .. }
            | Cause::Misaligned { address, .. }
            | Cause::PageFault { address, .. }
            | Cause::ReadOnly { address }
            | Cause::RanOff { address }
            | Cause::NoReturn { address } => address as u32,
            Cause::Illegal { word } | Cause::NotHere { word, .. } | Cause::Privileged { word } => {
                word as u32
            }
            // As in QEMU, whose value is not the address.
            Cause::Break { .. } if self.virt().is_some() => 0,
            Cause::Break { .. } => self.cpu.pc.get(),
            _ => 0,
        }
    }

    fn now(&self, host: &Host) -> CounterInputs {
        let nanos = match self.virt() {
            Some(board) => board.nanos(&self.access_time()),
            None => host.clock_nanos,
        };
        CounterInputs { instructions: self.retired, nanos }
    }

    fn virt(&self) -> Option<&Virt> {
        self.board.as_ref().and_then(BoardState::virt)
    }

    pub(super) fn read_csr(&mut self, number: u16, host: &mut Host) -> Result<u32, AccessDenied> {
        match number {
            number::FFLAGS | number::FRM | number::FCSR => {
                if self.float_state() == 0 {
                    return Err(AccessDenied);
                }
                Ok(match number {
                    number::FFLAGS => self.fcsr() & 31,
                    number::FRM => self.fcsr() >> 5,
                    _ => self.fcsr(),
                })
            }
            _ if self.is_board_csr(number) => {
                host.device_reads += 1;
                if self.esp32c3().is_some_and(|board| board.sums_events(number)) {
                    self.settle_native();
                }
                let (cycles, events) = (self.clock_cycles, || self.events());
                let board = self.esp32c3();
                board.and_then(|board| board.read_csr(number, cycles, &events)).ok_or(AccessDenied)
            }
            number::MIP | number::SIP => {
                let software = self.csrs.read(&self.cpu, number, self.now(host))?;
                let pending = self.virt().map_or(0, |it| it.pending(&self.access_time(), host));
                let shown =
                    if number == number::MIP { u32::MAX } else { self.csrs.value(number::MIDELEG) };
                Ok(software | pending & shown)
            }
            _ => {
                host.device_reads += u64::from(csr::is_counter(number));
                self.csrs.read(&self.cpu, number, self.now(host))
            }
        }
    }

    /// Whether a register is a counter whose value needs no sum over all blocks.
    pub(super) fn is_quick_counter(&self, number: u16) -> bool {
        let sums = || self.esp32c3().is_some_and(|board| board.sums_events(number));
        csr::is_counter(number) || self.is_board_csr(number) && !sums()
    }

    /// Whether a register is the board's own, and the program may access it.
    fn is_board_csr(&self, number: u16) -> bool {
        let allowed = number >> 8 & 3 == 0 || self.csrs.mode == PrivilegeMode::Machine;
        allowed && counters::is_own(number) && self.esp32c3().is_some()
    }

    fn write_csr(&mut self, number: u16, value: u32, host: &Host) -> Result<(), AccessDenied> {
        match number {
            number::FFLAGS => self.set_fcsr(self.fcsr() & !31 | value & 31),
            number::FRM => self.set_fcsr(self.fcsr() & 31 | (value & 7) << 5),
            number::FCSR => self.set_fcsr(value),
            _ if self.is_board_csr(number) => {
                self.settle_native();
                let events = self.events();
                if let Some(board) = self.board.as_mut().and_then(BoardState::esp32c3_mut) {
                    board.write_csr(number, value, &events);
                }
                return Ok(());
            }
            _ => {
                self.csrs.write(&self.cpu, number, value, self.now(host))?;
                self.attention |= is_interrupt_register(number);
                self.update_mode();
                self.notice_interrupt();
                return Ok(());
            }
        }
        self.set_float_state(FLOAT_CHANGED);
        Ok(())
    }

    /// Field FS: 0 if floating point is off or absent, 3 if its registers have changed.
    pub(super) fn float_state(&self) -> u32 {
        if !self.options.profile.has(Extension::F) {
            0
        } else if self.options.system == SystemKind::Bare {
            (self.cpu.reg(slot::MSTATUS) & csr::FS) >> csr::FS.trailing_zeros()
        } else {
            FLOAT_CHANGED
        }
    }

    /// Sets the field FS, if it exists.
    pub(super) fn set_float_state(&mut self, state: u32) {
        if self.options.system == SystemKind::Bare && self.options.profile.has(Extension::F) {
            let status = self.cpu.reg(slot::MSTATUS) & !csr::FS;
            self.csrs.set_status(&self.cpu, status | state << csr::FS.trailing_zeros());
        }
    }

    /// Executes the ROM function at the current address, and returns from it.
    pub(super) fn call_rom<O: Observer>(
        &mut self,
        host: &mut Host,
        observer: &mut O,
    ) -> Result<(), Stop> {
        self.attention = true;
        self.rom_calls += 1;
        let (now, notes) = (&self.access_time(), host.notes.len());
        let board = self.board.as_mut().and_then(BoardState::esp32c3_mut);
        let Some(board) = board else { return Ok(()) };
        let answer = board.rom_call(now, &mut self.cpu, host).unwrap_or(CallAnswer::Done);
        let continues = board.take_rom_code();
        if let Some((start, end)) = board.take_stored() {
            self.rewrite_code(start, end);
            if O::STORES {
                self.report_stores(start, end, observer);
            }
        }
        for note in &mut host.notes[notes..] {
            note.after_instrs = self.retired;
        }
        if answer == CallAnswer::Done {
            self.cpu.pc.set(continues.unwrap_or(self.cpu.reg(1)));
        }
        match answer {
            // There is no code in the ROM at which a handler could continue.
            CallAnswer::Fault(cause) => {
                self.restart_or_stop(Fault { pc: self.last_pc.into(), cause })
            }
            answer => self.refused(answer.on(host)),
        }
    }
}

/// Whether a write of a register can make an interrupt pending, or enable it.
fn is_interrupt_register(number: u16) -> bool {
    matches!(number, number::MIE | number::MIP | number::MIDELEG | number::SIE | number::SIP)
}

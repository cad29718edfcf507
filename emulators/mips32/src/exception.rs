//! Coprocessor 0: exceptions, interrupts, and the instructions that reach its registers.
//!
//! Source: MIPS32 Architecture For Programmers, volume III, exceptions and coprocessor 0.

use machine::{Access, Cause, Fault, Host, Stop};

use crate::cpu::{cp0, slot};
use crate::engine::careful::ControlTransfer;
use crate::engine::flow::analyse;
use crate::isa::decode::decode;
use crate::isa::{Class, Op, SystemOperations};
use crate::mips32::Mips32;
use crate::options::{Dialect, Handler, Layout};

/// Exception codes of the Cause register.
const INTERRUPT: u32 = 0;
const ADDRESS_LOAD: u32 = 4;
const ADDRESS_STORE: u32 = 5;
const BUS_FETCH: u32 = 6;
const BUS_DATA: u32 = 7;
const SYSCALL: u32 = 8;
const BREAKPOINT: u32 = 9;
const RESERVED: u32 = 10;
const UNUSABLE: u32 = 11;
const OVERFLOW: u32 = 12;
const TRAP: u32 = 13;
const FLOAT: u32 = 15;

/// Status: interrupts enabled; in an exception.
const STATUS_IE: u32 = 1;
const STATUS_EXL: u32 = 2;
/// Status and Cause: the eight interrupt lines.
const LINES: u32 = 0xff00;
/// First address of the devices.
const DEVICES: u64 = 0xffff_0000;
/// Interrupt line of the timer.
const TIMER: u32 = 0x8000;
/// Cause: the exception happened in a delay slot.
const CAUSE_BD: u32 = 0x8000_0000;

/// Number of FCSR, and its condition flags.
const FCSR: u8 = 31;
const FCSR_CONDITIONS: u32 = 0xfe80_0000;
/// SPIM's FIR: a floating point unit with words, doubles and singles.
const SPIM_FIR: u32 = 0x0000_9800;

/// Instructions per step of the Count register: 10 ms at one instruction per microsecond.
const COUNT_INSTRS: u64 = 10_000;

/// Whether a word is for coprocessor 2, which does not exist here, including loads and stores.
fn is_coprocessor_2(word: u64) -> bool {
    matches!(word >> 26, 0x12 | 0x32 | 0x36 | 0x3a | 0x3e)
}

impl Mips32 {
    fn vector(&self) -> u32 {
        if self.options.layout == Layout::Default { 0x8000_0180 } else { 0x4180 }
    }

    fn has_handler(&self) -> bool {
        self.code.index(self.vector()).is_some_and(|index| self.code.is_present(index))
    }

    /// Passes a fault to the handler, or stops if there is none.
    pub(crate) fn raise(&mut self, cause: Cause, host: &mut Host) -> Result<(), Stop> {
        let pc = self.cpu.pc.get();
        let fetch = matches!(
            cause,
            Cause::Unmapped { access: Access::Fetch, .. }
                | Cause::Misaligned { access: Access::Fetch, .. }
                | Cause::NoReturn { .. }
                | Cause::RanOff { .. }
                | Cause::NoStart
        );
        // A bad address is blamed on the instruction that jumped there.
        let fault = Fault { pc: (if fetch { self.jump_source() } else { pc }).into(), cause };
        let reporting =
            self.options.dialect == Dialect::Spim && self.options.handler == Handler::Default;
        // SPIM's handler continues after the word that contains a misaligned address, if it is
        // text.
        let goes_on = !fetch || self.is_in_word(cause);
        if !self.has_handler() || reporting && !goes_on || self.is_fatal(cause, fetch) {
            return Err(Stop::Fault(fault));
        }
        if reporting {
            host.note(fault, self.retired);
        }
        if let Cause::Unmapped { address, .. }
        | Cause::Misaligned { address, .. }
        | Cause::ReadOnly { address }
        | Cause::StackOverflow { address }
        | Cause::NoReturn { address }
        | Cause::RanOff { address } = cause
        {
            self.cpu.set_system(cp0::BAD_VADDR, address as u32);
        }
        if self.cpu.is_spim() && !fetch {
            self.zero_failed_load();
        }
        self.undone += 1;
        self.enter(self.code_of(cause));
        Ok(())
    }

    /// Whether a jump went into the middle of a word that is followed by an instruction.
    fn is_in_word(&self, cause: Cause) -> bool {
        let Cause::Misaligned { address, .. } = cause else { return false };
        let next = (address as u32 & !3).wrapping_add(4);
        self.code.index(next).is_some_and(|index| self.code.is_present(index))
    }

    /// Address of the last instruction, or of the branch in whose delay slot it was.
    fn jump_source(&self) -> u32 {
        let (pc, last) = (self.cpu.pc.get(), self.last_pc);
        let branch = last.wrapping_sub(4);
        let after_slot = pc != last.wrapping_add(4) && self.code.has_slot(branch);
        if after_slot { branch } else { last }
    }

    /// Sets the registers of a failed load to zero, as SPIM does.
    fn zero_failed_load(&mut self) {
        let found = self.decoded_at(self.cpu.pc.get());
        let Some((row, op)) = found.filter(|(row, _)| row.class == Class::Load) else { return };
        let mut written = analyse(row, &op).writes();
        while written != 0 {
            self.late.push((written.trailing_zeros() as u8, 0));
            written &= written - 1;
        }
        if !self.options.delayed_loads {
            self.land();
        }
    }

    /// Whether a cause stops the program without calling a handler.
    ///
    /// MARS stops if it cannot fetch. SPIM stops if its text holds no instruction, or a word that
    /// is neither an instruction nor for a coprocessor; elsewhere its handler continues after a bad
    /// address forever. A stack overflow, an invalid register or a missing device also stops SPIM.
    fn is_fatal(&self, cause: Cause, fetch: bool) -> bool {
        if self.options.dialect == Dialect::Mars {
            return fetch;
        }
        match cause {
            Cause::StackOverflow { .. } | Cause::BadRegister { .. } => true,
            Cause::Illegal { word } => {
                decode(word as u32, 0).is_none() && word >> 26 != 0x10 && !is_coprocessor_2(word)
            }
            Cause::Misaligned { .. } => false,
            Cause::Unmapped { address, .. } | Cause::RanOff { address } if fetch => {
                self.cpu.memory.map.is_text(address as u32)
            }
            Cause::Unmapped { address, .. } => address >= DEVICES,
            _ => false,
        }
    }

    /// Goes to the exception vector.
    fn enter(&mut self, code: u32) {
        let status = self.cpu.system(cp0::STATUS);
        let mut cause = self.cpu.system(cp0::CAUSE) & !0x7c | code << 2;
        let in_slot = self.slot_turn.take().is_some();
        if status & STATUS_EXL == 0 || self.options.dialect == Dialect::Mars {
            let pc = self.cpu.pc.get();
            // In MARS, the address is always that of an instruction.
            self.cpu.set_system(cp0::EPC, (if in_slot { pc.wrapping_sub(4) } else { pc }) & !3);
            cause = if in_slot { cause | CAUSE_BD } else { cause & !CAUSE_BD };
        }
        self.cpu.set_system(cp0::CAUSE, cause);
        self.cpu.set_system(cp0::STATUS, status | STATUS_EXL);
        self.cpu.pc.set(self.vector());
    }

    fn code_of(&self, cause: Cause) -> u32 {
        let spim = self.options.dialect == Dialect::Spim;
        match cause {
            Cause::Unmapped { access: Access::Fetch, .. }
            | Cause::Misaligned { access: Access::Fetch, .. }
                if spim =>
            {
                BUS_FETCH
            }
            Cause::NoReturn { .. } | Cause::RanOff { .. } | Cause::NoStart if spim => BUS_FETCH,
            Cause::Unmapped { .. } | Cause::ReadOnly { .. } if spim => BUS_DATA,
            Cause::Unmapped { access: Access::Store, .. }
            | Cause::Misaligned { access: Access::Store, .. }
            | Cause::ReadOnly { .. } => ADDRESS_STORE,
            Cause::Unmapped { .. } | Cause::Misaligned { .. } => ADDRESS_LOAD,
            Cause::StackOverflow { .. } => ADDRESS_STORE,
            Cause::NoReturn { .. } | Cause::RanOff { .. } | Cause::NoStart => ADDRESS_LOAD,
            Cause::Overflow => OVERFLOW,
            Cause::Break { .. } | Cause::DivideByZero => BREAKPOINT,
            Cause::Trap { .. } => TRAP,
            Cause::Float => FLOAT,
            Cause::Privileged { .. } => UNUSABLE,
            Cause::Illegal { word } if is_coprocessor_2(word) => UNUSABLE,
            Cause::Illegal { .. } | Cause::BadRegister { .. } => RESERVED,
            _ => SYSCALL,
        }
    }

    /// Raises an interrupt of a device or the timer, if the program has enabled it.
    pub(crate) fn interrupt(&mut self, host: &mut Host) {
        let lines = self.system.devices.pending_interrupts(host) | self.timer_line();
        let devices = self.system.devices.interrupt_lines();
        let cause = self.cpu.system(cp0::CAUSE) & !devices | lines;
        self.cpu.set_system(cp0::CAUSE, cause);
        let status = self.cpu.system(cp0::STATUS);
        let allowed = status & STATUS_IE != 0 && status & STATUS_EXL == 0;
        if allowed && status & cause & LINES != 0 && self.has_handler() && self.slot_turn.is_none()
        {
            self.enter(INTERRUPT);
        }
    }

    /// Current value of the Count register.
    fn count(&self) -> u32 {
        let steps = (self.retired / COUNT_INSTRS) as u32;
        self.cpu.system(cp0::COUNT).wrapping_add(steps)
    }

    /// Interrupt line of the timer: raised from Count reaching Compare until a write of Compare.
    fn timer_line(&self) -> u32 {
        let raised = self.cpu.system(cp0::CAUSE) & TIMER;
        let compare = self.cpu.system(cp0::COMPARE);
        let due = compare != 0 && self.count().wrapping_sub(compare) < 0x8000_0000;
        if due { TIMER } else { raised }
    }

    /// Executes an instruction that accesses system registers.
    pub(crate) fn privileged(
        &mut self,
        what: SystemOperations,
        op: &Op,
        host: &mut Host,
    ) -> Result<(), Stop> {
        let mut turn = None;
        match what {
            SystemOperations::Read => {
                let number = op.t - slot::SYSTEM;
                let value =
                    if number == cp0::COUNT { self.count() } else { self.cpu.system(number) };
                self.give(op.w, value);
            }
            SystemOperations::Write => self.write_system(op.w - slot::SYSTEM, self.cpu.reg(op.t)),
            SystemOperations::Return => {
                let status = self.cpu.system(cp0::STATUS);
                self.cpu.set_system(cp0::STATUS, status & !STATUS_EXL);
                turn = Some(ControlTransfer::To(self.cpu.system(cp0::EPC)));
            }
            SystemOperations::Wait => {}
            SystemOperations::Disable | SystemOperations::Enable => {
                let status = self.cpu.system(cp0::STATUS);
                let on = u32::from(what == SystemOperations::Enable);
                self.give(op.w, status);
                self.cpu.set_system(cp0::STATUS, status & !STATUS_IE | on);
            }
            // Register 2 counts cycles, register 3 is their resolution; the others are zero here.
            SystemOperations::ReadHardware => self.give(
                op.w,
                match op.h {
                    2 => self.retired as u32,
                    3 => 1,
                    _ => 0,
                },
            ),
            SystemOperations::ReadControl => self.give(op.w, self.control(op.h)),
            SystemOperations::WriteControl => {
                let value = self.cpu.reg(op.t);
                self.set_control(op.h, value);
                let beyond = op.h == FCSR && value & !FCSR_CONDITIONS != 0;
                if beyond && self.cpu.is_spim() {
                    // SPIM has no rounding modes and no enabled exceptions, and reports them.
                    return self.raise(Cause::Float, host);
                }
            }
            SystemOperations::ReadControl0 if self.cpu.is_spim() => {
                self.give(op.w, self.cpu.slots[(slot::SYSTEM_CONTROL + op.h) as usize].get());
            }
            SystemOperations::WriteControl0 if self.cpu.is_spim() => {
                self.give(slot::SYSTEM_CONTROL + op.h, self.cpu.reg(op.t));
            }
            SystemOperations::Translate
            | SystemOperations::ReadControl0
            | SystemOperations::WriteControl0 => {
                let word = self.word_at(op.pc).into();
                return self.raise(Cause::Illegal { word }, host);
            }
        }
        self.retire(turn);
        if what == SystemOperations::Return {
            // A return from an exception has no delay slot.
            if let Some(to) = self.slot_turn.take() {
                self.cpu.pc.set(to);
            }
        }
        Ok(())
    }

    fn give(&self, register: u8, value: u32) {
        self.cpu.slots[register as usize].set(value);
    }

    fn write_system(&mut self, number: u8, value: u32) {
        let spim = self.options.dialect == Dialect::Spim;
        let value = match number {
            cp0::BAD_VADDR | cp0::EPC => value,
            cp0::STATUS | cp0::CAUSE if !spim => value,
            // MARS has no other registers.
            _ if !spim => return,
            // SPIM keeps coprocessors 0 and 1 usable and the program in user mode.
            cp0::STATUS => value & 0xf000_ffff | 0x3000_0010,
            cp0::CAUSE => value & 0x8000_ff7c,
            cp0::CONFIG => value & 0x000f_c380,
            cp0::COUNT => value.wrapping_sub((self.retired / COUNT_INSTRS) as u32),
            cp0::COMPARE => {
                self.attentive = true;
                let cause = self.cpu.system(cp0::CAUSE);
                self.cpu.set_system(cp0::CAUSE, cause & !TIMER);
                value
            }
            _ => value,
        };
        self.cpu.set_system(number, value);
    }

    /// A floating point control register: 25 is the condition flags, 31 FCSR, 0 FIR.
    fn control(&self, number: u8) -> u32 {
        let flags = self.cpu.slots[slot::FLAGS as usize].get();
        match number {
            25 => flags,
            FCSR => {
                let spread = (flags & 1) << 23 | (flags & 0xfe) << 24;
                self.cpu.slots[slot::FCSR as usize].get() | spread
            }
            0 if self.cpu.is_spim() => SPIM_FIR,
            _ => self.cpu.slots[(slot::FLOAT_CONTROL + number) as usize].get(),
        }
    }

    fn set_control(&self, number: u8, value: u32) {
        let flags = match number {
            25 => value & 0xff,
            FCSR => value >> 23 & 1 | value >> 24 & 0xfe,
            _ if self.cpu.is_spim() => return self.give(slot::FLOAT_CONTROL + number, value),
            _ => return,
        };
        self.cpu.slots[slot::FLAGS as usize].set(flags);
        if number == FCSR {
            let held = if self.cpu.is_spim() { 0 } else { 0x0103_ffff };
            self.cpu.slots[slot::FCSR as usize].set(value & held);
        }
    }
}

/// Slots of a control register of floating point.
pub(crate) fn control_slots(number: u8) -> Vec<u8> {
    match number {
        25 => vec![slot::FLAGS],
        FCSR => vec![slot::FLAGS, slot::FCSR],
        number => vec![slot::FLOAT_CONTROL + number],
    }
}

//! Traps: the mode that handles each, what entering and leaving a handler changes, and address
//! translation in each mode.
//!
//! Source: RISC-V Privileged ISA 1.12, sections 3.1.6 to 3.1.9, 3.3.2, 4.1.1 and 4.1.11.

use super::{
    Csrs, MIE, MPIE, MPP, MPRV, MXR, PrivilegeMode, SIE, SPIE, SPP, SUM, System, UIE, UPIE, number,
};
use crate::cpu::Cpu;
use crate::engine::pages::Pages;
use crate::isa::extension::Extension;

/// satp: translation is on; number of the root table's page.
const SV32: u32 = 1 << 31;
const ROOT: u32 = (1 << 22) - 1;

/// Interrupts in the order in which they are taken; a board may have others.
const PRIORITIES: [u8; 6] = [11, 3, 7, 9, 1, 5];

/// Mode that handles traps: its fields of mstatus and its registers.
struct Handler {
    mode: PrivilegeMode,
    enabled: u32,
    before: u32,
    /// Field for the previous mode.
    previous: u32,
    vector: u16,
    pc: u16,
    cause: u16,
    value: u16,
}

#[rustfmt::skip]
const BY_MACHINE: Handler = Handler {
    mode: PrivilegeMode::Machine, enabled: MIE, before: MPIE, previous: MPP,
    vector: number::MTVEC, pc: number::MEPC, cause: number::MCAUSE, value: number::MTVAL,
};
#[rustfmt::skip]
const BY_SUPERVISOR: Handler = Handler {
    mode: PrivilegeMode::Supervisor, enabled: SIE, before: SPIE, previous: SPP,
    vector: number::STVEC, pc: number::SEPC, cause: number::SCAUSE, value: number::STVAL,
};

/// Address translation of fetches, and of loads and stores; `None` where there is none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Paging {
    pub(crate) fetch: Option<Pages>,
    pub(crate) data: Option<Pages>,
}

impl Csrs {
    /// Mode that handles a trap.
    fn handler(&self, cause: u32) -> &'static Handler {
        let delegates = if cause >> 31 != 0 { number::MIDELEG } else { number::MEDELEG };
        let is_delegated = self.value(delegates) >> (cause & 31) & 1 != 0;
        let is_below = self.mode < PrivilegeMode::Machine;
        if is_delegated && is_below { &BY_SUPERVISOR } else { &BY_MACHINE }
    }

    /// Whether the program handles a trap itself.
    pub(crate) fn handles(&self, cause: u32) -> bool {
        match self.system {
            // Until the program sets a handler, a system takes its calls.
            System::Bare => self.value(self.handler(cause).vector) > 1,
            System::Rars => {
                self.value(number::UTVEC) != 0 && self.value(number::USTATUS) & UIE != 0
            }
            System::Venus | System::Linux => false,
        }
    }

    /// Enters a trap; returns the address of its handler.
    pub(crate) fn enter(&mut self, cpu: &Cpu, cause: u32, value: u32) -> u32 {
        let pc = cpu.pc.get();
        if self.system == System::Rars {
            self.set(cpu, number::UEPC, pc);
            self.set(cpu, number::UCAUSE, cause);
            self.set(cpu, number::UTVAL, value);
            self.set(cpu, number::USTATUS, UPIE);
            return self.value(number::UTVEC) & !3;
        }
        let by = self.handler(cause);
        let status = Self::status(cpu);
        let before = if status & by.enabled != 0 { by.before } else { 0 };
        let mode = (self.mode as u32) << by.previous.trailing_zeros();
        self.set_status(cpu, status & !(by.enabled | by.before | by.previous) | before | mode);
        self.set(cpu, by.pc, pc);
        self.set(cpu, by.cause, cause);
        self.set(cpu, by.value, value);
        self.mode = by.mode;
        let vector = self.value(by.vector);
        let is_vectored = cause >> 31 != 0 && vector & 1 != 0;
        (vector & !3).wrapping_add(if is_vectored { (cause & 0xff) * 4 } else { 0 })
    }

    /// Returns from a machine-mode trap; returns the address at which execution continues.
    pub(crate) fn leave_machine(&mut self, cpu: &Cpu) -> u32 {
        self.leave(cpu, &BY_MACHINE)
    }

    /// Returns from a supervisor-mode trap; returns the address at which execution continues.
    pub(crate) fn leave_supervisor(&mut self, cpu: &Cpu) -> u32 {
        self.leave(cpu, &BY_SUPERVISOR)
    }

    fn leave(&mut self, cpu: &Cpu, from: &Handler) -> u32 {
        let status = Self::status(cpu);
        let before = if status & from.before != 0 { from.enabled } else { 0 };
        self.mode = match (status & from.previous) >> from.previous.trailing_zeros() {
            0 => PrivilegeMode::User,
            1 => PrivilegeMode::Supervisor,
            _ => PrivilegeMode::Machine,
        };
        let kept = if self.mode < PrivilegeMode::Machine { status & !MPRV } else { status };
        self.set_status(cpu, kept & !(from.enabled | from.previous) | before | from.before);
        self.value(from.pc)
    }

    /// Returns from a user-mode trap; returns the address at which execution continues.
    pub(crate) fn leave_user(&mut self, cpu: &Cpu) -> u32 {
        let before = if self.value(number::USTATUS) & UPIE != 0 { UIE } else { 0 };
        self.set(cpu, number::USTATUS, before | UPIE);
        self.value(number::UEPC)
    }

    /// Interrupt that would be taken now, of those that are pending and enabled.
    pub(crate) fn interrupt(&self, cpu: &Cpu, ready: u32) -> Option<u8> {
        if ready == 0 {
            return None;
        }
        let delegated = self.value(number::MIDELEG);
        let taken_by = |handler: &Handler, ready: u32| {
            let is_on = self.mode < handler.mode
                || self.mode == handler.mode && Self::status(cpu) & handler.enabled != 0;
            if is_on && self.value(handler.vector) > 1 { ready } else { 0 }
        };
        let taken = match taken_by(&BY_MACHINE, ready & !delegated) {
            0 => taken_by(&BY_SUPERVISOR, ready & delegated),
            taken => taken,
        };
        PRIORITIES.into_iter().chain(0..32).find(|&line| taken >> line & 1 != 0)
    }

    /// Address translation in the current mode.
    pub(crate) fn paging(&self, cpu: &Cpu) -> Paging {
        let (satp, status) = (self.value(number::SATP), Self::status(cpu));
        let of = |mode: PrivilegeMode| {
            (mode < PrivilegeMode::Machine && satp & SV32 != 0).then_some(Pages {
                root: satp & ROOT,
                user: mode == PrivilegeMode::User,
                sum: status & SUM != 0,
                mxr: status & MXR != 0,
            })
        };
        let data = match (status & MPP) >> MPP.trailing_zeros() {
            _ if status & MPRV == 0 => self.mode,
            0 => PrivilegeMode::User,
            1 => PrivilegeMode::Supervisor,
            _ => PrivilegeMode::Machine,
        };
        Paging { fetch: of(self.mode), data: of(data) }
    }

    /// Whether the supervisor is kept from something by a bit of mstatus.
    pub(crate) fn is_trapped(&self, cpu: &Cpu, bit: u32) -> bool {
        self.mode == PrivilegeMode::Supervisor && Self::status(cpu) & bit != 0
    }

    /// Whether there is a supervisor.
    pub(crate) fn has_supervisor(&self) -> bool {
        self.profile.has(Extension::Supervisor)
    }
}

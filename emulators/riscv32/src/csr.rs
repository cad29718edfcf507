//! Control and status registers: which exist, and their values.
//!
//! Source: RISC-V Privileged ISA 1.12, chapters 2 and 3; extension N of its drafts for RARS's user
//! traps; ESP32-C3 Technical Reference Manual, chapter 1, for the registers that its core lacks.

use crate::cpu::Cpu;
use crate::isa::extension::Extension;
use crate::isa::slot;
use crate::options::{Board, Options, Profile, System};

mod traps;

pub(crate) use traps::Paging;

/// Numbers of registers that have an effect.
pub(crate) mod number {
    pub(crate) const USTATUS: u16 = 0x000;
    pub(crate) const FFLAGS: u16 = 0x001;
    pub(crate) const FRM: u16 = 0x002;
    pub(crate) const FCSR: u16 = 0x003;
    pub(crate) const UTVEC: u16 = 0x005;
    pub(crate) const UEPC: u16 = 0x041;
    pub(crate) const UCAUSE: u16 = 0x042;
    pub(crate) const UTVAL: u16 = 0x043;
    pub(crate) const SSTATUS: u16 = 0x100;
    pub(crate) const SIE: u16 = 0x104;
    pub(crate) const STVEC: u16 = 0x105;
    pub(crate) const SCOUNTEREN: u16 = 0x106;
    pub(crate) const SENVCFG: u16 = 0x10a;
    pub(crate) const SSCRATCH: u16 = 0x140;
    pub(crate) const SEPC: u16 = 0x141;
    pub(crate) const SCAUSE: u16 = 0x142;
    pub(crate) const STVAL: u16 = 0x143;
    pub(crate) const SIP: u16 = 0x144;
    pub(crate) const SATP: u16 = 0x180;
    pub(crate) const MSTATUS: u16 = 0x300;
    pub(crate) const MISA: u16 = 0x301;
    pub(crate) const MEDELEG: u16 = 0x302;
    pub(crate) const MIDELEG: u16 = 0x303;
    pub(crate) const MTVEC: u16 = 0x305;
    pub(crate) const MCOUNTEREN: u16 = 0x306;
    pub(crate) const MENVCFG: u16 = 0x30a;
    pub(crate) const MENVCFGH: u16 = 0x31a;
    pub(crate) const MCOUNTINHIBIT: u16 = 0x320;
    pub(crate) const MIE: u16 = 0x304;
    pub(crate) const MIP: u16 = 0x344;
    pub(crate) const MSCRATCH: u16 = 0x340;
    pub(crate) const MEPC: u16 = 0x341;
    pub(crate) const MCAUSE: u16 = 0x342;
    pub(crate) const MTVAL: u16 = 0x343;
    pub(crate) const MVENDORID: u16 = 0xf11;
    pub(crate) const MARCHID: u16 = 0xf12;
}

/// mstatus: interrupt enable now and before the trap, previous mode, floating-point state, summary
/// bit.
pub(crate) const MIE: u32 = 1 << 3;
pub(crate) const MPIE: u32 = 1 << 7;
pub(crate) const MPP: u32 = 3 << 11;
pub(crate) const FS: u32 = 3 << 13;
const SD: u32 = 1 << 31;
/// mstatus: loads and stores with the rights of the previous mode; timeout of wfi.
pub(crate) const MPRV: u32 = 1 << 17;
pub(crate) const TW: u32 = 1 << 21;
/// mstatus: interrupt enable of the supervisor now and before its trap, and its previous mode.
const SIE: u32 = 1 << 1;
const SPIE: u32 = 1 << 5;
const SPP: u32 = 1 << 8;
/// mstatus: what the supervisor may access; what it may not execute.
const SUM: u32 = 1 << 18;
const MXR: u32 = 1 << 19;
pub(crate) const TVM: u32 = 1 << 20;
pub(crate) const TSR: u32 = 1 << 22;
/// Fields of mstatus that only exist with the supervisor, and those that are in sstatus.
const SUPERVISOR: u32 = SIE | SPIE | SPP | SUM | MXR | TVM | TSR;
const SSTATUS: u32 = SIE | SPIE | SPP | FS | SUM | MXR;
/// mip and mie: interrupts of machine mode.
const MACHINE_INTERRUPTS: u32 = 0x888;
/// mip and mie: interrupts of the supervisor, by software, timer and external.
const SUPERVISOR_INTERRUPTS: u32 = 0x222;
/// sip: the only bit that the supervisor writes.
const SSIP: u32 = 1 << 1;
/// medeleg: all exceptions except the call from machine mode.
const DELEGABLE: u32 = 0xb3ff;
/// ustatus: trap and interrupt enable, now and before the trap.
pub(crate) const UIE: u32 = 1;
pub(crate) const UPIE: u32 = 1 << 4;

/// Privilege mode, with its code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum PrivilegeMode {
    User = 0,
    Supervisor = 1,
    Machine = 3,
}

/// Current inputs of the counters.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CounterInputs {
    pub(crate) instructions: u64,
    pub(crate) nanos: u64,
}

/// Access denied: the register does not exist, or not in this mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct AccessDenied;

/// Condition for the existence of a register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Requirement {
    Machine,
    /// Machine mode, with interrupts handled by the processor itself.
    Interrupts,
    Supervisor,
    UserTraps,
}

struct Csr {
    first: u16,
    count: u16,
    needs: Requirement,
    /// Bits that a write changes.
    mask: u32,
}

const fn register(first: u16, count: u16, needs: Requirement, mask: u32) -> Csr {
    Csr { first, count, needs, mask }
}

/// Registers that only store the written value.
#[rustfmt::skip]
const PLAIN: &[Csr] = &[
    register(number::USTATUS,  1, Requirement::UserTraps,  UIE | UPIE),
    register(0x004,            1, Requirement::UserTraps,  0x111),
    register(number::UTVEC,    1, Requirement::UserTraps,  u32::MAX),
    register(0x040,            1, Requirement::UserTraps,  u32::MAX),
    register(number::UEPC,     1, Requirement::UserTraps,  u32::MAX),
    register(number::UCAUSE,   1, Requirement::UserTraps,  u32::MAX),
    register(number::UTVAL,    1, Requirement::UserTraps,  u32::MAX),
    register(0x044,            1, Requirement::UserTraps,  0x111),
    register(number::MSTATUS,  1, Requirement::Machine,    MIE | MPIE | MPP | FS | MPRV | TW),
    register(number::MISA,     1, Requirement::Machine,    0),
    register(number::MIE,           1, Requirement::Interrupts, MACHINE_INTERRUPTS),
    register(number::MEDELEG,  1, Requirement::Supervisor, DELEGABLE),
    register(number::MIDELEG,  1, Requirement::Supervisor, SUPERVISOR_INTERRUPTS),
    register(number::MENVCFG,  1, Requirement::Supervisor, 1),
    register(number::MENVCFGH, 1, Requirement::Supervisor, 0),
    register(number::SSTATUS,  1, Requirement::Supervisor, SSTATUS),
    register(number::SIE,      1, Requirement::Supervisor, SUPERVISOR_INTERRUPTS),
    register(number::STVEC,    1, Requirement::Supervisor, u32::MAX),
    register(number::SCOUNTEREN, 1, Requirement::Supervisor, 7),
    register(number::SENVCFG,  1, Requirement::Supervisor, 1),
    register(number::SSCRATCH, 1, Requirement::Supervisor, u32::MAX),
    register(number::SEPC,     1, Requirement::Supervisor, !1),
    register(number::SCAUSE,   1, Requirement::Supervisor, u32::MAX),
    register(number::STVAL,    1, Requirement::Supervisor, u32::MAX),
    register(number::SIP,      1, Requirement::Supervisor, SSIP),
    register(number::SATP,     1, Requirement::Supervisor, u32::MAX),
    register(number::MTVEC,    1, Requirement::Machine,    u32::MAX),
    register(number::MCOUNTEREN, 1, Requirement::Interrupts, 7),
    register(0x310,            1, Requirement::Machine,    0),
    register(number::MSCRATCH, 1, Requirement::Machine,    u32::MAX),
    register(number::MEPC,     1, Requirement::Machine,    !1),
    register(number::MCAUSE,   1, Requirement::Machine,    u32::MAX),
    register(number::MTVAL,    1, Requirement::Machine,    u32::MAX),
    register(number::MIP,           1, Requirement::Interrupts, 0),
    register(0x3a0,            4, Requirement::Machine,    0x9f9f_9f9f),
    register(0x3b0,           16, Requirement::Machine,    u32::MAX),
    register(0x7a0,            1, Requirement::Machine,    0),
    register(0x7a1,            2, Requirement::Machine,    0),
    register(0x7a3,            1, Requirement::Machine,    0),
    register(0x7a5,            1, Requirement::Machine,    0x88),
    register(number::MVENDORID, 5, Requirement::Machine,   0),
];

/// Counters: number relative to 0xb00 (machine mode) and 0xc00 (all modes).
const CYCLE: u16 = 0;
const TIME: u16 = 1;
const INSTRET: u16 = 2;

/// State of all registers except the processor's slots and the board's own.
#[derive(Debug, Clone)]
pub(crate) struct Csrs {
    pub(crate) mode: PrivilegeMode,
    profile: Profile,
    system: System,
    board: Option<Board>,
    /// Values by number; `mstatus` is in a slot of the processor, where all engines change it.
    values: Box<[u32; 4096]>,
    counters: [CsrCounter; 3],
}

/// Counter as the program sees it: the machine's counter plus an offset, or frozen.
#[derive(Debug, Clone, Copy, Default)]
struct CsrCounter {
    offset: u64,
    held: Option<u64>,
}

impl Csrs {
    /// Registers after a reset of the processor.
    pub(crate) fn new(options: &Options, cpu: &Cpu) -> Self {
        let bare = options.system == System::Bare;
        let mut values = Box::new([0; 4096]);
        let mut set = |number: u16, value| values[usize::from(number)] = value;
        // The initial values are unspecified; these are those of the machines measured, with the
        // floating-point unit on.
        let float = if options.profile.has(Extension::F) { FS } else { 0 };
        let mut status = MPP | float;
        set(number::MCOUNTEREN, 7);
        set(number::SCOUNTEREN, 7);
        if options.board == Some(Board::Virt) {
            status = 0;
            set(number::MCOUNTEREN, 0);
            set(number::SCOUNTEREN, 0);
        }
        set(number::MISA, misa(options.profile));
        if options.board == Some(Board::Esp32c3) {
            set(number::MVENDORID, 0x612);
            set(number::MARCHID, 0x8000_0001);
            set(number::MTVEC, 1);
            // The ROM enables interrupts before it starts the program.
            status = MPP | MIE;
        }
        let csrs = Csrs {
            mode: if bare { PrivilegeMode::Machine } else { PrivilegeMode::User },
            profile: options.profile,
            system: options.system,
            board: options.board,
            values,
            counters: [CsrCounter::default(); 3],
        };
        csrs.set_status(cpu, status);
        csrs.allow_quick(cpu, false);
        csrs
    }

    /// Value of `mstatus`, with its summary bit.
    fn status(cpu: &Cpu) -> u32 {
        cpu.reg(slot::MSTATUS)
    }

    /// Sets `mstatus`, and computes its summary bit; enables floating point in the plain engine if
    /// its registers count as changed.
    pub(crate) fn set_status(&self, cpu: &Cpu, value: u32) {
        let is_dirty = value & FS == FS;
        cpu.slots[slot::MSTATUS as usize].set(value & !SD | if is_dirty { SD } else { 0 });
        cpu.slots[slot::FS as usize].set(if is_dirty { 3 } else { 0 });
    }

    /// States what plain and native code may do with `mstatus`: read it in machine mode, and change
    /// its interrupt bit unless an interrupt waits for that.
    pub(crate) fn allow_quick(&self, cpu: &Cpu, interrupt_waits: bool) {
        let is_machine = self.system == System::Bare
            && self.mode == PrivilegeMode::Machine
            && self.profile.has(Extension::Machine);
        cpu.slots[slot::STATUS_CLOSED as usize].set((!is_machine).into());
        cpu.slots[slot::STATUS_FIXED as usize].set(if interrupt_waits { u32::MAX } else { !MIE });
    }

    /// Value of a register, without access checks.
    pub(crate) fn get(&self, cpu: &Cpu, number: u16) -> u32 {
        match number {
            number::MSTATUS => Self::status(cpu),
            number::SSTATUS => Self::status(cpu) & (SSTATUS | SD),
            number::SIE => self.value(number::MIE) & self.value(number::MIDELEG),
            number::SIP => self.value(number::MIP) & self.value(number::MIDELEG),
            _ => self.value(number),
        }
    }

    /// Sets a register without access checks.
    pub(crate) fn set(&mut self, cpu: &Cpu, number: u16, value: u32) {
        match number {
            number::MSTATUS => self.set_status(cpu, value),
            number::SSTATUS => self.set_status(cpu, Self::status(cpu) & !SSTATUS | value & SSTATUS),
            number::SIE => self.set_delegated(number::MIE, value),
            number::SIP => self.set_delegated(number::MIP, value),
            _ => self.values[usize::from(number % 4096)] = value,
        }
    }

    /// Sets the bits of a register that belong to the supervisor.
    fn set_delegated(&mut self, number: u16, value: u32) {
        let own = self.value(number::MIDELEG);
        self.values[usize::from(number)] = self.value(number) & !own | value & own;
    }

    /// Value of a register that is not part of another one; of mip, the bits set by software.
    pub(crate) fn value(&self, number: u16) -> u32 {
        self.values[usize::from(number % 4096)]
    }

    /// Value that a program reads.
    ///
    /// # Errors
    /// If it may not read this register.
    pub(crate) fn read(
        &self,
        cpu: &Cpu,
        number: u16,
        now: CounterInputs,
    ) -> Result<u32, AccessDenied> {
        self.check_mode(cpu, number)?;
        if let Some((counter, upper)) = counter(number) {
            self.check_counter(number, counter)?;
            let value = self.counter(counter, now);
            return Ok(if upper { (value >> 32) as u32 } else { value as u32 });
        }
        self.existing(number)?;
        Ok(self.get(cpu, number))
    }

    /// Performs a write by the program.
    ///
    /// # Errors
    /// If it may not write this register.
    pub(crate) fn write(
        &mut self,
        cpu: &Cpu,
        number: u16,
        value: u32,
        now: CounterInputs,
    ) -> Result<(), AccessDenied> {
        self.check_mode(cpu, number)?;
        if number >> 10 == 3 {
            return Err(AccessDenied);
        }
        if let Some((which, upper)) = counter(number) {
            self.check_counter(number, which)?;
            self.write_counter(which, upper, value, now);
            return Ok(());
        }
        let mask = self.existing(number)?.mask | self.more_bits(number);
        let old = self.get(cpu, number);
        let new = old & !mask | value & mask;
        let new = match number {
            number::MSTATUS if !self.has_mode(new & MPP) => new & !MPP | old & MPP,
            number::MEPC | number::SEPC if !self.profile.has(Extension::C) => new & !3,
            // The chip always uses vectors, at a multiple of 256.
            number::MTVEC if self.board == Some(Board::Esp32c3) => new & !0xff | 1,
            // Reserved modes.
            number::MTVEC | number::STVEC if new & 2 != 0 => old,
            number::MCOUNTINHIBIT => self.inhibit(new, now),
            _ => new,
        };
        self.set(cpu, number, new);
        Ok(())
    }

    /// Further bits that a write changes, with the supervisor.
    fn more_bits(&self, number: u16) -> u32 {
        match number {
            _ if !self.profile.has(Extension::Supervisor) => 0,
            number::MSTATUS => SUPERVISOR,
            number::MIE | number::MIP => SUPERVISOR_INTERRUPTS,
            _ => 0,
        }
    }

    /// Whether a mode exists, by its code in mstatus.MPP.
    fn has_mode(&self, code: u32) -> bool {
        match code >> MPP.trailing_zeros() {
            0 | 3 => true,
            1 => self.profile.has(Extension::Supervisor),
            _ => false,
        }
    }

    fn check_mode(&self, cpu: &Cpu, number: u16) -> Result<(), AccessDenied> {
        let is_refused = number == number::SATP && self.is_trapped(cpu, TVM);
        if u32::from(number >> 8 & 3) > self.mode as u32 || is_refused {
            Err(AccessDenied)
        } else {
            Ok(())
        }
    }

    fn existing(&self, number: u16) -> Result<&'static Csr, AccessDenied> {
        if number == number::MCOUNTINHIBIT || (0x323..0x340).contains(&number) {
            const INHIBIT: Csr = register(number::MCOUNTINHIBIT, 1, Requirement::Interrupts, 5);
            const EVENT: Csr = register(0x323, 29, Requirement::Interrupts, 0);
            let row = if number == number::MCOUNTINHIBIT { &INHIBIT } else { &EVENT };
            return self.provided(row);
        }
        let holds = |row: &&Csr| (row.first..row.first + row.count).contains(&number);
        self.provided(PLAIN.iter().find(holds).ok_or(AccessDenied)?)
    }

    fn provided(&self, row: &'static Csr) -> Result<&'static Csr, AccessDenied> {
        let machine = self.profile.has(Extension::Machine);
        match row.needs {
            Requirement::Machine if machine => Ok(row),
            // The ESP32-C3 has an interrupt matrix instead.
            Requirement::Interrupts if machine && self.board != Some(Board::Esp32c3) => Ok(row),
            Requirement::Supervisor if self.profile.has(Extension::Supervisor) => Ok(row),
            Requirement::UserTraps if self.profile.has(Extension::N) => Ok(row),
            _ => Err(AccessDenied),
        }
    }

    fn check_counter(&self, number: u16, counter: u16) -> Result<(), AccessDenied> {
        if !self.profile.counters {
            return Err(AccessDenied);
        }
        let is_machine = number >> 8 == 0xb;
        let exists = if is_machine {
            self.profile.has(Extension::Machine) && counter != TIME
        } else {
            let enabled = |register| self.value(register) >> counter & 1 != 0;
            match self.mode {
                _ if self.system != System::Bare => true,
                PrivilegeMode::Machine => true,
                PrivilegeMode::Supervisor => enabled(number::MCOUNTEREN),
                PrivilegeMode::User => {
                    let is_allowed = !self.has_supervisor() || enabled(number::SCOUNTEREN);
                    is_allowed && enabled(number::MCOUNTEREN)
                }
            }
        };
        // RARS and Linux have three counters; machine mode has more, which never count.
        let kept = counter <= INSTRET || self.system == System::Bare;
        if exists && kept { Ok(()) } else { Err(AccessDenied) }
    }

    fn counter(&self, counter: u16, now: CounterInputs) -> u64 {
        let Some(CsrCounter { offset, held }) = self.counters.get(counter as usize) else {
            return 0;
        };
        held.unwrap_or_else(|| self.raw(counter, now).wrapping_add(*offset))
    }

    fn raw(&self, counter: u16, now: CounterInputs) -> u64 {
        match counter {
            // RARS reports milliseconds; other systems ten steps per microsecond, as in QEMU's
            // machines.
            TIME if self.system == System::Rars => now.nanos / 1_000_000,
            TIME => now.nanos / 100,
            _ => now.instructions,
        }
    }

    fn write_counter(&mut self, which: u16, upper: bool, value: u32, now: CounterInputs) {
        let old = self.counter(which, now);
        // The writing instruction does not count itself: the next one reads the written value.
        let raw = self.raw(which, now).wrapping_add(1);
        let new = if upper {
            old & 0xffff_ffff | u64::from(value) << 32
        } else {
            old & !0xffff_ffff | u64::from(value)
        };
        let Some(counter) = self.counters.get_mut(which as usize) else { return };
        match &mut counter.held {
            Some(held) => *held = new,
            None => counter.offset = new.wrapping_sub(raw),
        }
    }

    /// Freezes the counters whose bits are set, and resumes the others.
    fn inhibit(&mut self, value: u32, now: CounterInputs) -> u32 {
        for which in [CYCLE, INSTRET] {
            let (seen, raw) = (self.counter(which, now), self.raw(which, now));
            let counter = &mut self.counters[which as usize];
            match (value >> which & 1 != 0, counter.held) {
                (true, None) => counter.held = Some(seen),
                (false, Some(held)) => {
                    *counter = CsrCounter { offset: held.wrapping_sub(raw), held: None };
                }
                _ => {}
            }
        }
        value
    }
}

/// Counter with this number, and whether the number is its upper half.
fn counter(number: u16) -> Option<(u16, bool)> {
    let upper = number & 0x80 != 0;
    let counter = number & 0x7f;
    (matches!(number >> 8, 0xb | 0xc) && counter < 32).then_some((counter, upper))
}

/// Whether a number is that of a counter.
pub(crate) fn is_counter(number: u16) -> bool {
    counter(number).is_some()
}

/// Replacement on a board for a register that it lacks; empty if none is known.
pub(crate) fn advice(board: Option<Board>, number: u16) -> &'static str {
    match (board, number) {
        (Some(Board::Esp32c3), 0xc01 | 0xc81) => {
            "use the ESP32-C3's system timer: write 1 << 30 to 0x60023004, then read 0x60023044"
        }
        (Some(Board::Esp32c3), _) if counter(number).is_some() => {
            "use the ESP32-C3's own counter: `csrwi 0x7e0, 1` selects cycles (2: \
             instructions), `csrwi 0x7e1, 1` starts it, `csrr a0, 0x7e2` reads it"
        }
        (Some(Board::Esp32c3), 0x304 | 0x344) => {
            "use the ESP32-C3's interrupt matrix: enable lines at 0x600c2104"
        }
        _ => "",
    }
}

/// Extensions of the profile, one bit per letter.
fn misa(profile: Profile) -> u32 {
    let letters = [
        (Extension::A, 'a'),
        (Extension::C, 'c'),
        (Extension::D, 'd'),
        (Extension::F, 'f'),
        (Extension::I, 'i'),
        (Extension::M, 'm'),
        (Extension::Supervisor, 's'),
        (Extension::Machine, 'u'),
    ];
    let bit = |letter: char| 1u32 << (letter as u32 - 'a' as u32);
    let single = letters.iter().filter(|(extension, _)| profile.has(*extension));
    let whole = [Extension::Zba, Extension::Zbb, Extension::Zbs];
    let b = if whole.iter().all(|&part| profile.has(part)) { bit('b') } else { 0 };
    single.map(|&(_, letter)| bit(letter)).fold(1 << 30 | b, |misa, bit| misa | bit)
}

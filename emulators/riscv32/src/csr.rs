//! Control and status registers: which exist, and their values.
//!
//! Source: RISC-V Privileged ISA 1.12, chapters 2 and 3; extension N of its drafts for RARS's user
//! traps; ESP32-C3 Technical Reference Manual, chapter 1, for the registers that its core lacks.

use crate::isa::extension::Extension;
use crate::options::{Board, Options, Profile, System};

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
    pub(crate) const MSTATUS: u16 = 0x300;
    pub(crate) const MISA: u16 = 0x301;
    pub(crate) const MTVEC: u16 = 0x305;
    pub(crate) const MCOUNTEREN: u16 = 0x306;
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
/// mstatus: privilege of loads and stores, timeout of wfi; both are stored but have no effect.
const MPRV: u32 = 1 << 17;
const TW: u32 = 1 << 21;
/// ustatus: trap and interrupt enable, now and before the trap.
pub(crate) const UIE: u32 = 1;
pub(crate) const UPIE: u32 = 1 << 4;

/// Privilege mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PrivilegeMode {
    User,
    Machine,
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
    register(number::MIE,           1, Requirement::Interrupts, 0x888),
    register(number::MTVEC,    1, Requirement::Machine,    !2),
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
    /// Values by number.
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
    pub(crate) fn new(options: &Options) -> Self {
        let bare = options.system == System::Bare;
        let mut values = Box::new([0; 4096]);
        let mut set = |number: u16, value| values[usize::from(number)] = value;
        // The initial values are unspecified; these are those of the machines measured.
        let float = if options.profile.has(Extension::F) { FS } else { 0 };
        set(number::MSTATUS, MPP | float);
        set(number::MCOUNTEREN, 7);
        set(number::MISA, misa(options.profile));
        if options.board == Some(Board::Esp32c3) {
            set(number::MVENDORID, 0x612);
            set(number::MARCHID, 0x8000_0001);
            set(number::MTVEC, 1);
            // The ROM enables interrupts before it starts the program.
            set(number::MSTATUS, MPP | MIE);
        }
        Csrs {
            mode: if bare { PrivilegeMode::Machine } else { PrivilegeMode::User },
            profile: options.profile,
            system: options.system,
            board: options.board,
            values,
            counters: [CsrCounter::default(); 3],
        }
    }

    /// Value of a register, without access checks.
    pub(crate) fn get(&self, number: u16) -> u32 {
        self.values[usize::from(number % 4096)]
    }

    /// Sets a register without access checks.
    pub(crate) fn set(&mut self, number: u16, value: u32) {
        self.values[usize::from(number % 4096)] = value;
    }

    /// Value that a program reads.
    ///
    /// # Errors
    /// If it may not read this register.
    pub(crate) fn read(&self, number: u16, now: CounterInputs) -> Result<u32, AccessDenied> {
        self.check_mode(number)?;
        if let Some((counter, upper)) = counter(number) {
            self.check_counter(number, counter)?;
            let value = self.counter(counter, now);
            return Ok(if upper { (value >> 32) as u32 } else { value as u32 });
        }
        self.existing(number)?;
        let value = self.get(number);
        let dirty = number == number::MSTATUS && value & FS == FS;
        Ok(if dirty { value | SD } else { value })
    }

    /// Performs a write by the program.
    ///
    /// # Errors
    /// If it may not write this register.
    pub(crate) fn write(
        &mut self,
        number: u16,
        value: u32,
        now: CounterInputs,
    ) -> Result<(), AccessDenied> {
        self.check_mode(number)?;
        if number >> 10 == 3 {
            return Err(AccessDenied);
        }
        if let Some((which, upper)) = counter(number) {
            self.check_counter(number, which)?;
            self.write_counter(which, upper, value, now);
            return Ok(());
        }
        let mask = self.existing(number)?.mask;
        let old = self.get(number);
        let new = old & !mask | value & mask;
        let new = match number {
            number::MSTATUS if new & MPP != MPP && new & MPP != 0 => new & !MPP | old & MPP,
            number::MEPC if !self.profile.has(Extension::C) => new & !3,
            // The chip always uses vectors, at a multiple of 256.
            number::MTVEC if self.board == Some(Board::Esp32c3) => new & !0xff | 1,
            number::MCOUNTINHIBIT => self.inhibit(new, now),
            _ => new,
        };
        self.set(number, new);
        Ok(())
    }

    /// Whether the program handles traps itself.
    pub(crate) fn handles_traps(&self) -> bool {
        match self.system {
            // Until the program sets a handler, a system takes its calls.
            System::Bare => self.get(number::MTVEC) > 1,
            System::Rars => self.get(number::UTVEC) != 0 && self.get(number::USTATUS) & UIE != 0,
            System::Venus | System::Linux => false,
        }
    }

    /// Enters a trap; returns the address of its handler.
    pub(crate) fn enter(&mut self, cause: u32, pc: u32, value: u32) -> u32 {
        if self.system == System::Rars {
            self.set(number::UEPC, pc);
            self.set(number::UCAUSE, cause);
            self.set(number::UTVAL, value);
            self.set(number::USTATUS, UPIE);
            return self.get(number::UTVEC) & !3;
        }
        let status = self.get(number::MSTATUS);
        let before = if status & MIE != 0 { MPIE } else { 0 };
        let mode = if self.mode == PrivilegeMode::Machine { MPP } else { 0 };
        self.set(number::MSTATUS, status & !(MIE | MPIE | MPP) | before | mode);
        self.set(number::MEPC, pc);
        self.set(number::MCAUSE, cause);
        self.set(number::MTVAL, value);
        self.mode = PrivilegeMode::Machine;
        let vector = self.get(number::MTVEC);
        let interrupt = cause >> 31 != 0 && vector & 1 != 0;
        (vector & !3).wrapping_add(if interrupt { (cause & 0xff) * 4 } else { 0 })
    }

    /// Returns from a machine-mode trap; returns the address at which execution continues.
    pub(crate) fn leave_machine(&mut self) -> u32 {
        let status = self.get(number::MSTATUS);
        let before = if status & MPIE != 0 { MIE } else { 0 };
        self.mode = if status & MPP == MPP { PrivilegeMode::Machine } else { PrivilegeMode::User };
        let kept = if self.mode == PrivilegeMode::User { status & !MPRV } else { status };
        self.set(number::MSTATUS, kept & !(MIE | MPP) | before | MPIE);
        self.get(number::MEPC)
    }

    /// Returns from a user-mode trap; returns the address at which execution continues.
    pub(crate) fn leave_user(&mut self) -> u32 {
        let before = if self.get(number::USTATUS) & UPIE != 0 { UIE } else { 0 };
        self.set(number::USTATUS, before | UPIE);
        self.get(number::UEPC)
    }

    /// Whether an interrupt would be taken now.
    pub(crate) fn interruptible(&self) -> bool {
        self.handles_traps()
            && (self.mode == PrivilegeMode::User || self.get(number::MSTATUS) & MIE != 0)
    }

    fn check_mode(&self, number: u16) -> Result<(), AccessDenied> {
        if number >> 8 & 3 != 0 && self.mode == PrivilegeMode::User {
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
            let enabled = self.get(number::MCOUNTEREN) >> counter & 1 != 0;
            self.system != System::Bare || self.mode == PrivilegeMode::Machine || enabled
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
        (Extension::Machine, 'u'),
    ];
    let bit = |letter: char| 1u32 << (letter as u32 - 'a' as u32);
    let single = letters.iter().filter(|(extension, _)| profile.has(*extension));
    let whole = [Extension::Zba, Extension::Zbb, Extension::Zbs];
    let b = if whole.iter().all(|&part| profile.has(part)) { bit('b') } else { 0 };
    single.map(|&(_, letter)| bit(letter)).fold(1 << 30 | b, |misa, bit| misa | bit)
}

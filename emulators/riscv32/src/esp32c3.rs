//! The ESP32-C3 board: memory map, devices, ROM functions, counters, and image files.
//!
//! The chip's time is the number of cycles under the `esp32c3` model, at 160 MHz for any clock that
//! the program selects. Console output is sent immediately and input is available on request: no
//! device is slower than the program. Each device documents the effects of its registers beyond
//! storing a value. A peripheral that is not simulated reads zero and leaves a note, or faults with
//! `strict_mmio`.
//!
//! Source: ESP32-C3 Technical Reference Manual (TRM); register offsets and reset values as in the
//! vendor's register description (SVD) of the chip.

pub mod image;
pub(crate) mod map;
pub(crate) mod mmu;

mod adc;
mod addresses;
mod aes;
mod console;
mod copies;
pub(crate) mod counters;
mod flash;
mod gdma;
mod gpio;
mod hmac;
mod i2c;
mod matrix;
mod registers;
mod rom;
mod rsa;
mod rtc;
mod sha;
mod systimer;
mod timers;
mod uart;
mod usb;
mod watchdog;

use std::collections::BTreeSet;
use std::sync::Arc;

use architecture::BoardPins;
use machine::calls::CallAnswer;
use machine::{Access, Cause, Fault, Host};

use crate::cpu::Cpu;
use crate::engine::devices::{AccessTime, Devices};
use crate::engine::timing::Events;
use crate::options::Options;
use adc::Adc;
use addresses::{Device, device};
use aes::Aes;
use console::Console;
use copies::Copies;
use counters::{Counters, EventCounts};
use flash::Flash;
use gdma::Gdma;
use gpio::Gpio;
use hmac::Hmac;
use i2c::I2c;
use matrix::Matrix;
use mmu::{Mapping, Mmu, ShownBytes};
use registers::{Registers, SparseValues};
pub(crate) use rom::file::add_rom;
use rsa::Rsa;
use rtc::Rtc;
use sha::Sha;
use systimer::SystemTimer;
use timers::TimerGroup;
use uart::Uart;
use usb::UsbSerial;

/// Instruction set of its images.
const ISA: &str = "riscv32";

/// Cycles per second.
const CLOCK_HZ: u64 = 160_000_000;

/// Pins that can be driven from outside.
pub(crate) const PINS: BoardPins =
    BoardPins { digital: gpio::PINS as u8, analog: adc::CHANNELS, most_analog: adc::MOST };

/// Board with the processor.
#[derive(Debug, Clone)]
pub(crate) struct Esp32c3 {
    strict_mmio: bool,
    /// Cycles that the program waited, in the ROM or for an interrupt.
    waited: u64,
    /// Cycles, waiting included, at the last reset.
    reset_at: u64,
    uarts: [Uart; 2],
    usb: UsbSerial,
    copies: Copies,
    system_timer: SystemTimer,
    timer_groups: [TimerGroup; 2],
    gpio: Gpio,
    i2c: I2c,
    adc: Adc,
    flash: Flash,
    mmu: Mmu,
    sha: Sha,
    aes: Aes,
    rsa: Rsa,
    hmac: Hmac,
    gdma: Gdma,
    /// Whether a file has the ROM, with the functions that are not simulated.
    pub(crate) has_rom: bool,
    /// Pages that the boot loader maps.
    booted: Arc<[Mapping]>,
    rtc: Rtc,
    matrix: Matrix,
    registers: Registers,
    /// Registers of the analog parts, accessible only through the ROM.
    analog: SparseValues,
    counters: Counters,
    /// Ends of the windows for instructions and for data, in bytes of the table of the memory
    /// management unit.
    mmu_ends: [u32; 2],
    /// Last argument of `ets_update_cpu_frequency`.
    ticks_per_us: u32,
    /// Address of the `wfi` that waits for input; no interrupt arrives before it wakes up.
    asleep: Option<u64>,
    /// Number of unsuccessful polls for input since the program last sent something.
    vain_looks: u32,
    /// Pages of unknown registers that have been noted.
    noted: BTreeSet<u32>,
    /// Addresses written by the last ROM function: the first one and the one after the last.
    stored: Option<(u32, u32)>,
    /// Instructions of the ROM with which the last ROM function continues.
    rom_code: Option<u32>,
    /// Number of bytes that ROM functions and devices have read, written or sent, and other work of devices
    /// in instructions.
    rom_steps: u64,
}

/// Watchdogs of the timer groups.
const MWDT0: &str = "the watchdog of timer group 0 (MWDT0)";
const MWDT1: &str = "the watchdog of timer group 1 (MWDT1)";

/// Sources of a reset, each with the reason that a program reads after it.
///
/// Source: TRM, chapter "Reset and Clock", reset causes.
const RESET_REASONS: &[(&str, u32)] = &[
    (rom::SOFTWARE_RESET, 0x03),
    (rom::SOFTWARE_RESET_CPU, 0x0c),
    (rtc::SW_SYS_RESET, 0x03),
    (rtc::SW_CPU_RESET, 0x0c),
    (MWDT0, 0x07),
    (MWDT1, 0x08),
    (rtc::RWDT, 0x09),
];

/// Cycles at a time in nanoseconds, rounded up.
fn cycles_of_nanos(nanos: u64) -> u64 {
    nanos.saturating_mul(CLOCK_HZ / 40_000_000).div_ceil(25)
}

/// Time of a cycle in nanoseconds.
fn nanos_of_cycles(cycles: u64) -> u64 {
    cycles.saturating_mul(25) / (CLOCK_HZ / 40_000_000)
}

/// Number of consecutive polls for input after which the program is considered to be waiting.
const MOST_VAIN_LOOKS: u32 = 1000;

/// Stack pointer when the ROM starts the program.
pub(crate) const ROM_STACK: u32 = 0x3fcd_e710;

impl Esp32c3 {
    /// Board in the state in which the ROM starts the program, with the watchdogs off.
    ///
    /// A real chip leaves two watchdogs running that the program must feed or stop.
    pub(crate) fn new(options: &Options) -> Self {
        Esp32c3 {
            strict_mmio: options.strict_mmio,
            waited: 0,
            reset_at: 0,
            uarts: [Uart::new(Console::Host), Uart::new(Console::Nowhere)],
            usb: UsbSerial::default(),
            copies: Copies::default(),
            system_timer: SystemTimer::default(),
            timer_groups: [TimerGroup::new(MWDT0), TimerGroup::new(MWDT1)],
            gpio: Gpio::default(),
            i2c: I2c::default(),
            adc: Adc::default(),
            flash: Flash::default(),
            mmu: Mmu::default(),
            sha: Sha::default(),
            aes: Aes::default(),
            rsa: Rsa::default(),
            hmac: Hmac::default(),
            gdma: Gdma::default(),
            has_rom: false,
            booted: Arc::default(),
            rtc: Rtc::default(),
            matrix: Matrix::default(),
            registers: Registers::default(),
            analog: rom::analog_at_start(),
            counters: Counters::default(),
            mmu_ends: [0x100, 0x200],
            ticks_per_us: (CLOCK_HZ / 1_000_000) as u32,
            asleep: None,
            vain_looks: 0,
            noted: BTreeSet::new(),
            stored: None,
            rom_code: None,
            rom_steps: 0,
        }
    }

    /// Resets the chip, given the cycles of instructions so far; pins keep their outside levels.
    pub(crate) fn reset(&mut self, options: &Options, by: &str, cycles: u64) {
        let reason = RESET_REASONS.iter().find(|(name, _)| *name == by).map_or(1, |row| row.1);
        let reset_at = cycles + self.waited;
        *self = Esp32c3 {
            waited: self.waited,
            reset_at,
            gpio: self.gpio.after_reset(),
            flash: self.flash.after_reset(),
            mmu: Mmu::booted(&self.booted),
            has_rom: self.has_rom,
            booted: std::mem::take(&mut self.booted),
            rtc: self.rtc.after_reset(reason),
            noted: std::mem::take(&mut self.noted),
            rom_steps: self.rom_steps,
            ..Esp32c3::new(options)
        };
    }

    /// Sets the content of the flash chip, and maps the pages of its application.
    pub(crate) fn fill_flash(&mut self, content: &[u8]) {
        self.flash.fill(content);
        self.booted = image::mappings(content).into();
        self.mmu = Mmu::booted(&self.booted);
    }

    /// Byte of the flash chip at an offset; `None` beyond its end.
    pub(crate) fn flash_byte(&self, offset: u64) -> Option<u8> {
        (offset < self.flash.size().into()).then(|| self.flash.byte(offset as u32))
    }

    /// Takes what the windows of the flash show since the last call.
    pub(crate) fn take_shown(&mut self) -> Vec<ShownBytes> {
        self.mmu.take_shown(&mut self.flash)
    }

    /// Makes the next transfer of the DMA; returns the addresses that it wrote, the first one and
    /// the one after the last, or `None` if no transfer was ready.
    pub(crate) fn transfer(&mut self, cpu: &mut Cpu) -> Option<(u32, u32)> {
        let Esp32c3 { gdma, sha, aes, .. } = self;
        let (sha_wants, aes_wants) = (sha.wanted(), aes.wanted());
        let hash = |bytes: &[u8]| {
            sha.finish(bytes);
            Vec::new()
        };
        let transfer = sha_wants
            .and_then(|count| gdma.serve(gdma::SHA, cpu, count, hash))
            .or_else(|| {
                aes_wants.and_then(|count| gdma.serve(gdma::AES, cpu, count, |it| aes.finish(it)))
            })
            .or_else(|| gdma.copy_memory(cpu));
        self.rom_steps += std::mem::take(&mut gdma.moved);
        transfer
    }

    /// Counts bytes that devices have moved in memory for the budget.
    pub(crate) fn count_moved(&mut self, bytes: u64) {
        self.rom_steps += bytes;
    }

    /// Whether the program only polls for input that may still arrive; resets the poll count.
    pub(crate) fn waits_for_input(&mut self) -> bool {
        let waits = self.vain_looks >= MOST_VAIN_LOOKS;
        if waits {
            self.vain_looks = 0;
        }
        waits
    }

    /// Initialises registers and memory as the ROM does: the stack pointer, and the ROM's own data.
    pub(crate) fn start(&self, cpu: &mut Cpu) {
        rom::data::place(cpu, &self.flash, self.has_rom);
        rom::code::place(cpu);
        cpu.set_reg(rom::SP, ROM_STACK);
    }

    /// Writes a device register; a partial write keeps the other bits as they read.
    ///
    /// Returns whether this may change interrupts or deadlines.
    ///
    /// # Errors
    /// As for [`load`](Devices::load), if the output is full, and if the program resets the chip.
    pub(crate) fn store(
        &mut self,
        address: u32,
        units: u8,
        value: u32,
        now: &AccessTime,
        host: &mut Host,
    ) -> Result<bool, CallAnswer> {
        check_aligned(address, units, Access::Store)?;
        let (word_at, shift) = (address & !3, address % 4 * 8);
        let (device, offset) = device(word_at);
        let is_queue = matches!((device, offset), (Device::Uart(_) | Device::Usb, 0));
        let value = match units {
            4 => value,
            _ if is_queue => value,
            _ => {
                let mask = ((1u32 << (units * 8)) - 1) << shift;
                self.load_word(word_at, now, host)? & !mask | value << shift & mask
            }
        };
        self.store_word(word_at, (device, offset), value, now, host)?;
        Ok(!(device == Device::SystemTimer && systimer::only_shows(offset)))
    }

    #[inline]
    fn load_word(&mut self, address: u32, now: &AccessTime, host: &mut Host) -> Result<u32, Cause> {
        let time = self.time(now);
        let (device, offset) = device(address);
        host.device_reads += 1;
        let looks = matches!(device, Device::Uart(0) | Device::Usb);
        if looks && host.input.rest().is_empty() && host.input.is_open() {
            self.vain_looks += 1;
        }
        Ok(match device {
            Device::Uart(index) => self.uarts[index].load(offset, host),
            Device::Usb => self.usb.load(offset, time, host),
            Device::SystemTimer => self.system_timer.load(offset, time),
            Device::TimerGroup(index) => self.timer_groups[index].load(offset, time),
            Device::Gpio => self.gpio.load(offset, time + self.reset_at, host),
            Device::IoMux => self.gpio.load_pad(offset),
            Device::I2c => self.i2c.load(offset),
            Device::Adc => self.adc.load(offset),
            Device::Flash => self.flash.load(offset),
            Device::Mmu => self.mmu.load(offset),
            Device::Sha => self.sha.load(offset),
            Device::Aes => self.aes.load(offset),
            Device::Rsa => self.rsa.load(offset),
            Device::Hmac => self.hmac.load(offset),
            Device::Gdma => self.gdma.load(offset),
            Device::Rtc => self.rtc.load(offset, time),
            Device::Matrix => {
                let levels = self.levels(time, host);
                self.matrix.load(offset, levels)
            }
            Device::Random => host.random.next_u64() as u32,
            Device::Plain => self.registers.load(address),
            Device::Unknown => {
                self.unknown(Access::Load, address, now, host)?;
                0
            }
        })
    }

    #[inline]
    fn store_word(
        &mut self,
        address: u32,
        (device, offset): (Device, u32),
        value: u32,
        now: &AccessTime,
        host: &mut Host,
    ) -> Result<(), CallAnswer> {
        let time = self.time(now);
        if matches!(device, Device::Uart(0) | Device::Usb) {
            self.vain_looks = 0;
        }
        match device {
            Device::Uart(0) if offset == 0 => {
                self.copies.of_uart(value as u8);
                self.uarts[0].store(offset, value, host)?;
            }
            Device::Uart(index) => self.uarts[index].store(offset, value, host)?,
            Device::Usb => {
                self.usb.store(offset, value, time);
                let sent = if offset == 0 { self.copies.of_usb(value as u8) } else { Vec::new() };
                sent.into_iter().try_for_each(|byte| Console::Host.send(byte, host))?;
            }
            Device::SystemTimer => self.system_timer.store(offset, value, time),
            Device::TimerGroup(index) => self.timer_groups[index].store(offset, value, time),
            Device::Gpio => self.gpio.store(offset, value, time + self.reset_at, host),
            Device::IoMux => self.gpio.store_pad(offset, value, time + self.reset_at, host),
            Device::I2c => self.i2c.store(offset, value),
            Device::Adc => self.adc.store(offset, value, host),
            Device::Flash => self.flash.store(offset, value),
            Device::Mmu => self.mmu.store(offset, value),
            Device::Sha => self.sha.store(offset, value),
            Device::Aes => self.aes.store(offset, value),
            Device::Rsa => self.rom_steps += self.rsa.store(offset, value),
            Device::Hmac => self.hmac.store(offset, value),
            Device::Gdma => self.gdma.store(offset, value),
            Device::Rtc => self.rtc.store(offset, value, time)?,
            Device::Matrix => self.matrix.store(offset, value),
            Device::Random => {}
            Device::Plain => self.registers.store(address, value),
            Device::Unknown => self.unknown(Access::Store, address, now, host)?,
        }
        Ok(())
    }

    /// Notes an unknown device once, or faults.
    fn unknown(
        &mut self,
        access: Access,
        address: u32,
        now: &AccessTime,
        host: &mut Host,
    ) -> Result<(), Cause> {
        let page = address & !0xfff;
        let device = addresses::name_of_absent(page);
        let cause = Cause::Unmodelled { access, address: address.into(), device };
        if self.strict_mmio {
            return Err(cause);
        }
        if self.noted.len() < Host::MOST_NOTES && self.noted.insert(page) {
            host.note(Fault { pc: now.pc, cause }, now.instructions);
        }
        Ok(())
    }

    /// Cycles since the last reset, including waiting.
    fn time(&self, now: &AccessTime) -> u64 {
        now.cycles + self.waited - self.reset_at
    }

    /// Active interrupt sources, one bit per source number.
    fn levels(&mut self, time: u64, host: &mut Host) -> u64 {
        self.gpio.level(time + self.reset_at, host) << 16
            | self.i2c.level() << 29
            | self.adc.level() << 43
            | self.gdma.levels() << 44
            | self.rsa.level() << 47
            | self.aes.level() << 48
            | self.sha.level() << 49
            | self.uarts[0].level(host) << 21
            | self.uarts[1].level(host) << 22
            | self.usb.level(time, host) << 26
            | self.rtc.level(time) << 27
            | self.timer_groups[0].levels(time) << 32
            | self.timer_groups[1].levels(time) << 34
            | self.system_timer.levels(time) << 37
            | self.registers.software_interrupts() << 50
    }

    /// Pending interrupt with the highest priority, 1 to 31.
    ///
    /// The core takes it if its `mstatus` allows it: `mcause` is then this number with bit 31 set.
    ///
    /// # Errors
    /// If a watchdog was not fed in time.
    pub(crate) fn interrupt(
        &mut self,
        now: &AccessTime,
        host: &mut Host,
    ) -> Result<Option<u8>, Cause> {
        if self.asleep == Some(now.pc) { Ok(None) } else { self.pending(self.time(now), host) }
    }

    /// Pending interrupt, at a given time.
    fn pending(&mut self, time: u64, host: &mut Host) -> Result<Option<u8>, Cause> {
        let watchdog = self.timer_groups.iter_mut().find_map(|group| group.reset(time));
        if let Some(by) = watchdog.or_else(|| self.rtc.reset(time)) {
            return Err(Cause::Reset { by });
        }
        let levels = self.levels(time, host);
        Ok(self.matrix.choose(levels))
    }

    /// Cycle count, as in `now`, at which the result of [`interrupt`](Self::interrupt) may change
    /// without a device access.
    pub(crate) fn deadline(&self, now: &AccessTime, host: &Host) -> Option<u64> {
        let at = self.next_event(self.time(now), host)?;
        Some(at + self.reset_at - self.waited)
    }

    /// Time of the next event of a device, not before `time`.
    ///
    /// There are finitely many events, as long as the program clears nothing.
    fn next_event(&self, time: u64, host: &Host) -> Option<u64> {
        let pins = self.gpio.deadline(host).map(|at| at.saturating_sub(self.reset_at));
        let others =
            [self.system_timer.deadline(time), self.rtc.deadline(), self.usb.deadline(time), pins];
        let timers = self.timer_groups.iter().map(TimerGroup::deadline);
        timers.chain(others).flatten().min().map(|at| at.max(time))
    }

    /// Advances time until an interrupt is pending, as `wfi` does.
    ///
    /// # Errors
    /// If no interrupt can occur any more, or only with more input, or if a watchdog expires first.
    pub(crate) fn wait(&mut self, now: &AccessTime, host: &mut Host) -> Result<(), CallAnswer> {
        self.asleep = Some(now.pc);
        while self.pending(self.time(now), host)?.is_none() {
            let time = self.time(now);
            match self.next_event(time, host).filter(|&at| at > time) {
                Some(next) => self.pass(next - time),
                None if host.input.is_open() => return Err(CallAnswer::Input),
                None => return Err(CallAnswer::Fault(Cause::Asleep)),
            }
        }
        self.asleep = None;
        Ok(())
    }

    fn pass(&mut self, cycles: u64) {
        self.waited = self.waited.saturating_add(cycles);
    }

    /// Cycles that the program waited, which are not in any instruction's cost.
    pub(crate) fn waited(&self) -> u64 {
        self.waited
    }

    /// Work of ROM functions and devices; counted for the budget.
    pub(crate) fn rom_steps(&self) -> u64 {
        self.rom_steps
    }

    /// Whether reading a control and status register needs the events of every kind.
    pub(crate) fn sums_events(&self, number: u16) -> bool {
        self.counters.sums_events(number)
    }

    /// Value of one of the chip's own control and status registers; `None` if it does not exist.
    pub(crate) fn read_csr(
        &self,
        number: u16,
        cycles: u64,
        events: &dyn Fn() -> Events,
    ) -> Option<u32> {
        self.counters.read(number, &EventCounts { cycles, events, waited: self.waited })
    }

    /// Writes one of the chip's own control and status registers.
    pub(crate) fn write_csr(&mut self, number: u16, value: u32, events: &Events) {
        let counts =
            EventCounts { cycles: events.cycles, events: &|| *events, waited: self.waited };
        self.counters.write(number, value, &counts);
    }

    /// Takes the address with which the last ROM function continues, if it does not return.
    pub(crate) fn take_rom_code(&mut self) -> Option<u32> {
        self.rom_code.take()
    }

    /// Takes the addresses written by the last ROM function: the first one and the one after the
    /// last.
    pub(crate) fn take_stored(&mut self) -> Option<(u32, u32)> {
        self.stored.take()
    }
}

impl Devices for Esp32c3 {
    fn load(
        &mut self,
        address: u32,
        units: u8,
        now: &AccessTime,
        host: &mut Host,
    ) -> Result<u32, Cause> {
        check_aligned(address, units, Access::Load)?;
        let word = self.load_word(address & !3, now, host)? >> (address % 4 * 8);
        Ok(if units == 4 { word } else { word & ((1 << (units * 8)) - 1) })
    }
}

fn check_aligned(address: u32, units: u8, access: Access) -> Result<(), Cause> {
    // A division would take as long as the rest of the access.
    if address & u32::from(units - 1) == 0 {
        Ok(())
    } else {
        Err(Cause::Misaligned { access, address: address.into(), multiple: units })
    }
}

#[cfg(test)]
mod tests;

//! The low-power controller: its clock, its watchdogs, and software resets.
//!
//! The super watchdog consists only of registers: it never resets the chip.
//!
//! Source: TRM, chapters "Low-power Management", "Watchdog Timers (WDT)", "Reset and Clock".

use machine::Cause;
use machine::calls::CallAnswer;

use super::CLOCK_HZ;
use super::registers::Values;
use super::timers::WDT_KEY;
use super::watchdog::{Action, Watchdog};

const OPTIONS0: u32 = 0x00;
const TIME_UPDATE: u32 = 0x0c;
const TIME_LOW0: u32 = 0x10;
const TIME_HIGH0: u32 = 0x14;
const RESET_STATE: u32 = 0x38;
const INT_ENA: u32 = 0x40;
const INT_RAW: u32 = 0x44;
const INT_ST: u32 = 0x48;
const INT_CLR: u32 = 0x4c;
const WDTCONFIG0: u32 = 0x90;
const WDTSTG0: u32 = 0x94;
const WDTSTG3: u32 = 0xa0;
const WDTFEED: u32 = 0xa4;
const WDTWPROTECT: u32 = 0xa8;
const SWD_CONF: u32 = 0xac;
const SWD_WPROTECT: u32 = 0xb0;

/// `OPTIONS0`: reset the system, reset the core.
const SW_SYS_RST: u32 = 1 << 31;
const SW_PROCPU_RST: u32 = 1 << 5;
/// `TIME_UPDATE`: latch the time now.
const UPDATE: u32 = 1 << 31;
/// `RESET_STATE`: power-on reset.
const POWER_ON: u32 = 1;
/// General-purpose registers, which a reset keeps.
const STORES: [u32; 8] = [0x50, 0x54, 0x58, 0x5c, 0xb8, 0xbc, 0xc0, 0xc4];
/// `WDTCONFIG0`: enable, and the lowest bit of each stage's action.
const WDT_EN: u32 = 1 << 31;
const WDT_STAGES: [u32; 4] = [28, 25, 22, 19];
/// Key that unlocks the super watchdog's register.
const SWD_KEY: u32 = 0x8f1d_312a;
/// Interrupt of the watchdog.
const WDT_INT: u32 = 1 << 3;

/// Frequency of the slow clock.
const SLOW_HZ: u64 = 136_000;

#[rustfmt::skip]
const RESET: &[(u32, u32)] = &[
    (OPTIONS0, 0x1c00_a000), (0x1c, 0x2814_0403), (0x20, 0x0100_0000), (0x24, 0x0a08_0a08), (0x28, 0x1020_0a08),
    (0x2c, 0x8000), (0x30, 0x0a08_0000), (0x34, 0x00c4_0000), (RESET_STATE, 0x3000 | POWER_ON), (0x3c, 0x0006_0000),
    (0x70, 0x1158_3218), (0x74, 0x0040_0000), (WDTCONFIG0, 0x0001_3214), (WDTSTG0, 0x0003_0d40),
    (0x98, 0x0001_3880), (0x9c, 0x0fff), (WDTSTG3, 0x0fff), (SWD_CONF, 0x04b0_0000),
    (0xb8, 0x0028_0028), // the boot loader's note of the crystal's frequency in MHz, twice
];

/// Low-power controller.
#[derive(Debug, Clone)]
pub(super) struct Rtc {
    values: Values,
    watchdog: Watchdog,
    raised: u32,
}

impl Default for Rtc {
    fn default() -> Self {
        Rtc { values: Values::new(RESET), watchdog: Watchdog::default(), raised: 0 }
    }
}

impl Rtc {
    /// Controller after a reset for this reason, which keeps the general-purpose registers.
    pub(super) fn after_reset(&self, reason: u32) -> Self {
        let mut fresh = Rtc::default();
        fresh.values.store(RESET_STATE, 0x3000 | reason);
        for register in STORES {
            fresh.values.store(register, self.values.load(register));
        }
        fresh
    }

    /// Reason of the last reset.
    pub(super) fn reset_reason(&self) -> u32 {
        self.values.load(RESET_STATE) & 0x3f
    }

    pub(super) fn load(&mut self, offset: u32, time: u64) -> u32 {
        self.advance(time);
        match offset {
            INT_RAW => self.raised,
            INT_ST => self.raised & self.values.load(INT_ENA),
            _ => self.values.load(offset),
        }
    }

    /// # Errors
    /// If the program resets the chip.
    pub(super) fn store(&mut self, offset: u32, value: u32, time: u64) -> Result<(), CallAnswer> {
        self.advance(time);
        let open = self.values.load(WDTWPROTECT) == WDT_KEY;
        match offset {
            OPTIONS0 if value & SW_SYS_RST != 0 => return Err(reset(SW_SYS_RESET)),
            OPTIONS0 if value & SW_PROCPU_RST != 0 => return Err(reset(SW_CPU_RESET)),
            TIME_UPDATE if value & UPDATE != 0 => {
                let steps = u128::from(time) * u128::from(SLOW_HZ) / u128::from(CLOCK_HZ);
                self.values.store(TIME_LOW0, steps as u32);
                self.values.store(TIME_HIGH0, (steps >> 32) as u32);
            }
            WDTCONFIG0..=WDTFEED if !open => {}
            WDTFEED => self.watchdog.feed(time),
            WDTCONFIG0..=WDTSTG3 => {
                self.values.store(offset, value);
                self.watchdog.set(self.stages(), time);
            }
            SWD_CONF if self.values.load(SWD_WPROTECT) != SWD_KEY => {}
            INT_CLR => self.raised &= !value,
            TIME_LOW0 | TIME_HIGH0 | RESET_STATE | INT_RAW | INT_ST => {}
            _ => self.values.store(offset, value),
        }
        Ok(())
    }

    /// 1 while it requests an interrupt.
    pub(super) fn level(&mut self, time: u64) -> u64 {
        self.advance(time);
        (self.raised & self.values.load(INT_ENA) != 0).into()
    }

    /// Watchdog that has reset the chip, if any.
    pub(super) fn reset(&mut self, time: u64) -> Option<&'static str> {
        self.watchdog.has_expired(time).then_some(RWDT)
    }

    /// Time of the watchdog's next interrupt or reset.
    pub(super) fn deadline(&self) -> Option<u64> {
        self.watchdog.deadline(self.values.load(INT_ENA) & !self.raised & WDT_INT != 0)
    }

    /// Stages of the watchdog while it is enabled; the first one takes twice the written time.
    fn stages(&self) -> Option<[(Action, u64); 4]> {
        let config = self.values.load(WDTCONFIG0);
        let stage = |index: usize| {
            let ticks = u64::from(self.values.load(WDTSTG0 + index as u32 * 4));
            let ticks = if index == 0 { ticks * 2 } else { ticks };
            (Action::of(config >> WDT_STAGES[index] & 7), ticks * CLOCK_HZ / SLOW_HZ)
        };
        (config & WDT_EN != 0).then(|| std::array::from_fn(stage))
    }

    fn advance(&mut self, time: u64) {
        if self.watchdog.take_interrupt(time) {
            self.raised |= WDT_INT;
        }
    }
}

/// Sources of a reset: bits of `OPTIONS0`, and the watchdog.
pub(super) const SW_SYS_RESET: &str = "RTC_CNTL_SW_SYS_RST";
pub(super) const SW_CPU_RESET: &str = "RTC_CNTL_SW_PROCPU_RST";
pub(super) const RWDT: &str = "the RTC watchdog (RWDT)";

fn reset(by: &'static str) -> CallAnswer {
    CallAnswer::Fault(Cause::Reset { by })
}

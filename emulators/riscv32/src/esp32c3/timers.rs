//! A timer group: a 54-bit counter with an alarm, a watchdog, and the clock calibration.
//!
//! Source: TRM, chapters "Timer Group (TIMG)" and "Watchdog Timers (WDT)".

use super::CLOCK_HZ;
use super::registers::Values;
use super::watchdog::{Action, Watchdog};

const T0CONFIG: u32 = 0x00;
const T0LO: u32 = 0x04;
const T0HI: u32 = 0x08;
const T0UPDATE: u32 = 0x0c;
const T0ALARMLO: u32 = 0x10;
const T0ALARMHI: u32 = 0x14;
const T0LOADLO: u32 = 0x18;
const T0LOADHI: u32 = 0x1c;
const T0LOAD: u32 = 0x20;
const WDTCONFIG0: u32 = 0x48;
const WDTCONFIG1: u32 = 0x4c;
const WDTSTG0: u32 = 0x50;
const WDTSTG3: u32 = 0x5c;
const WDTFEED: u32 = 0x60;
const WDTWPROTECT: u32 = 0x64;
const RTCCALICFG: u32 = 0x68;
const RTCCALICFG1: u32 = 0x6c;
const INT_ENA: u32 = 0x70;
const INT_RAW: u32 = 0x74;
const INT_ST: u32 = 0x78;
const INT_CLR: u32 = 0x7c;

/// Fields of `T0CONFIG`.
const USE_XTAL: u32 = 1 << 9;
const ALARM_EN: u32 = 1 << 10;
const DIVIDER: u32 = 13;
const AUTORELOAD: u32 = 1 << 29;
const INCREASE: u32 = 1 << 30;
const EN: u32 = 1 << 31;
/// Bits of the counter.
const MASK: u64 = (1 << 54) - 1;

/// Fields of `WDTCONFIG0`: enable, and the lowest bit of each stage's action.
const WDT_EN: u32 = 1 << 31;
const WDT_STAGES: [u32; 4] = [29, 27, 25, 23];
/// Key that unlocks the watchdog's registers; they are unlocked after reset.
pub(super) const WDT_KEY: u32 = 0x50d8_3aa1;

/// Interrupts of the alarm and of the watchdog.
const T0_INT: u32 = 1 << 0;
const WDT_INT: u32 = 1 << 1;

/// Cycles per period of the 40 MHz crystal and of the 80 MHz bus.
const XTAL_CYCLES: u64 = CLOCK_HZ / 40_000_000;
const APB_CYCLES: u64 = CLOCK_HZ / 80_000_000;

/// `RTCCALICFG`: ready; the measured clock, and the number of its periods.
const CALI_RDY: u32 = 1 << 15;
const CALI_CLK_SEL: u32 = 13;
const CALI_MAX: u32 = 16;
/// Selectable clocks: slow RC oscillator, fast RC oscillator divided by 256, external crystal.
const CALI_CLOCKS_HZ: [u64; 4] = [136_000, 68_359, 32_768, 32_768];

#[rustfmt::skip]
const RESET: &[(u32, u32)] = &[
    (T0CONFIG, 0x6000_2000), (WDTCONFIG0, 0x0004_c000), (WDTCONFIG1, 0x0001_0000),
    (WDTSTG0, 0x018c_ba80), (0x54, 0x07ff_ffff), (0x58, 0x000f_ffff), (WDTSTG3, 0x000f_ffff),
    (WDTWPROTECT, WDT_KEY), (RTCCALICFG, 0x0001_3000), (0x80, 0xffff_ff98), (0xfc, 0x6000_0000),
];

/// Timer group.
#[derive(Debug, Clone)]
pub(super) struct TimerGroup {
    name: &'static str,
    values: Values,
    /// Value of the counter, and its time.
    count: u64,
    since: u64,
    watchdog: Watchdog,
    raised: u32,
}

impl TimerGroup {
    /// Group after reset, with the name of its watchdog.
    pub(super) fn new(name: &'static str) -> Self {
        TimerGroup {
            name,
            values: Values::new(RESET),
            count: 0,
            since: 0,
            watchdog: Watchdog::default(),
            raised: 0,
        }
    }

    pub(super) fn load(&mut self, offset: u32, time: u64) -> u32 {
        self.advance(time);
        match offset {
            RTCCALICFG => self.values.load(offset) | CALI_RDY,
            RTCCALICFG1 => self.calibration() << 7 | 1,
            INT_RAW => self.raised,
            INT_ST => self.raised & self.values.load(INT_ENA),
            _ => self.values.load(offset),
        }
    }

    pub(super) fn store(&mut self, offset: u32, value: u32, time: u64) {
        self.advance(time);
        let open = self.values.load(WDTWPROTECT) == WDT_KEY;
        match offset {
            T0CONFIG => {
                self.set_count(self.count_at(time), time);
                self.values.store(offset, value);
            }
            T0UPDATE => {
                let count = self.count_at(time);
                self.values.store(T0LO, count as u32);
                self.values.store(T0HI, (count >> 32) as u32);
            }
            T0LOAD => self.set_count(self.wide(T0LOADLO, T0LOADHI), time),
            WDTCONFIG0..=WDTFEED if !open => {}
            WDTFEED => self.watchdog.feed(time),
            WDTCONFIG0..=WDTSTG3 => {
                self.values.store(offset, value);
                self.watchdog.set(self.stages(), time);
            }
            INT_CLR => self.raised &= !value,
            T0LO | T0HI | INT_RAW | INT_ST | RTCCALICFG1 => {}
            _ => self.values.store(offset, value),
        }
        self.advance(time);
    }

    /// The two requested interrupts: the alarm's, and above it the watchdog's.
    pub(super) fn levels(&mut self, time: u64) -> u64 {
        self.advance(time);
        (self.raised & self.values.load(INT_ENA)).into()
    }

    /// Watchdog that has reset the chip, if any.
    pub(super) fn reset(&mut self, time: u64) -> Option<&'static str> {
        self.watchdog.has_expired(time).then_some(self.name)
    }

    /// Time of the next interrupt that is not requested yet, or of the watchdog's reset.
    pub(super) fn deadline(&self) -> Option<u64> {
        let awaited = self.values.load(INT_ENA) & !self.raised;
        let alarm = self.alarm().filter(|_| awaited & T0_INT != 0);
        let watchdog = self.watchdog.deadline(awaited & WDT_INT != 0);
        [alarm, watchdog].into_iter().flatten().min()
    }

    fn wide(&self, low_at: u32, high_at: u32) -> u64 {
        (u64::from(self.values.load(high_at)) << 32 | u64::from(self.values.load(low_at))) & MASK
    }

    fn set_count(&mut self, count: u64, time: u64) {
        (self.count, self.since) = (count, time);
    }

    /// Cycles between two steps of the counter.
    fn step(&self) -> u64 {
        let config = self.values.load(T0CONFIG);
        let divider = match u64::from(config >> DIVIDER & 0xffff) {
            0 => 0x10000,
            1 => 2,
            divider => divider,
        };
        divider * if config & USE_XTAL == 0 { APB_CYCLES } else { XTAL_CYCLES }
    }

    fn count_at(&self, time: u64) -> u64 {
        let steps = (time - self.since) / self.step();
        match self.values.load(T0CONFIG) & (EN | INCREASE) {
            config if config & EN == 0 => self.count,
            EN => self.count.wrapping_sub(steps) & MASK,
            _ => self.count.wrapping_add(steps) & MASK,
        }
    }

    /// Time at which the counter reaches the alarm value; immediately if it has passed it.
    fn alarm(&self) -> Option<u64> {
        let config = self.values.load(T0CONFIG);
        let alarm = self.wide(T0ALARMLO, T0ALARMHI);
        let steps = match config & INCREASE {
            0 => self.count.saturating_sub(alarm),
            _ => alarm.saturating_sub(self.count),
        };
        let at = self.since.saturating_add(steps.saturating_mul(self.step()));
        (config & EN != 0 && config & ALARM_EN != 0).then_some(at)
    }

    /// Stages of the watchdog, while it is enabled.
    fn stages(&self) -> Option<[(Action, u64); 4]> {
        let config = self.values.load(WDTCONFIG0);
        let tick = u64::from(self.values.load(WDTCONFIG1) >> 16).max(1) * APB_CYCLES;
        let stage = |index: usize| {
            let ticks = self.values.load(WDTSTG0 + index as u32 * 4);
            (Action::of(config >> WDT_STAGES[index] & 3), u64::from(ticks) * tick)
        };
        (config & WDT_EN != 0).then(|| std::array::from_fn(stage))
    }

    /// Crystal periods in the requested number of periods of the measured clock.
    fn calibration(&self) -> u32 {
        let config = self.values.load(RTCCALICFG);
        let clock = CALI_CLOCKS_HZ[(config >> CALI_CLK_SEL & 3) as usize];
        (u64::from(config >> CALI_MAX & 0x7fff) * 40_000_000 / clock) as u32
    }

    fn advance(&mut self, time: u64) {
        if self.watchdog.take_interrupt(time) {
            self.raised |= WDT_INT;
        }
        let Some(at) = self.alarm().filter(|&at| at <= time) else { return };
        let config = self.values.load(T0CONFIG);
        self.values.store(T0CONFIG, config & !ALARM_EN);
        self.raised |= T0_INT;
        if config & AUTORELOAD != 0 {
            self.set_count(self.wide(T0LOADLO, T0LOADHI), at);
        }
    }
}

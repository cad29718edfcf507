//! The system timer: two 52-bit counters at 16 MHz, and three alarms.
//!
//! Source: TRM, chapter "System Timer".

use super::registers::Values;

const CONF: u32 = 0x00;
const UNIT0_OP: u32 = 0x04;
const UNIT1_OP: u32 = 0x08;
const UNIT0_LOAD_HI: u32 = 0x0c;
const UNIT1_LOAD_HI: u32 = 0x14;
const TARGET0_HI: u32 = 0x1c;
const TARGET0_CONF: u32 = 0x34;
const TARGET2_CONF: u32 = 0x3c;
const UNIT0_VALUE_HI: u32 = 0x40;
const UNIT1_VALUE_HI: u32 = 0x48;
const COMP0_LOAD: u32 = 0x50;
const COMP2_LOAD: u32 = 0x58;
const UNIT0_LOAD: u32 = 0x5c;
const UNIT1_LOAD: u32 = 0x60;
const INT_ENA: u32 = 0x64;
const INT_RAW: u32 = 0x68;
const INT_CLR: u32 = 0x6c;
const INT_ST: u32 = 0x70;

/// Cycles between two steps of the counters.
const STEP: u64 = super::CLOCK_HZ / 16_000_000;
/// Bits of a counter.
const MASK: u64 = (1 << 52) - 1;
/// `UNITx_OP`: the requested value is available.
const VALID: u32 = 1 << 29;
/// `UNITx_OP`: latch the value now.
const UPDATE: u32 = 1 << 30;
/// `CONF`: counter 0 runs; the bit of counter 1 is below it. The alarms' bits go down from bit 24.
const UNIT0_WORK_EN: u32 = 1 << 30;
const TARGET0_WORK_EN: u32 = 1 << 24;
/// `TARGETx_CONF`: bits of the period, periodic mode, use counter 1.
const PERIOD: u32 = 0x03ff_ffff;
const PERIOD_MODE: u32 = 1 << 30;
const UNIT_SEL: u32 = 1 << 31;

/// Counter 0 runs from the start; counter 1 would stop while a debugger halts the core.
const RESET: &[(u32, u32)] = &[(CONF, 0x4600_0000)];

/// Whether a write of a register only makes the value of a counter visible.
pub(super) fn only_shows(offset: u32) -> bool {
    matches!(offset, UNIT0_OP | UNIT1_OP)
}

/// Counter: its value at a given step of 16 MHz.
#[derive(Debug, Clone, Copy, Default)]
struct TimerUnit {
    value: u64,
    since: u64,
    running: bool,
}

impl TimerUnit {
    fn at(&self, time: u64) -> u64 {
        let steps = if self.running { time / STEP - self.since } else { 0 };
        (self.value + steps) & MASK
    }

    fn set(&mut self, value: u64, time: u64) {
        (self.value, self.since) = (value, time / STEP);
    }
}

/// System timer.
#[derive(Debug, Clone)]
pub(super) struct SystemTimer {
    values: Values,
    units: [TimerUnit; 2],
    /// Counter value at which each loaded alarm fires.
    due: [Option<u64>; 3],
    raised: u32,
    /// Time before which no alarm fires, unless the program changes a register.
    quiet_until: u64,
}

impl Default for SystemTimer {
    fn default() -> Self {
        let running = TimerUnit { running: true, ..TimerUnit::default() };
        SystemTimer {
            values: Values::new(RESET),
            units: [running, TimerUnit::default()],
            due: [None; 3],
            raised: 0,
            quiet_until: 0,
        }
    }
}

impl SystemTimer {
    pub(super) fn load(&mut self, offset: u32, time: u64) -> u32 {
        self.advance(time);
        match offset {
            UNIT0_OP | UNIT1_OP => VALID,
            INT_RAW => self.raised,
            INT_ST => self.raised & self.values.load(INT_ENA),
            _ => self.values.load(offset),
        }
    }

    pub(super) fn store(&mut self, offset: u32, value: u32, time: u64) {
        self.advance(time);
        if only_shows(offset) {
            if value & UPDATE != 0 {
                let (unit, shown) = match offset {
                    UNIT0_OP => (0, UNIT0_VALUE_HI),
                    _ => (1, UNIT1_VALUE_HI),
                };
                self.values.store_wide(shown, self.units[unit].at(time));
            }
            return;
        }
        self.quiet_until = 0;
        match offset {
            UNIT0_LOAD => self.units[0].set(self.values.load_wide(UNIT0_LOAD_HI) & MASK, time),
            UNIT1_LOAD => self.units[1].set(self.values.load_wide(UNIT1_LOAD_HI) & MASK, time),
            COMP0_LOAD..=COMP2_LOAD => self.load_alarm((offset - COMP0_LOAD) / 4, time),
            CONF => {
                self.values.store(CONF, value);
                for (index, unit) in self.units.iter_mut().enumerate() {
                    unit.set(unit.at(time), time);
                    unit.running = value & UNIT0_WORK_EN >> index != 0;
                }
            }
            INT_CLR => self.raised &= !value,
            INT_RAW | INT_ST | UNIT0_VALUE_HI..=0x4c => {}
            TARGET0_CONF..=TARGET2_CONF => {
                let is_new = value & !self.values.load(offset) & PERIOD_MODE != 0;
                self.values.store(offset, value);
                // The periods begin when the mode is chosen, or with the next load.
                if is_new {
                    self.load_alarm((offset - TARGET0_CONF) / 4, time);
                }
            }
            _ => self.values.store(offset, value),
        }
        self.advance(time);
    }

    /// The three requested interrupts, lowest alarm first.
    pub(super) fn levels(&mut self, time: u64) -> u64 {
        self.advance(time);
        (self.raised & self.values.load(INT_ENA)).into()
    }

    /// Time of the next interrupt that is not requested yet.
    pub(super) fn deadline(&self, time: u64) -> Option<u64> {
        let awaited = self.values.load(INT_ENA) & !self.raised;
        let alarms = (0..3).filter(|alarm| awaited >> alarm & 1 != 0);
        alarms.filter_map(|alarm| self.next_time(alarm, time)).min()
    }

    /// Time at which an alarm fires next; `None` if it is not enabled, or its counter stands still.
    fn next_time(&self, alarm: u32, time: u64) -> Option<u64> {
        let due = self.due[alarm as usize].filter(|_| self.is_enabled(alarm))?;
        let unit = self.unit(alarm);
        let missing = due.saturating_sub(unit.at(time));
        unit.running.then(|| (time / STEP + missing) * STEP)
    }

    fn conf(&self, alarm: u32) -> u32 {
        self.values.load(TARGET0_CONF + alarm * 4)
    }

    fn unit(&self, alarm: u32) -> TimerUnit {
        self.units[usize::from(self.conf(alarm) & UNIT_SEL != 0)]
    }

    fn is_enabled(&self, alarm: u32) -> bool {
        self.values.load(CONF) & TARGET0_WORK_EN >> alarm != 0
    }

    /// Loads the target or period that the program has written.
    fn load_alarm(&mut self, alarm: u32, time: u64) {
        let conf = self.conf(alarm);
        self.due[alarm as usize] = Some(match conf & PERIOD_MODE {
            0 => self.values.load_wide(TARGET0_HI + alarm * 8) & MASK,
            _ => self.unit(alarm).at(time) + u64::from(conf & PERIOD),
        });
    }

    /// Raises the due interrupts; a target in the past is due immediately.
    #[inline]
    fn advance(&mut self, time: u64) {
        // Programs read the time often, and alarms are far apart.
        if time >= self.quiet_until {
            self.raise(time);
        }
    }

    fn raise(&mut self, time: u64) {
        for alarm in 0..3 {
            let Some(due) = self.due[alarm as usize] else { continue };
            let value = self.unit(alarm).at(time);
            if due > value || !self.is_enabled(alarm) {
                continue;
            }
            self.raised |= 1 << alarm;
            let conf = self.conf(alarm);
            let period = u64::from(conf & PERIOD);
            self.due[alarm as usize] = if conf & PERIOD_MODE != 0 && period > 0 {
                Some(due + ((value - due) / period + 1) * period)
            } else {
                None
            };
        }
        self.quiet_until =
            (0..3).filter_map(|alarm| self.next_time(alarm, time)).min().unwrap_or(u64::MAX);
    }
}

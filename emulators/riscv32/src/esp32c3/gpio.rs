//! GPIO and IO_MUX: outputs, inputs with their pull resistors, and interrupts of pins.
//!
//! A pin that the program drives has the level of its output. Any other pin has the level from
//! outside, or else that of its pull resistor. The output of a peripheral is not routed to a pin.
//!
//! Source: TRM, chapter "IO MUX and GPIO Matrix".

use machine::{Host, PinChange};

use super::registers::Values;
use super::{cycles_of_nanos, nanos_of_cycles};

const OUT: u32 = 0x04;
const ENABLE: u32 = 0x20;
const STATUS: u32 = 0x44;
/// Distance of the registers that set and clear bits of these three.
const SET: u32 = 4;
const CLEAR: u32 = 8;
const STRAP: u32 = 0x38;
const IN: u32 = 0x3c;
const CPU_INT: u32 = 0x5c;
const PIN0: u32 = 0x74;
const PIN_LAST: u32 = PIN0 + 4 * (PINS - 1);
const CLOCK_GATE: u32 = 0x62c;
/// IO_MUX: register of the first pin.
const PAD0: u32 = 0x04;
const PAD_LAST: u32 = PAD0 + 4 * (PINS - 1);

/// Number of pins.
pub(super) const PINS: u32 = 22;

/// `PINn`: open drain, kind of interrupt, interrupt to the core.
const OPEN_DRAIN: u32 = 1 << 2;
const INT_TYPE: u32 = 7;
const INT_ENA: u32 = 1 << 13;
/// `IO_MUX_GPIOn`: pull-down and pull-up.
const PULL_DOWN: u32 = 1 << 7;
const PULL_UP: u32 = 1 << 8;

/// GPIO and IO_MUX; each mask has one bit per pin.
#[derive(Debug, Clone)]
pub(super) struct Gpio {
    values: Values,
    pads: Values,
    out: u32,
    enable: u32,
    status: u32,
    open_drain: u32,
    pull_ups: u32,
    pull_downs: u32,
    /// Pins that raise an interrupt when they rise, fall, are low, are high.
    rising: u32,
    falling: u32,
    low: u32,
    high: u32,
    /// Pins whose interrupt reaches the core.
    interrupts: u32,
    /// Number of changes from outside that have happened, pins driven from outside, their levels.
    happened: usize,
    outside: u32,
    outside_levels: u32,
    /// Levels at the last look, and the pins that have one.
    levels: u32,
    known: u32,
}

impl Default for Gpio {
    fn default() -> Self {
        Gpio {
            // Boot from flash.
            values: Values::new(&[(STRAP, 0x08), (CLOCK_GATE, 0x01)]),
            pads: Values::new(&[]),
            out: 0,
            enable: 0,
            status: 0,
            open_drain: 0,
            pull_ups: 0,
            pull_downs: 0,
            rising: 0,
            falling: 0,
            low: 0,
            high: 0,
            interrupts: 0,
            happened: 0,
            outside: 0,
            outside_levels: 0,
            levels: 0,
            known: 0,
        }
    }
}

impl Gpio {
    /// Pins after a reset: what is outside stays.
    pub(super) fn after_reset(&self) -> Self {
        let Gpio { happened, outside, outside_levels, levels, known, .. } = *self;
        Gpio { happened, outside, outside_levels, levels, known, ..Gpio::default() }
    }

    /// Reads a register of GPIO; `time` is in cycles since the first start.
    pub(super) fn load(&mut self, offset: u32, time: u64, host: &mut Host) -> u32 {
        self.advance(time, host);
        match offset {
            OUT => self.out,
            ENABLE => self.enable,
            IN => self.levels,
            STATUS => self.status,
            CPU_INT => self.status & self.interrupts,
            _ => self.values.load(offset),
        }
    }

    pub(super) fn store(&mut self, offset: u32, value: u32, time: u64, host: &mut Host) {
        self.advance(time, host);
        for (register, at) in
            [(&mut self.out, OUT), (&mut self.enable, ENABLE), (&mut self.status, STATUS)]
        {
            match offset.wrapping_sub(at) {
                0 => *register = value,
                SET => *register |= value,
                CLEAR => *register &= !value,
                _ => {}
            }
        }
        match offset {
            IN | CPU_INT => {}
            PIN0..=PIN_LAST => {
                self.values.store(offset, value);
                self.set_pin((offset - PIN0) / 4, value);
            }
            _ => self.values.store(offset, value),
        }
        self.settle(time, host);
    }

    /// Reads a register of IO_MUX.
    pub(super) fn load_pad(&self, offset: u32) -> u32 {
        self.pads.load(offset)
    }

    pub(super) fn store_pad(&mut self, offset: u32, value: u32, time: u64, host: &mut Host) {
        self.advance(time, host);
        self.pads.store(offset, value);
        if (PAD0..=PAD_LAST).contains(&offset) {
            let bit = 1 << ((offset - PAD0) / 4);
            set_bit(&mut self.pull_ups, bit, value & PULL_UP != 0);
            set_bit(&mut self.pull_downs, bit, value & PULL_DOWN != 0);
        }
        self.settle(time, host);
    }

    /// 1 while it requests an interrupt.
    pub(super) fn level(&mut self, time: u64, host: &mut Host) -> u64 {
        self.advance(time, host);
        (self.status & self.interrupts != 0).into()
    }

    /// Time of the next change from outside.
    pub(super) fn deadline(&self, host: &Host) -> Option<u64> {
        host.pins.outside.get(self.happened).map(|change| cycles_of_nanos(change.nanos))
    }

    fn set_pin(&mut self, pin: u32, value: u32) {
        let bit = 1 << pin;
        set_bit(&mut self.open_drain, bit, value & OPEN_DRAIN != 0);
        set_bit(&mut self.interrupts, bit, value & INT_ENA != 0);
        let kind = value >> 7 & INT_TYPE;
        set_bit(&mut self.rising, bit, matches!(kind, 1 | 3));
        set_bit(&mut self.falling, bit, matches!(kind, 2 | 3));
        set_bit(&mut self.low, bit, kind == 4);
        set_bit(&mut self.high, bit, kind == 5);
    }

    /// Applies the changes from outside up to a time.
    fn advance(&mut self, time: u64, host: &mut Host) {
        while let Some(&change) = host.pins.outside.get(self.happened) {
            let at = cycles_of_nanos(change.nanos);
            if at > time {
                break;
            }
            self.happened += 1;
            let bit = 1u32.checked_shl(change.pin.into()).unwrap_or(0);
            set_bit(&mut self.outside, bit, change.level.is_some());
            set_bit(&mut self.outside_levels, bit, change.level == Some(true));
            self.settle(at, host);
        }
    }

    /// Updates levels and interrupts, and records the pins that changed.
    fn settle(&mut self, time: u64, host: &mut Host) {
        let driven = self.enable & !(self.open_drain & self.out);
        let outside = self.outside & !driven;
        let pulled = self.pull_ups & !driven & !outside;
        let levels = driven & self.out | outside & self.outside_levels | pulled;
        let known = driven | outside | self.pull_ups | self.pull_downs;
        let (rose, fell) = (levels & !self.levels, self.levels & !levels);
        self.status |= rose & self.rising | fell & self.falling;
        self.status |= levels & self.high | !levels & self.low;
        let changed = (levels ^ self.levels | known ^ self.known) & ((1 << PINS) - 1);
        (self.levels, self.known) = (levels, known);
        let nanos = nanos_of_cycles(time);
        for pin in (0..PINS as u8).filter(|pin| changed >> pin & 1 != 0) {
            let level = (known >> pin & 1 != 0).then_some(levels >> pin & 1 != 0);
            host.pins.record(PinChange { nanos, pin, level });
        }
    }
}

fn set_bit(mask: &mut u32, bit: u32, on: bool) {
    *mask = if on { *mask | bit } else { *mask & !bit };
}

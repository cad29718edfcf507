//! The analog-to-digital converters: single conversions of values given from outside.
//!
//! A channel without a value reads 0. A conversion takes no time.
//!
//! Source: TRM, chapter "On-Chip Sensor and Analog Signal Processing".

use machine::Host;

use super::registers::Values;

const ONETIME_SAMPLE: u32 = 0x20;
const SAR1_DATA: u32 = 0x2c;
const SAR2_DATA: u32 = 0x30;
const INT_ENA: u32 = 0x40;
const INT_RAW: u32 = 0x44;
const INT_ST: u32 = 0x48;
const INT_CLR: u32 = 0x4c;

/// `ONETIME_SAMPLE`: convert with the first or second converter, start, channel.
const SAR1: u32 = 1 << 31;
const SAR2: u32 = 1 << 30;
const START: u32 = 1 << 29;
const CHANNEL: u32 = 25;
/// Interrupts: end of a conversion.
const ADC1_DONE: u32 = 1 << 31;
const ADC2_DONE: u32 = 1 << 30;
/// Largest result of a conversion.
pub(super) const MOST: u16 = 0xfff;
/// Channels of both converters; the second has one, numbered after those of the first.
pub(super) const CHANNELS: u8 = 6;

/// Both converters.
#[derive(Debug, Clone)]
pub(super) struct Adc {
    values: Values,
    raised: u32,
}

impl Default for Adc {
    fn default() -> Self {
        Adc { values: Values::new(&[(0x00, 0x4003_8240), (0x04, 0x0000_a1fe)]), raised: 0 }
    }
}

impl Adc {
    pub(super) fn load(&self, offset: u32) -> u32 {
        match offset {
            INT_RAW => self.raised,
            INT_ST => self.raised & self.values.load(INT_ENA),
            _ => self.values.load(offset),
        }
    }

    pub(super) fn store(&mut self, offset: u32, value: u32, host: &Host) {
        match offset {
            INT_CLR => self.raised &= !value,
            INT_RAW | INT_ST | SAR1_DATA | SAR2_DATA => {}
            _ => self.values.store(offset, value),
        }
        if offset == ONETIME_SAMPLE && value & START != 0 {
            let channel = (value >> CHANNEL & 0xf) as u8;
            let conversions = [
                (SAR1, channel & 7, SAR1_DATA, ADC1_DONE),
                (SAR2, CHANNELS - 1, SAR2_DATA, ADC2_DONE),
            ];
            for (enable, channel, result, done) in conversions {
                if value & enable != 0 {
                    let sample = host.pins.analog.get(&channel).copied().unwrap_or(0);
                    self.values.store(result, sample.min(MOST).into());
                    self.raised |= done;
                }
            }
        }
    }

    /// 1 while it requests an interrupt.
    pub(super) fn level(&self) -> u64 {
        (self.raised & self.values.load(INT_ENA) != 0).into()
    }
}

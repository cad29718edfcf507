//! HMAC accelerator of a new chip: no key is burned into its eFuses, so every configuration fails.
//!
//! Source: TRM, chapter "HMAC Accelerator": the calculation does not start if the purpose of the key in
//! eFuse is not the requested one.

use super::registers::Values;

const SET_START: u32 = 0x40;
const SET_PARA_FINISH: u32 = 0x4c;
const QUERY_ERROR: u32 = 0x68;
const QUERY_BUSY: u32 = 0x6c;

/// The accelerator.
#[derive(Debug, Clone)]
pub(super) struct Hmac {
    values: Values,
    /// Whether a configuration has failed.
    has_failed: bool,
}

impl Default for Hmac {
    fn default() -> Self {
        Hmac { values: Values::new(&[]), has_failed: false }
    }
}

impl Hmac {
    pub(super) fn load(&self, offset: u32) -> u32 {
        match offset {
            QUERY_ERROR => self.has_failed.into(),
            QUERY_BUSY => 0,
            _ => self.values.load(offset),
        }
    }

    pub(super) fn store(&mut self, offset: u32, value: u32) {
        match offset {
            SET_START => self.has_failed = false,
            SET_PARA_FINISH => self.has_failed |= value & 1 != 0,
            QUERY_ERROR | QUERY_BUSY => {}
            _ => self.values.store(offset, value),
        }
    }
}

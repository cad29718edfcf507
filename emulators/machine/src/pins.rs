//! Pins of a board: levels that come from outside, and levels that the program drives.

use std::collections::BTreeMap;

/// Change of a pin's level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PinChange {
    /// Simulated time since the start in nanoseconds.
    pub nanos: u64,
    /// Pin number.
    pub pin: u8,
    /// The level from then on: high, low, or `None` while nothing drives the pin.
    pub level: Option<bool>,
}

/// Everything that is connected to a board's pins, and a record of their levels.
#[derive(Debug, Clone, Default)]
pub struct Pins {
    /// Changes from outside, in ascending order of time.
    pub outside: Vec<PinChange>,
    /// Conversion results of the analog inputs by channel.
    pub analog: BTreeMap<u8, u16>,
    /// Whether changes are recorded.
    pub recording: bool,
    changes: Vec<PinChange>,
}

impl Pins {
    /// Records a change of a pin, if changes are recorded.
    pub fn record(&mut self, change: PinChange) {
        if self.recording {
            self.changes.push(change);
        }
    }

    /// Removes and returns the changes recorded since the last call.
    pub fn take_changes(&mut self) -> Vec<PinChange> {
        std::mem::take(&mut self.changes)
    }
}

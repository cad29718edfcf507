//! The stack that a called function is given: undefined at any depth, and filled as far as it is used.

use std::ops::Range;

use machine::{Image, Machine as _};

use super::{Fill, Rig};
use crate::value::GUARD_UNITS;

/// Units of stack that are filled before a call, until a call uses more.
const STACK_UNITS: u64 = 256;

/// Units of stack that are filled at most.
const MOST_STACK_UNITS: u64 = 1 << 20;

/// Units of stack below a call that are undefined at most.
const STACK_REACH: u64 = 1 << 24;

/// Units that are filled beyond the farthest one that was used.
const STACK_MARGIN: u64 = 256;

/// Returns the memory of the stack that is a called function's, from its entry on.
pub(super) fn region(image: &Image, arena: u64, stack: u64, grows_down: bool) -> Range<u64> {
    if !grows_down {
        return (stack & 0o777777) + 2..arena - GUARD_UNITS;
    }
    let ends = image.segments.iter().map(|segment| segment.base + segment.size);
    let below = ends.filter(|&end| end <= stack).max().unwrap_or(0);
    below.max(stack.saturating_sub(STACK_REACH))..stack
}

/// Returns the units that are filled before the first call.
pub(super) fn first_filled(region: &Range<u64>) -> u64 {
    STACK_UNITS.min(region.end - region.start)
}

impl Rig<'_> {
    /// Memory of the stack that is the called function's, above or below its entry.
    pub(crate) fn stack_region(&self) -> Range<u64> {
        self.region.clone()
    }

    /// The part of it that is filled before a call: next to the caller's.
    pub(super) fn stack_filled(&self) -> Range<u64> {
        let Range { start, end } = self.region;
        if self.grows_down() { end - self.filled..end } else { start..start + self.filled }
    }

    /// The part of a stack's memory that is free once the stack pointer has a value.
    pub(crate) fn stack_free(&self, pointer: u64) -> Range<u64> {
        let Range { start, end } = self.region;
        if self.grows_down() {
            // A called function's home area is its own.
            start..(pointer + self.callee_units).clamp(start, end + self.home_units)
        } else {
            ((pointer & 0o777777) + 1).clamp(start, end)..end
        }
    }

    fn grows_down(&self) -> bool {
        self.layout.unit_bits == 8
    }

    /// Notes which units of the stack a call used; whether more must be filled from now on.
    pub(crate) fn note_stack(&mut self, used: Option<(u64, u64)>) -> bool {
        let Some((low, high)) = used else { return false };
        let (lowest, highest) = self.used.unwrap_or((low, high));
        self.used = Some((lowest.min(low), highest.max(high)));
        let Range { start, end } = self.region;
        let units = if self.grows_down() { end.saturating_sub(low) } else { high + 1 - start };
        let most = MOST_STACK_UNITS.min(end - start);
        let is_more = units > self.filled && self.filled < most;
        if is_more {
            self.filled = (units + STACK_MARGIN).next_power_of_two().min(most);
        }
        is_more
    }

    /// Gives the free part of the stack that calls have used other values.
    pub(crate) fn overwrite_stack(&mut self, pointer: u64, fill: Fill) {
        let Some((low, high)) = self.used else { return };
        let free = self.stack_free(pointer);
        let units = free.start.max(low)..free.end.min(high + 1);
        let bits = self.layout.unit_bits;
        self.machine.poke_all(units.start, &fill.of_call().units(units, bits));
    }
}

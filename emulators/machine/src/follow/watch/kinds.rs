//! Loads and comparisons of the wrong kind, of which no check can be sure.

use std::cell::{Cell, RefCell};

use super::Watch;

/// Instructions that are kept.
const MOST: usize = 64;

/// A load of less than a word, through an address that was made from a known one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NarrowLoad {
    /// The instruction.
    pub pc: u64,
    /// The address that its address was made from.
    pub base: u64,
    /// Number of times that it ran.
    pub times: u64,
    /// Whether all its addresses were those of words.
    pub is_aligned: bool,
}

/// An unsigned comparison of a negative number with a small one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnsignedComparison {
    /// The instruction.
    pub pc: u64,
    /// The negative number.
    pub negative: i64,
    /// The last writers of both registers.
    pub writers: [u64; 2],
}

/// What was noticed.
#[derive(Debug, Clone, Default)]
pub(super) struct Kinds {
    loads: RefCell<Vec<NarrowLoad>>,
    /// Index of the load that ran last.
    last: Cell<usize>,
    comparisons: RefCell<Vec<UnsignedComparison>>,
}

impl Kinds {
    pub(super) fn loads(&self, pc: u64, base: u64, address: u64) {
        let mut loads = self.loads.borrow_mut();
        let mut at = self.last.get();
        if loads.get(at).is_none_or(|load| load.pc != pc) {
            at = loads.iter().position(|load| load.pc == pc).unwrap_or(loads.len());
            if at == MOST {
                return;
            }
            if at == loads.len() {
                loads.push(NarrowLoad { pc, base, times: 0, is_aligned: true });
            }
            self.last.set(at);
        }
        let load = &mut loads[at];
        load.times += 1;
        load.is_aligned &= address.is_multiple_of(4);
    }
}

impl Watch {
    /// Loads of less than a word.
    #[must_use]
    pub fn narrow_loads(&self) -> Vec<NarrowLoad> {
        self.kinds.loads.borrow().clone()
    }

    /// Unsigned comparisons of negative numbers.
    #[must_use]
    pub fn unsigned_comparisons(&self) -> Vec<UnsignedComparison> {
        self.kinds.comparisons.borrow().clone()
    }

    /// Notes an unsigned comparison of two registers.
    pub(super) fn compares(&self, pc: u64, slots: [u8; 2], values: [u64; 2]) {
        let mut comparisons = self.kinds.comparisons.borrow_mut();
        let is_known = comparisons.iter().any(|known| known.pc == pc);
        let signed = values.map(|value| i64::from(value as u32 as i32));
        let is_small = signed.iter().all(|value| value.unsigned_abs() < 1 << 16);
        let negative = signed[0].min(signed[1]);
        let is_one = negative < 0 && signed[0].max(signed[1]) >= 0;
        let writers = slots.map(|slot| self.writer(slot).unwrap_or(0));
        if is_one && is_small && !is_known && comparisons.len() < MOST {
            comparisons.push(UnsignedComparison { pc, negative, writers });
        }
    }
}

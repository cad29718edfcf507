//! Calls inside the followed code that have not returned.

use std::collections::HashMap;
use std::sync::Arc;

/// Calls inside one another that are kept.
const MOST_FRAMES: usize = 10_000;

/// Calls that have not returned, by the addresses they return to.
#[derive(Debug, Clone, Default)]
pub(super) struct Frames {
    /// Calls, by the last instruction before the flow turns: where each returns to.
    calls: Arc<HashMap<u64, u64>>,
    backs: Vec<u64>,
}

impl Frames {
    pub(super) fn new(calls: Arc<HashMap<u64, u64>>) -> Self {
        Frames { calls, backs: Vec::new() }
    }

    /// The flow goes from the end of an instruction to another place than the next one.
    pub(super) fn turned(&mut self, last: u64, pc: u64) {
        if let Some(at) = self.backs.iter().rposition(|&back| back == pc) {
            self.backs.truncate(at);
        } else if let Some(&back) = self.calls.get(&last).filter(|&&back| back != pc)
            && self.backs.len() < MOST_FRAMES
        {
            self.backs.push(back);
        }
    }

    pub(super) fn depth(&self) -> usize {
        self.backs.len()
    }

    pub(super) fn returns_to(&self, address: u64) -> bool {
        self.backs.contains(&address)
    }
}

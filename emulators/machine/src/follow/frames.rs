//! Open calls in the followed code.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Maximum number of nested calls kept.
const MOST_FRAMES: usize = 10_000;

/// Calls and direct jumps of the followed code.
#[derive(Debug, Clone, Default)]
pub struct FlowCounts {
    /// Return address of each call, by the last instruction before control transfers.
    pub calls: HashMap<u64, u64>,
    /// Jumps and branches with the target in the instruction, which are never returns.
    pub direct: HashSet<u64>,
}

/// Return addresses of open calls.
#[derive(Debug, Clone, Default)]
pub(super) struct Frames {
    turns: Arc<FlowCounts>,
    backs: Vec<u64>,
}

impl Frames {
    pub(super) fn new(turns: Arc<FlowCounts>) -> Self {
        Frames { turns, backs: Vec::new() }
    }

    /// Notes that control transferred from an instruction to an address other than the next.
    pub(super) fn turned(&mut self, last: u64, pc: u64) {
        let FlowCounts { calls, direct } = &*self.turns;
        let returned = || self.backs.iter().rposition(|&back| back == pc);
        if let Some(at) = (!direct.contains(&last)).then(returned).flatten() {
            self.backs.truncate(at);
        } else if let Some(&back) = calls.get(&last).filter(|&&back| back != pc)
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

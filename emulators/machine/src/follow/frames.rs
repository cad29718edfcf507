//! Calls inside the followed code that have not returned.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Calls inside one another that are kept.
const MOST_FRAMES: usize = 10_000;

/// Instructions of some code after which the flow may turn.
#[derive(Debug, Clone, Default)]
pub struct Turns {
    /// Calls, by the last instruction before the flow turns: where each returns to.
    pub calls: HashMap<u64, u64>,
    /// Jumps and branches whose target is in the instruction: they return from nothing.
    pub direct: HashSet<u64>,
}

/// Calls that have not returned, by the addresses they return to.
#[derive(Debug, Clone, Default)]
pub(super) struct Frames {
    turns: Arc<Turns>,
    backs: Vec<u64>,
}

impl Frames {
    pub(super) fn new(turns: Arc<Turns>) -> Self {
        Frames { turns, backs: Vec::new() }
    }

    /// The flow goes from the end of an instruction to another place than the next one.
    pub(super) fn turned(&mut self, last: u64, pc: u64) {
        let Turns { calls, direct } = &*self.turns;
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

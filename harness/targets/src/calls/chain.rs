//! The call chain of a program.
//!
//! It cannot be read from memory, because assembly keeps return addresses anywhere. So calls and
//! returns are followed as they run. A call starts a frame. The frame ends when a return
//! instruction reaches the place after the call, even if this leaves several frames at once. A tail
//! call, or an exit by a jump that is not a return, is noticed when the caller continues.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use machine::{CallFlow, Image, Machine as _};

use super::rules::Rules;
use super::starts::{Code, Step};
use crate::target::{AnyMachine, Target};

/// A call that has not returned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame {
    /// Address of the call instruction.
    pub call: u64,
    /// First possible return address.
    pub back: u64,
    /// End of the possible return addresses.
    end: u64,
}

/// Calls and returns of a program, by address.
#[derive(Debug, Default)]
pub struct Map {
    /// Calls, with their return addresses.
    calls: HashMap<u64, Frame>,
    /// True for returns, false for return addresses.
    marks: HashMap<u64, bool>,
    /// The entry point, and call targets encoded in instructions.
    entries: BTreeSet<u64>,
    /// Where subroutines start, for their names; these include the entries.
    starts: BTreeSet<u64>,
}

/// Maximum number of nested calls kept.
const MOST_FRAMES: usize = 100_000;

impl Map {
    /// Analyses all instructions of a program.
    #[must_use]
    pub fn new(target: &Target, image: &Image, machine: &AnyMachine) -> Self {
        let rules = Rules::of(target, machine);
        let mut map = Map::default();
        map.entries.insert(image.entry);
        let mut parts = Vec::new();
        for segment in image.segments.iter().filter(|segment| segment.executable) {
            let end = segment.base.saturating_add(segment.size);
            let (mut address, mut steps) = (segment.base, Vec::new());
            while address < end {
                let Some(found) = target.instruction(image, address) else { break };
                let text = machine.disassemble(address).unwrap_or_default();
                let flow = rules.flow(&text);
                steps.push(Step { address, flow, text });
                let back = address + found.units * (1 + rules.slots);
                match flow {
                    CallFlow::Call => {
                        let places = (0..rules.returns).map(|place| back + place * found.units);
                        for place in places {
                            map.marks.entry(place).or_insert(false);
                        }
                        let end = back + rules.returns * found.units;
                        map.entries.extend(machine.role(address).and_then(|role| role.target));
                        map.calls.insert(address, Frame { call: address, back, end });
                    }
                    CallFlow::Return => drop(map.marks.insert(address, true)),
                    CallFlow::Other => {}
                }
                address += found.units.max(1);
            }
            parts.push(steps);
        }
        let code = Code { target, image, machine, rules };
        map.starts = map.entries.clone();
        map.starts.extend(code.sure());
        let returns = |address: u64| map.marks.get(&address) == Some(&false);
        let others = parts.iter().flat_map(|steps| code.others(steps, &map.starts, returns));
        let others: Vec<u64> = others.collect();
        map.starts.extend(others);
        map
    }

    /// Frame that a call at an address starts; `None` if there is no call.
    #[must_use]
    pub fn call(&self, address: u64) -> Option<Frame> {
        self.calls.get(&address).copied()
    }

    /// The entry point and the targets of direct calls, in ascending order.
    pub fn entries(&self) -> impl Iterator<Item = u64> {
        self.entries.iter().copied()
    }

    /// Address of the subroutine that contains an address; each reaches to the next start.
    #[must_use]
    pub fn subroutine(&self, address: u64) -> Option<u64> {
        self.starts.range(..=address).next_back().copied()
    }

    /// Whether the instruction at an address is a return.
    #[must_use]
    pub fn is_return(&self, address: u64) -> bool {
        self.marks.get(&address) == Some(&true)
    }
}

/// Calls that have not returned, outermost first.
#[derive(Debug, Clone, Default)]
pub struct Chain {
    map: Arc<Map>,
    frames: Vec<Frame>,
    /// Number of frames above the limit, which are not kept.
    lost: u64,
    /// Last marked instruction reached; it has run once another one is reached.
    latest: Option<u64>,
}

impl Chain {
    /// Chain without calls.
    #[must_use]
    pub fn new(map: Arc<Map>) -> Self {
        Chain { map, ..Chain::default() }
    }

    /// Whether arrivals at an address must be reported to [`arrived`](Self::arrived).
    #[must_use]
    pub fn is_mark(&self, address: u64) -> bool {
        self.map.marks.contains_key(&address) || self.map.calls.contains_key(&address)
    }

    /// Notes that the program reached an address, and that the previous one has run.
    pub fn arrived(&mut self, address: u64) {
        let came_back = match self.latest.replace(address) {
            None => false,
            Some(latest) => match self.map.call(latest) {
                Some(frame) => {
                    self.push(frame);
                    // The call was conditional and not taken.
                    frame.back == address
                }
                None => self.map.is_return(latest),
            },
        };
        if came_back && self.lost > 0 {
            self.lost -= 1;
        } else if came_back {
            let left = |frame: &Frame| (frame.back..frame.end).contains(&address);
            if let Some(at) = self.frames.iter().rposition(left) {
                self.frames.truncate(at);
            }
        }
    }

    fn push(&mut self, frame: Frame) {
        if self.frames.len() < MOST_FRAMES { self.frames.push(frame) } else { self.lost += 1 }
    }

    /// The chain of a program stopped before an instruction.
    #[must_use]
    pub fn standing(mut self, pc: u64) -> Self {
        self.note(pc);
        self
    }

    /// Notes that the program is stopped before an instruction, which may have been reported.
    pub fn note(&mut self, pc: u64) {
        if self.latest != Some(pc) {
            self.arrived(pc);
        }
    }

    /// The calls, outermost first.
    #[must_use]
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// Number of further calls that have not returned and are not kept.
    #[must_use]
    pub fn lost(&self) -> u64 {
        self.lost
    }

    /// Number of calls in [`frames`](Self::frames).
    #[must_use]
    pub fn depth(&self) -> usize {
        self.frames.len()
    }
}

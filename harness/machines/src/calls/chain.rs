//! The chain of calls that led to where a program stands.
//!
//! No memory tells it: assembly keeps return addresses where it likes. So calls and returns are
//! followed as they run. A call begins a frame, which ends when the program comes to the place
//! behind the call out of an instruction that returns, however many frames are left at once. A
//! subroutine that ends in another's call of its own, or by a jump that is no return, is seen when
//! the one that called it goes on.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use machine::{Flow, Image, Machine as _};

use super::rules::Rules;
use crate::target::{AnyMachine, Target};

/// A call that has not returned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame {
    /// Address of the instruction that calls.
    pub call: u64,
    /// The first place it may come back to.
    pub back: u64,
    /// Behind the last such place.
    end: u64,
}

/// Where calls and returns are in a program.
#[derive(Debug, Default)]
pub struct Map {
    /// Calls have the places they come back to.
    calls: HashMap<u64, Frame>,
    /// Returns, and places that calls come back to; false for those.
    marks: HashMap<u64, bool>,
    /// Where calls go, as far as the instruction alone says it, and where the program begins.
    entries: BTreeSet<u64>,
}

/// Calls inside one another that are kept.
const MOST_FRAMES: usize = 100_000;

impl Map {
    /// Reads all instructions of a program.
    #[must_use]
    pub fn new(target: &Target, image: &Image, machine: &AnyMachine) -> Self {
        let rules = Rules::of(target, machine);
        let mut map = Map::default();
        map.entries.insert(image.entry);
        for segment in image.segments.iter().filter(|segment| segment.executable) {
            let end = segment.base.saturating_add(segment.size);
            let mut address = segment.base;
            while address < end {
                let Some(found) = target.instruction(image, address) else { break };
                let flow =
                    machine.disassemble(address).map_or(Flow::Other, |text| rules.flow(&text));
                let back = address + found.units * (1 + rules.slots);
                match flow {
                    Flow::Call => {
                        let places = (0..rules.returns).map(|place| back + place * found.units);
                        for place in places {
                            map.marks.entry(place).or_insert(false);
                        }
                        let end = back + rules.returns * found.units;
                        map.entries.extend(machine.role(address).and_then(|role| role.target));
                        map.calls.insert(address, Frame { call: address, back, end });
                    }
                    Flow::Return => drop(map.marks.insert(address, true)),
                    Flow::Other => {}
                }
                address += found.units.max(1);
            }
        }
        map
    }

    /// What a call at an address begins; `None` where there is no call.
    #[must_use]
    pub fn call(&self, address: u64) -> Option<Frame> {
        self.calls.get(&address).copied()
    }

    /// Where subroutines begin, as far as is known, in rising order.
    pub fn entries(&self) -> impl Iterator<Item = u64> {
        self.entries.iter().copied()
    }

    /// The beginning of the subroutine that an address is in, taken to reach to the next.
    #[must_use]
    pub fn subroutine(&self, address: u64) -> Option<u64> {
        self.entries.range(..=address).next_back().copied()
    }

    /// Whether the instruction at an address goes back behind a call.
    #[must_use]
    pub fn is_return(&self, address: u64) -> bool {
        self.marks.get(&address) == Some(&true)
    }
}

/// Calls that have not returned, the first one first.
#[derive(Debug, Clone, Default)]
pub struct Chain {
    map: Arc<Map>,
    frames: Vec<Frame>,
    /// Frames that were not kept, because there were too many.
    lost: u64,
    /// The last instruction of note that was come to; it has run when there is a further one.
    latest: Option<u64>,
}

impl Chain {
    /// No call was made.
    #[must_use]
    pub fn new(map: Arc<Map>) -> Self {
        Chain { map, ..Chain::default() }
    }

    /// Whether an address is to be told of.
    #[must_use]
    pub fn is_mark(&self, address: u64) -> bool {
        self.map.marks.contains_key(&address) || self.map.calls.contains_key(&address)
    }

    /// The program comes to an address; what it came to before has run.
    pub fn arrived(&mut self, address: u64) {
        let came_back = match self.latest.replace(address) {
            None => false,
            Some(latest) => match self.map.call(latest) {
                Some(frame) => {
                    self.push(frame);
                    // A condition did not hold.
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

    /// The chain of a program that stands before an instruction.
    #[must_use]
    pub fn standing(mut self, pc: u64) -> Self {
        self.note(pc);
        self
    }

    /// The program stands before an instruction, of which this may have been told.
    pub fn note(&mut self, pc: u64) {
        if self.latest != Some(pc) {
            self.arrived(pc);
        }
    }

    /// The calls, the first one first.
    #[must_use]
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// How many calls more have not returned, and are not kept.
    #[must_use]
    pub fn lost(&self) -> u64 {
        self.lost
    }

    /// How many calls are kept that have not returned.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.frames.len()
    }
}

//! The chain of calls that led to where a program stands.
//!
//! No memory tells it: assembly keeps return addresses where it likes. So calls and returns are
//! followed as they run. A call begins a frame, which ends when the program comes to the place
//! behind the call out of an instruction that returns, however many frames are left at once. A
//! subroutine that ends in another's call of its own, or by a jump that is no return, is seen when
//! the one that called it goes on.

use std::collections::HashMap;
use std::sync::Arc;

use machine::{Flow, Image, Machine as _};

use super::flow::Rules;
use machines::target::{AnyMachine, Target};

/// A call that has not returned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Frame {
    /// Address of the instruction that calls.
    pub(crate) call: u64,
    /// The first place it may come back to.
    pub(crate) back: u64,
    /// Behind the last such place.
    end: u64,
}

/// Where calls and returns are in a program.
#[derive(Debug, Default)]
pub(crate) struct Map {
    /// Calls have the places they come back to.
    calls: HashMap<u64, Frame>,
    /// Returns, and places that calls come back to; false for those.
    marks: HashMap<u64, bool>,
}

/// Calls inside one another that are kept.
const MOST_FRAMES: usize = 100_000;

impl Map {
    /// Reads all instructions of a program.
    pub(crate) fn new(target: &Target, image: &Image, machine: &AnyMachine) -> Self {
        let rules = Rules::of(target, machine);
        let mut map = Map::default();
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

    /// The place behind a call.
    pub(crate) fn call(&self, address: u64) -> Option<Frame> {
        self.calls.get(&address).copied()
    }

    fn is_return(&self, address: u64) -> bool {
        self.marks.get(&address) == Some(&true)
    }
}

/// Calls that have not returned, the first one first.
#[derive(Debug, Clone, Default)]
pub(crate) struct Chain {
    map: Arc<Map>,
    frames: Vec<Frame>,
    /// Frames that were not kept, because there were too many.
    lost: u64,
    /// The last instruction of note that was come to; it has run when there is a further one.
    latest: Option<u64>,
}

impl Chain {
    /// No call was made.
    pub(crate) fn new(map: Arc<Map>) -> Self {
        Chain { map, ..Chain::default() }
    }

    /// Whether an address is to be told of.
    pub(crate) fn is_mark(&self, address: u64) -> bool {
        self.map.marks.contains_key(&address) || self.map.calls.contains_key(&address)
    }

    /// The program comes to an address; what it came to before has run.
    pub(crate) fn arrived(&mut self, address: u64) {
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
    pub(crate) fn standing(mut self, pc: u64) -> Self {
        self.note(pc);
        self
    }

    /// The program stands before an instruction, of which this may have been told.
    pub(crate) fn note(&mut self, pc: u64) {
        if self.latest != Some(pc) {
            self.arrived(pc);
        }
    }

    /// The calls, the first one first.
    pub(crate) fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// How many calls have not returned.
    pub(crate) fn depth(&self) -> usize {
        self.frames.len()
    }
}

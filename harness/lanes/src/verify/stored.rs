//! Finds the instruction that made a store by running the puzzle again.
//!
//! A watcher receives stores late and without their instruction. So one run stops after the store to count its
//! instructions, and another run stops one instruction earlier.

use machine::{Image, Machine as _, Observer, Stop, Store};
use reference::Puzzle;
use targets::diagnose;
use targets::target::Target;

use super::ready::Program;
use crate::decisions::{Observation, Places, Sink, Watcher};
use crate::lane::Lane;

/// Instruction that made a store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredBy {
    /// Address of the instruction.
    pub address: u64,
    /// Source file and line, if known.
    pub line: Option<(String, u32)>,
    /// Description.
    pub words: String,
}

/// Finds the instruction of an event, by its number from 1, which must be a store; `None` if it is not reached
/// within the budget.
pub(super) fn stored_by(
    lane: &Lane,
    program: &Program,
    places: &Places,
    puzzle: &Puzzle,
    number: u64,
    budget_instrs: u64,
) -> Option<StoredBy> {
    let Program { target, image, .. } = program;
    let mut machine = target.machine();
    machine.load(image).ok()?;
    machine.watch(places.base, places.end());
    let watcher = Watcher::new(places.clone(), puzzle, Count(0));
    let stop = machine.run(&mut lane.host(puzzle), budget_instrs, &mut UpTo { watcher, number });
    let before = machine.counts().instructions.checked_sub(1).filter(|_| stop == Stop::Pause)?;
    let mut machine = target.machine();
    machine.load(image).ok()?;
    let stop = machine.run(&mut lane.host(puzzle), before, &mut ());
    (stop == Stop::Budget).then(|| at(target, image, machine.pc()))
}

/// Describes an instruction.
fn at(target: &Target, image: &Image, address: u64) -> StoredBy {
    let line = image.line(address);
    let named = line.and_then(|line| {
        let file = image.files.get(line.file as usize)?;
        Some((asmkit::plain_name(file), line.line))
    });
    StoredBy { address, line: named, words: diagnose::place(image, address, target.spec()) }
}

/// Sink that counts observations.
struct Count(u64);

impl Sink for Count {
    fn see(&mut self, _: Observation) {
        self.0 += 1;
    }
}

/// Observer that pauses after a number of observations.
struct UpTo {
    watcher: Watcher<Count>,
    number: u64,
}

impl Observer for UpTo {
    const MARKS: bool = true;
    const STORES: bool = true;

    fn is_mark(&self, address: u64) -> bool {
        self.watcher.is_mark(address)
    }

    fn arrived(&mut self, address: u64) {
        self.watcher.arrived(address);
    }

    fn stored(&mut self, store: Store) {
        self.watcher.stored(store);
    }

    fn pauses(&self) -> bool {
        self.watcher.sink.0 >= self.number
    }
}

#[cfg(test)]
mod tests {
    use reference::models::Event;

    use super::*;
    use crate::golden::read_puzzles;
    use crate::lane::read_table;
    use crate::root::Root;
    use crate::verify::ready::assemble;

    #[test]
    fn stores_of_finished_programs_are_found() {
        let root = Root::Bundled;
        let puzzle = read_puzzles(&root, "easy").unwrap().swap_remove(0).puzzle;
        let lanes = read_table(&root).unwrap();
        for lane in
            lanes.iter().filter(|lane| lane.name.starts_with("mips32-") && lane.made_by.is_some())
        {
            let program = assemble(&root, lane).unwrap();
            let mut machine = program.target.machine();
            machine.load(&program.image).unwrap();
            let (mut number, mut stores) = (0, Vec::new());
            lane.algorithm.run(&puzzle, 1000, &mut |event| {
                number += 1;
                stores.extend((event != Event::Node).then_some(number));
            });
            for number in stores.into_iter().take(9) {
                let places = program.places.as_ref().unwrap();
                let by = stored_by(lane, &program, places, &puzzle, number, 10_000_000).unwrap();
                let text = machine.disassemble(by.address).unwrap();
                assert!(text.starts_with("sb"), "{} event {number}: {text}", lane.name);
            }
        }
    }
}

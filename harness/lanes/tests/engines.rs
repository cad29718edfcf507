//! Every lane comes to the same in every engine, whether somebody looks on or nobody.

use std::path::Path;

use lanes::bench::watcher;
use lanes::decisions::RunDigest;
use lanes::golden;
use lanes::lane::{self, Lane};
use lanes::root::Root;
use machine::{Counts, Engine, Image, InstructionCount, Machine as _, Stop};
use rayon::prelude::{IntoParallelRefIterator as _, ParallelIterator as _};
use reference::Puzzle;
use targets::native;
use targets::target::Target;

/// Memory, registers and output after a run.
#[derive(Debug, PartialEq)]
struct Left {
    stop: Stop,
    output: Vec<u8>,
    counts: Counts,
    executed: Vec<InstructionCount>,
    registers: Vec<(&'static str, u64)>,
}

/// A run in an engine, and the events that a verification received; `alone` has no observer.
fn run(
    lane: &Lane,
    target: &Target,
    image: &Image,
    puzzle: &Puzzle,
    alone: bool,
) -> (Left, RunDigest) {
    let mut machine = target.machine();
    machine.load(image).expect("it fits");
    let mut host = lane.host(puzzle);
    let mut watcher = watcher(lane, image, puzzle).expect("its labels")(&mut machine);
    let stop = if alone {
        machine.run(&mut host, u64::MAX, &mut ())
    } else {
        machine.run(&mut host, u64::MAX, &mut watcher)
    };
    let left = Left {
        stop,
        output: host.output.take(),
        counts: machine.counts(),
        executed: machine.executed(),
        registers: machine.registers(),
    };
    (left, watcher.sink)
}

/// The puzzle of a lane's first set that costs least.
fn easiest(root: &Root, lane: &Lane) -> Puzzle {
    let counts = golden::read_counts(root, &lane.name).expect("golden counts");
    let puzzles = golden::read_puzzles(root, &lane.sets[0]).expect("a set");
    let cost = |number: usize| {
        let id = format!("{}:{number}", lane.sets[0]).parse().expect("a puzzle's name");
        counts.get(&id).map_or(u64::MAX, |cost| cost.instructions)
    };
    puzzles.into_iter().min_by_key(|puzzle| cost(puzzle.number)).expect("a puzzle").puzzle
}

#[test]
fn every_lane_is_the_same_in_every_engine() {
    if let Err(why) = native::made_for() {
        eprintln!("native code is not compared: {why}");
    }
    let root = Root::Folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    let lanes = lane::read_table(&root).unwrap();
    lanes.par_iter().for_each(|lane| {
        let (target, image) = lane.program(&root).unwrap();
        let puzzle = easiest(&root, lane);
        let plain = target.clone().with_engine(Engine::Plain);
        let (expected, message) = run(lane, &plain, &image, &puzzle, false);
        assert!(message.digest.nodes > 0, "{}: no node is reported", lane.name);
        for engine in [Engine::Plain, Engine::Careful, Engine::Translate, Engine::Auto] {
            let target = target.clone().with_engine(engine);
            // The second time native code is there from the beginning; the other engines keep nothing.
            let is_native = matches!(engine, Engine::Translate | Engine::Auto);
            for _ in 0..if is_native { 2 } else { 1 } {
                let watched = run(lane, &target, &image, &puzzle, false);
                assert_eq!(watched.0, expected, "{} in {engine:?}, watched", lane.name);
                assert_eq!(watched.1, message, "decisions of {} in {engine:?}", lane.name);
                let alone = run(lane, &target, &image, &puzzle, true);
                assert_eq!(alone.0, expected, "{} in {engine:?}", lane.name);
            }
        }
    });
}

//! What is measured of a run, against what is golden, the twin's decisions and the machine's own counts.

use std::path::Path;

use lanes::golden::SetPuzzle;
use lanes::lane::Lane;
use lanes::root::Root;
use lanes::{compare, golden, lane};
use machine::Machine as _;

/// Every measure of every lane adds up: kinds of instructions to the count, the count to the golden one,
/// fetched bits to what was executed; and the decisions are the twin's.
#[test]
fn measures_add_up() {
    let root = Root::Folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    for lane in lane::read_table(&root).unwrap() {
        if lane.target.isa() == "esproc" {
            continue;
        }
        let (name, set) = (lane.name.clone(), lane.sets.last().unwrap().clone());
        let algorithm = lane.algorithm;
        let golden = golden::read_counts(&root, &name).unwrap();
        let puzzles = golden::read_puzzles(&root, &set).unwrap();
        let puzzles: Vec<_> = puzzles.into_iter().take(2).map(|at| (set.clone(), at)).collect();
        let measured = compare::measure(&root, lane, &puzzles).unwrap();
        for ((id, run), (_, at)) in measured.runs.iter().zip(&puzzles) {
            assert_eq!(run.cost, golden[id], "{name} {id}");
            assert_eq!(run.mix.values().sum::<u64>(), run.cost.instructions, "{name} {id}");
            assert_eq!(Some(run.events), algorithm.digest(&at.puzzle, 1 << 20), "{name} {id}");
            assert_eq!(run.fetched_bits, fetched_bits(&root, &measured.lane, at), "{name} {id}");
            assert!(run.loads.grid.times > 0 && run.stores.grid.times > 0, "{name} {id}: {run:?}");
            assert!(run.stores.stack.times > 0 && run.stack_bits > 0, "{name} {id}: {run:?}");
        }
        let size = measured.size;
        assert!(size.never_run < size.instructions, "{name}: {size:?}");
    }
}

/// Bits of all instructions that a run fetches, by what the disassembler calls them: a word each, and half
/// a word where they are compressed.
fn fetched_bits(root: &Root, lane: &Lane, at: &SetPuzzle) -> u64 {
    let (target, image) = lane.program(root).expect("it assembles");
    let mut machine = target.machine();
    machine.load(&image).expect("it fits");
    machine.run(&mut lane.host(&at.puzzle), u64::MAX, &mut ());
    let word_bits = u64::from(target.spec().word_bits);
    let bits = |address| match machine.disassemble(address) {
        Some(text) if text.starts_with("c.") => 16,
        _ => word_bits,
    };
    machine.executed().iter().map(|ran| ran.times * bits(ran.address)).sum()
}

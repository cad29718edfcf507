//! What is measured of a run, against what is golden, the twin's decisions and the machine's own counts.

use std::path::Path;

use lanes::root::Root;
use lanes::{compare, golden, lane};

/// Every measure of every lane adds up: kinds of instructions to the count, the count to the golden one,
/// fetched bits to the widths there are; and the decisions are the twin's.
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
        let unit_bits = u64::from(lane.target.spec().unit_bits);
        let measured = compare::measure(&root, lane, &puzzles).unwrap();
        for ((id, run), (_, at)) in measured.runs.iter().zip(&puzzles) {
            assert_eq!(run.cost, golden[id], "{name} {id}");
            assert_eq!(run.mix.values().sum::<u64>(), run.cost.instructions, "{name} {id}");
            assert_eq!(Some(run.events), algorithm.digest(&at.puzzle, 1 << 20), "{name} {id}");
            let per = run.fetched_bits as f64 / run.cost.instructions as f64;
            let widths = if unit_bits == 36 { 36.0..=36.0 } else { 16.0..=32.0 };
            assert!(widths.contains(&per), "{name} {id}: {per} bits an instruction");
            assert!(run.loads.grid.times > 0 && run.stores.grid.times > 0, "{name} {id}: {run:?}");
            assert!(run.stores.stack.times > 0 && run.stack_bits > 0, "{name} {id}: {run:?}");
        }
        let size = measured.size;
        assert!(size.never_run < size.instructions, "{name}: {size:?}");
    }
}

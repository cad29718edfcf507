//! Measurements of a run, compared with golden counts, the decisions of the reference model and the machine's own counts.

use std::path::Path;

use lanes::compare::{ComparisonChoice, ComparisonGroup, ComparisonPlan, ComparisonRow};
use lanes::lane::Lane;
use lanes::root::Root;
use lanes::{golden, lane};
use machine::Machine as _;
use reference::Puzzle;

fn root() -> Root {
    Root::Folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
}

fn puzzles(text: &str) -> ComparisonChoice {
    ComparisonChoice {
        puzzles: vec![text.parse().expect("puzzles")],
        ..ComparisonChoice::default()
    }
}

/// Every measure of every lane adds up: kinds of instructions to the count, the count to the golden one,
/// fetched bits to what was executed; and the decisions are the reference model's.
#[test]
fn measures_add_up() {
    let lanes = lane::read_table(&root()).unwrap();
    for set in ["easy:1-2", "4x4:1-2"] {
        let comparison =
            ComparisonPlan::new(root(), lanes.clone(), &puzzles(set)).unwrap().run(&|_, _| {});
        assert_eq!(comparison.problems, [""; 0]);
        assert!(
            comparison.left_out.iter().all(|out| out.broken.is_none()),
            "{:?}",
            comparison.left_out
        );
        for group in &comparison.groups {
            assert!(group.apart.is_empty(), "{:?}", group.apart);
            for row in &group.rows {
                adds_up(group, row);
            }
        }
    }
}

fn adds_up(group: &ComparisonGroup, row: &ComparisonRow) {
    let name = &row.lane.name;
    let golden = golden::read_counts(&root(), name).expect("golden counts");
    for (at, run) in group.puzzles.iter().zip(&row.runs) {
        assert_eq!(run.cost, golden[&at.id], "{name} {}", at.id);
        assert_eq!(run.mix.values().sum::<u64>(), run.cost.instructions, "{name} {}", at.id);
        assert_eq!(
            run.fetched_bits,
            fetched_bits(&root(), &row.lane, &at.puzzle),
            "{name} {}",
            at.id
        );
        assert!(run.loads.grid.times > 0 && run.stores.grid.times > 0, "{name} {}: {run:?}", at.id);
        assert!(run.stores.stack.times > 0 && run.stack_bits > 0, "{name} {}: {run:?}", at.id);
    }
    let size = row.size;
    assert!(size.never_run < size.instructions, "{name}: {size:?}");
}

/// Bits of all instructions that a run fetches, by what the disassembler calls them: a word each, and half
/// a word where they are compressed.
fn fetched_bits(root: &Root, lane: &Lane, puzzle: &Puzzle) -> u64 {
    let (target, image) = lane.program(root).expect("it assembles");
    let mut machine = target.machine();
    machine.load(&image).expect("it fits");
    machine.run(&mut lane.host(puzzle), u64::MAX, &mut ());
    let word_bits = u64::from(target.spec().word_bits);
    let bits = |address| match machine.disassemble(address) {
        Some(text) if text.starts_with("c.") => 16,
        _ => word_bits,
    };
    machine.executed().iter().map(|ran| ran.times * bits(ran.address)).sum()
}

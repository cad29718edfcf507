//! A comparison that nobody measured: lanes of the table, and numbers that only look like some.

use std::collections::BTreeMap;

use lanes::compare::{
    Access, At, Comparison, ComparisonGroup, ComparisonRow, InstructionKind, Measure, StaticSize,
    Traffic,
};
use lanes::golden::{Cost, PuzzleId};
use lanes::lane::{Algorithm, Decisions, Lane, read_table};
use lanes::root::Root;
use reference::Size;
use reference::models::Digest;

/// The lanes of instruction sets that came with the command.
pub(crate) fn lanes() -> Vec<Lane> {
    let lanes = read_table(&Root::Bundled).expect("what came with the command is right");
    lanes.into_iter().filter(|lane| lane.target.spec().syntax.place.is_none()).collect()
}

/// A comparison of these lanes over N puzzles each.
pub(crate) fn made_up(lanes: Vec<Lane>, puzzles: usize) -> Comparison {
    let mut groups: Vec<ComparisonGroup> = Vec::new();
    for (number, lane) in lanes.into_iter().enumerate() {
        let (algorithm, size) = (lane.algorithm, lane.size);
        let is_its =
            |group: &&mut ComparisonGroup| (group.algorithm, group.size) == (algorithm, size);
        let group = match groups.iter_mut().find(is_its) {
            Some(group) => group,
            None => {
                groups.push(group(algorithm, size, puzzles));
                groups.last_mut().expect("one was just added")
            }
        };
        let runs = group.puzzles.iter().map(|at| measure(number as u64, at.decisions.digest.nodes));
        let runs = runs.collect();
        group.rows.push(ComparisonRow { lane, size: static_size(number as u64), runs });
    }
    Comparison { root: Root::Bundled, groups, left_out: Vec::new(), problems: Vec::new() }
}

fn group(algorithm: Algorithm, size: Size, puzzles: usize) -> ComparisonGroup {
    let puzzle = ".".repeat(size.side() * size.side());
    let at = |number: usize| {
        let nodes = 60 + (number as u64 * number as u64 * 37) % 9000;
        At {
            id: PuzzleId { set: "easy".to_owned(), number: number + 1 },
            puzzle: puzzle.parse().expect("no given is a puzzle"),
            decisions: Decisions {
                digest: Digest { nodes, places: nodes + 51, ..Digest::new() },
                solves: true,
            },
        }
    };
    ComparisonGroup {
        algorithm,
        size,
        puzzles: (0..puzzles).map(at).collect(),
        passed_over: 0,
        spread_over: puzzles,
        rows: Vec::new(),
        apart: Vec::new(),
        baseline: Some(0),
    }
}

fn static_size(lane: u64) -> StaticSize {
    StaticSize {
        instructions: 150 + lane * 7,
        instruction_bits: (150 + lane * 7) * 32,
        data_bits: 4096,
        never_run: lane,
    }
}

fn measure(lane: u64, nodes: u64) -> Measure {
    let parts = [
        (InstructionKind::Class("alu"), 90 + lane * 3),
        (InstructionKind::Class("load"), 30 + lane),
        (InstructionKind::Class("store"), 11),
        (InstructionKind::Taken, 24),
        (InstructionKind::NotTaken, 9 + nodes % 3),
        (InstructionKind::Call, 2),
        (InstructionKind::Return, 2),
        (InstructionKind::Class("system"), 1),
    ];
    let mix: BTreeMap<InstructionKind, u64> =
        parts.into_iter().map(|(kind, times)| (kind, times * nodes + 300)).collect();
    let instructions = mix.values().sum();
    let grid = Access { times: nodes, bits: nodes * 8 };
    Measure {
        cost: Cost { instructions, cycles: BTreeMap::new() },
        search: instructions - 300,
        search_fetched_bits: (instructions - 300) * 32,
        fetched_bits: instructions * 32,
        loads: Traffic { grid, ..Traffic::default() },
        stores: Traffic::default(),
        stack_bits: 4096,
        mix,
        fusions: BTreeMap::new(),
    }
}

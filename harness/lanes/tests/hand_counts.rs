//! Counts by hand: what one node of `constraint` costs on each machine, as asm/constraint/README.md has it
//! from the sources, against what the emulators counted for every puzzle.

use std::path::Path;

use lanes::golden;
use lanes::root::Root;
use reference::{Puzzle, Size};

/// How often each part of the search runs for one puzzle.
#[derive(Debug, Default, Clone, Copy)]
struct Parts {
    /// Nodes with a blank cell, and the one without.
    entered: i64,
    full: i64,
    /// Cells looked at: with fewer candidates than all before, with none, and the others.
    fewer: i64,
    none: i64,
    looked: i64,
    /// Nodes that chose a cell, and those of them that found no digit for it.
    chosen: i64,
    failed: i64,
    placed: i64,
    undone: i64,
}

/// The instructions of each part, as the page has them.
struct Costs {
    lane: &'static str,
    entered: i64,
    full: i64,
    fewer: i64,
    none: i64,
    looked: i64,
    chosen: i64,
    placed: i64,
    undone: i64,
    failed: i64,
    returned: i64,
}

#[rustfmt::skip]
const COSTS: [Costs; 3] = [
    Costs { lane: "mips32-constraint", entered: 6, full: 6, fewer: 19, none: 15, looked: 15,
            chosen: 11, placed: 21, undone: 15, failed: 8, returned: 7 },
    Costs { lane: "riscv32-constraint", entered: 5, full: 5, fewer: 18, none: 14, looked: 14,
            chosen: 11, placed: 21, undone: 15, failed: 8, returned: 7 },
    Costs { lane: "pdp10-constraint", entered: 3, full: 5, fewer: 11, none: 6, looked: 8,
            chosen: 3, placed: 12, undone: 9, failed: 4, returned: 3 },
];

impl Costs {
    /// The instructions of a whole search.
    fn of(&self, parts: &Parts) -> i64 {
        self.entered * parts.entered
            + self.full * parts.full
            + self.fewer * parts.fewer
            + self.none * parts.none
            + self.looked * parts.looked
            + self.chosen * parts.chosen
            + self.placed * parts.placed
            + self.undone * parts.undone
            + self.failed * parts.failed
            + self.returned * (parts.chosen - parts.failed)
    }
}

/// The digits that no other cell of the cell's row, column and box has, as bits.
fn candidates(cells: &[u8], cell: usize) -> u32 {
    let size = Size::Nine;
    let near = |other: usize| {
        size.row(other) == size.row(cell)
            || size.column(other) == size.column(cell)
            || size.box_of(other) == size.box_of(cell)
    };
    let held = (0..81).filter(|&other| near(other)).fold(0, |held, other| held | 1 << cells[other]);
    !held & 0x3fe
}

/// The search from its words, counting its parts.
fn solve(cells: &mut [u8], parts: &mut Parts) -> bool {
    let blanks: Vec<usize> = (0..81).filter(|&cell| cells[cell] == 0).collect();
    if blanks.is_empty() {
        parts.full += 1;
        return true;
    }
    parts.entered += 1;
    let (mut fewest, mut chosen) = (10, 0);
    for cell in blanks {
        let count = candidates(cells, cell).count_ones();
        if count == 0 {
            parts.none += 1;
            return false;
        }
        if count < fewest {
            (fewest, chosen) = (count, cell);
            parts.fewer += 1;
        } else {
            parts.looked += 1;
        }
    }
    parts.chosen += 1;
    let set = candidates(cells, chosen);
    for digit in (1..=9).filter(|digit| set >> digit & 1 != 0) {
        cells[chosen] = digit;
        parts.placed += 1;
        if solve(cells, parts) {
            return true;
        }
        cells[chosen] = 0;
        parts.undone += 1;
    }
    parts.failed += 1;
    false
}

/// Reading, printing and setting up take a fixed number of instructions, and another number for each blank
/// cell; these two numbers follow from two puzzles, and all others must agree.
#[test]
fn the_counts_of_constraint_are_those_counted_by_hand() {
    let root = Root::Folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    let mut puzzles = Vec::new();
    for set in ["9x9", "easy"] {
        for at in golden::read_puzzles(&root, set).unwrap() {
            let mut cells = at.puzzle.cells().to_vec();
            let mut parts = Parts::default();
            assert!(solve(&mut cells, &mut parts));
            puzzles.push((format!("{set}:{}", at.number), blanks(&at.puzzle), parts));
        }
    }
    for costs in COSTS {
        let counts = golden::read_counts(&root, costs.lane).unwrap();
        let rest: Vec<(&str, i64, i64)> = puzzles
            .iter()
            .map(|(id, blanks, parts)| {
                let all = counts[&id.parse().unwrap()].instructions as i64;
                (id.as_str(), *blanks, all - costs.of(parts))
            })
            .collect();
        let &(_, blanks, first) = &rest[0];
        let &(_, others, second) = rest.iter().find(|(_, other, _)| *other != blanks).unwrap();
        let each = (second - first) / (others - blanks);
        for (id, more, found) in rest {
            assert_eq!(found, first + each * (more - blanks), "{} on {id}", costs.lane);
        }
    }
}

fn blanks(puzzle: &Puzzle) -> i64 {
    puzzle.cells().iter().filter(|&&digit| digit == 0).count() as i64
}

//! Diagrams worked out by hand from the textbook's rules.

use super::{PipelineRow, Step, rows};
use architecture::{Delays, Pipeline};

static PIPELINE: Pipeline =
    Pipeline { model: "test", awaited: "HI and LO", delays: |_, _, _| Delays::default() };

/// Steps that each take these cycles, the first one after 10 cycles.
fn steps(all: &[(u64, Delays, bool)]) -> Vec<Step> {
    let mut before = 10;
    let step = |(at, &(cycles, delays, turned)): (usize, &(u64, Delays, bool))| {
        let step = Step { address: at as u64 * 4, delays, before, after: before + cycles, turned };
        before += cycles;
        step
    };
    all.iter().enumerate().map(step).collect()
}

/// Cells of each row with a dot for each cycle before, from cycle 11 on; `IFstall` is a stall in IF.
fn drawn(rows: &[PipelineRow]) -> Vec<String> {
    let draw = |row: &PipelineRow| {
        let before = (11..row.first).map(|_| ".");
        before.chain(row.cells.iter().copied()).collect::<Vec<_>>().join(" ")
    };
    rows.iter().map(draw).collect()
}

const PLAIN: Delays = Delays { execution: 0, loaded: None };
const LOAD: Delays = Delays { execution: 0, loaded: Some("t0") };

#[test]
fn without_delays_a_row_starts_each_cycle() {
    let rows = rows(&steps(&[(1, PLAIN, false), (1, PLAIN, false)]), 9, &PIPELINE, 1);
    assert_eq!(drawn(&rows), ["IF ID EX MEM WB", ". IF ID EX MEM WB"]);
    assert!(rows.iter().all(|row| row.causes.is_empty() && row.cycles == 1));
}

#[test]
fn the_user_of_a_loaded_register_stalls_in_id_and_the_next_one_in_if() {
    // Hennessy and Patterson, appendix C, "Data Hazards Requiring Stalls".
    let steps = steps(&[(2, LOAD, false), (1, PLAIN, false), (1, PLAIN, false)]);
    let rows = rows(&steps, 9, &PIPELINE, 1);
    let expected = ["IF ID EX MEM WB", ". IF ID stall EX MEM WB", ". . IF stall ID EX MEM WB"];
    assert_eq!(drawn(&rows), expected);
    assert_eq!(rows[1].causes, ["1 stall: load-use on t0"]);
    assert!(rows[0].causes.is_empty() && rows[2].causes.is_empty());
}

#[test]
fn a_taken_branch_leaves_a_bubble() {
    // The branch is decided in ID; what was fetched meanwhile is dropped.
    let steps = steps(&[(2, PLAIN, true), (1, PLAIN, false), (1, PLAIN, true)]);
    let rows = rows(&steps, 9, &PIPELINE, 1);
    let expected = ["IF ID EX MEM WB", ". bubble IF ID EX MEM WB", ". . . IF ID EX MEM WB"];
    assert_eq!(drawn(&rows), expected);
    assert_eq!(rows[1].causes, ["1 bubble: taken branch or jump"]);
}

#[test]
fn a_branch_that_waits_for_a_load_delays_its_target_too() {
    let steps = steps(&[(2, LOAD, false), (2, PLAIN, true), (1, PLAIN, false)]);
    let rows = rows(&steps, 9, &PIPELINE, 1);
    let expected = ["IF ID EX MEM WB", ". IF ID stall EX MEM WB", ". . . bubble IF ID EX MEM WB"];
    assert_eq!(drawn(&rows), expected);
}

#[test]
fn a_wait_and_a_long_execution_are_stalls_with_their_causes() {
    // An instruction that waits 3 cycles, one that is in EX for 3, and one that uses nothing.
    let long = Delays { execution: 2, loaded: None };
    let steps = steps(&[(4, PLAIN, false), (3, long, false), (1, PLAIN, false)]);
    let diagram = rows(&steps, 9, &PIPELINE, 1);
    let expected = [
        ". . . IF ID EX MEM WB",
        ". . . . IF ID EX EX EX MEM WB",
        ". . . . . IF ID stall stall EX MEM WB",
    ];
    assert_eq!(drawn(&diagram), expected);
    assert_eq!(diagram[0].causes, ["3 stalls: wait for HI and LO"]);
    assert_eq!(diagram[2].causes, ["2 stalls: the instruction before is in EX for 3 cycles"]);
    // With the instruction before it, the wait is seen.
    let steps = super::tests::steps(&[(1, PLAIN, false), (4, PLAIN, false)]);
    let diagram = rows(&steps, 1, &PIPELINE, 1);
    assert_eq!(drawn(&diagram), [". IF ID stall stall stall EX MEM WB"]);
}

#[test]
fn with_delay_slots_a_branch_leaves_no_bubble() {
    let steps = steps(&[(1, PLAIN, true), (1, PLAIN, false)]);
    let rows = rows(&steps, 9, &PIPELINE, 0);
    assert_eq!(drawn(&rows), ["IF ID EX MEM WB", ". IF ID EX MEM WB"]);
}

//! Published scores, every rule separately, and random puzzles compared with the fast engine.

use std::collections::BTreeSet;
use std::path::Path;

use proptest::prelude::*;

use super::search::DupreeSearch;
use super::state::{ALL, TrialState};
use super::*;
use crate::{Grid, Puzzle, Size, Unit, generate, solutions};

const FOUNDING: &str =
    "..7.....884....6.....8953...1.4....3.......7.9..5...242.4..6....8.73..1.13.9.47..";

/// Keeps every step.
#[derive(Default)]
struct Recorder(Vec<Step>);

impl StepObserver for Recorder {
    fn step(&mut self, step: &Step) {
        self.0.push(step.clone());
    }
}

fn read(line: &str) -> Cells {
    cells(line.as_bytes()).expect("81 characters")
}

fn all(line: &str) -> Report {
    solve(&read(line), &Options::default(), &mut ())
}

fn steps(line: &str) -> String {
    let mut steps = Recorder::default();
    solve(&read(line), &Options::default(), &mut steps);
    steps.0.iter().map(Step::to_string).collect()
}

/// Rows of a table outside the repository, or nothing if it is absent.
fn rows(name: &str) -> Vec<Vec<String>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/puzzles");
    let Ok(text) = std::fs::read_to_string(folder.join(name)) else {
        println!("skipped: {name} is not in {}", folder.display());
        return Vec::new();
    };
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| row.split('\t').map(str::to_owned).collect()).collect()
}

/// Source: tables made with 1.20 itself.
#[test]
fn scores_depths_and_masks_of_1_20() {
    for name in ["dupree120_top95.tsv", "dupree120_euler096.tsv"] {
        for row in rows(name) {
            let report = all(&row[0]);
            let found = [report.score, report.depth.into(), report.givens as u64];
            let expected = [1, 2, 4].map(|column: usize| row[column].parse().unwrap());
            assert_eq!(found, expected, "{}", row[0]);
            assert_eq!(octal_mask(&read(&row[0])), row[3]);
            assert_eq!((report.solutions.len(), report.complete), (1, true));
        }
    }
}

#[test]
fn scores_and_solutions_of_the_anchors() {
    for row in rows("rated_anchors.tsv") {
        let report = all(&row[0]);
        let expected = (row[3].parse().unwrap(), row[4].parse().unwrap());
        assert_eq!((report.score, report.depth), expected, "{}", row[0]);
        assert_eq!(report.solutions[0].digits, read(&row[1]));
    }
}

#[test]
fn puzzles_with_many_solutions_have_all_of_them() {
    for row in rows("multi_16clue_300.tsv").iter().step_by(100) {
        let report = all(&row[0]);
        let different: BTreeSet<Cells> = report.solutions.iter().map(|one| one.digits).collect();
        assert_eq!(different.len(), report.solutions.len());
        assert_eq!(different.len(), row[1].parse().unwrap(), "{}", row[0]);
        assert!(report.complete && report.diagnosis.is_none());
    }
}

#[test]
fn puzzles_without_a_solution_have_a_diagnosis() {
    for row in rows("unsat_17clue_500.tsv").iter().step_by(10) {
        let report = all(&row[0]);
        assert!(report.complete && report.solutions.is_empty(), "{}", row[0]);
        assert!(report.diagnosis.is_some());
    }
}

/// Source: the line 1.20 prints for it with `-a -c -d -g -m -n -s`.
#[test]
fn the_founding_puzzle() {
    let report = all(FOUNDING);
    assert_eq!((report.givens, report.score, report.depth), (29, 52, 1));
    assert_eq!(octal_mask(&read(FOUNDING)), "101604074241002443510262654");
    let solution =
        "397641258845273691621895347718429563452368179963517824274186935589732416136954782";
    assert_eq!(report.solutions, [Solution { digits: read(solution), score: 52, depth: 1 }]);
}

#[test]
fn the_founding_puzzle_explained() {
    let steps = steps(FOUNDING);
    // Source: the number of lines 1.20 prints for it with `-e`.
    assert_eq!(steps.lines().count(), 572);
    insta::assert_snapshot!(steps);
}

/// The rules in their order, trials among them; what follows from solved cells is left out.
#[test]
fn a_puzzle_that_needs_every_rule() {
    let puzzle = generate(Size::Nine, 1015).puzzle;
    let mut steps = Recorder::default();
    solve(&read(&puzzle.to_string()), &Options::default(), &mut steps);
    let telling = |step: &&Step| {
        !matches!(
            step.kind,
            StepKind::Given { .. } | StepKind::Markup(_) | StepKind::Removed { .. }
        )
    };
    let steps: String = steps.0.iter().filter(telling).map(Step::to_string).collect();
    insta::assert_snapshot!(steps);
}

/// Source: 1.20 with `-1 -a`, for a puzzle with several solutions.
#[test]
fn the_first_of_several_solutions_is_that_of_1_20() {
    let puzzle =
        ".3.8....5.....6.49..5.....79..........4.5....6..1...32..2..7...........3.....41.8";
    let options = Options { first_only: true, ..Options::default() };
    let report = solve(&read(puzzle), &options, &mut ());
    let first = "436879215781526349295431687928643571314752896657198432162387954849215763573964128";
    assert_eq!(report.solutions[0].digits, read(first));
    assert!(report.solutions.len() == 1 && all(puzzle).solutions[0].digits == read(first));
}

#[test]
fn an_observer_can_end_the_trials() {
    struct Half(u32);
    impl StepObserver for Half {
        fn step(&mut self, step: &Step) {
            self.0 -= u32::from(matches!(step.kind, StepKind::Solution(_)));
        }

        fn is_done(&self) -> bool {
            self.0 == 0
        }
    }
    let report = solve(&[0; 81], &Options::default(), &mut Half(3));
    assert_eq!((report.solutions.len(), report.complete), (3, false));
}

#[test]
fn first_only_ends_at_the_first_solution() {
    let blank = ".".repeat(81);
    let options = Options { first_only: true, ..Options::default() };
    let report = solve(&read(&blank), &options, &mut ());
    assert_eq!((report.solutions.len(), report.complete), (1, false));
    let options = Options { limit: 7, ..Options::default() };
    let report = solve(&read(&blank), &options, &mut ());
    assert_eq!((report.solutions.len(), report.complete), (7, false));
    let options = Options { trials: 3, ..Options::default() };
    let report = solve(&read(&blank), &options, &mut ());
    assert_eq!((report.solutions.len(), report.complete), (0, false));
    assert_eq!(report.diagnosis, None);
}

#[test]
fn a_line_is_81_characters_whatever_follows() {
    assert_eq!(cells(&[b'1'; 80]), None);
    assert_eq!(read(&format!("12\u{e9}0x{}rest", " ".repeat(76)))[..6], [1, 2, 0, 0, 0, 0]);
    assert_eq!(octal_mask(&[10; 81]), "0".repeat(27));
}

#[test]
fn a_digit_given_twice_is_a_dead_end() {
    let report = all(&format!("1.1{}", ".".repeat(78)));
    assert!(report.solutions.is_empty() && report.complete);
    let diagnosis = report.diagnosis.unwrap().to_string();
    assert!(
        diagnosis.starts_with("row 1, column 2: may be 2, 3, 4, 5, 6, 7, 8 or 9\n"),
        "{diagnosis}"
    );
    assert!(diagnosis.contains("row 1, column 3: no digit is possible\n"));
    assert!(diagnosis.contains("row 1: no place is certain for 2, 3, 4, 5, 6, 7, 8 and 9\n"));
    assert!(diagnosis.ends_with("+---+---+---+---+---+---+---+---+---+\n"));
    let steps = steps(&format!("1.1{}", ".".repeat(78)));
    assert!(
        steps.contains("row 1, column 3: dead end, only 1 was left, which is at row 1, column 1")
    );
}

/// A grid without givens whose cells are changed by hand.
fn open(change: impl Fn(usize, &mut u16)) -> TrialState {
    let mut state = TrialState::new(&[0; 81]);
    state.candidates.iter_mut().enumerate().for_each(|(cell, mask)| change(cell, mask));
    state
}

/// Effect of a rule on a state, and the reported sentences without drawings.
fn apply(
    state: &mut TrialState,
    rule: impl FnOnce(&mut DupreeSearch<'_, Recorder>, &mut TrialState),
) -> (u64, Vec<String>) {
    let mut steps = Recorder::default();
    rule(&mut DupreeSearch::new(&Options::default(), &mut steps), state);
    let sentences = steps.0.iter().filter(|step| !matches!(step.kind, StepKind::Markup(_)));
    (state.score, sentences.map(|step| step.kind.to_string()).collect())
}

#[test]
fn the_only_place_of_a_digit_is_worth_the_reward_and_few_moves_cost() {
    // 4 of row 1 is possible in its first cell only.
    let mut state = open(|cell, mask| *mask &= if (1..9).contains(&cell) { ALL & !8 } else { ALL });
    let (score, steps) = apply(&mut state, |search, state| assert!(search.simple(state).is_ok()));
    assert_eq!(steps[0], "row 1, column 1: 4, which has no other place in row 1");
    assert_eq!(state.digits()[0], 4);
    // The cell 1; the pass 1 + 20 * 79 / 2; then 4 goes from 12 cells, each 1, and nothing follows.
    assert_eq!(score, 1 + 791 + 12);
}

#[test]
fn a_box_that_needs_a_digit_in_a_row_takes_it_from_the_rest_of_the_row() {
    // 1 in box 1 is in row 2 only.
    let mut state = open(|cell, mask| {
        *mask &= if [0, 1, 2, 18, 19, 20].contains(&cell) { ALL & !1 } else { ALL };
    });
    let (score, steps) = apply(&mut state, |search, state| assert!(search.boxes_and_lines(state)));
    assert_eq!(steps.len(), 6);
    assert_eq!(steps[0], "row 2, column 4: no 1, which box 1 must have in row 2");
    assert_eq!(score, 6 + 5);
}

#[test]
fn only_the_last_box_of_a_chute_takes_its_line() {
    // 1 in box 1 is in row 1 only, in box 3 in row 3 only.
    let mut state = open(|cell, mask| {
        let gone = match (cell % 9, cell / 9) {
            (0..3, 1 | 2) | (6..9, 0 | 1) => 1,
            _ => 0,
        };
        *mask &= ALL & !gone;
    });
    let (_, steps) = apply(&mut state, |search, state| assert!(search.boxes_and_lines(state)));
    assert!(steps.iter().all(|step| step.ends_with("no 1, which box 3 must have in row 3")));
    // Box 2 only: box 1 has nothing to lose in row 3.
    assert_eq!(steps.len(), 3);
}

#[test]
fn two_boxes_that_need_a_digit_in_two_columns_take_both() {
    // 9 in boxes 2 and 5 is in columns 4 and 6 only.
    let mut state = open(|cell, mask| {
        *mask &= if cell % 9 == 4 && cell < 54 { 0o377 } else { ALL };
    });
    let (score, steps) = apply(&mut state, |search, state| assert!(search.boxes_and_lines(state)));
    let expected =
        "row 7, column 4: no 9, which box 2 and box 5 must have in column 4 and column 6";
    assert_eq!(steps[0], expected);
    assert_eq!((score, steps.len()), (6 + 5, 6));
}

#[test]
fn a_cell_solved_by_a_box_breaks_the_rule_off() {
    // 1 in box 1 is in row 1 only, and row 1, column 5 is 1 or 2.
    let mut state = open(|cell, mask| match cell {
        9..12 | 18..21 => *mask = ALL & !1,
        4 => *mask = 3,
        _ => {}
    });
    let (score, steps) = apply(&mut state, |search, state| assert!(search.boxes_and_lines(state)));
    assert_eq!(steps.len(), 3);
    assert_eq!(steps[2], "row 1, column 5: 2, the last candidate");
    // Two candidates, 5 and the reward for the cell, and 5 for a pass of two moves.
    assert_eq!(score, 2 + 5 + 1 + 5);
}

#[test]
fn a_pair_keeps_its_digits_for_itself() {
    // Row 9, columns 1 and 9: 3 or 7.
    let pair = 1 << 2 | 1 << 6;
    let mut state = open(|cell, mask| *mask = if cell == 72 || cell == 80 { pair } else { ALL });
    let (score, steps) = apply(&mut state, |search, state| {
        assert!(search.tuples(state).is_ok_and(|changed| changed));
    });
    assert_eq!(steps.len(), 7);
    assert_eq!(steps[0], "row 9, column 2: no 3 or 7, as 2 cells of row 9 share 3 and 7");
    // Fourteen candidates, and 10 + 2 * (5 - 3) for a pair.
    assert_eq!(score, 14 + 14);
}

#[test]
fn more_cells_than_digits_are_a_dead_end() {
    // Column 1: three cells have 1 and 2 only.
    let mut state = open(|cell, mask| *mask = if [0, 27, 54].contains(&cell) { 3 } else { ALL });
    let (score, steps) = apply(&mut state, |search, state| assert!(search.tuples(state).is_err()));
    assert_eq!(steps, ["column 1: dead end, 3 cells share no more than 1 and 2"]);
    assert_eq!(score, 10);
}

#[test]
fn the_first_cell_with_two_candidates_is_tried() {
    let wide = open(|cell, mask| *mask = [7, ALL, 15][cell % 3]);
    assert_eq!(wide.fewest(), Some((0, 4)), "the width is that of the last cell");
    let pair = open(|cell, mask| *mask = if cell % 40 == 39 { 3 } else { ALL });
    assert_eq!(pair.fewest(), Some((39, 2)));
}

/// Any bytes, or a grid of the founding puzzle's with cells left out or changed.
fn any_cells() -> impl Strategy<Value = Cells> {
    let solution = all(FOUNDING).solutions[0].digits;
    let near = (prop::collection::vec(0..3_u8, 81), 0..81_usize, 0..10_u8).prop_map(
        move |(left, cell, digit)| {
            let mut cells = solution;
            cells.iter_mut().zip(left).for_each(|(cell, left)| *cell *= u8::from(left == 0));
            cells[cell] = digit;
            cells
        },
    );
    let sparse = prop::collection::vec(prop_oneof![12 => Just(0_u8), 1 => 1..=9_u8], 81);
    let any = prop::collection::vec(any::<u8>(), 81);
    let array = |cells: Vec<u8>| -> Cells { cells.try_into().expect("81 cells") };
    prop_oneof![3 => near, 2 => sparse.prop_map(array), 1 => any.prop_map(array)]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(100) })]

    #[test]
    fn any_puzzle_ends_with_the_solutions_of_the_fast_engine(cells in any_cells()) {
        let options = Options { limit: 200, trials: 2_000, ..Options::default() };
        let report = solve(&cells, &options, &mut Recorder::default());
        let puzzle = cells.map(|cell| if is_digit(cell) { cell } else { 0 }).to_vec();
        let puzzle = Puzzle::from_cells(puzzle).expect("cells of 9x9");
        let grid = |solution: &Solution| Grid::from_cells(solution.digits.to_vec()).expect("digits");
        let found: BTreeSet<Grid> = report.solutions.iter().map(grid).collect();
        prop_assert!(found.iter().all(|grid| grid.solves(&puzzle)));
        prop_assert_eq!(found.len(), report.solutions.len());
        if report.complete {
            prop_assert_eq!(found, solutions(&puzzle).collect::<BTreeSet<Grid>>());
        }
        prop_assert_eq!(report.diagnosis.is_some(), report.complete && report.solutions.is_empty());
        prop_assert!(report.solutions.is_sorted_by_key(|one| (one.score, one.depth)));
    }

    #[test]
    fn hearing_the_steps_changes_nothing(cells in any_cells()) {
        let options = Options { limit: 20, trials: 200, ..Options::default() };
        let mut steps = Recorder::default();
        let heard = solve(&cells, &options, &mut steps);
        prop_assert_eq!(&heard, &solve(&cells, &options, &mut ()));
        let count = steps.0.iter().filter(|step| matches!(step.kind, StepKind::Solution(_))).count();
        prop_assert_eq!(count, heard.solutions.len());
        prop_assert!(steps.0.iter().all(|step| step.to_string().ends_with('\n')));
    }
}

#[test]
fn rows_are_numbered_from_one() {
    let step =
        Step { level: 3, kind: StepKind::OnlyPlace { cell: 80, digit: 9, unit: Unit::Box(8) } };
    assert_eq!(step.to_string(), "    row 9, column 9: 9, which has no other place in box 9\n");
}

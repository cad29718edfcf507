//! Whether a program takes the decisions of an algorithm, wherever its grid has its rows.

use lanes::decisions::{Difference, Places, StepSink, Watcher};
use lanes::lane::{GridPlace, TWIN_BUDGET_NODES};
use machine::{Image, Load, Machine as _, Observer, Store};

use super::cases::GivenCase;
use super::run::begin;
use crate::assignment::{Assignment, Decisions, Sudoku};
use crate::checks;
use crate::grade::error;
use crate::run::Issue;

/// Most cells from one row to the next that are tried.
const MOST_STRIDE_CELLS: u64 = 64;

/// Sizes of cells that are tried, where memory has units of eight bits.
const CELL_BYTES: [u64; 3] = [4, 1, 2];

/// Instructions for all tries together.
const TRIED_INSTRS: u64 = 50_000_000;

/// Result of checking decisions.
pub(super) enum DecisionCheck {
    /// They are the algorithm's, or none are asked for.
    Right,
    /// The first one that is not.
    Wrong(Difference),
    /// Missing labels, without which decisions cannot be followed.
    Unseen(Vec<String>),
}

/// Location of a program's grid: from the assignment, or as found.
#[derive(Debug, Clone)]
pub(super) struct GridLocation {
    pub(super) grid: Option<GridPlace>,
    /// Whether others were tried.
    is_searched: bool,
}

impl GridLocation {
    /// As the assignment says.
    pub(super) fn of(sudoku: Option<&Sudoku>) -> Self {
        let decisions = sudoku.and_then(|sudoku| sudoku.decisions.as_ref());
        GridLocation { grid: decisions.map(|decisions| decisions.grid.clone()), is_searched: false }
    }

    /// Whether it is another than the assignment says.
    pub(super) fn is_other(&self, sudoku: &Sudoku) -> bool {
        sudoku.decisions.as_ref().map(|decisions| &decisions.grid) != self.grid.as_ref()
    }

    /// Looks at a program's decisions; where they differ, once with other distances of rows and cells.
    pub(super) fn decided(
        &mut self,
        assignment: &Assignment,
        sudoku: &Sudoku,
        image: &Image,
        case: &GivenCase,
    ) -> Result<DecisionCheck, String> {
        let (Some(decisions), Some(grid)) = (&sudoku.decisions, &self.grid) else {
            return Ok(DecisionCheck::Right);
        };
        let labels = [&decisions.node, &grid.symbol];
        let missing = labels.iter().filter(|label| image.symbol(label).is_none());
        let missing: Vec<String> = missing.map(|label| (*label).clone()).collect();
        if !missing.is_empty() {
            return Ok(DecisionCheck::Unseen(missing));
        }
        let look = Look { assignment, sudoku, decisions, image, case };
        let Some(difference) = look.difference(grid, case.budget, false)?.0 else {
            return Ok(DecisionCheck::Right);
        };
        if std::mem::replace(&mut self.is_searched, true) {
            return Ok(DecisionCheck::Wrong(difference));
        }
        match look.other_layout(grid)? {
            Some(other) => {
                self.grid = Some(other);
                Ok(DecisionCheck::Right)
            }
            None => Ok(DecisionCheck::Wrong(difference)),
        }
    }
}

struct Look<'l> {
    assignment: &'l Assignment,
    sudoku: &'l Sudoku,
    decisions: &'l Decisions,
    image: &'l Image,
    case: &'l GivenCase,
}

impl Look<'_> {
    /// The first decision that is not the algorithm's, if there is one, and the instructions that were
    /// run to see it.
    fn difference(
        &self,
        grid: &GridPlace,
        budget: u64,
        ends_early: bool,
    ) -> Result<(Option<Difference>, u64), String> {
        let Some((puzzle, _)) = &self.case.puzzle else { return Ok((None, 0)) };
        let spec = self.assignment.target.spec();
        let nodes = std::slice::from_ref(&self.decisions.node);
        let places = Places::at(nodes, grid, self.sudoku.size, self.image, spec.unit_bits)?;
        let (mut machine, mut host) = begin(self.assignment, self.image, self.case)?;
        machine.watch(places.base, places.end());
        let (algorithm, radix) = (self.decisions.algorithm, spec.radix);
        Ok(StepSink::along(algorithm, puzzle, radix, TWIN_BUDGET_NODES, |step| {
            let mut watcher = Watcher::new(places, puzzle, step);
            if ends_early {
                let mut until = UntilWrong(watcher);
                machine.run(&mut host, budget, &mut until);
                watcher = until.0;
            } else {
                machine.run(&mut host, budget, &mut watcher);
            }
            (watcher.sink.finish(), machine.attempted())
        }))
    }

    /// A layout of rows and cells with which all decisions are the algorithm's.
    fn other_layout(&self, grid: &GridPlace) -> Result<Option<GridPlace>, String> {
        if grid.strings {
            return Ok(None);
        }
        let is_bytes = self.assignment.target.spec().unit_bits == 8;
        let cells = if is_bytes { &CELL_BYTES[..] } else { &[1] };
        let side = self.sudoku.size.side() as u64;
        let mut left = TRIED_INSTRS;
        for &cell in cells {
            for stride in side..=MOST_STRIDE_CELLS {
                let other = GridPlace { row_stride: stride * cell, cell, ..grid.clone() };
                let (difference, spent) =
                    self.difference(&other, self.case.budget.min(left), true)?;
                if difference.is_none() {
                    return Ok(Some(other));
                }
                left = left.saturating_sub(spent);
                if left == 0 {
                    return Ok(None);
                }
            }
        }
        Ok(None)
    }
}

/// Ends a run at the first decision that is not the algorithm's.
struct UntilWrong(Watcher<StepSink>);

impl Observer for UntilWrong {
    const MARKS: bool = true;
    const STORES: bool = true;

    fn is_mark(&self, address: u64) -> bool {
        self.0.is_mark(address)
    }

    fn arrived(&mut self, address: u64) {
        self.0.arrived(address);
    }

    fn stored(&mut self, store: Store) {
        self.0.stored(store);
    }

    fn loaded(&mut self, _: Load) {}

    fn pauses(&self) -> bool {
        self.0.sink.difference.is_some()
    }
}

/// Note on the layout of a grid whose decisions can be followed.
fn wanted(decisions: &Decisions) -> String {
    let GridPlace { symbol, row_stride, cell, .. } = &decisions.grid;
    format!(
        "decisions are followed through calls of `{}` and stores to the grid: the procedure that fills a blank cell \
         is called `{}`, and the grid `{symbol}`, with a row every {row_stride} units of memory and a cell every {cell}",
        decisions.node, decisions.node
    )
}

/// Issue about a right program that decides differently from the algorithm.
pub(super) fn wrong_decisions(sudoku: &Sudoku, case: &GivenCase, difference: &Difference) -> Issue {
    let node = sudoku.decisions.as_ref().map_or("", |decisions| decisions.node.as_str());
    let (expected, found) = difference.sides(&format!("calls `{node}`"));
    let message = format!(
        "the grid is right, but the decisions differ: at step {} the algorithm {expected}, the program {found}",
        difference.number
    );
    let mut notes: Vec<String> =
        case.puzzle.iter().map(|(puzzle, _)| format!("the puzzle is {puzzle}")).collect();
    notes.extend(sudoku.decisions.as_ref().map(wanted));
    Issue { notes, is_outcome: true, ..error(&checks::DECISIONS, message) }
}

/// Issue about missing labels, without which decisions cannot be followed.
pub(super) fn missing_labels(sudoku: &Sudoku, missing: &[String]) -> Issue {
    let names: Vec<String> = missing.iter().map(|label| format!("`{label}`")).collect();
    let message = format!(
        "there is no label {}, so the program's decisions cannot be followed",
        names.join(" and no ")
    );
    let notes = sudoku.decisions.as_ref().map(wanted).into_iter().collect();
    Issue { notes, is_outcome: true, ..error(&checks::DECISIONS, message) }
}

/// Issue about a grid whose distances differ from the assignment's.
pub(super) fn found_layout(sudoku: &Sudoku, layout: &GridLocation) -> Option<Issue> {
    let (decisions, found) = (sudoku.decisions.as_ref()?, layout.grid.as_ref()?);
    let message = format!(
        "`{}` has a row every {} units of memory and a cell every {}, but the assignment says {} and {}",
        found.symbol, found.row_stride, found.cell, decisions.grid.row_stride, decisions.grid.cell
    );
    let notes =
        vec!["the decisions were compared with the program's layout of the grid".to_owned()];
    Some(Issue { notes, ..crate::grade::advice(&checks::DECISIONS, message) })
}

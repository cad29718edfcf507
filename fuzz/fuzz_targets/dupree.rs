//! DuPree's solver on any line, with all its steps.
#![no_main]

use libfuzzer_sys::fuzz_target;
use reference::Grid;
use reference::dupree::{self, Options, Step, StepObserver};

struct Hears;

impl StepObserver for Hears {
    fn step(&mut self, step: &Step) {
        drop(step.to_string());
    }
}

fuzz_target!(|line: &[u8]| {
    let Some(cells) = dupree::cells(line) else { return };
    let options = Options { limit: 20, trials: 100, ..Options::default() };
    let report = dupree::solve(&cells, &options, &mut Hears);
    for solution in &report.solutions {
        let grid = Grid::from_cells(solution.digits.to_vec()).expect("cells of 9x9");
        assert!(grid.violations().is_empty(), "{line:?}");
        let kept =
            cells.iter().zip(&solution.digits).all(|(&given, digit)| given == 0 || given == *digit);
        assert!(kept, "{line:?}");
    }
    drop(report.diagnosis.map(|diagnosis| diagnosis.to_string()));
});

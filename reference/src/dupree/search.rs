//! Deduction as far as possible, then trials, each on a copy of the grid.

use super::state::{DeadEnd, TrialState, digit, each};
use super::step::{Step, StepKind, StepObserver};
use super::{Cells, Options, Solution};

/// State of a search.
pub(super) struct DupreeSearch<'t, T> {
    options: Options,
    observer: &'t mut T,
    /// Nesting depth of trials, from 1.
    level: u32,
    trials: u64,
    pub(super) solutions: Vec<Solution>,
    /// Whether the options ended the search.
    pub(super) cut_short: bool,
}

impl<'t, T: StepObserver> DupreeSearch<'t, T> {
    pub(super) fn new(options: &Options, observer: &'t mut T) -> Self {
        let solutions = Vec::new();
        Self { options: *options, observer, level: 1, trials: 0, solutions, cut_short: false }
    }

    /// Finds the solutions; afterwards the state is that at the end of deduction without trials.
    pub(super) fn run(&mut self, givens: &Cells, state: &mut TrialState) {
        self.introduce(givens, state);
        match self.start(state) {
            Ok(()) if state.unknown() > 0 => self.branch(state),
            Ok(()) if state.is_solution() => self.record(state),
            _ => {}
        }
    }

    fn introduce(&mut self, givens: &Cells, state: &TrialState) {
        self.report(|| StepKind::Open);
        for (cell, digit) in state.digits().into_iter().enumerate().filter(|&(_, digit)| digit != 0)
        {
            self.report(|| StepKind::Given { cell, digit });
        }
        self.report(|| StepKind::Puzzle(*givens));
    }

    /// First part of 1.20, done once: singles, and one pass of tuples, which it does not show.
    fn start(&mut self, state: &mut TrialState) -> Result<(), DeadEnd> {
        self.simple(state)?;
        if state.unknown() > 0 {
            self.tuples(state)?;
        }
        Ok(())
    }

    /// Deduces, and tries the candidates that deduction leaves.
    fn branch(&mut self, state: &mut TrialState) {
        state.depth = state.depth.max(self.level);
        if self.deduce(state).is_ok() {
            match state.fewest() {
                Some((cell, width)) => self.try_each(state, cell, width),
                None => self.record(state),
            }
        }
        if self.level > 1 {
            self.report(|| StepKind::Back);
        }
    }

    /// Applies the rules, restarting with the first when a later one changed something.
    fn deduce(&mut self, state: &mut TrialState) -> Result<(), DeadEnd> {
        loop {
            self.simple(state)?;
            if state.unknown() == 0 || !(self.boxes_and_lines(state) || self.tuples(state)?) {
                return Ok(());
            }
            self.show(state);
        }
    }

    /// Tries the candidates of a cell, ascending; failures and solutions add to the score.
    fn try_each(&mut self, state: &mut TrialState, cell: usize, width: u32) {
        let weight = u64::from(1 + self.level).pow(2);
        state.reward = u64::from(self.level) * 10;
        state.score += state.unknown() * 5 * u64::from(width) * weight;
        for candidate in each(state.candidates[cell]) {
            if self.trials == self.options.trials || self.observer.is_done() {
                self.cut_short = true;
            }
            if self.cut_short {
                return;
            }
            self.trials += 1;
            self.report(|| StepKind::Trial { cell, digit: digit(candidate) });
            let mut copy = state.clone();
            copy.assume(cell, candidate);
            self.show(&copy);
            self.level += 1;
            self.branch(&mut copy);
            self.level -= 1;
            (state.score, state.depth) = (copy.score, copy.depth);
        }
    }

    fn record(&mut self, state: &TrialState) {
        let digits = state.digits();
        self.report(|| StepKind::Solution(digits));
        self.solutions.push(Solution { digits, score: state.score, depth: state.depth });
        let limit = if self.options.first_only { 1 } else { self.options.limit };
        self.cut_short = self.solutions.len() as u64 >= limit;
    }

    /// Solves a cell that has one candidate left.
    pub(super) fn solve(&mut self, state: &mut TrialState, cell: usize) {
        let candidate = state.candidates[cell];
        state.settle(cell, candidate);
        self.report(|| StepKind::Solved { cell, digit: digit(candidate) });
    }

    /// Reports the current candidates, if there are any.
    pub(super) fn show(&mut self, state: &TrialState) {
        if state.unknown() > 0 {
            self.report(|| StepKind::Markup(state.candidates));
        }
    }

    pub(super) fn report(&mut self, kind: impl FnOnce() -> StepKind) {
        if T::LISTENS {
            self.observer.step(&Step { level: self.level, kind: kind() });
        }
    }
}

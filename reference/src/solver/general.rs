//! The engine for every size: a search that learns clauses from contradictions.
//!
//! The rules are sets of statements of which exactly one is true (`cover`). A trial is propagated
//! in these sets (`state`). A contradiction is traced back to the few trials that caused it, and a
//! clause that excludes them is learned (`lesson`, `clauses`), so that the search does not repeat
//! the mistake. The search tries the cell with the fewest candidates, and of these the candidate
//! that was most involved in recent contradictions (`activity`).
//!
//! Source: Marques-Silva and Sakallah, "GRASP: A Search Algorithm for Propositional
//! Satisfiability", 1999, for learning; Gebser, Kaufmann, Neumann and Schaub, "Conflict-Driven
//! Answer Set Enumeration", 2007, for finding each solution once in bounded memory.

mod activity;
mod clauses;
mod cover;
mod lesson;
mod state;

use crate::fast::SearchResult;
use crate::{Candidates, Grid, Size};
use activity::Activity;
use clauses::Clauses;
use cover::Literal;
use lesson::Lesson;
use state::{Contradiction, LiteralState, Reason};

/// A search for solutions of a puzzle of any size.
///
/// It finds every solution once, in an order that is the same on every computer. It uses no more
/// than some megabytes of memory for any number of trials.
///
/// ```
/// use reference::general::GeneralSearch;
/// use reference::{Candidates, Puzzle};
///
/// let empty = Puzzle::parse("................")?;
/// let mut search = GeneralSearch::new(&Candidates::of(&empty), u64::MAX);
/// assert!(search.next_solution().is_some());
/// assert_eq!(search.count(1_000), (287, true));
/// # Ok::<(), reference::ParseError>(())
/// ```
#[derive(Debug, Clone)]
pub struct GeneralSearch {
    size: Size,
    state: LiteralState,
    clauses: Clauses,
    lesson: Lesson,
    activity: Activity,
    /// Learned clauses undo only levels from here on. Levels below have solutions that were found;
    /// they are exhausted one after the other, so that none is found again.
    floor: usize,
    next: NextAction,
    trials: u64,
    most_trials: u64,
}

/// Next action of the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NextAction {
    /// Try a candidate, if any is open.
    Try,
    /// Undo the last trial: its solutions are exhausted.
    Turn,
    /// None: there is no other solution.
    End,
}

impl GeneralSearch {
    /// Creates a search from candidates with a limit of trials.
    #[must_use]
    pub fn new(candidates: &Candidates, most_trials: u64) -> Self {
        let size = candidates.size();
        let cover = cover::of(size);
        let mut search = Self {
            size,
            state: LiteralState::new(cover),
            clauses: Clauses::default(),
            lesson: Lesson::new(cover.statements),
            activity: Activity::new(cover.statements),
            floor: 0,
            next: NextAction::Try,
            trials: 0,
            most_trials,
        };
        if search.start(candidates.masks()).is_err() {
            search.next = NextAction::End;
        }
        search
    }

    /// Returns the next solution; `None` at the end, or when the trials are used up.
    pub fn next_solution(&mut self) -> Option<Grid> {
        match self.next_result() {
            SearchResult::Solution(grid) => Some(grid),
            SearchResult::End | SearchResult::Budget => None,
        }
    }

    /// Counts the remaining solutions up to a limit; false if the trials were used up.
    pub fn count(&mut self, limit: u64) -> (u64, bool) {
        let mut found = 0;
        while found < limit {
            match self.go_on() {
                SearchResult::Solution(()) => found += 1,
                SearchResult::End => break,
                SearchResult::Budget => return (found, false),
            }
        }
        (found, true)
    }

    /// Number of trials since the start: digits tried in a cell.
    ///
    /// Contradictions do not count: each undoes at least one trial, so trials bound the time.
    #[must_use]
    pub fn trials(&self) -> u64 {
        self.trials
    }

    pub(crate) fn set_most_trials(&mut self, most_trials: u64) {
        self.most_trials = most_trials;
    }

    pub(crate) fn next_result(&mut self) -> SearchResult<Grid> {
        self.go_on().map(|()| self.grid())
    }

    /// The grid, if nothing is open.
    fn grid(&self) -> Grid {
        let mut grid = Grid::empty(self.size);
        for cell in 0..self.size.cells() {
            let digit = self.state.last_of(cell).statement() % self.size.side();
            grid.set(cell, digit as u8 + 1);
        }
        grid
    }

    fn start(&mut self, masks: &[u32]) -> Result<(), Contradiction> {
        let side = self.size.side();
        for (cell, &mask) in masks.iter().enumerate() {
            for digit in (0..side).filter(|digit| mask >> digit & 1 == 0) {
                let literal = Literal::holds(cell * side + digit);
                self.state.set(literal.denied(), Reason::Free)?;
            }
        }
        self.state.propagate(&mut self.clauses)
    }

    /// Continues to the next solution.
    fn go_on(&mut self) -> SearchResult<()> {
        loop {
            match self.next {
                NextAction::End => return SearchResult::End,
                NextAction::Turn => self.turn(),
                NextAction::Try => match self.choice() {
                    None => {
                        self.next = NextAction::Turn;
                        return SearchResult::Solution(());
                    }
                    Some(_) if self.trials >= self.most_trials => return SearchResult::Budget,
                    Some(literal) => self.attempt(literal),
                },
            }
        }
    }

    /// The most active candidate of a cell with the fewest candidates.
    fn choice(&self) -> Option<Literal> {
        let (mut best, mut fewest, mut most) = (None, u32::MAX, 0.0);
        for cell in 0..self.size.cells() {
            let open = self.state.open_in(cell);
            if open == 1 || open > fewest {
                continue;
            }
            for literal in self.state.candidates(cell) {
                let activity = self.activity.of(literal);
                if open < fewest || activity > most {
                    (best, fewest, most) = (Some(literal), open, activity);
                }
            }
        }
        best
    }

    fn attempt(&mut self, literal: Literal) {
        self.trials += 1;
        self.state.deepen();
        let set = self.state.set(literal, Reason::Free);
        self.follow(set);
    }

    /// Undoes the last trial and sets its opposite.
    fn turn(&mut self) {
        match self.state.last_trial() {
            None => self.next = NextAction::End,
            Some(tried) => {
                self.floor = self.state.depth() - 1;
                self.state.back_to(self.floor);
                let set = self.state.set(tried.denied(), Reason::Free);
                self.follow(set);
            }
        }
    }

    /// Propagates, and learns from contradictions, until there is none.
    fn follow(&mut self, mut result: Result<(), Contradiction>) {
        loop {
            match result.and_then(|()| self.state.propagate(&mut self.clauses)) {
                Ok(()) => {
                    self.next = NextAction::Try;
                    return;
                }
                Err(_) if self.state.depth() == self.floor => {
                    self.next = NextAction::Turn;
                    return;
                }
                Err(contradiction) => result = self.learn(contradiction),
            }
        }
    }

    /// Backtracks to the level at which the learned clause implies a literal, and sets it.
    fn learn(&mut self, contradiction: Contradiction) -> Result<(), Contradiction> {
        let learned = self.lesson.draw(contradiction, &self.state, &self.clauses);
        self.activity.rise(self.lesson.statements());
        self.state.back_to(learned.level.max(self.floor));
        if self.clauses.are_many() {
            self.clauses.forget(&mut self.state);
        }
        let literals = self.lesson.literals();
        let reason = match literals.len() {
            1 => Reason::Free,
            _ => Reason::Clause(self.clauses.add(literals, learned.spread)),
        };
        self.state.set(literals[0], reason)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Puzzle, Random, generate_with_givens};

    /// Forgotten clauses are learned again: no solution is lost or found twice.
    #[test]
    fn forgetting_changes_no_answer() {
        for seed in 0..4 {
            let mut givens = generate_with_givens(Size::Sixteen, seed, 256).solution;
            let mut random = Random::new(seed);
            (0..256).filter(|_| random.below(100) >= 42).for_each(|cell| givens.set(cell, 0));
            let candidates = Candidates::of(&Puzzle::from(givens));
            let expected = GeneralSearch::new(&candidates, u64::MAX).count(2_000);
            let mut search = GeneralSearch::new(&candidates, 0);
            let mut found = 0;
            while found < 2_000 && search.next != NextAction::End {
                found += search.count(1).0;
                search.clauses.forget(&mut search.state);
                search.most_trials += 5;
            }
            assert_eq!((found, true), expected, "seed {seed}");
        }
    }
}

//! What a contradiction teaches: a clause that would have avoided it.

use super::clauses::Clauses;
use super::cover::Literal;
use super::state::{Contradiction, Reason, State};

/// The lesson of the last contradiction.
#[derive(Debug, Clone)]
pub(super) struct Lesson {
    /// For each statement whether it took part.
    took_part: Vec<bool>,
    /// Those that did.
    statements: Vec<u16>,
    /// The clause.
    literals: Vec<Literal>,
}

/// What a lesson is good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Learned {
    /// On this level all its literals but the first are false already.
    pub(super) level: usize,
    /// Of how many levels its literals are.
    pub(super) spread: u16,
}

impl Lesson {
    pub(super) fn new(statements: usize) -> Self {
        let took_part = vec![false; statements];
        Self { took_part, statements: Vec::new(), literals: Vec::new() }
    }

    /// The statements that took part in the contradiction.
    pub(super) fn statements(&self) -> &[u16] {
        &self.statements
    }

    /// The clause; its first literal is new, its second the last of the others that became false.
    pub(super) fn literals(&self) -> &[Literal] {
        &self.literals
    }

    /// Traces a contradiction back to the last literal that all of it comes from.
    ///
    /// The contradiction has to be of the last level, and that level of one trial alone.
    pub(super) fn draw(
        &mut self,
        found: Contradiction,
        state: &State,
        clauses: &Clauses,
    ) -> Learned {
        self.statements.clear();
        self.literals.clear();
        self.literals.push(found.literal);
        let mut pending = usize::from(self.note(found.literal.denied(), state));
        let Contradiction { mut literal, mut reason } = found;
        let mut trail = state.trail().iter().rev();
        loop {
            let note = |other| pending += usize::from(self.note(other, state));
            state.because(literal, reason, clauses, note);
            let Some(&last) = trail.find(|last| self.took_part[last.statement()]) else { break };
            (literal, reason) = (last, state.reason(last));
            pending -= 1;
            if pending == 0 {
                break;
            }
        }
        self.literals[0] = literal.denied();
        self.shorten(state, clauses);
        self.statements.iter().for_each(|&number| self.took_part[usize::from(number)] = false);
        self.order(state)
    }

    /// Notes that a true literal took part; true when it is of the last level, and new.
    fn note(&mut self, literal: Literal, state: &State) -> bool {
        let (statement, level) = (literal.statement(), state.level(literal));
        if level == 0 || self.took_part[statement] {
            return false;
        }
        self.took_part[statement] = true;
        self.statements.push(statement as u16);
        if level < state.depth() {
            self.literals.push(literal.denied());
        }
        level == state.depth()
    }

    /// Leaves out what follows from the others.
    fn shorten(&mut self, state: &State, clauses: &Clauses) {
        let Self { took_part, literals, .. } = self;
        let first = literals[0];
        literals.retain(|&literal| {
            let reason = state.reason(literal);
            let mut is_needed = literal == first || reason == Reason::Free;
            state.because(literal.denied(), reason, clauses, |other| {
                is_needed |= !took_part[other.statement()] && state.level(other) != 0;
            });
            is_needed
        });
    }

    /// Puts the last of the others in the second place.
    fn order(&mut self, state: &State) -> Learned {
        let others = &mut self.literals[1..];
        others.sort_by_key(|&literal| std::cmp::Reverse(state.level(literal)));
        let levels = others.chunk_by(|a, b| state.level(*a) == state.level(*b)).count();
        let level = others.first().map_or(0, |&literal| state.level(literal));
        Learned { level, spread: levels as u16 + 1 }
    }
}

//! Conflict analysis: derives from a contradiction a clause that would have avoided it.

use super::clauses::Clauses;
use super::cover::Literal;
use super::state::{Contradiction, LiteralState, Reason};

/// Analysis of the last contradiction.
#[derive(Debug, Clone)]
pub(super) struct Lesson {
    /// Whether each statement is involved.
    took_part: Vec<bool>,
    /// Statements that are involved.
    statements: Vec<u16>,
    /// The clause.
    literals: Vec<Literal>,
}

/// Properties of a learned clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LearnedClause {
    /// Level at which all its literals except the first are false.
    pub(super) level: usize,
    /// Number of levels of its literals.
    pub(super) spread: u16,
}

impl Lesson {
    pub(super) fn new(statements: usize) -> Self {
        let took_part = vec![false; statements];
        Self { took_part, statements: Vec::new(), literals: Vec::new() }
    }

    /// Statements involved in the contradiction.
    pub(super) fn statements(&self) -> &[u16] {
        &self.statements
    }

    /// The clause; its first literal is implied, its second is the one that became false last.
    pub(super) fn literals(&self) -> &[Literal] {
        &self.literals
    }

    /// Traces a contradiction back to the last literal that implies all of it.
    ///
    /// The contradiction must be of the last level, and that level must have only one trial.
    pub(super) fn draw(
        &mut self,
        found: Contradiction,
        state: &LiteralState,
        clauses: &Clauses,
    ) -> LearnedClause {
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

    /// Marks a true literal as involved; returns whether it is new and of the last level.
    fn note(&mut self, literal: Literal, state: &LiteralState) -> bool {
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

    /// Removes literals that follow from the others.
    fn shorten(&mut self, state: &LiteralState, clauses: &Clauses) {
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

    /// Moves the literal that became false last to the second position.
    fn order(&mut self, state: &LiteralState) -> LearnedClause {
        let others = &mut self.literals[1..];
        others.sort_by_key(|&literal| std::cmp::Reverse(state.level(literal)));
        let levels = others.chunk_by(|a, b| state.level(*a) == state.level(*b)).count();
        let level = others.first().map_or(0, |&literal| state.level(literal));
        LearnedClause { level, spread: levels as u16 + 1 }
    }
}

//! Involvement of each statement in recent contradictions.

use super::cover::Literal;

/// A number for each statement, greater for more and later contradictions.
///
/// Only sums and products of finite numbers: the same on every computer.
#[derive(Debug, Clone)]
pub(super) struct Activity {
    of: Vec<f32>,
    /// Increment per contradiction: it grows each time, so that old ones lose weight.
    step: f32,
}

const GROWTH: f32 = 1.05;
/// Limit at which all numbers are scaled down.
const MOST: f32 = 1e15;

impl Activity {
    pub(super) fn new(statements: usize) -> Self {
        Self { of: vec![0.0; statements], step: 1.0 }
    }

    pub(super) fn of(&self, literal: Literal) -> f32 {
        self.of[literal.statement()]
    }

    /// Records the statements of a contradiction.
    pub(super) fn rise(&mut self, statements: &[u16]) {
        for &statement in statements {
            self.of[usize::from(statement)] += self.step;
        }
        self.step *= GROWTH;
        if self.step > MOST {
            self.step /= MOST;
            self.of.iter_mut().for_each(|activity| *activity /= MOST);
        }
    }
}

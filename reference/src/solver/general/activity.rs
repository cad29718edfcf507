//! How much each statement had to do with late contradictions.

use super::cover::Literal;

/// A number for each statement, the greater the more it had to do with them.
///
/// Only sums and products of finite numbers: the same on every computer.
#[derive(Debug, Clone)]
pub(super) struct Activity {
    of: Vec<f32>,
    /// What taking part in a contradiction adds: more each time, so that old ones fade.
    step: f32,
}

const GROWTH: f32 = 1.05;
/// Beyond this all numbers are made smaller.
const MOST: f32 = 1e15;

impl Activity {
    pub(super) fn new(statements: usize) -> Self {
        Self { of: vec![0.0; statements], step: 1.0 }
    }

    pub(super) fn of(&self, literal: Literal) -> f32 {
        self.of[literal.statement()]
    }

    /// These took part in a contradiction.
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

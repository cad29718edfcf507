//! Learned clauses; in every solution some literal of each is true.

use super::cover::Literal;
use super::state::{Contradiction, LiteralState, Reason, Value};

/// Clauses of two literals or more.
///
/// The first two literals of each are watched: while neither is false, nothing follows.
#[derive(Debug, Clone, Default)]
pub(super) struct Clauses {
    /// Literals of all clauses, concatenated.
    literals: Vec<Literal>,
    clauses: Vec<Clause>,
    /// For each literal the clauses that watch it.
    watches: Vec<Vec<Watch>>,
}

#[derive(Debug, Clone, Copy)]
struct Clause {
    start: u32,
    len: u16,
    /// Number of levels of its literals when it was learned: fewer are better.
    spread: u16,
}

/// A clause, and one of its literals: while that is true, nothing follows.
#[derive(Debug, Clone, Copy)]
struct Watch {
    clause: u32,
    other: Literal,
}

/// Number of literals in all clauses at which some clauses are deleted.
const MANY: usize = 1 << 20;

impl Clauses {
    pub(super) fn literals(&self, clause: u32) -> &[Literal] {
        let Clause { start, len, .. } = self.clauses[clause as usize];
        &self.literals[start as usize..][..len.into()]
    }

    /// Adds a clause: all literals except the first are false, the second became false last.
    pub(super) fn add(&mut self, literals: &[Literal], spread: u16) -> u32 {
        let clause = self.clauses.len() as u32;
        let (start, len) = (self.literals.len() as u32, literals.len() as u16);
        self.literals.extend_from_slice(literals);
        self.clauses.push(Clause { start, len, spread });
        for (watched, other) in [(0, 1), (1, 0)] {
            self.watch(literals[watched], Watch { clause, other: literals[other] });
        }
        clause
    }

    fn watch(&mut self, literal: Literal, watch: Watch) {
        if self.watches.len() <= literal.index() {
            self.watches.resize(literal.index() + 1, Vec::new());
        }
        self.watches[literal.index()].push(watch);
    }

    /// Propagates a literal that became false.
    pub(super) fn heed(
        &mut self,
        literal: Literal,
        state: &mut LiteralState,
    ) -> Result<(), Contradiction> {
        let Some(watches) = self.watches.get_mut(literal.index()) else { return Ok(()) };
        let mut watches = std::mem::take(watches);
        let mut result = Ok(());
        watches.retain_mut(|watch| {
            if result.is_err() || state.value(watch.other) == Value::True {
                return true;
            }
            match self.watch_another(watch.clause, literal, state) {
                Some(first) => {
                    watch.other = first;
                    result = state.set(first, Reason::Clause(watch.clause));
                    true
                }
                None => false,
            }
        });
        self.watches[literal.index()] = watches;
        result
    }

    /// Replaces a watched literal that is false by one that is not.
    ///
    /// If there is none, returns the literal that must be true, which may be true already.
    fn watch_another(
        &mut self,
        clause: u32,
        literal: Literal,
        state: &LiteralState,
    ) -> Option<Literal> {
        let Clause { start, len, .. } = self.clauses[clause as usize];
        let literals = &mut self.literals[start as usize..][..len.into()];
        if literals[0] == literal {
            literals.swap(0, 1);
        }
        let first = literals[0];
        if state.value(first) == Value::True {
            return Some(first);
        }
        let Some(found) = (2..literals.len()).find(|&at| state.value(literals[at]) != Value::False)
        else {
            return Some(first);
        };
        literals.swap(1, found);
        let another = literals[1];
        self.watch(another, Watch { clause, other: first });
        None
    }

    pub(super) fn are_many(&self) -> bool {
        self.literals.len() > MANY
    }

    /// Deletes the half with more levels, oldest first, except clauses that are reasons.
    pub(super) fn forget(&mut self, state: &mut LiteralState) {
        let mut order: Vec<usize> = (0..self.clauses.len()).collect();
        order.sort_by_key(|&number| (self.clauses[number].spread, usize::MAX - number));
        let mut is_kept = vec![false; order.len()];
        order[..order.len() / 2].iter().for_each(|&number| is_kept[number] = true);
        state.renumber(|clause| {
            is_kept[clause as usize] = true;
            clause
        });
        let old = std::mem::take(self);
        let mut numbers = vec![u32::MAX; is_kept.len()];
        for number in (0..is_kept.len()).filter(|&number| is_kept[number]) {
            numbers[number] = self.add(old.literals(number as u32), old.clauses[number].spread);
        }
        state.renumber(|clause| numbers[clause as usize]);
    }
}

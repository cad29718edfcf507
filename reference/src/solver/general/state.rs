//! Values of statements, their reasons, and propagation.

use super::clauses::Clauses;
use super::cover::{Cover, Literal};

/// Values of literals in the order of assignment; assignments can be undone.
#[derive(Debug, Clone)]
pub(super) struct LiteralState {
    cover: &'static Cover,
    /// For each literal.
    values: Vec<Value>,
    /// For each set the number of literals that are not false, times [`ONE`], and the exclusive or
    /// of their codes, which for a single literal is its code.
    open: Vec<u32>,
    /// Reason of each statement that is not open.
    reasons: Vec<Reason>,
    /// Level of each statement that is not open: the number of trials before it.
    levels: Vec<u16>,
    /// Literals that are true.
    trail: Vec<Literal>,
    /// Part of the trail that is propagated.
    head: usize,
    /// Length of the trail before each trial.
    marks: Vec<usize>,
}

const ONE: u32 = 1 << 16;

/// Value of a literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Value {
    Open,
    True,
    False,
}

/// Reason why a literal is true.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reason {
    /// None: it is tried, or its opposite is exhausted.
    Free,
    /// This other literal is true, and not both can be.
    Pair(Literal),
    /// All others of this set are false.
    Last(u16),
    /// All others of this clause are false.
    Clause(u32),
}

/// A literal that is false and has a reason to be true.
#[derive(Debug, Clone, Copy)]
pub(super) struct Contradiction {
    pub(super) literal: Literal,
    pub(super) reason: Reason,
}

impl LiteralState {
    /// Nothing is known.
    pub(super) fn new(cover: &'static Cover) -> Self {
        let add = |open, literal: &Literal| (open + ONE) ^ u32::from(literal.code());
        let open = |set| cover.sets.get(set).iter().fold(0, add);
        Self {
            cover,
            values: vec![Value::Open; 2 * cover.statements],
            open: (0..cover.sets.len()).map(open).collect(),
            reasons: vec![Reason::Free; cover.statements],
            levels: vec![0; cover.statements],
            trail: Vec::new(),
            head: 0,
            marks: Vec::new(),
        }
    }

    pub(super) fn value(&self, literal: Literal) -> Value {
        self.values[literal.index()]
    }

    pub(super) fn reason(&self, literal: Literal) -> Reason {
        self.reasons[literal.statement()]
    }

    pub(super) fn level(&self, literal: Literal) -> usize {
        self.levels[literal.statement()].into()
    }

    /// Literals that are true, in the order of assignment.
    pub(super) fn trail(&self) -> &[Literal] {
        &self.trail
    }

    /// Number of literals of a set that are not false.
    pub(super) fn open_in(&self, set: usize) -> u32 {
        self.open[set] / ONE
    }

    /// The only literal of a set that is not false.
    pub(super) fn last_of(&self, set: usize) -> Literal {
        Literal::of_code(self.open[set] as u16)
    }

    /// Candidates of a cell with several candidates.
    pub(super) fn candidates(&self, cell: usize) -> impl Iterator<Item = Literal> {
        let digits = self.cover.sets.get(cell).iter().copied();
        digits.filter(|&literal| self.value(literal) == Value::Open)
    }

    /// Number of nested trials.
    pub(super) fn depth(&self) -> usize {
        self.marks.len()
    }

    /// Starts a trial of the literal that is set next.
    pub(super) fn deepen(&mut self) {
        self.marks.push(self.trail.len());
    }

    pub(super) fn last_trial(&self) -> Option<Literal> {
        self.marks.last().map(|&mark| self.trail[mark])
    }

    /// Makes a literal true; a contradiction if it is false.
    pub(super) fn set(&mut self, literal: Literal, reason: Reason) -> Result<(), Contradiction> {
        match self.value(literal) {
            Value::True => Ok(()),
            Value::False => Err(Contradiction { literal, reason }),
            Value::Open => {
                self.values[literal.index()] = Value::True;
                self.values[literal.denied().index()] = Value::False;
                self.reasons[literal.statement()] = reason;
                self.levels[literal.statement()] = self.marks.len() as u16;
                self.trail.push(literal);
                Ok(())
            }
        }
    }

    /// Sets everything that follows from the sets and the clauses.
    pub(super) fn propagate(&mut self, clauses: &mut Clauses) -> Result<(), Contradiction> {
        while let Some(&literal) = self.trail.get(self.head) {
            self.head += 1;
            self.strike(literal.denied())?;
            self.exclude(literal)?;
            clauses.heed(literal.denied(), self)?;
        }
        Ok(())
    }

    /// Removes a false literal from all its sets before further propagation.
    fn strike(&mut self, literal: Literal) -> Result<(), Contradiction> {
        let sets = self.cover.sets_of.get(literal.index());
        for &set in sets {
            let open = &mut self.open[usize::from(set)];
            *open = (*open - ONE) ^ u32::from(literal.code());
        }
        for &set in sets {
            if self.open_in(set.into()) == 1 {
                self.set(self.last_of(set.into()), Reason::Last(set))?;
            }
        }
        Ok(())
    }

    /// Makes the other literals in the sets of a true literal false.
    fn exclude(&mut self, literal: Literal) -> Result<(), Contradiction> {
        for &set in self.cover.sets_of.get(literal.index()) {
            let others =
                if self.open_in(set.into()) == 1 { &[] } else { self.cover.sets.get(set.into()) };
            for &other in others.iter().filter(|&&other| other != literal) {
                self.set(other.denied(), Reason::Pair(literal))?;
            }
        }
        Ok(())
    }

    /// Undoes the assignments of trials beyond a depth.
    pub(super) fn back_to(&mut self, depth: usize) {
        let mark = self.marks.get(depth).copied().unwrap_or(self.trail.len());
        for at in (mark..self.trail.len()).rev() {
            let (literal, denied) = (self.trail[at], self.trail[at].denied());
            self.values[literal.index()] = Value::Open;
            self.values[denied.index()] = Value::Open;
            let known_to =
                if at < self.head { self.cover.sets_of.get(denied.index()) } else { &[] };
            for &set in known_to {
                let open = &mut self.open[usize::from(set)];
                *open = (*open ^ u32::from(denied.code())) + ONE;
            }
        }
        self.trail.truncate(mark);
        self.marks.truncate(depth);
        self.head = self.head.min(mark);
    }

    /// True literals that together are the reason of another one.
    pub(super) fn because(
        &self,
        literal: Literal,
        reason: Reason,
        clauses: &Clauses,
        mut each: impl FnMut(Literal),
    ) {
        let others = match reason {
            Reason::Free => return,
            Reason::Pair(other) => return each(other),
            Reason::Last(set) => self.cover.sets.get(set.into()),
            Reason::Clause(clause) => clauses.literals(clause),
        };
        others.iter().filter(|&&other| other != literal).for_each(|other| each(other.denied()));
    }

    /// Renumbers clauses in reasons.
    pub(super) fn renumber(&mut self, mut number: impl FnMut(u32) -> u32) {
        for literal in &self.trail {
            if let Reason::Clause(clause) = &mut self.reasons[literal.statement()] {
                *clause = number(*clause);
            }
        }
    }
}

//! Cost of events of each kind for two solvers.

use reference::twin::Event;

use super::{Beside, Counted};
use crate::compare::statistics::percentile;

/// Kind of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// First event of any kind; includes everything before the search.
    First,
    /// Node, except the first event.
    Node,
    /// Digit placed.
    Place,
    /// Cell emptied.
    Undo,
    /// Candidate ruled out.
    RuleOut,
    /// End of the run.
    End,
}

impl Kind {
    /// Kind of an event that is not the first.
    #[must_use]
    pub fn of(event: Event) -> Self {
        match event {
            Event::Node => Kind::Node,
            Event::Place { .. } => Kind::Place,
            Event::Undo { .. } => Kind::Undo,
            Event::RuleOut { .. } => Kind::RuleOut,
        }
    }

    /// Name in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::First => "first event",
            Kind::Node => "node",
            Kind::Place => "place",
            Kind::Undo => "undo",
            Kind::RuleOut => "rule out",
            Kind::End => "end",
        }
    }
}

/// Instructions up to events of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    /// Kind.
    pub kind: Kind,
    /// Number of events.
    pub events: u64,
    /// Cost for each solver.
    pub lanes: [Spread; 2],
}

/// Statistics of several numbers of instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Spread {
    /// Minimum.
    pub least: u64,
    /// Median; of two middle values the smaller.
    pub median: u64,
    /// Maximum.
    pub most: u64,
    /// Sum.
    pub total: u64,
}

impl Spread {
    fn of(values: &[u64]) -> Self {
        let at = |percent| percentile(values, percent).unwrap_or_default();
        let (least, median, most) = (at(0), at(50), at(100));
        Spread { least, median, most, total: values.iter().sum() }
    }
}

impl Beside {
    /// Cost of the counted events, one row per kind in the order of [`Kind`].
    #[must_use]
    pub fn summary(&self) -> Vec<Row> {
        let kind = |(at, counted): (usize, &Counted)| {
            let kind = if at == 0 { Kind::First } else { Kind::of(counted.event) };
            (kind, counted.instructions)
        };
        let mut all: Vec<(Kind, [u64; 2])> = self.counted.iter().enumerate().map(kind).collect();
        all.extend(self.behind.map(|behind| (Kind::End, behind)));
        all.sort_by_key(|(kind, _)| *kind);
        let row = |of_kind: &[(Kind, [u64; 2])]| {
            let lane = |at: usize| {
                let values: Vec<u64> = of_kind.iter().map(|(_, values)| values[at]).collect();
                Spread::of(&values)
            };
            let (kind, events) = (of_kind[0].0, of_kind.len() as u64);
            Row { kind, events, lanes: [lane(0), lane(1)] }
        };
        all.chunk_by(|one, other| one.0 == other.0).map(row).collect()
    }

    /// Instructions of each solver from the start to the last counted event, or to the end.
    #[must_use]
    pub fn total(&self) -> [u64; 2] {
        let all = self.counted.iter().map(|it| it.instructions).chain(self.behind);
        all.fold([0, 0], |sum, add| [sum[0] + add[0], sum[1] + add[1]])
    }
}

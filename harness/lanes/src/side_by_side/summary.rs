//! Cost of events of each kind for two solvers.

use reference::models::Event;

use super::{CountedEvent, SideBySide};
use crate::compare::statistics::median_count;

/// Kind of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum EventKind {
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

impl EventKind {
    /// Kind of an event that is not the first.
    #[must_use]
    pub fn of(event: Event) -> Self {
        match event {
            Event::Node => EventKind::Node,
            Event::Place { .. } => EventKind::Place,
            Event::Undo { .. } => EventKind::Undo,
            Event::RuleOut { .. } => EventKind::RuleOut,
        }
    }

    /// Name in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            EventKind::First => "first event",
            EventKind::Node => "node",
            EventKind::Place => "place",
            EventKind::Undo => "undo",
            EventKind::RuleOut => "rule out",
            EventKind::End => "end",
        }
    }
}

/// Instructions up to events of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SummaryRow {
    /// Kind.
    pub kind: EventKind,
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
    /// Median, rounded to a whole number.
    pub median: u64,
    /// Maximum.
    pub most: u64,
    /// Sum.
    pub total: u64,
}

impl Spread {
    fn of(values: &[u64]) -> Self {
        let [least, median, most] =
            [values.iter().min().copied(), median_count(values), values.iter().max().copied()]
                .map(Option::unwrap_or_default);
        Spread { least, median, most, total: values.iter().sum() }
    }
}

impl SideBySide {
    /// Cost of the counted events, one row per kind in the order of [`EventKind`].
    #[must_use]
    pub fn summary(&self) -> Vec<SummaryRow> {
        let kind = |(at, counted): (usize, &CountedEvent)| {
            let kind = if at == 0 { EventKind::First } else { EventKind::of(counted.event) };
            (kind, counted.instructions)
        };
        let mut all: Vec<(EventKind, [u64; 2])> =
            self.counted.iter().enumerate().map(kind).collect();
        all.extend(self.after_last.map(|after_last| (EventKind::End, after_last)));
        all.sort_by_key(|(kind, _)| *kind);
        let row = |of_kind: &[(EventKind, [u64; 2])]| {
            let lane = |at: usize| {
                let values: Vec<u64> = of_kind.iter().map(|(_, values)| values[at]).collect();
                Spread::of(&values)
            };
            let (kind, events) = (of_kind[0].0, of_kind.len() as u64);
            SummaryRow { kind, events, lanes: [lane(0), lane(1)] }
        };
        all.chunk_by(|one, other| one.0 == other.0).map(row).collect()
    }

    /// Instructions of each solver from the start to the last counted event, or to the end.
    #[must_use]
    pub fn total(&self) -> [u64; 2] {
        let all = self.counted.iter().map(|it| it.instructions).chain(self.after_last);
        all.fold([0, 0], |sum, add| [sum[0] + add[0], sum[1] + add[1]])
    }
}

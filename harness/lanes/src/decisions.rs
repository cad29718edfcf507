//! Comparison of a solver's decisions with the reference model of its algorithm.
//!
//! A [`Watcher`] observes a run of a solver: a call of a node label is a node; a store to the grid after the first
//! node is a place or an undo, or both if the lane overwrites digits. The events go into a digest. If the digests
//! differ, the run is repeated in step with the reference model, and [`StepSink`] keeps the first different event.

mod model_run;
mod pauser;
mod places;
mod strings;

use std::fmt;

use machine::{DeferredEvent, Observer, Radix, Store};
use reference::models::{Digest, Event};
use reference::{Puzzle, Size};

use crate::lane::Algorithm;
use strings::Strings;

pub use model_run::ModelRun;
pub use pauser::EventPauser;
pub use places::Places;

/// Observation of a watcher.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Observation {
    /// Step of the algorithm.
    Event(Event),
    /// Store to the grid that is not a digit in a cell.
    Strange(Store),
}

/// Receiver of observations.
pub trait Sink {
    /// Receives the next observation.
    fn see(&mut self, seen: Observation);

    /// Receives the next events, as [words](Event::word), and returns their number.
    fn see_words(&mut self, words: impl Iterator<Item = u64>) -> usize
    where
        Self: Sized,
    {
        words.map(|word| self.see(Observation::Event(Event::of_word(word)))).count()
    }
}

/// An observer that turns arrivals and stores into events.
#[derive(Debug, Clone)]
pub struct Watcher<S> {
    places: Places,
    started: bool,
    /// Digits placed, if the lane overwrites digits.
    placed: Vec<u8>,
    /// Candidates, if cells are strings of them.
    strings: Option<Strings>,
    /// Receiver.
    pub sink: S,
}

impl<S: Sink> Watcher<S> {
    /// Watcher at the start of a run on this puzzle.
    pub fn new(places: Places, puzzle: &Puzzle, sink: S) -> Self {
        let placed = vec![0; if places.overwrites { places.size.cells() } else { 0 }];
        let strings = places.strings.map(|unit_bits| Strings::of(puzzle, unit_bits));
        Watcher { places, started: false, placed, strings, sink }
    }

    /// Handles a digit stored over another; 0 empties the cell.
    fn overwrite(&mut self, cell: u16, digit: u8) {
        let before = std::mem::replace(&mut self.placed[usize::from(cell)], digit);
        if before != 0 {
            self.sink.see(Observation::Event(Event::Undo { cell }));
        }
        if digit != 0 {
            self.sink.see(Observation::Event(Event::Place { cell, digit }));
        }
    }
}

impl<S: Sink> Observer for Watcher<S> {
    const MARKS: bool = true;
    const STORES: bool = true;

    fn is_mark(&self, address: u64) -> bool {
        self.places.nodes.contains(&address)
    }

    fn may_pause(&self) -> bool {
        false
    }

    #[inline]
    fn arrived(&mut self, _: u64) {
        self.started = true;
        self.sink.see(Observation::Event(Event::Node));
    }

    fn events(&mut self, all: &[DeferredEvent]) {
        let is_usual = self.strings.is_none() && !self.places.overwrites;
        let mut rest = all;
        while let Some((&first, after)) = rest.split_first() {
            // Millions of stores arrive here: the loop is short, so that its sums stay in registers.
            if self.started && is_usual {
                match self.sink.see_words(self.places.words(rest)) {
                    0 => {}
                    count => {
                        rest = &rest[count..];
                        continue;
                    }
                }
            }
            first.report_to(self);
            rest = after;
        }
    }

    #[inline]
    fn stored(&mut self, store: Store) {
        // Before the first node the solver is still reading the puzzle.
        if !self.started {
            return;
        }
        if let Some(strings) = &mut self.strings {
            match self.places.cell(store) {
                Some(Ok((cell, part))) if store.size == 1 => {
                    strings.stored(cell, part, store, &mut |seen| self.sink.see(seen));
                }
                Some(_) => self.sink.see(Observation::Strange(store)),
                None => {}
            }
            return;
        }
        match self.places.seen(store) {
            Some(Observation::Event(Event::Place { cell, digit })) if self.places.overwrites => {
                self.overwrite(cell, digit);
            }
            Some(Observation::Event(Event::Undo { cell })) if self.places.overwrites => {
                self.overwrite(cell, 0);
            }
            Some(seen) => self.sink.see(seen),
            None => {}
        }
    }
}

/// Digest of a run, and the number of stores that are not events.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RunDigest {
    /// Digest of the events.
    pub digest: Digest,
    /// Stores to the grid that are not events.
    pub strange: u64,
}

impl Sink for RunDigest {
    #[inline]
    fn see(&mut self, seen: Observation) {
        match seen {
            Observation::Event(event) => self.digest.push(event),
            Observation::Strange(_) => self.strange += 1,
        }
    }

    #[inline]
    fn see_words(&mut self, words: impl Iterator<Item = u64>) -> usize {
        self.digest.push_words(words)
    }
}

/// First event that differs from the reference model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Difference {
    /// Number, from 1.
    pub number: u64,
    /// Event of the reference model; `None` if it has ended.
    pub expected: Option<Event>,
    /// Observation of the solver; `None` if it has ended.
    pub found: Option<Observation>,
    /// Size of the puzzle, to name cells.
    pub size: Size,
    /// Radix of the machine.
    pub radix: Radix,
}

impl Difference {
    /// Predicates for the reference model and the solver; `node` is the one for entering a node.
    #[must_use]
    pub fn sides(&self, node: &str) -> (String, String) {
        let expected = self.expected.map(Observation::Event);
        let message = |seen| observed_or_ended(seen, self.size, self.radix, node);
        (message(expected), message(self.found))
    }

    /// Whether the solver made a store.
    #[must_use]
    pub fn is_store(&self) -> bool {
        !matches!(self.found, None | Some(Observation::Event(Event::Node)))
    }

    /// Hint about a possible mistake in the lane's row.
    fn hint(&self) -> Option<&'static str> {
        match (self.expected, self.found) {
            (_, Some(Observation::Strange(_))) => {
                Some("if the solver is correct, check `grid` in the lane's row")
            }
            (
                Some(Event::Place { cell, digit }),
                Some(Observation::Event(Event::Place { cell: other, digit: same })),
            ) if digit == same && cell != other => {
                Some("the digit is correct but the cell is not; check `grid` in the lane's row")
            }
            _ => None,
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (expected, found) = self.sides("enters a node");
        write!(f, "event {}: the reference model {expected}, the solver {found}", self.number)?;
        self.hint().map_or(Ok(()), |hint| write!(f, " ({hint})"))
    }
}

/// Predicate for an observation, or for the end of a run.
pub(crate) fn observed_or_ended(
    seen: Option<Observation>,
    size: Size,
    radix: Radix,
    node: &str,
) -> String {
    match seen {
        None => "has ended".to_owned(),
        Some(Observation::Event(event)) => event_text(event, size, node),
        Some(Observation::Strange(Store { address, size, value })) => {
            let (value, at) = (radix.digits(value), radix.digits(address));
            format!("stores {value} ({size} units) at {at}, which the algorithm never stores there")
        }
    }
}

/// Predicate for an event, to follow a name.
pub(crate) fn event_text(event: Event, size: Size, node: &str) -> String {
    match event {
        Event::Node => node.to_owned(),
        Event::Place { cell, digit } => {
            format!("places {} at {}", reference::symbol(digit), size.place(cell.into()))
        }
        Event::Undo { cell } => format!("empties {}", size.place(cell.into())),
        Event::RuleOut { cell, digit } => {
            format!("rules {} out at {}", reference::symbol(digit), size.place(cell.into()))
        }
    }
}

/// Sink that runs in step with the reference model up to the first difference.
#[derive(Debug)]
pub struct StepSink {
    model: ModelRun,
    number: u64,
    size: Size,
    radix: Radix,
    /// First difference, if any.
    pub difference: Option<Difference>,
}

impl StepSink {
    /// Runs `watch` with a sink in step with the reference model of the algorithm on this puzzle.
    pub fn along<R>(
        algorithm: Algorithm,
        puzzle: &Puzzle,
        radix: Radix,
        budget_nodes: u64,
        watch: impl FnOnce(StepSink) -> R,
    ) -> R {
        watch(StepSink::new(ModelRun::new(algorithm, puzzle, budget_nodes), puzzle.size(), radix))
    }

    /// Sink in step with a reference model on a puzzle of this size.
    #[must_use]
    pub fn new(model: ModelRun, size: Size, radix: Radix) -> Self {
        StepSink { model, number: 0, size, radix, difference: None }
    }

    /// Number of equal events.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Returns the difference, if any, after the solver has ended.
    #[must_use]
    pub fn finish(mut self) -> Option<Difference> {
        self.end();
        self.difference
    }

    /// Checks that the reference model ends with the solver.
    pub fn end(&mut self) {
        if self.difference.is_none()
            && let Some(event) = self.model.next()
        {
            self.part(Some(event), None);
        }
    }

    fn part(&mut self, expected: Option<Event>, found: Option<Observation>) {
        let number = self.number + 1;
        let (size, radix) = (self.size, self.radix);
        self.difference = Some(Difference { number, expected, found, size, radix });
    }
}

impl Sink for StepSink {
    fn see(&mut self, seen: Observation) {
        if self.difference.is_some() {
            return;
        }
        let expected = self.model.next();
        if expected.map(Observation::Event) == Some(seen) {
            self.number += 1;
        } else {
            self.part(expected, Some(seen));
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::places::tests::{known, places, store};
    use super::*;

    #[derive(Debug, Clone, Default)]
    struct Heard(Vec<Observation>);

    impl Sink for Heard {
        fn see(&mut self, seen: Observation) {
            self.0.push(seen);
        }
    }

    #[test]
    fn a_digit_over_another_is_an_undo_and_a_place() {
        let heard = |overwrites| {
            let mut places = places();
            (places.overwrites, places.nodes) = (overwrites, vec![8, 12]);
            let puzzle = "...3..4114..3...".parse().unwrap();
            let mut watcher = Watcher::new(places, &puzzle, Heard::default());
            assert!(watcher.is_mark(8) && watcher.is_mark(12) && !watcher.is_mark(9));
            watcher.stored(store(0x1004, 4, 4));
            watcher.arrived(12);
            for digit in [0, 1, 3, 0, 0] {
                watcher.stored(store(0x1004, 4, digit));
            }
            watcher.stored(store(0x1004, 1, 2));
            watcher.sink.0
        };
        let (place, undo) = (
            |digit| Observation::Event(Event::Place { cell: 1, digit }),
            Observation::Event(Event::Undo { cell: 1 }),
        );
        let node = Observation::Event(Event::Node);
        let strange = Observation::Strange(store(0x1004, 1, 2));
        assert_eq!(heard(true), [node, place(1), undo, place(3), undo, strange]);
        assert_eq!(heard(false), [node, undo, place(1), place(3), undo, undo, strange]);
    }

    /// Any arrivals and stores near a grid, some of which are no events, at once as one by one.
    #[test]
    fn many_are_seen_as_one_is() {
        let near = (0..96u32, prop_oneof![4 => Just(4u32), 1 => 1..9u32], 0..6u64);
        let message = prop_oneof![
            2 => near.prop_map(|(at, units, value)| DeferredEvent { address: 0xff8 + at, units, value }),
            3 => (0..16u32, 0..5u64)
                .prop_map(|(cell, value)| DeferredEvent { address: 0x1000 + cell / 4 * 32 + cell % 4 * 4, units: 4, value }),
            1 => Just(DeferredEvent { address: 8, ..DeferredEvent::default() }),
        ];
        let runs = (proptest::collection::vec(message, 0..200), any::<bool>(), any::<bool>());
        let puzzle = "...3..4114..3...".parse().unwrap();
        proptest!(|((all, overwrites, is_far) in runs)| {
            let mut places = if is_far { places() } else { known(places()) };
            places.overwrites = overwrites;
            let mut watcher = Watcher::new(places, &puzzle, Heard::default());
            let mut tally = Watcher::new(watcher.places.clone(), &puzzle, RunDigest::default());
            let mut by_one = watcher.clone();
            let (one, other) = all.split_at(all.len() / 2);
            watcher.events(one);
            watcher.events(other);
            tally.events(&all);
            all.iter().for_each(|message| message.report_to(&mut by_one));
            prop_assert_eq!(&watcher.sink.0, &by_one.sink.0);
            let mut alone = RunDigest::default();
            by_one.sink.0.into_iter().for_each(|seen| alone.see(seen));
            prop_assert_eq!(tally.sink, alone);
        });
    }

    /// A solver that does what the reference model does, changed by a function of the event's number.
    fn difference(change: impl Fn(u64, Event) -> Option<Event>) -> Option<Difference> {
        let puzzle: Puzzle = "...3..4114..3...".parse().unwrap();
        StepSink::along(Algorithm::Backtrack, &puzzle, Radix::Hexadecimal, 1000, |mut step| {
            let mut number = 0;
            Algorithm::Backtrack.run(&puzzle, 1000, &mut |event| {
                number += 1;
                if let Some(event) = change(number, event) {
                    step.see(Observation::Event(event));
                }
            });
            step.finish()
        })
    }

    #[test]
    fn the_first_other_event_is_found() {
        assert_eq!(difference(|_, event| Some(event)), None);
        let other = difference(|number, event| match (number, event) {
            (4, Event::Place { cell, .. }) => Some(Event::Place { cell, digit: 4 }),
            _ => Some(event),
        });
        let message = other.unwrap().to_string();
        assert_eq!(
            message,
            "event 4: the reference model places 1 at row 1, column 2, \
             the solver places 4 at row 1, column 2"
        );
        let early = difference(|number, event| (number < 3).then_some(event)).unwrap();
        assert_eq!(
            early.to_string(),
            "event 3: the reference model enters a node, the solver has ended"
        );
    }
}

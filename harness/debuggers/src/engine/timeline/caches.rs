//! Caches of a run up to now, by a second run next to the first.

use machine::{Load, Machine as _, Observer, Store};
use targets::cache::{CacheShapes, Caches};

use super::{PART_INSTRS, RunState, Timeline};
use crate::engine::stops::StopObserver;

/// Positions that are kept to go back to; temporarily twice as many.
const KEPT: usize = 4;

/// The second run, which stays where it was last asked for.
#[derive(Debug)]
pub(super) struct CachedRun {
    shapes: CacheShapes,
    /// Position at which the caches were empty.
    since: u64,
    now: Moment,
    /// Earlier moments, in rising order.
    kept: Vec<Moment>,
    /// Instructions between two of them.
    spacing: u64,
}

/// A state with its caches.
#[derive(Debug, Clone)]
struct Moment {
    state: RunState,
    caches: Caches,
}

/// Caches as the observer of a part of the run.
struct CacheObserver<'c> {
    caches: &'c mut Caches,
    since: u64,
    end: u64,
}

impl CachedRun {
    fn new(shapes: &CacheShapes, first: &RunState) -> Self {
        let now = Moment { state: first.clone(), caches: Caches::new(shapes) };
        let since = first.position;
        let kept = Vec::new();
        CachedRun { shapes: *shapes, since, now, kept, spacing: PART_INSTRS }
    }

    /// Goes back to the last moment that is not after a position; false if there is none.
    fn back_to(&mut self, position: u64) -> bool {
        if self.now.state.position <= position {
            return true;
        }
        self.kept.retain(|moment| moment.state.position <= position);
        let last = self.kept.last().cloned();
        last.map(|last| self.now = last).is_some()
    }

    /// Keeps this moment if it is far enough from the last one.
    fn keep(&mut self) {
        let last = self.kept.last().map_or(self.since, |moment| moment.state.position);
        if self.now.state.position < last + self.spacing {
            return;
        }
        self.kept.push(self.now.clone());
        if self.kept.len() >= 2 * KEPT {
            self.spacing *= 2;
            let mut number = 0;
            self.kept.retain(|_| {
                number += 1;
                number % 2 == 0
            });
        }
    }
}

impl Timeline {
    /// One part of running caches up to now, from where they were last; true when they are there.
    pub(crate) fn follow_caches(&mut self, shapes: &CacheShapes) -> bool {
        let now = self.now.position;
        let begun = self.parts.caches.take().filter(|run| run.shapes == *shapes);
        let begun = begun.and_then(|mut run| run.back_to(now).then_some(run));
        let mut run = begun.unwrap_or_else(|| Box::new(CachedRun::new(shapes, &self.snapshots[0])));
        let before = run.now.state.position;
        // The user's changes are in no instruction, but in the snapshot that follows them.
        let next = self.snapshots.iter().find(|s| s.edited && s.position >= before);
        let mut end = now.min(before + PART_INSTRS);
        match next {
            Some(next) if next.position == before && before < now => run.now.state = next.clone(),
            Some(next) if next.position > before => end = end.min(next.position),
            _ => {}
        }
        if before < end {
            let Moment { state, caches } = &mut run.now;
            let units = 1 << state.machine.spec().address_bits;
            let mut observer = CacheObserver { caches, since: run.since, end: units };
            state.run_again(end, &mut observer, &mut self.streams);
            run.keep();
        }
        let position = run.now.state.position;
        self.parts.caches = Some(run);
        position >= now || position == before
    }

    /// Caches as far as they were run, and the position at which they were empty.
    pub(crate) fn caches(&self) -> Option<(&Caches, u64)> {
        self.parts.caches.as_ref().map(|run| (&run.now.caches, run.since))
    }
}

impl StopObserver for CacheObserver<'_> {
    fn watched(&self) -> (u64, u64) {
        (0, self.end)
    }

    fn stopped(&mut self, position: u64) {
        self.caches.settle(position.saturating_sub(self.since));
    }
}

impl Observer for CacheObserver<'_> {
    const MARKS: bool = true;
    const STORES: bool = true;
    const LOADS: bool = true;

    fn is_mark(&self, address: u64) -> bool {
        self.caches.is_mark(address)
    }

    fn arrived(&mut self, address: u64) {
        self.caches.arrived(address);
    }

    fn stored(&mut self, store: Store) {
        self.caches.stored(store);
    }

    fn stored_by_system(&mut self, store: Store) {
        self.caches.stored_by_system(store);
    }

    fn loaded(&mut self, load: Load) {
        self.caches.loaded(load);
    }
}

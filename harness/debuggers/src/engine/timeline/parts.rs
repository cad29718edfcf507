//! Work that takes as long as the run did, divided into short parts.
//!
//! Each function here does one part and keeps its state, so that calling it again continues.

use targets::calls::Chain;

use super::caches::CachedRun;
use super::{NEAR_INSTRS, RunState, Timeline};
use crate::engine::stops::{HitCounter, NoStops, Stops};

/// Instructions per part.
pub(crate) const PART_INSTRS: u64 = 1_000_000;

/// State of unfinished work.
#[derive(Debug, Default)]
pub(super) struct PartialWork {
    /// On the way to a position.
    way: Option<RunState>,
    sweep: Option<Sweep>,
    /// Position up to which calls were followed.
    traced: Option<(RunState, Chain)>,
    /// Caches next to the run.
    pub(super) caches: Option<Box<CachedRun>>,
}

/// A search for hits in a part of the past.
#[derive(Debug)]
struct Sweep {
    state: RunState,
    end: u64,
    /// Stops that count as hits.
    stops: Stops,
    /// Start of the last part with a hit.
    last: Option<RunState>,
}

impl Timeline {
    /// One part of a move to a position; true when the rest is immediate.
    pub(crate) fn approach(&mut self, to: u64) -> bool {
        let (now, nearest) = (self.now.position, &self.snapshots[self.before(to)]);
        let is_near = |from: u64| from <= to && to - from <= 2 * NEAR_INSTRS;
        if is_near(now) || is_near(nearest.position) {
            return true;
        }
        let target = to - NEAR_INSTRS;
        let begun = |way: &RunState| (nearest.position..=target).contains(&way.position);
        let way = self.parts.way.take().filter(begun);
        let mut way = way.unwrap_or_else(|| nearest.clone());
        way.edited = false;
        let before = way.position;
        way.run_again(target.min(before + PART_INSTRS), &mut NoStops, &mut self.streams);
        if way.position < target && way.position > before {
            self.parts.way = Some(way);
            return false;
        }
        self.keep(way);
        true
    }

    /// One part of a search of the past from the snapshot before a position.
    ///
    /// Returns the position from which there is no hit: `end` if the search is not over. `None` if
    /// there is a hit, shortly after a snapshot.
    pub(crate) fn sweep(&mut self, end: u64, stops: &Stops) -> Option<u64> {
        let snapshot = &self.snapshots[self.before(end.saturating_sub(1))];
        let since = snapshot.position;
        let is_it = |sweep: &Sweep| sweep.end == end && sweep.stops == *stops;
        let begun = self.parts.sweep.take().filter(is_it);
        let mut sweep = begun.unwrap_or_else(|| Sweep {
            state: snapshot.clone(),
            end,
            stops: stops.clone(),
            last: None,
        });
        let (start, mut count) = (sweep.state.clone(), HitCounter::counting(stops));
        let to = end.min(start.position + PART_INSTRS);
        sweep.state.run_again(to, &mut count, &mut self.streams);
        let is_over = sweep.state.position >= end || sweep.state.position == start.position;
        if count.hits() > 0 {
            sweep.last = Some(start);
        }
        if !is_over {
            self.parts.sweep = Some(sweep);
            return Some(end);
        }
        let Some(mut last) = sweep.last else { return Some(since) };
        last.edited &= last.position == since;
        self.keep(last);
        None
    }

    /// One part of following calls, from the last state at which they are known.
    ///
    /// `nothing` is the chain at the program's start.
    pub(crate) fn chain(&mut self, nothing: &Chain) -> Option<Chain> {
        if let Some(chain) = &self.now.chain {
            return Some(chain.clone());
        }
        let now = self.now.position;
        let traced = self.parts.traced.take().filter(|(state, _)| state.position <= now);
        let (mut state, mut chain) = self.known(traced, nothing);
        let next = self.snapshots.partition_point(|s| s.position <= state.position);
        let next = self.snapshots.get_mut(next).filter(|snapshot| snapshot.position <= now);
        let end = next.as_ref().map_or(now, |next| next.replayed_to());
        let (before, stops) = (state.position, Stops::default());
        let mut counter = HitCounter::counting(&stops).following(&mut chain, 0);
        state.run_again(end.min(before + PART_INSTRS), &mut counter, &mut self.streams);
        if let Some(next) = next.filter(|next| next.replayed_to() <= state.position) {
            next.chain = Some(chain.clone());
            state = next.clone();
        }
        let is_over = state.position >= now || state.position == before;
        self.parts.traced = Some((state, chain.clone()));
        if !is_over {
            return None;
        }
        self.now.chain = Some(chain.clone());
        Some(chain)
    }

    /// Last state up to now at which the calls are known.
    fn known(&self, traced: Option<(RunState, Chain)>, nothing: &Chain) -> (RunState, Chain) {
        let (at, from) =
            (self.before(self.now.position), traced.as_ref().map(|(state, _)| state.position));
        let known = self.snapshots[..=at].iter().rev().find_map(|snapshot| {
            let chain = snapshot.chain.as_ref()?;
            from.is_none_or(|from| from < snapshot.position).then(|| (snapshot, chain.clone()))
        });
        match (known, traced) {
            (Some((snapshot, chain)), _) => (snapshot.clone(), chain),
            (None, Some(traced)) => traced,
            (None, None) => (self.snapshots[0].clone(), nothing.clone()),
        }
    }
}

//! The plain engine's view of each window: the longest runs that need no further check.

use machine::Access;

use super::areas::{Area, Areas};
use super::words::{Region, Words};
use super::{WINDOW_BITS, WINDOW_BYTES};

/// Words of one window that the plain engine may load, and those among them that it may store to.
///
/// Word numbers are addresses divided by 4.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct View {
    /// Number of the first word, and count of words.
    pub(super) from: u32,
    pub(super) words: u16,
    /// Writable words: the longest run and the second longest, because a watched range is often in
    /// the middle of data.
    pub(super) writable_words: u16,
    pub(super) writable_from: u32,
    pub(super) more_from: u32,
    pub(super) more_words: u16,
    /// Difference between a word's number and its index in the arena, modulo 2^32.
    pub(super) bias: u32,
}

const _: () = assert!(WINDOW_BYTES / 4 <= u16::MAX as u32);

/// View as numbers; an array of zeros costs no memory until it is written to.
pub(super) type PackedView = [u32; 6];

impl View {
    #[inline(always)]
    pub(super) fn of(
        &[from, words, writable_from, more_from, more_words, bias]: &PackedView,
    ) -> View {
        View {
            from,
            words: words as u16,
            writable_words: (words >> 16) as u16,
            writable_from,
            more_from,
            more_words: more_words as u16,
            bias,
        }
    }

    pub(super) fn packed(self) -> PackedView {
        let words = u32::from(self.words) | u32::from(self.writable_words) << 16;
        let View { from, writable_from, more_from, more_words, bias, .. } = self;
        [from, words, writable_from, more_from, more_words.into(), bias]
    }
}

/// Home addresses whose stores must be reported: the first, and the one after the last.
pub(super) type Hole = (u32, u32);

/// Finds the longest run of a window that allows plain loads, and its parts that allow plain
/// stores.
pub(super) fn of(window: usize, areas: &Areas, words: &Words, holes: [Hole; 2]) -> View {
    let start = (window as u32) << WINDOW_BITS;
    let areas = areas.within(start, start | (WINDOW_BYTES - 1));
    let mut best = View::default();
    let mut code = (0, 0);
    for (start, end, home) in runs(start, areas, Access::Load) {
        let Some(region) = words.region((home >> WINDOW_BITS) as usize) else { continue };
        let Region { base, first, .. } = *region;
        // Touched part of the run, in home addresses, end exclusive.
        let held = u64::from(base) + u64::from(region.words) * 4;
        let low = home.max(base);
        let high = held.min(u64::from(home) + (end - u64::from(start)));
        let words = high.saturating_sub(low.into()) / 4;
        if words > best.words.into() {
            let from = (start + (low - home)) / 4;
            let bias = (first + (low - base) / 4).wrapping_sub(from);
            best = View { from, words: words as u16, bias, ..View::default() };
            code = region.code;
        }
    }
    set_writable(&mut best, start, areas, [holes[0], holes[1], code]);
    best
}

/// Runs of a window with the given access right, adjacent areas joined: start, end (exclusive),
/// home of the start.
fn runs(low: u32, areas: &[Area], access: Access) -> Vec<(u32, u64, u32)> {
    let high = low | (WINDOW_BYTES - 1);
    let mut runs: Vec<(u32, u64, u32)> = Vec::new();
    for area in areas {
        let (start, end) = (area.start.max(low), area.end.min(high));
        if !area.rights.has(access) || area.rights.device {
            continue;
        }
        let (end, home) = (u64::from(end) + 1, area.home_of(start));
        match runs.last_mut() {
            Some(run) if run.1 == u64::from(start) && run.2 + (start - run.0) == home => {
                run.1 = end;
            }
            _ => runs.push((start, end, home)),
        }
    }
    // The plain engine's indices count words, so a run begins and ends at whole words.
    runs.iter_mut().for_each(|run| run.1 &= !3);
    runs.retain(|run| run.0.is_multiple_of(4));
    runs
}

/// Finds the longest parts of a view with plain data: no code, and nothing watched.
fn set_writable(view: &mut View, window: u32, areas: &[Area], holes: [Hole; 3]) {
    let low = u64::from(view.from) * 4;
    let high = low + u64::from(view.words) * 4;
    let mut plain: Vec<(u64, u64)> = Vec::new();
    for (start, end, home) in runs(window, areas, Access::Store) {
        let away = i64::from(start) - i64::from(home);
        let run = (low.max(start.into()), high.min(end));
        let moved = |(start, end): (u32, u32)| {
            let by = |home: u32| u64::try_from(i64::from(home) + away).unwrap_or(0);
            (by(start) & !3, (by(end) + 3) & !3)
        };
        plain.extend(holes.map(moved).into_iter().fold(vec![run], without));
    }
    // In words: the first one, and the count.
    let words = plain.into_iter().map(|(start, end)| {
        let (from, to) = (start.next_multiple_of(4), end & !3);
        ((from / 4) as u32, (to.saturating_sub(from) / 4) as u16)
    });
    let mut words: Vec<(u32, u16)> = words.collect();
    words.sort_by_key(|&(_, words)| std::cmp::Reverse(words));
    let mut longest = words.into_iter();
    (view.writable_from, view.writable_words) = longest.next().unwrap_or_default();
    (view.more_from, view.more_words) = longest.next().unwrap_or_default();
}

/// Parts of ranges outside a hole; an empty hole removes nothing.
fn without(parts: Vec<(u64, u64)>, hole: (u64, u64)) -> Vec<(u64, u64)> {
    if hole.0 >= hole.1 {
        return parts;
    }
    let halves = |part: (u64, u64)| [(part.0, part.1.min(hole.0)), (part.0.max(hole.1), part.1)];
    parts.into_iter().flat_map(halves).filter(|part| part.0 < part.1).collect()
}

//! Skyscraper, two-string kite and turbot fish: two units of a digit that meet in a third.

use std::cmp::Reverse;

use super::board::{Board, UnitKind, bit};
use super::{RatingStep, Technique, words};
use crate::symbol;

/// Step of the pair with the least rating, and of these the one that rules out most.
pub(crate) fn turbot(board: &Board) -> Option<RatingStep> {
    let mut best: Option<LinkPair> = None;
    for digit in 1..=board.side() {
        let links: Vec<Link> = [UnitKind::Box, UnitKind::Row, UnitKind::Column]
            .into_iter()
            .flat_map(|kind| board.units(kind).map(move |unit| (kind, unit)))
            .flat_map(|(kind, unit)| links(board, kind, unit, digit))
            .collect();
        for (number, link) in links.iter().enumerate() {
            for other in links[number + 1..].iter().filter(|other| link.is_apart(board, other)) {
                for pair in LinkPair::all(board, digit, link, other) {
                    if best.as_ref().is_none_or(|best| pair.key() < best.key()) {
                        best = Some(pair);
                    }
                }
            }
        }
    }
    best.and_then(|pair| pair.step(board))
}

/// A unit whose cells for a digit are two groups, one of which must have it.
///
/// The cells of a group are one, or several that share another unit, too.
#[derive(Clone)]
struct Link {
    kind: UnitKind,
    unit: usize,
    groups: [Vec<usize>; 2],
    /// Whether the unit has more than two cells for the digit.
    is_grouped: bool,
}

/// The links of a digit in a unit.
///
/// None for two cells of a box in one line: the line's own link is stronger.
fn links(board: &Board, kind: UnitKind, unit: usize, digit: usize) -> Vec<Link> {
    let places = board.places(unit, digit);
    let link = |part: u32| {
        let groups = [part, places & !part].map(|positions| board.cells_at(unit, positions));
        Link { kind, unit, groups, is_grouped: places.count_ones() > 2 }
    };
    let crossing: &[UnitKind] =
        if kind == UnitKind::Box { &[UnitKind::Row, UnitKind::Column] } else { &[UnitKind::Box] };
    let is_group = |part: u32| common_unit(board, crossing, &board.cells_at(unit, part)).is_some();
    if places.count_ones() == 2 {
        let is_link = kind != UnitKind::Box || !is_group(places);
        return is_link.then(|| link(places & places.wrapping_neg())).into_iter().collect();
    }
    let mut parts: Vec<u32> = Vec::new();
    for cell in board.cells_at(unit, places) {
        let lines = crossing.iter().map(|&kind| board.unit_of(kind, cell));
        parts.extend(lines.map(|line| places & board.shared(unit, line)));
    }
    parts.sort_unstable();
    parts.dedup();
    parts.retain(|&part| is_group(places & !part));
    parts.into_iter().map(link).collect()
}

impl Link {
    /// Whether no cell is in both links.
    fn is_apart(&self, board: &Board, other: &Self) -> bool {
        !self.groups.iter().flatten().any(|&cell| board.is_in(other.unit, cell))
    }
}

/// Two links with groups that share a unit, so that one of the other groups must have the digit.
struct LinkPair {
    digit: usize,
    links: [Link; 2],
    /// The other groups.
    ends: [Vec<usize>; 2],
    /// The shared unit.
    meeting: usize,
    /// The cells that lose the digit.
    removed: Vec<usize>,
}

impl LinkPair {
    /// Pairs of two links that rule out a candidate.
    fn all(board: &Board, digit: usize, link: &Link, other: &Link) -> Vec<Self> {
        let ways = [(0, 0), (0, 1), (1, 0), (1, 1)];
        let pair = |(end, far): (usize, usize)| {
            let near = [&link.groups[1 - end][..], &other.groups[1 - far]].concat();
            let meeting = common_unit(board, &UnitKind::ALL, &near)?;
            let ends = [link.groups[end].clone(), other.groups[far].clone()];
            let links = [link.clone(), other.clone()];
            let mut pair = Self { digit, links, ends, meeting, removed: Vec::new() };
            pair.removed = pair.removals(board, &near);
            (!pair.removed.is_empty()).then_some(pair)
        };
        ways.into_iter().filter_map(pair).collect()
    }

    /// Cells that see both ends lose the digit; in a ring, so do cells that see both other groups.
    fn removals(&self, board: &Board, near: &[usize]) -> Vec<usize> {
        let ends = self.ends.concat();
        let mut seeing = board.that_see_all(&ends, self.digit);
        if common_unit(board, &UnitKind::ALL, &ends).is_some() {
            seeing.extend(board.that_see_all(near, self.digit));
        } else {
            seeing.retain(|&cell| !board.is_in(self.meeting, cell));
        }
        seeing.retain(|&cell| !self.links.iter().any(|link| board.is_in(link.unit, cell)));
        seeing.sort_unstable();
        seeing.dedup();
        seeing
    }

    /// Sort key; the least pair is used.
    fn key(&self) -> impl Ord + use<> {
        let kinds = [self.links[0].kind, self.links[1].kind];
        let grouped = self.links.iter().filter(|link| link.is_grouped).count();
        let boxes = kinds.iter().filter(|&&kind| kind == UnitKind::Box).count();
        let removed = Reverse(self.removed.len());
        let tenths = self.technique().tenths();
        (tenths, removed, grouped, Reverse(boxes), kinds[1] != kinds[0], kinds[1], kinds[0])
    }

    fn technique(&self) -> Technique {
        let [link, other] = &self.links;
        match (link.kind, other.kind) {
            _ if link.is_grouped || other.is_grouped => Technique::GroupedTurbotFish,
            (UnitKind::Box, _) | (_, UnitKind::Box) => Technique::TurbotFish,
            (kind, other) if kind == other => Technique::Skyscraper,
            _ => Technique::TwoStringKite,
        }
    }

    fn step(self, board: &Board) -> Option<RatingStep> {
        let [link, other] = [&self.links[0], &self.links[1]].map(|link| link.unit);
        let [first, second, meeting] =
            [link, other, self.meeting].map(|unit| words::unit(board.size, unit));
        let reason = || {
            let digit = symbol(self.digit as u8);
            let [end, far] = [0, 1].map(|end| words::at(board, &self.ends[end]));
            format!(
                "{first} and {second} cannot both have their {digit} in {meeting}, \
                 so one is at {end} or at {far}"
            )
        };
        let ends = self.ends.concat();
        let units = [link, other, self.meeting];
        let step = RatingStep::new(board, self.technique(), bit(self.digit), &ends, &units);
        step.removes(board, self.removed.iter().copied(), bit(self.digit)).because(reason)
    }
}

/// The first of the units of these kinds that has all these cells.
fn common_unit(board: &Board, kinds: &[UnitKind], cells: &[usize]) -> Option<usize> {
    let (&first, rest) = cells.split_first()?;
    kinds.iter().find_map(|&kind| {
        let unit = board.unit_of(kind, first);
        rest.iter().all(|&cell| board.unit_of(kind, cell) == unit).then_some(unit)
    })
}

//! Changes since a saved comparison: a regression check on exact numbers.

use std::collections::BTreeMap;

use lanes::compare::statistics::{Ratio, Strata};

use crate::data::{Comparison, GroupData, LaneData};
use crate::table::{Cell, Column, Table};

/// Changes between two comparisons.
#[derive(Debug, Clone, PartialEq)]
pub struct ChangeReport {
    /// Numbers that changed.
    pub changes: Vec<Change>,
    /// Remarks about lanes; those that are worse are failures.
    pub lanes: Vec<LaneChange>,
    /// Lanes in which no number changed.
    pub same: usize,
}

/// Number that changed.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// Lane.
    pub lane: String,
    /// Name of the number in files.
    pub id: String,
    /// Old sum over all puzzles.
    pub old: u64,
    /// New sum over all puzzles.
    pub new: u64,
    /// Geometric mean of the puzzles' ratios, new to old, or the ratio of the sums if a number is 0.
    ///
    /// Infinite if it was 0 on all puzzles.
    pub ratio: f64,
    /// Greatest ratio of a puzzle, if all have one.
    pub most: Option<f64>,
}

/// Lane that cannot be compared number by number, or not on all puzzles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LaneChange {
    /// Lane.
    pub lane: String,
    /// Remark.
    pub what: String,
    /// Whether it is worse than before.
    pub is_worse: bool,
}

impl Change {
    /// Increase in percent.
    #[must_use]
    pub fn percent(&self) -> f64 {
        (self.ratio - 1.0) * 100.0
    }
}

/// Whether more of a number is worse.
fn is_cost(id: &str) -> bool {
    let plain = ["instructions", "fetched-bits", "loads", "stores", "stack-bits"];
    let of_program = ["size.instructions", "size.instruction-bits", "size.data-bits"];
    let of_model = id.starts_with("cycles.") || id.starts_with("ns.");
    plain.contains(&id) || of_program.contains(&id) || of_model
}

/// Changes from one comparison to another, with remarks about lanes that only one of them has.
#[must_use]
pub fn against(old: &Comparison, new: &Comparison) -> ChangeReport {
    let mut found = ChangeReport { changes: Vec::new(), lanes: Vec::new(), same: 0 };
    let mut before: BTreeMap<&str, (&GroupData, &LaneData)> = lanes(old).collect();
    for (name, now) in lanes(new) {
        match before.remove(name) {
            None => found.remark(name, "it was not in the old comparison", false),
            Some(then) => found.lane(then, now),
        }
    }
    for out in &new.left_out {
        if before.remove(out.lane.as_str()).is_some() {
            found.remark(&out.lane, &format!("it is no longer measured: {}", out.why), true);
        }
    }
    for name in before.into_keys() {
        found.remark(name, "it is not in the new comparison", false);
    }
    found
}

fn lanes(of: &Comparison) -> impl Iterator<Item = (&str, (&GroupData, &LaneData))> {
    of.groups
        .iter()
        .flat_map(|group| group.lanes.iter().map(move |lane| (lane.lane.as_str(), (group, lane))))
}

impl ChangeReport {
    fn remark(&mut self, lane: &str, what: &str, is_worse: bool) {
        self.lanes.push(LaneChange { lane: lane.to_owned(), what: what.to_owned(), is_worse });
    }

    fn lane(&mut self, then: (&GroupData, &LaneData), now: (&GroupData, &LaneData)) {
        let name = &now.1.lane;
        match (&then.1.apart, &now.1.apart) {
            (None, Some(why)) => {
                return self.remark(name, &format!("it is excluded now: {why}"), true);
            }
            (Some(_), Some(_)) => return self.remark(name, "it is still excluded", false),
            (Some(_), None) => return self.remark(name, "it is no longer excluded", false),
            (None, None) => {}
        }
        if then.0.algorithm != now.0.algorithm {
            return self.remark(name, "its algorithm changed", false);
        }
        let common = common(then.0, now.0);
        if common.is_empty() {
            return self.remark(name, "it has no puzzle in common with the old comparison", true);
        }
        if common.len() < then.0.puzzles.len() {
            let all = then.0.puzzles.len();
            self.remark(
                name,
                &format!("compared on {} of the {all} old puzzles", common.len()),
                false,
            );
        }
        let before = self.changes.len();
        for (id, new) in &now.1.counts {
            let Some(old) = then.1.counts.get(id).filter(|_| is_cost(id)) else { continue };
            let at = |counts: &Vec<u64>, place: usize| counts.get(place).copied().unwrap_or(0);
            let pairs: Vec<(u64, u64)> =
                common.iter().map(|&(then, now)| (at(new, now), at(old, then))).collect();
            self.changes.extend(change(name, id, &pairs));
        }
        // Only the never-run size depends on the puzzles.
        for (id, new) in now.1.size.iter().filter(|(id, _)| is_cost(id)) {
            let Some(old) = then.1.size.get(id) else { continue };
            self.changes.extend(change(name, id, &[(*new, *old)]));
        }
        if self.changes.len() == before {
            self.same += 1;
        }
    }

    /// Changes above a limit in percent, and lanes that are worse.
    #[must_use]
    pub fn failures(&self, above_percent: f64) -> Vec<String> {
        let changes = self.changes.iter().filter(|change| change.percent() > above_percent);
        let changes = changes.map(|it| format!("{}: {} {}", it.lane, it.id, percent(it.percent())));
        let lanes = self.lanes.iter().filter(|lane| lane.is_worse);
        lanes.map(|lane| format!("{}: {}", lane.lane, lane.what)).chain(changes).collect()
    }

    /// Changes as a table.
    #[must_use]
    pub fn table(&self, name: &str) -> Table {
        let row = |change: &Change| {
            vec![
                Cell::Words(change.lane.clone()),
                Cell::Words(change.id.clone()),
                Cell::Count(change.old),
                Cell::Count(change.new),
                Cell::Words(percent(change.percent())),
                change
                    .most
                    .map_or(Cell::Nothing, |most| Cell::Words(percent((most - 1.0) * 100.0))),
            ]
        };
        let mut columns = vec![Column::words("lane"), Column::words("number")];
        columns.extend(["old", "new", "change", "worst"].map(Column::number));
        Table {
            caption: format!("Since {name}"),
            columns,
            rows: self.changes.iter().map(row).collect(),
            notes: vec![
                "old, new: sums over all puzzles; change: geometric mean over the puzzles; worst: largest increase of a puzzle"
                    .to_owned(),
            ],
        }
    }
}

/// Indices in both groups of their common puzzles.
fn common(then: &GroupData, now: &GroupData) -> Vec<(usize, usize)> {
    let places = then.puzzles.iter().enumerate();
    let then: BTreeMap<&str, usize> =
        places.map(|(at, puzzle)| (puzzle.givens.as_str(), at)).collect();
    let now = now.puzzles.iter().enumerate();
    now.filter_map(|(at, puzzle)| Some((*then.get(puzzle.givens.as_str())?, at))).collect()
}

/// Change of a number, given pairs of new and old; `None` if nothing changed.
fn change(lane: &str, id: &str, pairs: &[(u64, u64)]) -> Option<Change> {
    if pairs.iter().all(|(new, old)| new == old) {
        return None;
    }
    let (new, old) = pairs.iter().fold((0, 0), |(n, o), (new, old)| (n + new, o + old));
    let ratios = Ratio::of(pairs, &Strata::of(&vec![0; pairs.len()]));
    let of_sums = if old == 0 { f64::INFINITY } else { new as f64 / old as f64 };
    Some(Change {
        lane: lane.to_owned(),
        id: id.to_owned(),
        old,
        new,
        ratio: ratios.map_or(of_sums, |ratios| ratios.mean),
        most: ratios.map(|ratios| ratios.range.1),
    })
}

fn percent(percent: f64) -> String {
    if percent.is_finite() { format!("{percent:+.2} %") } else { "from 0".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_the_mean_of_the_puzzles() {
        let found = change("a", "instructions", &[(20, 10), (10, 20), (80, 20)]).unwrap();
        assert_eq!((found.old, found.new, found.most), (50, 110, Some(4.0)));
        assert!((found.ratio - 4.0_f64.powf(1.0 / 3.0)).abs() < 1e-12);
        assert_eq!(change("a", "instructions", &[(3, 3), (0, 0)]), None);
        let from_nothing = change("a", "stack-bits", &[(32, 0)]).unwrap();
        assert_eq!(percent(from_nothing.percent()), "from 0");
        let some = change("a", "loads", &[(3, 0), (3, 3)]).unwrap();
        assert!((some.ratio - 2.0).abs() < 1e-12 && some.most.is_none());
    }
}

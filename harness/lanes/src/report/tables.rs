//! The tables of a verification: one row per lane, or one per algorithm and machine.

use machine::Model;
use reference::Size;
use targets::escape::{aligned, grouped};

use super::lane_summary::LaneSummary;
use super::tally::Differences;

/// Most lanes with a row each in the usual table.
const MOST_LANE_ROWS: usize = 20;

/// Most rows of groups, so that everything up to the verdict fits in 30 lines.
const MOST_GROUP_ROWS: usize = 24;

/// Names of dialects or machines in one cell, and their characters; longer lists are only counted.
const MOST_NAMES: usize = 3;
const MOST_NAMES_CHARS: usize = 15;

/// Unit of machines that are only counted.
const MACHINES: &str = "machines";

/// The usual table, at most 30 lines: each lane, or groups of lanes if there are many.
pub(super) fn usual(lanes: &[LaneSummary]) -> String {
    if lanes.len() <= MOST_LANE_ROWS { each_lane(lanes, &[]) } else { groups(lanes) }
}

/// One row per lane, with the median cycles by each model.
///
/// Cycles are named by their model and defined below the table.
pub(super) fn with_cycles(lanes: &[LaneSummary]) -> String {
    let models = super::models(lanes.iter().flat_map(|lane| &lane.cycles).map(|(model, _)| *model));
    each_lane(lanes, &models)
}

fn each_lane(lanes: &[LaneSummary], models: &[&'static Model]) -> String {
    let mut header = vec!["lane", "puzzles", "grids ok", "decisions ok", "instructions", ""];
    let names: Vec<String> = models.iter().map(|model| targets::models::name(model)).collect();
    header.extend(names.iter().map(String::as_str));
    header.push("golden counts");
    let mut second = vec![""; 4];
    second.extend(["median", "max"]);
    second.extend(models.iter().map(|_| "median"));
    second.push("");
    let mut rows = vec![owned(&header), owned(&second)];
    rows.extend(lanes.iter().map(|lane| lane_row(lane, models)));
    let last = header.len() - 1;
    let mut text = aligned(&rows, |column| column == 0 || column == last);
    text.push_str(
        "\ninstructions: instructions retired per puzzle, start-up code included; for a script, cells executed\n\
         decisions: calls of the node label and stores to the grid, compared with the reference model event by event\n",
    );
    text.push_str(&notes(lanes));
    for model in models {
        text.push_str(&targets::models::definition(model));
    }
    text
}

fn lane_row(lane: &LaneSummary, models: &[&'static Model]) -> Vec<String> {
    let mut row = vec![lane.name.clone()];
    if lane.broken.is_some() {
        row.resize(6, "-".to_owned());
    } else {
        let checked = |is: bool, count: usize| if is { count.to_string() } else { "-".to_owned() };
        row.extend([
            match lane.left_out + lane.skipped {
                0 => lane.runs.to_string(),
                others => format!("{} of {}", lane.runs, lane.runs + others),
            },
            checked(lane.checks.grids, lane.grids),
            checked(lane.checks.decisions, lane.decisions),
            number(lane.median_instructions),
            number(lane.most_instructions),
        ]);
    }
    for model in models {
        let of_model = lane.cycles.iter().find(|(known, _)| known.name == model.name);
        row.push(number(of_model.and_then(|(_, median)| *median)));
    }
    row.push(lane.against_golden());
    row
}

/// Lanes that share a row.
#[derive(Debug)]
struct LaneGroup<'s> {
    algorithm: &'static str,
    size: Size,
    /// None if lanes of several machines share the row.
    machine: Option<&'static str>,
    is_compiled: bool,
    lanes: Vec<&'s LaneSummary>,
}

/// One row per algorithm, size and machine, compiled programs apart.
fn groups(lanes: &[LaneSummary]) -> String {
    // Machines share a row only if there are too many rows otherwise, those of compiled lanes first.
    let of_each = grouped_by(lanes, |_| true);
    let of_written =
        || grouped_by(lanes, |lane| lane.dialect.is_some() || has_many_machines(lanes, lane));
    let groups = [of_each, of_written()].into_iter().find(|all| all.len() <= MOST_GROUP_ROWS);
    let groups = groups.unwrap_or_else(|| grouped_by(lanes, |_| false));
    let header = [
        "algorithm",
        "machine",
        "dialect",
        "lanes",
        "correct runs",
        "same decisions",
        "median instructions",
        "counts",
    ];
    let mut rows = vec![owned(&header)];
    let mut above = None;
    for group in &groups {
        let mut row = group.row();
        // An algorithm that the row above has, too, is not repeated.
        let algorithm = Some((group.algorithm, group.size));
        if above == algorithm {
            row[0].clear();
        }
        above = algorithm;
        rows.push(row);
    }
    let mut text = aligned(&rows, |column| column < 3 || column == header.len() - 1);
    text.push_str(
        "\nmedian instructions: per puzzle, lowest to highest lane; counts: against the golden counts; --all: every lane\n",
    );
    text.push_str(&notes(lanes));
    text
}

/// Whether the compiled lanes of an algorithm and size are for more machines than a row names.
fn has_many_machines(lanes: &[LaneSummary], of: &LaneSummary) -> bool {
    let is_like = |lane: &&LaneSummary| {
        (lane.algorithm, lane.size, lane.dialect) == (of.algorithm, of.size, None)
    };
    let machines = names(lanes.iter().filter(is_like).map(|lane| lane.machine), MACHINES);
    machines.ends_with(MACHINES)
}

/// Groups in order of the table of lanes, those of one algorithm and size together.
fn grouped_by(
    lanes: &[LaneSummary],
    has_own_machine: impl Fn(&LaneSummary) -> bool,
) -> Vec<LaneGroup<'_>> {
    let mut groups: Vec<LaneGroup<'_>> = Vec::new();
    for lane in lanes {
        let (algorithm, size, is_compiled) = (lane.algorithm, lane.size, lane.dialect.is_none());
        let machine = has_own_machine(lane).then_some(lane.machine);
        let is_same = |group: &&mut LaneGroup<'_>| {
            (group.algorithm, group.size, group.machine, group.is_compiled)
                == (algorithm, size, machine, is_compiled)
        };
        match groups.iter_mut().find(is_same) {
            Some(group) => group.lanes.push(lane),
            None => {
                groups.push(LaneGroup { algorithm, size, machine, is_compiled, lanes: vec![lane] });
            }
        }
    }
    groups.sort_by_key(|group| {
        let first = lanes.iter().position(|lane| lane.algorithm == group.algorithm);
        let of_size =
            |lane: &LaneSummary| (lane.algorithm, lane.size) == (group.algorithm, group.size);
        (first, lanes.iter().position(of_size))
    });
    groups
}

impl LaneGroup<'_> {
    fn row(&self) -> Vec<String> {
        let sum = |count: fn(&LaneSummary) -> usize| {
            self.lanes.iter().map(|lane| count(lane)).sum::<usize>()
        };
        let of_runs = |part: usize, runs: usize| {
            if runs == 0 {
                return "-".to_owned();
            }
            format!("{} of {}", grouped(part as u64), grouped(runs as u64))
        };
        let compared = |lane: &LaneSummary| if lane.checks.decisions { lane.runs } else { 0 };
        vec![
            format!("{} {}", self.algorithm, self.size),
            names(self.lanes.iter().map(|lane| lane.machine), MACHINES),
            if self.is_compiled {
                "(compiled)".to_owned()
            } else {
                names(self.lanes.iter().filter_map(|lane| lane.dialect), "dialects")
            },
            self.lanes.len().to_string(),
            of_runs(sum(|lane| lane.correct), sum(|lane| lane.runs)),
            of_runs(sum(|lane| lane.decisions), sum(compared)),
            self.instructions(),
            self.against_golden(),
        ]
    }

    /// Medians of the lanes, from the lowest to the highest.
    fn instructions(&self) -> String {
        let medians = || self.lanes.iter().filter_map(|lane| lane.median_instructions);
        match (medians().min(), medians().max()) {
            (Some(lowest), Some(highest)) if lowest != highest => {
                format!("{}–{}", grouped(lowest), grouped(highest))
            }
            (one, _) => number(one),
        }
    }

    /// Cell of the column "counts", short enough for a row of 120 columns.
    fn against_golden(&self) -> String {
        let broken = self.lanes.iter().filter(|lane| lane.broken.is_some()).count();
        let ran = || self.lanes.iter().filter(|lane| lane.runs > 0);
        let differences = ran().map(|lane| lane.differences);
        let differences = differences.fold(Differences::default(), Differences::plus);
        let Differences { missing, changed, .. } = differences;
        match (missing + changed, broken) {
            (0, 0) if ran().next().is_none() => "nothing was run".to_owned(),
            (0, 0) if ran().all(|lane| !lane.checks.counts) => "not checked".to_owned(),
            (0, broken @ 1..) => format!("{broken} cannot run"),
            (_, 0) if missing == 0 || changed == 0 => differences.words(),
            (differ, broken) => format!("{} differ", grouped((differ + broken) as u64)),
        }
    }
}

/// Line about runs that were left out or taken from the cache; empty if there are none.
fn notes(lanes: &[LaneSummary]) -> String {
    let mut notes = Vec::new();
    let left_out: usize = lanes.iter().map(|lane| lane.left_out).sum();
    if left_out > 0 {
        let left_out = grouped(left_out as u64);
        notes.push(format!(
            "left out: {left_out} runs that need more nodes than `most_nodes` of their lane"
        ));
    }
    let from_cache = lanes.iter().filter(|lane| lane.is_from_cache).count();
    if from_cache > 0 {
        notes.push(format!("from the cache: {from_cache} of {} lanes", lanes.len()));
    }
    if notes.is_empty() { String::new() } else { notes.join("; ") + "\n" }
}

/// Different names with commas between them, or their number if there are many.
fn names(all: impl Iterator<Item = &'static str>, what: &str) -> String {
    let mut names: Vec<&str> = Vec::new();
    for name in all {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let joined = names.join(", ");
    let is_short = names.len() <= MOST_NAMES && joined.len() <= MOST_NAMES_CHARS;
    if is_short { joined } else { format!("{} {what}", names.len()) }
}

fn owned(cells: &[&str]) -> Vec<String> {
    cells.iter().map(|&cell| cell.to_owned()).collect()
}

fn number(number: Option<u64>) -> String {
    number.map_or_else(|| "-".to_owned(), grouped)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lane::read_table;
    use crate::root::Root;
    use crate::verify::{Checks, LaneError};

    /// Every bundled lane, with about as many instructions as a lane of this project takes.
    fn bundled() -> Vec<LaneSummary> {
        let lanes = read_table(&Root::Bundled).unwrap();
        let summary = |(at, lane): (usize, crate::lane::Lane)| LaneSummary {
            name: lane.name,
            algorithm: lane.algorithm.name(),
            size: lane.size,
            machine: lane.target.isa(),
            dialect: lane.made_by.is_none().then(|| lane.target.dialect().name),
            line: String::new(),
            runs: 277,
            correct: 277,
            grids: 277,
            decisions: 277,
            median_instructions: Some(100_000 + 100_000 * (at as u64 % 20)),
            most_instructions: Some(500_000_000),
            cycles: Vec::new(),
            differences: Differences::default(),
            failures: String::new(),
            checks: Checks::ALL,
            left_out: 1,
            skipped: 0,
            is_from_cache: at == 0,
            broken: None,
            is_correct: true,
            is_golden: true,
        };
        lanes.into_iter().enumerate().map(summary).collect()
    }

    fn fits(table: &str) {
        // A blank line and the verdict follow.
        assert!(table.lines().count() <= 28, "{table}");
        assert!(table.lines().all(|line| line.chars().count() <= 120), "{table}");
    }

    #[test]
    fn every_table_fits_a_screen() {
        let mut lanes = bundled();
        fits(&usual(&lanes));
        for lane in &mut lanes {
            lane.differences = Differences { missing: 100, changed: 100, within: 0 };
            lane.correct = 77;
            lane.decisions = 77;
        }
        lanes[1].broken = Some(LaneError::NotSetUp(String::new()));
        fits(&usual(&lanes));
        assert!(usual(&lanes).contains("  601 differ\n"), "{}", usual(&lanes));
        lanes.truncate(MOST_LANE_ROWS);
        fits(&usual(&lanes));
        assert!(usual(&lanes).starts_with("lane "));
    }

    /// A table of lanes for which one row per algorithm and machine would be too many.
    #[test]
    fn machines_share_rows_if_there_are_too_many() {
        let mut lanes = bundled();
        lanes.retain(|lane| ["mips32", "riscv32", "pdp10", "esproc"].contains(&lane.machine));
        let rows = |lanes: &[LaneSummary]| usual(lanes).lines().count();
        let each = rows(&lanes);
        let new: Vec<LaneSummary> = bundled()
            .into_iter()
            .filter(|lane| ["constraint", "links"].contains(&lane.algorithm))
            .filter(|lane| lane.dialect.is_some())
            .map(|lane| LaneSummary { machine: "new", ..lane })
            .collect();
        lanes.extend(new);
        fits(&usual(&lanes));
        assert!(usual(&lanes).contains("mips32, riscv32"), "{}", usual(&lanes));
        assert!(rows(&lanes) <= each, "{}", usual(&lanes));
        for machine in ["a", "b", "c", "d", "e", "f"] {
            for algorithm in ["1", "2", "3", "4"] {
                lanes.push(LaneSummary { machine, algorithm, ..bundled().remove(0) });
            }
        }
        fits(&usual(&lanes));
        assert!(usual(&lanes).contains(" machines "), "{}", usual(&lanes));
    }
}

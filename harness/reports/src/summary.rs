//! The result of a comparison in a few rows: each algorithm on each machine, with the reason.

use lanes::compare::metric::By;
use lanes::compare::{ComparisonGroup, ComparisonRow};

use crate::families::{FAMILIES, family};
use crate::table::{Cell, Column, Table};
use crate::tables::{metric, optional, per_step};

/// Summary of groups with a baseline and at least two machines; `None` if there are no such groups.
#[must_use]
pub fn of(groups: &[ComparisonGroup]) -> Option<Table> {
    let (mut rows, mut reasons) = (Vec::new(), Vec::new());
    for group in groups {
        let (Some(base), chosen) = (group.baseline(), chosen(group)) else { continue };
        if chosen.len() < 2 {
            continue;
        }
        for row in chosen {
            rows.push(cells(group, row));
            if row.lane.name != base.lane.name {
                reasons.push(reason(group, row, base));
            }
        }
    }
    if rows.is_empty() {
        return None;
    }
    let words = ["algorithm", "machine", "lane"].map(Column::words);
    let numbers =
        ["per node", "ratio", "from", "to", "bits fetched", "memory moved", "bits of text"];
    let notes = [
        "per node: instructions of the search for each node more (candidates, which does not search: instructions of the \
         procedure that solves, divided by the cells that it uses). ratio, from, to: that cost divided by the baseline's, \
         with its 95 % interval. bits fetched, memory moved: bits of instructions, and of loads and stores, for each node \
         more, relative to the baseline (candidates: geometric means, of the bits fetched by the procedure that solves, and \
         of the bits that whole runs move). bits of text: instructions in memory. For each machine, the lane with the \
         fewest instructions."
            .to_owned(),
    ];
    Some(Table {
        caption: "Each algorithm on each machine".to_owned(),
        columns: words.into_iter().chain(numbers.map(Column::number)).collect(),
        rows,
        notes: notes.into_iter().chain(reasons).collect(),
    })
}

/// The lane with the fewest instructions of each machine; hand-written, if there is one.
fn chosen(group: &ComparisonGroup) -> Vec<&ComparisonRow> {
    let machine = |row: &ComparisonRow| row.lane.target.spec().name;
    let total = |row: &ComparisonRow| row.runs.iter().map(|run| run.cost.instructions).sum::<u64>();
    let mut found: Vec<&ComparisonRow> = Vec::new();
    for row in &group.rows {
        let rank = |row: &ComparisonRow| (row.lane.made_by.is_some(), total(row));
        match found.iter_mut().find(|other| machine(other) == machine(row)) {
            Some(other) if rank(row) < rank(other) => *other = row,
            Some(_) => {}
            None => found.push(row),
        }
    }
    found
}

fn cells(group: &ComparisonGroup, row: &ComparisonRow) -> Vec<Cell> {
    let search = metric(group, "search");
    let (ratio, interval) = match group.slope_ratio(row) {
        Some(slopes) => (Some(slopes.ratio), slopes.interval),
        None => {
            let ratio = group.ratio(row, &search);
            (ratio.map(|it| it.mean), ratio.and_then(|it| it.interval))
        }
    };
    let per_node = match group.law(row) {
        Some(law) => Cell::Number(law.per_node, 1),
        None => per_step(group, row, &search, By::Node),
    };
    let of_node = |id: &str, without_law: &str| {
        let slopes = group.node_ratio(row, &metric(group, id)).map(|it| it.ratio);
        let mean = || group.ratio(row, &metric(group, without_law)).map(|it| it.mean);
        optional(slopes.or_else(mean), 2)
    };
    vec![
        Cell::Words(group.algorithm.name().to_owned()),
        Cell::Words(row.lane.target.spec().name.to_owned()),
        Cell::Words(row.lane.name.clone()),
        per_node,
        optional(ratio, 3),
        optional(interval.map(|it| it.0), 3),
        optional(interval.map(|it| it.1), 3),
        of_node("fetched-bits", "search.fetched-bits"),
        of_node("moved-bits", "moved-bits"),
        Cell::Count(row.size.instruction_bits),
    ]
}

/// Families that a reason names.
const NAMED: usize = 3;

/// The families of instructions that a lane executes more or less often than the baseline, for each node.
fn reason(group: &ComparisonGroup, row: &ComparisonRow, base: &ComparisonRow) -> String {
    let nodes = group.nodes().max(1) as f64;
    let mut changes = [0.0; FAMILIES.len()];
    for (row, sign) in [(row, 1.0), (base, -1.0)] {
        for (kind, times) in row.runs.iter().flat_map(|run| &run.mix) {
            changes[family(*kind)] += sign * *times as f64 / nodes;
        }
    }
    let all: f64 = changes.iter().sum();
    let mut order: Vec<usize> = (0..changes.len()).collect();
    order.sort_by(|one, other| changes[*other].abs().total_cmp(&changes[*one].abs()));
    let is_shown = |at: &&usize| changes[**at].abs() >= 0.05;
    let named = order.iter().filter(is_shown).take(NAMED).map(|&at| {
        let sign = if changes[at] < 0.0 { "-" } else { "+" };
        format!("{} {sign}{:.1}", FAMILIES[at].name, changes[at].abs())
    });
    let (name, base) = (&row.lane.name, &base.lane.name);
    format!(
        "{name}: {:.1} {} instructions for each node of whole runs than {base}: {}; see `isagrid trace --side-by-side \
         {base} {name}`.",
        all.abs(),
        if all < 0.0 { "fewer" } else { "more" },
        named.collect::<Vec<_>>().join("; "),
    )
}

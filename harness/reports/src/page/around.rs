//! Sections outside the groups: the summary, excluded lanes, and the verification.

use lanes::compare::Comparison;
use lanes::report::failures;
use lanes::verify::{DecisionCheck, GridCheck, Verification};
use machine::numbers::counted;
use maud::{Markup, html};
use targets::escape;

use crate::document::printed;
use crate::html::{plain, table};
use crate::table::{Cell, Column, Table};

/// Summary: the lanes that were compared, and that all took the same decisions.
pub(super) fn statement(comparison: &Comparison) -> String {
    let rows: usize = comparison.groups.iter().map(|group| group.rows.len()).sum();
    let runs: usize =
        comparison.groups.iter().map(|group| group.rows.len() * group.puzzles.len()).sum();
    let apart: usize = comparison.groups.iter().map(|group| group.apart.len()).sum();
    let alike = match comparison.groups.len() {
        1 => "of one algorithm and size".to_owned(),
        groups => format!("in {} of one algorithm and size each", counted(groups, "group")),
    };
    let mut text = format!(
        "{} {alike}. In every one of {} the lane took the same decisions as the reference model of its algorithm, event \
         by event, and printed {}. The numbers differ only because of the instruction sets, the compilers and the \
         programmers.",
        counted(rows, "lane"),
        escape::counted(runs as u64, "run"),
        printed(comparison),
    );
    match apart {
        0 => {}
        1 => text.push_str(
            " One more lane did not; it is shown separately and excluded from averages and plots.",
        ),
        more => text.push_str(&format!(
            " {more} more lanes did not; they are shown separately and excluded from averages and plots."
        )),
    }
    text
}

/// Whether any lane is excluded.
pub(super) fn has_apart(comparison: &Comparison) -> bool {
    comparison.groups.iter().any(|group| !group.apart.is_empty())
}

/// Excluded lanes, with the reason and their numbers.
pub(super) fn apart(comparison: &Comparison) -> Markup {
    let mut rows = Vec::new();
    for apart in comparison.groups.iter().flat_map(|group| &group.apart) {
        let instructions = apart.row.runs.iter().map(|run| run.cost.instructions).sum();
        rows.push(vec![
            Cell::Words(apart.row.lane.name.clone()),
            Cell::Words(apart.why.clone()),
            Cell::Count(apart.wrong as u64),
            Cell::Count(apart.row.runs.len() as u64),
            Cell::Count(instructions),
        ]);
    }
    let columns = vec![
        Column::words("lane"),
        Column::words("first failure"),
        Column::number("failed runs"),
        Column::number("runs"),
        Column::number("instructions"),
    ];
    let caption = "Excluded lanes".to_owned();
    let excluded = Table { caption, columns, rows, notes: Vec::new() };
    html! {
        p { "These lanes took other decisions than the reference model, so they did not do the same work. They are "
            "excluded from ratios, means and plots." }
        (table(&excluded, "excluded lanes"))
    }
}

/// Lanes that could not be measured, and problems of golden files.
pub(super) fn left_out(comparison: &Comparison) -> Markup {
    html! {
        @if !comparison.left_out.is_empty() {
            dl {
                @for out in &comparison.left_out {
                    dt { (plain(&out.lane)) @if out.broken.is_some() { " " span.wrong { "(broken)" } } }
                    dd { (plain(&out.why)) }
                }
            }
        }
        @for problem in &comparison.problems {
            p.wrong { (plain(problem)) }
        }
    }
}

/// Results of a verification, lane by lane, with failures.
pub(super) fn verified(verified: &Verification) -> Markup {
    let columns =
        ["puzzles", "correct grids", "same decisions", "golden counts"].map(Column::number);
    let columns = std::iter::once(Column::words("lane")).chain(columns).collect();
    let rows = verified.lanes.iter().map(|lane| {
        let mut cells = vec![Cell::Words(lane.lane.name.clone())];
        let count = |is: fn(&lanes::verify::Run) -> bool| {
            Cell::Count(lane.runs.iter().filter(|run| is(run)).count() as u64)
        };
        if lane.broken.is_some() {
            cells.extend(vec![Cell::Nothing; 4]);
        } else {
            cells.push(Cell::Count(lane.runs.len() as u64));
            let checks = lane.lane.checks;
            let checked = |is: bool, cell| if is { cell } else { Cell::Nothing };
            let correct = count(|run| run.grid == GridCheck::Right && run.stopped.is_none());
            cells.push(checked(checks.grids, correct));
            let same = count(|run| run.decisions == DecisionCheck::Same);
            cells.push(checked(checks.decisions, same));
            cells.push(checked(checks.counts, count(|run| run.change.is_well())));
        }
        cells
    });
    let rows = rows.collect();
    let wrong = failures(verified);
    let caption = "Lanes compared with the reference model and the golden counts".to_owned();
    let lanes = Table { caption, columns, rows, notes: Vec::new() };
    html! {
        (table(&lanes, "lane by lane"))
        @if wrong.is_empty() {
            p { "There are no failures." }
        } @else {
            div.wide role="region" tabindex="0" aria-label="Failures" {
                pre { (asmkit::plain(&wrong)) }
            }
        }
    }
}

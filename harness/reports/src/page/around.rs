//! What stands around the groups: what was compared, what is apart and why, what was verified.

use lanes::compare::Comparison;
use lanes::report::failures;
use lanes::verify::{DecisionCheck, GridCheck, Verified};
use machine::numbers::counted;
use maud::{Markup, html};

use crate::html::{plain, table};
use crate::table::{Cell, Column, Table};

/// What was compared, and that all lanes took the same decisions.
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
        "{} {alike}. In every one of {} each lane printed the right grid and took the \
         decisions of its twin, the same algorithm in the reference, event by event: what differs is what the instruction \
         sets and those who wrote for them made of the same work.",
        counted(rows, "lane"),
        counted(runs, "run"),
    );
    match apart {
        0 => {}
        1 => text.push_str(
            " One more lane did not; it is shown apart and is in no average and in no plot.",
        ),
        more => text.push_str(&format!(
            " {more} more lanes did not; they are shown apart and are in no average and in no plot."
        )),
    }
    text
}

/// Whether any lane is apart.
pub(super) fn has_apart(comparison: &Comparison) -> bool {
    comparison.groups.iter().any(|group| !group.apart.is_empty())
}

/// The lanes apart, with why and what they did.
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
        Column::words("the first that was wrong"),
        Column::number("wrong runs"),
        Column::number("runs"),
        Column::number("instructions"),
    ];
    let caption = "What these lanes did".to_owned();
    let told = Table { caption, columns, rows, notes: Vec::new() };
    html! {
        p { "These lanes did something else than their twin, so their numbers are not of the same work. They are in no ratio, "
            "no mean and no plot." }
        (table(&told, "lanes apart"))
    }
}

/// The lanes that could not be measured, and what is wrong with golden files.
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

/// What a verification came to, lane by lane, and what was wrong.
pub(super) fn verified(verified: &Verified) -> Markup {
    let columns =
        ["puzzles", "right grids", "the twin's decisions", "counts as golden"].map(Column::number);
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
            let right = count(|run| run.grid == GridCheck::Right && run.stopped.is_none());
            cells.push(checked(checks.grids, right));
            let same = count(|run| run.decisions == DecisionCheck::Same);
            cells.push(checked(checks.decisions, same));
            cells.push(checked(checks.counts, count(|run| run.change.is_well())));
        }
        cells
    });
    let rows = rows.collect();
    let wrong = failures(verified);
    let caption = "Lanes against the reference, and against golden counts".to_owned();
    let told = Table { caption, columns, rows, notes: Vec::new() };
    html! {
        (table(&told, "lane by lane"))
        @if wrong.is_empty() {
            p { "Nothing was wrong." }
        } @else {
            div.wide role="region" tabindex="0" aria-label="What was wrong" {
                pre { (asmkit::plain(&wrong)) }
            }
        }
    }
}

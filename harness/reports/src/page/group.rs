//! Section of one group: its puzzles, plots and tables.

use lanes::compare::ComparisonGroup;
use maud::{Markup, html};

use super::look::{MachineStyles, is_drawn};
use super::{mix, nodes, ratios, sizes};
use crate::document::about_group;
use crate::html::{plain, table};
use crate::table::Table;

/// Content of the section.
pub(super) fn body(
    group: &ComparisonGroup,
    id: &str,
    tables: &[Table],
    looks: &MachineStyles,
) -> Markup {
    let means = ratios::means(group);
    let plots = [
        ("nodes", "Instructions and search nodes", nodes::plot(group, id, looks)),
        ("ratios", "Ratios by puzzle", ratios::plot(group, id, &means, looks)),
        ("mix", "Instruction mix", mix::plot(group, id)),
        ("size", "Program size and instructions", sizes::plot(group, id, &means, looks)),
    ];
    html! {
        @for paragraph in about_group(group).iter().chain([&baseline(group)]) {
            p { (plain(paragraph)) }
        }
        @if group.rows.iter().any(|row| !is_drawn(group, row)) {
            p { "Lanes compiled with -O0 are only in tables: in plots they would hide the differences of the others." }
        }
        @for (name, title, plot) in &plots {
            @if let Some(plot) = plot {
                h3 id={ (id) "-" (name) "-plot" } { (title) }
                (plot)
            }
        }
        @if !tables.is_empty() {
            h3 id={ (id) "-tables" } { "Tables" }
            @for one in tables { (table(one, &name(group))) }
        }
    }
}

/// Name of the group, unique on the page.
pub(super) fn name(group: &ComparisonGroup) -> String {
    let side = group.size.side();
    format!("{}, {side}×{side}", group.algorithm.name())
}

/// Statement about the baseline.
fn baseline(group: &ComparisonGroup) -> String {
    match group.baseline() {
        Some(row) => format!("Ratios are to {}.", row.lane.name),
        None => "There are no ratios, because the baseline is excluded.".to_owned(),
    }
}

//! The section of one group: its puzzles, its plots and its tables.

use lanes::compare::Group;
use maud::{Markup, html};

use super::look::Looks;
use super::{mix, nodes, ratios, sizes};
use crate::document::about_group;
use crate::html::{plain, table};
use crate::table::Table;

/// What stands below the group's heading.
pub(super) fn body(group: &Group, id: &str, tables: &[Table], looks: &Looks) -> Markup {
    let means = ratios::means(group);
    let plots = [
        ("ratios", "Puzzle by puzzle", ratios::plot(group, id, &means, looks)),
        ("nodes", "With the search", nodes::plot(group, id, looks)),
        ("mix", "What kinds of instructions", mix::plot(group, id)),
        ("size", "Size and work", sizes::plot(group, id, &means, looks)),
    ];
    html! {
        @for paragraph in about_group(group).iter().chain([&baseline(group)]) {
            p { (plain(paragraph)) }
        }
        @for (name, title, plot) in &plots {
            @if let Some(plot) = plot {
                h3 id={ (id) "-" (name) "-plot" } { (title) }
                (plot)
            }
        }
        @if !tables.is_empty() {
            h3 id={ (id) "-tables" } { "In numbers" }
            @for one in tables { (table(one, &name(group))) }
        }
    }
}

/// What its plots and tables are told by from those of other groups.
pub(super) fn name(group: &Group) -> String {
    let side = group.size.side();
    format!("{}, {side}×{side}", group.algorithm.name())
}

/// What its ratios are to.
fn baseline(group: &Group) -> String {
    match group.baseline() {
        Some(row) => format!("Ratios are to {}.", row.lane.name),
        None => "There are no ratios, because the baseline is among the lanes apart.".to_owned(),
    }
}

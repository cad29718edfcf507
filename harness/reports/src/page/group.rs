//! The section of one group: its puzzles, its plots and its tables.

use lanes::compare::Group;
use machine::numbers::counted;
use machines::escape::grouped;
use maud::{Markup, html};

use super::look::Looks;
use super::{mix, nodes, ratios, sizes};
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
        p { (statement(group)) }
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

/// What was compared, in sentences.
fn statement(group: &Group) -> String {
    let mut sets: Vec<(&str, usize)> = Vec::new();
    for at in &group.puzzles {
        match sets.iter_mut().find(|(set, _)| *set == at.id.set) {
            Some((_, count)) => *count += 1,
            None => sets.push((&at.id.set, 1)),
        }
    }
    let sets: Vec<String> =
        sets.into_iter().map(|(set, count)| format!("{count} of {}", plain(set))).collect();
    let mut text = format!(
        "Over {} ({}), {} nodes of the search together.",
        counted(group.puzzles.len(), "puzzle"),
        sets.join(", "),
        grouped(group.nodes())
    );
    if group.passed_over > 0 {
        let passed = counted(group.passed_over, "puzzle");
        text.push_str(&format!(
            " Of these sets, {passed} took more nodes than all lanes take up, or than was asked for."
        ));
    }
    match group.baseline() {
        Some(row) => text.push_str(&format!(" Ratios are to {}.", plain(&row.lane.name))),
        None => {
            text.push_str(" There are no ratios, because the baseline is among the lanes apart.")
        }
    }
    text
}

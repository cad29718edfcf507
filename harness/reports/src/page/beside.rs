//! Two solvers side by side, from event to event, as a section of a page.

use lanes::beside::{Beside, Between, Side};
use machines::escape::{counted, grouped};
use maud::html;

use super::Section;
use crate::html::{plain, table};
use crate::table::{Cell, Column, Table};

/// The section, of solvers that ran this puzzle.
#[must_use]
pub fn section(beside: &Beside, puzzle: &str) -> Section {
    let [one, other] = &beside.lanes;
    let title = format!("One decision: {} beside {}", plain(&one.name), plain(&other.name));
    let body = html! {
        p { "What each executes from one event of the search to the next, on puzzle " (plain(puzzle)) ": the lines of its "
            "source, or the instruction where a line stands for several. The instruction that stores a digit belongs to the event that "
            "it makes, and that at a node's label to the next one." }
        (table(&summary(beside)))
        @for told in &beside.events {
            h3 { "Event " (grouped(told.number)) ": " (told.words) }
            div.pair {
                @for (side, between) in beside.lanes.iter().zip(&told.sides) {
                    (table(&steps(side, between)))
                }
            }
        }
    };
    Section { id: "beside".to_owned(), title, body }
}

/// What events of a kind cost in the middle.
fn summary(beside: &Beside) -> Table {
    let rows = beside.summary().into_iter().map(|row| {
        let mut cells =
            vec![Cell::Words(format!("to {}", row.kind.name())), Cell::Count(row.events)];
        cells.extend(
            row.lanes
                .into_iter()
                .flat_map(|lane| [lane.least, lane.median, lane.most].map(Cell::Count)),
        );
        cells
    });
    let mut columns = vec![Column::words("from the event before"), Column::number("events")];
    for side in &beside.lanes {
        let of = ["least", "median", "most"].map(|what| format!("{}: {what}", side.name));
        columns.extend(of.iter().map(|name| Column::number(name)));
    }
    let count = counted(beside.counted.len() as u64, "event");
    Table {
        caption: format!("Instructions from one event to the next, of the first {count}"),
        columns,
        rows: rows.collect(),
        notes: Vec::new(),
    }
}

/// What a solver executed, a row an instruction.
fn steps(side: &Side, between: &Between) -> Table {
    let rows = between.steps.iter().map(|step| match &step.source {
        Some(source) if side.is_one_of_several(step) => {
            let text =
                format!("{} {} {}", step.instruction, side.spec.syntax.comment, source.text.trim());
            vec![Cell::Words(source.line.to_string()), Cell::Words(text)]
        }
        Some(source) => {
            vec![
                Cell::Words(source.line.to_string()),
                Cell::Words(source.text.trim().replace('\t', " ")),
            ]
        }
        None => {
            let at = side.spec.show_address(step.address);
            vec![Cell::Words(at), Cell::Words(step.instruction.clone())]
        }
    });
    let counted = side.spec.syntax.counted;
    let what = if between.instructions == 1 { counted.trim_end_matches('s') } else { counted };
    Table {
        caption: format!("{}: {} {what}", side.name, grouped(between.instructions)),
        columns: vec![Column::words("line"), Column::words("source")],
        rows: rows.collect(),
        notes: Vec::new(),
    }
}

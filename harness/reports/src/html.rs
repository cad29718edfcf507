//! Any table as an accessible table of HTML.

use maud::{Markup, html};

use crate::table::{Cell, Column, Table};

/// From so many columns on, the heads of numbers are written upwards.
const MANY: usize = 12;

/// A table, in a region of its own that a narrow page moves sideways.
///
/// `of` tells the region from those of other tables with this caption: it is what the table is of.
#[must_use]
pub fn table(table: &Table, of: &str) -> Markup {
    let caption = plain(&table.caption);
    html! {
        div.wide role="region" tabindex="0" aria-label={ (caption) ", " (plain(of)) } {
            table class=[(table.columns.len() >= MANY).then_some("many")] {
                caption { (caption) }
                thead {
                    tr {
                        @for column in &table.columns {
                            th scope="col" class=[class(column)] { (plain(&column.name)) }
                        }
                    }
                }
                tbody {
                    @for row in &table.rows {
                        tr { (cells(row, &table.columns)) }
                    }
                }
            }
        }
        @if !table.notes.is_empty() {
            ul.notes {
                @for note in &table.notes {
                    li { (plain(note)) }
                }
            }
        }
    }
}

fn cells(row: &[Cell], columns: &[Column]) -> Markup {
    html! {
        @for (at, (cell, column)) in row.iter().zip(columns).enumerate() {
            @if at == 0 {
                th scope="row" class=[class(column)] { (shown(cell)) }
            } @else {
                td class=[class(column)] { (shown(cell)) }
            }
        }
    }
}

fn class(column: &Column) -> Option<&'static str> {
    (!column.is_words).then_some("n")
}

/// What stands in a cell.
fn shown(cell: &Cell) -> String {
    match cell {
        Cell::Nothing => "–".to_owned(),
        cell => cell.text(),
    }
}

/// Words that may come from anywhere, as one line.
pub(crate) fn plain(words: &str) -> String {
    asmkit::plain_name(words)
}

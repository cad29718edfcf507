//! Tables as accessible HTML.

use maud::{Markup, html};

use crate::table::{Cell, Column, Table};

/// Number of columns from which the headings of numbers are vertical.
const MANY: usize = 12;

/// Table in a region that scrolls horizontally on narrow pages.
///
/// `of` distinguishes the region from those of other tables with the same caption.
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

/// Text of a cell.
fn shown(cell: &Cell) -> String {
    match cell {
        Cell::Nothing => "–".to_owned(),
        cell => cell.text(),
    }
}

/// Untrusted text as one harmless line.
pub(crate) fn plain(words: &str) -> String {
    asmkit::plain_name(words)
}

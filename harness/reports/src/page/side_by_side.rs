//! Section of a page with two solvers side by side, event by event.

use lanes::side_by_side::{Between, Side, SideBySide};
use maud::{Markup, html};
use targets::escape::{counted, grouped};
use targets::trace::Step;

use super::PageSection;
use crate::html::plain;

/// Section for two solvers of this puzzle.
#[must_use]
pub fn section(pair: &SideBySide, puzzle: &str) -> PageSection {
    let [one, other] = &pair.lanes;
    let title = format!("Side by side: {} and {}", plain(&one.name), plain(&other.name));
    let body = html! {
        p { "Instructions that each solver executes between two events of the search, on puzzle " (plain(puzzle)) ": its "
            "source lines, or the instruction if a line expands to several. The instruction that stores a digit belongs to "
            "its event; the instruction at a node's label belongs to the next event." }
        (summary(pair))
        @for event in &pair.events {
            h3 { "Event " (grouped(event.number)) ": " (event.words) }
            div.pair {
                @for (side, between) in pair.lanes.iter().zip(&event.sides) {
                    (steps(side, between, event.number))
                }
            }
        }
    };
    PageSection { id: "side-by-side".to_owned(), title, body }
}

/// Cost of each kind of event, side by side.
fn summary(pair: &SideBySide) -> Markup {
    let count = counted(pair.counted.len() as u64, "event");
    let caption = format!("Instructions between events, first {count}");
    html! {
        div.wide role="region" tabindex="0" aria-label=(caption) {
            table {
                caption { (caption) }
                thead {
                    tr.over {
                        td colspan="2" {}
                        @for side in &pair.lanes {
                            th.n scope="colgroup" colspan="3" { (plain(&side.name)) }
                        }
                    }
                    tr {
                        th scope="col" { "up to" }
                        th.n scope="col" { "events" }
                        @for _ in &pair.lanes {
                            @for what in ["least", "median", "most"] { th.n scope="col" { (what) } }
                        }
                    }
                }
                tbody {
                    @for row in pair.summary() {
                        tr {
                            th scope="row" { (row.kind.name()) }
                            td.n { (grouped(row.events)) }
                            @for cost in row.lanes.iter().flat_map(|it| [it.least, it.median, it.most]) {
                                td.n { (grouped(cost)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Instructions of a solver up to an event, one row each.
fn steps(side: &Side, between: &Between, event: u64) -> Markup {
    let counted = side.spec.syntax.counted;
    let what = if between.instructions == 1 { counted.trim_end_matches('s') } else { counted };
    let caption = format!("{}: {} {what}", plain(&side.name), grouped(between.instructions));
    html! {
        div.wide.lines role="region" tabindex="0" aria-label={ (caption) ", event " (grouped(event)) } {
            table {
                caption { (caption) }
                thead {
                    tr {
                        th.n scope="col" { "line" }
                        th scope="col" { "source" }
                    }
                }
                tbody {
                    @for step in &between.steps {
                        @let (place, text) = place_and_text(side, step);
                        tr {
                            th.n scope="row" { (place) }
                            td.source { (plain(&text)) }
                        }
                    }
                }
            }
        }
    }
}

/// Line number and text of an instruction, or its address and itself if it has no source line.
fn place_and_text(side: &Side, step: &Step) -> (String, String) {
    let Step { instruction, .. } = step;
    let Some(source) = &step.source else {
        return (side.spec.show_address(step.address), instruction.clone());
    };
    let line = source.text.trim();
    let text = if side.is_one_of_several(step) {
        format!("{instruction} {} {line}", side.spec.syntax.comment)
    } else {
        line.to_owned()
    };
    (source.line.to_string(), text.replace('\t', " "))
}

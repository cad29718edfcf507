//! Two solvers side by side, from event to event, as a section of a page.

use lanes::beside::{Beside, Between, Side};
use machines::escape::{counted, grouped};
use machines::trace::Step;
use maud::{Markup, html};

use super::Section;
use crate::html::plain;

/// The section, of solvers that ran this puzzle.
#[must_use]
pub fn section(beside: &Beside, puzzle: &str) -> Section {
    let [one, other] = &beside.lanes;
    let title = format!("One decision: {} beside {}", plain(&one.name), plain(&other.name));
    let body = html! {
        p { "What each executes from one event of the search to the next, on puzzle " (plain(puzzle)) ": the lines of its "
            "source, or the instruction where a line stands for several. The instruction that stores a digit belongs to the event that "
            "it makes, and that at a node's label to the next one." }
        (summary(beside))
        @for told in &beside.events {
            h3 { "Event " (grouped(told.number)) ": " (told.words) }
            div.pair {
                @for (side, between) in beside.lanes.iter().zip(&told.sides) {
                    (steps(side, between, told.number))
                }
            }
        }
    };
    Section { id: "beside".to_owned(), title, body }
}

/// What events of a kind cost, beside each other.
fn summary(beside: &Beside) -> Markup {
    let count = counted(beside.counted.len() as u64, "event");
    let caption = format!("Instructions from one event to the next, of the first {count}");
    html! {
        div.wide role="region" tabindex="0" aria-label=(caption) {
            table {
                caption { (caption) }
                thead {
                    tr.over {
                        td colspan="2" {}
                        @for side in &beside.lanes {
                            th.n scope="colgroup" colspan="3" { (plain(&side.name)) }
                        }
                    }
                    tr {
                        th scope="col" { "up to" }
                        th.n scope="col" { "events" }
                        @for _ in &beside.lanes {
                            @for what in ["least", "median", "most"] { th.n scope="col" { (what) } }
                        }
                    }
                }
                tbody {
                    @for row in beside.summary() {
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

/// What a solver executed up to an event, a row an instruction.
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
                        th scope="col" { "what it says" }
                    }
                }
                tbody {
                    @for step in &between.steps {
                        @let (place, text) = told(side, step);
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

/// Where an instruction comes from, and its line, or itself where it is one of several or of no line.
fn told(side: &Side, step: &Step) -> (String, String) {
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

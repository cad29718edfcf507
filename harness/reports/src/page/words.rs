//! What the numbers mean, and what they do not say.

use lanes::compare::Comparison;
use lanes::compare::metric::{Quantity, SIZES};
use maud::{Markup, html};

/// Each number of the comparison with its unit and meaning, and the source of each model.
pub(super) fn meaning(comparison: &Comparison) -> Markup {
    let mut all: Vec<Quantity> = Vec::new();
    for quantity in comparison.groups.iter().flat_map(|group| group.quantities()) {
        if !all.iter().any(|known| known.id() == quantity.id()) {
            all.push(quantity);
        }
    }
    html! {
        p { "A number has the same name here, in tables and in files." }
        dl.terms {
            @for metric in SIZES { (term(metric.id, metric.unit, metric.meaning)) }
            @for quantity in &all { (term(&quantity.id(), quantity.unit(), &quantity.meaning())) }
        }
        p { "A ratio is taken puzzle by puzzle. Ratios are averaged by their geometric mean, in which the choice of the "
            "baseline does not matter; its 95 % interval is a percentile bootstrap over puzzles, with draws that are the same "
            "each time. A percentile is the least value that so many of a hundred do not exceed." }
    }
}

fn term(id: &str, unit: &str, meaning: &str) -> Markup {
    html! {
        div {
            dt { code { (id) } " " span.unit { (unit) } }
            dd { (meaning) }
        }
    }
}

/// Why fewer is not faster.
const LIMITS: [(&str, &str); 6] = [
    (
        "Counts are no speed.",
        "An instruction is not a unit of time, and no two of these machines ever ran on one clock. Where there are cycles, they \
         are by the named model, within one machine.",
    ),
    (
        "Words differ.",
        "A PDP-10 has words of 36 bits and moves one at a time; MIPS32 and RISC-V have registers of 32 bits, and address bytes. \
         One instruction on one does what takes several on another, and the other way round.",
    ),
    (
        "Programmers differ.",
        "Lanes written by hand are each one person's program. A better one on the same machine may be further away than \
         another machine is. What a compiler made shows the compiler and its options as much as the instruction set.",
    ),
    (
        "There are no caches.",
        "Loads and stores are counted as if all of them took as long, and no branch is predicted, except where a model of cycles \
         says so.",
    ),
    (
        "The way in and out differs.",
        "Reading the puzzle and printing the grid are counted, and lanes do it in different formats; it weighs most where the \
         search is short. What a system does for a call is not counted at all.",
    ),
    (
        "Puzzles are chosen.",
        "Other puzzles give other numbers. Intervals say how much these puzzles scatter, not whether they are a fair sample of \
         all there are.",
    ),
];

/// What a comparison does not say.
pub(super) fn limits() -> Markup {
    html! {
        dl {
            @for (what, why) in LIMITS {
                dt { (what) }
                dd { (why) }
            }
        }
    }
}

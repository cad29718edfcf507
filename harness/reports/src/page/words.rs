//! What the numbers mean, and what they do not say.

use lanes::compare::Comparison;
use maud::{Markup, html};

use crate::document::{LIMITS, Meaning, meanings};

/// Each number of the comparison with its unit and meaning, and the source of each model.
pub(super) fn meaning(comparison: &Comparison) -> Markup {
    html! {
        p { "A number has the same name here, in tables and in files." }
        dl.terms {
            @for Meaning { id, unit, meaning } in meanings(comparison) {
                div {
                    dt { code { (id) } " " span.unit { (unit) } }
                    dd { (meaning) }
                }
            }
        }
        p { "A ratio is taken puzzle by puzzle. Ratios are averaged by their geometric mean, in which the choice of the "
            "baseline does not matter; its 95 % interval is a percentile bootstrap over puzzles, with draws that are the same "
            "each time. A percentile is the least value that so many of a hundred do not exceed." }
    }
}

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

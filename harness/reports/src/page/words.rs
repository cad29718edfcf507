//! Meaning of the numbers, and limits of the comparison.

use lanes::compare::Comparison;
use maud::{Markup, html};

use crate::document::{LIMITS, Meaning, meanings};

/// Each number of the comparison with its unit and meaning, including the source of each model.
pub(super) fn meaning(comparison: &Comparison) -> Markup {
    html! {
        p { "Numbers have the same names on this page, in tables and in files." }
        dl.terms {
            @for Meaning { id, unit, meaning } in meanings(comparison) {
                div {
                    dt { code { (id) } " " span.unit { (unit) } }
                    dd { (meaning) }
                }
            }
        }
        p { "Ratios are computed puzzle by puzzle and averaged by the geometric mean, which does not depend on the choice of "
            "the baseline. The law of a search is fitted by least squares with weights 1/nodes; the ratio of two laws is that "
            "of their costs of a node. The 95 % intervals of both are percentile bootstraps over strata of five puzzles with "
            "similar nodes, with a fixed seed. The N-th percentile is the smallest value that N % of the values do not "
            "exceed; the median of an even number of values is the mean of the two in the middle." }
    }
}

/// Limits of a comparison.
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

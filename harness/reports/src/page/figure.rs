//! What all plots have around them.

use lanes::compare::Group;
use maud::{Markup, html};

use super::group;
use crate::html;
use crate::svg::{Anchor, Drawing, Scale, cut, shown, width_of};
use crate::table::Table;

/// How wide every plot is.
pub(super) const WIDTH: f64 = 720.0;

/// The size of names and numbers, as the style has it.
pub(super) const TEXT: f64 = 12.0;

/// The longest name that is written in full.
const LONGEST: usize = 32;

/// A plot of a group with its caption, and the table that says what it says.
pub(super) fn figure(
    of: &Group,
    title: &str,
    plot: Markup,
    caption: &str,
    table: &Table,
) -> Markup {
    let name = group::name(of);
    html! {
        figure {
            div.plot role="region" tabindex="0" aria-label={ "Plot: " (title) ", " (name) } { (plot) }
            figcaption { (caption) }
            details {
                summary { "The numbers of this plot" }
                (html::table(table, &name))
            }
        }
    }
}

/// The names of rows at the left: how much room they take.
pub(super) fn room_for<'n>(names: impl Iterator<Item = &'n str>) -> f64 {
    let widest = names.map(|name| width_of(&name_of(name), TEXT)).fold(60.0, f64::max);
    widest + 12.0
}

/// A name as a plot has it, which may be cut.
pub(super) fn name_of(name: &str) -> String {
    cut(&html::plain(name), LONGEST)
}

/// An axis below a plot, with hairs through it from `top` to `bottom`, and what it is of.
pub(super) fn axis_below(
    drawing: &mut Drawing,
    scale: &Scale,
    (left, right): (f64, f64),
    (top, bottom): (f64, f64),
    of: &str,
) {
    let most = ((right - left) / 70.0) as usize;
    for tick in scale.ticks(most) {
        let x = scale.at(tick);
        drawing.line((x, top), (x, bottom), "hair");
        drawing.line((x, bottom), (x, bottom + 4.0), "axis");
        drawing.text((x, bottom + 17.0), Anchor::Middle, "quiet", &shown(tick));
    }
    drawing.line((left, bottom), (right, bottom), "axis");
    drawing.text(((left + right) / 2.0, bottom + 36.0), Anchor::Middle, "quiet", of);
}

/// An axis at the left of a plot, with hairs through it, and what it is of above it.
pub(super) fn axis_left(
    drawing: &mut Drawing,
    scale: &Scale,
    (left, right): (f64, f64),
    (top, bottom): (f64, f64),
    of: &str,
) {
    for tick in scale.ticks(((bottom - top) / 40.0) as usize) {
        let y = scale.at(tick);
        drawing.line((left, y), (right, y), "hair");
        drawing.line((left - 4.0, y), (left, y), "axis");
        drawing.text((left - 8.0, y + 4.0), Anchor::End, "quiet", &shown(tick));
    }
    drawing.line((left, top), (left, bottom), "axis");
    drawing.text((4.0, top - 10.0), Anchor::Start, "quiet", of);
}

//! Frame of every plot: caption, table and axes.

use lanes::compare::ComparisonGroup;
use maud::{Markup, html};

use super::group;
use crate::html;
use crate::svg::{Anchor, Drawing, Scale, cut, shown, width_of};
use crate::table::Table;

/// Width of every plot on broad pages.
pub(super) const WIDTH: f64 = 720.0;

/// Space for a plot.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    /// Width.
    pub(super) width: f64,
    /// Whether names are above their rows, not at the left.
    pub(super) is_narrow: bool,
}

/// Plot on a broad page, and on a narrow one; the style sheet shows one of them.
pub(super) fn on_both(
    id: &str,
    title: &str,
    says: &str,
    draw: impl Fn(Frame, &str) -> Drawing,
) -> Markup {
    let frames = [
        ("broad", id.to_owned(), Frame { width: WIDTH, is_narrow: false }),
        ("narrow", format!("{id}-narrow"), Frame { width: 340.0, is_narrow: true }),
    ];
    html! {
        @for (class, id, frame) in frames {
            div class=(class) { (draw(frame, &id).finish(&id, title, says)) }
        }
    }
}

/// Draws the name of a row: at the left of it, or above it on narrow pages.
pub(super) fn row_name(drawing: &mut Drawing, frame: Frame, (left, y): (f64, f64), name: &str) {
    if frame.is_narrow {
        drawing.text((4.0, y - 12.0), Anchor::Start, "small", &name_of(name));
    } else {
        drawing.text((left - 12.0, y + 4.0), Anchor::End, "", &name_of(name));
    }
}

/// Font size of names and numbers, as in the style sheet.
pub(super) const TEXT: f64 = 12.0;

/// Most characters of a name before it is cut.
const LONGEST: usize = 32;

/// Draws the heading of a part of the rows.
pub(super) fn part_name(drawing: &mut Drawing, frame: Frame, (left, y): (f64, f64), part: &str) {
    let (x, anchor) =
        if frame.is_narrow { (4.0, Anchor::Start) } else { (left - 12.0, Anchor::End) };
    drawing.text((x, y), anchor, "part", part);
}

/// Plot of a group with its caption and a table of its numbers.
pub(super) fn figure(
    of: &ComparisonGroup,
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
                summary { "Numbers of this plot" }
                (html::table(table, &name))
            }
        }
    }
}

/// Width of the row names at the left.
pub(super) fn room_for<'n>(names: impl Iterator<Item = &'n str>) -> f64 {
    let widest = names.map(|name| width_of(&name_of(name), TEXT)).fold(60.0, f64::max);
    widest + 12.0
}

/// Name in a plot, cut if it is long.
pub(super) fn name_of(name: &str) -> String {
    cut(&html::plain(name), LONGEST)
}

/// Draws an axis below a plot, with grid lines from `top` to `bottom` and a label.
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

/// Draws an axis at the left of a plot, with grid lines and a label above it.
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

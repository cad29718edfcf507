//! Plot of program size against instructions as a ratio to the baseline.

use std::cell::Cell as Shared;

use lanes::compare::statistics::Ratio;
use lanes::compare::{ComparisonGroup, ComparisonRow};
use maud::Markup;

use super::figure::{Frame, axis_below, axis_left, figure, name_of, on_both};
use super::look::{MachineStyle, MachineStyles, is_drawn, legend};
use crate::svg::{Anchor, Drawing, Scale, shown, width_of};
use crate::table::{Cell, Column, Table};

const LEFT: f64 = 60.0;
const TOP: f64 = 50.0;
const BOTTOM: f64 = 430.0;

/// Half the size of a mark.
const MARK: f64 = 5.0;

/// Font size of the names of points.
const SMALL: f64 = 11.0;

/// A lane as a point.
struct Point<'g> {
    row: &'g ComparisonRow,
    look: MachineStyle,
    bits: u64,
    ratio: f64,
}

/// A lane and its place in a drawing.
type Placed<'g> = ((f64, f64), &'g Point<'g>);

/// An occupied rectangle: left, top, right, bottom.
type Rectangle = (f64, f64, f64, f64);

/// The plot, if there is a baseline.
pub(super) fn plot(
    group: &ComparisonGroup,
    id: &str,
    means: &[Option<Ratio>],
    looks: &MachineStyles,
) -> Option<Markup> {
    let to = name_of(&group.baseline()?.lane.name);
    let points = points(group, means, looks);
    let ends = |of: fn(&Point<'_>) -> f64| {
        let all = || points.iter().map(of);
        Some((all().reduce(f64::min)?, all().reduce(f64::max)?))
    };
    let (bits, ratios) = (ends(|point| point.bits as f64)?, ends(|point| point.ratio)?);
    let title = "Size against instructions executed";
    let says = format!(
        "A mark for each of {} lanes, both axes logarithmic: bits of instructions in memory from {} to {}, \
         geometric mean of instructions as a ratio to {to} from {:.3} to {:.3}.",
        points.len(),
        shown(bits.0),
        shown(bits.1),
        ratios.0,
        ratios.1
    );
    let has_unnamed = Shared::new(false);
    let svg = on_both(&format!("{id}-size"), title, &says, |frame, _| {
        let (drawing, is_unnamed) = draw(group, &points, looks, (bits, ratios, &to), frame);
        has_unnamed.set(has_unnamed.get() || is_unnamed);
        drawing
    });
    Some(figure(group, title, svg, &caption(&points, has_unnamed.get()), &table(&points, &to)))
}

/// The drawing, and whether a name did not fit.
fn draw(
    group: &ComparisonGroup,
    points: &[Point<'_>],
    looks: &MachineStyles,
    (bits, ratios, to): ((f64, f64), (f64, f64), &str),
    frame: Frame,
) -> (Drawing, bool) {
    let right = frame.width - 16.0;
    let x = Scale::log(bits, (LEFT, right)).wider(0.08);
    let y = Scale::log(ratios, (BOTTOM, TOP)).wider(0.08);
    let mut drawing = Drawing::new(frame.width, BOTTOM + 46.0);
    legend(&mut drawing, (LEFT, 14.0), &looks.of_group(group));
    let of_y = format!("instructions, as a ratio to {to}");
    axis_below(&mut drawing, &x, (LEFT, right), (TOP, BOTTOM), "bits of instructions in memory");
    axis_left(&mut drawing, &y, (LEFT, right), (TOP, BOTTOM), &of_y);
    let places = points.iter().map(|point| (x.at(point.bits as f64), y.at(point.ratio)));
    let placed: Vec<Placed<'_>> = places.zip(points).collect();
    let has_unnamed = names(&mut drawing, &placed, frame);
    for (at, point) in placed {
        let kind = if point.row.lane.made_by.is_some() { "hollow" } else { "mean" };
        drawing.mark(point.look.shape, at, 4.6, &format!("{} {kind}", point.look.class));
    }
    (drawing, has_unnamed)
}

/// Lanes that have a ratio.
fn points<'g>(
    group: &'g ComparisonGroup,
    means: &[Option<Ratio>],
    looks: &MachineStyles,
) -> Vec<Point<'g>> {
    let rows = group
        .rows
        .iter()
        .zip(means)
        .filter(|(row, _)| row.size.instruction_bits > 0 && is_drawn(group, row));
    let point = |(row, mean): (&'g ComparisonRow, &Option<Ratio>)| {
        let (look, bits) = (looks.of_lane(&row.lane), row.size.instruction_bits);
        Some(Point { row, look, bits, ratio: mean.as_ref()?.mean })
    };
    rows.filter_map(point).collect()
}

fn caption(points: &[Point<'_>], has_unnamed: bool) -> String {
    let mut caption = String::from(
        "Lower means fewer instructions executed; further left means fewer bits in memory.",
    );
    if points.iter().any(|point| point.row.lane.made_by.is_some()) {
        caption.push_str(" Hollow marks are compiled lanes, named without machine and algorithm.");
    }
    if has_unnamed {
        caption.push_str(" Names that do not fit are left out; the table lists all lanes.");
    }
    caption
}

/// Draws names next to points, those of hand-written lanes first; true if one did not fit.
fn names(drawing: &mut Drawing, points: &[Placed<'_>], frame: Frame) -> bool {
    let mut taken: Vec<Rectangle> = points.iter().map(|(at, _)| around(*at, MARK)).collect();
    let (mut by_hand, compiled): (Vec<Placed<'_>>, Vec<_>) = points
        .iter()
        .copied()
        .partition(|(_, point): &Placed<'_>| point.row.lane.made_by.is_none());
    by_hand.extend(compiled);
    let mut unnamed = false;
    for (mark, point) in by_hand {
        let name = match &point.row.lane.made_by {
            None => name_of(&point.row.lane.name),
            Some(_) => short_name(point),
        };
        let Some(Label { at, anchor, rectangle, is_far }) =
            place(mark, width_of(&name, SMALL), &taken, frame)
        else {
            unnamed = true;
            continue;
        };
        taken.push(rectangle);
        if is_far {
            let (left, top, right, bottom) = rectangle;
            let near = (mark.0.clamp(left, right), mark.1.clamp(top + 2.0, bottom - 2.0));
            drawing.line(mark, near, &format!("{} thin", point.look.class));
        }
        drawing.text(at, anchor, &format!("{} small", point.look.class), &name);
    }
    unnamed
}

fn around((x, y): (f64, f64), reach: f64) -> Rectangle {
    (x - reach, y - reach, x + reach, y + reach)
}

/// Place of a name.
struct Label {
    at: (f64, f64),
    anchor: Anchor,
    rectangle: Rectangle,
    /// Whether a line connects it with its point.
    is_far: bool,
}

/// Nearest free place for a name next to a point.
fn place(point: (f64, f64), width: f64, taken: &[Rectangle], frame: Frame) -> Option<Label> {
    let next = [(9.0, 4.0), (-9.0, 4.0), (0.0, -9.0), (0.0, 17.0)];
    let corners = [(7.0, -6.0), (7.0, 14.0), (-7.0, -6.0), (-7.0, 14.0)];
    let near = next.into_iter().chain(corners).map(|by| (by, false));
    let far = [24.0, 36.0, 50.0, 66.0, 84.0].into_iter().flat_map(|reach| {
        let slant = reach * 0.7;
        let ends = [(slant, -slant), (-slant, -slant), (slant, slant + 8.0), (-slant, slant + 8.0)];
        let others = [(0.0, -reach), (0.0, reach + 8.0), (reach, 4.0), (-reach, 4.0)];
        ends.into_iter().chain(others).map(|by| (by, true))
    });
    near.chain(far).find_map(|(by, is_far)| {
        fits(point, by, width, (taken, frame)).map(|label| Label { is_far, ..label })
    })
}

/// The place at this offset from a point, if it is free.
fn fits(
    (x, y): (f64, f64),
    (dx, dy): (f64, f64),
    width: f64,
    (taken, frame): (&[Rectangle], Frame),
) -> Option<Label> {
    let at = (x + dx, y + dy);
    let (anchor, left) = match dx {
        dx if dx > 0.0 => (Anchor::Start, at.0),
        dx if dx < 0.0 => (Anchor::End, at.0 - width),
        _ => (Anchor::Middle, at.0 - width / 2.0),
    };
    let rectangle = (left, at.1 - SMALL, left + width, at.1 + 3.0);
    let inside = rectangle.0 >= LEFT
        && rectangle.2 <= frame.width
        && rectangle.1 >= TOP - 4.0
        && rectangle.3 <= BOTTOM;
    // A name in a corner may touch its own mark.
    let own = around((x, y), MARK);
    let mut others = taken.iter().filter(|other| **other != own);
    let is_free = inside && others.all(|other| !overlap(*other, rectangle));
    is_free.then_some(Label { at, anchor, rectangle, is_far: false })
}

fn overlap(one: Rectangle, other: Rectangle) -> bool {
    one.0 < other.2 && other.0 < one.2 && one.1 < other.3 && other.1 < one.3
}

/// Name of a compiled lane without its machine and algorithm.
fn short_name(point: &Point<'_>) -> String {
    let algorithm = point.row.lane.algorithm.name();
    let name = &point.row.lane.name;
    let parts = name.split('-').filter(|part| *part != point.look.machine && *part != algorithm);
    name_of(&parts.collect::<Vec<_>>().join("-"))
}

fn table(points: &[Point<'_>], to: &str) -> Table {
    let mut columns = vec![Column::words("lane")];
    let ratio = format!("instructions executed, as a ratio to {to}");
    columns.extend(
        ["instructions in memory", "their bits", "other bits", "never run"].map(Column::number),
    );
    columns.push(Column::number(&ratio));
    let row = |point: &Point<'_>| {
        let size = point.row.size;
        let mut cells = vec![Cell::Words(point.row.lane.name.clone())];
        let counts = [size.instructions, size.instruction_bits, size.data_bits, size.never_run];
        cells.extend(counts.map(Cell::Count));
        cells.push(Cell::Number(point.ratio, 3));
        cells
    };
    Table {
        caption: "Programs in memory, and instructions executed".to_owned(),
        columns,
        rows: points.iter().map(row).collect(),
        notes: Vec::new(),
    }
}

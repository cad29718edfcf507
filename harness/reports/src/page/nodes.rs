//! Plot of the instructions of each puzzle against its search nodes, with the law of each lane.

use std::fmt::Write as _;

use lanes::compare::metric::By;
use lanes::compare::{ComparisonGroup, ComparisonRow, Law};
use machine::numbers::counted;
use maud::{Markup, html};

use super::figure::{Frame, TEXT, axis_below, axis_left, figure, name_of, on_both, room_for};
use super::group;
use super::look::{MachineStyle, MachineStyles, is_drawn, legend};
use super::ratios::INSTRUCTIONS;
use crate::html;
use crate::svg::{Anchor, Drawing, Scale, number, shown};
use crate::table::{Cell, Column, Table};
use crate::tables::{metric, optional};

/// Bounds of the plot; the right one depends on the names there.
const LEFT: f64 = 70.0;
const TOP: f64 = 50.0;
const BOTTOM: f64 = 410.0;

/// A lane's puzzles and its line.
struct Cloud<'g> {
    row: &'g ComparisonRow,
    look: MachineStyle,
    /// Nodes and instructions.
    points: Vec<(f64, f64)>,
    line: Line,
}

/// Line of a lane.
#[derive(Debug, Clone, Copy)]
enum Line {
    /// Its law.
    Law(Law),
    /// Regression of logarithms: exponent, and instructions at one node.
    Power(f64, f64),
    /// All puzzles have the same number of nodes.
    Nothing,
}

impl Line {
    /// Instructions of a run with this number of nodes.
    fn at(self, nodes: f64) -> Option<f64> {
        match self {
            Line::Law(law) => Some(law.around + law.fixed + law.per_node * nodes),
            Line::Power(power, factor) => Some(factor * nodes.powf(power)),
            Line::Nothing => None,
        }
    }
}

/// The plot, if any puzzle has nodes.
pub(super) fn plot(group: &ComparisonGroup, id: &str, looks: &MachineStyles) -> Option<Markup> {
    let every: Vec<Cloud<'_>> = group.rows.iter().map(|row| cloud(group, row, looks)).collect();
    let clouds: Vec<&Cloud<'_>> = every.iter().filter(|cloud| is_drawn(group, cloud.row)).collect();
    let all = || clouds.iter().flat_map(|cloud| cloud.points.iter().copied());
    let least = all().reduce(|one, other| (one.0.min(other.0), one.1.min(other.1)))?;
    let most = all().reduce(|one, other| (one.0.max(other.0), one.1.max(other.1)))?;
    if least.0 == most.0 {
        let said = format!(
            "All of these puzzles need {}, so there is no plot.",
            counted(least.0 as u64, "node")
        );
        return Some(
            html! { p { (said) } (html::table(&table(group, &every), &group::name(group))) },
        );
    }
    let title = "Instructions against search nodes".to_owned();
    let says = format!(
        "{} lanes over {} puzzles, both axes logarithmic: from {} to {} nodes, and from {} to {} instructions. \
         The table has each lane's instructions per node.",
        clouds.len(),
        group.puzzles.len(),
        shown(least.0),
        shown(most.0),
        shown(least.1),
        shown(most.1),
    );
    let svg = on_both(&format!("{id}-nodes"), &title, &says, |frame, _| {
        draw(group, &clouds, looks, (least, most), frame)
    });
    let mut caption = String::from("Each mark is a puzzle. ");
    caption.push_str(match clouds[0].line {
        Line::Law(_) => {
            "Each line is a lane's law, instructions = fixed cost + cost of a node * nodes. Every machine has its own marks \
             and dashes."
        }
        _ => {
            "Each line is a lane's regression line (least squares of the logarithms). Every machine has its own marks and \
             dashes."
        }
    });
    if clouds.iter().any(|cloud| cloud.row.lane.made_by.is_some()) {
        caption.push_str(" Compiled lanes are grey lines without marks.");
    }
    Some(figure(group, &title, svg, &caption, &table(group, &every)))
}

fn draw(
    group: &ComparisonGroup,
    clouds: &[&Cloud<'_>],
    looks: &MachineStyles,
    (least, most): ((f64, f64), (f64, f64)),
    frame: Frame,
) -> Drawing {
    let (by_hand, compiled): (Vec<&Cloud<'_>>, Vec<_>) =
        clouds.iter().partition(|cloud| cloud.row.lane.made_by.is_none());
    let names_at_right = room_for(by_hand.iter().map(|cloud| &*cloud.row.lane.name));
    let right = frame.width - if frame.is_narrow { 12.0 } else { names_at_right };
    let x = Scale::log((least.0, most.0), (LEFT, right)).wider(0.03);
    let y = Scale::log((least.1, most.1), (BOTTOM, TOP)).wider(0.03);
    let mut drawing = Drawing::new(frame.width, BOTTOM + 46.0);
    legend(&mut drawing, (LEFT, 14.0), &looks.of_group(group));
    axis_below(&mut drawing, &x, (LEFT, right), (TOP, BOTTOM), "search nodes");
    axis_left(&mut drawing, &y, (LEFT, right), (TOP, BOTTOM), "instructions");
    for cloud in compiled {
        line(&mut drawing, cloud, (&x, &y), &format!("compiled {}", cloud.look.dash));
    }
    for cloud in &by_hand {
        marks(&mut drawing, cloud, (&x, &y));
    }
    if !frame.is_narrow {
        names(&mut drawing, &by_hand, (&x, &y), right);
    }
    drawing
}

fn cloud<'g>(group: &ComparisonGroup, row: &'g ComparisonRow, looks: &MachineStyles) -> Cloud<'g> {
    let runs = row.runs.iter().zip(&group.puzzles);
    let points: Vec<(f64, f64)> = runs
        .map(|(run, at)| (at.decisions.digest.nodes as f64, run.cost.instructions as f64))
        .filter(|(nodes, instructions)| *nodes > 0.0 && *instructions > 0.0)
        .collect();
    let line = match (group.law(row), nearest_line(&points)) {
        (Some(law), _) => Line::Law(law),
        (None, Some((power, factor))) => Line::Power(power, factor),
        (None, None) => Line::Nothing,
    };
    Cloud { row, look: looks.of_lane(&row.lane), points, line }
}

/// Exponent and factor of the regression line of logarithms; none if all points have the same x.
fn nearest_line(points: &[(f64, f64)]) -> Option<(f64, f64)> {
    let count = points.len() as f64;
    let mean = |of: &dyn Fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(&|point| point.0.ln()), mean(&|point| point.1.ln()));
    let spread = mean(&|point| (point.0.ln() - x).powi(2));
    if points.len() < 3 || spread < 1e-6 {
        return None;
    }
    let power = mean(&|point| (point.0.ln() - x) * (point.1.ln() - y)) / spread;
    Some((power, (y - power * x).exp()))
}

fn marks(drawing: &mut Drawing, cloud: &Cloud<'_>, (x, y): (&Scale, &Scale)) {
    let radius = if cloud.points.len() > 100 { 2.0 } else { 2.6 };
    let mut seen = Vec::new();
    for &(nodes, instructions) in &cloud.points {
        let at = (x.at(nodes), y.at(instructions));
        let mark = cloud.look.shape.outline(at, radius);
        if !seen.contains(&mark) {
            seen.push(mark);
        }
    }
    drawing.path(&seen.concat(), &format!("{} cloud", cloud.look.class));
    let class = format!("{} line {}", cloud.look.class, cloud.look.dash);
    line(drawing, cloud, (x, y), &class);
}

/// Straight parts of a line; a law is curved on logarithmic axes.
const PARTS: i32 = 24;

fn line(drawing: &mut Drawing, cloud: &Cloud<'_>, (x, y): (&Scale, &Scale), class: &str) {
    let (least, most) = ends(cloud);
    let mut path = String::new();
    for part in 0..=PARTS {
        let nodes = least * (most / least).powf(f64::from(part) / f64::from(PARTS));
        let Some(height) = cloud.line.at(nodes).filter(|height| *height > 0.0) else { continue };
        let command = if path.is_empty() { 'M' } else { 'L' };
        let _ = write!(path, "{command}{} {}", number(x.at(nodes)), number(y.at(height)));
    }
    if !path.is_empty() {
        drawing.path(&path, class);
    }
}

fn ends(cloud: &Cloud<'_>) -> (f64, f64) {
    let nodes = || cloud.points.iter().map(|point| point.0);
    (nodes().fold(f64::INFINITY, f64::min), nodes().fold(0.0, f64::max))
}

/// Draws the names of lanes at the right, each as near to the end of its line as possible.
fn names(drawing: &mut Drawing, clouds: &[&Cloud<'_>], (x, y): (&Scale, &Scale), right: f64) {
    let mut ends: Vec<(f64, f64, &Cloud<'_>)> = clouds
        .iter()
        .filter_map(|cloud| {
            let last = cloud.points.iter().max_by(|one, other| one.0.total_cmp(&other.0))?;
            let (_, most) = ends(cloud);
            let height = cloud.line.at(most).unwrap_or(last.1);
            Some((x.at(last.0), y.at(height), *cloud))
        })
        .collect();
    ends.sort_by(|one, other| one.1.total_cmp(&other.1));
    let wanted: Vec<f64> = ends.iter().map(|end| end.1).collect();
    let places = apart(&wanted, TEXT + 3.0, BOTTOM);
    for ((from, height, cloud), place) in ends.into_iter().zip(places) {
        let (from, to) = ((from + 3.0, height), (right + 6.0, place));
        drawing.line(from, to, &format!("{} thin", cloud.look.class));
        drawing.text(
            (right + 9.0, place + 4.0),
            Anchor::Start,
            cloud.look.class,
            &name_of(&cloud.row.lane.name),
        );
    }
}

/// Moves heights in rising order until they are `gap` apart and none is below `bottom`.
fn apart(wanted: &[f64], gap: f64, bottom: f64) -> Vec<f64> {
    // Neighbours that are too close become a block around the mean of their wanted places.
    let mut blocks: Vec<(f64, usize)> = Vec::new();
    let lifted = |middle: f64, count: usize| middle.min(bottom - count as f64 * gap / 2.0);
    for &place in wanted {
        let mut block = (lifted(place, 1), 1);
        while let Some(&(middle, count)) = blocks.last() {
            if block.0 - middle >= (count + block.1) as f64 * gap / 2.0 {
                break;
            }
            blocks.pop();
            let all = count + block.1;
            let sum = middle * count as f64 + block.0 * block.1 as f64;
            block = (lifted(sum / all as f64, all), all);
        }
        blocks.push(block);
    }
    let of_block = |&(middle, count): &(f64, usize)| {
        let first = middle - (count as f64 - 1.0) * gap / 2.0;
        (0..count).map(move |at| first + at as f64 * gap)
    };
    blocks.iter().flat_map(of_block).collect()
}

fn table(group: &ComparisonGroup, clouds: &[Cloud<'_>]) -> Table {
    let mut columns = vec![Column::words("lane")];
    let names =
        ["all instructions", "around", "per node, least", "median", "90 %", "most", "exponent"];
    columns.extend(names.map(Column::number));
    let around = metric(group, "around");
    let row = |cloud: &Cloud<'_>| {
        let summary = cloud.row.summary(&group.puzzles, &INSTRUCTIONS, By::Node)?;
        let per_node = [summary.least, summary.median, summary.percentile_90, summary.most];
        let outside = cloud.row.total(&around).map_or(Cell::Nothing, Cell::Count);
        let mut cells =
            vec![Cell::Words(cloud.row.lane.name.clone()), Cell::Count(summary.total), outside];
        cells.extend(per_node.map(|number| Cell::Number(number, 1)));
        let power = nearest_line(&cloud.points).map(|(power, _)| power);
        cells.push(optional(power, 3));
        Some(cells)
    };
    Table {
        caption: format!("Instructions per node, over {} nodes", targets::escape::grouped(group.nodes())),
        columns,
        rows: clouds.iter().filter_map(row).collect(),
        notes: vec![
            "all instructions, per node: of whole runs; around: the part outside the search (starting, reading, preparing, \
             printing). exponent: slope of the regression line on logarithmic axes; 1 if twice the nodes take twice the instructions."
                .to_owned(),
        ],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keep_apart() {
        assert_eq!(apart(&[10.0, 50.0], 15.0, 100.0), [10.0, 50.0]);
        assert_eq!(apart(&[10.0, 12.0, 14.0], 15.0, 100.0), [-3.0, 12.0, 27.0]);
        let crowded = apart(&[90.0, 95.0, 99.0, 99.0], 15.0, 100.0);
        assert!(crowded.windows(2).all(|two| two[1] - two[0] > 14.9), "{crowded:?}");
        assert!(crowded[3] <= 100.0);
    }

    #[test]
    fn the_nearest_line_of_points_on_a_line_is_that_line() {
        let points: Vec<(f64, f64)> =
            (1..20).map(|n| (f64::from(n), 7.0 * f64::from(n).powi(2))).collect();
        let (power, factor) = nearest_line(&points).unwrap();
        assert!((power - 2.0).abs() < 1e-9 && (factor - 7.0).abs() < 1e-9);
        assert_eq!(nearest_line(&[(3.0, 1.0), (3.0, 2.0), (3.0, 9.0)]), None);
    }
}

//! Plot of the instructions of each lane as ratios to the baseline, puzzle by puzzle.

use lanes::compare::metric::{By, METRICS, Quantity};
use lanes::compare::statistics::{Ratio, percentile};
use lanes::compare::{ComparisonGroup, ComparisonRow};
use maud::Markup;

use super::figure::{WIDTH, axis_below, figure, name_of, room_for};
use super::look::{MachineStyle, MachineStyles, in_parts, legend};
use crate::svg::{Anchor, Drawing, Scale, shown};
use crate::table::{Cell, Column, Table};

/// Quantity of the plots.
pub(super) const INSTRUCTIONS: Quantity = Quantity::Metric(&METRICS[0]);

/// Ratios of a lane to the baseline.
struct Ratios<'g> {
    row: &'g ComparisonRow,
    mean: Ratio,
    lower: f64,
    median: f64,
    upper: f64,
}

/// Geometric mean of each lane's ratios, in the order of the rows; none if there is no baseline.
pub(super) fn means(group: &ComparisonGroup) -> Vec<Option<Ratio>> {
    let baseline = group.baseline();
    let of = |row: &ComparisonRow| row.ratio(baseline?, &INSTRUCTIONS);
    group.rows.iter().map(of).collect()
}

/// The plot, if there is a baseline.
pub(super) fn plot(
    group: &ComparisonGroup,
    id: &str,
    means: &[Option<Ratio>],
    looks: &MachineStyles,
) -> Option<Markup> {
    let baseline = group.baseline()?;
    let lanes = group.rows.iter().zip(means);
    let lanes = lanes.filter_map(|(row, mean)| ratios(group, baseline, row, (*mean)?)).collect();
    let parts = in_parts(lanes, |lane| lane.row);
    let all: Vec<&Ratios<'_>> = parts.iter().flat_map(|(_, lanes)| lanes).collect();
    let least = all.iter().map(|lane| lane.mean.range.0).reduce(f64::min)?;
    let most = all.iter().map(|lane| lane.mean.range.1).reduce(f64::max)?;
    let to = name_of(&baseline.lane.name);
    let title = format!("Instructions per puzzle, as ratios to {to}");
    let says = format!(
        "A row for each of {} lanes, on a logarithmic axis from {} to {}. {}",
        all.len(),
        shown(least),
        shown(most),
        ends(&all)
    );
    let drawing = draw(group, &parts, looks, (least.min(1.0), most.max(1.0)), &to);
    let caption = "The thin line is the range of the ratios, the box the middle half of the puzzles, the bar the median. \
        The mark is the geometric mean, printed at the right; the bracket below it is the 95 % interval of the mean.";
    let svg = drawing.finish(&format!("{id}-ratios"), &title, &says);
    Some(figure(group, &title, svg, caption, &table(&title, &all)))
}

fn ratios<'g>(
    group: &ComparisonGroup,
    baseline: &ComparisonRow,
    row: &'g ComparisonRow,
    mean: Ratio,
) -> Option<Ratios<'g>> {
    let values = |row: &ComparisonRow| row.values(&group.puzzles, &INSTRUCTIONS, By::Puzzle);
    let (own, others) = (values(row), values(baseline));
    let all: Vec<f64> = own.iter().zip(&others).map(|(one, other)| one / other).collect();
    let at = |percent| percentile(&all, percent);
    Some(Ratios { row, mean, lower: at(25)?, median: at(50)?, upper: at(75)? })
}

/// Lanes with the fewest and the most instructions.
fn ends(all: &[&Ratios<'_>]) -> String {
    let by_mean =
        |one: &&&Ratios<'_>, other: &&&Ratios<'_>| one.mean.mean.total_cmp(&other.mean.mean);
    let (Some(fewest), Some(most)) = (all.iter().min_by(by_mean), all.iter().max_by(by_mean))
    else {
        return String::new();
    };
    let shown =
        |lane: &Ratios<'_>| format!("{}, {:.3}", name_of(&lane.row.lane.name), lane.mean.mean);
    format!("Lowest geometric mean: {}. Highest: {}.", shown(fewest), shown(most))
}

fn draw(
    group: &ComparisonGroup,
    parts: &[(&str, Vec<Ratios<'_>>)],
    looks: &MachineStyles,
    domain: (f64, f64),
    to: &str,
) -> Drawing {
    let count: usize = parts.iter().map(|(_, lanes)| lanes.len()).sum();
    let step = if count > 14 { 19.0 } else { 26.0 };
    let heads = if parts.len() > 1 { parts.len() as f64 * 26.0 } else { 0.0 };
    let (left, right) = (room_for(group.rows.iter().map(|row| &*row.lane.name)), WIDTH - 62.0);
    let (top, bottom) = (34.0, 42.0 + count as f64 * step + heads);
    let mut drawing = Drawing::new(WIDTH, bottom + 46.0);
    legend(&mut drawing, (left, 14.0), &looks.of_group(group));
    drawing.text((WIDTH - 4.0, 26.0), Anchor::End, "quiet", "mean");
    let scale = Scale::log(domain, (left + 8.0, right - 8.0)).wider(0.02);
    let of = format!("instructions, as a ratio to {to}");
    axis_below(&mut drawing, &scale, (left, right), (top, bottom), &of);
    drawing.line((scale.at(1.0), top), (scale.at(1.0), bottom), "one");
    let mut y = top + 4.0;
    for (part, lanes) in parts {
        if parts.len() > 1 {
            drawing.text((left - 12.0, y + 17.0), Anchor::End, "part", part);
            y += 26.0;
        }
        for lane in lanes {
            one_lane(
                &mut drawing,
                lane,
                looks.of_lane(&lane.row.lane),
                &scale,
                (left, y + step / 2.0),
            );
            y += step;
        }
    }
    drawing
}

fn one_lane(
    drawing: &mut Drawing,
    lane: &Ratios<'_>,
    look: MachineStyle,
    scale: &Scale,
    (left, y): (f64, f64),
) {
    let Ratios { row, mean, lower, median, upper } = lane;
    let at = |value: f64| scale.at(value);
    drawing.text((left - 12.0, y + 4.0), Anchor::End, "", &name_of(&row.lane.name));
    drawing.line((at(mean.range.0), y), (at(mean.range.1), y), &format!("{} line", look.class));
    let width = at(*upper) - at(*lower);
    if width >= 1.0 {
        let class = format!("{} box", look.class);
        drawing.rectangle((at(*lower), y - 5.0), (width, 10.0), &class, "");
    }
    drawing.line((at(*median), y - 5.0), (at(*median), y + 5.0), &format!("{} line", look.class));
    let (low, high) = (at(mean.interval.0), at(mean.interval.1));
    if high - low >= 3.0 {
        let (low, high) = (crate::svg::number(low), crate::svg::number(high));
        let (ends, bar) = (crate::svg::number(y + 5.0), crate::svg::number(y + 8.0));
        drawing.path(&format!("M{low} {ends}V{bar}H{high}V{ends}"), "interval");
    }
    drawing.mark(look.shape, (at(mean.mean), y), 4.2, &format!("{} mean", look.class));
    drawing.text((WIDTH - 4.0, y + 4.0), Anchor::End, "number", &format!("{:.3}", mean.mean));
}

fn table(title: &str, all: &[&Ratios<'_>]) -> Table {
    let mut columns = vec![Column::words("lane")];
    let names = [
        "geometric mean",
        "95 % from",
        "to",
        "least",
        "lower quartile",
        "median",
        "upper quartile",
        "most",
    ];
    columns.extend(names.map(Column::number));
    let row = |lane: &&Ratios<'_>| {
        let mean = &lane.mean;
        let numbers = [
            mean.mean,
            mean.interval.0,
            mean.interval.1,
            mean.range.0,
            lane.lower,
            lane.median,
            lane.upper,
            mean.range.1,
        ];
        let mut cells = vec![Cell::Words(lane.row.lane.name.clone())];
        cells.extend(numbers.map(|number| Cell::Number(number, 4)));
        cells
    };
    Table {
        caption: title.to_owned(),
        columns,
        rows: all.iter().map(row).collect(),
        notes: Vec::new(),
    }
}

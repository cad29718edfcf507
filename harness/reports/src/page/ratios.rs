//! Plot of the instructions of each lane as ratios to the baseline, puzzle by puzzle.

use lanes::compare::metric::{By, METRICS, Quantity};
use lanes::compare::statistics::{Ratio, median, percentile};
use lanes::compare::{ComparisonGroup, ComparisonRow};
use maud::Markup;

use super::figure::{Frame, axis_below, figure, name_of, on_both, part_name, room_for, row_name};
use super::look::{MachineStyle, MachineStyles, in_parts, is_drawn, legend};
use crate::svg::{Anchor, Drawing, Scale, shown};
use crate::table::{Cell, Column, Table};
use crate::tables::{metric, optional};

/// Quantity of the plots.
pub(super) const INSTRUCTIONS: Quantity = Quantity::Metric(&METRICS[0]);

/// Radius of a mark.
const MARK: f64 = 3.6;

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
    group.rows.iter().map(|row| group.ratio(row, &INSTRUCTIONS)).collect()
}

/// The plot, if there is a baseline.
pub(super) fn plot(
    group: &ComparisonGroup,
    id: &str,
    means: &[Option<Ratio>],
    looks: &MachineStyles,
) -> Option<Markup> {
    let baseline = group.baseline()?;
    let lanes = group.rows.iter().zip(means).filter(|(row, _)| is_drawn(group, row));
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
    let caption = "Ratios are of whole runs, with reading and printing; the table has the mean without them. The thin line is the range of the ratios, the box the middle half of the puzzles, the bar the median. \
        The mark is the geometric mean, printed at the right; the bracket below it is the 95 % interval of the mean. Boxes and \
        brackets that are not wider than the mark are left out.";
    let domain = (least.min(1.0), most.max(1.0));
    let svg = on_both(&format!("{id}-ratios"), &title, &says, |frame, _| {
        draw(group, &parts, looks, (domain, &to), frame)
    });
    Some(figure(group, &title, svg, caption, &table(group, &title, &all)))
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
    Some(Ratios { row, mean, lower: at(25)?, median: median(&all)?, upper: at(75)? })
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
    (domain, to): ((f64, f64), &str),
    frame: Frame,
) -> Drawing {
    let count: usize = parts.iter().map(|(_, lanes)| lanes.len()).sum();
    let step = match count {
        _ if frame.is_narrow => 34.0,
        15.. => 19.0,
        _ => 26.0,
    };
    let heads = if parts.len() > 1 { parts.len() as f64 * 26.0 } else { 0.0 };
    let names_at_left = room_for(group.rows.iter().map(|row| &*row.lane.name));
    let left = if frame.is_narrow { 4.0 } else { names_at_left };
    let right = frame.width - if frame.is_narrow { 46.0 } else { 62.0 };
    let (top, bottom) = (34.0, 42.0 + count as f64 * step + heads);
    let mut drawing = Drawing::new(frame.width, bottom + 46.0);
    legend(&mut drawing, (left, 14.0), &looks.of_group(group));
    drawing.text((frame.width - 4.0, 26.0), Anchor::End, "quiet", "mean");
    let scale = Scale::log(domain, (left + 8.0, right - 8.0)).wider(0.02);
    let of = format!("instructions, as a ratio to {to}");
    axis_below(&mut drawing, &scale, (left, right), (top, bottom), &of);
    drawing.line((scale.at(1.0), top), (scale.at(1.0), bottom), "one");
    let mut y = top + 4.0;
    for (part, lanes) in parts {
        if parts.len() > 1 {
            part_name(&mut drawing, frame, (left, y + 17.0), part);
            y += 26.0;
        }
        for lane in lanes {
            let below_name = if frame.is_narrow { 8.0 } else { 0.0 };
            let middle = y + step / 2.0 + below_name;
            row_name(&mut drawing, frame, (left, middle), &lane.row.lane.name);
            one_lane(&mut drawing, lane, looks.of_lane(&lane.row.lane), &scale, middle);
            let mean = format!("{:.3}", lane.mean.mean);
            drawing.text((frame.width - 4.0, middle + 4.0), Anchor::End, "number", &mean);
            y += step;
        }
    }
    drawing
}

fn one_lane(drawing: &mut Drawing, lane: &Ratios<'_>, look: MachineStyle, scale: &Scale, y: f64) {
    let Ratios { mean, lower, median, upper, .. } = lane;
    let at = |value: f64| scale.at(value);
    drawing.line((at(mean.range.0), y), (at(mean.range.1), y), &format!("{} line", look.class));
    let width = at(*upper) - at(*lower);
    // A box that its mark would cover says nothing.
    if width > 2.0 * MARK {
        let class = format!("{} box", look.class);
        drawing.rectangle((at(*lower), y - 5.0), (width, 10.0), &class, "");
    }
    if width > 2.0 * MARK {
        let class = format!("{} line", look.class);
        drawing.line((at(*median), y - 5.0), (at(*median), y + 5.0), &class);
    }
    let (low, high) = mean.interval.map_or((0.0, 0.0), |(low, high)| (at(low), at(high)));
    if high - low > 2.0 * MARK {
        let (low, high) = (crate::svg::number(low), crate::svg::number(high));
        let (ends, bar) = (crate::svg::number(y + 5.0), crate::svg::number(y + 8.0));
        drawing.path(&format!("M{low} {ends}V{bar}H{high}V{ends}"), "interval");
    }
    drawing.mark(look.shape, (at(mean.mean), y), MARK, &format!("{} mean", look.class));
}

fn table(group: &ComparisonGroup, title: &str, all: &[&Ratios<'_>]) -> Table {
    let mut columns = vec![Column::words("lane")];
    let names = [
        "geometric mean",
        "of the search",
        "95 % from",
        "to",
        "least",
        "lower quartile",
        "median",
        "upper quartile",
        "most",
    ];
    columns.extend(names.map(Column::number));
    let search = metric(group, "search");
    let row = |lane: &&Ratios<'_>| {
        let mean = &lane.mean;
        let (low, high) = mean.interval.unzip();
        let numbers = [
            Some(mean.mean),
            group.ratio(lane.row, &search).map(|it| it.mean),
            low,
            high,
            Some(mean.range.0),
            Some(lane.lower),
            Some(lane.median),
            Some(lane.upper),
            Some(mean.range.1),
        ];
        let mut cells = vec![Cell::Words(lane.row.lane.name.clone())];
        cells.extend(numbers.map(|number| optional(number, 4)));
        cells
    };
    Table {
        caption: title.to_owned(),
        columns,
        rows: all.iter().map(row).collect(),
        notes: vec!["of the search: geometric mean without reading and printing.".to_owned()],
    }
}

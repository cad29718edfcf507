//! Plot of the instruction mix of each lane, as bars.

use std::collections::BTreeMap;

use lanes::compare::{ComparisonGroup, ComparisonRow, InstructionKind};
use maud::Markup;

use super::figure::{Frame, axis_below, figure, on_both, part_name, room_for, row_name};
use super::look::{in_parts, is_drawn};
use crate::families::{FAMILIES, Family, family};
use crate::svg::{Anchor, Drawing, Scale, shown, width_of};
use crate::table::{Cell, Column, Table};
use crate::tables::metric;

/// Instructions of a lane by kind.
struct InstructionMix<'g> {
    row: &'g ComparisonRow,
    kinds: Vec<(InstructionKind, u64)>,
    total: u64,
}

/// The plot, if anything ran.
pub(super) fn plot(group: &ComparisonGroup, id: &str) -> Option<Markup> {
    let kinds = in_order(group);
    let lanes = group.rows.iter().map(|row| mixed(row, &kinds)).collect();
    let parts = in_parts(lanes, |lane: &InstructionMix<'_>| lane.row);
    let every: Vec<&InstructionMix<'_>> = parts.iter().flat_map(|(_, lanes)| lanes).collect();
    let all = || every.iter().filter(|lane| is_drawn(group, lane.row));
    let (steps, step) = match group.nodes() {
        0 => (group.puzzles.len() as u64, "puzzle"),
        nodes => (nodes, "node"),
    };
    let most = all().map(|lane| lane.total).max().filter(|&most| most > 0 && steps > 0)?;
    let title = format!("Instructions per {step}, by kind");
    let says = format!(
        "A bar for each of {} lanes, as long as it takes instructions per {step} of all puzzles together, the longest {}; \
         parted into kinds. The table has all shares.",
        all().count(),
        shown(most as f64 / steps as f64)
    );
    let caption = "Bars are whole runs, with reading and printing; the table has the share around the search. Kinds are what an instruction did, by its cost class or where it sent the flow; pointing at a part of a \
        bar tells kind and share. Within bars, taken and not are \
        branches whose condition held and did not hold. Parts too short for their name have none.";
    let svg = on_both(&format!("{id}-mix"), &title, &says, |frame, id| {
        draw(id, group, &parts, (most, steps, step), frame)
    });
    Some(figure(group, &title, svg, caption, &table(group, &every, &kinds)))
}

/// Kinds of a group by family, then in order of appearance.
fn in_order(group: &ComparisonGroup) -> Vec<InstructionKind> {
    let mut kinds = group.kinds();
    let place = |kind: &InstructionKind| {
        let family = family(*kind);
        let classes = FAMILIES[family].classes;
        (family, classes.iter().position(|class| *class == kind.name()))
    };
    kinds.sort_by_key(place);
    kinds
}

fn mixed<'g>(row: &'g ComparisonRow, kinds: &[InstructionKind]) -> InstructionMix<'g> {
    let mut all: BTreeMap<InstructionKind, u64> = BTreeMap::new();
    for (kind, times) in row.runs.iter().flat_map(|run| &run.mix) {
        *all.entry(*kind).or_default() += times;
    }
    let total = all.values().sum();
    let kinds = kinds.iter().filter_map(|kind| Some((*kind, *all.get(kind)?))).collect();
    InstructionMix { row, kinds, total }
}

fn draw(
    id: &str,
    group: &ComparisonGroup,
    parts: &[(&str, Vec<InstructionMix<'_>>)],
    (most, steps, step): (u64, u64, &str),
    frame: Frame,
) -> Drawing {
    let drawn = |lane: &&InstructionMix<'_>| is_drawn(group, lane.row);
    let count: usize = parts.iter().map(|(_, lanes)| lanes.iter().filter(drawn).count()).sum();
    let bar_height = if count > 14 { 19.0 } else { 28.0 };
    let pace = bar_height + if frame.is_narrow { 15.0 } else { 0.0 };
    let heads = if parts.len() > 1 { parts.len() as f64 * 26.0 } else { 0.0 };
    let names_at_left = room_for(group.rows.iter().map(|row| &*row.lane.name));
    let (left, right) = (if frame.is_narrow { 4.0 } else { names_at_left }, frame.width - 14.0);
    let top = if frame.is_narrow { 108.0 } else { 48.0 };
    let bottom = top + 8.0 + count as f64 * pace + heads;
    let mut drawing = Drawing::new(frame.width, bottom + 46.0);
    for family in &FAMILIES {
        drawing.pattern(&pattern_id(id, family), family.class, family.pattern);
    }
    legend(
        &mut drawing,
        (id, frame.width),
        &FAMILIES.iter().filter(|it| is_used(it, parts)).collect::<Vec<_>>(),
    );
    let scale = Scale::linear((0.0, most as f64 / steps as f64), (left, right));
    axis_below(
        &mut drawing,
        &scale,
        (left, right),
        (top, bottom),
        &format!("instructions per {step}"),
    );
    let mut y = top + 4.0;
    for (part, lanes) in parts {
        if parts.len() > 1 {
            part_name(&mut drawing, frame, (left, y + 17.0), part);
            y += 26.0;
        }
        for lane in lanes.iter().filter(drawn) {
            let top = y + pace - bar_height;
            row_name(&mut drawing, frame, (left, top + bar_height / 2.0), &lane.row.lane.name);
            bar(&mut drawing, id, lane, &scale, steps, (top + 2.0, bar_height - 4.0));
            y += pace;
        }
    }
    drawing
}

fn is_used(family: &Family, parts: &[(&str, Vec<InstructionMix<'_>>)]) -> bool {
    let mut kinds = parts.iter().flat_map(|(_, lanes)| lanes).flat_map(|lane| &lane.kinds);
    kinds.any(|(kind, _)| FAMILIES[crate::families::family(*kind)].class == family.class)
}

fn pattern_id(id: &str, family: &Family) -> String {
    format!("{id}-{}", family.class)
}

/// Draws the legend of the families, in as many lines as it needs.
fn legend(drawing: &mut Drawing, (id, room): (&str, f64), families: &[&Family]) {
    let mut at = (4.0, 4.0);
    for family in families {
        let width = 24.0 + width_of(family.name, 12.0);
        if at.0 + width > room {
            at = (4.0, at.1 + 20.0);
        }
        drawing.filled((at.0, at.1), (18.0, 12.0), &pattern_id(id, family), "");
        drawing.text((at.0 + 24.0, at.1 + 10.5), Anchor::Start, "", family.name);
        at.0 += width + 12.0;
    }
}

fn bar(
    drawing: &mut Drawing,
    id: &str,
    lane: &InstructionMix<'_>,
    scale: &Scale,
    steps: u64,
    (y, height): (f64, f64),
) {
    let mut before = 0;
    for (kind, times) in &lane.kinds {
        let place = |times: u64| scale.at(times as f64 / steps as f64);
        let (from, to) = (place(before), place(before + times));
        before += times;
        if to - from < 0.3 {
            continue;
        }
        let family = &FAMILIES[family(*kind)];
        let percent = *times as f64 * 100.0 / lane.total as f64;
        let message = format!("{} {percent:.1} %", kind.name());
        // A gap as thin as a hair parts kinds of one family.
        let width = (to - from - 0.8).max(0.3);
        drawing.filled((from, y), (width, height), &pattern_id(id, family), &message);
        let name = short(*kind);
        if width_of(name, 11.0) + 6.0 < width {
            let at = (from + width / 2.0, y + height / 2.0 + 3.8);
            drawing.text(at, Anchor::Middle, &format!("on {}", family.class), name);
        }
    }
}

/// Short name of a kind inside a bar; the family's pattern distinguishes it.
fn short(kind: InstructionKind) -> &'static str {
    match kind {
        InstructionKind::Taken => "taken",
        InstructionKind::NotTaken => "not",
        InstructionKind::Skipped => "skip",
        InstructionKind::NotSkipped => "no skip",
        InstructionKind::Return => "ret",
        kind => kind.name(),
    }
}

fn table(group: &ComparisonGroup, all: &[&InstructionMix<'_>], kinds: &[InstructionKind]) -> Table {
    let mut columns = vec![Column::words("lane")];
    columns.extend(["instructions", "around"].map(Column::number));
    columns.extend(kinds.iter().map(|kind| Column::number(kind.name())));
    let around = metric(group, "around");
    let row = |lane: &&InstructionMix<'_>| {
        let share = |times: u64| Cell::Number(times as f64 * 100.0 / lane.total.max(1) as f64, 1);
        let mut cells = vec![Cell::Words(lane.row.lane.name.clone()), Cell::Count(lane.total)];
        cells.push(lane.row.total(&around).map_or(Cell::Nothing, share));
        cells.extend(kinds.iter().map(|kind| {
            let found = lane.kinds.iter().find(|(known, _)| known == kind);
            found.map_or(Cell::Nothing, |(_, times)| share(*times))
        }));
        cells
    };
    Table {
        caption: "Instruction mix of each lane, in percent".to_owned(),
        columns,
        rows: all.iter().map(row).collect(),
        notes: vec![
            "of whole runs; around: instructions of any kind outside the search (starting, reading, preparing, printing)."
                .to_owned(),
        ],
    }
}

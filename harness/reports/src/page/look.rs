//! Colour, mark and dash of each machine in every plot.

use lanes::compare::{Comparison, ComparisonGroup, ComparisonRow};
use lanes::lane::Lane;

use super::palette::MACHINES;
use crate::svg::{Anchor, Drawing, Shape, width_of};

/// Machines of a comparison, in order of appearance.
#[derive(Debug)]
pub(super) struct MachineStyles {
    machines: Vec<&'static str>,
}

/// Appearance of a machine.
#[derive(Debug, Clone, Copy)]
pub(super) struct MachineStyle {
    /// Name.
    pub(super) machine: &'static str,
    /// CSS class of its colour.
    pub(super) class: &'static str,
    /// CSS class of its dashes.
    pub(super) dash: &'static str,
    /// Mark.
    pub(super) shape: Shape,
}

const CLASSES: [&str; MACHINES] = ["m0", "m1", "m2", "m3"];
const DASHES: [&str; MACHINES] = ["d0", "d1", "d2", "d3"];

impl MachineStyles {
    /// Appearance of all machines of a comparison.
    pub(super) fn of(comparison: &Comparison) -> Self {
        let mut machines = Vec::new();
        for group in &comparison.groups {
            let rows = group.rows.iter().chain(group.apart.iter().map(|apart| &apart.row));
            for name in rows.map(|row| machine(&row.lane)) {
                if !machines.contains(&name) {
                    machines.push(name);
                }
            }
        }
        MachineStyles { machines }
    }

    /// Appearance of a machine; that of the first one if no lane has it.
    pub(super) fn of_machine(&self, machine: &'static str) -> MachineStyle {
        let at = self.machines.iter().position(|known| *known == machine).unwrap_or(0);
        MachineStyle {
            machine,
            class: CLASSES[at % MACHINES],
            dash: DASHES[at % MACHINES],
            shape: Shape::ALL[at % Shape::ALL.len()],
        }
    }

    /// Appearance of a lane's machine.
    pub(super) fn of_lane(&self, lane: &Lane) -> MachineStyle {
        self.of_machine(machine(lane))
    }

    /// Machines of a group, in the order of the comparison.
    pub(super) fn of_group(&self, group: &ComparisonGroup) -> Vec<MachineStyle> {
        let is_there = |name: &&&str| group.rows.iter().any(|row| machine(&row.lane) == **name);
        self.machines.iter().filter(is_there).map(|name| self.of_machine(name)).collect()
    }
}

/// Processor of a lane, as named in reports.
fn machine(lane: &Lane) -> &'static str {
    lane.target.spec().name
}

/// Whether a lane is drawn: one compiled without optimisation would hide the differences of the others.
pub(super) fn is_drawn(group: &ComparisonGroup, row: &ComparisonRow) -> bool {
    let is_unoptimised =
        |row: &ComparisonRow| row.lane.made_by.as_ref().is_some_and(|by| by.contains("-O0"));
    !is_unoptimised(row) || group.rows.iter().all(is_unoptimised)
}

/// Draws the legend in one line.
pub(super) fn legend(drawing: &mut Drawing, (mut x, y): (f64, f64), looks: &[MachineStyle]) {
    for look in looks {
        drawing.mark(look.shape, (x + 4.0, y - 4.0), 4.5, look.class);
        drawing.text((x + 14.0, y), Anchor::Start, "", look.machine);
        x += 34.0 + width_of(look.machine, 12.0);
    }
}

/// Lanes in the order of plots: hand-written, then compiled, each part with its name.
pub(super) fn in_parts<T>(
    all: Vec<T>,
    row: impl Fn(&T) -> &ComparisonRow,
) -> Vec<(&'static str, Vec<T>)> {
    let (by_hand, compiled) = all.into_iter().partition(|one| row(one).lane.made_by.is_none());
    let parts: [(_, Vec<T>); 2] = [("hand-written", by_hand), ("compiled", compiled)];
    parts.into_iter().filter(|(_, all)| !all.is_empty()).collect()
}

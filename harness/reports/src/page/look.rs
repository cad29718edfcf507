//! How machines look in every plot: a colour, a mark and a dash each.

use lanes::compare::{Comparison, Group, Row};
use lanes::lane::Lane;

use super::palette::MACHINES;
use crate::svg::{Anchor, Drawing, Shape, width_of};

/// The machines of a comparison, in the order they come in.
#[derive(Debug)]
pub(super) struct Looks {
    machines: Vec<&'static str>,
}

/// How a machine looks.
#[derive(Debug, Clone, Copy)]
pub(super) struct Look {
    /// What it is called.
    pub(super) machine: &'static str,
    /// The class of what is drawn in its colour.
    pub(super) class: &'static str,
    /// The class of lines that are dashed in its way.
    pub(super) dash: &'static str,
    /// Its mark.
    pub(super) shape: Shape,
}

const CLASSES: [&str; MACHINES] = ["m0", "m1", "m2", "m3"];
const DASHES: [&str; MACHINES] = ["d0", "d1", "d2", "d3"];

impl Looks {
    /// The looks of all machines of a comparison.
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
        Looks { machines }
    }

    /// How a machine looks; one that is in no lane looks like the first.
    pub(super) fn of_machine(&self, machine: &'static str) -> Look {
        let at = self.machines.iter().position(|known| *known == machine).unwrap_or(0);
        Look {
            machine,
            class: CLASSES[at % MACHINES],
            dash: DASHES[at % MACHINES],
            shape: Shape::ALL[at % Shape::ALL.len()],
        }
    }

    /// How a lane's machine looks.
    pub(super) fn of_lane(&self, lane: &Lane) -> Look {
        self.of_machine(machine(lane))
    }

    /// The machines of a group, in the order of the comparison.
    pub(super) fn of_group(&self, group: &Group) -> Vec<Look> {
        let is_there = |name: &&&str| group.rows.iter().any(|row| machine(&row.lane) == **name);
        self.machines.iter().filter(is_there).map(|name| self.of_machine(name)).collect()
    }
}

/// The processor of a lane, as reports call it.
fn machine(lane: &Lane) -> &'static str {
    lane.target.spec().name
}

/// Draws which mark is which machine, in one line.
pub(super) fn legend(drawing: &mut Drawing, (mut x, y): (f64, f64), looks: &[Look]) {
    for look in looks {
        drawing.mark(look.shape, (x + 4.0, y - 4.0), 4.5, look.class);
        drawing.text((x + 14.0, y), Anchor::Start, "", look.machine);
        x += 34.0 + width_of(look.machine, 12.0);
    }
}

/// What there is of lanes in the order of plots, each part with what it is called.
pub(super) fn in_parts<T>(all: Vec<T>, row: impl Fn(&T) -> &Row) -> Vec<(&'static str, Vec<T>)> {
    let (by_hand, compiled) = all.into_iter().partition(|one| row(one).lane.made_by.is_none());
    let parts: [(_, Vec<T>); 2] = [("written by hand", by_hand), ("compiled", compiled)];
    parts.into_iter().filter(|(_, all)| !all.is_empty()).collect()
}

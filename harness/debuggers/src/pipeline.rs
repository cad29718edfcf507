//! The diagram of a pipeline with five stages: a row for each instruction, a column for each cycle.
//!
//! The rows only spread out what the cycle model has charged. An instruction enters EX two cycles
//! after the model has counted the cycles before it and its wait; so the columns and the model's
//! count never differ. What is before EX follows from that: an instruction stays in IF and ID as
//! long as the one before it stays in ID and EX.
//!
//! Source: Patterson and Hennessy, *Computer Organization and Design*, section 4.7, "multiple-clock-cycle
//! pipeline diagrams".

use architecture::{Delays, Pipeline};

/// An instruction that has run, with what the model charged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) address: u64,
    pub(crate) delays: Delays,
    /// Cycles counted before it and after it.
    pub(crate) before: u64,
    pub(crate) after: u64,
    /// Whether another instruction than the next one followed.
    pub(crate) turned: bool,
}

/// A row of the diagram.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PipelineRow {
    /// Address of the instruction.
    pub address: u64,
    /// Cycles that the model charged to it.
    pub cycles: u64,
    /// Cycle of its first cell, from 1 at the start of the program.
    pub first: u64,
    /// Stages by cycle: `IF`, `ID`, `EX`, `MEM`, `WB`, `stall` or `bubble`.
    pub cells: Vec<&'static str>,
    /// Why it was late, one phrase each.
    pub causes: Vec<String>,
}

/// The last instructions in a pipeline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PipelineDiagram {
    /// Name of the cycle model.
    pub model: &'static str,
    /// Cycles that the model has counted so far.
    pub cycles: u64,
    /// The last instruction last.
    pub rows: Vec<PipelineRow>,
}

/// Position of an instruction in the diagram.
#[derive(Debug, Clone, Copy)]
struct Place {
    fetch: u64,
    decode: u64,
    execute: u64,
    /// Parts of what the model charged: cycles in EX, waits before EX, and a change of flow.
    executes: u64,
    waits: u64,
    turns: u64,
}

/// Parts of a step. `turn_cycles`: cycles that a change of flow costs.
fn parts(step: &Step, turn_cycles: u64) -> (u64, u64, u64) {
    let executes = 1 + step.delays.execution;
    let rest = (step.after - step.before)
        .saturating_sub(executes + u64::from(step.delays.loaded.is_some()));
    let turns = if step.turned { turn_cycles.min(rest) } else { 0 };
    (executes, rest - turns, turns)
}

/// Steps before the first row that decide where it is.
pub(crate) const BEFORE: u64 = 2;

/// The last rows of the diagram, at most `most`.
pub(crate) fn rows(
    steps: &[Step],
    most: usize,
    pipeline: &Pipeline,
    turn_cycles: u64,
) -> Vec<PipelineRow> {
    let mut rows = Vec::new();
    let mut last: Option<(&Step, Place)> = None;
    for step in steps {
        let (executes, waits, turns) = parts(step, turn_cycles);
        // Two cycles after the first of an instruction that nothing delays; cycles start at 1.
        let execute = step.before + waits + 3;
        let (fetch, decode) = match last {
            Some((_, last)) if last.turns > 0 => (last.execute, last.execute + last.turns),
            Some((_, last)) => (last.decode, last.execute),
            None => (execute - 2, execute - 1),
        };
        let place = Place { fetch, decode, execute, executes, waits, turns };
        rows.push(row(step, place, last, pipeline));
        last = Some((step, place));
    }
    rows.split_off(rows.len().saturating_sub(most))
}

fn row(
    step: &Step,
    place: Place,
    last: Option<(&Step, Place)>,
    pipeline: &Pipeline,
) -> PipelineRow {
    let mut cells = Vec::new();
    let mut first = place.fetch;
    let mut causes = Vec::new();
    let counted = |cycles: u64, what: &str| machine::numbers::counted(cycles, what);
    if let Some((before, last)) = last {
        if last.turns > 0 {
            first -= last.turns;
            cells.extend((0..last.turns).map(|_| "bubble"));
            causes.push(format!("{}: taken branch or jump", counted(last.turns, "bubble")));
        }
        if last.executes > 1 {
            let busy = counted(last.executes - 1, "stall");
            causes.push(format!(
                "{busy}: the instruction before is in EX for {} cycles",
                last.executes
            ));
        }
        if let Some(register) = before.delays.loaded {
            causes.push(format!("1 stall: load-use on {register}"));
        }
    }
    if place.waits > 0 {
        let waits = counted(place.waits, "stall");
        causes.push(format!("{waits}: wait for {}", pipeline.awaited));
    }
    let stay =
        |stage, from: u64, to: u64| std::iter::once(stage).chain((from + 1..to).map(|_| "stall"));
    cells.extend(stay("IF", place.fetch, place.decode));
    cells.extend(stay("ID", place.decode, place.execute));
    cells.extend((0..place.executes).map(|_| "EX"));
    cells.extend(["MEM", "WB"]);
    PipelineRow { address: step.address, cycles: step.after - step.before, first, cells, causes }
}

#[cfg(test)]
mod tests;

//! The last instructions with what a cycle model charges to each.

use architecture::Pipeline;
use machine::{Machine as _, Spec};

use super::{RunState, Timeline};
use crate::Program;
use crate::engine::stops::NoStops;
use crate::pipeline::Step;

impl Timeline {
    /// The last instructions before now that completed, at most `most`, the last one last.
    pub(crate) fn last_steps(
        &mut self,
        most: u64,
        pipeline: &Pipeline,
        program: &Program<'_>,
    ) -> Vec<Step> {
        let (now, floor) = (self.now.position, self.floor(self.now.position));
        let from = now.saturating_sub(most).max(floor);
        let mut state = self.snapshots[self.before(from)].clone();
        state.run_again(from, &mut NoStops, &mut self.streams);
        let mut steps = Vec::new();
        while state.position < now {
            let before = state.position;
            let mut step = started(&state, pipeline, program);
            state.run(before + 1, &mut NoStops, &mut self.streams);
            step.turned = state.machine.pc() != step.address + word_units(program.target.spec());
            step.after = cycles(&state, pipeline);
            // An instruction that an exception abandons takes no cycles.
            if step.after > step.before {
                steps.push(step);
            }
            if state.position == before {
                break;
            }
        }
        steps
    }
}

/// The next instruction, before it runs.
fn started(state: &RunState, pipeline: &Pipeline, program: &Program<'_>) -> Step {
    let (machine, target) = (&state.machine, program.target);
    let (address, units) = (machine.pc(), word_units(target.spec()));
    let word = |at: u64| {
        let values = (at..at + units).map(|at| machine.peek(at).unwrap_or(0));
        let add = |all: u64, unit: u64| all << target.spec().unit_bits | unit;
        if target.is_big_endian() { values.fold(0, add) } else { values.rev().fold(0, add) }
    };
    let delays = (pipeline.delays)(address, word(address), word(address + units));
    let before = cycles(state, pipeline);
    Step { address, delays, before, after: before, turned: false }
}

fn word_units(spec: &Spec) -> u64 {
    u64::from(spec.word_bits / spec.unit_bits)
}

fn cycles(state: &RunState, pipeline: &Pipeline) -> u64 {
    let counts = state.machine.counts();
    let model = counts.cycles.iter().find(|cycles| cycles.model == pipeline.model);
    model.map_or(0, |cycles| cycles.cycles)
}

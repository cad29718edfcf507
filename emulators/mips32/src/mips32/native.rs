//! Native code for hot blocks: the machine-specific part.

use std::sync::Arc;

use machine::blocks::{Blocks, LONGEST};
use machine::native::{
    BlockDescription, Cost, Guest, MachineCache, Memory as Reach, Shape, Slots, To,
};

use super::Mips32;
use crate::engine::code::BlockCosts;
use crate::engine::fast::Step;
use crate::engine::flow::analyse;
use crate::engine::recorded::{MachineRules, record};
use crate::engine::timing;

impl Mips32 {
    /// Steps of a block that native code can execute, with their recorded programs.
    fn programs(&mut self, block: usize) -> Vec<(u32, Arc<[machine::native::Node]>)> {
        let Mips32 { cpu, code, .. } = self;
        let (rules, in_slot) = (MachineRules::of(cpu), code.ends_in_slot(block));
        let ops: Vec<_> = code.blocks.block(block).steps.iter().map(|step| step.op).collect();
        let mut programs = Vec::new();
        for (at, op) in ops.iter().enumerate() {
            let row = code.index(op.pc).and_then(|index| code.row(index));
            // A branch whose slot is not in the block is left to the careful engine.
            let is_alone = code.has_slot(op.pc) && !(in_slot && at + 2 == ops.len());
            let Some(nodes) = row.filter(|_| !is_alone).and_then(|row| record(row, op, rules))
            else {
                break;
            };
            programs.push((op.pc, Arc::from(nodes)));
        }
        // A branch is not separated from its slot.
        if in_slot && programs.len() + 1 == ops.len() {
            programs.pop();
        }
        programs
    }
}

impl Guest<Step, BlockCosts, 2> for Mips32 {
    fn shape(&self) -> Shape {
        let flip = self.cpu.memory.flip() as u8;
        Shape {
            bits: 32,
            shift: 2,
            slots: Slots::Narrow,
            memory: Reach::Runs { aligned: true, flip },
            turn_cycles: u32::from(!self.options.delayed_branches),
        }
    }

    fn native(&mut self) -> &mut Option<MachineCache> {
        &mut self.native
    }

    fn blocks(&mut self) -> &mut Blocks<Step, BlockCosts, 2> {
        &mut self.code.blocks
    }

    fn form_block(&mut self, pc: u32, is_mark: &dyn Fn(u32) -> bool) -> Option<usize> {
        self.refresh(pc, pc.saturating_add(4 * (LONGEST as u32 + 2)));
        let block = self.code.form(pc, is_mark)?;
        let end = self.code.blocks.block(block).end;
        self.hold_code(pc, end.saturating_add(4));
        Some(block)
    }

    fn describe(&mut self, block: usize) -> Option<BlockDescription> {
        let steps = self.programs(block);
        let code = &mut self.code;
        let all = code.blocks.block(block).steps.len();
        let is_cut = steps.len() < all;
        let delayed = !is_cut && code.ends_in_slot(block);
        let turning = steps.len().checked_sub(if delayed { 2 } else { 1 })?;
        let op = code.blocks.block(block).steps[turning].op;
        let flow = analyse(code.row(code.index(op.pc)?)?, &op);
        let costs = (1..=steps.len()).map(|done| {
            let timing::SequenceCost { cycles, first, left } = code.cost_of(block, done);
            Cost { cycles, wait: first.map(|first| (first, left)) }
        });
        let costs = costs.collect();
        let target = flow.target().map_or(To::Anywhere, |to| To::Address(to as u32));
        Some(BlockDescription {
            steps,
            costs,
            delayed,
            is_cut,
            falls: flow.falls_through() || target == To::Anywhere,
            elsewhere: (flow.ends_block() && !is_cut).then_some(target),
            skips: Vec::new(),
        })
    }

    fn word(&self, address: u32) -> u64 {
        self.word_at(address).into()
    }
}

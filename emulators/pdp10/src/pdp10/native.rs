//! Native code for hot blocks: the interface of this machine to its native code.

use std::sync::Arc;

use machine::blocks::Blocks;
use machine::native::{
    BlockDescription, Cost, Guest, MachineCache, Memory as Reach, Shape, Slots, To,
};
use machine::threads::Carry;

use super::Pdp10;
use crate::engine::code::{Nanos, Reader};
use crate::engine::fast::Step;
use crate::engine::flow::analyse;
use crate::engine::recorded::record;
use crate::isa::decode::{Decoded, decode};
use crate::memory::WATCHED;

impl Guest<Step, Nanos, 0> for Pdp10 {
    fn shape(&self) -> Shape {
        Shape {
            bits: 36,
            shift: 0,
            slots: Slots::First16,
            memory: Reach::Tagged { watched: WATCHED },
            turn_cycles: 0,
        }
    }

    fn native(&mut self) -> &mut Option<MachineCache> {
        &mut self.native
    }

    fn blocks(&mut self) -> &mut Blocks<Step, Nanos, 0> {
        &mut self.code
    }

    fn form_block(&mut self, pc: u32, is_mark: &dyn Fn(u32) -> bool) -> Option<usize> {
        let block =
            self.code.form(pc, &Reader { cpu: &self.cpu, is_mark, carry: Carry::default() })?;
        for address in pc..self.code.block(block).end {
            self.cpu.memory.mark_code(address, true);
        }
        Some(block)
    }

    fn describe(&mut self, block: usize) -> Option<BlockDescription> {
        let Pdp10 { cpu, code, .. } = self;
        let block = code.block(block);
        let (mut steps, mut costs, mut skips, mut last) =
            (Vec::new(), Vec::new(), Vec::new(), None);
        for (at, step) in block.steps.iter().enumerate() {
            let op = step.op;
            let Some(Decoded { opcode, .. }) = decode(op.word, op.address) else { break };
            let Some(nodes) = record(opcode, &op, cpu.timing) else { break };
            let flow = analyse(opcode, &op);
            if flow.skips() {
                skips.push((at, op.after_next()));
            }
            steps.push((op.address, Arc::from(nodes)));
            costs.push(Cost { cycles: block.sum.of(at + 1) as u32, wait: None });
            last = Some(flow);
        }
        let (flow, is_cut) = (last?, steps.len() < block.steps.len());
        let target = flow.target().map_or(To::Anywhere, |to| To::Address(to as u32));
        Some(BlockDescription {
            steps,
            costs,
            delayed: false,
            is_cut,
            falls: flow.falls_through() || target == To::Anywhere,
            elsewhere: (flow.ends_block() && !is_cut).then_some(target),
            skips,
        })
    }

    fn word(&self, address: u32) -> u64 {
        self.cpu.memory.get(address).map_or(u64::MAX, crate::Word36::bits)
    }
}

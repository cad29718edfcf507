//! Hot blocks as native code: the interface of this machine to its native code.

use std::sync::Arc;

use machine::blocks::Blocks;
use machine::native::{
    BlockDescription, Cost, Guest, MachineCache, Memory as Reach, Shape, Slots, To,
};
use machine::threads::Carry;

use super::{Riscv32, is_within};
use crate::engine::code::{CodeReader, DecodeResult, cost, find};
use crate::engine::fast::Step;
use crate::engine::flow::analyse;
use crate::engine::recorded::{Rules, record};
use crate::engine::timing::{CostSum, JUMP_HAZARD};

impl Guest<Step, CostSum, 1> for Riscv32 {
    fn shape(&self) -> Shape {
        let aligned = self.options.strict_align;
        Shape {
            bits: 32,
            shift: 1,
            slots: Slots::Narrow,
            memory: Reach::Runs { aligned, flip: 0 },
            turn_cycles: JUMP_HAZARD as u32,
        }
    }

    fn native(&mut self) -> &mut Option<MachineCache> {
        &mut self.native
    }

    fn blocks(&mut self) -> &mut Blocks<Step, CostSum, 1> {
        &mut self.code
    }

    fn form_block(&mut self, pc: u32, is_mark: &dyn Fn(u32) -> bool) -> Option<usize> {
        if self.counts_are_full() || pc & self.cpu.pc_mask != 0 {
            return None;
        }
        let texts = self.texts_that_end().map(<[_]>::to_vec);
        let reader = CodeReader {
            cpu: &self.cpu,
            extensions: self.options.profile.extensions,
            is_present: |address| is_within(texts.as_deref(), address),
            is_mark,
            carry: Carry::default(),
        };
        let block = self.code.form(pc, &reader)?;
        let end = self.code.block(block).end;
        self.cpu.memory.hold_code(pc, end);
        Some(block)
    }

    fn describe(&mut self, block: usize) -> Option<BlockDescription> {
        let Riscv32 { cpu, code, options, .. } = self;
        let (cpu, extensions) = (&*cpu, options.profile.extensions);
        let block = code.block(block);
        let rules = Rules { pc_mask: cpu.pc_mask };
        let (mut steps, mut costs, mut cycles) = (Vec::new(), Vec::new(), 0);
        let mut last = None;
        for step in &block.steps {
            let address = step.op.pc;
            let DecodeResult::Instruction(found) = find(cpu, extensions, address) else { break };
            let flow = analyse(found.row, &found.op);
            let lands = flow.target().is_none_or(|to| to as u32 & cpu.pc_mask == 0);
            let Some(nodes) = record(found.row, &found.op, rules).filter(|_| lands) else { break };
            cycles += cost(cpu, extensions, &found).cycles;
            steps.push((address, Arc::from(nodes)));
            costs.push(Cost { cycles, wait: None });
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
            skips: Vec::new(),
        })
    }

    fn word(&self, address: u32) -> u64 {
        self.cpu.memory.fetch(address).map_or(u64::MAX, u64::from)
    }
}

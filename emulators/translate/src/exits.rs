//! Exits of a region's code: to the caller, or to the code of another region.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{self, BlockArg, InstBuilder, Value};
use machine::native::{JUMPS, RegionExit, fields};

use crate::emit::{Emitter, signature, trusted};

impl Emitter<'_, '_> {
    /// Exits before the current instruction; no code follows.
    pub(crate) fn undone(&mut self) {
        self.flush();
        self.pass(self.done);
        self.account();
        self.finish(RegionExit::Undone(self.block, self.done), None);
    }

    /// Compiles an exit before this block.
    pub(crate) fn leave_before(&mut self, cold: ir::Block) {
        let kept = self.state.clone();
        self.b.set_cold_block(cold);
        self.b.switch_to_block(cold);
        self.flush();
        self.account();
        self.finish(RegionExit::Before(self.block), None);
        self.state = kept;
    }

    /// Returns to the caller, unless it continues at an address of another region.
    pub(crate) fn finish(&mut self, exit: RegionExit, to: Option<Value>) {
        let number = self.b.ins().iconst(I64, self.exits.len() as i64);
        self.exits.push(exit);
        match to {
            Some(to) => {
                let to = [BlockArg::Value(to), BlockArg::Value(number)];
                self.b.ins().jump(self.moving, &to);
            }
            None => {
                self.b.ins().jump(self.leaving, &[BlockArg::Value(number)]);
            }
        }
    }

    /// Compiles the common jump to another region.
    pub(crate) fn move_on(&mut self) {
        self.b.switch_to_block(self.moving);
        let [address, exit] = [0, 1].map(|at| self.b.block_params(self.moving)[at]);
        let targets = self.b.ins().load(I64, trusted(), self.context, fields::JUMPS_AT);
        let number = self.b.ins().ushr_imm_u(address, i64::from(self.region.shape.shift));
        let number = self.b.ins().band_imm_u(number, JUMPS as i64 - 1);
        let offset = self.b.ins().imul_imm_s(number, i64::from(fields::JUMP_SIZE));
        let target = self.b.ins().iadd(targets, offset);
        let pc = self.b.ins().load(I64, trusted(), target, fields::JUMP_PC);
        let is_known = self.b.ins().icmp(IntCC::Equal, pc, address);
        let known = self.b.create_block();
        self.b.ins().brif(is_known, known, &[], self.leaving, &[BlockArg::Value(exit)]);
        self.b.switch_to_block(known);
        self.end_to_count();
        for (from, to) in
            [(fields::JUMP_LOCALS, fields::LOCALS), (fields::JUMP_REGION, fields::REGION)]
        {
            let value = self.b.ins().load(I64, trusted(), target, from);
            self.b.ins().store(trusted(), value, self.context, to);
        }
        let code = self.b.ins().load(I64, trusted(), target, fields::JUMP_CODE);
        let signature = self.b.import_signature(signature());
        self.b.ins().return_call_indirect(signature, code, &[self.context, address]);
    }

    /// Compiles the common return.
    pub(crate) fn come_back(&mut self) {
        self.b.set_cold_block(self.leaving);
        self.b.switch_to_block(self.leaving);
        self.end_to_count();
        let number = self.b.block_params(self.leaving)[0];
        self.b.ins().return_(&[number]);
    }
}

//! Addresses that cannot be executed: normal ends of programs, and faults.

use machine::{Access, Cause, Fault, Stop};

use super::{Riscv32, SystemKind};
use crate::engine::code::DecodeResult;
use crate::system::A0;

impl Riscv32 {
    /// Handles an address without code in a program that ends with its text.
    ///
    /// RARS and Venus treat this as a normal end, after a jump or not: RARS within its text area,
    /// Venus after the last instruction (compared as signed numbers), with status `a0`. A `main` of
    /// Venus that returns ends as intended, without a note.
    pub(super) fn no_code(&mut self, pc: u32) -> Result<(), Stop> {
        let end = self.texts.iter().map(|&(_, end)| end as i32).max().unwrap_or(0);
        let is_end = if self.options.system == SystemKind::Venus {
            pc as i32 >= end
        } else {
            pc & 3 == 0 && self.cpu.memory.area(pc).is_some_and(|area| area.rights.fetch)
        };
        if !is_end {
            return self.no_memory(pc, pc);
        }
        Err(match self.options.system {
            _ if self.retired == 0 => Stop::Fault(Fault { pc: pc.into(), cause: Cause::NoStart }),
            SystemKind::Venus if pc as i32 == end && self.came_by_return() => {
                Stop::Exit { status: self.cpu.reg(A0) as i32 }
            }
            _ => Stop::End,
        })
    }

    /// Whether the last instruction jumped to an address in a register, like a return.
    fn came_by_return(&self) -> bool {
        matches!(self.find(self.last_pc), DecodeResult::Instruction(last) if last.row.name == "jalr")
    }

    /// Address after the last instruction that ran.
    fn next_of_last(&self) -> u32 {
        match self.find(self.last_pc) {
            DecodeResult::Instruction(last) => self.last_pc.wrapping_add(last.op.length.into()),
            _ => self.last_pc,
        }
    }

    /// Whether an address is the one after the last instruction that ran, or after a text.
    pub(super) fn is_after_last_or_text(&self, pc: u32) -> bool {
        pc == self.next_of_last() || self.texts.iter().any(|&(_, end)| pc == end)
    }

    /// Handles an address that cannot be executed.
    pub(super) fn no_memory(&mut self, pc: u32, address: u32) -> Result<(), Stop> {
        let at = u64::from(address);
        let cause = match pc {
            _ if pc & self.cpu.pc_mask != 0 => Cause::Misaligned {
                access: Access::Fetch,
                address: pc.into(),
                multiple: self.cpu.pc_mask as u8 + 1,
            },
            0 if self.board.is_some()
                || matches!(self.options.system, SystemKind::Linux | SystemKind::Rars) =>
            {
                Cause::NoReturn { address: at }
            }
            _ if self.retired > 0 && self.is_after_last_or_text(pc) => {
                Cause::RanOff { address: at }
            }
            _ => Cause::Unmapped { access: Access::Fetch, address: at },
        };
        self.raise(cause)
    }
}

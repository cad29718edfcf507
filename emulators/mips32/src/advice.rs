//! Advice to the author of a program that ended with a fault.

use machine::numbers::counted;
use machine::{Access, Cause, Fault};

use crate::engine::flow::analyse;
use crate::isa::Class;
use crate::memory::LIMIT_BYTES;
use crate::mips32::Mips32;
use crate::options::Dialect;

/// Register numbers.
const SP: u8 = 29;
const RA: u8 = 31;

/// Polls of an empty receiver after which a program counts as waiting.
const MANY_POLLS: u64 = 1000;

/// Words in display memory from which on a program counts as drawing.
const MANY_PIXELS: usize = 64;

/// Addresses of MARS's Bitmap Display when it shows the memory around `$gp`.
const DISPLAY: (u32, u32) = (0x1000_0000, 0x1001_0000);

impl Mips32 {
    /// Advice on a fault, if registers and counts show more than its cause.
    pub(crate) fn advice_on(&self, fault: &Fault) -> Option<String> {
        match fault.cause {
            Cause::RanOff { .. } => Some(self.options.how_to_end().to_owned()),
            Cause::NoReturn { .. } => {
                self.lost_return(fault).or_else(|| Some(self.options.how_to_end().to_owned()))
            }
            Cause::Unmapped { access: Access::Fetch, .. }
            | Cause::Misaligned { access: Access::Fetch, .. } => self.lost_return(fault),
            Cause::Unmapped { .. } | Cause::Misaligned { .. } | Cause::ReadOnly { .. } => {
                let (_, number) = self.last_call.filter(|&(pc, _)| fault.pc == u64::from(pc))?;
                Some(format!(
                    "this makes system call {number}, the value of `$v0`; load the number of the \
                     intended call right before it, and the arguments into `$a0`, `$a1`, ..."
                ))
            }
            Cause::OutOfMemory { .. } if self.cpu.memory.is_used_up() => Some(format!(
                "the program's stores have used all {} MiB of its memory; look for an address \
                 that keeps growing",
                LIMIT_BYTES >> 20
            )),
            _ => None,
        }
    }

    /// Remarks on a program that ended or reached a limit.
    pub(crate) fn remarks_on(&self, still_running: bool) -> Vec<String> {
        let waits = still_running.then(|| self.waits_for_input()).flatten();
        waits.into_iter().chain(self.draws()).collect()
    }

    /// Advice on a `jr $ra` to an address outside the program: `$ra` was overwritten or lost.
    fn lost_return(&self, fault: &Fault) -> Option<String> {
        if !self.is_return(fault.pc as u32) || !self.has_called() {
            return None;
        }
        let off = self.cpu.reg(SP).wrapping_sub(self.first_sp) as i32;
        if off != 0 {
            let side = if off < 0 { "below" } else { "above" };
            let bytes = counted(off.unsigned_abs(), "byte");
            return Some(format!(
                "`$ra` does not hold the return address, and `$sp` is {bytes} {side} its value \
                 at the start; pop exactly what was pushed, and load `$ra` from the offset that \
                 it was stored at"
            ));
        }
        // A main program of MARS has no caller, so it ended the wrong way.
        let main =
            self.options.dialect == Dialect::Mars && matches!(fault.cause, Cause::NoReturn { .. });
        let lost = "`$ra` does not hold the return address; store it before the first `jal` of \
                    the procedure, and load it before the `jr $ra`";
        (!main).then(|| lost.to_owned())
    }

    fn waits_for_input(&self) -> Option<String> {
        let devices = &self.system.devices;
        (devices.polls_in_vain >= MANY_POLLS).then(|| {
            let why = if devices.is_connected() {
                "but the input has ended"
            } else {
                "which is not connected; connect it to the input with --mapped-io"
            };
            format!("the program waits for the receiver at {:#010x}, {why}", devices.base)
        })
    }

    /// Remark on a program that stored pixels for MARS's display.
    fn draws(&self) -> Option<String> {
        if self.options.dialect != Dialect::Mars {
            return None;
        }
        let below = self.cpu.memory.written(DISPLAY.0, DISPLAY.1);
        let below = below.filter(|&(words, _)| words >= MANY_PIXELS && !self.has_small_data);
        let devices = self.system.devices.written();
        let (words, first) = below.or(devices.filter(|&(words, _)| words >= MANY_PIXELS))?;
        Some(format!(
            "the program stored {words} words from {first:#010x} on, where MARS's Bitmap Display \
             shows pixels; the browser page shows them under Display"
        ))
    }

    /// Whether the program executed a call.
    fn has_called(&self) -> bool {
        let ran = self.code.blocks.times().into_iter().filter(|(_, times)| times.ran > 0);
        ran.into_iter().any(|(pc, _)| !self.is_return(pc) && self.is_call(pc))
    }

    fn is_return(&self, pc: u32) -> bool {
        self.registers_of_transfer(pc)
            .is_some_and(|(reads, writes)| reads >> RA & 1 != 0 && writes == 0)
    }

    fn is_call(&self, pc: u32) -> bool {
        self.registers_of_transfer(pc).is_some_and(|(_, writes)| writes >> RA & 1 != 0)
    }

    /// Registers that a branch or jump reads and writes.
    fn registers_of_transfer(&self, pc: u32) -> Option<(u128, u128)> {
        let (row, op) = self.decoded_at(pc)?;
        let flow = analyse(row, &op);
        matches!(row.class, Class::Branch | Class::Jump).then(|| (flow.reads(), flow.writes()))
    }
}

//! Restart of a board after a reset.

use machine::{Cause, Data, Fault, Stop};

use super::Riscv32;
use crate::csr::Csrs;

impl Riscv32 {
    /// Starts the program again after a reset of the board, as often as the options allow.
    ///
    /// Memory keeps its contents, except for what is loaded with the program; time and counts
    /// continue.
    ///
    /// # Errors
    /// The fault, if it is not a reset, or the program was started again often enough.
    pub(super) fn restart_or_stop(&mut self, fault: Fault) -> Result<(), Stop> {
        let (Cause::Reset { by }, Some(board)) = (fault.cause, &mut self.board) else {
            return Err(Stop::Fault(fault));
        };
        if self.restarts >= self.options.restarts {
            return Err(Stop::Fault(fault));
        }
        self.restarts += 1;
        board.reset(&self.options, by, self.clock_cycles);
        self.cpu.renew(&self.options);
        self.csrs = Csrs::new(&self.options, &self.cpu);
        board.start(&mut self.cpu);
        self.load_again();
        self.update_memory();
        let entry = self.image.entry as u32;
        self.cpu.pc.set(entry);
        self.last_pc = entry;
        self.attention = true;
        Ok(())
    }

    /// Loads the bytes of the program that have changed.
    fn load_again(&mut self) {
        for segment in self.origin.clone().iter() {
            let Data::Bytes(bytes) = &segment.data else { continue };
            if self.flash_chip(segment).is_some() {
                // It keeps its content.
                continue;
            }
            for (address, &byte) in (segment.base as u32..).zip(bytes) {
                if self.cpu.memory.peek(address) != Some(byte) {
                    // The same bytes were placed there before.
                    let _ = self.cpu.memory.write(address, 1, byte.into());
                    self.rewrite_code(address, address.saturating_add(1));
                }
            }
        }
    }

    /// Sentence about the restarts so far, if any.
    pub(super) fn remark_on_restarts(&self) -> Option<String> {
        let times = match self.restarts {
            0 => return None,
            1 => "once".to_owned(),
            more => format!("{more} times"),
        };
        Some(format!("the chip was reset and started the program again {times}"))
    }
}

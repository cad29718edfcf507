//! What a board does in memory: the content of its flash chip, the windows in which programs see it,
//! its ROM, and transfers of the DMA.

use machine::Segment;

use super::Riscv32;
use crate::board::BoardState;
use crate::esp32c3::Esp32c3;
use crate::esp32c3::map::{self, FLASH_CHIP};

impl Riscv32 {
    /// The board whose flash chip has the content of a segment, if it is for a chip.
    pub(super) fn flash_chip(&mut self, segment: &Segment) -> Option<&mut Esp32c3> {
        let board = self.board.as_mut().filter(|_| segment.base == FLASH_CHIP);
        board.and_then(BoardState::esp32c3_mut)
    }

    /// Notes that a program with text at an address has brought the ROM.
    pub(super) fn note_rom(&mut self, address: u32) {
        if map::is_rom(address)
            && let Some(board) = self.board.as_mut().and_then(BoardState::esp32c3_mut)
        {
            board.has_rom = true;
        }
    }

    /// Updates memory as the board's devices do: the windows of the flash after its pages were
    /// mapped or changed, and buffers of the DMA. Returns the number of bytes of the windows.
    pub(super) fn update_memory(&mut self) -> u64 {
        let Some(board) = self.board.as_mut().and_then(BoardState::esp32c3_mut) else { return 0 };
        let (mut written, mut shown) = (Vec::new(), 0);
        for (home, bytes) in board.take_shown() {
            shown += bytes.len() as u64;
            // The windows are memory.
            let _ = self.cpu.memory.place(home, &bytes);
            written.push((home, home + bytes.len() as u32));
        }
        while let Some(range) = board.transfer(&mut self.cpu) {
            written.push(range);
        }
        for (start, end) in written.into_iter().filter(|(start, end)| start < end) {
            self.rewrite_code(start, end);
        }
        shown
    }

    /// The same, after instructions of the program: the bytes count for the budget.
    pub(super) fn update_counted(&mut self) {
        let shown = self.update_memory();
        if let Some(board) = self.board.as_mut().and_then(BoardState::esp32c3_mut) {
            board.count_moved(shown);
        }
    }
}

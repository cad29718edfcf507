//! The board with the processor: one of those that can be simulated.

use machine::calls::CallAnswer;
use machine::{Cause, Host};

use crate::cpu::Cpu;
use crate::engine::devices::{AccessTime, Devices};
use crate::esp32c3::{self, Esp32c3};
use crate::memory::Area;
use crate::options::{Board, Options};
use crate::virt::{self, Virt};

/// State of a board.
#[derive(Debug, Clone)]
pub(crate) enum BoardState {
    Esp32c3(Box<Esp32c3>),
    Virt(Virt),
}

/// Memory map of a board.
pub(crate) fn areas(board: Board) -> Vec<Area> {
    match board {
        Board::Esp32c3 => esp32c3::map::areas(),
        Board::Virt => virt::areas(),
    }
}

impl BoardState {
    /// Board in the state in which it starts a program.
    pub(crate) fn new(board: Board, options: &Options) -> Self {
        match board {
            Board::Esp32c3 => BoardState::Esp32c3(Box::new(Esp32c3::new(options))),
            Board::Virt => BoardState::Virt(Virt::default()),
        }
    }

    /// The ESP32-C3, if it is this board.
    pub(crate) fn esp32c3(&self) -> Option<&Esp32c3> {
        match self {
            BoardState::Esp32c3(board) => Some(board),
            BoardState::Virt(_) => None,
        }
    }

    /// The same, to change it.
    pub(crate) fn esp32c3_mut(&mut self) -> Option<&mut Esp32c3> {
        match self {
            BoardState::Esp32c3(board) => Some(board),
            BoardState::Virt(_) => None,
        }
    }

    /// The board `virt`, if it is this board.
    pub(crate) fn virt(&self) -> Option<&Virt> {
        match self {
            BoardState::Esp32c3(_) => None,
            BoardState::Virt(board) => Some(board),
        }
    }

    /// Its devices.
    pub(crate) fn devices(&mut self) -> &mut dyn Devices {
        match self {
            BoardState::Esp32c3(board) => board.as_mut(),
            BoardState::Virt(board) => board,
        }
    }

    /// Initialises the registers of the processor.
    pub(crate) fn start(&self, cpu: &mut Cpu) {
        if let BoardState::Esp32c3(board) = self {
            board.start(cpu);
        }
    }

    /// Resets the board, given the source of the reset and the cycles so far.
    pub(crate) fn reset(&mut self, options: &Options, by: &str, cycles: u64) {
        match self {
            BoardState::Esp32c3(board) => board.reset(options, by, cycles),
            BoardState::Virt(board) => *board = board.after_reset(),
        }
    }

    /// Writes a device register; returns whether this may change interrupts or deadlines.
    ///
    /// # Errors
    /// If the program ends or resets the board, the output is full, or the access faults.
    #[inline]
    pub(crate) fn store(
        &mut self,
        address: u32,
        units: u8,
        value: u32,
        now: &AccessTime,
        host: &mut Host,
    ) -> Result<bool, CallAnswer> {
        match self {
            BoardState::Esp32c3(board) => board.store(address, units, value, now, host),
            BoardState::Virt(board) => board.store(address, units, value, now, host),
        }
    }

    /// Pending enabled interrupts, one bit each, given `mie` and the bits of `mip` set by software;
    /// the ESP32-C3 has neither, and shows only the interrupt with the highest priority.
    ///
    /// # Errors
    /// If a watchdog was not fed in time.
    pub(crate) fn ready(
        &mut self,
        enabled: u32,
        software: u32,
        now: &AccessTime,
        host: &mut Host,
    ) -> Result<u32, Cause> {
        match self {
            BoardState::Esp32c3(board) => {
                Ok(board.interrupt(now, host)?.map_or(0, |line| 1 << line))
            }
            BoardState::Virt(board) => Ok(board.ready(enabled, software, now, host)),
        }
    }

    /// Cycle count at which the result of [`ready`](Self::ready) may change without a
    /// device access.
    pub(crate) fn deadline(&self, now: &AccessTime, host: &Host) -> Option<u64> {
        match self {
            BoardState::Esp32c3(board) => board.deadline(now, host),
            BoardState::Virt(board) => board.deadline(now),
        }
    }

    /// Advances time until an interrupt is pending, as `wfi` does.
    ///
    /// # Errors
    /// If no interrupt can occur any more, or only with more input, or if a watchdog expires first.
    pub(crate) fn wait(
        &mut self,
        enabled: u32,
        software: u32,
        now: &AccessTime,
        host: &mut Host,
    ) -> Result<(), CallAnswer> {
        match self {
            BoardState::Esp32c3(board) => board.wait(now, host),
            BoardState::Virt(board) => board.wait(enabled, software, now, host),
        }
    }

    /// Cycles that the program waited, which are not in any instruction's cost.
    pub(crate) fn waited(&self) -> u64 {
        match self {
            BoardState::Esp32c3(board) => board.waited(),
            BoardState::Virt(board) => board.waited(),
        }
    }

    /// Whether the program only polls for input that may still arrive; resets the poll count.
    pub(crate) fn waits_for_input(&mut self) -> bool {
        match self {
            BoardState::Esp32c3(board) => board.waits_for_input(),
            BoardState::Virt(board) => board.waits_for_input(),
        }
    }
}

//! `--keep-flash`: the flash chip of a board, whose content outlives the run.

use std::ops::Range;
use std::path::PathBuf;

use clap::Args;
use machine::{AnyMachine, Machine as _};
use targets::files;

use crate::program::Program;

#[derive(Debug, Args)]
pub(crate) struct FlashArgs {
    /// Keep the content of the board's flash chip in a file from one run to the next
    ///
    /// Sectors that the program's file leaves erased are read from it at the start, if it exists;
    /// the whole chip is written to it at the end.
    #[arg(long, value_name = "FILE")]
    pub(super) keep_flash: Option<PathBuf>,
}

/// Flash chip that is kept: its addresses, and its earlier content in the file.
#[derive(Debug)]
pub(super) struct KeptFlash {
    range: Range<u64>,
    earlier: Vec<u8>,
}

impl FlashArgs {
    /// Gives the chip its earlier content.
    ///
    /// # Errors
    /// An error message if the file cannot be read, or the board has no flash chip.
    pub(super) fn restore(&self, program: &mut Program) -> Result<Option<KeptFlash>, String> {
        let Some(path) = &self.keep_flash else { return Ok(None) };
        let exists = path.symlink_metadata().is_ok();
        let earlier = if exists { files::read(path, MOST_BYTES)? } else { Vec::new() };
        let image = &mut program.made.image;
        let range = program.target.keep_flash(image, &earlier);
        let range = range.ok_or("only a program for --board esp32c3 has a flash chip")?;
        Ok(Some(KeptFlash { range, earlier }))
    }

    /// Writes the content of the chip, if it has changed.
    ///
    /// # Errors
    /// An error message if the file cannot be written.
    pub(super) fn save(&self, kept: &KeptFlash, machine: &AnyMachine) -> Result<(), String> {
        let byte = |address| machine.peek(address).unwrap_or(0) as u8;
        let content: Vec<u8> = kept.range.clone().map(byte).collect();
        match &self.keep_flash {
            Some(path) if content != kept.earlier => files::write(path, content),
            _ => Ok(()),
        }
    }
}

/// Largest flash chip in bytes.
const MOST_BYTES: u64 = 16 << 20;

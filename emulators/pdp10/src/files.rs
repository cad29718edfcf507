//! Program files: SBLK, PDUMP, RIM10, DEC save files, and packings of 36-bit words in bytes.

pub mod evacuate;
pub mod names;
pub mod pdump;
pub mod rim10;
pub mod sblk;
pub(crate) mod stink;

mod cursor;
mod dec;
mod error;
mod packing;

pub use dec::write_save;
pub use error::{Damage, FileError};
pub use packing::Packing;

use crate::Word36;
use crate::binary::Binary;

/// A program read from a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoadedFile {
    /// The program.
    pub binary: Binary,
    /// File format.
    pub kind: FileKind,
    /// Packing of the file's words into bytes.
    pub packing: Packing,
}

/// Formats of program files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    /// Blocks with checksums, for ITS.
    Sblk,
    /// Pages, for ITS.
    Pdump,
    /// Input of the KA10's readin mode.
    Rim10,
    /// TOPS-10 save file.
    DecSave,
    /// TOPS-10 or TOPS-20 file of pages.
    DecExe,
}

impl FileKind {
    /// Name of the format for users.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            FileKind::Sblk => "SBLK",
            FileKind::Pdump => "PDUMP",
            FileKind::Rim10 => "RIM10",
            FileKind::DecSave => "SAV",
            FileKind::DecExe => "EXE",
        }
    }
}

/// Reads a program in any format and any packing.
///
/// # Errors
/// If the bytes are not a program, or a damaged one.
pub fn read(bytes: &[u8]) -> Result<LoadedFile, FileError> {
    let mut damage = None;
    for packing in Packing::ALL {
        let Some(words) = packing.unpack(bytes) else { continue };
        match read_words(&words) {
            Ok((binary, kind)) => return Ok(LoadedFile { binary, kind, packing }),
            Err(error @ FileError::Damaged { .. }) => damage = damage.or(Some(error)),
            Err(FileError::Unknown { .. }) => {}
        }
    }
    let encoding = || evacuate::decode(bytes).err();
    Err(damage.unwrap_or_else(|| FileError::Unknown { encoding: encoding() }))
}

/// Reads a program from a file's words.
///
/// # Errors
/// As [`read`].
pub fn read_words(words: &[Word36]) -> Result<(Binary, FileKind), FileError> {
    if stink::recognise(words) {
        return Err(Damage::Relocatable.at(0));
    }
    if pdump::recognise(words) {
        return Ok((pdump::read(words)?, FileKind::Pdump));
    }
    if dec::is_exe(words) {
        return Ok((dec::read_exe(words)?, FileKind::DecExe));
    }
    if let Some(binary) = rim10::read(words) {
        return Ok((binary?, FileKind::Rim10));
    }
    if let Some(start) = sblk::recognise(words) {
        return Ok((sblk::read(words, start)?, FileKind::Sblk));
    }
    match dec::read_save(words) {
        Some(binary) => Ok((binary, FileKind::DecSave)),
        None if dec::is_high_segment(words) => Err(Damage::HighSegment.at(0)),
        None => Err(FileError::Unknown { encoding: None }),
    }
}

#[cfg(test)]
mod tests;

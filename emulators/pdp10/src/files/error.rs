//! Errors in program files, or in writing them.

use std::fmt;

use super::evacuate::EvacuateError;

/// Why a file is not a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileError {
    /// Not a file of 36-bit words in any packing, or without a program.
    Unknown {
        /// Error in decoding it as the public ITS repository encodes words, if any.
        encoding: Option<EvacuateError>,
    },
    /// A damaged file of a known format.
    Damaged {
        /// Words from the start of the file.
        word: u64,
        /// Kind of damage.
        problem: Damage,
    },
}

/// Damage in a program file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Damage {
    /// The file ends too early.
    Truncated {
        /// Part that is incomplete.
        what: &'static str,
        /// Number of missing words.
        missing: u64,
    },
    /// A block's checksum is wrong.
    Checksum {
        /// Checksum in the file.
        stored: u64,
        /// Checksum of the words before it.
        computed: u64,
    },
    /// A symbol table ends in the middle of a symbol.
    HalfSymbol {
        /// Number of its words.
        words: u64,
    },
    /// A page refers to a page of the system.
    AbsolutePage {
        /// Page number.
        page: u32,
    },
    /// A file has only the high segment of a TOPS-10 program.
    HighSegment,
    /// A relocatable program for STINK, which does not have its addresses yet.
    Relocatable,
    /// A page is shared with another that is writable or missing.
    SharedPage {
        /// Page number.
        page: u32,
        /// The other page's number.
        other: u32,
    },
    /// A page appears twice.
    PageTwice {
        /// Page number.
        page: u32,
    },
    /// A page is past the end of memory.
    NoPage {
        /// Page number.
        page: u64,
    },
    /// The file's directory has an entry of unknown kind.
    Directory {
        /// The kind.
        kind: u32,
    },
}

impl Damage {
    pub(super) fn at(self, word: usize) -> FileError {
        FileError::Damaged { word: word as u64, problem: self }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileError::Damaged { word, problem } => {
                write!(f, "at word {word:#o} of the file: {problem}")
            }
            FileError::Unknown { encoding } => {
                f.write_str("the file is not a program: it does not start like an SBLK, PDUMP, RIM10, SAV or EXE file")?;
                match encoding {
                    Some(error) => write!(f, ", and is not text either: {error}"),
                    None => Ok(()),
                }
            }
        }
    }
}

impl std::error::Error for FileError {}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Damage::Truncated { what, missing } => {
                write!(f, "the file ends before the end of {what}; missing words: {missing}")
            }
            Damage::Checksum { stored, computed } => {
                write!(
                    f,
                    "the checksum in the file is {stored:012o}, but the block's is {computed:012o}"
                )
            }
            Damage::HalfSymbol { words } => {
                write!(f, "a symbol is two words, but the symbols here have {words}")
            }
            Damage::AbsolutePage { page } => {
                write!(f, "page {page:o} refers to a page of the system, which is not available")
            }
            Damage::HighSegment => f.write_str(
                "it is the high segment of a TOPS-10 program (SHR), which DECUUO runs on ITS",
            ),
            Damage::Relocatable => f.write_str(
                "it is a relocatable program, which the linking loader STINK makes a program of",
            ),
            Damage::SharedPage { page, other } => write!(
                f,
                "page {page:o} is shared with page {other:o}, which is writable or \
                 not in the file"
            ),
            Damage::PageTwice { page } => write!(f, "page {page:o} appears twice"),
            Damage::NoPage { page } => {
                write!(f, "page {page:o} is past the end of memory")
            }
            Damage::Directory { kind } => {
                write!(f, "the directory has an entry of unknown kind {kind:o}")
            }
        }
    }
}

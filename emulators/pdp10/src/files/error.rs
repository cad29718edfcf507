//! What can be wrong with a file of a program, or with a program for one.

use std::fmt;

use super::evacuate::EvacuateError;

/// Why a file is no program, and where that shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileError {
    /// It is no file of 36-bit words in any packing, or holds no program.
    Unknown {
        /// What is wrong with its bytes as the public repository of ITS encodes words, if that is.
        encoding: Option<EvacuateError>,
    },
    /// It is one of a kind, and damaged.
    Damaged {
        /// Words from the start of the file.
        word: u64,
        /// What is wrong there.
        problem: Problem,
    },
}

/// What is wrong with a program's file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Problem {
    /// The file ends too early.
    Truncated {
        /// In the middle of what.
        what: &'static str,
        /// How many words are missing of it.
        missing: u64,
    },
    /// A block's checksum is wrong.
    Checksum {
        /// The one in the file.
        stored: u64,
        /// The one of the words before it.
        computed: u64,
    },
    /// A table of symbols ends in the middle of a symbol.
    HalfSymbol {
        /// Its words.
        words: u64,
    },
    /// A page is to be one of the system's.
    AbsolutePage {
        /// The page.
        page: u32,
    },
    /// A page is to be the same as another that may be written or is not there.
    SharedPage {
        /// The page.
        page: u32,
        /// The other.
        other: u32,
    },
    /// A page comes twice.
    PageTwice {
        /// Its number.
        page: u32,
    },
    /// A page lies behind the end of memory.
    NoPage {
        /// Its number.
        page: u64,
    },
    /// The directory of the file has an entry of a kind that there is not.
    Directory {
        /// The kind.
        kind: u32,
    },
}

impl Problem {
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

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Problem::Truncated { what, missing } => {
                write!(f, "the file ends before the end of {what}; missing words: {missing}")
            }
            Problem::Checksum { stored, computed } => {
                write!(
                    f,
                    "the checksum in the file is {stored:012o}, but the block's is {computed:012o}"
                )
            }
            Problem::HalfSymbol { words } => {
                write!(f, "a symbol is two words, but the symbols here have {words}")
            }
            Problem::AbsolutePage { page } => {
                write!(f, "page {page:o} refers to a page of the system, which is not available")
            }
            Problem::SharedPage { page, other } => write!(
                f,
                "page {page:o} is shared with page {other:o}, which is writable or \
                 not in the file"
            ),
            Problem::PageTwice { page } => write!(f, "page {page:o} appears twice"),
            Problem::NoPage { page } => {
                write!(f, "page {page:o} is past the end of memory")
            }
            Problem::Directory { kind } => {
                write!(f, "the directory has an entry of unknown kind {kind:o}")
            }
        }
    }
}
